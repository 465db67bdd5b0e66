import { Buffer } from 'node:buffer';

/** What stands in a cell; null is an empty one. */
export type Cell = string | number | null;

/**
 * Signs with which spreadsheets begin a formula, also as full-width letters. Programs pass over white space
 * and invisible signs before them, so these do not hide one. A tab or a line end in front is such a sign itself.
 */
const BEGINS_FORMULA = /^[\s\p{Default_Ignorable_Code_Point}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** A number is no formula, whatever its sign. */
const IS_NUMBER = /^[+-]?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?%?$/;

/**
 * A text that no spreadsheet takes for a formula (DEC-140): one that begins like a formula gets an apostrophe
 * in front, which spreadsheets read as "this is text". Numbers are left alone.
 */
export function neutralised(text: string): string {
  return BEGINS_FORMULA.test(text) && !IS_NUMBER.test(text) ? `'${text}` : text;
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
  const text = neutralised(cell.toWellFormed());
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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

/** A row of a sheet. Texts are cells of text, so no program takes them for a formula. @param row from 1 */
export function xlsxRow(row: number, cells: readonly Cell[]): string {
  const parts = cells.map((cell, index) => {
    if (cell === null || cell === '') return '';
    const place = `${columnName(index)}${row}`;
    if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : '';
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(xlsxText(cell).replace(LOOKS_ESCAPED, '_x005F_'))}</t></is></c>`;
  });
  return `<row r="${row}">${parts.join('')}</row>`;
}

/** A for 0, Z for 25, AA for 26. */
export function columnName(index: number): string {
  let name = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

function escapeXml(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
}

/** Joins small texts into pieces worth a write each. */
const PIECE_CHARACTERS = 32 * 1024;

/** The texts as bytes, in pieces of some 32 KB. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held: string[] = [];
  let length = 0;
  for await (const text of texts) {
    held.push(text);
    length += text.length;
    if (length < PIECE_CHARACTERS) continue;
    yield Buffer.from(held.join(''), 'utf8');
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(held.join(''), 'utf8');
}
