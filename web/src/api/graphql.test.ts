import { describe, expect, test } from 'vitest';
import { graphql } from './graphql.ts';

/** The texts here are not in the generated types. */
const write = graphql as unknown as (source: string) => { toString(): string };

describe('GraphQL documents', () => {
  test('an operation brings the fragments that it spreads, each once, also through others', () => {
    write('fragment PersonName on User { name }');
    write('fragment Author on User { id ...PersonName }');
    const text = write('query Ideas { a { ...Author } b { ... on Idea { id } ...PersonName } }').toString();
    expect(text.match(/fragment Author /g)).toHaveLength(1);
    expect(text.match(/fragment PersonName /g)).toHaveLength(1);
    expect(text.startsWith('query Ideas')).toBe(true);
  });

  test('a spread that was never written is an error that names it', () => {
    expect(() => write('query Ideas { a { ...Missing } }').toString()).toThrow('Missing');
  });
});
