import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isUndoableCommand } from '../../../../../contract/undo.ts';
import { request } from '../../../api/runtime.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import '../../../host/modals.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { formatDate } from '../../../ui/text/format.ts';
import { DelayedSpinner } from '../../../ui/loading/loading.tsx';
import type { ModalControl } from '../../../ui/overlay/modals.ts';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { takeBack, undoEntriesDocument } from './undoCalls.ts';
import { undoMessages as texts } from './undoMessages.ts';
import styles from '../merge/merge.module.css';

/** What the viewer did of late and can still take back, the newest first. */
export function UndoHistoryDialog({ opened, close }: ModalControl) {
  const [working, setWorking] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['undo-entries'],
    queryFn: ({ signal }) => request(undoEntriesDocument, {}, { signal }),
    // whatever is done in this browser may be a further entry
  });
  const entries = query.data?.undo_entries ?? [];

  const undo = useCommand(takeBack, {
    done: ({ changed, skipped }, { has_sent_mail }) =>
      `${texts.taken(changed, skipped)}${has_sent_mail ? ` ${texts.mailGone}` : ''}`,
    failed: texts.failed,
    onDone: () => query.refetch(),
  });

  return (
    <Dialog opened={opened} onClose={close} title={texts.title}>
      <p className={styles.quiet}>{texts.explanation}</p>
      {query.isError && query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : query.isPending ? (
        <DelayedSpinner />
      ) : entries.length === 0 ? (
        <EmptyState title={texts.empty} reason={texts.emptyReason} />
      ) : (
        byDay(entries).map(([day, ofDay]) => (
          <section key={day} aria-label={day}>
            <h3 className={styles.day}>{day}</h3>
            <ul className={styles.list} aria-label={texts.ofDay(day)}>
              {ofDay.map((entry) => (
                <li key={entry.id} className={styles.row}>
                  <span className={styles.rowText}>
                    <span className={styles.rowTitle}>
                      {isUndoableCommand(entry.command)
                        ? texts.commands[entry.command](entry.objects_count)
                        : entry.command}
                    </span>
                    <span className={styles.reason}>
                      {[
                        ...(entry.person === null ? [] : [entry.person]),
                        ...(entry.title === null ? [] : [texts.about(entry.title, entry.objects_count)]),
                      ].join(' · ')}
                    </span>
                    {entry.has_sent_mail ? <span className={styles.reason}>{texts.mailStays}</span> : null}
                  </span>
                  <span className={styles.quiet}>
                    <RelativeTime value={entry.created_at} />
                  </span>
                  <Button
                    loading={undo.isRunning && working === entry.id}
                    disabled={undo.isRunning}
                    aria-label={texts.undoNamed(
                      isUndoableCommand(entry.command)
                        ? texts.commands[entry.command](entry.objects_count)
                        : entry.command,
                    )}
                    onClick={() => {
                      setWorking(entry.id);
                      void undo.run(entry);
                    }}
                  >
                    {texts.undo}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </Dialog>
  );
}

/** What was done, by the day of this browser's time zone, in their order. */
function byDay<Entry extends { created_at: string }>(entries: readonly Entry[]): [string, Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = formatDate(entry.created_at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
