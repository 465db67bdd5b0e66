import { isEmail } from '../../../contract/email.ts';
import { passwordProblem } from '../../../contract/password.ts';
import type { Scope } from '../../core/scope.ts';
import { passwordResetMail } from './mails/account_mails.ts';
import { auditAccount, type Origin } from './audit.ts';
import { charge, clearFailuresOf, markKnown, readBlocks, ShareUsedUp } from './limits/login_backoff.ts';
import { deviceOf } from './device.ts';
import { TooManyWaiting, type Caller } from './limits/semaphore.ts';
import { readPersonName } from './hosts/names.ts';
import { networkOf } from './limits/network.ts';
import { readLink, revokeLinksOf, useLink, type LinkPurpose } from './one_time_link.ts';
import { hashPassword } from './password_hash.ts';
import { endSessionsOf } from './session.ts';
import { accountKey, atDoor, deviceKey, knownKey, resetShares, type Attempt } from './limits/shares.ts';

const CHOOSING: readonly LinkPurpose[] = ['reset', 'invitation'];

/** What came of a wish for a new password. `wait`: enough was asked for by this caller, or for this account. */
export type ResetResult = { kind: 'taken' } | { kind: 'wait'; seconds: number };

/**
 * Takes the wish for a new password. Whether the address is somebody's is found out by the job, so that
 * the answer and its time are the same for every address. How much may be asked for stands in `resetShares`:
 * only what is taken counts, and nobody uses up the share of a browser or network that the account knows.
 *
 * @param device the cookie of `deviceOf`; undefined: the browser has none
 */
export async function requestPasswordReset(
  scope: Scope,
  { email, device }: { email: string; device?: string | undefined },
  origin: Origin,
): Promise<ResetResult> {
  if (!isEmail(email)) return { kind: 'taken' };
  const account = accountKey(email);
  const attempt: Attempt = {
    account,
    network: networkOf(origin.ip ?? 'unknown'),
    device: deviceOf(scope, account, device),
  };
  const caller: Caller =
    attempt.device === null
      ? { key: attempt.network, isKnown: false }
      : { key: deviceKey(attempt), isKnown: true };
  try {
    await atDoor(caller, async () => {
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
    return { kind: 'taken' };
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
}

/** Looks at a link without using it up. @returns null when it was used, has lapsed or never was */
export async function readPasswordLink(scope: Scope, token: unknown): Promise<PasswordLinkFacts | null> {
  const facts = await readFacts(scope, token);
  return facts && { email: facts.email, name: facts.name, purpose: facts.purpose };
}

async function readFacts(
  scope: Scope,
  token: unknown,
): Promise<(PasswordLinkFacts & { user_id: string }) | null> {
  const link = await readLink(scope, token, CHOOSING);
  if (!link) return null;
  const person = await scope.db
    .selectFrom('users')
    .select(['name', 'email_address', 'allowed_state'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('id', '=', link.user_id)
    .executeTakeFirst();
  if (!person || person.allowed_state !== 'allowed') return null;
  return {
    user_id: link.user_id,
    email: person.email_address ?? '',
    name: person.name ?? '',
    purpose: link.purpose as PasswordLinkFacts['purpose'],
  };
}

/**
 * What came of choosing a password. `done`: the account (`accountKey`) that the browser is known for from now on;
 * `gone`: the link does not work any more; `wrong`: the password is not good.
 */
export type ChooseResult =
  | { kind: 'done'; account: string }
  | { kind: 'gone' }
  | { kind: 'wrong'; message: string };

/**
 * Sets the password of the person whom a link belongs to, and their name when they were invited. Ends their other
 * sessions and links, and whatever strangers' wrong passwords have used up at their account. Does not sign in: that is done with the new password, so that no link stands in for it.
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
  const problem = passwordProblem(password, [facts.email, chosenName]);
  if (problem !== null) return { kind: 'wrong', message: problem };
  const password_hash = await hashPassword(password as string, {
    key: `person ${scope.viewer.subdomain_id} ${facts.user_id}`,
    isKnown: true,
  });

  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  return scope.write(async (tx) => {
    // first the person, then their links, as a change of their address does: it ends the links
    await tx
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', facts.user_id)
      .forNoKeyUpdate()
      .execute();
    const link = await useLink(tx, scope, token, CHOOSING);
    if (!link) return { kind: 'gone' };
    await tx
      .updateTable('users')
      // the link came to the address that the person has now, or from who runs the server
      .set({
        password_hash,
        email_confirmed: true,
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
    await markKnown(
      tx,
      scope,
      knownKey({ account, network: networkOf(origin.ip ?? 'unknown'), device: null }),
    );
    await auditAccount(tx, {
      subdomain_id,
      user_id: link.user_id,
      action: isInvitation ? 'invitation_accepted' : 'password_set',
      subject: null,
      origin,
    });
    return { kind: 'done', account };
  });
}
