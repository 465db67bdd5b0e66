import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that an address belongs to, for counting: an IPv4 address by itself, since its neighbours are
 * other people; the first 64 bits of IPv6, since one household or machine has all of them. An address that
 * cannot be read counts by itself.
 *
 * @param ip the caller's address after TRUSTED_PROXIES
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  const address = mapped ?? ip;
  if (isIPv4(address)) return address;
  const plain = address.split('%')[0] ?? '';
  if (!isIPv6(plain)) return address.slice(0, 64);
  const [before = '', after] = plain.toLowerCase().split('::');
  const left = before === '' ? [] : before.split(':');
  const right = after === undefined || after === '' ? [] : after.split(':');
  const groups =
    after === undefined
      ? left
      : [
          ...left,
          ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'),
          ...right,
        ];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** No text of an address is longer, with what is written around it. */
const CHARACTERS_MAX = 100;

/**
 * The address in what a proxy says of the one who asks: without port, brackets, quotes and zone, which some write
 * (`203.0.113.9:51234`, `"[2001:db8::7]:443"`). Each connection has another port, and would be a network of its own.
 *
 * @returns null when there is none
 */
export function addressOf(said: string): string | null {
  const text = said
    .trim()
    .slice(0, CHARACTERS_MAX)
    .replace(/^"(.*)"$/, '$1');
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  const address = (bracketed ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1')).split('%')[0]!;
  return isIPv6(address) || (bracketed === undefined && isIPv4(address)) ? address : null;
}

/**
 * What a line of IPv6 has: the first 48 bits, with 65,536 networks of which each would have a share of its own. An
 * IPv4 address stands for itself.
 *
 * @param network as `networkOf` gives it
 */
export function siteOf(network: string): string {
  const [, site] = /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(network) ?? [];
  return site === undefined ? network : `${site}:/48`;
}
