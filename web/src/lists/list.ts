/** What a list of records is, said once: its document, its fields, how it is ordered. */
import type { GraphQLDocument } from '../api/client.ts';
import { paging } from '../../../contract/limits.ts';
import type { Loadable } from '../ui/loading/loadable.tsx';
import type { ExpressionLineProps } from './expression/ExpressionLine.tsx';
import { textField } from '../host/search.ts';
import type { Field } from '../host/search.ts';
import { filtersOf } from './fields.ts';
import type { RecordFields } from './fields.ts';
import { pageField, pageSizeField, searchField } from './filters.ts';
import type { ListFilter } from './filters.ts';

/** A page of records, as every list of the API answers it. */
export interface ListAnswer<Row> {
  total_records: number;
  /** The total is the number up to which was counted, and one more. */
  total_is_capped?: boolean;
  records: readonly Row[];
}

/** What the document of a list takes. */
export interface ListDocumentVariables<Query> {
  query?: Query | null;
  page?: number | null;
  per_page?: number | null;
}

/** What is said of a list. */
export interface ListEntry<Data, Row, Query> {
  /** Names its queries, and the columns that somebody chose: `grid_state_<name>` in local storage. */
  name: string;
  /** Several of its records, in small letters: 'exports'. */
  what: string;
  /** Takes `$query`, `$page` and `$per_page`. */
  document: GraphQLDocument<Data, ListDocumentVariables<Query>>;
  read: (data: Data) => ListAnswer<Row>;
  fields: RecordFields<Row, Query>;
  /** What a record is called, for the box that selects it. */
  nameOf: (row: Row) => string;
  /** Where a record is opened; null: nowhere. Left out: none has a page. */
  address?: (row: Row) => string | null;
  /** Told when somebody opens a record. */
  onOpen?: (row: Row) => void;
  /** The server's `q` finds records by words. */
  isSearched?: boolean;
  /** The line in which its records are compared, which comes when it is opened; left out: it takes none. */
  expression?: Loadable<ExpressionLineProps>;
  /** The order while nobody chose another, as the server writes it. */
  sort: string;
  /** Rows of a page while nobody chose another number; left out: 20. */
  pageSize?: number;
  /**
   * Variables of the document that say which parts of a record are asked for, by the columns in sight: what nobody looks
   * at is not read. Left out: the document asks for all.
   */
  parts?: (isShown: (column: string) => boolean) => Readonly<Record<string, boolean>>;
  /** Whether a record changes by itself: while one in sight does, the list is asked for again and again. */
  isMoving?: (row: Row) => boolean;
}

/** A list, with what follows from its fields. */
export interface List<Data, Row, Query> extends ListEntry<Data, Row, Query> {
  pageSize: number;
  filters: readonly ListFilter<Query>[];
  /** Its state in the address. */
  schema: ListSchema;
}

/** State of a list in the address: words, order, page, size, and the value of each filter by its id. */
export type ListSchema = {
  q: Field<string>;
  sort: Field<string>;
  page: Field<number>;
  per_page: Field<number>;
} & Record<string, Field<never>>;

/** States a list; a constant outside components. */
export function defineList<Data, Row extends { id: string }, Query extends object>(
  entry: ListEntry<Data, Row, Query>,
): List<Data, Row, Query> {
  const { fields, pageSize = paging.defaultPageSize } = entry;
  const filters = filtersOf(fields);
  return {
    ...entry,
    pageSize,
    filters,
    schema: {
      q: searchField(),
      sort: textField(),
      ...(entry.expression === undefined ? {} : { expression: textField() }),
      page: pageField(),
      per_page: pageSizeField(pageSize),
      ...Object.fromEntries(filters.map(({ id, field }) => [id, field])),
    } as unknown as ListSchema,
  };
}
