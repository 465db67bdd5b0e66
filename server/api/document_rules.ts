import { BREAK, GraphQLError, Kind, Lexer, Source, TokenKind, visit, type ASTNode, type DocumentNode, type FragmentDefinitionNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
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

const OPENING = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Holds the text of a document against the limits on words and on brackets inside brackets, before it is
 * parsed: the parser goes down by recursion, and what is nested without end would exhaust the stack. Reads
 * no further than the limits. What is no word of the language is left to the parser to name.
 *
 * @returns null, or the sentence of refusal
 */
export function refuseText(text: string): string | null {
  const lexer = new Lexer(new Source(text));
  const { tokens, brackets } = graphqlLimits;
  let open = 0;
  try {
    for (let count = 1; lexer.advance().kind !== TokenKind.EOF; count += 1) {
      if (count > tokens) return `This document has more than ${tokens.toLocaleString('en')} words and signs. Send values as variables, or less at once.`;
      const { kind } = lexer.token;
      if (OPENING.has(kind)) open += 1;
      else if (CLOSING.has(kind)) open -= 1;
      if (open > brackets) return `This document has brackets nested more than ${brackets} deep. Send values as variables.`;
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
  }
  return null;
}

const INTROSPECTION = new Set(['__schema', '__type']);
/** Sums stop here: fragments that spread fragments double with each level. */
const COUNT_MAX = 1e9;

/** Measures selections of one document; each fragment once, however often it is spread. */
class Measurer {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly known = new Map<string, Measure>();
  private readonly open = new Set<string>();

  constructor(document: DocumentNode) {
    for (const node of document.definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(node.name.value, node);
  }

  measure(set: SelectionSetNode): Measure {
    const result: Measure = { fields: 0, depth: 0, aliases: 0, selections: 0 };
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const all = node.selectionSet ? this.measure(node.selectionSet) : null;
        const inner = INTROSPECTION.has(node.name.value) ? null : all;
        result.fields = Math.min(result.fields + 1, COUNT_MAX);
        result.selections = Math.min(result.selections + 1 + (all?.selections ?? 0), COUNT_MAX);
        result.aliases = Math.min(result.aliases + (node.alias ? 1 : 0) + (inner?.aliases ?? 0), COUNT_MAX);
        if (!INTROSPECTION.has(node.name.value)) result.depth = Math.max(result.depth, 1 + (inner?.depth ?? 0));
        continue;
      }
      const inner = node.kind === Kind.INLINE_FRAGMENT ? this.measure(node.selectionSet) : this.fragment(node.name.value);
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
 * Holds a document against the limits on depth, aliases, root fields and selections. The last one bounds
 * what a few fragments that spread each other twice can make of a short document. Safe to ask before the
 * document is validated; the time grows with its length alone.
 *
 * @returns null, or the sentence of refusal
 */
export function refuseDocument(document: DocumentNode): string | null {
  const measurer = new Measurer(document);
  for (const operation of operationsOf(document)) {
    const { fields, depth, aliases, selections } = measurer.measure(operation.selectionSet);
    const { rootFields: maxFields, depth: maxDepth, aliases: maxAliases, selections: maxSelections } = graphqlLimits;
    if (fields > maxFields) return `At most ${maxFields} fields at the root of a query; this one has ${fields}.`;
    if (depth > maxDepth) return `This query is nested ${depth} levels deep; at most ${maxDepth} are allowed.`;
    if (aliases > maxAliases) return `This query uses ${aliases} aliases; at most ${maxAliases} are allowed.`;
    if (selections > maxSelections) return `This query selects more than ${maxSelections.toLocaleString('en')} fields once its fragments are written out.`;
  }
  return null;
}

/** Largest number of root fields of the document's operations: what a call costs against the budget per minute. */
export function costOf(document: DocumentNode): number {
  const measurer = new Measurer(document);
  return Math.max(0, ...operationsOf(document).map((operation) => measurer.measure(operation.selectionSet).fields));
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
        if (around !== undefined && !isList(around) && (around.kind === Kind.ARGUMENT || around.kind === Kind.OBJECT_FIELD)) names.push(around.name.value);
      }
      return BREAK;
    },
  });
  return names.length === 0 ? error : new GraphQLError(error.message, { nodes: error.nodes, extensions: { ...error.extensions, field: names.join('.') } });
}

function isList(around: ASTNode | readonly ASTNode[]): around is readonly ASTNode[] {
  return Array.isArray(around);
}
