import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isUndoableCommand } from '../../../../../contract/undo.ts';
import { messageOf } from '../../../api/errors.ts';
import { everyChange } from '../../../api/refetch.ts';
import { request } from '../../../api/runtime.ts';
import '../../../host/modals.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RelativeTime } from '../../../ui/Figures.tsx';
import { DelayedSpinner } from '../../../ui/loading.tsx';
import type { ModalControl } from '../../../ui/modals.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useToasts } from '../../../ui/Toasts.tsx';
import { takeBack, undoEntriesDocument } from './undoCalls.ts';
import type { UndoEntry } from './undoCalls.ts';
import { undoMessages as texts } from './undoMessages.ts';
import styles from '../merge/merge.module.css';

/** What the viewer did of late and can still take back, the newest first. */
export function UndoHistoryDialog({ opened, close }: ModalControl) {
  const toasts = useToasts();
  const [working, setWorking] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['undo-entries'],
    queryFn: ({ signal }) => request(undoEntriesDocument, {}, { signal }),
    // whatever is done in this browser may be a further entry
    meta: {
      entities: {
        suggestion: everyChange,
        comment: everyChange,
        feedback_record: everyChange,
        supporter: everyChange,
        note: everyChange,
      },
    },
  });
  const entries = query.data?.undo_entries ?? [];

  const undo = async (entry: UndoEntry): Promise<void> => {
    setWorking(entry.id);
    try {
      const { changed, skipped } = await takeBack(entry);
      toasts.success(`${texts.taken(changed, skipped)}${entry.has_sent_mail ? ` ${texts.mailGone}` : ''}`);
      await query.refetch();
    } catch (error) {
      toasts.error(texts.failed(messageOf(error)));
    } finally {
      setWorking(null);
    }
  };

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
        <ul className={styles.list} aria-label={texts.title}>
          {entries.map((entry) => (
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
                loading={working === entry.id}
                disabled={working !== null}
                aria-label={texts.undoNamed(
                  isUndoableCommand(entry.command)
                    ? texts.commands[entry.command](entry.objects_count)
                    : entry.command,
                )}
                onClick={() => void undo(entry)}
              >
                {texts.undo}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
