import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { unavailable } from '../process/database_trouble.ts';
import { ProductError } from '../core/errors.ts';

/** Sentence for faults that are ours: the cause goes to the log, not to the caller. */
export const MASKED = 'Something went wrong. Please try again later.';

/**
 * Sentences of the GraphQL library that name what is wrong: a variable's value, or an argument that a call leaves
 * out. The name is the first group.
 */
const FIELD_NAME_PATTERNS = [
  /^Variable "\$(\w+)"/,
  /^Field "\w+" argument "(\w+)" of type "[^"]+" is required/,
  /^Argument "(\w+)" of required type/,
];

function fieldNamedIn(message: string): string | undefined {
  return FIELD_NAME_PATTERNS.map((sentence) => sentence.exec(message)?.[1]).find(
    (name) => name !== undefined,
  );
}

const DEFAULT_HTTP_STATUS = {
  BAD_USER_INPUT: 422,
  FORBIDDEN: 403,
  UNAUTHENTICATED: 401,
  DEACTIVATED_SUBDOMAIN: 403,
  INTERNAL_SERVER_ERROR: 500,
} as const;

/** Sentences that quote what was sent are cut in their middle. */
const SENTENCE_MAX = 500;

/** A sentence about a document or a variable: what it quotes may be as long as the request. */
function cut(message: string): string {
  if (message.length <= SENTENCE_MAX) return message;
  // keep the end: it says what is wrong with the quoted text
  return `${message.slice(0, SENTENCE_MAX * 0.6).toWellFormed()} … ${message.slice(-SENTENCE_MAX * 0.4).toWellFormed()}`;
}

/**
 * Formats every GraphQL error for the response. ProductErrors are shown as they are; a database in trouble is
 * answered with 503; other errors without a path are the caller's fault (400); other errors with a path are
 * ours: logged and masked. `field` names the argument
 * or the variable that is wrong or left out.
 */
export function presentError(error: GraphQLError, log: (cause: unknown) => void): GraphQLFormattedError {
  const cause = error.originalError;
  const path = error.path ? { path: error.path } : {};
  if (cause instanceof ProductError) return { ...presentProductError(cause), ...path };
  // not a bug: the database is in trouble, so log that and answer with its own message
  const trouble = cause === undefined ? null : unavailable(cause);
  if (trouble !== null) {
    log(trouble);
    return { ...presentProductError(trouble), ...path };
  }
  if (error.path === undefined) {
    // errors about variables from graphql-jit (compiled queries) may have no `extensions`
    const field =
      (error.extensions as GraphQLError['extensions'] | undefined)?.field ?? fieldNamedIn(error.message);
    return {
      message: cut(error.message),
      ...(error.locations ? { locations: error.locations } : {}),
      extensions: {
        code: 'BAD_USER_INPUT',
        ...(field === undefined ? {} : { field }),
        http: { status: 400 },
      },
    };
  }
  log(cause ?? error);
  return { message: MASKED, ...path, extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } } };
}

/**
 * A ProductError as an entry of GraphQL `errors`.
 * @param httpStatus overrides the HTTP status of the error itself
 */
export function presentProductError(error: ProductError, httpStatus?: number): GraphQLFormattedError {
  const { field, reason, place, current, retryAfterSeconds } = error.details;
  return {
    message: error.message,
    extensions: {
      code: error.code,
      ...(field === undefined ? {} : { field }),
      ...(reason === undefined ? {} : { reason }),
      ...(place === undefined ? {} : { place }),
      ...(current === undefined ? {} : { current }),
      http: {
        status: httpStatus ?? error.details.httpStatus ?? DEFAULT_HTTP_STATUS[error.code],
        ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
      },
    },
  };
}
