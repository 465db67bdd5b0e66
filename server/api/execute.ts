import { createHash } from 'node:crypto';
import { execute, GraphQLError, Kind, Location, NoSchemaIntrospectionCustomRule, parse, specifiedRules, Token, validate, visit, type DocumentNode, type ExecutionResult, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import { graphqlLimits } from '../../contract/limits.ts';
import type { Verbatim } from '../core/reader.ts';
import { costOf, operationsOf, refuseDocument, refuseText, withField } from './document_rules.ts';
import { presentError } from './errors.ts';
import type { RequestContext } from './schema.ts';
import { isOnePlainQuery, writeAnswer } from './verbatim.ts';

/** Compiling costs some milliseconds, so only documents that come back are compiled. */
const COMPILE_AFTER_HITS = 3;
/** What is remembered: so many documents, of so many characters in all. */
const DOCUMENTS_MAX = 500;
const DOCUMENT_CHARACTERS_MAX = 1_000_000;

interface Prepared {
  document: DocumentNode;
  errors: readonly GraphQLError[];
  /** root fields of the largest operation: what a call costs against the budget per minute */
  cost: number;
  isMutation: boolean;
  /** whether its records may be answered as the database writes them */
  isPlain: boolean;
  hash: string;
  hits: number;
  /** operation name -> compiled; null: cannot be compiled */
  compiled: Map<string, CompiledQuery | null>;
}

export interface ExecuteRequest {
  query: string;
  variables: Record<string, unknown> | null;
  operationName: string | null;
}

export interface ExecuteAnswer {
  data?: unknown;
  errors?: GraphQLFormattedError[];
  extensions?: { changes: Record<string, string> };
}

export interface Executor {
  /** Parses, validates and measures a document, from the cache when it was seen before. */
  prepare(query: string, maySeeSchema: boolean): Prepared;
  run(prepared: Prepared, request: ExecuteRequest, context: RequestContext): Promise<ExecuteAnswer>;
  /**
   * As `run`; the answer as text. `isExecuted` is false when the document did not come to be executed.
   * `retryAfterSeconds` is null unless a part of it met a database in trouble: then the whole is to be asked again.
   */
  runText(prepared: Prepared, request: ExecuteRequest, context: RequestContext): Promise<{ text: string; isExecuted: boolean; retryAfterSeconds: number | null }>;
}

/**
 * The one place where GraphQL documents are executed: cache of validated documents, limits,
 * compilation of the repeated ones, presentation of errors.
 * @param checkLeaves checks each value against its type (tests); off in production, where the
 *   values come from statements written by the schema itself
 */
export function createExecutor(schema: GraphQLSchema, options: { checkLeaves: boolean; logFault: (cause: unknown) => void }): Executor {
  const documents = new Map<string, Prepared>();
  let characters = 0;

  function prepare(query: string, maySeeSchema: boolean): Prepared {
    const key = `${maySeeSchema ? '1' : '0'}${query}`;
    const known = documents.get(key);
    if (known) {
      // most recently used last
      documents.delete(key);
      documents.set(key, known);
      known.hits += 1;
      return known;
    }
    const prepared = prepareAnew(query, maySeeSchema);
    if (key.length > DOCUMENT_CHARACTERS_MAX) return prepared;
    documents.set(key, prepared);
    characters += key.length;
    for (const oldest of documents.keys()) {
      if (documents.size <= DOCUMENTS_MAX && characters <= DOCUMENT_CHARACTERS_MAX) break;
      documents.delete(oldest);
      characters -= oldest.length;
    }
    return prepared;
  }

  function prepareAnew(query: string, maySeeSchema: boolean): Prepared {
    const hash = createHash('sha256').update(query).digest('hex');
    const empty = { cost: 0, isMutation: false, isPlain: false, hash, hits: 1, compiled: new Map<string, CompiledQuery | null>() };
    const nothing: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };
    const refusedText = refuseText(query);
    if (refusedText !== null) return { ...empty, document: nothing, errors: [new GraphQLError(refusedText)] };
    let document: DocumentNode;
    try {
      document = parse(query, { maxTokens: graphqlLimits.tokens });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return { ...empty, document: nothing, errors: [error] };
    }
    const refused = refuseDocument(document);
    if (refused !== null) return { ...empty, document, errors: [new GraphQLError(refused)] };
    const rules = maySeeSchema ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
    const errors = validate(schema, document, rules, { maxErrors: 10, hideSuggestions: !maySeeSchema }).map((error) => withField(document, error));
    if (errors.length === 0) forgetPlaces(document);
    return {
      ...empty,
      document,
      errors,
      cost: costOf(document),
      isMutation: operationsOf(document).some((operation) => operation.operation === 'mutation'),
      isPlain: errors.length === 0 && isOnePlainQuery(document),
    };
  }

  function compiledFor(prepared: Prepared, operationName: string | null): CompiledQuery | null {
    if (prepared.hits < COMPILE_AFTER_HITS) return null;
    const name = operationName ?? '';
    const known = prepared.compiled.get(name);
    if (known !== undefined) return known;
    // names that are not in the document are kept nowhere: a caller can think of any number of them
    if (operationName !== null && !operationsOf(prepared.document).some((operation) => operation.name?.value === operationName)) return null;
    const compiled = compile(prepared.document, operationName);
    prepared.compiled.set(name, compiled);
    return compiled;
  }

  /** null: the document is executed without compilation. */
  function compile(document: DocumentNode, operationName: string | null): CompiledQuery | null {
    try {
      const result = compileQuery(schema, document, operationName ?? undefined, { disableLeafSerialization: !options.checkLeaves });
      return isCompiledQuery(result) ? result : null;
    } catch (error) {
      options.logFault(error);
      return null;
    }
  }

  async function run(prepared: Prepared, request: ExecuteRequest, context: RequestContext): Promise<ExecuteAnswer> {
    const present = (error: GraphQLError) => presentError(error, options.logFault);
    if (prepared.errors.length > 0) return { errors: prepared.errors.map(present) };
    const variables = request.variables ?? {};
    const compiled = compiledFor(prepared, request.operationName);
    const result: ExecutionResult = compiled
      ? await compiled.query(undefined, context, variables)
      : await execute({ schema, document: prepared.document, contextValue: context, variableValues: variables, operationName: request.operationName });
    const answer: ExecuteAnswer = {};
    if (result.data !== undefined) answer.data = result.data;
    if (result.errors) answer.errors = result.errors.map((error) => present(error as GraphQLError));
    if (Object.keys(context.changes).length > 0) answer.extensions = { changes: context.changes };
    return answer;
  }

  async function runText(prepared: Prepared, request: ExecuteRequest, context: RequestContext): Promise<{ text: string; isExecuted: boolean; retryAfterSeconds: number | null }> {
    const verbatim: Verbatim = { records: null };
    // values that are to be checked one by one have to be read
    const answer = await run(prepared, request, prepared.isPlain && !options.checkLeaves ? { ...context, verbatim } : context);
    return { text: writeAnswer(answer, verbatim.records), isExecuted: answer.data !== undefined, retryAfterSeconds: retryAfterOf(answer) };
  }

  return { prepare, run, runText };
}

/**
 * Lets go of where each part of a valid document stands, and with that of the parser's list of all its words:
 * more than half of what a remembered document takes. Operations and variables keep their places, since a
 * value that does not fit its variable is refused with that place.
 */
function forgetPlaces(document: DocumentNode): void {
  const alone = ({ kind, start, end, line, column, value }: Token): Token => new Token(kind, start, end, line, column, value);
  visit(document, {
    enter: (node) => {
      const isKept = node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.VARIABLE_DEFINITION;
      (node as { loc?: Location | undefined }).loc = isKept && node.loc ? new Location(alone(node.loc.startToken), alone(node.loc.endToken), node.loc.source) : undefined;
    },
  });
}

/** The longest wait that an error of an answer asks for with status 503; null when none does. */
function retryAfterOf({ errors }: ExecuteAnswer): number | null {
  if (errors === undefined) return null;
  const waits = errors.flatMap(({ extensions }) => {
    const { status, retry_after_seconds: seconds } = (extensions?.['http'] ?? {}) as { status?: number; retry_after_seconds?: number };
    return status === 503 ? [seconds ?? 1] : [];
  });
  return waits.length === 0 ? null : Math.max(...waits);
}
