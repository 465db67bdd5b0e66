import {
  DndContext,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { IconGripVertical } from '@tabler/icons-react';
import { createContext, useContext, useState } from 'react';
import type { ReactNode } from 'react';
import { request } from '../../api/runtime.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { useEscapeLayer } from '../../ui/overlay/useEscapeLayer.ts';
import { updateLabelDocument } from './labelsCalls.ts';
import type { SettingsLabel } from './labelsQueries.ts';
import { dropTarget } from './labelTree.ts';
import type { LabelRow } from './labelTree.ts';
import { labelsMessages as texts } from './settingsMessages.ts';
import styles from './settings.module.css';

/** The row that is dragged; null: none is. */
const Dragged = createContext<LabelRow | null>(null);
/** Id of the head of the list, where a label is dropped to go to the top. */
const HEAD = 'head';

/** Lets labels be dragged under one another and to the top. With the keyboard it is done by the menu of a row. */
export function LabelDrag({
  rows,
  labels,
  children,
}: {
  rows: readonly LabelRow[];
  labels: readonly SettingsLabel[];
  children: ReactNode;
}) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  useEscapeLayer(activeId !== null, () => undefined);
  const active = rows.find(({ label }) => label.id === activeId) ?? null;
  const send = (label: SettingsLabel, parent_id: string | null, if_updated_at?: string) =>
    request(updateLabelDocument, { id: label.id, parent_id, ...(if_updated_at ? { if_updated_at } : {}) });
  const nameOf = (id: string | null): string | null => labels.find((label) => label.id === id)?.name ?? null;
  const move = useCommand(
    ({ label, to }: { label: SettingsLabel; to: string | null }) => send(label, to, label.updated_at),
    {
      done: (_answer, { label, to }) => texts.moved(label.name, nameOf(to)),
      undo: (_answer, { label }) => ({
        send: () => send(label, label.parent_id),
        done: texts.moved(label.name, nameOf(label.parent_id)),
        failed: texts.failed,
      }),
      failed: texts.failed,
    },
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active: { id } }) => setActiveId(String(id))}
      onDragCancel={() => setActiveId(null)}
      onDragEnd={({ over }) => {
        setActiveId(null);
        if (active === null || over === null) return;
        const onto = labels.find((label) => label.id === over.id) ?? null;
        const to = dropTarget(active, onto);
        if (to !== undefined) void move.run({ label: active.label, to });
      }}
    >
      <Dragged value={active}>{children}</Dragged>
      <DragOverlay dropAnimation={null}>
        {active === null ? null : <div className={styles.draggedLabel}>{active.label.name}</div>}
      </DragOverlay>
    </DndContext>
  );
}

/** What a row, or the head of the list, needs to have a label dropped on it. @param label null: the head */
export function useLabelDrop(label: SettingsLabel | null): {
  ref: (element: HTMLElement | null) => void;
  'data-drop': 'over' | 'open' | undefined;
} {
  const dragged = useContext(Dragged);
  const canDrop = dragged !== null && dropTarget(dragged, label) !== undefined;
  const { setNodeRef, isOver } = useDroppable({ id: label?.id ?? HEAD, disabled: !canDrop });
  return { ref: setNodeRef, 'data-drop': !canDrop ? undefined : isOver ? 'over' : 'open' };
}

/** The handle of a row, for the pointer alone. */
export function LabelHandle({ label }: { label: SettingsLabel }) {
  const { setNodeRef, listeners } = useDraggable({ id: label.id });
  return (
    <span ref={setNodeRef} {...listeners} className={styles.labelHandle} data-tip={texts.dragTip}>
      <IconGripVertical size={14} stroke={1.75} aria-hidden="true" />
    </span>
  );
}
