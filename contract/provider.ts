/** Signing in through a server of the company (OpenID Connect). */

/** Licences that the provider may give; owners are made by owners. */
export const PROVIDER_LICENSES = ['full', 'support', 'contributor'] as const;
export type ProviderLicense = (typeof PROVIDER_LICENSES)[number];

/** Where it begins, and where the provider sends the browser back to. */
export const providerPaths = {
  begin: '/admin/signin/provider',
  back: '/admin/signin/provider/back',
} as const;

export const providerLimits = {
  issuerCharacters: 500,
  clientCharacters: 500,
  secretCharacters: 1_000,
  claimCharacters: 200,
  nameCharacters: 60,
  domains: 50,
  /** so long may someone take at the provider */
  minutes: 10,
} as const;

/** Why someone who comes from the provider is not let in; the page of signing in has a sentence for each. */
export const PROVIDER_PROBLEMS = [
  'failed',
  'denied',
  'late',
  'unverified',
  'domain',
  'unknown',
  'removed',
  'blocked',
  'taken',
  'full_team',
] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];

const DISCOVERY = /\/\.well-known\/openid-configuration$/;

/**
 * The address of a provider out of what was typed, also out of that of its configuration.
 * @returns null: it is none
 */
export function issuerOf(typed: string): string | null {
  const text = typed.trim().replace(DISCOVERY, '');
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { hash, search, username, password } = new URL(text);
  return hash === '' && search === '' && username === '' && password === '' ? text : null;
}

/** Domains out of what was typed, parted by blanks, commas or lines; each once, in small letters, without `@`. */
export function readDomains(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map((part) => part.replace(/^@/, '').toLowerCase())
        .filter((part) => part !== ''),
    ),
  ];
}

/** Whether a text has the form of a domain with at least one dot. */
export function isDomain(text: string): boolean {
  return (
    text.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(text)
  );
}

/**
 * The licence that a claim names: a text or a list of texts, of several the widest; owner names none.
 * @returns null: it names none
 */
export function licenseOfClaim(claim: unknown): ProviderLicense | null {
  const named = new Set((Array.isArray(claim) ? claim : [claim]).map((value) => String(value).toLowerCase()));
  return PROVIDER_LICENSES.find((license) => named.has(license)) ?? null;
}
