import type { Found, RowConditions } from '../../core/entity.ts';
import type { Scope } from '../../core/scope.ts';
import { Writer } from '../../core/writer.ts';
import { rankDuplicates } from '../intelligence/duplicates.ts';
import { searchQueryOf } from '../intelligence/literal_query.ts';

/** Text search configuration of word forms; the vector holds the plain words besides, for literal searches. */
export const SEARCH_CONFIG = 'english';

/** Candidates that go to the finer ranking (design: intelligence). */
const CANDIDATES = 200;
/** Hits of a literal search, which the index alone orders. */
const LITERAL_HITS = 2000;
/** Hits taken for each word, so that a common word cannot crowd out a rare one. */
const HITS_PER_WORD = 300;
/** So many words are planned each by itself in any workspace. */
const WORDS_APART = 4;
/** With more ideas than these, planning each of many words costs less than finding all ideas of a common one. */
const LARGE_WORKSPACE = 10_000;
/** End of a word that may be the beginning of a longer one. */
const PREFIX = ':*';

/** The tsquery of what was typed; null when it holds no word. */
export const tsqueryOf = searchQueryOf;

/**
 * Ids of ideas in order of likeness to the text, best first: the index's best by any word, ranked
 * again by BM25 and letter triples. A literal search (':' in front) keeps the order of the index.
 *
 * @param where conditions on the ideas; asked before hits are counted, so that a narrow filter
 *   beside a common word finds what there is
 * @param options onlyLikely: leaves out what merely shares a word with the text, so that a text that fits
 *   nothing finds nothing; a literal search finds what it finds. isNarrowed: `where` holds filters;
 *   hasMore: whether the workspace has more ideas than so many; not given: it has not
 * @returns null when the text holds no word
 */
export async function searchRanked(scope: Scope, q: string, where: RowConditions, { onlyLikely = false, isNarrowed = false, hasMore }: { onlyLikely?: boolean; isNarrowed?: boolean; hasMore?: (rows: number) => Promise<boolean> } = {}): Promise<Found | null> {
  const query = tsqueryOf(q);
  if (query === null) return null;
  const words = query.text.split(' | ');
  const config = query.literal ? 'simple' : SEARCH_CONFIG;
  const w = new Writer(scope.viewer.subdomain_id);
  const whole = w.value(query.text);
  const hits = query.literal ? LITERAL_HITS : HITS_PER_WORD;
  const hitsOf = (place: string, further = ''): string => `(select sc.suggestion_id, sc.search from suggestion_contents sc
            join suggestions n on n.subdomain_id = $1 and n.id = sc.suggestion_id
            where sc.subdomain_id = $1 and sc.search @@ to_tsquery('${config}', ${place}) and ${where(w, 'n')}${further} limit ${hits})`;
  // The planner knows how common a word is that stands by itself: the hits of a common one are found sooner by
  // passing over ideas than by collecting all of them from the index. Planning many words costs more than that
  // saves, and beside a filter the planner misjudges rare ones.
  const isApart = !query.literal && !isNarrowed && (words.length <= WORDS_APART || ((await hasMore?.(LARGE_WORKSPACE)) ?? false));
  // all words at once besides: of common words the idea that has them all could be missed
  const together = words.length > 1 && !query.literal ? [words.join(' & ')] : [];
  const found = isApart
    ? apart(w, words, hits, hitsOf)
    : `select h.* from unnest(${w.value(query.literal ? [query.text] : [...together, ...words])}::text[]) as q (text) cross join lateral ${hitsOf('q.text')} h`;
  const text = `select best.suggestion_id::text as id, s.title, c.body
from (select h.suggestion_id, max(ts_rank(h.search, to_tsquery('${config}', ${whole}))) as rank
      from (${found}) h
      group by h.suggestion_id order by rank desc, h.suggestion_id desc limit ${query.literal ? LITERAL_HITS : CANDIDATES}) best
join suggestions s on s.subdomain_id = $1 and s.id = best.suggestion_id
join suggestion_contents c on c.subdomain_id = $1 and c.suggestion_id = s.id
order by best.rank desc, best.suggestion_id desc`;
  const rows = await scope.read<{ id: string; title: string; body: string | null }>({ text, values: w.values });
  const ids = rows.map((row) => row.id);
  // fewer rows than are taken: no word can have had more of them
  const isAll = ids.length < (query.literal ? LITERAL_HITS : CANDIDATES);
  if (query.literal) return { ids, isAll };
  const ranked = rankDuplicates(q, rows, { isUnfinished: true, onlyLikely }).map((match) => match.id);
  if (onlyLikely) return { ids: ranked, isAll: true };
  // what the index finds by rules of its own, such as parts of an address, comes last and is not lost
  return { ids: [...new Set([...ranked, ...ids])], isAll };
}

/**
 * Hits of each word by itself. The last one is looked for as typed, and as the beginning of others only when that
 * finds too few: all beginnings are collected first. An idea with all the words is among them already, unless each
 * word had more hits than are taken: only then all are looked for at once, which passes over every idea with any of them.
 */
function apart(w: Writer, words: readonly string[], hits: number, hitsOf: (place: string, further?: string) => string): string {
  const last = words.at(-1)!;
  const isBeginning = last.endsWith(PREFIX);
  const wholeWords = isBeginning ? [...words.slice(0, -1), last.slice(0, -PREFIX.length)] : words;
  const count = (name: string): string => `(select count(*) from ${name})`;
  const names = wholeWords.map((_, index) => `word_${index}`);
  const parts = wholeWords.map((word, index) => `word_${index} as materialized ${hitsOf(w.value(word))}`);
  const lastName = names.at(-1)!;
  const taken = names.map((name) => `select * from ${name}`);
  if (isBeginning) {
    parts.push(`begun as materialized ${hitsOf(w.value(last), ` and ${count(lastName)} < ${hits}`)}`);
    taken.push('select * from begun');
  }
  if (words.length > 1) {
    const others = names.slice(0, -1).map((name) => `${count(name)} = ${hits}`).join(' and ');
    taken.push(hitsOf(w.value(wholeWords.join(' & ')), ` and ${others} and ${count(lastName)} = ${hits}`));
    if (isBeginning) taken.push(hitsOf(w.value(words.join(' & ')), ` and ${others} and ${count('begun')} = ${hits}`));
  }
  return `with ${parts.join(', ')} ${taken.join(' union all ')}`;
}

/**
 * SQL of the search vector of an idea: word forms weighted by place, and the plain words for
 * literal and prefix searches. `title` and `body` are SQL expressions of plain text: what stands between angle
 * brackets is words as well, which PostgreSQL would pass over as the mark of a markup language.
 */
export function searchVectorSql(title: string, body: string): string {
  const part = (config: string, text: string, weight: string): string => `setweight(to_tsvector('${config}', translate(coalesce(${text}, ''), '<', ' ')), '${weight}')`;
  return `(${[part(SEARCH_CONFIG, title, 'A'), part(SEARCH_CONFIG, body, 'B'), part('simple', title, 'A'), part('simple', body, 'B')].join(' || ')})`;
}
