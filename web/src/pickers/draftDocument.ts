import type { GraphQLDocument } from '../api/client.ts';
export function draft<R, V>(text: string): GraphQLDocument<R, V> {
  return { toString: () => text } as GraphQLDocument<R, V>;
}
