import { Buffer } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { ExportFormat } from '../../../contract/activity.ts';
import { CSV_BEGIN, csvLine, XLSX_SHEET_ROWS, xlsxRow, type Cell } from '../../../contract/cells.ts';
import { inPieces } from './pieces.ts';

/** What a file is made of. */
export interface ExportTable {
  header: readonly string[];
  /** rows in batches, read as they are taken */
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Kind of the file for the answer that carries it. */
export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The bytes of a file, written as the rows come in: memory holds one batch of them, however many there are. */
export function writeExport(format: ExportFormat, table: ExportTable): AsyncGenerator<Buffer> {
  return format === 'csv' ? inPieces(csv(table)) : zip(workbook(table));
}

async function* csv({ header, batches }: ExportTable): AsyncGenerator<string> {
  yield CSV_BEGIN + csvLine(header);
  for await (const batch of batches) yield batch.map(csvLine).join('');
}

// Workbook ---------------------------------------------------------------------------------------------------

/** A file inside an archive. */
interface Part {
  name: string;
  content: AsyncIterable<string>;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** A sheet of more text than this is followed by another one, so that each part of the archive stays below 4 GB. */
const SHEET_CHARACTERS = 1_000_000_000;
const WIDE_COLUMN = 60;
const COLUMN = 18;
/** Wide enough for a date with its time, which a program shows whole or not at all. */
const DATE_COLUMN = 22;
/** The styles of cells, in the order of their numbers: as it comes, and `XLSX_DATE_STYLE`. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The parts of a workbook; how many sheets there are is known at the end, so what lists them comes last. */
async function* workbook({ header, batches }: ExportTable): AsyncGenerator<Part> {
  const rows = batches[Symbol.asyncIterator]();
  let held: readonly (readonly Cell[])[] = [];
  let at = 0;
  let isDone = false;
  const next = async (): Promise<readonly Cell[] | null> => {
    while (at >= held.length && !isDone) {
      const answer = await rows.next();
      if (answer.done === true) isDone = true;
      else [held, at] = [answer.value, 0];
    }
    return at < held.length ? held[at++]! : null;
  };
  let sheets = 0;
  let waiting = await next();

  async function* sheet(): AsyncGenerator<string> {
    const columns = header.map(
      (name, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${name === 'body' || name.endsWith('title') ? WIDE_COLUMN : name.endsWith('_at') ? DATE_COLUMN : COLUMN}" customWidth="1"/>`,
    );
    yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${xlsxRow(1, header)}`;
    let written = 1;
    let characters = 0;
    while (waiting !== null && written < XLSX_SHEET_ROWS && characters < SHEET_CHARACTERS) {
      written += 1;
      const text = xlsxRow(written, waiting);
      characters += text.length;
      yield text;
      waiting = await next();
    }
    yield '</sheetData></worksheet>';
  }

  try {
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet() };
    } while (waiting !== null);
  } finally {
    await rows.return?.();
  }
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const listed = (of: (n: number) => string): string => numbers.map(of).join('');
  const text = async function* (content: string): AsyncGenerator<string> {
    yield XML + content;
  };
  yield {
    name: 'xl/workbook.xml',
    content: text(
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed((n) => `<sheet name="Export${n === 1 ? '' : ` ${n}`}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ),
  };
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    content: text(
      `<Relationships xmlns="${PACKAGE}">${listed((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
  };
  yield { name: 'xl/styles.xml', content: text(STYLES) };
  yield {
    name: '_rels/.rels',
    content: text(
      `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
  };
  yield {
    name: '[Content_Types].xml',
    content: text(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${listed((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)}</Types>`,
    ),
  };
}

// Archive ----------------------------------------------------------------------------------------------------

/** Fast rather than small: the file is read once. */
const DEFLATE_LEVEL = 3;
/** A date that says nothing: an archive needs one. */
const DOS_DATE = ((2020 - 1980) << 9) | (1 << 5) | 1;
/** Sizes stand behind each part's bytes; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** Above this an archive needs another form, which not every program reads. */
const ARCHIVE_MAX = 0xffff_ffff;

/** An export that does not fit its format. */
export class ExportTooLarge extends Error {}

/** An archive of parts that are packed as they come: their sizes are written behind them (APPNOTE 4.3.9). */
async function* zip(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  let offset = 0;
  const directory: Buffer[] = [];
  for await (const { name, content } of parts) {
    const written = Buffer.from(name, 'utf8');
    const begin = offset;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(FLAGS, 6);
    head.writeUInt16LE(DEFLATED, 8);
    head.writeUInt16LE(DOS_DATE, 12);
    head.writeUInt16LE(written.length, 26);
    yield Buffer.concat([head, written]);
    offset += head.length + written.length;

    let crc = 0;
    let plain = 0;
    let packed = 0;
    const measured = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of inPieces(content)) {
        crc = crc32(piece, crc);
        plain += piece.length;
        yield piece;
      }
    };
    const deflate = createDeflateRaw({ level: DEFLATE_LEVEL });
    const feeding = pipeline(measured(), deflate);
    // told by the reading below
    feeding.catch(() => undefined);
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      packed += piece.length;
      yield piece;
    }
    await feeding;
    if (offset + packed > ARCHIVE_MAX || plain > ARCHIVE_MAX)
      throw new ExportTooLarge('The workbook would be larger than 4 GB. Export fewer rows, or choose csv.');

    const behind = Buffer.alloc(16);
    behind.writeUInt32LE(0x08074b50, 0);
    behind.writeUInt32LE(crc, 4);
    behind.writeUInt32LE(packed, 8);
    behind.writeUInt32LE(plain, 12);
    yield behind;
    offset += packed + behind.length;

    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(FLAGS, 8);
    entry.writeUInt16LE(DEFLATED, 10);
    entry.writeUInt16LE(DOS_DATE, 14);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(packed, 20);
    entry.writeUInt32LE(plain, 24);
    entry.writeUInt16LE(written.length, 28);
    entry.writeUInt32LE(begin, 42);
    directory.push(entry, written);
  }
  const listing = Buffer.concat(directory);
  const count = directory.length / 2;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([listing, end]);
}
