import { useState } from 'react';
import { useCommand } from '../../forms/useCommand.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { undoImportDocument, useUndoPreview } from './importCalls.ts';
import { importMessages as texts } from './importMessages.ts';
import styles from './import.module.css';

/** Says beforehand what the undo of an import takes away, what it gives back and what stays. */
export function UndoImportDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const query = useUndoPreview(id);
  const [showsKept, setShowsKept] = useState(false);
  const undo = useCommand(undoImportDocument, {
    done: texts.undoStarted,
    failed: texts.undoFailed,
    onDone: onClose,
  });
  const answer = query.data?.import_undo_preview;
  const found = answer ?? undefined;
  const lines: { count: number; text: string }[] =
    found === undefined
      ? []
      : [
          { count: found.ideas_removed, text: texts.removed(found.ideas_removed, found.votes_removed) },
          ...(found.ideas_removed === 0 && found.votes_removed > 0
            ? [{ count: found.votes_removed, text: texts.votesRemoved(found.votes_removed) }]
            : []),
          { count: found.comments_removed, text: texts.commentsRemoved(found.comments_removed) },
          { count: found.ideas_restored, text: texts.restored(found.ideas_restored) },
          { count: found.ideas_kept, text: texts.stay(found.ideas_kept) },
          { count: found.people_restored, text: texts.peopleRestored(found.people_restored) },
          { count: found.accounts_restored, text: texts.accountsRestored(found.accounts_restored) },
          { count: found.people_kept, text: texts.peopleStay(found.people_kept) },
          { count: found.accounts_kept, text: texts.accountsStay(found.accounts_kept) },
        ].filter(({ count }) => count > 0);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={texts.undoTitle(name)}
      onSubmit={() => {
        if (found !== undefined) void undo.run({ id });
      }}
      footer={
        <>
          <Button
            size="form"
            type="submit"
            variant="primary"
            keys="mod+enter"
            loading={undo.isRunning}
            disabled={found === undefined}
          >
            {texts.undo}
          </Button>
          <Button size="form" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          {found !== undefined && found.ideas_kept > 0 && !showsKept ? (
            <Button size="form" variant="text" className={styles.showKept} onClick={() => setShowsKept(true)}>
              {texts.showKept(found.ideas_kept)}
            </Button>
          ) : null}
        </>
      }
    >
      {found === undefined ? (
        answer === null ? (
          <p>{texts.cannotUndo}</p>
        ) : query.isError ? (
          <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <div aria-label={texts.counting} role="status">
            <SkeletonLines count={3} />
          </div>
        )
      ) : (
        <>
          {lines.length === 0 ? <p>{texts.nothingBack}</p> : null}
          <ul className={styles.counts}>
            {lines.map(({ count, text }) => (
              <li key={text}>
                <b>{formatNumber(count)}</b> {text}
              </li>
            ))}
          </ul>
          {showsKept ? (
            <ul className={styles.keptIdeas}>
              {found.kept.map((idea) => (
                <li key={idea.id}>
                  <Link href={ideaAddress(idea.id)}>{idea.title}</Link>
                </li>
              ))}
              {found.ideas_kept > found.kept.length ? (
                <li>{texts.keptMore(found.ideas_kept - found.kept.length)}</li>
              ) : null}
            </ul>
          ) : null}
          <p className={styles.foot}>{texts.undoFoot}</p>
        </>
      )}
    </Dialog>
  );
}
