import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicColors } from '../../contract/public_pages.ts';
import type { Workspace } from '../domain/account/hosts/workspaces.ts';
import { Refusal, workspaceOf, type HttpDependencies } from './context.ts';
import { sessionOf } from './session.ts';

/* What all pages have in common that are read without signing in: from where, and in which color. */

/** Lists made of what a workspace says, by that very array: a change brings another one. */
const lists = new WeakMap<readonly string[], BlockList>();

function listOf(networks: readonly string[]): BlockList {
  const known = lists.get(networks);
  if (known !== undefined) return known;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  lists.set(networks, list);
  return list;
}

/** Whether an address is one that a workspace's public pages are open to. */
export function isOpenTo({ public_networks }: Pick<Workspace, 'public_networks'>, ip: string): boolean {
  if (public_networks.length === 0) return true;
  // an IPv4 address that came over IPv6
  const plain = /^::ffff:(?=\d+\.)/i.test(ip) ? ip.slice(7) : ip;
  if (!isIPv4(plain) && !isIPv6(plain)) return false;
  return listOf(public_networks).check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/**
 * Binds the pages that are registered on `app` to the networks that their workspace names. Who is signed in reads them
 * from anywhere.
 */
export function bindToNetworks(app: FastifyInstance, deps: HttpDependencies): void {
  app.addHook('preHandler', async (request: FastifyRequest) => {
    if (isOpenTo(workspaceOf(request), request.ip) || (await sessionOf(request, deps)) !== null) return;
    throw new Refusal(403, 'This page is open in some networks only. Ask who sent you here.');
  });
}

/** Title of the page that tells of a refusal. @param missing that of a page which is not there */
export const refusalTitle = (status: number, missing: string): string =>
  status === 404 ? missing : status === 403 ? 'Not open from here' : 'Something went wrong';

/** Sends a page, in the color of its workspace. */
export function sendPublicPage(
  reply: FastifyReply,
  headers: Record<string, string>,
  html: string,
): FastifyReply {
  const color = reply.request.workspace?.public_color ?? null;
  const looks = color === null ? null : publicColors(color);
  return reply
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(
      looks === null
        ? html
        : html.replace(
            '<html lang="en">',
            `<html lang="en" style="--brand:light-dark(${looks.light},${looks.dark});--on-brand:light-dark(#fff,#15171c)">`,
          ),
    );
}
