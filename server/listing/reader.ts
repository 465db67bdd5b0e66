import { createHash } from 'node:crypto';
import { paging } from '../../contract/limits.ts';
import type { Entity, SearchedWords, SearchHits, PreparedWay } from '../core/entity.ts';
import { badInput, badRequest, forbidden, type ProductError } from '../core/errors.ts';
import {
  ListWriter,
  ofOnePage,
  offeredSorts,
  readSort,
  type Entities,
  type RecordsRow,
} from './list_writer.ts';
import { asksForWays, MANY_ROWS, wayOf } from './page_plan.ts';
import type { EntityReads, ListResult, PageRequest, Selection } from '../core/reads.ts';
import type { Scope } from '../core/scope.ts';
import type { Total, TotalCache } from './total_cache.ts';
import type { Viewer } from '../core/viewer.ts';
import { Writer, type Statement } from '../sql/writer.ts';

/** Takes the records of a list as the database wrote them. */
export interface Verbatim {
  /** a JSON array; null: there is none, or the result holds the records */
  records: string | null;
}

/** Counting longer than this gives way to the cap. */
const TOTAL_TIMEOUT_MS = 2000;
/** A total above this is shown as "10,000+" when the exact one takes too long (design: storage, section 4). */
export const TOTAL_CAP = 10_000;
/** A total of a text search above this is shown as "1,000+": more would be counted by reading very many texts. */
export const SEARCH_TOTAL_CAP = 1000;
/** Above this many rows a list is only sorted by what an index serves (DEC-064). */
export const UNINDEXED_SORT_ROWS = 50_000;
/** Passing over fewer rows than this costs less than counting all of them. */
const DEEP_PAGE_ROWS = 1000;

/** Above this many rows of a kind a total is read from kept numbers, where they tell it; below, counting costs less than asking. */
export const KEPT_TOTAL_ROWS = 1000;

/** The answer of one document would be larger than is sent. */
export function answerTooLarge(): ProductError {
  return badRequest(
    'This answer would be too large. Ask for fewer records, for fewer of their fields, or in several queries.',
    { reason: 'too_large' },
  );
}

const NO_RECORDS = '[]';
/** Stand in a kept statement for the ids of the page and for what is a hit, which differ from search to search. */
const RANKED_IDS: readonly string[] = Object.freeze([]);
/** By their number. */
const ID_STAND_INS: (readonly string[])[] = [];
const HIT_PATTERN = '\u0000hits';

/** Totals are kept by what was asked for, or by its hash when that is longer. */
const TOTAL_KEY_CHARACTERS = 200;

/** Statements of one selection, and of one person in all; what is asked for in more characters comes once. */
const KEPT_PAGES = 20;
const KEPT_PAGES_OF_PERSON = 300;
const KEPT_KEY_CHARACTERS = 500;
const keptPages = new WeakMap<
  Viewer,
  { count: number; bySelection: WeakMap<Selection, Map<string, Statement>> }
>();

/**
 * The statement of a page that the same person asked for before: writing it costs more than anything else
 * that this process does for a list. It lives as long as what is known of the person, some seconds, and is
 * forgotten with it when their rights change.
 *
 * @param key what was asked for; null: it is not kept
 */
function keptPage(
  viewer: Viewer,
  selection: Selection,
  key: string | null,
  write: () => Statement,
): Statement {
  if (key === null || key.length > KEPT_KEY_CHARACTERS) return write();
  let ofViewer = keptPages.get(viewer);
  if (!ofViewer) keptPages.set(viewer, (ofViewer = { count: 0, bySelection: new WeakMap() }));
  let ofSelection = ofViewer.bySelection.get(selection);
  if (!ofSelection) ofViewer.bySelection.set(selection, (ofSelection = new Map()));
  const kept = ofSelection.get(key);
  if (kept) return kept;
  const statement = write();
  if (ofSelection.size < KEPT_PAGES && ofViewer.count < KEPT_PAGES_OF_PERSON) {
    ofSelection.set(key, statement);
    ofViewer.count += 1;
  }
  return statement;
}

/** Whether any of some filters is given. */
export function hasValues(filters: Readonly<Record<string, unknown>>): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== null);
}

/** Orders that the search of a list gives; without words to search for they are the list's own. */
function isSearchSort(entity: Entity, sort: string | null): boolean {
  return entity.list?.search !== undefined && (sort === 'search_order' || sort === 'likeness');
}

/**
 * What the words of a list's search stand for (`ListDefinition.searchWords`); null: the list is not searched.
 * @param read of a scope, a snapshot or an open transaction
 */
export async function searchedWords(
  entity: Entity,
  read: <Row extends object>(statement: Statement) => Promise<Row[]>,
  subdomainId: string,
  { filters, sort }: Pick<PageRequest, 'filters' | 'sort'>,
): Promise<SearchedWords | null> {
  const { q } = filters;
  if (!entity.list?.searchWords || typeof q !== 'string' || q === '') return null;
  return entity.list.searchWords(read, subdomainId, q, { isLikely: sort === 'likeness' });
}

/** Filters with what their words stand for, which filter `q` and the excerpts of what is found read. */
export function withSearchedWords(
  filters: Readonly<Record<string, unknown>>,
  searched: SearchedWords | null,
): Readonly<Record<string, unknown>> {
  if (searched === null) return filters;
  const near = Object.keys(searched.near).length > 0 ? { q_near: searched.near } : {};
  return { ...filters, ...near, ...(searched.pattern === null ? {} : { q_hits: searched.pattern }) };
}

/** Words that a search extends, as `withSearchedWords` put them among the filters. */
export const nearOf = (filters: Readonly<Record<string, unknown>>): SearchedWords['near'] =>
  (filters['q_near'] as SearchedWords['near'] | undefined) ?? {};

/** Filters without those of the search. */
export const withoutSearch = (filters: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...filters,
  q: undefined,
  q_near: undefined,
  q_hits: undefined,
});

/**
 * A list that is searched under another order than best first shows the ideas with all the words alone, as people
 * expect of an order by votes, and those with any of them only where none holds all (DEC-021).
 *
 * @returns filters that leave the rows with all words; null: it makes no difference
 */
export function inAllWords(
  entity: Entity,
  filters: Readonly<Record<string, unknown>>,
  sort: string | null,
): Readonly<Record<string, unknown>> | null {
  const { q } = filters;
  if (!entity.list?.search || sort === null || isSearchSort(entity, sort) || typeof q !== 'string')
    return null;
  return /\S\s+\S/.test(q) && !q.trim().startsWith(':') ? { ...filters, q_words: 'all' } : null;
}

/** How long a page with some filters may take, and what is said when it takes longer. */
interface TimeLimit {
  /** filter that sets it */
  name: string;
  milliseconds: number;
  sentence: string;
}

function timeLimitOf(entity: Entity, filters: Readonly<Record<string, unknown>>): TimeLimit | null {
  for (const [name, { timeLimit }] of Object.entries(entity.list?.filters ?? {}))
    if (timeLimit && filters[name] !== undefined && filters[name] !== null) return { name, ...timeLimit };
  return null;
}

/** Reads entities for one scope: pages, totals, records by id. */
export class Reader implements EntityReads {
  private readonly scope: Scope;
  private readonly entities: Entities;
  private readonly totals: TotalCache;

  constructor(scope: Scope, entities: Entities, totals: TotalCache) {
    this.scope = scope;
    this.entities = entities;
    this.totals = totals;
  }

  /**
   * One page of a list: one statement for the rows, one for the total, each only when asked for.
   *
   * @param verbatim takes the records as the database wrote them; the result then holds an empty list
   * @throws FORBIDDEN without the entity's right, BAD_USER_INPUT for a sort that is not on offer
   */
  async list(
    entity: Entity,
    request: PageRequest,
    wanted: Selection,
    verbatim?: Verbatim,
  ): Promise<ListResult> {
    this.allow(entity);
    // also where only the total is asked for
    if (!isSearchSort(entity, request.sort)) readSort(entity, request.sort, this.scope.viewer);
    request = { ...request, filters: await this.resolve(entity, request.filters) };
    const searched = await searchedWords(
      entity,
      (statement) => this.scope.read(statement),
      this.scope.viewer.subdomain_id,
      request,
    );
    request = { ...request, filters: withSearchedWords(request.filters, searched) };
    const search = await this.search(entity, request);
    if (search === null)
      request = { ...request, filters: await this.read(entity, request.filters, request.sort) };
    const isTotalWanted = Boolean(wanted['total_records'] ?? wanted['total_is_capped']);
    const selection = !wanted['records'] ? null : wanted['records'] === true ? {} : wanted['records'];
    let records: unknown[] | undefined;
    let total: Total | undefined;
    const page = async (known: number | null): Promise<unknown[]> => {
      const text =
        search === null
          ? await this.pageText(entity, request, selection!, known)
          : await this.rankedPageJson(entity, request, search, selection!);
      if (!verbatim) return JSON.parse(text) as unknown[];
      verbatim.records = text;
      return [];
    };
    if (selection && search === null && (request.page - 1) * request.perPage >= DEEP_PAGE_ROWS) {
      // how many rows there are says from which end such a page is reached sooner
      total = isTotalWanted
        ? await this.total(entity, request.filters, null)
        : this.knownTotal(entity, request.filters);
      records = await page(total?.isExact ? total.total : null);
    } else {
      [records, total] = await Promise.all([
        selection ? page(null) : undefined,
        isTotalWanted ? this.total(entity, request.filters, search) : undefined,
      ]);
    }
    return {
      ...(records ? { records } : {}),
      ...(isTotalWanted ? { total_records: total!.total, total_is_capped: !total!.isExact } : {}),
      ...(wanted['search_extensions']
        ? {
            search_extensions: Object.entries(searched?.near ?? {}).map(([word, near]) => ({ word, near })),
          }
        : {}),
      current_page: request.page,
    };
  }

  /** Everything of a list on one page; refused above the maximum (DEC-200). */
  async all(
    entity: Entity,
    filters: Readonly<Record<string, unknown>>,
    sort: string | null,
    wanted: Selection,
  ): Promise<ListResult> {
    this.allow(entity);
    const records = JSON.parse(
      await this.pageText(
        entity,
        { filters: await this.resolve(entity, filters), sort, page: 1, perPage: paging.maxAllRecords + 1 },
        wanted['records'] === true ? {} : (wanted['records'] ?? {}),
      ),
    ) as unknown[];
    if (records.length > paging.maxAllRecords) {
      throw badRequest(
        `There are more than ${paging.maxAllRecords.toLocaleString('en')} ${entity.plural.replaceAll('_', ' ')}. Use ${entity.plural} with pages instead.`,
        { reason: 'too_many' },
      );
    }
    return {
      records,
      total_records: records.length,
      total_is_capped: false,
      search_extensions: [],
      current_page: 1,
    };
  }

  /** A record by id, or null: unknown, foreign and invisible ids answer alike (DEC-004). */
  async byId(entity: Entity, id: string, selection: Selection): Promise<unknown> {
    this.allow(entity);
    return (await this.byIds(entity, [id], selection))[0] ?? null;
  }

  /** Records in the order of the ids; those that are not there are left out. */
  async byIds(entity: Entity, ids: readonly string[], selection: Selection): Promise<unknown[]> {
    if (ids.length === 0) return [];
    const { viewer } = this.scope;
    const isKept = ids.length <= paging.maxPageSize;
    const standIn = isKept ? (ID_STAND_INS[ids.length] ??= Array<string>(ids.length).fill('')) : ids;
    const statement = keptPage(viewer, selection, isKept ? `${entity.name} ${ids.length}` : null, () =>
      ofOnePage(new ListWriter(this.entities, viewer).byIds(entity, standIn, selection)),
    );
    const values = statement.values.map((value) => (value === standIn ? ids : value));
    return JSON.parse(await this.recordsText({ ...statement, values })) as unknown[];
  }

  /**
   * Refuses a selection that could not be read: asked before a command runs, so that nothing is
   * written by a call whose answer is then refused.
   */
  refuseSelection(entity: Entity, selection: Selection): void {
    new ListWriter(this.entities, this.scope.viewer).byIds(entity, [], selection);
  }

  /** The entity of that name. */
  entity(name: string): Entity {
    const entity = this.entities.get(name);
    if (!entity) throw new Error(`No entity ${name}`);
    return entity;
  }

  /** The filters with what is looked up before (`ListDefinition.resolve`). */
  private async resolve(
    entity: Entity,
    filters: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { resolve } = entity.list!;
    return resolve ? resolve((statement) => this.scope.read(statement), this.scope.viewer, filters) : filters;
  }

  /** What the search finds when the list is searched and not sorted otherwise; null else. */
  private async search(entity: Entity, { filters, sort }: PageRequest): Promise<SearchHits | null> {
    const { q } = filters;
    const bySearch = isSearchSort(entity, sort) || sort === null;
    if (!bySearch || !entity.list?.search || typeof q !== 'string' || q === '') return null;
    const others = withoutSearch(filters);
    return entity.list.search(
      this.scope,
      q,
      (w, t) => new ListWriter(this.entities, this.scope.viewer, filters, w).conditions(entity, others, t),
      {
        onlyLikely: sort === 'likeness',
        isNarrowed: hasValues(others),
        hasMore: (rows) => this.hasMoreRows(entity, rows),
        near: nearOf(filters),
      },
    );
  }

  /** The filters of a list as they are read (`inAllWords`). */
  private async read(
    entity: Entity,
    filters: Readonly<Record<string, unknown>>,
    sort: string | null,
  ): Promise<Readonly<Record<string, unknown>>> {
    const all = inAllWords(entity, filters, sort);
    return all !== null && (await this.countTo(entity, all, 1)).total > 0 ? all : filters;
  }

  private hasMoreRows(entity: Entity, rows: number): Promise<boolean> {
    const { subdomain_id: subdomainId } = this.scope.viewer;
    return this.totals.hasMore(`${subdomainId} ${entity.table} ${rows}`, rows, async () => {
      const text = `select count(*)::int as total from (select 1 from ${entity.table} t where t.subdomain_id = $1 limit ${rows + 1}) capped`;
      const [{ total }] = (await this.scope.read<{ total: number }>({ text, values: [subdomainId] })) as [
        { total: number },
      ];
      return total;
    });
  }

  /** Whether a page with these filters is worth several ways. */
  private async isLargeFor(entity: Entity, filters: Readonly<Record<string, unknown>>): Promise<boolean> {
    return (
      entity.list !== undefined && asksForWays(entity.list, filters) && this.hasMoreRows(entity, MANY_ROWS)
    );
  }

  /** The way to a first page whose one filter names one value that the list keeps a number of; null: the planner's. */
  private async way(
    entity: Entity,
    { filters, sort, page, perPage }: PageRequest,
  ): Promise<PreparedWay | null> {
    const list = entity.list;
    if (page !== 1 || list?.keptTotal === undefined) return null;
    const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
    const [[name, value] = ['', null], ...others] = given;
    if (others.length > 0 || !list.filters[name]?.ways || !Array.isArray(value) || value.length !== 1)
      return null;
    if (list.keptTotal(filters, new Writer(this.scope.viewer.subdomain_id)) === null) return null;
    if (!readSort(entity, sort, this.scope.viewer).every((key) => key.sort.indexed)) return null;
    if (!(await this.hasMoreRows(entity, KEPT_TOTAL_ROWS))) return 'few';
    const [all, left] = [await this.keptNumber(entity, {}), await this.keptNumber(entity, { [name]: value })];
    return wayOf({ all, left, limit: perPage });
  }

  /** A kept number as it was at most a minute ago: enough to choose by. */
  private keptNumber(entity: Entity, filters: Readonly<Record<string, unknown>>): Promise<number> {
    const { subdomain_id } = this.scope.viewer;
    return this.totals.about(`${subdomain_id} ${entity.table} ${JSON.stringify(filters)}`, async () => {
      const statement = new ListWriter(this.entities, this.scope.viewer, filters).keptTotal(entity, filters)!;
      const [{ total }] = (await this.scope.read<{ total: number }>(statement)) as [{ total: number }];
      return total;
    });
  }

  private async pageText(
    entity: Entity,
    request: PageRequest,
    selection: Selection,
    total: number | null = null,
  ): Promise<string> {
    const sort = isSearchSort(entity, request.sort) ? null : request.sort;
    await this.refuseSlowSort(entity, sort);
    const isLarge = await this.isLargeFor(entity, request.filters);
    const way = isLarge ? null : await this.way(entity, { ...request, sort });
    const write = (): Statement =>
      ofOnePage(
        new ListWriter(this.entities, this.scope.viewer, request.filters).page(entity, {
          ...request,
          selection,
          sort,
          total,
          isLarge,
          way,
        }),
      );
    return this.recordsText(
      keptPage(
        this.scope.viewer,
        selection,
        total === null ? JSON.stringify([entity.name, sort, request, isLarge, way]) : null,
        write,
      ),
      timeLimitOf(entity, request.filters),
    );
  }

  /** A page of what a search found, as JSON: the ranked rows, and behind them those that `q` finds besides. */
  private async rankedPageJson(
    entity: Entity,
    request: PageRequest,
    { ids, isAll }: SearchHits,
    selection: Selection,
  ): Promise<string> {
    const write = () => new ListWriter(this.entities, this.scope.viewer, request.filters);
    const offset = (request.page - 1) * request.perPage;
    const ranked = await this.rankedText(
      entity,
      request,
      ids.slice(offset, offset + request.perPage),
      selection,
    );
    if (isAll || offset + request.perPage <= ids.length) return ranked;
    const perPage = request.perPage - Math.max(0, ids.length - offset);
    const further = await this.recordsText(
      ofOnePage(
        write().page(entity, {
          ...request,
          selection,
          sort: null,
          except: ids,
          perPage,
          offset: Math.max(0, offset - ids.length),
          isLarge: await this.isLargeFor(entity, request.filters),
        }),
      ),
    );
    if (ranked === NO_RECORDS || further === NO_RECORDS) return ranked === NO_RECORDS ? further : ranked;
    return `${ranked.slice(0, -1)},${further.slice(1)}`;
  }

  private async rankedText(
    entity: Entity,
    request: PageRequest,
    ids: readonly string[],
    selection: Selection,
  ): Promise<string> {
    if (ids.length === 0) return NO_RECORDS;
    // what was found was found among the rows that the other filters leave
    const filters = withoutSearch(request.filters);
    const { perPage } = request;
    const hits = request.filters['q_hits'];
    const write = (): Statement =>
      ofOnePage(
        new ListWriter(this.entities, this.scope.viewer, { ...filters, q_hits: HIT_PATTERN }).page(entity, {
          filters,
          page: 1,
          perPage,
          sort: null,
          ranked: RANKED_IDS,
          selection,
        }),
      );
    const statement = keptPage(
      this.scope.viewer,
      selection,
      JSON.stringify([entity.name, 'ranked', perPage, filters]),
      write,
    );
    return this.recordsText({
      ...statement,
      values: statement.values.map((value) =>
        value === RANKED_IDS ? ids : value === HIT_PATTERN ? hits : value,
      ),
    });
  }

  /** The records as JSON, of a statement made by `ofOnePage`. @throws BAD_REQUEST when they are too large for one answer */
  private async recordsText(statement: Statement, limit: TimeLimit | null = null): Promise<string> {
    type Answer = { records: RecordsRow['records'] | null };
    const rows =
      limit === null
        ? await this.scope.read<Answer>(statement)
        : await this.scope.readWithin<Answer>(statement, limit.milliseconds);
    if (rows === null) throw badInput(limit!.name, limit!.sentence, { reason: 'too_slow' });
    const text = rows[0]!.records;
    if (text === null)
      throw badRequest(
        'This page is larger than 2 MB. Ask for fewer records, or for fewer of their fields.',
        { reason: 'too_large' },
      );
    return text;
  }

  /** @param search what a search found; null: the list is not searched, or not ordered by that */
  private async total(
    entity: Entity,
    filters: Readonly<Record<string, unknown>>,
    search: SearchHits | null,
  ): Promise<Total> {
    if (search?.isAll) return { total: search.ids.length, isExact: true };
    const known = this.knownTotal(entity, filters);
    if (known) return known;
    const countedAt = this.totals.begin();
    const counted =
      (await this.keptTotal(entity, filters)) ?? (await this.countTotal(entity, filters, search));
    this.totals.set(this.totalKey(entity, filters), counted, countedAt, Date.now());
    return counted;
  }

  private async keptTotal(entity: Entity, filters: Readonly<Record<string, unknown>>): Promise<Total | null> {
    const statement = new ListWriter(this.entities, this.scope.viewer, filters).keptTotal(entity, filters);
    if (statement === null || !(await this.hasMoreRows(entity, KEPT_TOTAL_ROWS))) return null;
    const [{ total }] = (await this.scope.read<{ total: number }>(statement)) as [{ total: number }];
    return { total, isExact: true };
  }

  private async countTotal(
    entity: Entity,
    filters: Readonly<Record<string, unknown>>,
    search: SearchHits | null,
  ): Promise<Total> {
    const { q } = filters;
    if (entity.list?.search && typeof q === 'string' && q !== '') {
      const cap = SEARCH_TOTAL_CAP + 1;
      const total = search?.count
        ? await search.count(cap)
        : (await this.countTo(entity, filters, cap)).total;
      return { total, isExact: total <= SEARCH_TOTAL_CAP };
    }
    const write = (cap: number | null) =>
      new ListWriter(this.entities, this.scope.viewer, filters).total(entity, filters, cap);
    // beside totals that are kept, a number beyond the cap says no more than that there are many, and may cost 100 ms
    const isLarge = entity.list?.keptTotal !== undefined && (await this.hasMoreRows(entity, MANY_ROWS));
    const exact = isLarge
      ? null
      : await this.scope.readWithin<{ total: number }>(write(null), TOTAL_TIMEOUT_MS);
    // what may not take long is not counted a second time
    const isGivenUp = exact === null && timeLimitOf(entity, filters) !== null;
    const [{ total }] = isGivenUp
      ? [{ total: TOTAL_CAP + 1 }]
      : ((exact ?? (await this.scope.read<{ total: number }>(write(TOTAL_CAP + 1)))) as [{ total: number }]);
    return { total, isExact: exact !== null || total <= TOTAL_CAP };
  }

  /** How many rows the filters leave, counted to `cap`. */
  private async countTo(
    entity: Entity,
    filters: Readonly<Record<string, unknown>>,
    cap: number,
  ): Promise<{ total: number }> {
    const [row] = await this.scope.read<{ total: number }>(
      new ListWriter(this.entities, this.scope.viewer, filters).total(entity, filters, cap),
    );
    return row!;
  }

  private knownTotal(entity: Entity, filters: Readonly<Record<string, unknown>>): Total | undefined {
    return this.totals.get(this.totalKey(entity, filters), this.scope.viewer, Date.now());
  }

  private totalKey(entity: Entity, filters: Readonly<Record<string, unknown>>): string {
    const { viewer } = this.scope;
    // a rule of visibility that does not take the viewer leaves the same rows to all of them
    const isPersonal = (entity.visible?.length ?? 0) > 1;
    const asked = JSON.stringify(filters);
    // filters may name thousands of ids
    const short =
      asked.length > TOTAL_KEY_CHARACTERS ? createHash('sha256').update(asked).digest('base64') : asked;
    return `${viewer.subdomain_id} ${isPersonal ? viewer.user_id : ''} ${entity.name} ${short}`;
  }

  private async refuseSlowSort(entity: Entity, sort: string | null): Promise<void> {
    const { viewer } = this.scope;
    const keys = readSort(entity, sort, viewer);
    if (keys.every((key) => key.sort.indexed)) return;
    if (await this.hasMoreRows(entity, UNINDEXED_SORT_ROWS)) {
      const offered = [...offeredSorts(entity, viewer)]
        .filter(([, entry]) => entry.indexed)
        .map(([name]) => name);
      throw badInput('sort', `This workspace is too large for that sort. On offer: ${offered.join(', ')}.`, {
        reason: 'slow_sort',
      });
    }
  }

  private allow(entity: Entity): void {
    if (!entity.requires.allows(this.scope.viewer)) throw forbidden();
  }
}
