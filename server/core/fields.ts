import type { Permission, Viewer } from './viewer.ts';
import { isoTime, type Writer } from '../sql/writer.ts';

/** What a field's SQL may use: the open statement, the alias of its row, who reads, the list's arguments. */
export interface FieldContext {
  w: Writer;
  /** alias of the row's own table */
  t: string;
  viewer: Viewer;
  /** alias of a side table of the entity; joined when asked for */
  side(name: string): string;
  /** arguments of the list that this record stands in; empty elsewhere */
  args: Readonly<Record<string, unknown>>;
}

/** A value read with the row: a column, or an expression over it. */
export interface Column {
  kind: 'column';
  /** GraphQL type as text: 'ID', 'String', '[ID!]', ... */
  type: string;
  nullable: boolean;
  description: string;
  /** null: the column of the same name */
  sql: ((c: FieldContext) => string) | null;
  requires?: Permission;
}

/** A value made by code from hidden columns; synchronous, no I/O. */
export interface Computed {
  kind: 'computed';
  type: string;
  nullable: boolean;
  description: string;
  from: Record<string, (c: FieldContext) => string>;
  value: (hidden: Record<string, unknown>, viewer: Viewer) => unknown;
  requires?: Permission;
}

/** One related record, by an id column of this row or by a condition of its own. */
export interface One {
  kind: 'one';
  entity: string;
  description: string;
  /** SQL condition that picks the related row `child`; the tenant is compared by the writer */
  on: (c: FieldContext, child: string) => string;
  /** picks one of several */
  order?: (child: string) => string;
  requires?: Permission;
}

/** A short related list with a fixed order and a maximum. */
export interface Many {
  kind: 'many';
  entity: string;
  description: string;
  on: (c: FieldContext, child: string) => string;
  order: (child: string) => string;
  max: number;
  /** a link table between the two, compared with the tenant by the writer */
  through?: { table: string; on: (c: FieldContext, link: string, child: string) => string };
  requires?: Permission;
}

/** A nested object of fields of the same row, such as comm_metadata { message_count }. */
export interface Group {
  kind: 'group';
  type: string;
  description: string;
  fields: Record<string, Column>;
  requires?: Permission;
}

export type Field = Column | Computed | One | Many | Group;

interface ColumnOptions {
  sql?: (c: FieldContext) => string;
  requires?: Permission;
}

function column(
  type: string,
  nullable: boolean,
  description: string,
  options: ColumnOptions = {},
  wrap?: (sql: string) => string,
) {
  return (name: string): Column => {
    const base = options.sql ?? ((c: FieldContext) => `${c.t}.${name}`);
    const plain = options.sql === undefined && wrap === undefined;
    return {
      kind: 'column',
      type,
      nullable,
      description,
      sql: plain ? null : (c) => (wrap ? wrap(base(c)) : `(${base(c)})`),
      ...(options.requires ? { requires: options.requires } : {}),
    };
  };
}

/** A field whose name is not known until it is placed in a record. */
export type Named = (name: string) => Column;

/** Text that is always there. */
export const text = (description: string, options?: ColumnOptions): Named =>
  column('String', false, description, options);
/** Text or null; `description` says what null means. */
export const textOrNull = (description: string, options?: ColumnOptions): Named =>
  column('String', true, description, options);
/** Whole number. */
export const int = (description: string, options?: ColumnOptions): Named =>
  column('Int', false, description, options);
/** Whole number or null. */
export const intOrNull = (description: string, options?: ColumnOptions): Named =>
  column('Int', true, description, options);
/** Number with decimals. */
export const float = (description: string, options?: ColumnOptions): Named =>
  column('Float', false, description, options, (sql) => `(${sql})::float8`);
/** Number with decimals or null. */
export const floatOrNull = (description: string, options?: ColumnOptions): Named =>
  column('Float', true, description, options, (sql) => `(${sql})::float8`);
/** True or false. */
export const boolean = (description: string, options?: ColumnOptions): Named =>
  column('Boolean', false, description, options);
/** True, false or null. */
export const booleanOrNull = (description: string, options?: ColumnOptions): Named =>
  column('Boolean', true, description, options);
/** An id column, as text. */
export const id = (description: string, options?: ColumnOptions): Named =>
  column('ID', false, description, options, (sql) => `(${sql})::text`);
/** An id column or null. */
export const idOrNull = (description: string, options?: ColumnOptions): Named =>
  column('ID', true, description, options, (sql) => `(${sql})::text`);
/** A bigint as text, for values beyond 2^31 (cents). */
export const bigint = (description: string, options?: ColumnOptions): Named =>
  column('String', false, description, options, (sql) => `(${sql})::text`);
/** A time, ISO 8601 UTC with milliseconds. */
export const time = (description: string, options?: ColumnOptions): Named =>
  column('String', false, description, options, isoTime);
/** A time or null. */
export const timeOrNull = (description: string, options?: ColumnOptions): Named =>
  column('String', true, description, options, isoTime);
/** Any other GraphQL type, such as '[ID!]', with its SQL. */
export const value = (
  type: string,
  description: string,
  sql: (c: FieldContext) => string,
  options: { nullable?: boolean; requires?: Permission } = {},
): Named =>
  column(type, options.nullable ?? false, description, {
    sql,
    ...(options.requires ? { requires: options.requires } : {}),
  });

/** Values by key, of a column that holds them as a JSON object: a list of {key, value}, in the order of the keys. */
export const keyValues = (
  description: string,
  column: (c: FieldContext) => string,
  options: { requires?: Permission } = {},
): Named =>
  value(
    '[KeyValue!]',
    description,
    (c) =>
      `select coalesce(json_agg(json_build_object('key', e.key, 'value', e.value) order by e.key), '[]'::json) from jsonb_each_text(${column(c)}) e`,
    options,
  );

/** A value that code makes from hidden columns (signed addresses, percents). */
export const computed = (definition: Omit<Computed, 'kind'>): Computed => ({
  kind: 'computed',
  ...definition,
});

/** The record that the id column `key` of this row names; null when it is null. */
export const belongsTo = (
  entity: string,
  key: string,
  description: string,
  options: { requires?: Permission } = {},
): One => ({
  kind: 'one',
  entity,
  description,
  on: (c, child) => `${child}.id = ${c.t}.${key}`,
  ...options,
});

/** One related record picked by a condition and an order, such as the last comment. */
export const belongsToWhere = (definition: Omit<One, 'kind'>): One => ({ kind: 'one', ...definition });

/** A short related list. */
export const hasMany = (definition: Omit<Many, 'kind'>): Many => ({ kind: 'many', ...definition });

/** A nested object of fields of the same row. */
export const group = (type: string, description: string, fields: Record<string, Named>): Group => ({
  kind: 'group',
  type,
  description,
  fields: nameFields(fields) as Record<string, Column>,
});

/** Gives each field its name: the one place where a field and its column of the same name meet. */
export function nameFields(fields: Record<string, Named | Field>): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, typeof field === 'function' ? field(name) : field]),
  );
}
