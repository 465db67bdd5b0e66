import { useEffect } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { statusBehaviourMessage } from '../../../../contract/status_behaviour.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';
import { useToasts } from '../../ui/toasts/Toasts.tsx';
import { noStatus } from './postStatus.ts';
import { usePostableStatuses } from './statusCalls.ts';
import type { StatusKind } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';

/* What the panels for status updates share: of one idea, of many, and the one that edits the message. */

const texts = statusMessages.status;

/** The statuses that can be posted; when they cannot be fetched a toast says so. `enabled` false asks for nothing. */
export function useStatusChoices(kind: StatusKind, enabled: boolean) {
  const toasts = useToasts();
  const statuses = usePostableStatuses(kind, enabled);
  const couldNotFetch = kind === 'public' ? messages.fetchPublicStatuses : messages.fetchInternalStatuses;
  useEffect(() => {
    if (statuses.isError) toasts.error(couldNotFetch);
  }, [statuses.isError, statuses.errorUpdatedAt, couldNotFetch, toasts]);
  return statuses;
}

/**
 * The dropdown of statuses with No Status, and what the chosen one means for end users (STATE-035 to STATE-038), whose
 * line keeps its place also while there is nothing to say.
 *
 * @param value id of a status, or `noStatus`; null: nothing is chosen yet
 * @param current status of the idea, null when it has none; left out for many ideas
 * @param error what is wrong with the choice; left out: nothing
 * @param startsOpen the list is open on arrival, on what is chosen
 */
export function StatusChoice({
  kind,
  statuses,
  value,
  current,
  error,
  disabled,
  startsOpen,
  onChange,
}: {
  kind: StatusKind;
  statuses: ReturnType<typeof usePostableStatuses>;
  value: string | null;
  current?: { id: string; name: string } | null;
  error?: string | undefined;
  disabled: boolean;
  startsOpen: boolean;
  onChange: (value: string) => void;
}) {
  const known = statuses.data ?? [];
  const marked = (isCurrent: boolean) =>
    isCurrent ? { isCurrent, end: <span className={styles.remark}>{texts.current}</span> } : {};
  const options: Option[] = [
    {
      value: noStatus,
      label: texts.none,
      icon: <span className={styles.dot} data-none />,
      ...marked(current === null),
    },
    ...known.map(({ id, name, hex_color }) => ({
      value: id,
      label: name,
      icon: <span className={styles.dot} style={{ background: hex_color }} />,
      ...marked(id === current?.id),
    })),
  ];
  // while the list of statuses is not there, the idea's own one has at least a name
  const shown =
    options.find((option) => option.value === value) ??
    (current && current.id === value ? { value: current.id, label: current.name } : null);
  const behaviour =
    kind === 'public'
      ? statusBehaviourMessage(known.find(({ id }) => id === value)?.behaviour ?? null)
      : null;
  const isOther = current !== undefined && value !== (current?.id ?? noStatus);
  return (
    <div>
      <div className={styles.field}>
        <Combobox
          label={texts.status}
          placeholder={texts.choose}
          value={shown}
          options={options}
          status={statuses.isPending ? 'loading' : statuses.isError ? 'error' : 'ready'}
          onRetry={() => void statuses.refetch()}
          emptyText={texts.nothing}
          disabled={disabled}
          error={error}
          startsOpen={startsOpen}
          end={isOther ? texts.was(current?.name ?? texts.none) : undefined}
          footer={
            <>
              <Kbd keys="up" />
              <Kbd keys="down" /> {texts.moves}
              <Kbd keys="enter" /> {texts.chooses}
            </>
          }
          onChange={(option) => onChange(option?.value ?? noStatus)}
        />
      </div>
      {kind === 'public' ? (
        <p className={styles.behaviour} aria-live="polite">
          {behaviour}
        </p>
      ) : null}
    </div>
  );
}
