import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { canRead } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { ideasAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { usePageState } from '../../../host/pageState.ts';
import { choiceField } from '../../../host/search.ts';
import { DeleteEntryDialog } from '../../../shared/sets/DeleteEntryDialog.tsx';
import { EntryMenu } from '../../../shared/sets/EntryMenu.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { SortableList } from '../../../ui/fields/SortableList.tsx';
import { EmptyState } from '../../../ui/loading/states.tsx';
import { Sections } from '../../../ui/page/SheetPage.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { SettingsPage } from '../SettingsPage.tsx';
import { StatusPanel } from './StatusPanel.tsx';
import {
  patchOrder,
  refetchStatuses,
  saveSet,
  unchanged,
  useSettingsStatuses,
  versionOf,
} from './statusesCalls.ts';
import type { SettingsStatus, StatusKind } from './statusesCalls.ts';
import { statusesMessages as texts } from './statusesMessages.ts';
import styles from './statuses.module.css';

/** Which set is shown, in the address. */
const pageState = { kind: choiceField(['public', 'internal'], 'public') };

/** What is being done; null: nothing. */
type Doing = { kind: 'create' } | { kind: 'edit' | 'delete'; status: SettingsStatus } | null;

/** The public and the internal statuses in their order: moved, edited, deleted (DEC-131 to DEC-133). */
export function StatusesPage() {
  const [{ kind }, setState] = usePageState(pageState);
  const [doing, setDoing] = useState<Doing>(null);
  const query = useSettingsStatuses();
  const set = query.data?.[kind] ?? [];
  const close = (): void => setDoing(null);
  const order = useCommand(
    (wanted: { kind: StatusKind; before: readonly SettingsStatus[]; after: readonly SettingsStatus[] }) =>
      saveSet(wanted.kind, wanted.after.map(unchanged), versionOf(wanted.before)),
    {
      done: texts.reordered,
      failed: texts.reorderFailed,
      onFailed: () => void refetchStatuses(),
      undo: (_answer, wanted) => ({
        send: () => saveSet(wanted.kind, wanted.before.map(unchanged), null),
        done: texts.undone,
        failed: texts.reorderFailed,
      }),
    },
  );
  const reorder = (ids: readonly string[]): void => {
    const after = ids.flatMap((id) => set.find((status) => status.id === id) ?? []);
    patchOrder(kind, ids);
    void order.run({ kind, before: set, after });
  };
  const row = (status: SettingsStatus) => (
    <StatusRow kind={kind} status={status} onDo={(action) => setDoing({ kind: action, status })} />
  );
  return (
    <SettingsPage
      query={query}
      what={texts.what}
      title={texts.title}
      total={query.data === undefined ? null : set.length}
      controls={
        <>
          <SegmentedControl
            label={texts.show}
            value={kind}
            onChange={(next) => setState({ kind: next })}
            segments={[
              {
                value: 'public',
                label: `${texts.public} ${query.data === undefined ? '' : formatNumber(query.data.public.length)}`,
              },
              {
                value: 'internal',
                label: `${texts.internal} ${query.data === undefined ? '' : formatNumber(query.data.internal.length)}`,
              },
            ]}
          />
          <Button
            variant="primary"
            icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
            onClick={() => setDoing({ kind: 'create' })}
          >
            {texts.create}
          </Button>
        </>
      }
    >
      {() => (
        <>
          <Sections>
            <p className={styles.orderNote}>{texts.notes[kind]}</p>
            {set.length === 0 ? (
              <EmptyState
                title={texts.empty[kind]}
                reason={texts.emptyReason}
                action={<Button onClick={() => setDoing({ kind: 'create' })}>{texts.create}</Button>}
              />
            ) : (
              <SortableList
                key={kind}
                label={texts.list[kind]}
                items={set}
                title={(status) => status.name}
                onReorder={reorder}
                renderItem={row}
              />
            )}
          </Sections>
          <DialogFor about={doing?.kind === 'create' || doing?.kind === 'edit' ? doing : null}>
            {(what, opened) => (
              <StatusPanel
                kind={kind}
                id={what.kind === 'edit' ? what.status.id : null}
                opened={opened}
                onClose={close}
              />
            )}
          </DialogFor>
          <DialogFor about={doing?.kind === 'delete' ? doing.status : null}>
            {(status, opened) => <DeleteStatusDialog {...{ kind, status, set, opened }} onClose={close} />}
          </DialogFor>
        </>
      )}
    </SettingsPage>
  );
}

/** A status with its color, what supporters can do, and the open ideas that have it. */
function StatusRow({
  kind,
  status,
  onDo,
}: {
  kind: StatusKind;
  status: SettingsStatus;
  onDo: (action: 'edit' | 'delete') => void;
}) {
  const mayRead = canRead(useViewer().permissions, 'feedback');
  const count = status.suggestions_count;
  return (
    <div className={styles.status}>
      <div className={styles.text}>
        <span className={styles.dot} style={{ background: status.hex_color }} aria-hidden="true" />
        <button
          type="button"
          className={styles.name}
          aria-label={texts.edit(status.name)}
          onClick={() => onDo('edit')}
        >
          {status.name}
        </button>
        {status.is_default ? <Tag>{texts.isDefault}</Tag> : null}
      </div>
      <span className={styles.can}>
        {status.is_open === null || status.allow_comments === null
          ? null
          : texts.behaviour(status.is_open, status.allow_comments)}
      </span>
      <span className={styles.count}>
        {count > 0 && mayRead ? (
          <Link href={ideasAddress({ [kind === 'public' ? 'status' : 'internal_status']: [status.id] })}>
            {texts.ideas(count)}
          </Link>
        ) : (
          texts.ideas(count)
        )}
      </span>
      <EntryMenu
        label={texts.actionsOf(status.name)}
        editLabel={texts.editAction}
        deleteLabel={texts.delete}
        onDo={onDo}
      />
    </div>
  );
}

/** Deletes a status and asks where its ideas go; the last of its kind stays. */
function DeleteStatusDialog({
  kind,
  status,
  set,
  opened,
  onClose,
}: {
  kind: StatusKind;
  status: SettingsStatus;
  set: readonly SettingsStatus[];
  opened: boolean;
  onClose: () => void;
}) {
  const words = texts.deleteDialog;
  const others = set.filter(({ id }) => id !== status.id);
  return (
    <DeleteEntryDialog
      {...{ opened, onClose, others }}
      words={{ ...words, title: words.title(status.name), done: words.done(status.name) }}
      isUsed
      inputs={['target_status', 'target_internal_status']}
      remove={(target) => saveSet(kind, others.map(unchanged), versionOf(set), target)}
      before={<p>{words.counted(status.suggestions_count)}</p>}
      after={<p>{words.old}</p>}
    />
  );
}
