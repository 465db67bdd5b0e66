import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import { everyChange } from '../../../api/refetch.ts';
import { request } from '../../../api/runtime.ts';
import { mergeLimits, paging, toastTiming } from '../../../../../contract/limits.ts';
import '../../../host/modals.ts';
import { ForumCategoryPicker, missingOfPlace, noPlace } from '../../../pickers/ForumCategoryPicker.tsx';
import type { IdeaPlace } from '../../../pickers/ForumCategoryPicker.tsx';
import { LabelPicker } from '../../../pickers/LabelPicker.tsx';
import { OwnerPicker } from '../../../pickers/OwnerPicker.tsx';
import { BulkBar, BulkButton } from '../../../ui/BulkBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { openModal } from '../../../ui/modals.ts';
import { Popover } from '../../../ui/Popover.tsx';
import { useToasts } from '../../../ui/Toasts.tsx';
import { useSelectedIds } from '../../../ui/useRowSelection.ts';
import { useValueOf } from '../../../ui/value.ts';
import type { RowSelection } from '../../../ui/useRowSelection.ts';
import { useShortcut } from '../../../ui/useShortcut.ts';
import { mergeMessages } from '../merge/mergeMessages.ts';
import { ideasMessages } from './messages.ts';
import { readAllIdeas } from './selectAll.ts';
import styles from './ideas.module.css';

const texts = ideasMessages.bulk;

const labelStatesDocument = graphql(`
  query BulkLabelStates($ids: [ID!]) {
    label_to_suggestion_states(include_ids: $ids) {
      label_id
      state
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

type Done = {
  changed_count: number;
  skipped_count?: number;
  undo_id: string | null;
  mails_wait_seconds?: number;
};

type OpenMenu = 'labels' | 'owner' | 'move' | null;

type BulkActionsProps = { selection: RowSelection; variables: Record<string, unknown>; total: number | null };

/**
 * What can be done to the selected ideas; each can be taken back from its toast.
 *
 * @param variables what the list asks with, for selecting all that it finds
 * @param total how many it finds; null while that is not known
 */
export function BulkActions(props: BulkActionsProps) {
  const { selection } = props;
  const [open, setOpen] = useState<OpenMenu>(null);
  const followed = useSelectedIds(selection);
  // the bar follows the selection a moment later; a key that opens a menu may come sooner
  const selected = open === null ? followed : selection.get();
  const isActive = useValueOf<ReadonlySet<string>, boolean>(selection, (ids) => ids.size > 0);
  useShortcut('l', () => setOpen('labels'), {
    label: texts.labelSelected,
    group: ideasMessages.title,
    enabled: isActive,
  });
  useShortcut('a', () => setOpen('owner'), {
    label: texts.ownerOfSelected,
    group: ideasMessages.title,
    enabled: isActive,
  });
  // stays from then on: what was begun goes on when the selection is given up
  const [isUsed, setIsUsed] = useState(selected.size > 0);
  if (selected.size > 0 && !isUsed) setIsUsed(true);
  return isUsed ? <ActionsOfSelected {...props} selected={selected} open={open} setOpen={setOpen} /> : null;
}

type ActionsProps = BulkActionsProps & {
  selected: ReadonlySet<string>;
  open: OpenMenu;
  setOpen: (menu: OpenMenu) => void;
};

function ActionsOfSelected({ selection, selected, variables, total, open, setOpen }: ActionsProps) {
  const toasts = useToasts();
  const [asksDelete, setAsksDelete] = useState(false);
  const ids = [...selected];
  const count = ids.length;

  const undo = async (id: string, selectAgain: readonly string[], hadMail: boolean): Promise<void> => {
    try {
      await request(bulkUndoDocument, { id });
      // beside what was selected in the meantime
      if (selectAgain.length > 0)
        selection.dispatch({ type: 'set', ids: [...selectAgain, ...selection.get()] });
      toasts.success(hadMail ? texts.undoneWithMail : texts.undone);
    } catch (error) {
      toasts.error(messageOf(error));
    }
  };
  /**
   * Says what was done and offers Undo; while mail waits, as long as Undo calls that back, too.
   *
   * @param selectAgain ideas that lost their selection by what was done; Undo selects them again
   */
  const tell = (
    message: string,
    { undo_id, mails_wait_seconds = 0 }: Done,
    selectAgain: readonly string[] = [],
  ): void => {
    const undoMs = mails_wait_seconds * 1000;
    const waits = undoMs === 0 ? {} : { undoMs, autoHideMs: Math.max(undoMs, toastTiming.appAutoHideMs) };
    toasts.success(
      message,
      undo_id === null ? {} : { onUndo: () => void undo(undo_id, selectAgain, undoMs > 0), ...waits },
    );
  };
  const onError = (error: Error): number | null => toasts.error(messageOf(error));

  const assign = useMutation({
    mutationFn: async (user: { id: string; name: string } | null) => ({
      user,
      done: (await request(bulkAssignDocument, { ids, assigned_owner: user?.id ?? null }))
        .suggestions_bulk_assign as Done,
    }),
    onSuccess: ({ user, done }) => tell(texts.assigned(done.changed_count, user?.name ?? null), done),
    onError,
  });
  const remove = useMutation({
    mutationFn: async (deleted: string[]) =>
      (await request(bulkDeleteDocument, { ids: deleted })).suggestions_bulk_delete as Done,
    onSuccess: (done, deleted) => {
      setAsksDelete(false);
      selection.clear();
      tell(texts.deleted(done.changed_count), done, deleted);
    },
    onError,
  });

  const postStatus = (): void =>
    void openModal('bulkStatus', {
      suggestion_ids: ids,
      onPosted: (done) => {
        const said = texts.statusSet(done.changed_count, done.skipped_count, done.name);
        tell(done.mails_count === 0 ? said : `${said} ${texts.mailed(done.mails_count)}`, done);
      },
    });
  const move = useMutation({
    // a category that was not chosen leaves that of ideas which are there already
    mutationFn: async ({
      forum,
      category,
    }: {
      forum: { id: string; name: string };
      category: { id: string } | null;
    }) => ({
      name: forum.name,
      done: (
        await request(bulkForumDocument, {
          ids,
          forum: forum.id,
          ...(category === null ? {} : { category: category.id }),
        })
      ).suggestions_bulk_forum as Done,
    }),
    onSuccess: ({ name, done }) => {
      setOpen(null);
      tell(texts.moved(done.changed_count, done.skipped_count ?? 0, name), done);
    },
    onError,
  });
  const selectAll = useMutation({
    mutationFn: () => readAllIdeas(variables),
    onSuccess: (all) => selection.dispatch({ type: 'set', ids: all }),
    onError,
  });
  const merge = (): void =>
    void openModal('mergeIdeas', {
      suggestion_ids: ids,
      onMerged: (merged) =>
        selection.dispatch({ type: 'set', ids: [...selection.get()].filter((id) => !merged.includes(id)) }),
    });
  const mergeReason =
    count < 2
      ? mergeMessages.needTwo
      : count > mergeLimits.ideasAtOnce + 1
        ? mergeMessages.tooMany(mergeLimits.ideasAtOnce + 1)
        : null;
  const isWorking = assign.isPending || remove.isPending || move.isPending;
  const all = total === null ? null : Math.min(total, paging.selectAllLimit);

  return (
    <>
      <BulkBar count={count} onClear={selection.clear}>
        <Popover
          label={texts.labels}
          placement="top-start"
          widthPx={280}
          opened={open === 'labels'}
          onOpenedChange={(opened) => setOpen(opened ? 'labels' : null)}
          trigger={(props) => <BulkButton {...props}>{texts.labels}</BulkButton>}
        >
          <BulkLabels ids={ids} onDone={tell} />
        </Popover>
        <Popover
          label={texts.owner}
          placement="top-start"
          widthPx={280}
          opened={open === 'owner'}
          onOpenedChange={(opened) => setOpen(opened ? 'owner' : null)}
          trigger={(props) => <BulkButton {...props}>{texts.owner}</BulkButton>}
        >
          {(close) => (
            <OwnerPicker
              selected={[]}
              onChoose={(user) => {
                close();
                assign.mutate(user);
              }}
            />
          )}
        </Popover>
        <BulkButton onClick={postStatus}>{texts.status}</BulkButton>
        <Popover
          label={texts.move}
          placement="top-start"
          widthPx={320}
          opened={open === 'move'}
          onOpenedChange={(opened) => setOpen(opened ? 'move' : null)}
          trigger={(props) => <BulkButton {...props}>{texts.move}</BulkButton>}
        >
          <BulkMove
            count={count}
            working={move.isPending}
            onMove={(forum, category) => move.mutate({ forum, category })}
          />
        </Popover>
        <BulkButton disabledReason={mergeReason} onClick={merge}>
          {mergeMessages.action}
        </BulkButton>
        <BulkButton onClick={() => setAsksDelete(true)}>{texts.delete}</BulkButton>
        {all === null || all <= count ? null : (
          <BulkButton
            disabledReason={selectAll.isPending ? texts.selecting : null}
            onClick={() => selectAll.mutate()}
          >
            {texts.selectAll(formatNumber(all))}
          </BulkButton>
        )}
        <span role="status" className={styles.bulkWorking}>
          {isWorking ? texts.working(formatNumber(count)) : selectAll.isPending ? texts.selecting : ''}
        </span>
      </BulkBar>
      <ConfirmDialog
        opened={asksDelete}
        title={texts.confirmTitle(count)}
        confirmLabel={texts.confirmAction}
        danger
        working={remove.isPending}
        onConfirm={() => remove.mutate(ids)}
        onClose={() => setAsksDelete(false)}
      >
        {texts.confirmBody(count)}
      </ConfirmDialog>
    </>
  );
}

/** Forum and category that the selection goes to. */
function BulkMove({
  count,
  working,
  onMove,
}: {
  count: number;
  working: boolean;
  onMove: (forum: { id: string; name: string }, category: { id: string } | null) => void;
}) {
  const [place, setPlace] = useState<IdeaPlace>(noPlace);
  const missing = missingOfPlace(place);
  return (
    <form
      className={styles.bulkMove}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (place.forum !== null && missing.length === 0 && !working) onMove(place.forum, place.category);
      }}
    >
      <ForumCategoryPicker value={place} onChange={setPlace} />
      <Button
        type="submit"
        variant="primary"
        loading={working}
        disabled={missing.length > 0}
        disabledReason={texts.chooseForum}
      >
        {texts.moveAction(count)}
      </Button>
    </form>
  );
}

/** The labels of the selection: a tick when all ideas carry one, a remark when some do. A click puts it on all, or takes it off all. */
function BulkLabels({ ids, onDone }: { ids: string[]; onDone: (message: string, done: Done) => void }) {
  const toasts = useToasts();
  const states = useQuery({
    queryKey: ['bulk-label-states', ids],
    queryFn: ({ signal }) => request(labelStatesDocument, { ids }, { signal }),
    meta: { entities: { suggestion: everyChange, label: everyChange } },
  });
  const stateOf = new Map(
    (states.data?.label_to_suggestion_states ?? []).map(({ label_id, state }) => [label_id, state]),
  );
  const change = useMutation({
    mutationFn: async (label: string) => {
      const isOn = stateOf.get(label) === 'all';
      return (
        await request(bulkLabelDocument, { ids, add: isOn ? [] : [label], remove: isOn ? [label] : [] })
      ).suggestions_bulk_label as Done;
    },
    onSuccess: (done) => onDone(texts.labelled(done.changed_count), done),
    onError: (error: Error) => toasts.error(messageOf(error)),
  });
  const onAll = [...stateOf].filter(([, state]) => state === 'all').map(([id]) => id);
  return (
    <LabelPicker
      selected={onAll}
      onChange={(after) => {
        const toggled = after.find((id) => !onAll.includes(id)) ?? onAll.find((id) => !after.includes(id));
        if (toggled !== undefined) change.mutate(toggled);
      }}
      onCreated={({ id }) => change.mutate(id)}
      facts={{
        status: states.isPending ? 'loading' : states.isError ? 'error' : 'ready',
        onRetry: () => void states.refetch(),
        endOf: (id) => (stateOf.get(id) === 'some' ? texts.some : null),
      }}
    />
  );
}
