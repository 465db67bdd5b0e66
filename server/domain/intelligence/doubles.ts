import { contentWords, quotedList, tokenise, trigramLikeness, trigrams } from './words.ts';

/**
 * Tells ideas that ask for the same from ideas that merely share a word: both titles must be covered by
 * the other idea. Unlike the ranking of likely matches while somebody types, which orders whatever there is,
 * this says nothing where nothing is alike.
 */

export interface DuplicateCandidate {
  id: string;
  title: string;
  /** plain text; null: none */
  body: string | null;
}

export interface Double {
  id: string;
  /** how much of both titles the other idea covers, 0 to 1 */
  likeness: number;
  /** one sentence for people: why it is offered */
  reason: string;
}

/** Rarity of words is told from at least so many ideas, so that a small workspace finds no word common. */
const IDEAS_AT_LEAST = 1000;
/** A word of the title that stands in the other idea's description alone covers less. */
const IN_BODY = 0.6;
/** Measured on a labelled set (doubles.test.ts): less alike than this is mostly another matter. */
const LIKENESS_MIN = 0.52;
/** Titles written almost alike need no shared word: misspellings, compounds. */
const LETTERS_MIN = 0.62;
/** One shared word is no matter, however rare. */
const SHARED_WORDS_MIN = 2;
const MAX_SHARED_WORDS = 3;
/** Words of one title alone that the reason names. */
const MAX_OWN_WORDS = 2;
const MAX_BODY_CHARACTERS = 6_000;

interface Read {
  id: string;
  plainTitle: string;
  triples: Uint32Array;
  /** stem -> word as it stands */
  title: Map<string, string>;
  all: Set<string>;
}

function read({ id, title, body }: DuplicateCandidate): Read {
  const words = contentWords(title);
  return {
    id,
    plainTitle: tokenise(title).join(' '),
    triples: trigrams(title),
    title: new Map(words.map(({ stem, word }) => [stem, word])),
    all: new Set([...words, ...contentWords((body ?? '').slice(0, MAX_BODY_CHARACTERS))].map(({ stem }) => stem)),
  };
}

/**
 * Which of the candidates ask for the same as an idea, likeliest first. Pure: the same input gives the same output.
 *
 * @param idea with its description as plain text
 * @param candidates what a search found; the idea itself is passed over
 * @param raisedBy how much more alike than usual ideas have to be, where people refuse most of what is offered
 */
export function likelyDoubles(idea: DuplicateCandidate, candidates: readonly DuplicateCandidate[], raisedBy = 0): Double[] {
  const own = read(idea);
  const others = candidates.filter(({ id }) => id !== idea.id).map(read);
  const total = Math.max(IDEAS_AT_LEAST, others.length);
  const counts = new Map<string, number>();
  for (const other of others) for (const stem of other.all) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weight = (stem: string): number => {
    const found = counts.get(stem) ?? 0;
    return Math.log(1 + (total - found + 0.5) / (found + 0.5));
  };
  /** Part of one title's weight that stands in the other idea. */
  const covered = (one: Read, other: Read): number => {
    let all = 0;
    let there = 0;
    for (const stem of one.title.keys()) {
      const value = weight(stem);
      all += value;
      if (other.title.has(stem)) there += value;
      else if (other.all.has(stem)) there += value * IN_BODY;
    }
    return all === 0 ? 0 : there / all;
  };
  return others
    .flatMap((other): Double[] => {
      if (own.plainTitle !== '' && own.plainTitle === other.plainTitle) return [{ id: other.id, likeness: 1, reason: 'Same title' }];
      const letters = trigramLikeness(own.triples, other.triples);
      const likeness = Math.min(0.999, Math.max(Math.sqrt(covered(own, other) * covered(other, own)), letters));
      const shared = [...own.title].filter(([stem]) => other.all.has(stem)).sort(([a], [b]) => weight(b) - weight(a));
      const back = [...other.title.keys()].filter((stem) => own.all.has(stem));
      const sharedCount = new Set([...shared.map(([stem]) => stem), ...back]).size;
      if (letters < LETTERS_MIN + raisedBy && (likeness < LIKENESS_MIN + raisedBy || sharedCount < SHARED_WORDS_MIN)) return [];
      const words = (shared.length > 0 ? shared.map(([, word]) => word) : back.map((stem) => other.title.get(stem)!)).slice(0, MAX_SHARED_WORDS);
      const alone = (one: Read, two: Read): string[] =>
        [...one.title].filter(([stem]) => !two.all.has(stem)).sort(([a], [b]) => weight(b) - weight(a)).slice(0, MAX_OWN_WORDS).map(([, word]) => word);
      // the pair is read from either side: the ideas are told apart by their age
      const [older, younger] = BigInt(own.id) < BigInt(other.id) ? [alone(own, other), alone(other, own)] : [alone(other, own), alone(own, other)];
      const reason = [
        words.length > 0 ? `Both speak of ${quotedList(words)}` : 'Almost the same title',
        ...(older.length > 0 ? [`Only the older one: ${quotedList(older)}`] : []),
        ...(younger.length > 0 ? [`Only the younger one: ${quotedList(younger)}`] : []),
      ].join('. ');
      return [{ id: other.id, likeness, reason }];
    })
    .sort((a, b) => b.likeness - a.likeness);
}
