import { sql, type Selectable } from 'kysely';
import { parseDate } from '../../../contract/dates.ts';
import { graphqlLimits, textLimits } from '../../../contract/limits.ts';
import { canUseConsole } from '../../../contract/permissions.ts';
import {
  defaultSubscription,
  IDEA_VIEW_KINDS,
  SAVED_VIEW_KINDS,
  SAVED_VIEW_STATES,
  SAVED_VIEW_SUB_KINDS,
  savedViewLimits,
  SHARED_STATES,
  type SavedViewKind,
  type SharedState,
} from '../../../contract/saved_views.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { InputValues } from '../../core/inputs.ts';
import { readRight } from '../../core/viewer.ts';
import {
  booleanInput,
  enumInput,
  idInput,
  idListInput,
  intInput,
  nullable,
  objectInput,
  required,
  singleLine,
  textInput,
} from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { publishLive } from '../../live/live.ts';
import type { SavedViewsTable } from '../../db/tables.ts';
import { user } from '../account/user.ts';
import { canManageSettings } from '../ideas/rights.ts';
import { savedView } from '../ideas/filters/saved_view.ts';
import type { SavedViewParams } from '../ideas/filters/saved_view_filter.ts';
import { selectIdeas, selectionInputs } from '../ideas/selection.ts';
import { CompiledQuery } from 'kysely';
import type { Statement } from '../../sql/writer.ts';
import { notify } from '../notifications/notify.ts';
import { recordUndo, takeUndoOf } from '../undo/undo.ts';
import { countView } from './counts.ts';
import { checkParams, inParams, inSubscriptionParams } from './params.ts';
import { slotBegin, type Subscription } from './slots.ts';

/** Who reads ideas keeps views of them. */
const canKeepViews = readRight('feedback');

type Row = Selectable<SavedViewsTable>;

const inName = singleLine('Name.', textLimits.nameCharacters);
const inSuggestionIds = idListInput(
  'Ideas of a list that is chosen by hand, in their order.',
  graphqlLimits.idsPerArgument,
);
const inCopyFrom = idInput('View whose params and ideas are taken over, where none are given.');
const when = (what: string) => nullable(textInput(`${what}; kept among the filters of the view.`, 40));

const FURTHER = {
  sub_kind: enumInput(
    'filter: by params; manual: ideas chosen by hand. filter when not given.',
    SAVED_VIEW_SUB_KINDS,
  ),
  state: enumInput('Archived ones are shown on demand alone.', SAVED_VIEW_STATES),
  params: inParams,
  position: intInput("Place among the viewer's views.", { min: 1, max: 100_000 }),
  subscribed: booleanInput('The viewer gets it by email.'),
  subscription_params: inSubscriptionParams,
  copy_from: inCopyFrom,
  links: objectInput('SavedViewLinks', 'Records that the view takes up.', {
    copy_from: inCopyFrom,
    suggestions: inSuggestionIds,
  }),
  suggestion_ids: inSuggestionIds,
  shared_state: enumInput(
    'private: its owner alone; public: all admins. People are chosen by saved_view_share.',
    SHARED_STATES,
  ),
  updated_after: when('Ideas changed since'),
  updated_before: when('Ideas changed before'),
};
type Further = InputValues<typeof FURTHER>;

/** Tells the open consoles that views changed; who may not see one gets nothing when they ask for it. */
function tell({ tx, subdomain_id }: CommandContext, ids: readonly string[]): Promise<void> {
  return publishLive(tx, {
    event: 'changed',
    entity: 'saved_view',
    ids: [...ids],
    subdomain_id,
    user_ids: null,
  });
}

/**
 * A view that the viewer may see, locked.
 * @throws BAD_USER_INPUT for one that is not there, for them
 */
async function lockView(context: CommandContext, id: string, field = 'id'): Promise<Row> {
  const { tx, subdomain_id, viewer } = context;
  const row = await tx
    .selectFrom('saved_views')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'view');
  if (row.owner_id === viewer.user_id || row.is_public || viewer.user_id === null) return row;
  const shared = await tx
    .selectFrom('saved_view_users')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('saved_view_id', '=', id)
    .where('user_id', '=', viewer.user_id)
    .where('is_shared', '=', true)
    .executeTakeFirst();
  if (!shared) throw notFound(field, 'view');
  return row;
}

const isEditable = (row: Row, { viewer }: CommandContext): boolean =>
  row.owner_id === viewer.user_id || (row.is_public && canManageSettings.allows(viewer));

/** @throws BAD_USER_INPUT for a view of somebody else (DEC-110) */
async function lockEditable(context: CommandContext, id: string, field = 'id'): Promise<Row> {
  const row = await lockView(context, id, field);
  if (!isEditable(row, context))
    throw badInput(
      field,
      `Only its owner can change the view "${row.name}". Save a view of your own instead.`,
      {
        reason: 'not_editable',
      },
    );
  return row;
}

/** A list whose ideas are chosen by hand. */
async function lockManual(context: CommandContext, id: string): Promise<Row> {
  const row = await lockEditable(context, id);
  if (row.sub_kind !== 'manual')
    throw badInput('id', 'The ideas of this list follow from its filters: change those instead.');
  return row;
}

async function touch({ tx, subdomain_id, now }: CommandContext, row: Row): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ updated_at: nextUpdatedAt(row, now) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', row.id)
    .execute();
}

/** Ideas of these that can be put into a list; the others are refused. */
async function readIdeas({ tx, subdomain_id }: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx
    .selectFrom('suggestions')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [...ids])
    .where('state', 'not in', ['deleted', 'merged', 'spam'])
    .execute();
  if (rows.length < ids.length) throw notFound('suggestion_ids', 'idea');
}

/** Puts ideas behind those of a list; those that are in it stay where they are. @returns how many came */
async function append(
  { tx, subdomain_id, now }: CommandContext,
  id: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ n: number }>`
insert into saved_view_suggestions (subdomain_id, saved_view_id, suggestion_id, position, created_at)
select ${subdomain_id}, ${id}, x.id, (select coalesce(max(m.position), 0) from saved_view_suggestions m where m.subdomain_id = ${subdomain_id} and m.saved_view_id = ${id}) + x.place, ${now}
from unnest(${[...ids]}::bigint[]) with ordinality as x (id, place)
on conflict (subdomain_id, saved_view_id, suggestion_id) do nothing returning 1 as n`.execute(tx);
  const { count } = await tx
    .selectFrom('saved_view_suggestions')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where('saved_view_id', '=', id)
    .executeTakeFirstOrThrow();
  if (Number(count) > savedViewLimits.ideas)
    throw badInput('ids', `A list holds at most ${savedViewLimits.ideas.toLocaleString('en')} ideas.`, {
      reason: 'too_many',
    });
  return rows.length;
}

/** What a view is to the viewer: their place for it, and their email. */
async function writeOwn(context: CommandContext, id: string, input: Further): Promise<void> {
  const { tx, subdomain_id, viewer, now } = context;
  if (
    input.position === undefined &&
    input.subscribed === undefined &&
    input.subscription_params === undefined
  )
    return;
  const before = await tx
    .selectFrom('saved_view_users')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('saved_view_id', '=', id)
    .where('user_id', '=', viewer.user_id!)
    .executeTakeFirst();
  const subscription: Subscription = {
    frequency:
      input.subscription_params?.frequency ??
      (before?.frequency as Subscription['frequency']) ??
      defaultSubscription.frequency,
    weekday: input.subscription_params?.weekday ?? before?.weekday ?? defaultSubscription.weekday,
    hour: input.subscription_params?.hour ?? before?.hour ?? defaultSubscription.hour,
  };
  const subscribed = input.subscribed ?? before?.subscribed ?? false;
  const isNew = subscribed && (before?.subscribed !== true || input.subscription_params !== undefined);
  const own = {
    ...subscription,
    subscribed,
    position: input.position ?? before?.position ?? null,
    // the first email comes with the next slot, and tells of what happened since now
    ...(isNew ? { sent_for: slotBegin(subscription, now) } : {}),
    ...(subscribed && before?.subscribed !== true ? { told_until: now, told_ids: null } : {}),
    updated_at: now,
  };
  await tx
    .insertInto('saved_view_users')
    .values({ subdomain_id, saved_view_id: id, user_id: viewer.user_id!, created_at: now, ...own })
    .onConflict((conflict) => conflict.columns(['subdomain_id', 'saved_view_id', 'user_id']).doUpdateSet(own))
    .execute();
}

/** Params with those times that are inputs of their own. */
function withTimes(params: SavedViewParams, input: Further): SavedViewParams {
  const filters: Record<string, unknown> = { ...params.filters };
  for (const name of ['updated_after', 'updated_before'] as const) {
    const value = input[name];
    if (value === undefined) continue;
    if (value === null || value === '') delete filters[name];
    else if (parseDate(value, new Date()) === null)
      throw badInput(
        name,
        `The ${name.replace('_', ' ')} is not a date. Use a form such as 2026-03-31 or 6_months_ago.`,
      );
    else filters[name] = value;
  }
  return Object.keys(filters).length === 0 && params.filters === undefined ? params : { ...params, filters };
}

const copied = (input: Further): string | undefined => input.copy_from ?? input.links?.copy_from;
const chosenIdeas = (input: Further): string[] | undefined =>
  input.suggestion_ids ?? input.links?.suggestions;

/** One at a time in a workspace, so that their number holds. */
async function refuseTooMany({ tx, subdomain_id }: CommandContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views ${subdomain_id}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= savedViewLimits.views)
    throw badInput(
      'name',
      `A workspace keeps at most ${savedViewLimits.views.toLocaleString('en')} views. Delete one that no one uses.`,
      { reason: 'too_many' },
    );
}

/** What a view holds: ideas by hand, or what its params leave. */
async function writeContent(
  context: CommandContext,
  row: { id: string; kind: string; sub_kind: string },
  ideas: readonly string[] | undefined,
): Promise<void> {
  const { tx, subdomain_id } = context;
  if (row.sub_kind === 'manual' && ideas !== undefined) {
    await readIdeas(context, ideas);
    await tx
      .deleteFrom('saved_view_suggestions')
      .where('subdomain_id', '=', subdomain_id)
      .where('saved_view_id', '=', row.id)
      .where('suggestion_id', 'not in', ideas.length > 0 ? [...ideas] : ['0'])
      .execute();
    await append(context, row.id, ideas);
    await order(context, row.id, ideas);
  }
  await countView(context, row.id);
}

/** Gives ideas of a list places in this order, from 1. */
async function order(
  { tx, subdomain_id }: CommandContext,
  id: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
update saved_view_suggestions m set position = x.place
from unnest(${[...ids]}::bigint[]) with ordinality as x (id, place)
where m.subdomain_id = ${subdomain_id} and m.saved_view_id = ${id} and m.suggestion_id = x.id and m.position <> x.place`.execute(
    tx,
  );
}

export const savedViewCreate = defineCommand({
  name: 'saved_view_create',
  description: 'Keeps a list under a name, or makes a list of ideas.',
  requires: canKeepViews,
  input: {
    name: required(inName),
    kind: required(enumInput('What it is of.', SAVED_VIEW_KINDS)),
    ...FURTHER,
  },
  returns: { entity: 'saved_view' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    await refuseTooMany(context);
    const from = copied(input);
    const source = from === undefined ? null : await lockView(context, from, 'copy_from');
    const kind = input.kind as SavedViewKind;
    const ideas = chosenIdeas(input);
    const sub_kind = input.sub_kind ?? source?.sub_kind ?? (ideas === undefined ? 'filter' : 'manual');
    if (sub_kind === 'manual' && !IDEA_VIEW_KINDS.includes(kind))
      throw badInput('sub_kind', 'Only ideas are chosen by hand.');
    if (sub_kind === 'filter' && ideas !== undefined)
      throw badInput(
        'suggestion_ids',
        'The ideas of this view follow from its params: its sub kind must be manual.',
      );
    const params = withTimes(input.params ?? (source?.params as SavedViewParams | undefined) ?? {}, input);
    checkParams(viewer, kind, params);
    if (input.shared_state === 'shared')
      throw badInput('shared_state', 'Choose the people with saved_view_share.');
    const row = await tx
      .insertInto('saved_views')
      .values({
        subdomain_id,
        name: input.name,
        kind,
        sub_kind,
        state: input.state ?? 'active',
        params: JSON.stringify(params),
        is_public: input.shared_state === 'public',
        owner_id: viewer.user_id!,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const taken =
      ideas ??
      (source?.sub_kind === 'manual' && sub_kind === 'manual'
        ? await ideasOf(context, source.id)
        : undefined);
    await writeContent(context, { id: row.id, kind, sub_kind }, taken);
    await writeOwn(context, row.id, input);
    await context.audit('saved_view_create', row.id, { name: input.name });
    await tell(context, [row.id]);
    return row.id;
  },
});

/** Ideas of a list that can still be put into one, in its order. */
async function ideasOf({ tx, subdomain_id }: CommandContext, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('saved_view_suggestions as m')
    .innerJoin('suggestions as s', (join) =>
      join.onRef('s.subdomain_id', '=', 'm.subdomain_id').onRef('s.id', '=', 'm.suggestion_id'),
    )
    .select('m.suggestion_id')
    .where('m.subdomain_id', '=', subdomain_id)
    .where('s.subdomain_id', '=', subdomain_id)
    .where('m.saved_view_id', '=', id)
    .where('s.state', 'not in', ['deleted', 'merged', 'spam'])
    .orderBy('m.position')
    .orderBy('m.suggestion_id')
    .execute();
  return rows.map((row) => row.suggestion_id);
}

export const savedViewUpdate = defineCommand({
  name: 'saved_view_update',
  description:
    "Changes a view. position, subscribed and subscription_params are one's own, of any view that one sees; the rest takes an editable one.",
  requires: canKeepViews,
  input: {
    id: required(idInput('The view.')),
    name: inName,
    kind: enumInput('What it is of.', SAVED_VIEW_KINDS),
    ...FURTHER,
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'saved_view' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { id, if_updated_at, position: _p, subscribed: _s, subscription_params: _sp, ...others } = input;
    const isOwn = Object.values(others).every((value) => value === undefined);
    if (isOwn) {
      await lockView(context, id);
      await writeOwn(context, id, input);
      return id;
    }
    const row = await lockEditable(context, id);
    await assertNotModified(if_updated_at, row, 'view', () =>
      readRecord(tx, viewer, savedView, [user], id, {
        id: true,
        name: true,
        state: true,
        params: true,
        shared_state: true,
        updated_at: true,
        created_by: { id: true, name: true },
      }),
    );
    if (input.name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    const from = copied(input);
    const source = from === undefined ? null : await lockView(context, from, 'copy_from');
    const kind = (input.kind ?? row.kind) as SavedViewKind;
    const sub_kind = input.sub_kind ?? row.sub_kind;
    const ideas = chosenIdeas(input);
    if (sub_kind === 'manual' && !IDEA_VIEW_KINDS.includes(kind))
      throw badInput('sub_kind', 'Only ideas are chosen by hand.');
    if (sub_kind === 'filter' && ideas !== undefined)
      throw badInput(
        'suggestion_ids',
        'The ideas of this view follow from its params: its sub kind must be manual.',
      );
    const params = withTimes(input.params ?? ((source ?? row).params as SavedViewParams), input);
    checkParams(viewer, kind, params);
    if (input.shared_state === 'shared' && row.is_public)
      throw badInput('shared_state', 'Choose the people with saved_view_share.');
    await tx
      .updateTable('saved_views')
      .set({
        name: input.name ?? row.name,
        kind,
        sub_kind,
        state: input.state ?? row.state,
        params: JSON.stringify(params),
        is_public: isPublic(input.shared_state, row.is_public),
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    if (input.shared_state === 'private') await share(context, row, []);
    const taken =
      ideas ??
      (source?.sub_kind === 'manual' && sub_kind === 'manual'
        ? await ideasOf(context, source.id)
        : undefined);
    await writeContent(context, { id, kind, sub_kind }, taken);
    await writeOwn(context, id, input);
    await context.audit('saved_view_update', id, { name: input.name ?? row.name });
    await tell(context, [id]);
    return id;
  },
});

const isPublic = (state: SharedState | undefined, now: boolean): boolean =>
  state === undefined || state === 'shared' ? now : state === 'public';

/** Makes these the people that a view is shared with. @returns those who are new */
async function share(context: CommandContext, row: Row, people: readonly string[]): Promise<string[]> {
  const { tx, subdomain_id, now } = context;
  const before = await tx
    .selectFrom('saved_view_users')
    .select(['user_id'])
    .where('subdomain_id', '=', subdomain_id)
    .where('saved_view_id', '=', row.id)
    .where('is_shared', '=', true)
    .execute();
  const known = new Set(before.map(({ user_id }) => user_id));
  const fresh = people.filter((person) => !known.has(person));
  await tx
    .updateTable('saved_view_users')
    .set({ is_shared: false, updated_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('saved_view_id', '=', row.id)
    .where('is_shared', '=', true)
    .where('user_id', 'not in', people.length > 0 ? [...people] : ['0'])
    .execute();
  if (fresh.length > 0)
    await tx
      .insertInto('saved_view_users')
      .values(
        fresh.map((user_id) => ({
          subdomain_id,
          saved_view_id: row.id,
          user_id,
          is_shared: true,
          created_at: now,
          updated_at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['subdomain_id', 'saved_view_id', 'user_id'])
          .doUpdateSet({ is_shared: true, updated_at: now }),
      )
      .execute();
  return fresh;
}

/** People who may open the console. @throws BAD_USER_INPUT for any other */
async function readPeople({ tx, subdomain_id }: CommandContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { core_access } = await tx
    .selectFrom('subdomains')
    .select('core_access')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'license_type', 'allowed_state', 'name', 'email_address'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [...ids])
    .execute();
  if (rows.length < ids.length) throw notFound('user_ids', 'person');
  const outside = rows.find(
    (row) =>
      row.allowed_state === 'blocked' || !canUseConsole({ license_type: row.license_type, core_access }),
  );
  if (outside)
    throw badInput(
      'user_ids',
      `${outside.name ?? outside.email_address ?? 'This person'} cannot open the console, so nothing can be shared with them.`,
      { reason: 'no_console' },
    );
}

export const savedViewShare = defineCommand({
  name: 'saved_view_share',
  description:
    'Shares a view: user_ids replaces the chosen people, is_public shows it to all admins (DEC-110).',
  requires: canKeepViews,
  input: {
    id: required(idInput('The view.')),
    user_ids: idListInput('People who may see it, all of them.', savedViewLimits.people),
    is_public: booleanInput('All admins of the workspace see it.'),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'saved_view' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await lockEditable(context, input.id);
    await assertNotModified(input.if_updated_at, row, 'view', () =>
      readRecord(tx, viewer, savedView, [], input.id, {
        id: true,
        name: true,
        shared_state: true,
        updated_at: true,
      }),
    );
    const people = input.user_ids?.filter((person) => person !== row.owner_id);
    if (people !== undefined) {
      await readPeople(context, people);
      const fresh = await share(context, row, people);
      await notify(context, {
        event: row.kind === 'suggestion_list' ? 'list_shared' : 'view_shared',
        user_ids: fresh,
        saved_view_id: row.id,
      });
    }
    await tx
      .updateTable('saved_views')
      .set({ is_public: input.is_public ?? row.is_public, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    await context.audit('saved_view_share', row.id, {
      name: row.name,
      ...(people === undefined ? {} : { people: people.length }),
      ...(input.is_public === undefined ? {} : { is_public: input.is_public }),
    });
    await tell(context, [row.id]);
    return row.id;
  },
});

/** Hides views until they are restored or forgotten. */
async function remove(context: CommandContext, command: string, rows: readonly Row[]): Promise<void> {
  const { tx, subdomain_id, now } = context;
  const ids = rows.map((row) => row.id);
  await recordUndo(
    context,
    command,
    ids.map((id) => ({ table: 'saved_views' as const, id, before: {}, after: {} })),
  );
  await tx
    .updateTable('saved_views')
    .set({ deleted_at: now, updated_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', ids)
    .execute();
  for (const row of rows) await context.audit(command, row.id, { name: row.name });
  await tell(context, ids);
}

export const savedViewDelete = defineCommand({
  name: 'saved_view_delete',
  description: 'Deletes a view or list; its ideas stay. Can be undone for 30 days with saved_view_restore.',
  requires: canKeepViews,
  input: { id: required(idInput('The view.')) },
  returns: { type: 'DeletedRecord!' },
  run: async ({ id }, context) => {
    await remove(context, 'saved_view_delete', [await lockEditable(context, id)]);
    return { id };
  },
});

export const savedViewBulkDelete = defineCommand({
  name: 'saved_view_bulk_delete',
  description:
    'Deletes several views or lists, all or none. Each can be undone for 30 days with saved_view_restore.',
  requires: canKeepViews,
  input: { ids: required(idListInput('The views.', graphqlLimits.idsPerArgument)) },
  returns: { type: '[DeletedRecord!]!' },
  run: async ({ ids }, context) => {
    const rows: Row[] = [];
    for (const id of ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)))
      rows.push(await lockEditable(context, id, 'ids'));
    await remove(context, 'saved_view_bulk_delete', rows);
    return ids.map((id) => ({ id }));
  },
});

export const savedViewRestore = defineCommand({
  name: 'saved_view_restore',
  description: 'Brings back a view or list that was deleted in the last 30 days, as it was.',
  requires: canKeepViews,
  input: { id: required(idInput('The view.')) },
  returns: { entity: 'saved_view' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    await takeUndoOf(context, ['saved_view_delete', 'saved_view_bulk_delete'], 'saved_views', id, 'view');
    const row = await tx
      .selectFrom('saved_views')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // what was never theirs to delete is not theirs to bring back
    if (!row || (row.owner_id !== viewer.user_id && !(row.is_public && canManageSettings.allows(viewer))))
      throw notFound('id', 'view');
    await refuseTooMany(context);
    await tx
      .updateTable('saved_views')
      .set({ deleted_at: null, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('saved_view_restore', id, { name: row.name });
    await tell(context, [id]);
    return id;
  },
});

export const savedViewReorder = defineCommand({
  name: 'saved_view_reorder',
  description:
    "Puts the viewer's views in this order; those that are not named follow. The order of others stays.",
  requires: canKeepViews,
  input: { ids: required(idListInput('Views in their order.', savedViewLimits.views)) },
  returns: { entities: 'saved_view' },
  run: async ({ ids }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { rows } = await sql<{ id: string }>`
select v.id::text as id from saved_views v where v.subdomain_id = ${subdomain_id} and v.id = any(${ids}::bigint[]) and v.deleted_at is null
  and (v.owner_id = ${viewer.user_id} or v.is_public or exists (select 1 from saved_view_users u where u.subdomain_id = ${subdomain_id} and u.saved_view_id = v.id and u.user_id = ${viewer.user_id} and u.is_shared))`.execute(
      tx,
    );
    if (rows.length < ids.length) throw notFound('ids', 'view');
    await tx
      .updateTable('saved_view_users')
      .set({ position: null })
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', viewer.user_id!)
      .where('position', 'is not', null)
      .where('saved_view_id', 'not in', ids)
      .execute();
    await sql`
insert into saved_view_users (subdomain_id, saved_view_id, user_id, position, created_at, updated_at)
select ${subdomain_id}, x.id, ${viewer.user_id}, x.place, ${now}, ${now} from unnest(${ids}::bigint[]) with ordinality as x (id, place)
on conflict (subdomain_id, saved_view_id, user_id) do update set position = excluded.position`.execute(tx);
    return ids;
  },
});

const added = 'Ideas come behind those that are there; those that are in it stay where they are.';

export const savedViewAddSuggestions = defineCommand({
  name: 'saved_view_add_suggestions',
  description: `Puts ideas into a list that is chosen by hand. ${added} It answers how many came.`,
  requires: canKeepViews,
  input: { id: required(idInput('The list.')), ...selectionInputs },
  returns: { type: 'Int!' },
  run: async (input, context) => {
    const { tx, viewer } = context;
    const row = await lockManual(context, input.id);
    const ids = await selectIdeas(viewer, input, reader(context));
    if (ids.length === 0) throw notFound('ids', 'idea');
    const live = await tx
      .selectFrom('suggestions')
      .select('id')
      .where('subdomain_id', '=', context.subdomain_id)
      .where('id', 'in', ids)
      .where('state', 'not in', ['deleted', 'merged', 'spam'])
      .execute();
    const there = new Set(live.map(({ id }) => id));
    const count = await append(
      context,
      row.id,
      ids.filter((id) => there.has(id)),
    );
    await touch(context, row);
    await context.audit('saved_view_add_suggestions', row.id, { name: row.name, ideas: count });
    await tell(context, [row.id]);
    return count;
  },
});

export const savedViewRemoveSuggestions = defineCommand({
  name: 'saved_view_remove_suggestions',
  description: 'Takes ideas out of a list that is chosen by hand. It answers how many went.',
  requires: canKeepViews,
  input: { id: required(idInput('The list.')), ...selectionInputs },
  returns: { type: 'Int!' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer } = context;
    const row = await lockManual(context, input.id);
    const ids = await selectIdeas(viewer, input, reader(context));
    const gone =
      ids.length === 0
        ? []
        : await tx
            .deleteFrom('saved_view_suggestions')
            .where('subdomain_id', '=', subdomain_id)
            .where('saved_view_id', '=', row.id)
            .where('suggestion_id', 'in', ids)
            .returning('suggestion_id')
            .execute();
    await touch(context, row);
    await context.audit('saved_view_remove_suggestions', row.id, { name: row.name, ideas: gone.length });
    await tell(context, [row.id]);
    return gone.length;
  },
});

export const savedViewMoveSuggestions = defineCommand({
  name: 'saved_view_move_suggestions',
  description: 'Moves ideas within a list that is chosen by hand: before one of it, or to its end.',
  requires: canKeepViews,
  input: {
    id: required(idInput('The list.')),
    suggestion_ids: required(inSuggestionIds),
    before: nullable(idInput('Idea of the list; null or not given: the end.')),
  },
  returns: { entity: 'saved_view' },
  run: async ({ id, suggestion_ids, before = null }, context) => {
    const { tx, subdomain_id } = context;
    const row = await lockManual(context, id);
    const held = await tx
      .selectFrom('saved_view_suggestions')
      .select('suggestion_id')
      .where('subdomain_id', '=', subdomain_id)
      .where('saved_view_id', '=', id)
      .orderBy('position')
      .orderBy('suggestion_id')
      .execute();
    const all = held.map(({ suggestion_id }) => suggestion_id);
    if (suggestion_ids.some((one) => !all.includes(one)))
      throw notFound('suggestion_ids', 'idea of the list');
    if (before !== null && (!all.includes(before) || suggestion_ids.includes(before)))
      throw notFound('before', 'idea of the list');
    const moved = new Set(suggestion_ids);
    const rest = all.filter((one) => !moved.has(one));
    const at = before === null ? rest.length : rest.indexOf(before);
    await order(context, id, [...rest.slice(0, at), ...suggestion_ids, ...rest.slice(at)]);
    await touch(context, row);
    await context.audit('saved_view_move_suggestions', id, { name: row.name, ideas: suggestion_ids.length });
    await tell(context, [id]);
    return id;
  },
});

function reader({ tx }: CommandContext): <R extends object>(statement: Statement) => Promise<R[]> {
  return async <R extends object>({ text, values }: Statement) =>
    (await tx.executeQuery<R>(CompiledQuery.raw(text, values))).rows;
}
