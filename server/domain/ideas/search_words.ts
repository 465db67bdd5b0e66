import { sql } from 'kysely';
import { htmlToText } from '../../text/html.ts';
import type { SearchedWords } from '../../core/entity.ts';
import type { Scope } from '../../core/scope.ts';
import type { Statement } from '../../sql/writer.ts';
import type { Tx } from '../../sql/kysely.ts';
import { hitPattern } from '../intelligence/literal_query.ts';
import {
  isComparable,
  LEAST_LETTERS_TYPED,
  LEAST_LETTERS_BEGUN,
  nearestOf,
  variantsOf,
} from '../intelligence/near_words.ts';
import { isStopWord, stemOf, tokenise } from '../intelligence/words.ts';

/*
 * The words of a workspace's ideas, kept in the background: a word of a search that no idea holds is extended by those that
 * differ from it by one typing error (decision 0033). New words are noted with the search for duplicates, which reads each
 * text that is new or changed anyway; how many ideas hold a word is told by the statistics (search_statistics.ts), so it is
 * about right for common words and orders neighbours alone. What a screen shows of numbers is counted when it is shown.
 */

const MAX_BODY_CHARACTERS = 6_000;
const BATCH = 500;
/** Words of one search that are extended; each costs some hundred looks at an index. */
const EXTENDED_WORDS = 5;
/** Words that one is extended by, the commonest. */
const NEAR_WORDS = 3;
/** Of a sentence each word that is new here would bring another one, and what is likely would be lost among them. */
const LIKELY_WORDS_MOST = 4;

/** Reads rows of a statement: `Scope.read`, a snapshot, or an open transaction. */
export type Read = <Row extends object>(statement: Statement) => Promise<Row[]>;

/** Words of a text that are kept. */
export function keptWords(text: string): string[] {
  return tokenise(text).filter(isComparable);
}

const NO_WORDS: SearchedWords['near'] = {};

/**
 * The words of a search that no idea of the workspace holds in any form, with their neighbours. A word that ideas hold
 * stays as it is; so does a literal search (':' in front).
 *
 * @param options isLikely: likely matches are asked for, which take a text of many words as it stands
 */
export async function searchedWordsOf(
  read: Read,
  subdomainId: string,
  q: string,
  { isLikely = false }: { isLikely?: boolean } = {},
): Promise<SearchedWords> {
  const isLiteral = q.trim().startsWith(':');
  const tokens = tokenise(q);
  const isOpen = /[\p{L}\p{N}]$/u.test(q.trim());
  const last = isOpen ? (tokens.at(-1) ?? null) : null;
  const asked = [...new Set(tokens)].filter(
    (word) => isComparable(word) && word.length >= LEAST_LETTERS_TYPED && !isStopWord(word),
  );
  const isExtended = !isLiteral && asked.length > 0 && !(isLikely && tokens.length > LIKELY_WORDS_MOST);
  const near = isExtended ? await nearOf(read, subdomainId, asked, last) : NO_WORDS;
  return { near, pattern: hitPattern([...tokens, ...Object.values(near).flat()]) };
}

/**
 * Those of some words that no idea holds in any form.
 * @param last one that is still being typed, which may be the beginning of another; null: none is
 */
export async function unknownWords(
  read: Read,
  subdomainId: string,
  asked: readonly string[],
  last: string | null,
): Promise<string[]> {
  if (asked.length === 0) return [];
  const [known] = await read<{ words: string[]; stems: string[]; begins: boolean }>({
    text: `select array(select k.word from search_words k where k.subdomain_id = $1 and k.word = any($2::text[])) as words,
  array(select t.term from search_terms t where t.subdomain_id = $1 and t.term = any($3::text[])) as stems,
  exists (select 1 from search_words b where b.subdomain_id = $1 and b.word >= $4::text and b.word < $5::text) as begins`,
    // no text lies between two empty ones
    values: [subdomainId, asked, asked.map(stemOf), last ?? '', last === null ? '' : `${last}\u{10FFFF}`],
    isSteady: true,
  });
  const { words, stems, begins } = known!;
  return asked.filter(
    (word) => !words.includes(word) && !stems.includes(stemOf(word)) && !(word === last && begins),
  );
}

/** The letters of the workspace's words, the commonest first; '' while nothing is counted. */
async function lettersIn(read: Read, subdomainId: string): Promise<string> {
  const [row] = await read<{ letters: string }>({
    text: 'select st.letters from search_statistics st where st.subdomain_id = $1',
    values: [subdomainId],
    isSteady: true,
  });
  return row?.letters ?? '';
}

async function nearOf(
  read: Read,
  subdomainId: string,
  asked: readonly string[],
  last: string | null,
): Promise<SearchedWords['near']> {
  const unknown = (await unknownWords(read, subdomainId, asked, last)).slice(0, EXTENDED_WORDS);
  if (unknown.length === 0) return NO_WORDS;
  const letters = await lettersIn(read, subdomainId);
  const variants = new Map(unknown.map((word) => [word, variantsOf(word, letters)]));
  const found = await read<{ word: string }>({
    text: 'select k.word from search_words k where k.subdomain_id = $1 and k.word = any($2::text[]) order by k.ideas_count desc, k.word',
    values: [subdomainId, [...new Set([...variants.values()].flat())]],
    isSteady: true,
  });
  const near: Record<string, string[]> = {};
  for (const [word, own] of variants) {
    const set = new Set(own);
    const words = found.filter((row) => set.has(row.word)).map((row) => row.word);
    if (words.length > 0) near[word] = words.slice(0, NEAR_WORDS);
  }
  if (last !== null && unknown.includes(last) && !near[last] && last.length >= LEAST_LETTERS_BEGUN) {
    const words = await begunBy(read, subdomainId, variants.get(last)!);
    if (words.length > 0) near[last] = words.slice(0, NEAR_WORDS);
  }
  return near;
}

/** The commonest words that begin with one of some texts: the word that is still being typed, with an error in it. */
async function begunBy(
  read: Read,
  subdomainId: string,
  beginnings: readonly string[],
  each = 3,
): Promise<string[]> {
  const rows = await read<{ word: string }>({
    text: `select distinct b.word, b.ideas_count from unnest($2::text[]) v (beginning)
cross join lateral (select k.word, k.ideas_count from search_words k where k.subdomain_id = $1 and k.word >= v.beginning and k.word < v.beginning || chr(1114111) limit $3) b
order by b.ideas_count desc, b.word limit 20`,
    values: [subdomainId, beginnings, each],
  });
  return rows.map(({ word }) => word);
}

/** Words that are read for one that is looked for, before their likeness is told. */
const BEGUN_AT_MOST = 2_000;
const BEGUN_NEAR = 20;
/** Words that are offered for one, and all of them. */
const OFFERED_EACH = 8;

/**
 * The words of the workspace that are most like one that was typed, most like first: those that begin like it, and those
 * that begin with one typing error; further errors may follow.
 */
export async function nearestWords(read: Read, subdomainId: string, word: string): Promise<string[]> {
  if (!isComparable(word)) return [];
  const beginning = [...word].slice(0, 4).join('');
  const rows = await read<{ word: string; ideas_count: number }>({
    text: `select distinct b.word, b.ideas_count from (
  (select k.word, k.ideas_count from search_words k where k.subdomain_id = $1 and k.word >= $2::text and k.word < $2::text || chr(1114111) limit ${BEGUN_AT_MOST})
  union all
  select o.word, o.ideas_count from unnest($3::text[]) v (beginning)
  cross join lateral (select k.word, k.ideas_count from search_words k where k.subdomain_id = $1 and k.word >= v.beginning and k.word < v.beginning || chr(1114111) limit ${BEGUN_NEAR}) o) b`,
    values: [subdomainId, beginning, variantsOf(beginning, await lettersIn(read, subdomainId))],
  });
  return nearestOf(word, rows).slice(0, OFFERED_EACH);
}

interface Text {
  id: string;
  title: string;
  body: string | null;
  body_mime_type: string;
}

/** The words of an idea's texts, each once. */
export function wordsOfIdea({ title, body, body_mime_type }: Omit<Text, 'id'>): Set<string> {
  const plain = body !== null && body_mime_type === 'text/html' ? htmlToText(body) : (body ?? '');
  return new Set([...keptWords(title), ...keptWords(plain.slice(0, MAX_BODY_CHARACTERS))]);
}

/** Notes words that are new in a workspace; those that are known are left alone, whatever is written. */
export async function noteWords(
  tx: Tx,
  subdomainId: string,
  texts: readonly Omit<Text, 'id'>[],
): Promise<void> {
  const words = new Set<string>();
  for (const text of texts) for (const word of wordsOfIdea(text)) words.add(word);
  if (words.size === 0) return;
  // in order: two that note the same words wait for each other and no more
  await sql`
insert into search_words (subdomain_id, word, ideas_count)
select ${subdomainId}::bigint, x.word, 1 from unnest(${[...words].toSorted()}::text[]) as x (word)
on conflict do nothing`.execute(tx);
}

/**
 * Notes the words of the next ideas that were there before words were kept.
 * @returns how many ideas were read; fewer than a batch: none is left
 */
export async function backfillWords(scope: Scope): Promise<number> {
  const sid = scope.viewer.subdomain_id;
  return scope.write(async (tx) => {
    const state = await tx
      .selectFrom('search_word_backfills')
      .select('after_id')
      .where('subdomain_id', '=', sid)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!state) return 0;
    const { rows } = await sql<Text>`
select s.id::text as id, s.title, left(c.body, ${MAX_BODY_CHARACTERS * 2}) as body, c.body_mime_type
from suggestions s join suggestion_contents c on c.subdomain_id = ${sid} and c.suggestion_id = s.id
where s.subdomain_id = ${sid} and s.id > ${state.after_id} order by s.id limit ${BATCH}`.execute(tx);
    await noteWords(tx, sid, rows);
    if (rows.length < BATCH)
      await tx.deleteFrom('search_word_backfills').where('subdomain_id', '=', sid).execute();
    else
      await tx
        .updateTable('search_word_backfills')
        .set({ after_id: rows.at(-1)!.id })
        .where('subdomain_id', '=', sid)
        .execute();
    return rows.length;
  });
}

/**
 * Writes how many ideas hold each word, as the statistics counted it.
 * @param counts words with their numbers among the ideas that were read
 * @param share how many ideas there are for each that was read; 1: all were, and words that none holds any more go
 */
export async function writeWordCounts(
  tx: Tx,
  subdomainId: string,
  counts: ReadonlyMap<string, number>,
  share: number,
): Promise<void> {
  const words = [...counts.keys()].toSorted();
  const numbers = words.map((word) => Math.round(counts.get(word)! * share));
  // a number that is about the same stays: it orders words, and a row that is written anew costs
  await sql`
insert into search_words as k (subdomain_id, word, ideas_count)
select ${subdomainId}::bigint, x.word, x.n from unnest(${words}::text[], ${numbers}::int[]) as x (word, n)
on conflict (subdomain_id, word) do update set ideas_count = excluded.ideas_count
where abs(k.ideas_count - excluded.ideas_count) * 10 > k.ideas_count`.execute(tx);
  if (share === 1)
    await sql`
delete from search_words k where k.subdomain_id = ${subdomainId}
  and not exists (select 1 from unnest(${words}::text[]) as x (word) where x.word = k.word)`.execute(tx);
}

/** Letters of some words, the commonest first: what a typing error may put in the place of another. */
export function lettersOf(counts: ReadonlyMap<string, number>): string {
  const letters = new Map<string, number>();
  for (const [word, count] of counts)
    for (const letter of word) letters.set(letter, (letters.get(letter) ?? 0) + count);
  return [...letters]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, LETTERS_MOST)
    .map(([letter]) => letter)
    .join('');
}

/** Letters that are kept of a workspace's words: those of several scripts. */
const LETTERS_MOST = 300;
