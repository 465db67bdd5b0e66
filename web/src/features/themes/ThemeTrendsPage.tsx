import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isId } from '../../../../contract/ids.ts';
import { TREND_MEASURES, trendLimits } from '../../../../contract/trends.ts';
import type { TrendMeasure } from '../../../../contract/trends.ts';
import { useFeature } from '../../api/viewer.ts';
import { themeReportsAddress, TREND_VIEWS, trendsAddress } from '../../host/addresses.ts';
import type { TrendView } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField, listField } from '../../host/search.ts';
import type { StateOf } from '../../host/search.ts';
import { ChartExport } from '../../ui/charts/ChartExport.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { SelectField } from '../../ui/fields/fields.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { PageFrame, PageHead } from '../../ui/page/SheetPage.tsx';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { chartMarks } from './marks/markPlaces.ts';
import { Marks } from './marks/Marks.tsx';
import { usePeriodMarks } from './marks/markCalls.ts';
import { themeTexts } from './themeMessages.ts';
import { ThemesPath } from './ThemesPath.tsx';
import { ThemesTable } from './ThemesTable.tsx';
import { useThemes, useThemeSet } from './themeQueries.ts';
import type { ListedTheme, ThemeSet } from './themeQueries.ts';
import { TrendAside } from './TrendAside.tsx';
import { ComparedThemes, steepest, SteepestThemes, ThemeMeasures, withOwnColors } from './TrendCharts.tsx';
import type { TrendLook } from './TrendCharts.tsx';
import { factsOf, periodsOf, RECKONINGS, seriesOf, TREND_LENGTHS } from './trendFacts.ts';
import type { Reckoning, TrendLength } from './trendFacts.ts';
import { trendTexts as texts } from './trendMessages.ts';
import { measuresFor, useTrends } from './trendQueries.ts';
import type { TrendLineRuns } from './trendQueries.ts';
import styles from './trends.module.css';

/** What is looked at, in the address. */
const pageState = {
  measure: choiceField(TREND_MEASURES, 'votes'),
  by: choiceField(RECKONINGS, 'per_period'),
  time: choiceField(Object.keys(TREND_LENGTHS) as TrendLength[], '12m'),
  show: choiceField(['chart', 'table'], 'chart'),
  theme: listField(),
  /** the themes of the report above the trends */
  themes: choiceField(['', 'shown'], ''),
};
type State = StateOf<typeof pageState>;

/** Themes that are shown as those that move most. */
const STEEPEST = 12;
/** Of these so many are compared until somebody chooses. */
const COMPARED_AT_FIRST = 4;

/** The trends of a report below its themes (ROUTE-010 to ROUTE-012). */
export function ThemeTrendsPage({ theme_set_id: id, view }: { theme_set_id: string; view: string }) {
  const query = useThemeSet(id);
  const set = query.data?.theme_set ?? null;
  const shown = TREND_VIEWS.find((one) => one === view);
  const name = set?.name;
  useEffect(() => {
    if (name !== undefined && shown !== undefined)
      document.title = `${texts.pages[shown]}: ${name} – ${themeTexts.explorer}`;
  }, [name, shown]);
  if (query.isPending)
    return (
      <Waiting>
        <DelayedSkeleton>
          <div className={styles.waiting}>
            <SkeletonLines count={10} />
          </div>
        </DelayedSkeleton>
      </Waiting>
    );
  if (query.isError && query.data === undefined && isId(id))
    return (
      <Waiting>
        <ErrorState
          what={themeTexts.set.what}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      </Waiting>
    );
  if (set === null || shown === undefined)
    return (
      <Waiting>
        <EmptyState
          isPage
          title={themeTexts.set.missing}
          reason={themeTexts.set.missingReason}
          action={<Link href={themeReportsAddress}>{themeTexts.set.toReports}</Link>}
        />
      </Waiting>
    );
  return <Trends set={set} view={shown} />;
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <PageFrame flows>
      <PageHead path={<ThemesPath />} />
      {children}
    </PageFrame>
  );
}

const isLeaf = ({ is_group, uncategorized }: ListedTheme): boolean => !is_group && !uncategorized;

function Trends({ set, view }: { set: ThemeSet; view: TrendView }) {
  const seesMoney = useFeature('account_insights');
  const [asked, setState] = usePageState(pageState);
  const measures = measuresFor(seesMoney);
  // a link of somebody who sees revenue
  const state = measures.includes(asked.measure) ? asked : { ...asked, measure: 'votes' as const };
  const { measure, by, time, show } = state;
  const themes = useThemes(set.id, seesMoney);
  const leaves = useMemo(() => (themes.data ?? []).filter(isLeaf), [themes.data]);
  const known = new Set(themes.data?.map(({ id }) => id));
  // themes of an old address may be gone
  const chosen = state.theme.filter((id) => known.has(id)).slice(0, trendLimits.compared);
  const single = chosen[0] ?? leaves[0]?.id ?? null;
  const trends = useTrends({
    id: set.id,
    length: time,
    reckoning: by,
    measures: view === 'single-theme' ? measures : [measure],
    themes: view === 'single-theme' ? (single === null ? [] : [single]) : null,
  });
  const { unit } = TREND_LENGTHS[time];
  const periods = useMemo(() => periodsOf(trends.dates, unit), [trends.dates, unit]);
  const marks = usePeriodMarks().data;
  const look: TrendLook = {
    measure,
    reckoning: by,
    length: time,
    periods,
    isRunning: trends.isRunning,
    marks: useMemo(() => chartMarks(marks ?? [], trends.dates), [marks, trends.dates]),
  };
  const place = useRef<HTMLDivElement>(null);
  const lines = trends.lines?.filter(
    ({ id }) => view === 'single-theme' || leaves.some((leaf) => leaf.id === id),
  );
  const compared =
    lines === undefined
      ? undefined
      : withOwnColors(
          chosen.length > 0
            ? chosen.flatMap((id) => trends.lines?.find((line) => line.id === id) ?? [])
            : steepest(lines, measure, COMPARED_AT_FIRST),
        );
  const toggleTable = (): void => setState({ show: show === 'table' ? 'chart' : 'table' });
  useShortcut('t', toggleTable, { label: texts.tableKey, group: texts.keys });
  const exported =
    lines === undefined
      ? []
      : view === 'single-theme'
        ? measures.flatMap((one) =>
            lines.map((line) => ({ ...exportOf(line, one, look), name: texts.measures[one] })),
          )
        : (view === 'compare' ? (compared ?? []) : steepest(lines, measure, STEEPEST)).map((line) =>
            exportOf(line, measure, look),
          );
  const { query } = trends;
  return (
    <PageFrame flows>
      <PageHead path={<ThemesPath set={set} />} title={texts.pages[view]}>
        <Button onClick={() => setState({ themes: state.themes === '' ? 'shown' : '' })}>
          {state.themes === '' ? texts.themesHidden : texts.themesShown}
        </Button>
        <ChartExport
          name={`${set.name} ${view === 'single-theme' ? (lines?.[0]?.display_name ?? '') : texts.measures[measure]}`}
          periods={periods}
          series={exported}
          drawings={() => [...(place.current?.querySelectorAll('svg[width]') ?? [])] as SVGSVGElement[]}
        />
      </PageHead>
      <div className={styles.page} data-aside={view === 'compare' || undefined}>
        <div className={styles.main}>
          {state.themes === '' ? null : (
            <div className={styles.list}>
              <ThemesTable themeSetId={set.id} />
            </div>
          )}
          <Tabs
            label={texts.views.label}
            value={view}
            onChange={(next) => navigate(trendsAddress(set.id, next as TrendView, kept(state)))}
            items={TREND_VIEWS.map((one) => ({
              id: one,
              label: texts.views[one],
              href: trendsAddress(set.id, one, kept(state)),
            }))}
          />
          <Controls
            view={view}
            state={state}
            measures={measures}
            leaves={leaves}
            single={single}
            onChange={setState}
          />
          <div ref={place} className={styles.charts} aria-busy={query.isPlaceholderData || undefined}>
            {by === 'running_total' && view !== 'single-theme' && !hasTotal(measure) ? (
              <p className={styles.none}>{texts.noTotal}</p>
            ) : themes.isPending || (query.isPending && leaves.length > 0) ? (
              <DelayedSkeleton>
                <SkeletonLines count={8} />
              </DelayedSkeleton>
            ) : themes.isError || query.isError ? (
              <ErrorState
                what={texts.what}
                onRetry={() => void Promise.all([themes.refetch(), query.refetch()])}
                retrying={query.isFetching}
              />
            ) : leaves.length === 0 || lines === undefined ? (
              <EmptyState title={texts.empty} reason={texts.noThemes} />
            ) : view === 'trending' ? (
              show === 'table' ? (
                <ComparedThemes lines={steepest(lines, measure, STEEPEST)} look={look} asTable />
              ) : (
                <SteepestThemes setId={set.id} lines={lines} look={look} most={STEEPEST} />
              )
            ) : view === 'compare' ? (
              <ComparedThemes lines={compared ?? []} look={look} asTable={show === 'table'} />
            ) : (
              lines.slice(0, 1).map((line) => (
                <div key={line.id}>
                  <ThemeMeasures
                    line={line}
                    look={look}
                    measures={by === 'running_total' ? measures.filter(hasTotal) : measures}
                    asTable={show === 'table'}
                  />
                  {by === 'per_period' ? <Facts line={line} look={look} measures={measures} /> : null}
                  <div className={styles.facts}>
                    <Marks />
                  </div>
                </div>
              ))
            )}
          </div>
        </div>
        {view === 'compare' ? (
          <TrendAside
            themes={themes.data ?? []}
            chosen={compared?.map(({ id }) => id) ?? chosen}
            colors={new Map(compared?.map(({ id, hex_color }) => [id, hex_color]))}
            onChange={(theme) => setState({ theme })}
          />
        ) : null}
      </div>
    </PageFrame>
  );
}

/** What stays when one goes to another view. */
const kept = ({ measure, by, time, show, theme, themes }: State): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ measure, by, time, show, theme: [...theme], themes }).filter(
      ([name, value]) => pageState[name as keyof State].write(value as never) !== null,
    ),
  );

/** Whether a measure can be summed up over time. */
function hasTotal(measure: TrendMeasure): boolean {
  return measure !== 'importance' && measure !== 'urgency' && measure !== 'revenue';
}

/** A run as files have it. */
function exportOf(line: TrendLineRuns, measure: TrendMeasure, look: TrendLook) {
  return seriesOf({
    id: `${line.id} ${measure}`,
    name: line.display_name,
    color: line.hex_color,
    run: line[measure] ?? { data: [], trend_slope: 0, trend_y_intercept: 0 },
    unit: TREND_LENGTHS[look.length].unit,
    isAlone: false,
    ...look,
    measure,
  });
}

function Facts({
  line,
  look,
  measures,
}: {
  line: TrendLineRuns;
  look: TrendLook;
  measures: readonly TrendMeasure[];
}) {
  const facts = factsOf(
    measures.flatMap((measure) => {
      const run = line[measure];
      return run === undefined ? [] : [{ name: texts.measures[measure], measure, run }];
    }),
    look.periods,
    TREND_LENGTHS[look.length].unit,
    look.isRunning,
  );
  return (
    <section className={styles.facts} aria-label={texts.facts}>
      <h2>{texts.facts}</h2>
      <p>{facts.join(' ')}</p>
    </section>
  );
}

function Controls({
  view,
  state,
  measures,
  leaves,
  single,
  onChange,
}: {
  view: TrendView;
  state: State;
  measures: readonly TrendMeasure[];
  leaves: readonly ListedTheme[];
  /** the theme that is shown by itself */
  single: string | null;
  onChange: (patch: Partial<State>) => void;
}) {
  const { unit } = TREND_LENGTHS[state.time];
  const [q, setQ] = useState('');
  const options = leaves.map(({ id, display_name }) => ({ value: id, label: display_name }));
  return (
    <div className={styles.controls}>
      {view === 'single-theme' ? (
        <div className={styles.themeField}>
          <Combobox
            label={texts.theme}
            hideLabel
            value={options.find(({ value }) => value === single) ?? null}
            options={options.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))}
            onSearch={setQ}
            emptyText={texts.noneFound}
            onChange={(option) => {
              setQ('');
              if (option !== null) onChange({ theme: [option.value] });
            }}
          />
        </div>
      ) : (
        <SelectField
          label={texts.measure}
          hideLabel
          size="bar"
          value={state.measure}
          options={measures.map((value) => ({ value, label: texts.measures[value] }))}
          onChange={(measure) => onChange({ measure })}
        />
      )}
      <SegmentedControl<Reckoning>
        label={texts.reckoning}
        value={state.by}
        onChange={(by) => onChange({ by })}
        segments={[
          { value: 'per_period', label: texts.reckonings.per_period[unit] },
          { value: 'rolling_average', label: texts.reckonings.rolling_average },
          { value: 'running_total', label: texts.reckonings.running_total },
        ]}
      />
      <SelectField
        label={texts.length}
        hideLabel
        size="bar"
        value={state.time}
        options={(Object.keys(TREND_LENGTHS) as TrendLength[]).map((value) => ({
          value,
          label: texts.lengths[value],
        }))}
        onChange={(time) => onChange({ time })}
      />
      <SegmentedControl
        label={texts.showAs}
        value={state.show}
        onChange={(show) => onChange({ show })}
        segments={[
          { value: 'chart', label: texts.chart },
          { value: 'table', label: texts.table },
        ]}
      />
    </div>
  );
}
