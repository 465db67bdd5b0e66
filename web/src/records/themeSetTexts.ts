import type { ActivityFilter, ThemeSetStatus } from '../../../contract/states.ts';
import { formatAnd, formatDate, formatNumber, plural } from '../ui/text/format.ts';

const ACTIVITIES: Record<ActivityFilter, string> = {
  votes: 'votes',
  comments: 'comments',
  feedback_records: 'feedback',
  notes: 'notes',
  scores: 'answers on importance',
};

const reports = (count: number): string => plural(count, { one: 'theme report', other: 'theme reports' });

/** Texts of a theme report, wherever it is shown. */
export const themeSetTexts = {
  what: 'theme reports',
  fields: {
    name: 'Report',
    status: 'Status',
    ideas: 'Ideas',
    themes: 'Themes',
    owner: 'Owner',
    lastRun: 'Last run',
    changed: 'Changed',
    actions: 'Actions',
  },
  statuses: {
    pending: 'Waiting',
    running: 'Running',
    complete: 'Complete',
    failed: 'Failed',
  } satisfies Record<ThemeSetStatus, string>,
  activities: ACTIVITIES,
  /** Which ideas a report reads, in a sentence. */
  source: ({
    source,
    list,
    activity,
    period_start,
    period_end,
    hasConditions,
  }: {
    source: string;
    /** name of the list that it reads; null: none is shown */
    list: string | null;
    activity: readonly string[];
    period_start: string | null;
    period_end: string | null;
    hasConditions: boolean;
  }) => {
    if (source === 'ids') return 'Chosen ideas';
    if (source === 'list')
      return list === null ? 'A list that is not shared with you, or gone' : `List: ${list}`;
    const kinds = formatAnd(activity.map((kind) => ACTIVITIES[kind as ActivityFilter] ?? kind));
    const period =
      period_start === null
        ? period_end === null
          ? ''
          : ` until ${formatDate(period_end)}`
        : period_end === null
          ? ` since ${formatDate(period_start)}`
          : ` from ${formatDate(period_start)} to ${formatDate(period_end)}`;
    const ideas =
      kinds === ''
        ? period === ''
          ? 'All open ideas'
          : `Open ideas made${period}`
        : `Open ideas with ${kinds}${period}`;
    return hasConditions ? `${ideas}, under conditions` : ideas;
  },
  next: 'Waiting, next in line',
  place: (position: number) => `Waiting, ${formatNumber(position)} in line`,
  progress: (name: string) => `Progress of ${name}`,
  beginning: 'Beginning',
  themesIn: (themes: number, groups: number) => ({
    themes: formatNumber(themes),
    groups: groups === 0 ? '' : ` in ${formatNumber(groups)}`,
  }),
  stop: 'Stop',
  stopOf: (name: string) => `Stop ${name}`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  more: (name: string) => `More for ${name}`,
  runAgain: 'Run again',
  delete: 'Delete',
  stopped: 'Run stopped.',
  deleted: (count: number) => `${reports(count)} deleted.`,
  restored: (count: number) => `${reports(count)} restored.`,
  failed: (message: string) => `That did not work: ${message}`,
} as const;
