/** What the insights view reads: one statement for each card. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import type {
  InsightFiguresQuery,
  InsightForumsQuery,
  InsightStatusesQuery,
  InsightTopIdeasQuery,
} from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';

const figuresDocument = graphql(`
  query InsightFigures($period_start: String) {
    report_key_figures(period_start: $period_start) {
      period_start
      period_end
      ideas {
        count
        before
      }
      votes {
        count
        before
      }
      comments {
        count
        before
      }
      feedback_records {
        count
        before
      }
      open_ideas_count
      accounts_count
      accounts_revenue
    }
  }
`);

export type KeyFigures = InsightFiguresQuery['report_key_figures'];

/** Key figures of a period beside the one before it. @param period such as 6_months_ago */
export function useKeyFigures(period: string) {
  return useQuery({
    queryKey: ['insight-figures', period],
    queryFn: ({ signal }) => request(figuresDocument, { period_start: period }, { signal }),
    placeholderData: (before) => before,
  });
}

const statusesDocument = graphql(`
  query InsightStatuses {
    report_top_statuses {
      status_id
      status_name
      hex_color
      idea_count
    }
  }
`);

export type TopStatus = InsightStatusesQuery['report_top_statuses'][number];

/** Open ideas per public status, No Status last. */
export function useTopStatuses() {
  return useQuery({
    queryKey: ['insight-statuses'],
    queryFn: ({ signal }) => request(statusesDocument, {}, { signal }),
  });
}

const forumsDocument = graphql(`
  query InsightForums(
    $period_start: String
    $categories: Boolean
    $active_only: Boolean
    $round_period: Boolean
  ) {
    per_forum_activity(
      period_start: $period_start
      categories: $categories
      active_only: $active_only
      round_period: $round_period
    ) {
      period_start
      period_end
      total_ideas
      total_votes
      total_comments
      total_feedback_records
      total_notes
      forums {
        forum_id
        forum_name
        category_id
        category_name
        total_ideas
        total_votes
        total_comments
        total_feedback_records
        total_notes
      }
    }
  }
`);

export type ForumActivity = InsightForumsQuery['per_forum_activity'];

/** Activity per forum in a period. */
export function useForumActivity(options: {
  period_start: string;
  categories: boolean;
  active_only: boolean;
  round_period: boolean;
}) {
  return useQuery({
    queryKey: ['insight-forums', options],
    queryFn: ({ signal }) => request(forumsDocument, options, { signal }),
    placeholderData: (before) => before,
  });
}

const movedDocument = graphql(`
  query InsightMoved($period_start: String, $order: String) {
    report_moved_ideas(period_start: $period_start, order: $order) {
      period_start
      period_end
      weeks_count
      ideas {
        id
        title
        forum_name
        status_name
        hex_color
        votes {
          count
          before
        }
        revenue {
          amount
          before
        }
        weekly_votes
        votes_this_week
      }
    }
  }
`);

/** The ideas that moved most in the full weeks of a period. @param order votes or revenue */
export function useMovedIdeas(period: string, order: string) {
  return useQuery({
    queryKey: ['insight-moved', period, order],
    queryFn: ({ signal }) => request(movedDocument, { period_start: period, order }, { signal }),
    placeholderData: (before) => before,
  });
}

const themesDocument = graphql(`
  query InsightThemes {
    report_themes_trend_analysis(periods: 13) {
      theme_set_id
      theme_set_name
      lines {
        id
        display_name
        hex_color
        votes {
          data
          trend_slope
        }
      }
    }
    report_recent_theme_metrics {
      run
      categorized
    }
  }
`);

/** The themes of the newest report that move most, over twelve months that are over and the one that runs. */
export function useMovingThemes() {
  return useQuery({
    queryKey: ['insight-themes'],
    queryFn: ({ signal }) => request(themesDocument, {}, { signal }),
  });
}

/** How many ideas the card names. */
const shownIdeas = 10;

const topIdeasDocument = graphql(`
  query InsightTopIdeas($period_start: String, $sort: String, $per_page: Int, $saved_view: [ID!]) {
    suggestions(
      activity: ["votes", "comments", "feedback_records"]
      saved_view: $saved_view
      period_start: $period_start
      sort: $sort
      per_page: $per_page
    ) {
      records {
        id
        title
        votes_count
        supporter_revenue
        supporting_accounts_count
        importance_high_count
        weekly_votes
        votes_this_week
        status {
          id
          name
          hex_color
        }
        forum {
          id
          name
        }
      }
    }
  }
`);

export type TopIdea = InsightTopIdeasQuery['suggestions']['records'][number];

/**
 * The first ideas among those with activity in a period.
 * @param sort such as -votes_count
 * @param view saved view that they belong to; null: any; undefined: not known yet, nothing is asked
 */
export function useTopIdeas(period: string, sort: string, view: string | null | undefined) {
  return useQuery({
    queryKey: ['insight-top-ideas', period, sort, view],
    queryFn: ({ signal }) =>
      request(
        topIdeasDocument,
        { period_start: period, sort, per_page: shownIdeas, saved_view: view ? [view] : null },
        { signal },
      ),
    enabled: view !== undefined,
    placeholderData: (before) => before,
  });
}
