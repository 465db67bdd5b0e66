import type { Scope } from '../../core/scope.ts';

/** Text search configuration of word forms; the vector holds the plain words besides, for literal searches. */
export const SEARCH_CONFIG = 'english';

/** Candidates that the index gives to the finer ranking (design: intelligence). */
const CANDIDATES = 200;
/** Hits that are ranked in SQL at all. */
const HITS = 2000;

const WORD = /[\p{L}\p{N}]+/gu;
const WORDS_MAX = 64;

/**
 * The tsquery of what was typed; null when it holds no word. A leading ':' asks for all words
 * literally, each as a beginning (DEC-021); otherwise any word in any form counts.
 */
export function tsqueryOf(q: string): { literal: boolean; text: string } | null {
  const literal = q.startsWith(':');
  const words = [...new Set(q.toLowerCase().match(WORD) ?? [])].slice(0, WORDS_MAX);
  if (words.length === 0) return null;
  return literal ? { literal, text: words.map((word) => `${word}:*`).join(' & ') } : { literal, text: words.join(' | ') };
}

/**
 * Ids of ideas in order of likeness to the text, best first: the index's best by any word, ranked
 * again by BM25 and letter triples. A literal search (':' in front) keeps the order of the index.
 */
export async function searchRanked(scope: Scope, q: string): Promise<string[]> {
  const query = tsqueryOf(q);
  if (query === null) return [];
  const config = query.literal ? 'simple' : SEARCH_CONFIG;
  const rows = await scope.read<{ id: string; title: string; body: string | null }>({
    text: `select s.id::text as id, s.title, c.body
from (select h.suggestion_id, ts_rank(h.search, to_tsquery('${config}', $2)) as rank
      from (select sc.suggestion_id, sc.search from suggestion_contents sc
            where sc.subdomain_id = $1 and sc.search @@ to_tsquery('${config}', $2) limit ${HITS}) h
      order by rank desc, h.suggestion_id desc limit ${CANDIDATES}) best
join suggestions s on s.subdomain_id = $1 and s.id = best.suggestion_id
join suggestion_contents c on c.subdomain_id = $1 and c.suggestion_id = s.id
order by best.rank desc, s.id desc`,
    values: [scope.viewer.subdomain_id, query.text],
  });
  return rows.map((row) => row.id);
}

/**
 * SQL of the search vector of an idea: word forms weighted by place, and the plain words for
 * literal and prefix searches. `title` and `body` are SQL expressions of plain text.
 */
export function searchVectorSql(title: string, body: string): string {
  return `(setweight(to_tsvector('${SEARCH_CONFIG}', coalesce(${title}, '')), 'A') || setweight(to_tsvector('${SEARCH_CONFIG}', coalesce(${body}, '')), 'B') || setweight(to_tsvector('simple', coalesce(${title}, '')), 'A') || setweight(to_tsvector('simple', coalesce(${body}, '')), 'B'))`;
}
