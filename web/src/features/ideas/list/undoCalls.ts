/** The viewer's actions that can be taken back, and how each of them is. */
import { graphql } from '../../../api/graphql.ts';
import type { UndoEntriesQuery } from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';

export const undoEntriesDocument = graphql(`
  query UndoEntries {
    undo_entries {
      id
      command
      undo_with
      objects_count
      record_id
      user_id
      title
      person
      has_sent_mail
      created_at
    }
  }
`);
/** An action that can be taken back. */
export type UndoEntry = UndoEntriesQuery['undo_entries'][number];

const undoBulkDocument = graphql(`
  mutation TakeBulkBack($id: ID!) {
    bulk_undo(id: $id) {
      changed_count
      skipped_count
    }
  }
`);
const ideaBackDocument = graphql(`
  mutation TakeIdeaBack($id: ID!) {
    suggestion_restore(id: $id) {
      id
    }
  }
`);
const commentBackDocument = graphql(`
  mutation TakeCommentBack($id: ID!) {
    comment_restore(id: $id) {
      id
    }
  }
`);
const feedbackBackDocument = graphql(`
  mutation TakeFeedbackBack($id: ID!) {
    feedback_record_restore(id: $id) {
      id
    }
  }
`);
const noteBackDocument = graphql(`
  mutation TakeNoteBack($id: ID!) {
    note_restore(id: $id) {
      id
    }
  }
`);
const voteBackDocument = graphql(`
  mutation TakeVoteBack($suggestion: ID!, $user: ID!) {
    supporter_restore(suggestion: $suggestion, user: $user) {
      id
    }
  }
`);
const letInDocument = graphql(`
  mutation LetPersonIn($id: ID!) {
    user_block(id: $id, blocked: false) {
      id
    }
  }
`);
const accountBackDocument = graphql(`
  mutation TakeAccountBack($id: ID!) {
    external_account_restore(id: $id) {
      id
    }
  }
`);

/**
 * Takes an action back by the mutation that the entry names.
 * @returns how many records came back, and how many were changed since and stay
 */
export async function takeBack(entry: UndoEntry): Promise<{ changed: number; skipped: number }> {
  const one = { changed: 1, skipped: 0 };
  const id = entry.record_id;
  switch (entry.undo_with) {
    case 'suggestion_restore':
      return (await request(ideaBackDocument, { id }), one);
    case 'comment_restore':
      return (await request(commentBackDocument, { id }), one);
    case 'feedback_record_restore':
      return (await request(feedbackBackDocument, { id }), one);
    case 'note_restore':
      return (await request(noteBackDocument, { id }), one);
    case 'supporter_restore':
      return (await request(voteBackDocument, { suggestion: id, user: entry.user_id ?? '' }), one);
    case 'user_block':
      return (await request(letInDocument, { id }), one);
    case 'external_account_restore':
      return (await request(accountBackDocument, { id }), one);
    default: {
      const done = (await request(undoBulkDocument, { id: entry.id })).bulk_undo;
      return { changed: done?.changed_count ?? 0, skipped: done?.skipped_count ?? 0 };
    }
  }
}
