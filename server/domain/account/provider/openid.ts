import type * as OpenId from 'openid-client';
import { providerLimits, providerPaths } from '../../../../contract/provider.ts';
import type { Services } from '../../../core/services.ts';
import { OutgoingError } from '../../../services/outgoing.ts';
import type { ProviderRow } from './settings.ts';

/** The provider could not be asked, or its answer does not hold. The message is for who keeps the settings. */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
}

/** What the provider says of a person. */
export interface ProviderClaims {
  /** its number of the person, which stays */
  subject: string;
  /** '' where it says none */
  email: string;
  /** null: it does not say whether the address is theirs */
  is_verified: boolean | null;
  name: string;
  /** it asked for more than a password itself */
  hasSecondFactor: boolean;
  /** all of them, for the one that names the licence */
  all: Readonly<Record<string, unknown>>;
}

/** What the browser keeps while someone is at the provider. */
export interface ProviderState {
  state: string;
  nonce: string;
  verifier: string;
  return_to: string;
  /** ISO 8601 */
  until: string;
}

/** The library, loaded with the first sign-in through a provider: it takes 8 MB, and most workspaces have none. */
const loadLibrary = (): Promise<typeof OpenId> => import('openid-client');

const KEPT_MS = 5 * 60_000;
const KEPT_MOST = 500;
/** What providers say of themselves, as this process has read it: strangers begin signing in as often as they like. */
const kept = new Map<string, { config: OpenId.Configuration; until: number }>();

/** As `fetch`, by the door that looks at private addresses. */
const fetchBy =
  ({ outgoing }: Pick<Services, 'outgoing'>): OpenId.CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await outgoing.call({
      url,
      method: method as 'GET' | 'POST',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body as string | URLSearchParams) }),
    });
    return new Response([204, 304].includes(answer.status) ? null : answer.body, {
      status: answer.status,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    });
  };

/** What went wrong, in a sentence for who keeps the settings. */
function faultOf(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  const causes: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutgoingError) return new ProviderFault(at.message, { cause: error });
    if (at.name === 'WWWAuthenticateChallengeError')
      return new ProviderFault('The provider refused the client id or its secret.', { cause: error });
    const { error: code, error_description: text } = at as { error?: unknown; error_description?: unknown };
    if (typeof code === 'string')
      return new ProviderFault(
        `The provider said: ${typeof text === 'string' ? `${code}, ${text}` : code}.`,
        {
          cause: error,
        },
      );
    causes.push(at.message);
  }
  return new ProviderFault(`The provider's answer does not hold: ${causes.join(': ')}.`, { cause: error });
}

/**
 * Reads what a provider says of itself.
 * @param secret null: a public client
 * @throws ProviderFault
 */
export async function discover(
  services: Pick<Services, 'outgoing'>,
  { issuer, client_id }: { issuer: string; client_id: string },
  secret: string | null,
): Promise<OpenId.Configuration> {
  const openid = await loadLibrary();
  try {
    const url = new URL(issuer);
    const config = await openid.discovery(
      url,
      client_id,
      { [openid.clockTolerance]: 60 },
      secret === null ? openid.None() : openid.ClientSecretBasic(secret),
      {
        [openid.customFetch]: fetchBy(services),
        execute: [
          // the signature is looked at although the answer came straight from the provider
          openid.enableNonRepudiationChecks,
          ...(url.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
    const { token_endpoint_auth_methods_supported: methods } = config.serverMetadata();
    if (secret === null || methods === undefined || methods.includes('client_secret_basic')) return config;
    const posted = new openid.Configuration(
      config.serverMetadata(),
      client_id,
      { [openid.clockTolerance]: 60 },
      openid.ClientSecretPost(secret),
    );
    posted[openid.customFetch] = fetchBy(services);
    openid.enableNonRepudiationChecks(posted);
    if (url.protocol === 'http:') openid.allowInsecureRequests(posted);
    return posted;
  } catch (error) {
    throw faultOf(error);
  }
}

async function configOf(
  services: Pick<Services, 'outgoing' | 'seals'>,
  row: ProviderRow,
): Promise<OpenId.Configuration> {
  const key = `${row.subdomain_id} ${row.updated_at.toISOString()}`;
  const known = kept.get(key);
  if (known && known.until > performance.now()) return known.config;
  const secret = secretOf(services, row);
  const config = await discover(services, row, secret);
  if (kept.size >= KEPT_MOST) kept.delete(kept.keys().next().value!);
  kept.set(key, { config, until: performance.now() + KEPT_MS });
  return config;
}

/** What the seal of a secret is bound to: another workspace's cannot be put in its place. */
export const secretSealOf = (subdomain_id: string): string => `sign-in provider of ${subdomain_id}`;

/** The secret of the client; null: a public one. @throws ProviderFault when another installation's key sealed it */
export function secretOf({ seals }: Pick<Services, 'seals'>, row: ProviderRow): string | null {
  if (row.sealed_secret === null) return null;
  const secret = seals.open(row.sealed_secret, secretSealOf(row.subdomain_id));
  if (secret === null)
    throw new ProviderFault(
      'The secret was kept by another installation and cannot be read here. Enter it again.',
    );
  return secret;
}

/**
 * Where the browser is sent, and what it keeps meanwhile.
 * @param publicUrl of the workspace at the installation's own name
 * @throws ProviderFault
 */
export async function beginAtProvider(
  services: Pick<Services, 'outgoing' | 'seals'>,
  row: ProviderRow,
  { publicUrl, return_to, now }: { publicUrl: string; return_to: string; now: Date },
): Promise<{ url: string; state: ProviderState }> {
  const openid = await loadLibrary();
  const config = await configOf(services, row);
  const state: ProviderState = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    return_to,
    until: new Date(now.getTime() + providerLimits.minutes * 60_000).toISOString(),
  };
  try {
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: publicUrl + providerPaths.back,
      scope: 'openid email profile',
      state: state.state,
      nonce: state.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(state.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, state };
  } catch (error) {
    throw faultOf(error);
  }
}

/**
 * Turns what the browser brings back into what the provider says of the person: the answer must be for this client,
 * this browser and this try, and be signed.
 * @param query of the address that the provider sent the browser to
 * @throws ProviderFault
 */
export async function claimsFromProvider(
  services: Pick<Services, 'outgoing' | 'seals'>,
  row: ProviderRow,
  { publicUrl, query, state }: { publicUrl: string; query: string; state: ProviderState },
): Promise<ProviderClaims> {
  const openid = await loadLibrary();
  const config = await configOf(services, row);
  try {
    const tokens = await openid.authorizationCodeGrant(
      config,
      new URL(publicUrl + providerPaths.back + query),
      {
        pkceCodeVerifier: state.verifier,
        expectedState: state.state,
        expectedNonce: state.nonce,
        idTokenExpected: true,
      },
    );
    const idClaims = tokens.claims()!;
    // many providers tell the address only when they are asked for it
    const more =
      typeof idClaims['email'] === 'string' || config.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await openid.fetchUserInfo(config, tokens.access_token, idClaims.sub);
    const all: Record<string, unknown> = { ...more, ...idClaims };
    const { amr, email, email_verified: verified, name } = all;
    return {
      subject: idClaims.sub,
      email: typeof email === 'string' ? email.trim() : '',
      // some say it as a text
      is_verified: verified === undefined ? null : verified === true || verified === 'true',
      name: typeof name === 'string' ? name : '',
      hasSecondFactor: Array.isArray(amr) && amr.includes('mfa'),
      all,
    };
  } catch (error) {
    throw faultOf(error);
  }
}
