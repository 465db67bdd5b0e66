import { sql } from 'kysely';
import { markChanged } from '../../core/changes.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { CounterMismatch } from './mismatch.ts';
import { LIVE } from './numbers.ts';

/*
 * What stands behind a feature: each person and each account once over its ideas that are there (not deleted, merged or
 * spam). A vote adds itself by looking whether its person and account stand behind another idea of the feature already;
 * whatever may take somebody away counts the whole feature again. A feature is held from the first of this to the
 * commit, behind ideas, people, accounts and labels in the order of locks; a link is changed by who holds the idea.
 */

/** Features are counted again together up to this many. */
const BATCH = 200;

const NUMBERS = [
  'suggestions_count',
  'supporting_users_count',
  'supporting_accounts_count',
  'supporter_revenue_cents',
] as const;

/** Ideas with the features that they are linked to; the ideas are held. The features are, from now on. */
async function lockFeatures(
  tx: Tx,
  sid: string,
  ideas: readonly string[],
): Promise<{ feature_id: string; suggestion_id: string; is_live: boolean }[]> {
  if (ideas.length === 0) return [];
  const { rows } = await sql<{ feature_id: string; suggestion_id: string; is_live: boolean }>`
select l.feature_id::text as feature_id, l.suggestion_id::text as suggestion_id, (${LIVE}) as is_live
from feature_suggestions l join suggestions s on s.subdomain_id = ${sid} and s.id = l.suggestion_id
where l.subdomain_id = ${sid} and l.suggestion_id = any(${[...ideas]}::bigint[])`.execute(tx);
  await hold(tx, sid, [...new Set(rows.map((row) => row.feature_id))]);
  return rows;
}

async function hold(tx: Tx, sid: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`select f.id from features f where f.subdomain_id = ${sid} and f.id = any(${[...ids]}::bigint[]) order by f.id for no key update`.execute(
      tx,
    );
}

/**
 * Counts features from their ideas. Deleted and archived ones are counted too, so that they come back as they are.
 * @param drift takes what was wrong; null: no one asks
 */
export async function countFeatures(
  tx: Tx,
  sid: string,
  ids: readonly string[],
  drift: CounterMismatch | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  const list = [...ids];
  await hold(tx, sid, list);
  const { rows } = await sql<{ id: string; before: Record<string, unknown>; after: Record<string, unknown> }>`
with linked as materialized (
  select l.feature_id, s.id from feature_suggestions l join suggestions s on s.subdomain_id = ${sid} and s.id = l.suggestion_id and ${LIVE}
  where l.subdomain_id = ${sid} and l.feature_id = any(${list}::bigint[])
), ideas as (
  select feature_id, count(*)::int as n from linked group by feature_id
), people as (
  select p.feature_id, count(*)::int as n from (
    select distinct i.feature_id, v.user_id from linked i join supporters v on v.subdomain_id = ${sid} and v.suggestion_id = i.id) p group by p.feature_id
), accounts as (
  select a.feature_id, count(*)::int as n, sum(e.revenue_cents)::bigint as cents from (
    select distinct i.feature_id, k.account_id from linked i join suggestion_accounts k on k.subdomain_id = ${sid} and k.suggestion_id = i.id) a
  join external_accounts e on e.subdomain_id = ${sid} and e.id = a.account_id group by a.feature_id
), fresh as (
  select f.id, to_jsonb(f) as before, coalesce(i.n, 0) as ideas, coalesce(p.n, 0) as people, coalesce(a.n, 0) as accounts, coalesce(a.cents, 0) as cents
  from features f left join ideas i on i.feature_id = f.id left join people p on p.feature_id = f.id left join accounts a on a.feature_id = f.id
  where f.subdomain_id = ${sid} and f.id = any(${list}::bigint[])
)
update features t set suggestions_count = f.ideas, supporting_users_count = f.people, supporting_accounts_count = f.accounts, supporter_revenue_cents = f.cents
from fresh f
where t.subdomain_id = ${sid} and t.id = f.id
  and (t.suggestions_count, t.supporting_users_count, t.supporting_accounts_count, t.supporter_revenue_cents) is distinct from (f.ideas, f.people, f.accounts, f.cents)
returning t.id::text as id, f.before, to_jsonb(t) as after`.execute(tx);
  markChanged(
    tx,
    'feature',
    rows.map((row) => row.id),
  );
  if (drift === null) return;
  for (const { id, before, after } of rows)
    for (const name of NUMBERS)
      if (before[name] !== after[name])
        drift.add('features', name, { id, before: before[name], after: after[name] });
}

/** Counts the features of ideas again; for changes that no one follows one by one, such as an import. */
export async function countFeaturesOf(tx: Tx, sid: string, ideas: readonly string[]): Promise<void> {
  const links = await lockFeatures(tx, sid, ideas);
  await countFeatures(tx, sid, [...new Set(links.map((link) => link.feature_id))]);
}

/** Ids of features after one, ascending; archived and deleted ones as well. */
export async function nextFeatures(tx: Tx, sid: string, after: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('features')
    .select('id')
    .where('subdomain_id', '=', sid)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.id);
}

/** What a command changed that features may count. */
export interface FeatureChanges {
  /** votes, in the order in which they came about */
  supports: readonly { suggestion_id: string; user_id: string; sign: 1 | -1 }[];
  /** accounts that began or ceased to stand behind an idea */
  links: readonly { suggestion_id: string; account_id: string; sign: 1 | -1 }[];
  /** accounts whose revenue changed */
  revenue: readonly { id: string; cents: number }[];
  /** ideas that went or came back, or whose people have another account */
  whole: readonly string[];
  /** features whose ideas are others now */
  features: readonly string[];
}

/** Brings the numbers of features along with what a command changed. The ideas, people and accounts concerned are held. */
export async function writeFeatures(
  tx: Tx,
  sid: string,
  { supports, links, revenue, whole, features }: FeatureChanges,
): Promise<void> {
  const ideas = new Set([...supports, ...links].map((row) => row.suggestion_id));
  for (const id of whole) ideas.add(id);
  const changed = await lockFeatures(tx, sid, [...ideas]);
  const byIdea = Map.groupBy(changed, (link) => link.suggestion_id);
  const again = new Set(features);
  for (const id of whole) for (const link of byIdea.get(id) ?? []) again.add(link.feature_id);
  // who goes may have been the only one of theirs
  for (const row of [...supports, ...links])
    if (row.sign === -1) for (const link of byIdea.get(row.suggestion_id) ?? []) again.add(link.feature_id);
  const added = changed.filter((link) => link.is_live && !again.has(link.feature_id));
  if (added.length > 0) await addBehind(tx, sid, added, supports, links);
  if (revenue.length > 0) await addRevenue(tx, sid, revenue, [...again]);
  await countFeatures(
    tx,
    sid,
    [...again].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)),
  );
}

/** Adds people and accounts that now stand behind features, where no other idea of the feature brought them before. */
async function addBehind(
  tx: Tx,
  sid: string,
  held: readonly { feature_id: string; suggestion_id: string }[],
  supports: FeatureChanges['supports'],
  links: FeatureChanges['links'],
): Promise<void> {
  const pairs = (rows: readonly { suggestion_id: string; key: string }[]) => {
    const counted = new Map<string, { feature_id: string; key: string; n: number }>();
    for (const row of rows)
      for (const link of held)
        if (link.suggestion_id === row.suggestion_id) {
          const name = `${link.feature_id} ${row.key}`;
          const pair = counted.get(name) ?? { feature_id: link.feature_id, key: row.key, n: 0 };
          pair.n += 1;
          counted.set(name, pair);
        }
    return [...counted.values()];
  };
  const people = pairs(supports.map((row) => ({ suggestion_id: row.suggestion_id, key: row.user_id })));
  const accounts = pairs(links.map((row) => ({ suggestion_id: row.suggestion_id, key: row.account_id })));
  const given = (rows: ReturnType<typeof pairs>) =>
    sql`unnest(${rows.map((row) => row.feature_id)}::bigint[], ${rows.map((row) => row.key)}::bigint[], ${rows.map((row) => row.n)}::int[])`;
  const { rows } = await sql<{ id: string }>`
with people as (
  select d.feature_id, count(*)::int as n from ${given(people)} as d (feature_id, user_id, n)
  where d.n = (select count(*) from feature_suggestions l join suggestions s on s.subdomain_id = ${sid} and s.id = l.suggestion_id and ${LIVE}
    join supporters v on v.subdomain_id = ${sid} and v.suggestion_id = s.id and v.user_id = d.user_id
    where l.subdomain_id = ${sid} and l.feature_id = d.feature_id) group by d.feature_id
), accounts as (
  select d.feature_id, count(*)::int as n, sum(e.revenue_cents)::bigint as cents from ${given(accounts)} as d (feature_id, account_id, n)
  join external_accounts e on e.subdomain_id = ${sid} and e.id = d.account_id
  where d.n = (select count(*) from feature_suggestions l join suggestions s on s.subdomain_id = ${sid} and s.id = l.suggestion_id and ${LIVE}
    join suggestion_accounts k on k.subdomain_id = ${sid} and k.suggestion_id = s.id and k.account_id = d.account_id
    where l.subdomain_id = ${sid} and l.feature_id = d.feature_id) group by d.feature_id
)
update features f set supporting_users_count = f.supporting_users_count + coalesce(p.n, 0),
  supporting_accounts_count = f.supporting_accounts_count + coalesce(a.n, 0), supporter_revenue_cents = f.supporter_revenue_cents + coalesce(a.cents, 0)
from unnest(${[...new Set(held.map((link) => link.feature_id))]}::bigint[]) as k (id)
left join people p on p.feature_id = k.id left join accounts a on a.feature_id = k.id
where f.subdomain_id = ${sid} and f.id = k.id and (p.n is not null or a.n is not null)
returning f.id::text as id`.execute(tx);
  markChanged(
    tx,
    'feature',
    rows.map((row) => row.id),
  );
}

/** Adds what accounts pay more or less to the features that they stand behind, each once. @param but features that are counted as a whole */
async function addRevenue(
  tx: Tx,
  sid: string,
  revenue: FeatureChanges['revenue'],
  but: readonly string[],
): Promise<void> {
  const given = sql`unnest(${revenue.map((one) => one.id)}::bigint[], ${revenue.map((one) => one.cents)}::bigint[]) as d (account_id, cents)`;
  const behind = sql`select distinct l.feature_id, d.account_id, d.cents from ${given}
  join suggestion_accounts k on k.subdomain_id = ${sid} and k.account_id = d.account_id
  join suggestions s on s.subdomain_id = ${sid} and s.id = k.suggestion_id and ${LIVE}
  join feature_suggestions l on l.subdomain_id = ${sid} and l.suggestion_id = s.id
  where not (l.feature_id = any(${[...but]}::bigint[]))`;
  const { rows: there } = await sql<{
    id: string;
  }>`select distinct b.feature_id::text as id from (${behind}) b`.execute(tx);
  if (there.length === 0) return;
  await hold(
    tx,
    sid,
    there.map((row) => row.id),
  );
  // read again: whoever was waited for may have changed links
  const { rows } = await sql<{ id: string }>`
update features f set supporter_revenue_cents = f.supporter_revenue_cents + b.cents
from (select x.feature_id, sum(x.cents)::bigint as cents from (${behind}) x group by x.feature_id) b
where f.subdomain_id = ${sid} and f.id = b.feature_id returning f.id::text as id`.execute(tx);
  markChanged(
    tx,
    'feature',
    rows.map((row) => row.id),
  );
}
