import { setImmediate } from 'node:timers/promises';
import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';
import { graphqlLimits } from '../../contract/limits.ts';
import { answerTooLarge } from '../listing/reader.ts';

/** What the answer of one document has come to so far. */
export interface Spent {
  /** values that are written one by one */
  values: number;
  /** of their text */
  bytes: number;
  /** whether the document is compiled: then a large answer is written in one turn, which takes a tenth of the time */
  isCompiled: boolean;
}

/** So many values are written at a stretch, about two milliseconds. */
const VALUES_AT_ONCE = 3_000;

/**
 * Counts what a field at the root was answered against what one document may be answered in all, and cuts what
 * is long into turns, so that others are heard in between.
 *
 * @param spent null-like: no one counts, as in a test of one resolver
 * @throws BAD_REQUEST when the answer would be too large
 */
export function bounded(value: unknown, spent: Spent | undefined, info: GraphQLResolveInfo): unknown {
  if (spent === undefined || typeof value !== 'object' || value === null) return value;
  const size = { values: 0, bytes: 0 };
  measure(value, size);
  // no more aliases are allowed than this, so most answers need no closer look
  const copies =
    size.values * (graphqlLimits.aliases + 1) > VALUES_AT_ONCE ||
    size.bytes * (graphqlLimits.aliases + 1) > graphqlLimits.answerBytes / 20
      ? copiesOf(info)
      : 1;
  spent.values += size.values * copies;
  spent.bytes += size.bytes * copies;
  if (spent.values > graphqlLimits.answerValues || spent.bytes > graphqlLimits.answerBytes)
    throw answerTooLarge();
  return spent.isCompiled || size.values * copies <= VALUES_AT_ONCE
    ? value
    : inTurns(value, size.values * copies);
}

/** Adds up the values in an answer and the bytes of its texts, as far as the limits. */
function measure(value: unknown, size: { values: number; bytes: number }): void {
  if (typeof value === 'string') size.bytes += Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null || size.values > graphqlLimits.answerValues) return;
  if (Array.isArray(value)) {
    size.values += value.length;
    for (const item of value) measure(item, size);
    return;
  }
  for (const key in value) {
    size.values += 1;
    size.bytes += key.length + 3;
    measure((value as Record<string, unknown>)[key], size);
  }
}

/** Under how many names a field is asked for at one place, at most: so often its value is written. */
function copiesOf({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  let most = 1;
  const look = (sets: readonly SelectionSetNode[]): void => {
    const names = new Map<string, Set<string>>();
    const inner = new Map<string, SelectionSetNode[]>();
    const collect = (set: SelectionSetNode): void => {
      for (const node of set.selections) {
        if (node.kind !== Kind.FIELD) {
          collect(
            node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]!.selectionSet,
          );
          continue;
        }
        const name = node.name.value;
        const known = names.get(name);
        if (known) known.add((node.alias ?? node.name).value);
        else names.set(name, new Set([(node.alias ?? node.name).value]));
        if (node.selectionSet) inner.set(name, [...(inner.get(name) ?? []), node.selectionSet]);
      }
    };
    sets.forEach(collect);
    for (const { size } of names.values()) most = Math.max(most, size);
    inner.forEach(look);
  };
  look(fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []));
  return most;
}

/** The same answer with its long lists handed out a part at a time: what is written waits for each part in a turn of its own. */
function inTurns(value: object, values: number): unknown {
  if (Array.isArray(value)) return listInTurns(value, values);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      Array.isArray(item) ? listInTurns(item, values) : (item as unknown),
    ]),
  );
}

function listInTurns(list: readonly unknown[], values: number): unknown[] {
  const atOnce = Math.max(1, Math.floor((VALUES_AT_ONCE * list.length) / values));
  let before: Promise<void> = Promise.resolve();
  return list.map((item, index) => {
    if (index < atOnce) return item;
    if (index % atOnce === 0) before = before.then(() => setImmediate());
    return before.then(() => item);
  });
}
