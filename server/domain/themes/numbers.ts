import { sql } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';

/**
 * Counts what stands behind the themes and groups of a report: each person and each account once, whatever the ideas
 * that lead to them. Ideas that were deleted, merged or marked as spam since the run do not count.
 * @returns how many themes had another number before
 */
export async function countThemes(
  tx: Tx,
  subdomain_id: string,
  theme_set_id: string,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
with placed as (
  select tp.theme_id, s.id as suggestion_id, s.comments_count, s.total_sentiment_score
  from theme_placements tp join suggestions s on s.subdomain_id = ${subdomain_id} and s.id = tp.suggestion_id
  where tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${theme_set_id} and ${sql.raw(LIVE_SQL('s'))}
), rolled as (
  select * from placed
  union all
  select t.parent_id, p.suggestion_id, p.comments_count, p.total_sentiment_score
  from placed p join themes t on t.subdomain_id = ${subdomain_id} and t.id = p.theme_id and t.parent_id is not null
), people as (
  select distinct r.theme_id, v.user_id
  from rolled r join supporters v on v.subdomain_id = ${subdomain_id} and v.suggestion_id = r.suggestion_id
), accounts as (
  select distinct p.theme_id, u.account_id
  from people p join users u on u.subdomain_id = ${subdomain_id} and u.id = p.user_id and u.account_id is not null
), of_ideas as (
  select theme_id, sum(comments_count)::int as comments, avg(total_sentiment_score) as sentiment, count(total_sentiment_score)::int as scored
  from rolled group by theme_id
), of_people as (
  select theme_id, count(*)::int as supporters from people group by theme_id
), of_accounts as (
  select a.theme_id, count(*)::int as accounts, sum(e.revenue_cents)::bigint as cents
  from accounts a join external_accounts e on e.subdomain_id = ${subdomain_id} and e.id = a.account_id and e.deleted_at is null group by a.theme_id
), counted as (
  select t.id, coalesce(p.supporters, 0) as supporters, coalesce(a.accounts, 0) as accounts, coalesce(a.cents, 0) as cents,
    coalesce(i.comments, 0) as comments, round(i.sentiment::numeric, 2)::float8 as sentiment, coalesce(i.scored, 0) as scored
  from themes t left join of_ideas i on i.theme_id = t.id left join of_people p on p.theme_id = t.id left join of_accounts a on a.theme_id = t.id
  where t.subdomain_id = ${subdomain_id} and t.theme_set_id = ${theme_set_id}
)
update themes t set supporter_count = c.supporters, account_count = c.accounts, revenue_cents = c.cents,
  comment_count = c.comments, sentiment_average = c.sentiment, sentiment_count = c.scored
from counted c
where t.subdomain_id = ${subdomain_id} and t.id = c.id
  and (t.supporter_count, t.account_count, t.revenue_cents, t.comment_count, t.sentiment_count, t.sentiment_average) is distinct from (c.supporters, c.accounts, c.cents, c.comments, c.scored, c.sentiment)`.execute(
    tx,
  );
  await tx
    .updateTable('theme_sets')
    .set({ counted_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', theme_set_id)
    .execute();
  return Number(numAffectedRows ?? 0);
}
