/** A new theme continues an old one when they share so much of what either holds, of the texts that both runs know. */
const SAME_OVERLAP = 0.3;
/** A theme came out of another one, or went into it, with so much of its texts. */
const PART_OVERLAP = 0.5;

/** What a theme of the new run is against the old run. */
export type ThemeOrigin =
  /** continues an old theme; `overlap`: what both share of what either holds, 0 to 1 */
  | { kind: 'kept'; old: string; overlap: number }
  /** most of its texts come from an old theme that another one continues */
  | { kind: 'split'; from: string; texts: number }
  | { kind: 'new' };

/** An old theme that none continues. */
export type ThemeEnd =
  /** most of its texts are in this theme of the new run now */
  { kind: 'merged'; old: string; into: number; texts: number } | { kind: 'gone'; old: string; texts: number };

export type RunComparison = {
  /** of each theme of the new run */
  origins: ThemeOrigin[];
  ends: ThemeEnd[];
};

/**
 * Tells which themes of a new run are those of an old one, by the texts that they share.
 *
 * @param before old theme of each text, by the text's id; null: none
 * @param ids of the texts of the new run
 * @param after number of each one's theme; -1: none
 * @param themes of the new run
 */
export function compareRuns(
  before: ReadonlyMap<string, string | null>,
  ids: readonly string[],
  after: ArrayLike<number>,
  themes: number,
): RunComparison {
  const shared = new Map<string, Map<number, number>>();
  const oldSizes = new Map<string, number>();
  const newSizes = new Uint32Array(themes);
  for (const old of before.values()) if (old !== null && !shared.has(old)) shared.set(old, new Map());
  for (const [i, id] of ids.entries()) {
    const old = before.get(id);
    const now = after[i]!;
    if (old === undefined) continue;
    if (now >= 0) newSizes[now]! += 1;
    if (old === null) continue;
    oldSizes.set(old, (oldSizes.get(old) ?? 0) + 1);
    const row = shared.get(old)!;
    if (now >= 0) row.set(now, (row.get(now) ?? 0) + 1);
  }
  const pairs = [...shared].flatMap(([old, row]) =>
    [...row].map(([now, texts]) => ({
      old,
      now,
      texts,
      overlap: texts / (oldSizes.get(old)! + newSizes[now]! - texts),
    })),
  );
  pairs.sort((a, b) => b.overlap - a.overlap || b.texts - a.texts || compare(a.old, b.old) || a.now - b.now);
  const origins: ThemeOrigin[] = Array.from({ length: themes }, () => ({ kind: 'new' }));
  const continued = new Set<string>();
  for (const { old, now, overlap } of pairs) {
    if (overlap < SAME_OVERLAP) break;
    if (continued.has(old) || origins[now]!.kind === 'kept') continue;
    continued.add(old);
    origins[now] = { kind: 'kept', old, overlap };
  }
  const ends: ThemeEnd[] = [];
  for (const [old, row] of shared) {
    if (continued.has(old)) continue;
    const size = oldSizes.get(old) ?? 0;
    let into = -1;
    let texts = 0;
    for (const [now, count] of row) if (count > texts) [into, texts] = [now, count];
    ends.push(
      into >= 0 && texts >= PART_OVERLAP * size
        ? { kind: 'merged', old, into, texts }
        : { kind: 'gone', old, texts: size },
    );
  }
  for (const { old, now, texts } of pairs)
    if (origins[now]!.kind === 'new' && continued.has(old) && texts >= PART_OVERLAP * newSizes[now]!)
      origins[now] = { kind: 'split', from: old, texts };
  return { origins, ends };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What people changed of a set, which its next run keeps. */
export type Corrections = {
  /** texts that were moved by hand: the theme they were moved to, an old one; null: to none */
  moves: ReadonlyMap<string, string | null>;
  /** old themes that were deleted by hand: what continues one is no theme again */
  deleted: ReadonlySet<string>;
  /** old themes that people made: they live as long as a text was moved to them */
  made: ReadonlySet<string>;
};

/** Where a text is in the end: in the theme of the new run, in an old one that a person made, or in none. */
export type FinalPlace = { theme: number } | { made: string } | null;

export type CorrectedRun = {
  /** of each text of the new run */
  places: FinalPlace[];
  /** themes of the new run that are none, since what they continue was deleted */
  dropped: ReadonlySet<number>;
  /** texts that a person moved and that stay so */
  keptMoves: ReadonlySet<string>;
  /** moves whose theme did not survive */
  lostMoves: number;
  /** of the moves kept: how many the run got right by itself */
  rightByItself: number;
  /** against the old run: texts in the same theme, in another one, that are new, and that are in no theme now */
  stayed: number;
  moved: number;
  added: number;
  loose: number;
};

/** Puts what people corrected over what a new run found. */
export function withCorrections(
  before: ReadonlyMap<string, string | null>,
  ids: readonly string[],
  after: ArrayLike<number>,
  { origins }: RunComparison,
  { moves, deleted, made }: Corrections,
): CorrectedRun {
  const dropped = new Set<number>();
  const continuing = new Map<string, number>();
  for (const [theme, origin] of origins.entries()) {
    if (origin.kind !== 'kept') continue;
    if (deleted.has(origin.old)) dropped.add(theme);
    else continuing.set(origin.old, theme);
  }
  const keptMoves = new Set<string>();
  const counts = { lostMoves: 0, rightByItself: 0, stayed: 0, moved: 0, added: 0, loose: 0 };
  const places = ids.map((id, i): FinalPlace => {
    const found = after[i]!;
    let place: FinalPlace = found < 0 || dropped.has(found) ? null : { theme: found };
    const wish = moves.get(id);
    if (wish !== undefined) {
      const theme = wish === null ? -1 : continuing.get(wish);
      if (wish !== null && made.has(wish)) place = { made: wish };
      else if (theme === undefined) counts.lostMoves += 1;
      else {
        if (found === theme || (theme < 0 && place === null)) counts.rightByItself += 1;
        place = theme < 0 ? null : { theme };
      }
      if (theme !== undefined || (wish !== null && made.has(wish))) keptMoves.add(id);
    }
    const was = wish === undefined ? before.get(id) : wish;
    const wasPlaced = was !== null && was !== undefined && !deleted.has(was);
    if (!before.has(id)) counts.added += 1;
    else if (place === null) {
      if (wasPlaced) counts.loose += 1;
      else counts.stayed += 1;
    } else if (wasPlaced && ('made' in place ? place.made === was : continuing.get(was) === place.theme))
      counts.stayed += 1;
    else counts.moved += 1;
    return place;
  });
  return { places, dropped, keptMoves, ...counts };
}
