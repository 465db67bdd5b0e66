import { FILTER_FORBIDDEN } from '../../contract/errors.ts';

/** Error codes of specification section 8, as they stand in `extensions.code`. */
export type ErrorCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'INTERNAL_SERVER_ERROR'
  | 'DEACTIVATED_SUBDOMAIN';

export interface ErrorDetails {
  /** Input that is wrong, as a path: `links.forum`. */
  field?: string;
  /** Machine-readable reason when a caller acts on it: 'changed', 'too_large', ... */
  reason?: string;
  /** Where in a composed input the fault stands: `expressions[1].operand`. */
  place?: string;
  /** The record as it stands now, sent with reason 'changed'. */
  current?: unknown;
  /** HTTP status that the same fault has outside GraphQL (DEC-018). */
  httpStatus?: number;
  /** After how many seconds the same call may go well; with status 429 and 503. */
  retryAfterSeconds?: number;
  /** What led to it, for the log. */
  cause?: unknown;
}

/**
 * A failure that people may read: its sentence says what happened and what to do.
 * Everything else that is thrown is masked and logged.
 */
export class ProductError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, sentence: string, details: ErrorDetails = {}) {
    super(sentence, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ProductError';
    this.code = code;
    this.details = details;
  }
}

/** An input is missing, malformed, out of bounds or names a record that is not there. */
export function badInput(field: string, sentence: string, details: ErrorDetails = {}): ProductError {
  return new ProductError('BAD_USER_INPUT', sentence, { field, ...details });
}

/** The caller's document or request as a whole is refused. */
export function badRequest(sentence: string, details: ErrorDetails = {}): ProductError {
  return new ProductError('BAD_USER_INPUT', sentence, details);
}

/** A named record does not exist for this tenant; foreign and absent ids answer alike (DEC-004). */
export function notFound(field: string, what: string): ProductError {
  return badInput(field, `This ${what} does not exist or was deleted.`, {
    reason: 'not_found',
    httpStatus: 404,
  });
}

/** The record was changed since the caller read it; `current` is the record as it stands. */
export function changedMeanwhile(what: string, current: unknown): ProductError {
  return new ProductError('BAD_USER_INPUT', `Someone else changed this ${what} in the meantime.`, {
    field: 'if_updated_at',
    reason: 'changed',
    current,
    httpStatus: 409,
  });
}

/** The caller may not use the console, or not this area of it (DEC-003). */
export function forbidden(sentence = 'You do not have the right to do this.'): ProductError {
  return new ProductError('FORBIDDEN', sentence, { httpStatus: 403 });
}

/** A list is narrowed by what the caller may not see; they are asked to narrow it by something else, and stay signed in. */
export function filterForbidden(field: string): ProductError {
  return new ProductError(
    'FORBIDDEN',
    'This list is narrowed by something that you can’t see. Take that condition out.',
    { field, reason: FILTER_FORBIDDEN, httpStatus: 403 },
  );
}

/** No valid session or token. */
export function unauthenticated(): ProductError {
  return new ProductError('UNAUTHENTICATED', 'Please sign in again.', { httpStatus: 401 });
}

/** The workspace was switched off (DEC-195). */
export function deactivatedSubdomain(): ProductError {
  return new ProductError('DEACTIVATED_SUBDOMAIN', 'This workspace is deactivated.', { httpStatus: 403 });
}
