/**
 * The GraphQL client: POST /api/v2/admin/graphql with the session's token. A
 * missing token is fetched first; a refused one is renewed once and the call
 * replayed with the same Idempotency-Key (specification lines 320, 491, 605).
 */
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { GraphQLErrorEntry } from './errors.ts';
import { ApiError, apiError, errorOfEntry, errorOfResponse, isTransient } from './errors.ts';
import { noteAsked } from './reads.ts';
import type { Reading, Written } from './reads.ts';
import type { Session } from './session.ts';

/** A GraphQL document as text, carrying the types of its result and variables. */
export interface GraphQLDocument<Result, Variables>
  extends DocumentTypeDecoration<Result, Variables>, Reading {
  toString(): string;
}

/** Kinds of change, as in the reply's `extensions.changes` (specification line 333). */
export type ChangeKind = 'create' | 'update' | 'delete';

/** What a mutation changed, as the server states it, with what the console knows besides. */
export interface MutationReply {
  /** Entity name to kind, e.g. `{suggestion: 'create', forum: 'update'}`. */
  changes: Readonly<Record<string, ChangeKind>>;
  /** Tables and columns that were written. */
  written: Written;
  /** Entity name to ids of its records that are gone, from `*_delete` fields and the ids they were sent. */
  deleted: Readonly<Record<string, readonly string[]>>;
}

/** Options of one call. */
export interface RequestOptions {
  /** Ends the call early; TanStack Query hands one to each query function. */
  signal?: AbortSignal;
  /** True: FORBIDDEN is the caller's to deal with, and signs no one out. It is logged all the same. */
  ownsForbidden?: boolean;
}

/** What the client needs from its surroundings. */
export interface ClientPorts {
  fetch: typeof fetch;
  session: Session;
  newKey(): string;
  /** Waits between two tries of a mutation that got no answer. */
  sleep(ms: number): Promise<void>;
  /** Handles an error by its code (errors.ts) before the caller gets it. */
  onError(error: ApiError, ownsForbidden: boolean): void;
  /** A mutation has been answered. */
  onMutation(reply: MutationReply): void;
}

/** Variables may be left out only where the operation has none. */
export type VariablesAndOptions<Variables> =
  Variables extends Record<string, never>
    ? [variables?: Variables, options?: RequestOptions]
    : [variables: Variables, options?: RequestOptions];

/** The calls of the console to its server. */
export interface Client {
  /** Sends an operation and answers its data. Rejects with ApiError; any error in the answer counts, also beside data. */
  request<Result, Variables>(
    document: GraphQLDocument<Result, Variables>,
    ...rest: VariablesAndOptions<Variables>
  ): Promise<Result>;
  /** Sends any other call that needs the token, e.g. an upload. `body` must be repeatable: text, Blob or FormData. Rejects with ApiError unless the status is 2xx. */
  send(path: string, init: RequestInit, options?: RequestOptions): Promise<Response>;
}

/** Where GraphQL is served (specification line 491). */
export const graphqlPath = '/api/v2/admin/graphql';

/** Pauses before a mutation that got no answer is sent again, in ms. Safe, because the Idempotency-Key stays. */
const retryPausesMs = [400, 1500];

/** Makes the client. */
export function createClient(ports: ClientPorts): Client {
  /** The last mutation if no one heard what happened to it: the same one, asked for again, has its key, so it is done once. */
  let unheard: { body: string; key: string } | null = null;

  /** One exchange, with the refresh and the replay. `isRefused` may look into the body. */
  async function exchange<T>(
    operation: string,
    run: (token: string) => Promise<{ refused: boolean; value: T }>,
  ): Promise<T> {
    const token = await ports.session.token();
    const first = await run(token);
    if (!first.refused) return first.value;
    const second = await run(await ports.session.refresh(token));
    if (second.refused) throw apiError({ code: 'UNAUTHENTICATED', status: 401, operation });
    return second.value;
  }

  async function fetchWith(
    token: string,
    path: string,
    init: RequestInit,
    operation: string,
    options: RequestOptions,
  ): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    try {
      return await ports.fetch(path, {
        ...init,
        headers,
        credentials: 'same-origin',
        signal: options.signal ?? null,
      });
    } catch (error) {
      // a call that the page itself ended is no failure
      if (options.signal?.aborted === true) throw error;
      throw apiError({ code: 'NETWORK', status: 0, operation });
    }
  }

  async function guarded<T>(options: RequestOptions, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && !ports.session.isSignedOut())
        ports.onError(error, options.ownsForbidden === true);
      throw error;
    }
  }

  async function request<Result, Variables>(
    document: GraphQLDocument<Result, Variables>,
    ...rest: VariablesAndOptions<Variables>
  ): Promise<Result> {
    const [variables, options = {}] = rest;
    noteAsked(document, options.signal);
    const query = document.toString();
    const { kind, name } = readOperation(query);
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'application/json',
    };
    const body = JSON.stringify({ query, variables: variables ?? {}, operationName: name });
    const key = kind === 'query' ? '' : unheard?.body === body ? unheard.key : ports.newKey();
    if (key !== '') headers['idempotency-key'] = key;

    const once = (): Promise<GraphQLAnswer> =>
      exchange(name, async (token) => {
        const response = await fetchWith(
          token,
          graphqlPath,
          { method: 'POST', headers, body },
          name,
          options,
        );
        if (response.status === 401) return { refused: true, value: {} };
        if (!response.ok) throw await errorOfResponse(response, name);
        const answer = await readAnswer(response, name, options.signal);
        return { refused: answer.errors?.[0]?.extensions?.code === 'UNAUTHENTICATED', value: answer };
      });

    return guarded(options, async () => {
      const answer =
        key === ''
          ? await once()
          : await withRetries(once, ports.sleep).then(
              (heard) => {
                unheard = null;
                return heard;
              },
              (error: unknown) => {
                unheard = isTransient(error) ? { body, key } : null;
                throw error;
              },
            );
      const entry = answer.errors?.[0];
      if (entry !== undefined) throw errorOfEntry(entry, 200, name);
      if (answer.data === null || answer.data === undefined)
        throw apiError({ code: 'INTERNAL_SERVER_ERROR', status: 200, operation: name });
      if (kind === 'mutation') ports.onMutation(readReply(answer, variables));
      return answer.data as Result;
    });
  }

  return {
    request,
    send(path, init, options = {}) {
      return guarded(options, () =>
        exchange(path, async (token) => {
          const response = await fetchWith(token, path, init, path, options);
          if (response.status === 401) return { refused: true, value: response };
          if (!response.ok) throw await errorOfResponse(response, path);
          return { refused: false, value: response };
        }),
      );
    },
  };
}

interface GraphQLAnswer {
  data?: unknown;
  errors?: GraphQLErrorEntry[];
  extensions?: { changes?: unknown; written?: unknown };
}

/** Reads an answer to its end. One that ends early is no answer: the call was ended by the page, or the line broke. */
async function readAnswer(
  response: Response,
  operation: string,
  signal: AbortSignal | undefined,
): Promise<GraphQLAnswer> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw apiError({ code: 'NETWORK', status: 0, operation });
  }
  const body = parsed(text);
  if (typeof body !== 'object' || body === null)
    throw apiError({ code: 'INTERNAL_SERVER_ERROR', status: response.status, operation });
  return body as GraphQLAnswer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function withRetries<T>(run: () => Promise<T>, sleep: (ms: number) => Promise<void>): Promise<T> {
  for (const pauseMs of retryPausesMs) {
    try {
      return await run();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(pauseMs);
    }
  }
  return run();
}

/** Kind and name of the operation in a document's text. Only the first operation counts: each document holds one. */
export function readOperation(text: string): { kind: 'query' | 'mutation'; name: string } {
  const found = /(?:^|[\s}])(query|mutation)\s+(\w+)/.exec(text);
  return { kind: found?.[1] === 'mutation' ? 'mutation' : 'query', name: found?.[2] ?? 'anonymous' };
}

/** What a mutation's answer and its variables say about changed and deleted records. */
export function readReply(
  answer: { data?: unknown; extensions?: { changes?: unknown; written?: unknown } },
  variables: unknown,
): MutationReply {
  const changes: Record<string, ChangeKind> = {};
  for (const [entity, kind] of Object.entries(asRecord(answer.extensions?.changes))) {
    if (kind === 'create' || kind === 'update' || kind === 'delete') changes[entity] = kind;
  }
  const deleted: Record<string, string[]> = {};
  for (const field of Object.keys(asRecord(answer.data))) {
    const entity = /^(\w+?)(?:_bulk)?_delete$/.exec(field)?.[1];
    // the server's word decides: what it does not call deleted stays
    if (entity !== undefined && changes[entity] === 'delete') deleted[entity] = sentIds(variables);
  }
  const written = answer.extensions?.written;
  return { changes, deleted, written: Array.isArray(written) ? written.map(String) : [] };
}

function sentIds(variables: unknown): string[] {
  const own = asRecord(variables);
  return [own, asRecord(own.input)]
    .flatMap((holder) => [holder.id, ...(Array.isArray(holder.ids) ? (holder.ids as unknown[]) : [])])
    .filter((id) => typeof id === 'string');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
