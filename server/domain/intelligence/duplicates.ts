import { compareWhole, tellingOf, type Rarity } from './ranking.ts';
import { hashOf, plainTitleOf, type TextForm } from './text_form.ts';
import { contentWords, quotedList, trigramLikeness, trigrams, type Word } from './words.ts';

/**
 * Tells ideas that ask for the same from ideas that merely share a word: their whole texts must be alike, or their
 * titles written almost alike. Unlike the ranking of likely matches while somebody types, which orders whatever there
 * is, this says nothing where nothing is alike.
 */

export interface DuplicateCandidate {
  id: string;
  title: string;
  /** plain text; null: none */
  body: string | null;
  form: TextForm;
}

export interface Double {
  id: string;
  /** cosine of the whole texts, or how alike the letters of the titles are, 0 to 1 */
  likeness: number;
  /** one sentence for people: why it is offered */
  reason: string;
}

/** Cosine of whole texts from which two ideas are offered: one in two is a double, or better (decision 0024). */
const COSINE_MIN = 0.6;
/** Titles written almost alike need no shared word: misspellings, compounds. */
const LETTERS_MIN = 0.62;
const MAX_SHARED_WORDS = 3;
/** Words of one title alone that the reason names. */
const MAX_OWN_WORDS = 2;
const MAX_BODY_CHARACTERS = 6_000;

/**
 * Which of the candidates ask for the same as an idea, likeliest first; ties by id, the older first. Pure: the same
 * input gives the same output.
 *
 * @param candidates what a search found; the idea itself is passed over
 * @param rarity of the workspace's words
 * @param raisedBy how much more alike than usual ideas have to be, where people refuse most of what is offered
 */
export function likelyDuplicates(
  idea: DuplicateCandidate,
  candidates: readonly DuplicateCandidate[],
  rarity: Rarity,
  raisedBy = 0,
): Double[] {
  const likenessTo = compareWhole(idea.form, rarity);
  const triples = trigrams(idea.title);
  const plainTitle = plainTitleOf(idea.form);
  return candidates
    .flatMap((other): { other: DuplicateCandidate; likeness: number; isSame: boolean }[] => {
      if (other.id === idea.id) return [];
      if (plainTitle !== 0 && plainTitle === plainTitleOf(other.form))
        return [{ other, likeness: 1, isSame: true }];
      const cosine = likenessTo(other.form);
      const letters = trigramLikeness(triples, trigrams(other.title));
      if (cosine < COSINE_MIN + raisedBy && letters < LETTERS_MIN + raisedBy) return [];
      return [{ other, likeness: Math.min(0.999, Math.max(cosine, letters)), isSame: false }];
    })
    .sort((a, b) => b.likeness - a.likeness || (BigInt(a.other.id) < BigInt(b.other.id) ? -1 : 1))
    .map(({ other, likeness, isSame }) => ({
      id: other.id,
      likeness,
      reason: isSame ? 'Same title' : reasonOf(idea, other, rarity),
    }));
}

/** What both speak of, and what only one of the titles does, the most telling words first. The pair is read from either side: the ideas are told apart by their age. */
function reasonOf(idea: DuplicateCandidate, other: DuplicateCandidate, rarity: Rarity): string {
  const [older, younger] = BigInt(idea.id) < BigInt(other.id) ? [idea, other] : [other, idea];
  const all = ({ title, body }: DuplicateCandidate): Set<string> =>
    new Set(
      [...contentWords(title), ...contentWords((body ?? '').slice(0, MAX_BODY_CHARACTERS))].map(
        ({ stem }) => stem,
      ),
    );
  const [inOlder, inYounger] = [all(older), all(younger)];
  const telling = (words: readonly Word[], wanted: (stem: string) => boolean, most: number): string[] =>
    [...new Map(words.map(({ stem, word }) => [stem, word]))]
      .filter(([stem]) => wanted(stem))
      .map(([stem, word]) => ({ word, weight: tellingOf(rarity.ideas, rarity.of(hashOf(stem))) }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, most)
      .map(({ word }) => word);
  const [ofOlder, ofYounger] = [contentWords(older.title), contentWords(younger.title)];
  const shared = telling(
    [...ofOlder, ...ofYounger],
    (stem) => inOlder.has(stem) && inYounger.has(stem),
    MAX_SHARED_WORDS,
  );
  const onlyOlder = telling(ofOlder, (stem) => !inYounger.has(stem), MAX_OWN_WORDS);
  const onlyYounger = telling(ofYounger, (stem) => !inOlder.has(stem), MAX_OWN_WORDS);
  return [
    shared.length > 0 ? `Both speak of ${quotedList(shared)}` : 'Almost the same title',
    ...(onlyOlder.length > 0 ? [`Only the older one: ${quotedList(onlyOlder)}`] : []),
    ...(onlyYounger.length > 0 ? [`Only the younger one: ${quotedList(onlyYounger)}`] : []),
  ].join('. ');
}
