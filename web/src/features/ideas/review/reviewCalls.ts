/** What moderation reads and writes. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import type { ReviewKind } from './reviewMessages.ts';

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
