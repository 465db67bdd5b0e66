import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBinaries, POSTGRES_MAJOR, restoreLinks } from './binaries.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-binaries-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the programs run, and are of the major version that the code expects', () => {
  const { postgres, initdb } = findBinaries();
  for (const program of [postgres, initdb]) {
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toContain(
      `(PostgreSQL) ${POSTGRES_MAJOR}.`,
    );
  }
});

test('a platform without a package is told to bring a PostgreSQL', () => {
  expect(() => findBinaries('sunos', 'sparc')).toThrow(
    'There is no PostgreSQL package for sunos sparc here; install PostgreSQL 15 or newer and set DATABASE_URL to it.',
  );
});

function fakePackage(name: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'native/lib'), { recursive: true });
  writeFileSync(join(root, 'native/lib/libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
  return root;
}

test('missing links of the package are made, and made only once', () => {
  const root = fakePackage('whole');
  restoreLinks(root);
  restoreLinks(root);
  const link = join(root, 'native/lib/libpq.so.5');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(link, 'utf8')).toBe('library');
});

test('a link that cannot be made is named', () => {
  const root = fakePackage('broken');
  rmSync(join(root, 'native/lib'), { recursive: true });
  expect(() => restoreLinks(root)).toThrow(
    /lacks the link .*libpq\.so\.5 and it cannot be made .*make node_modules writable once, or set DATABASE_URL\./,
  );
});

test('a package without a list needs no links', () => {
  expect(() => restoreLinks(folder)).not.toThrow();
});
