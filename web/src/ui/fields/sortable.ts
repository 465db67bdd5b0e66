/** The ids after one was moved to another place. Unknown ids and places outside leave the order as it is. */
export function moved(ids: readonly string[], id: string, toIndex: number): readonly string[] {
  const from = ids.indexOf(id);
  if (from < 0 || toIndex < 0 || toIndex >= ids.length || from === toIndex) return ids;
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, toIndex), id, ...rest.slice(toIndex)];
}
