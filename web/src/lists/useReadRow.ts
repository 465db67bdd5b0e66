import { useEffect, useState } from 'react';
import { useValueOf } from '../ui/table/value.ts';
import type { Value } from '../ui/table/value.ts';

/**
 * The row that a pane beside a list shows (`reading` of ListPage): the one that the keys move from; where that has left
 * the list, the one that took its place. null: there is none yet.
 */
export function useReadRow<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  current: Value<string | null>,
): Row | null {
  const id = useValueOf(current, (now) => now);
  const index = rows?.findIndex((row) => row.id === id) ?? -1;
  const [place, setPlace] = useState(0);
  useEffect(() => {
    if (rows === undefined) return;
    if (index >= 0) setPlace(index);
    else current.set(rows[Math.min(place, rows.length - 1)]?.id ?? null);
  }, [rows, index, place, current]);
  return rows?.[index] ?? null;
}
