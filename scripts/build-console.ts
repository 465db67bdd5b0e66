import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDocumentTypes } from './codegen.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'web/dist');
// Beside the packages, since the built folder is served to everyone.
const STAMP = join(ROOT, 'node_modules/.earshot-console');

/** Hash of everything that the built console depends on: its sources, the shared contract, and the packages. */
export function hashConsoleSources(root: string = ROOT): string {
  const hash = createHash('sha256');
  const files = globSync(['web/**/*', 'contract/**/*', 'package-lock.json'], {
    cwd: root,
    exclude: (name) => name === 'web/dist' || /\.test\.tsx?$/.test(name),
  });
  for (const file of files.toSorted()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** Whether the built console is the one of the present sources. */
export function isConsoleBuilt(hash: string): boolean {
  return existsSync(join(DIST, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;
}

/** Builds the console when its sources changed since the last time. @returns the exit status of the build */
async function main(): Promise<number> {
  const status = await generateDocumentTypes();
  if (status !== 0) return status;
  const hash = hashConsoleSources();
  if (!process.argv.includes('--force') && isConsoleBuilt(hash)) return 0;
  const began = Date.now();
  console.error('Building the console.');
  const build = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      'web/vite.config.ts',
      '--logLevel',
      'warn',
    ],
    { cwd: ROOT, stdio: ['ignore', 2, 2] },
  );
  if (build.status !== 0) {
    console.error('The console could not be built; the reason stands above.');
    return 1;
  }
  writeFileSync(STAMP, hash);
  console.error(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  return 0;
}

if (import.meta.main) process.exitCode = await main();
