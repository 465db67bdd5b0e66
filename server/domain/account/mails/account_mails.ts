import { emailKey } from '../../../../contract/email.ts';
import { displayName } from '../../../../contract/user_name.ts';
import { noticeMail } from '../../../text/mail_page.ts';
import type { Scope } from '../../../core/scope.ts';
import { defineTask } from '../../../core/task.ts';
import { auditAccount, NO_ORIGIN } from '../audit/audit.ts';
import { createLink, type LinkPurpose } from '../one_time_link.ts';
import { hashSecret } from '../secrets.ts';

/** Mails the link to choose a new password, if the address belongs to someone who may have one. */
export const passwordResetMail = defineTask<{ email_address: string }>({
  name: 'password_reset_mail',
  description: 'Send a password reset link',
  run: async ({ email_address }, { scope }) => {
    const person = await scope.db
      .selectFrom('users')
      .select([
        'id',
        'name',
        'email_address',
        'license_type',
        'allowed_state',
        'permission_state',
        'password_hash',
      ])
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where((where) => where(where.fn<string>('lower', ['email_address']), '=', emailKey(email_address)))
      .executeTakeFirst();
    // an end user without a password has nothing to reset; blocked people stay out
    if (
      !person ||
      person.allowed_state !== 'allowed' ||
      (person.license_type === 'none' && person.password_hash === null)
    )
      return;
    // who is invited has still to say their name
    await mailLink(
      scope,
      person,
      person.permission_state === 'invited' ? 'invitation' : 'reset',
      (workspace, address) => ({
        subject: `Choose a new password for ${workspace}`,
        lines: [
          `Someone, most likely you, asked to reset the password for ${workspace}.`,
          'Choose a new one with this link. It works once:',
          address,
          'If you didn’t ask for this, ignore this email. Your password stays the same.',
        ],
      }),
    );
  },
});

/** Mails the link with which an invited person sets name and password. */
export const invitationMail = defineTask<{ user_id: string }>({
  name: 'invitation_mail',
  description: 'Send an invitation',
  run: async ({ user_id }, { scope }) => {
    const person = await scope.db
      .selectFrom('users')
      .select(['id', 'name', 'email_address', 'allowed_state', 'permission_state', 'invited_by'])
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('id', '=', user_id)
      .executeTakeFirst();
    // meanwhile removed, blocked, or in already
    if (
      !person ||
      person.email_address === null ||
      person.allowed_state !== 'allowed' ||
      person.permission_state !== 'invited'
    )
      return;
    const inviter = await inviterOf(scope, person.invited_by);
    await mailLink(scope, person, 'invitation', (workspace, address) => ({
      subject: inviter === null ? `You’re invited to ${workspace}` : `${inviter} invited you to ${workspace}`,
      lines: [
        `${inviter === null ? 'You’re invited' : `${inviter} invited you`} to ${workspace}, where your team collects customer feedback.`,
        'Choose your password with this link. It works once, for 7 days:',
        address,
      ],
    }));
  },
});

/** Name of who invited someone; null: the command line did. @param invited_by as it stands in the row of who is invited */
export async function inviterOf(scope: Scope, invited_by: string | null): Promise<string | null> {
  if (invited_by === null) return null;
  const inviter = await scope.db
    .selectFrom('users')
    .select(['name', 'email_address'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('id', '=', invited_by)
    .executeTakeFirst();
  return inviter === undefined ? null : displayName(inviter) || null;
}

/**
 * Makes a link and mails it. The token stands in the mail alone: neither the job nor the log knows it.
 * A second try makes a new link, so a mail may come twice, and the links in both work. Nothing is sent when
 * the person has another address meanwhile: the link would confirm an address that never got it.
 */
async function mailLink(
  scope: Scope,
  person: { id: string; name: string | null; email_address: string | null },
  purpose: Extract<LinkPurpose, 'reset' | 'invitation'>,
  write: (workspace: string, address: string) => { subject: string; lines: string[] },
): Promise<void> {
  const { subdomain_id } = scope.viewer;
  const workspace = await scope.db
    .selectFrom('subdomains')
    .select(['key', 'name'])
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  const token = await scope.write(async (tx) => {
    // held, so that a change of the address either comes before and is seen, or comes after and ends the link
    const now = await tx
      .selectFrom('users')
      .select('email_address')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', person.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (now?.email_address !== person.email_address) return null;
    await auditAccount(tx, {
      subdomain_id,
      user_id: null,
      action: purpose === 'reset' ? 'password_reset_requested' : 'invitation_sent',
      subject: person.email_address,
      origin: NO_ORIGIN,
    });
    return createLink(tx, scope, purpose, person.id);
  });
  if (token === null) return;
  const address = passwordAddress(scope.services.publicUrl(workspace.key), token);
  const { subject, lines } = write(workspace.name, address);
  await scope.services.mail.send({
    to: { name: person.name, email_address: person.email_address! },
    subject,
    ...noticeMail({
      workspace: workspace.name,
      heading: subject,
      lines: [`Hello ${displayName(person)},`, ...lines],
      link: { label: purpose === 'reset' ? 'Choose a password' : 'Join the team', url: address },
    }),
    message_id: `${purpose}-${hashSecret(token).toString('hex').slice(0, 24)}`,
  });
}

/** Address of the page on which a reset or invitation is followed. */
export function passwordAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/admin/password?token=${token}`;
}
