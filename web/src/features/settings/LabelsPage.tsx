import {
  IconArchive,
  IconArrowRight,
  IconDots,
  IconPencil,
  IconPlus,
  IconRestore,
  IconTarget,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { canRead } from '../../../../contract/permissions.ts';
import { lengthProblem, oneLine } from '../../../../contract/text_cut.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { usePageState } from '../../host/pageState.ts';
import { choiceField, textField } from '../../host/search.ts';
import { createLabelDocument, useForums } from '../../pickers/places.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatList, formatNumber } from '../../ui/format.ts';
import { Menu } from '../../ui/Menu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { SheetPage } from '../../ui/SheetPage.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { DeleteLabelDialog, LimitLabelDialog, MoveLabelDialog } from './labelDialogs.tsx';
import { renameLabelDocument, setLabelStateDocument } from './labelsCalls.ts';
import { useSettingsLabels } from './labelsQueries.ts';
import type { SettingsLabel } from './labelsQueries.ts';
import { labelRows } from './labelTree.ts';
import type { LabelRow } from './labelTree.ts';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import { labelsMessages as texts } from './settingsMessages.ts';
import styles from './settings.module.css';

/** What of the list is shown, in the address. */
const pageState = { q: textField(), state: choiceField(['active', 'archived'], 'active') };

/** What is being done to one label; null: nothing. */
type Doing =
  | { kind: 'create'; parent: SettingsLabel | null }
  | { kind: 'rename' | 'move' | 'limit' | 'delete'; label: SettingsLabel }
  | null;

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The labels of the team as a tree of two levels: made, renamed, moved, limited, archived and deleted in place (DEC-166). */
export function LabelsPage() {
  const viewer = useViewer();
  const toasts = useToasts();
  const [{ q, state }, setState] = usePageState(pageState);
  const [doing, setDoing] = useState<Doing>(null);
  const query = useSettingsLabels();
  const labels = query.data?.all_labels.records ?? [];
  const rows = labelRows(labels, state, q);
  const archivedCount = labels.filter((label) => label.state === 'archived').length;
  const close = (): void => setDoing(null);

  const archive = (label: SettingsLabel, isBack: boolean): void => {
    request(setLabelStateDocument, { id: label.id, state: isBack ? 'active' : 'archived' })
      .then(() =>
        toasts.success(
          isBack ? texts.restoredToast(label.name) : texts.archivedToast(label.name),
          isBack ? {} : { onUndo: () => archive(label, true) },
        ),
      )
      .catch((error: unknown) => toasts.error(texts.failed(messageOf(error))));
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
    <SheetPage
      title={texts.title}
      total={query.data === undefined ? null : labels.length - archivedCount}
      refreshing={query.isFetching && !query.isPending}
      controls={
        <>
          <SearchField label={texts.search} value={q} onChange={(text) => setState({ q: text })} />
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
      {query.isPending ? (
        <RowsSkeleton />
      ) : query.isError && query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : rows.length === 0 && creating === null ? (
        <EmptyState
          title={q !== '' ? texts.emptySearch(q) : state === 'archived' ? texts.emptyArchived : texts.empty}
          {...(q === '' && state === 'active'
            ? {
                reason: texts.emptyReason,
                action: (
                  <Button onClick={() => setDoing({ kind: 'create', parent: null })}>{texts.create}</Button>
                ),
              }
            : {})}
        />
      ) : (
        <table className={styles.table} aria-label={texts.title}>
          <thead>
            <tr>
              <th scope="col">{texts.label}</th>
              <th scope="col">{texts.forums}</th>
              <th scope="col" data-align="end">
                {texts.ideas}
              </th>
              <th scope="col" className={styles.actionColumn} aria-label={texts.actions} />
            </tr>
          </thead>
          <tbody ref={body.element} onFocus={body.onFocus}>
            {creating !== null && creating.parent === null ? (
              <NewLabelRow parent={null} onClose={close} />
            ) : null}
            {rows.map((row) => {
              const isParentOfNew = creating?.parent?.id === row.label.id;
              return [
                <Row
                  key={row.label.id}
                  row={row}
                  parent={labels.find((label) => label.id === row.label.parent_id) ?? null}
                  isRenaming={renaming === row.label.id}
                  isParentOfNew={isParentOfNew}
                  seesIdeas={canRead(viewer.permissions, 'feedback')}
                  onDo={setDoing}
                  onArchive={archive}
                />,
                isParentOfNew ? (
                  <NewLabelRow key={`new ${row.label.id}`} parent={row.label} onClose={close} />
                ) : null,
              ];
            })}
          </tbody>
        </table>
      )}
      <MoveLabelDialog label={doing?.kind === 'move' ? doing.label : null} labels={labels} onClose={close} />
      <LimitLabelDialog label={doing?.kind === 'limit' ? doing.label : null} onClose={close} />
      <DeleteLabelDialog
        label={doing?.kind === 'delete' ? doing.label : null}
        labels={labels}
        onClose={close}
      />
    </SheetPage>
  );
}

function Row({
  row: { label, indent, childCount, isContext },
  parent,
  isRenaming,
  isParentOfNew,
  seesIdeas,
  onDo,
  onArchive,
}: {
  row: LabelRow;
  parent: SettingsLabel | null;
  isRenaming: boolean;
  /** A label under this one is being named. */
  isParentOfNew: boolean;
  seesIdeas: boolean;
  onDo: (doing: Doing) => void;
  onArchive: (label: SettingsLabel, isBack: boolean) => void;
}) {
  const forums = useForums().data?.all_forums.records ?? [];
  const isActive = label.state === 'active';
  const nameButton = useFocusBack(isRenaming || isParentOfNew);
  const names = label.forum_ids.map((id) => forums.find((forum) => forum.id === id)?.name ?? texts.goneForum);
  return (
    <tr data-label={label.id} data-context={isContext || undefined}>
      <th scope="row" data-indent={indent}>
        {isRenaming ? (
          <RenameForm label={label} onClose={() => onDo(null)} />
        ) : isActive && !isContext ? (
          <button
            ref={nameButton}
            type="button"
            className={styles.nameButton}
            data-tip={label.name.length > 40 ? label.name : texts.rename}
            onClick={() => onDo({ kind: 'rename', label })}
          >
            {label.name}
          </button>
        ) : (
          <span className={styles.name} data-tip={label.name.length > 40 ? label.name : undefined}>
            {label.name}
          </span>
        )}
      </th>
      <td
        className={names.length === 0 ? styles.quiet : undefined}
        data-tip={names.length > 2 ? names.join(', ') : undefined}
      >
        {names.length === 0 ? texts.allForums : formatList(names, 2)}
      </td>
      <td data-align="end">
        {seesIdeas && label.open_suggestions_count > 0 ? (
          <Link
            href={ideasAddress({ label: [label.id] })}
            className={styles.countLink}
            aria-label={texts.ideasOf(label.full_name, label.open_suggestions_count)}
          >
            {formatNumber(label.open_suggestions_count)}
          </Link>
        ) : (
          <span className={styles.quiet}>{formatNumber(label.open_suggestions_count)}</span>
        )}
      </td>
      <td className={styles.actionColumn}>
        {isContext ? null : (
          <Menu
            label={texts.actionsOf(label.full_name)}
            items={[
              ...(isActive
                ? [
                    {
                      id: 'rename',
                      label: texts.rename,
                      icon: <IconPencil {...iconProps} />,
                      onSelect: () => onDo({ kind: 'rename', label }),
                    },
                    ...(label.level === 0
                      ? [
                          {
                            id: 'add',
                            label: texts.addUnder,
                            icon: <IconPlus {...iconProps} />,
                            onSelect: () => onDo({ kind: 'create', parent: label }),
                          },
                        ]
                      : []),
                    {
                      id: 'move',
                      label: texts.move,
                      icon: <IconArrowRight {...iconProps} />,
                      disabledReason: childCount > 0 ? texts.hasChildren : null,
                      onSelect: () => onDo({ kind: 'move', label }),
                    },
                    {
                      id: 'limit',
                      label: texts.limit,
                      icon: <IconTarget {...iconProps} />,
                      onSelect: () => onDo({ kind: 'limit', label }),
                    },
                    {
                      id: 'archive',
                      label: texts.archive,
                      icon: <IconArchive {...iconProps} />,
                      onSelect: () => onArchive(label, false),
                    },
                  ]
                : [
                    {
                      id: 'restore',
                      label: texts.restore,
                      icon: <IconRestore {...iconProps} />,
                      disabledReason: parent?.state === 'archived' ? texts.parentArchived : null,
                      onSelect: () => onArchive(label, true),
                    },
                  ]),
              { kind: 'separator', id: 'line' },
              {
                id: 'delete',
                label: texts.delete,
                icon: <IconTrash {...iconProps} />,
                danger: true,
                onSelect: () => onDo({ kind: 'delete', label }),
              },
            ]}
            trigger={(props) => (
              <IconButton {...props} label={texts.actionsOf(label.full_name)} variant="plain" tip={false}>
                <IconDots {...iconProps} />
              </IconButton>
            )}
          />
        )}
      </td>
    </tr>
  );
}

/** Gives the focus back to where editing began, when its field goes and the focus with it. */
function useFocusBack(isEditing: boolean): RefObject<HTMLButtonElement | null> {
  const target = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) target.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return target;
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

/** What is wrong with a name; null: nothing. */
function nameProblem(name: string): string | null {
  if (name === '') return texts.nameMissing;
  return name.includes(' / ')
    ? texts.separator
    : lengthProblem(texts.typedName, oneLine(name), textLimits.nameCharacters);
}

/** A field in a row: Enter saves, Escape leaves it. Its error stands below it. */
function NameForm({
  label,
  initial,
  isWorking,
  error,
  onSave,
  onCancel,
  onEdit,
}: {
  label: string;
  initial: string;
  isWorking: boolean;
  error: string | null;
  onSave: (name: string) => void;
  onCancel: () => void;
  onEdit: () => void;
}) {
  const [name, setName] = useState(initial);
  return (
    <form
      className={styles.nameForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name.trim());
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextField
        label={label}
        hideLabel
        autoFocus
        value={name}
        placeholder={texts.namePlaceholder}
        autoComplete="off"
        readOnly={isWorking}
        error={error}
        onFocus={(event) => event.target.select()}
        onChange={(next) => {
          setName(next);
          onEdit();
        }}
        onBlur={() => {
          if (name.trim() === initial || name.trim() === '') onCancel();
        }}
      />
    </form>
  );
}

function RenameForm({ label, onClose }: { label: SettingsLabel; onClose: () => void }) {
  const toasts = useToasts();
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** What was read; after a conflict, what was told with it. */
  const [updatedAt, setUpdatedAt] = useState(label.updated_at);
  const save = async (name: string): Promise<void> => {
    const problem = nameProblem(name);
    if (problem !== null || name === label.name) {
      if (problem === null) onClose();
      setError(problem);
      return;
    }
    setIsWorking(true);
    try {
      await request(renameLabelDocument, { id: label.id, name, if_updated_at: updatedAt });
      toasts.success(texts.renamed(name));
      onClose();
    } catch (caught) {
      const current =
        caught instanceof ApiError && caught.reason === 'changed'
          ? (caught.record as { name: string; updated_at: string } | null)
          : null;
      if (current === null) setError(messageOf(caught));
      else {
        // the typed name stays; saved again, it is put over the other one
        setUpdatedAt(current.updated_at);
        setError(texts.changed(current.name));
      }
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <NameForm
      label={texts.nameOf(label.full_name)}
      initial={label.name}
      isWorking={isWorking}
      error={error}
      onSave={(name) => void save(name)}
      onCancel={onClose}
      onEdit={() => setError(null)}
    />
  );
}

/** A new label: after Enter the field is empty again, for the next one. */
function NewLabelRow({ parent, onClose }: { parent: SettingsLabel | null; onClose: () => void }) {
  const toasts = useToasts();
  const [isWorking, setIsWorking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const save = async (name: string): Promise<void> => {
    const problem = nameProblem(name);
    setError(problem);
    if (problem !== null) return;
    setIsWorking(true);
    try {
      await request(createLabelDocument, { name, parent_id: parent?.id ?? null });
      toasts.success(texts.created(name));
      setRound((before) => before + 1);
    } catch (caught) {
      setError(messageOf(caught));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <tr className={styles.newRow}>
      <th scope="row" colSpan={4} data-indent={parent === null ? 0 : 1}>
        <NameForm
          key={round}
          label={parent === null ? texts.newName : texts.newNameUnder(parent.name)}
          initial=""
          isWorking={isWorking}
          error={error}
          onSave={(name) => void save(name)}
          onCancel={onClose}
          onEdit={() => setError(null)}
        />
      </th>
    </tr>
  );
}
