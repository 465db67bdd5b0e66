import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import { canRead } from '../../../../contract/permissions.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { DialogFor } from '../../forms/DialogFor.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField, textField } from '../../host/search.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { Sections } from '../../ui/page/SheetPage.tsx';
import { LabelDrag, useLabelDrop } from './labelDrag.tsx';
import { DeleteLabelDialog, LimitLabelDialog, MoveLabelDialog } from './labelDialogs.tsx';
import { LabelRow, NewLabelRow, useFocusBack } from './LabelRow.tsx';
import type { Doing } from './LabelRow.tsx';
import { updateLabelDocument } from './labelsCalls.ts';
import { useSettingsLabels } from './labelsQueries.ts';
import type { SettingsLabel } from './labelsQueries.ts';
import { labelRows, unfolded } from './labelTree.ts';
import { SettingsPage } from './SettingsPage.tsx';
import { labelsMessages as texts } from './settingsMessages.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './settings.module.css';

/** What of the list is shown, in the address. */
const pageState = { q: textField(), state: choiceField(['active', 'archived'], 'active') };

/** The labels of the team as a tree of two levels: made, renamed, moved, limited, archived and deleted in place (DEC-166). */
export function LabelsPage() {
  const viewer = useViewer();
  const [{ q, state }, setState] = usePageState(pageState);
  const [doing, setDoing] = useState<Doing>(null);
  const query = useSettingsLabels();
  const labels = query.data?.all_labels.records ?? [];
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const all = labelRows(labels, state, q);
  // what is searched for is shown
  const rows = q === '' ? unfolded(all, folded) : all;
  const mostIdeas = Math.max(0, ...labels.map((label) => label.open_suggestions_count));
  const archivedCount = labels.filter((label) => label.state === 'archived').length;
  const close = (): void => setDoing(null);
  const fold = (id: string): void =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const setLabelState = useCommand(
    ({ label, next }: { label: SettingsLabel; next: typeof state }) =>
      request(updateLabelDocument, { id: label.id, state: next }),
    {
      done: (_answer, { label, next }) =>
        next === 'active' ? texts.restoredToast(label.name) : texts.archivedToast(label.name),
      undo: (_answer, { label, next }) =>
        next === 'active'
          ? null
          : {
              send: () => request(updateLabelDocument, { id: label.id, state: 'active' }),
              done: texts.restoredToast(label.name),
              failed: texts.failed,
            },
      failed: texts.failed,
    },
  );
  const archive = (label: SettingsLabel, isBack: boolean): void =>
    void setLabelState.run({ label, next: isBack ? 'active' : 'archived' });

  /** A new label under one that is folded is seen. */
  const start = (next: Doing): void => {
    if (next?.kind === 'create' && next.parent !== null && folded.has(next.parent.id)) fold(next.parent.id);
    setDoing(next);
  };

  const renaming = doing?.kind === 'rename' ? doing.label.id : null;
  const creating = doing?.kind === 'create' ? doing : null;
  const createButton = useFocusBack(creating !== null && creating.parent === null);
  const body = useFocusOnNextRow(
    rows.map((row) => row.label.id),
    doing !== null,
    createButton,
  );
  return (
    <SettingsPage
      query={query}
      what={texts.what}
      title={texts.title}
      total={query.data === undefined ? null : labels.length - archivedCount}
      controls={
        <>
          <SearchField
            keys={null}
            label={texts.search}
            value={q}
            onChange={(text) => setState({ q: text })}
          />
          <Button
            ref={createButton}
            variant="primary"
            icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
            onClick={() => {
              setState({ state: 'active', q: '' });
              setDoing({ kind: 'create', parent: null });
            }}
          >
            {texts.create}
          </Button>
        </>
      }
    >
      {() => (
        <>
          <Sections wide>
            <div className={styles.shownState}>
              <SegmentedControl
                label={texts.show}
                value={state}
                onChange={(next) => setState({ state: next })}
                segments={[
                  { value: 'active', label: texts.active },
                  {
                    value: 'archived',
                    label: (
                      <>
                        {texts.archived} {archivedCount === 0 ? null : formatNumber(archivedCount)}
                      </>
                    ),
                  },
                ]}
              />
            </div>
            {rows.length === 0 && creating === null ? (
              <EmptyState
                title={
                  q !== '' ? texts.emptySearch(q) : state === 'archived' ? texts.emptyArchived : texts.empty
                }
                {...(q === '' && state === 'active'
                  ? {
                      reason: texts.emptyReason,
                      action: (
                        <Button onClick={() => setDoing({ kind: 'create', parent: null })}>
                          {texts.create}
                        </Button>
                      ),
                    }
                  : {})}
              />
            ) : (
              <LabelDrag rows={rows} labels={labels}>
                <table className={styles.table} aria-label={texts.title}>
                  <Head />
                  <tbody ref={body.element} onFocus={body.onFocus}>
                    {creating !== null && creating.parent === null ? (
                      <NewLabelRow parent={null} onClose={close} />
                    ) : null}
                    {rows.map((row) => {
                      const isParentOfNew = creating?.parent?.id === row.label.id;
                      const hasRowsBelow = all.some(({ label }) => label.parent_id === row.label.id);
                      return [
                        <LabelRow
                          key={row.label.id}
                          row={row}
                          parent={labels.find((label) => label.id === row.label.parent_id) ?? null}
                          isRenaming={renaming === row.label.id}
                          isParentOfNew={isParentOfNew}
                          isFolded={hasRowsBelow && q === '' ? folded.has(row.label.id) : null}
                          mostIdeas={mostIdeas}
                          seesIdeas={canRead(viewer.permissions, 'feedback')}
                          onFold={fold}
                          onDo={start}
                          onArchive={archive}
                        />,
                        isParentOfNew ? (
                          <NewLabelRow key={`new ${row.label.id}`} parent={row.label} onClose={close} />
                        ) : null,
                      ];
                    })}
                  </tbody>
                </table>
              </LabelDrag>
            )}
          </Sections>
          <DialogFor about={doing?.kind === 'move' ? doing.label : null}>
            {(label, opened) => <MoveLabelDialog {...{ label, opened, labels }} onClose={close} />}
          </DialogFor>
          <DialogFor about={doing?.kind === 'limit' ? doing.label : null}>
            {(label, opened) => <LimitLabelDialog {...{ label, opened }} onClose={close} />}
          </DialogFor>
          <DialogFor about={doing?.kind === 'delete' ? doing.label : null}>
            {(label, opened) => <DeleteLabelDialog {...{ label, opened, labels }} onClose={close} />}
          </DialogFor>
        </>
      )}
    </SettingsPage>
  );
}

/** The heads of the columns; a label that is dropped there goes to the top level. */
function Head() {
  const drop = useLabelDrop(null);
  return (
    <thead>
      <tr {...drop}>
        <th scope="col">{drop['data-drop'] === undefined ? texts.label : texts.dropOnTop}</th>
        <th scope="col">{texts.forums}</th>
        <th scope="col" data-align="end">
          {texts.ideas}
        </th>
        <th scope="col" className={styles.actionColumn}>
          <span className={a11y.hidden}>{texts.actions}</span>
        </th>
      </tr>
    </thead>
  );
}

/**
 * Moves the focus on when the row that had it goes, such as a label that was deleted: to the actions of the row that comes
 * next, after the last one to those of the row above.
 *
 * @param ids of the rows, in their order
 * @param isBusy something is being done to a row; the focus is looked after when that has ended
 * @param fallback takes the focus when no row is left
 */
function useFocusOnNextRow(ids: readonly string[], isBusy: boolean, fallback: RefObject<HTMLElement | null>) {
  const element = useRef<HTMLTableSectionElement>(null);
  /** The row that had the focus last. */
  const held = useRef<string | null>(null);
  const before = useRef(ids);
  useEffect(() => {
    if (isBusy) return;
    const had = before.current;
    before.current = ids;
    const gone = held.current;
    if (gone === null || ids.includes(gone)) return;
    held.current = null;
    // in a dialog that is on its way out the focus is as good as lost
    const active = document.activeElement;
    if (active !== null && active !== document.body && active.closest('[inert]') === null) return;
    const at = had.indexOf(gone);
    const near = [...had.slice(at + 1), ...had.slice(0, at).reverse()]
      .map(
        (id) =>
          element.current?.querySelector<HTMLElement>(`tr[data-label="${id}"] td:last-child button`) ?? null,
      )
      .find((button) => button !== null);
    (near ?? fallback.current)?.focus();
  });
  return {
    element,
    onFocus: (event: FocusEvent<HTMLTableSectionElement>): void => {
      held.current = event.target.closest<HTMLElement>('tr[data-label]')?.dataset['label'] ?? held.current;
    },
  };
}
