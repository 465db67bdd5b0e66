import { sql } from 'kysely';
import { hasFeature } from '../../../contract/permissions.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Tx } from '../../sql/kysely.ts';
import { BULK_KINDS, type MailingKind } from './mailing.ts';
import { carrierOf, linksIn, type Carrier, type MailContent, type SampleMail } from './content.ts';
import { candidates, type Audience } from './recipients.ts';
import { jobKey, sendMailing } from './send.ts';

/** A mailing that is asked for. */
export interface MailingRequest {
  kind: MailingKind;
  /** those who follow an idea, or people by id (who must have an address) */
  to: { audience: Audience } | { users: readonly string[] };
  subject: string;
  content: MailContent;
  suggestion_id?: string;
  status_update_id?: string;
  internal_status_update_id?: string;
  supporter_message_id?: string;
  from_email?: string | null;
  reply_to?: string | null;
  /** it shows what another mail would say, as a test */
  sample?: SampleMail;
  /** it waits so that it can be called back; bulk mail does when not given */
  canBeCalledBack?: boolean;
}

/** A mailing that was written down. */
export interface CreatedMailing {
  id: string;
  expected_count: number;
}

type Context = Pick<CommandContext, 'tx' | 'subdomain_id' | 'viewer' | 'now' | 'services' | 'enqueue'>;

/** Settings of a workspace that mail depends on. */
export async function mailSettings(tx: Tx, subdomain_id: string) {
  const row = await tx
    .selectFrom('subdomains')
    .select([
      'key',
      'name',
      'features',
      'from_email',
      'from_domain',
      'from_domain_verified',
      'prevent_email_notifications',
      'mail_tracking',
    ])
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    mailOff: row.prevent_email_notifications || hasFeature(row.features, 'prevent_email_notifications'),
  };
}

const isBulk = (kind: MailingKind): boolean => (BULK_KINDS as readonly string[]).includes(kind);

/**
 * Writes a mailing down in the open transaction: itself, each recipient once in one statement, the
 * links that are followed through it, and the job that sends it when its time comes. From here on
 * who gets it stands fast; only those who turn out not to want it are still left out.
 */
export async function createMailing(context: Context, request: MailingRequest): Promise<CreatedMailing> {
  const { tx, subdomain_id, viewer, now, services } = context;
  const {
    kind,
    to,
    subject,
    content,
    sample,
    canBeCalledBack = isBulk(kind),
    from_email = null,
    reply_to = null,
    ...about
  } = request;
  const settings = await mailSettings(tx, subdomain_id);
  const send_after = canBeCalledBack ? new Date(now.getTime() + services.mail.undoSeconds * 1000) : now;
  const { id } = await tx
    .insertInto('mailings')
    .values({
      subdomain_id,
      kind,
      ...about,
      user_id: viewer.user_id,
      at_most_once: isBulk(kind),
      subject,
      from_email,
      reply_to,
      details: JSON.stringify({
        content,
        tracked: isBulk(kind) && settings.mail_tracking,
        ...(sample === undefined ? {} : { sample }),
      }),
      send_after,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  const recipients =
    'audience' in to
      ? sql`select r.user_id, r.email_address from (${candidates(subdomain_id, { suggestion_id: about.suggestion_id!, audience: to.audience, mailOff: settings.mailOff, author: viewer.user_id })}) r where r.reason is null`
      : sql`select u.id as user_id, u.email_address from users u where u.subdomain_id = ${subdomain_id} and u.id = any(${[...to.users]}::bigint[]) and coalesce(u.email_address, '') <> '' and u.allowed_state = 'allowed'`;
  const { numAffectedRows } = await sql`
insert into deliveries (subdomain_id, mailing_id, user_id, email_address, due_at, created_at)
select ${subdomain_id}::bigint, ${id}::bigint, r.user_id, r.email_address, ${send_after}::timestamptz, ${now}::timestamptz
from (${recipients}) r
on conflict do nothing`.execute(tx);
  const expected_count = Number(numAffectedRows ?? 0);

  await tx
    .updateTable('mailings')
    .set({ expected_count, ...(expected_count === 0 ? { state: 'done' } : {}) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .execute();
  const counted = {
    expected_send_count: expected_count,
    ...(settings.mail_tracking ? { mail_opened_count: 0, mail_clicked_count: 0 } : {}),
  };
  await setOnRecord(tx, subdomain_id, about, counted);
  await writeLinks(tx, subdomain_id, id, content);
  if (expected_count > 0)
    await context.enqueue(sendMailing, { mailing_id: id }, { startAfter: send_after, key: jobKey(id) });
  return { id, expected_count };
}

/** Sets numbers on the record that carries a mailing. */
async function setOnRecord(
  tx: Tx,
  subdomain_id: string,
  about: Carrier,
  values: { expected_send_count: number; mail_opened_count?: number; mail_clicked_count?: number },
): Promise<void> {
  const carrier = carrierOf(about);
  if (carrier)
    await tx
      .updateTable(carrier.table)
      .set(values)
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', carrier.id)
      .execute();
}

/** Writes down where the links of a mailing lead; those that are there stay. */
async function writeLinks(
  tx: Tx,
  subdomain_id: string,
  mailing_id: string,
  content: MailContent,
): Promise<void> {
  const links = linksIn(content);
  if (links.length === 0) return;
  await sql`
insert into mail_links (subdomain_id, mailing_id, url)
select ${subdomain_id}::bigint, ${mailing_id}::bigint, d.url from unnest(${links}::text[]) as d (url)
on conflict do nothing`.execute(tx);
}

/**
 * The text of a record was edited: its mail says the new one when it has not begun to go out yet
 * (who edits within the time of calling back mends a slip); later it stays as it was sent (DEC-096).
 */
export async function rewriteMailing(
  tx: Tx,
  subdomain_id: string,
  about: Carrier,
  html: string | null,
): Promise<void> {
  const carrier = carrierOf(about)!;
  const column =
    carrier.table === 'status_updates'
      ? 'status_update_id'
      : carrier.table === 'internal_status_updates'
        ? 'internal_status_update_id'
        : 'supporter_message_id';
  const row = await tx
    .selectFrom('mailings')
    .select(['id', 'details'])
    .where('subdomain_id', '=', subdomain_id)
    .where(column, '=', carrier.id)
    .where('kind', 'in', ['status_update', 'internal_status_update', 'supporter_message'])
    .where('state', '=', 'waiting')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return;
  const details = row.details as { content: MailContent };
  const content = { ...details.content, html };
  await tx
    .updateTable('mailings')
    .set({ details: JSON.stringify({ ...details, content }) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', row.id)
    .execute();
  await writeLinks(tx, subdomain_id, row.id, content);
}
