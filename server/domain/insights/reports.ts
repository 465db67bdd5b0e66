import { parseDate } from '../../../contract/dates.ts';
import { reportDefaults } from '../../../contract/limits.ts';
import { booleanInput } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { readRight, withFeature } from '../../core/viewer.ts';
import { dayOf, daysFrom, weekOf } from '../counters/numbers.ts';
import { DAY_MS, DEFAULT_PERIOD, periodArgs, periodOf } from './periods.ts';

/** Days that the activity report looks back when no period is given (DEC-078). */
const ACTIVITY_DAYS = 30;

/** Open ideas per public status, most first, No Status last (DEC-077). From stored counters: its cost does not grow. */
export const reportTopStatuses = defineQuery({
  name: 'report_top_statuses',
  description: 'Open ideas per public status, most first; those without one come last.',
  requires: readRight('feedback'),
  args: {},
  returns: '[ReportTopStatus!]!',
  reads: ['statuses', 'forums.open_suggestions_count'],
  shapes: [
    shape('ReportTopStatus', 'Ideas of one public status.', {
      status_id: { type: 'ID', description: 'Status; null: No Status.' },
      status_name: { type: 'String!', description: 'Its name.' },
      hex_color: { type: 'String!', description: 'Its colour.' },
      idea_count: { type: 'Int!', description: 'Open ideas of this status: as many as the list shows.' },
    }),
  ],
  run: async (_args, { scope }) => {
    const rows = await scope.read<{
      status_id: string;
      status_name: string;
      hex_color: string;
      idea_count: number;
      open_ideas: number;
    }>({
      text: `select t.id::text as status_id, t.name as status_name, t.hex_color, t.suggestions_count as idea_count,
  (select coalesce(sum(f.open_suggestions_count), 0) from forums f where f.subdomain_id = $1)::int as open_ideas
from statuses t where t.subdomain_id = $1 and t.deleted_at is null
union all
select null, null, null, 0, (select coalesce(sum(f.open_suggestions_count), 0) from forums f where f.subdomain_id = $1)::int
order by idea_count desc, status_id`,
      values: [scope.viewer.subdomain_id],
    });
    const statuses = rows.filter((row) => row.status_id !== null);
    const rest = (rows[0]?.open_ideas ?? 0) - statuses.reduce((sum, row) => sum + row.idea_count, 0);
    return [
      ...statuses,
      { status_id: null, status_name: 'No Status', hex_color: '#7E8E8E', idea_count: Math.max(0, rest) },
    ];
  },
});

const totals = {
  total_ideas: { type: 'Int!', description: 'New ideas.' },
  total_votes: { type: 'Int!', description: 'New votes.' },
  total_comments: { type: 'Int!', description: 'New comments.' },
  total_feedback_records: { type: 'Int!', description: 'New feedback records.' },
  total_notes: { type: 'Int!', description: 'New internal notes.' },
  total_feedback: { type: 'Int!', description: 'Votes, comments and feedback records together.' },
};

interface Totals {
  total_ideas: number;
  total_votes: number;
  total_comments: number;
  total_feedback_records: number;
  total_notes: number;
  total_feedback: number;
}

const SUMS = [
  ['total_ideas', 'd.ideas_count'],
  ['total_votes', 'd.votes_count'],
  ['total_comments', 'd.comments_count'],
  ['total_feedback_records', 'd.feedback_records_count'],
  ['total_notes', 'd.notes_count'],
  ['total_feedback', 'd.votes_count + d.comments_count + d.feedback_records_count'],
]
  .map(([name, sql]) => `coalesce(sum(${sql}), 0)::int as ${name}`)
  .join(', ');

/** Did anything happen there? Days whose votes were all taken back hold nothing but zeros. */
const isActive = (row: Totals): boolean => row.total_feedback + row.total_ideas + row.total_notes > 0;

/** Rows of a split report: of a forum its active categories; an idle forum once, without a category, where idle ones are wanted. */
function splitRows<
  Row extends Totals & { forum_id: string; category_id: string | null; category_name: string | null },
>(rows: readonly Row[], activeOnly: boolean): Row[] {
  const active = rows.filter(isActive);
  if (activeOnly) return active;
  const shown = new Set(active.map(({ forum_id }) => forum_id));
  const idle = new Map(
    rows
      .filter(({ forum_id }) => !shown.has(forum_id))
      .map((row) => [row.forum_id, { ...row, category_id: null, category_name: null }]),
  );
  return [...active, ...idle.values()];
}

/** The order of names that the database keeps, whatever the language of the process. */
const UNICODE = new Intl.Collator('und');

/** Activity per forum of a period, the last 30 days unless one is given (DEC-078). */
export const perForumActivity = defineQuery({
  name: 'per_forum_activity',
  description: `Activity per forum of a period: of the last ${ACTIVITY_DAYS} days unless one is given, today included (UTC).`,
  requires: readRight('feedback'),
  args: {
    categories: booleanInput('Split each forum by category. Off when not given.'),
    active_only: booleanInput('Leave out forums without activity. On when not given.'),
    ...periodArgs(`the last ${ACTIVITY_DAYS} days`),
    round_period: booleanInput(
      'Begin the period on a Monday, so that it holds whole weeks and the current one. Off when not given.',
    ),
  },
  returns: 'PerForumActivity!',
  reads: ['forums', 'forum_days', 'categories'],
  shapes: [
    shape(
      'PerForumActivity',
      'Activity of all forums together and of each.',
      {
        period_start: { type: 'String!', description: 'First day.' },
        period_end: { type: 'String!', description: 'Last day.' },
        ...totals,
        forums: { type: '[ForumActivity!]!', description: 'Each forum, most feedback first.' },
      },
      [
        shape('ForumActivity', 'Activity of a forum, or of a category of it.', {
          forum_id: { type: 'ID!', description: 'Forum.' },
          forum_name: { type: 'String!', description: 'Its name.' },
          category_id: {
            type: 'ID',
            description: 'Category; null without a split, and for ideas without one.',
          },
          category_name: { type: 'String', description: 'Its name.' },
          ...totals,
        }),
      ],
    ),
  ],
  run: async (args, { scope }) => {
    const defaults = reportDefaults.perForumActivity;
    const byCategory = args.categories ?? defaults.categories;
    const activeOnly = args.active_only ?? defaults.active_only;
    const { start, end } = activityPeriod(args, scope.now());
    const rows = await scope.read<
      {
        forum_id: string;
        forum_name: string;
        category_id: string | null;
        category_name: string | null;
      } & Totals
    >({
      text: byCategory
        ? `select f.id::text as forum_id, f.name as forum_name, c.id::text as category_id, c.name as category_name, ${SUMS}
from forums f
left join forum_days d on d.subdomain_id = $1 and d.forum_id = f.id and d.day >= $2 and d.day <= $3
left join categories c on c.subdomain_id = $1 and c.id = d.category_id
where f.subdomain_id = $1 and f.state <> 'deleted' group by f.id, f.name, c.id, c.name`
        : `select f.id::text as forum_id, f.name as forum_name, null as category_id, null as category_name, ${SUMS}
from forums f
left join forum_days d on d.subdomain_id = $1 and d.forum_id = f.id and d.day >= $2 and d.day <= $3
where f.subdomain_id = $1 and f.state <> 'deleted' group by f.id, f.name`,
      values: [scope.viewer.subdomain_id, start, end],
    });
    const active = byCategory
      ? splitRows(rows, activeOnly)
      : rows.filter((row) => !activeOnly || isActive(row));
    active.sort(
      (a, b) =>
        b.total_feedback - a.total_feedback ||
        b.total_ideas - a.total_ideas ||
        UNICODE.compare(a.forum_name, b.forum_name) ||
        Number(a.forum_id) - Number(b.forum_id),
    );
    const sum = (key: keyof Totals): number => rows.reduce((all, row) => all + row[key], 0);
    return {
      period_start: start,
      period_end: end,
      total_ideas: sum('total_ideas'),
      total_votes: sum('total_votes'),
      total_comments: sum('total_comments'),
      total_feedback_records: sum('total_feedback_records'),
      total_notes: sum('total_notes'),
      total_feedback: sum('total_feedback'),
      forums: active,
    };
  },
});

/**
 * Days of the activity report: those of the period asked for, or 30 with today; whole weeks begin on the Monday before.
 * @throws ProductError BAD_USER_INPUT when the period is none, or longer than two years
 */
export function activityPeriod(
  asked: {
    period_start?: Date | undefined;
    period_end?: Date | undefined;
    round_period?: boolean | undefined;
  },
  now: Date,
): { start: string; end: string } {
  const last = asked.period_end ?? now;
  const first = asked.period_start ?? new Date(last.getTime() - (ACTIVITY_DAYS - 1) * DAY_MS);
  const { start, end } = periodOf(first, last);
  const wholeWeeks = asked.round_period ?? reportDefaults.perForumActivity.round_period;
  return { start: wholeWeeks ? weekOf(first) : start, end };
}

/** A count of a period beside the one of the period before. */
export const figureShape = shape('Figure', 'A count with the one of the period before.', {
  count: { type: 'Int!', description: 'In the period.' },
  before: { type: 'Int!', description: 'In the period of the same length before it.' },
});

/** Key figures of a period beside the one before it, as long (DEC-160). From stored counters. */
export const reportKeyFigures = defineQuery({
  name: 'report_key_figures',
  description:
    'New ideas, votes, comments and feedback of a period beside the one before it; accounts and revenue behind ideas now.',
  requires: readRight('feedback'),
  args: periodArgs(DEFAULT_PERIOD),
  returns: 'KeyFigures!',
  reads: ['forums.open_suggestions_count', 'forum_days', 'external_accounts'],
  shapes: [
    shape(
      'KeyFigures',
      'Key figures of a period.',
      {
        period_start: { type: 'String!', description: 'First day.' },
        period_end: { type: 'String!', description: 'Last day.' },
        ideas: { type: 'Figure!', description: 'New ideas.' },
        votes: { type: 'Figure!', description: 'New votes.' },
        comments: { type: 'Figure!', description: 'New comments.' },
        feedback_records: { type: 'Figure!', description: 'New feedback records.' },
        open_ideas_count: { type: 'Int!', description: 'Open ideas now.' },
        accounts_count: { type: 'Int!', description: 'Accounts that support an idea now.' },
        accounts_revenue: {
          type: 'Float',
          description: 'Their revenue in USD. Null without feature account_insights.',
        },
      },
      [figureShape],
    ),
  ],
  run: async (args, { scope }) => {
    const now = scope.now();
    const end = args.period_end ?? now;
    const start = args.period_start ?? parseDate(DEFAULT_PERIOD, now)!;
    const before = daysFrom(dayOf(start), -periodOf(start, end).days);
    const names = ['ideas', 'votes', 'comments', 'feedback_records'] as const;
    const [row] = await scope.read<Record<string, number | string | null>>({
      // their accounts are gone through once for both of their figures
      text: `with backing as materialized (select count(*)::int as accounts, coalesce(sum(a.revenue_cents), 0)::float8 / 100 as revenue from external_accounts a where a.subdomain_id = $1 and a.supported_ideas_count > 0)
select ${names.map((name) => `coalesce(sum(d.${name}_count) filter (where d.day >= $3), 0)::int as ${name}, coalesce(sum(d.${name}_count) filter (where d.day < $3), 0)::int as ${name}_before`).join(', ')},
  (select coalesce(sum(f.open_suggestions_count), 0)::int from forums f where f.subdomain_id = $1) as open_ideas,
  (select accounts from backing) as accounts, (select revenue from backing) as revenue
from forum_days d where d.subdomain_id = $1 and d.day >= $2 and d.day <= $4`,
      values: [scope.viewer.subdomain_id, before, dayOf(start), dayOf(end)],
    });
    const figure = (name: string): { count: unknown; before: unknown } => ({
      count: row![name],
      before: row![`${name}_before`],
    });
    return {
      period_start: dayOf(start),
      period_end: dayOf(end),
      ideas: figure('ideas'),
      votes: figure('votes'),
      comments: figure('comments'),
      feedback_records: figure('feedback_records'),
      open_ideas_count: row!['open_ideas'],
      accounts_count: row!['accounts'],
      accounts_revenue: withFeature('account_insights').allows(scope.viewer) ? row!['revenue'] : null,
    };
  },
});
