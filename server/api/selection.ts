import { getDirectiveValues, GraphQLIncludeDirective, GraphQLSkipDirective, Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';
import type { Selection } from '../core/list.ts';

/** The fields asked of a resolver's answer, by field name: fragments opened, aliases joined, skipped ones left out. */
export function selectionOf(info: GraphQLResolveInfo): Selection {
  const selection: Selection = {};
  for (const node of info.fieldNodes) if (node.selectionSet) collect(node.selectionSet, selection, info);
  return selection;
}

function collect(set: SelectionSetNode, into: Selection, info: GraphQLResolveInfo): void {
  for (const node of set.selections) {
    if (node.directives && node.directives.length > 0) {
      if (getDirectiveValues(GraphQLSkipDirective, node, info.variableValues)?.['if'] === true) continue;
      if (getDirectiveValues(GraphQLIncludeDirective, node, info.variableValues)?.['if'] === false) continue;
    }
    if (node.kind === Kind.FIELD) addField(node, into, info);
    else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet, into, info);
    else collect(info.fragments[node.name.value]!.selectionSet, into, info);
  }
}

function addField(node: FieldNode, into: Selection, info: GraphQLResolveInfo): void {
  const name = node.name.value;
  if (name.startsWith('__')) return;
  if (!node.selectionSet) {
    into[name] ??= true;
    return;
  }
  const known = into[name];
  const inner: Selection = known === undefined || known === true ? {} : known;
  into[name] = inner;
  collect(node.selectionSet, inner, info);
}
