import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify';
import { fileLimits } from '../../contract/limits.ts';
import { unavailable } from '../process/database_trouble.ts';
import { ProductError } from '../core/errors.ts';
import { inLogContext } from '../process/log_context.ts';
import { countFault } from '../process/process_metrics.ts';
import { createKeyedSemaphore } from '../domain/account/limits/semaphore.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import { strangerOf } from '../domain/account/limits/shares.ts';
import {
  busyIs429,
  isHttps,
  noteRefusal,
  Refusal,
  refusalOf,
  sendRefusal,
  type HttpDependencies,
} from './context.ts';
import { CostBudget } from './cost.ts';
import { registerApi } from './api_v1/routes.ts';
import { registerTryPage } from './api_v1/try_page.ts';
import { registerAuthRoutes } from './auth.ts';
import { registerProviderRoutes } from './provider.ts';
import { registerEvents } from './events.ts';
import { registerEarlyAnswers } from './drain_request.ts';
import { registerExports } from './exports.ts';
import { registerImports } from './imports.ts';
import { registerFiles } from './files.ts';
import { registerGraphql } from './graphql.ts';
import { registerHealth } from './health.ts';
import { registerHelpPages } from './help_pages.ts';
import { registerMailHooks } from './mail_hooks.ts';
import { registerMailLinks } from './mail_links.ts';
import { registerPace } from './slow_body.ts';
import { registerManual } from './manual.ts';
import { registerPages, sendNotFoundPage, sendUnavailablePage } from './pages.ts';
import { isAmong, readProxies } from './proxies.ts';
import { registerPictures } from './pictures.ts';
import { registerReportPages } from './report_pages.ts';
import { registerRoadmapPages } from './roadmap_pages.ts';
import { registerSession } from './session.ts';
import { registerTrackerHooks } from './tracker_hooks.ts';

/** A request must be here as a whole by then: the largest upload at the least pace (pace.ts), which alone could go on for good. */
const REQUEST_MS = 4 * 3_600_000;
/** The head of a request must be here by then. */
const HEADERS_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;
/** Closing waits this long for answers under way, then cuts the connections. */
const CLOSE_MS = 2_000;

/** Names in Host headers that a process does not know are looked up few at once of a network: a flood of made-up ones must not take the connections of others. */
const UNKNOWN_HOSTS = { atOnce: 4, strangersAtOnce: 4, perKey: 2, waitingPerKey: 500, waiting: 5_000 };

/** Whether the process is about to end; it still serves. */
export interface Ending {
  isEnding: boolean;
}

/** A server that listens. */
export interface HttpServer {
  app: FastifyInstance;
  /**
   * Says at /health/ready that it is about to end and serves on for DRAIN_SECONDS, so that a proxy which asks there
   * has turned to others; then stops listening. Answers under way may end within 2 s.
   */
  close: () => Promise<void>;
}

/**
 * All HTTP of the product. A request passes, before its body is read: the Host header, which decides the
 * workspace (an unknown host is 404 and reaches nothing else); the headers that every answer carries; and
 * in the routes themselves the session or token.
 */
export async function createApp(
  deps: HttpDependencies,
  ending: Ending = { isEnding: false },
): Promise<FastifyInstance> {
  const { config, log } = deps;
  const proxies = readProxies(config.trustedProxies);
  const app = fastify({
    // the client's address and host are believed from configured proxies only
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    bodyLimit: fileLimits.requestBytes,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // what came in before the end is answered like all else
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    logger: false,
    genReqId: (raw) => requestId(raw, proxies),
    // what is no address at all reaches neither the hooks nor a route
    frameworkErrors: (_error, _request, reply) =>
      void sendRefusal(
        reply.headers(commonHeaders(isHttps(config))),
        new Refusal(400, 'This address cannot be read.', { code: 'BAD_USER_INPUT' }),
      ),
  });
  await app.register(cookie, { hook: false });
  // forms and plain text are what another site can make a browser send without asking
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('workspace', null);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('beganAt', 0);
  app.decorateRequest('hasFault', false);

  // the hooks behind the reading of a body are called by the connection, which knows of no request
  const named: onRequestHookHandler = (request, _reply, done) => inLogContext({ request: request.id }, done);
  app.addHook('onRequest', named);
  app.addHook('preValidation', named);
  app.addHook('onRequestAbort', (request, done) => {
    log.debug({ method: request.method, route: routeOf(request) }, 'A client broke off.');
    done();
  });
  const hostTurn = createKeyedSemaphore(UNKNOWN_HOSTS);
  registerEarlyAnswers(app);
  registerPace(app, { windowMs: deps.bodyIdleMs, bytesPerSecond: deps.bodyBytesPerSecond });
  const common = commonHeaders(isHttps(config));
  app.addHook('onRequest', (request, reply, done) => {
    request.beganAt = performance.now();
    reply.headers(common).header('x-request-id', request.id);
    // each kept connection ends behind an answer: one that ends by itself may meet the next request on its way
    if (ending.isEnding) void reply.header('connection', 'close');
    // what stands before this server may have looked at the other one
    if (
      request.raw.rawHeaders.reduce(
        (hosts, name, at) => (at % 2 === 0 && name.toLowerCase() === 'host' ? hosts + 1 : hosts),
        0,
      ) > 1
    ) {
      return done(
        new Refusal(400, 'A request must have one Host header.', {
          code: 'BAD_USER_INPUT',
          noted: { event: 'host_refused' },
        }),
      );
    }
    deps.proxies.notice(request);
    if (!deps.proxies.readForwarded(request) && !isWithoutWorkspace(request))
      return done(
        new Refusal(
          400,
          'The proxy before this server does not say who asks: X-Forwarded-For holds no address. Tell who runs this installation.',
          { code: 'BAD_USER_INPUT' },
        ),
      );
    const known = isWithoutWorkspace(request) ? undefined : deps.workspaces.knownOfHost(request.host);
    if (known?.kind === 'workspace') request.workspace = known.workspace;
    return done();
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.workspace !== null || isWithoutWorkspace(request)) return undefined;
    const target = await busyIs429(() =>
      hostTurn(strangerOf(networkOf(request.ip)), () => deps.workspaces.ofHost(request.host)),
    );
    if (target.kind === 'unknown') deps.refusals.note('host_unknown', request);
    if (target.kind === 'unknown')
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('There is no workspace at this address.\n');
    if (target.kind === 'workspace') request.workspace = target.workspace;
    return undefined;
  });

  const offered = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = offered.get(url) ?? new Set<string>();
    for (const one of [method].flat()) methods.add(one);
    offered.set(url, methods);
  });
  app.setErrorHandler((error: unknown, request, reply) =>
    inLogContext({ request: request.id }, () => answerError(error, request, reply, deps)),
  );
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return sendNotFoundPage(request, reply, deps);
    return sendRefusal(reply, new Refusal(404, 'Page not found.'));
  });

  const budget = new CostBudget(config.graphqlCostPerMinute);
  registerHealth(app, deps, ending);
  await app.register((scoped, _options, done) => {
    registerGraphql(scoped, deps, budget);
    done();
  });
  // each by itself: what one says of bodies and errors does not hold for the others
  for (const register of [
    registerFiles,
    registerExports,
    registerPictures,
    registerImports,
    registerMailLinks,
    registerHelpPages,
    registerReportPages,
    registerRoadmapPages,
    registerMailHooks,
    registerTrackerHooks,
    registerApi,
  ])
    await app.register((scoped, _options, done) => {
      register(scoped, deps);
      done();
    });
  registerSession(app, deps);
  registerEvents(app, deps);
  registerAuthRoutes(app, deps);
  registerProviderRoutes(app, deps);
  await registerPages(app, deps, budget);
  registerManual(app, deps);
  registerTryPage(app, deps);
  registerOtherMethods(app, offered);
  await app.ready();
  log.debug('The routes are ready.');
  return app;
}

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

/** An address that is there for other methods says for which: 405, before a body is read (RFC 9110, section 15.5.6). */
function registerOtherMethods(app: FastifyInstance, offered: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, methods] of offered) {
    const allow = [...methods].toSorted().join(', ');
    app.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url,
      onRequest: async (request, reply) =>
        sendRefusal(
          reply.header('allow', allow),
          new Refusal(405, `${request.method} does nothing at this address.`, { code: 'BAD_USER_INPUT' }),
        ),
      handler: () => undefined,
    });
  }
}

/** Builds the routes and listens. */
export async function startHttp(deps: HttpDependencies): Promise<HttpServer> {
  const ending: Ending = { isEnding: false };
  const app = await createApp(deps, ending);
  await app.listen({ host: deps.config.host, port: deps.config.port });
  return {
    app,
    close: async () => {
      ending.isEnding = true;
      if (deps.config.drainSeconds > 0) await sleep(deps.config.drainSeconds * 1_000);
      const hard = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
      try {
        await app.close();
      } finally {
        clearTimeout(hard);
      }
    },
  };
}

/** What a proxy of one's own may call a request; longer or other texts would only fill the log. */
const REQUEST_ID = /^[\w.:-]{8,64}$/;

/** The id of a request in log and answer: the one that a listed proxy gave it, else a random one. */
function requestId({ headers, socket }: IncomingMessage, proxies: BlockList): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' &&
    socket.remoteAddress !== undefined &&
    REQUEST_ID.test(given) &&
    isAmong(proxies, socket.remoteAddress)
    ? given
    : randomUUID();
}

/** Whether a path answers for the process and not for a workspace: probes know the machine by its address. */
function isWithoutWorkspace(request: FastifyRequest): boolean {
  const { url } = request;
  return url.startsWith('/health/') || url === '/metrics' || url.startsWith('/metrics?');
}

export function commonHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // answers that are no page; pages have their own
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Whether a browser asks for a page, as opposed to a program that asks for data. */
export function wantsPage(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (request.headers.accept ?? '').includes('text/html')
  );
}

/** Sentences for what the HTTP library itself refuses, by its code. */
const LIBRARY_REFUSALS: Readonly<Record<string, { status: number; sentence: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, sentence: 'The request is too large.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    sentence: 'The body must be JSON, with content type application/json.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, sentence: 'The body is empty; JSON is expected.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    sentence: 'The body is not as long as the request says.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, sentence: 'The body cannot be read; JSON is expected.' },
};

/** The pattern of a request's address, for the log: addresses themselves hold ids and tokens. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
): FastifyReply {
  const { log } = deps;
  if (error instanceof Refusal) {
    noteRefusal(request, error, deps);
    return sendRefusal(reply, error);
  }
  const trouble = unavailable(error);
  if (trouble !== null) {
    log.warn(
      { err: trouble, method: request.method, route: routeOf(request) },
      'The database was in trouble; the caller is asked to try again.',
    );
    return wantsPage(request) ? sendUnavailablePage(reply, trouble) : sendRefusal(reply, refusalOf(trouble));
  }
  if (error instanceof ProductError) {
    const refusal = refusalOf(error);
    noteRefusal(request, refusal, deps);
    return sendRefusal(reply, refusal);
  }
  // the connection itself broke, which the client did; no one reads this answer
  if (error === request.raw.errored)
    return sendRefusal(reply, new Refusal(400, 'The request ended before its body did.'));
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const known = LIBRARY_REFUSALS[code];
  if (known) return sendRefusal(reply, new Refusal(known.status, known.sentence, { code: 'BAD_USER_INPUT' }));
  if (error instanceof SyntaxError && statusCode === 400)
    return sendRefusal(
      reply,
      new Refusal(400, 'The body cannot be read; JSON is expected.', { code: 'BAD_USER_INPUT' }),
    );
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return sendRefusal(
      reply,
      new Refusal(statusCode, 'The request cannot be read.', { code: 'BAD_USER_INPUT' }),
    );
  countFault('http');
  log.error({ err: error, method: request.method, route: routeOf(request) }, 'A request failed.');
  return sendRefusal(
    reply,
    new Refusal(500, 'Something went wrong. Please try again later.', { code: 'INTERNAL_SERVER_ERROR' }),
  );
}
