import type { AuditAction } from '../../../contract/audit.ts';
import { sql } from 'kysely';
import { parseDate } from '../../../contract/dates.ts';
import { graphqlLimits, textLimits } from '../../../contract/limits.ts';
import { defaultSubscription, IDEA_VIEW_KINDS, savedViewLimits } from '../../../contract/saved_views.ts';
import {
  LIFE_STATES,
  SHARED_STATES,
  VIEW_KINDS,
  VIEW_SUB_KINDS,
  type SharedState,
  type ViewKind,
} from '../../../contract/states.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { InputValues } from '../../core/inputs.ts';
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
import { refuseOutsiders } from '../account/team/outsiders.ts';
import { user } from '../account/user.ts';
import { savedView } from '../ideas/filters/saved_view.ts';
import type { SavedViewParams } from '../ideas/filters/saved_view_filter.ts';
import { notify } from '../notifications/notify.ts';
import { recordUndo, takeUndoOf } from '../undo/undo.ts';
import { countOf } from './counts.ts';
import {
  canKeepViews,
  isEditable,
  lockEditable,
  lockView,
  readView,
  tell,
  type ViewRow,
} from './held_view.ts';
import { ideasOf, inSuggestionIds, writeIdeas } from './list_ideas.ts';
import { ideasMadeOf, type MadeOf } from './made_of.ts';
import { checkParams, inParams, inSubscriptionParams } from './params.ts';
import { slotBegin, type Subscription } from './slots.ts';

const inName = singleLine('Name.', textLimits.nameCharacters);
const inCopyFrom = idInput('View whose params and ideas are taken over, where none are given.');
const inImpactReport = idInput(
  'Impact report that the list is made of: its ideas, or its list, are taken over, where none are given.',
);
const inThemeSet = idInput(
  'Theme report that the list is made of: its ideas are taken over, where none are given.',
);
const when = (what: string) => nullable(textInput(`${what}; kept among the filters of the view.`, 40));

const FURTHER = {
  sub_kind: enumInput(
    'filter: by params; manual: ideas chosen by hand. filter when not given.',
    VIEW_SUB_KINDS,
  ),
  state: enumInput('Archived ones are shown on demand alone.', LIFE_STATES),
  params: inParams,
  position: intInput("Place among the viewer's views.", { min: 1, max: 100_000 }),
  subscribed: booleanInput('The viewer gets it by email.'),
  subscription_params: inSubscriptionParams,
  copy_from: inCopyFrom,
  links: objectInput('SavedViewLinks', 'Records that the view takes up.', {
    copy_from: inCopyFrom,
    suggestions: inSuggestionIds,
    impact_report: inImpactReport,
    theme_set: inThemeSet,
  }),
  suggestion_ids: inSuggestionIds,
  impact_report_id: inImpactReport,
  theme_set_id: inThemeSet,
  shared_state: enumInput(
    'private: its owner alone; public: all admins. People are chosen by saved_view_share.',
    SHARED_STATES,
  ),
  updated_after: when('Ideas changed since'),
  updated_before: when('Ideas changed before'),
};
type Further = InputValues<typeof FURTHER>;

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

/** What a view holds, as the input says, the view that it is copied from, and what it was before. */
interface Content {
  kind: ViewKind;
  sub_kind: string;
  params: SavedViewParams;
  /** What it is made of; undefined: that stays. */
  made_of: MadeOf;
  /** Ideas of a list that is chosen by hand; undefined: they stay. */
  ideas: readonly string[] | undefined;
  /** Ideas that the params leave; null: they are chosen by hand, or it is of other records. */
  count: number | null;
}

/**
 * Reads what a view is to hold.
 * @param before as it was; null: it is new
 * @throws BAD_USER_INPUT for what does not go together, or cannot be read
 */
async function readContent(
  context: CommandContext,
  input: Further & { kind?: ViewKind | undefined },
  before: ViewRow | null,
): Promise<Content> {
  const made_of = {
    impact_report_id: input.impact_report_id ?? input.links?.impact_report,
    theme_set_id: input.theme_set_id ?? input.links?.theme_set,
  };
  const chosen = input.suggestion_ids ?? input.links?.suggestions;
  const made = await ideasMadeOf(context, made_of);
  const from =
    input.copy_from ?? input.links?.copy_from ?? (made !== null && 'view' in made ? made.view : undefined);
  const source = from === undefined ? null : await readView(context, from, 'copy_from');
  const ideas = chosen ?? (made !== null && 'ideas' in made ? made.ideas : undefined);
  const kind = input.kind ?? (before!.kind as ViewKind);
  const sub_kind =
    input.sub_kind ?? before?.sub_kind ?? source?.sub_kind ?? (ideas === undefined ? 'filter' : 'manual');
  if (sub_kind === 'manual' && !IDEA_VIEW_KINDS.includes(kind))
    throw badInput('sub_kind', 'Only ideas are chosen by hand.');
  if (sub_kind === 'filter' && ideas !== undefined)
    throw badInput(
      'suggestion_ids',
      'The ideas of this view follow from its params: its sub kind must be manual.',
    );
  const params = withTimes(
    input.params ?? ((source ?? before)?.params as SavedViewParams | undefined) ?? {},
    input,
  );
  checkParams(context.viewer, kind, params);
  // whom by name is said with saved_view_share; one that is shared so may be sent back as it is
  if (input.shared_state === 'shared' && (before === null || !(await isSharedByName(context, before))))
    throw badInput('shared_state', 'Choose the people with saved_view_share.');
  const isCopied = source?.sub_kind === 'manual' && sub_kind === 'manual';
  return {
    kind,
    sub_kind,
    params,
    made_of,
    ideas: ideas ?? (isCopied ? await ideasOf(context, source.id) : undefined),
    count: sub_kind === 'manual' ? null : await countOf(context, kind, params),
  };
}

/** Whether a view is shared with people by name, and not with all admins. */
async function isSharedByName({ tx, subdomain_id }: CommandContext, row: ViewRow): Promise<boolean> {
  if (row.is_public) return false;
  const one = await tx
    .selectFrom('saved_view_users')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('saved_view_id', '=', row.id)
    .where('is_shared', '=', true)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

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

/** Keeps the ideas of a list that is chosen by hand; one by filters has none. */
async function writeContent(
  context: CommandContext,
  id: string,
  { sub_kind, ideas }: Content,
): Promise<void> {
  if (sub_kind === 'filter') await writeIdeas(context, id, []);
  else if (ideas !== undefined) await writeIdeas(context, id, ideas);
}

export const savedViewCreate = defineCommand({
  name: 'saved_view_create',
  description: 'Keeps a list under a name, or makes a list of ideas.',
  requires: canKeepViews,
  input: {
    name: required(inName),
    kind: required(enumInput('What it is of.', VIEW_KINDS)),
    ...FURTHER,
  },
  returns: { entity: 'saved_view' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const content = await readContent(context, input, null);
    const { kind, sub_kind, params, made_of, count } = content;
    // after all that takes long: others who make a view wait from here to the commit
    await refuseTooMany(context);
    const row = await tx
      .insertInto('saved_views')
      .values({
        subdomain_id,
        name: input.name,
        kind,
        sub_kind,
        state: input.state ?? 'active',
        params: JSON.stringify(params),
        impact_report_id: made_of.impact_report_id ?? null,
        theme_set_id: made_of.theme_set_id ?? null,
        is_public: input.shared_state === 'public',
        owner_id: viewer.user_id!,
        suggestions_count: count,
        counted_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeContent(context, row.id, content);
    await writeOwn(context, row.id, input);
    await context.audit('saved_view_create', row.id, { name: input.name });
    await tell(context, [row.id]);
    return row.id;
  },
});

export const savedViewUpdate = defineCommand({
  name: 'saved_view_update',
  description:
    "Changes a view. position, subscribed and subscription_params are one's own, of any view that one sees; the rest takes an editable one.",
  requires: canKeepViews,
  input: {
    id: required(idInput('The view.')),
    name: inName,
    kind: enumInput('What it is of.', VIEW_KINDS),
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
    const content = await readContent(context, input, row);
    const { kind, sub_kind, params, made_of, count } = content;
    await tx
      .updateTable('saved_views')
      .set({
        name: input.name ?? row.name,
        kind,
        sub_kind,
        state: input.state ?? row.state,
        params: JSON.stringify(params),
        ...(made_of.impact_report_id === undefined ? {} : { impact_report_id: made_of.impact_report_id }),
        ...(made_of.theme_set_id === undefined ? {} : { theme_set_id: made_of.theme_set_id }),
        is_public: isPublic(input.shared_state, row.is_public),
        suggestions_count: count,
        counted_at: now,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    if (input.shared_state === 'private') await share(context, row, []);
    await writeContent(context, id, content);
    await writeOwn(context, id, input);
    await context.audit('saved_view_update', id, { name: input.name ?? row.name });
    await tell(context, [id]);
    return id;
  },
});

const isPublic = (state: SharedState | undefined, now: boolean): boolean =>
  state === undefined || state === 'shared' ? now : state === 'public';

/** Makes these the people that a view is shared with. @returns those who are new */
async function share(context: CommandContext, row: ViewRow, people: readonly string[]): Promise<string[]> {
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
      await refuseOutsiders(context, people);
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
async function remove(
  context: CommandContext,
  command: AuditAction,
  rows: readonly ViewRow[],
): Promise<void> {
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
    const rows: ViewRow[] = [];
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
    const { tx, subdomain_id, now } = context;
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
    if (!row || !isEditable(row, context)) throw notFound('id', 'view');
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
    // those that were put in an order before keep it behind these
    await sql`
update saved_view_users u set position = ${ids.length}::int + x.place from (
  select p.saved_view_id, row_number() over (order by p.position, p.saved_view_id) as place from saved_view_users p
  where p.subdomain_id = ${subdomain_id} and p.user_id = ${viewer.user_id} and p.position is not null and p.saved_view_id <> all(${ids}::bigint[])) x
where u.subdomain_id = ${subdomain_id} and u.user_id = ${viewer.user_id} and u.saved_view_id = x.saved_view_id`.execute(
      tx,
    );
    await sql`
insert into saved_view_users (subdomain_id, saved_view_id, user_id, position, created_at, updated_at)
select ${subdomain_id}, x.id, ${viewer.user_id}, x.place, ${now}, ${now} from unnest(${ids}::bigint[]) with ordinality as x (id, place)
on conflict (subdomain_id, saved_view_id, user_id) do update set position = excluded.position`.execute(tx);
    return ids;
  },
});
