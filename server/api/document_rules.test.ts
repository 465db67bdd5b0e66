import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { graphqlLimits } from '../../contract/limits.ts';
import { refuseDocument } from './document_rules.ts';

/** A record whose fragments spread each other twice, `levels` deep: 2^levels fields from a short document. */
const doubling = (levels: number, root: string, type: string): string =>
  `{ ${root} { ...f0 } } ${Array.from({ length: levels }, (_, n) => `fragment f${n} on ${type} { ...f${n + 1} ...f${n + 1} }`).join(' ')} fragment f${levels} on ${type} { id }`;

describe('fields of a document', () => {
  test('fragments that double a plain field below the root are refused before they are executed', () => {
    expect(refuseDocument(parse(doubling(25, 'book(id: 1)', 'Book')))).toBe(
      'This query selects more than 5,000 fields once its fragments are written out.',
    );
    expect(refuseDocument(parse(doubling(8, 'book(id: 1)', 'Book')))).toBeNull();
  });

  test('asking for the schema is no way around it', () => {
    expect(refuseDocument(parse(doubling(25, '__schema', '__Schema')))).toContain(
      'once its fragments are written out',
    );
  });

  test('a document without fragments reaches its limit of tokens first', () => {
    expect(graphqlLimits.selections).toBeGreaterThan(graphqlLimits.tokens);
  });

  test('a field that is repeated is refused before the validator compares each with each', () => {
    const sentence = 'This query repeats fields at the same place too often. Name each field once.';
    const repeated = (count: number, field = 'shelf { id }'): string => `${field} `.repeat(count);
    // n fields with one field inside each: n² pairs
    expect(refuseDocument(parse(`{ book(id: 1) { ${repeated(100)} } }`))).toBeNull();
    expect(refuseDocument(parse(`{ book(id: 1) { ${repeated(101)} } }`))).toBe(sentence);
    expect(refuseDocument(parse(`{ book(id: 1) { ${repeated(400, '... { shelf { id } }')} } }`))).toBe(
      sentence,
    );
    expect(
      refuseDocument(
        parse(
          `{ book(id: 1) { ${Array.from({ length: 200 }, (_, n) => `...f${n}`).join(' ')} } } ${Array.from({ length: 200 }, (_, n) => `fragment f${n} on Book { shelf { id } }`).join(' ')}`,
        ),
      ),
    ).toBe(sentence);
  });

  test('what nothing spreads is validated too, and is measured like the rest', () => {
    expect(
      refuseDocument(parse(`{ __typename } fragment a on Book { ${'shelf { id } '.repeat(101)} }`)),
    ).toContain('repeats fields');
    expect(
      refuseDocument(
        parse(
          Array.from(
            { length: 4 },
            (_, n) => `query q${n} { book(id: 1) { ${'shelf { id } '.repeat(60)} } }`,
          ).join(' '),
        ),
      ),
    ).toContain('repeats fields');
  });

  test('fragments inside themselves are gone through to an end', () => {
    expect(
      refuseDocument(
        parse('{ book(id: 1) { ...a } } fragment a on Book { last_sequel { ...a } author { id } }'),
      ),
    ).toBeNull();
    expect(
      refuseDocument(
        parse(
          '{ __typename } fragment a on Book { last_sequel { ...b } } fragment b on Book { last_sequel { ...a } last_sequel { ...b } }',
        ),
      ),
    ).toSatisfy((found) => found === null || typeof found === 'string');
  });
});
