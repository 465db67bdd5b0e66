import { IconDots, IconHistory, IconPencil, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isId } from '../../../../contract/ids.ts';
import { canWrite } from '../../../../contract/permissions.ts';
import { useFeature, useViewer } from '../../api/viewer.ts';
import { editThemeReportAddress, themeReportsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { isAtWork, sourceOf, ThemeRunStatus, useThemeSetCommands } from '../../records/themeSet.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, ProgressLine, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { PageFrame, PageHead } from '../../ui/page/SheetPage.tsx';
import { RunChanges } from './RunChanges.tsx';
import { themeTexts } from './themeMessages.ts';
import { ThemesPath } from './ThemesPath.tsx';
import { ThemesTable } from './ThemesTable.tsx';
import { TrendStrip } from './TrendStrip.tsx';
import { useThemes, useThemeSet } from './themeQueries.ts';
import type { ThemeSet } from './themeQueries.ts';
import styles from './themes.module.css';

const texts = themeTexts.set;

/** A theme report (ROUTE-009): its themes, and what the newest run changed. While it runs, how far it is. */
export function ThemeSetPage({ theme_set_id: id }: { theme_set_id: string }) {
  const query = useThemeSet(id);
  const set = query.data?.theme_set ?? null;
  const name = set?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} – ${themeTexts.explorer}`;
  }, [name]);
  if (query.isPending)
    return (
      <PageFrame flows>
        <PageHead path={<ThemesPath />} />
        <DelayedSkeleton>
          <div className={styles.waiting}>
            <SkeletonLines count={10} />
          </div>
        </DelayedSkeleton>
      </PageFrame>
    );
  if (query.isError && query.data === undefined && isId(id))
    return (
      <PageFrame flows>
        <PageHead path={<ThemesPath />} />
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </PageFrame>
    );
  if (set === null)
    return (
      <PageFrame flows>
        <PageHead path={<ThemesPath />} />
        <EmptyState
          isPage
          title={texts.missing}
          reason={texts.missingReason}
          action={<Link href={themeReportsAddress}>{texts.toReports}</Link>}
        />
      </PageFrame>
    );
  return <OpenThemeSet set={set} />;
}

function OpenThemeSet({ set }: { set: ThemeSet }) {
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'feedback');
  const { id, last_run: run } = set;
  const isRunning = isAtWork(set);
  const hasChanges = run !== null && run.changes !== null;
  const [showsChanges, setShowsChanges] = useState(true);
  const { rerun, stop, remove } = useThemeSetCommands(() => navigate(themeReportsAddress));
  const runAgain = (): void => void rerun.run({ id });
  useShortcut('r', runAgain, {
    label: texts.runAgain,
    group: texts.keys,
    enabled: mayWrite && !isRunning,
  });
  return (
    <PageFrame flows>
      <PageHead
        path={<ThemesPath />}
        title={set.name}
        total={
          run === null
            ? sourceOf(set)
            : texts.counts({
                ideas: set.suggestions_count,
                themes: set.themes_count,
                groups: set.groups_count,
              })
        }
      >
        {hasChanges ? (
          <IconButton
            label={showsChanges ? texts.hideChanges : texts.whatChanged}
            aria-pressed={showsChanges}
            onClick={() => setShowsChanges(!showsChanges)}
          >
            <IconHistory size={16} stroke={1.75} aria-hidden="true" />
          </IconButton>
        ) : null}
        {mayWrite ? (
          <>
            <Menu
              label={texts.actions}
              trigger={(props) => (
                <IconButton {...props} label={texts.actions}>
                  <IconDots size={16} stroke={1.75} aria-hidden="true" />
                </IconButton>
              )}
              items={[
                {
                  id: 'delete',
                  label: texts.delete,
                  danger: true,
                  onSelect: () => void remove.run({ ids: [id] }),
                },
              ]}
            />
            <Button
              onClick={() => navigate(editThemeReportAddress(id))}
              icon={<IconPencil size={15} stroke={1.75} aria-hidden="true" />}
            >
              {texts.edit}
            </Button>
            {isRunning ? (
              <Button
                loading={stop.isRunning}
                onClick={() => void stop.run({ id })}
                icon={<IconPlayerStop size={15} stroke={1.75} aria-hidden="true" />}
              >
                {texts.stop}
              </Button>
            ) : (
              <Button
                variant="primary"
                loading={rerun.isRunning}
                keys="r"
                onClick={runAgain}
                icon={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
              >
                {texts.runAgain}
              </Button>
            )}
          </>
        ) : null}
      </PageHead>
      <div className={styles.progress}>
        <ProgressLine active={isRunning && run !== null} />
      </div>
      {isRunning || set.status === 'failed' ? (
        <div className={styles.runState} role="status">
          <ThemeRunStatus set={set} />
        </div>
      ) : null}
      <div className={styles.columns} data-aside={(hasChanges && showsChanges) || undefined}>
        {run === null ? (
          <div className={styles.centre}>
            <EmptyState
              title={isRunning ? texts.running : set.status === 'failed' ? texts.failed : texts.noThemes}
              {...(set.status === 'failed' && mayWrite
                ? {
                    reason: set.problem ?? undefined,
                    action: (
                      <Button variant="primary" onClick={() => navigate(editThemeReportAddress(id))}>
                        {texts.edit}
                      </Button>
                    ),
                  }
                : {})}
            />
          </div>
        ) : (
          <div className={styles.stack}>
            <ThemesTable themeSetId={id} />
            <Strip setId={id} />
          </div>
        )}
        {hasChanges && showsChanges ? (
          <RunChanges set={set} mayWrite={mayWrite} onClose={() => setShowsChanges(false)} />
        ) : null}
      </div>
    </PageFrame>
  );
}

/** The trends of the themes, once these are there. */
function Strip({ setId }: { setId: string }) {
  const { data } = useThemes(setId, useFeature('account_insights'));
  return data === undefined || data.length === 0 ? null : <TrendStrip setId={setId} themes={data} />;
}
