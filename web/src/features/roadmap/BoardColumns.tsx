import { DndContext, DragOverlay, PointerSensor, useDraggable, useSensor, useSensors } from '@dnd-kit/core';
import type { DragEndEvent, DragMoveEvent } from '@dnd-kit/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { featureAddress } from '../../host/addresses.ts';
import { navigate } from '../../host/navigation.ts';
import { useStored } from '../../host/storage.ts';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { useEscapeLayer } from '../../ui/overlay/useEscapeLayer.ts';
import { useLatest } from '../../ui/useLatest.ts';
import { columnOf, columnsOf, NO_STATUS, stepped } from './board.ts';
import type { BoardPlace } from './board.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { columnName, useMoves } from './featureCommands.ts';
import { CardContent } from './FeatureFacts.tsx';
import type {
  FeatureCard,
  FeatureField,
  FeatureFilters,
  FeatureStatus,
  FeatureTotals,
} from './roadmapQueries.ts';
import { roadmapTexts as texts } from './roadmapMessages.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './roadmap.module.css';

/** What the library says of a drag is not what this board says. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
};

const NO_CARDS: readonly FeatureCard[] = [];
const NOWHERE: BoardPlace = { column: '', index: -1 };

/** The last column folds by itself where the board has so many. */
const FOLDS_FROM = 5;
/** Nobody has folded or opened a column yet. */
const AUTO: string[] = [];
const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;

/** A card that is being moved: with the mouse, or with the keys. */
interface Moving {
  card: FeatureCard;
  place: BoardPlace;
  by: 'pointer' | 'keys';
}

/**
 * The columns of the board, and the card that is moved from one place to another, with the mouse or with the keys. A
 * step of it draws this part again, and not the page around it.
 */
export function BoardColumns({
  records,
  statuses,
  fields,
  totals,
  filters,
  mayWrite,
  hasKeys,
  onPeek,
  onCreate,
}: {
  records: readonly FeatureCard[];
  statuses: readonly FeatureStatus[];
  fields: readonly FeatureField[];
  /** null: they are not there yet */
  totals: FeatureTotals | null;
  filters: FeatureFilters;
  mayWrite: boolean;
  /** the arrow down leads into the board; not while something lies over it */
  hasKeys: boolean;
  onPeek: (id: string) => void;
  onCreate: (column: string) => void;
}) {
  const [folded, setFolded] = useStored('roadmap_folded', AUTO);
  const [moving, setMoving] = useState<Moving | null>(null);
  const [said, setSaid] = useState('');
  const board = useRef<HTMLDivElement>(null);
  const held = useRef('');
  const byColumn = useMemo(() => columnsOf(records), [records]);
  const columns = useMemo(
    () => [...(byColumn.has(NO_STATUS) ? [NO_STATUS] : []), ...statuses.map(({ id }) => id)],
    [byColumn, statuses],
  );
  const movedId = moving?.card.id ?? null;
  const here = moving === null ? null : { id: moving.card.id, place: moving.place };
  // the same with each step, so that the columns beside the one that it is over are left alone
  const elsewhere = useMemo(() => (movedId === null ? null : { id: movedId, place: NOWHERE }), [movedId]);
  const move = useMoves(filters, statuses);
  const isFolded = (column: string): boolean =>
    folded === AUTO ? columns.length >= FOLDS_FROM && column === columns.at(-1) : folded.includes(column);
  const fold = (column: string, folds: boolean): void => {
    const now = columns.filter((one) => isFolded(one));
    setFolded(folds ? [...now, column] : now.filter((one) => one !== column));
  };

  const cardsOf = (column: string): readonly FeatureCard[] => byColumn.get(column) ?? NO_CARDS;
  const sizeOf = (column: string, card: FeatureCard): number =>
    cardsOf(column).filter(({ id }) => id !== card.id).length;
  const nameOf = (column: string): string => columnName(column, statuses);

  const drop = (done: Moving): void => {
    const { card, place } = done;
    setMoving(null);
    setSaid(
      texts.drag.dropped(card.name, nameOf(place.column), place.index + 1, sizeOf(place.column, card) + 1),
    );
    move(card, place, cardsOf(place.column));
    if (done.by === 'keys') focusSoon(card.id);
  };
  const cancel = (): void => {
    if (moving === null) return;
    setSaid(texts.drag.cancelled(moving.card.name));
    setMoving(null);
    focusSoon(moving.card.id);
  };
  useEscapeLayer(moving?.by === 'keys', cancel);
  /** The card stands elsewhere after a move: it is focused where it is then. */
  const focusSoon = (id: string): void =>
    void requestAnimationFrame(() => cardElement(board.current, id)?.focus({ preventScroll: false }));

  const pick = (card: FeatureCard): void => {
    const column = columnOf(card);
    const index = cardsOf(column).findIndex(({ id }) => id === card.id);
    setMoving({ card, place: { column, index }, by: 'keys' });
    setSaid(texts.drag.picked(card.name, nameOf(column), index + 1, cardsOf(column).length));
  };

  const onCardKey = (event: KeyboardEvent, card: FeatureCard): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS.find((one) => one === key);
    if (moving !== null) {
      if (arrow !== undefined) {
        const open = columns.filter((column) => !isFolded(column) || column === moving.place.column);
        const place = stepped(moving.place, arrow, open, (column) => sizeOf(column, moving.card));
        setMoving({ ...moving, place });
        setSaid(
          texts.drag.over(nameOf(place.column), place.index + 1, sizeOf(place.column, moving.card) + 1),
        );
      } else if (key === 'Enter' || key === ' ') drop(moving);
      else return;
    } else if (arrow !== undefined) {
      const next = neighbour(
        card,
        arrow,
        columns.filter((column) => !isFolded(column)),
        byColumn,
      );
      if (next !== null) cardElement(board.current, next)?.focus();
    } else if (key === 'Enter') navigate(featureAddress(card.id));
    else if (key === ' ') onPeek(card.id);
    else if (key === 'm' && mayWrite) pick(card);
    else if (key === 's' && mayWrite)
      (event.currentTarget as HTMLElement).parentElement?.querySelector('button')?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // the same for each card while the board lives: a card is drawn again when it changes, not with each step of another one
  const keys = useLatest(onCardKey);
  const moves = useLatest((card: FeatureCard, to: string) =>
    move(card, { column: to, index: sizeOf(to, card) }, cardsOf(to)),
  );
  const folds = useLatest(fold);
  const onFold = useCallback((column: string, isOver: boolean) => folds.current(column, isOver), [folds]);
  const onKey = useCallback((event: KeyboardEvent, card: FeatureCard) => keys.current(event, card), [keys]);
  const onMove = useCallback((card: FeatureCard, to: string) => moves.current(card, to), [moves]);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  /** Where a card is held; null: beside the board. */
  const heldAt = ({ activatorEvent, delta }: DragMoveEvent | DragEndEvent): BoardPlace | null => {
    const start = activatorEvent as PointerEvent;
    return placeAt(board.current, start.clientX + delta.x, start.clientY + delta.y, held.current);
  };
  const onDragMove = (event: DragMoveEvent): void => {
    const place = heldAt(event);
    if (place !== null)
      setMoving((now) =>
        now === null || (now.place.column === place.column && now.place.index === place.index)
          ? now
          : { ...now, place },
      );
  };
  useShortcut('arrowdown', () => board.current?.querySelector<HTMLElement>('[data-card]')?.focus(), {
    label: texts.board,
    group: texts.shortcuts,
    enabled: moving === null && hasKeys,
  });

  return (
    <>
      <DndContext
        sensors={sensors}
        accessibility={SILENT}
        onDragStart={() => {
          const card = records.find(({ id }) => id === held.current);
          if (card === undefined) return;
          const column = columnOf(card);
          setMoving({
            card,
            by: 'pointer',
            place: { column, index: cardsOf(column).findIndex(({ id }) => id === card.id) },
          });
        }}
        onDragMove={onDragMove}
        onDragCancel={() => setMoving(null)}
        // the last step may not be drawn yet
        onDragEnd={(event) =>
          moving === null ? undefined : drop({ ...moving, place: heldAt(event) ?? moving.place })
        }
      >
        <DragSurface board={board} held={held} mayDrag={mayWrite}>
          {columns.map((column) => (
            <BoardColumn
              key={column}
              id={column}
              name={nameOf(column)}
              color={statuses.find(({ id }) => id === column)?.hex_color ?? null}
              cards={cardsOf(column)}
              fields={fields}
              total={totals?.groups.find(({ id }) => (id ?? NO_STATUS) === column) ?? null}
              isFolded={isFolded(column)}
              moving={moving?.place.column === column ? here : elsewhere}
              statuses={statuses}
              mayWrite={mayWrite}
              onFold={onFold}
              onCreate={onCreate}
              onKey={onKey}
              onMove={onMove}
            />
          ))}
        </DragSurface>
        {createPortal(
          <DragOverlay dropAnimation={null}>
            {moving?.by === 'pointer' ? (
              <div className={styles.card} data-overlay="">
                <CardContent feature={moving.card} fields={fields} />
              </div>
            ) : null}
          </DragOverlay>,
          document.body,
        )}
      </DndContext>
      {moving === null ? null : (
        <div className={styles.capsule} aria-hidden="true">
          <IconGripVertical size={15} stroke={1.75} />
          <span>
            {texts.drag.moving} <strong>{nameOf(moving.place.column)}</strong>,{' '}
            {texts.drag.place(moving.place.index + 1, sizeOf(moving.place.column, moving.card) + 1)}
          </span>
          {moving.by === 'keys' ? (
            <span className={styles.capsuleKeys}>
              <Kbd keys="arrowleft" />
              <Kbd keys="arrowright" /> {texts.drag.status}
              <Kbd keys="arrowup" />
              <Kbd keys="arrowdown" /> {texts.drag.placeKey}
              <Kbd keys="enter" /> {texts.drag.drop}
              <Kbd keys="escape" /> {texts.drag.back}
            </span>
          ) : null}
        </div>
      )}
      <div role="status" className={a11y.hidden}>
        {said}
      </div>
    </>
  );
}

/**
 * What the mouse drags: the card that it is pressed on. It is one thing for all cards, since each that is one by
 * itself would be drawn again when another one is picked up or dropped.
 *
 * @param held is told the id of the card
 */
function DragSurface({
  board,
  held,
  mayDrag,
  children,
}: {
  board: RefObject<HTMLDivElement | null>;
  held: RefObject<string>;
  mayDrag: boolean;
  children: ReactNode;
}) {
  const { setNodeRef, listeners } = useDraggable({ id: 'card', disabled: !mayDrag });
  return (
    <div
      className={styles.board}
      ref={board}
      onPointerDown={(event) => {
        const card = (event.target as Element).closest<HTMLElement>('[data-card]');
        if (card === null) return;
        held.current = card.dataset['card'] ?? '';
        setNodeRef(card);
        listeners?.['onPointerDown']?.(event);
      }}
    >
      {children}
    </div>
  );
}

const cardElement = (board: HTMLElement | null, id: string): HTMLElement | null =>
  board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null;

/** The card that an arrow leads to; null: there is none in that direction. */
function neighbour(
  card: FeatureCard,
  key: (typeof ARROWS)[number],
  columns: readonly string[],
  byColumn: ReadonlyMap<string, readonly FeatureCard[]>,
): string | null {
  const own = byColumn.get(columnOf(card)) ?? [];
  const index = own.findIndex(({ id }) => id === card.id);
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return own[index + (key === 'ArrowDown' ? 1 : -1)]?.id ?? null;
  const step = key === 'ArrowRight' ? 1 : -1;
  for (let at = columns.indexOf(columnOf(card)) + step; at >= 0 && at < columns.length; at += step) {
    const cards = byColumn.get(columns[at]!) ?? [];
    if (cards.length > 0) return cards[Math.min(index, cards.length - 1)]!.id;
  }
  return null;
}

/** The place under the pointer; null: it is beside the board. @param moved id of the card that is moved, which leaves its place */
function placeAt(board: HTMLElement | null, x: number, y: number, moved: string): BoardPlace | null {
  if (board === null) return null;
  for (const column of board.querySelectorAll<HTMLElement>('[data-column]')) {
    const { left, right } = column.getBoundingClientRect();
    if (x < left || x > right) continue;
    const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter(
      ({ dataset }) => dataset['card'] !== moved,
    );
    const before = cards.filter((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return (top + bottom) / 2 < y;
    });
    // behind all that are drawn is behind all that there are
    const index = before.length === cards.length ? Number(column.dataset['size']) : before.length;
    return { column: column.dataset['column']!, index };
  }
  return null;
}
