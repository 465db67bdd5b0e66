import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { OperatorError } from '../process/operator_error.ts';
import type { FileService } from '../services/files.ts';

/** Where files are kept; FILES_URL says which. */
export type FilesPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 's3'; readonly url: string };

/** Files under way stand here until they are whole. */
const INCOMING = 'incoming';
const LEFTOVER_MS = 24 * 3_600_000;

/**
 * The file service of FILES_URL: a folder, or a bucket. In both a file is there as a whole or not at all.
 *
 * @throws OperatorError when the folder cannot be made, or the client for buckets is not installed
 */
export async function createFiles(files: FilesPlace): Promise<FileService> {
  return files.kind === 'folder' ? folder(files.path) : bucket(new URL(files.url));
}

function folder(path: string): FileService {
  try {
    mkdirSync(join(path, INCOMING), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OperatorError(
      `The folder for files ${path} cannot be made (${(error as Error).message}); set FILES_URL to one that may be written.`,
    );
  }
  removeLeftovers(join(path, INCOMING));
  const disk = new Disk(new FSDriver({ location: path, visibility: 'private' }));
  return {
    put: async (key, content) => {
      const part = `${INCOMING}/${randomUUID()}`;
      const target = createWriteStream(join(path, part), { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(content instanceof Readable ? content : Readable.from([content]), target);
        await disk.move(part, key);
      } catch (error) {
        // a source that fails at once does so before the file is opened, and it is opened all the same
        if (!target.closed) await once(target, 'close');
        await rm(join(path, part), { force: true });
        throw error;
      }
    },
    get: async (key, range) => {
      const content =
        range === undefined ? await disk.getStream(key) : createReadStream(join(path, key), range);
      // a file that is not there is told now, and not in the middle of an answer
      await once(content, 'open');
      return content;
    },
    remove: (key) => disk.delete(key),
  };
}

/** What a process that died in the middle of an upload has left behind. */
function removeLeftovers(dir: string): void {
  for (const name of readdirSync(dir)) {
    const file = join(dir, name);
    try {
      if (Date.now() - statSync(file).mtimeMs > LEFTOVER_MS) rmSync(file, { force: true });
    } catch {
      // another process was quicker
    }
  }
}

/** s3://key:secret@bucket/folder?region=…&endpoint=…; without key and secret the client's own sources are asked. */
async function bucket(url: URL): Promise<FileService> {
  const { S3Driver } = await import('flydrive/drivers/s3').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new OperatorError(
      'FILES_URL names a bucket, and the client for buckets is not installed; run "npm install --no-save @aws-sdk/client-s3 @aws-sdk/s3-request-presigner" once, or set FILES_URL to a folder.',
    );
  });
  const endpoint = url.searchParams.get('endpoint');
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const keyed = (key: string): string => (prefix === '' ? key : `${prefix}/${key}`);
  const disk = new Disk(
    new S3Driver({
      bucket: url.hostname,
      visibility: 'private',
      supportsACL: false,
      region: url.searchParams.get('region') ?? 'us-east-1',
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      ...(url.username === ''
        ? {}
        : {
            credentials: {
              accessKeyId: decodeURIComponent(url.username),
              secretAccessKey: decodeURIComponent(url.password),
            },
          }),
    }),
  );
  return {
    put: async (key, content, { contentType, sizeInBytes }) => {
      if (content instanceof Readable && sizeInBytes !== undefined) {
        await disk.putStream(keyed(key), content, { contentType, contentLength: sizeInBytes });
        return;
      }
      if (!(content instanceof Readable)) {
        await disk.put(keyed(key), content, { contentType });
        return;
      }
      await spooled(content, async (file, length) =>
        disk.putStream(keyed(key), createReadStream(file), { contentType, contentLength: length }),
      );
    },
    get: async (key, range) => {
      const content = await disk.getStream(keyed(key));
      return range === undefined ? content : partOf(content, range);
    },
    remove: (key) => disk.delete(keyed(key)),
  };
}

/** A part of a stream, from a place that gives whole files only: what comes before is read and thrown away. */
export function partOf(content: Readable, { start, end }: { start: number; end: number }): Readable {
  async function* part(): AsyncGenerator<Uint8Array> {
    let at = 0;
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      const [from, to] = [Math.max(0, start - at), Math.min(chunk.length, end + 1 - at)];
      if (from < to) yield chunk.subarray(from, to);
      at += chunk.length;
      if (at > end) return;
    }
  }
  return Readable.from(part(), { objectMode: false });
}

/** A bucket wants to know the length first: what comes without one is written to a temporary file. */
async function spooled(
  content: Readable,
  work: (file: string, sizeInBytes: number) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-file-'));
  try {
    const file = join(folder, 'content');
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    await work(file, (await stat(file)).size);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
