import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiKeyLimits } from '../../../contract/api_keys.ts';
import { runCommand } from '../../core/command.ts';
import { badRequest } from '../../core/errors.ts';
import { findApiCaller, isApiKey, type ApiCaller } from '../../domain/integrations/api_key.ts';
import { networkOf } from '../../domain/account/limits/network.ts';
import { createKeyedSemaphore } from '../../domain/account/limits/semaphore.ts';
import { strangerOf } from '../../domain/account/limits/shares.ts';
import { Reader } from '../../listing/reader.ts';
import { busyIs429, Refusal, workspaceOf, type HttpDependencies } from '../context.ts';
import { CostBudget } from '../cost.ts';
import { openApi } from './openapi.ts';
import { readObject, readPage, readRecord, refuseShape } from './records.ts';
import { operations, type Operation } from './resources.ts';

/** Where the API is served. */
export const API_PATH = '/api/v1';

/** Largest body: every text of the product fits. */
const BODY_BYTES = 1_000_000;
const NO_STORE = { 'cache-control': 'no-store' };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Keys are looked up few at once of a network: made-up ones must not take the connections of others. */
const LOOK_UPS = {
  atOnce: 8,
  strangersAtOnce: 6,
  strangersAtLeast: 2,
  perKey: 6,
  waitingPerKey: 500,
  waiting: 5_000,
};

declare module 'fastify' {
  interface FastifyRequest {
    /** the API key of a request below /api/v1; null elsewhere */
    apiCaller: ApiCaller | null;
  }
}

/**
 * The HTTP API of programs. A request carries an API key as its bearer token, and nothing else counts: neither a
 * session's cookie nor a token of the console. The workspace is that of the host, and a key of another one is unknown
 * there. Everything is refused before a body is read, but for what is wrong in the body itself.
 *
 * 400 what cannot be read; 401 without a living key; 403 without the scope or the right; 404 no such record; 409
 * changed or taken; 413 larger than 1 MB; 422 a value is wrong; 429 with Retry-After; 503 with Retry-After.
 */
export function registerApi(app: FastifyInstance, deps: HttpDependencies): void {
  app.decorateRequest('apiCaller', null);
  const budget = new CostBudget(apiKeyLimits.requestsPerMinute);
  const turn = createKeyedSemaphore(LOOK_UPS);

  const callerOf = async (request: FastifyRequest): Promise<ApiCaller> => {
    const workspace = workspaceOf(request);
    const key = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
    const caller =
      key === undefined || !isApiKey(key)
        ? null
        : await busyIs429(() =>
            turn({ ...strangerOf(networkOf(request.ip)), isKnown: false }, () =>
              findApiCaller(deps.systemScopeOf(workspace), key),
            ),
          );
    if (caller) return caller;
    if (request.headers.authorization !== undefined) deps.refusals.note('token_unknown', request);
    throw new Refusal(
      401,
      'This call needs a living API key of this workspace, as the header "Authorization: Bearer <key>".',
      { code: 'UNAUTHENTICATED' },
    );
  };

  /** Counts the request, and says in its headers what is left. */
  const spend = (reply: FastifyReply, { key_id, viewer }: ApiCaller): void => {
    const nowMs = deps.now().getTime();
    const account = `${viewer.subdomain_id} ${key_id}`;
    const waitSeconds = budget.spend(account, 1, nowMs);
    const { left, seconds } = budget.stateOf(account, nowMs);
    void reply
      .header('ratelimit-policy', `"key";q=${apiKeyLimits.requestsPerMinute};w=60`)
      .header('ratelimit', `"key";r=${left};t=${seconds}`);
    if (waitSeconds > 0)
      throw new Refusal(429, 'This key has used up its requests of this minute. Please wait a moment.', {
        retryAfterSeconds: waitSeconds,
      });
  };

  const admit =
    ({ scope, resource }: Operation) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      let caller: ApiCaller;
      try {
        caller = await callerOf(request);
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) void reply.header('www-authenticate', 'Bearer');
        throw error;
      }
      spend(reply, caller);
      if (!caller.scopes.includes(scope))
        throw new Refusal(403, `This key lacks the scope ${scope}. Make one that has it.`, {
          code: 'FORBIDDEN',
          reason: 'scope',
        });
      if (!resource.entity.requires.allows(caller.viewer))
        throw new Refusal(403, 'Who made this key may not do this any more. Make another one.', {
          code: 'FORBIDDEN',
          reason: 'right',
        });
      request.apiCaller = caller;
    };

  let document: string | null = null;
  app.get(`${API_PATH}/openapi.json`, (_request, reply) => {
    document ??= JSON.stringify(openApi(deps.entities));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });

  for (const operation of operations)
    app.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
      method: operation.method,
      url: `${API_PATH}${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      bodyLimit: BODY_BYTES,
      onRequest: admit(operation),
      handler: async (request, reply) => {
        const { viewer, key_id } = request.apiCaller!;
        const scope = deps.scopeOf(viewer);
        const reader = new Reader(scope, deps.entities, deps.totals);
        void reply.headers(NO_STORE);
        if (operation.kind === 'list')
          return readPage(
            { scope, reader, entities: deps.entities },
            operation,
            request.query,
            filled(operation, request.params),
          );
        if (operation.kind === 'one') return readRecord(reader, operation.resource, request.params['id']!);
        const result = await run(operation, request, key_id);
        if (operation.kind === 'gone') return reply.code(204).send();
        return reply
          .code(operation.kind === 'made' ? 201 : 200)
          .send(await readRecord(reader, operation.resource, String(result)));
      },
    });

  async function run(operation: Operation, request: FastifyRequest, keyId: string): Promise<unknown> {
    const command = operation.command!;
    const body = readObject(request.body);
    refuseShape(Object.fromEntries(operation.body.map((name) => [name, command.input[name]!])), body);
    const input = {
      ...body,
      ...operation.fixed,
      ...filled(operation, request.params as Record<string, string>),
    };
    const key = readKey(request);
    const scope = deps.scopeOf(request.apiCaller!.viewer);
    return runCommand(
      command,
      scope,
      input,
      key === null
        ? null
        : {
            key: `api ${keyId} ${key}`,
            documentHash: createHash('sha256')
              .update(`${operation.method} ${operation.path}`)
              .update(JSON.stringify(input))
              .digest('hex'),
          },
    );
  }
}

/** Inputs or filters that the path fills. */
function filled({ parameters }: Operation, given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, input]) => [input, given[name]!]));
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
