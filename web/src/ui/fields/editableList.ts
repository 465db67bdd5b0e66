/**
 * Rules of a list that is edited item by item (specification lines 382-385).
 *
 * `keepOne` is the usual mode, 'no empty list': there is always at least one item.
 */

/** The list as it is shown: an empty one is filled with one default item (VALID-001). */
export function filled<Item>(
  items: readonly Item[],
  makeItem: () => Item,
  keepOne: boolean,
): readonly Item[] {
  return items.length === 0 && keepOne ? [makeItem()] : items;
}

/** The list without one item; the last remaining one is reset instead (VALID-002). */
export function withoutItem<Item>(
  items: readonly Item[],
  index: number,
  makeItem: () => Item,
  keepOne: boolean,
): readonly Item[] {
  return filled(
    items.filter((_item, position) => position !== index),
    makeItem,
    keepOne,
  );
}

/**
 * Why nothing can be added now: 'full' at the maximum (VALID-004), 'blank' while the last item has no
 * value (VALID-003), null when something can.
 */
export function addProblem<Item>(
  items: readonly Item[],
  isBlank: (item: Item) => boolean,
  maximum: number,
): 'full' | 'blank' | null {
  if (items.length >= maximum) return 'full';
  const last = items[items.length - 1];
  return last !== undefined && isBlank(last) ? 'blank' : null;
}
