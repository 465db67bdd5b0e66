import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';

/*
 * Expressions that can take the square of a text: those that begin again at each letter of a run, or read a run in
 * several ways. Half a megabyte of such a text holds the process for minutes. Each one here stands with what bounds
 * the text that it is given; a new one is mended, or named here with its bound.
 */

const ROOT = join(import.meta.dirname, '..');

/** file and beginning of the expression -> what bounds the text. */
const BOUNDED: Readonly<Record<string, string>> = {
  'contract/currency.ts \\B(?=(?:\\d{3})+\\.)': 'a number that was written with two digits',
  'contract/issue_key.ts ^[a-z][a-z0-9+.-]*':
    'begins at the first letter alone; an address of 2,000 characters',
  'contract/password.ts ^[^\\p{L}]+|[^\\p{L}]+$': 'a password of at most 200 characters',
  'server/adapters/files.ts ^\\/+|\\/+$':
    'a key of storage that the product made, or the address of FILES_URL',
  'server/adapters/mail_check.ts [.\\s]+$': 'an answer of the relay, cut to a sentence',
  'server/domain/account/dead_job.ts [\\w.+-]+@[\\w-]+': 'the first 2,000 characters of a fault',
  'server/domain/ideas/custom_field_commands.ts ^[^a-z]+|_+$':
    'a name of a field, in which underscores stand singly by then',
  'server/domain/intelligence/literal_query.ts ^[^\\p{L}\\p{N}]+|': 'a search of at most 400 characters',
  'server/domain/intelligence/literal_query.ts [\\p{L}\\p{N}]+$': 'a search of at most 400 characters',
  "server/domain/intelligence/literal_query.ts '((?:[^']|'')*)'":
    'a query that the product made of such a search',
  'server/domain/intelligence/themes/names.ts [.!?:': 'the three letters before a word',
  'server/domain/intelligence/title_suggestion.ts ^(.*\\S)[\\s,;:–—-]+(\\S+)$': 'a title, 140 characters',
};

/** file -> what is known of the expressions that are put together there, which the search does not see. */
const PUT_TOGETHER: Readonly<Record<string, string>> = {
  'contract/rich_text.ts': 'a literal end tag and one sign behind it',
  'contract/text_cut.ts': 'single signs, each with at most three around it',
  'server/domain/exchange/import_dates.ts': 'begin at the first sign alone, each part of bounded length',
  'server/domain/intelligence/near_words.ts': 'one sign of a script',
  'server/text/html.ts': 'begins at the first sign alone, at most 40 letters',
};

interface Found {
  file: string;
  source: string;
  flags: string;
}

/** Files that put expressions together. */
const puts = new Set<string>();

/** Expressions that stand as such in a file. */
function expressionsOf(file: string): Found[] {
  const found: Found[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { regex, type, callee } = node as {
      regex?: { pattern: string; flags: string };
      type?: string;
      callee?: { name?: string };
    };
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') puts.add(file);
    if (regex) found.push({ file, source: regex.pattern, flags: regex.flags });
    for (const value of Object.values(node)) walk(value);
  };
  walk(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program);
  return found;
}

const files = globSync(['server/**/*.ts', 'contract/**/*.ts'], { cwd: ROOT }).filter(
  (file) => !/\.test\.ts$|(?:^|\/)testing(?:\.ts$|\/)/.test(file),
);
const isSlow = ({ source, flags }: Pick<Found, 'source' | 'flags'>): boolean =>
  analyse({ source, flags }).reports.length > 0;

test('the search knows the forms that take the square of a text', () => {
  for (const [source, flags] of [
    ['[ \\t]+$', 'gm'],
    ['^a[-_\\s]{2,}\\s*b', 'u'],
    ['\\S(?:\\s+\\S+|\\S)*?(?:\\s+\\S+){7}', ''],
  ] as const)
    expect(isSlow({ source, flags }), source).toBe(true);
  for (const source of ['^[ \\t]+', 'a{1,64}@', '[a-z]+'])
    expect(isSlow({ source, flags: '' }), source).toBe(false);
});

test('no expression takes the square of a text that has no bound', () => {
  const expressions = files.flatMap(expressionsOf);
  expect(expressions.length).toBeGreaterThan(300);
  const slow = expressions.filter(isSlow).map(({ file, source }) => `${file} ${source}`);
  const known = Object.keys(BOUNDED);
  expect(slow.filter((one) => !known.some((begin) => one.startsWith(begin)))).toEqual([]);
  // one that was mended does not stay on the list
  expect(known.filter((begin) => !slow.some((one) => one.startsWith(begin)))).toEqual([]);
  expect([...puts].toSorted()).toEqual(Object.keys(PUT_TOGETHER).toSorted());
});
