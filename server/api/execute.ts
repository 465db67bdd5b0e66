import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  Location,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  Token,
  validate,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import { graphqlLimits } from '../../contract/limits.ts';
import { ProductError } from '../core/errors.ts';
import { answerTooLarge, type Verbatim } from '../listing/reader.ts';
import { measureText, operationsOf, refuseDocument, sizeOf, withField } from './document_rules.ts';
import { DocumentCache } from './documents.ts';
import { presentError, presentProductError } from './errors.ts';
import { asksForSchema, asksForSchemaAlone, weighIntrospection } from './introspection.ts';
import type { Footprints } from './footprints.ts';
import type { RequestContext } from './schema.ts';
import { isOnePlainQuery, writeAnswer } from './passthrough_json.ts';

/** Compiling costs some milliseconds, so only documents that come back are compiled. */
const COMPILE_AFTER_HITS = 3;
/** Above this compiling takes longer than others should wait; the largest document of the console has 301 words and 200 fields. */
const COMPILE_TOKENS_MAX = 500;
const COMPILE_SELECTIONS_MAX = 1_000;
/** Compiled documents read variables faster, but name each fault of a value beside the whole value: for small ones only. */
const COMPILED_VARIABLES = { values: 1_000, characters: 20_000 };
/** Values that do not fit their variables are told up to here: each is told with the value itself. */
const VARIABLE_FAULTS_MAX = 3;
/** What is remembered: so many documents, of so many bytes in all. */
const DOCUMENTS_MAX = 500;
const DOCUMENTS_BYTES_MAX = 16_000_000;
/** Memory of a document for each of its words, measured: as it was parsed, and once more where it is compiled. */
const BYTES_PER_TOKEN = 300;
const COMPILED_BYTES_PER_TOKEN = 1_000;
/** What a question about the schema costs in list pages. */
const SCHEMA_COST = 100;
/** Answers about the schema, which are the same for everyone. */
const SCHEMA_TEXTS_MAX = 2;

interface Prepared {
  document: DocumentNode;
  /** why it is not executed; null: it is */
  refusals: GraphQLFormattedError[] | null;
  /** root fields of the largest operation: what a call costs against the budget per minute */
  cost: number;
  isMutation: boolean;
  /** whether its records may be answered as the database writes them */
  isPlain: boolean;
  /** whether it asks for the schema */
  isAboutSchema: boolean;
  mayCompile: boolean;
  tokens: number;
  bytes: number;
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
  extensions?: { changes: Record<string, string>; written: string[] };
}

export interface Executor {
  /**
   * Parses, validates and measures a document, from the cache when it was seen before.
   * @param owner who asks, whose share of what is remembered it takes
   */
  prepare(query: string, maySeeSchema: boolean, owner?: string): Prepared;
  run(prepared: Prepared, request: ExecuteRequest, context: RequestContext): Promise<ExecuteAnswer>;
  /**
   * As `run`; the answer as text. `isExecuted` is false when the document did not come to be executed.
   * `retryAfterSeconds` is null unless a part of it met a database in trouble: then the whole is to be asked again.
   */
  runText(
    prepared: Prepared,
    request: ExecuteRequest,
    context: RequestContext,
  ): Promise<{ text: string; isExecuted: boolean; retryAfterSeconds: number | null }>;
}

/**
 * The one place where GraphQL documents are executed: cache of validated documents, limits,
 * compilation of the repeated ones, presentation of errors.
 * @param checkLeaves checks each value against its type (tests); off in production, where the
 *   values come from statements written by the schema itself
 */
export function createExecutor(
  schema: GraphQLSchema,
  options: {
    checkLeaves: boolean;
    logFault: (cause: unknown) => void;
    /** says of what commands wrote whom it concerns; without it answers do not tell */
    footprints?: Footprints;
  },
): Executor {
  const documents = new DocumentCache<Prepared>({ count: DOCUMENTS_MAX, bytes: DOCUMENTS_BYTES_MAX });
  const schemaTexts = new Map<string, string>();

  function prepare(query: string, maySeeSchema: boolean, owner = ''): Prepared {
    const key = keyOf(query, maySeeSchema);
    const known = documents.get(key, owner);
    if (known) {
      known.hits += 1;
      return known;
    }
    const prepared = prepareUncached(query, maySeeSchema);
    if (query.length > graphqlLimits.documentCharacters) return prepared;
    documents.set(key, owner, prepared);
    return prepared;
  }

  function prepareUncached(query: string, maySeeSchema: boolean): Prepared {
    const hash = createHash('sha256').update(query).digest('hex');
    const empty = {
      cost: 0,
      isMutation: false,
      isPlain: false,
      isAboutSchema: false,
      mayCompile: false,
      tokens: 0,
      hash,
      hits: 1,
      compiled: new Map<string, CompiledQuery | null>(),
    };
    // of a refused document nothing stays but its sentences: its errors hold all of it, and every word in a list
    const refuse = (errors: readonly GraphQLError[]): Prepared => {
      const refusals = errors.map((error) => presentError(error, options.logFault));
      return { ...empty, document: NO_DOCUMENT, refusals, bytes: JSON.stringify(refusals).length * 2 };
    };
    if (query.length > graphqlLimits.documentCharacters)
      return refuse([new GraphQLError('The document is too long; send values as variables.')]);
    const tokens = measureText(query);
    if (typeof tokens === 'string') return refuse([new GraphQLError(tokens)]);
    let document: DocumentNode;
    try {
      document = parse(query, { maxTokens: graphqlLimits.tokens });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return refuse([error]);
    }
    const refused = refuseDocument(document);
    if (refused !== null) return refuse([new GraphQLError(refused)]);
    const rules = maySeeSchema ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
    const errors = validate(schema, document, rules, { maxErrors: 10, hideSuggestions: !maySeeSchema });
    if (errors.length > 0) return refuse(errors.map((error) => withField(document, error)));
    stripLocations(document);
    const { fields, selections } = sizeOf(document);
    const isAboutSchema = asksForSchema(document);
    return {
      ...empty,
      document,
      refusals: null,
      cost: isAboutSchema ? fields + SCHEMA_COST : fields,
      isMutation: operationsOf(document).some((operation) => operation.operation === 'mutation'),
      isPlain: isOnePlainQuery(document),
      isAboutSchema,
      mayCompile: !isAboutSchema && tokens <= COMPILE_TOKENS_MAX && selections <= COMPILE_SELECTIONS_MAX,
      tokens,
      bytes: tokens * BYTES_PER_TOKEN,
    };
  }

  function compiledFor(prepared: Prepared, { query, operationName }: ExecuteRequest): CompiledQuery | null {
    if (!prepared.mayCompile || prepared.hits < COMPILE_AFTER_HITS) return null;
    const name = operationName ?? '';
    const known = prepared.compiled.get(name);
    if (known !== undefined) return known;
    // names that are not in the document are kept nowhere: a caller can think of any number of them
    if (
      operationName !== null &&
      !operationsOf(prepared.document).some((operation) => operation.name?.value === operationName)
    )
      return null;
    const compiled = compile(prepared.document, operationName);
    prepared.compiled.set(name, compiled);
    prepared.bytes += prepared.tokens * COMPILED_BYTES_PER_TOKEN;
    for (const maySeeSchema of [true, false]) documents.weighAgain(keyOf(query, maySeeSchema));
    return compiled;
  }

  /** null: the document is executed without compilation. */
  function compile(document: DocumentNode, operationName: string | null): CompiledQuery | null {
    try {
      const result = compileQuery(schema, document, operationName ?? undefined, {
        disableLeafSerialization: !options.checkLeaves,
      });
      return isCompiledQuery(result) ? result : null;
    } catch (error) {
      options.logFault(error);
      return null;
    }
  }

  async function run(
    prepared: Prepared,
    request: ExecuteRequest,
    context: RequestContext,
  ): Promise<ExecuteAnswer> {
    if (prepared.refusals !== null) return { errors: prepared.refusals };
    const present = (error: GraphQLError) => {
      if (error.originalError instanceof ProductError && error.originalError.code === 'FORBIDDEN')
        context.onForbidden?.(String(error.path?.[0] ?? ''));
      return presentError(error, (cause) => {
        options.logFault(cause);
        // a database in trouble is told as itself
        if (!(cause instanceof ProductError)) context.onFault?.();
      });
    };
    const variables = request.variables ?? {};
    const size = measureVariables(variables);
    if (typeof size === 'string') return { errors: [present(new GraphQLError(size))] };
    if (prepared.isAboutSchema) {
      const refused = await refuseIntrospection(prepared.document, request);
      if (refused !== null) return { errors: [present(new GraphQLError(refused))] };
    }
    const isSmall =
      size.values <= COMPILED_VARIABLES.values && size.characters <= COMPILED_VARIABLES.characters;
    const compiled = isSmall ? compiledFor(prepared, request) : null;
    const own: RequestContext = { ...context, spent: { values: 0, bytes: 0, isCompiled: compiled !== null } };
    const result: ExecutionResult = compiled
      ? await compiled.query(undefined, own, variables)
      : await execute({
          schema,
          document: prepared.document,
          contextValue: own,
          variableValues: variables,
          operationName: request.operationName,
          options: { maxCoercionErrors: VARIABLE_FAULTS_MAX },
        });
    const answer: ExecuteAnswer = {};
    if (result.data !== undefined) answer.data = result.data;
    // compiled documents tell of every value that does not fit
    if (result.errors)
      answer.errors = (
        result.data === undefined ? result.errors.slice(0, VARIABLE_FAULTS_MAX + 1) : result.errors
      ).map((error) => present(error as GraphQLError));
    if (options.footprints && context.commands.length > 0) {
      const written = context.scope.takeWritten();
      if (written.length > 0) answer.extensions = options.footprints.describe(written, context.commands);
    }
    return answer;
  }

  /** What is too much of the schema; the work of finding out and that of answering are turns of their own. */
  async function refuseIntrospection(
    document: DocumentNode,
    request: ExecuteRequest,
  ): Promise<string | null> {
    const operation = getOperationAST(document, request.operationName);
    if (!operation) return null;
    const read = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {}, {
      maxErrors: VARIABLE_FAULTS_MAX,
    });
    if (!read.coerced) return null;
    const weight = weighIntrospection(schema, document, operation, read.coerced);
    if (typeof weight === 'string') return weight;
    await setImmediate();
    return null;
  }

  async function runText(
    prepared: Prepared,
    request: ExecuteRequest,
    context: RequestContext,
  ): Promise<{ text: string; isExecuted: boolean; retryAfterSeconds: number | null }> {
    const isOfSchemaAlone =
      prepared.isAboutSchema &&
      request.operationName === null &&
      Object.keys(request.variables ?? {}).length === 0 &&
      asksForSchemaAlone(prepared.document);
    const kept = isOfSchemaAlone ? schemaTexts.get(request.query) : undefined;
    if (kept !== undefined) return { text: kept, isExecuted: true, retryAfterSeconds: null };
    const verbatim: Verbatim = { records: null };
    // values that are to be checked one by one have to be read
    const answer = await run(
      prepared,
      request,
      prepared.isPlain && !options.checkLeaves ? { ...context, verbatim } : context,
    );
    const text = writeAnswer(answer, verbatim.records);
    // no character takes more than three bytes per unit of length
    if (text.length * 3 > graphqlLimits.answerBytes && Buffer.byteLength(text) > graphqlLimits.answerBytes)
      return {
        text: JSON.stringify({ errors: [presentProductError(answerTooLarge(), 200)] }),
        isExecuted: true,
        retryAfterSeconds: null,
      };
    if (isOfSchemaAlone && answer.errors === undefined) {
      if (schemaTexts.size >= SCHEMA_TEXTS_MAX) schemaTexts.delete(schemaTexts.keys().next().value!);
      schemaTexts.set(request.query, text);
    }
    return { text, isExecuted: answer.data !== undefined, retryAfterSeconds: retryAfterOf(answer) };
  }

  return { prepare, run, runText };
}

const NO_DOCUMENT: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

function keyOf(query: string, maySeeSchema: boolean): string {
  return `${maySeeSchema ? '1' : '0'}${query}`;
}

/**
 * How much the variables of a request hold, gone through without recursion and no further than the limits: what is
 * made of them, and each sentence about them, grows with that.
 *
 * @returns or the sentence of refusal
 */
function measureVariables(
  variables: Record<string, unknown>,
): { values: number; characters: number } | string {
  let values = 0;
  let characters = 0;
  let level: object[] = [variables];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > graphqlLimits.variableDepth)
      return `The variables are nested more than ${graphqlLimits.variableDepth} deep.`;
    const next: object[] = [];
    for (const around of level) {
      for (const key in around) {
        values += 1;
        if (values > graphqlLimits.variableValues)
          return `The variables hold more than ${graphqlLimits.variableValues.toLocaleString('en')} values.`;
        const value = (around as Record<string, unknown>)[key];
        characters += key.length;
        if (typeof value === 'string') characters += value.length;
        else if (typeof value === 'object' && value !== null) next.push(value);
      }
    }
    level = next;
  }
  return { values, characters };
}

/**
 * Lets go of where each part of a valid document stands, and with that of the parser's list of all its words:
 * more than half of what a remembered document takes. Operations and variables keep their places, since a
 * value that does not fit its variable is refused with that place.
 */
function stripLocations(document: DocumentNode): void {
  const alone = ({ kind, start, end, line, column, value }: Token): Token =>
    new Token(kind, start, end, line, column, value);
  visit(document, {
    enter: (node) => {
      const isKept = node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.VARIABLE_DEFINITION;
      (node as { loc?: Location | undefined }).loc =
        isKept && node.loc
          ? new Location(alone(node.loc.startToken), alone(node.loc.endToken), node.loc.source)
          : undefined;
    },
  });
}

/** The longest wait that an error of an answer asks for with status 503; null when none does. */
function retryAfterOf({ errors }: ExecuteAnswer): number | null {
  if (errors === undefined) return null;
  const waits = errors.flatMap(({ extensions }) => {
    const { status, retry_after_seconds: seconds } = (extensions?.['http'] ?? {}) as {
      status?: number;
      retry_after_seconds?: number;
    };
    return status === 503 ? [seconds ?? 1] : [];
  });
  return waits.length === 0 ? null : Math.max(...waits);
}
