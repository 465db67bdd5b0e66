import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerLimits, providerPaths, type ProviderProblem } from '../../contract/provider.ts';
import { safeReturnTo } from '../../contract/return_to.ts';
import { enterByProvider } from '../domain/account/provider/enter.ts';
import {
  beginAtProvider,
  claimsFromProvider,
  ProviderFault,
  type ProviderState,
} from '../domain/account/provider/openid.ts';
import { findProvider } from '../domain/account/provider/settings.ts';
import { isAsked } from '../domain/account/second_factor/enter.ts';
import { begin, inTurn } from './auth.ts';
import { isHttps, originOf, workspaceOf, type HttpDependencies } from './context.ts';

const NO_STORE = { 'cache-control': 'no-store' };

/** Signing in through the company's own provider: the way there, and the way back. */
export function registerProviderRoutes(app: FastifyInstance, deps: HttpDependencies): void {
  app.get<{ Querystring: { return_to?: string; moved?: string } }>(
    providerPaths.begin,
    async (request, reply) => {
      void reply.headers(NO_STORE);
      const workspace = workspaceOf(request);
      const publicUrl = deps.workspaces.publicUrl(workspace.key);
      // the provider leads back to the installation's own name, and the browser has to be known there
      const return_to = safeReturnTo(request.query.return_to ?? null, publicUrl);
      if (request.host !== new URL(publicUrl).host && request.query.moved === undefined)
        return reply.redirect(
          `${publicUrl}${providerPaths.begin}?${new URLSearchParams({ return_to, moved: '1' })}`,
        );
      const scope = deps.systemScopeOf(workspace);
      const begun = await inTurn(request, async () => {
        const provider = await findProvider(scope.db, workspace.id);
        if (!provider) return null;
        try {
          return await beginAtProvider(deps.services, provider, { publicUrl, return_to, now: deps.now() });
        } catch (error) {
          return noteFault(deps, request, error);
        }
      });
      if (begun === null) return reply.redirect('/admin/signin');
      if (typeof begun === 'string') return toDoor(reply, begun, return_to);
      const kept = deps.services.seals.seal(JSON.stringify(begun.state), stateSealOf(workspace.id));
      return setStateCookie(reply, deps, kept.toString('base64url')).redirect(begun.url);
    },
  );

  app.get<{ Querystring: { error?: string; state?: string } }>(providerPaths.back, async (request, reply) => {
    void reply.headers(NO_STORE);
    const workspace = workspaceOf(request);
    const state = stateOf(request, deps, workspace.id);
    // each try counts once
    setStateCookie(reply, deps, null);
    if (state === null || state.state !== request.query.state) return toDoor(reply, 'late', null);
    const { return_to } = state;
    if (request.query.error === 'access_denied') return toDoor(reply, 'denied', return_to);
    const scope = deps.systemScopeOf(workspace);
    const result = await inTurn(request, async () => {
      const provider = await findProvider(scope.db, workspace.id);
      if (!provider) return null;
      try {
        const claims = await claimsFromProvider(deps.services, provider, {
          publicUrl: deps.workspaces.publicUrl(workspace.key),
          query: request.url.slice(request.url.indexOf('?')),
          state,
        });
        return await enterByProvider(scope, provider, claims, originOf(request));
      } catch (error) {
        return noteFault(deps, request, error);
      }
    });
    if (result === null) return reply.redirect('/admin/signin');
    if (typeof result === 'string') return toDoor(reply, result, return_to);
    if (result.kind === 'refused') {
      deps.refusals.note('single_sign_on_failed', request);
      return toDoor(reply, result.problem, return_to);
    }
    const { entered } = result;
    // behind the sign: what stands there is not sent to any server
    if (isAsked(entered))
      return reply.redirect(`${doorAddress(return_to)}#${new URLSearchParams({ ...entered })}`);
    await begin(request, reply, deps, entered);
    return reply.redirect(return_to);
  });
}

const doorAddress = (return_to: string | null, problem?: ProviderProblem): string => {
  const query = new URLSearchParams({
    ...(return_to === null ? {} : { return_to }),
    ...(problem === undefined ? {} : { provider: problem }),
  });
  return `/admin/signin${query.size === 0 ? '' : `?${query}`}`;
};

const toDoor = (reply: FastifyReply, problem: ProviderProblem, return_to: string | null): FastifyReply =>
  reply.redirect(doorAddress(return_to, problem));

/** Writes the cause into the log. @throws what is no fault of the provider */
function noteFault(deps: HttpDependencies, request: FastifyRequest, error: unknown): 'failed' {
  if (!(error instanceof ProviderFault)) throw error;
  deps.log.warn({ err: error, workspace: request.workspace?.key }, 'single sign-on failed');
  deps.refusals.note('single_sign_on_failed', request);
  return 'failed';
}

const stateSealOf = (subdomain_id: string): string => `state of single sign-on ${subdomain_id}`;

const stateCookieName = ({ config }: Pick<HttpDependencies, 'config'>): string =>
  isHttps(config) ? '__Host-earshot-provider' : 'earshot-provider';

/** @param value null: the browser keeps nothing any more */
function setStateCookie(reply: FastifyReply, deps: HttpDependencies, value: string | null): FastifyReply {
  return reply.header(
    'set-cookie',
    reply.server.serializeCookie(stateCookieName(deps), value ?? '', {
      path: '/',
      httpOnly: true,
      // the provider's page leads back here
      sameSite: 'lax',
      secure: isHttps(deps.config),
      maxAge: value === null ? 0 : providerLimits.minutes * 60,
    }),
  );
}

/** What the browser kept; null: nothing, something else's, or for too long. */
function stateOf(
  request: FastifyRequest,
  deps: HttpDependencies,
  subdomain_id: string,
): ProviderState | null {
  const header = request.headers.cookie;
  const kept = header === undefined ? undefined : request.server.parseCookie(header)[stateCookieName(deps)];
  if (!kept) return null;
  const text = deps.services.seals.open(Buffer.from(kept, 'base64url'), stateSealOf(subdomain_id));
  if (text === null) return null;
  const state = JSON.parse(text) as ProviderState;
  return new Date(state.until) > deps.now() ? state : null;
}
