import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { graphqlLimits } from '../../contract/limits.ts';
import { refuseDocument } from './document_rules.ts';

/** A record whose fragments spread each other twice, `levels` deep: 2^levels fields from a short document. */
const doubling = (levels: number, root: string, type: string): string =>
  `{ ${root} { ...f0 } } ${Array.from({ length: levels }, (_, n) => `fragment f${n} on ${type} { ...f${n + 1} ...f${n + 1} }`).join(' ')} fragment f${levels} on ${type} { id }`;

describe('fields of a document', () => {
  test('fragments that double a plain field below the root are refused before they are executed', () => {
    expect(refuseDocument(parse(doubling(25, 'book(id: 1)', 'Book')))).toBe('This query selects more than 5,000 fields once its fragments are written out.');
    expect(refuseDocument(parse(doubling(8, 'book(id: 1)', 'Book')))).toBeNull();
  });

  test('asking for the schema is no way around it', () => {
    expect(refuseDocument(parse(doubling(25, '__schema', '__Schema')))).toContain('once its fragments are written out');
  });

  test('a document without fragments reaches its limit of tokens first', () => {
    expect(graphqlLimits.selections).toBeGreaterThan(graphqlLimits.tokens);
  });
});
