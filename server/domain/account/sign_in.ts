import { emailKey } from '../../../contract/email.ts';
import type { Scope } from '../../core/scope.ts';
import type { Origin } from './audit.ts';
import { clearFailures, countFailure, markKnown, readDelays } from './delays.ts';
import { createGate, GateFull } from './gate.ts';
import { networkOf } from './network.ts';
import { useLink, type LinkPurpose } from './one_time_link.ts';
import { verifyPassword } from './password_hash.ts';
import { hashSecret } from './secrets.ts';
import { beginSession, type NewSession } from './session.ts';

/** What came of an attempt to sign in. The refusal is one for all reasons: it does not tell whether an account exists. */
export type SignInResult = { kind: 'in'; session: NewSession } | { kind: 'refused' } | { kind: 'wait'; seconds: number };

/** Wrong passwords from one network before the delay begins: people mistype. */
const FREE_FROM_NETWORK = 3;
/** Wrong passwords for one account from everywhere before the delay begins. */
const FREE_FOR_ACCOUNT = 10;

/** Attempts on one account take turns within a process, so that many at once cannot outrun the counters. */
const turns = new Map<string, { gate: ReturnType<typeof createGate>; users: number }>();

async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(key) ?? { gate: createGate({ atOnce: 1, waiting: 20 }), users: 0 };
  turns.set(key, turn);
  turn.users += 1;
  try {
    return await turn.gate(work);
  } finally {
    turn.users -= 1;
    if (turn.users === 0) turns.delete(key);
  }
}

/**
 * Signs in by address and password.
 *
 * Failures slow down further attempts per (account, network) and, more gently, per account. The second
 * does not hold for a network from which the account was signed in to before, and links by mail are never
 * delayed: so a stranger can slow down others like himself, and lock nobody out.
 */
export async function signIn(scope: Scope, { email, password }: { email: string; password: string }, origin: Origin): Promise<SignInResult> {
  const { subdomain_id } = scope.viewer;
  // hashed: the table shall not collect whatever addresses strangers type
  const account = hashSecret(emailKey(email)).toString('hex').slice(0, 32);
  const network = networkOf(origin.ip ?? 'unknown');
  const keys = { account: `account ${account}`, network: `network ${account} ${network}`, known: `known ${account} ${network}` };
  try {
    return await inTurn(`${subdomain_id} ${account}`, async () => {
      const delays = await readDelays(scope, Object.values(keys));
      const counted = delays.has(keys.known) ? [keys.network] : [keys.network, keys.account];
      const until = Math.max(...counted.map((key) => delays.get(key)?.blocked_until.getTime() ?? 0));
      const leftMs = until - scope.now().getTime();
      if (leftMs > 0) return { kind: 'wait', seconds: Math.ceil(leftMs / 1000) };

      // no column holds a NUL, and the database refuses to compare with one: nobody has such an address
      const person = email.includes('\u0000')
        ? undefined
        : await scope.db
            .selectFrom('users')
            .select(['id', 'password_hash', 'allowed_state'])
            .where('subdomain_id', '=', subdomain_id)
            .where((where) => where(where.fn<string>('lower', ['email_address']), '=', emailKey(email)))
            .executeTakeFirst();
      const mayTry = person !== undefined && person.allowed_state === 'allowed';
      const isRight = await verifyPassword(mayTry ? person.password_hash : null, password);
      if (!mayTry || !isRight) {
        await scope.write(async (tx) => {
          await countFailure(tx, scope, keys.network, { free: FREE_FROM_NETWORK });
          await countFailure(tx, scope, keys.account, { free: FREE_FOR_ACCOUNT });
        });
        return { kind: 'refused' };
      }
      const session = await scope.write(async (tx) => {
        await clearFailures(tx, scope, keys.network);
        await markKnown(tx, scope, keys.known);
        return beginSession(tx, scope, person.id, 'password', origin);
      });
      return { kind: 'in', session };
    });
  } catch (error) {
    if (error instanceof GateFull) return { kind: 'wait', seconds: error.seconds };
    throw error;
  }
}

/** Signs in by a one-time link or ticket. @returns null when it was used, has lapsed or never was */
export async function signInByLink(scope: Scope, token: unknown, purpose: Extract<LinkPurpose, 'sign_in' | 'ticket'>, origin: Origin): Promise<NewSession | null> {
  return scope.write(async (tx) => {
    const link = await useLink(tx, scope, token, [purpose]);
    if (!link) return null;
    const person = await tx
      .selectFrom('users')
      .select('allowed_state')
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('id', '=', link.user_id)
      .executeTakeFirst();
    if (person?.allowed_state !== 'allowed') return null;
    return beginSession(tx, scope, link.user_id, purpose === 'ticket' ? 'ticket' : 'link', origin);
  });
}
