import { emailKey, isEmail } from '../../../contract/email.ts';
import { passwordProblem } from '../../../contract/password.ts';
import type { Scope } from '../../core/scope.ts';
import { passwordResetMail } from './account_mails.ts';
import { auditAccount, type Origin } from './audit.ts';
import { countFailure } from './delays.ts';
import { readPersonName } from './names.ts';
import { readLink, revokeLinksOf, useLink, type LinkPurpose } from './one_time_link.ts';
import { hashPassword } from './password_hash.ts';
import { hashSecret } from './secrets.ts';
import { endSessionsOf } from './session.ts';

const HOUR_MS = 3_600_000;
/** More mails than this per account and hour help nobody; further requests are taken and dropped. */
const RESET_MAILS_PER_HOUR = 3;

const CHOOSING: readonly LinkPurpose[] = ['reset', 'invitation'];

/**
 * Takes the wish for a new password. Whether the address is somebody's is found out by the job, so that
 * the answer and its time are the same for every address.
 */
export async function requestPasswordReset(scope: Scope, email: string): Promise<void> {
  if (!isEmail(email)) return;
  const key = `reset ${hashSecret(emailKey(email)).toString('hex').slice(0, 32)}`;
  await scope.write(async (tx) => {
    const asked = await countFailure(tx, scope, key, { free: Number.POSITIVE_INFINITY, forgottenMs: HOUR_MS });
    if (asked > RESET_MAILS_PER_HOUR) return;
    await scope.services.tasks.enqueue(tx, passwordResetMail.name, { subdomain_id: scope.viewer.subdomain_id, email_address: email });
  });
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

async function readFacts(scope: Scope, token: unknown): Promise<(PasswordLinkFacts & { user_id: string }) | null> {
  const link = await readLink(scope, token, CHOOSING);
  if (!link) return null;
  const person = await scope.db
    .selectFrom('users')
    .select(['name', 'email_address', 'allowed_state'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('id', '=', link.user_id)
    .executeTakeFirst();
  if (!person || person.allowed_state !== 'allowed') return null;
  return { user_id: link.user_id, email: person.email_address ?? '', name: person.name ?? '', purpose: link.purpose as PasswordLinkFacts['purpose'] };
}

/** What came of choosing a password. `gone`: the link does not work any more; `wrong`: the password is not good. */
export type ChooseResult = { kind: 'done' } | { kind: 'gone' } | { kind: 'wrong'; message: string };

/**
 * Sets the password of the person whom a link belongs to, and his name when he was invited. Ends his other
 * sessions and links. Does not sign in: that is done with the new password, so that no link stands in for it.
 *
 * @throws ProductError BAD_USER_INPUT for a name that is none
 */
export async function choosePassword(scope: Scope, { token, password, name }: { token: unknown; password: unknown; name: unknown }, origin: Origin): Promise<ChooseResult> {
  const facts = await readFacts(scope, token);
  if (!facts) return { kind: 'gone' };
  const isInvitation = facts.purpose === 'invitation';
  const chosenName = isInvitation ? readPersonName(name) : facts.name;
  const problem = passwordProblem(password, [facts.email, chosenName]);
  if (problem !== null) return { kind: 'wrong', message: problem };
  const password_hash = await hashPassword(password as string);

  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  return scope.write(async (tx) => {
    // first the person, then his links, as a change of his address does: it ends the links
    await tx.selectFrom('users').select('id').where('subdomain_id', '=', subdomain_id).where('id', '=', facts.user_id).forNoKeyUpdate().execute();
    const link = await useLink(tx, scope, token, CHOOSING);
    if (!link) return { kind: 'gone' };
    await tx
      .updateTable('users')
      // the link came to the address that the person has now, or from who runs the server
      .set({ password_hash, email_confirmed: true, updated_at: now, ...(isInvitation ? { name: chosenName, permission_state: 'active' } : {}) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', link.user_id)
      .execute();
    await revokeLinksOf(tx, subdomain_id, link.user_id, now);
    await endSessionsOf(tx, subdomain_id, link.user_id);
    await auditAccount(tx, { subdomain_id, user_id: link.user_id, action: isInvitation ? 'invitation_accepted' : 'password_set', subject: null, origin });
    return { kind: 'done' };
  });
}
