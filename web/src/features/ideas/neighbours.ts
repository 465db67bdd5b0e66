/** The list that an idea was opened from, so that its page can lead to the next one, and back to the same place. Kept for this tab only. */
import type { TablePlace } from '../../ui/table/DataTable.tsx';

const key = 'earshot:idea-neighbours';
const placeKey = 'earshot:idea-list-place';

/** One page of a list as it was last shown. */
export interface RememberedIdeas {
  ids: string[];
  /** Records before the first of `ids`. */
  offset: number;
  /** As shown: a number, '10,000+', or null while unknown. */
  total: number | string | null;
  /** Address of the list with its filters. */
  address: string;
}

/** Where an idea stands in the list it was opened from. */
export interface Neighbours {
  /** From 1. */
  position: number;
  total: number | string | null;
  /** Null at the edge of the page that was shown. */
  previousId: string | null;
  nextId: string | null;
  address: string;
}

/** Remembers the rows that the list shows. A storage that is full or forbidden is no harm: the arrows are missing then. */
export function rememberIdeas(list: RememberedIdeas): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(list));
  } catch {
    // see above
  }
}

/** The place of an idea in the remembered list; null when it is not part of it. */
export function readNeighbours(id: string): Neighbours | null {
  let list: RememberedIdeas;
  try {
    list = JSON.parse(sessionStorage.getItem(key) ?? 'null') as RememberedIdeas;
  } catch {
    return null;
  }
  const index = list?.ids?.indexOf(id) ?? -1;
  if (index < 0) return null;
  return {
    position: list.offset + index + 1,
    total: list.total,
    previousId: list.ids[index - 1] ?? null,
    nextId: list.ids[index + 1] ?? null,
    address: list.address,
  };
}

/** Keeps where somebody was in the list at an address. */
export function rememberPlace(address: string, place: TablePlace): void {
  try {
    sessionStorage.setItem(placeKey, JSON.stringify({ address, place }));
  } catch {
    // the list then begins at its top
  }
}

/** Where somebody was in the list at an address; null when the list that was left last was another one. */
export function readPlace(address: string): TablePlace | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(placeKey) ?? 'null') as {
      address: string;
      place: TablePlace;
    } | null;
    return kept?.address === address ? kept.place : null;
  } catch {
    return null;
  }
}

/** Called once somebody is back: whoever comes later begins at the top. */
export function forgetPlace(): void {
  try {
    sessionStorage.removeItem(placeKey);
  } catch {
    // nothing is kept then
  }
}

/** The idea that is looked at is the current row on the way back, also after others were walked through. */
export function rememberCurrent(id: string): void {
  const address = readNeighbours(id)?.address;
  const place = address === undefined ? null : readPlace(address);
  if (address !== undefined && place !== null) rememberPlace(address, { ...place, currentId: id });
}
