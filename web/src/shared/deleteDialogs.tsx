import { OTHER_SUCCESS_TEXTS, SUCCESS_TOASTS } from '../../../contract/toasts.ts';
import { graphql } from '../api/graphql.ts';
import { request } from '../api/runtime.ts';
import { ideaAddress } from '../host/addresses.ts';
import { pickerMessages } from './messages.ts';
import { RemovalDialog } from './RemovalDialog.tsx';

const deleteFeedbackDocument = graphql(`
  mutation DeleteFeedback($id: ID!) {
    feedback_record_delete(id: $id) {
      id
    }
  }
`);

const deleteCommentDocument = graphql(`
  mutation DeleteComment($id: ID!) {
    comment_delete(id: $id) {
      id
    }
  }
`);

const spamCommentDocument = graphql(`
  mutation MarkCommentAsSpam($id: ID!) {
    comment_spam(id: $id) {
      id
    }
  }
`);

const deleteIdeaDocument = graphql(`
  mutation DeleteIdea($id: ID!) {
    suggestion_delete(id: $id) {
      id
    }
  }
`);

const restoreFeedbackDocument = graphql(`
  mutation RestoreFeedback($id: ID!) {
    feedback_record_restore(id: $id) {
      id
    }
  }
`);

const restoreCommentDocument = graphql(`
  mutation RestoreComment($id: ID!) {
    comment_restore(id: $id) {
      id
    }
  }
`);

const restoreIdeaDocument = graphql(`
  mutation RestoreIdea($id: ID!) {
    suggestion_restore(id: $id) {
      id
    }
  }
`);

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Told when it is gone; the dialog is closed already. */
  onDeleted?: () => void;
};

/** Asks before a feedback is deleted and says that the vote goes, too (DIALOG-005, DEC-098). Says so itself and in a toast (TOAST-002, TOAST-014). */
export function DeleteFeedbackDialog({
  feedback: { id, userName, ideaTitle },
  ...dialog
}: Props & { feedback: { id: string; userName: string | null; ideaTitle: string | null } }) {
  const { text, textAlone, ...texts } = pickerMessages.removal.feedback;
  return (
    <RemovalDialog
      {...dialog}
      texts={texts}
      run={() => request(deleteFeedbackDocument, { id })}
      undo={() => request(restoreFeedbackDocument, { id })}
      done={SUCCESS_TOASTS.deleted_feedback}
      doneHere={OTHER_SUCCESS_TEXTS.feedbackDeletedInDialog}
    >
      {userName === null || ideaTitle === null ? textAlone : text(userName, ideaTitle)}
    </RemovalDialog>
  );
}

/** Asks before a comment is deleted (DIALOG-006). */
export function DeleteCommentDialog({
  comment: { id, userName },
  ...dialog
}: Props & { comment: { id: string; userName: string | null } }) {
  const { text, ...texts } = pickerMessages.removal.comment;
  return (
    <RemovalDialog
      {...dialog}
      texts={texts}
      run={() => request(deleteCommentDocument, { id })}
      undo={() => request(restoreCommentDocument, { id })}
      done={SUCCESS_TOASTS.comment_deleted}
    >
      {text(userName)}
    </RemovalDialog>
  );
}

/** Asks before a comment is marked as spam. */
export function SpamCommentDialog({ comment: { id }, ...dialog }: Props & { comment: { id: string } }) {
  const { text, ...texts } = pickerMessages.removal.spam;
  return (
    <RemovalDialog
      {...dialog}
      texts={texts}
      run={() => request(spamCommentDocument, { id })}
      undo={() => request(restoreCommentDocument, { id })}
      done={SUCCESS_TOASTS.comment_spam}
    >
      {text}
    </RemovalDialog>
  );
}

/** Asks before an idea is deleted (DIALOG-007). The toast after Undo leads to the idea. */
export function DeleteIdeaDialog({
  idea: { id, title },
  ...dialog
}: Props & { idea: { id: string; title: string } }) {
  const { text, ...texts } = pickerMessages.removal.idea;
  return (
    <RemovalDialog
      {...dialog}
      texts={texts}
      run={() => request(deleteIdeaDocument, { id })}
      undo={() => request(restoreIdeaDocument, { id })}
      done={SUCCESS_TOASTS.idea_deleted}
      undone={{ action: { label: title, href: ideaAddress(id) } }}
    >
      {text(title)}
    </RemovalDialog>
  );
}
