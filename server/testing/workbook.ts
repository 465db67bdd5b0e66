import { inflateRawSync } from 'node:zlib';

/** The parts of an archive by name, read by its directory at the end, as programs do. */
export function readZip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error('This is no archive.');
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const packed = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const head = bytes.readUInt32LE(at + 42);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const begin = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    parts.set(name, inflateRawSync(bytes.subarray(begin, begin + packed)).toString('utf8'));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** Day 0 of a spreadsheet's days. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** For each style of cell whether it shows a number as a date, as a spreadsheet finds it: by the letters of its format. */
function dateStyles(styles: string): boolean[] {
  const formats = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id!,
      code!.replaceAll(/\\.|&quot;.*?&quot;/g, ''),
    ]),
  );
  const cellXfs = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  return [...cellXfs.matchAll(/<xf [^>]*numFmtId="(\d+)"/g)].map(
    ([, id]) => (Number(id) >= 14 && Number(id) <= 22) || /[ymdhs]/.test(formats.get(id!) ?? ''),
  );
}

/** The cells of each sheet of a workbook, row by row; an empty cell is '', a date its time in ISO 8601. */
export function readWorkbook(bytes: Buffer): string[][][] {
  const parts = readZip(bytes);
  const isDate = dateStyles(parts.get('xl/styles.xml') ?? '');
  const sheets = [...parts.keys()].filter((name) => name.startsWith('xl/worksheets/')).length;
  return Array.from({ length: sheets }, (_, index) =>
    [...parts.get(`xl/worksheets/sheet${index + 1}.xml`)!.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(
      ([, row]) => {
        const cells: string[] = [];
        for (const [, place, attributes, inside] of row!.matchAll(/<c r="([A-Z]+)\d+"([^>]*)>(.*?)<\/c>/gs)) {
          const column = [...place!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
          while (cells.length < column) cells.push('');
          const shown = decode(/<(?:t[^>]*|v)>(.*?)<\/(?:t|v)>/s.exec(inside!)?.[1] ?? '');
          const style = Number(/\bs="(\d+)"/.exec(attributes!)?.[1] ?? 0);
          cells.push(
            isDate[style] && !attributes!.includes('t="')
              ? new Date(Math.round(Number(shown) * 86_400_000) + DAY_ZERO_MS).toISOString()
              : shown,
          );
        }
        return cells;
      },
    ),
  );
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('_x005F_', '_');
}
