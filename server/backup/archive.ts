import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Header } from 'tar';
import { OperatorError } from '../process/operator_error.ts';
import { writeWhole } from './whole_file.ts';

/*
 * The file of a backup: a tar of plain files, packed with gzip, so that any machine can look into it. Names
 * are never used as paths here: nothing is unpacked to where an archive says.
 */

/** A file inside an archive that is written. */
export type NewEntry = { name: string } & (
  | { content: Buffer }
  | { size: number; content: AsyncIterable<Buffer> }
);

/** A file inside an archive that is read. What its reader leaves of the content is passed over. */
export interface ReadEntry {
  name: string;
  size: number;
  content: AsyncGenerator<Buffer>;
}

/** An archive that cannot be used, as a sentence. */
export class DamagedArchive extends OperatorError {}

const BLOCK = 512;
/** Fast rather than small. */
const GZIP_LEVEL = 3;
const MODE = 0o600;
/** What is read into memory as a whole: descriptions and hashes, and pieces of tables. */
const WHOLE_MAX = 64 * 1024 * 1024;

/** SHA-256 of the pieces one after another, in hex. */
export function sha256(...pieces: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** Writes an archive, see `writeWhole`. @throws also what the entries throw */
export async function writeArchive(path: string, entries: AsyncIterable<NewEntry>): Promise<void> {
  await writeWhole(path, (target) =>
    pipeline(Readable.from(tarOf(entries), { objectMode: false }), createGzip({ level: GZIP_LEVEL }), target),
  );
}

async function* tarOf(entries: AsyncIterable<NewEntry>): AsyncGenerator<Buffer> {
  const mtime = new Date();
  for await (const { name, ...rest } of entries) {
    const size = 'size' in rest ? rest.size : rest.content.length;
    const header = new Header({
      path: name,
      mode: MODE,
      uid: 0,
      gid: 0,
      size,
      mtime,
      type: 'File',
      uname: '',
      gname: '',
    });
    // true: it would need a form of header that is not written here; names of a backup are short
    const block = Buffer.alloc(BLOCK);
    if (header.encode(block, 0)) throw new Error(`The name ${name} does not fit an archive.`);
    yield block;
    let written = 0;
    for await (const piece of 'size' in rest ? rest.content : [rest.content]) {
      written += piece.length;
      yield piece;
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes where ${size} were announced.`);
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/**
 * The files of an archive in their order; each is to be read before the next one is asked for.
 * @throws DamagedArchive when it is no archive, or breaks off, or its packing does not hold
 */
export async function* readArchive(path: string): AsyncGenerator<ReadEntry> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const plain = createGunzip();
  const feeding = pipeline(file, plain);
  // told by the reading below
  feeding.catch(() => undefined);
  let last = 'its beginning';
  const damaged = (what: string): DamagedArchive =>
    new DamagedArchive(
      `${path} is no whole backup: ${what}, after ${last}. Nothing of it was used; take another copy of it.`,
    );
  const bytes = new Bytes(plain, (error) => {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return new OperatorError(`There is no file ${path}.`);
    if (code === 'EACCES' || code === 'EISDIR')
      return new OperatorError(`${path} cannot be read (${message}).`);
    if (code.startsWith('Z_'))
      return damaged(code === 'Z_BUF_ERROR' ? 'it breaks off' : 'its packing is damaged');
    return error;
  });
  try {
    for (;;) {
      const block = await bytes.whole(BLOCK);
      if (block === null) throw damaged('it breaks off');
      if (block.every((byte) => byte === 0)) break;
      const header = new Header(block);
      if (
        !header.cksumValid ||
        header.path === undefined ||
        header.path === '' ||
        header.type !== 'File' ||
        !Number.isSafeInteger(header.size) ||
        header.size! < 0
      )
        throw damaged('it holds something else than files of a backup');
      const { path: name } = header;
      const size = header.size!;
      let left = size;
      const content = async function* (): AsyncGenerator<Buffer> {
        while (left > 0) {
          const piece = await bytes.some(left);
          if (piece === null) throw damaged('it breaks off');
          left -= piece.length;
          yield piece;
        }
      };
      yield { name, size, content: content() };
      while (left > 0) {
        const piece = await bytes.some(left);
        if (piece === null) throw damaged('it breaks off');
        left -= piece.length;
      }
      const padding = (BLOCK - (size % BLOCK)) % BLOCK;
      if (padding > 0 && (await bytes.whole(padding)) === null) throw damaged('it breaks off');
      last = name;
    }
    // the packing's own checksum stands at the very end
    while ((await bytes.some(WHOLE_MAX)) !== null);
  } finally {
    file.destroy();
    plain.destroy();
  }
}

/** The whole of a small entry. @throws DamagedArchive when it is larger than a backup writes it */
export async function readWhole(entry: ReadEntry): Promise<Buffer> {
  if (entry.size > WHOLE_MAX)
    throw new DamagedArchive(
      `${entry.name} in the archive is larger than a backup makes it. Nothing of it was used.`,
    );
  const pieces: Buffer[] = [];
  for await (const piece of entry.content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Takes bytes off a stream in the portions that are asked for. */
class Bytes {
  private readonly source: AsyncIterator<Buffer>;
  private readonly explain: (error: unknown) => unknown;
  private held: Buffer = Buffer.alloc(0);

  /** @param explain makes of a failure of the stream what is thrown */
  constructor(source: AsyncIterable<Buffer>, explain: (error: unknown) => unknown) {
    this.source = source[Symbol.asyncIterator]();
    this.explain = explain;
  }

  /** Some bytes, at most that many; null at the end. */
  async some(most: number): Promise<Buffer | null> {
    while (this.held.length === 0) {
      const next = await this.source.next().catch((error: unknown) => {
        throw this.explain(error);
      });
      if (next.done === true) return null;
      this.held = next.value;
    }
    const taken = this.held.subarray(0, most);
    this.held = this.held.subarray(taken.length);
    return taken;
  }

  /** Exactly that many bytes; null when there are fewer. */
  async whole(count: number): Promise<Buffer | null> {
    const pieces: Buffer[] = [];
    for (let left = count; left > 0;) {
      const piece = await this.some(left);
      if (piece === null) return null;
      pieces.push(piece);
      left -= piece.length;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }
}
