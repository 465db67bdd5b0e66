import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../api/runtime.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../../ui/loading/loading.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable } from '../../../ui/loading/loadable.tsx';
import { ErrorState } from '../../../ui/loading/states.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { deleteNoteDocument, restoreNoteDocument, useAccountNotes } from './accountNoteCalls.ts';
import type { AccountNote } from './accountNoteCalls.ts';
import { accountNoteTexts as texts } from './accountNoteMessages.ts';
import styles from '../../../shared/record/record.module.css';
import own from './accountNotes.module.css';

/** Its form comes when it is opened. */
const Dialog = loadable(async () => (await import('./AccountNoteDialog.tsx')).AccountNoteDialog);

const STEP = 5;
const MOST = 100;

/** What the team wrote down about an account, the newest first. */
export function AccountNotes({ account, mayWrite }: { account: string; mayWrite: boolean }) {
  const [count, setCount] = useState(STEP);
  const query = useAccountNotes(account, count);
  /** null: nothing is edited; note null: a new one */
  const [edited, setEdited] = useState<{ note: AccountNote | null } | null>(null);
  const notes = query.data?.records ?? [];
  const total = query.data?.total_records ?? 0;
  const remove = useCommand(deleteNoteDocument, {
    done: texts.removed,
    undo: (_done, { id }) => ({
      send: () => request(restoreNoteDocument, { id }),
      done: texts.undone,
      failed: texts.failed,
    }),
    failed: texts.failed,
  });
  return (
    <section className={styles.section} aria-labelledby="notes">
      <div className={styles.sectionHead}>
        <h2 id="notes">{texts.title}</h2>
        <span className={styles.count}>{query.data === undefined ? null : formatNumber(total)}</span>
        <span className={styles.quiet}>{texts.about}</span>
        {mayWrite ? (
          <Button className={own.add} onClick={() => setEdited({ note: null })}>
            {texts.add}
          </Button>
        ) : null}
      </div>
      {query.isError && query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : query.data === undefined ? (
        <DelayedSkeleton>
          <SkeletonLines count={2} />
        </DelayedSkeleton>
      ) : notes.length === 0 ? (
        <p className={styles.quiet}>{texts.none}</p>
      ) : (
        <ul className={own.notes}>
          {notes.map((note) => {
            const author = note.created_by?.name || texts.someone;
            return (
              <li key={note.id} className={own.note}>
                <p className={own.head}>
                  {note.created_by === null ? author : <PersonCard id={note.created_by.id} name={author} />}
                  <span className={styles.quiet}>
                    <RelativeTime value={note.created_at} />
                    {note.updated_at > note.created_at ? ` · ${texts.edited}` : null}
                  </span>
                  {mayWrite && (note.editable || note.deletable) ? (
                    <Menu
                      label={texts.menu(author)}
                      trigger={(props) => (
                        <IconButton {...props} label={texts.menu(author)} className={own.menu}>
                          <IconDots size={16} stroke={1.75} aria-hidden="true" />
                        </IconButton>
                      )}
                      items={[
                        ...(note.editable
                          ? [{ id: 'edit', label: texts.edit, onSelect: () => setEdited({ note }) }]
                          : []),
                        ...(note.deletable
                          ? [
                              {
                                id: 'delete',
                                label: texts.remove,
                                danger: true,
                                onSelect: () => void remove.run({ id: note.id }),
                              },
                            ]
                          : []),
                      ]}
                    />
                  ) : null}
                </p>
                <p dir="auto" className={own.text}>
                  {note.body}
                </p>
              </li>
            );
          })}
        </ul>
      )}
      {total > count && count < MOST ? (
        <p className={styles.pages}>
          <Button variant="text" onClick={() => setCount(count === STEP ? 25 : MOST)}>
            {texts.showMore(Math.min(total, count === STEP ? 25 : MOST) - count)}
          </Button>
        </p>
      ) : null}
      <DialogFor about={edited}>
        {({ note }, opened) => (
          <Later
            part={Dialog}
            what={texts.what}
            props={{ account, note, opened, onClose: () => setEdited(null) }}
          />
        )}
      </DialogFor>
    </section>
  );
}
