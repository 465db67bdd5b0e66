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

/** The cells of each sheet of a workbook, row by row; an empty cell is ''. */
export function readWorkbook(bytes: Buffer): string[][][] {
  const parts = readZip(bytes);
  const sheets = [...parts.keys()].filter((name) => name.startsWith('xl/worksheets/')).length;
  return Array.from({ length: sheets }, (_, index) =>
    [...parts.get(`xl/worksheets/sheet${index + 1}.xml`)!.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
      const cells: string[] = [];
      for (const [, place, inside] of row!.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs)) {
        const column = [...place!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
        while (cells.length < column) cells.push('');
        cells.push(decode(/<(?:t[^>]*|v)>(.*?)<\/(?:t|v)>/s.exec(inside!)?.[1] ?? ''));
      }
      return cells;
    }),
  );
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('_x005F_', '_');
}
