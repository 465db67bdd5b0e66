import type { RowConditions } from '../../core/entity.ts';
import type { Scope } from '../../core/scope.ts';
import { Writer } from '../../sql/writer.ts';
import { PREFIX, tsquerySql } from '../intelligence/literal_query.ts';
import type { SearchQuery } from '../intelligence/literal_query.ts';

/*
 * How the ideas are found that a search may rank. The index tells which ideas hold a word, all of them before the first:
 * a word that a tenth of a million ideas holds takes it 10 ms, a beginning twice that (decision 0024).
 */

/** Ideas that are ranked by their forms. */
export const CANDIDATES = 300;
/** Hits taken for each word, so that a common word cannot crowd out a rare one. */
export const HITS_PER_WORD = 500;
/** What passing over an idea costs, in hits that the index collects. */
const PASSING_COST = 3;
/** Ideas that are passed over, by those that hold enough hits when these are spread evenly. */
const PASSED_MORE = 2;

/** One word to look for in the index. */
export interface Sought {
  config: 'english' | 'simple';
  /** for to_tsquery */
  text: string;
  weight: number;
  /** how many ideas are expected to hold it; 0: not known */
  expected: number;
}

/** What a search looks for, and where. */
export interface Search {
  query: SearchQuery;
  /** the words, rarest first */
  words: readonly Sought[];
  /** how many of them were typed; the others come from a description */
  typedWords: number;
  /** words that the last one may be the beginning of; null: not known */
  begun: readonly string[] | null;
  where: RowConditions;
  /** `where` holds filters of the list */
  isNarrowed: boolean;
  /** each word is looked for by itself; else all are planned together */
  isApart: boolean;
  /** ideas of the workspace; 0: not known */
  allIdeas: number;
  /** the workspace has more than half of the ideas of all */
  isMost: boolean;
}

/** The sum of the weights of words. */
const weightOf = (words: readonly Sought[]): number => words.reduce((sum, { weight }) => sum + weight, 0);

/** Finds the hits of one search. */
export class Hits {
  readonly #scope: Scope;
  readonly #search: Search;

  constructor(scope: Scope, search: Search) {
    this.#scope = scope;
    this.#search = search;
  }

  /**
   * The ideas with the heaviest words, heaviest first, at most `CANDIDATES`.
   * @param columns SQL of what is read of each: `s` is the idea, `c` its texts
   * @returns hits: how many ideas were found for this, of which these are the heaviest
   */
  async candidates<Row extends { id: string }>(columns: string): Promise<{ rows: Row[]; hits: number }> {
    const { words, typedWords, isApart } = this.#search;
    if (!isApart) return this.#heaviest(columns, (w) => this.#atOnce(w));
    const isEachCommon =
      words.length > 1 &&
      words.length === typedWords &&
      words.every(({ expected }) => expected > HITS_PER_WORD);
    if (!isEachCommon) return this.#heaviest(columns, (w) => this.#apart(w, null));
    // so many ideas hold each of the words that those with all of them are hardly among the first hits of one
    const withAll = await this.#heaviest<Row>(columns, (w) =>
      this.#hitsOf(w, this.#allWords(w), this.#weight(w, words)),
    );
    return withAll.rows.length === CANDIDATES
      ? withAll
      : this.#heaviest(columns, (w) =>
          this.#apart(
            w,
            withAll.rows.map(({ id }) => id),
          ),
        );
  }

  /**
   * How many ideas hold any of the words, counted to `cap`: first among the newest, where one of the words is that common;
   * then with the last word as it stands, and with all that begins like it only when that is too few.
   */
  async count(cap: number): Promise<number> {
    const { query, words } = this.#search;
    const commonest = Math.max(0, ...words.map(({ expected }) => expected));
    const newest = this.#newest(commonest, cap);
    if (newest !== null && (await this.#countOf([], cap, newest)) === cap) return cap;
    const hasBeginning = query.text.endsWith(PREFIX) || query.beginning !== null;
    if (hasBeginning && commonest >= cap && (await this.#countOf([], cap)) === cap) return cap;
    return this.#countOf(null, cap);
  }

  async #countOf(
    begun: readonly string[] | null,
    cap: number,
    newest: number | null = null,
  ): Promise<number> {
    const w = this.#writer();
    const tsquery = tsquerySql(this.#search.query, false, (text) => w.value(text), begun);
    const [row] = await this.#scope.read<{ total: number }>({
      text: `select count(*)::int as total from (select 1 ${this.#from(w, tsquery, newest)} limit ${w.value(cap)}) capped`,
      values: w.values,
    });
    return row!.total;
  }

  async #heaviest<Row extends { id: string }>(
    columns: string,
    find: (w: Writer) => string,
  ): Promise<{ rows: Row[]; hits: number }> {
    const w = this.#writer();
    const text = `select best.suggestion_id::text as id, best.hits::int as hits, ${columns}
from (select h.suggestion_id, least(sum(h.weight), ${this.#weight(w, this.#search.words)}) as weight, count(*) over () as hits
      from (${find(w)}) h
      group by h.suggestion_id order by weight desc, h.suggestion_id desc limit ${CANDIDATES}) best
join suggestions s on s.subdomain_id = $1 and s.id = best.suggestion_id
join suggestion_contents c on c.subdomain_id = $1 and c.suggestion_id = s.id
order by best.weight desc, best.suggestion_id desc`;
    const rows = await this.#scope.read<Row & { hits: number }>({ text, values: w.values });
    return { rows, hits: rows[0]?.hits ?? 0 };
  }

  /** Hits of each word and of all of them, planned together. */
  #atOnce(w: Writer): string {
    const { words, typedWords } = this.#search;
    const rows = words.map((word) => [tsqueryOf(w, word), this.#weight(w, [word])]);
    if (typedWords > 1) rows.push([this.#allWords(w), this.#weight(w, words.slice(0, typedWords))]);
    return `select h.* from unnest(array[${rows.map(([text]) => text).join(', ')}], array[${rows.map(([, value]) => value).join(', ')}]) as q (query, weight) cross join lateral ${this.#hitsOf(w, 'q.query', 'q.weight')} h`;
  }

  /**
   * Hits of each word by itself: a common one is found otherwise than a rare one. A very common one is looked for among
   * the newest ideas first; a beginning as the word that it is, and as the beginning of others only when that finds too
   * few. An idea with all the words is among them already, unless each word had more hits than are taken: only then all
   * are looked for at once.
   * @param withAll ideas that hold all words, where these were looked for already; null: they were not
   */
  #apart(w: Writer, withAll: readonly string[] | null): string {
    const { words } = this.#search;
    const parts: string[] = [];
    const taken: string[] = [];
    const count = (name: string): string => `(select count(*) from ${name})`;
    const full = words.map((word, index) => {
      const weight = this.#weight(w, [word]);
      const isBeginning = word.text.endsWith(PREFIX);
      const whole = tsqueryOf(w, isBeginning ? { ...word, text: word.text.slice(0, -PREFIX.length) } : word);
      const names: string[] = [];
      const look = (name: string, tsquery: string, newest: number | null): void => {
        const unless = names.map((each) => ` and ${count(each)} < ${HITS_PER_WORD}`).join('');
        parts.push(`${name} as materialized ${this.#hitsOf(w, tsquery, weight, unless, newest)}`);
        names.push(name);
      };
      const newest = this.#newest(word.expected, HITS_PER_WORD);
      if (newest !== null) look(`newest_${index}`, whole, newest);
      look(`word_${index}`, whole, null);
      if (isBeginning) look('begun', tsqueryOf(w, word), null);
      // what one of them finds may be found by the next as well
      taken.push(names.map((name) => `select * from ${name}`).join(' union '));
      return `(${names.map((name) => `${count(name)} = ${HITS_PER_WORD}`).join(' or ')})`;
    });
    if (withAll !== null)
      taken.push(`select u.id, ${this.#weight(w, words)} from unnest(${w.value(withAll)}::bigint[]) u (id)`);
    else if (words.length > 1)
      taken.push(this.#hitsOf(w, this.#allWords(w), this.#weight(w, words), ` and ${full.join(' and ')}`));
    return `with ${parts.join(', ')} ${taken.map((each) => `select * from (${each}) t`).join(' union all ')}`;
  }

  #hitsOf(w: Writer, tsquery: string, weight: string, further = '', newest: number | null = null): string {
    return `(select sc.suggestion_id, ${weight} as weight ${this.#from(w, tsquery, newest)}${further} limit ${HITS_PER_WORD})`;
  }

  /**
   * Where hits are read from, with their conditions. Beside filters the planner decides what is read first. A list
   * without filters shows most hits, so each is looked up by itself: the planner, which does not reckon with the limit
   * on them, would read all ideas of the workspace.
   *
   * The index holds workspaces beside words. Of one that has most ideas of all it is asked for the words alone: going
   * along with all its ideas would take the index longer than the words do.
   *
   * @param newest only so many of the newest ideas are passed over; null: all, by the index
   */
  #from(w: Writer, tsquery: string, newest: number | null): string {
    const { where, isNarrowed, isMost } = this.#search;
    if (isNarrowed)
      return `from suggestion_contents sc join suggestions n on n.subdomain_id = $1 and n.id = sc.suggestion_id where sc.subdomain_id = $1 and sc.search @@ ${tsquery} and ${where(w, 'n')}`;
    const texts =
      newest === null
        ? 'suggestion_contents'
        : `(select t.subdomain_id, t.suggestion_id, t.search from suggestion_contents t where t.subdomain_id = $1 order by t.suggestion_id desc limit ${newest})`;
    return `from ${texts} sc cross join lateral (select 1 from suggestions n where n.subdomain_id = $1 and n.id = sc.suggestion_id and ${where(w, 'n')} offset 0) n where sc.subdomain_id = $1${isMost ? ' is true' : ''} and sc.search @@ ${tsquery}`;
  }

  /**
   * How many of the newest ideas hold enough hits of a word, where passing over them is sooner done than collecting all
   * its hits from the index: a word that a tenth of a million ideas holds. null: the index is sooner.
   */
  #newest(expected: number, wanted: number): number | null {
    const passed = (wanted * this.#search.allIdeas) / expected;
    return passed * PASSING_COST < expected ? Math.ceil(passed * PASSED_MORE) : null;
  }

  #allWords(w: Writer): string {
    return tsquerySql(this.#search.query, true, (text) => w.value(text), this.#search.begun);
  }

  #weight(w: Writer, words: readonly Sought[]): string {
    return `${w.value(weightOf(words))}::float8`;
  }

  #writer(): Writer {
    return new Writer(this.#scope.viewer.subdomain_id);
  }
}

const tsqueryOf = (w: Writer, { config, text }: Pick<Sought, 'config' | 'text'>): string =>
  `to_tsquery('${config}', ${w.value(text)})`;
