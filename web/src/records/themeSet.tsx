/** Theme reports: what a list reads of one, its fields, and what can be done to one wherever it is shown. */
import { IconAlertCircle, IconCircleCheck, IconClock, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { canWrite } from '../../../contract/permissions.ts';
import { THEME_SET_STATUSES } from '../../../contract/states.ts';
import type { ThemeSetStatus } from '../../../contract/states.ts';
import { SUCCESS_TOASTS } from '../../../contract/toasts.ts';
import type { ThemeSetListInput, ThemeSetListQuery } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { request } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { useCommand } from '../forms/useCommand.ts';
import { editThemeReportAddress, themesAddress } from '../host/addresses.ts';
import { navigate } from '../host/navigation.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { Button, IconButton } from '../ui/elements/Button.tsx';
import { RelativeTime } from '../ui/elements/Figures.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import { CELL_BUTTON, TitleCell } from '../ui/table/DataTable.tsx';
import { formatNumber, formatPercent } from '../ui/text/format.ts';
import { themeSetTexts as texts } from './themeSetTexts.ts';
import { Owner } from './Owner.tsx';
import styles from './records.module.css';

const themeSetsDocument = graphql(`
  query ThemeSetList($query: ThemeSetListInput, $page: Int, $per_page: Int) {
    theme_sets(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        name
        description
        status
        problem
        progress_step
        progress_share
        queue_position
        source
        view {
          id
          name
        }
        activity
        period_start
        period_end
        advanced_filters
        themes_count
        groups_count
        suggestions_count
        last_run {
          id
          finished_at
        }
        created_by {
          id
          name
          avatar_url
        }
        updated_at
      }
    }
  }
`);

const stopDocument = graphql(`
  mutation StopThemeSet($id: ID!) {
    theme_set_stop(id: $id) {
      id
      status
    }
  }
`);

/** Runs a theme report again. */
export const rerunDocument = graphql(`
  mutation RerunThemeSet($id: ID!) {
    theme_set_rerun(id: $id) {
      id
      status
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteThemeSets($ids: [ID!]!) {
    theme_set_bulk_delete(ids: $ids) {
      id
    }
  }
`);

const restoreDocument = graphql(`
  mutation RestoreThemeSet($id: ID!) {
    theme_set_restore(id: $id) {
      id
    }
  }
`);

/** A theme report as lists have it. */
export type ListedThemeSet = ThemeSetListQuery['theme_sets']['records'][number];

/** What is said of a run. */
export type ThemeRunState = Pick<
  ListedThemeSet,
  'id' | 'name' | 'status' | 'problem' | 'progress_step' | 'progress_share' | 'queue_position'
>;

/** Whether a run waits or works. */
export function isAtWork({ status }: Pick<ThemeRunState, 'status'>): boolean {
  return status === 'pending' || status === 'running';
}

/** How far the newest run of a report is; of one that failed, why. */
export function ThemeRunStatus({ set }: { set: ThemeRunState }): ReactNode {
  if (set.status === 'running')
    return (
      <span className={styles.run}>
        <span className={styles.runLine}>
          <span
            className={styles.runBar}
            role="progressbar"
            aria-label={texts.progress(set.name)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(set.progress_share * 100)}
          >
            <span style={{ width: `${set.progress_share * 100}%` }} />
          </span>
          {formatPercent(set.progress_share)}
        </span>
        <span className={styles.quiet}>{set.progress_step ?? texts.beginning}</span>
      </span>
    );
  const [Icon, text] =
    set.status === 'pending'
      ? [
          IconClock,
          set.queue_position === null || set.queue_position <= 1
            ? texts.next
            : texts.place(set.queue_position),
        ]
      : set.status === 'failed'
        ? [IconAlertCircle, texts.statuses.failed]
        : [IconCircleCheck, texts.statuses[set.status as ThemeSetStatus] ?? set.status];
  return (
    <span className={styles.run}>
      <span className={styles.runLine} data-status={set.status}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
        {text}
      </span>
      {set.problem === null || set.status !== 'failed' ? null : (
        <span className={styles.runProblem} data-tip={set.problem}>
          {set.problem}
        </span>
      )}
    </span>
  );
}

/** Which ideas a report reads. */
export function sourceOf(
  set: Pick<
    ListedThemeSet,
    'source' | 'view' | 'activity' | 'period_start' | 'period_end' | 'advanced_filters'
  >,
): string {
  return texts.source({
    ...set,
    list: set.view?.name ?? null,
    activity: set.activity ?? [],
    hasConditions: set.advanced_filters !== null && set.advanced_filters !== undefined,
  });
}

/** What can be done to theme reports; each says how it went. */
export function useThemeSetCommands(onDeleted?: (ids: readonly string[]) => void) {
  const rerun = useCommand(rerunDocument, { done: SUCCESS_TOASTS.theme_set_rerun, failed: texts.failed });
  const stop = useCommand(stopDocument, { done: texts.stopped, failed: texts.failed });
  const remove = useCommand(deleteDocument, {
    done: ({ theme_set_bulk_delete: gone }) => texts.deleted(gone.length),
    undo: ({ theme_set_bulk_delete: gone }) => ({
      send: async () => {
        for (const { id } of gone) await request(restoreDocument, { id });
      },
      done: texts.restored(gone.length),
      failed: texts.failed,
    }),
    failed: texts.failed,
    onDone: ({ theme_set_bulk_delete: gone }) => onDeleted?.(gone.map(({ id }) => id)),
  });
  return { rerun, stop, remove };
}

function Actions({ set }: { set: ListedThemeSet }) {
  const { permissions } = useViewer();
  const { rerun, stop, remove } = useThemeSetCommands();
  if (!canWrite(permissions, 'feedback')) return null;
  const { id, name } = set;
  if (isAtWork(set))
    return (
      <Button
        loading={stop.isRunning}
        tabIndex={-1}
        {...{ [CELL_BUTTON]: 'action' }}
        aria-label={texts.stopOf(name)}
        onClick={() => void stop.run({ id })}
      >
        {texts.stop}
      </Button>
    );
  return (
    <Menu
      label={texts.more(name)}
      trigger={(props) => (
        <IconButton
          {...props}
          {...{ [CELL_BUTTON]: 'action' }}
          tabIndex={-1}
          label={texts.more(name)}
          variant="plain"
        >
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </IconButton>
      )}
      items={[
        { id: 'run', label: texts.runAgain, onSelect: () => void rerun.run({ id }) },
        {
          id: 'edit',
          label: texts.edit,
          href: editThemeReportAddress(id),
          onSelect: () => navigate(editThemeReportAddress(id)),
        },
        { kind: 'separator', id: 'before-delete' },
        { id: 'delete', label: texts.delete, danger: true, onSelect: () => void remove.run({ ids: [id] }) },
      ]}
    />
  );
}

const themeSetFields = fieldsOf<ListedThemeSet, ThemeSetListInput>({
  name: {
    label: texts.fields.name,
    widthPx: 300,
    sortKey: 'name',
    cell: (set) => <TitleCell title={set.name} excerpt={set.description ?? sourceOf(set)} />,
  },
  status: {
    label: texts.fields.status,
    widthPx: 216,
    filter: {
      kind: 'words',
      by: 'status',
      choices: THEME_SET_STATUSES.map((status) => ({ value: status, label: texts.statuses[status] })),
    },
    cell: (set) => <ThemeRunStatus set={set} />,
  },
  ideas: {
    label: texts.fields.ideas,
    widthPx: 84,
    align: 'end',
    cell: ({ suggestions_count }) => formatNumber(suggestions_count),
  },
  themes: {
    label: texts.fields.themes,
    widthPx: 96,
    align: 'end',
    cell: ({ last_run, themes_count, groups_count }) => {
      if (last_run === null) return null;
      const { themes, groups } = texts.themesIn(themes_count, groups_count);
      return (
        <span>
          {themes}
          <span className={styles.quiet}>{groups}</span>
        </span>
      );
    },
  },
  owner: {
    label: texts.fields.owner,
    widthPx: 180,
    filter: { kind: 'records', by: 'creator', records: 'owners' },
    cell: ({ created_by: owner }) => <Owner owner={owner} />,
  },
  last_run: {
    label: texts.fields.lastRun,
    widthPx: 120,
    cell: ({ last_run: run }) => (run === null ? null : <RelativeTime value={run.finished_at} />),
  },
  updated_at: {
    label: texts.fields.changed,
    widthPx: 120,
    hidden: true,
    sortKey: 'updated_at',
    sortsDescendingFirst: true,
    cell: ({ updated_at }) => <RelativeTime value={updated_at} />,
  },
  actions: {
    label: texts.fields.actions,
    widthPx: 84,
    isAction: true,
    cell: (set) => <Actions set={set} />,
  },
});

/** Theme reports, those that changed last first (CONST-067). */
export const themeSetsList = defineList({
  name: 'theme_reports',
  what: texts.what,
  document: themeSetsDocument,
  read: ({ theme_sets: sets }) => sets,
  fields: themeSetFields,
  nameOf: ({ name }) => name,
  address: ({ id }) => themesAddress(id),
  isSearched: true,
  sort: '-updated_at',
  isMoving: isAtWork,
});
