import { ticketBadge } from '../domain/support/ticket_counts.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hostName, isLoopbackHost } from '../../contract/hosts.ts';
import { canWrite } from '../../contract/permissions.ts';
import { trialDaysLeft } from '../../contract/trial.ts';
import type { Viewer } from '../core/viewer.ts';
import { KNOWN_MS } from '../domain/account/limits/login_backoff.ts';
import { deviceCookie } from '../domain/account/device.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import { endSession, issueToken, SESSION_ABSOLUTE_MS } from '../domain/account/session.ts';
import type { SignedIn } from '../domain/account/viewer.ts';
import type { Workspace } from '../domain/account/hosts/workspaces.ts';
import { signedInByToken } from './bearer.ts';
import {
  busyIs429,
  cookieName,
  isHttps,
  originOf,
  requireSameOrigin,
  requireSameSite,
  signInFirst,
  workspaceOf,
  type HttpDependencies,
} from './context.ts';

const NO_STORE = { 'cache-control': 'no-store' };
/** The console asks by relative addresses, so its session calls also answer below its own path (DEC-007). */
const BASES = ['', '/admin-console'];
/** Measurements are small; they are read and forgotten. */
const APM_BYTES = 64 * 1024;

/** Session calls of specification section 7, and the account that goes with them. */
export function registerSession(app: FastifyInstance, deps: HttpDependencies): void {
  for (const base of BASES) {
    app.get(`${base}/clients/admin-console/token`, async (request, reply) => {
      requireSameSite(request);
      const { session } = await requireSession(request, deps);
      const token = await issueToken(deps.systemScopeOf(workspaceOf(request)), session);
      if (!token) throw signInFirst();
      return reply.headers(NO_STORE).send({ token: token.token });
    });

    app.get(`${base}/clients/admin-console/heartbeat`, async (request, reply) => {
      const { session_expires_at, viewer } = await requireSession(request, deps);
      return reply
        .headers(NO_STORE)
        .send({ expires_at: session_expires_at.toISOString(), full_disk: fullDiskFor(viewer, deps) });
    });

    app.delete(`${base}/clients/admin-console/logout`, async (request, reply) => {
      requireSameOrigin(request, deps.config);
      const { session } = await requireSession(request, deps);
      await signOut(request, deps, session);
      return clearSessionCookie(reply, deps).headers(NO_STORE).code(204).send();
    });
  }

  app.get<{ Querystring: { basic?: string } }>('/api/account/current', async (request, reply) => {
    const signedIn = (await sessionOf(request, deps)) ?? (await signedInByToken(request, deps));
    if (!signedIn) throw signInFirst();
    const workspace = workspaceOf(request);
    const basic = basicAccount(request, signedIn, workspace, deps);
    const isBasic = request.query.basic === '1' || request.query.basic === 'true';
    return reply
      .headers(NO_STORE)
      .send(isBasic ? basic : await wideAccount(basic, signedIn, workspace, deps));
  });

  app.get('/api/account/trial_status', async (request, reply) => {
    const signedIn = (await sessionOf(request, deps)) ?? (await signedInByToken(request, deps));
    if (!signedIn) throw signInFirst();
    const trial_end_date = workspaceOf(request).trial_end_date?.toISOString() ?? null;
    return reply
      .headers(NO_STORE)
      .send({ trial_end_date, days_left: trialDaysLeft(trial_end_date, deps.now()) });
  });

  void app.register((scoped, _options, done) => {
    // whatever a browser sends here is thrown away, so its form does not matter
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: APM_BYTES }, (_request, _body, parsed) =>
      parsed(null, null),
    );
    scoped.post('/api/v2/apm', (_request, reply) => reply.headers(NO_STORE).code(204).send());
    done();
  });
}

/** The holder of the session cookie in the workspace of this host; null when there is none. */
export async function sessionOf(
  request: FastifyRequest,
  deps: Pick<HttpDependencies, 'config' | 'viewers' | 'refusals'>,
): Promise<SignedIn | null> {
  const workspace = workspaceOf(request);
  const header = request.headers.cookie;
  if (header === undefined) return null;
  const secret = request.server.parseCookie(header)[cookieName(deps.config)];
  const signedIn = await busyIs429(() => deps.viewers.ofSession(workspace, secret, networkOf(request.ip)));
  if (!signedIn && secret) deps.refusals.note('session_unknown', request);
  return signedIn;
}

/** As `sessionOf`. @throws Refusal 401 when there is none */
export async function requireSession(
  request: FastifyRequest,
  deps: Pick<HttpDependencies, 'config' | 'viewers' | 'refusals'>,
): Promise<SignedIn> {
  const signedIn = await sessionOf(request, deps);
  if (!signedIn) throw signInFirst();
  return signedIn;
}

/** Ends a session everywhere: this process at once, others by announcement. */
export async function signOut(
  request: FastifyRequest,
  deps: HttpDependencies,
  session: Buffer,
): Promise<void> {
  const workspace = workspaceOf(request);
  await endSession(deps.systemScopeOf(workspace), session, originOf(request));
  deps.viewers.forget({ about: 'session', subdomain_id: workspace.id, session: session.toString('hex') });
}

/** Name of the cookie by which an account knows a browser again; with the prefix as `cookieName`. */
function deviceCookieName({ config }: Pick<HttpDependencies, 'config'>): string {
  return isHttps(config) ? '__Host-earshot-device' : 'earshot-device';
}

/** What the browser says of the accounts that it signed in to before; undefined: nothing. */
export function deviceCookieOf(
  request: FastifyRequest,
  deps: Pick<HttpDependencies, 'config'>,
): string | undefined {
  const header = request.headers.cookie;
  return header === undefined ? undefined : request.server.parseCookie(header)[deviceCookieName(deps)];
}

/** Lets an account know this browser from now on. @param account as `accountKey` gives it */
export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<HttpDependencies, 'config' | 'systemScopeOf'>,
  account: string,
): FastifyReply {
  const value = deviceCookie(
    deps.systemScopeOf(workspaceOf(request)),
    account,
    deviceCookieOf(request, deps),
  );
  return reply.header(
    'set-cookie',
    reply.server.serializeCookie(deviceCookieName(deps), value, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps(deps.config),
      maxAge: KNOWN_MS / 1000,
    }),
  );
}

/** Puts a session's secret into the browser: for scripts of the page invisible, for this host alone. */
export function setSessionCookie(
  reply: FastifyReply,
  { config }: Pick<HttpDependencies, 'config'>,
  secret: string,
): FastifyReply {
  return reply.header(
    'set-cookie',
    reply.server.serializeCookie(cookieName(config), secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps(config),
      // the server's own rules end it earlier
      maxAge: SESSION_ABSOLUTE_MS / 1000,
    }),
  );
}

/** Takes the session's secret out of the browser. */
export function clearSessionCookie(
  reply: FastifyReply,
  { config }: Pick<HttpDependencies, 'config'>,
): FastifyReply {
  return reply.header(
    'set-cookie',
    reply.server.serializeCookie(cookieName(config), '', {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps(config),
      maxAge: 0,
    }),
  );
}

/** The disk that is full, for who can do something about it; null: none, or the person is not told. */
function fullDiskFor(
  viewer: Viewer,
  { readiness }: Pick<HttpDependencies, 'readiness'>,
): HttpDependencies['readiness']['full'] {
  return canWrite(viewer.permissions, 'settings') ? readiness.full : null;
}

/** The answer of GET /api/account/current?basic=1 (specification lines 152-156). */
export function basicAccount(
  request: FastifyRequest,
  { viewer }: SignedIn,
  workspace: Workspace,
  { config, services, proxies, readiness }: HttpDependencies,
) {
  const host = hostName(request.host) ?? '';
  return {
    current_user: { id: viewer.user_id, permissions: viewer.permissions },
    current_subdomain: { id: workspace.id, key: workspace.key },
    current_account: { core_access: workspace.core_access, uvk_access: workspace.uvk_access },
    authorized_features: viewer.authorized_features,
    // passwords travel readably: a banner says so, except on this very machine
    insecure_http: !isHttps(config) && !isLoopbackHost(host) && !host.endsWith('.localhost'),
    // who can do something about it hears that no mail goes out
    mail_in_outbox: services.mail.relay === null && canWrite(viewer.permissions, 'settings'),
    unlisted_proxy: canWrite(viewer.permissions, 'settings') ? proxies.unlisted : null,
    full_disk: fullDiskFor(viewer, { readiness }),
  };
}

/** The wide form (DEC-011, DEC-012). */
async function wideAccount(
  basic: ReturnType<typeof basicAccount>,
  signedIn: SignedIn,
  workspace: Workspace,
  { services, now, scopeOf }: HttpDependencies,
) {
  const { viewer } = signedIn;
  const badge = await ticketBadge(scopeOf(viewer).db, viewer, signedIn.off_duty);
  const url = services.shownUrl(workspace.key);
  return {
    ...basic,
    current_user: {
      ...basic.current_user,
      display_name: viewer.display_name,
      email: viewer.email_address,
      avatar_url: signedIn.avatar_url,
      core_admin: viewer.core_admin,
      off_duty: signedIn.off_duty,
      other_subdomains: await services.otherSubdomains(viewer),
      ticket_stream_ids: badge.ticket_stream_ids,
    },
    current_subdomain: {
      ...basic.current_subdomain,
      name: workspace.name,
      host: new URL(url).host,
      admin_url: `${url}/admin-console`,
      portal_url: workspace.portal_url,
      is_trialing: isTrialing(workspace, now()),
    },
    open_ticket_counts: badge.open_ticket_counts,
  };
}

/** Whether a workspace is on trial. After its end nothing is blocked and the banner shows 0 (DEC-177). */
export function isTrialing(workspace: Pick<Workspace, 'trial_end_date'>, now: Date): boolean {
  return trialDaysLeft(workspace.trial_end_date?.toISOString() ?? null, now) !== null;
}
