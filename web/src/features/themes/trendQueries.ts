/** What trends of themes ask for. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TREND_MEASURES } from '../../../../contract/trends.ts';
import type { TrendMeasure } from '../../../../contract/trends.ts';
import type { ThemeTrendsQuery, ThemeTrendsQueryVariables } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { TREND_LENGTHS } from './trendFacts.ts';
import type { Reckoning, TrendLength } from './trendFacts.ts';

/** A run of values, and the line through it. */
export const trendRunFragment = graphql(`
  fragment TrendRun on ThemeTrendLine {
    data
    trend_slope
    trend_y_intercept
  }
`);

/** A theme with the runs that are asked for. */
export const trendLineRunsFragment = graphql(`
  fragment TrendLineRuns on ThemeSetAnalysisLine {
    id
    hex_color
    display_name
    importance_count
    urgency_count
    votes @include(if: $votes) {
      ...TrendRun
    }
    new_ideas @include(if: $newIdeas) {
      ...TrendRun
    }
    comments @include(if: $comments) {
      ...TrendRun
    }
    activity @include(if: $activity) {
      ...TrendRun
    }
    accounts @include(if: $accounts) {
      ...TrendRun
    }
    revenue @include(if: $revenue) {
      ...TrendRun
    }
    importance @include(if: $importance) {
      ...TrendRun
    }
    urgency @include(if: $urgency) {
      ...TrendRun
    }
  }
`);

const trendsDocument = graphql(`
  query ThemeTrends(
    $id: ID!
    $unit: String
    $periods: Int
    $theme: [ID!]
    $perPeriod: Boolean!
    $rolling: Boolean!
    $total: Boolean!
    $votes: Boolean!
    $newIdeas: Boolean!
    $comments: Boolean!
    $activity: Boolean!
    $accounts: Boolean!
    $revenue: Boolean!
    $importance: Boolean!
    $urgency: Boolean!
  ) {
    report_theme_set_analysis(id: $id, grouping: 1, unit: $unit, periods: $periods, theme: $theme) {
      dates
      is_running
      per_period @include(if: $perPeriod) {
        ...TrendLineRuns
      }
      rolling_average @include(if: $rolling) {
        ...TrendLineRuns
      }
      running_total @include(if: $total) {
        ...TrendLineRuns
      }
    }
  }
`);
/** A theme with the runs that were asked for. */
export type TrendLineRuns = NonNullable<ThemeTrendsQuery['report_theme_set_analysis']['per_period']>[number];

/** What is asked of a report. @param themes ids; null: all of them */
export interface TrendsAsked {
  id: string;
  length: TrendLength;
  reckoning: Reckoning;
  measures: readonly TrendMeasure[];
  themes: readonly string[] | null;
}

/** Themes over time; those of before stay while others are on their way. */
export function useTrends({ id, length, reckoning, measures, themes }: TrendsAsked) {
  const has = (measure: TrendMeasure): boolean => measures.includes(measure);
  const variables: ThemeTrendsQueryVariables = {
    id,
    ...TREND_LENGTHS[length],
    theme: themes === null ? null : [...themes],
    perPeriod: reckoning === 'per_period',
    rolling: reckoning === 'rolling_average',
    total: reckoning === 'running_total',
    votes: has('votes'),
    newIdeas: has('new_ideas'),
    comments: has('comments'),
    activity: has('activity'),
    accounts: has('accounts'),
    revenue: has('revenue'),
    importance: has('importance'),
    urgency: has('urgency'),
  };
  const query = useQuery({
    queryKey: ['theme-trends', variables],
    queryFn: ({ signal }) => request(trendsDocument, variables, { signal }),
    placeholderData: keepPreviousData,
    enabled: themes === null || themes.length > 0,
  });
  const found = query.data?.report_theme_set_analysis;
  return {
    query,
    dates: found?.dates ?? [],
    isRunning: found?.is_running ?? false,
    lines: found?.per_period ?? found?.rolling_average ?? found?.running_total,
  };
}

/** The measures that somebody may see. */
export function measuresFor(seesMoney: boolean): readonly TrendMeasure[] {
  return TREND_MEASURES.filter((measure) => seesMoney || measure !== 'revenue');
}
