/**
 * Errors of calls to our server: one type for all of them, and what happens on
 * each GraphQL code (specification lines 601-611).
 */

import {
  ERROR_BEHAVIOUR,
  isErrorCode,
  isReported,
  messages,
  statusOfFailure,
} from '../../../contract/errors.ts';
import { FILTER_FORBIDDEN } from '../../../contract/errors.ts';
import type { ErrorCode, ErrorExtensions } from '../../../contract/errors.ts';

/** Codes of GraphQL errors, and NETWORK for a server that gave no answer. */
export type ApiErrorCode = ErrorCode | 'NETWORK';

/** What is known of a failed call. */
export interface ApiErrorFacts {
  message: string;
  code: ApiErrorCode;
  /** HTTP status: the transport's, else the one that fits the error (DEC-018); 0 when no answer came. */
  status: number;
  /** Name of the input field that is wrong, as the form spells it; null when it is no single field. */
  field: string | null;
  /** Finer reason, e.g. `changed` when someone else saved first; null when there is none. */
  reason: string | null;
  /** The record as it stands now, sent with reason `changed`; null otherwise. */
  record: unknown;
  /** Name of the GraphQL operation or the path that was called. */
  operation: string;
  /** From Retry-After, in seconds; null when the server names no time. */
  retryAfterSeconds: number | null;
}

/** A failed call. `message` is the server's sentence and may be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly field: string | null;
  readonly reason: string | null;
  readonly record: unknown;
  readonly operation: string;
  readonly retryAfterSeconds: number | null;

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    this.code = facts.code;
    this.status = facts.status;
    this.field = facts.field;
    this.reason = facts.reason;
    this.record = facts.record;
    this.operation = facts.operation;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** Text of an error for the user: the server's sentence, or the default one for what is not ours. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError && error.message !== '' ? error.message : messages.somethingWentWrong;
}

/** An ApiError with only the facts that matter; the rest is null. */
export function apiError(
  facts: Pick<ApiErrorFacts, 'code' | 'status' | 'operation'> & Partial<ApiErrorFacts>,
): ApiError {
  return new ApiError({
    message: messages.somethingWentWrong,
    field: null,
    reason: null,
    record: null,
    retryAfterSeconds: null,
    ...facts,
  });
}

/** One entry of `errors` in a GraphQL answer, as it arrives. */
export interface GraphQLErrorEntry {
  message?: unknown;
  extensions?: { [K in keyof ErrorExtensions]?: unknown };
}

/**
 * The error of a GraphQL answer. An unknown code counts as INTERNAL_SERVER_ERROR.
 * @param transportStatus HTTP status of the answer, 200 for most
 */
export function errorOfEntry(entry: GraphQLErrorEntry, transportStatus: number, operation: string): ApiError {
  const { code: given, field, reason, current, http } = entry.extensions ?? {};
  const code = isErrorCode(given) ? given : 'INTERNAL_SERVER_ERROR';
  const named = (http as { status?: unknown } | undefined)?.status;
  return apiError({
    message:
      typeof entry.message === 'string' && entry.message !== '' ? entry.message : messages.somethingWentWrong,
    code,
    status:
      statusOfFailure(transportStatus, {
        code,
        ...(typeof named === 'number' ? { http: { status: named } } : {}),
      }) ?? 0,
    field: typeof field === 'string' ? field : null,
    reason: typeof reason === 'string' ? reason : null,
    record: current ?? null,
    operation,
  });
}

/**
 * The error of an answer whose HTTP status says that it failed. The body may
 * be a GraphQL answer, `{message, code, field}` or nothing readable.
 */
export async function errorOfResponse(response: Response, operation: string): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const facts = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const entry = Array.isArray(facts.errors) ? (facts.errors[0] as GraphQLErrorEntry | undefined) : undefined;
  const read = entry ?? {
    message: facts.message,
    extensions: { code: facts.code, field: facts.field, reason: facts.reason },
  };
  const known = errorOfEntry(read, response.status, operation);
  const waitSeconds = Number(response.headers.get('retry-after'));
  return apiError({
    message: known.message,
    code: isErrorCode(read.extensions?.code) ? known.code : codeOfStatus(response.status),
    status: response.status,
    field: known.field,
    reason: known.reason,
    record: known.record,
    operation,
    retryAfterSeconds: Number.isFinite(waitSeconds) && waitSeconds > 0 ? waitSeconds : null,
  });
}

function codeOfStatus(status: number): ApiErrorCode {
  if (status === 401) return 'UNAUTHENTICATED';
  if (status === 403) return 'FORBIDDEN';
  return status >= 400 && status < 500 ? 'BAD_USER_INPUT' : 'INTERNAL_SERVER_ERROR';
}

/** What error handling needs from its surroundings. */
export interface ErrorPorts {
  /** Ends the session and goes to the sign-in page. */
  signOut(): void;
  /** Leaves the console for an address of the site. */
  goTo(address: string): void;
  /** Writes a failure to the browser's log. */
  log(...parts: unknown[]): void;
  /** Writes what is no failure to the browser's log. */
  note(...parts: unknown[]): void;
  /** Address that takes error reports; null: none is configured. */
  sinkUrl: string | null;
  /** Share of errors that are reported, 0 to 1. */
  sampleRate: number;
  /** Delivers a report; must not throw. */
  send(url: string, body: string): void;
  /** Random number from 0 up to 1. */
  random(): number;
  /** Now, ISO 8601. */
  now(): string;
  /** Path of the page, without query: queries hold search words. */
  path(): string;
}

/**
 * Is it an answer that is part of the work, which the panel shows and the person deals with: someone else
 * saved first, a name is taken. Nothing is broken then, and the log must not say so. A refusal that names
 * neither field nor reason is the console's own fault, such as a document that does not fit the schema.
 */
function isExpected(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.reason === FILTER_FORBIDDEN ||
      (error.code === 'BAD_USER_INPUT' && (error.field !== null || error.reason !== null)))
  );
}

/** Logs an error, an expected refusal as a note, and sends it to the sink, if one is configured. 401 and 403 of the server are not reported (specification line 610). */
export function reportError(error: unknown, ports: ErrorPorts): void {
  if (isExpected(error)) ports.note(error);
  else ports.log(error);
  if (ports.sinkUrl === null || !isReported(error instanceof ApiError ? error.status : null)) return;
  if (ports.random() >= ports.sampleRate) return;
  ports.send(ports.sinkUrl, JSON.stringify(describe(error, ports)));
}

/**
 * What follows from the code of a failed call: FORBIDDEN signs out, but for a filter of a list,
 * DEACTIVATED_SUBDOMAIN leaves for the root page, all others are logged and
 * left to the caller (specification lines 604-608). UNAUTHENTICATED arrives here
 * only after the refresh and the replay have failed too.
 */
export function handleApiError(error: ApiError, ports: ErrorPorts): void {
  reportError(error, ports);
  const isKept = error.code === 'NETWORK' || error.reason === FILTER_FORBIDDEN;
  const behaviour = isKept ? 'log' : ERROR_BEHAVIOUR[error.code];
  if (behaviour === 'sign_out') ports.signOut();
  else if (behaviour === 'go_to_root') ports.goTo('/');
}

/** Why a call failed while a disk of the installation is full: trying again within seconds does not help. */
export const diskFull = 'disk_full';

/** Whether trying the same call again may help: no answer, a busy server, or a gateway's complaint. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.reason !== diskFull &&
    (error.code === 'NETWORK' || [502, 503, 504].includes(error.status))
  );
}

function describe(error: unknown, ports: ErrorPorts): Record<string, unknown> {
  const facts =
    error instanceof ApiError
      ? { code: error.code, status: error.status, operation: error.operation, field: error.field }
      : {};
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  const message = error instanceof Error ? error.message : String(error);
  return { ...facts, message, stack, path: ports.path(), at: ports.now() };
}
