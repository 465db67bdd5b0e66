import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../domain/account/viewer.ts';
import { workspaceOf, type HttpDependencies } from './context.ts';

/** Who holds the bearer token of a request, in the workspace of its host; null when nobody does. */
export async function signedInByToken(request: FastifyRequest, { viewers }: Pick<HttpDependencies, 'viewers'>): Promise<SignedIn | null> {
  const workspace = workspaceOf(request);
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return null;
  return viewers.knownOfToken(workspace, token) ?? viewers.ofToken(workspace, token);
}
