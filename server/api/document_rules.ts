import { Kind, type DocumentNode, type FragmentDefinitionNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { graphqlLimits } from '../../contract/limits.ts';

/** What a document costs before it runs; fragments count as often as they are spread. */
interface Measure {
  depth: number;
  aliases: number;
}

const INTROSPECTION = new Set(['__schema', '__type']);

/**
 * Holds a document against the limits on depth, aliases and root fields.
 * @returns null, or the sentence of refusal
 */
export function refuseDocument(document: DocumentNode): string | null {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
    else if (node.kind === Kind.OPERATION_DEFINITION) operations.push(node);
  }
  const known = new Map<string, Measure>();
  for (const operation of operations) {
    const roots = countRoots(operation.selectionSet, fragments, new Set());
    if (roots > graphqlLimits.rootFields) return `At most ${graphqlLimits.rootFields} fields at the root of a query; this one has ${roots}.`;
    const { depth, aliases } = measure(operation.selectionSet, fragments, known, new Set());
    if (depth > graphqlLimits.depth) return `This query is nested ${depth} levels deep; at most ${graphqlLimits.depth} are allowed.`;
    if (aliases > graphqlLimits.aliases) return `This query uses ${aliases} aliases; at most ${graphqlLimits.aliases} are allowed.`;
  }
  return null;
}

/** Number of fields at the root: what a call costs against the budget per minute. */
export function countRootFields(operation: OperationDefinitionNode, document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  return countRoots(operation.selectionSet, fragments, new Set());
}

function countRoots(set: SelectionSetNode, fragments: Map<string, FragmentDefinitionNode>, open: Set<string>): number {
  let count = 0;
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) count += 1;
    else if (node.kind === Kind.INLINE_FRAGMENT) count += countRoots(node.selectionSet, fragments, open);
    else {
      const fragment = fragments.get(node.name.value);
      if (!fragment || open.has(node.name.value)) continue;
      open.add(node.name.value);
      count += countRoots(fragment.selectionSet, fragments, open);
      open.delete(node.name.value);
    }
    if (count > 10_000) return count;
  }
  return count;
}

function measure(set: SelectionSetNode, fragments: Map<string, FragmentDefinitionNode>, known: Map<string, Measure>, open: Set<string>): Measure {
  const result: Measure = { depth: 0, aliases: 0 };
  const add = (inner: Measure, levels: number): void => {
    result.depth = Math.max(result.depth, inner.depth + levels);
    result.aliases = Math.min(result.aliases + inner.aliases, 1e9);
  };
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) {
      if (INTROSPECTION.has(node.name.value)) continue;
      add(node.selectionSet ? measure(node.selectionSet, fragments, known, open) : { depth: 0, aliases: 0 }, 1);
      if (node.alias) result.aliases += 1;
    } else if (node.kind === Kind.INLINE_FRAGMENT) add(measure(node.selectionSet, fragments, known, open), 0);
    else {
      const name = node.name.value;
      const fragment = fragments.get(name);
      // a fragment inside itself is refused by validation
      if (!fragment || open.has(name)) continue;
      let inner = known.get(name);
      if (!inner) {
        open.add(name);
        inner = measure(fragment.selectionSet, fragments, known, open);
        open.delete(name);
        known.set(name, inner);
      }
      add(inner, 0);
    }
  }
  return result;
}
