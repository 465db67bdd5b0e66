import type { Selectable } from 'kysely';
import { DAY_PATTERN, periodMarkLimits } from '../../../contract/trends.ts';
import { textLimits } from '../../../contract/limits.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { PeriodMarksTable } from '../../db/tables.ts';
import { idInput, required, singleLine, validatedText } from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { user } from '../account/user.ts';
import { periodMark } from './period_mark.ts';
import { canWriteThemes } from './rights.ts';

const inName = singleLine('What it is called.', textLimits.nameCharacters);
const isDay = (text: string): boolean =>
  DAY_PATTERN.test(text) &&
  text >= periodMarkLimits.firstDay &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
const inDay = (description: string) =>
  validatedText(`${description} YYYY-MM-DD.`, 10, (text) => {
    try {
      if (isDay(text)) return null;
    } catch {
      // a day that no calendar has
    }
    return `"${text}" is no day such as 2026-06-15.`;
  });

interface Given {
  name?: string | undefined;
  starts_on?: string | undefined;
  ends_on?: string | undefined;
}

/**
 * What a mark is to say, whole. Without a last day it is its first one.
 * @throws BAD_USER_INPUT without a name or first day, or when it ends before it begins
 */
function readMark(given: Given): { name: string; starts_on: string; ends_on: string } {
  const { name = '', starts_on = '' } = given;
  const ends_on = given.ends_on === undefined || given.ends_on === '' ? starts_on : given.ends_on;
  if (name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
  if (starts_on === '') throw badInput('starts_on', 'The first day is required.', { reason: 'required' });
  if (ends_on < starts_on) throw badInput('ends_on', 'It ends before it begins.');
  return { name, starts_on, ends_on };
}

async function refuseTooMany({ tx, subdomain_id }: CommandContext): Promise<void> {
  const { n } = await tx
    .selectFrom('period_marks')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where('subdomain_id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  if (Number(n) >= periodMarkLimits.marks)
    throw badInput('name', `There are ${periodMarkLimits.marks} marks already. Delete one first.`, {
      reason: 'too_many',
    });
}

/**
 * A mark, held until the commit.
 * @throws BAD_USER_INPUT when there is none
 */
async function lockMark(
  { tx, subdomain_id }: CommandContext,
  id: string,
): Promise<Selectable<PeriodMarksTable>> {
  const row = await tx
    .selectFrom('period_marks')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('id', 'mark');
  return row;
}

/** Makes a mark. */
export const periodMarkCreate = defineCommand({
  name: 'period_mark_create',
  description: 'Gives a time a name of its own, such as a release, which the charts of trends show.',
  requires: canWriteThemes,
  input: {
    name: required(inName),
    starts_on: required(inDay('First day.')),
    ends_on: inDay('Last day; the first one when not given.'),
  },
  returns: { entity: 'period_mark' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const mark = readMark(input);
    await refuseTooMany(context);
    const { id } = await tx
      .insertInto('period_marks')
      .values({ subdomain_id, ...mark, creator_id: viewer.user_id, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.audit('period_mark_create', id, { name: mark.name });
    return id;
  },
});

const CURRENT = { id: true, name: true, starts_on: true, ends_on: true, updated_at: true } as const;

/** Changes a mark. */
export const periodMarkUpdate = defineCommand({
  name: 'period_mark_update',
  description: 'Changes a mark; what is not given stays.',
  requires: canWriteThemes,
  input: {
    id: required(idInput('Mark.')),
    name: inName,
    starts_on: inDay('First day.'),
    ends_on: inDay('Last day; empty: the first one.'),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'period_mark' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await lockMark(context, input.id);
    await assertNotModified(input.if_updated_at, row, 'mark', () =>
      readRecord(tx, viewer, periodMark, [user], row.id, CURRENT),
    );
    const held = { name: row.name, starts_on: row.starts_on, ends_on: row.ends_on };
    const mark = readMark({
      name: input.name ?? held.name,
      starts_on: input.starts_on ?? held.starts_on,
      ends_on: input.ends_on ?? held.ends_on,
    });
    if (JSON.stringify(mark) === JSON.stringify(held)) return row.id;
    await tx
      .updateTable('period_marks')
      .set({ ...mark, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    await context.audit('period_mark_update', row.id, { name: mark.name });
    return row.id;
  },
});

/** Deletes a mark. */
export const periodMarkDelete = defineCommand({
  name: 'period_mark_delete',
  description: 'Deletes a mark. Nothing refers to it: the same one can be made again.',
  requires: canWriteThemes,
  input: { id: required(idInput('Mark.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const row = await lockMark(context, id);
    await context.tx
      .deleteFrom('period_marks')
      .where('subdomain_id', '=', context.subdomain_id)
      .where('id', '=', row.id)
      .execute();
    await context.audit('period_mark_delete', id, { name: row.name });
    return { id };
  },
});
