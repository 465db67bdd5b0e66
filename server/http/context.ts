import { validateHeaderValue } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Executor } from '../api/execute.ts';
import type { Config } from '../config.ts';
import { ProductError, type ErrorCode } from '../core/errors.ts';
import type { Entities } from '../listing/list_writer.ts';
import type { TotalCache } from '../listing/total_cache.ts';
import type { Scope } from '../core/scope.ts';
import type { Services } from '../core/services.ts';
import type { Viewer } from '../core/viewer.ts';
import type pg from 'pg';
import type { Gauge } from 'prom-client';
import type { Origin } from '../domain/account/audit/audit.ts';
import { TooManyWaiting } from '../domain/account/limits/semaphore.ts';
import type { SignedIn, Viewers } from '../domain/account/viewer.ts';
import type { Workspace, Workspaces } from '../domain/account/hosts/workspaces.ts';
import type { SseHub } from './sse_hub.ts';
import type { Proxies } from './proxies.ts';
import type { RefusalEvent, RefusalFacts, RefusalLog } from './refusal_log.ts';

/** What the routes are made of. */
export interface HttpDependencies {
  config: Config;
  log: Logger;
  /** for what belongs to no workspace, as set-up */
  pool: pg.Pool;
  workspaces: Workspaces;
  viewers: Viewers;
  executor: Executor;
  entities: Entities;
  totals: TotalCache;
  services: Services;
  /** a scope of someone signed in */
  scopeOf: (viewer: Viewer) => Scope;
  /** a scope of the system in a workspace */
  systemScopeOf: (workspace: Workspace) => Scope;
  /** folder of the built console: index.html, signed_out.html and what they refer to */
  consoleDir: string;
  /** opens /metrics from elsewhere than this machine */
  metricsToken: string;
  /** whether this process can serve, and whether a disk is full */
  readiness: {
    check(): Promise<{ status: string; message: string } | null>;
    readonly full: 'database' | 'files' | null;
  };
  /** figures of the process and the installation for /metrics */
  gauges: readonly Gauge[];
  /** what was refused, for the log and the metrics */
  refusals: RefusalLog;
  /** whether a proxy that is not listed passes requests on */
  proxies: Proxies;
  /** the open streams of live events; null: REALTIME is off */
  live: SseHub | null;
  /** how long the sender of a body may deliver nothing; 15 s without a value */
  bodyIdleMs?: number | undefined;
  /** how many bytes of a body must arrive on average in that time; without a value 4,000 */
  bodyBytesPerSecond?: number | undefined;
  /** how long a page waits for what its screen asks first; 150 ms without a value */
  firstAnswerMs?: number | undefined;
  now: () => Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** the workspace of the Host header; null before the first one is set up, and for /health and /metrics */
    workspace: Workspace | null;
    /** who asks, where a route has found out; null else */
    signedIn: SignedIn | null;
    /** when the request came in, of performance.now() */
    beganAt: number;
    /** whether a fault of the program is behind the answer, whatever its status */
    hasFault: boolean;
  }
}

/** A refusal that is answered as it is: a status, a sentence, and what a program may need. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly body: { message: string; code?: ErrorCode; field?: string; reason?: string };
  readonly retryAfterSeconds: number | null;
  /** what the log says of it; null: nothing */
  readonly noted: ({ event: RefusalEvent } & RefusalFacts) | null;
  constructor(
    status: number,
    sentence: string,
    {
      retryAfterSeconds = null,
      noted = null,
      ...more
    }: {
      code?: ErrorCode;
      field?: string;
      reason?: string;
      retryAfterSeconds?: number | null;
      noted?: Refusal['noted'];
    } = {},
  ) {
    super(sentence);
    this.status = status;
    this.body = { message: sentence, ...more };
    this.retryAfterSeconds = retryAfterSeconds;
    this.noted = noted;
  }
}

/** No one is signed in. */
export function signInFirst(): Refusal {
  return new Refusal(401, 'Please sign in.', { code: 'UNAUTHENTICATED' });
}

/** The workspace of a request. @throws Refusal 404 while there is none */
export function workspaceOf(request: FastifyRequest): Workspace {
  if (!request.workspace)
    throw new Refusal(
      404,
      'This installation is not set up yet. Open the link that it printed when it was started.',
    );
  if (request.workspace.deleted_at !== null)
    throw new Refusal(403, 'This workspace is deactivated.', { code: 'DEACTIVATED_SUBDOMAIN' });
  return request.workspace;
}

/** Where a request came from, for the session list and the audit log. */
export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, user_agent: request.headers['user-agent'] ?? null };
}

/**
 * Name of the session cookie. The prefix makes browsers refuse it from anywhere but this host over TLS;
 * without TLS they would refuse it altogether.
 */
export function cookieName(config: Config): string {
  return isHttps(config) ? '__Host-earshot' : 'earshot';
}

/** Whether people reach the product over TLS. */
export function isHttps(config: Config): boolean {
  return config.publicUrl.startsWith('https:');
}

/**
 * Refuses a call that another site made the browser send: the cookie alone does not prove that the person
 * meant it. Browsers send Origin with each such call; what sends neither Origin nor Sec-Fetch-Site is no browser.
 *
 * @throws Refusal 403
 */
export function requireSameOrigin(request: FastifyRequest, config: Config): void {
  const { origin } = request.headers;
  if (origin !== undefined) {
    const given = URL.parse(origin);
    const isSame =
      given !== null &&
      given.host === URL.parse(`${given.protocol}//${request.host}`)?.host &&
      (!isHttps(config) || given.protocol === 'https:');
    if (!isSame) throw crossSite();
    return;
  }
  requireSameSite(request);
}

/** Refuses what a browser says comes from another site, also from a sibling of this host. @throws Refusal 403 */
export function requireSameSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw crossSite();
}

const crossSite = (): Refusal =>
  new Refusal(403, 'This call came from another site.', {
    code: 'FORBIDDEN',
    noted: { event: 'cross_site' },
  });

/** Work that takes its turn at a gate. @throws Refusal 429 when too many wait there */
export async function busyIs429<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooManyWaiting)
      throw new Refusal(429, 'The server is busy. Please try again in a moment.', {
        retryAfterSeconds: error.seconds,
        noted: { event: 'door_busy' },
      });
    throw error;
  }
}

/** The JSON object of a body. @throws Refusal 400 when it is something else */
export function readBody(request: FastifyRequest): Record<string, unknown> {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'The body must be a JSON object.', { code: 'BAD_USER_INPUT' });
  return body as Record<string, unknown>;
}

const STATUS_OF_CODE: Readonly<Record<ErrorCode, number>> = {
  BAD_USER_INPUT: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  DEACTIVATED_SUBDOMAIN: 403,
  INTERNAL_SERVER_ERROR: 500,
};

/** A refusal of the product as the HTTP routes answer it. */
export function refusalOf(error: ProductError): Refusal {
  const { field, reason, httpStatus, retryAfterSeconds } = error.details;
  return new Refusal(httpStatus ?? STATUS_OF_CODE[error.code], error.message, {
    code: error.code,
    ...(field === undefined ? {} : { field }),
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** Tells the log of a refusal, where there is something to tell. */
export function noteRefusal(
  request: FastifyRequest,
  { noted, body }: Refusal,
  { refusals }: Pick<HttpDependencies, 'refusals'>,
): void {
  if (noted === null && body.code !== 'FORBIDDEN') return;
  const { event, ...facts } = noted ?? { event: 'call_forbidden' };
  refusals.note(event, request, facts);
}

/** Takes away heads that cannot be sent, such as one with letters beyond Latin-1: with them the answer that tells of the fault cannot be sent either. */
function removeBrokenHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    for (const one of [value].flat())
      try {
        validateHeaderValue(name, String(one));
      } catch {
        void reply.removeHeader(name);
      }
}

/** Sends a refusal. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  removeBrokenHeaders(reply);
  if (refusal.retryAfterSeconds !== null) void reply.header('retry-after', String(refusal.retryAfterSeconds));
  return reply.code(refusal.status).header('cache-control', 'no-store').send(refusal.body);
}
