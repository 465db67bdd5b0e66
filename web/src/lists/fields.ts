/**
 * What is said of the fields of a record, once: what each is called, how it is drawn, ordered and narrowed. The columns,
 * filters and blocks of its lists follow from it. Pure; `web/src/records` has a file for each kind of record.
 */
import type { ReactNode } from 'react';
import type { Rights } from '../../../contract/permissions.ts';
import { MIN_COLUMN_WIDTH_PX } from '../ui/table/tableLayout.ts';
import type { TableColumn } from '../ui/table/tableLayout.ts';
import { filtersFor } from './filters.ts';
import type { FilterChoice, FilterRecords, ListFilter } from './filters.ts';
import { textLimits } from '../../../contract/limits.ts';
import { listField } from '../host/search.ts';
import type { Field } from '../host/search.ts';
import { pageMessages as texts } from './pageMessages.ts';

/** What a field is narrowed by. `by` is the server's own name, which stands in the address, too. */
export type FieldFilter<Query> =
  /** Records by their ids; `without`: what those without one are called, where the server knows `<by>_none`. */
  | { kind: 'records'; by: keyof Query & string; records: FilterRecords; without?: string }
  /** Some of a few words. */
  | { kind: 'words'; by: keyof Query & string; choices: readonly FilterChoice[] }
  /** What is typed, exactly as it stands; `one`: the server takes a single text. */
  | { kind: 'typed'; by: keyof Query & string; one?: boolean }
  /** One of some times, such as `30_days_ago`. */
  | { kind: 'time'; by: keyof Query & string; choices: readonly FilterChoice[] }
  /** Yes or no. */
  | { kind: 'flag'; by: keyof Query & string; yes?: string; no?: string };

/** A field of a record. */
export interface RecordField<Row, Query> extends Omit<
  TableColumn<Row>,
  'id' | 'header' | 'label' | 'cell' | 'widthPx'
> {
  /** Head of its column, name of its filter, and before its value where a row is a block. */
  label: string;
  /** Draws the value; null: there is none. Left out: the field is a filter alone. */
  cell?: (row: Row) => ReactNode;
  /** Left out: what its head needs. */
  widthPx?: number;
  filter?: FieldFilter<Query>;
  /** Who may see it; left out: everyone. */
  needs?: (rights: Rights) => boolean;
  /** What can be done to the record: without a name before it, at the end of a block, and always shown. */
  isAction?: boolean;
}

/**
 * The fields of a record by their ids, in the order of the columns. The first one is what the record is called: it stays
 * in view, cannot be hidden, and is the head of a block.
 */
export type RecordFields<Row, Query> = Readonly<Record<string, RecordField<Row, Query>>>;

/** States the fields of a record: `Row` as its list selects it, `Query` as the server takes its filters. */
export function fieldsOf<Row extends object, Query extends object>(
  fields: RecordFields<Row, Query>,
): RecordFields<Row, Query> {
  return fields;
}

/** Texts that somebody typed, each cut to what the server takes. */
function typedField(): Field<readonly string[]> {
  const list = listField();
  return {
    ...list,
    read: (raw) =>
      list
        .read(raw)
        .map((text) => [...text].slice(0, textLimits.nameCharacters).join('').trim())
        .filter((text) => text !== '')
        .slice(0, TYPED_MOST),
  };
}

/** So many texts of one filter are taken. */
const TYPED_MOST = 20;

/** Px that a letter of a head takes, and what stands around it. */
const LETTER_PX = 8;
const HEAD_PX = 40;

/** The columns of a list for somebody, in their order. */
export function columnsOf<Row, Query>(
  fields: RecordFields<Row, Query>,
  rights: Rights,
): readonly TableColumn<Row>[] {
  const shown = Object.entries(fields).filter(([, field]) => field.needs?.(rights) ?? true);
  return shown.flatMap(
    ([id, { label, cell, widthPx, filter: _filter, needs: _needs, isAction, ...rest }], index) =>
      cell === undefined
        ? []
        : [
            {
              id,
              header: label,
              cell,
              widthPx: widthPx ?? Math.max(MIN_COLUMN_WIDTH_PX, HEAD_PX + LETTER_PX * label.length),
              ...(index === 0 ? { sticky: true, canHide: false, grow: { order: 1, toPx: 720 } } : {}),
              ...(isAction === true ? { canHide: false } : {}),
              ...rest,
            },
          ],
  );
}

/** The filter of a field; null: it has none. */
function filterOf<Row, Query extends object>({
  label,
  filter,
}: RecordField<Row, Query>): ListFilter<Query> | null {
  if (filter === undefined) return null;
  const make = filtersFor<Query>();
  switch (filter.kind) {
    case 'records':
      return make.ids(filter.by, label, filter.records, filter.without ?? null);
    case 'words':
      return make.words(
        filter.by,
        label,
        filter.choices.map(({ value }) => value),
        filter.choices,
      );
    case 'typed':
      return {
        id: filter.by,
        label,
        choices: [],
        isTyped: true,
        field: typedField(),
        ask: (value: readonly string[]) =>
          ({ [filter.by]: filter.one === true ? value[0] : value }) as Partial<Query>,
      };
    case 'time':
      return make.time(filter.by, label, filter.choices);
    case 'flag':
      return make.choice(
        filter.by,
        label,
        [true, false].map((is) => ({
          value: String(is),
          label: is ? (filter.yes ?? texts.yes) : (filter.no ?? texts.no),
          ask: { [filter.by]: is } as Partial<Query>,
        })),
      );
  }
}

/** The filters of a list, in the order of the fields. @param rights null: all of them */
export function filtersOf<Row, Query extends object>(
  fields: RecordFields<Row, Query>,
  rights: Rights | null = null,
): readonly ListFilter<Query>[] {
  return Object.values(fields).flatMap((field) => {
    if (rights !== null && field.needs?.(rights) === false) return [];
    return filterOf(field) ?? [];
  });
}
