import {
  ImportFileError,
  nameOf,
  plainName,
  shown,
  type CsvFile,
  type CsvRow,
  type FilePlace,
} from './csv.ts';

/** A column of a file, and what is made of it. */
export interface ColumnUse {
  name: string;
  /** field that it is read as; null: it is not read */
  field: string | null;
  /** rows in which it holds text */
  rows: number;
}

/** What is read of a file and what is not. */
export interface FileUse {
  file: string;
  /** rows of the file that could be read */
  rows: number;
  columns: ColumnUse[];
}

/** field -> plain name of its column; null: the file has none */
export type Columns = Record<string, string | null>;

/** An open file and the columns that its records are made of. */
export interface OpenFile {
  path: FilePlace;
  file: CsvFile;
  columns: Columns;
}

/** Fields that gather all columns of one name, as some programs write a column per label or comment. */
const GATHERED = new Set(['labels', 'comments']);
const SHOWN_COLUMNS = 8;
/** So many words and more are a text that somebody wrote; so are signs of scripts that put no spaces between words. */
const PROSE_WORDS = 8;
const PROSE_CHARACTERS = 40;
const UNSPACED_PROSE =
  /(?:[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Khmr}\p{scx=Laoo}\p{scx=Mymr}][^\p{L}]{0,3}){16}/u;
const UNSPACED_CHARACTERS = 16;

/**
 * Columns of the fields, by what the mapping says, else the first name that the file has.
 *
 * @param prefix of the fields in a mapping file: "votes." and the like
 * @throws ImportFileError when the mapping names a column that is not there
 */
export function findColumns(
  file: CsvFile,
  path: FilePlace,
  wanted: Readonly<Record<string, readonly string[]>>,
  mapping: Readonly<Record<string, string>>,
  prefix = '',
): Columns {
  const columns: Columns = {};
  for (const [field, names] of Object.entries(wanted)) {
    const mapped = mapping[`${prefix}${field}`];
    if (mapped === '') columns[field] = null;
    else if (mapped !== undefined) {
      if (!file.has(plainName(mapped)))
        throw new ImportFileError(
          `The mapping gives ${prefix}${field} the column "${mapped}", which ${shown(path)} does not have. It has: ${namesOf(file.header)}.`,
          'columns',
        );
      columns[field] = plainName(mapped);
    } else columns[field] = names.find((name) => file.has(name)) ?? null;
  }
  return columns;
}

/** Names for a sentence; of many the first. */
export function namesOf(names: readonly string[]): string {
  return names.length <= 40
    ? names.join(', ')
    : `${names.slice(0, 40).join(', ')} and ${names.length - 40} more`;
}

/** Whether a text is one that somebody wrote, as opposed to a name, a number or an address. @param text the first 2,000 characters of a cell */
export function isProse(text: string): boolean {
  return (
    (text.length >= PROSE_CHARACTERS && text.trim().split(/\s+/, PROSE_WORDS).length === PROSE_WORDS) ||
    UNSPACED_PROSE.test(text)
  );
}

/** Counts what columns hold while the rows of a file go by. */
export class ColumnTally {
  private readonly open: OpenFile;
  private readonly fields: (string | null)[];
  private readonly rows: Uint32Array;
  private readonly prose: boolean[];
  private count = 0;

  /** @param also further columns that are read, plain name -> field */
  constructor(open: OpenFile, also: ReadonlyMap<string, string> = new Map()) {
    this.open = open;
    this.fields = open.file.header.map(() => null);
    this.rows = new Uint32Array(open.file.header.length);
    this.prose = open.file.header.map(() => false);
    const read = [
      ...Object.entries(open.columns).flatMap(([field, column]) =>
        column === null ? [] : [[column, field] as const],
      ),
      ...also,
    ];
    for (const [column, field] of read) {
      const places = open.file.places(column);
      for (const place of GATHERED.has(field) ? places : places.slice(0, 1)) this.fields[place] ??= field;
    }
  }

  add(row: CsvRow): void {
    this.count += 1;
    for (let place = 0; place < this.fields.length; place += 1) {
      const cell = row.cells[place]!;
      if (cell === '' || (cell.length < 20 && cell.trim() === '')) continue;
      this.rows[place]! += 1;
      if (this.fields[place] === null && !this.prose[place] && cell.length >= UNSPACED_CHARACTERS)
        this.prose[place] = isProse(cell.slice(0, 2_000));
    }
  }

  /** Columns of one name are told as one. */
  use(): FileUse {
    const columns: ColumnUse[] = [];
    this.open.file.header.forEach((name, place) => {
      const known = columns.find((column) => column.name === name && column.field === this.fields[place]);
      if (known) known.rows = Math.max(known.rows, this.rows[place]!);
      else columns.push({ name, field: this.fields[place]!, rows: this.rows[place]! });
    });
    return { file: nameOf(this.open.path), rows: this.count, columns };
  }

  /**
   * Asks when the field that holds the text was not found, or is empty throughout, while text stands in columns that are not read.
   * @param prefix of the field in a mapping file
   * @throws ImportFileError with the question and how to answer it
   */
  askForText(field: string, what: string, mapping: Readonly<Record<string, string>>, prefix = ''): void {
    const named = `${prefix}${field}`;
    if (mapping[named] === '') return;
    const place = this.fields.indexOf(field);
    if (place >= 0 && this.rows[place]! > 0) return;
    const unread = this.open.file.header
      .flatMap((name, at) =>
        this.fields[at] === null && this.prose[at] ? [{ name, rows: this.rows[at]! }] : [],
      )
      .sort((a, b) => b.rows - a.rows);
    if (unread.length === 0) return;
    const listed = unread
      .slice(0, SHOWN_COLUMNS)
      .map(({ name, rows }) => `"${name}" (${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'})`)
      .join(', ');
    const found =
      place < 0
        ? `no column was found for the ${what}`
        : `the column "${this.open.file.header[place]}" for the ${what} is empty in every row`;
    throw new ImportFileError(
      `${shown(this.open.path)}: ${found}, and texts stand in ${listed}${unread.length > SHOWN_COLUMNS ? ` and ${unread.length - SHOWN_COLUMNS} more columns` : ''}, which would not be read. Say in a mapping file which column it is, {"${named}": ${JSON.stringify(unread[0]!.name)}}, or that there is none, {"${named}": ""}.`,
    );
  }
}
