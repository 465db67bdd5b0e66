import { sql } from 'kysely';
import { defaultStatusColor, textLimits } from '../../../contract/limits.ts';
import { inIfUpdatedAt, nextUpdatedAt, assertNotModified } from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import {
  booleanInput,
  htmlInput,
  idInput,
  singleLine,
  objectListInput,
  validatedText,
  nullable,
  required,
} from '../../inputs/kinds.ts';
import { canManageSettings } from './rights.ts';

/*
 * Statuses are kept as a set: the list that is sent replaces it, as feature statuses do (DEC-107).
 * Its order gives the positions; an entry with an id changes that status, one without makes a new
 * one, and those left out are removed: their ideas have no status then, or the target that is named. A removed one stays in the
 * table, because old status updates name it.
 */

const STATUSES_MAX = 50;
const HEX_COLOR = /^#[0-9a-f]{6}$/i;

const shared = {
  id: idInput('Status that is there; without one a new one is made.'),
  name: required(singleLine('Name, unique in the set.', textLimits.nameCharacters)),
  hex_color: validatedText(`Colour, #RRGGBB; ${defaultStatusColor} for a new one without.`, 7, (text) =>
    HEX_COLOR.test(text) ? null : 'A colour has the form #7E8E8E.',
  ),
  default_html_text: nullable(
    htmlInput('Text that a status update begins with.', textLimits.richTextCharacters),
  ),
  is_default: booleanInput('Preselected when a status is posted; one of the set at most.'),
};

interface Item {
  id?: string;
  name: string;
  hex_color?: string;
  default_html_text?: string | null;
  is_default?: boolean;
  is_open?: boolean;
  allow_comments?: boolean;
}

type Table = 'statuses' | 'internal_statuses';
/** The column of ideas that names a status of the table. */
const COLUMN = { statuses: 'status_id', internal_statuses: 'internal_status_id' } as const;

/** @throws BAD_USER_INPUT naming the entry: an id of no status, an id or a name given twice, a second default */
function check(field: Table, items: readonly Item[], there: ReadonlySet<string>): void {
  const ids = new Set<string>();
  const names = new Set<string>();
  let defaults = 0;
  for (const [index, { id, name, is_default }] of items.entries()) {
    if (id !== undefined && (!there.has(id) || ids.has(id))) throw notFound(`${field}.${index}.id`, 'status');
    if (names.has(name.toLowerCase()))
      throw badInput(`${field}.${index}.name`, `The status "${name}" is given twice.`, { reason: 'taken' });
    if (is_default) defaults += 1;
    if (defaults > 1) throw badInput(`${field}.${index}.is_default`, 'Only one status can be preselected.');
    if (id !== undefined) ids.add(id);
    names.add(name.toLowerCase());
  }
}

/**
 * Makes the set of statuses the one that was sent.
 * @param target status of the set that takes the ideas of those that are removed; undefined: they have none then
 * @returns ids in order
 */
async function replaceStatuses(
  context: CommandContext,
  table: Table,
  items: readonly Item[],
  ifUpdatedAt: Date | undefined,
  target: string | undefined,
): Promise<string[]> {
  const { tx, subdomain_id, now } = context;
  const read = () =>
    tx
      .selectFrom(table)
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .orderBy('id');
  const refuse = async (rows: Awaited<ReturnType<ReturnType<typeof read>['execute']>>): Promise<void> => {
    const current = () => Promise.resolve(rows.map(({ id, name, updated_at }) => ({ id, name, updated_at })));
    for (const row of rows) await assertNotModified(ifUpdatedAt, row, 'set of statuses', current);
  };
  const before = await read().execute();
  check(table, items, new Set(before.map((row) => row.id)));
  await refuse(before);
  const kept = new Set(items.map((item) => item.id));
  const removed = before.filter((row) => !kept.has(row.id));
  if (target !== undefined && !kept.has(target))
    throw notFound(table === 'statuses' ? 'target_status' : 'target_internal_status', 'status');
  // ideas are locked before statuses, as everywhere
  await clear(
    context,
    table,
    removed.map((row) => row.id),
    target ?? null,
  );
  const locked = await read().forNoKeyUpdate().execute();
  await refuse(locked);
  const rows = new Map(locked.map((row) => [row.id, row]));
  const namesDefault = items.some((item) => item.is_default);

  const ids: string[] = [];
  for (const [index, { id, default_html_text, hex_color, ...given }] of items.entries()) {
    const values = {
      ...given,
      ...(hex_color === undefined ? {} : { hex_color: hex_color || defaultStatusColor }),
      ...(default_html_text === undefined ? {} : { default_html_text: default_html_text || null }),
      // who names another default need not say that the old one is none
      ...(namesDefault ? { is_default: given.is_default === true } : {}),
      position: index + 1,
    };
    if (id === undefined) {
      const row = await tx
        .insertInto(table)
        .values({ subdomain_id, ...values, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(row.id);
      continue;
    }
    const row = rows.get(id) as Record<string, unknown> & { updated_at: Date };
    if (Object.entries(values).some(([name, value]) => row[name] !== value)) {
      await tx
        .updateTable(table)
        .set({ ...values, updated_at: nextUpdatedAt(row, now) })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute();
    }
    ids.push(id);
  }
  await context.audit(`${table}_update`, null, {
    names: items.map((item) => item.name),
    removed: removed.map((row) => row.name),
    ...(target === undefined ? {} : { target }),
  });
  return ids;
}

/** Removes statuses; their ideas get the target, or none where it is null. The caller knows that it is one of the set. */
async function clear(
  { tx, subdomain_id, now }: CommandContext,
  table: Table,
  ids: readonly string[],
  target: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  const list = [...ids];
  const column = sql.ref(`s.${COLUMN[table]}`);
  await sql`select s.id from suggestions s where s.subdomain_id = ${subdomain_id} and ${column} = any(${list}::bigint[]) order by s.id for no key update`.execute(
    tx,
  );
  await sql`
update suggestions s set ${sql.ref(COLUMN[table])} = ${target}::bigint, updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
where s.subdomain_id = ${subdomain_id} and ${column} = any(${list}::bigint[])`.execute(tx);
  // the statuses are locked by id, the target among them
  await tx
    .selectFrom(table)
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', target === null ? list : [...list, target])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (table === 'statuses' && target !== null)
    await sql`
update statuses t set suggestions_count = t.suggestions_count + d.n
from (select coalesce(sum(r.suggestions_count), 0)::int as n from statuses r where r.subdomain_id = ${subdomain_id} and r.id = any(${list}::bigint[])) d
where t.subdomain_id = ${subdomain_id} and t.id = ${target}::bigint`.execute(tx);
  await tx
    .updateTable(table)
    .set({
      deleted_at: now,
      is_default: false,
      updated_at: now,
      ...(table === 'statuses' ? { suggestions_count: 0 } : {}),
    })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', list)
    .execute();
}

const inIfNewest = {
  ...inIfUpdatedAt,
  description: `Newest updated_at of the set as it was read. ${inIfUpdatedAt.description}`,
};

/** Replaces the set of public statuses. */
export const statusesUpdate = defineCommand({
  name: 'statuses_update',
  description:
    'Replaces the set of public statuses: entries with id change it, those without make one, those left out are removed and their ideas have no status, or the target.',
  requires: canManageSettings,
  input: {
    statuses: required(
      objectListInput(
        'StatusInput',
        'The statuses in their order.',
        {
          ...shared,
          is_open: booleanInput('Ideas of this status take votes; of a new one true when not given.'),
          allow_comments: booleanInput(
            'Ideas of this status take comments; of a new one true when not given.',
          ),
        },
        STATUSES_MAX,
      ),
    ),
    target_status: idInput('Status of the set that takes the ideas of those that are removed.'),
    if_updated_at: inIfNewest,
  },
  returns: { entities: 'status' },
  run: ({ statuses, target_status, if_updated_at }, context) =>
    replaceStatuses(context, 'statuses', statuses, if_updated_at, target_status),
});

/** Replaces the set of internal statuses. */
export const internalStatusesUpdate = defineCommand({
  name: 'internal_statuses_update',
  description:
    'Replaces the set of internal statuses: entries with id change it, those without make one, those left out are removed and their ideas have none, or the target.',
  requires: canManageSettings,
  input: {
    internal_statuses: required(
      objectListInput('InternalStatusInput', 'The internal statuses in their order.', shared, STATUSES_MAX),
    ),
    target_internal_status: idInput(
      'Internal status of the set that takes the ideas of those that are removed.',
    ),
    if_updated_at: inIfNewest,
  },
  returns: { entities: 'internal_status' },
  run: ({ internal_statuses, target_internal_status, if_updated_at }, context) =>
    replaceStatuses(context, 'internal_statuses', internal_statuses, if_updated_at, target_internal_status),
});
