import { expect, test } from 'vitest';
import { addressesIn } from './addresses.ts';

const found = (text: string): string[] =>
  addressesIn(text).map(({ start, end, href }) => `${text.slice(start, end)} -> ${href}`);

test('addresses of pages and of people are found where they begin and end', () => {
  expect(found('See https://example.com/a?b=c#d, or (http://example.com/x_(y)).')).toEqual([
    'https://example.com/a?b=c#d -> https://example.com/a?b=c#d',
    'http://example.com/x_(y) -> http://example.com/x_(y)',
  ]);
  expect(found('www.example.com! ask ana@example.com; mailto:bo@example.com')).toEqual([
    'www.example.com -> https://www.example.com',
    'ana@example.com -> mailto:ana@example.com',
    'mailto:bo@example.com -> mailto:bo@example.com',
  ]);
});

test('an address ends where a character stands that none may hold', () => {
  expect(found('<p>See https://example.com/legal.</p>')).toEqual([
    'https://example.com/legal -> https://example.com/legal',
  ]);
  expect(found('<https://example.com/x>! or "https://example.com/y".')).toEqual([
    'https://example.com/x -> https://example.com/x',
    'https://example.com/y -> https://example.com/y',
  ]);
  expect(found('<a href="https://example.com/z">here</a>, Ana <ana@example.com>')).toEqual([
    'https://example.com/z -> https://example.com/z',
    'ana@example.com -> mailto:ana@example.com',
  ]);
  expect(found('😀 https://example.com/😀/ü... and on')).toEqual([
    'https://example.com/😀/ü -> https://example.com/😀/ü',
  ]);
  expect(found('“https://example.com/x”, «https://example.com/y»')).toEqual([
    'https://example.com/x -> https://example.com/x',
    'https://example.com/y -> https://example.com/y',
  ]);
});

test('words that only look like it are none, nor is any other protocol', () => {
  for (const text of [
    'example.com',
    'readme.md and node.js',
    '@ana',
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'file:///etc/passwd',
    'vbscript:x',
    'a@b',
  ])
    expect(found(text), text).toEqual([]);
});
