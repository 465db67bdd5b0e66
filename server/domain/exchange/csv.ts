import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/** A row of a file, by its header's names as they stand there. */
export interface CsvRow {
  /** line of the file on which the row begins, from 1 */
  line: number;
  /** cell of a column by its plain name; '' when the column is missing or the cell is empty */
  get(column: string): string;
  cells: readonly string[];
}

/** A row that cannot be read, and why. */
export interface CsvFault {
  line: number;
  reason: string;
}

/** A file that cannot be read at all; the sentence says why and what to do. */
export class ImportFileError extends Error {}

/** Columns are found whatever their case, spaces, dots and underscores: 'Idea ID' is ideaid. */
export function plainName(header: string): string {
  return header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const ROW_MAX_CHARACTERS = 4 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
const SAMPLE_BYTES = 64 * 1024;
const SEPARATOR_LINE = /^sep=([,;\t|])\s*$/i;

export interface CsvFile {
  header: string[];
  delimiter: string;
  has(column: string): boolean;
  /** Its rows from the top, as many at once as are read at once. */
  batches(): AsyncGenerator<(CsvRow | CsvFault)[]>;
}

/**
 * Opens a CSV file for streaming: .gz, a byte order mark and any of comma, semicolon, tab and bar
 * as delimiter are recognised; quoted cells may hold line ends. A first line "sep=;", which spreadsheets
 * write, names the delimiter.
 * @throws ImportFileError when the file is missing, empty or not UTF-8
 */
export async function openCsv(path: string): Promise<CsvFile> {
  const sample = await readSample(path);
  if (sample.trim() === '') throw new ImportFileError(`${path} is empty.`);
  const firstLine = headerLine(sample);
  const told = SEPARATOR_LINE.exec(firstLine)?.[1] ?? null;
  const delimiter = told ?? DELIMITERS.map((sign) => ({ sign, count: countOutsideQuotes(firstLine, sign) })).sort((a, b) => b.count - a.count)[0]!.sign;
  // of a file whose first line ends with '\r' alone, as old programs for the Mac write it
  const lineEnd = sample[firstLine.length] === '\r' && sample[firstLine.length + 1] !== '\n' ? '\r' : '\n';
  const rowsOfFile = async function* rowsOfFile(): AsyncGenerator<RawRow[]> {
    // the line "sep=;" is no row
    let skipped = told !== null;
    for await (const rows of readRows(path, { delimiter, lineEnd })) {
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
  if (!header || header.every((name) => name.trim() === '')) throw new ImportFileError(`${path} has no header line.`);
  const places = new Map<string, number>();
  header.forEach((name, index) => {
    if (!places.has(plainName(name))) places.set(plainName(name), index);
  });
  const names = header;
  return {
    header: names,
    delimiter,
    has: (column) => places.has(column),
    batches: async function* batches() {
      let isHeader = true;
      for await (const raw of rowsOfFile()) {
        const rows: (CsvRow | CsvFault)[] = [];
        for (const { line, cells } of raw) {
          if (isHeader) isHeader = false;
          else if (cells.length === names.length) rows.push(new Row(line, cells, places));
          else if (cells.length > 1 || cells[0]!.trim() !== '') rows.push({ line, reason: `${cells.length} cells where the header has ${names.length}` });
        }
        yield rows;
      }
    },
  };
}

class Row implements CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  private readonly places: ReadonlyMap<string, number>;

  constructor(line: number, cells: readonly string[], places: ReadonlyMap<string, number>) {
    this.line = line;
    this.cells = cells;
    this.places = places;
  }

  get(column: string): string {
    const place = this.places.get(column);
    return place === undefined ? '' : this.cells[place]!.trim();
  }
}

/** How the rows of a file are told apart. */
interface RowFormat {
  delimiter: string;
  /** '\r' in files that have no other line end; else '\n', with or without '\r' before it */
  lineEnd: '\n' | '\r';
}

interface RawRow {
  line: number;
  cells: string[];
}

/**
 * Rows of a file, as many at once as a piece of it holds; empty lines are left out.
 * @throws ImportFileError when the file cannot be read to its end
 */
async function* readRows(path: string, format: RowFormat): AsyncGenerator<RawRow[]> {
  const rows = new RowReader(path, format);
  for await (const text of readText(path)) yield rows.read(text, false);
  yield rows.read('', true);
}

/**
 * Cuts text into rows. A cell that begins with a quote ends with one that stands before a delimiter or a line
 * end; two quotes inside are one. A quote anywhere else is a letter like others, and so are all of a cell that
 * goes on behind its closing quote.
 */
class RowReader {
  private readonly path: string;
  private readonly delimiter: string;
  private readonly lineEnd: RowFormat['lineEnd'];
  /** what is not a whole row yet, then what is being read */
  private text = '';
  private line = 1;
  private isLast = false;
  /** place behind the row that was read last */
  private end = 0;
  /** first delimiter that was looked for and not passed yet; Infinity: there is none any more */
  private delimiterAt = -1;

  constructor(path: string, { delimiter, lineEnd }: RowFormat) {
    this.path = path;
    this.delimiter = delimiter;
    this.lineEnd = lineEnd;
  }

  /** @param isLast whether nothing follows: then what is left is a row as well */
  read(text: string, isLast: boolean): RawRow[] {
    this.text = this.text === '' ? text : this.text + text;
    this.isLast = isLast;
    this.delimiterAt = -1;
    const rows: RawRow[] = [];
    let start = 0;
    let quote = this.text.indexOf('"');
    while (start < this.text.length) {
      let lineEnd = this.text.indexOf(this.lineEnd, start);
      if (lineEnd < 0) {
        if (!isLast) break;
        lineEnd = this.text.length;
      }
      if (quote >= 0 && quote < start) quote = this.text.indexOf('"', start);
      const { line } = this;
      let cells: string[] | null;
      if (quote < 0 || quote > lineEnd) {
        cells = this.text.slice(start, this.withoutReturn(start, lineEnd)).split(this.delimiter);
        this.end = lineEnd + 1;
        this.line += 1;
      } else {
        cells = this.quotedRow(start, lineEnd);
        if (cells === null) break;
        for (let at = this.text.indexOf(this.lineEnd, start); at >= 0 && at < this.end; at = this.text.indexOf(this.lineEnd, at + 1)) this.line += 1;
      }
      const isEmpty = cells.length === 1 && cells[0] === '' && this.text[start] !== '"';
      if (!isEmpty) rows.push({ line, cells });
      start = this.end;
    }
    this.text = this.text.slice(start);
    if (this.text.length > ROW_MAX_CHARACTERS) throw new ImportFileError(`${this.path}, line ${this.line}: a row of more than 4 MB; a quote is probably not closed.`);
    return rows;
  }

  /** A row with quotes somewhere on its first line; null: it is not there to its end yet. Sets `end`. */
  private quotedRow(start: number, firstLineEnd: number): string[] | null {
    const { text, delimiter } = this;
    const cells: string[] = [];
    let at = start;
    let lineEnd = firstLineEnd;
    for (;;) {
      let value = '';
      if (text[at] === '"') {
        let from = at + 1;
        for (;;) {
          const quote = text.indexOf('"', from);
          // what stands behind it decides
          if (quote < 0 || (!this.isLast && quote + 2 >= text.length)) {
            if (!this.isLast) return null;
            throw new ImportFileError(`${this.path}: a quoted cell that begins on line ${this.line} or later is never closed.`);
          }
          if (text[quote + 1] === '"') {
            value += text.slice(from, quote + 1);
            from = quote + 2;
            continue;
          }
          value += text.slice(from, quote);
          at = quote + 1;
          break;
        }
        if (!this.endsCell(at)) value = `"${value}"`;
        if (lineEnd < at) {
          lineEnd = text.indexOf(this.lineEnd, at);
          if (lineEnd < 0) {
            if (!this.isLast) return null;
            lineEnd = text.length;
          }
        }
      }
      if (this.delimiterAt < at) {
        const found = text.indexOf(delimiter, at);
        this.delimiterAt = found < 0 ? Infinity : found;
      }
      if (this.delimiterAt < lineEnd) {
        cells.push(value + text.slice(at, this.delimiterAt));
        at = this.delimiterAt + 1;
      } else {
        cells.push(value + text.slice(at, this.withoutReturn(at, lineEnd)));
        this.end = lineEnd + 1;
        return cells;
      }
    }
  }

  private endsCell(at: number): boolean {
    const sign = this.text[at];
    if (sign === '\r' && this.lineEnd === '\n') return this.text[at + 1] === '\n' || at + 1 === this.text.length;
    return sign === undefined || sign === this.delimiter || sign === this.lineEnd;
  }

  /** The end of a line's text: before the '\r' that belongs to its end. */
  private withoutReturn(start: number, lineEnd: number): number {
    return this.lineEnd === '\n' && lineEnd > start && this.text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
  }
}

/**
 * The text of a file in pieces, unpacked, without its byte order mark.
 * @throws ImportFileError with the line of the first byte that is not UTF-8, or why the file cannot be read
 */
async function* readText(path: string): AsyncGenerator<string> {
  const raw = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const bytes = path.endsWith('.gz') ? raw.pipe(createGunzip({ chunkSize: PIECE_BYTES })) : raw;
  raw.on('error', (error) => bytes.destroy(error));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      let text: string;
      try {
        text = decoder.decode(chunk, { stream: true });
      } catch {
        throw new ImportFileError(`${path} is not UTF-8 (first wrong character near line ${line + lineOfFault(chunk)}). Save it as UTF-8 and try again.`);
      }
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) line += 1;
      yield text;
    }
    try {
      decoder.decode();
    } catch {
      throw new ImportFileError(`${path} ends in the middle of a character. It is cut off or not UTF-8.`);
    }
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') throw new ImportFileError(`${path} is a broken gzip file.`);
    if (code === 'ENOENT') throw new ImportFileError(`${path} does not exist.`);
    throw new ImportFileError(`${path}, line ${line}: ${message}`);
  } finally {
    raw.destroy();
  }
}

/** A text of its own: one that was cut from a file keeps the whole piece of the file in memory. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
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

async function readSample(path: string): Promise<string> {
  let handle;
  try {
    handle = await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ImportFileError(code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be opened (${code}).`);
  }
  try {
    if ((await handle.stat()).isDirectory()) throw new ImportFileError(`${path} is a folder; name a file, or use --dir.`);
  } finally {
    await handle.close();
  }
  const raw = createReadStream(path);
  const bytes = path.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
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
    throw new ImportFileError(`${path} is a broken gzip file.`);
  } finally {
    raw.destroy();
  }
  const sample = Buffer.concat(chunks);
  // plain letters of UTF-16 are good UTF-8 with a zero beside each, so the decoder alone does not see it
  const isUtf16 = (sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff) || sample.subarray(0, 4).includes(0);
  if (isUtf16) throw new ImportFileError(`${path} looks like UTF-16 ("Unicode text" in spreadsheets). Save it as UTF-8 and try again.`);
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
