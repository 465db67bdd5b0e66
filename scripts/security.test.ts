import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const rows = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what could') && !line.startsWith('| door'));

/** What a table's last cell names: files, each with the name of a test or a part of it; '' stands for the whole file. */
const named = rows.flatMap((row) =>
  (row.split(' | ').at(-1) ?? '')
    .replace(/ \|$/, '')
    .split('<br>')
    .flatMap((entry) => {
      const [, file, name = ''] = /^`([\w./-]+\.ts)`(?: › (.+))?$/.exec(entry) ?? [];
      return file === undefined ? [] : [{ file, name }];
    }),
);

test('every chapter of the security page has its tests, and each file and test that it names exists', () => {
  expect(named.length).toBeGreaterThan(80);
  const missing = named.filter(
    ({ file, name }) =>
      !existsSync(join(ROOT, file)) ||
      !readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'").includes(name),
  );
  expect(missing).toEqual([]);
});

test('no row of a threat is without a test, and all seventeen chapters are there', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const chapters = page.slice(page.indexOf('\n## V1 ')).split('\n');
  const threats = chapters.filter((line) => line.startsWith('| ') && !line.startsWith('| what could'));
  expect(threats.filter((line) => !/`[\w./-]+\.ts`/.test(line))).toEqual([]);
  expect(chapters.flatMap((line) => /^## V(\d+) /.exec(line)?.[1] ?? []).map(Number)).toEqual(
    Array.from({ length: 17 }, (_, index) => index + 1),
  );
});
