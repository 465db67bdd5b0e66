import { sql } from 'kysely';
import { displayName } from '../../../../contract/user_name.ts';
import { recordAudit } from '../../../core/activity.ts';
import { nextUpdatedAt } from '../../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../../core/command.ts';
import { badInput, badRequest, type ProductError } from '../../../core/errors.ts';
import { noticeMail } from '../../../text/mail_page.ts';
import type { Scope } from '../../../core/scope.ts';
import { DnsUnavailable } from '../../../services/dns.ts';
import { MailRefused } from '../../../services/mail.ts';
import { rejectDuplicate } from '../../../core/unique.ts';
import { defineTask } from '../../../core/task.ts';
import { isOwner } from '../../../core/viewer.ts';
import { announceAccountChange } from '../announce.ts';
import { readSubdomain, subdomainShape } from '../current.ts';
import { hostProofRecord } from './host_proof.ts';
import { hashSecret } from '../secrets.ts';

/** Look-ups that a workspace may ask for within ten minutes. */
const CHECKS_MAX = 20;

/** Whose the name is is not told, nor that it is someone's to who has not proved it. */
const taken = (): ProductError =>
  badInput('cname', 'This host name cannot be used. Choose another one.', { reason: 'taken' });

/**
 * Looks at the DNS record of the workspace's own host name now; from then on the name counts for serving and for
 * links without a credential. The look-up comes before the transaction, which waits for nothing outside.
 */
export const subdomainHostCheck = defineCommand({
  name: 'subdomain_host_check',
  description:
    "Looks at the DNS record that proves the workspace's own host name. Once it is found, the name leads to the workspace. The owner's alone.",
  requires: isOwner,
  input: {},
  returns: { type: 'Subdomain' },
  shapes: [subdomainShape],
  prepare: async (_input, scope) => {
    const { viewer, services } = scope;
    const cname = await beginCheck(scope);
    const { name, value } = hostProofRecord(services, viewer.subdomain_id, cname);
    let texts: string[];
    try {
      texts = await services.dns.textsOf(name);
    } catch (error) {
      if (error instanceof DnsUnavailable)
        throw badRequest(`The DNS servers gave no answer about ${name}. Try again in a few minutes.`, {
          field: 'cname',
          reason: 'dns',
        });
      throw error;
    }
    if (texts.some((text) => text.trim() === value)) return { cname };
    const found =
      texts[0] === undefined
        ? `No TXT record was found at ${name}`
        : `The TXT record at ${name} says "${texts[0].slice(0, 100)}"`;
    throw badInput(
      'cname',
      `${found}. Add one that says ${value}, and try again; a new record can take an hour to be seen.`,
      { reason: 'not_proved' },
    );
  },
  run: async (_input, context, { cname }) => {
    const { tx, subdomain_id, viewer, services, now } = context;
    const row = await tx
      .selectFrom('subdomains')
      .selectAll()
      .where('id', '=', subdomain_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (row.cname !== cname)
      throw badInput('cname', 'The host name was changed in the meantime. Check the new one.', {
        reason: 'changed',
        httpStatus: 409,
      });
    if (row.cname_proved_at === null) {
      await rejectDuplicate(
        'subdomains_proved_cname',
        taken,
        tx
          .updateTable('subdomains')
          .set({ cname_proved_at: now, updated_at: nextUpdatedAt(row, now) })
          .where('id', '=', subdomain_id)
          .execute(),
      );
      await announceAccountChange(tx, { about: 'workspace', subdomain_id });
      await context.audit('subdomain_host_proved', subdomain_id, { cname });
      await tellOfHost(context.enqueue, { what: 'proved', host: cname, by: viewer.display_name });
    }
    return readSubdomain(tx, viewer, services);
  },
});

/** Notes that the check was asked for, within its limit. @returns the name to look at @throws ProductError */
function beginCheck(scope: Scope): Promise<string> {
  const { viewer } = scope;
  return scope.write(async (tx) => {
    const { cname } = await tx
      .selectFrom('subdomains')
      .select('cname')
      .where('id', '=', viewer.subdomain_id)
      .executeTakeFirstOrThrow();
    if (cname === null)
      throw badInput('cname', 'The workspace has no host name of its own. Set one first.', {
        reason: 'required',
      });
    const { rows } = await sql<{ n: number }>`
select count(*)::int as n from audit_entries a where a.subdomain_id = ${viewer.subdomain_id} and a.action = 'subdomain_host_check' and a.created_at > now() - interval '10 minutes'`.execute(
      tx,
    );
    if (rows[0]!.n >= CHECKS_MAX)
      throw badRequest('You’ve checked the record many times. Wait a few minutes.', {
        reason: 'too_many',
        httpStatus: 429,
      });
    await recordAudit(tx, viewer, 'subdomain_host_check', viewer.subdomain_id, { cname });
    return cname;
  });
}

/** What happened to a host name; `by`: name of who did it. */
type HostNews = { what: 'set' | 'proved' | 'removed' | 'vouched'; host: string; by: string };

/** Asks for the mail that tells the owner, in the open transaction. */
export async function tellOfHost(enqueue: CommandContext['enqueue'], news: HostNews): Promise<void> {
  await enqueue(hostNewsMail, news);
}

const NEWS: Readonly<Record<HostNews['what'], (news: HostNews, workspace: string) => string>> = {
  set: ({ host, by }, workspace) =>
    `${by} set ${host} as the host name of ${workspace}. It will lead to the workspace once its DNS record has been checked.`,
  proved: ({ host, by }, workspace) =>
    `${by} checked the DNS record of ${host}. From now on, ${host} leads to ${workspace}.`,
  removed: ({ host, by }, workspace) =>
    `${by} removed ${host}, which was the host name of ${workspace}. It no longer leads there.`,
  vouched: ({ host, by }, workspace) =>
    `${by} set ${host} as the host name of ${workspace}. From now on, it leads there.`,
};

/** Tells the owners that the host name of their workspace was set, counts, or is gone. */
export const hostNewsMail = defineTask<HostNews>({
  name: 'host_news_mail',
  description: 'Tell owners that the host name was changed',
  run: async (news, { scope }) => {
    const { subdomain_id } = scope.viewer;
    const workspace = await scope.db
      .selectFrom('subdomains')
      .select(['key', 'name'])
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    const owners = await scope.db
      .selectFrom('users')
      .select(['id', 'name', 'email_address'])
      .where('subdomain_id', '=', subdomain_id)
      .where('license_type', '=', 'owner')
      .where('allowed_state', '=', 'allowed')
      .where('email_address', 'is not', null)
      .orderBy('id')
      .execute();
    const subject = `The host name of ${workspace.name} was changed`;
    const address = `${scope.services.publicUrl(workspace.key)}/admin`;
    for (const owner of owners) {
      const mail = {
        to: { name: owner.name, email_address: owner.email_address! },
        subject,
        ...noticeMail({
          workspace: workspace.name,
          heading: subject,
          lines: [
            `Hello ${displayName(owner)},`,
            NEWS[news.what](news, workspace.name),
            'Links to sign in or set a password never use the workspace’s own host name.',
            'If you don’t know about this, sign in, choose a new password and end sessions you don’t recognize. Then ask your administrator to remove the host name.',
            address,
          ],
          link: { label: `Open ${workspace.name}`, url: address },
        }),
        message_id: `host-${hashSecret(
          `${subdomain_id} ${owner.id} ${JSON.stringify(news)} ${scope.now().toISOString().slice(0, 13)}`,
        )
          .toString('hex')
          .slice(0, 24)}`,
      };
      await scope.services.mail.send(mail).catch((error: unknown) => {
        // an address that takes no mail keeps the news from no other owner
        if (!(error instanceof MailRefused && error.outcome === 'refused')) throw error;
      });
    }
  },
});
