/** Changes of ideas from the list: of one in its row, or of all that are selected. */
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { toastTiming } from '../../../../../contract/limits.ts';
import { SUCCESS_TOASTS } from '../../../../../contract/toasts.ts';
import { runCommand, tellDone } from '../../../forms/command.ts';
import type { Told, Undo } from '../../../forms/command.ts';
import type { BulkStatusDone } from '../../../host/modals.ts';
import type { PickedUser } from '../../../shared/pickers/people.ts';
import { useToasts } from '../../../ui/toasts/Toasts.tsx';
import { choiceMessages } from './choiceMessages.ts';
import { markChanged, patchRows, unpatchRows } from './edits.ts';
import type { IdeaActionsProps } from './IdeaActions.tsx';
import type { IdeaRow } from '../list/ideasTable.tsx';
import { doneMessages as texts } from './doneMessages.ts';
import { ideasMessages } from '../list/messages.ts';

const setStatusDocument = graphql(`
  mutation SetIdeasStatus($ids: [ID!], $status: ID) {
    suggestions_bulk_status(ids: $ids, status: $status) {
      changed_count
      skipped_count
      undo_id
    }
  }
`);

const setInternalStatusDocument = graphql(`
  mutation SetIdeasInternalStatus($ids: [ID!], $internal_status: ID) {
    suggestions_bulk_status(ids: $ids, internal_status: $internal_status) {
      changed_count
      skipped_count
      undo_id
    }
  }
`);

const bulkLabelDocument = graphql(`
  mutation BulkLabel($ids: [ID!], $add: [ID!], $remove: [ID!]) {
    suggestions_bulk_label(ids: $ids, add: $add, remove: $remove) {
      changed_count
      undo_id
    }
  }
`);

const bulkAssignDocument = graphql(`
  mutation BulkAssign($ids: [ID!], $assigned_owner: ID) {
    suggestions_bulk_assign(ids: $ids, assigned_owner: $assigned_owner) {
      changed_count
      undo_id
    }
  }
`);

const bulkForumDocument = graphql(`
  mutation BulkForum($ids: [ID!], $forum: ID!, $category: ID) {
    suggestions_bulk_forum(ids: $ids, forum: $forum, category: $category) {
      changed_count
      skipped_count
      undo_id
    }
  }
`);

const bulkDeleteDocument = graphql(`
  mutation BulkDelete($ids: [ID!]) {
    suggestions_bulk_delete(ids: $ids) {
      changed_count
      undo_id
    }
  }
`);

const bulkUndoDocument = graphql(`
  mutation BulkUndo($id: ID!) {
    bulk_undo(id: $id) {
      changed_count
    }
  }
`);

/** What a change did. */
interface Done {
  changed_count: number;
  skipped_count?: number;
  undo_id: string | null;
}

type Status = { id: string; name: string; hex_color: string };
type Label = { id: string; name: string; full_name: string };

/** The changes, each told with Undo when it is done, and shown in the rows ahead of that. */
export interface IdeaEdits {
  /** Without a message and without an email. Null: no status. */
  setStatus: (ids: readonly string[], kind: 'public' | 'internal', status: Status | null) => void;
  /** Null: nobody. */
  assign: (ids: readonly string[], user: PickedUser | null) => void;
  label: (ids: readonly string[], label: Label, isOn: boolean) => void;
  /** A category that was not chosen leaves that of ideas which are there already. Rejects when it failed, after telling. */
  move: (to: {
    ids: readonly string[];
    forum: { id: string; name: string };
    category: { id: string } | null;
  }) => Promise<void>;
  /** Undo selects them again. Rejects when it failed, after telling. */
  remove: (ids: readonly string[]) => Promise<void>;
  /** Tells what the panel for many ideas did. */
  tellPosted: (done: BulkStatusDone) => void;
}

/** The changes that the list makes. */
export function useIdeaEdits({ selection, flash }: Pick<IdeaActionsProps, 'selection' | 'flash'>): IdeaEdits {
  const toasts = useToasts();

  /** What takes a change back. @param selectAgain ideas that lost their selection by it */
  const undoOf = (undo_id: string | null, done: string, selectAgain: readonly string[] = []): Undo | null =>
    undo_id === null
      ? null
      : {
          send: () => request(bulkUndoDocument, { id: undo_id }),
          done,
          onDone: () => {
            // beside what was selected in the meantime
            if (selectAgain.length > 0)
              selection.dispatch({ type: 'set', ids: [...selectAgain, ...selection.get()] });
          },
        };

  /** Shows a change, sends it, tells it and marks its cells. */
  const change = async (
    ids: readonly string[],
    {
      patch,
      send,
      columnId,
      told,
      selectAgain = [],
    }: {
      patch?: (row: IdeaRow) => IdeaRow;
      send: () => Promise<Done | null>;
      columnId?: string;
      /** Null: the cell shows it. */
      told: (done: Done) => Told | null;
      selectAgain?: readonly string[];
    },
  ): Promise<boolean> => {
    if (patch !== undefined) patchRows(ids, patch);
    return runCommand(
      send,
      undefined,
      {
        done: (done) => (done === null ? null : told(done)),
        undo: (done) => undoOf(done?.undo_id ?? null, texts.undone, selectAgain),
        onDone: () => {
          if (columnId !== undefined) markChanged(flash, ids, columnId);
        },
        onFailed: () => {
          if (patch !== undefined) unpatchRows();
        },
      },
      toasts,
    );
  };

  /** Runs to its end; a failure was told already. */
  const orReject = async (done: Promise<boolean>): Promise<void> => {
    if (!(await done)) throw new Error('not done');
  };

  return {
    setStatus: (ids, kind, status) =>
      void change(ids, {
        patch: (row) =>
          row.state === 'merged'
            ? row
            : kind === 'public'
              ? { ...row, status }
              : { ...row, internal_status: status },
        columnId: kind === 'public' ? 'status' : 'internal_status',
        send: async () =>
          (kind === 'public'
            ? await request(setStatusDocument, { ids: [...ids], status: status?.id ?? null })
            : await request(setInternalStatusDocument, {
                ids: [...ids],
                internal_status: status?.id ?? null,
              })
          ).suggestions_bulk_status,
        told: ({ changed_count, skipped_count = 0 }) => {
          const message =
            ids.length === 1 && changed_count === 1
              ? kind === 'public'
                ? SUCCESS_TOASTS.public_status_update
                : SUCCESS_TOASTS.internal_status_update
              : texts.statusSet(changed_count, skipped_count, status?.name ?? ideasMessages.noStatus);
          return { message, note: choiceMessages.noEmail };
        },
      }),
    assign: (ids, user) =>
      void change(ids, {
        patch: (row) => ({
          ...row,
          assigned_owner:
            user === null
              ? null
              : {
                  id: user.id,
                  name: user.name,
                  avatar_url: user.avatar_url,
                  satisfaction_score: user.satisfaction_score,
                },
        }),
        columnId: 'owner',
        send: async () =>
          (await request(bulkAssignDocument, { ids: [...ids], assigned_owner: user?.id ?? null }))
            .suggestions_bulk_assign,
        told: (done) => texts.assigned(done.changed_count, user?.name ?? null),
      }),
    label: (ids, label, isOn) =>
      void change(ids, {
        patch: (row) => {
          const others = row.labels.filter(({ id }) => id !== label.id);
          return { ...row, labels: isOn ? [...others, label] : others };
        },
        columnId: 'labels',
        send: async () =>
          (
            await request(bulkLabelDocument, {
              ids: [...ids],
              add: isOn ? [label.id] : [],
              remove: isOn ? [] : [label.id],
            })
          ).suggestions_bulk_label,
        // of one idea the cell shows it, and the same click takes it back
        told: (done) => (ids.length === 1 ? null : texts.labelled(done.changed_count)),
      }),
    move: ({ ids, forum, category }) =>
      orReject(
        change(ids, {
          columnId: 'forum',
          send: async () =>
            (
              await request(bulkForumDocument, {
                ids: [...ids],
                forum: forum.id,
                ...(category === null ? {} : { category: category.id }),
              })
            ).suggestions_bulk_forum,
          told: (done) => texts.moved(done.changed_count, done.skipped_count ?? 0, forum.name),
        }),
      ),
    remove: (ids) =>
      orReject(
        change(ids, {
          send: async () => {
            const done = (await request(bulkDeleteDocument, { ids: [...ids] })).suggestions_bulk_delete;
            selection.clear();
            return done;
          },
          told: (done) => texts.deleted(done.changed_count),
          selectAgain: ids,
        }),
      ),
    tellPosted: (done) => {
      // while its mail waits, as long as Undo calls that back, too
      const undoMs = done.mails_wait_seconds * 1000;
      const waits = undoMs === 0 ? {} : { undoMs, autoHideMs: Math.max(undoMs, toastTiming.appAutoHideMs) };
      tellDone(
        {
          message: texts.statusSet(done.changed_count, done.skipped_count, done.name),
          note: done.mails_count === 0 ? choiceMessages.noEmail : texts.emailed(done.mails_count),
          ...(done.undo_id === null ? {} : waits),
        },
        undoOf(done.undo_id, undoMs > 0 ? texts.undoneWithMail : texts.undone),
        toasts,
      );
    },
  };
}
