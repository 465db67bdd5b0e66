import { useEffect, useState } from 'react';
import { useValueOf } from '../../../ui/table/value.ts';
import type { Value } from '../../../ui/table/value.ts';
import { editMessages } from '../edit/editMessages.ts';
import type { Edits } from '../edit/edits.ts';
import type { IdeaRow } from '../list/ideasTable.tsx';
import type { TableLayout } from '../../../ui/table/useTableLayout.ts';
import { useRoomBeside } from './beside.ts';
import { PeekPane } from './PeekPane.tsx';
import type { PeekPaneProps } from './PeekPane.tsx';
import styles from './place.module.css';

/** Who holds J down passes rows by: the pane goes on when they rest so long on one. */
const SWAP_MS = 120;

/**
 * The pane beside the list, or over it where the window is too narrow for both. It follows the current row.
 *
 * @param firstPosition of the rows in the whole list, from 1
 * @param isDocked it stands beside the list; else it lies over it
 * @param layout of the table, and `onLayout` how it is drawn beside the pane; null: as always
 * @param frame what holds both
 */
export function PeekPlace({
  current,
  rows,
  firstPosition,
  total,
  isDocked,
  layout,
  onLayout,
  frame,
  edits,
  onStep,
  onClose,
}: {
  current: Value<string | null>;
  rows: readonly IdeaRow[];
  firstPosition: number;
  isDocked: boolean;
  layout: TableLayout<IdeaRow>;
  onLayout: (layout: TableLayout<IdeaRow> | null) => void;
  frame: () => HTMLElement | null;
  edits: Edits;
} & Pick<PeekPaneProps, 'total' | 'onStep' | 'onClose'>) {
  const widthPx = useRoomBeside(layout, isDocked, frame, onLayout);
  const id = useValueOf(current, (now) => now);
  const [shownId, setShownId] = useState(id);
  useEffect(() => {
    if (id === shownId) return undefined;
    const timer = setTimeout(() => setShownId(id), SWAP_MS);
    return () => clearTimeout(timer);
  }, [id, shownId]);
  const index = rows.findIndex((row) => row.id === shownId);
  const idea = rows[index];
  return (
    <aside
      className={styles.pane}
      aria-label={idea === undefined ? editMessages.peek.group : editMessages.peek.label(idea.title)}
      data-over={widthPx === null || undefined}
      data-peek={shownId ?? undefined}
      style={widthPx === null ? undefined : { width: widthPx }}
    >
      {idea === undefined ? null : (
        <PeekPane
          idea={idea}
          position={firstPosition + index}
          total={total}
          onStep={onStep}
          onClose={onClose}
          onEdit={(kind, button) =>
            edits.set({
              kind,
              ids: [idea.id],
              anchor: () => (button.isConnected ? button : null),
              opener: () => button,
              isAbove: false,
            })
          }
        />
      )}
    </aside>
  );
}
