import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file of the built console, as it is sent. */
export interface Asset {
  content: Buffer;
  contentType: string;
  etag: string;
  /** null: as it is */
  encoding: 'br' | 'gzip' | null;
  /** whether the name changes with the content, so that it may be kept for ever */
  isHashed: boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSED = new Set(['.js', '.css', '.svg', '.json', '.txt']);
const RESCAN_MS = 1_000;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * The files of the built console, kept in memory: some megabytes, each compressed once. Only what was found
 * in the folder has a name here, so no path can lead out of it.
 */
export class Assets {
  private readonly dir: string;
  private names: ReadonlySet<string> = new Set();
  private scannedAt = 0;
  private readonly kept = new Map<string, Promise<Asset>>();

  /** @param dir folder of the built console; it may not exist yet */
  constructor(dir: string) {
    this.dir = dir;
    this.scan();
  }

  /**
   * A file by its name in the folder.
   * @param acceptEncoding the browser's header
   * @returns null when there is none
   */
  async get(name: string, acceptEncoding: string): Promise<Asset | null> {
    if (!this.has(name)) return null;
    const ending = extname(name);
    const encoding = !COMPRESSED.has(ending)
      ? null
      : /\bbr\b/.test(acceptEncoding)
        ? 'br'
        : /\bgzip\b/.test(acceptEncoding)
          ? 'gzip'
          : null;
    const key = `${encoding ?? 'plain'} ${name}`;
    let asset = this.kept.get(key);
    if (!asset) {
      asset = this.load(name, encoding);
      this.kept.set(key, asset);
      asset.catch(() => this.kept.delete(key));
    }
    return asset;
  }

  /** Pages are no assets: they are sent with a nonce of their own. */
  private has(name: string): boolean {
    if (this.names.has(name)) return true;
    // the console may have been built again while this process runs
    if (Date.now() - this.scannedAt > RESCAN_MS) this.scan();
    return this.names.has(name);
  }

  private scan(): void {
    this.scannedAt = Date.now();
    const found = globSync('**/*', { cwd: this.dir }).filter((name) => extname(name) in CONTENT_TYPES);
    this.names = new Set(found);
  }

  private async load(name: string, encoding: Asset['encoding']): Promise<Asset> {
    const content = await readFile(join(this.dir, name));
    const packed =
      encoding === 'br'
        ? await brotli(content, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 9,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          })
        : encoding === 'gzip'
          ? await gzipped(content, { level: 9 })
          : content;
    return {
      content: packed,
      contentType: CONTENT_TYPES[extname(name)]!,
      etag: `"${createHash('sha256').update(packed).digest('base64url').slice(0, 22)}"`,
      encoding,
      isHashed: /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/.test(name),
    };
  }
}
