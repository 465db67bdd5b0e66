/** Numbers that look random and are the same for the same seed: the demo is equal on every machine. */
export type Random = {
  /** A number from 0 up to, not including, 1. */
  next: () => number;
  /** A whole number from 0 up to, not including, `below`. */
  below: (below: number) => number;
  /** One of the items, each as likely as the other. */
  pick: <T>(items: readonly T[]) => T;
  /** True with this likelihood, 0 to 1. */
  chance: (likelihood: number) => boolean;
  /** The items in another order; the list itself stays as it is. */
  shuffle: <T>(items: readonly T[]) => T[];
};

/** The text as a number of 32 bits (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

/**
 * A stream of numbers (mulberry32). Each subject has a stream of its own, so that more ideas do not
 * change the names of the people.
 *
 * @param seed any whole number
 * @param subject what the stream is for
 */
export function randomFor(seed: number, subject: string): Random {
  let state = (hash(subject) ^ Math.imul(seed | 0, 0x9e3779b1)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    chance: (likelihood) => next() < likelihood,
    shuffle: (items) => {
      const result = [...items];
      for (let i = result.length - 1; i > 0; i--) {
        const j = below(i + 1);
        const [a, b] = [result[i], result[j]];
        if (a !== undefined && b !== undefined) [result[i], result[j]] = [b, a];
      }
      return result;
    },
  };
}
