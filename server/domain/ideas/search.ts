import { htmlToText } from '../../text/html.ts';
import type { SearchHits, RowConditions } from '../../core/entity.ts';
import type { Scope } from '../../core/scope.ts';
import { Writer } from '../../sql/writer.ts';
import {
  operandOf,
  PREFIX,
  SEARCH_CONFIG,
  searchQueryOf,
  tsquerySql,
} from '../intelligence/literal_query.ts';
import type { NearWords, SearchQuery } from '../intelligence/literal_query.ts';
import { CANDIDATES, Hits, HITS_PER_WORD, type Sought } from './search_hits.ts';
import { wholeRarity } from './search_statistics.ts';
import { LIKE_SCORE, queryOf, rankForms, rarityAmong, tellingOf } from '../intelligence/ranking.ts';
import type { Rarity } from '../intelligence/ranking.ts';
import { hashOf, isReadable, textFormOf } from '../intelligence/text_form.ts';
import type { TextForm } from '../intelligence/text_form.ts';
import { contentWords, tokenise } from '../intelligence/words.ts';

export { SEARCH_CONFIG };

/** Hits of a literal search, which the index alone orders. */
const LITERAL_HITS = 2000;
/** Rare words come first; when so many hits are expected of them, the common ones are looked for no more. */
const EXPECTED_HITS = 2000;
/** Words that are looked for however many hits are expected. */
const WORDS_ALWAYS = 2;
/** So many words are planned each by itself in any workspace. */
const WORDS_APART = 4;
/** With more ideas than these, planning each of many words costs less than finding all ideas of a common one. */
const LARGE_WORKSPACE = 10_000;
/** Words that a beginning stands for, the commonest. */
const BEGUN_MAX = 20;
/** What a word that says nothing adds when candidates are chosen. */
const SMALL_WEIGHT = 0.1;
const MAX_BODY_CHARACTERS = 12_000;

/** The tsquery of what was typed; null when it holds no word. */
export const tsqueryOf = searchQueryOf;

/** What the workspace's statistics say of the words of a search. */
interface Vocabulary {
  rarity: Rarity;
  allIdeas: number;
  countOf: (stem: string) => number;
  /** stems that begin like the last word, the commonest first */
  begun: readonly { term: string; count: number }[];
  /** the workspace has more than half of the ideas of all */
  isMost: boolean;
}

interface VocabularyRow {
  ideas_count: number;
  all_ideas_count: number;
  /** ideas of all workspaces as the planner knows them; less than 1: it does not */
  planned_rows: number;
  mean_title_words: number;
  mean_body_words: number;
  counts: Record<string, number>;
  begun: [term: string, count: number][];
}

/** @param beginning the last word; null: it is finished. @returns null while nothing is counted */
async function vocabularyOf(
  scope: Scope,
  stems: readonly string[],
  beginning: string | null,
): Promise<Vocabulary | null> {
  const [row] = await scope.read<VocabularyRow>({
    text: `select st.ideas_count, st.all_ideas_count, st.mean_title_words, st.mean_body_words,
  (select c.reltuples::float8 from pg_class c where c.oid = 'suggestion_contents'::regclass) as planned_rows,
  (select coalesce(json_object_agg(k.term, k.ideas_count), '{}'::json) from search_terms k where k.subdomain_id = $1 and k.term = any($2::text[])) as counts,
  (select coalesce(json_agg(json_build_array(b.term, b.ideas_count)), '[]'::json) from (
    select k.term, k.ideas_count from search_terms k where k.subdomain_id = $1 and k.term >= $3::text and k.term < $4::text order by k.ideas_count desc, k.term limit ${BEGUN_MAX}) b) as begun
from search_statistics st where st.subdomain_id = $1`,
    // no text lies between two empty ones
    values: [
      scope.viewer.subdomain_id,
      stems,
      beginning ?? '',
      beginning === null ? '' : `${beginning}\u{10FFFF}`,
    ],
    isSteady: true,
  });
  if (!row || row.ideas_count === 0) return null;
  const begun = row.begun.map(([term, count]) => ({ term, count }));
  const byStem = new Map([
    ...Object.entries(row.counts),
    ...begun.map(({ term, count }) => [term, count] as const),
  ]);
  const byHash = new Map([...byStem].map(([term, count]) => [hashOf(term), count]));
  return {
    rarity: {
      ideas: row.ideas_count,
      of: (hash) => byHash.get(hash) ?? 0,
      meanTitleWords: Math.max(1, row.mean_title_words),
      meanBodyWords: Math.max(1, row.mean_body_words),
    },
    allIdeas: row.all_ideas_count,
    countOf: (stem) => byStem.get(stem) ?? 0,
    begun,
    isMost: row.planned_rows >= 1 && row.all_ideas_count * 2 > row.planned_rows,
  };
}

/** The words to look for, rarest first; `isAll`: none was left out as too common. */
function soughtOf(query: SearchQuery, vocabulary: Vocabulary | null): { words: Sought[]; isAll: boolean } {
  const words = query.text === '' ? [] : query.text.split(' | ');
  if (vocabulary === null) {
    const sought: Sought[] = words.map((text) => ({ config: SEARCH_CONFIG, text, weight: 1, expected: 0 }));
    if (query.beginning !== null)
      sought.push({ config: 'simple', text: query.beginning, weight: 1, expected: 0 });
    return { words: sought, isAll: true };
  }
  const { rarity, allIdeas, countOf, begun } = vocabulary;
  const share = allIdeas / rarity.ideas;
  const commonest = begun[0]?.count ?? 0;
  const begunHits = begun.reduce((sum, { count }) => sum + count, 0);
  const all = words.map((text): Sought => {
    const stems = contentWords(text).map(({ stem }) => stem);
    if (stems.length === 0) return { config: SEARCH_CONFIG, text, weight: SMALL_WEIGHT, expected: allIdeas };
    const isOpen = text.endsWith(PREFIX);
    const count = Math.max(Math.min(...stems.map(countOf)), isOpen ? commonest : 0);
    return {
      config: SEARCH_CONFIG,
      text,
      weight: tellingOf(rarity.ideas, count),
      expected: (isOpen ? Math.max(begunHits, count) : count) * share,
    };
  });
  if (query.beginning !== null) {
    const weight = tellingOf(rarity.ideas, commonest);
    if (allIdeas <= LARGE_WORKSPACE)
      all.push({ config: 'simple', text: query.beginning, weight, expected: begunHits * share });
    else {
      // half the dictionary begins so: the word itself, and the commonest words of which it is the beginning
      all.push({
        config: 'simple',
        text: query.beginning.slice(0, -PREFIX.length),
        weight: SMALL_WEIGHT,
        expected: allIdeas,
      });
      if (begun.length > 0)
        all.push({
          config: SEARCH_CONFIG,
          text: begun.map(({ term }) => operandOf(term)).join(' | '),
          weight,
          expected: begunHits * share,
        });
    }
  }
  all.sort((a, b) => a.expected - b.expected);
  let hits = 0;
  const chosen = all.filter((word, index) => {
    if (index >= WORDS_ALWAYS && hits >= EXPECTED_HITS) return false;
    hits += Math.min(HITS_PER_WORD, word.expected);
    return true;
  });
  return { words: chosen, isAll: chosen.length === all.length };
}

/** Rarest words of a description that its title lacks. */
const BODY_WORDS = 6;
const BODY_WEIGHT = 0.4;

function soughtInBody(title: string, body: string, rarity: Rarity | null): Sought[] {
  const known = new Set(contentWords(title).map(({ stem }) => stem));
  const further = new Map(
    contentWords(body.slice(0, MAX_BODY_CHARACTERS))
      .filter(({ stem }) => !known.has(stem))
      .map(({ stem, word }) => [stem, word]),
  );
  return (
    [...further]
      .map(([stem, word]) => ({ word, count: rarity?.of(hashOf(stem)) ?? 0 }))
      .sort((a, b) => a.count - b.count || (a.word < b.word ? -1 : 1))
      // a word of one idea alone finds nothing but a chance
      .filter(({ count }) => rarity === null || count > 1)
      .slice(0, BODY_WORDS)
      .map(({ word, count }) => ({
        config: SEARCH_CONFIG,
        text: operandOf(word),
        weight: BODY_WEIGHT * tellingOf(Math.max(1_000, rarity?.ideas ?? 0), count),
        expected: count,
      }))
  );
}

interface CandidateRow {
  id: string;
  form: Buffer | null;
  title: string | null;
  body: string | null;
}

/**
 * Ids of ideas in order of likeness to the text, best first: what the index finds for its rarest words, ranked by
 * words and letters (intelligence/ranking.ts). A literal search (':' in front) keeps the order of the index.
 *
 * @param where conditions on the ideas; asked before hits are counted, so that a narrow filter
 *   beside a common word finds what there is
 * @param options onlyLikely: leaves out what merely shares a word with the text, so that a text that fits
 *   nothing finds nothing; a literal search finds what it finds. isNarrowed: `where` holds filters;
 *   hasMore: whether the workspace has more ideas than so many; not given: it has not;
 *   body: the description of which `q` is the title, as plain text; near: words that no idea holds, with those that
 *   are looked for beside them
 * @returns null when the text holds no word
 */
export async function searchRanked(
  scope: Scope,
  q: string,
  where: RowConditions,
  {
    onlyLikely = false,
    isNarrowed = false,
    hasMore,
    body = null,
    near = {},
  }: {
    onlyLikely?: boolean;
    isNarrowed?: boolean;
    hasMore?: (rows: number) => Promise<boolean>;
    body?: string | null;
    near?: NearWords;
  } = {},
): Promise<SearchHits | null> {
  const query = tsqueryOf(q, near);
  if (query === null) return null;
  if (query.literal) return searchLiterally(scope, query, where);
  const tokens = tokenise(q);
  const beginning = /[\p{L}\p{N}]$/u.test(q.trim()) ? (tokens.at(-1) ?? null) : null;
  const vocabulary = await vocabularyOf(
    scope,
    [
      ...new Set(
        [...contentWords(q), ...contentWords(Object.values(near).flat().join(' '))].map(({ stem }) => stem),
      ),
    ],
    beginning,
  );
  const whole = body === null ? null : await wholeRarity(scope);
  const { words, isAll: isEachSought } = soughtOf(query, vocabulary);
  const typedWords = words.length;
  if (body !== null) words.push(...soughtInBody(q, body, whole));
  const isLarge = async (): Promise<boolean> =>
    vocabulary === null
      ? ((await hasMore?.(LARGE_WORKSPACE)) ?? false)
      : vocabulary.allIdeas > LARGE_WORKSPACE;
  const found = new Hits(scope, {
    query,
    words,
    typedWords,
    begun: vocabulary?.begun.map(({ term }) => term) ?? null,
    where,
    isNarrowed,
    isApart: !isNarrowed && (words.length <= WORDS_APART || (await isLarge())),
    allIdeas: vocabulary?.allIdeas ?? 0,
    isMost: vocabulary?.isMost ?? false,
  });
  // texts are read where the forms do not say enough: which words begin like the last one, and all while nothing is counted
  const texts =
    vocabulary === null
      ? 's.title, left(c.body, ' + MAX_BODY_CHARACTERS + ')'
      : `${beginning === null ? 'null' : 's.title'} as title, null`;
  const { rows, hits } = await found.candidates<CandidateRow>(
    `c.search_form as form, ${texts} as body, c.body_mime_type`,
  );
  const ids = rows.map((row) => row.id);
  // fewer rows than are taken: no word can have had more of them
  const isAll = isEachSought && ids.length < CANDIDATES;
  const forms = await formsOf(scope, rows);
  const begun = beginning === null ? [] : begunBy(beginning, rows, vocabulary);
  const ranked = rankForms(
    queryOf(q, body, whole ?? vocabulary?.rarity ?? rarityAmong([...forms.values()]), begun, near),
    [...forms].map(([id, form]) => ({ id, form })),
  );
  if (onlyLikely)
    return { ids: ranked.filter(({ score }) => score >= LIKE_SCORE).map(({ id }) => id), isAll: true };
  // what the index finds by rules of its own, such as parts of an address, comes last and is not lost
  const allIds = [...new Set([...ranked.map(({ id }) => id), ...ids])];
  if (isAll || isNarrowed) return { ids: allIds, isAll };
  return { ids: allIds, isAll, count: async (cap) => (hits >= cap ? cap : found.count(cap)) };
}

async function searchLiterally(scope: Scope, query: SearchQuery, where: RowConditions): Promise<SearchHits> {
  const w = new Writer(scope.viewer.subdomain_id);
  const tsquery = tsquerySql(query, true, (text) => w.value(text));
  const rows = await scope.read<{ id: string }>({
    text: `select h.suggestion_id::text as id from (select sc.suggestion_id, sc.search from suggestion_contents sc
            join suggestions n on n.subdomain_id = $1 and n.id = sc.suggestion_id
            where sc.subdomain_id = $1 and sc.search @@ ${tsquery} and ${where(w, 'n')} limit ${LITERAL_HITS}) h
      order by ts_rank(h.search, ${tsquery}) desc, h.suggestion_id desc`,
    values: w.values,
  });
  return { ids: rows.map((row) => row.id), isAll: rows.length < LITERAL_HITS };
}

/** The stored forms of candidates, by id; one that is missing is made of the texts. */
async function formsOf(scope: Scope, rows: readonly CandidateRow[]): Promise<Map<string, TextForm>> {
  const missing = rows.filter(({ form }) => !isReadable(form)).map(({ id }) => id);
  const made = new Map<string, TextForm>();
  if (missing.length > 0) {
    const texts = await scope.read<{
      id: string;
      title: string;
      body: string | null;
      body_mime_type: string;
    }>({
      text: `select s.id::text as id, s.title, left(c.body, ${MAX_BODY_CHARACTERS}) as body, c.body_mime_type from suggestions s
join suggestion_contents c on c.subdomain_id = $1 and c.suggestion_id = s.id where s.subdomain_id = $1 and s.id = any($2::bigint[])`,
      values: [scope.viewer.subdomain_id, missing],
    });
    for (const { id, title, body, body_mime_type } of texts)
      made.set(
        id,
        textFormOf(title, body !== null && body_mime_type === 'text/html' ? htmlToText(body) : body),
      );
  }
  return new Map(
    rows.flatMap(({ id, form }) => {
      const known = isReadable(form) ? form : made.get(id);
      return known ? [[id, known] as const] : [];
    }),
  );
}

/** Stems that begin like the last word: those of the statistics, and those that candidates hold of which these do not know yet. */
function begunBy(beginning: string, rows: readonly CandidateRow[], vocabulary: Vocabulary | null): string[] {
  const stems = new Set(vocabulary?.begun.map(({ term }) => term));
  for (const { title, body } of rows) {
    for (const text of [title, body]) {
      if (text === null || !text.toLowerCase().includes(beginning)) continue;
      for (const { word, stem } of contentWords(text)) if (word.startsWith(beginning)) stems.add(stem);
    }
    if (stems.size >= 2 * BEGUN_MAX) break;
  }
  return [...stems];
}

/**
 * SQL of the search vector of an idea: word forms weighted by place, and the plain words for
 * literal and prefix searches. `title` and `body` are SQL expressions of plain text: what stands between angle
 * brackets is words as well, which PostgreSQL would pass over as the mark of a markup language.
 */
export function searchVectorSql(title: string, body: string): string {
  const part = (config: string, text: string, weight: string): string =>
    `setweight(to_tsvector('${config}', translate(coalesce(${text}, ''), '<', ' ')), '${weight}')`;
  return `(${[part(SEARCH_CONFIG, title, 'A'), part(SEARCH_CONFIG, body, 'B'), part('simple', title, 'A'), part('simple', body, 'B')].join(' || ')})`;
}
