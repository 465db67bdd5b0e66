import { graphqlLimits, paging } from '../../contract/limits.ts';
import { badInput, badRequest } from '../core/errors.ts';
import type { Entity, FilterContext, PreparedWay, Sort, SortContext } from '../core/entity.ts';
import type { Selection } from '../core/reads.ts';
import type { Field, FieldContext } from '../core/fields.ts';
import { replacesDefault } from './filters.ts';
import { inOrder, planPage, wholeInOrder, type GivenCondition, type PageKeys } from './page_plan.ts';
import type { Viewer } from '../core/viewer.ts';
import { Writer, type Statement } from '../sql/writer.ts';

/** A written list or read by ids: one row with the records as the text of one JSON array. */
export interface RecordsRow {
  records: string;
}

/** The same statement, whose records are null where they are larger than one page may be: they are then not sent at all. */
export function ofOnePage({ text, ...statement }: Statement): Statement {
  return {
    ...statement,
    text: `select case when octet_length(records) <= ${graphqlLimits.pageBytes} then records end as records from (${text}) whole`,
  };
}

// as text, so that its size is known before it is parsed
const AS_RECORDS = `select coalesce(json_agg(row_to_json(r)), '[]'::json)::text as records`;

/** Columns that a computed field reads travel under this prefix. */
export const HIDDEN = '__';

/** Finds an entity by name; the schema builder has checked that each name exists. */
export type Entities = ReadonlyMap<string, Entity>;

export interface ListRequest {
  selection: Selection;
  /** values read by the entity's filter inputs */
  filters: Readonly<Record<string, unknown>>;
  /** such as '-votes_count,title'; null: the entity's default */
  sort: string | null;
  page: number;
  perPage: number;
  /** rows before the page, where pages are not all of one size; else `page` and `perPage` say */
  offset?: number;
  /** the page's ids in order of relevance; then `sort` is not used */
  ranked?: readonly string[];
  /** rows that are left out */
  except?: readonly string[];
  /** how many rows there are, when that is known exactly: a page past their middle is read from the other end */
  total?: number | null;
  /** the workspace has so many rows (`MANY_ROWS`) that a statement with several ways to a page, which takes the planner longer, pays */
  isLarge?: boolean;
  /** how the rows of the one filter given are found (`wayOf`); null: the planner decides */
  way?: PreparedWay | null;
}

interface Row {
  entity: Entity;
  t: string;
  joins: Map<string, { table: string; key: string; alias: string }>;
}

/**
 * Turns a selection into one SQL statement. It knows no entity: what it writes comes from the declarations.
 * The tenant's comparison and the entity's `visible` rule are written by `rowConditions` alone,
 * so that no way of reading a table can forget them.
 */
export class ListWriter {
  private readonly w: Writer;
  private readonly entities: Entities;
  private readonly viewer: Viewer;
  private readonly args: Readonly<Record<string, unknown>>;

  /** @param w of a statement that is written by hand, for `conditions`; a new one otherwise */
  constructor(
    entities: Entities,
    viewer: Viewer,
    args: Readonly<Record<string, unknown>> = {},
    w = new Writer(viewer.subdomain_id),
  ) {
    this.entities = entities;
    this.viewer = viewer;
    this.args = args;
    this.w = w;
  }

  /** The conditions of a list's rows alone, for a statement written by hand. */
  conditions(entity: Entity, filters: Readonly<Record<string, unknown>>, t: string): string {
    const row: Row = { entity, t, joins: new Map() };
    const where = this.where(row, filters);
    if (row.joins.size > 0)
      throw new Error(
        `A filter of ${entity.plural} reads a side table, which a statement written by hand does not join`,
      );
    return where;
  }

  /** One page as one JSON array. @throws BAD_REQUEST when its lists inside lists could hold too much */
  page(entity: Entity, request: ListRequest): Statement {
    this.refuseReach(entity, request.selection, request.perPage);
    const t = 't';
    const key = entity.key ?? ['id'];
    const row: Row = { entity, t, joins: new Map() };
    const items = this.items(row, request.selection);
    const ids: Row = { entity, t: 'p', joins: new Map() };
    const way = request.way ?? null;
    const {
      base,
      given,
      isDefault,
      steady: isSteady,
    } = this.listConditions(ids, request.filters, way, request.isLarge === false);
    const span = spanOf(request);
    let order: (alias: string) => string;
    let found: string;
    let steady = isSteady;
    let isIndexed = false;
    if (request.ranked) {
      const place = this.w.value(request.ranked);
      given.push({ sql: `p.id = any(${place}::bigint[])` });
      order = (alias) => `array_position(${place}::bigint[], ${alias}.id)`;
      found = order('p');
    } else {
      const sorts = readSort(entity, request.sort, this.viewer);
      const sortContext: SortContext = { w: this.w, viewer: this.viewer, all: request.filters };
      order = (alias) => writeOrder(sorts, alias, key, sortContext);
      found = span.isReversed ? writeOrder(reversed(sorts), 'p', key, sortContext) : order('p');
      // pages near the end are rare: what is made for speed is for the others
      isIndexed = !span.isReversed && sorts.every((sort) => sort.sort.indexed);
      steady &&= isIndexed;
    }
    if (request.except) {
      given.push({ sql: `p.id <> all(${this.w.value(request.except)}::bigint[])` });
      steady = false;
    }
    // a plan that is made for any number of rows reckons with a tenth of the table and is never kept
    steady &&= span.offset === 0 && KEPT_PAGE_SIZES.has(span.limit);
    const page: PageKeys = {
      from: `${entity.table} p${writeJoins(ids)}`,
      key,
      base,
      given,
      order: found,
      limit: span.limit,
      offset: span.offset,
      isIndexed: isIndexed && ids.joins.size === 0,
      isDefault,
    };
    const ways = request.isLarge ? planPage(this.w, page) : null;
    const write = way === 'few' ? wholeInOrder : inOrder;
    const idsSql =
      ways ??
      write(
        page,
        steady
          ? `limit ${span.limit}`
          : `limit ${this.w.value(span.limit)} offset ${this.w.value(span.offset)}`,
      );
    // several ways cost so much together that the planner does not care how the few rows are joined to them, and was
    // seen to sort a whole table for it; what is materialized is not reckoned with
    const [before, from] =
      ways === null ? ['', `(${idsSql}) page`] : [`with page as materialized (${idsSql}) `, 'page'];
    const rows = `${before}select ${items} from ${from} join ${entity.table} t on t.subdomain_id = $1${key.map((column) => ` and t.${column} = page.${column}`).join('')}${writeJoins(row)} order by ${order('t')}`;
    const text = `${AS_RECORDS} from (${rows}) r`;
    return { text, values: this.w.values, ...(steady ? { isSteady: true } : {}) };
  }

  /** The ids of all rows that the filters leave, in the order of `sort`; for exports, which read them in batches. */
  ids(entity: Entity, filters: Readonly<Record<string, unknown>>, sort: string | null): Statement {
    const row: Row = { entity, t: 't', joins: new Map() };
    const where = this.where(row, filters);
    const order = writeOrder(readSort(entity, sort, this.viewer), 't', entity.key ?? ['id'], {
      w: this.w,
      viewer: this.viewer,
      all: filters,
    });
    return {
      text: `select t.id::text as id from ${entity.table} t${writeJoins(row)} where ${where} order by ${order}`,
      values: this.w.values,
    };
  }

  /** How many rows the filters leave, where stored counters tell it; null: they do not. */
  keptTotal(entity: Entity, filters: Readonly<Record<string, unknown>>): Statement | null {
    const sql = entity.list?.keptTotal?.(filters, this.w) ?? null;
    if (sql === null) return null;
    const text = `select (${sql})::int as total`;
    return { text, values: this.w.values, isSteady: true };
  }

  /** How many rows the filters leave; `cap` bounds the work. */
  total(entity: Entity, filters: Readonly<Record<string, unknown>>, cap: number | null): Statement {
    const row: Row = { entity, t: 't', joins: new Map() };
    const where = this.where(row, filters);
    const from = `from ${entity.table} t${writeJoins(row)} where ${where}`;
    const text =
      cap === null
        ? `select count(*)::int as total ${from}`
        : `select count(*)::int as total from (select 1 ${from} limit ${this.w.value(cap)}) capped`;
    return { text, values: this.w.values };
  }

  /** Records known by id, in the order of `ids`; unknown and foreign ids are left out. */
  byIds(entity: Entity, ids: readonly string[], selection: Selection): Statement {
    this.refuseReach(entity, selection, ids.length);
    const row: Row = { entity, t: 't', joins: new Map() };
    const items = this.items(row, selection);
    const place = this.w.value(ids);
    // of several the database plans for ten; one is said to be one, so that a prepared plan is as good as a new one
    const found =
      ids.length === 1
        ? `t.id = (${place}::bigint[])[1]`
        : `t.id = any(${place}::bigint[]) order by array_position(${place}::bigint[], t.id)`;
    const rows = `select ${items} from ${entity.table} t${writeJoins(row)} where ${this.rowConditions(entity, 't').join(' and ')} and ${found}`;
    const text = `${AS_RECORDS} from (${rows}) r`;
    return { text, values: this.w.values, isSteady: true };
  }

  private rowConditions(entity: Entity, t: string): string[] {
    const conditions = [`${t}.subdomain_id = $1`];
    if (entity.visible) conditions.push(`(${entity.visible(t, { w: this.w, viewer: this.viewer })})`);
    return conditions;
  }

  /** All conditions of a list's rows. */
  private where(row: Row, filters: Readonly<Record<string, unknown>>): string {
    const { base, given } = this.listConditions(row, filters);
    return [...base, ...given.map(({ sql }) => sql)].join(' and ');
  }

  /** isDefault: no filter asks for rows that a list leaves out by itself, which its indexes do not hold */
  private listConditions(
    row: Row,
    filters: Readonly<Record<string, unknown>>,
    way: PreparedWay | null = null,
    isSmall = false,
  ): { base: string[]; given: GivenCondition[]; isDefault: boolean; steady: boolean } {
    const { entity } = row;
    const list = entity.list;
    const base = this.rowConditions(entity, row.t);
    const given: GivenCondition[] = [];
    let steady = true;
    const context: FilterContext = {
      w: this.w,
      t: row.t,
      viewer: this.viewer,
      side: sideOf(row),
      all: filters,
      isSmall,
    };
    for (const [name, value] of Object.entries(filters)) {
      const filter = list?.filters[name];
      if (!filter || value === undefined || value === null) continue;
      const prepared = way === null ? undefined : filter.ways?.[way];
      const sql = prepared ? prepared((value as string[])[0]!, context) : filter.where(value, context);
      if (sql === null) continue;
      given.push({
        sql,
        ...(filter.whole ? { whole: () => filter.whole!(value, context) } : {}),
        ...(filter.parts ? { parts: () => filter.parts!(value, context) } : {}),
      });
      steady &&=
        prepared !== undefined || (filter.steady === true && !(Array.isArray(value) && value.length !== 1));
    }
    const fallback = list?.defaultWhere;
    const isDefault = !list || !replacesDefault(list, filters);
    if (fallback && isDefault) base.push(`(${fallback.where(row.t)})`);
    return { base, given, isDefault, steady };
  }

  /** Select items of a record: `expression as "name"`, only what was asked for and may be read. */
  private items(row: Row, selection: Selection): string {
    const items: string[] = [];
    const c: FieldContext = { w: this.w, t: row.t, viewer: this.viewer, side: sideOf(row), args: this.args };
    for (const [name, wanted] of Object.entries(selection)) {
      const field = row.entity.fields[name];
      if (!field) continue;
      if (field.requires && !field.requires.allows(this.viewer)) continue;
      this.item(items, c, name, field, wanted);
    }
    // a record of which nothing may be read is still a record
    return items.length > 0 ? items.join(', ') : 'true as "__"';
  }

  private item(items: string[], c: FieldContext, name: string, field: Field, wanted: Selection | true): void {
    switch (field.kind) {
      case 'column':
        items.push(`${field.sql ? field.sql(c) : `${c.t}.${name}`} as "${name}"`);
        return;
      case 'computed':
        for (const [hidden, sql] of Object.entries(field.from))
          items.push(`${sql(c)} as "${HIDDEN}${name}_${hidden}"`);
        return;
      case 'group': {
        const inner = Object.keys(wanted === true ? {} : wanted).filter((key) => field.fields[key]);
        const pairs = inner.map(
          (key) => `'${key}', ${field.fields[key]!.sql ? field.fields[key]!.sql!(c) : `${c.t}.${key}`}`,
        );
        items.push(`json_build_object(${pairs.join(', ')}) as "${name}"`);
        return;
      }
      case 'one': {
        const child = this.childRow(field.entity);
        if (!child) {
          items.push(`null as "${name}"`);
          return;
        }
        const inner = this.items(child, wanted === true ? {} : wanted);
        const conditions = [...this.rowConditions(child.entity, child.t), `(${field.on(c, child.t)})`];
        const order = field.order ? ` order by ${field.order(child.t)} limit 1` : '';
        items.push(
          `(select row_to_json(x) from (select ${inner} from ${child.entity.table} ${child.t}${writeJoins(child)} where ${conditions.join(' and ')}${order}) x) as "${name}"`,
        );
        return;
      }
      case 'many': {
        const child = this.childRow(field.entity);
        if (!child) {
          items.push(`'[]'::json as "${name}"`);
          return;
        }
        const inner = this.items(child, wanted === true ? {} : wanted);
        const conditions = [...this.rowConditions(child.entity, child.t), `(${field.on(c, child.t)})`];
        let through = '';
        if (field.through) {
          const link = this.w.alias();
          through = ` join ${field.through.table} ${link} on ${link}.subdomain_id = $1 and (${field.through.on(c, link, child.t)})`;
        }
        items.push(
          `(select coalesce(json_agg(row_to_json(x)), '[]'::json) from (select ${inner} from ${child.entity.table} ${child.t}${through}${writeJoins(child)} where ${conditions.join(' and ')} order by ${field.order(child.t)} limit ${field.max}) x) as "${name}"`,
        );
      }
    }
  }

  /** Lists inside lists multiply: what they could hold is what the database may have to put together. */
  private refuseReach(entity: Entity, selection: Selection, records: number): void {
    if (records * this.reach(entity, selection) > graphqlLimits.reachableRecords) {
      throw badRequest(
        'The lists inside of lists of this query could hold too many records. Ask for fewer records at once, or for the inner ones in a query of their own.',
        { reason: 'too_large' },
      );
    }
  }

  /** How many records one record could hold, itself included. */
  private reach(entity: Entity, selection: Selection): number {
    let records = 1;
    for (const [name, wanted] of Object.entries(selection)) {
      const field = entity.fields[name];
      if (wanted === true || !field || (field.kind !== 'one' && field.kind !== 'many')) continue;
      records +=
        (field.kind === 'many' ? field.max : 1) * this.reach(this.entities.get(field.entity)!, wanted);
    }
    return records;
  }

  /** The row of a relation; null when the viewer may not read records of that kind at all. */
  private childRow(entityName: string): Row | null {
    const entity = this.entities.get(entityName)!;
    if (!entity.requires.allows(this.viewer)) return null;
    this.w.subselects += 1;
    if (this.w.subselects > graphqlLimits.subSelects) {
      throw badRequest(
        `This query asks for more than ${graphqlLimits.subSelects} related records at once. Ask for fewer, or in several queries.`,
      );
    }
    return { entity, t: this.w.alias(), joins: new Map() };
  }
}

function sideOf(row: Row): (name: string) => string {
  return (name) => {
    const known = row.joins.get(name);
    if (known) return known.alias;
    const side = row.entity.sides?.[name];
    if (!side) throw new Error(`${row.entity.name} has no side table ${name}`);
    const alias = `${row.t}_${name}`;
    row.joins.set(name, { ...side, alias });
    return alias;
  };
}

function writeJoins(row: Row): string {
  return [...row.joins.values()]
    .map(
      ({ table, key, alias }) =>
        ` left join ${table} ${alias} on ${alias}.subdomain_id = $1 and ${alias}.${key} = ${row.t}.id`,
    )
    .join('');
}

/**
 * Which rows a page takes, and from which end: past the middle of a known total fewer rows lie after
 * the page than before it, and the database has to pass over the rows before it.
 */
function spanOf(request: ListRequest): { limit: number; offset: number; isReversed: boolean } {
  const offset = request.offset ?? (request.page - 1) * request.perPage;
  const total = request.total ?? null;
  if (request.ranked || total === null) return { limit: request.perPage, offset, isReversed: false };
  const limit = Math.max(0, Math.min(request.perPage, total - offset));
  const after = Math.max(0, total - offset - limit);
  return after < offset ? { limit, offset: after, isReversed: true } : { limit, offset, isReversed: false };
}

interface SortKey {
  sort: Sort;
  descending: boolean;
}

/** The sorts of a list that the viewer may use. */
export function offeredSorts(entity: Entity, viewer: Viewer): Map<string, Sort> {
  return new Map(
    Object.entries(entity.list!.sorts).filter(([, sort]) => !sort.requires || sort.requires.allows(viewer)),
  );
}

/**
 * Reads '-votes_count,title' against the sorts on offer.
 * @throws BAD_USER_INPUT for an unknown key, naming those on offer (DEC-064)
 */
export function readSort(entity: Entity, sort: string | null, viewer: Viewer): SortKey[] {
  const { sorts, defaultSort } = entity.list!;
  return (sort ?? defaultSort).split(',').map((part) => {
    const written = part.trim();
    const descending = written.startsWith('-');
    const key = descending ? written.slice(1) : written;
    const known = Object.hasOwn(sorts, key) ? sorts[key]! : null;
    if (!known || (known.requires && !known.requires.allows(viewer))) {
      throw badInput(
        'sort',
        `Sorting by "${key.slice(0, 60)}" is not possible. On offer: ${[...offeredSorts(entity, viewer).keys()].join(', ')}.`,
      );
    }
    return { sort: known, descending };
  });
}

/** The same order from the other end: nulls and ties turn with the keys. */
function reversed(sorts: readonly SortKey[]): SortKey[] {
  return sorts.map(({ sort, descending }) => ({ sort, descending: !descending }));
}

function writeOrder(sorts: SortKey[], alias: string, key: readonly string[], c: SortContext): string {
  const last = sorts.at(-1)!;
  const keys = sorts.map(
    ({ sort, descending }) =>
      `${sort.by(alias, c)} ${descending ? 'desc' : 'asc'}${sort.nullable ? ` nulls ${descending ? 'last' : 'first'}` : ''}`,
  );
  // ties follow the last key's direction, so that one index serves the whole order
  return [...keys, ...key.map((column) => `${alias}.${column} ${last.descending ? 'desc' : 'asc'}`)].join(
    ', ',
  );
}

/** First pages of these sizes are prepared: those that screens offer. */
const KEPT_PAGE_SIZES: ReadonlySet<number> = new Set([
  ...paging.tablePageSizes,
  paging.defaultPageSize,
  paging.notificationPageSize,
]);
