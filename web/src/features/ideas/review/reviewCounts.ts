/** How much waits for a moderator: also what the list of ideas shows, which does without the rest of moderation. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';

const countsDocument = graphql(`
  query ReviewCounts {
    suggestions(needs_review: true, per_page: 1) {
      total_records
    }
    comments(needs_review: true, per_page: 1) {
      total_records
    }
    feedback_records(suggestion_none: true, per_page: 1) {
      total_records
    }
    current_subdomain {
      id
      moderation_enabled
    }
    all_forums {
      records {
        id
        moderation_enabled
      }
    }
  }
`);

/** How much waits for a moderator or for an idea, and whether the way there is shown: where something can be held back, or is. */
export function useReviewCounts(): {
  ideas: number;
  comments: number;
  waiting: number;
  isShown: boolean;
  /** feedback without an idea */
  unlinked: number;
} {
  const { data } = useQuery({
    queryKey: ['review-counts'],
    queryFn: ({ signal }) => request(countsDocument, {}, { signal }),
  });
  const ideas = data?.suggestions.total_records ?? 0;
  const comments = data?.comments.total_records ?? 0;
  const moderates =
    data?.current_subdomain?.moderation_enabled === true ||
    (data?.all_forums.records.some((forum) => forum.moderation_enabled) ?? false);
  return {
    ideas,
    comments,
    waiting: ideas + comments,
    isShown: moderates || ideas + comments > 0,
    unlinked: data?.feedback_records.total_records ?? 0,
  };
}
