import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { readWorkbook, readZip } from '../../testing/workbook.ts';
import {
  CSV_BEGIN,
  columnName,
  csvLine,
  neutralised,
  XLSX_CELL_MAX,
  XLSX_SHEET_ROWS,
  xlsxText,
  type Cell,
} from '../../../contract/cells.ts';
import { writeExport } from './export_writers.ts';

test('[DEC-140] what begins like a formula is marked as text, numbers are left alone', () => {
  for (const text of [
    '=1+1',
    '+cmd',
    '-cmd|x',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '＝1',
    '＋x',
    '－x',
    '＠x',
    '  =1+1',
    '\u200b=1',
    '\ufeff=1',
    '\u202e=1',
    '\u2066\u00ad=1',
    '-5+cmd',
  ]) {
    expect(neutralised(text), JSON.stringify(text)).toBe(`'${text}`);
  }
  for (const text of [
    '',
    '5',
    '-5',
    '+49',
    '-1.5',
    '-1,234.50',
    '1e5',
    '-12%',
    'a=b',
    "it's",
    'x@example.com',
    ' words',
  ]) {
    expect(neutralised(text), JSON.stringify(text)).toBe(text);
  }
});

test('[DEC-140] what would begin like a formula where a program splits the cell is marked there, quotes or not', () => {
  for (const [text, marked] of [
    ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
    ['x\t=1+1', "x\t'=1+1"],
    ['x\n=1+1', "x\n'=1+1"],
    ['x\r\n@SUM(A1)', "x\r\n'@SUM(A1)"],
    ['\n=x', "'\n'=x"],
    ['x;+cmd;-cmd|x;@y', "x;'+cmd;'-cmd|x;'@y"],
    ['x; \u200b\u00a0=1', "x; \u200b\u00a0'=1"],
    ['x;;\t \n＝1', "x;;\t \n'＝1"],
    // a quote inside is doubled, and what follows two quotes is the cell
    ['x;"=1+1', 'x;"\'=1+1'],
    ['=1;=2', "'=1;'=2"],
    ['list:\n- one\n- two', "list:\n'- one\n'- two"],
    // numbers, and what is behind a sign that splits nothing
    ['a;-5;+49;-12 %', "a;-5;+49;'-12 %"],
    ['a; -5 ', 'a; -5 '],
    ["x;'=1", "x;'=1"],
    ['a;b=c', 'a;b=c'],
    ['a,=b', 'a,=b'],
    ['a;', 'a;'],
  ] as const)
    expect(neutralised(text), JSON.stringify(text)).toBe(marked);
  // an apostrophe stands in each cell that a program makes of the line, whichever sign it splits at
  for (const separator of [';', '\t']) {
    const cells = csvLine([350, `x${separator}=1+1`, `y${separator}"=1+1`, `z\n=1${separator}-x`]).split(
      new RegExp(`[${separator}\n]`),
    );
    for (const cell of cells)
      expect(cell.replace(/^[\s"]*/, ''), JSON.stringify(cell)).not.toMatch(/^[=+\-@]/);
  }
});

test('a CSV file is read back as it was, whatever stands in its cells', () => {
  const cells: Cell[] = [
    'plain',
    'comma, here',
    'a "quote"',
    'two\nlines',
    ' space ',
    null,
    7,
    -2.5,
    'زهراء',
    'half \ud83d',
    new Date('2026-01-31T12:00:00.5Z'),
  ];
  const [row] = parse(CSV_BEGIN + csvLine(cells), { bom: true }) as [string[]];
  expect(row).toEqual([
    'plain',
    'comma, here',
    'a "quote"',
    'two\nlines',
    ' space ',
    '',
    '7',
    '-2.5',
    'زهراء',
    'half \ufffd',
    '2026-01-31T12:00:00.500Z',
  ]);
});

test('a text in a workbook has no control characters and no more than a cell holds', () => {
  expect(xlsxText('a\u0000b\u0008c\u001fd\ufffe\te\r\nf\rg')).toBe('abcd\te\nf\ng');
  expect(xlsxText('x'.repeat(XLSX_CELL_MAX))).toHaveLength(XLSX_CELL_MAX);
  const cut = xlsxText('😀'.repeat(20_000));
  expect(cut.length).toBeLessThanOrEqual(XLSX_CELL_MAX);
  expect(cut.isWellFormed()).toBe(true);
  expect(cut.endsWith('😀…')).toBe(true);
});

test('columns are named as spreadsheets name them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

async function workbookOf(header: string[], rows: Iterable<Cell[]>): Promise<Buffer> {
  const batches = async function* (): AsyncGenerator<Cell[][]> {
    let batch: Cell[][] = [];
    for (const row of rows) {
      batch.push(row);
      if (batch.length < 500) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  };
  const pieces: Buffer[] = [];
  for await (const piece of writeExport('xlsx', { header, batches: batches() })) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('[STATE-054] a workbook holds texts as texts and numbers as numbers', async () => {
  const bytes = await workbookOf(
    ['name', 'votes'],
    [
      ['=1+1', 5],
      ['<b>&"', -2.5],
      ['_x0041_ typed', null],
      ['two\nlines ', 0],
    ],
  );
  expect(readWorkbook(bytes)).toEqual([
    [['name', 'votes'], ['=1+1', '5'], ['<b>&"', '-2.5'], ['_x0041_ typed'], ['two\nlines ', '0']],
  ]);
  const sheet = readZip(bytes).get('xl/worksheets/sheet1.xml')!;
  expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('_x005F_x0041_ typed');
});

test('[STATE-054] a workbook holds times as dates, which sort and are reckoned with; what a spreadsheet has no date for stands as text', async () => {
  const times = [
    '2026-01-31T23:59:59.999Z',
    '2024-02-29T00:00:00.000Z',
    '1970-01-01T12:30:00.000Z',
    '1900-03-01T00:00:00.000Z',
    '9999-12-31T23:59:59.000Z',
    '1900-02-28T23:00:00.000Z',
    '0099-01-01T00:00:00.000Z',
  ];
  const bytes = await workbookOf(
    ['made_at', 'n'],
    [...times.map((text, n): Cell[] => [new Date(text), n]), [new Date(Number.NaN), null]],
  );
  expect(readWorkbook(bytes)[0]!.slice(1)).toEqual([...times.map((text, n) => [text, String(n)]), []]);
  const parts = readZip(bytes);
  const sheet = parts.get('xl/worksheets/sheet1.xml')!;
  // 0.5 is noon, and 25,569 days lie between day 0 and 1970
  expect(sheet).toContain(`<c r="A4" s="1"><v>${25_569 + 12.5 / 24}</v></c>`);
  expect(sheet).toContain(
    '<c r="A7" t="inlineStr"><is><t xml:space="preserve">1900-02-28T23:00:00.000Z</t></is></c>',
  );
  expect(sheet).toContain('<c r="B4"><v>2</v></c>');
  expect(sheet).toContain('<col min="1" max="1" width="22" customWidth="1"/>');
  expect(parts.get('xl/_rels/workbook.xml.rels')).toContain('Target="styles.xml"');
  expect(parts.get('[Content_Types].xml')).toContain('PartName="/xl/styles.xml"');
});

test('a workbook without rows is whole', async () => {
  expect(readWorkbook(await workbookOf(['name'], []))).toEqual([[['name']]]);
});

test('what does not fit a sheet stands in the next one, under its own header', async () => {
  const rows = function* (): Generator<Cell[]> {
    for (let index = 1; index <= XLSX_SHEET_ROWS; index += 1) yield [index];
  };
  const parts = readZip(await workbookOf(['n'], rows()));
  const first = parts.get('xl/worksheets/sheet1.xml')!;
  const second = parts.get('xl/worksheets/sheet2.xml')!;
  expect(first).toContain(
    `<row r="${XLSX_SHEET_ROWS}"><c r="A${XLSX_SHEET_ROWS}"><v>${XLSX_SHEET_ROWS - 1}</v></c></row></sheetData>`,
  );
  expect(second).toContain(`<row r="2"><c r="A2"><v>${XLSX_SHEET_ROWS}</v></c></row></sheetData>`);
  expect(second).toContain('<t xml:space="preserve">n</t>');
  expect(parts.get('xl/workbook.xml')).toContain('name="Export 2"');
  expect(parts.get('[Content_Types].xml')).toContain('/xl/worksheets/sheet2.xml');
});
