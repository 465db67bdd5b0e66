import type { Input, InputValues } from './inputs.ts';
import type { Selection } from './list.ts';
import type { Reader } from './reader.ts';
import type { Scope } from './scope.ts';
import type { Permission } from './viewer.ts';

/** A plain object type of an answer that is no entity; field types as GraphQL text. */
export interface Shape {
  kind: 'shape';
  name: string;
  description: string;
  fields: Record<string, { type: string; description: string }>;
  /** further shapes that the field types name */
  uses: Shape[];
}

/** Declares the type of a report's answer. */
export function shape(
  name: string,
  description: string,
  fields: Record<string, { type: string; description: string }>,
  uses: Shape[] = [],
): Shape {
  return { kind: 'shape', name, description, fields, uses };
}

export interface QueryContext {
  scope: Scope;
  /** entity reads: lists, by ids */
  reader: Reader;
  /** fields asked of the answer */
  selection: Selection;
}

export interface Query {
  kind: 'query';
  name: string;
  description: string;
  requires: Permission;
  args: Record<string, Input<unknown>>;
  /** GraphQL type as text: 'SubscriberReport', '[ReportTopStatus!]!', 'SuggestionList!' */
  returns: string;
  shapes: Shape[];
  run: (args: Record<string, unknown>, context: QueryContext) => Promise<unknown>;
}

/** States a read that is no list of one entity: reports, autocomplete, label states. */
export function defineQuery<A extends Record<string, Input<unknown>>>(definition: {
  name: string;
  description: string;
  requires: Permission;
  args: A;
  returns: string;
  shapes?: Shape[];
  run: (args: InputValues<A>, context: QueryContext) => Promise<unknown>;
}): Query {
  return { kind: 'query', shapes: [], ...definition, run: definition.run as Query['run'] };
}
