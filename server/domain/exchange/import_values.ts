import {
  IDEA_IMPORT_FIELDS,
  type ImportedColumn,
  type ImportedField,
  type ImportedKind,
} from '../../../contract/idea_fields.ts';
import { textLimits } from '../../../contract/limits.ts';
import { sql, type RawBuilder } from 'kysely';

/** Values of an idea that are stored as its file has them, by their column; what the file does not say is absent. */
export type ImportedValues = Partial<Record<ImportedColumn, string | number>>;

const INT_MAX = 2 ** 31 - 1;

/** How a kind of value is read and stored; `problem` is what is said of values that are none. */
const KINDS: Readonly<
  Record<
    ImportedKind,
    {
      type: 'text' | 'int';
      /** null: it says nothing; undefined: it cannot be taken */
      read: (text: string, max: number) => string | number | null | undefined;
      problem: readonly [one: string, many: string];
    }
  >
> = {
  address: {
    type: 'text',
    read: (text) =>
      text.length <= textLimits.urlCharacters &&
      /^https?:\/\/[^\s\u0000-\u001f]+$/i.test(text) &&
      URL.canParse(text)
        ? text
        : undefined,
    problem: ['does not begin with http:// or https://', 'do not begin with http:// or https://'],
  },
  count: {
    type: 'int',
    read: (text, max) => {
      const count = Number(text);
      if (!Number.isInteger(count) || count < 0 || count > max) return undefined;
      return count === 0 ? null : count;
    },
    problem: ['is no whole number from 0 on', 'are no whole numbers from 0 on'],
  },
};

/** Fields that are stored as they are read. */
const STORED = Object.entries(IDEA_IMPORT_FIELDS as Readonly<Record<string, ImportedField>>).flatMap(
  ([field, { stored }]) => (stored ? [{ field, ...stored, column: stored.column as ImportedColumn }] : []),
);

/** Columns of a table that hold values as a file has them. */
export function storedColumns(table: 'suggestions' | 'suggestion_contents'): string[] {
  return STORED.filter((one) => one.table === table).map(({ column }) => column);
}

/** How many values of each field could not be taken. */
export type LostValues = Map<string, number>;

/**
 * Reads the values of a row that are stored as they are.
 * @param cell the text of a field, '' where there is none
 * @param lost counts those that cannot be taken; the idea comes in without them
 */
export function readValues(cell: (field: string) => string, lost: LostValues): ImportedValues {
  const values: ImportedValues = {};
  for (const { field, column, kind, max = INT_MAX } of STORED) {
    const text = cell(field);
    const value = text === '' ? null : KINDS[kind].read(text, max);
    if (value === undefined) lost.set(field, (lost.get(field) ?? 0) + 1);
    else if (value !== null) values[column] = value;
  }
  return values;
}

/** Sentences about the values that could not be taken. */
export function lostNotes(lost: LostValues): string[] {
  return STORED.flatMap(({ field, kind, nouns }) => {
    const count = lost.get(field);
    if (count === undefined) return [];
    const at = count === 1 ? 0 : 1;
    return [
      `${count.toLocaleString('en')} ${nouns[at]} ${KINDS[kind].problem[at]} and ${at === 0 ? 'is' : 'are'} not kept.`,
    ];
  });
}

/** Parts of the statement that writes ideas into a table, for the values that stand in it; each begins behind what is there. */
export interface ValueParts {
  /** columns of the table */
  columns: RawBuilder<unknown>;
  /** the same of the rows `x` that are written */
  read: RawBuilder<unknown>;
  /** a list of values for each */
  lists: RawBuilder<unknown>;
  /** what a row that is there takes: a value that the file does not say stays */
  set: RawBuilder<unknown>;
  /** whether that makes a row another one */
  differs: RawBuilder<unknown>;
}

/**
 * @param row alias of the table in the statement
 * @param ideas in the order of the statement's other lists
 */
export function valueParts(
  table: 'suggestions' | 'suggestion_contents',
  row: string,
  ideas: readonly { values: ImportedValues }[],
): ValueParts {
  const stored = STORED.filter((one) => one.table === table);
  const written = (part: (column: string) => string) =>
    sql.raw(stored.map(({ column }) => part(column)).join(''));
  return {
    columns: written((column) => `, ${column}`),
    read: written((column) => `, x.${column}`),
    lists: sql.join(
      stored.map(
        ({ column, kind }) =>
          sql`, ${ideas.map((idea) => idea.values[column] ?? null)}::${sql.raw(KINDS[kind].type)}[]`,
      ),
      sql``,
    ),
    set: written((column) => `, ${column} = coalesce(excluded.${column}, ${row}.${column})`),
    differs: written(
      (column) => ` or ${row}.${column} is distinct from coalesce(excluded.${column}, ${row}.${column})`,
    ),
  };
}
