import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';

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
const RECORD_MAX_BYTES = 4 * 1024 * 1024;
const SAMPLE_BYTES = 64 * 1024;
const SEPARATOR_LINE = /^sep=([,;\t|])\s*$/i;

export interface CsvFile {
  header: string[];
  delimiter: string;
  has(column: string): boolean;
  rows(): AsyncGenerator<CsvRow | CsvFault>;
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
  const fromLine = told === null ? 1 : 2;
  let header: string[] | null = null;
  for await (const row of readRows(path, delimiter, fromLine)) {
    if ('reason' in row) throw new ImportFileError(`${path}: the header cannot be read: ${row.reason}.`);
    header = [...row.cells];
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
    rows: async function* rows() {
      let first = true;
      for await (const row of readRows(path, delimiter, fromLine)) {
        if (first) {
          first = false;
          continue;
        }
        if ('reason' in row) {
          yield row;
          continue;
        }
        if (row.cells.length === 1 && row.cells[0]!.trim() === '') continue;
        if (row.cells.length !== names.length) {
          yield { line: row.line, reason: `${row.cells.length} cells where the header has ${names.length}` };
          continue;
        }
        const { cells } = row;
        yield {
          line: row.line,
          cells,
          get: (column) => {
            const place = places.get(column);
            return place === undefined ? '' : cells[place]!.trim();
          },
        };
      }
    },
  };
}

/** @param fromLine line of the header, from 1 */
async function* readRows(path: string, delimiter: string, fromLine: number): AsyncGenerator<{ line: number; cells: string[] } | CsvFault> {
  const raw = createReadStream(path);
  const bytes = path.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  const fail = (error: Error): void => {
    parser.destroy(error);
  };
  const parser = parse({
    delimiter,
    from_line: fromLine,
    relax_column_count: true,
    relax_quotes: true,
    info: true,
    bom: true,
    skip_empty_lines: true,
    max_record_size: RECORD_MAX_BYTES,
  });
  raw.on('error', fail);
  const text = bytes.on('error', fail).pipe(utf8Only(path)).on('error', fail);
  text.pipe(parser);
  let line = fromLine;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { line, cells: record };
      // info.lines is the line on which the record ended
      line = info.lines + 1;
    }
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') throw new ImportFileError(`${path} is a broken gzip file.`);
    if (code === 'ENOENT') throw new ImportFileError(`${path} does not exist.`);
    if (code === 'CSV_MAX_RECORD_SIZE') throw new ImportFileError(`${path}, line ${line}: a row of more than 4 MB; a quote is probably not closed.`);
    if (code === 'CSV_QUOTE_NOT_CLOSED') throw new ImportFileError(`${path}: a quoted cell that begins on line ${line} or later is never closed.`);
    throw new ImportFileError(`${path}, line ${line}: ${message}`);
  } finally {
    raw.destroy();
  }
}

/** Lets UTF-8 through and refuses anything else with the line of the first wrong byte. */
function utf8Only(path: string): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 1;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        const text = decoder.decode(chunk, { stream: true });
        for (const byte of chunk) if (byte === 10) line += 1;
        done(null, text);
      } catch {
        done(new ImportFileError(`${path} is not UTF-8 (first wrong character near line ${line + lineOfFault(chunk)}). Save it as UTF-8 and try again.`));
      }
    },
    flush(done) {
      try {
        done(null, decoder.decode());
      } catch {
        done(new ImportFileError(`${path} ends in the middle of a character. It is cut off or not UTF-8.`));
      }
    },
  });
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
