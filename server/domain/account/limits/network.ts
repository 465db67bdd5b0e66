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
