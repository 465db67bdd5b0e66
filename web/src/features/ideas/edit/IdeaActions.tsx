import { useEffect, useId, useMemo, useState } from 'react';
import { hasFeature } from '../../../../../contract/permissions.ts';
import { mergeLimits } from '../../../../../contract/limits.ts';
import { useViewer } from '../../../api/viewer.ts';
import '../../../host/modals.ts';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { Later } from '../../../ui/loading/Later.tsx';
import { Floating } from '../../../ui/overlay/Floating.tsx';
import { useCommandSubject } from '../../../ui/overlay/commands.ts';
import { openModal } from '../../../ui/overlay/modals.ts';
import { focusFirst } from '../../../ui/overlay/Popover.tsx';
import type { Flash } from '../../../ui/table/DataTable.tsx';
import { useSelectedIds } from '../../../ui/table/useRowSelection.ts';
import type { RowSelection } from '../../../ui/table/useRowSelection.ts';
import { useValueOf } from '../../../ui/table/value.ts';
import type { Value } from '../../../ui/table/value.ts';
import { useToasts } from '../../../ui/toasts/Toasts.tsx';
import { editMessages as texts } from './editMessages.ts';
import { editOfRow, editOfSelection, targetName } from './edits.ts';
import type { EditKind, Edits, OpenEdit } from './edits.ts';
import type { IdeasVariables } from '../list/filters.ts';
import type { IdeaRow } from '../list/ideasTable.tsx';
import { BulkActions, EditPicker } from '../list/later.ts';
import { ideasMessages } from '../list/messages.ts';
import styles from '../list/ideas.module.css';

export interface IdeaActionsProps {
  selection: RowSelection;
  /** Id of the current row. */
  current: Value<string | null>;
  edits: Edits;
  flash: Value<Flash | null>;
  /** Those in sight. */
  rows: readonly IdeaRow[];
  /** What the list asks with, for selecting all that it finds. */
  variables: IdeasVariables;
  /** How many it finds; null while that is not known. */
  total: number | null;
  /** Shows the selection in place of the list; null: it does. */
  onShow: (() => void) | null;
}

const widthsPx: Record<EditKind, number> = {
  status: 280,
  internal_status: 280,
  owner: 280,
  labels: 280,
  move: 320,
};

/**
 * What can be done to ideas from the list: the keys, which act on the selection and without one on the current row; the
 * picker that they or a cell open; and the bar of the selection.
 */
export function IdeaActions(props: IdeaActionsProps) {
  const { selection, current, edits, rows } = props;
  const viewer = useViewer();
  const toasts = useToasts();
  const hasSelected = useValueOf<ReadonlySet<string>, boolean>(selection, (ids) => ids.size > 0);
  const hasCurrent = useValueOf(current, (id) => id !== null && rows.some((row) => row.id === id));
  const isActive = hasSelected || hasCurrent;
  const mayPostPublic = hasFeature(viewer.authorized_features, 'public_statuses');

  const targets = (): string[] => {
    const ids = selection.get();
    const id = current.get();
    return ids.size > 0 ? [...ids] : id === null ? [] : [id];
  };
  const open = (kind: EditKind): void => {
    const ids = targets();
    const [first] = ids;
    if (first === undefined) return;
    edits.set(selection.get().size > 0 ? editOfSelection(kind, ids) : editOfRow(kind, first));
  };
  const merge = (): void => {
    const ids = targets();
    if (ids.length > mergeLimits.ideasAtOnce + 1)
      toasts.warning(texts.tooManyToMerge(mergeLimits.ideasAtOnce + 1));
    else
      openModal('mergeIdeas', {
        suggestion_ids: ids,
        onMerged: (merged) =>
          selection.dispatch({ type: 'set', ids: [...selection.get()].filter((id) => !merged.includes(id)) }),
      });
  };
  const addVoter = (): void => {
    const [id, ...others] = targets();
    if (others.length > 0) toasts.warning(texts.oneVoter);
    else if (id !== undefined) openModal('addVoter', { suggestion_id: id });
  };
  const group = ideasMessages.title;
  const key = (label: string, enabled = isActive) => ({ label, group, enabled });
  useShortcut('s', () => open('status'), key(texts.keys.status, isActive && mayPostPublic));
  useShortcut('shift+s', () => open('internal_status'), key(texts.keys.internal_status));
  useShortcut('a', () => open('owner'), key(texts.keys.owner));
  useShortcut('l', () => open('labels'), key(texts.keys.labels));
  useShortcut('p', () => open('move'), key(texts.keys.move));
  useShortcut('v', addVoter, key(texts.keys.voter));
  useShortcut('m', merge, key(texts.keys.merge));

  useCommandSubject(group, () => {
    const ids = targets();
    if (ids.length === 0) return null;
    if (selection.get().size > 0) return { heading: texts.onSelected(ids.length) };
    return { heading: texts.onCurrent, name: rows.find(({ id }) => id === ids[0])?.title ?? '' };
  });

  return (
    <>
      <SelectionBar {...props} onMerge={merge} />
      <Picker {...props} />
    </>
  );
}

/** The bar of the selection; its code comes when something is selected for the first time. */
function SelectionBar(props: IdeaActionsProps & { onMerge: () => void }) {
  const { selection, edits } = props;
  const followed = useSelectedIds(selection);
  const isOpen = useValueOf(edits, (edit) => edit !== null);
  // the bar follows the selection a moment later; a key that opens a picker there may come sooner
  const selected = isOpen ? selection.get() : followed;
  // stays from then on: what was begun goes on when the selection is given up
  const [isUsed, setIsUsed] = useState(selected.size > 0);
  if (selected.size > 0 && !isUsed) setIsUsed(true);
  const [asksDelete, setAsksDelete] = useState(false);
  const hasSelected = useValueOf<ReadonlySet<string>, boolean>(selection, (ids) => ids.size > 0);
  useShortcut('delete', () => setAsksDelete(true), {
    label: texts.keys.delete,
    group: ideasMessages.title,
    enabled: hasSelected,
  });
  if (!isUsed) return null;
  return (
    <>
      {/* what a picker hangs on until the bar stands */}
      <span className={styles.barPlace} data-bulk-place="" />
      <Later
        part={BulkActions}
        props={{ ...props, selected, asksDelete, setAsksDelete }}
        what={ideasMessages.later.actions}
      />
    </>
  );
}

/** What a picker hangs on, as `Floating` wants it. */
const anchorOf = (edit: OpenEdit | null) => ({
  get current() {
    return edit?.anchor() ?? null;
  },
});

/** The picker that is open. It stays drawn on its way out. */
function Picker(props: IdeaActionsProps) {
  const { edits, rows } = props;
  const opened = useValueOf(edits, (edit) => edit);
  const [shown, setShown] = useState<OpenEdit | null>(null);
  if (opened !== null && opened !== shown) setShown(opened);
  const id = useId();
  // each picker hangs on its own; what it hangs on is found when it is placed
  const anchor = useMemo(() => anchorOf(shown), [shown]);
  // the cell is marked as long as its picker is open
  useEffect(() => {
    const button = opened?.anchor() ?? null;
    button?.toggleAttribute('data-open', true);
    return () => button?.removeAttribute('data-open');
  }, [opened]);
  // what it belongs to is gone, such as a row that another page replaced
  useEffect(() => {
    if (opened !== null && opened.anchor() === null) edits.set(null);
  }, [opened, rows, edits]);
  if (shown === null) return null;
  const close = (): void => {
    if (edits.get() === null) return;
    const panel = document.getElementById(id);
    if (panel?.contains(document.activeElement) === true) shown.opener()?.focus({ preventScroll: true });
    edits.set(null);
  };
  return (
    <Floating
      id={id}
      role="dialog"
      aria-label={texts.of(texts.what[shown.kind], targetName(shown.ids, rows))}
      opened={opened !== null}
      onClose={close}
      anchor={anchor}
      placement={shown.isAbove ? 'top-start' : 'bottom-start'}
      className={styles.picker}
      style={{ width: widthsPx[shown.kind] }}
      onShown={focusFirst}
    >
      <Later
        key={`${shown.kind} ${shown.ids.join()}`}
        part={EditPicker}
        props={{ ...props, edit: shown, close }}
        what={texts.picker}
        waiting={<div className={styles.pickerWaiting} data-waiting="" />}
      />
    </Floating>
  );
}
