/** What the theme explorer reads and sends. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { paging } from '../../../../contract/limits.ts';
import type { GoneThemesQuery, ThemeQuery, ThemeSetQuery, ThemesQuery } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';

/** While a run works it is asked for this often, beside the stream of live events. */
const RUN_MS = 2_000;

const themeSetDocument = graphql(`
  query ThemeSet($id: ID!) {
    theme_set(id: $id) {
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
      themes_wanted
      groups_wanted
      ignored_words
      themes_count
      groups_count
      suggestions_count
      last_run {
        id
        finished_at
        previous_finished_at
        duration_ms
        user_name
        can_undo
        changes {
          stayed
          moved
          added
          loose
          kept_names
          kept_moves
          lost_moves
          right_by_itself
        }
      }
      updated_at
    }
  }
`);

/** A theme report, as its page has it. */
export type ThemeSet = NonNullable<ThemeSetQuery['theme_set']>;

/** A theme report; null in `theme_set` when there is none. */
export function useThemeSet(id: string) {
  return useQuery({
    queryKey: ['theme-set', id],
    queryFn: ({ signal }) => request(themeSetDocument, { id }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.theme_set?.status === 'running' || data?.theme_set?.status === 'pending' ? RUN_MS : false,
  });
}

/** What the form of a theme report begins with; null: there is none. */
export async function loadThemeSet(id: string, signal: AbortSignal): Promise<ThemeSet | null> {
  return (await request(themeSetDocument, { id }, { signal })).theme_set;
}

const themesDocument = graphql(`
  query Themes($theme_set: [ID!], $page: Int, $per_page: Int, $withMoney: Boolean!) {
    themes(theme_set: $theme_set, page: $page, per_page: $per_page) {
      total_records
      records {
        id
        display_name
        is_renamed
        named_by {
          id
          name
        }
        change
        change_count
        change_theme {
          id
          display_name
        }
        hex_color
        uncategorized
        is_group
        idea_count
        themes_count
        supporter_count
        account_count
        revenue_amount @include(if: $withMoney)
        comment_count
        sentiment_average
        sentiment_count
        parent_theme {
          id
        }
      }
    }
  }
`);

const goneDocument = graphql(`
  query GoneThemes($theme_set: [ID!]) {
    themes(theme_set: $theme_set, gone: true, per_page: 100) {
      records {
        id
        display_name
        change
        change_count
        change_theme {
          id
          display_name
        }
      }
    }
  }
`);

/** A theme, as the table of its report has it. */
export type ListedTheme = ThemesQuery['themes']['records'][number];
/** A theme that the newest run did not find again. */
export type GoneTheme = GoneThemesQuery['themes']['records'][number];

/** All pages of a list that holds some hundred records at most. @param read answers one page */
async function allPages<Row>(
  read: (page: number, per_page: number) => Promise<{ total_records: number; records: readonly Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { total_records: total, records } = await read(page, paging.maxPageSize);
    rows.push(...records);
    if (records.length === 0 || rows.length >= total) return rows;
  }
}

/** All themes of a report in their order. */
export function useThemes(themeSetId: string, withMoney: boolean) {
  return useQuery({
    queryKey: ['themes', themeSetId, withMoney],
    queryFn: ({ signal }) =>
      allPages(
        async (page, per_page) =>
          (await request(themesDocument, { theme_set: [themeSetId], page, per_page, withMoney }, { signal }))
            .themes,
      ),
    meta: { document: themesDocument },
  });
}

/** The themes that the newest run did not find again. @param enabled false asks for nothing */
export function useGoneThemes(themeSetId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['gone-themes', themeSetId],
    queryFn: ({ signal }) => request(goneDocument, { theme_set: [themeSetId] }, { signal }),
    enabled,
  });
}

const themeDocument = graphql(`
  query Theme($id: ID!, $ids: [ID!], $withMoney: Boolean!) {
    theme(id: $id) {
      id
      display_name
      generated_name
      is_renamed
      named_by {
        id
        name
      }
      named_at
      state
      change
      change_theme {
        id
        display_name
      }
      hex_color
      uncategorized
      is_group
      idea_count
      themes_count
      supporter_count
      account_count
      revenue_amount @include(if: $withMoney)
      comment_count
      sentiment_average
      sentiment_count
      words {
        word
        ideas
      }
      near {
        id
        display_name
        likeness
      }
      theme_set {
        id
        name
        status
      }
      impact_report {
        id
        title
      }
      updated_at
    }
    moved: theme_placements(theme: $ids, moved: true, per_page: 100) {
      total_records
      records {
        id
        suggestion {
          id
        }
      }
    }
    maybe: theme_placements(second_theme: $ids, sort: "-second_fit", per_page: 5) {
      records {
        id
        second_fit
        suggestion {
          id
          title
        }
        theme {
          id
          display_name
        }
      }
    }
  }
`);

/** A theme, as its page has it. */
export type Theme = NonNullable<ThemeQuery['theme']>;
/** An idea of another theme that would fit as well. */
export type Maybe = ThemeQuery['maybe']['records'][number];

/** A theme, what people moved into it, and what else would fit. */
export function useTheme(id: string, withMoney: boolean) {
  return useQuery({
    queryKey: ['theme', id, withMoney],
    queryFn: ({ signal }) => request(themeDocument, { id, ids: [id], withMoney }, { signal }),
  });
}

const choicesDocument = graphql(`
  query ThemeChoices($theme_set: [ID!], $page: Int, $per_page: Int) {
    themes(theme_set: $theme_set, page: $page, per_page: $per_page) {
      total_records
      records {
        id
        display_name
        hex_color
        is_group
        uncategorized
        parent_theme {
          id
          display_name
        }
      }
    }
  }
`);

/** The themes that ideas can be moved to. @param enabled false asks for nothing */
export function useThemeChoices(themeSetId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['theme-choices', themeSetId],
    queryFn: ({ signal }) =>
      allPages(
        async (page, per_page) =>
          (await request(choicesDocument, { theme_set: [themeSetId], page, per_page }, { signal })).themes,
      ),
    meta: { document: choicesDocument },
    enabled,
  });
}

const sourceCountDocument = graphql(`
  query ThemeSourceCount(
    $saved_view: [ID!]
    $activity: [String!]
    $period_start: String
    $period_end: String
    $advanced_filters: Json
  ) {
    suggestions(
      saved_view: $saved_view
      activity: $activity
      period_start: $period_start
      period_end: $period_end
      advanced_filters: $advanced_filters
      per_page: 1
    ) {
      total_records
      total_is_capped
    }
  }
`);

/** What a report reads by filters, or of a list. */
export interface ThemeSource {
  /** id of a view or list; null: none */
  saved_view: string | null;
  activity: readonly string[];
  period_start: string | null;
  period_end: string | null;
  advanced_filters: unknown;
}

/** How many ideas a report would read now. @param source null asks for nothing */
export function useSourceCount(source: ThemeSource | null) {
  return useQuery({
    queryKey: ['theme-source-count', source],
    queryFn: ({ signal }) =>
      request(
        sourceCountDocument,
        {
          ...(source!.saved_view === null ? {} : { saved_view: [source!.saved_view] }),
          ...(source!.activity.length === 0 ? {} : { activity: [...source!.activity] }),
          ...(source!.period_start === null ? {} : { period_start: source!.period_start }),
          ...(source!.period_end === null ? {} : { period_end: source!.period_end }),
          ...(source!.advanced_filters === null
            ? {}
            : { advanced_filters: source!.advanced_filters as never }),
        },
        { signal },
      ),
    enabled: source !== null,
    placeholderData: keepPreviousData,
  });
}

export const createThemeSetDocument = graphql(`
  mutation CreateThemeSet(
    $name: String!
    $description: String
    $activity: [String!]
    $advanced_filters: Json
    $period_start: String
    $period_end: String
    $suggestion_list: ID
    $suggestion_ids: [ID!]
    $themes_wanted: Int
    $groups_wanted: Int
    $ignored_words: [String!]
  ) {
    theme_set_create(
      name: $name
      description: $description
      activity: $activity
      advanced_filters: $advanced_filters
      period_start: $period_start
      period_end: $period_end
      suggestion_list: $suggestion_list
      suggestion_ids: $suggestion_ids
      themes_wanted: $themes_wanted
      groups_wanted: $groups_wanted
      ignored_words: $ignored_words
    ) {
      id
    }
  }
`);

export const updateThemeSetDocument = graphql(`
  mutation UpdateThemeSet(
    $id: ID!
    $name: String
    $description: String
    $activity: [String!]
    $advanced_filters: Json
    $period_start: String
    $period_end: String
    $suggestion_list: ID
    $suggestion_ids: [ID!]
    $themes_wanted: Int
    $groups_wanted: Int
    $ignored_words: [String!]
    $if_updated_at: String
  ) {
    theme_set_update(
      id: $id
      name: $name
      description: $description
      activity: $activity
      advanced_filters: $advanced_filters
      period_start: $period_start
      period_end: $period_end
      suggestion_list: $suggestion_list
      suggestion_ids: $suggestion_ids
      themes_wanted: $themes_wanted
      groups_wanted: $groups_wanted
      ignored_words: $ignored_words
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

export const undoRunDocument = graphql(`
  mutation UndoThemeRun($id: ID!) {
    theme_set_undo_run(id: $id) {
      id
    }
  }
`);

export const renameThemeDocument = graphql(`
  mutation RenameTheme($id: ID!, $display_name: String!) {
    theme_update(id: $id, display_name: $display_name) {
      id
      display_name
    }
  }
`);

export const deleteThemeDocument = graphql(`
  mutation DeleteTheme($id: ID!) {
    theme_delete(id: $id) {
      id
    }
  }
`);

export const moveIdeasDocument = graphql(`
  mutation MoveThemeIdeas($theme_set: ID!, $suggestion_ids: [ID!]!, $theme: ID, $new_theme: String) {
    theme_ideas_move(
      theme_set: $theme_set
      suggestion_ids: $suggestion_ids
      theme: $theme
      new_theme: $new_theme
    ) {
      id
      display_name
    }
  }
`);

export const releaseIdeasDocument = graphql(`
  mutation ReleaseThemeIdeas($theme_set: ID!, $suggestion_ids: [ID!]!) {
    theme_ideas_release(theme_set: $theme_set, suggestion_ids: $suggestion_ids) {
      id
    }
  }
`);

const toolsDocument = graphql(`
  query AiTools {
    theme_sets(per_page: 1) {
      total_records
    }
    report_recent_theme_metrics {
      created
      run
      categorized
    }
  }
`);

/** What the page of AI tools says of theme reports. @param enabled false asks for nothing */
export function useAiTools(enabled: boolean) {
  return useQuery({
    queryKey: ['ai-tools'],
    queryFn: ({ signal }) => request(toolsDocument, {}, { signal }),
    enabled,
  });
}

const impactTotalDocument = graphql(`
  query ImpactTotal {
    impact_reports(per_page: 1) {
      total_records
    }
  }
`);

/** How many impact reports there are; null: not known yet, or not asked. */
export function useImpactTotal(enabled: boolean): number | null {
  const { data } = useQuery({
    queryKey: ['impact-total'],
    queryFn: ({ signal }) => request(impactTotalDocument, {}, { signal }),
    enabled,
  });
  return data?.impact_reports.total_records ?? null;
}
