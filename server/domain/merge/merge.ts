import { escapeHtml } from '../../../contract/rich_text.ts';
import { sql, type Selectable } from 'kysely';
import { mergeLimits } from '../../../contract/limits.ts';
import { isTeamMember } from '../../../contract/permissions.ts';
import { CONSOLE_CHANNEL } from '../../../contract/states.ts';
import { nextUpdatedAt } from '../../listing/optimistic_lock.ts';
import { commandContext, defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { idInput, idListInput, required } from '../../inputs/kinds.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { writeRight } from '../../core/viewer.ts';
import type { SuggestionsTable } from '../../db/tables.ts';
import { Counters } from '../counters/counters.ts';
import { isVisibleComment } from '../counters/numbers.ts';
import { readContents } from '../ideas/content.ts';
import { firstOf, joinSupport, reverse, type Join, type Moved, type MovedSupport } from './ledger.ts';
import {
  countSupport,
  exactly,
  giveSupporters,
  sameDate,
  sameSupport,
  setSupporters,
  shareTakenVotes,
  supportersOf,
} from './vote_restore.ts';
import { recordUndo, type UndoChange } from '../undo/undo.ts';

/*
 * Merge and unmerge (DEC-121). The losing idea gets state merged and leads to the winner. Its supporters,
 * subscriptions, comments and feedback go over, people who are with both ideas count once; the winner gets
 * those of its labels that its forum allows, and its text as a comment of its author. What the team noted
 * about the losing idea (notes, flags, status updates, messages, custom fields, files of the idea itself)
 * stays there, where its feed can still be read.
 *
 * A merge can be reversed as long as both ideas are there. What has changed since stays: a record that was
 * linked elsewhere stays there, a vote that was taken away does not come back by it (it can be given back, then to
 * the idea that it was given to), one that was changed or given again stays with the winner, a text that was edited stays as a comment. Merges of one winner can be reversed in any
 * order; of a chain the last one first.
 */

type Idea = Selectable<SuggestionsTable>;

interface MovedSubscription {
  subscribed: boolean;
  created_at: string;
  updated_at: string;
}

interface MovedLabel {
  /** when it was put on the winner */
  created_at: string;
}

/** `suggestion_merges.moved`. */
interface MovedRecords {
  /** of the losing idea before */
  state: string;
  /** the winner's forum let one person give several votes */
  classic_voting: boolean;
  supporters: Moved<MovedSupport>[];
  subscriptions: Moved<MovedSubscription>[];
  labels: Moved<MovedLabel>[];
  /** features that the winner came to belong to; not given: a merge of before there were any */
  features?: string[];
  /** issues of the tracker that the winner came to be linked to; not given: a merge of before there were any */
  issues?: string[];
  comments: string[];
  feedback_records: string[];
  /** the losing idea's text as a comment of the winner */
  text: { comment_id: string; body: string };
}

interface Merge {
  id: string;
  winner_id: string;
  loser_id: string;
  moved: MovedRecords;
}

const byId = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : a === b ? 0 : 1);
/** States that an idea can be merged from, and into (a held one takes held ones only). */
const MERGEABLE = new Set(['published', 'approved', 'pending', 'closed']);

/** Merges ideas into another one (DEC-121). */
export const suggestionMerge = defineCommand({
  name: 'suggestion_merge',
  description:
    'Merges ideas into another one: their supporters (each counted once), subscriptions, comments and feedback go over, the labels that its forum allows are put on, their texts become comments. Answers the winner. suggestion_unmerge takes it back.',
  requires: writeRight('feedback'),
  input: {
    winner: required(idInput('Idea that stays.')),
    losers: required(idListInput('Ideas that are merged into it.', mergeLimits.ideasAtOnce)),
  },
  returns: { entity: 'suggestion' },
  activity: ['merge_created', 'comment_created'],
  run: async (input, context) => {
    const { tx, subdomain_id } = context;
    const losers = [...input.losers].sort(byId);
    if (losers.length === 0)
      throw badInput('losers', 'Choose at least one idea to merge.', { reason: 'required' });
    if (losers.includes(input.winner))
      throw badInput('losers', 'An idea cannot be merged into itself. Choose another one.');
    const counters = await lockForMerge(context, input.winner, losers);
    const rows = await tx
      .selectFrom('suggestions')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', 'in', [input.winner, ...losers])
      .where('state', '<>', 'deleted')
      .execute();
    const ideas = new Map(rows.map((row) => [row.id, row]));
    const winner = ideas.get(input.winner);
    if (!winner) throw notFound('winner', 'idea');
    if (losers.some((id) => !ideas.has(id))) throw notFound('losers', 'idea');
    refuseState('winner', winner);
    for (const id of losers) refuseState('losers', ideas.get(id)!);
    const open = losers.map((id) => ideas.get(id)!).find((loser) => loser.state !== 'pending');
    if (winner.state === 'pending' && open)
      throw badInput(
        'winner',
        `The idea “${winner.title}” waits for approval, “${open.title}” does not. Approve it first, or merge the other way round.`,
      );
    const classic_voting = await votesAddUp(context, winner);

    for (const id of losers) await mergeOne(context, counters, winner, ideas.get(id)!, classic_voting);
    await tx
      .updateTable('suggestions')
      .set({ updated_at: nextUpdatedAt(winner, context.now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', winner.id)
      .execute();
    await recordUndo(
      context,
      'suggestion_merge',
      losers.map((id) => ({
        table: 'suggestions',
        id,
        before: { state: ideas.get(id)!.state, merged_into_id: null },
        after: { state: 'merged', merged_into_id: winner.id },
      })),
    );
    await context.audit('suggestion_merge', winner.id, { losers });
    await counters.write();
    return winner.id;
  },
});

/**
 * Merges ideas as an import finds them merged at its source, with everything that takes such a merge apart again.
 * Those that cannot be merged (gone, spam, merged already, a winner that waits for approval) are left as they are.
 * Numbers are not kept here: the import counts what it touched.
 *
 * @returns the losing ideas that were merged
 * @throws BAD_USER_INPUT, reason busy: someone changes a comment of these ideas at this moment, trying again helps
 */
export async function mergeAsAtSource(
  scope: Scope,
  tx: Tx,
  winner_id: string,
  loser_ids: readonly string[],
): Promise<string[]> {
  const context = commandContext(suggestionMerge, scope, tx);
  const { subdomain_id } = context;
  const losers = [...loser_ids].sort(byId);
  const counters = await lockForMerge(context, winner_id, losers);
  const rows = await tx
    .selectFrom('suggestions')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [winner_id, ...losers])
    .where('state', 'in', [...MERGEABLE])
    .execute();
  const winner = rows.find(({ id }) => id === winner_id);
  const fitting = rows
    .filter(({ id, state }) => id !== winner_id && (winner?.state !== 'pending' || state === 'pending'))
    .sort((a, b) => byId(a.id, b.id));
  if (!winner || fitting.length === 0) return [];
  const classic_voting = await votesAddUp(context, winner);
  for (const loser of fitting) await mergeOne(context, counters, winner, loser, classic_voting);
  return fitting.map(({ id }) => id);
}

/** Does the winner's forum let one person give several votes? */
async function votesAddUp({ tx, subdomain_id }: CommandContext, winner: Idea): Promise<boolean> {
  return (
    await tx
      .selectFrom('forums')
      .select('classic_voting')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', winner.forum_id)
      .executeTakeFirstOrThrow()
  ).classic_voting;
}

function refuseState(field: string, idea: Idea): void {
  if (idea.state === 'merged')
    throw badInput(
      field,
      `The idea “${idea.title}” was merged into another one already. Choose that one, or undo that merge first.`,
      { reason: 'merged' },
    );
  if (!MERGEABLE.has(idea.state))
    throw badInput(field, `The idea “${idea.title}” is marked as spam and cannot be merged.`);
}

/**
 * Locks the records of the losing ideas and then the ideas, as everyone does. A record that was added
 * while the ideas were waited for is locked then, unless someone holds it, who may wait for the ideas themselves.
 * @throws BAD_USER_INPUT in that rare case: trying again helps
 */
async function lockForMerge(
  context: CommandContext,
  winner: string,
  losers: readonly string[],
): Promise<Counters> {
  const { tx, subdomain_id, now } = context;
  const list = [...losers];
  const records = (table: 'comments' | 'feedback_records', lock: string) =>
    sql<{
      id: string;
    }>`select r.id from ${sql.table(table)} r where r.subdomain_id = ${subdomain_id} and r.suggestion_id = any(${list}::bigint[]) order by r.id ${sql.raw(lock)}`.execute(
      tx,
    );
  for (const table of ['comments', 'feedback_records'] as const) await records(table, 'for no key update');
  const counters = new Counters(tx, subdomain_id, now);
  await counters.watch([winner, ...losers]);
  for (const table of ['comments', 'feedback_records'] as const) {
    const [locked, there] = [await records(table, 'for no key update skip locked'), await records(table, '')];
    if (locked.rows.length < there.rows.length)
      throw badInput(
        'losers',
        'Someone is changing a comment or feedback of these ideas right now. Try again.',
        { reason: 'busy', httpStatus: 409 },
      );
  }
  return counters;
}

async function mergeOne(
  context: CommandContext,
  counters: Counters,
  winner: Idea,
  loser: Idea,
  isClassic: boolean,
): Promise<void> {
  const { tx, subdomain_id, now } = context;
  const supporters = await moveSupporters(context, counters, winner.id, loser.id, joinSupport(isClassic));
  const subscriptions = await moveSubscriptions(context, winner.id, loser.id);
  const labels = await copyLabels(context, winner, loser.id);
  const features = await copyLinks(context, FEATURES, winner.id, loser.id);
  for (const id of features) counters.featureLinked(id);
  const issues = await copyLinks(context, ISSUES, winner.id, loser.id);
  const comments = await moveComments(context, counters, loser.id, winner.id, null);
  const feedback_records = await moveFeedback(context, counters, loser.id, winner.id, null);
  await moveActivity(context, loser.id, winner.id, comments, feedback_records);
  const text = await writeText(context, counters, winner.id, loser);

  await tx
    .updateTable('suggestions')
    .set({ state: 'merged', merged_into_id: winner.id, updated_at: nextUpdatedAt(loser, now) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', loser.id)
    .execute();
  const moved: MovedRecords = {
    state: loser.state,
    classic_voting: isClassic,
    supporters,
    subscriptions,
    labels,
    features,
    issues,
    comments,
    feedback_records,
    text,
  };
  await tx
    .insertInto('suggestion_merges')
    .values({
      subdomain_id,
      winner_id: winner.id,
      loser_id: loser.id,
      user_id: context.viewer.user_id,
      moved: JSON.stringify(moved),
      created_at: now,
    })
    .execute();
  await setCandidate(context, winner.id, loser.id, 'open', 'merged');
  await context.activity({
    kind: 'merge_created',
    suggestion_id: winner.id,
    related_suggestion_id: loser.id,
    details: { role: 'winner', title: loser.title },
  });
  await context.activity({
    kind: 'merge_created',
    suggestion_id: loser.id,
    related_suggestion_id: winner.id,
    details: { role: 'loser', title: winner.title },
  });
}

/** Rows for a statement that writes many. */
const recordset = (rows: readonly object[]) => JSON.stringify(rows);

async function moveSupporters(
  context: CommandContext,
  counters: Counters,
  winner: string,
  loser: string,
  join: Join<MovedSupport>,
): Promise<Moved<MovedSupport>[]> {
  const { tx, subdomain_id } = context;
  const theirs = await supportersOf(context, loser, null);
  const people = [...theirs.keys()];
  if (people.length === 0) return [];
  const own = await supportersOf(context, winner, people);
  const moved = people.map((key): Moved<MovedSupport> => ({
    key,
    row: theirs.get(key)!,
    before: own.get(key) ?? null,
  }));
  await tx
    .deleteFrom('supporters')
    .where('subdomain_id', '=', subdomain_id)
    .where('suggestion_id', '=', loser)
    .execute();
  const set: SupporterRow[] = [];
  for (const { key, row, before } of moved) {
    countSupport(counters, loser, key, row, -1);
    const after = join(before, row);
    if (before !== null && sameSupport(before, after)) continue;
    if (before !== null) countSupport(counters, winner, key, before, -1);
    countSupport(counters, winner, key, after, 1);
    set.push({ user_id: key, ...after });
  }
  await setSupporters(context, winner, set);
  return moved;
}

interface SupporterRow extends MovedSupport {
  user_id: string;
}

interface SubscriptionRow extends MovedSubscription {
  user_id: string;
}

async function subscriptionsOf(
  { tx, subdomain_id }: CommandContext,
  idea: string,
  people: readonly string[] | null,
): Promise<Map<string, MovedSubscription>> {
  const { rows } = await sql<SubscriptionRow>`
select x.user_id::text as user_id, x.subscribed, ${exactly('x.created_at')} as created_at, ${exactly('x.updated_at')} as updated_at
from subscriptions x where x.subdomain_id = ${subdomain_id} and x.suggestion_id = ${idea} ${people === null ? sql`` : sql`and x.user_id = any(${[...people]}::bigint[])`}`.execute(
    tx,
  );
  return new Map(rows.map(({ user_id, ...row }) => [user_id, row]));
}

/** Writes subscriptions that are not there. */
async function addSubscriptions(
  { tx, subdomain_id }: CommandContext,
  idea: string,
  rows: readonly SubscriptionRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
insert into subscriptions as x (subdomain_id, suggestion_id, user_id, subscribed, created_at, updated_at)
select ${subdomain_id}::bigint, ${idea}::bigint, d.user_id, d.subscribed, d.created_at, d.updated_at
from jsonb_to_recordset(${recordset(rows)}::jsonb) as d (user_id bigint, subscribed boolean, created_at timestamptz, updated_at timestamptz)
order by d.user_id
on conflict (subdomain_id, suggestion_id, user_id) do nothing`.execute(tx);
}

async function removeSubscriptions(
  { tx, subdomain_id }: CommandContext,
  idea: string,
  people: readonly string[],
): Promise<void> {
  if (people.length > 0)
    await sql`delete from subscriptions x where x.subdomain_id = ${subdomain_id} and x.suggestion_id = ${idea} and x.user_id = any(${[...people]}::bigint[])`.execute(
      tx,
    );
}

const sameSubscription = (one: MovedSubscription, other: MovedSubscription): boolean =>
  one.subscribed === other.subscribed && one.updated_at === other.updated_at;

async function moveSubscriptions(
  context: CommandContext,
  winner: string,
  loser: string,
): Promise<Moved<MovedSubscription>[]> {
  const theirs = await subscriptionsOf(context, loser, null);
  const people = [...theirs.keys()];
  if (people.length === 0) return [];
  const own = await subscriptionsOf(context, winner, people);
  await removeSubscriptions(context, loser, people);
  await addSubscriptions(
    context,
    winner,
    people.filter((key) => !own.has(key)).map((key) => ({ user_id: key, ...theirs.get(key)! })),
  );
  return people.map((key) => ({ key, row: theirs.get(key)!, before: own.get(key) ?? null }));
}

/** What an idea is linked to: the table of the links, its column, and the name in `MovedRecords`. */
interface Links {
  table: 'feature_suggestions' | 'suggestion_tracker_issues';
  column: 'feature_id' | 'issue_id';
  moved: 'features' | 'issues';
}
const FEATURES: Links = { table: 'feature_suggestions', column: 'feature_id', moved: 'features' };
const ISSUES: Links = { table: 'suggestion_tracker_issues', column: 'issue_id', moved: 'issues' };

/**
 * Links the winner to the features or issues of the loser, which keeps its own links: they count no more while it is merged.
 * @returns those that the winner was not linked to before
 */
async function copyLinks(
  { tx, subdomain_id, viewer, now }: CommandContext,
  links: Links,
  winner: string,
  loser: string,
): Promise<string[]> {
  const [table, column] = [sql.table(links.table), sql.ref(links.column)];
  const { rows } = await sql<{ id: string }>`
insert into ${table} (subdomain_id, ${column}, suggestion_id, user_id, created_at)
select ${subdomain_id}::bigint, l.${column}, ${winner}::bigint, ${viewer.user_id}::bigint, ${now}::timestamptz from ${table} l
where l.subdomain_id = ${subdomain_id} and l.suggestion_id = ${loser}
on conflict (subdomain_id, suggestion_id, ${column}) do nothing returning ${column}::text as id`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Takes the links from the winner that a merge brought it and no other one does. To be called when the merge is noted as reversed.
 * @returns the features or issues
 */
async function returnLinks(
  { tx, subdomain_id }: CommandContext,
  links: Links,
  { winner_id, loser_id }: Merge,
): Promise<string[]> {
  const [table, column] = [sql.table(links.table), sql.ref(links.column)];
  const { rows } = await sql<{ id: string }>`
delete from ${table} l where l.subdomain_id = ${subdomain_id} and l.suggestion_id = ${winner_id}
  and l.${column} in (select o.${column} from ${table} o where o.subdomain_id = ${subdomain_id} and o.suggestion_id = ${loser_id})
  and exists (select 1 from suggestion_merges b where b.subdomain_id = ${subdomain_id} and b.winner_id = l.suggestion_id and b.moved -> ${sql.lit(links.moved)} ? l.${column}::text)
  and not exists (select 1 from suggestion_merges m join ${table} o on o.subdomain_id = ${subdomain_id} and o.suggestion_id = m.loser_id and o.${column} = l.${column}
    where m.subdomain_id = ${subdomain_id} and m.winner_id = l.suggestion_id and m.reversed_at is null)
returning l.${column}::text as id`.execute(tx);
  return rows.map((row) => row.id);
}

async function labelsOf(
  { tx, subdomain_id }: CommandContext,
  idea: string,
): Promise<Map<string, MovedLabel>> {
  const { rows } = await sql<{ label_id: string; created_at: string }>`
select x.label_id::text as label_id, ${exactly('x.created_at')} as created_at from suggestion_labels x where x.subdomain_id = ${subdomain_id} and x.suggestion_id = ${idea}`.execute(
    tx,
  );
  return new Map(rows.map(({ label_id, created_at }) => [label_id, { created_at }]));
}

async function setLabels(
  { tx, subdomain_id }: CommandContext,
  idea: string,
  rows: readonly { label_id: string; created_at: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
insert into suggestion_labels as x (subdomain_id, suggestion_id, label_id, created_at)
select ${subdomain_id}::bigint, ${idea}::bigint, d.label_id, d.created_at
from jsonb_to_recordset(${recordset(rows)}::jsonb) as d (label_id bigint, created_at timestamptz) order by d.label_id
on conflict (subdomain_id, suggestion_id, label_id) do update set created_at = excluded.created_at`.execute(
    tx,
  );
}

/** Puts the loser's labels on the winner, but for those of other forums. The loser keeps its own. */
async function copyLabels(
  context: CommandContext,
  winner: Idea,
  loser: string,
): Promise<Moved<MovedLabel>[]> {
  const { tx, subdomain_id, now } = context;
  const theirs = [...(await labelsOf(context, loser)).keys()];
  if (theirs.length === 0) return [];
  const limits = await tx
    .selectFrom('label_forums')
    .select(['label_id', 'forum_id'])
    .where('subdomain_id', '=', subdomain_id)
    .where('label_id', 'in', theirs)
    .execute();
  const own = await labelsOf(context, winner.id);
  const allowed = theirs.filter((id) => {
    const forums = limits.filter((limit) => limit.label_id === id);
    return forums.length === 0 || forums.some((limit) => limit.forum_id === winner.forum_id);
  });
  const created_at = `${now.toISOString().slice(0, -1)}000Z`;
  await setLabels(
    context,
    winner.id,
    allowed.filter((id) => !own.has(id)).map((label_id) => ({ label_id, created_at })),
  );
  return allowed.map((key) => ({ key, row: { created_at }, before: own.get(key) ?? null }));
}

/** Moves comments, hidden ones too. @param ids null: all that the idea has @returns their ids */
async function moveComments(
  { tx, subdomain_id, now }: CommandContext,
  counters: Counters,
  from: string,
  to: string,
  ids: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: string; is_admin_comment: boolean; created_at: Date }>`
update comments c set suggestion_id = ${to}::bigint, updated_at = greatest(${now}::timestamptz, c.updated_at + interval '1 millisecond')
where c.subdomain_id = ${subdomain_id} and c.suggestion_id = ${from} ${ids === null ? sql`` : sql`and c.id = any(${[...ids]}::bigint[])`}
returning c.id::text as id, c.state, c.is_admin_comment, c.created_at`.execute(tx);
  for (const row of rows.filter((comment) => isVisibleComment(comment.state))) {
    counters.commentRemoved({ ...row, suggestion_id: from });
    counters.commentAdded({ ...row, suggestion_id: to });
  }
  return rows.map((row) => row.id);
}

/** Moves feedback records, deleted ones too. @param ids null: all that the idea has @returns their ids */
async function moveFeedback(
  { tx, subdomain_id, now }: CommandContext,
  counters: Counters,
  from: string,
  to: string,
  ids: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: string; user_id: string | null; created_at: Date }>`
update feedback_records f set suggestion_id = ${to}::bigint, updated_at = greatest(${now}::timestamptz, f.updated_at + interval '1 millisecond')
where f.subdomain_id = ${subdomain_id} and f.suggestion_id = ${from} ${ids === null ? sql`` : sql`and f.id = any(${[...ids]}::bigint[])`}
returning f.id::text as id, f.state, f.user_id::text as user_id, f.created_at`.execute(tx);
  for (const { state, user_id, created_at } of rows) {
    if (state !== 'active') continue;
    counters.feedbackRemoved({ suggestion_id: from, user_id, created_at });
    counters.feedbackAdded({ suggestion_id: to, user_id, created_at });
  }
  return rows.map((row) => row.id);
}

/** The lines of the feed go with the records that they tell of. */
async function moveActivity(
  { tx, subdomain_id }: CommandContext,
  from: string,
  to: string,
  comments: readonly string[],
  feedback: readonly string[],
): Promise<void> {
  if (comments.length > 0)
    await sql`update activity_entries a set suggestion_id = ${to}::bigint where a.subdomain_id = ${subdomain_id} and a.suggestion_id = ${from} and a.comment_id = any(${[...comments]}::bigint[])`.execute(
      tx,
    );
  if (feedback.length > 0)
    await sql`update activity_entries a set suggestion_id = ${to}::bigint where a.subdomain_id = ${subdomain_id} and a.suggestion_id = ${from} and a.feedback_record_id = any(${[...feedback]}::bigint[])`.execute(
      tx,
    );
}

/** The losing idea's text, as its author's comment on the winner, with the idea's date. A held idea's text is held. */
async function writeText(
  context: CommandContext,
  counters: Counters,
  winner: string,
  loser: Idea,
): Promise<MovedRecords['text']> {
  const { tx, subdomain_id, now } = context;
  const contents = await readContents(tx, subdomain_id, loser.id);
  const isHtml = contents.body_mime_type === 'text/html';
  const title = isHtml ? `<p><strong>${escapeHtml(loser.title)}</strong></p>` : loser.title;
  const body =
    contents.body === null ? title : isHtml ? `${title}${contents.body}` : `${title}\n\n${contents.body}`;
  const author =
    loser.creator_id === null
      ? null
      : await tx
          .selectFrom('users')
          .select('license_type')
          .where('subdomain_id', '=', subdomain_id)
          .where('id', '=', loser.creator_id)
          .executeTakeFirst();
  const state = loser.state === 'pending' ? 'pending' : 'approved';
  const row = {
    suggestion_id: winner,
    is_admin_comment: author ? isTeamMember(author.license_type) : false,
    created_at: loser.created_at,
  };
  const { id } = await tx
    .insertInto('comments')
    .values({
      subdomain_id,
      ...row,
      body,
      body_mime_type: contents.body_mime_type,
      creator_id: loser.creator_id,
      state,
      channel: loser.channel || CONSOLE_CHANNEL,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await context.activity({
    kind: 'comment_created',
    suggestion_id: winner,
    comment_id: id,
    user_id: loser.creator_id,
    created_at: loser.created_at,
  });
  if (isVisibleComment(state)) counters.commentAdded(row);
  return { comment_id: id, body };
}

/** A suggestion to merge two ideas goes from one state to another, when there is one. */
async function setCandidate(
  { tx, subdomain_id, now }: CommandContext,
  one: string,
  other: string,
  from: string,
  to: string,
): Promise<void> {
  const [first, second] = [one, other].sort(byId) as [string, string];
  await tx
    .updateTable('merge_candidates')
    .set({ state: to, updated_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('suggestion_id', '=', first)
    .where('other_suggestion_id', '=', second)
    .where('state', '=', from)
    .execute();
}

/** Reverses merges (DEC-121). */
export const suggestionUnmerge = defineCommand({
  name: 'suggestion_unmerge',
  description:
    'Reverses the merge of ideas: what they brought to the winner comes back to them, but for what has changed since. Answers the ideas. Possible as long as both ideas are there.',
  requires: writeRight('feedback'),
  input: { ids: required(idListInput('Ideas that were merged.', mergeLimits.ideasAtOnce)) },
  returns: { entities: 'suggestion' },
  activity: ['merge_reversed'],
  run: async ({ ids }, context) => {
    if (ids.length === 0) throw badInput('ids', 'Choose at least one merged idea.', { reason: 'required' });
    await forgetUndoOfMerges(context, ids);
    const counters = await unmerge(context, ids, 'ids');
    await context.audit('suggestion_unmerge', null, { ids });
    await counters.write();
    return ids;
  },
});

/** A merge that is reversed by its ideas can no longer be undone from the list of actions. Called first, as entries of undo are locked first. */
async function forgetUndoOfMerges(
  { tx, subdomain_id, now }: CommandContext,
  ids: readonly string[],
): Promise<void> {
  await sql`
update undo_entries u set undone_at = ${now}::timestamptz
where u.subdomain_id = ${subdomain_id} and u.command = 'suggestion_merge' and u.undone_at is null
  and not exists (select 1 from jsonb_array_elements(u.changes) as e where not (e ->> 'id' = any(${[...ids]}::text[])))`.execute(
    tx,
  );
}

/**
 * Reverses the merges of ideas, the newest first, in a command that declares the activity `merge_reversed`.
 * @param field input that names the ideas
 * @returns the counters, to be written last
 * @throws BAD_USER_INPUT when an idea is not merged, or its merge cannot be reversed
 */
export async function unmerge(
  context: CommandContext,
  ids: readonly string[],
  field: string,
): Promise<Counters> {
  const { tx, subdomain_id, now } = context;
  const openMerges = async (): Promise<Merge[]> => {
    const rows = await tx
      .selectFrom('suggestion_merges')
      .select(['id', 'winner_id', 'loser_id', 'moved'])
      .where('subdomain_id', '=', subdomain_id)
      .where('loser_id', 'in', [...ids])
      .where('reversed_at', 'is', null)
      .execute();
    return rows.map((row) => ({ ...row, moved: row.moved as unknown as MovedRecords }));
  };
  const found = await openMerges();
  const records = (list: (moved: MovedRecords) => string[]): string[] =>
    found.flatMap(({ moved }) => list(moved));
  const comments = records((moved) => [...moved.comments, moved.text.comment_id]);
  const feedback = records((moved) => moved.feedback_records);
  if (comments.length > 0)
    await sql`select c.id from comments c where c.subdomain_id = ${subdomain_id} and c.id = any(${comments}::bigint[]) order by c.id for no key update`.execute(
      tx,
    );
  if (feedback.length > 0)
    await sql`select f.id from feedback_records f where f.subdomain_id = ${subdomain_id} and f.id = any(${feedback}::bigint[]) order by f.id for no key update`.execute(
      tx,
    );
  const counters = new Counters(tx, subdomain_id, now);
  await counters.watch([...new Set([...ids, ...found.map((merge) => merge.winner_id)])]);

  // a merge that was reversed meanwhile is gone now; one that was made meanwhile is left alone, its records are not locked
  const known = new Set(found.map((merge) => merge.id));
  const merges = (await openMerges()).filter((merge) => known.has(merge.id)).sort((a, b) => byId(b.id, a.id));
  const rows = await tx
    .selectFrom('suggestions')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', [...ids, ...merges.map((merge) => merge.winner_id)])
    .execute();
  const ideas = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const idea = ideas.get(id);
    if (!idea || idea.state === 'deleted') throw notFound(field, 'idea');
    if (idea.state !== 'merged')
      throw badInput(field, `The idea “${idea.title}” is not merged.`, { reason: 'not_merged' });
    if (!merges.some((merge) => merge.loser_id === id))
      throw badInput(
        field,
        `The merge of “${idea.title}” can no longer be undone: what it moved is not known.`,
        { reason: 'unmergeable' },
      );
  }
  for (const merge of merges) {
    const winner = ideas.get(merge.winner_id)!;
    const loser = ideas.get(merge.loser_id)!;
    if (winner.state === 'deleted')
      throw badInput(
        field,
        `The idea “${winner.title}”, which “${loser.title}” was merged into, was deleted. Restore it first.`,
        { reason: 'unmergeable' },
      );
    if (winner.state === 'merged')
      throw badInput(
        field,
        `The idea “${winner.title}”, which “${loser.title}” was merged into, was merged into another one itself. Undo that merge first.`,
        { reason: 'chain' },
      );
    await unmergeOne(context, counters, merge, winner, loser);
    // in a chain the next older merge finds this one reversed
    loser.state = merge.moved.state;
  }
  return counters;
}

/**
 * Takes a merge back that bulk_undo names: of its ideas those that are still merged there.
 * @returns null when the changes are of no merge
 */
export async function takeMergesBack(
  context: CommandContext,
  changes: readonly UndoChange[],
): Promise<{ changed_count: number; skipped_count: number } | null> {
  const isMerge = (change: UndoChange): boolean => 'merged_into_id' in change.before;
  if (!changes.some(isMerge)) return null;
  const { tx, subdomain_id } = context;
  const rows = await tx
    .selectFrom('suggestions')
    .select(['id', 'merged_into_id'])
    .where('subdomain_id', '=', subdomain_id)
    .where(
      'id',
      'in',
      changes.map((change) => change.id),
    )
    .where('state', '=', 'merged')
    .execute();
  const ids = rows
    .filter((row) =>
      changes.some(
        (change) =>
          change.id === row.id &&
          (change.after as { merged_into_id: string }).merged_into_id === row.merged_into_id,
      ),
    )
    .map((row) => row.id);
  if (ids.length > 0) {
    const counters = await unmerge(context, ids, 'id');
    await context.audit('suggestion_unmerge', null, { ids });
    await counters.write();
  }
  return { changed_count: ids.length, skipped_count: changes.length - ids.length };
}

async function unmergeOne(
  context: CommandContext,
  counters: Counters,
  merge: Merge,
  winner: Idea,
  loser: Idea,
): Promise<void> {
  const { tx, subdomain_id, now } = context;
  const { moved } = merge;
  const rows = await tx
    .selectFrom('suggestion_merges')
    .select(['id', 'moved'])
    .where('subdomain_id', '=', subdomain_id)
    .where('winner_id', '=', winner.id)
    .where('reversed_at', 'is', null)
    .where('id', '>', merge.id)
    .orderBy('id')
    .execute();
  const later = rows.map((row) => ({
    id: row.id,
    moved: row.moved as unknown as MovedRecords,
    text: JSON.stringify(row.moved),
  }));

  await returnSupporters(context, counters, moved, later, winner.id, loser.id);
  await returnSubscriptions(context, moved, later, winner.id, loser.id);
  await returnLabels(context, moved, later, winner.id);
  const comments = await moveComments(context, counters, winner.id, loser.id, moved.comments);
  const feedback = await moveFeedback(context, counters, winner.id, loser.id, moved.feedback_records);
  await moveActivity(context, winner.id, loser.id, comments, feedback);
  await removeText(context, counters, moved.text, winner.id);
  for (const { id, moved: corrected, text } of later) {
    const json = JSON.stringify(corrected);
    if (json !== text)
      await tx
        .updateTable('suggestion_merges')
        .set({ moved: json })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute();
  }

  await tx
    .updateTable('suggestions')
    .set({ state: moved.state, merged_into_id: null, updated_at: nextUpdatedAt(loser, now) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', loser.id)
    .execute();
  await tx
    .updateTable('suggestions')
    .set({ updated_at: nextUpdatedAt(winner, now) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', winner.id)
    .execute();
  await tx
    .updateTable('suggestion_merges')
    .set({ reversed_at: now, reversed_by_id: context.viewer.user_id })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', merge.id)
    .execute();
  for (const id of await returnLinks(context, FEATURES, merge)) counters.featureLinked(id);
  await returnLinks(context, ISSUES, merge);
  await setCandidate(context, winner.id, loser.id, 'merged', 'open');
  await context.activity({
    kind: 'merge_reversed',
    suggestion_id: winner.id,
    related_suggestion_id: loser.id,
    details: { role: 'winner', title: loser.title },
  });
  await context.activity({
    kind: 'merge_reversed',
    suggestion_id: loser.id,
    related_suggestion_id: winner.id,
    details: { role: 'loser', title: winner.title },
  });
}

type Later = readonly { moved: MovedRecords }[];

async function returnSupporters(
  context: CommandContext,
  counters: Counters,
  moved: MovedRecords,
  later: Later,
  winner: string,
  loser: string,
): Promise<void> {
  const people = moved.supporters.map((one) => one.key);
  if (people.length === 0) return;
  const current = await supportersOf(context, winner, people);
  const chain = later.map((merge) => ({
    moved: merge.moved.supporters,
    join: joinSupport(merge.moved.classic_voting),
  }));
  const reversals = reverse(moved.supporters, joinSupport(moved.classic_voting), chain, current, {
    isSame: sameSupport,
    isOneRow: sameDate,
  });
  const set: SupporterRow[] = [];
  const dropped: string[] = [];
  for (const { key, outcome, left } of reversals) {
    const present = current.get(key);
    if (outcome === 'drop') dropped.push(key);
    if (outcome === 'set' && !sameSupport(present!, left!)) set.push({ user_id: key, ...left! });
    if (outcome === 'drop' || set.at(-1)?.user_id === key) countSupport(counters, winner, key, present!, -1);
    if (set.at(-1)?.user_id === key) countSupport(counters, winner, key, left!, 1);
  }
  if (dropped.length > 0)
    await sql`delete from supporters x where x.subdomain_id = ${context.subdomain_id} and x.suggestion_id = ${winner} and x.user_id = any(${dropped}::bigint[])`.execute(
      context.tx,
    );
  await setSupporters(context, winner, set);
  const back = reversals.filter(({ outcome }) => outcome !== 'taken');
  const given = await giveSupporters(
    context,
    back.map(({ key, row }) => ({ user_id: key, suggestion_id: loser, ...row })),
  );
  for (const { key, row } of back)
    if (given.has(`${loser} ${key}`)) countSupport(counters, loser, key, row, 1);
  await shareTakenVotes(
    context,
    moved,
    later,
    winner,
    loser,
    new Set(reversals.filter(({ outcome }) => outcome === 'taken').map(({ key }) => key)),
  );
}

async function returnSubscriptions(
  context: CommandContext,
  moved: MovedRecords,
  later: Later,
  winner: string,
  loser: string,
): Promise<void> {
  const people = moved.subscriptions.map((one) => one.key);
  if (people.length === 0) return;
  const current = await subscriptionsOf(context, winner, people);
  const chain = later.map((merge) => ({
    moved: merge.moved.subscriptions,
    join: firstOf<MovedSubscription>,
  }));
  const reversals = reverse(moved.subscriptions, firstOf<MovedSubscription>, chain, current, {
    isSame: sameSubscription,
    isOneRow: sameDate,
  });
  const changed = reversals.filter(
    ({ key, outcome, left }) =>
      outcome === 'drop' || (outcome === 'set' && !sameSubscription(current.get(key)!, left!)),
  );
  await removeSubscriptions(
    context,
    winner,
    changed.map(({ key }) => key),
  );
  await addSubscriptions(
    context,
    winner,
    changed.flatMap(({ key, left }) => (left === null ? [] : [{ user_id: key, ...left }])),
  );
  await addSubscriptions(
    context,
    loser,
    reversals.filter(({ outcome }) => outcome !== 'taken').map(({ key, row }) => ({ user_id: key, ...row })),
  );
}

async function returnLabels(
  context: CommandContext,
  moved: MovedRecords,
  later: Later,
  winner: string,
): Promise<void> {
  if (moved.labels.length === 0) return;
  const current = await labelsOf(context, winner);
  const chain = later.map((merge) => ({ moved: merge.moved.labels, join: firstOf<MovedLabel> }));
  const reversals = reverse(moved.labels, firstOf<MovedLabel>, chain, current, {
    isSame: sameDate,
    isOneRow: sameDate,
  });
  const dropped = reversals.filter(({ outcome }) => outcome === 'drop').map(({ key }) => key);
  if (dropped.length > 0)
    await context.tx
      .deleteFrom('suggestion_labels')
      .where('subdomain_id', '=', context.subdomain_id)
      .where('suggestion_id', '=', winner)
      .where('label_id', 'in', dropped)
      .execute();
  await setLabels(
    context,
    winner,
    reversals.flatMap(({ key, outcome, left }) =>
      outcome === 'set' ? [{ label_id: key, created_at: left!.created_at }] : [],
    ),
  );
}

/** The comment that held the loser's text goes, unless someone has made it theirs: edited, moved, given files, or made into an idea. */
async function removeText(
  { tx, subdomain_id, now }: CommandContext,
  counters: Counters,
  text: MovedRecords['text'],
  winner: string,
): Promise<void> {
  const { rows } = await sql<{ state: string; is_admin_comment: boolean; created_at: Date; was: string }>`
update comments c set state = 'deleted', updated_at = greatest(${now}::timestamptz, c.updated_at + interval '1 millisecond')
from (select o.id, o.state as was from comments o where o.subdomain_id = ${subdomain_id} and o.id = ${text.comment_id}) k
where c.subdomain_id = ${subdomain_id} and c.id = k.id and c.suggestion_id = ${winner} and c.state <> 'deleted' and c.body = ${text.body} and c.converted_to_suggestion_id is null
  and not exists (select 1 from attachments a where a.subdomain_id = ${subdomain_id} and a.comment_id = c.id)
returning c.is_admin_comment, c.created_at, k.was`.execute(tx);
  const [row] = rows;
  if (row && isVisibleComment(row.was))
    counters.commentRemoved({
      suggestion_id: winner,
      is_admin_comment: row.is_admin_comment,
      created_at: row.created_at,
    });
}
