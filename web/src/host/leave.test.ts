import { expect, test } from 'vitest';
import { entriesOfPage } from './leave.ts';

const at = (index: number, ...paths: (string | null)[]) => ({
  currentEntry: { index },
  entries: () =>
    paths.map((path, place) => ({ index: place, url: path === null ? null : `http://demo.example${path}` })),
});

test('the states of a page count as far back as they follow each other', () => {
  expect(entriesOfPage(at(3, '/ideas', '/ideas/1', '/ideas/1?a=b', '/ideas/1#tab=voters'), '/ideas/1')).toBe(
    3,
  );
  expect(entriesOfPage(at(2, '/ideas/1', '/ideas/2', '/ideas/1', '/ideas/1'), '/ideas/1')).toBe(1);
  expect(entriesOfPage(at(1, '/ideas/1', '/ideas/1'), '/ideas/1')).toBe(2);
  expect(entriesOfPage(at(1, null, '/ideas/1'), '/ideas/1')).toBe(1);
  // a browser that tells nothing
  expect(entriesOfPage(undefined, '/ideas/1')).toBe(1);
  expect(entriesOfPage({ currentEntry: null, entries: () => [] }, '/ideas/1')).toBe(1);
});
