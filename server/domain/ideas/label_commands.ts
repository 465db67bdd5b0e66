import { sql, type Selectable } from 'kysely';
import { graphqlLimits, textLimits } from '../../../contract/limits.ts';
import { LIFE_STATES } from '../../../contract/states.ts';
import {
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
  assertNotModified,
} from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import {
  booleanInput,
  idInput,
  idListInput,
  singleLine,
  enumInput,
  nullable,
  required,
} from '../../inputs/kinds.ts';
import { shape } from '../../core/shape.ts';
import { rejectDuplicate } from '../../core/unique.ts';
import type { LabelsTable } from '../../db/tables.ts';
import { recountLabels } from '../counters/recount.ts';
import { label } from './label.ts';
import { canManageSettings, MAKES_LABELS } from './rights.ts';

/** Ideas that an answer lists; the count beside it is always right. */
const UNLINKED_MAX = 1000;

const inName = singleLine('Own name, unique beside its siblings; without " / ".', textLimits.nameCharacters);
const inForums = idListInput('Forums in which it may be used; empty: in all.', graphqlLimits.idsPerArgument);

type Row = Selectable<LabelsTable>;

const taken = (name: string) => () =>
  badInput('name', `There is a label "${name}" here already.`, { reason: 'taken' });
const fullName = (parent: { name: string } | null, name: string): string =>
  parent ? `${parent.name} / ${name}` : name;

async function lockLabel({ tx, subdomain_id }: CommandContext, id: string, field: string): Promise<Row> {
  const row = await tx
    .selectFrom('labels')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'label');
  return row;
}

/** A label without a lock: ideas are locked before labels, as everywhere. */
async function findLabel(
  { tx, subdomain_id }: CommandContext,
  id: string,
  field: string,
): Promise<{ id: string }> {
  const row = await tx
    .selectFrom('labels')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(field, 'label');
  return row;
}

/** A label under which another one may stand: there are two levels (DEC-105). */
async function findParent(context: CommandContext, id: string): Promise<Row> {
  const row = await lockLabel(context, id, 'parent_id');
  if (row.level !== 0)
    throw badInput('parent_id', 'Labels have two levels: choose a label of the first one.');
  return row;
}

function refuseSeparator(name: string): void {
  // the full name would read like a child of another label
  if (name.includes(' / ')) throw badInput('name', 'A name of a label cannot contain " / ".');
}

/** Forums of the tenant, all of them. @throws BAD_USER_INPUT */
async function readForums({ tx, subdomain_id }: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx
    .selectFrom('forums')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [...ids])
    .where('state', '<>', 'deleted')
    .execute();
  if (rows.length < ids.length) throw notFound('forum_ids', 'forum');
}

interface Unlinked {
  count: number;
  suggestions: { id: string; title: string }[];
}

/**
 * Limits a label to forums; ideas elsewhere lose it.
 * @param forumIds none: it may be used everywhere
 * @returns the ideas that lost it, in ascending id
 */
async function limitToForums(
  context: CommandContext,
  id: string,
  forumIds: readonly string[],
): Promise<Unlinked> {
  const { tx, subdomain_id, now } = context;
  const list = [...forumIds];
  await readForums(context, list);
  const outside = sql`s.forum_id <> all(${list}::bigint[])`;
  const carrying = sql`s.id in (select x.suggestion_id from suggestion_labels x where x.subdomain_id = ${subdomain_id} and x.label_id = ${id})`;
  const { rows } =
    list.length === 0
      ? { rows: [] }
      : await sql<{ id: string; title: string; state: string }>`
select s.id::text as id, s.title, s.state from suggestions s where s.subdomain_id = ${subdomain_id} and ${outside} and ${carrying} order by s.id for no key update`.execute(
          tx,
        );
  if (rows.length > 0) {
    const ids = rows.map((row) => row.id);
    await tx
      .deleteFrom('suggestion_labels')
      .where('subdomain_id', '=', subdomain_id)
      .where('label_id', '=', id)
      .where((eb) => eb('suggestion_id', '=', eb.fn.any(eb.val(ids))))
      .execute();
    await sql`
update suggestions s set labels_count = s.labels_count - 1, updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
where s.subdomain_id = ${subdomain_id} and s.id = any(${ids}::bigint[])`.execute(tx);
  }
  await tx
    .deleteFrom('label_forums')
    .where('subdomain_id', '=', subdomain_id)
    .where('label_id', '=', id)
    .execute();
  if (list.length > 0)
    await tx
      .insertInto('label_forums')
      .values(list.map((forum_id) => ({ subdomain_id, label_id: id, forum_id })))
      .execute();
  if (rows.length > 0) await recountLabels(tx, subdomain_id, [id]);
  const visible = rows.filter((row) => row.state !== 'deleted');
  return {
    count: visible.length,
    suggestions: visible.slice(0, UNLINKED_MAX).map(({ id: idea, title }) => ({ id: idea, title })),
  };
}

/** Makes a label (DEC-105). */
export const labelCreate = defineCommand({
  name: 'label_create',
  description: 'Makes a label, at the top or under a label of the first level.',
  requires: MAKES_LABELS,
  input: {
    name: required(inName),
    parent_id: nullable(idInput('Label of the first level above it; null or absent: none.')),
    forum_ids: inForums,
    can_recommend: booleanInput('May be offered by automatic suggestions; true when not given.'),
  },
  returns: { entity: 'label' },
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const { name } = input;
    refuseSeparator(name);
    const parent =
      input.parent_id === undefined || input.parent_id === null
        ? null
        : await findParent(context, input.parent_id);
    if (parent && parent.state !== 'active')
      throw badInput('parent_id', `The label "${parent.name}" is archived.`);
    const { id } = await rejectDuplicate(
      'labels_name',
      taken(name),
      tx
        .insertInto('labels')
        .values({
          subdomain_id,
          name,
          parent_id: parent?.id ?? null,
          full_name: fullName(parent, name),
          level: parent ? 1 : 0,
          can_recommend: input.can_recommend ?? true,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await limitToForums(context, id, input.forum_ids ?? []);
    await context.audit('label_create', id, { name });
    return id;
  },
});

const CURRENT = {
  id: true,
  name: true,
  parent_id: true,
  state: true,
  can_recommend: true,
  forum_ids: true,
  updated_at: true,
} as const;

/** Changes what is given of a label; the rest stays. */
export const labelUpdate = defineCommand({
  name: 'label_update',
  description:
    'Changes what is given of a label. Archiving one of the first level archives those under it. Limiting it to forums takes it off ideas elsewhere.',
  requires: canManageSettings,
  input: {
    id: required(idInput('Label.')),
    name: inName,
    parent_id: nullable(idInput('Label of the first level above it; null: none.')),
    state: enumInput('archived: stays on its ideas, goes on no others.', LIFE_STATES),
    can_recommend: booleanInput('May be offered by automatic suggestions.'),
    forum_ids: inForums,
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'label' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { id } = input;
    await findLabel(context, id, 'id');
    if (input.forum_ids) await limitToForums(context, id, input.forum_ids);
    const row = await lockLabel(context, id, 'id');
    await assertNotModified(input.if_updated_at, row, 'label', () =>
      readRecord(tx, viewer, label, [], id, CURRENT),
    );
    if (input.name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    const name = input.name ?? row.name;
    refuseSeparator(name);
    const parentId = input.parent_id === undefined ? row.parent_id : input.parent_id;
    if (parentId === id) throw badInput('parent_id', 'A label cannot stand under itself.');
    const parent = parentId === null ? null : await findParent(context, parentId);
    const children = await tx
      .selectFrom('labels')
      .select(['id', 'name', 'updated_at'])
      .where('subdomain_id', '=', subdomain_id)
      .where('parent_id', '=', id)
      .orderBy('id')
      .execute();
    if (parent && children.length > 0)
      throw badInput(
        'parent_id',
        'Labels have two levels: this one has labels under it, so it stays at the top.',
      );
    const state = input.state ?? row.state;
    if (state === 'active' && parent && parent.state !== 'active')
      throw badInput('state', `The label "${parent.name}" above it is archived.`);
    await rejectDuplicate(
      'labels_name',
      taken(name),
      tx
        .updateTable('labels')
        .set({
          name,
          parent_id: parent?.id ?? null,
          full_name: fullName(parent, name),
          level: parent ? 1 : 0,
          state,
          ...(input.can_recommend === undefined ? {} : { can_recommend: input.can_recommend }),
          updated_at: nextUpdatedAt(row, now),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute(),
    );
    for (const child of children) {
      await tx
        .updateTable('labels')
        .set({
          full_name: fullName({ name }, child.name),
          ...(state === 'archived' ? { state } : {}),
          updated_at: nextUpdatedAt(child, now),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', child.id)
        .execute();
    }
    await context.audit('label_update', id, { name, state });
    return id;
  },
});

/** Deletes a label and those under it (DEC-105); ideas lose them. */
export const labelDelete = defineCommand({
  name: 'label_delete',
  description: 'Deletes a label and those under it; ideas lose them.',
  requires: canManageSettings,
  input: { id: required(idInput('Label.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id } = context;
    const rows = await tx
      .selectFrom('labels')
      .select(['id', 'full_name'])
      .where('subdomain_id', '=', subdomain_id)
      .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
      .execute();
    if (!rows.some((row) => row.id === id)) throw notFound('id', 'label');
    const ids = rows.map((row) => row.id);
    await sql`
select s.id from suggestions s where s.subdomain_id = ${subdomain_id}
  and s.id in (select x.suggestion_id from suggestion_labels x where x.subdomain_id = ${subdomain_id} and x.label_id = any(${ids}::bigint[])) order by s.id for no key update`.execute(
      tx,
    );
    await sql`
update suggestions s set labels_count = s.labels_count - d.n
from (select x.suggestion_id, count(*)::int as n from suggestion_labels x where x.subdomain_id = ${subdomain_id} and x.label_id = any(${ids}::bigint[]) group by x.suggestion_id) d
where s.subdomain_id = ${subdomain_id} and s.id = d.suggestion_id`.execute(tx);
    // children first: they name their parent
    for (const own of [ids.filter((one) => one !== id), [id]]) {
      if (own.length > 0)
        await tx
          .deleteFrom('labels')
          .where('subdomain_id', '=', subdomain_id)
          .where('id', 'in', own)
          .execute();
    }
    await context.audit('label_delete', id, { names: rows.map((row) => row.full_name) });
    return { id };
  },
});

const forumChange = shape(
  'LabelForumChange',
  'What limiting a label to forums did.',
  {
    label_id: { type: 'ID!', description: 'The label.' },
    forum_ids: { type: '[ID!]!', description: 'Forums in which it may be used now; empty: in all.' },
    suggestions_to_unlink: {
      type: '[UnlinkedSuggestion!]!',
      description: `Ideas elsewhere, which lost it; the first ${UNLINKED_MAX.toLocaleString('en')}.`,
    },
    unlinked_count: { type: 'Int!', description: 'How many lost it.' },
  },
  [
    shape('UnlinkedSuggestion', 'An idea that lost a label.', {
      id: { type: 'ID!', description: 'Id.' },
      title: { type: 'String!', description: 'Title.' },
    }),
  ],
);

/** Limits a label to forums, at once; answers the ideas elsewhere that lost it (DEC-103). */
export const labelForumChange = defineCommand({
  name: 'label_forum_change',
  description:
    'Limits a label to forums and takes it off ideas elsewhere, at once. An empty list of forums lets it be used everywhere.',
  requires: canManageSettings,
  input: { label_id: required(idInput('Label.')), forum_ids: inForums },
  returns: { type: 'LabelForumChange' },
  shapes: [forumChange],
  run: async ({ label_id, forum_ids }, context) => {
    const { tx, subdomain_id, now } = context;
    if (forum_ids === undefined)
      throw badInput('forum_ids', 'The forum ids are required; an empty list means all forums.', {
        reason: 'required',
      });
    const { id } = await findLabel(context, label_id, 'label_id');
    const { count, suggestions } = await limitToForums(context, id, forum_ids);
    const row = await lockLabel(context, id, 'label_id');
    await tx
      .updateTable('labels')
      .set({ updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('label_forum_change', id, { forum_ids, unlinked_count: count });
    return { label_id: id, forum_ids, suggestions_to_unlink: suggestions, unlinked_count: count };
  },
});
