import { parseDate } from '../../../contract/dates.ts';
import { npsOf } from '../../../contract/satisfaction_report.ts';
import { defineQuery } from '../../core/query.ts';
import type { Scope } from '../../core/scope.ts';
import { shape } from '../../core/shape.ts';
import { withFeature } from '../../core/viewer.ts';
import { DAY_MS, periodArgs, periodOf } from './periods.ts';
import { OPEN_SQL } from '../ideas/suggestion.ts';
import { Writer } from '../../sql/writer.ts';
import { BAND_SQL, seesRatings } from '../customers/rating.ts';
import { DID_ASK_SQL } from '../surveys/asked.ts';

const DEFAULT_PERIOD = '29_days_ago';
/** Months of the line, the one of the end included. */
const MONTHS = 12;
const SHOWN_IDEAS = 5;

interface Counted {
  /** people whose latest rating within the time is that one, by score 0 to 10 */
  distribution: number[];
  people: number;
  promoters: number;
  neutrals: number;
  detractors: number;
}

const countedOf = (distribution: number[]): Counted => {
  const sum = (from: number, to: number): number =>
    distribution.slice(from, to + 1).reduce((total, count) => total + count, 0);
  return {
    distribution,
    people: sum(0, 10),
    promoters: sum(9, 10),
    neutrals: sum(7, 8),
    detractors: sum(0, 6),
  };
};

/** SQL of the beginning of a day. */
const beginOf = (w: Writer, day: string, plusDays = 0): string =>
  `(${w.value(day)}::date + ${plusDays})::timestamp at time zone 'UTC'`;

/** Latest rating of each person from the first day to the last, both included. */
const latestSql = (w: Writer, start: string, end: string): string =>
  `select distinct on (r.user_id) r.user_id, r.score from ratings r where r.subdomain_id = $1 and r.created_at >= ${beginOf(w, start)} and r.created_at < ${beginOf(w, end, 1)} order by r.user_id, r.created_at desc, r.id desc`;

async function countLatest(scope: Scope, start: string, end: string): Promise<Counted> {
  const w = new Writer(scope.viewer.subdomain_id);
  const rows = await scope.read<{ score: number; count: number }>({
    text: `select l.score, count(*)::int as count from (${latestSql(w, start, end)}) l group by l.score`,
    values: w.values,
  });
  const distribution = Array.from({ length: 11 }, () => 0);
  for (const { score, count } of rows) distribution[score] = count;
  return countedOf(distribution);
}

async function monthsOf(scope: Scope, end: string) {
  const w = new Writer(scope.viewer.subdomain_id);
  const last = `date_trunc('month', ${w.value(end)}::date)`;
  const rows = await scope.read<{ month: string; promoters: number; neutrals: number; detractors: number }>({
    text: `with l as (
  select distinct on (date_trunc('month', r.created_at at time zone 'UTC'), r.user_id) date_trunc('month', r.created_at at time zone 'UTC') as month, r.score
  from ratings r where r.subdomain_id = $1 and r.created_at >= (${last} - interval '${MONTHS - 1} months') at time zone 'UTC' and r.created_at < (${last} + interval '1 month') at time zone 'UTC'
  order by date_trunc('month', r.created_at at time zone 'UTC'), r.user_id, r.created_at desc, r.id desc
)
select to_char(g.month, 'YYYY-MM') as month, count(l.score) filter (where ${BAND_SQL.promoter('l')})::int as promoters, count(l.score) filter (where ${BAND_SQL.neutral('l')})::int as neutrals, count(l.score) filter (where ${BAND_SQL.detractor('l')})::int as detractors
from generate_series(${last} - interval '${MONTHS - 1} months', ${last}, interval '1 month') as g(month) left join l on l.month = g.month
group by g.month order by g.month`,
    values: w.values,
  });
  return rows.map(({ month, ...people }) => {
    const nps = npsOf(people);
    return {
      month,
      score: nps?.score ?? null,
      margin: nps?.margin ?? null,
      people_count: people.promoters + people.neutrals + people.detractors,
    };
  });
}

/** Open ideas that most of the detractors support. */
async function unhappyIdeas(scope: Scope, start: string, end: string) {
  const w = new Writer(scope.viewer.subdomain_id);
  return scope.read<{ id: string; title: string; people_count: number }>({
    text: `with d as (select l.user_id from (${latestSql(w, start, end)}) l where ${BAND_SQL.detractor('l')}),
  s as (select sp.suggestion_id, count(*)::int as people_count from d join supporters sp on sp.subdomain_id = $1 and sp.user_id = d.user_id group by sp.suggestion_id)
select i.id::text as id, i.title, s.people_count from s join suggestions i on i.subdomain_id = $1 and i.id = s.suggestion_id and ${OPEN_SQL('i')}
order by s.people_count desc, i.id limit ${SHOWN_IDEAS}`,
    values: w.values,
  });
}

/** What the accounts of the detractors pay, each once. */
async function unhappyRevenue(scope: Scope, start: string, end: string): Promise<number> {
  const w = new Writer(scope.viewer.subdomain_id);
  const [row] = await scope.read<{ revenue: number }>({
    text: `with d as (select l.user_id from (${latestSql(w, start, end)}) l where ${BAND_SQL.detractor('l')})
select coalesce(sum(a.revenue_cents), 0)::float8 / 100 as revenue from external_accounts a
where a.subdomain_id = $1 and a.deleted_at is null and a.id in (select u.account_id from d join users u on u.subdomain_id = $1 and u.id = d.user_id where u.account_id is not null)`,
    values: w.values,
  });
  return row?.revenue ?? 0;
}

/** People who were asked in a period, and those of them who answered. */
async function askedOf(scope: Scope, start: string, end: string) {
  const w = new Writer(scope.viewer.subdomain_id);
  const [row] = await scope.read<{ asked: number; answered: number }>({
    text: `select count(distinct d.user_id)::int as asked, count(distinct r.user_id)::int as answered
from mailings a join deliveries d on d.subdomain_id = $1 and d.mailing_id = a.id and ${DID_ASK_SQL('d')}
left join ratings r on r.subdomain_id = $1 and r.delivery_id = d.id
where a.subdomain_id = $1 and a.kind = 'rating_request' and a.created_at >= ${beginOf(w, start)} and a.created_at < ${beginOf(w, end, 1)}`,
    values: w.values,
  });
  return row ?? { asked: 0, answered: 0 };
}

const monthShape = shape('SatisfactionMonth', 'How content people were in a month.', {
  month: { type: 'String!', description: 'YYYY-MM.' },
  score: { type: 'Int', description: 'Score of those who rated in it; null: fewer than ten did.' },
  margin: { type: 'Int', description: 'How far chance alone may move it to either side.' },
  people_count: { type: 'Int!', description: 'People who rated in it.' },
});
const ideaShape = shape('UnhappyIdea', 'An idea that detractors support.', {
  id: { type: 'ID!', description: 'Idea.' },
  title: { type: 'String!', description: 'Title.' },
  people_count: { type: 'Int!', description: 'Detractors who support it.' },
});

/** How content people are: the latest rating of each within a period (DEC-066, DEC-174). */
export const reportSatisfaction = defineQuery({
  name: 'report_satisfaction',
  description:
    'How content people are: percent of promoters less that of detractors, by the latest rating of each person within a period; the last 30 days when none is given.',
  requires: seesRatings,
  args: periodArgs(DEFAULT_PERIOD),
  returns: 'SatisfactionReport!',
  reads: [
    'ratings',
    'mailings.kind',
    'deliveries+',
    'deliveries.state',
    'supporters',
    'suggestions.title',
    'suggestions.state',
    'users.account_id',
    'external_accounts.revenue_cents',
    'external_accounts.deleted_at',
  ],
  shapes: [
    shape(
      'SatisfactionReport',
      'How content people are.',
      {
        period_start: { type: 'String!', description: 'First day.' },
        period_end: { type: 'String!', description: 'Last day.' },
        score: {
          type: 'Int',
          description: 'Promoters less detractors in percent; null: fewer than ten people rated.',
        },
        margin: {
          type: 'Int',
          description: 'How far chance alone may move it to either side, 19 times of 20.',
        },
        previous_score: {
          type: 'Int',
          description: 'Of as many days before; null: fewer than ten people rated.',
        },
        previous_margin: { type: 'Int', description: 'How far chance alone may move that.' },
        ratings_count: { type: 'Int!', description: 'Ratings of the period, of one person several.' },
        with_words_count: { type: 'Int!', description: 'Those with which something was said.' },
        detractor_ratings_count: { type: 'Int!', description: 'Those of 6 and less.' },
        people_count: { type: 'Int!', description: 'People who rated.' },
        asked_count: { type: 'Int!', description: 'People who were asked by email.' },
        answered_count: { type: 'Int!', description: 'Those of them who answered it.' },
        promoters_count: { type: 'Int!', description: 'Their latest rating is 9 or 10.' },
        neutrals_count: { type: 'Int!', description: '7 or 8.' },
        detractors_count: { type: 'Int!', description: '6 or less.' },
        distribution: { type: '[Int!]!', description: 'People by their latest rating, from 0 to 10.' },
        months: { type: '[SatisfactionMonth!]!', description: 'The twelve months to the end of the period.' },
        unhappy_ideas: {
          type: '[UnhappyIdea!]!',
          description: `The ${SHOWN_IDEAS} open ideas that most of the detractors support.`,
        },
        unhappy_revenue: {
          type: 'Float',
          description:
            'Revenue in USD of the detractors’ accounts, each once; null: the workspace or the caller does not see revenue.',
        },
        has_ratings: { type: 'Boolean!', description: 'There is any rating, at whatever time.' },
      },
      [monthShape, ideaShape],
    ),
  ],
  run: async ({ period_start, period_end }, { scope }) => {
    const now = scope.now();
    const period = periodOf(period_start ?? parseDate(DEFAULT_PERIOD, now)!, period_end ?? now);
    const { start, end, days } = period;
    const before = (day: string): string =>
      new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
    const w = new Writer(scope.viewer.subdomain_id);
    const totals = scope.read<{ ratings: number; words: number; detractors: number; some: boolean }>({
      text: `select count(*)::int as ratings, count(r.body)::int as words, count(*) filter (where ${BAND_SQL.detractor('r')})::int as detractors, exists (select 1 from ratings a where a.subdomain_id = $1) as some
from ratings r where r.subdomain_id = $1 and r.created_at >= ${beginOf(w, start)} and r.created_at < ${beginOf(w, end, 1)}`,
      values: w.values,
    });
    const [counted, earlier, months, ideas, revenue, [total], reached] = await Promise.all([
      countLatest(scope, start, end),
      countLatest(scope, before(start), before(end)),
      monthsOf(scope, end),
      unhappyIdeas(scope, start, end),
      withFeature('account_insights').allows(scope.viewer) ? unhappyRevenue(scope, start, end) : null,
      totals,
      askedOf(scope, start, end),
    ]);
    const [nps, previous] = [npsOf(counted), npsOf(earlier)];
    return {
      period_start: start,
      period_end: end,
      score: nps?.score ?? null,
      margin: nps?.margin ?? null,
      previous_score: previous?.score ?? null,
      previous_margin: previous?.margin ?? null,
      ratings_count: total?.ratings ?? 0,
      with_words_count: total?.words ?? 0,
      detractor_ratings_count: total?.detractors ?? 0,
      people_count: counted.people,
      asked_count: reached.asked,
      answered_count: reached.answered,
      promoters_count: counted.promoters,
      neutrals_count: counted.neutrals,
      detractors_count: counted.detractors,
      distribution: counted.distribution,
      months,
      unhappy_ideas: ideas,
      unhappy_revenue: revenue,
      has_ratings: total?.some ?? false,
    };
  },
});
