import { impactLimits, impactNewDays, type ImpactNumbers } from '../../../contract/impact_reports.ts';
import type { Statement } from '../../sql/writer.ts';
import { monthsBefore } from '../counters/numbers.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';

const DAY_MS = 86_400_000;
/** Months whose votes are counted; the last one runs. */
const MONTHS = 12;

/** Figures as a report keeps them; amounts in cents. Names are read when they are shown. */
export interface StoredFigures {
  ideas: number;
  people: number;
  people_new: number;
  accounts: number;
  all_accounts: number;
  revenue_cents: number;
  all_revenue_cents: number;
  sentiment: number | null;
  sentiment_count: number;
  months: { month: string; votes: number }[];
  top_accounts: { id: string; revenue_cents: number; people: number }[];
  top_ideas: { id: string; votes: number; accounts: number; revenue_cents: number }[];
}

type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** The people behind ideas and their accounts, each once. $1 workspace, $2 ideas. */
const BEHIND_SQL = `
ideas as materialized (
  select s.id, s.votes_count, s.supporting_accounts_count, s.supporter_revenue_cents, s.total_sentiment_score
  from suggestions s where s.subdomain_id = $1 and s.id = any($2::bigint[]) and ${LIVE_SQL('s')}
), people as materialized (
  select v.user_id, min(v.created_at) as first_at
  from ideas i join supporters v on v.subdomain_id = $1 and v.suggestion_id = i.id group by v.user_id
), accounts as materialized (
  select e.id, e.revenue_cents, count(*)::int as people
  from people p join users u on u.subdomain_id = $1 and u.id = p.user_id
  join external_accounts e on e.subdomain_id = $1 and e.id = u.account_id and e.deleted_at is null
  group by e.id, e.revenue_cents
)`;

/**
 * What stands behind ideas now, in one statement: each person and each account once. Ideas that are not there any more
 * are passed over.
 * @param ids at most impactLimits.ideas
 */
export async function takeFigures(
  read: Read,
  subdomain_id: string,
  ids: readonly string[],
  now: Date,
): Promise<StoredFigures> {
  const today = now.toISOString().slice(0, 10);
  const months = Array.from({ length: MONTHS }, (_, index) => monthsBefore(today, MONTHS - 1 - index));
  const rows = await read<Omit<StoredFigures, 'months'> & { votes: Record<string, number> }>({
    text: `with ${BEHIND_SQL}, votes as (
  select width_bucket(v.created_at, $4::timestamptz[]) as at, count(*)::int as votes
  from ideas i join supporters v on v.subdomain_id = $1 and v.suggestion_id = i.id
  where v.created_at >= ($4::timestamptz[])[1] group by 1
)
select (select count(*)::int from ideas) as ideas,
  (select count(*)::int from people) as people,
  (select count(*)::int from people p where p.first_at >= $3) as people_new,
  (select count(*)::int from accounts) as accounts,
  (select coalesce(sum(revenue_cents), 0)::float8 from accounts) as revenue_cents,
  (select count(*)::int from external_accounts e where e.subdomain_id = $1 and e.deleted_at is null) as all_accounts,
  (select coalesce(sum(e.revenue_cents), 0)::float8 from external_accounts e where e.subdomain_id = $1 and e.deleted_at is null) as all_revenue_cents,
  (select round(avg(total_sentiment_score)::numeric, 2)::float8 from ideas) as sentiment,
  (select count(total_sentiment_score)::int from ideas) as sentiment_count,
  (select coalesce(json_agg(json_build_object('id', a.id::text, 'revenue_cents', a.revenue_cents, 'people', a.people)), '[]'::json)
    from (select * from accounts order by revenue_cents desc, people desc, id limit ${impactLimits.accounts}) a) as top_accounts,
  (select coalesce(json_agg(json_build_object('id', i.id::text, 'votes', i.votes_count, 'accounts', i.supporting_accounts_count, 'revenue_cents', i.supporter_revenue_cents)), '[]'::json)
    from (select * from ideas order by supporter_revenue_cents desc, votes_count desc, id limit ${impactLimits.topIdeas}) i) as top_ideas,
  (select coalesce(json_object_agg(at, votes), '{}'::json) from votes) as votes`,
    values: [
      subdomain_id,
      ids,
      new Date(now.getTime() - impactNewDays * DAY_MS),
      months.map((day) => `${day}T00:00:00Z`),
    ],
  });
  const { votes, ...figures } = rows[0]!;
  return {
    ...figures,
    months: months.map((day, index) => ({ month: day.slice(0, 7), votes: votes[index + 1] ?? 0 })),
  };
}

/** People, accounts and revenue behind ideas now: what tells whether a report's figures are old. */
export async function takeHeadFigures(
  read: Read,
  subdomain_id: string,
  ids: readonly string[],
): Promise<{ people: number; accounts: number; revenue_cents: number }> {
  const [row] = await read<{ people: number; accounts: number; revenue_cents: number }>({
    text: `with ${BEHIND_SQL}
select (select count(*)::int from people) as people, (select count(*)::int from accounts) as accounts,
  (select coalesce(sum(revenue_cents), 0)::float8 from accounts) as revenue_cents`,
    values: [subdomain_id, ids],
  });
  return row!;
}

/** The numbers of figures, as texts and readers have them. @param money whether amounts are shown */
export function numbersOf(figures: StoredFigures, money: boolean): ImpactNumbers {
  const { ideas, people, people_new, accounts, all_accounts, sentiment, sentiment_count, months } = figures;
  return {
    ideas,
    people,
    people_new,
    accounts,
    all_accounts,
    revenue: money ? figures.revenue_cents / 100 : null,
    all_revenue: money ? figures.all_revenue_cents / 100 : null,
    sentiment,
    sentiment_count,
    months,
  };
}
