import type { Readable } from 'node:stream';

/** Keeps files under keys of tenant and random name, never under the file's own name. */
export interface FileService {
  put(
    key: string,
    content: Readable | Uint8Array,
    options: { sizeInBytes?: number; contentType: string },
  ): Promise<void>;
  /** @param range first and last byte of the part that is wanted, both included; without it all of it */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
}

/** Looks at files before they are kept. */
export interface VirusScanner {
  /** @returns what it found; null: nothing. @throws Error when it cannot be asked or cannot tell */
  scan(content: Readable): Promise<string | null>;
}
