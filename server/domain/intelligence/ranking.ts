import { contentOf, stemOf, tokenise } from './words.ts';
import type { Word } from './words.ts';
import {
  bodyWordsOf,
  DAMPED,
  hashOf,
  inBodyAt,
  inTitleAt,
  LETTER_BUCKETS,
  letterAt,
  letterCounts,
  lettersOf,
  placeOf,
  plainTitleHash,
  plainTitleOf,
  stemAt,
  stemsOf,
  titleWordsOf,
} from './text_form.ts';
import type { NearWords } from './literal_query.ts';
import type { TextForm } from './text_form.ts';

/**
 * Orders ideas by how much they are about a text: words by BM25 over title and body, with the rarity of words in the
 * whole workspace, plus the likeness of the titles' letters; both on an absolute scale, so that a score says as much
 * of one search as of another (decision 0024).
 */

/** What a workspace's texts say of words. */
export interface Rarity {
  /** ideas that were looked at */
  ideas: number;
  /** in how many of them the stem of that hash stands; 0: in none */
  of: (hash: number) => number;
  meanTitleWords: number;
  meanBodyWords: number;
}

export interface Candidate {
  id: string;
  form: TextForm;
}

export interface Ranked {
  id: string;
  /** 0: nothing in common; about 1: the title says the same; more with a description that is alike */
  score: number;
}

/** A score from which an idea is worth showing as like a text (decision 0024). */
export const LIKE_SCORE = 0.2;

const K1 = 1.2;
const TITLE_WEIGHT = 2;
const TITLE_LENGTH = 0.75;
const BODY_LENGTH = 0.9;
const LETTERS_WEIGHT = 0.3;
const BODY_TERMS = 40;
const BODY_TERM_WEIGHT = 0.4;
const WHOLE_WEIGHT = 1;
const MAX_QUERY_CHARACTERS = 2_000;
/** above every score of words: the same title comes first */
const SAME_TITLE = 10;

interface Term {
  hash: number;
  weight: number;
  /** stems of the longer words that it may be the beginning of; the best of all counts */
  begun: readonly number[];
  begunWeight: number;
}

/** A text to compare with, made ready once for all candidates. */
export interface Query {
  terms: readonly Term[];
  /** best sum that a text could reach */
  best: number;
  letters: Float64Array | null;
  lettersLength: number;
  plainTitle: number;
  /** weights of the whole text's stems, where it has a description; null: it has none */
  whole: ReadonlyMap<number, number> | null;
  wholeLength: number;
  rarity: Rarity;
}

/** How much a word tells, by the number of ideas that hold it. */
export function tellingOf(ideas: number, count: number): number {
  const known = Math.min(count, ideas);
  return Math.log(1 + (ideas - known + 0.5) / (known + 0.5));
}

/**
 * Makes a text ready to be compared.
 *
 * @param body of what is compared; null: none
 * @param begun stems of longer words that the last word may become, while somebody types; empty: it is finished
 * @param near words that no idea holds, each with those that stand for it (decision 0033)
 */
export function queryOf(
  title: string,
  body: string | null,
  rarity: Rarity,
  begun: readonly string[] = [],
  near: NearWords = {},
): Query {
  const tokens = tokenise(title.slice(0, MAX_QUERY_CHARACTERS));
  const words = contentOf(tokens);
  const telling = (hash: number): number => tellingOf(rarity.ideas, rarity.of(hash));
  const terms: Term[] = [];
  const own = new Set(words.map(({ stem }) => hashOf(stem)));
  const last = tokens.at(-1);
  const lastWord = words.at(-1);
  const open = begun.length > 0 && last !== undefined ? begun.map(hashOf) : [];
  const openOwn = lastWord !== undefined && lastWord.word === last ? hashOf(lastWord.stem) : null;
  const standIns = new Map(
    words
      .filter(({ word }) => Object.hasOwn(near, word))
      .map(({ word, stem }) => [hashOf(stem), near[word]!.map((other) => hashOf(stemOf(other)))]),
  );
  for (const hash of own) {
    if (open.length > 0 && hash === openOwn) continue;
    const others = standIns.get(hash) ?? [];
    // as telling as the commonest that stands for it: an error makes no word rare
    const weight = others.length === 0 ? telling(hash) : Math.min(...others.map(telling));
    terms.push({ hash, weight, begun: others, begunWeight: weight });
  }
  if (open.length > 0) {
    // as telling as the commonest of them: a beginning says no more; where the word itself is known, it says what it says
    const begunWeight = Math.min(...open.map(telling));
    const isKnown = openOwn !== null && rarity.of(openOwn) > 0;
    terms.push({
      hash: openOwn ?? open[0]!,
      weight: isKnown ? telling(openOwn) : begunWeight,
      begun: open.filter((hash) => hash !== openOwn),
      begunWeight,
    });
  }
  let best = terms.reduce((sum, { weight }) => sum + weight * (K1 + 1), 0);

  let whole: Map<number, number> | null = null;
  let wholeLength = 0;
  const bodyWords = body === null || body === '' ? [] : contentOf(tokenise(body.slice(0, 6_000)));
  if (bodyWords.length > 0) {
    const further = [...new Set(bodyWords.map(({ stem }) => hashOf(stem)))].filter((hash) => !own.has(hash));
    for (const { hash, weight } of further
      .map((hash) => ({ hash, weight: telling(hash) }))
      .sort((a, b) => b.weight - a.weight || a.hash - b.hash)
      .slice(0, BODY_TERMS)) {
      terms.push({ hash, weight: weight * BODY_TERM_WEIGHT, begun: [], begunWeight: 0 });
    }
    whole = wholeOf(words, bodyWords, telling);
    wholeLength = Math.hypot(...whole.values());
  }
  if (best === 0) best = 1;

  const counts = letterCounts(words);
  const letters = counts.size === 0 ? null : new Float64Array(LETTER_BUCKETS);
  let squares = 0;
  for (const [bucket, count] of counts) {
    const weight = DAMPED[Math.min(15, count)]!;
    letters![bucket] = weight;
    squares += weight * weight;
  }
  return {
    terms,
    best,
    letters,
    lettersLength: Math.sqrt(squares),
    plainTitle: plainTitleHash(tokens),
    whole,
    wholeLength,
    rarity,
  };
}

/** Weights of a whole text: its title counts twice. */
function wholeOf(
  title: readonly Word[],
  body: readonly Word[],
  telling: (hash: number) => number,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { stem } of title) counts.set(hashOf(stem), (counts.get(hashOf(stem)) ?? 0) + 2);
  for (const { stem } of body) counts.set(hashOf(stem), (counts.get(hashOf(stem)) ?? 0) + 1);
  return new Map([...counts].map(([hash, count]) => [hash, DAMPED[Math.min(1_023, count)]! * telling(hash)]));
}

/** How much one idea is about a text. */
export function scoreOf(query: Query, form: TextForm): number {
  const stems = stemsOf(form);
  const titlePart =
    TITLE_WEIGHT / (1 - TITLE_LENGTH + (TITLE_LENGTH * titleWordsOf(form)) / query.rarity.meanTitleWords);
  const bodyPart = 1 / (1 - BODY_LENGTH + (BODY_LENGTH * bodyWordsOf(form)) / query.rarity.meanBodyWords);
  let sum = 0;
  const saturated = (hash: number): number => {
    const place = placeOf(form, stems, hash);
    if (place < 0) return 0;
    const frequency = inTitleAt(form, stems, place) * titlePart + inBodyAt(form, stems, place) * bodyPart;
    return ((K1 + 1) * frequency) / (frequency + K1);
  };
  for (const { hash, weight, begun, begunWeight } of query.terms) {
    let part = weight * saturated(hash);
    for (const other of begun) part = Math.max(part, begunWeight * saturated(other));
    sum += part;
  }
  let score = sum / query.best;
  if (query.letters !== null) score += LETTERS_WEIGHT * lettersLikeness(query, form, stems);
  if (query.whole !== null) score += WHOLE_WEIGHT * wholeLikeness(query, form, stems);
  return query.plainTitle !== 0 && query.plainTitle === plainTitleOf(form) ? SAME_TITLE + score : score;
}

function lettersLikeness({ letters, lettersLength }: Query, form: TextForm, stems: number): number {
  let product = 0;
  let squares = 0;
  const count = lettersOf(form);
  for (let i = 0; i < count; i++) {
    const letter = letterAt(form, stems, i);
    const weight = DAMPED[letter & 15]!;
    product += weight * letters![letter >> 4]!;
    squares += weight * weight;
  }
  return product === 0 ? 0 : product / (lettersLength * Math.sqrt(squares));
}

/** Cosine of the whole texts of a query with a description and of an idea, 0 to 1. */
export function wholeLikeness({ whole, wholeLength, rarity }: Query, form: TextForm, stems: number): number {
  if (whole === null || wholeLength === 0) return 0;
  let product = 0;
  let squares = 0;
  for (let i = 0; i < stems; i++) {
    const hash = stemAt(form, i);
    const weight =
      DAMPED[2 * inTitleAt(form, stems, i) + inBodyAt(form, stems, i)]! *
      tellingOf(rarity.ideas, rarity.of(hash));
    squares += weight * weight;
    const own = whole.get(hash);
    if (own !== undefined) product += own * weight;
  }
  return product === 0 ? 0 : product / (wholeLength * Math.sqrt(squares));
}

/** Weights of a stored form's stems; its title counts twice. */
function weightsOf(form: TextForm, rarity: Rarity): Map<number, number> {
  const stems = stemsOf(form);
  const weights = new Map<number, number>();
  for (let i = 0; i < stems; i++) {
    const hash = stemAt(form, i);
    weights.set(
      hash,
      DAMPED[2 * inTitleAt(form, stems, i) + inBodyAt(form, stems, i)]! *
        tellingOf(rarity.ideas, rarity.of(hash)),
    );
  }
  return weights;
}

/** Compares one text with others as wholes: the cosine of their words' weights, 0 to 1; the same from either side. */
export function compareWhole(form: TextForm, rarity: Rarity): (other: TextForm) => number {
  const own = weightsOf(form, rarity);
  const length = Math.hypot(...own.values());
  return (other) => {
    const weights = weightsOf(other, rarity);
    let product = 0;
    for (const [hash, weight] of weights) product += weight * (own.get(hash) ?? 0);
    return product === 0 ? 0 : product / (length * Math.hypot(...weights.values()));
  };
}

/**
 * Candidates by their score, best first; ties by id, the younger first.
 * @returns only what has anything in common with the text
 */
export function rankForms(query: Query, candidates: readonly Candidate[]): Ranked[] {
  return candidates
    .map(({ id, form }) => ({ id, score: scoreOf(query, form) }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.id.length === b.id.length ? (a.id < b.id ? 1 : -1) : b.id.length - a.id.length),
    );
}

/** The rarity of words among some ideas alone, where a workspace's statistics are not made yet; no word is common among few. */
export function rarityAmong(forms: readonly TextForm[], ideasAtLeast = 1_000): Rarity {
  const counts = new Map<number, number>();
  let titleWords = 0;
  let bodyWords = 0;
  for (const form of forms) {
    const stems = stemsOf(form);
    for (let i = 0; i < stems; i++) counts.set(stemAt(form, i), (counts.get(stemAt(form, i)) ?? 0) + 1);
    titleWords += titleWordsOf(form);
    bodyWords += bodyWordsOf(form);
  }
  const many = Math.max(1, forms.length);
  return {
    ideas: Math.max(ideasAtLeast, forms.length),
    of: (hash) => counts.get(hash) ?? 0,
    meanTitleWords: Math.max(1, titleWords / many),
    meanBodyWords: Math.max(1, bodyWords / many),
  };
}
