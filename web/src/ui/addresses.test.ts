import { expect, test } from 'vitest';
import { addressesIn } from './addresses.ts';

const found = (text: string): string[] => addressesIn(text).map(({ start, end, href }) => `${text.slice(start, end)} -> ${href}`);

test('addresses of pages and of people are found where they begin and end', () => {
  expect(found('See https://example.com/a?b=c#d, or (http://example.com/x_(y)).')).toEqual(['https://example.com/a?b=c#d -> https://example.com/a?b=c#d', 'http://example.com/x_(y) -> http://example.com/x_(y)']);
  expect(found('www.example.com! ask ana@example.com; mailto:bo@example.com')).toEqual(['www.example.com -> https://www.example.com', 'ana@example.com -> mailto:ana@example.com', 'mailto:bo@example.com -> mailto:bo@example.com']);
});

test('words that only look like it are none, nor is any other protocol', () => {
  for (const text of ['example.com', 'readme.md and node.js', '@ana', 'javascript:alert(1)', 'javascript://example.com/%0aalert(1)', 'data:text/html,x', 'ftp://example.com', 'file:///etc/passwd', 'vbscript:x', 'a@b']) expect(found(text), text).toEqual([]);
});
