/** A theme as far as its place goes. */
interface Placed {
  id: string;
  parent_theme: { id: string } | null;
}

/**
 * The themes in sight, in their order: those at the top, and under each group that is open its own. A theme whose group
 * is not among them stands at the top.
 */
export function shownThemes<Theme extends Placed>(
  themes: readonly Theme[],
  openIds: ReadonlySet<string>,
): Theme[] {
  const ids = new Set(themes.map(({ id }) => id));
  const below = Map.groupBy(themes, ({ parent_theme: parent }) =>
    parent !== null && ids.has(parent.id) ? parent.id : '',
  );
  return (below.get('') ?? []).flatMap((theme) => [
    theme,
    ...(openIds.has(theme.id) ? (below.get(theme.id) ?? []) : []),
  ]);
}
