/** What the merge dialog and the banner of a merged idea ask of the server. */
import { graphql } from '../../../api/graphql.ts';
import type { IdeasToMergeQuery, MergeCandidatesQuery } from '../../../api/generated/graphql.ts';

export const ideasToMergeDocument = graphql(`
  query IdeasToMerge($ids: [ID!], $perPage: Int) {
    suggestions(id: $ids, perPage: $perPage) {
      records {
        ...IdeaSummary
        state
        supporters_count
        comments_count
        requests_count
        merge_candidates_count
        created_at
      }
    }
  }
`);
/** An idea as the dialog compares it. */
export type IdeaToMerge = IdeasToMergeQuery['suggestions']['records'][number];

export const mergeCandidatesDocument = graphql(`
  query MergeCandidates($ids: [ID!], $perPage: Int) {
    merge_candidates(suggestion: $ids, perPage: $perPage) {
      records {
        id
        reason
        suggestion {
          ...IdeaSummary
        }
        other_suggestion {
          ...IdeaSummary
        }
      }
    }
  }
`);
/** A suggestion to merge two ideas. */
export type MergeCandidate = MergeCandidatesQuery['merge_candidates']['records'][number];

export const mergePreviewDocument = graphql(`
  query MergePreview($winner: ID!, $losers: [ID!]!) {
    merge_preview(winner: $winner, losers: $losers) {
      supporters_before
      supporters_moving
      supporters_common
      supporters_after
      comments_count
      feedback_records_count
      labels_added
      labels_left
      stays_count
    }
  }
`);

export const mergeDocument = graphql(`
  mutation MergeIdeas($winner: ID!, $losers: [ID!]!) {
    suggestion_merge(winner: $winner, losers: $losers) {
      id
      title
      supporters_count
    }
  }
`);

export const unmergeDocument = graphql(`
  mutation UnmergeIdeas($ids: [ID!]!) {
    suggestion_unmerge(ids: $ids) {
      id
      title
    }
  }
`);

export const dismissCandidateDocument = graphql(`
  mutation DismissMergeCandidate($suggestion: ID!, $other_suggestion: ID!, $dismissed: Boolean) {
    merge_candidate_dismiss(
      suggestion: $suggestion
      other_suggestion: $other_suggestion
      dismissed: $dismissed
    ) {
      id
    }
  }
`);
