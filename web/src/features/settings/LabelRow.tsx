import {
  IconArchive,
  IconArrowRight,
  IconChevronRight,
  IconDots,
  IconPencil,
  IconPlus,
  IconRestore,
  IconTarget,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { request } from '../../api/runtime.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { createLabelDocument, useForums } from '../../shared/pickers/places.ts';
import { IconButton } from '../../ui/elements/Button.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import type { MenuItem } from '../../ui/overlay/Menu.tsx';
import { formatList, formatNumber } from '../../ui/text/format.ts';
import { LabelHandle, useLabelDrop } from './labelDrag.tsx';
import { updateLabelDocument } from './labelsCalls.ts';
import type { SettingsLabel } from './labelsQueries.ts';
import type { LabelRow as Shown } from './labelTree.ts';
import { labelsMessages as texts } from './settingsMessages.ts';
import styles from './settings.module.css';

/** What is being done to one label; null: nothing. */
export type Doing =
  | { kind: 'create'; parent: SettingsLabel | null }
  | { kind: 'rename' | 'move' | 'limit' | 'delete'; label: SettingsLabel }
  | null;

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** One label of the list, with what can be done to it. */
export function LabelRow({
  row,
  parent,
  isRenaming,
  isParentOfNew,
  isFolded,
  mostIdeas,
  seesIdeas,
  onFold,
  onDo,
  onArchive,
}: {
  row: Shown;
  parent: SettingsLabel | null;
  isRenaming: boolean;
  /** A label under this one is being named. */
  isParentOfNew: boolean;
  /** Null: there is nothing to fold. */
  isFolded: boolean | null;
  /** Open ideas of the label with the most: the longest bar. */
  mostIdeas: number;
  seesIdeas: boolean;
  onFold: (id: string) => void;
  onDo: (doing: Doing) => void;
  onArchive: (label: SettingsLabel, isBack: boolean) => void;
}) {
  const { label, indent, childCount, isContext } = row;
  const forums = useForums().data?.all_forums.records ?? [];
  const isActive = label.state === 'active';
  const nameButton = useFocusBack(isRenaming || isParentOfNew);
  const drop = useLabelDrop(label);
  const names = label.forum_ids.map((id) => forums.find((forum) => forum.id === id)?.name ?? texts.goneForum);
  const count = label.open_suggestions_count;
  return (
    <tr {...drop} data-label={label.id} data-context={isContext || undefined}>
      <th scope="row" data-indent={indent}>
        {isActive && !isContext && childCount === 0 && !isRenaming ? <LabelHandle label={label} /> : null}
        {isFolded === null ? null : (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-label={texts.foldOf(label.name)}
            onClick={() => onFold(label.id)}
          >
            <IconChevronRight size={14} stroke={2} aria-hidden="true" />
          </button>
        )}
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
        <span className={styles.countBar} aria-hidden="true">
          <span style={{ width: `${mostIdeas === 0 ? 0 : (count / mostIdeas) * 100}%` }} />
        </span>
        {seesIdeas && count > 0 ? (
          <Link
            href={ideasAddress({ label: [label.id] })}
            className={styles.countLink}
            aria-label={texts.ideasOf(label.full_name, count)}
          >
            {formatNumber(count)}
          </Link>
        ) : (
          <span className={styles.quiet}>{formatNumber(count)}</span>
        )}
      </td>
      <td className={styles.actionColumn}>
        {isContext ? null : (
          <Menu
            label={texts.actionsOf(label.full_name)}
            items={actions(row, parent, onDo, onArchive)}
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

function actions(
  { label, childCount }: Shown,
  parent: SettingsLabel | null,
  onDo: (doing: Doing) => void,
  onArchive: (label: SettingsLabel, isBack: boolean) => void,
): MenuItem[] {
  const remove: MenuItem[] = [
    { kind: 'separator', id: 'line' },
    {
      id: 'delete',
      label: texts.delete,
      icon: <IconTrash {...iconProps} />,
      danger: true,
      onSelect: () => onDo({ kind: 'delete', label }),
    },
  ];
  if (label.state !== 'active')
    return [
      {
        id: 'restore',
        label: texts.restore,
        icon: <IconRestore {...iconProps} />,
        disabledReason: parent?.state === 'archived' ? texts.parentArchived : null,
        onSelect: () => onArchive(label, true),
      },
      ...remove,
    ];
  return [
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
    ...remove,
  ];
}

/** Gives the focus back to where editing began, when its field goes and the focus with it. */
export function useFocusBack(isEditing: boolean): RefObject<HTMLButtonElement | null> {
  const target = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) target.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return target;
}

/** A field in a row: Enter saves, Escape leaves it. Its error stands below it. */
function NameForm({
  label,
  stored = null,
  send,
  done,
  onDone,
  onClose,
}: {
  label: string;
  /** The label that is renamed; null: a new one is named. */
  stored?: SettingsLabel | null;
  send: (name: string, version: string | null) => Promise<unknown>;
  done: (name: string) => string;
  onDone: () => void;
  onClose: () => void;
}) {
  const initial = stored?.name ?? '';
  const form = useForm({
    blank: { name: initial },
    record: { values: { name: initial }, version: stored?.updated_at ?? null },
    fields: {
      name: {
        label: texts.typedName,
        needed: { sentence: texts.nameMissing },
        limit: textLimits.nameCharacters,
        isLine: true,
        rule: (name) => (name.includes(' / ') ? texts.separator : null),
      },
    },
    theirs: { field: 'name', sentence: (other) => texts.changed(String(other['name'])) },
  });
  const name = form.values.name.trim();
  const save = useCommand((version: string | null) => send(name, version), {
    form,
    done: () => done(name),
    failed: null,
    onDone,
  });
  const field = form.field('name');
  return (
    <form
      className={styles.nameForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isValid) form.ask();
        else if (name === initial) onClose();
        else void save.run(form.version);
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <TextField
        {...field}
        label={label}
        hideLabel
        autoFocus
        placeholder={texts.namePlaceholder}
        autoComplete="off"
        readOnly={save.isRunning}
        error={field.error ?? form.failure}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          if (name === initial || name === '') onClose();
          else field.onBlur();
        }}
      />
    </form>
  );
}

function RenameForm({ label, onClose }: { label: SettingsLabel; onClose: () => void }) {
  return (
    <NameForm
      label={texts.nameOf(label.full_name)}
      stored={label}
      send={(name, if_updated_at) => request(updateLabelDocument, { id: label.id, name, if_updated_at })}
      done={texts.renamed}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

/** A new label: after Enter the field is empty again, for the next one. */
export function NewLabelRow({ parent, onClose }: { parent: SettingsLabel | null; onClose: () => void }) {
  const [round, setRound] = useState(0);
  return (
    <tr className={styles.newRow}>
      <th scope="row" colSpan={4} data-indent={parent === null ? 0 : 1}>
        <NameForm
          key={round}
          label={parent === null ? texts.newName : texts.newNameUnder(parent.name)}
          send={(name) => request(createLabelDocument, { name, parent_id: parent?.id ?? null })}
          done={texts.created}
          onDone={() => setRound((before) => before + 1)}
          onClose={onClose}
        />
      </th>
    </tr>
  );
}
