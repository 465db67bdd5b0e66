import type { Scope } from '../server/core/scope.ts';
import { searchQueryOf } from '../server/domain/intelligence/literal_query.ts';
import {
  contentOf,
  quotedList,
  stemOf,
  tokenise,
  trigramLikeness,
  trigramsOf,
} from '../server/domain/intelligence/words.ts';
import type { Word } from '../server/domain/intelligence/words.ts';

/*
 * The order of searches before decision 0024, kept as the reference of `bench -- duplicates` alone.
 */

/**
 * Words of everyday talk. They tell ideas apart a little, so they are no stop words, but by themselves
 * they make nothing likely: in a small workspace their rarity is chance. As stems.
 */
const EVERYDAY_STEMS = new Set(
  `about after again all already also always another any anybody anyone ask back bad because before best better big both bring
  buy call change check come company customer day different done down each easy end even ever every everybody everything feel
  few find first follow found full get give go going good great had hand happy hard hear help here high hour idea important
  issue just keep kind know last later left less let like little live long look lot low make many may mean might minute month
  more most much must name need never new next nice nobody none nothing now number off offer often ok old once one only open
  option order other out over own part past pay people perhaps person place please point possible problem put question quick
  quite rather read really right run same say see seem send several show side since small some somebody someone something soon
  still stop such sure take talk tell thank thanks thing think those three through time today together tomorrow too try turn two
  under understand until up us use used user very wait want way week well went whole why wish within without word work wrong
  year yes yesterday yet`
    .trim()
    .split(/\s+/)
    .map((word) => stemOf(word)),
);

/** Is the stem one of everyday talk, which alone makes no two texts alike? */
export function isEverydayStem(stem: string): boolean {
  return EVERYDAY_STEMS.has(stem);
}

/**
 * Ranks ideas that the full-text index found for a text again, likeliest duplicate first: BM25 on
 * stemmed words, the text against title and body, fused by rank with the likeness of letter triples
 * of the titles. Measured on real sets of duplicates this beats the index's own order and triples
 * alone (mean reciprocal rank .32 to .81 against .29 to .70).
 */

export type DuplicateCandidate = { id: string; title: string; body: string | null };

export type RankedDuplicate = {
  id: string;
  /** Of the order: 1 when first by words and by letters alike, towards 0 further down. */
  score: number;
  /** How much of the text the candidate covers, 0 to 1; for showing, and for leaving out what is unlike. */
  likeness: number;
  /** Words that both use, as the candidate writes them, most telling first. */
  shared_words: string[];
  /** One sentence for people: why it is offered. */
  reason: string;
};

/** More candidates than this are not looked at; the index gives at most so many. */
export const MAX_CANDIDATES = 200;

const K1 = 1.2;
const B = 0.75;
/** Damping of ranks in the fusion (Cormack, Clarke, Büttcher 2009). */
const RANK_DAMPING = 60;
/** Shorter beginnings of words match too much while someone types. */
const MIN_PREFIX_CHARACTERS = 3;
/** Without a shared word, titles less alike than this are another matter. */
const MIN_LETTERS = 0.2;
const MAX_SHARED_WORDS = 4;
/*
 * What is likely, and not merely the best there is. Measured on the demo workspace (1,514 texts on one of
 * 324 ideas) and on 1,162 texts on quite other matters: of the texts whose idea came first, nine in ten
 * keep it there; of the texts that fit nothing, 7 in 100 have anything likely, without a floor 92. The price
 * is ideas further down: among the first twenty was the right one for 52 texts in 100, now for 25.
 */
/** Rarity of words is told from at least so many ideas, so that in a small workspace no word is common. */
const IDEAS_AT_LEAST = 1000;
/** Cosine of the words' weights. */
const LIKELY_COSINE = 0.14;
/** Part of the title that the text covers. */
const LIKELY_TITLE = 0.2;
/** One shared word is noise in a text of several. */
const LIKELY_SHARED_WORDS = 2;
/** A word of the body says less than one of the title. */
const BODY_WEIGHT = 0.6;
/** Titles whose letters are alike so much are the same, misspelled. */
const LIKELY_LETTERS = 0.45;
const MAX_QUERY_CHARACTERS = 2_000;
const MAX_BODY_CHARACTERS = 6_000;

/** What is known of a candidate's text, whatever it is compared with. */
type KnownText = {
  body: string | null;
  /** words of the title in order, in one form: equal for equal titles */
  plainTitle: string;
  titleTriples: Uint32Array;
  /** of title and body, in order, repeats included */
  words: readonly Word[];
  titleStems: ReadonlySet<string>;
  /** of title and body: how often each stands there, and in which form first */
  stems: ReadonlyMap<string, Occurrence>;
};

type Document = {
  id: string;
  text: KnownText;
  /** for each term of the text: where it stands here; null: not at all */
  found: readonly (Occurrence | null)[];
};

type Occurrence = { count: number; word: string };

/** A term of the text. */
type Term = Word & {
  /** it may be the beginning of a longer word */
  isUnfinished: boolean;
};

/*
 * Who types searches again with each letter, and meets the same ideas: their words are told apart once. Two
 * generations, of which the elder goes when the younger is full: together some 5 MB.
 */
const GENERATION_TEXTS = 500;
const GENERATION_WORDS = 30_000;
/** by title; of ideas with the same one the last is known */
let younger = new Map<string, KnownText>();
let elder: typeof younger = new Map();
let youngerWords = 0;

/** Titles met once. What is met only once is not worth remembering, and costs least when it is given up at once. */
const met = new Set<string>();
const MET_MAX = 1_000;

function knownText(title: string, body: string | null): KnownText {
  let text = younger.get(title);
  if (text?.body === body) return text;
  text = elder.get(title);
  if (text?.body !== body) {
    text = readText(title, body);
    if (!met.delete(title)) {
      if (met.size >= MET_MAX) met.clear();
      met.add(title);
      return text;
    }
  }
  if (younger.size >= GENERATION_TEXTS || youngerWords >= GENERATION_WORDS) {
    elder = younger;
    younger = new Map();
    youngerWords = 0;
  }
  younger.set(title, text);
  youngerWords += text.words.length;
  return text;
}

function readText(title: string, body: string | null): KnownText {
  const titleTokens = tokenise(title);
  const words = contentOf(titleTokens);
  const titleStems = new Set(words.map(({ stem }) => stem));
  if (body !== null && body !== '') contentOf(tokenise(body.slice(0, MAX_BODY_CHARACTERS)), words);
  const stems = new Map<string, Occurrence>();
  for (const { word, stem } of words) {
    const known = stems.get(stem);
    if (known) known.count++;
    else stems.set(stem, { count: 1, word });
  }
  return {
    body,
    plainTitle: titleTokens.join(' '),
    titleTriples: trigramsOf(titleTokens),
    words,
    titleStems,
    stems,
  };
}

function documentOf({ id, title, body }: DuplicateCandidate, terms: readonly Term[]): Document {
  const text = knownText(title, body);
  const found = terms.map(
    ({ word, stem, isUnfinished }) =>
      text.stems.get(stem) ?? (isUnfinished ? begunBy(word, text.words) : null),
  );
  return { id, text, found };
}

/** The first word that begins so, with how often it stands there in any form. */
function begunBy(beginning: string, words: readonly Word[]): Occurrence | null {
  const first = words.find(({ word }) => word.startsWith(beginning));
  if (!first) return null;
  return {
    word: first.word,
    count: words.reduce((count, { stem }) => (stem === first.stem ? count + 1 : count), 0),
  };
}

/** Is a document about what the words say, judged by their rarity among the documents? */
function likelyAmong(
  documents: readonly Document[],
  terms: readonly Term[],
): (document: Document) => boolean {
  const counts = new Map<string, number>();
  for (const { text } of documents)
    for (const stem of text.stems.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const total = Math.max(IDEAS_AT_LEAST, documents.length);
  const weight = (stem: string): number => {
    const count = counts.get(stem) ?? 0;
    return Math.log(1 + (total - count + 0.5) / (count + 0.5));
  };
  const saysMore = terms.some(({ stem }) => !isEverydayStem(stem));
  const textLength = Math.hypot(...terms.map(({ stem }) => weight(stem)));
  return ({ text: { stems, titleStems }, found }) => {
    const shared = terms.filter((_, index) => found[index] !== null);
    if (shared.length === 0 || shared.length < Math.min(LIKELY_SHARED_WORDS, terms.length)) return false;
    if (saysMore && shared.every(({ stem }) => isEverydayStem(stem))) return false;
    const part = (stem: string): number => (titleStems.has(stem) ? 1 : BODY_WEIGHT);
    const length = Math.hypot(...[...stems.keys()].map((stem) => weight(stem) * part(stem)));
    const product = shared.reduce((sum, { stem }) => sum + weight(stem) ** 2 * part(stem), 0);
    const title = [...titleStems].reduce((sum, stem) => sum + weight(stem), 0);
    const covered = shared.reduce((sum, { stem }) => sum + (titleStems.has(stem) ? weight(stem) : 0), 0);
    return product >= LIKELY_COSINE * textLength * length && covered >= LIKELY_TITLE * title;
  };
}

/** Position of each document in an order, from 1; equal values share their mean position. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => b.value - a.value);
  const result = Array.from<number>({ length: values.length });
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && order[to + 1]?.value === order[from]?.value) to++;
    for (let i = from; i <= to; i++) result[order[i]?.index ?? 0] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return result;
}

/**
 * Candidates in order of likeness to a text, best first. Pure: the same input gives the same
 * output; ties keep the order in which the candidates came.
 *
 * @param text a title, or the beginning of one while it is typed; more words do no harm
 * @param candidates at most 200 count; bodies as plain text, null for none
 * @param options isUnfinished: the last word may be the beginning of a longer one; onlyLikely: leaves out
 *   what merely shares a word
 * @returns every candidate that shares a word or looks alike; empty for a text without words
 */
export function rankDuplicates(
  text: string,
  candidates: readonly DuplicateCandidate[],
  { isUnfinished = false, onlyLikely = false }: { isUnfinished?: boolean; onlyLikely?: boolean } = {},
): RankedDuplicate[] {
  const query = text.slice(0, MAX_QUERY_CHARACTERS);
  const tokens = tokenise(query);
  const queryTriples = trigramsOf(tokens);
  if (queryTriples.length === 0) return [];

  const lastWord = tokens.at(-1);
  const endsInWord = isUnfinished && /[\p{L}\p{N}]$/u.test(query);
  const terms: Term[] = [...new Map(contentOf(tokens).map((word) => [word.stem, word])).values()].map(
    ({ word, stem }) => ({
      word,
      stem,
      isUnfinished: endsInWord && word === lastWord && word.length >= MIN_PREFIX_CHARACTERS,
    }),
  );

  const documents = candidates.slice(0, MAX_CANDIDATES).map((candidate) => documentOf(candidate, terms));
  if (documents.length === 0) return [];
  const meanLength = Math.max(
    1,
    documents.reduce((sum, document) => sum + document.text.words.length, 0) / documents.length,
  );

  const idf = terms.map((_, index) => {
    const found = documents.filter((document) => document.found[index] !== null).length;
    return Math.log(1 + (documents.length - found + 0.5) / (found + 0.5));
  });
  const isLikely = onlyLikely ? likelyAmong(documents, terms) : null;
  const totalIdf = idf.reduce((sum, value) => sum + value, 0);

  const results = documents.map((document) => {
    let byWords = 0;
    let covered = 0;
    const shared: { word: string; weight: number }[] = [];
    document.found.forEach((found, index) => {
      if (!found) return;
      const weight = idf[index] ?? 0;
      byWords +=
        (weight * found.count * (K1 + 1)) /
        (found.count + K1 * (1 - B + (B * document.text.words.length) / meanLength));
      covered += weight;
      shared.push({ word: found.word, weight });
    });
    const byLetters = trigramLikeness(queryTriples, document.text.titleTriples);
    shared.sort((a, b) => b.weight - a.weight);
    return {
      document,
      byWords,
      byLetters,
      likeness: Math.max(byLetters, totalIdf > 0 ? covered / totalIdf : 0),
      sharedWords: shared.slice(0, MAX_SHARED_WORDS).map(({ word }) => word),
    };
  });

  const wordRanks = ranks(results.map(({ byWords }) => byWords));
  const letterRanks = ranks(results.map(({ byLetters }) => byLetters));
  const plainQuery = tokens.join(' ');

  return results
    .map(({ document, byWords, byLetters, likeness, sharedWords }, index) => {
      const fused =
        1 / (RANK_DAMPING + (wordRanks[index] ?? 0)) + 1 / (RANK_DAMPING + (letterRanks[index] ?? 0));
      const isSame = plainQuery === document.text.plainTitle;
      const result: RankedDuplicate = {
        id: document.id,
        // The same title comes first, whatever the figures of rank say.
        score: isSame ? 1 : Math.min(0.999, (fused * (RANK_DAMPING + 1)) / 2),
        likeness: isSame ? 1 : Math.min(0.999, likeness),
        shared_words: sharedWords,
        reason: isSame
          ? 'Same title'
          : sharedWords.length > 0
            ? `Both speak of ${quotedList(sharedWords)}`
            : 'Similar wording',
      };
      const isLike = isLikely
        ? byLetters >= LIKELY_LETTERS || isLikely(document)
        : byWords > 0 || byLetters >= MIN_LETTERS;
      return { result, isLike: isSame || isLike };
    })
    .filter(({ isLike }) => isLike)
    .map(({ result }) => result)
    .sort((a, b) => b.score - a.score);
}

/** Ids by the order before decision 0024: two hundred candidates by the index's rank, ranked by their texts. */
export async function searchBefore(
  scope: Scope,
  q: string,
): Promise<{ ids: string[]; rows: DuplicateCandidate[] }> {
  const query = searchQueryOf(q);
  if (query === null || query.text === '') return { ids: [], rows: [] };
  const words = query.text.split(' | ');
  const rows = await scope.read<DuplicateCandidate>({
    text: `select best.suggestion_id::text as id, s.title, c.body
from (select h.suggestion_id, max(ts_rank(h.search, to_tsquery('english', $2))) as rank
      from (select h.* from unnest($3::text[]) as q (text) cross join lateral (select sc.suggestion_id, sc.search from suggestion_contents sc
            where sc.subdomain_id = $1 and sc.search @@ to_tsquery('english', q.text) limit 300) h) h
      group by h.suggestion_id order by rank desc, h.suggestion_id desc limit ${MAX_CANDIDATES}) best
join suggestions s on s.subdomain_id = $1 and s.id = best.suggestion_id
join suggestion_contents c on c.subdomain_id = $1 and c.suggestion_id = s.id
order by best.rank desc, best.suggestion_id desc`,
    values: [
      scope.viewer.subdomain_id,
      query.text,
      [...(words.length > 1 ? [words.join(' & ')] : []), ...words],
    ],
  });
  const ranked = rankDuplicates(q, rows, { isUnfinished: true }).map(({ id }) => id);
  return { ids: [...new Set([...ranked, ...rows.map(({ id }) => id)])], rows };
}
