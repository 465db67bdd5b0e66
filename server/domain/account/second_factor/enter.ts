import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Scope } from '../../../core/scope.ts';
import type { Tx } from '../../../sql/kysely.ts';
import { auditAccount, type Origin } from '../audit/audit.ts';
import { deviceOf } from '../device.ts';
import {
  charge,
  clearFailures,
  giveBack,
  markKnown,
  readBlocks,
  ShareUsedUp,
  type Charge,
} from '../limits/login_backoff.ts';
import { networkOf } from '../limits/network.ts';
import { accountKey, deviceKey, knownKey, pairKey, signInShares, type Attempt } from '../limits/shares.ts';
import { ownNewsMail } from '../mails/own_mails.ts';
import { createLink, readLink, useLink } from '../one_time_link.ts';
import { beginSession, type NewSession, type SignInWay } from '../session.ts';
import type { SessionLine } from '../session_origins.ts';
import { askForPasskey, takePasskey, type PasskeyPlace } from './passkey.ts';
import { beginFactor, confirmFactor, factorNeed, takeCode, type FactorSecret } from './factor.ts';

/** A session just begun, and the account that the browser is known for from now on. */
export interface SignedInNow {
  session: NewSession;
  /** as `accountKey` gives it; null: someone without an address */
  account: string | null;
}

/** More is still to come: the token stands for what was shown so far, for some minutes. */
export interface Asked {
  /** code: there is a factor; set_up: the workspace wants one, and there is none yet; provider: passwords open nothing here */
  need: 'code' | 'set_up' | 'provider';
  /** '' for provider: what was shown so far counts for nothing */
  token: string;
}

/** Someone who has shown a password or a link is in, or is asked for more. */
export type Entered = SignedInNow | Asked;

/** Whether more is asked for. */
export const isAsked = (entered: Entered): entered is Asked => 'need' in entered;

/**
 * Lets someone in who has shown a password or a link, in the open transaction: with a session, or, where a second
 * factor stands between, with a token that a code turns into one. The only place where sessions of people begin.
 *
 * @param known the account and network that are known from now on; null: they stay as they are
 * @param line what a ticket brings along of the session that it came out of
 */
export async function letIn(
  tx: Tx,
  scope: Scope,
  { user_id, account, network }: { user_id: string; account: string | null; network: string },
  way: SignInWay,
  origin: Origin,
  line?: SessionLine,
): Promise<Entered> {
  const { subdomain_id } = scope.viewer;
  // a ticket comes out of another workspace, which may ask for less; links are made by who runs the server
  if (way === 'password' || way === 'invitation' || way === 'ticket') {
    if (await needsProvider(tx, subdomain_id, user_id)) return { need: 'provider', token: '' };
  }
  const need = way === 'provider_with_second_factor' ? 'none' : await factorNeed(tx, subdomain_id, user_id);
  if (need !== 'none') return { need, token: await createLink(tx, scope, 'second_factor', user_id, line) };
  if (account !== null) await markKnown(tx, scope, knownKey({ account, network, device: null }));
  return { session: await beginSession(tx, scope, user_id, way, origin, line), account };
}

/** Whether someone comes in through the provider of the workspace alone. Owners do not: it may fail, or be set up wrongly. */
async function needsProvider(tx: Tx, subdomain_id: string, user_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sign_in_providers as p')
    .innerJoin('users as u', (join) => join.onRef('u.subdomain_id', '=', 'p.subdomain_id'))
    .select('u.id')
    .where('p.subdomain_id', '=', subdomain_id)
    .where('p.is_required', '=', true)
    .where('u.subdomain_id', '=', subdomain_id)
    .where('u.id', '=', user_id)
    .where('u.license_type', '<>', 'owner')
    .executeTakeFirst();
  return row !== undefined;
}

/** What someone shows at the second step; `publicUrl` of the workspace at the installation's own name. */
export type ShownFactor = { code: string } | { passkey: AuthenticationResponseJSON; publicUrl: string };

/** How a try with a code ended. `recovery_codes`: those of a factor that it has just proved, shown this once. */
export type CodeResult =
  | ({ kind: 'in'; recovery_codes: readonly string[] | null } & SignedInNow)
  | { kind: 'wrong' }
  /** the token has lapsed, or was used */
  | { kind: 'gone' }
  | { kind: 'wait'; seconds: number };

interface Person {
  id: string;
  email_address: string | null;
}

/** The person of a token who may still sign in; null: there is none. */
async function personOf(scope: Scope, token: unknown): Promise<Person | null> {
  const link = await readLink(scope, token, ['second_factor']);
  if (!link) return null;
  const person = await scope.db
    .selectFrom('users')
    .select(['id', 'email_address', 'allowed_state'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('id', '=', link.user_id)
    .executeTakeFirst();
  return person?.allowed_state === 'allowed' ? person : null;
}

const placeOf = (scope: Scope) => ({
  subdomain_id: scope.viewer.subdomain_id,
  services: scope.services,
  now: scope.now(),
});

/**
 * What a program is set up with, for someone whose workspace wants a second factor and who has none.
 * @returns null when the token has lapsed or was used, or there is a factor meanwhile
 */
export async function secretForToken(scope: Scope, token: unknown): Promise<FactorSecret | null> {
  const person = await personOf(scope, token);
  if (!person) return null;
  const { subdomain_id } = scope.viewer;
  const { name } = await scope.db
    .selectFrom('subdomains')
    .select('name')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  return scope.write((tx) =>
    beginFactor(tx, placeOf(scope), person.id, {
      workspace: name,
      email_address: person.email_address ?? '',
    }),
  );
}

const passkeyPlaceOf = (scope: Scope, publicUrl: string): PasskeyPlace => ({
  subdomain_id: scope.viewer.subdomain_id,
  publicUrl,
  services: scope.services,
});

/**
 * What the browser is asked for in place of a code.
 * @param publicUrl of the workspace at the installation's own name
 * @returns null when the token has lapsed or was used, or they have no passkey
 */
export async function passkeyForToken(
  scope: Scope,
  token: unknown,
  publicUrl: string,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const person = await personOf(scope, token);
  return person === null
    ? null
    : askForPasskey(scope.db, passkeyPlaceOf(scope, publicUrl), person.id, token as string);
}

/**
 * Turns a token and a code, or what a passkey has signed, into a session. Wrong codes use up shares as wrong passwords do (decision 0017), counted
 * apart from these: a new password, which whoever reads the mail can choose, does not forget them.
 *
 * @param device the cookie of `deviceOf`; undefined: the browser has none
 */
export async function enterByCode(
  scope: Scope,
  { token, shown, device }: { token: unknown; shown: ShownFactor; device?: string | undefined },
  origin: Origin,
): Promise<CodeResult> {
  const person = await personOf(scope, token);
  if (!person) return { kind: 'gone' };
  const { subdomain_id } = scope.viewer;
  const network = networkOf(origin.ip ?? 'unknown');
  const account = person.email_address === null ? null : accountKey(person.email_address);
  const browser = account === null ? null : deviceOf(scope, account, device);
  const own: Attempt = { account: accountKey(`second factor ${person.id}`), network, device: browser };
  let charges: Charge[] = [];
  try {
    const known =
      account === null
        ? new Map<string, Date>()
        : await readBlocks(scope.db, scope, [knownKey({ account, network, device: null })]);
    const shares = signInShares(own, browser !== null || known.size > 0);
    charges = await scope.write((tx) => charge(tx, scope, shares));
  } catch (error) {
    if (error instanceof ShareUsedUp) return { kind: 'wait', seconds: error.seconds };
    throw error;
  }
  const entered = await scope.write(async (tx) => {
    const place = placeOf(scope);
    // one at a time: of two calls with one code one gets in
    await tx
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', person.id)
      .forNoKeyUpdate()
      .execute();
    const need = await factorNeed(tx, subdomain_id, person.id);
    const code = 'code' in shown ? shown.code : null;
    const recovery_codes =
      need === 'set_up' && code !== null ? await confirmFactor(tx, place, person.id, code) : null;
    const by =
      'passkey' in shown
        ? (await takePasskey(
            tx,
            passkeyPlaceOf(scope, shown.publicUrl),
            person.id,
            { token: token as string, response: shown.passkey },
            scope.now(),
          )) && 'passkey'
        : need === 'set_up'
          ? recovery_codes && 'code'
          : await takeCode(tx, place, person.id, shown.code);
    // the workspace may have stopped asking for one meanwhile: then what was shown before is enough
    if (!by && need !== 'none') return null;
    const link = await useLink(tx, scope, token, ['second_factor']);
    if (!link) return 'gone' as const;
    if (recovery_codes !== null) {
      await auditAccount(tx, {
        subdomain_id,
        user_id: person.id,
        action: 'own_second_factor_confirm',
        subject: person.id,
        origin,
      });
      if (person.email_address !== null)
        await scope.services.tasks.enqueue(tx, ownNewsMail.name, {
          subdomain_id,
          user_id: person.id,
          email_address: person.email_address,
          what: 'second_factor_on',
        });
    }
    await giveBack(
      tx,
      scope,
      charges.filter(({ share }) => share.countsGood !== true),
    );
    await clearFailures(tx, scope, own.device === null ? pairKey(own) : deviceKey(own));
    if (account !== null) await markKnown(tx, scope, knownKey({ account, network, device: null }));
    const way: SignInWay = by === 'recovery_code' || by === 'passkey' ? by : 'second_factor';
    const session = await beginSession(tx, scope, person.id, way, origin, link.line);
    return { session, recovery_codes };
  });
  if (entered === 'gone') return { kind: 'gone' };
  if (entered === null) {
    const right = charges.filter(({ share }) => share.countsGood === true);
    await scope.write((tx) => giveBack(tx, scope, right));
    return { kind: 'wrong' };
  }
  return { kind: 'in', account, ...entered };
}
