import {
  rollingAverage,
  runningTotal,
  TREND_MEASURES,
  TREND_UNITS,
  trendLimits,
  trendOf,
  type TrendMeasure,
} from '../../../contract/trends.ts';
import { notFound } from '../../core/errors.ts';
import { defineQuery } from '../../core/query.ts';
import type { Selection } from '../../core/reads.ts';
import type { Scope } from '../../core/scope.ts';
import { shape } from '../../core/shape.ts';
import { withFeature } from '../../core/viewer.ts';
import { enumInput, idInput, idListInput, intInput, required } from '../../inputs/kinds.ts';
import { VISIBLE_COMMENT_SQL } from '../conversation/comment.ts';
import { revenueAtSql } from '../counters/revenue.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';
import { canReadThemes } from './rights.ts';
import { trendPeriods, type TrendPeriods } from './trend_periods.ts';

/** Months that are looked at when nothing else is said. */
const MONTHS = 12;
/** Answers and severities from this on are high (DEC-063). */
const HIGH = 3;

/** Condition of what happened within the periods. */
const WITHIN = (t: string): string =>
  `${t}.created_at >= ($3::timestamptz[])[1] and ${t}.created_at < ($3::timestamptz[])[cardinality($3::timestamptz[])]`;

/** What happened to a theme in a period. */
type Point = Record<TrendMeasure, number | null>;

/** A theme with its values, and how many answers stand behind the means. */
interface Line {
  id: string;
  hex_color: string;
  display_name: string;
  points: Point[];
  importance_count: number;
  urgency_count: number;
  /** accounts that did something for the first time in each period */
  first_accounts: number[];
}

interface Row {
  line_id: string;
  at: number;
  votes: number;
  comments: number;
  feedback: number;
  new_ideas: number;
  importance: number | null;
  importance_count: number;
  high: number;
  urgency_count: number;
  accounts: number;
  first_accounts: number;
  revenue: number | null;
}

/** Measures that each kind of fact is read for. */
const READ_FOR: Record<'vote' | 'comment' | 'feedback' | 'idea', readonly TrendMeasure[]> = {
  vote: ['votes', 'activity', 'importance', 'urgency', 'accounts', 'revenue'],
  comment: ['comments', 'activity', 'accounts', 'revenue'],
  feedback: ['activity', 'urgency', 'accounts', 'revenue'],
  idea: ['new_ideas', 'activity', 'accounts', 'revenue'],
};
const FACT_SQL: Record<keyof typeof READ_FOR, string> = {
  vote: `select p.line_id, width_bucket(v.created_at, $3::timestamptz[]) as at, 'vote' as kind, v.user_id, i.value as answer, null::int as severity
  from placed p join supporters v on v.subdomain_id = $1 and v.suggestion_id = p.suggestion_id and ${WITHIN('v')}
  left join importance_responses i on i.subdomain_id = $1 and i.id = v.importance_response_id`,
  comment: `select p.line_id, width_bucket(c.created_at, $3::timestamptz[]) as at, 'comment' as kind, c.creator_id as user_id, null::int as answer, null::int as severity
  from placed p join comments c on c.subdomain_id = $1 and c.suggestion_id = p.suggestion_id and ${VISIBLE_COMMENT_SQL('c')} and ${WITHIN('c')}`,
  feedback: `select p.line_id, width_bucket(f.created_at, $3::timestamptz[]) as at, 'feedback' as kind, f.user_id, null::int as answer, f.severity
  from placed p join feedback_records f on f.subdomain_id = $1 and f.suggestion_id = p.suggestion_id and f.state = 'active' and ${WITHIN('f')}`,
  idea: `select p.line_id, width_bucket(p.created_at, $3::timestamptz[]) as at, 'idea' as kind, p.creator_id as user_id, null::int as answer, null::int as severity from placed p where ${WITHIN('p')}`,
};

/** What is counted of facts, as sums that can be summed up again, and the measures that need it. */
const COUNTED: Record<string, { sql: string; for: readonly TrendMeasure[] }> = {
  votes: { sql: "count(*) filter (where kind = 'vote')", for: ['votes', 'activity'] },
  comments: { sql: "count(*) filter (where kind = 'comment')", for: ['comments', 'activity'] },
  feedback: { sql: "count(*) filter (where kind = 'feedback')", for: ['activity'] },
  new_ideas: { sql: "count(*) filter (where kind = 'idea')", for: ['new_ideas', 'activity'] },
  answers: { sql: 'sum(answer)', for: ['importance'] },
  importance_count: { sql: 'count(answer)', for: ['importance'] },
  high: {
    sql: `count(*) filter (where answer >= ${HIGH}) + count(*) filter (where severity >= ${HIGH})`,
    for: ['urgency'],
  },
  urgency_count: { sql: 'count(answer) + count(severity)', for: ['urgency'] },
};

/** What is asked for: without what costs much and is not. */
interface Wanted {
  measures: ReadonlySet<TrendMeasure>;
  /** accounts that come in for the first time, which a running total adds up */
  firstAccounts: boolean;
}

/**
 * SQL of what happened to lines of a report: a row for each line and period in which something did. $1 workspace, $2
 * report, $3 bounds of the periods, $4 themes and, beside each, $5 the line that it counts for.
 *
 * Each account counts once in a period, with what it paid at the end of it, or pays now where that is not known.
 * Accounts cost more than all else: they are looked at where somebody asks for them, and then facts are brought
 * together by account first, so that no fact is kept for a second reading.
 *
 * @param wanted measures that are asked for; those of others are 0. At least one
 */
function factsSql({ measures: wanted, firstAccounts }: Wanted, seesMoney: boolean): string {
  const isWanted = (measures: readonly TrendMeasure[]): boolean => measures.some((one) => wanted.has(one));
  const kinds = (Object.keys(READ_FOR) as (keyof typeof READ_FOR)[]).filter((kind) =>
    isWanted(READ_FOR[kind]),
  );
  const withMoney = seesMoney && wanted.has('revenue');
  const withAccounts = wanted.has('accounts') || withMoney;
  // each number that is not asked for makes what is kept for every account smaller
  const numbers = Object.entries(COUNTED).filter((entry) => isWanted(entry[1].for));
  const ofFacts = numbers.map(([name, { sql }]) => `, ${sql} as ${name}`).join('');
  const number = (name: string): string => (isWanted(COUNTED[name]!.for) ? `c.${name}` : '0');
  const counted = withAccounts
    ? `, by_account as materialized (
  select f.line_id, f.at, u.account_id${ofFacts}
  from facts f left join users u on u.subdomain_id = $1 and u.id = f.user_id group by f.line_id, f.at, u.account_id
), behind as materialized (
  select e.id as account_id, ${
    withMoney
      ? `e.revenue_cents as now, case when exists (select 1 from account_revenues h where h.subdomain_id = $1 and h.account_id = e.id)
    then array(select coalesce(${revenueAtSql('e.id', 'bound')}, e.revenue_cents) from unnest(($3::timestamptz[])[2:]) with ordinality as b (bound, n) order by b.n) end as cents`
      : 'null::bigint as now, null::bigint[] as cents'
  }
  from external_accounts e where e.subdomain_id = $1 and e.deleted_at is null and e.id in (select b.account_id from by_account b)
), counted as (
  select line_id, at${numbers.map(([name]) => `, sum(${name}) as ${name}`).join('')} from by_account group by line_id, at
), alive as (
  select b.line_id, b.at, count(*) as accounts, sum(coalesce(e.cents[b.at], e.now)) as cents
  from by_account b join behind e on e.account_id = b.account_id group by b.line_id, b.at
), first as (
  ${
    firstAccounts
      ? `select line_id, at, count(*) as n from (
    select b.line_id, min(b.at) as at from by_account b join behind e on e.account_id = b.account_id group by b.line_id, b.account_id
  ) f group by line_id, at`
      : 'select null::bigint as line_id, null::int as at, 0 as n where false'
  }
)`
    : `, counted as (
  select line_id, at${ofFacts} from facts group by line_id, at
), alive as (
  select null::bigint as line_id, null::int as at, 0 as accounts, null::numeric as cents where false
), first as (
  select null::bigint as line_id, null::int as at, 0 as n where false
)`;
  return `
with placed as materialized (
  select k.line_id, s.id as suggestion_id, s.creator_id, s.created_at
  from theme_placements tp
  join unnest($4::bigint[], $5::bigint[]) as k (theme_id, line_id) on k.theme_id = tp.theme_id
  join suggestions s on s.subdomain_id = $1 and s.id = tp.suggestion_id and ${LIVE_SQL('s')}
  where tp.subdomain_id = $1 and tp.theme_set_id = $2
), facts as (
  ${kinds.map((kind) => FACT_SQL[kind]).join('\n  union all\n  ')}
)${counted}
select c.line_id::text as line_id, c.at - 1 as at, ${['votes', 'comments', 'feedback', 'new_ideas', 'importance_count', 'high', 'urgency_count'].map((name) => `${number(name)}::int as ${name}`).join(', ')},
  ${number('answers')}::float8 / nullif(${number('importance_count')}, 0) as importance,
  coalesce(a.accounts, 0)::int as accounts, coalesce(f.n, 0)::int as first_accounts, ${seesMoney ? 'coalesce(a.cents, 0)::float8 / 100' : 'null::float8'} as revenue
from counted c left join alive a on a.line_id = c.line_id and a.at = c.at left join first f on f.line_id = c.line_id and f.at = c.at`;
}

/** Counts beside the measures, and what is read for them. */
const COUNT_OF: Record<string, TrendMeasure> = { importance_count: 'importance', urgency_count: 'urgency' };

/** The measures that some lines of an answer are asked for. @param lines selections of lines */
function measuresIn(lines: readonly (Selection | true | undefined)[]): Set<TrendMeasure> {
  const isMeasure = (name: string): name is TrendMeasure =>
    (TREND_MEASURES as readonly string[]).includes(name);
  const wanted = new Set<TrendMeasure>();
  const take = (selection: Selection | true | undefined): void => {
    if (selection === undefined) return;
    for (const name of selection === true ? TREND_MEASURES : Object.keys(selection)) {
      if (isMeasure(name)) wanted.add(name);
      else if (COUNT_OF[name] !== undefined) wanted.add(COUNT_OF[name]);
      else if (name === 'points') take((selection as Selection)[name]);
    }
  };
  for (const line of lines) take(line);
  return wanted;
}

/** A theme or group that has a line, and the themes that count for it. */
interface LineOf {
  id: string;
  hex_color: string;
  display_name: string;
  theme_ids: string[];
}

/** The themes and groups of a report in their order; a group has what its themes have. @param themes ids; null: all */
async function linesOf(
  scope: Scope,
  themeSetId: string,
  themes: readonly string[] | null,
): Promise<LineOf[]> {
  return scope.read<LineOf>({
    text: `
select t.id::text as id, t.hex_color, coalesce(t.own_name, t.name) as display_name,
  array(select b.id::text from themes b where b.subdomain_id = $1 and b.theme_set_id = $2 and b.state = 'active' and (b.id = t.id or b.parent_id = t.id)) as theme_ids
from themes t where t.subdomain_id = $1 and t.theme_set_id = $2 and t.state = 'active' and ($3::bigint[] is null or t.id = any($3::bigint[]))
order by t.position, t.id`,
    values: [scope.viewer.subdomain_id, themeSetId, themes === null ? null : [...themes]],
  });
}

/** The report that ran last with its themes, each by itself; null: none has run. */
async function newestLines(scope: Scope): Promise<{ id: string; name: string; named: LineOf[] } | null> {
  const rows = await scope.read<{ set_id: string; set_name: string } & (LineOf | { id: null })>({
    text: `
select s.id::text as set_id, s.name as set_name, t.id::text as id, t.hex_color, coalesce(t.own_name, t.name) as display_name, array[t.id::text] as theme_ids
from (select s.id, s.name from theme_sets s join theme_runs r on r.subdomain_id = $1 and r.id = s.run_id
  where s.subdomain_id = $1 and s.state <> 'deleted' order by r.finished_at desc, s.id desc limit 1) s
left join themes t on t.subdomain_id = $1 and t.theme_set_id = s.id and t.state = 'active' and not t.is_group and not t.uncategorized
order by t.position, t.id`,
    values: [scope.viewer.subdomain_id],
  });
  const [first] = rows;
  if (first === undefined) return null;
  return { id: first.set_id, name: first.set_name, named: rows.filter((row) => row.id !== null) };
}

/**
 * Reads what happened to lines of a report.
 *
 * @param wanted what is known of other measures is not the truth
 */
async function readLines(
  scope: Scope,
  themeSetId: string,
  periods: TrendPeriods,
  named: readonly LineOf[],
  wanted: Wanted,
): Promise<Line[]> {
  const seesMoney = withFeature('account_insights').allows(scope.viewer);
  const pairs = named.flatMap(({ id, theme_ids }) => theme_ids.map((theme) => [theme, id] as const));
  const lines = new Map(
    named.map(({ id, hex_color, display_name }): [string, Line] => [
      id,
      {
        id,
        hex_color,
        display_name,
        points: periods.dates.map(() => nothing(seesMoney)),
        importance_count: 0,
        urgency_count: 0,
        first_accounts: periods.dates.map(() => 0),
      },
    ]),
  );
  if (wanted.measures.size === 0) return [...lines.values()];
  const rows = await scope.read<Row>({
    text: factsSql(wanted, seesMoney),
    values: [
      scope.viewer.subdomain_id,
      themeSetId,
      [...periods.dates, periods.end].map((day) => `${day}T00:00:00Z`),
      pairs.map(([theme]) => theme),
      pairs.map(([, line]) => line),
    ],
  });
  for (const row of rows) {
    const line = lines.get(row.line_id)!;
    const { at, votes, comments, feedback, new_ideas, importance, high, urgency_count, accounts, revenue } =
      row;
    line.points[at] = {
      votes,
      comments,
      new_ideas,
      activity: votes + comments + feedback + new_ideas,
      importance,
      urgency: urgency_count === 0 ? null : high / urgency_count,
      accounts,
      revenue,
    };
    line.importance_count += row.importance_count;
    line.urgency_count += urgency_count;
    line.first_accounts[at] = row.first_accounts;
  }
  return [...lines.values()];
}

/** A period in which nothing happened: of what is a mean nothing is known. */
const nothing = (seesMoney: boolean): Point => ({
  votes: 0,
  comments: 0,
  new_ideas: 0,
  activity: 0,
  importance: null,
  urgency: null,
  accounts: 0,
  revenue: seesMoney ? 0 : null,
});

type Reckoning = 'per_period' | 'rolling_average' | 'running_total';

/** A run as it is asked for. Means have no total; accounts are counted once, and revenue is that of a time. */
function reckoned(line: Line, measure: TrendMeasure, by: Reckoning): (number | null)[] {
  const values = line.points.map((point) => point[measure]);
  if (by === 'per_period') return values;
  if (by === 'rolling_average') return rollingAverage(values);
  if (measure === 'importance' || measure === 'urgency' || measure === 'revenue')
    return values.map(() => null);
  return runningTotal(measure === 'accounts' ? line.first_accounts : values);
}

/** What the API answers of a line. The straight line is through the periods that are over. */
function answerOf(line: Line, by: Reckoning, isRunning: boolean): Record<string, unknown> {
  const runs = TREND_MEASURES.map((measure) => {
    const data = reckoned(line, measure, by);
    const { slope, intercept } = trendOf(isRunning ? data.slice(0, -1) : data);
    return [measure, { data, trend_slope: slope, trend_y_intercept: intercept }] as const;
  });
  const { id, hex_color, display_name, points, importance_count, urgency_count } = line;
  return {
    id,
    hex_color,
    display_name,
    importance_count,
    urgency_count,
    points,
    ...Object.fromEntries(runs),
  };
}

/** What each measure is (DEC-072). */
const MEANINGS: Record<TrendMeasure, string> = {
  votes: 'New supporters.',
  comments: 'New visible comments.',
  new_ideas: 'Ideas that were made.',
  activity: 'Votes, comments, feedback and new ideas together.',
  importance: 'Mean of the answers, 1 low to 3 high.',
  urgency: 'Share of high answers and feedback of severity 3 among all of both, 0 to 1.',
  accounts: 'Accounts whose people did something, each once.',
  revenue: 'Revenue of these accounts at the end of the period, in USD.',
};
const measures = (type: string) =>
  Object.fromEntries(
    TREND_MEASURES.map((measure) => [measure, { type, description: MEANINGS[measure] }]),
  ) as Record<TrendMeasure, { type: string; description: string }>;

const lineShape = shape(
  'ThemeSetAnalysisLine',
  'The values of a theme over the periods.',
  {
    id: { type: 'ID!', description: 'The theme.' },
    hex_color: { type: 'String!', description: 'Its colour.' },
    display_name: { type: 'String!', description: 'Its name.' },
    ...measures('ThemeTrendLine!'),
    points: { type: '[ThemeTrendPoint!]!', description: 'The same by period, whatever the reckoning.' },
    importance_count: { type: 'Int!', description: 'Answers behind the importance.' },
    urgency_count: { type: 'Int!', description: 'Answers and severities behind the urgency.' },
  },
  [
    shape('ThemeTrendLine', 'A run of values, and the straight line through it.', {
      data: {
        type: '[Float]!',
        description: 'A value for each date; null: none is known, or there is no total of it.',
      },
      trend_slope: {
        type: 'Float!',
        description: 'Rise from one period to the next by least squares, of the periods that are over.',
      },
      trend_y_intercept: { type: 'Float!', description: 'Its value at the first date.' },
    }),
    shape('ThemeTrendPoint', 'What happened in a period.', measures('Float')),
  ],
);

const periodFields = {
  dates: { type: '[String!]!', description: 'First days of the periods, UTC.' },
  period_end: { type: 'String!', description: 'The day behind the last period.' },
  is_running: { type: 'Boolean!', description: 'The last period is not over yet.' },
};

const READS = [
  'theme_sets',
  'themes',
  'theme_placements',
  'suggestions',
  'supporters',
  'comments',
  'feedback_records',
  'importance_responses',
  'users.account_id',
  'external_accounts',
  'account_revenues',
];

const periodInputs = {
  unit: enumInput('What grouping counts: day, week (from Monday) or month. day when not given.', TREND_UNITS),
  periods: intInput(`Newest periods that are asked for; ${MONTHS} when not given.`, {
    min: 1,
    max: trendLimits.periods,
  }),
};

/** The course of themes over time (SCOPE-017). */
export const reportThemeSetAnalysis = defineQuery({
  name: 'report_theme_set_analysis',
  description:
    'What happened to the themes of a report over time: per period, as a mean of three periods, and summed up.',
  requires: canReadThemes,
  args: {
    id: required(idInput('The report.')),
    grouping: required(
      intInput('Length of a period, in days unless unit says otherwise.', {
        min: 1,
        max: trendLimits.grouping,
      }),
    ),
    ...periodInputs,
    theme: idListInput('These themes and groups alone.'),
  },
  returns: 'ThemeSetAnalysis!',
  reads: READS,
  shapes: [
    shape(
      'ThemeSetAnalysis',
      'Themes over time.',
      {
        ...periodFields,
        per_period: { type: '[ThemeSetAnalysisLine!]!', description: 'The values of each period.' },
        rolling_average: {
          type: '[ThemeSetAnalysisLine!]!',
          description: 'Means of three periods, fewer at the start.',
        },
        running_total: {
          type: '[ThemeSetAnalysisLine!]!',
          description:
            'Sums from the first period on; each account once. Importance, urgency and revenue have none.',
        },
      },
      [lineShape],
    ),
  ],
  run: async ({ id, grouping, unit = 'day', periods: count = MONTHS, theme }, { scope, selection }) => {
    const [set] = await scope.read<{ id: string }>({
      text: "select s.id::text as id from theme_sets s where s.subdomain_id = $1 and s.id = $2 and s.state <> 'deleted'",
      values: [scope.viewer.subdomain_id, id],
    });
    if (set === undefined) throw notFound('id', 'theme report');
    const periods = trendPeriods(grouping, unit, count, scope.now());
    const { per_period, rolling_average, running_total } = selection;
    const wanted = {
      measures: measuresIn([per_period, rolling_average, running_total]),
      firstAccounts: running_total !== undefined,
    };
    const lines = await readLines(scope, id, periods, await linesOf(scope, id, theme ?? null), wanted);
    const as = (by: Reckoning) => () => lines.map((line) => answerOf(line, by, periods.is_running));
    return {
      dates: periods.dates,
      period_end: periods.end,
      is_running: periods.is_running,
      per_period: as('per_period')(),
      rolling_average: as('rolling_average')(),
      running_total: as('running_total')(),
    };
  },
});

/** Themes that rise or fall most, for a card. */
const STEEPEST = 5;

/** The themes of the newest report that moved most. */
export const reportThemesTrendAnalysis = defineQuery({
  name: 'report_themes_trend_analysis',
  description: `The ${STEEPEST} themes of the report that ran last whose votes rose or fell most from month to month, the steepest first; groups are left out.`,
  requires: canReadThemes,
  args: {
    grouping: intInput('Length of a period; 1 when not given.', { min: 1, max: trendLimits.grouping }),
    unit: enumInput('What grouping counts: day, week or month. month when not given.', TREND_UNITS),
    periods: periodInputs.periods,
  },
  returns: 'ThemesTrendAnalysis',
  reads: [...READS, 'theme_runs'],
  shapes: [
    shape('ThemesTrendAnalysis', 'The themes that moved most.', {
      theme_set_id: { type: 'ID!', description: 'Their report.' },
      theme_set_name: { type: 'String!', description: 'Its name.' },
      ...periodFields,
      lines: { type: '[ThemeSetAnalysisLine!]!', description: 'Per period.' },
    }),
  ],
  run: async ({ grouping = 1, unit = 'month', periods: count = MONTHS }, { scope, selection }) => {
    const set = await newestLines(scope);
    if (set === null) return null;
    const periods = trendPeriods(grouping, unit, count, scope.now());
    const lines = await readLines(scope, set.id, periods, set.named, {
      measures: measuresIn([selection['lines']]).add('votes'),
      firstAccounts: false,
    });
    const slopeOf = ({ points }: Line): number =>
      trendOf((periods.is_running ? points.slice(0, -1) : points).map(({ votes }) => votes)).slope;
    const steepest = lines
      .map((line) => ({ line, slope: Math.abs(slopeOf(line)) }))
      .filter(({ slope }) => slope > 0)
      .toSorted((a, b) => b.slope - a.slope)
      .slice(0, STEEPEST);
    return {
      theme_set_id: set.id,
      theme_set_name: set.name,
      dates: periods.dates,
      period_end: periods.end,
      is_running: periods.is_running,
      lines: steepest.map(({ line }) => answerOf(line, 'per_period', periods.is_running)),
    };
  },
});
