import { isEmail } from '../../../contract/email.ts';
import { passwordProblem } from '../../../contract/password.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { Scope } from '../../core/scope.ts';
import { inviterOf, passwordResetMail } from './mails/account_mails.ts';
import { auditAccount, type Origin } from './audit/audit.ts';
import { charge, clearFailuresOf, markKnown, readBlocks, ShareUsedUp } from './limits/login_backoff.ts';
import { deviceOf } from './device.ts';
import { TooManyWaiting } from './limits/semaphore.ts';
import { readPersonName } from './hosts/names.ts';
import { networkOf } from './limits/network.ts';
import { readLink, revokeLinksOf, useLink, type LinkPurpose } from './one_time_link.ts';
import { hashPassword } from './password_hash.ts';
import { letIn, type Entered } from './second_factor/enter.ts';
import { endSessionsOf } from './session.ts';
import {
  accountKey,
  callerOf,
  limitUnauthenticated,
  knownKey,
  personAtGate,
  resetShares,
  type Attempt,
} from './limits/shares.ts';

const PASSWORD_LINK_PURPOSES: readonly LinkPurpose[] = ['reset', 'invitation'];

/**
 * Result of requesting a password reset. `wait`: a rate limit is reached, or too many requests are queued;
 * try again after `seconds`.
 */
export type ResetResult = { kind: 'accepted' } | { kind: 'wait'; seconds: number };

/**
 * Requests a password reset. The job looks the address up, so that the answer and its timing do not reveal
 * whether an account exists. `resetShares` holds the limits: only accepted requests count, and strangers
 * elsewhere cannot use up the share of a browser or network that has signed in to the account before.
 *
 * @param device the cookie of `deviceOf`; undefined: the browser has none
 */
export async function requestPasswordReset(
  scope: Scope,
  { email, device }: { email: string; device?: string | undefined },
  origin: Origin,
): Promise<ResetResult> {
  if (!isEmail(email)) return { kind: 'accepted' };
  const account = accountKey(email);
  const attempt: Attempt = {
    account,
    network: networkOf(origin.ip ?? 'unknown'),
    device: deviceOf(scope, account, device),
  };
  const caller = callerOf(scope.viewer.subdomain_id, attempt, attempt.device !== null);
  try {
    await limitUnauthenticated(caller, async () => {
      const known = knownKey(attempt);
      const blocks = await readBlocks(scope.db, scope, [
        known,
        ...resetShares(attempt, false).map(({ key }) => key),
        ...resetShares(attempt, true).map(({ key }) => key),
      ]);
      const shares = resetShares(attempt, attempt.device !== null || blocks.has(known));
      const until = new Date(Math.max(...shares.map(({ key }) => blocks.get(key)?.getTime() ?? 0)));
      if (until > scope.now()) throw new ShareUsedUp(until, scope.now());
      await scope.write(async (tx) => {
        await charge(tx, scope, shares);
        await scope.services.tasks.enqueue(tx, passwordResetMail.name, {
          subdomain_id: scope.viewer.subdomain_id,
          email_address: email,
        });
      });
    });
    return { kind: 'accepted' };
  } catch (error) {
    if (error instanceof TooManyWaiting || error instanceof ShareUsedUp)
      return { kind: 'wait', seconds: error.seconds };
    throw error;
  }
}

/** Whom a reset or invitation is for. */
export interface PasswordLinkFacts {
  email: string;
  name: string;
  purpose: 'reset' | 'invitation';
  /** name of the workspace that it leads into */
  workspace: string;
  /** name of who invited them; null: the command line did, or it is a reset */
  invited_by: string | null;
  /** characters that a new password has at least in this workspace */
  min_characters: number;
}

/** Characters that a new password must have in a workspace. */
export async function passwordMinOf(db: Tx, subdomain_id: string): Promise<number> {
  const { password_min_characters } = await db
    .selectFrom('subdomains')
    .select('password_min_characters')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  return password_min_characters;
}

/**
 * Looks at a link without using it up.
 *
 * @returns null when it is used, expired or unknown, or the person is blocked or deleted
 */
export async function readPasswordLink(scope: Scope, token: unknown): Promise<PasswordLinkFacts | null> {
  const facts = await readFacts(scope, token);
  if (facts === null) return null;
  const { name: workspace, password_min_characters: min_characters } = await scope.db
    .selectFrom('subdomains')
    .select(['name', 'password_min_characters'])
    .where('id', '=', scope.viewer.subdomain_id)
    .executeTakeFirstOrThrow();
  const { email, name, purpose, inviter_id } = facts;
  const invited_by = purpose === 'invitation' ? await inviterOf(scope, inviter_id) : null;
  return { email, name, purpose, workspace, invited_by, min_characters };
}

async function readFacts(
  scope: Scope,
  token: unknown,
): Promise<
  | (Pick<PasswordLinkFacts, 'email' | 'name' | 'purpose'> & { user_id: string; inviter_id: string | null })
  | null
> {
  const link = await readLink(scope, token, PASSWORD_LINK_PURPOSES);
  if (!link) return null;
  const person = await scope.db
    .selectFrom('users')
    .select(['name', 'email_address', 'allowed_state', 'invited_by'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('id', '=', link.user_id)
    .executeTakeFirst();
  if (!person || person.allowed_state !== 'allowed') return null;
  return {
    user_id: link.user_id,
    email: person.email_address ?? '',
    name: person.name ?? '',
    purpose: link.purpose as PasswordLinkFacts['purpose'],
    inviter_id: person.invited_by,
  };
}

/**
 * Result of choosing a password. `done`: set; the caller then sets the device cookie for `account` (an
 * `accountKey`), and who was invited is let in by `entered`, which is null after a reset; `gone`: the link no
 * longer works; `wrong`: the password is refused, `message` says why.
 */
export type ChooseResult =
  | { kind: 'done'; account: string; entered: Entered | null }
  | { kind: 'gone' }
  | { kind: 'wrong'; message: string };

/**
 * Sets the password of the person whom a link belongs to, and their name when they were invited. Ends all
 * their sessions, revokes their other links and resets the failed sign-ins counted for their account. Who was invited
 * is signed in with it: a password that was chosen a moment ago proves nothing more by being typed again. After a
 * reset they sign in with the new one, since the link may have been asked for by someone else.
 *
 * @throws ProductError BAD_USER_INPUT for a name that is none; TooManyWaiting
 */
export async function choosePassword(
  scope: Scope,
  { token, password, name }: { token: unknown; password: unknown; name: unknown },
  origin: Origin,
): Promise<ChooseResult> {
  const facts = await readFacts(scope, token);
  if (!facts) return { kind: 'gone' };
  const isInvitation = facts.purpose === 'invitation';
  const chosenName = isInvitation ? readPersonName(name) : facts.name;
  const problem = passwordProblem(
    password,
    [facts.email, chosenName],
    await passwordMinOf(scope.db, scope.viewer.subdomain_id),
  );
  if (problem !== null) return { kind: 'wrong', message: problem };
  const password_hash = await hashPassword(
    password as string,
    personAtGate(scope.viewer.subdomain_id, facts.user_id),
  );

  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  return scope.write(async (tx) => {
    // lock the person before their links, in the same order as an address change (which revokes the links)
    await tx
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', facts.user_id)
      .forNoKeyUpdate()
      .execute();
    const link = await useLink(tx, scope, token, PASSWORD_LINK_PURPOSES);
    if (!link) return { kind: 'gone' };
    await tx
      .updateTable('users')
      // the link was mailed to the person's current address or handed over by the operator, so the address
      // counts as confirmed
      .set({
        password_hash,
        email_confirmed: true,
        email_confirmed_at: now,
        updated_at: now,
        ...(isInvitation ? { name: chosenName, permission_state: 'active' } : {}),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', link.user_id)
      .execute();
    await revokeLinksOf(tx, subdomain_id, link.user_id, now);
    await endSessionsOf(tx, subdomain_id, link.user_id);
    const account = accountKey(facts.email);
    await clearFailuresOf(tx, scope, account);
    const network = networkOf(origin.ip ?? 'unknown');
    await markKnown(tx, scope, knownKey({ account, network, device: null }));
    await auditAccount(tx, {
      subdomain_id,
      user_id: link.user_id,
      action: isInvitation ? 'invitation_accepted' : 'password_set',
      subject: null,
      origin,
    });
    const entered = isInvitation
      ? await letIn(tx, scope, { user_id: link.user_id, account, network }, 'invitation', origin)
      : null;
    return { kind: 'done', account, entered };
  });
}
