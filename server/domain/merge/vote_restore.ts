import { sql } from 'kysely';
import type { CommandContext } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { Counters } from '../counters/counters.ts';
import { joinSupport, reverse, type Moved, type MovedSupport } from './ledger.ts';
import { undoableSince, type UndoChange } from '../undo/undo.ts';

/*
 * Votes that were taken away and are given back, around merges. A vote belongs to the idea that it was given
 * to: while that idea is merged it counts on the winner, as if it had been there at the merge, and comes apart
 * with it. So what is given back goes through the merges that stand then, and what was taken from a winner is
 * shared out among the entries of undo when a merge is reversed before it is given back.
 */

/** What is needed of a command, or of an import, here. */
type Within = Pick<CommandContext, 'tx' | 'subdomain_id'>;

/** A person's support of an idea, as a row. */
export interface Vote extends MovedSupport {
  suggestion_id: string;
  user_id: string;
}

/** What is read of `suggestion_merges.moved` here; the rest is written back as it is. */
interface MovedVotes {
  classic_voting: boolean;
  supporters: Moved<MovedSupport>[];
}

interface OpenMerge {
  id: string;
  winner_id: string;
  moved: MovedVotes;
}

/** A time as text, exact to the microsecond, in UTC. */
export const exactly = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The same of a time that was kept in milliseconds. null: undated */
const exactTime = (time: string | Date | null): string | null =>
  time === null ? null : `${new Date(time).toISOString().slice(0, -1)}000Z`;

/** A row keeps its date as long as it is there, so another date says that it was given again. */
export const sameDate = (one: { created_at: string | null }, other: { created_at: string | null }): boolean =>
  one.created_at === other.created_at;

/** Two supports that say the same; the channel stays with the first one. */
export const sameSupport = (one: MovedSupport, other: MovedSupport): boolean =>
  one.votes === other.votes &&
  one.importance_response_id === other.importance_response_id &&
  one.created_at === other.created_at;

const sameOrNone = (one: MovedSupport | null, other: MovedSupport | null): boolean =>
  one === null || other === null ? one === other : sameSupport(one, other);

/** Supports of an idea by person. @param people null: everyone's */
export async function supportersOf(
  { tx, subdomain_id }: Within,
  idea: string,
  people: readonly string[] | null,
): Promise<Map<string, MovedSupport>> {
  const { rows } = await sql<MovedSupport & { user_id: string }>`
select x.user_id::text as user_id, x.votes, x.importance_response_id::text as importance_response_id, x.channel, ${exactly('x.created_at')} as created_at
from supporters x where x.subdomain_id = ${subdomain_id} and x.suggestion_id = ${idea} ${people === null ? sql`` : sql`and x.user_id = any(${[...people]}::bigint[])`}`.execute(
    tx,
  );
  return new Map(rows.map(({ user_id, ...row }) => [user_id, row]));
}

/** Counts a support that went or came, as its row says. */
export function countSupport(
  counters: Counters,
  suggestion_id: string,
  user_id: string,
  row: MovedSupport,
  sign: 1 | -1,
): void {
  const support = {
    suggestion_id,
    user_id,
    votes: row.votes,
    importance_response_id: row.importance_response_id,
    created_at: row.created_at === null ? null : new Date(row.created_at),
  };
  if (sign === 1) counters.supportAdded(support);
  else counters.supportRemoved(support);
}

/** Writes supports as given; one that is there takes over all but the channel. */
export async function setSupporters(
  { tx, subdomain_id }: Within,
  idea: string,
  rows: readonly (MovedSupport & { user_id: string })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
insert into supporters as x (subdomain_id, suggestion_id, user_id, votes, importance_response_id, channel, created_at)
select ${subdomain_id}::bigint, ${idea}::bigint, d.user_id, d.votes, d.importance_response_id, d.channel, d.created_at
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (user_id bigint, votes int, importance_response_id bigint, channel text, created_at timestamptz)
order by d.user_id
on conflict (subdomain_id, suggestion_id, user_id) do update set votes = excluded.votes, importance_response_id = excluded.importance_response_id, created_at = excluded.created_at`.execute(
    tx,
  );
}

/** Gives ideas supports back, but for people who support them again. @returns those that were given back, as `idea person` */
export async function giveSupporters(
  { tx, subdomain_id }: Within,
  votes: readonly Vote[],
): Promise<Set<string>> {
  if (votes.length === 0) return new Set();
  const given = await sql<{ suggestion_id: string; user_id: string }>`
insert into supporters as x (subdomain_id, suggestion_id, user_id, votes, importance_response_id, channel, created_at)
select ${subdomain_id}::bigint, d.suggestion_id, d.user_id, d.votes, i.id, d.channel, d.created_at
from jsonb_to_recordset(${JSON.stringify(votes)}::jsonb) as d (suggestion_id bigint, user_id bigint, votes int, importance_response_id bigint, channel text, created_at timestamptz)
left join importance_responses i on i.subdomain_id = ${subdomain_id} and i.id = d.importance_response_id
order by d.suggestion_id, d.user_id
on conflict (subdomain_id, suggestion_id, user_id) do nothing
returning x.suggestion_id::text as suggestion_id, x.user_id::text as user_id`.execute(tx);
  return new Set(given.rows.map((row) => `${row.suggestion_id} ${row.user_id}`));
}

/** The votes among the changes of an action that took them, as they were. */
export function takenVotes(changes: readonly UndoChange[]): Vote[] {
  return changes.flatMap(({ table, before }) => {
    if (table !== 'supporters') return [];
    const { suggestion_id, user_id, votes, importance_response_id, channel, created_at } = before as Vote;
    return [
      { suggestion_id, user_id, votes, importance_response_id, channel, created_at: exactTime(created_at) },
    ];
  });
}

/**
 * Locks the ideas of votes with all that they are merged into, at any depth; before anything else of them is locked.
 * @throws BAD_USER_INPUT in the rare case that one is merged at this moment: trying again helps
 */
export async function watchWithWinners(
  context: Within,
  counters: Counters,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const family = await withWinners(context, ids);
  await counters.watch(family);
  if ((await withWinners(context, ids)).length !== family.length)
    throw badInput('id', 'Someone is merging this idea right now. Try again.', {
      reason: 'busy',
      httpStatus: 409,
    });
}

async function withWinners({ tx, subdomain_id }: Within, ids: readonly string[]): Promise<string[]> {
  const all = new Set(ids);
  for (let next = [...all]; next.length > 0;) {
    const rows = await tx
      .selectFrom('suggestions')
      .select('merged_into_id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', 'in', next)
      .where('state', '=', 'merged')
      .where('merged_into_id', 'is not', null)
      .execute();
    next = [...new Set(rows.map((row) => row.merged_into_id!))].filter((id) => !all.has(id));
    for (const id of next) all.add(id);
  }
  return [...all];
}

/**
 * Gives votes back to the ideas that they were given to, which `watchWithWinners` has locked. Of an idea that is
 * merged now they count on its winner, and come back to it when the merge is reversed. A vote that the person
 * has given again stays as it is. Of a merge that nothing is known of, nothing is given back.
 */
export async function restoreVotes(
  context: Within,
  counters: Counters,
  votes: readonly Vote[],
): Promise<void> {
  if (votes.length === 0) return;
  const rows = await context.tx
    .selectFrom('suggestions')
    .select('id')
    .where('subdomain_id', '=', context.subdomain_id)
    .where('id', 'in', [...new Set(votes.map((vote) => vote.suggestion_id))])
    .where('state', '=', 'merged')
    .execute();
  const merged = new Set(rows.map((row) => row.id));
  const open = votes.filter((vote) => !merged.has(vote.suggestion_id));
  const given = await giveSupporters(context, open);
  for (const vote of open)
    if (given.has(`${vote.suggestion_id} ${vote.user_id}`))
      countSupport(counters, vote.suggestion_id, vote.user_id, vote, 1);
  for (const { suggestion_id, user_id, ...row } of votes.filter((vote) => merged.has(vote.suggestion_id)))
    await putThrough(context, counters, suggestion_id, user_id, row, false);
}

/** Votes that come in by an import on ideas that are merged. Numbers are not kept here: the import counts what it touched. */
export async function giveImportedVotes(scope: Scope, tx: Tx, votes: readonly Vote[]): Promise<void> {
  const context = { tx, subdomain_id: scope.viewer.subdomain_id };
  const counters = new Counters(tx, context.subdomain_id, scope.now());
  await watchWithWinners(context, counters, [...new Set(votes.map((vote) => vote.suggestion_id))]);
  await restoreVotes(context, counters, votes);
}

async function openMerges(
  { tx, subdomain_id }: Within,
  column: 'winner_id' | 'loser_id',
  idea: string,
): Promise<OpenMerge[]> {
  const rows = await tx
    .selectFrom('suggestion_merges')
    .select(['id', 'winner_id', 'moved'])
    .where('subdomain_id', '=', subdomain_id)
    .where(column, '=', idea)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, moved: row.moved as unknown as MovedVotes }));
}

/**
 * Makes a merged idea's support of a person what it would be, had it been there at the merge.
 * @param replaces whether it takes the place of one that is there
 */
async function putThrough(
  context: Within,
  counters: Counters,
  loser: string,
  key: string,
  row: MovedSupport,
  replaces: boolean,
): Promise<void> {
  const [merge] = await openMerges(context, 'loser_id', loser);
  if (!merge) return;
  const own = merge.moved.supporters.find((moved) => moved.key === key);
  // given again before the merge
  if (own && !replaces) return;
  const winner = merge.winner_id;
  const merges = await openMerges(context, 'winner_id', winner);
  const links = merges
    .filter(({ id }) => BigInt(id) > BigInt(merge.id))
    .flatMap((later) => {
      const moved = later.moved.supporters.find((one) => one.key === key);
      return moved ? [{ later, moved, join: joinSupport(later.moved.classic_voting) }] : [];
    });
  const [above] = await openMerges(context, 'loser_id', winner);
  const present = above
    ? (above.moved.supporters.find((moved) => moved.key === key)?.row ?? null)
    : ((await supportersOf(context, winner, [key])).get(key) ?? null);
  const join = joinSupport(merge.moved.classic_voting);
  // what the merges brought was taken away since: it has an entry of its own, and this one stands alone
  const isAlone = present === null && (own !== undefined || links.length > 0);
  const [first] = isAlone ? [] : links;
  const before = isAlone ? null : own ? own.before : first ? first.moved.before : present;
  let was = own && !isAlone ? join(own.before, own.row) : before;
  let now = join(before, row);
  if (own) own.row = row;
  else merge.moved.supporters.push({ key, row, before });
  const changed = [merge];
  let isWhole = true;
  for (const link of isAlone ? [] : links) {
    // what was said in between stands
    isWhole = sameOrNone(link.moved.before, was);
    if (!isWhole) break;
    was = link.join(link.moved.before, link.moved.row);
    link.moved.before = now;
    now = link.join(now, link.moved.row);
    changed.push(link.later);
  }
  for (const { id, moved } of changed)
    await context.tx
      .updateTable('suggestion_merges')
      .set({ moved: JSON.stringify(moved) })
      .where('subdomain_id', '=', context.subdomain_id)
      .where('id', '=', id)
      .execute();
  if (!isWhole || !sameOrNone(present, was) || sameOrNone(present, now)) return;
  if (above) {
    await putThrough(context, counters, winner, key, now, true);
    return;
  }
  if (present !== null) countSupport(counters, winner, key, present, -1);
  countSupport(counters, winner, key, now, 1);
  await setSupporters(context, winner, [{ user_id: key, ...now }]);
}

/**
 * A merge is reversed: votes that were taken from the winner, and can still be given back, are shared out
 * between the two ideas in the entry that gives them back, as they would have been on the ideas themselves.
 *
 * @param people whose votes on the winner are not those that the merges left
 * @param later the winner's later open merges, oldest first; corrected in place
 */
export async function shareTakenVotes(
  context: CommandContext,
  moved: MovedVotes,
  later: readonly { moved: MovedVotes }[],
  winner: string,
  loser: string,
  people: ReadonlySet<string>,
): Promise<void> {
  if (people.size === 0) return;
  const { tx, subdomain_id } = context;
  // who gives one of them back at this moment holds its entry, and waits for the ideas: theirs is not touched
  const { rows } = await sql<{ id: string; changes: UndoChange[] }>`
select u.id::text as id, u.changes from undo_entries u
where u.subdomain_id = ${subdomain_id} and u.undone_at is null and u.created_at > ${undoableSince(context.now)}
  and u.changes @> ${JSON.stringify([{ table: 'supporters', before: { suggestion_id: winner } }])}::jsonb
order by u.id for update skip locked`.execute(tx);
  for (const entry of rows) {
    const shared = entry.changes.flatMap((change): UndoChange[] => {
      const [vote] = takenVotes([change]);
      if (!vote || vote.suggestion_id !== winner || !people.has(vote.user_id)) return [change];
      const mine = moved.supporters.find((one) => one.key === vote.user_id)!;
      // it was taken before those merges that found nothing of the person
      const end = later.findIndex((merge) =>
        merge.moved.supporters.some((one) => one.key === vote.user_id && one.before === null),
      );
      const chain = later
        .slice(0, end < 0 ? later.length : end)
        .map((merge) => ({ moved: merge.moved.supporters, join: joinSupport(merge.moved.classic_voting) }));
      const [reversal] = reverse(
        [mine],
        joinSupport(moved.classic_voting),
        chain,
        new Map([[vote.user_id, vote as MovedSupport]]),
        { isSame: sameSupport, isOneRow: sameDate },
      );
      if (!reversal || reversal.outcome === 'taken') return [change];
      const losers: UndoChange = {
        ...change,
        before: { ...mine.row, user_id: vote.user_id, suggestion_id: loser },
      };
      if (reversal.outcome === 'drop') return [losers];
      return [
        reversal.outcome === 'set'
          ? { ...change, before: { ...reversal.left, user_id: vote.user_id, suggestion_id: winner } }
          : change,
        losers,
      ];
    });
    const json = JSON.stringify(shared);
    if (json !== JSON.stringify(entry.changes))
      await tx
        .updateTable('undo_entries')
        .set({ changes: json })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', entry.id)
        .execute();
  }
}
