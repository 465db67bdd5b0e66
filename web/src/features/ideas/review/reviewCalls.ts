/** What moderation reads and writes. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import type { ReviewCommentsQuery, ReviewIdeasQuery } from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';
import type { ReviewKind } from './reviewMessages.ts';

const reviewAuthorFragment = graphql(`
  fragment ReviewAuthor on User {
    id
    name
    avatar_url
    satisfaction_score
    allowed_state
    crm_account {
      id
      name
      plan
    }
  }
`);
void reviewAuthorFragment;

const ideasDocument = graphql(`
  query ReviewIdeas($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {
    suggestions(
      needs_review: $needs_review
      spam: $spam
      page: $page
      per_page: $per_page
      sort: "-created_at"
    ) {
      total_records
      records {
        id
        title
        body
        body_mime_type
        state
        inappropriate_flags_count
        created_at
        created_by {
          ...ReviewAuthor
        }
        forum {
          id
          name
        }
      }
    }
  }
`);

const commentsDocument = graphql(`
  query ReviewComments($needs_review: Boolean, $spam: Boolean, $page: Int, $per_page: Int) {
    comments(
      needs_review: $needs_review
      spam: $spam
      page: $page
      per_page: $per_page
      sort: "-created_at"
    ) {
      total_records
      records {
        id
        body
        body_mime_type
        state
        inappropriate_flags_count
        created_at
        created_by {
          ...ReviewAuthor
        }
        suggestion {
          id
          title
        }
      }
    }
  }
`);

type ReviewIdea = ReviewIdeasQuery['suggestions']['records'][number];
type ReviewComment = ReviewCommentsQuery['comments']['records'][number];

/** An idea or a comment in the queue. */
export type ReviewItem = {
  id: string;
  /** Title of the idea; null for a comment. */
  title: string | null;
  body: string | null;
  body_mime_type: string;
  reported: number;
  created_at: string;
  author: ReviewIdea['created_by'];
  /** Where it was written: the forum of an idea. */
  place: string | null;
  /** The idea that opens: itself, or the comment's; null when that is gone. */
  idea: { id: string; title: string } | null;
};

const ofIdea = (record: ReviewIdea): ReviewItem => ({
  id: record.id,
  title: record.title,
  body: record.body,
  body_mime_type: record.body_mime_type,
  reported: record.inappropriate_flags_count,
  created_at: record.created_at,
  author: record.created_by,
  place: record.forum?.name ?? null,
  idea: { id: record.id, title: record.title },
});

const ofComment = (record: ReviewComment): ReviewItem => ({
  id: record.id,
  title: null,
  body: record.body,
  body_mime_type: record.body_mime_type,
  reported: record.inappropriate_flags_count,
  created_at: record.created_at,
  author: record.created_by,
  place: null,
  idea: record.suggestion,
});

/** Rows that are read at a time. */
const pageSize = 50;

/** What is held, newest first, page by page. */
export function useReviewItems(kind: ReviewKind, state: 'waiting' | 'spam') {
  return useInfiniteQuery({
    queryKey: ['review', kind, state],
    queryFn: async ({ pageParam, signal }) => {
      const variables = {
        needs_review: state === 'waiting' ? true : null,
        spam: state === 'spam' ? true : null,
        page: pageParam,
        per_page: pageSize,
      };
      if (kind === 'ideas') {
        const { suggestions } = await request(ideasDocument, variables, { signal });
        return { items: suggestions.records.map(ofIdea), total: suggestions.total_records };
      }
      const { comments } = await request(commentsDocument, variables, { signal });
      return { items: comments.records.map(ofComment), total: comments.total_records };
    },
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.items.length < pageSize ? undefined : page + 1),
  });
}

const pastSpamDocument = graphql(`
  query ReviewPastSpam($creator: [ID!]) {
    suggestions(creator: $creator, spam: true, per_page: 1) {
      total_records
    }
    comments(creator: $creator, spam: true, per_page: 1) {
      total_records
    }
  }
`);

/** How many ideas and comments of somebody are marked as spam; null while it is not known. @param id null asks for nothing */
export function usePastSpam(id: string | null): number | null {
  const { data } = useQuery({
    queryKey: ['review-past-spam', id],
    queryFn: ({ signal }) => request(pastSpamDocument, { creator: id === null ? [] : [id] }, { signal }),
    enabled: id !== null,
  });
  return data === undefined ? null : data.suggestions.total_records + data.comments.total_records;
}

const approveIdeasDocument = graphql(`
  mutation ApproveIdeas($ids: [ID!]) {
    done: suggestions_bulk_approve(ids: $ids) {
      changed_count
      undo_id
    }
  }
`);
const spamIdeasDocument = graphql(`
  mutation SpamIdeas($ids: [ID!]) {
    done: suggestions_bulk_spam(ids: $ids) {
      changed_count
      undo_id
    }
  }
`);
const deleteIdeasDocument = graphql(`
  mutation DeleteHeldIdeas($ids: [ID!]) {
    done: suggestions_bulk_delete(ids: $ids) {
      changed_count
      undo_id
    }
  }
`);
const approveCommentsDocument = graphql(`
  mutation ApproveComments($ids: [ID!]!) {
    done: comments_bulk_approve(ids: $ids) {
      changed_count
      undo_id
    }
  }
`);
const spamCommentsDocument = graphql(`
  mutation SpamComments($ids: [ID!]!) {
    done: comments_bulk_spam(ids: $ids) {
      changed_count
      undo_id
    }
  }
`);
const deleteCommentsDocument = graphql(`
  mutation DeleteHeldComments($ids: [ID!]!) {
    done: comments_bulk_delete(ids: $ids) {
      changed_count
      undo_id
    }
  }
`);
const undoDocument = graphql(`
  mutation UndoModeration($id: ID!) {
    bulk_undo(id: $id) {
      changed_count
    }
  }
`);

export type Decision = 'approve' | 'spam' | 'delete';

const documents = {
  ideas: { approve: approveIdeasDocument, spam: spamIdeasDocument, delete: deleteIdeasDocument },
  comments: { approve: approveCommentsDocument, spam: spamCommentsDocument, delete: deleteCommentsDocument },
} as const;

/** Decides about ideas or comments. @returns how many were changed, and the id that takes it back, null when nothing was */
export async function decide({
  kind,
  decision,
  ids,
}: {
  kind: ReviewKind;
  decision: Decision;
  ids: string[];
}): Promise<{ changed_count: number; undo_id: string | null }> {
  const answer =
    kind === 'ideas'
      ? await request(documents.ideas[decision], { ids })
      : await request(documents.comments[decision], { ids });
  return answer.done ?? { changed_count: 0, undo_id: null };
}

/** Takes a decision back. */
export async function undoDecision(undoId: string): Promise<void> {
  await request(undoDocument, { id: undoId });
}
