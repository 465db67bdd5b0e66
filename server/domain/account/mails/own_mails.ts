import { emailKey } from '../../../../contract/email.ts';
import { displayName } from '../../../../contract/user_name.ts';
import { noticeMail } from '../../../text/mail_page.ts';
import type { Scope } from '../../../core/scope.ts';
import { MailRefused } from '../../../services/mail.ts';
import { defineTask } from '../../../core/task.ts';
import { auditAccount, NO_ORIGIN } from '../audit/audit.ts';
import { createLink } from '../one_time_link.ts';
import { hashSecret } from '../secrets.ts';

/** Where own sessions, password and address are kept, under the workspace's own address. */
const PROFILE_PATH = '/admin/settings/profile';

/** Mails the link that makes a new address someone's own, to that address. */
export const emailConfirmMail = defineTask<{ user_id: string; email_address: string }>({
  name: 'email_confirm_mail',
  description: 'Send the link that confirms a new email',
  run: async ({ user_id, email_address }, { scope }) => {
    const { subdomain_id } = scope.viewer;
    const token = await scope.write(async (tx) => {
      // held, so that another wish or its end either comes before and is seen, or comes after and ends the link
      const person = await tx
        .selectFrom('users')
        .select(['pending_email_address', 'allowed_state'])
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', user_id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (person?.pending_email_address !== email_address || person.allowed_state !== 'allowed') return null;
      await auditAccount(tx, {
        subdomain_id,
        user_id,
        action: 'email_confirmation_sent',
        subject: email_address,
        origin: NO_ORIGIN,
      });
      return createLink(tx, scope, 'email', user_id);
    });
    if (token === null) return;
    const { workspace, base } = await readAbout(scope, user_id);
    const address = `${base}/admin/email?token=${token}`;
    await scope.services.mail.send({
      // the address may be anybody's: nothing that the person wrote themselves goes there, such as their name
      to: { name: null, email_address },
      subject: `Confirm your email for ${workspace}`,
      ...noticeMail({
        workspace,
        heading: `Confirm your email for ${workspace}`,
        lines: [
          'Hello,',
          `Confirm that you want to sign in to ${workspace} with ${email_address}. This link works once, for 24 hours:`,
          address,
          'If you didn’t ask for this, ignore this email. Nothing will change.',
        ],
        link: { label: 'Confirm email', url: address },
      }),
      message_id: `email-${hashSecret(token).toString('hex').slice(0, 24)}`,
    });
  },
});

/** What someone is told about their own account, at the address that they had. */
type OwnNews = { user_id: string; email_address: string } & (
  | { what: 'password'; from: string }
  | { what: 'second_factor_on' | 'second_factor_off' | 'passkey_added' }
  | { what: 'second_factor_reset'; by: string }
  | { what: 'email_wanted'; new_email_address: string }
  | { what: 'email_changed'; new_email_address: string }
  | { what: 'email_changed_by'; new_email_address: string | null; by: string }
);

const HELP = 'If this wasn’t you, tell a workspace owner or your administrator right away.';

/** Tells someone that password or address of their account was changed, and what to do when it was not them. */
export const ownNewsMail = defineTask<OwnNews>({
  name: 'own_news_mail',
  description: 'Tell someone that their password, email or two-step sign-in was changed',
  run: async (news, { scope }) => {
    const { person, workspace, base } = await readAbout(scope, news.user_id);
    const profile = `${base}${PROFILE_PATH}`;
    const reset = `${base}/admin/reset`;
    const { subject, lines, link } = ((): {
      subject: string;
      lines: string[];
      link: { label: string; url: string };
    } => {
      switch (news.what) {
        case 'password':
          return {
            subject: `Your password for ${workspace} was changed`,
            lines: [
              `Your password for ${workspace} was changed${news.from}. Your other sessions have ended.`,
              'If this wasn’t you, reset your password right away and tell a workspace owner:',
              reset,
            ],
            link: { label: 'Choose a new password', url: reset },
          };
        case 'second_factor_on':
          return {
            subject: `Two-step sign-in is on for ${workspace}`,
            lines: [
              `From now on a code is asked for when you sign in to ${workspace}.`,
              'Keep your recovery codes in a safe place: each of them works once, should you lose your phone.',
              HELP,
            ],
            link: { label: 'Open your profile', url: profile },
          };
        case 'second_factor_off':
          return {
            subject: `Two-step sign-in is off for ${workspace}`,
            lines: [
              `You turned two-step sign-in off: your password alone signs you in to ${workspace}.`,
              'If this wasn’t you, choose a new password, turn two-step sign-in on again and end your other sessions:',
              profile,
            ],
            link: { label: 'Open your profile', url: profile },
          };
        case 'passkey_added':
          return {
            subject: `A passkey was added for ${workspace}`,
            lines: [
              `From now on a new passkey can be used in place of a code when you sign in to ${workspace}.`,
              'If this wasn’t you, choose a new password, remove the passkey and end your other sessions:',
              profile,
            ],
            link: { label: 'Open your profile', url: profile },
          };
        case 'second_factor_reset':
          return {
            subject: `Two-step sign-in was reset for ${workspace}`,
            lines: [
              `${news.by} reset two-step sign-in for your account at ${workspace}, and your sessions there have ended. Set it up again on your profile page once you have signed in:`,
              profile,
              'If you didn’t ask for this, tell a workspace owner or your administrator right away.',
            ],
            link: { label: 'Open your profile', url: profile },
          };
        case 'email_wanted':
          return {
            subject: `New email for your account at ${workspace}`,
            lines: [
              `Someone who is signed in as you, most likely you, wants to use ${news.new_email_address} instead of this email. It changes once the link we sent there is opened.`,
              'If this wasn’t you, cancel the change on your profile page, choose a new password there and end the other sessions:',
              profile,
            ],
            link: { label: 'Open your profile', url: profile },
          };
        case 'email_changed':
          return {
            subject: `Your email for ${workspace} was changed`,
            lines: [
              `You now sign in to ${workspace} with ${news.new_email_address}. This email no longer works there.`,
              HELP,
              reset,
            ],
            link: { label: `Open ${workspace}`, url: reset },
          };
        case 'email_changed_by':
          return {
            subject: `Your email for ${workspace} was changed`,
            lines: [
              `${news.by} changed your email at ${workspace} from this one to ${news.new_email_address ?? 'none'}. Sign in with the new one.`,
              'If you didn’t expect this, ask them, or tell a workspace owner or your administrator.',
              reset,
            ],
            link: { label: `Open ${workspace}`, url: reset },
          };
      }
    })();
    await scope.services.mail
      .send({
        to: { name: person.name, email_address: news.email_address },
        subject,
        ...noticeMail({
          workspace,
          heading: subject,
          lines: [`Hello ${displayName(person)},`, ...lines],
          link,
        }),
        message_id: `account-${hashSecret(
          `${scope.viewer.subdomain_id} ${JSON.stringify(news)} ${scope.now().toISOString().slice(0, 13)}`,
        )
          .toString('hex')
          .slice(0, 24)}`,
      })
      .catch((error: unknown) => {
        // the old address may not exist any more
        if (!(error instanceof MailRefused && error.outcome === 'refused')) throw error;
      });
  },
});

async function readAbout(
  scope: Scope,
  user_id: string,
): Promise<{
  person: { name: string | null; email_address: string | null };
  workspace: string;
  base: string;
}> {
  const { subdomain_id } = scope.viewer;
  const person = await scope.db
    .selectFrom('users')
    .select(['name', 'email_address'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const { key, name } = await scope.db
    .selectFrom('subdomains')
    .select(['key', 'name'])
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  return { person, workspace: name, base: scope.services.publicUrl(key) };
}

/** Whether two addresses are the same to a person: capitals do not matter. */
export function isSameEmail(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : emailKey(a) === emailKey(b);
}
