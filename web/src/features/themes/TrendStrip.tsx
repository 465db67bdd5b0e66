import { useMemo } from 'react';
import { useStored } from '../../host/storage.ts';
import { trendsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { SteepestThemes } from './TrendCharts.tsx';
import { periodsOf } from './trendFacts.ts';
import { trendTexts as texts } from './trendMessages.ts';
import type { ListedTheme } from './themeQueries.ts';
import { useTrends } from './trendQueries.ts';
import styles from './trends.module.css';

/** Themes that are shown. */
const MOST = 4;
const SMALL_PX = 84;

/** Below the themes of a report those whose votes rise or fall most, with the way to the other views of trends. */
export function TrendStrip({ setId, themes }: { setId: string; themes: readonly ListedTheme[] }) {
  const [isHidden, setHidden] = useStored('theme_trends_hidden', false);
  return (
    <section className={styles.strip} aria-label={texts.title}>
      <div className={styles.stripHead}>
        <h2>{texts.title}</h2>
        {(['trending', 'compare', 'single-theme'] as const).map((view) => (
          <Link key={view} href={trendsAddress(setId, view)}>
            {texts.views[view]}
          </Link>
        ))}
        <Button variant="text" aria-expanded={!isHidden} onClick={() => setHidden(!isHidden)}>
          {isHidden ? texts.show : texts.hide}
        </Button>
      </div>
      {isHidden ? null : <Steepest setId={setId} themes={themes} />}
    </section>
  );
}

function Steepest({ setId, themes }: { setId: string; themes: readonly ListedTheme[] }) {
  const leaves = useMemo(
    () => new Set(themes.filter((one) => !one.is_group && !one.uncategorized).map(({ id }) => id)),
    [themes],
  );
  const { query, dates, isRunning, lines } = useTrends({
    id: setId,
    length: '12m',
    reckoning: 'per_period',
    measures: ['votes'],
    themes: null,
  });
  const periods = useMemo(() => periodsOf(dates, 'month'), [dates]);
  if (query.isPending)
    return (
      <DelayedSkeleton>
        <SkeletonLines count={3} />
      </DelayedSkeleton>
    );
  if (lines === undefined)
    return <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return (
    <SteepestThemes
      setId={setId}
      lines={lines.filter(({ id }) => leaves.has(id))}
      look={{ measure: 'votes', reckoning: 'per_period', length: '12m', periods, isRunning }}
      most={MOST}
      heading="h3"
      heightPx={SMALL_PX}
    />
  );
}
