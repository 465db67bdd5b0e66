import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCsv, type CsvFault, type CsvRow } from './csv.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-csv-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function rows(path: string): Promise<(CsvRow | CsvFault)[]> {
  const read: (CsvRow | CsvFault)[] = [];
  for await (const batch of (await openCsv(path)).batches()) read.push(...batch);
  return read;
}

describe('reading CSV files', () => {
  for (const [name, sign] of [
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['bar', '|'],
  ] as const) {
    it(`recognises ${name} as delimiter and leaves out a byte order mark`, async () => {
      const [row] = (await rows(
        file(`${name}.csv`, `\uFEFFIdea ID${sign}Title\n7${sign}Grüße\n`),
      )) as CsvRow[];
      expect(row!.get('ideaid')).toBe('7');
      expect(row!.get('title')).toBe('Grüße');
    });
  }

  it('takes the delimiter of a first line "sep=;" and counts lines as the file has them', async () => {
    const read = (await rows(file('sep.csv', '\uFEFFsep=;\r\nid;title\r\n1;a, b\r\n'))) as CsvRow[];
    expect(read.map((row) => [row.line, row.get('title')])).toEqual([[3, 'a, b']]);
  });

  it('says that a file is UTF-16, with and without its mark', async () => {
    const text = 'id,title\n1,Hello\n';
    for (const bytes of [
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text, 'utf16le').swap16(),
    ]) {
      await expect(openCsv(file('wide.csv', bytes))).rejects.toThrow('looks like UTF-16');
    }
  });

  it('keeps line ends inside quotes and names the line on which a row begins', async () => {
    const read = (await rows(file('lines.csv', 'id,text\n1,"two\nlines"\n2,plain\n'))) as CsvRow[];
    expect(read.map((row) => [row.line, row.get('text')])).toEqual([
      [2, 'two\nlines'],
      [4, 'plain'],
    ]);
  });

  it('names the line of a row behind empty lines, and behind line ends of Windows inside quotes', async () => {
    const read = (await rows(
      file('windows.csv', 'id,text\r\n\r\n1,"two\r\nlines"\r\n\r\n2,plain\r\n'),
    )) as CsvRow[];
    expect(read.map((row) => [row.line, row.get('text')])).toEqual([
      [3, 'two\r\nlines'],
      [6, 'plain'],
    ]);
  });

  it.each([
    ['quotes doubled inside quotes', '"say ""hello"", twice",2', ['say "hello", twice', '2']],
    ['a quote inside a cell that began without one', '5" pipe,2', ['5" pipe', '2']],
    ['a cell that goes on behind its closing quote', '"a" and b,2', ['"a" and b', '2']],
    ['empty quoted cells', '"",""', ['', '']],
    ['nothing of a cell that is never closed', 'x,"y', null],
  ])('takes %s as it stands', async (_what, row, cells) => {
    const path = file('quotes.csv', `a,b\n${row}${cells ? '\n1,2\n' : ''}`);
    if (cells === null)
      return expect(rows(path)).rejects.toThrow(
        'a quoted cell that begins on line 2 or later is never closed',
      );
    const read = (await rows(path)) as CsvRow[];
    expect(read.map((one) => one.cells)).toEqual([cells, ['1', '2']]);
  });

  it('reads line ends of old programs for the Mac, and a last row without any', async () => {
    const read = (await rows(file('mac.csv', 'id,title\r1,"a\rb"\r2,c'))) as CsvRow[];
    expect(read.map((row) => [row.line, ...row.cells])).toEqual([
      [2, '1', 'a\rb'],
      [4, '2', 'c'],
    ]);
  });

  it('cuts no row, quote or letter where one piece of a large file ends and the next begins', async () => {
    // rows of 23 bytes and more: the end of a piece falls on each of their bytes
    const wanted = Array.from({ length: 60_000 }, (_, i) => [
      String(i),
      `„ß“ ""${'x'.repeat(i % 7)}\r\n`,
      '',
    ]);
    const text = wanted.map(([id, title]) => `${id},"${title}",\r\n`).join('');
    const read = (await rows(file('pieces.csv', `id,title,none\r\n${text}`))) as CsvRow[];
    expect(read).toHaveLength(wanted.length);
    expect(
      read.findIndex(
        (row, i) =>
          row.line !== 2 + 2 * i ||
          row.cells[0] !== String(i) ||
          row.cells[1] !== wanted[i]![1]!.replace('""', '"') ||
          row.cells[2] !== '',
      ),
    ).toBe(-1);
  });

  it('refuses a row of more than 4 MB, which an open quote makes of the rest of a file', async () => {
    const path = file('endless.csv', `id,title\n1,fine\n2,"open\n${'3,row\n'.repeat(800_000)}`);
    await expect(rows(path)).rejects.toThrow(
      'line 3: a row of more than 4 MB; a quote is probably not closed',
    );
  });

  it('reads .gz directly', async () => {
    const [row] = (await rows(file('packed.csv.gz', gzipSync('id,title\n1,Packed\n')))) as CsvRow[];
    expect(row!.get('title')).toBe('Packed');
  });

  it('refuses a row with too few cells by its line and goes on with the next', async () => {
    const read = await rows(file('short.csv', 'id,title\n1\n2,Fine\n'));
    expect(read[0]).toMatchObject({ line: 2, reason: '1 cells where the header has 2' });
    expect((read[1] as CsvRow).get('title')).toBe('Fine');
  });

  it('refuses a row with a cell too many by its line, and shifts nothing of the next', async () => {
    const read = await rows(file('long.csv', 'id,title\n1,Hello, world\n2,Fine\n'));
    expect(read[0]).toMatchObject({ line: 2, reason: '3 cells where the header has 2' });
    expect(read[1]).toMatchObject({ line: 3 });
    expect((read[1] as CsvRow).get('title')).toBe('Fine');
    expect(read).toHaveLength(2);
  });

  it('refuses a file that is not UTF-8 and names the line', async () => {
    const path = file('latin.csv', Buffer.from('id,title\n1,fine\n2,Gr\xFC\xDFe\n', 'latin1'));
    await expect(rows(path)).rejects.toThrow(/latin\.csv is not UTF-8 \(first wrong character near line 3\)/);
  });

  it('says what is wrong with a missing, an empty and a broken file', async () => {
    await expect(openCsv(join(folder, 'none.csv'))).rejects.toThrow('does not exist');
    await expect(openCsv(file('empty.csv', ' \n'))).rejects.toThrow('is empty');
    await expect(openCsv(folder)).rejects.toThrow('is a folder');
    await expect(openCsv(file('broken.csv.gz', 'no gzip'))).rejects.toThrow('broken gzip');
    await expect(rows(file('open.csv', 'id,title\n1,"never closed\n2,x\n'))).rejects.toThrow('never closed');
  });

  it('streams 100,000 rows', async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `${index},"Title, ${index}"`).join('\n');
    const read = await rows(file('many.csv', `id,title\n${lines}\n`));
    expect(read).toHaveLength(100_000);
    expect((read.at(-1) as CsvRow).get('title')).toBe('Title, 99999');
  });
});
