/** What is being changed in the list: by a picker in a cell, or by the keys and the bar of a selection. */
import { queryClient } from '../../../api/runtime.ts';
import type { IdeasTableQuery } from '../../../api/generated/graphql.ts';
import { CELL_BUTTON } from '../../../ui/table/DataTable.tsx';
import type { Flash } from '../../../ui/table/DataTable.tsx';
import type { Value } from '../../../ui/table/value.ts';
import { editMessages as texts } from './editMessages.ts';
import type { IdeaRow } from '../list/ideasTable.tsx';

/** What a picker changes. */
export type EditKind = 'status' | 'internal_status' | 'owner' | 'labels' | 'move';

/** A picker that is open, and for which ideas. */
export interface OpenEdit {
  kind: EditKind;
  ids: readonly string[];
  /** Where it hangs; asked again while it is open. */
  anchor: () => HTMLElement | null;
  /** What gets the focus when it closes. */
  opener: () => HTMLElement | null;
  isAbove: boolean;
}

/** The picker that is open, as a value that the table need not be drawn for. */
export type Edits = Value<OpenEdit | null>;

/** How long a changed cell is marked. */
const FLASH_MS = 1300;

/** The row of an idea; null: it is not in sight. */
export const rowOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`tr[data-row-id="${CSS.escape(id)}"]`);

/** Button of the bar that opens a picker; the bar's place while it is on its way. */
const barButton = (kind: EditKind): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-bulk="${kind}"]`) ??
  document.querySelector<HTMLElement>('[data-bulk-place]');

/** A picker at the cell of one idea. @param button the cell's own, when that was clicked */
export function editOfRow(kind: EditKind, id: string, button?: HTMLElement): OpenEdit {
  const cell = (): HTMLElement | null =>
    rowOf(id)?.querySelector<HTMLElement>(`[${CELL_BUTTON}="${kind}"]`) ??
    // its column is not shown: beside the list, or at the row
    document.querySelector<HTMLElement>(`[data-peek="${CSS.escape(id)}"] [data-bar="${kind}"]`) ??
    rowOf(id)?.querySelector<HTMLElement>('td:not(:has(input))') ??
    null;
  return {
    kind,
    ids: [id],
    anchor: cell,
    opener: () => (button?.isConnected === true ? button : rowOf(id)),
    isAbove: false,
  };
}

/** A picker at the bar of the selection. */
export function editOfSelection(kind: EditKind, ids: readonly string[]): OpenEdit {
  return { kind, ids, anchor: () => barButton(kind), opener: () => barButton(kind), isAbove: true };
}

/** Which ideas are meant, in words: the title of one, the number of several. @param rows those in sight */
export function targetName(ids: readonly string[], rows: readonly IdeaRow[]): string {
  const shown = new Map(rows.map((row) => [row.id, row]));
  const only = ids.length === 1 ? shown.get(ids[0] ?? '') : undefined;
  if (only !== undefined) return texts.one(only.title);
  return texts.several(ids.length, ids.filter((id) => !shown.has(id)).length);
}

/** Changes ideas in all lists that are held, ahead of the server's answer. */
export function patchRows(ids: readonly string[], change: (row: IdeaRow) => IdeaRow): void {
  const changed = new Set(ids);
  queryClient.setQueriesData<IdeasTableQuery>({ queryKey: ['ideas'] }, (list) =>
    list === undefined
      ? list
      : {
          ...list,
          suggestions: {
            ...list.suggestions,
            records: list.suggestions.records.map((row) => (changed.has(row.id) ? change(row) : row)),
          },
        },
  );
}

/** Asks for the lists again, where a change that was shown ahead was refused. */
export function unpatchRows(): void {
  void queryClient.invalidateQueries({ queryKey: ['ideas'] });
}

/** Marks what was changed for a moment. */
export function markChanged(flash: Value<Flash | null>, ids: readonly string[], columnId: string): void {
  const mark: Flash = { ids: new Set(ids), columnId };
  flash.set(mark);
  setTimeout(() => {
    if (flash.get() === mark) flash.set(null);
  }, FLASH_MS);
}
