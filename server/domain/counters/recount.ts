import { sql, type RawBuilder } from 'kysely';
import { markChanged } from '../../core/changes.ts';
import type { Tx } from '../../sql/kysely.ts';
import { recountDays } from './days.ts';
import { countFeaturesOf } from './features.ts';
import { byId } from './lock_order.ts';
import { CounterMismatch } from './mismatch.ts';
import { IDEA_NUMBERS, LIVE, OPEN, SUPPORT, VISIBLE, revenueOf } from './numbers.ts';

/** The same numbers again from the rows they stand for (`earshot recount`, the import): only wrong ones are written. */

const RECOUNT_BATCH = 1000;

/**
 * Recomputes from the rows everything that is stored per idea: its numbers and dates, the accounts
 * behind it and its weeks. Only rows that are wrong are written.
 *
 * @param ids ideas; 'all': those of the tenant, in batches, within this one transaction
 * @param drift takes what was wrong; null: no one asks, which is faster
 */
export async function recountSuggestions(
  tx: Tx,
  subdomainId: string,
  ids: readonly string[] | 'all',
  drift: CounterMismatch | null = null,
): Promise<void> {
  if (ids !== 'all') {
    const sorted = [...ids].sort(byId);
    for (let start = 0; start < sorted.length; start += RECOUNT_BATCH)
      await recountBatch(tx, subdomainId, sorted.slice(start, start + RECOUNT_BATCH), drift);
    // a recount that looks for what is wrong comes to the features by itself
    if (drift === null) await countFeaturesOf(tx, subdomainId, sorted);
    return;
  }
  for (let after: string | null = '0'; after !== null;) {
    const batch = await nextIdeas(tx, subdomainId, after, RECOUNT_BATCH);
    await recountBatch(tx, subdomainId, batch, drift);
    after = batch.length === RECOUNT_BATCH ? batch.at(-1)! : null;
  }
}

/** Ids of ideas after one, ascending; all states. */
export async function nextIdeas(
  tx: Tx,
  subdomainId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('suggestions')
    .select('id')
    .where('subdomain_id', '=', subdomainId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

async function recountBatch(
  tx: Tx,
  sid: string,
  ids: readonly string[],
  drift: CounterMismatch | null,
): Promise<void> {
  if (ids.length === 0) return;
  const list = [...ids];
  await sql`select s.id from suggestions s where s.subdomain_id = ${sid} and s.id = any(${list}::bigint[]) order by s.id for no key update`.execute(
    tx,
  );
  await recountLinks(tx, sid, list, drift);
  await recountWeeks(tx, sid, list, drift);

  const fresh = [
    ...IDEA_NUMBERS,
    'last_supported_at',
    'last_status_update_at',
    'last_internal_status_update_at',
    'last_activity_at',
    'has_response',
  ] as const;
  const columns = (prefix: string) => sql.join(fresh.map((name) => sql.raw(`${prefix}.${name}`)));
  // each sum is made once: where the statistics do not know of new rows yet, as within an import, the plan would make
  // them again for every idea
  const { rows } = await sql<{
    id: string;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
  }>`
with v as materialized (
    select x.suggestion_id, sum(x.votes)::int as votes_count, count(*)::int as supporters_count, count(u.account_id)::int as account_supporters_count,
      count(*) filter (where i.value = 1)::int as low, count(*) filter (where i.value = 2)::int as medium, count(*) filter (where i.value = 3)::int as high,
      count(*) filter (where u.satisfaction_score >= 9)::int as promoters, count(*) filter (where u.satisfaction_score in (7, 8))::int as neutrals, count(*) filter (where u.satisfaction_score <= 6)::int as detractors,
      max(x.created_at) as last
    from supporters x join users u on u.subdomain_id = ${sid} and u.id = x.user_id
    left join importance_responses i on i.subdomain_id = ${sid} and i.id = x.importance_response_id
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
m as materialized (
    select x.suggestion_id, count(*)::int as accounts, sum(a.revenue_cents)::bigint as revenue, sum(a.mrr_cents)::bigint as mrr
    from suggestion_accounts x join external_accounts a on a.subdomain_id = ${sid} and a.id = x.account_id
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
c as materialized (
    select x.suggestion_id, count(*)::int as n, max(x.created_at) as last, bool_or(x.is_admin_comment) as answered from comments x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) ${VISIBLE} group by x.suggestion_id
),
n as materialized (
    select x.suggestion_id, count(*)::int as n, max(x.created_at) as last from notes x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) and x.deleted_at is null group by x.suggestion_id
),
r as materialized (
    select x.suggestion_id, count(*)::int as n, max(x.created_at) as last from feedback_records x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) and x.state = 'active' group by x.suggestion_id
),
fl as materialized (
    select x.suggestion_id, count(*)::int as n, count(*) filter (where x.cleared_at is null)::int as open, max(x.created_at) as last from internal_flags x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
lb as materialized (
    select x.suggestion_id, count(*)::int as n from suggestion_labels x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
sm as materialized (
    select x.suggestion_id, count(*)::int as n from supporter_messages x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
ms as materialized (
    select x.suggestion_id, count(*)::int as n from messages x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
su as materialized (
    select x.suggestion_id, max(x.created_at) as last, bool_or(x.html_body is not null) as answered from status_updates x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
),
iu as materialized (
    select x.suggestion_id, max(x.created_at) as last from internal_status_updates x
    where x.subdomain_id = ${sid} and x.suggestion_id = any(${list}::bigint[]) group by x.suggestion_id
)
update suggestions t set ${sql.join(fresh.map((name) => sql.raw(`${name} = f.${name}`)))},
  sentiment_due_at = case when (t.comments_count, t.requests_count) is distinct from (f.comments_count, f.requests_count) then clock_timestamp() else t.sentiment_due_at end
from (
  select s.id, ${drift ? sql`to_jsonb(s) as before,` : sql``}
    coalesce(v.votes_count, 0) as votes_count, coalesce(v.supporters_count, 0) as supporters_count, coalesce(v.account_supporters_count, 0) as account_supporters_count,
    coalesce(m.accounts, 0) as supporting_accounts_count, coalesce(m.revenue, 0) as supporter_revenue_cents, coalesce(m.mrr, 0) as supporter_mrr_cents,
    coalesce(c.n, 0) as comments_count, coalesce(n.n, 0) as notes_count, coalesce(r.n, 0) as requests_count,
    coalesce(v.low, 0) as importance_low_count, coalesce(v.medium, 0) as importance_medium_count, coalesce(v.high, 0) as importance_high_count,
    coalesce(v.promoters, 0) as satisfaction_promoter_count, coalesce(v.neutrals, 0) as satisfaction_neutral_count, coalesce(v.detractors, 0) as satisfaction_detractor_count,
    coalesce(fl.open, 0) as internal_flags_count, coalesce(fl.n, 0) as all_internal_flags_count, coalesce(lb.n, 0) as labels_count,
    coalesce(sm.n, 0) + coalesce(ms.n, 0) as messages_count,
    v.last as last_supported_at, su.last as last_status_update_at, iu.last as last_internal_status_update_at,
    greatest(s.created_at, v.last, c.last, n.last, r.last, su.last, iu.last, fl.last) as last_activity_at,
    (coalesce(c.answered, false) or coalesce(su.answered, false)) as has_response
  from suggestions s
  left join v on v.suggestion_id = s.id
  left join m on m.suggestion_id = s.id
  left join c on c.suggestion_id = s.id
  left join n on n.suggestion_id = s.id
  left join r on r.suggestion_id = s.id
  left join fl on fl.suggestion_id = s.id
  left join lb on lb.suggestion_id = s.id
  left join sm on sm.suggestion_id = s.id
  left join ms on ms.suggestion_id = s.id
  left join su on su.suggestion_id = s.id
  left join iu on iu.suggestion_id = s.id
  where s.subdomain_id = ${sid} and s.id = any(${list}::bigint[])
) f
where t.subdomain_id = ${sid} and t.id = f.id and (${columns('t')}) is distinct from (${columns('f')})
returning t.id${drift ? sql`, f.before, to_jsonb(t) as after` : sql``}`.execute(tx);
  if (!drift) return;
  for (const { id, before, after } of rows) {
    for (const name of fresh)
      if (String(before![name]) !== String(after![name]))
        drift.add('suggestions', name, { id, before: before![name], after: after![name] });
  }
}

async function recountLinks(
  tx: Tx,
  sid: string,
  ids: string[],
  drift: CounterMismatch | null,
): Promise<void> {
  const wrong = await sql<{ id: string; n: number }>`
insert into suggestion_accounts as t (subdomain_id, suggestion_id, account_id, supporters_count)
select ${sid}::bigint, x.suggestion_id, u.account_id, count(*)::int
from supporters x join users u on u.subdomain_id = ${sid} and u.id = x.user_id
where x.subdomain_id = ${sid} and x.suggestion_id = any(${ids}::bigint[]) and u.account_id is not null
group by x.suggestion_id, u.account_id
on conflict (subdomain_id, suggestion_id, account_id) do update set supporters_count = excluded.supporters_count where t.supporters_count <> excluded.supporters_count
returning t.suggestion_id || ' ' || t.account_id as id, t.supporters_count as n`.execute(tx);
  const stale = await sql<{ id: string; n: number }>`
delete from suggestion_accounts t where t.subdomain_id = ${sid} and t.suggestion_id = any(${ids}::bigint[])
and not exists (select 1 from supporters x join users u on u.subdomain_id = ${sid} and u.id = x.user_id where x.subdomain_id = ${sid} and x.suggestion_id = t.suggestion_id and u.account_id = t.account_id)
returning t.suggestion_id || ' ' || t.account_id as id, t.supporters_count as n`.execute(tx);
  for (const { id, n } of wrong.rows)
    drift?.add('suggestion_accounts', 'supporters_count', { id, before: null, after: n });
  for (const { id, n } of stale.rows)
    drift?.add('suggestion_accounts', 'supporters_count', { id, before: n, after: null });
}

async function recountWeeks(
  tx: Tx,
  sid: string,
  ids: string[],
  drift: CounterMismatch | null,
): Promise<void> {
  const fresh = sql`
select x.suggestion_id, date_trunc('week', x.created_at at time zone 'UTC')::date as week, sum(x.votes)::int as n from supporters x
where x.subdomain_id = ${sid} and x.suggestion_id = any(${ids}::bigint[]) and x.created_at is not null group by 1, 2`;
  const wrong = await sql<{ id: string; n: number }>`
insert into suggestion_weeks as t (subdomain_id, suggestion_id, week, votes_count)
select ${sid}::bigint, f.suggestion_id, f.week, f.n from (${fresh}) f
on conflict (subdomain_id, suggestion_id, week) do update set votes_count = excluded.votes_count where t.votes_count <> excluded.votes_count
${drift ? sql`returning t.suggestion_id || ' ' || t.week as id, t.votes_count as n` : sql``}`.execute(tx);
  const stale = await sql<{ id: string; n: number }>`
delete from suggestion_weeks t where t.subdomain_id = ${sid} and t.suggestion_id = any(${ids}::bigint[])
and not exists (select 1 from (${fresh}) f where f.suggestion_id = t.suggestion_id and f.week = t.week)
returning t.suggestion_id || ' ' || t.week as id, t.votes_count as n`.execute(tx);
  for (const { id, n } of wrong.rows)
    drift?.add('suggestion_weeks', 'votes_count', { id, before: null, after: n });
  for (const { id, n } of stale.rows)
    drift?.add('suggestion_weeks', 'votes_count', { id, before: n, after: null });
}

/**
 * Sets the revenue behind ideas again from the accounts as they are now.
 * @param ids ideas, at most some hundred at once
 */
export async function recountRevenue(tx: Tx, subdomainId: string, ids: readonly string[]): Promise<void> {
  const list = [...ids];
  await sql`select s.id from suggestions s where s.subdomain_id = ${subdomainId} and s.id = any(${list}::bigint[]) order by s.id for no key update`.execute(
    tx,
  );
  markChanged(tx, 'suggestion', ids);
  await sql`
update suggestions t set supporter_revenue_cents = f.revenue, supporter_mrr_cents = f.mrr
from (select s.id, ${revenueOf(subdomainId, 'supporter_revenue_cents')}::bigint as revenue, ${revenueOf(subdomainId, 'supporter_mrr_cents')}::bigint as mrr
      from suggestions s where s.subdomain_id = ${subdomainId} and s.id = any(${list}::bigint[])) f
where t.subdomain_id = ${subdomainId} and t.id = f.id and (t.supporter_revenue_cents, t.supporter_mrr_cents) is distinct from (f.revenue, f.mrr)`.execute(
    tx,
  );
  await countFeaturesOf(tx, subdomainId, list);
}

/**
 * Recomputes everything that is stored per forum, category, status, label, person, account and day.
 *
 * Each number is set right by adding its difference, found in one statement: what other
 * transactions commit meanwhile is in both sides of it or in neither. Only rows that are wrong are locked, in
 * the order of locks and by id, as commands do: an idea's commands and this never wait in a circle.
 */
export async function recountTotals(
  tx: Tx,
  subdomainId: string,
  drift: CounterMismatch | null = null,
): Promise<void> {
  const sid = subdomainId;
  const live = sql`count(*) filter (where ${LIVE})::int`;
  const open = sql`count(*) filter (where ${OPEN})::int`;

  await addDifference(
    tx,
    sid,
    'users',
    {
      supported_suggestions_count: sql`select x.user_id as id, count(*)::int as n from supporters x join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id where x.subdomain_id = ${sid} and ${SUPPORT} group by x.user_id`,
      assigned_open_suggestions_count: sql`select s.assigned_owner_id as id, count(*)::int as n from suggestions s where s.subdomain_id = ${sid} and s.assigned_owner_id is not null and ${OPEN} group by s.assigned_owner_id`,
    },
    drift,
  );
  await addDifference(
    tx,
    sid,
    'external_accounts',
    {
      users_count: sql`select u.account_id as id, count(*)::int as n from users u where u.subdomain_id = ${sid} and u.account_id is not null group by u.account_id`,
      ...Object.fromEntries(
        (
          [
            ['promoters_count', 'u.satisfaction_score >= 9'],
            ['neutrals_count', 'u.satisfaction_score between 7 and 8'],
            ['detractors_count', 'u.satisfaction_score <= 6'],
          ] as const
        ).map(([name, band]) => [
          name,
          sql`select u.account_id as id, count(*)::int as n from users u where u.subdomain_id = ${sid} and u.account_id is not null and ${sql.raw(band)} group by u.account_id`,
        ]),
      ),
      supported_ideas_count: sql`select x.account_id as id, count(*)::int as n from suggestion_accounts x join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id where x.subdomain_id = ${sid} and ${SUPPORT} group by x.account_id`,
      requests_count: sql`
select u.account_id as id, count(*)::int as n from feedback_records x join users u on u.subdomain_id = ${sid} and u.id = x.user_id
left join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id
where x.subdomain_id = ${sid} and x.state = 'active' and u.account_id is not null and coalesce(s.state, '') <> 'deleted' group by u.account_id`,
    },
    drift,
  );
  const ideasBy = (column: string, what: RawBuilder<unknown>) =>
    sql`select s.${sql.ref(column)} as id, ${what} as n from suggestions s where s.subdomain_id = ${sid} group by s.${sql.ref(column)}`;
  await addDifference(
    tx,
    sid,
    'categories',
    { suggestions_count: ideasBy('category_id', live), open_suggestions_count: ideasBy('category_id', open) },
    drift,
  );
  await addDifference(
    tx,
    sid,
    'forums',
    {
      suggestions_count: ideasBy('forum_id', live),
      open_suggestions_count: ideasBy('forum_id', open),
      categories_count: sql`select c.forum_id as id, count(*)::int as n from categories c where c.subdomain_id = ${sid} group by c.forum_id`,
    },
    drift,
  );
  await addDifference(tx, sid, 'statuses', { suggestions_count: ideasBy('status_id', open) }, drift);
  const ideasByLabel = (what: RawBuilder<unknown>) =>
    sql`select l.label_id as id, ${what} as n from suggestion_labels l join suggestions s on s.subdomain_id = ${sid} and s.id = l.suggestion_id where l.subdomain_id = ${sid} group by l.label_id`;
  await addDifference(
    tx,
    sid,
    'labels',
    { suggestions_count: ideasByLabel(live), open_suggestions_count: ideasByLabel(open) },
    drift,
  );
  await recountDays(tx, sid, drift);
}

/** Adds to each column the difference between what `fresh` counts ({id, n}) and what is stored. */
async function addDifference(
  tx: Tx,
  sid: string,
  table: string,
  fresh: Record<string, RawBuilder<unknown>>,
  drift: CounterMismatch | null,
): Promise<void> {
  const names = Object.keys(fresh);
  const differences = names.map(
    (name, index) => sql`coalesce(${sql.ref(`f${index}.n`)}, 0) - o.${sql.ref(name)} as ${sql.ref(name)}`,
  );
  const joins = names.map(
    (name, index) =>
      sql`left join (${fresh[name]!}) ${sql.ref(`f${index}`)} on ${sql.ref(`f${index}.id`)} = o.id`,
  );
  const { rows } = await sql<{ id: string } & Record<string, number>>`
with wrong as materialized (
  select w.* from (select o.id, ${sql.join(differences)} from ${sql.table(table)} o ${sql.join(joins, sql` `)} where o.subdomain_id = ${sid}) w
  where ${sql.join(
    names.map((name) => sql`w.${sql.ref(name)} <> 0`),
    sql` or `,
  )}
), held as materialized (
  select o.id from ${sql.table(table)} o where o.subdomain_id = ${sid} and o.id in (select w.id from wrong w) order by o.id for no key update
)
update ${sql.table(table)} as t set ${sql.join(names.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + d.${sql.ref(name)}`))}
from wrong d join held h on h.id = d.id
where t.subdomain_id = ${sid} and t.id = d.id
returning t.id, ${sql.join(names.flatMap((name) => [sql`t.${sql.ref(name)}`, sql`d.${sql.ref(name)} as ${sql.ref(`by_${name}`)}`]))}`.execute(
    tx,
  );
  for (const row of rows) {
    for (const name of names) {
      const by = row[`by_${name}`]!;
      if (by !== 0) drift?.add(table, name, { id: row.id, before: row[name]! - by, after: row[name]! });
    }
  }
}

/**
 * Sets again how many ideas carry labels, after many of them lost one. The labels' rows are held
 * first: who added one and has not counted it yet waits, and adds it to the new number.
 */
export async function recountLabels(tx: Tx, subdomainId: string, ids: readonly string[]): Promise<void> {
  const list = [...ids];
  await sql`select l.id from labels l where l.subdomain_id = ${subdomainId} and l.id = any(${list}::bigint[]) order by l.id for no key update`.execute(
    tx,
  );
  await sql`
update labels t set suggestions_count = coalesce(d.live, 0), open_suggestions_count = coalesce(d.open, 0)
from unnest(${list}::bigint[]) as given (id)
left join (
  select x.label_id, count(*) filter (where ${LIVE})::int as live, count(*) filter (where ${OPEN})::int as open
  from suggestion_labels x join suggestions s on s.subdomain_id = ${subdomainId} and s.id = x.suggestion_id
  where x.subdomain_id = ${subdomainId} and x.label_id = any(${list}::bigint[]) group by x.label_id
) d on d.label_id = given.id
where t.subdomain_id = ${subdomainId} and t.id = given.id`.execute(tx);
}
