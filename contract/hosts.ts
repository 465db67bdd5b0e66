import { textLimits } from './limits.ts';

/** Where a host name leads: to a subdomain by its key, or to the one that has proved it as cname. */
export type HostTarget = { by: 'key'; key: string } | { by: 'cname'; cname: string };

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Names that no new workspace may have as its key, nor as the first part of a host name of its own: paths, mail,
 * certificates or habit give them another meaning, so that people would take them for the installation itself.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  `www www1 www2 web api apis graphql admin admins administrator root sysadmin system internal localhost local broadcasthost
login logon signin sign-in signup sign-up signout logout auth oauth oauth2 oidc sso saml idp account accounts password passwords reset secure security ssl tls
mail email smtp smtps imap pop pop3 mx webmail mailer postmaster hostmaster webmaster abuse noreply no-reply autoconfig autodiscover
ns ns1 ns2 dns wpad isatap ftp sftp ssh vpn proxy gateway
static assets cdn media files uploads downloads health metrics console admin-console setup install billing payment payments`.split(
    /\s+/,
  ),
);

/** Is this the form of a subdomain's key: one lower-case label of a host name, none of the encoded ones (xn--)? */
export function isSubdomainKey(key: string): boolean {
  return key.length <= textLimits.subdomainKeyCharacters && LABEL.test(key) && !isEncoded(key);
}

/** What is wrong with the key of a new workspace, as a sentence; null when nothing is. */
export function keyProblem(key: string): string | null {
  if (key === '') return 'Workspace URL is required';
  if (RESERVED_NAMES.has(key)) return `'${key}' has another meaning. Please choose another one`;
  if (key.length > textLimits.subdomainKeyCharacters)
    return `Workspace URL must have at most ${textLimits.subdomainKeyCharacters} characters`;
  return isSubdomainKey(key)
    ? null
    : 'Use lowercase letters, digits and hyphens, starting and ending with a letter or digit';
}

const FORM = 'Enter a whole name such as feedback.example.com';

/**
 * What is wrong with a host name that a workspace is to have as its own, as a sentence without a full stop;
 * null when nothing is. Capitals do not matter. Whether the name belongs to the workspace is a matter of its proof.
 *
 * @param publicHost host of PUBLIC_URL, with or without port: names at, below and above it are the installation's (DEC-179)
 */
export function ownHostProblem(text: string, publicHost: string): string | null {
  const name = text.toLowerCase();
  if (name === '') return FORM;
  if (/^[a-z]+:\/\/|[/?#@\\]/.test(name)) return `${FORM}, without https://, path or user name`;
  if (name.includes('*')) return `${FORM}; a wildcard (*) cannot be used`;
  if (/^\[|:.*:/.test(name) || /^(?:[\da-fx]+\.)*(?:\d+|0x[\da-f]*)(?::\d*)?$/.test(name))
    return `${FORM}; an IP address cannot be used`;
  if (name.includes(':')) return `${FORM}, without a port`;
  if (name.endsWith('.')) return `${FORM}, without a dot at its end`;
  if (isBelow(name, 'localhost')) return `${FORM}; localhost names lead to this machine alone`;
  const labels = name.split('.');
  if (/[^\u0000-\u007f]/.test(name) || labels.some(isEncoded))
    return `${FORM}; only the letters a to z, digits and hyphens can be used, and no encoded parts (xn--)`;
  if (
    labels.length < 2 ||
    name.length > 253 ||
    !labels.every((label) => LABEL.test(label)) ||
    !/^[a-z]{2,63}$/.test(labels.at(-1)!)
  ) {
    return `${FORM}: parts of small letters, digits and hyphens, with dots between them`;
  }
  const installation = hostName(publicHost);
  if (installation !== null && (isBelow(name, installation) || isBelow(installation, name))) {
    return `${FORM}, of a domain of your own; names at, below and above ${installation} belong to this installation`;
  }
  if (RESERVED_NAMES.has(labels[0]!))
    return `${FORM}; a name cannot begin with '${labels[0]!}.', which has another meaning`;
  return null;
}

/** xn-- and its like, in which other letters are written: two such names can look alike. */
function isEncoded(label: string): boolean {
  return label.slice(2, 4) === '--';
}

/** Is `name` the parent itself, or a name below it? */
function isBelow(name: string, parent: string): boolean {
  return name === parent || name.endsWith(`.${parent}`);
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
 * the default one, `{key}.localhost` and `{key}.<PUBLIC_URL host>` to that key, any name that is not
 * at, below or above these to anyone who has proved it as cname. There is no tenant header.
 *
 * @param header the Host header
 * @param publicHost host of PUBLIC_URL, with or without port
 * @param defaultKey DEFAULT_SUBDOMAIN
 * @returns at most one; empty for what can be no one's: 404 at once, and so when the target does not exist
 */
export function tenantOfHost(
  header: string | null | undefined,
  { publicHost, defaultKey }: { publicHost: string; defaultKey: string },
): HostTarget[] {
  const name = hostName(header);
  if (name === null) return [];
  const publicName = hostName(publicHost);
  if (isLoopbackHost(name) || name === publicName) return [{ by: 'key', key: defaultKey }];

  for (const parent of ['localhost', publicName]) {
    if (parent === null || !isBelow(name, parent)) continue;
    const key = name.slice(0, -parent.length - 1);
    return isSubdomainKey(key) ? [{ by: 'key', key }] : [];
  }
  const isAddress = name.startsWith('[') || /^[\d.]+$/.test(name);
  const isAbove = publicName !== null && isBelow(publicName, name);
  return !isAddress && !isAbove && name.includes('.') ? [{ by: 'cname', cname: name }] : [];
}
