/** Texts of the insights view. */
import { plural } from '../../ui/format.ts';

export const insightsMessages = {
  title: 'Insights',
  period: 'Period',
  periods: {
    '30_days_ago': 'Last 30 days',
    '3_months_ago': 'Last 3 months',
    '6_months_ago': 'Last 6 months',
    '1_year_ago': 'Last 12 months',
  },
  before: (range: string) => `Compared with ${range}`,
  figures: { label: 'Key figures', what: 'the key figures', ideas: 'New ideas', votes: 'Votes', comments: 'Comments', feedback: 'Feedback' },
  /** No share can be given of nothing. */
  fromNothing: 'new',
  noChange: '±0%',
  changeTip: (before: string) => `${before} in the period before`,
  standing: (ideas: number, accounts: number, revenue: string | null) =>
    `${plural(ideas, { one: 'open idea', other: 'open ideas' })}, wanted by ${plural(accounts, { one: 'account', other: 'accounts' })}${revenue === null ? '' : ` with ${revenue} revenue`}`,
  showAsTable: 'Show as table',
  showAsChart: 'Show as chart',

  statuses: {
    title: 'Open ideas by public status',
    note: 'All open ideas, whatever the period.',
    what: 'the statuses',
    empty: 'There are no open ideas yet.',
    status: 'Status',
    ideas: 'Ideas',
    share: 'Share',
    ideasOf: (count: number) => (count === 1 ? 'idea' : 'ideas'),
  },

  activity: {
    title: 'Activity by forum',
    range: (from: string, to: string) => `${from} to ${to}`,
    what: 'the activity of the forums',
    empty: 'Nothing happened in these days.',
    emptyAll: 'There are no forums yet.',
    options: 'Options',
    categories: 'By category',
    activeOnly: 'Active forums only',
    roundPeriod: 'Whole weeks',
    roundPeriodNote: 'Begins on a Monday.',
    forum: 'Forum',
    category: 'Category',
    noCategory: 'No category',
    ideas: 'Ideas',
    votes: 'Votes',
    comments: 'Comments',
    feedback: 'Feedback',
    notes: 'Notes',
    total: 'All forums',
  },

  top: {
    title: 'Top ideas',
    note: 'Open ideas with new votes, comments or feedback in the period.',
    by: 'Order by',
    votes: 'Votes',
    revenue: 'Revenue',
    importance: 'Importance',
    what: 'the top ideas',
    empty: 'No idea got votes, comments or feedback in this period.',
    idea: 'Idea',
    status: 'Status',
    weeks: '12 weeks',
    accounts: 'Accounts',
    critical: 'Critical',
    criticalTip: 'Supporters who find it critical',
  },
} as const;
