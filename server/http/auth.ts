import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secondFactor } from '../../contract/second_factor.ts';
import { confirmEmail, readEmailLink } from '../domain/account/mails/email_confirm.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import { createLink } from '../domain/account/one_time_link.ts';
import { choosePassword, readPasswordLink, requestPasswordReset } from '../domain/account/password.ts';
import { createWorkspace, isSetUpToken, readSetUp, type SetUpInput } from '../domain/account/set_up.ts';
import { lineOutOf } from '../domain/account/session.ts';
import { NO_LINE, ORIGINS_MAX } from '../domain/account/session_origins.ts';
import {
  enterByCode,
  isAsked,
  passkeyForToken,
  secretForToken,
  type Entered,
  type SignedInNow,
} from '../domain/account/second_factor/enter.ts';
import { signIn, signInByLink } from '../domain/account/sign_in.ts';
import type { SignedIn } from '../domain/account/viewer.ts';
import type { Workspace } from '../domain/account/hosts/workspaces.ts';
import { accountKey, limitUnauthenticated, strangerOf } from '../domain/account/limits/shares.ts';
import {
  busyIs429,
  originOf,
  readBody,
  Refusal,
  requireSameOrigin,
  signInFirst,
  workspaceOf,
  type HttpDependencies,
} from './context.ts';
import {
  deviceCookieOf,
  requireSession,
  sessionOf,
  setDeviceCookie,
  setSessionCookie,
  signOut,
} from './session.ts';

const NO_STORE = { 'cache-control': 'no-store' };
/** Forms of the signed-out pages are small. */
const FORM = { bodyLimit: 16 * 1024 };
/** A set-up page that an owner opened may stay open this long. */
const OWN_SET_UP_MS = 3_600_000;

/** One sentence for every reason: whether an account exists is not told. */
export const WRONG_SIGN_IN = 'Incorrect email or password.';
export const DEAD_LINK = 'This link has expired or was already used.';
const ADDRESS_TAKEN = 'Someone else in this workspace has this email. Nothing was changed.';
const ENOUGH_MAILS =
  'You’ve asked for several emails already. Check your inbox and spam folder for the latest one, or try again later.';
const WRONG_CODE =
  'This code is wrong, or was used already. Codes change every half minute: check that the clock of your phone is right.';
const WRONG_PASSKEY = 'This passkey does not fit. Use another one, or a code.';
const ASKED_TOO_LATE = 'Too much time has passed since you entered your password. Sign in again.';
const SET_UP_DONE =
  'This installation is already set up, so its setup link no longer works. Sign in, or ask its owner for a link.';
export const NO_SET_UP =
  'This setup link was already used or isn’t the latest one. Restart the server to get a new one.';

/** The calls behind the signed-out pages: sign-in, links, passwords, set-up, moving to another workspace. */
export function registerAuthRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  const { config, workspaces } = deps;

  app.post('/admin/session', FORM, async (request, reply) => {
    requireSameOrigin(request, config);
    const { email, password } = readBody(request);
    if (typeof email !== 'string' || typeof password !== 'string')
      throw new Refusal(400, 'email and password are missing.', { code: 'BAD_USER_INPUT' });
    const result = await signIn(
      deps.systemScopeOf(workspaceOf(request)),
      { email: email.trim(), password, device: deviceCookieOf(request, deps) },
      originOf(request),
    );
    if (result.kind === 'wait')
      throw new Refusal(429, 'Too many attempts. Wait a moment, or ask for an email with a link.', {
        retryAfterSeconds: result.seconds,
        noted: { event: 'sign_in_refused', account: accountKey(email) },
      });
    if (result.kind === 'refused')
      throw new Refusal(401, WRONG_SIGN_IN, {
        code: 'UNAUTHENTICATED',
        noted: { event: 'sign_in_failed', account: accountKey(email) },
      });
    return enter(request, reply, deps, result.entered);
  });

  app.get('/admin/session', async (request, reply) => {
    const { viewer } = await requireSession(request, deps);
    return reply.headers(NO_STORE).send({
      display_name: viewer.display_name,
      email: viewer.email_address ?? '',
      core_admin: viewer.core_admin,
      workspace_name: workspaceOf(request).name,
    });
  });

  app.post('/admin/session/link', FORM, async (request, reply) => {
    requireSameOrigin(request, config);
    const { token } = readBody(request);
    // a ticket comes here when the browser was sent by another site: then a person presses the button
    const entered = await inTurn(request, () =>
      signInByLink(deps.systemScopeOf(workspaceOf(request)), token, ['sign_in', 'ticket'], originOf(request)),
    );
    if (!entered)
      throw new Refusal(401, DEAD_LINK, { code: 'UNAUTHENTICATED', noted: { event: 'link_refused' } });
    return enter(request, reply, deps, entered);
  });

  app.post('/admin/session/second_factor', FORM, async (request, reply) => {
    requireSameOrigin(request, config);
    const { token, code, passkey } = readBody(request);
    const isPasskey = typeof passkey === 'object' && passkey !== null;
    if (
      !isPasskey &&
      (typeof code !== 'string' || code.trim() === '' || code.length > secondFactor.characters)
    )
      throw new Refusal(422, 'Enter the code.', { code: 'BAD_USER_INPUT', field: 'code' });
    const result = await inTurn(request, () =>
      enterByCode(
        deps.systemScopeOf(workspaceOf(request)),
        {
          token,
          shown: isPasskey
            ? {
                passkey: passkey as AuthenticationResponseJSON,
                publicUrl: workspaces.publicUrl(workspaceOf(request).key),
              }
            : { code: code as string },
          device: deviceCookieOf(request, deps),
        },
        originOf(request),
      ),
    );
    if (result.kind === 'gone') throw new Refusal(410, ASKED_TOO_LATE, { noted: { event: 'link_refused' } });
    if (result.kind === 'wait')
      throw new Refusal(429, 'Too many attempts. Wait a moment, then try again.', {
        retryAfterSeconds: result.seconds,
        noted: { event: 'sign_in_refused' },
      });
    if (result.kind === 'wrong')
      throw new Refusal(422, isPasskey ? WRONG_PASSKEY : WRONG_CODE, {
        code: 'BAD_USER_INPUT',
        field: 'code',
        noted: { event: 'sign_in_failed' },
      });
    const { recovery_codes } = result;
    return enter(request, reply, deps, result, recovery_codes === null ? null : { recovery_codes });
  });

  app.post('/admin/session/second_factor/secret', FORM, async (request, reply) => {
    requireSameOrigin(request, config);
    const { token } = readBody(request);
    const secret = await inTurn(request, () =>
      secretForToken(deps.systemScopeOf(workspaceOf(request)), token),
    );
    if (!secret) throw new Refusal(410, ASKED_TOO_LATE, { noted: { event: 'link_refused' } });
    return reply.headers(NO_STORE).send(secret);
  });

  app.post('/admin/session/second_factor/passkey', FORM, async (request, reply) => {
    requireSameOrigin(request, config);
    const { token } = readBody(request);
    const options = await inTurn(request, () =>
      passkeyForToken(
        deps.systemScopeOf(workspaceOf(request)),
        token,
        workspaces.publicUrl(workspaceOf(request).key),
      ),
    );
    return reply.headers(NO_STORE).send({ options });
  });

  app.post('/admin/password/forgot', FORM, async (request, reply) => {
    requireSameOrigin(request, config);
    const { email } = readBody(request);
    if (typeof email === 'string') {
      const result = await requestPasswordReset(
        deps.systemScopeOf(workspaceOf(request)),
        { email: email.trim(), device: deviceCookieOf(request, deps) },
        originOf(request),
      );
      if (result.kind === 'wait')
        throw new Refusal(429, ENOUGH_MAILS, {
          retryAfterSeconds: result.seconds,
          noted: { event: 'reset_refused', account: accountKey(email) },
        });
    }
    return reply.headers(NO_STORE).code(204).send();
  });

  app.get<{ Querystring: { token?: string } }>('/admin/password/token', async (request, reply) => {
    const facts = await inTurn(request, () =>
      readPasswordLink(deps.systemScopeOf(workspaceOf(request)), request.query.token),
    );
    if (!facts) throw new Refusal(410, DEAD_LINK, { noted: { event: 'link_refused' } });
    return reply.headers(NO_STORE).send(facts);
  });

  app.post('/admin/password', FORM, async (request, reply) => {
    requireSameOrigin(request, config);
    const { token, password, name } = readBody(request);
    const result = await inTurn(request, () =>
      choosePassword(deps.systemScopeOf(workspaceOf(request)), { token, password, name }, originOf(request)),
    );
    if (result.kind === 'gone') throw new Refusal(410, DEAD_LINK, { noted: { event: 'link_refused' } });
    if (result.kind === 'wrong')
      throw new Refusal(422, result.message, { code: 'BAD_USER_INPUT', field: 'password' });
    const { entered, account } = result;
    if (entered !== null) return enter(request, reply, deps, entered);
    return setDeviceCookie(request, reply, deps, account).headers(NO_STORE).code(204).send();
  });

  app.get<{ Querystring: { token?: string } }>('/admin/email/token', async (request, reply) => {
    const facts = await inTurn(request, () =>
      readEmailLink(deps.systemScopeOf(workspaceOf(request)), request.query.token),
    );
    if (!facts) throw new Refusal(410, DEAD_LINK, { noted: { event: 'link_refused' } });
    return reply.headers(NO_STORE).send(facts);
  });

  app.post('/admin/email', FORM, async (request, reply) => {
    requireSameOrigin(request, config);
    const { token } = readBody(request);
    const result = await inTurn(request, () =>
      confirmEmail(deps.systemScopeOf(workspaceOf(request)), token, originOf(request)),
    );
    if (result.kind === 'gone') throw new Refusal(410, DEAD_LINK, { noted: { event: 'link_refused' } });
    if (result.kind === 'taken')
      throw new Refusal(409, ADDRESS_TAKEN, { code: 'BAD_USER_INPUT', field: 'email', reason: 'taken' });
    return setDeviceCookie(request, reply, deps, result.account).headers(NO_STORE).code(204).send();
  });

  app.get<{ Querystring: { token?: string } }>('/admin/setup/state', async (request, reply) => {
    const mode = await setUpMode(request, request.query.token, deps);
    return reply.headers(NO_STORE).send({
      mode,
      suggested_key: mode === 'first' ? config.defaultSubdomain : '',
      default_subdomain: mode === 'first' ? config.defaultSubdomain : workspaceOf(request).key,
    });
  });

  app.post('/admin/setup', FORM, async (request, reply) => {
    requireSameOrigin(request, config);
    const body = readBody(request);
    const mode = await setUpMode(request, body['token'], deps);
    const workspace = await busyIs429(() => readSetUp(body as unknown as SetUpInput));
    const { subdomain_id } = await createWorkspace(deps.pool, workspace, {
      onlyFirst: mode === 'first',
      origin: originOf(request),
    });
    await workspaces.refresh();
    // the cookie is for one host; the new workspace has its own, so a ticket carries the owner there
    const signedIn = mode === 'another' ? await sessionOf(request, deps) : null;
    const line = signedIn && (await lineOutOf(deps.systemScopeOf(workspaceOf(request)), signedIn.session));
    const made = (await workspaces.ofId(subdomain_id))!;
    const scope = deps.systemScopeOf(made);
    const { id } = await scope.db
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('license_type', '=', 'owner')
      .executeTakeFirstOrThrow();
    const ticket = await scope.write((tx) => createLink(tx, scope, 'ticket', id, line ?? NO_LINE));
    return reply.headers(NO_STORE).send({ url: ticketAddress(workspaces.publicUrl(made.key), ticket) });
  });

  app.get<{ Querystring: { to?: string; token?: string } }>(
    '/admin/session/ticket',
    async (request, reply) => {
      const { to, token } = request.query;
      return to === undefined ? useTicket(request, reply, deps, token) : makeTicket(request, reply, deps, to);
    },
  );
}

/** Lets the browser in; or says that a code is asked for, and for which token. */
async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
  entered: Entered,
  body: object | null = null,
): Promise<FastifyReply> {
  if (isAsked(entered)) return reply.headers(NO_STORE).send({ second_factor: entered });
  await begin(request, reply, deps, entered);
  void reply.headers(NO_STORE);
  return body === null ? reply.code(204).send() : reply.send(body);
}

/** Ends the session that this browser had before, and sets the new one. */
export async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
  { session, account }: SignedInNow,
): Promise<void> {
  const before = await sessionOf(request, deps);
  if (before) await signOut(request, deps, before.session);
  setSessionCookie(reply, deps, session.secret);
  if (account !== null) setDeviceCookie(request, reply, deps, account);
}

/** Work of a door that asks for no session, in the turn of the caller's network. @throws Refusal 429 */
export function inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return busyIs429(() => limitUnauthenticated(strangerOf(networkOf(request.ip)), work));
}

/**
 * Which set-up a token opens: the first one, with the printed token; or another workspace, for the signed-in
 * owner of the workspace that PUBLIC_URL leads to, who runs the installation.
 *
 * @throws Refusal 403
 */
async function setUpMode(
  request: FastifyRequest,
  token: unknown,
  deps: HttpDependencies,
): Promise<'first' | 'another'> {
  if (!request.workspace) {
    if (await inTurn(request, () => isSetUpToken(deps.pool, token))) return 'first';
    throw new Refusal(403, NO_SET_UP, { code: 'FORBIDDEN', noted: { event: 'link_refused' } });
  }
  const workspace = workspaceOf(request);
  const signedIn = await sessionOf(request, deps);
  // the printed token, which an owner's own never looks like
  if (typeof token === 'string' && token !== '' && !token.includes('.'))
    throw new Refusal(403, SET_UP_DONE, { code: 'FORBIDDEN', noted: { event: 'link_refused' } });
  if (!signedIn || !mayStartAnother(signedIn, workspace, deps) || !isOwnToken(token, signedIn, deps))
    throw new Refusal(403, NO_SET_UP, { code: 'FORBIDDEN', noted: { event: 'link_refused' } });
  if (workspace.key !== deps.config.defaultSubdomain) {
    // this host leads here only as long as there is no second workspace (decision 0004)
    throw new Refusal(
      403,
      `Set DEFAULT_SUBDOMAIN to ${workspace.key} and restart first: without it this address leads nowhere once there are two workspaces.`,
      { code: 'FORBIDDEN' },
    );
  }
  return 'another';
}

/** Whether someone may start another workspace: the owner of the one that PUBLIC_URL leads to. */
export function mayStartAnother(
  { viewer }: SignedIn,
  workspace: Workspace,
  { workspaces }: Pick<HttpDependencies, 'workspaces'>,
): boolean {
  return viewer.license_type === 'owner' && workspaces.isHome(workspace);
}

/** A token with which an owner opens the set-up page: bound to them, for an hour, nothing is stored. */
export function ownSetUpToken(
  { viewer }: SignedIn,
  { services, now }: Pick<HttpDependencies, 'services' | 'now'>,
): string {
  const until = now().getTime() + OWN_SET_UP_MS;
  return `${until}.${services.signatures.sign(ownSetUpText(viewer, until))}`;
}

function isOwnToken(token: unknown, { viewer }: SignedIn, { services, now }: HttpDependencies): boolean {
  const [, until = '', signature = ''] =
    /^(\d{1,15})\.([\w-]+)$/.exec(typeof token === 'string' ? token : '') ?? [];
  return (
    Number(until) > now().getTime() &&
    services.signatures.verify(ownSetUpText(viewer, Number(until)), signature)
  );
}

function ownSetUpText({ subdomain_id, user_id }: SignedIn['viewer'], until: number): string {
  return `set-up ${subdomain_id} ${user_id} ${until}`;
}

function ticketAddress(publicUrl: string, ticket: string): string {
  return `${publicUrl}/admin/session/ticket?token=${ticket}`;
}

/** Address that leads into another workspace, signed in: the ticket is made when it is followed. */
export function jumpAddress(publicUrl: string, key: string): string {
  return `${publicUrl}/admin/session/ticket?to=${encodeURIComponent(key)}`;
}

/**
 * Sends someone who is signed in here to another of their workspaces, with a ticket of 60 s. It carries where the
 * session came from, so that the one which it begins ends with this one.
 */
async function makeTicket(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
  to: string,
): Promise<FastifyReply> {
  const workspace = workspaceOf(request);
  const signedIn = await sessionOf(request, deps);
  if (!signedIn)
    return reply.headers(NO_STORE).redirect(`/admin/signin?return_to=${encodeURIComponent(request.url)}`);
  const line = await lineOutOf(deps.systemScopeOf(workspace), signedIn.session);
  if (!line) throw signInFirst();
  const others = await deps.workspaces.othersOf(workspace.id, signedIn.viewer.user_id, line.created_at);
  const other = others.find(({ key }) => key === to);
  const target = other ? await deps.workspaces.ofId(other.subdomain_id) : null;
  if (!other || !target) throw new Refusal(404, 'You belong to no workspace of that name.');
  if (line.origins.length > ORIGINS_MAX)
    return reply.headers(NO_STORE).redirect(`${deps.workspaces.publicUrl(other.key)}/admin/signin`);
  const scope = deps.systemScopeOf(target);
  const ticket = await scope.write((tx) => createLink(tx, scope, 'ticket', other.user_id, line));
  return reply.headers(NO_STORE).redirect(ticketAddress(deps.workspaces.publicUrl(other.key), ticket));
}

/**
 * Turns a ticket into a session. A session that this browser already has here is kept: a foreign ticket must not
 * replace it. Where the browser was not sent by a page of this installation, someone else may want it signed in
 * as them: then the page of one-time links asks for a click.
 */
async function useTicket(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: HttpDependencies,
  token: unknown,
): Promise<FastifyReply> {
  void reply.headers(NO_STORE);
  if (await sessionOf(request, deps)) return reply.redirect('/admin-console');
  if (!(await isSentFromHere(request, deps)))
    return reply.redirect(
      `/admin/signin/link?token=${encodeURIComponent(typeof token === 'string' ? token : '')}`,
    );
  const entered = await inTurn(request, () =>
    signInByLink(deps.systemScopeOf(workspaceOf(request)), token, ['ticket'], originOf(request)),
  );
  if (!entered) {
    deps.refusals.note('link_refused', request);
    return reply.redirect('/admin/signin');
  }
  // behind the sign: what stands there is not sent to any server
  if (isAsked(entered)) return reply.redirect(`/admin/signin#${new URLSearchParams({ ...entered })}`);
  setSessionCookie(reply, deps, entered.session.secret);
  if (entered.account !== null) setDeviceCookie(request, reply, deps, entered.account);
  return reply.redirect('/admin-console');
}

/** Whether a page of a workspace of this installation sent the browser here. Another site can leave its name out, and not give a false one. */
async function isSentFromHere(request: FastifyRequest, { workspaces }: HttpDependencies): Promise<boolean> {
  const { referer } = request.headers;
  if (request.headers['sec-fetch-site'] === 'same-origin') return true;
  const from = referer === undefined ? null : URL.parse(referer);
  if (from === null) return false;
  if (from.host === request.host) return true;
  // a host name of a workspace's own, proved or not, may be served by anyone tomorrow
  if (!workspaces.isInstallationName(from.host)) return false;
  const target = await inTurn(request, () => workspaces.ofHost(from.host));
  // as people reach it: on another port, or without TLS, another program may answer to its name
  return target.kind === 'workspace' && from.origin === workspaces.publicUrl(target.workspace.key);
}
