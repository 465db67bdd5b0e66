import type { Input } from '../core/inputs.ts';

/** Values of which each kind of input takes one, by its GraphQL type. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  ID: ['1'],
  Boolean: [true],
  Int: [1],
  Float: [1],
  String: ['2026-01-02', 'word'],
};

/**
 * A value that an input takes, as a caller would send it: for what works statements out without a caller.
 * @throws Error for an input of a kind that is not known here; it needs a `sample` of its own
 */
export function sampleOf(input: Input<unknown>): unknown {
  const isList = input.type.startsWith('[');
  const values = input.words ?? VALUES[input.type.replace(/[[\]!]/g, '')] ?? [];
  const candidates = [
    ...(input.sample === undefined ? [] : [input.sample]),
    ...(isList ? [input.words ?? values.slice(0, 1)] : values),
  ];
  for (const raw of candidates) {
    try {
      input.read(raw, 'sample');
      return raw;
    } catch {
      // a value of another kind
    }
  }
  throw new Error(`No sample value is known for an input of the type ${input.type}: ${input.description}`);
}
