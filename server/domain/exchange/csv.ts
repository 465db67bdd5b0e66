import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';

/** A row of a file, by its header's names as they stand there. */
export interface CsvRow {
  /** line of the file on which the row begins, from 1 */
  line: number;
  /** cell of a column by its plain name; '' when the column is missing or the cell is empty */
  get(column: string): string;
  /** cells of all columns of that plain name that hold something */
  all(column: string): string[];
  cells: readonly string[];
}

/** A row that cannot be read, and why. */
export interface CsvFault {
  line: number;
  reason: string;
}

/** Why a file cannot be read: what a screen explains in its own words. */
export type FileFault = 'empty' | 'encoding' | 'not_csv' | 'broken' | 'too_large' | 'columns';

/** A file that cannot be read at all; the sentence says why and what to do. */
export class ImportFileError extends Error {
  readonly fault: FileFault;
  constructor(sentence: string, fault: FileFault = 'broken') {
    super(sentence);
    this.fault = fault;
  }
}

/** A file that is kept elsewhere than at a path of this machine. */
export interface KeptFile {
  /** its name; one that ends with .gz is unpacked */
  name: string;
  /** its bytes from the first one, each time anew */
  open: () => Promise<Readable>;
  /** what it may unpack to, in bytes; a small file may hold a large one */
  maxBytes: number;
}

/** Where a file is: a path of this machine, or a file that is kept elsewhere. */
export type FilePlace = string | KeptFile;

/** The name of a file without its folder. */
export function nameOf(place: FilePlace): string {
  return typeof place === 'string' ? basename(place) : place.name;
}

/** A file as sentences name it: by its path, where it has one. */
export function shown(place: FilePlace): string {
  return typeof place === 'string' ? place : place.name;
}

const isPacked = (place: FilePlace): boolean => nameOf(place).toLowerCase().endsWith('.gz');

/** Columns are found whatever their case, spaces, dots and underscores: 'Idea ID' is ideaid. */
export function plainName(header: string): string {
  return header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const ROW_MAX_BYTES = 4 * 1024 * 1024;
/** Bytes that are read at once; their rows are made in one turn, so that a server beside it answers in between. */
const PIECE_BYTES = 64 * 1024;
const SAMPLE_BYTES = 64 * 1024;
/** First bytes of workbooks, archives and PDF: people choose these when a spreadsheet saved as something else. */
const WORKBOOK = [
  Buffer.from('PK\u0003\u0004', 'latin1'),
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
  Buffer.from('%PDF', 'latin1'),
];
const SEPARATOR_LINE = /^sep=([,;\t|])\s*$/i;

export interface CsvFile {
  header: string[];
  delimiter: string;
  has(column: string): boolean;
  /** Places of all columns of that plain name. */
  places(column: string): readonly number[];
  /** Its rows from the top, as many at once as are read at once. */
  batches(): AsyncGenerator<(CsvRow | CsvFault)[]>;
}

/**
 * Opens a CSV file for streaming: .gz, a byte order mark and any of comma, semicolon, tab and bar
 * as delimiter are recognised; quoted cells may hold line ends. A first line "sep=;", which spreadsheets
 * write, names the delimiter.
 * @throws ImportFileError when the file is missing, empty or not UTF-8
 */
export async function openCsv(path: FilePlace): Promise<CsvFile> {
  const sample = await readSample(path);
  if (sample.trim() === '') throw new ImportFileError(`${shown(path)} is empty.`, 'empty');
  const firstLine = headerLine(sample);
  const told = SEPARATOR_LINE.exec(firstLine)?.[1] ?? null;
  const delimiter =
    told ??
    DELIMITERS.map((sign) => ({ sign, count: countOutsideQuotes(firstLine, sign) })).sort(
      (a, b) => b.count - a.count,
    )[0]!.sign;
  // of a file whose first line ends with '\r' alone, as old programs for the Mac write it
  const lineEnd = sample[firstLine.length] === '\r' && sample[firstLine.length + 1] !== '\n' ? '\r' : '\n';
  const rowsOfFile = async function* rowsOfFile(): AsyncGenerator<RawRow[]> {
    // the line "sep=;" is no row
    let skipped = told !== null;
    for await (const rows of readRows(path, delimiter, lineEnd)) {
      const from: number = skipped && rows.length > 0 ? 1 : 0;
      skipped &&= rows.length === 0;
      yield from === 0 ? rows : rows.slice(from);
    }
  };
  let header: string[] | null = null;
  for await (const [row] of rowsOfFile()) {
    if (row === undefined) continue;
    header = row.cells;
    break;
  }
  if (!header || header.every((name) => name.trim() === ''))
    throw new ImportFileError(`${shown(path)} has no header line.`, 'columns');
  const places = placesOf(header);
  const names = header;
  return {
    header: names,
    delimiter,
    has: (column) => places.has(column),
    places: (column) => places.get(column) ?? [],
    batches: async function* batches() {
      let isHeader = true;
      for await (const raw of rowsOfFile()) {
        const rows: (CsvRow | CsvFault)[] = [];
        for (const { line, cells } of raw) {
          if (isHeader) isHeader = false;
          else if (cells.length === names.length) rows.push(new Row(line, cells, places));
          else if (cells.length > 1 || cells[0]!.trim() !== '')
            rows.push({ line, reason: `${cells.length} cells where the header has ${names.length}` });
        }
        yield rows;
      }
    },
  };
}

/** Places of columns by their plain names. */
export function placesOf(header: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  header.forEach((name, index) => {
    const known = places.get(plainName(name));
    if (known) known.push(index);
    else places.set(plainName(name), [index]);
  });
  return places;
}

/** A row of a table, by the places of its columns. */
export class Row implements CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  private readonly places: ReadonlyMap<string, readonly number[]>;

  constructor(line: number, cells: readonly string[], places: ReadonlyMap<string, readonly number[]>) {
    this.line = line;
    this.cells = cells;
    this.places = places;
  }

  get(column: string): string {
    const place = this.places.get(column)?.[0];
    return place === undefined ? '' : this.cells[place]!.trim();
  }

  all(column: string): string[] {
    return (this.places.get(column) ?? [])
      .map((place) => this.cells[place]!.trim())
      .filter((cell) => cell !== '');
  }
}

interface RawRow {
  line: number;
  cells: string[];
}

/**
 * Rows of a file, as many at once as a piece of it holds; empty lines are left out.
 *
 * @param lineEnd '\r' in files that have no other line end; else '\n', with or without '\r' before it
 * @throws ImportFileError when the file cannot be read to its end
 */
async function* readRows(path: FilePlace, delimiter: string, lineEnd: '\n' | '\r'): AsyncGenerator<RawRow[]> {
  const parser = parse({
    delimiter,
    record_delimiter: lineEnd === '\r' ? ['\r'] : ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    bom: true,
    max_record_size: ROW_MAX_BYTES,
  });
  let line = 1;
  // the library counts a line end of Windows inside quotes twice, and none of those that it leaves out
  const linesOf = (cells: readonly string[]): number =>
    cells.reduce((lines, cell) => lines + (cell.includes(lineEnd) ? cell.split(lineEnd).length - 1 : 0), 1);
  const taken = (): RawRow[] => {
    const rows: RawRow[] = [];
    for (
      let cells = parser.read() as string[] | null;
      cells !== null;
      cells = parser.read() as string[] | null
    ) {
      if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells });
      line += linesOf(cells);
    }
    return rows;
  };
  // what is wrong is told to each callback as well
  parser.on('error', () => undefined);
  // the rows of a piece are there when `write` returns, and it ends when they are taken
  const given = async (write: (done: (error?: Error | null) => void) => void): Promise<RawRow[]> => {
    const done = new Promise<void>((resolve, reject) =>
      write((error) => (error ? reject(error) : resolve())),
    );
    const rows = taken();
    await done;
    return [...rows, ...taken()];
  };
  try {
    for await (const bytes of readBytes(path)) yield await given((done) => parser.write(bytes, done));
    yield await given((done) => parser.end(done));
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'CSV_MAX_RECORD_SIZE')
      throw new ImportFileError(
        `${shown(path)}, line ${line}: a row of more than 4 MB; a quote is probably not closed.`,
      );
    if (code === 'CSV_QUOTE_NOT_CLOSED')
      throw new ImportFileError(
        `${shown(path)}: a quoted cell that begins on line ${line} or later is never closed.`,
      );
    throw new ImportFileError(`${shown(path)}, line ${line}: ${message}`);
  } finally {
    parser.destroy();
  }
}

/**
 * A file in pieces, unpacked.
 * @throws ImportFileError with the line of the first byte that is not UTF-8, or why the file cannot be read
 */
async function* readBytes(path: FilePlace): AsyncGenerator<Buffer> {
  const raw = await readable(path);
  const bytes = isPacked(path) ? raw.pipe(createGunzip({ chunkSize: PIECE_BYTES })) : raw;
  raw.on('error', (error) => bytes.destroy(error));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let size = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (typeof path !== 'string' && size > path.maxBytes)
        throw new ImportFileError(
          `${shown(path)} unpacks to more than ${(path.maxBytes / 1_000_000_000).toLocaleString('en')} GB. Divide it, or import it on the command line.`,
          'too_large',
        );
      try {
        decoder.decode(chunk, { stream: true });
      } catch {
        throw new ImportFileError(
          `${shown(path)} is not UTF-8 (first wrong character near line ${line + lineOfFault(chunk)}). Save it as UTF-8 and try again.`,
          'encoding',
        );
      }
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) line += 1;
      yield chunk;
    }
    try {
      decoder.decode();
    } catch {
      throw new ImportFileError(
        `${shown(path)} ends in the middle of a character. It is cut off or not UTF-8.`,
        'encoding',
      );
    }
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR')
      throw new ImportFileError(`${shown(path)} is a broken gzip file.`);
    if (code === 'ENOENT') throw new ImportFileError(`${shown(path)} does not exist.`);
    throw new ImportFileError(`${shown(path)}, line ${line}: ${message}`);
  } finally {
    raw.destroy();
  }
}

/** Lines before the first byte sequence of the chunk that is not UTF-8. */
function lineOfFault(chunk: Buffer): number {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  let start = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
    try {
      strict.decode(chunk.subarray(start, end));
    } catch {
      // the first line may begin inside a character of the chunk before
      if (start > 0) return line;
    }
    line += 1;
    start = end + 1;
  }
  return line;
}

/** Bytes of a file as they are. */
async function readable(place: FilePlace): Promise<Readable> {
  return typeof place === 'string'
    ? createReadStream(place, { highWaterMark: PIECE_BYTES })
    : await place.open();
}

/** @throws ImportFileError when there is no such file at a path */
async function checkPath(path: string): Promise<void> {
  let handle;
  try {
    handle = await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ImportFileError(
      code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be opened (${code}).`,
    );
  }
  try {
    if ((await handle.stat()).isDirectory())
      throw new ImportFileError(`${path} is a folder; name a file, or use --dir.`);
  } finally {
    await handle.close();
  }
}

async function readSample(path: FilePlace): Promise<string> {
  if (typeof path === 'string') await checkPath(path);
  const raw = await readable(path);
  const bytes = isPacked(path) ? raw.pipe(createGunzip()) : raw;
  raw.on('error', (error) => bytes.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= SAMPLE_BYTES) break;
    }
  } catch {
    throw new ImportFileError(`${shown(path)} is a broken gzip file.`);
  } finally {
    raw.destroy();
  }
  const sample = Buffer.concat(chunks);
  // plain letters of UTF-16 are good UTF-8 with a zero beside each, so the decoder alone does not see it
  const isUtf16 =
    (sample[0] === 0xff && sample[1] === 0xfe) ||
    (sample[0] === 0xfe && sample[1] === 0xff) ||
    sample.subarray(0, 4).includes(0);
  if (isUtf16)
    throw new ImportFileError(
      `${shown(path)} looks like UTF-16 ("Unicode text" in spreadsheets). Save it as UTF-8 and try again.`,
      'encoding',
    );
  if (WORKBOOK.some((sign) => sample.subarray(0, sign.length).equals(sign)))
    throw new ImportFileError(
      `${shown(path)} is no CSV file. Save the sheet as CSV in UTF-8 and try again.`,
      'not_csv',
    );
  return sample.toString('utf8').replace(/^\uFEFF/, '');
}

function headerLine(sample: string): string {
  let inQuotes = false;
  for (let i = 0; i < sample.length; i += 1) {
    if (sample[i] === '"') inQuotes = !inQuotes;
    else if (!inQuotes && (sample[i] === '\n' || sample[i] === '\r') && i > 0) return sample.slice(0, i);
  }
  return sample;
}

function countOutsideQuotes(text: string, sign: string): number {
  let inQuotes = false;
  let count = 0;
  for (const letter of text) {
    if (letter === '"') inQuotes = !inQuotes;
    else if (!inQuotes && letter === sign) count += 1;
  }
  return count;
}
