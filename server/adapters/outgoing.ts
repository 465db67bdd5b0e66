import { lookup as dnsLookup } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import {
  OutgoingError,
  type OutgoingAnswer,
  type OutgoingCall,
  type OutgoingService,
} from '../services/outgoing.ts';

/** Networks that are no part of the public internet: a call that somebody outside asks for may not reach them. */
const PRIVATE: readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const REDIRECTS_MOST = 3;

/**
 * Makes calls to addresses that people typed. Each address that a name leads to is looked at when the connection is
 * made, so that a name which changes, or a redirect, leads to no private address either.
 * @param allowed host names, addresses and networks (CIDR) that may be reached although they are private
 */
export function createOutgoing(allowed: readonly string[]): OutgoingService {
  const names = new Set(
    allowed.filter((entry) => !/[/:]|^\d+(\.\d+){3}$/.test(entry)).map((n) => n.toLowerCase()),
  );
  const open = new BlockList();
  for (const entry of allowed) {
    const [address = '', bits] = entry.split('/');
    const version = isIP(address);
    if (version === 0) continue;
    const family = version === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) open.addAddress(address, family);
    else open.addSubnet(address, Number(bits), family);
  }
  const closed = new BlockList();
  for (const [network, bits, family] of PRIVATE) closed.addSubnet(network, bits, family);
  const mayReach = (host: string, address: string): boolean => {
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    return names.has(host) || open.check(address, family) || !closed.check(address, family);
  };
  const refused = (host: string): OutgoingError =>
    new OutgoingError('private', `${host} is a private address, which this installation does not allow.`);

  const lookup: LookupFunction = (host, options, done) => {
    dnsLookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const bad = found.some(({ address }) => !mayReach(host.toLowerCase(), address));
      if (bad) return done(refused(host), '', 0);
      if (options.all === true) return done(null, found);
      done(null, found[0]!.address, found[0]!.family);
    });
  };

  const once = (url: URL, call: OutgoingCall, signal: AbortSignal): Promise<OutgoingAnswer> =>
    new Promise((resolve, reject) => {
      // an address in place of a name is looked up nowhere
      const host = hostOf(url);
      if (isIP(host) !== 0 && !mayReach(host, host)) return reject(refused(host));
      const most = call.bytesMost ?? 1_000_000;
      const sent = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
        url,
        { method: call.method ?? 'GET', headers: { ...call.headers }, lookup, signal },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            chunks.push(chunk);
            if (size <= most) return;
            if (call.longer === 'cut') answered();
            else
              reject(
                new OutgoingError('large', `The answer of ${host} is larger than ${String(most)} bytes.`),
              );
            response.destroy();
          });
          response.on('error', reject);
          response.on('end', answered);
          function answered(): void {
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).subarray(0, most).toString('utf8'),
            });
          }
        },
      );
      sent.on('error', reject);
      sent.end(call.body);
    });

  const check: OutgoingService['check'] = async (address) => {
    const url = new URL(address);
    const host = hostOf(url);
    try {
      const found = isIP(host) !== 0 ? [{ address: host }] : await lookUp(host, { all: true });
      if (found.some((one) => !mayReach(host, one.address))) throw refused(host);
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      throw new OutgoingError('unreachable', `There is no ${host}.`, { cause: error });
    }
  };

  const call: OutgoingService['call'] = async (call) => {
    const signal = AbortSignal.timeout(call.timeoutMs ?? 10_000);
    let url = new URL(call.url);
    let headers = call.headers;
    try {
      for (let step = 0; ; step += 1) {
        if (url.protocol !== 'https:' && url.protocol !== 'http:')
          throw new OutgoingError('unreachable', 'Only http and https addresses are called.');
        const answer = await once(url, { ...call, ...(headers === undefined ? {} : { headers }) }, signal);
        const { location } = answer.headers;
        const isMoved = [301, 302, 303, 307, 308].includes(answer.status) && location !== undefined;
        if (!isMoved || (call.method ?? 'GET') !== 'GET') return answer;
        if (step >= REDIRECTS_MOST) throw new OutgoingError('unreachable', 'It leads on and on.');
        const next = new URL(location, url);
        // what lets in here is none of another server's business
        if (next.origin !== url.origin) headers = withoutCredentials(headers);
        url = next;
      }
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      if (signal.aborted)
        throw new OutgoingError('slow', `${url.hostname} gave no answer in time.`, { cause: error });
      throw new OutgoingError('unreachable', `${url.hostname} could not be reached.`, { cause: error });
    }
  };
  return { call, check };
}

/** An IPv6 address stands in brackets there. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').toLowerCase();

function withoutCredentials(headers: OutgoingCall['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).filter(
      ([name]) => !['authorization', 'cookie'].includes(name.toLowerCase()),
    ),
  );
}
