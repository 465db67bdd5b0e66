import type { TrendMeasure, TrendUnit } from '../../../../contract/trends.ts';
import { formatNumber, plural } from '../../ui/text/format.ts';

const UNITS: Record<TrendUnit, string> = { day: 'a day', week: 'a week', month: 'a month' };

/** What the name of a week begins with. */
const WEEK = 'Week of ';

/** 'in February 2026', 'on 3 March 2026', 'in the week of 2 March 2026'. */
function inPeriod(period: string): string {
  if (period.startsWith(WEEK)) return `in the ${period.charAt(0).toLowerCase()}${period.slice(1)}`;
  return `${/^\d/.test(period) ? 'on' : 'in'} ${period}`;
}

/** Texts of trends of themes. */
export const trendTexts = {
  title: 'Trends',
  what: 'the trends',
  views: { label: 'Trends as', trending: 'Trending', compare: 'Compare', 'single-theme': 'Single theme' },
  pages: { trending: 'Trending', compare: 'Compare trends', 'single-theme': 'Trends of a theme' },
  all: 'All trends',
  hide: 'Hide trends',
  show: 'Show trends',
  themesShown: 'Hide the themes',
  themesHidden: 'Show the themes',
  measure: 'Measure',
  measures: {
    votes: 'Votes',
    new_ideas: 'New ideas',
    comments: 'Comments',
    activity: 'Activity',
    accounts: 'Accounts',
    revenue: 'Revenue',
    importance: 'Importance',
    urgency: 'Urgency',
  } satisfies Record<TrendMeasure, string>,
  meanings: {
    votes: 'new votes',
    new_ideas: 'new ideas',
    comments: 'new comments',
    activity: 'votes, comments, feedback and new ideas',
    accounts: 'accounts that did something',
    revenue: 'revenue of the accounts that did something',
    importance: 'mean answer, 1 low to 3 high',
    urgency: 'share of high answers and severe feedback',
  } satisfies Record<TrendMeasure, string>,
  reckoning: 'Values',
  reckonings: {
    per_period: { day: 'Per day', week: 'Per week', month: 'Per month' },
    rolling_average: 'Rolling mean',
    running_total: 'Running total',
  },
  noTotal: 'It is not a count, so it has no running total.',
  length: 'Time',
  lengths: {
    '6m': 'Last 6 months',
    '12m': 'Last 12 months',
    '24m': 'Last 24 months',
    '26w': 'Last 26 weeks',
    '30d': 'Last 30 days',
  },
  showAs: 'Show as',
  chart: 'Chart',
  table: 'Table',
  tableKey: 'Chart or table',
  keys: 'Trends',
  theme: 'Theme',
  themes: 'Themes',
  atMost: (count: number, most: number) => `${formatNumber(count)} of ${formatNumber(most)} at most`,
  find: 'Find a theme',
  noneFound: 'No theme has this in its name.',
  choose: 'Choose up to six themes to compare them.',
  tooFew: 'too few values for a trend',
  figuresOf: (measure: string): string => `Figures of ${measure}`,
  noise: 'within noise',
  slope: (text: string, unit: TrendUnit) => `${text} ${UNITS[unit]}`,
  per: UNITS,
  weekOf: WEEK,
  in: inPeriod,
  running: (period: string) => `${inPeriod(period)} so far`,
  answers: (count: number) => `${plural(count, { one: 'answer', other: 'answers' })} in all`,
  columns: {
    theme: 'Theme',
    total: 'In all',
    last: 'Last',
    slope: 'Trend',
    points: 'Values',
    change: 'Change',
  },
  steadyRise: 'Steady rise',
  steadyFall: 'Steady fall',
  noChange: 'No clear change',
  levelRose: 'level rose',
  levelFell: 'level fell',
  bent: 'trend changed',
  level: (what: {
    name: string;
    rose: boolean;
    period: string;
    before: string;
    after: string;
    unit: TrendUnit;
    odds: string;
  }) =>
    `${what.name} ${what.rose ? 'rose' : 'fell'} ${inPeriod(what.period)} from ${what.before} to ${what.after} ${UNITS[what.unit]}, beyond noise (${what.odds} by chance).`,
  slopeChanged: (what: {
    name: string;
    period: string;
    before: string;
    after: string;
    unit: TrendUnit;
    odds: string;
  }) =>
    `The trend of ${what.name.toLowerCase()} changed ${inPeriod(what.period)}, from ${what.before} to ${what.after} ${UNITS[what.unit]} (${what.odds} by chance).`,
  odds: (one: number) => `1 in ${formatNumber(one)}`,
  facts: 'What the figures say',
  steady: (name: string, slope: string) => `${name} moved steadily by ${slope}.`,
  within: (names: string) => `${names}: no trend beyond noise.`,
  lacking: (names: string) => `${names}: too few values for a trend.`,
  noThemes: 'The report has found no themes yet.',
  nothing: 'No theme moved in this time.',
  empty: 'No themes, so no trends.',
} as const;
