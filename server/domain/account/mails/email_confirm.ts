import type { Scope } from '../../../core/scope.ts';
import { noteHappening } from '../../../core/happenings.ts';
import { auditAccount, type Origin } from '../audit/audit.ts';
import { markKnown } from '../limits/login_backoff.ts';
import { networkOf } from '../limits/network.ts';
import { readLink, revokeLinksOf, useLink } from '../one_time_link.ts';
import { endSessionsOf } from '../session.ts';
import { isSameEmail, ownNewsMail } from './own_mails.ts';
import { accountKey, knownKey } from '../limits/shares.ts';

/** What following the link would do. */
export interface EmailLinkFacts {
  name: string;
  /** address that the person has now; '' when none */
  email: string;
  /** address that is to be confirmed */
  new_email: string;
}

/** Looks at a link without using it up. @returns null when it was used, has lapsed, was called off or never was */
export async function readEmailLink(scope: Scope, token: unknown): Promise<EmailLinkFacts | null> {
  const link = await readLink(scope, token, ['email']);
  if (!link) return null;
  const person = await scope.db
    .selectFrom('users')
    .select(['name', 'email_address', 'pending_email_address', 'allowed_state'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('id', '=', link.user_id)
    .executeTakeFirst();
  if (!person || person.pending_email_address === null || person.allowed_state !== 'allowed') return null;
  return {
    name: person.name ?? '',
    email: person.email_address ?? '',
    new_email: person.pending_email_address,
  };
}

/** The outcome. `done`: the account (`accountKey`) by its new name; `gone`: the link does not work any more; `taken`: someone else of the workspace has the address. */
export type ConfirmResult = { kind: 'done'; account: string } | { kind: 'gone' } | { kind: 'taken' };

/**
 * Makes the address that the link went to the person's own. It reads as confirmed; other open links of the person
 * end, since they went to the old address, which is told, and so do all sessions: who asked for the change may be
 * another than the one who follows the link. Signs no one in.
 */
export async function confirmEmail(scope: Scope, token: unknown, origin: Origin): Promise<ConfirmResult> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const link = await readLink(scope, token, ['email']);
  if (!link) return { kind: 'gone' };
  try {
    return await scope.write(async (tx) => {
      // first the person, then the links, as everywhere
      const person = await tx
        .selectFrom('users')
        .select(['email_address', 'pending_email_address', 'allowed_state'])
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', link.user_id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (
        !person ||
        person.pending_email_address === null ||
        person.allowed_state !== 'allowed' ||
        !(await useLink(tx, scope, token, ['email']))
      )
        return { kind: 'gone' };
      const email_address = person.pending_email_address;
      await tx
        .updateTable('users')
        .set({
          email_address,
          email_confirmed: true,
          email_confirmed_at: now,
          pending_email_address: null,
          pending_email_at: null,
          updated_at: now,
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', link.user_id)
        .execute();
      noteHappening(tx, 'user_updated', [link.user_id]);
      await revokeLinksOf(tx, subdomain_id, link.user_id, now);
      await auditAccount(tx, {
        subdomain_id,
        user_id: link.user_id,
        action: 'email_changed',
        subject: email_address,
        details: { old_email_address: person.email_address },
        origin,
      });
      await endSessionsOf(tx, subdomain_id, link.user_id);
      const account = accountKey(email_address);
      await markKnown(
        tx,
        scope,
        knownKey({ account, network: networkOf(origin.ip ?? 'unknown'), device: null }),
      );
      if (person.email_address !== null && !isSameEmail(person.email_address, email_address)) {
        const news = {
          what: 'email_changed',
          user_id: link.user_id,
          email_address: person.email_address,
          new_email_address: email_address,
          subdomain_id,
        };
        await scope.services.tasks.enqueue(tx, ownNewsMail.name, news);
      }
      return { kind: 'done', account };
    });
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    // nothing was done, so that the link still works when the other one has given the address up
    if (code === '23505' && constraint === 'users_email') return { kind: 'taken' };
    throw error;
  }
}
