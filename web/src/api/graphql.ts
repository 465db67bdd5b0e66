/**
 * GraphQL documents of the console: `graphql(text)` with the types that the
 * code generator derives from the text. Only types come from the generated
 * files; the text stays where it is written, so that a screen loads its own
 * documents and no others.
 */
import type { graphql as typedGraphql } from './generated/gql.ts';

const fragments = new Map<string, string>();

/**
 * A document. An operation may spread fragments written with `graphql` in the
 * same file or in one that it imports; they are appended when it is first sent.
 * Throws when a spread fragment was never written. The build adds what the
 * answer depends on as a second argument (web/build/documents.ts).
 */
export const graphql = ((source: string, reads?: string) => {
  const name = /^\s*fragment\s+(\w+)/.exec(source)?.[1];
  if (name !== undefined) fragments.set(name, source);
  let text: string | null = null;
  return { reads, toString: () => (text ??= withFragments(source)) };
}) as unknown as typeof typedGraphql;

/** The text with all fragments that it spreads, directly or through others, each once. */
function withFragments(source: string): string {
  const used = new Set<string>();
  collect(source);
  return [source, ...Array.from(used, (name) => fragments.get(name))].join('\n');

  function collect(part: string): void {
    for (const [, name] of part.matchAll(/\.\.\.\s*(?!on\b)(\w+)/g)) {
      if (name === undefined || used.has(name)) continue;
      const fragment = fragments.get(name);
      if (fragment === undefined)
        throw new Error(`The GraphQL fragment ${name} is spread but not written anywhere.`);
      used.add(name);
      collect(fragment);
    }
  }
}
