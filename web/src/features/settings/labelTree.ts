/** Labels as rows of a tree of two levels (DEC-105). */
import type { SettingsLabel } from './labelsQueries.ts';

/** A row. `isContext`: shown only because of a label below it. */
export type LabelRow = { label: SettingsLabel; indent: 0 | 1; childCount: number; isContext: boolean };

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
