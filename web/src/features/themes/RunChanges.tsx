import {
  IconArrowMerge,
  IconArrowsSplit2,
  IconMinus,
  IconPencil,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFeature } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { themeAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { themeTexts } from './themeMessages.ts';
import { undoRunDocument, useGoneThemes, useThemes } from './themeQueries.ts';
import type { ThemeSet } from './themeQueries.ts';
import styles from './themes.module.css';

const texts = themeTexts.changes;
/** New themes that are named; the table marks them all. */
const NAMED = 8;

/** What the newest run of a report changed against the one before, and the way back. */
export function RunChanges({
  set,
  mayWrite,
  onClose,
}: {
  set: ThemeSet;
  mayWrite: boolean;
  onClose: () => void;
}) {
  const seesMoney = useFeature('account_insights');
  const themes = useThemes(set.id, seesMoney).data ?? [];
  const gone = useGoneThemes(set.id, true).data?.themes.records ?? [];
  const [isAsking, setIsAsking] = useState(false);
  const undo = useCommand(undoRunDocument, {
    done: texts.undone,
    failed: texts.failed,
    onDone: () => setIsAsking(false),
  });
  const run = set.last_run;
  const changes = run?.changes ?? null;
  if (run === null || changes === null) return null;
  const parts = (['stayed', 'moved', 'added', 'loose'] as const).map((part) => ({
    part,
    count: changes[part],
  }));
  const of = (change: string) => themes.filter((theme) => theme.change === change);
  const splits = of('split');
  const merged = gone.filter(({ change }) => change === 'merged');
  const lost = gone.filter(({ change }) => change !== 'merged');
  const kept = changes.kept_names + changes.kept_moves;
  const isQuiet =
    of('new').length + splits.length + merged.length + lost.length === 0 && kept === 0 && changes.moved === 0;
  return (
    <aside className={styles.aside} aria-label={texts.title}>
      <header className={styles.asideHead}>
        <h2>{texts.title}</h2>
        <IconButton label={texts.close} variant="plain" size="small" onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </IconButton>
      </header>
      <p className={styles.quiet}>{texts.of(run.finished_at, run.previous_finished_at)}</p>
      <div className={styles.parts} role="img" aria-label={texts.bar}>
        {parts.map(({ part, count }) =>
          count === 0 ? null : <span key={part} data-part={part} style={{ flexGrow: count }} />,
        )}
      </div>
      <p className={styles.partCounts}>
        {parts.map(({ part, count }) => (
          <span key={part}>
            <strong>{formatNumber(count)}</strong> {texts[part]}
          </span>
        ))}
      </p>
      {isQuiet ? <p className={styles.quiet}>{texts.nothing}</p> : null}
      <Group title={texts.new} count={of('new').length}>
        {of('new')
          .slice(0, NAMED)
          .map(({ id, display_name: name, idea_count: count }) => (
            <Change key={id} icon={<IconPlus size={15} stroke={2} />} kind="new" id={id} name={name}>
              {texts.newOf(count)}
            </Change>
          ))}
        {of('new').length > NAMED ? (
          <li className={styles.quiet}>{texts.more(of('new').length - NAMED)}</li>
        ) : null}
      </Group>
      <Group title={texts.splitAndMerged} count={splits.length + merged.length}>
        {splits.map(({ id, display_name: name, change_theme: from, change_count: count }) => (
          <Change key={id} icon={<IconArrowsSplit2 size={15} stroke={1.75} />} id={id} name={name}>
            {from === null ? null : texts.splitFrom(from.display_name, count ?? 0)}
          </Change>
        ))}
        {merged.map(({ id, display_name: name, change_theme: into, change_count: count }) => (
          <Change
            key={id}
            icon={<IconArrowMerge size={15} stroke={1.75} />}
            id={into?.id ?? null}
            name={into === null ? name : `${name} → ${into.display_name}`}
          >
            {into === null ? texts.goneNote : texts.mergedInto(into.display_name, count ?? 0)}
          </Change>
        ))}
      </Group>
      <Group title={texts.kept} count={kept}>
        <Change
          icon={<IconPencil size={15} stroke={1.75} />}
          id={null}
          name={[
            ...(changes.kept_names === 0 ? [] : [texts.keptNames(changes.kept_names)]),
            ...(changes.kept_moves === 0 ? [] : [texts.keptMoves(changes.kept_moves)]),
          ].join(', ')}
        >
          {changes.kept_moves === 0 ? null : texts.rightByItself(changes.right_by_itself, changes.kept_moves)}
        </Change>
      </Group>
      {changes.lost_moves === 0 ? null : (
        <p className={styles.quiet}>{texts.lostMoves(changes.lost_moves)}</p>
      )}
      <Group title={texts.gone} count={lost.length}>
        {lost.map(({ id, display_name: name }) => (
          <Change key={id} icon={<IconMinus size={15} stroke={2} />} kind="gone" id={null} name={name}>
            {texts.goneNote}
          </Change>
        ))}
      </Group>
      <footer className={styles.asideFoot}>
        <span className={styles.quiet}>{texts.took(run.duration_ms / 1000, run.user_name)}</span>
        {mayWrite && run.can_undo ? (
          <Button variant="text" onClick={() => setIsAsking(true)}>
            {texts.undo}
          </Button>
        ) : null}
      </footer>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void undo.run({ id: set.id })}
        title={texts.undoTitle}
        confirmLabel={texts.undo}
        working={undo.isRunning}
        danger
      >
        {texts.undoText}
      </ConfirmDialog>
    </aside>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section className={styles.changeGroup}>
      <h3>
        {title} <span>{formatNumber(count)}</span>
      </h3>
      <ul>{children}</ul>
    </section>
  );
}

/** @param id of the theme that it leads to; null: to none */
function Change({
  icon,
  kind,
  id,
  name,
  children,
}: {
  icon: ReactNode;
  kind?: 'new' | 'gone';
  id: string | null;
  name: string;
  children: ReactNode;
}) {
  return (
    <li className={styles.change} data-kind={kind}>
      <span aria-hidden="true">{icon}</span>
      <span>
        {id === null ? <strong>{name}</strong> : <Link href={themeAddress(id)}>{name}</Link>}
        {children === null ? null : <span className={styles.quiet}>{children}</span>}
      </span>
    </li>
  );
}
