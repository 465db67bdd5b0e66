import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Kind, type DocumentNode } from 'graphql';
import { presentProductError } from '../api/errors.ts';
import { unavailable } from '../process/database_trouble.ts';
import {
  badRequest,
  deactivatedSubdomain,
  forbidden,
  ProductError,
  unauthenticated,
} from '../core/errors.ts';
import { Reader } from '../listing/reader.ts';
import { TooManyWaiting } from '../domain/account/limits/semaphore.ts';
import { mayAttach, releaseReceived, type ReceivedFile } from '../domain/attachments/store.ts';
import { signedInByToken } from './bearer.ts';
import type { CostBudget } from './cost.ts';
import { noteRefusal, Refusal, type HttpDependencies } from './context.ts';
import { readJson, type Attaching, type ReadJson } from './large_body.ts';
import { receiveBase64 } from './receiving.ts';

/** Where GraphQL is served, and nowhere else (DEC-009). */
export const GRAPHQL_PATH = '/api/v2/admin/graphql';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The one mutation whose request may be larger than others. */
const UPLOAD = 'attachment_create';

/** A request as its body states it. */
interface Asked {
  query: string;
  variables: Record<string, unknown> | null;
  operationName: string | null;
}

/**
 * POST /api/v2/admin/graphql: JSON only, bearer token only, so no other site can make a browser send it.
 * Anyone who may not use the console is refused before the body is read.
 *
 * 200 once executed, also with errors; FORBIDDEN and DEACTIVATED_SUBDOMAIN come with 200 as well, as they
 * are answers of GraphQL; 401 without a valid token; 400 what cannot be read or does not fit the schema;
 * 408 its sender fell silent; 413 too large; 429 too much in this minute; 503 with Retry-After when the database
 * was in trouble, also when a part of the answer is there: the same request may be sent again, with its
 * Idempotency-Key.
 *
 * @param budget what each user may ask in a minute
 */
export function registerGraphql(app: FastifyInstance, deps: HttpDependencies, budget: CostBudget): void {
  const { executor } = deps;

  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
    readJson(payload, attachingOf(request, deps)),
  );
  app.setErrorHandler((error: unknown, request, reply) => {
    if (error instanceof Refusal) noteRefusal(request, error, deps);
    if (error instanceof TooManyWaiting)
      return refuse(
        reply,
        429,
        badRequest('Another large upload is under way. Please try again.'),
        error.seconds,
      );
    if (error instanceof Refusal)
      return refuse(reply, error.status, badRequest(error.message), error.retryAfterSeconds);
    const trouble = unavailable(error);
    if (trouble !== null) {
      deps.log.warn({ err: trouble }, 'The database was in trouble; the caller is asked to try again.');
      return refuse(reply, 503, trouble, trouble.details.retryAfterSeconds ?? null);
    }
    if (error instanceof ProductError) return refuse(reply, error.details.httpStatus ?? 400, error);
    throw error;
  });

  app.post<{ Body: ReadJson }>(
    GRAPHQL_PATH,
    {
      onRequest: async (request, reply) => {
        if (request.workspace?.deleted_at) return refuse(reply, 200, deactivatedSubdomain());
        const signedIn = await signedInByToken(request, deps);
        if (!signedIn) return refuse(reply, 401, unauthenticated());
        if (!signedIn.viewer.core_admin)
          deps.refusals.note('call_forbidden', request, { user_id: signedIn.viewer.user_id });
        if (!signedIn.viewer.core_admin)
          return refuse(reply, 200, forbidden('The console is for core admins.'));
        request.signedIn = signedIn;
        return undefined;
      },
    },
    async (request, reply) => {
      try {
        return await answer(request, reply);
      } finally {
        await Promise.all(
          request.body.files.map((file) => releaseReceived(deps.scopeOf(request.signedIn!.viewer), file)),
        );
      }
    },
  );

  async function answer(
    request: FastifyRequest<{ Body: ReadJson }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { viewer } = request.signedIn!;
    const asked = readAsked(request.body.value);
    const key = readKey(request);
    const prepared = executor.prepare(asked.query, true, `${viewer.subdomain_id} ${viewer.user_id}`);
    if (request.body.isLarge && prepared.refusals === null && !isUploadOnly(prepared.document)) {
      return refuse(reply, 413, badRequest(`Only ${UPLOAD} may be larger than 1 MB.`));
    }
    const waitSeconds = budget.spend(
      `${viewer.subdomain_id} ${viewer.user_id}`,
      prepared.cost,
      deps.now().getTime(),
    );
    if (waitSeconds > 0)
      return refuse(
        reply,
        429,
        badRequest('Too many requests in this minute. Please wait a moment.'),
        waitSeconds,
      );
    const scope = deps.scopeOf(viewer);
    const { text, isExecuted, retryAfterSeconds } = await executor.runText(prepared, asked, {
      scope,
      reader: new Reader(scope, deps.entities, deps.totals),
      replay:
        key !== null && prepared.isMutation
          ? { key, documentHash: hashOf(prepared.hash, asked, request.body.files) }
          : null,
      commands: [],
      onForbidden: (operation) =>
        deps.refusals.note('call_forbidden', request, { user_id: viewer.user_id, operation }),
      onFault: () => {
        request.hasFault = true;
      },
    });
    if (retryAfterSeconds !== null) void reply.header('retry-after', String(retryAfterSeconds));
    return reply
      .code(retryAfterSeconds !== null ? 503 : isExecuted ? 200 : 400)
      .headers(JSON_HEADERS)
      .send(text);
  }
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Where files inside of a request go; null: who asks may not attach any. */
function attachingOf({ signedIn }: FastifyRequest, deps: HttpDependencies): Attaching | null {
  if (signedIn === null || !mayAttach.allows(signedIn.viewer)) return null;
  const { subdomain_id, user_id } = signedIn.viewer;
  return {
    person: `${subdomain_id} ${user_id}`,
    receive: () => receiveBase64(deps.scopeOf(signedIn.viewer)),
  };
}

/** An answer of one error, in the form that executed documents have. */
function refuse(
  reply: FastifyReply,
  status: number,
  error: ProductError,
  retryAfterSeconds: number | null = null,
): FastifyReply {
  if (retryAfterSeconds !== null) void reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(status)
    .headers(JSON_HEADERS)
    .send(JSON.stringify({ errors: [presentProductError(error, status === 200 ? undefined : status)] }));
}

function readAsked(body: unknown): Asked {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('The body must be a JSON object with the key query.', { httpStatus: 400 });
  const { query, variables = null, operationName = null } = body as Record<string, unknown>;
  if (typeof query !== 'string' || query.trim() === '')
    throw badRequest('The key query must hold a GraphQL document.', { httpStatus: 400 });
  if (typeof variables !== 'object' || Array.isArray(variables))
    throw badRequest('The key variables must hold an object.', { httpStatus: 400 });
  if (operationName !== null && typeof operationName !== 'string')
    throw badRequest('The key operationName must hold a text.', { httpStatus: 400 });
  return { query, variables: variables as Record<string, unknown> | null, operationName };
}

function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !UUID.test(key))
    throw badRequest('The header Idempotency-Key must hold a UUID.', {
      field: 'Idempotency-Key',
      httpStatus: 400,
    });
  return key.toLowerCase();
}

/** The same document with other values, or another of its operations, is another request. */
function hashOf(
  documentHash: string,
  { variables, operationName }: Asked,
  files: readonly ReceivedFile[],
): string {
  let values: string;
  // a file is the same one when its content is, and the order of keys says nothing
  const contents = new Map(files.map(({ placeholder, sha256 }) => [placeholder, sha256]));
  const plain = (_key: string, value: unknown): unknown => {
    if (typeof value === 'string') return contents.get(value) ?? value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  try {
    values = JSON.stringify(variables ?? {}, plain);
  } catch {
    // written by recursion, unlike the reading
    throw badRequest('The variables are nested too deeply.', { httpStatus: 400 });
  }
  return createHash('sha256')
    .update(documentHash)
    .update(JSON.stringify(operationName))
    .update(values)
    .digest('hex');
}

/** Whether a document does nothing but upload. */
function isUploadOnly(document: DocumentNode): boolean {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const roots = operations.flatMap(({ selectionSet }) => selectionSet.selections);
  return roots.length > 0 && roots.every((node) => node.kind === Kind.FIELD && node.name.value === UPLOAD);
}
