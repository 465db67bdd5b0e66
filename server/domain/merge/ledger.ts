/**
 * What ideas that are merged have in common is united, and can be taken apart again in any order. A merge
 * keeps for each row of the losing idea what the winner held before (`before`), so that the merges of one
 * winner form a chain: what the first leaves is what the next one found.
 */

/** A row of the losing idea, under the key that the winner has it by (a person, a label). */
export interface Moved<R> {
  key: string;
  row: R;
  /** the winner's row of that key before the merge; null: it had none */
  before: R | null;
}

/** Joins the winner's row with a loser's one. `before` null: the loser's row as it is. */
export type Join<R> = (before: R | null, row: R) => R;

/** What a key's row on the winner becomes when a merge is reversed. */
export interface Reversal<R> {
  key: string;
  /** the loser's row */
  row: R;
  /**
   * set: the winner's row becomes what is left without this merge; drop: nothing is left; keep: the winner's
   * row was changed since, and stays; taken: it was taken away since, or taken away and given again, so that
   * the loser's row does not come back.
   */
  outcome: 'keep' | 'set' | 'drop' | 'taken';
  /** with 'set' */
  left: R | null;
}

/** How rows of a kind are told apart. */
export interface Sameness<R> {
  /** as the merges left it */
  isSame: (one: R, other: R) => boolean;
  /** the same row, perhaps changed since; else it was given again */
  isOneRow: (one: R, other: R) => boolean;
}

/**
 * Takes one merge out of the chain of its winner's open merges.
 *
 * @param own what this merge moved
 * @param join joins two rows, in this merge
 * @param later what the winner's later open merges moved, oldest first, and how they join; their `before` is corrected in place
 * @param current the winner's present rows by key
 */
export function reverse<R extends object>(
  own: readonly Moved<R>[],
  join: Join<R>,
  later: readonly { moved: Moved<R>[]; join: Join<R> }[],
  current: ReadonlyMap<string, R>,
  { isSame, isOneRow }: Sameness<R>,
): Reversal<R>[] {
  const laterByKey = later.map((merge) => new Map(merge.moved.map((moved) => [moved.key, moved])));
  return own.map((mine): Reversal<R> => {
    let expected = join(mine.before, mine.row);
    let present: R | null = current.get(mine.key) ?? null;
    let isWhole = true;
    const chain: { moved: Moved<R>; join: Join<R> }[] = [];
    for (const [index, merge] of later.entries()) {
      const moved = laterByKey[index]!.get(mine.key);
      if (!moved) continue;
      if (moved.before === null || !isSame(moved.before, expected)) {
        // the row was changed between the two merges: what the later one found tells how
        [present, isWhole] = [moved.before, false];
        break;
      }
      chain.push({ moved, join: merge.join });
      expected = merge.join(moved.before, moved.row);
    }
    if (present === null || !isOneRow(present, expected))
      return { key: mine.key, row: mine.row, outcome: 'taken', left: null };
    if (!isWhole || !isSame(present, expected))
      return { key: mine.key, row: mine.row, outcome: 'keep', left: null };
    let left = mine.before;
    for (const link of chain) {
      link.moved.before = left;
      left = link.join(left, link.moved.row);
    }
    return { key: mine.key, row: mine.row, outcome: left === null ? 'drop' : 'set', left };
  });
}

/** A person's support, as merges keep it. Times are exact, in UTC: 2026-01-31T12:00:00.123456Z. */
export interface MovedSupport {
  votes: number;
  importance_response_id: string | null;
  channel: string;
  /** null: undated */
  created_at: string | null;
}

/** Votes that one person may give one idea with classic voting (DEC-060). */
const CLASSIC_VOTES = 3;

/**
 * One person's support of both ideas is one: with classic voting its votes add up to three, else one person has
 * one vote; the earlier date stays, and the winner's answer on importance, when there is one (DEC-060, DEC-063).
 */
export function joinSupport(isClassic: boolean): Join<MovedSupport> {
  return (before, row) => {
    if (before === null) return row;
    const dates = [before.created_at, row.created_at].filter((date) => date !== null).sort();
    return {
      votes: isClassic
        ? Math.min(CLASSIC_VOTES, before.votes + row.votes)
        : Math.max(before.votes, row.votes),
      importance_response_id: before.importance_response_id ?? row.importance_response_id,
      channel: before.channel,
      created_at: dates[0] ?? null,
    };
  };
}

/** What the person said about the winner stands, else what they said about the loser. */
export function firstOf<R>(before: R | null, row: R): R {
  return before ?? row;
}
