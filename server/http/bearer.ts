import type { FastifyRequest } from 'fastify';
import { networkOf } from '../domain/account/limits/network.ts';
import type { SignedIn } from '../domain/account/viewer.ts';
import { busyIs429, workspaceOf, type HttpDependencies } from './context.ts';

/** Who holds the bearer token of a request, in the workspace of its host; null when no one does. */
export async function signedInByToken(
  request: FastifyRequest,
  { viewers, refusals }: Pick<HttpDependencies, 'viewers' | 'refusals'>,
): Promise<SignedIn | null> {
  const workspace = workspaceOf(request);
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(request.headers.authorization ?? '')?.[1];
  const signedIn =
    token === undefined
      ? null
      : (viewers.knownOfToken(workspace, token) ??
        (await busyIs429(() => viewers.ofToken(workspace, token, networkOf(request.ip)))));
  if (!signedIn && request.headers.authorization !== undefined) refusals.note('token_unknown', request);
  return signedIn;
}
