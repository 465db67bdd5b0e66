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
  opened,
  onClose,
  onDeleted,
  feedback,
}: Props & { feedback: { id: string; userName: string | null; ideaTitle: string | null } }) {
  const texts = pickerMessages.removal.feedback;
  const { id, userName, ideaTitle } = feedback;
  return (
    <RemovalDialog
      opened={opened}
      onClose={onClose}
      title={texts.deleteTitle}
      confirmLabel={texts.deleteConfirm}
      workingLabel={texts.deleting}
      run={() => request(deleteFeedbackDocument, { id })}
      undo={() => request(restoreFeedbackDocument, { id })}
      done={SUCCESS_TOASTS.deleted_feedback}
      doneHere={OTHER_SUCCESS_TEXTS.feedbackDeletedInDialog}
      failed={texts.deleteFailed}
      onDone={onDeleted}
    >
      {userName === null || ideaTitle === null
        ? texts.deleteTextAlone
        : texts.deleteText(userName, ideaTitle)}
    </RemovalDialog>
  );
}

/** Asks before a comment is deleted (DIALOG-006). */
export function DeleteCommentDialog({
  opened,
  onClose,
  onDeleted,
  comment,
}: Props & { comment: { id: string; userName: string | null } }) {
  const texts = pickerMessages.removal.comment;
  return (
    <RemovalDialog
      opened={opened}
      onClose={onClose}
      title={texts.deleteTitle}
      confirmLabel={texts.deleteConfirm}
      workingLabel={texts.deleting}
      run={() => request(deleteCommentDocument, { id: comment.id })}
      undo={() => request(restoreCommentDocument, { id: comment.id })}
      done={SUCCESS_TOASTS.comment_deleted}
      failed={texts.deleteFailed}
      onDone={onDeleted}
    >
      {texts.deleteText(comment.userName)}
    </RemovalDialog>
  );
}

/** Asks before a comment is marked as spam. */
export function SpamCommentDialog({
  opened,
  onClose,
  onDeleted,
  comment,
}: Props & { comment: { id: string } }) {
  const texts = pickerMessages.removal.comment;
  return (
    <RemovalDialog
      opened={opened}
      onClose={onClose}
      title={texts.spamTitle}
      confirmLabel={texts.spam}
      workingLabel={texts.spamming}
      run={() => request(spamCommentDocument, { id: comment.id })}
      undo={() => request(restoreCommentDocument, { id: comment.id })}
      done={SUCCESS_TOASTS.comment_spam}
      failed={texts.spamFailed}
      onDone={onDeleted}
    >
      {texts.spamText}
    </RemovalDialog>
  );
}

/** Asks before an idea is deleted (DIALOG-007). The toast after Undo leads to the idea. */
export function DeleteIdeaDialog({
  opened,
  onClose,
  onDeleted,
  idea,
}: Props & { idea: { id: string; title: string } }) {
  const texts = pickerMessages.removal.idea;
  return (
    <RemovalDialog
      opened={opened}
      onClose={onClose}
      title={texts.deleteTitle}
      confirmLabel={texts.deleteConfirm}
      workingLabel={texts.deleting}
      run={() => request(deleteIdeaDocument, { id: idea.id })}
      undo={() => request(restoreIdeaDocument, { id: idea.id })}
      done={SUCCESS_TOASTS.idea_deleted}
      undone={{ action: { label: idea.title, href: ideaAddress(idea.id) } }}
      failed={texts.deleteFailed}
      onDone={onDeleted}
    >
      {texts.deleteText(idea.title)}
    </RemovalDialog>
  );
}
