import type { FastifyInstance, FastifyRequest } from 'fastify';
import { trackerHookPath } from '../../contract/tracker.ts';
import { isSecret } from '../domain/account/secrets.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import { tellOfChange } from '../domain/tracker/reading.ts';
import { isHook } from '../domain/tracker/settings.ts';
import { CallCounts } from './call_counts.ts';
import { Refusal, workspaceOf, type HttpDependencies } from './context.ts';

/*
 * Where an issue tracker tells that an issue changed. The end of the address is the secret. Nothing that a call says is
 * believed: the issues that it names are read again, so a forged, repeated or late one changes nothing.
 */

/** Calls of one network within a minute; a tracker sends one for each change. */
const CALLS_MAX = 600;
/** Trackers send all of an issue, of which its key is needed. */
const BODY_BYTES = 2 * 1024 * 1024;
const REF = /^[A-Za-z0-9-]{1,50}$/;

export function registerTrackerHooks(app: FastifyInstance, deps: HttpDependencies): void {
  const calls = new CallCounts();
  app.post<{ Params: { secret: string } }>(
    `${trackerHookPath}/:secret`,
    {
      bodyLimit: BODY_BYTES,
      // whoever does not know the address sends no body
      onRequest: async (request: FastifyRequest) => {
        const workspace = workspaceOf(request);
        calls.add(`${workspace.id} ${networkOf(request.ip)}`, CALLS_MAX, deps.now().getTime());
        const { secret } = request.params as { secret: string };
        if (!isSecret(secret) || !(await isHook(deps.systemScopeOf(workspace).db, workspace.id, secret)))
          throw new Refusal(404, 'This address is not here. It may have been replaced.');
      },
    },
    async (request, reply) => {
      const issue = (request.body as { issue?: { id?: unknown; key?: unknown } } | null)?.issue;
      const refs = [issue?.id, issue?.key].filter(
        (ref): ref is string => typeof ref === 'string' && REF.test(ref),
      );
      await tellOfChange(deps.systemScopeOf(workspaceOf(request)), refs);
      return reply.header('cache-control', 'no-store').code(204).send();
    },
  );
}
