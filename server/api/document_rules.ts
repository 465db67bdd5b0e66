import {
  BREAK,
  GraphQLError,
  Kind,
  Lexer,
  Source,
  TokenKind,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { graphqlLimits } from '../../contract/limits.ts';

/** What a selection holds; fragments count as often as they are spread. */
interface Measure {
  /** fields at this level: at the root, what the document costs */
  fields: number;
  depth: number;
  aliases: number;
  /** fields at all levels: what executing walks over */
  selections: number;
}

/** Fields of one place by the name that they have in the answer. */
type Merged = Map<string, FieldNode[]>;

const OPENING = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Holds the text of a document against the limits on words and on brackets inside brackets, before it is
 * parsed: the parser goes down by recursion, and what is nested without end would exhaust the stack. Reads
 * no further than the limits. What is no word of the language is left to the parser to name.
 *
 * @returns how many there are, or the sentence of refusal
 */
export function measureText(text: string): number | string {
  const lexer = new Lexer(new Source(text));
  const { tokens, brackets } = graphqlLimits;
  let open = 0;
  let count = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) {
      count += 1;
      if (count > tokens)
        return `This document has more than ${tokens.toLocaleString('en')} words and signs. Send values as variables, or less at once.`;
      const { kind } = lexer.token;
      if (OPENING.has(kind)) open += 1;
      else if (CLOSING.has(kind)) open -= 1;
      if (open > brackets)
        return `This document has brackets nested more than ${brackets} deep. Send values as variables.`;
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
  return count;
}

const INTROSPECTION = new Set(['__schema', '__type']);
/** Sums stop here: fragments that spread fragments double with each level. */
const COUNT_MAX = 1e9;
/** Fields that are gone over in search of repeated ones, of all operations and fragments of a document. */
const MEASURED_MAX = 50_000;

/** Measures selections of one document; each fragment once, however often it is spread. */
class Measurer {
  readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly known = new Map<string, Measure>();
  private readonly open = new Set<string>();

  constructor(document: DocumentNode) {
    for (const node of document.definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(node.name.value, node);
  }

  measure(set: SelectionSetNode): Measure {
    const result: Measure = { fields: 0, depth: 0, aliases: 0, selections: 0 };
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const all = node.selectionSet ? this.measure(node.selectionSet) : null;
        // the schema itself is measured by what it would answer (introspection.ts)
        const inner = INTROSPECTION.has(node.name.value) ? null : all;
        result.fields = Math.min(result.fields + 1, COUNT_MAX);
        result.selections = Math.min(result.selections + 1 + (all?.selections ?? 0), COUNT_MAX);
        result.aliases = Math.min(result.aliases + (node.alias ? 1 : 0) + (inner?.aliases ?? 0), COUNT_MAX);
        if (!INTROSPECTION.has(node.name.value))
          result.depth = Math.max(result.depth, 1 + (inner?.depth ?? 0));
        continue;
      }
      const inner =
        node.kind === Kind.INLINE_FRAGMENT ? this.measure(node.selectionSet) : this.fragment(node.name.value);
      result.fields = Math.min(result.fields + inner.fields, COUNT_MAX);
      result.selections = Math.min(result.selections + inner.selections, COUNT_MAX);
      result.aliases = Math.min(result.aliases + inner.aliases, COUNT_MAX);
      result.depth = Math.max(result.depth, inner.depth);
    }
    return result;
  }

  private fragment(name: string): Measure {
    const known = this.known.get(name);
    if (known) return known;
    const fragment = this.fragments.get(name);
    // validation refuses an unknown fragment, and one inside itself
    if (!fragment || this.open.has(name)) return { fields: 0, depth: 0, aliases: 0, selections: 0 };
    this.open.add(name);
    const measured = this.measure(fragment.selectionSet);
    this.open.delete(name);
    this.known.set(name, measured);
    return measured;
  }
}

/**
 * Counts the pairs of fields that stand at one place under one name, also by way of fragments: the validator
 * compares each of them with each other, down to what is asked below, so that a field that is repeated n times costs n².
 * Goes over no more than `steps` fields.
 *
 * @returns Infinity beyond `steps`
 */
class PairCounter {
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private steps: number;

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>, steps: number) {
    this.fragments = fragments;
    this.steps = steps;
  }

  /** @param sets what is asked at one place, so many levels down */
  count(sets: readonly SelectionSetNode[], depth = 0): number {
    // deeper only fragments inside themselves go, which the validator names
    if (depth > graphqlLimits.brackets) return 0;
    const fields: Merged = new Map();
    const seen = new Set<string>();
    for (const set of sets) this.collect(set, fields, seen);
    let pairs = 0;
    for (const nodes of fields.values()) {
      if (this.steps < 0) return Number.POSITIVE_INFINITY;
      pairs += (nodes.length * (nodes.length - 1)) / 2;
      const inner = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length > 0) pairs += this.count(inner, depth + 1);
    }
    return this.steps < 0 ? Number.POSITIVE_INFINITY : pairs;
  }

  private collect(set: SelectionSetNode, into: Merged, seen: Set<string>): void {
    for (const node of set.selections) {
      this.steps -= 1;
      if (this.steps < 0) return;
      if (node.kind === Kind.FIELD) {
        const name = node.alias?.value ?? node.name.value;
        const known = into.get(name);
        if (known) known.push(node);
        else into.set(name, [node]);
        continue;
      }
      if (node.kind === Kind.INLINE_FRAGMENT) {
        this.collect(node.selectionSet, into, seen);
        continue;
      }
      const fragment = this.fragments.get(node.name.value);
      // one that is spread again at the same place is not compared again
      if (!fragment || seen.has(node.name.value)) continue;
      seen.add(node.name.value);
      this.collect(fragment.selectionSet, into, seen);
    }
  }
}

/**
 * Holds a document against the limits on depth, aliases, root fields, selections and repeated fields, before it
 * is validated: that takes the square of what is repeated. Fragments that nothing spreads are validated too, and
 * count like operations. The time grows with the document's length and the limits alone.
 *
 * @returns null, or the sentence of refusal
 */
export function refuseDocument(document: DocumentNode): string | null {
  const measurer = new Measurer(document);
  const {
    rootFields: maxFields,
    depth: maxDepth,
    aliases: maxAliases,
    selections: maxSelections,
    repeats: maxRepeats,
  } = graphqlLimits;
  for (const operation of operationsOf(document)) {
    const { fields, depth, aliases, selections } = measurer.measure(operation.selectionSet);
    if (fields > maxFields)
      return `At most ${maxFields} fields at the root of a query; this one has ${fields}.`;
    if (depth > maxDepth)
      return `This query is nested ${depth} levels deep; at most ${maxDepth} are allowed.`;
    if (aliases > maxAliases) return `This query uses ${aliases} aliases; at most ${maxAliases} are allowed.`;
    if (selections > maxSelections)
      return `This query selects more than ${maxSelections.toLocaleString('en')} fields once its fragments are written out.`;
  }
  const counter = new PairCounter(measurer.fragments, MEASURED_MAX);
  let pairs = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION)
      continue;
    pairs += counter.count([definition.selectionSet]);
    if (pairs > maxRepeats)
      return 'This query repeats fields at the same place too often. Name each field once.';
  }
  return null;
}

/** What the largest operation of a document asks for: root fields, and fields at all levels with its fragments written out. */
export function sizeOf(document: DocumentNode): { fields: number; selections: number } {
  const measurer = new Measurer(document);
  const measures = operationsOf(document).map((operation) => measurer.measure(operation.selectionSet));
  return {
    fields: Math.max(0, ...measures.map(({ fields }) => fields)),
    selections: Math.max(0, ...measures.map(({ selections }) => selections)),
  };
}

/** The operations of a document, in order. */
export function operationsOf(document: DocumentNode): OperationDefinitionNode[] {
  return document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
}

/**
 * A fault of a document with the name of the argument that it is about, and of the fields inside of that:
 * `page`, `links.forum`. As it is where it is about no argument.
 */
export function withField(document: DocumentNode, error: GraphQLError): GraphQLError {
  const target = error.nodes?.at(-1);
  const names: string[] = [];
  visit(document, {
    enter: (node, _key, parent, _path, ancestors) => {
      if (node !== target) return undefined;
      for (const around of [...ancestors, parent, node]) {
        if (
          around !== undefined &&
          !isList(around) &&
          (around.kind === Kind.ARGUMENT || around.kind === Kind.OBJECT_FIELD)
        )
          names.push(around.name.value);
      }
      return BREAK;
    },
  });
  return names.length === 0
    ? error
    : new GraphQLError(error.message, {
        nodes: error.nodes,
        extensions: { ...error.extensions, field: names.join('.') },
      });
}

function isList(around: ASTNode | readonly ASTNode[]): around is readonly ASTNode[] {
  return Array.isArray(around);
}
