import { textLimits } from './limits.ts';

/** Where a host name leads: to a subdomain by its key, or to the one that has it as cname. */
export type HostTarget = { by: 'key'; key: string } | { by: 'cname'; cname: string };

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that no subdomain may have, because paths, mail or habit give them another meaning. */
export const RESERVED_SUBDOMAIN_KEYS: readonly string[] = [
  'www',
  'api',
  'admin',
  'mail',
  'smtp',
  'localhost',
  'static',
  'assets',
];

/** May a subdomain have this key? One lower-case label of a host name, not reserved. */
export function isSubdomainKey(key: string): boolean {
  return (
    key.length <= textLimits.subdomainKeyCharacters &&
    LABEL.test(key) &&
    !RESERVED_SUBDOMAIN_KEYS.includes(key)
  );
}

/**
 * The name in a Host header: lower case, without port, without the dot of a full name. An IPv6
 * address keeps its brackets.
 *
 * @returns null when it is no host name at all
 */
export function hostName(header: string | null | undefined): string | null {
  if (!header || header.length > 260) return null;
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.exec(header.trim().toLowerCase());
  const name = match?.[1]?.replace(/\.$/, '');
  if (!name) return null;
  if (name.startsWith('[')) return name;
  // Underscores occur in host names of containers; they are let through only to be compared.
  return name.split('.').every((label) => label.length > 0 && label.length <= 63) ? name : null;
}

/** localhost, 127.0.0.0/8 and ::1. */
export function isLoopbackHost(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/**
 * Which subdomain a request is for (DEC-179). Loopback names and the host of PUBLIC_URL lead to
 * the default one, `{key}.localhost` and `{key}.<PUBLIC_URL host>` to that key, any name to
 * whoever has it as cname. There is no tenant header.
 *
 * The caller looks the targets up in their order and takes the first that exists; a key comes
 * before a cname, so that nobody can take over another's address by claiming it as his cname.
 *
 * @param header the Host header
 * @param publicHost host of PUBLIC_URL, with or without port
 * @param defaultKey DEFAULT_SUBDOMAIN
 * @returns empty for what can be nobody's: 404 at once, and so when none of the targets exists
 */
export function tenantOfHost(
  header: string | null | undefined,
  { publicHost, defaultKey }: { publicHost: string; defaultKey: string },
): HostTarget[] {
  const name = hostName(header);
  if (name === null) return [];
  const publicName = hostName(publicHost);
  if (isLoopbackHost(name) || name === publicName) return [{ by: 'key', key: defaultKey }];

  const targets: HostTarget[] = [];
  for (const parent of ['localhost', publicName]) {
    if (parent === null || !name.endsWith(`.${parent}`)) continue;
    const key = name.slice(0, -parent.length - 1);
    if (isSubdomainKey(key)) targets.push({ by: 'key', key });
    break;
  }
  const isAddress = name.startsWith('[') || /^[\d.]+$/.test(name);
  if (!isAddress && name.includes('.')) targets.push({ by: 'cname', cname: name });
  return targets;
}
