import { IconDots, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { canWrite } from '../../../../../contract/permissions.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable } from '../../../ui/loading/loadable.tsx';
import { ErrorState } from '../../../ui/loading/states.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { formatDate } from '../../../ui/text/format.ts';
import { createMarkDocument, deleteMarkDocument, usePeriodMarks } from './markCalls.ts';
import type { PeriodMark } from './markCalls.ts';
import { markTexts as texts } from './markTexts.ts';
import styles from './marks.module.css';

/** Its form comes when it is opened. */
const Dialog = loadable(async () => (await import('./MarkDialog.tsx')).MarkDialog);

const dayOf = (day: string): string => formatDate(`${day}T00:00:00`);

/** The marks that the charts of trends show, each to be changed and deleted, and the way to a new one. */
export function Marks() {
  const mayWrite = canWrite(useViewer().permissions, 'feedback');
  const query = usePeriodMarks();
  /** null: nothing is edited; mark null: a new one */
  const [edited, setEdited] = useState<{ mark: PeriodMark | null } | null>(null);
  const remove = useCommand(({ id }: PeriodMark) => request(deleteMarkDocument, { id }), {
    done: texts.removed,
    undo: (_done, { name, starts_on, ends_on }) => ({
      send: () => request(createMarkDocument, { name, starts_on, ends_on }),
      done: texts.undone,
      failed: texts.failed,
    }),
    failed: texts.failed,
  });
  const marks = query.data;
  return (
    <section aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {query.isError && marks === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : marks?.length === 0 ? (
        <p className={styles.none}>{texts.none}</p>
      ) : (
        <ul className={styles.list}>
          {marks?.map((mark) => (
            <li key={mark.id} className={styles.mark}>
              <span className={styles.name} dir="auto">
                {mark.name}
              </span>
              <span className={styles.days}>
                {dayOf(mark.starts_on)}
                {mark.ends_on === mark.starts_on ? null : ` – ${dayOf(mark.ends_on)}`}
              </span>
              {mayWrite ? (
                <Menu
                  label={texts.menu(mark.name)}
                  trigger={(props) => (
                    <IconButton
                      {...props}
                      label={texts.menu(mark.name)}
                      variant="plain"
                      size="small"
                      className={styles.menu}
                    >
                      <IconDots size={14} stroke={1.75} aria-hidden="true" />
                    </IconButton>
                  )}
                  items={[
                    { id: 'edit', label: texts.edit, onSelect: () => setEdited({ mark }) },
                    {
                      id: 'delete',
                      label: texts.remove,
                      danger: true,
                      onSelect: () => void remove.run(mark),
                    },
                  ]}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && marks !== undefined ? (
        <Button
          variant="text"
          className={styles.add}
          icon={<IconPlus size={13} stroke={2} aria-hidden="true" />}
          onClick={() => setEdited({ mark: null })}
        >
          {texts.add}
        </Button>
      ) : null}
      <DialogFor about={edited}>
        {({ mark }, opened) => (
          <Later
            part={Dialog}
            props={{ opened, onClose: () => setEdited(null), mark }}
            what={texts.what}
            waiting={null}
          />
        )}
      </DialogFor>
    </section>
  );
}
