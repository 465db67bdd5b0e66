import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VARIABLES } from '../server/config.ts';
import { hasSection } from './requirements.ts';

const ROOT = join(import.meta.dirname, '..');
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

/** Names in the first column of the table that begins with "| variable |". */
function variablesOf(page: string): string[] {
  const [, table = ''] = read(page).split('| variable |');
  return table
    .split('\n\n')[0]!
    .split('\n')
    .slice(2)
    .flatMap((row) => row.split('|')[1]!.split(','))
    .map((name) => name.trim());
}

test.each(pages)('every link of %s leads to a file or heading of the project', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !hasSection(link, join(ROOT, page)))).toEqual([]);
});

test.each(['README.md', 'docs/manual/administration.md'])(
  'the variables of %s are known to the configuration',
  (page) => {
    const names = variablesOf(page);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !(VARIABLES as readonly string[]).includes(name))).toEqual([]);
  },
);

test('the README names every variable that the administration page explains', () => {
  expect(variablesOf('README.md').sort()).toEqual(variablesOf('docs/manual/administration.md').sort());
});

test('the files of the recipes exist', () => {
  const named = [
    ...read('CONTRIBUTING.md').matchAll(/`((?:contract|docs|scripts|server|web)\/[\w/.]+)`/g),
  ].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('every npm command of README and manual exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/npm (?:run (?:-s )?([a-z:]+)|(start|test)\b)/g)].map(
      ([, script, short]) => script ?? short ?? '',
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((name) => scripts[name] === undefined)).toEqual([]);
});
