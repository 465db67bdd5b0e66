import { emailKey } from '../../../contract/email.ts';
import type { Scope } from '../../core/scope.ts';
import type { Origin } from './audit/audit.ts';
import {
  charge,
  clearFailures,
  giveBack,
  readBlocks,
  ShareUsedUp,
  type Charge,
  type Share,
} from './limits/login_backoff.ts';
import { deviceOf } from './device.ts';
import { TooManyWaiting } from './limits/semaphore.ts';
import { networkOf } from './limits/network.ts';
import { useLink, type LinkPurpose } from './one_time_link.ts';
import { verifyPassword } from './password_hash.ts';
import { letIn, type Entered } from './second_factor/enter.ts';
import { areLiving } from './session.ts';
import {
  accountKey,
  callerOf,
  limitUnauthenticated,
  crowdKey,
  deviceKey,
  knownKey,
  pairKey,
  signInShares,
  siteKey,
  type Attempt,
} from './limits/shares.ts';

/** The outcome of an attempt to sign in. The refusal is one for all reasons: it does not tell whether an account exists. */
export type SignInResult =
  | { kind: 'in'; entered: Entered }
  | { kind: 'refused' }
  | { kind: 'wait'; seconds: number };

/** What is known before the password is looked at. */
interface Begun {
  person: { id: string; password_hash: string | null } | null;
  shares: Share[];
  isKnown: boolean;
}

/**
 * Signs in by address and password. A wrong password uses up shares of whoever tries (`signInShares`), and too
 * many at once are refused: a stranger slows down others like themselves, and locks no one out (decision 0017).
 *
 * @param device the cookie of `deviceOf`; undefined: the browser has none
 */
export async function signIn(
  scope: Scope,
  { email, password, device }: { email: string; password: string; device?: string | undefined },
  origin: Origin,
): Promise<SignInResult> {
  const account = accountKey(email);
  const attempt: Attempt = {
    account,
    network: networkOf(origin.ip ?? 'unknown'),
    device: deviceOf(scope, account, device),
  };
  if (attempt.device === null) {
    const until = usedUpUntil(scope, attempt);
    if (until !== null) return { kind: 'wait', seconds: new ShareUsedUp(until, scope.now()).seconds };
  }
  const caller = callerOf(scope.viewer.subdomain_id, attempt, attempt.device !== null);
  let person: Begun['person'];
  let charges: Charge[] = [];
  try {
    const begun = await limitUnauthenticated(caller, () => begin(scope, email, attempt));
    person = begun.person;
    // taken when its turn has come: who was sent away before that has tried nothing
    const take = async (): Promise<void> => {
      charges = await scope.write((tx) => charge(tx, scope, begun.shares));
    };
    const isRight = await verifyPassword(
      person?.password_hash ?? null,
      password,
      // the cookie of someone who is blocked meanwhile, or not there any more, takes no room from those who are
      callerOf(scope.viewer.subdomain_id, attempt, begun.isKnown && person !== null),
      take,
    );
    if (person === null || !isRight) {
      const right = charges.filter(({ share }) => share.countsGood === true);
      await scope.write((tx) => giveBack(tx, scope, right));
      return { kind: 'refused' };
    }
  } catch (error) {
    if (error instanceof TooManyWaiting || error instanceof ShareUsedUp)
      return { kind: 'wait', seconds: error.seconds };
    throw error;
  }
  const { id } = person;
  const entered = await scope.write(async (tx) => {
    await giveBack(
      tx,
      scope,
      charges.filter(({ share }) => share.countsGood !== true),
    );
    await clearFailures(tx, scope, attempt.device === null ? pairKey(attempt) : deviceKey(attempt));
    return letIn(tx, scope, { user_id: id, account, network: attempt.network }, 'password', origin);
  });
  return { kind: 'in', entered };
}

/** Finds what the attempt costs, and the account. @throws ShareUsedUp */
async function begin(scope: Scope, email: string, attempt: Attempt): Promise<Begun> {
  const { subdomain_id } = scope.viewer;
  const known = knownKey(attempt);
  const blocks = await readBlocks(scope.db, scope, [
    known,
    ...signInShares(attempt, false).map(({ key }) => key),
    ...signInShares(attempt, true).map(({ key }) => key),
  ]);
  const isKnown = attempt.device !== null || blocks.has(known);
  const shares = signInShares(attempt, isKnown);
  const now = scope.now();
  const until = new Date(Math.max(...shares.map(({ key }) => blocks.get(key)?.getTime() ?? 0)));
  if (until > now) {
    if (!isKnown) rememberUsedUp(scope, attempt, blocks);
    throw new ShareUsedUp(until, now);
  }
  // no column holds a NUL, and the database refuses to compare with one: no one has such an address
  const person = email.includes('\u0000')
    ? undefined
    : await scope.db
        .selectFrom('users')
        .select(['id', 'password_hash', 'allowed_state'])
        .where('subdomain_id', '=', subdomain_id)
        .where((where) => where(where.fn<string>('lower', ['email_address']), '=', emailKey(email)))
        .executeTakeFirst();
  return { person: person?.allowed_state === 'allowed' ? person : null, shares, isKnown };
}

/**
 * Counters of strangers that are used up, as this process has read them: what a flood sends then costs the
 * database next to nothing. Now and then it looks all the same: the network may be known to the account, or a new
 * password may have forgotten the failures.
 */
const usedUp = new Map<string, { untilMs: number; lookedAt: number }>();
const USED_UP_MAX = 10_000;
const LOOK_EVERY_MS = 100;

/**
 * What is remembered of an attempt, of all workspaces: names here, each with the counters that it stands for. That of
 * a line of IPv6 is remembered for the network alone, or a flood from the line would hide from us the networks of it
 * that accounts know.
 */
const rememberedKeys = (scope: Scope, attempt: Attempt): Map<string, readonly string[]> => {
  const { subdomain_id } = scope.viewer;
  const [crowd, pair, site] = [crowdKey(attempt), pairKey(attempt), siteKey(attempt)];
  return new Map([
    [`${subdomain_id} ${crowd}`, site === null ? [crowd] : [crowd, site]],
    [`${subdomain_id} ${pair}`, [pair]],
  ]);
};

/** @returns null: the database is to be asked */
function usedUpUntil(scope: Scope, attempt: Attempt): Date | null {
  for (const key of rememberedKeys(scope, attempt).keys()) {
    const seen = usedUp.get(key);
    if (!seen) continue;
    if (seen.untilMs <= scope.now().getTime()) usedUp.delete(key);
    else if (performance.now() - seen.lookedAt < LOOK_EVERY_MS) return new Date(seen.untilMs);
    else seen.lookedAt = performance.now();
  }
  return null;
}

/** @param blocks as `readBlocks` gave them */
function rememberUsedUp(scope: Scope, attempt: Attempt, blocks: ReadonlyMap<string, Date>): void {
  for (const [name, keys] of rememberedKeys(scope, attempt)) {
    const untilMs = Math.max(...keys.map((key) => blocks.get(key)?.getTime() ?? 0));
    if (untilMs <= scope.now().getTime()) continue;
    if (usedUp.size >= USED_UP_MAX) usedUp.delete(usedUp.keys().next().value!);
    usedUp.set(name, { untilMs, lookedAt: performance.now() });
  }
}

/**
 * Signs in by a one-time link or ticket.
 * @returns null when it was used, has lapsed or never was, or what the ticket came out of has ended meanwhile
 */
export async function signInByLink(
  scope: Scope,
  token: unknown,
  purposes: readonly Extract<LinkPurpose, 'sign_in' | 'ticket'>[],
  origin: Origin,
): Promise<Entered | null> {
  return scope.write(async (tx) => {
    const link = await useLink(tx, scope, token, purposes);
    if (!link) return null;
    const { origins } = link.line;
    if (origins.length > 0 && !(await areLiving(scope, origins))) return null;
    const person = await tx
      .selectFrom('users')
      .select(['allowed_state', 'email_address'])
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('id', '=', link.user_id)
      .executeTakeFirst();
    if (person?.allowed_state !== 'allowed') return null;
    const account = person.email_address === null ? null : accountKey(person.email_address);
    return letIn(
      tx,
      scope,
      { user_id: link.user_id, account, network: networkOf(origin.ip ?? 'unknown') },
      link.purpose === 'ticket' ? 'ticket' : 'link',
      origin,
      link.line,
    );
  });
}
