import type { Input, InputValues } from './inputs.ts';
import type { EntityReads, Selection } from './reads.ts';
import type { Scope } from './scope.ts';
import type { Shape } from './shape.ts';
import type { Permission } from './viewer.ts';

export interface QueryContext {
  scope: Scope;
  /** entity reads: lists, by ids */
  reader: EntityReads;
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
  /**
   * What its answer depends on, so that screens which show it ask again: tables ('supporters'), or single marks of
   * `sql/footprint.ts` ('users.name', 'suggestions-'). Records that it answers by the reader count by themselves.
   */
  reads: readonly string[];
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
  reads: readonly string[];
  run: (args: InputValues<A>, context: QueryContext) => Promise<unknown>;
}): Query {
  return { kind: 'query', shapes: [], ...definition, run: definition.run as Query['run'] };
}
