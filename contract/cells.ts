/** Cells of tables that leave the product, as CSV and as sheets of a workbook: pure, for server and browser. */

/** What stands in a cell; null is an empty one. A time is written in UTC. */
export type Cell = string | number | Date | null;

/**
 * Signs with which spreadsheets begin a formula, also as full-width letters. Programs pass over white space
 * and invisible signs before them, so these do not hide one. A tab or a line end in front is such a sign itself.
 */
const BEGINS_FORMULA = /^[\s\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/**
 * Where a program may split a cell that holds it: in many countries the separator is a semicolon, and a quote in the
 * middle of what such a program takes for a cell binds nothing.
 */
const SPLITS = /([;\t\r\n])/;
/** The same behind such a place, where also a quote, which is written twice, says nothing. */
const BEGINS_INNER_FORMULA = /^([\s\p{Default_Ignorable_Code_Point}"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/u;
/** A number is no formula, whatever its sign. */
const IS_NUMBER = /^[+-]?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?%?$/;

/**
 * A text that no spreadsheet takes for a formula (DEC-140): one that begins like a formula gets an apostrophe
 * in front, which spreadsheets read as "this is text"; so does each part that a program may take for a cell, at
 * that sign. Numbers are left alone.
 */
export function neutralised(text: string): string {
  const marked = BEGINS_FORMULA.test(text) && !IS_NUMBER.test(text) ? `'${text}` : text;
  if (!SPLITS.test(marked)) return marked;
  // parts stand at even places, what splits them between
  return marked
    .split(SPLITS)
    .map((part, at) =>
      at === 0 || at % 2 === 1 || IS_NUMBER.test(part.trim())
        ? part
        : part.replace(BEGINS_INNER_FORMULA, "$1'"),
    )
    .join('');
}

/**
 * Opens a CSV file: with a byte order mark, since spreadsheets else take UTF-8 for the letters of their own
 * country. Readers that know UTF-8 pass over it.
 */
export const CSV_BEGIN = '\ufeff';

/** One line of a CSV file as RFC 4180 has it, its line end included. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return isoText(cell);
  const text = neutralised(cell.toWellFormed());
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A time as a text; '' for one that is none. */
function isoText(time: Date): string {
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** Longest text that a cell of a spreadsheet holds, in UTF-16 units. */
export const XLSX_CELL_MAX = 32_767;
/** Rows of a sheet, its header included. */
export const XLSX_SHEET_ROWS = 1_048_576;

// what XML 1.0 cannot hold
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Spreadsheets read _x0041_ as the letter A; what somebody typed like that stays as typed. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** A text as a cell takes it: without control characters, at most 32,767 units; a longer one ends with an ellipsis. */
export function xlsxText(text: string): string {
  const clean = text.toWellFormed().replace(NOT_IN_XML, '').replace(/\r\n?/g, '\n');
  if (clean.length <= XLSX_CELL_MAX) return clean;
  // half a character says nothing
  return `${clean.slice(0, XLSX_CELL_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Style of a cell that shows a number of days as a date (`xl/styles.xml`). */
export const XLSX_DATE_STYLE = 1;
const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet. It counts a 29th of February 1900 that there was not, so dates are right from March 1900 on. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
const FIRST_DATE_MS = Date.UTC(1900, 2, 1);
const AFTER_LAST_DATE_MS = Date.UTC(10_000, 0, 1);

/** A row of a sheet. Times are dates, of UTC, as far as a spreadsheet has them. Texts are cells of text, so no program takes them for a formula. @param row from 1 */
export function xlsxRow(row: number, cells: readonly Cell[]): string {
  const parts = cells.map((cell, index) => {
    if (cell === null || cell === '') return '';
    const place = `${columnName(index)}${row}`;
    if (cell instanceof Date) {
      const ms = cell.getTime();
      if (ms >= FIRST_DATE_MS && ms < AFTER_LAST_DATE_MS)
        return `<c r="${place}" s="${XLSX_DATE_STYLE}"><v>${(ms - DAY_ZERO_MS) / DAY_MS}</v></c>`;
      return textCell(place, isoText(cell));
    }
    if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : '';
    return textCell(place, cell);
  });
  return `<row r="${row}">${parts.join('')}</row>`;
}

function textCell(place: string, text: string): string {
  return text === ''
    ? ''
    : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(xlsxText(text).replace(LOOKS_ESCAPED, '_x005F_'))}</t></is></c>`;
}

/** A for 0, Z for 25, AA for 26. */
export function columnName(index: number): string {
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

function escapeXml(text: string): string {
  return /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text;
}
