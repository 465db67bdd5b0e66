import { textLimits } from '../../../../contract/limits.ts';
import { isLongerThan } from '../../../../contract/text_cut.ts';
import type { Option } from '../../ui/fields/options.ts';

/** What a picker knows of a label. */
type PickedLabel = { id: string; name: string; full_name: string; parent_id: string | null };

/**
 * Labels as options of a tree of two levels (DEC-105): each of the first level, followed by those under it with their own
 * name alone. All are searched by their whole name. A label whose parent is not there, such as one that is limited to other
 * forums, stands by itself under its whole name.
 *
 * @param labels in the order of their full names, of which another one may stand between a label and those under it
 */
export function labelOptions(labels: readonly PickedLabel[]): Option[] {
  const ids = new Set(labels.map((label) => label.id));
  return labels
    .filter((label) => label.parent_id === null || !ids.has(label.parent_id))
    .flatMap((label): Option[] => [
      { value: label.id, label: label.full_name },
      ...labels
        .filter((child) => child.parent_id === label.id)
        .map((child): Option => ({ value: child.id, label: child.full_name, name: child.name, indent: 1 })),
    ]);
}

/** What stands between a label and one under it, also half typed. */
const separator = / \/(?: |$)/;

/**
 * The label that a typed text would make: at the top, or under a label of the first level that is named before the
 * separator (DEC-105).
 *
 * @returns null for a text that makes none: too long, more than two levels, a parent that is not there, or a label that is
 */
export function newLabelOf<Label extends PickedLabel>(
  text: string,
  labels: readonly Label[],
): { name: string; parent: Label | null } | null {
  const [first = '', second, ...deeper] = text
    .trim()
    .split(separator)
    .map((part) => part.trim());
  const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  const parent =
    second === undefined
      ? null
      : (labels.find((label) => label.parent_id === null && isSame(label.name, first)) ?? null);
  const name = second ?? first;
  if (
    name === '' ||
    isLongerThan(name, textLimits.nameCharacters) ||
    deeper.length > 0 ||
    (second !== undefined && parent === null)
  )
    return null;
  const isTaken = labels.some(
    (label) => label.parent_id === (parent?.id ?? null) && isSame(label.name, name),
  );
  return isTaken ? null : { name, parent };
}
