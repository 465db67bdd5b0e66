import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardCode,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { Announcements, KeyboardCoordinateGetter } from '@dnd-kit/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { uiMessages } from '../messages.ts';
import { moved } from './sortable.ts';
import { useEscapeLayer } from '../overlay/useEscapeLayer.ts';
import styles from './SortableList.module.css';

/** Over dialogs and panels, whose layers count from a hundred. */
const OVER_ALL = 10_000;

/** How many frames a key waits for the list to be measured. */
const MEASURED_WITHIN_FRAMES = 60;
const framesWaited = new WeakMap<Event, number>();

/** Presses a key again with the next frame: it came before dnd-kit had measured what it moves, and would be lost. */
function pressWithNextFrame(event: KeyboardEvent): void {
  const frames = (framesWaited.get(event) ?? 0) + 1;
  if (frames > MEASURED_WITHIN_FRAMES) return;
  requestAnimationFrame(() => {
    const again = new KeyboardEvent('keydown', { key: event.key, code: event.code, cancelable: true });
    framesWaited.set(again, frames);
    document.dispatchEvent(again);
  });
}

/** An arrow key goes to the next item in that direction, not by some pixels. */
const toNeighbour: KeyboardCoordinateGetter = (event, { context }) => {
  const { collisionRect, droppableRects, droppableContainers } = context;
  if (event.code !== KeyboardCode.Down && event.code !== KeyboardCode.Up) return undefined;
  event.preventDefault();
  if (collisionRect === null || droppableRects.size === 0) {
    pressWithNextFrame(event);
    return undefined;
  }
  const isDown = event.code === KeyboardCode.Down;
  const middle = collisionRect.top + collisionRect.height / 2;
  const rects = droppableContainers
    .getEnabled()
    .flatMap((container) => droppableRects.get(container.id) ?? [])
    .map((rect) => ({ rect, distance: rect.top + rect.height / 2 - middle }))
    .filter(({ distance }) => (isDown ? distance > 4 : distance < -4))
    .sort((a, b) => Math.abs(a.distance) - Math.abs(b.distance));
  const next = rects[0]?.rect;
  return next === undefined
    ? undefined
    : { x: next.left, y: next.top + (next.height - collisionRect.height) / 2 };
};

/**
 * A list whose order is changed by dragging its handles, with the mouse or the keyboard (Space, arrows,
 * Space). A line of 2 px shows where the item would go. What happens is announced with titles.
 */
export function SortableList<Item extends { id: string }>({
  label,
  items,
  title,
  renderItem,
  onReorder,
  disabled = false,
}: {
  label: string;
  items: readonly Item[];
  /** What an item is called. */
  title: (item: Item) => string;
  renderItem: (item: Item) => ReactNode;
  /** The ids in their new order, and the one that was moved. */
  onReorder: (ids: readonly string[], movedId: string) => void;
  disabled?: boolean;
}) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const [overId, setOverId] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNeighbour }),
  );
  // While something is dragged Escape belongs to the dragging, not to the panel around it.
  useEscapeLayer(activeId !== null, () => undefined);
  const ids = items.map((item) => item.id);
  const text = uiMessages.sortable;
  const titleOf = (id: string | number) => {
    const item = items.find((other) => other.id === id);
    return item === undefined ? '' : title(item);
  };
  const place = (id: string | number) => ids.indexOf(String(id)) + 1;
  const announcements: Announcements = {
    onDragStart: ({ active }) => text.picked(titleOf(active.id), place(active.id), ids.length),
    onDragOver: ({ active, over }) => {
      // The first thing it lies over is itself; that would drown the word that it was picked up.
      if (over === null || (over.id === active.id && overId === null)) return undefined;
      return text.over(titleOf(active.id), place(over.id), ids.length);
    },
    onDragEnd: ({ active, over }) =>
      over === null
        ? text.cancelled(titleOf(active.id))
        : text.dropped(titleOf(active.id), place(over.id), ids.length),
    onDragCancel: ({ active }) => text.cancelled(titleOf(active.id)),
  };
  const activeItem = items.find((item) => item.id === activeId);
  const reset = () => {
    setActiveId(null);
    setOverId(null);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: text.instructions } }}
      onDragStart={({ active }) => setActiveId(String(active.id))}
      onDragOver={({ over }) => setOverId(over === null ? null : String(over.id))}
      onDragCancel={reset}
      onDragEnd={({ active, over }) => {
        reset();
        if (over === null || over.id === active.id) return;
        const id = String(active.id);
        onReorder(moved(ids, id, ids.indexOf(String(over.id))), id);
      }}
    >
      <ul aria-label={label} className={styles.list}>
        {items.map((item, index) => {
          const isOver = overId === item.id && activeId !== null && activeId !== item.id;
          const isBelow = activeId !== null && ids.indexOf(activeId) < index;
          return (
            <Entry
              key={item.id}
              id={item.id}
              title={title(item)}
              disabled={disabled}
              line={isOver ? (isBelow ? 'below' : 'above') : null}
            >
              {renderItem(item)}
            </Entry>
          );
        })}
      </ul>
      {/* beside the page: in a dialog that is still moving in its place would be measured wrongly */}
      {createPortal(
        <DragOverlay dropAnimation={null} zIndex={OVER_ALL}>
          {activeItem === undefined ? null : <div className={styles.overlay}>{title(activeItem)}</div>}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  );
}

function Entry({
  id,
  title,
  disabled,
  line,
  children,
}: {
  id: string;
  title: string;
  disabled: boolean;
  line: 'above' | 'below' | null;
  children: ReactNode;
}) {
  const drag = useDraggable({ id, disabled });
  const drop = useDroppable({ id, disabled });
  return (
    <li
      ref={(element) => {
        drag.setNodeRef(element);
        drop.setNodeRef(element);
      }}
      className={styles.item}
      data-dragging={drag.isDragging || undefined}
      data-line={line ?? undefined}
    >
      <button
        type="button"
        ref={drag.setActivatorNodeRef}
        {...drag.attributes}
        {...drag.listeners}
        disabled={disabled}
        className={styles.handle}
        aria-label={uiMessages.sortable.handle(title)}
      >
        <IconGripVertical size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <div className={styles.content}>{children}</div>
    </li>
  );
}
