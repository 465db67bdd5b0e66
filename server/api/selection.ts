import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type FieldNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';
import type { Selection } from '../core/reads.ts';

/** Selections of compiled documents, whose nodes stay the same from call to call. */
const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], Selection>();

/**
 * The fields asked of a resolver's answer, by field name: fragments opened, aliases joined, skipped ones left out.
 * A document that is asked again has the same object, which no one changes: what is worked out for it can be kept.
 */
export function selectionOf(info: GraphQLResolveInfo): Selection {
  const kept = known.get(info.fieldNodes);
  if (kept) return kept;
  const selection: Selection = {};
  let isFixed = true;
  for (const node of info.fieldNodes)
    if (node.selectionSet) isFixed = collect(node.selectionSet, selection, info) && isFixed;
  if (isFixed) known.set(info.fieldNodes, selection);
  return selection;
}

/** @returns whether the fields are the same for any variables */
function collect(set: SelectionSetNode, into: Selection, info: GraphQLResolveInfo): boolean {
  let isFixed = true;
  for (const node of set.selections) {
    if (node.directives && node.directives.length > 0) {
      isFixed = false;
      if (getDirectiveValues(GraphQLSkipDirective, node, info.variableValues)?.['if'] === true) continue;
      if (getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues)?.['if'] === false) continue;
    }
    const within =
      node.kind === Kind.FIELD
        ? addField(node, into, info)
        : collect(
            node.kind === Kind.INLINE_FRAGMENT
              ? node.selectionSet
              : info.fragments[node.name.value]!.selectionSet,
            into,
            info,
          );
    isFixed = within && isFixed;
  }
  return isFixed;
}

function addField(node: FieldNode, into: Selection, info: GraphQLResolveInfo): boolean {
  const name = node.name.value;
  if (name.startsWith('__')) return true;
  if (!node.selectionSet) {
    into[name] ??= true;
    return true;
  }
  const present = into[name];
  const inner: Selection = present === undefined || present === true ? {} : present;
  into[name] = inner;
  return collect(node.selectionSet, inner, info);
}
