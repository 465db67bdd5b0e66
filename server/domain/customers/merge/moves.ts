import { sql } from 'kysely';
import type { CommandContext } from '../../../core/command.ts';
import type { Counters } from '../../counters/counters.ts';
import { countSupport, exactly, giveSupporters, sameDate, sameSupport } from '../../merge/vote_restore.ts';
import { firstOf, joinSupport, reverse, type Moved, type MovedSupport } from '../../merge/ledger.ts';

/*
 * What a profile gave goes over to the other one, and comes back when the merge is taken back. Where both stand in
 * the same place (an idea that both support or follow, an update that both reacted to) one of the two is left.
 */

/** Records that name a person in one column: they go over as they are. */
const RECORDS = [
  ['suggestions', 'creator_id'],
  ['comments', 'creator_id'],
  ['feedback_records', 'user_id'],
  ['ratings', 'user_id'],
  ['tickets', 'user_id'],
  ['ticket_messages', 'user_id'],
  ['messages', 'user_id'],
  ['internal_flags', 'user_id'],
  ['deliveries', 'user_id'],
  ['external_users', 'user_id'],
  ['attachments', 'uploader_id'],
] as const;

interface OwnSupport extends MovedSupport {
  /** the idea's forum lets one person give several votes */
  is_classic: boolean;
}

interface OwnSubscription {
  subscribed: boolean;
  created_at: string;
  updated_at: string;
}

/** `user_merges.moved` */
export interface MovedRecords {
  /** by idea */
  supporters: Moved<OwnSupport>[];
  subscriptions: Moved<OwnSubscription>[];
  /** whole rows of the loser's reactions to what the winner reacted to as well */
  reactions_dropped: object[];
  reactions: string[];
  /** table -> ids */
  records: Partial<Record<(typeof RECORDS)[number][0], string[]>>;
  activity: string[];
  /** people who were merged into the loser before */
  merged: string[];
}

type Within = Pick<CommandContext, 'tx' | 'subdomain_id'>;

const ids = (list: readonly string[]) => sql`any(${[...list]}::bigint[])`;

/** What a person has that is held before it goes elsewhere. */
export interface OwnRecords {
  comments: string[];
  feedback: string[];
  /** which they made, or gave feedback on */
  ideas: string[];
}

/** What a person made. @param only these records alone; null: all of them */
export async function recordsOf(
  { tx, subdomain_id: sid }: Within,
  user_id: string,
  only: MovedRecords['records'] | null = null,
): Promise<OwnRecords> {
  const among = (table: keyof MovedRecords['records']) =>
    only === null ? sql`` : sql`and t.id = ${ids(only[table] ?? [])}`;
  const comments = await sql<{ id: string }>`
select t.id::text as id from comments t where t.subdomain_id = ${sid} and t.creator_id = ${user_id} ${among('comments')}`.execute(
    tx,
  );
  const feedback = await sql<{ id: string; suggestion_id: string | null }>`
select t.id::text as id, t.suggestion_id::text as suggestion_id from feedback_records t where t.subdomain_id = ${sid} and t.user_id = ${user_id} ${among('feedback_records')}`.execute(
    tx,
  );
  const made = await sql<{ id: string }>`
select t.id::text as id from suggestions t where t.subdomain_id = ${sid} and t.creator_id = ${user_id} ${among('suggestions')}`.execute(
    tx,
  );
  return {
    comments: comments.rows.map(({ id }) => id),
    feedback: feedback.rows.map(({ id }) => id),
    ideas: [
      ...new Set([
        ...made.rows.map(({ id }) => id),
        ...feedback.rows.flatMap(({ suggestion_id }) => suggestion_id ?? []),
      ]),
    ],
  };
}

/** Holds comments and feedback, which come before ideas in the order of locks. */
export async function lockRecords(
  { tx, subdomain_id: sid }: Within,
  { comments, feedback }: OwnRecords,
): Promise<void> {
  for (const [table, list] of [
    ['comments', comments],
    ['feedback_records', feedback],
  ] as const)
    if (list.length > 0)
      await sql`select t.id from ${sql.table(table)} t where t.subdomain_id = ${sid} and t.id = ${ids(list)} order by t.id for no key update`.execute(
        tx,
      );
}

async function supportsOf({ tx, subdomain_id: sid }: Within, user_id: string) {
  const { rows } = await sql<OwnSupport & { suggestion_id: string }>`
select x.suggestion_id::text as suggestion_id, x.votes, x.importance_response_id::text as importance_response_id, x.channel, ${exactly('x.created_at')} as created_at, f.classic_voting as is_classic
from supporters x join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id join forums f on f.subdomain_id = ${sid} and f.id = s.forum_id
where x.subdomain_id = ${sid} and x.user_id = ${user_id}`.execute(tx);
  return new Map(rows.map(({ suggestion_id, ...row }) => [suggestion_id, row]));
}

async function subscriptionsOf({ tx, subdomain_id: sid }: Within, user_id: string) {
  const { rows } = await sql<OwnSubscription & { suggestion_id: string }>`
select x.suggestion_id::text as suggestion_id, x.subscribed, ${exactly('x.created_at')} as created_at, ${exactly('x.updated_at')} as updated_at
from subscriptions x where x.subdomain_id = ${sid} and x.user_id = ${user_id}`.execute(tx);
  return new Map(rows.map(({ suggestion_id, ...row }) => [suggestion_id, row]));
}

const together = <R>(theirs: ReadonlyMap<string, R>, own: ReadonlyMap<string, R>): Moved<R>[] =>
  [...theirs].map(([key, row]) => ({ key, row, before: own.get(key) ?? null }));

const joined = (before: OwnSupport | null, row: OwnSupport): OwnSupport => ({
  ...joinSupport(row.is_classic)(before, row),
  is_classic: row.is_classic,
});

/** Removes what a person has of ideas. */
async function removeOf(
  { tx, subdomain_id: sid }: Within,
  table: 'supporters' | 'subscriptions',
  user_id: string,
  ideas: readonly string[],
): Promise<void> {
  if (ideas.length > 0)
    await sql`delete from ${sql.table(table)} x where x.subdomain_id = ${sid} and x.user_id = ${user_id} and x.suggestion_id = ${ids(ideas)}`.execute(
      tx,
    );
}

/** Hands what a person has of ideas to another one, who has none of them. */
async function handOver(
  { tx, subdomain_id: sid }: Within,
  table: 'supporters' | 'subscriptions',
  from: string,
  to: string,
  ideas: readonly string[],
): Promise<void> {
  if (ideas.length > 0)
    await sql`update ${sql.table(table)} x set user_id = ${to}::bigint where x.subdomain_id = ${sid} and x.user_id = ${from} and x.suggestion_id = ${ids(ideas)}`.execute(
      tx,
    );
}

/** Sets the supports of a person that are there; the channel stays. */
async function setSupports(
  { tx, subdomain_id: sid }: Within,
  user_id: string,
  rows: readonly (MovedSupport & { suggestion_id: string })[],
): Promise<void> {
  if (rows.length > 0)
    await sql`
update supporters x set votes = d.votes, importance_response_id = d.importance_response_id, created_at = d.created_at
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (suggestion_id bigint, votes int, importance_response_id bigint, created_at timestamptz)
where x.subdomain_id = ${sid} and x.user_id = ${user_id} and x.suggestion_id = d.suggestion_id`.execute(tx);
}

async function addSubscriptions(
  { tx, subdomain_id: sid }: Within,
  user_id: string,
  rows: readonly (OwnSubscription & { suggestion_id: string })[],
): Promise<void> {
  if (rows.length > 0)
    await sql`
insert into subscriptions as x (subdomain_id, suggestion_id, user_id, subscribed, created_at, updated_at)
select ${sid}::bigint, d.suggestion_id, ${user_id}::bigint, d.subscribed, d.created_at, d.updated_at
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (suggestion_id bigint, subscribed boolean, created_at timestamptz, updated_at timestamptz)
on conflict (subdomain_id, suggestion_id, user_id) do nothing`.execute(tx);
}

/** Sets the person of records, and counts feedback for them. @returns the ids of those that the first person had */
async function setPerson(
  { tx, subdomain_id: sid }: Within,
  counters: Counters,
  [table, column]: (typeof RECORDS)[number],
  from: string,
  to: string,
  only: readonly string[] | null,
): Promise<string[]> {
  if (only?.length === 0) return [];
  const isFeedback = table === 'feedback_records';
  const { rows } = await sql<{
    id: string;
    suggestion_id: string | null;
    created_at: Date;
    state: string;
  }>`
update ${sql.table(table)} t set ${sql.ref(column)} = ${to}::bigint
where t.subdomain_id = ${sid} and ${sql.ref(`t.${column}`)} = ${from}::bigint ${only === null ? sql`` : sql`and t.id = ${ids(only)}`}
returning t.id::text as id${isFeedback ? sql`, t.suggestion_id::text as suggestion_id, t.created_at, t.state` : sql``}`.execute(
    tx,
  );
  if (isFeedback)
    for (const { suggestion_id, created_at, state } of rows) {
      if (state !== 'active') continue;
      counters.feedbackRemoved({ suggestion_id, user_id: from, created_at });
      counters.feedbackAdded({ suggestion_id, user_id: to, created_at });
    }
  return rows.map(({ id }) => id);
}

/** Everything of the loser goes over to the winner; both are held, with their ideas and records. */
export async function moveAll(
  context: Within,
  counters: Counters,
  winner: string,
  loser: string,
): Promise<MovedRecords> {
  const { tx, subdomain_id: sid } = context;
  const supporters = together(await supportsOf(context, loser), await supportsOf(context, winner));
  const subscriptions = together(
    await subscriptionsOf(context, loser),
    await subscriptionsOf(context, winner),
  );
  // activity is found by the ideas, as it has no index by person; before they go over
  const activity = await sql<{ id: string }>`
update activity_entries a set user_id = ${winner}::bigint
where a.subdomain_id = ${sid} and a.user_id = ${loser} and a.suggestion_id in (
  select x.suggestion_id from supporters x where x.subdomain_id = ${sid} and x.user_id = ${loser}
  union select c.suggestion_id from comments c where c.subdomain_id = ${sid} and c.creator_id = ${loser}
  union select f.suggestion_id from feedback_records f where f.subdomain_id = ${sid} and f.user_id = ${loser} and f.suggestion_id is not null
  union select s.id from suggestions s where s.subdomain_id = ${sid} and s.creator_id = ${loser})
returning a.id::text as id`.execute(tx);

  const both = supporters.filter(({ before }) => before !== null).map(({ key }) => key);
  await removeOf(context, 'supporters', loser, both);
  await handOver(
    context,
    'supporters',
    loser,
    winner,
    supporters.filter(({ before }) => before === null).map(({ key }) => key),
  );
  const changed: (MovedSupport & { suggestion_id: string })[] = [];
  for (const { key, row, before } of supporters) {
    countSupport(counters, key, loser, row, -1);
    const after = joined(before, row);
    if (before !== null && sameSupport(before, after)) continue;
    if (before !== null) {
      countSupport(counters, key, winner, before, -1);
      changed.push({ ...after, suggestion_id: key });
    }
    countSupport(counters, key, winner, after, 1);
  }
  await setSupports(context, winner, changed);

  await removeOf(
    context,
    'subscriptions',
    loser,
    subscriptions.filter(({ before }) => before !== null).map(({ key }) => key),
  );
  await handOver(
    context,
    'subscriptions',
    loser,
    winner,
    subscriptions.filter(({ before }) => before === null).map(({ key }) => key),
  );

  const dropped = await sql<{ row: object }>`
delete from reactions r where r.subdomain_id = ${sid} and r.user_id = ${loser} and exists (
  select 1 from reactions w where w.subdomain_id = ${sid} and w.user_id = ${winner}
    and (w.status_update_id = r.status_update_id or w.internal_status_update_id = r.internal_status_update_id))
returning to_jsonb(r) as row`.execute(tx);
  const reactions = await sql<{ id: string }>`
update reactions r set user_id = ${winner}::bigint where r.subdomain_id = ${sid} and r.user_id = ${loser} returning r.id::text as id`.execute(
    tx,
  );

  const records: MovedRecords['records'] = {};
  for (const place of RECORDS) {
    const found = await setPerson(context, counters, place, loser, winner, null);
    if (found.length > 0) records[place[0]] = found;
  }
  const merged = await sql<{ id: string }>`
update users u set merged_into_id = ${winner}::bigint where u.subdomain_id = ${sid} and u.merged_into_id = ${loser} returning u.id::text as id`.execute(
    tx,
  );
  return {
    supporters,
    subscriptions,
    reactions_dropped: dropped.rows.map(({ row }) => row),
    reactions: reactions.rows.map(({ id }) => id),
    records,
    activity: activity.rows.map(({ id }) => id),
    merged: merged.rows.map(({ id }) => id),
  };
}

/**
 * What went over comes back, but for what has changed since: a vote that was taken away stays away, a record that
 * was given to someone else stays with them.
 */
export async function moveBack(
  context: Within,
  counters: Counters,
  moved: MovedRecords,
  winner: string,
  loser: string,
): Promise<void> {
  const { tx, subdomain_id: sid } = context;
  const present = await supportsOf(context, winner);
  const supports = reverse(moved.supporters, joined, [], present, {
    isSame: sameSupport,
    isOneRow: sameDate,
  });
  const changed: (MovedSupport & { suggestion_id: string })[] = [];
  const dropped: string[] = [];
  for (const { key, outcome, left } of supports) {
    const now = present.get(key);
    if (outcome === 'drop') {
      dropped.push(key);
      countSupport(counters, key, winner, now!, -1);
    } else if (outcome === 'set' && !sameSupport(now!, left!)) {
      changed.push({ ...left!, suggestion_id: key });
      countSupport(counters, key, winner, now!, -1);
      countSupport(counters, key, winner, left!, 1);
    }
  }
  await handOver(context, 'supporters', winner, loser, dropped);
  await setSupports(context, winner, changed);
  const isDropped = new Set(dropped);
  const back = supports
    .filter(({ outcome }) => outcome !== 'taken')
    .map(({ key, row }) => ({ ...row, suggestion_id: key, user_id: loser }));
  const given = await giveSupporters(
    context,
    back.filter(({ suggestion_id }) => !isDropped.has(suggestion_id)),
  );
  for (const { suggestion_id, user_id, ...row } of back)
    if (isDropped.has(suggestion_id) || given.has(`${suggestion_id} ${user_id}`))
      countSupport(counters, suggestion_id, user_id, row, 1);

  const follows = await subscriptionsOf(context, winner);
  const subscriptions = reverse(moved.subscriptions, firstOf<OwnSubscription>, [], follows, {
    isSame: (one, other) => one.subscribed === other.subscribed && one.updated_at === other.updated_at,
    isOneRow: sameDate,
  });
  const followsNoMore = subscriptions.filter(({ outcome }) => outcome === 'drop').map(({ key }) => key);
  await handOver(context, 'subscriptions', winner, loser, followsNoMore);
  await addSubscriptions(
    context,
    loser,
    subscriptions
      .filter(({ outcome }) => outcome === 'set' || outcome === 'keep')
      .map(({ key, row }) => ({ ...row, suggestion_id: key })),
  );

  if (moved.reactions.length > 0)
    await sql`update reactions r set user_id = ${loser}::bigint where r.subdomain_id = ${sid} and r.user_id = ${winner} and r.id = ${ids(moved.reactions)}`.execute(
      tx,
    );
  if (moved.reactions_dropped.length > 0)
    await sql`
insert into reactions select d.* from jsonb_populate_recordset(null::reactions, ${JSON.stringify(moved.reactions_dropped)}::jsonb) as d where d.subdomain_id = ${sid}
on conflict do nothing`.execute(tx);
  for (const place of RECORDS)
    await setPerson(context, counters, place, winner, loser, moved.records[place[0]] ?? []);
  for (const [table, column, list] of [
    ['activity_entries', 'user_id', moved.activity],
    ['users', 'merged_into_id', moved.merged],
  ] as const)
    if (list.length > 0)
      await sql`update ${sql.table(table)} t set ${sql.ref(column)} = ${loser}::bigint where t.subdomain_id = ${sid} and ${sql.ref(`t.${column}`)} = ${winner}::bigint and t.id = ${ids(list)}`.execute(
        tx,
      );
}
