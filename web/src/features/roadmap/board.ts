/** Where cards stand on a board, and where a moved one goes. Pure. */

/** What a place is made of. */
export interface Placed {
  id: string;
  position: number;
  feature_status: { id: string } | null;
}

/** The column of features without a status. */
export const NO_STATUS = 'none';

/** Id of the column that a feature stands in. */
export const columnOf = (feature: Pick<Placed, 'feature_status'>): string =>
  feature.feature_status?.id ?? NO_STATUS;

/** Features by column, in their order. */
export function columnsOf<F extends Placed>(features: readonly F[]): ReadonlyMap<string, F[]> {
  const columns = new Map<string, F[]>();
  for (const feature of features) {
    const column = columnOf(feature);
    const cards = columns.get(column);
    if (cards === undefined) columns.set(column, [feature]);
    else cards.push(feature);
  }
  for (const cards of columns.values())
    cards.sort((a, b) => a.position - b.position || Number(BigInt(a.id) - BigInt(b.id)));
  return columns;
}

/** A place on the board: the column, and how many cards stand before it when the moved card is taken out. */
export interface BoardPlace {
  column: string;
  index: number;
}

/** What the server is told of a move: the column, and the position of the card that stands at the wanted place; null: the end. */
export interface Move {
  feature_status_id: string | null;
  position: number | null;
}

/**
 * The move that brings a card to a place.
 * @param cards of the column that it goes to, in their order; the moved one may be among them
 * @returns null when it stands there already
 */
export function moveTo<F extends Placed>(card: F, place: BoardPlace, cards: readonly F[]): Move | null {
  const others = cards.filter(({ id }) => id !== card.id);
  const from = cards.findIndex(({ id }) => id === card.id);
  const isSame = columnOf(card) === place.column;
  if (isSame && from === place.index) return null;
  const feature_status_id = place.column === NO_STATUS ? null : place.column;
  if (place.index >= others.length) return { feature_status_id, position: null };
  // within its column a card that goes down takes the place of the last one that moves up
  const there = isSame && place.index > from ? others[place.index - 1] : others[place.index];
  return { feature_status_id, position: there?.position ?? null };
}

/** The features with one at another place, ahead of the server's answer; its number lies between its neighbours. */
export function withMoved<F extends Placed>(
  features: readonly F[],
  card: F,
  place: BoardPlace,
  cards: readonly F[],
): F[] {
  const others = cards.filter(({ id }) => id !== card.id);
  const before = others[place.index - 1]?.position;
  const after = others[place.index]?.position;
  const position =
    before === undefined
      ? after === undefined
        ? card.position
        : after - 1
      : after === undefined
        ? before + 1
        : (before + after) / 2;
  const feature_status = place.column === NO_STATUS ? null : { id: place.column };
  return features.map((one) => (one.id === card.id ? { ...one, feature_status, position } : one));
}

/** A key of the keyboard that moves a card: the next place in that direction. @param sizes cards of each column without the moved one */
export function stepped(
  place: BoardPlace,
  key: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight',
  columns: readonly string[],
  sizes: (column: string) => number,
): BoardPlace {
  if (key === 'ArrowUp') return { ...place, index: Math.max(0, place.index - 1) };
  if (key === 'ArrowDown') return { ...place, index: Math.min(sizes(place.column), place.index + 1) };
  const at = columns.indexOf(place.column) + (key === 'ArrowRight' ? 1 : -1);
  const column = columns[at];
  return column === undefined ? place : { column, index: Math.min(place.index, sizes(column)) };
}
