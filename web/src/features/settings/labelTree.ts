/** Labels as rows of a tree of two levels (DEC-105). */
import type { SettingsLabel } from './labelsQueries.ts';

/** A row. `childCount`: how many labels it has below it, shown or not. `isContext`: shown only because of a label below it. */
export type LabelRow = { label: SettingsLabel; indent: 0 | 1; childCount: number; isContext: boolean };

/** The rows without those under a folded label. */
export function unfolded(rows: readonly LabelRow[], folded: ReadonlySet<string>): LabelRow[] {
  return rows.filter(({ label }) => label.parent_id === null || !folded.has(label.parent_id));
}

/**
 * What dropping a label on a row does: it goes under it, to the top, or nowhere.
 *
 * @param onto the label that it is dropped on; null: the head of the list
 * @returns the id of the label that it is then under; null: at the top; undefined: it cannot go there, or is there
 */
export function dropTarget(
  { label, childCount }: Pick<LabelRow, 'label' | 'childCount'>,
  onto: SettingsLabel | null,
): string | null | undefined {
  if (onto === null) return label.parent_id === null ? undefined : null;
  const canHold = onto.parent_id === null && onto.state === 'active' && onto.id !== label.id;
  return canHold && childCount === 0 && label.parent_id !== onto.id ? onto.id : undefined;
}

/**
 * The rows to show: each label of the first level followed by those under it. A label whose parent is
 * not shown otherwise brings the parent along, so that nobody wonders where it belongs.
 *
 * @param labels in the order of their full names
 * @param text part of the full name; '' for all
 */
export function labelRows(
  labels: readonly SettingsLabel[],
  state: 'active' | 'archived',
  text: string,
): LabelRow[] {
  const wanted = text.trim().toLowerCase();
  const isShown = (label: SettingsLabel): boolean =>
    label.state === state && label.full_name.toLowerCase().includes(wanted);
  const childrenOf = new Map<string, SettingsLabel[]>();
  for (const label of labels) {
    if (label.parent_id !== null)
      childrenOf.set(label.parent_id, [...(childrenOf.get(label.parent_id) ?? []), label]);
  }
  return labels
    .filter((label) => label.parent_id === null)
    .flatMap((label): LabelRow[] => {
      const all = childrenOf.get(label.id) ?? [];
      const own = isShown(label);
      const below = all.filter(isShown);
      if (!own && below.length === 0) return [];
      return [
        { label, indent: 0, childCount: all.length, isContext: !own },
        ...below.map((child): LabelRow => ({ label: child, indent: 1, childCount: 0, isContext: false })),
      ];
    });
}
