import { ASKED_EVERY_DAYS } from '../../../contract/satisfaction_report.ts';
import { displayName } from '../../../contract/user_name.ts';
import { addresses as places } from '../../../contract/notifications.ts';
import { automaticReplyAddress } from '../../../contract/reply_address.ts';
import { scanHtml } from '../../../contract/rich_text.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../db/tables.ts';
import type { Scope } from '../../core/scope.ts';
import type { OutgoingMail } from '../../services/mail.ts';
import { readMailKey } from '../account/mails/mail_key.ts';
import { composeMail, type MailAddresses } from './template.ts';
import { mailToken, replyAddress, type MailPurpose } from './tokens.ts';
import { BULK_KINDS, type MailingKind } from './mailing.ts';
import { sentAddress, type Carrier, type MailContent, type SampleMail } from './content.ts';

/** What composing needs of a mailing's row. */
export interface MailingRow extends Carrier {
  id: string;
  kind: string;
  suggestion_id: string | null;
  user_id: string | null;
  subject: string;
  from_email: string | null;
  reply_to: string | null;
  details: unknown;
}

/** Who gets one mail. */
export interface DeliveryRow {
  id: string;
  user_id: string | null;
  email_address: string;
  /** null: not known */
  name: string | null;
}

const KICKERS: Partial<Record<MailingKind, string>> = {
  status_update: 'Update on an idea you’re subscribed to',
  internal_status_update: 'Internal update on an idea',
  supporter_message: 'Message about an idea you’re subscribed to',
  split_notice: 'About an idea you’re subscribed to',
  ticket_reply: 'Reply to your question',
  rating_request: 'One question',
};
const BECAUSE: Partial<Record<MailingKind, (workspace: string) => string>> = {
  status_update: (workspace) => `You get this email because you’re subscribed to this idea in ${workspace}.`,
  supporter_message: (workspace) =>
    `You get this email because you’re subscribed to this idea in ${workspace}.`,
  split_notice: (workspace) => `You get this email because you’re subscribed to this idea in ${workspace}.`,
  ticket_reply: (workspace) =>
    `You get this email because you wrote to ${workspace}. Answer it to write back.`,
  rating_request: (workspace) =>
    `You get this email because ${workspace} asks its customers how content they are, each at most once in ${ASKED_EVERY_DAYS} days.`,
  internal_status_update: (workspace) => `You get this email because you work on this idea in ${workspace}.`,
};

/** Marks the place of an address of one mail while the text for all is written; no text contains this character. */
const SIGN = '\u0002';
const MARK = /\u0002([a-z]+)(?::(\d+))?\u0002/g;
const mark = (purpose: MailPurpose, id?: string): string =>
  `${SIGN}${purpose}${id === undefined ? '' : `:${id}`}${SIGN}`;
const unmarked = (text: string): string => text.replaceAll(SIGN, '');

/** Where each address of a mail leads under the workspace's own. */
export const MAIL_PATHS: Readonly<Record<MailPurpose, string>> = {
  unsubscribe: '/u/',
  open: '/o/',
  link: '/r/',
  file: '/files/mail/',
  up: '/r/up/',
  down: '/r/down/',
  rate: '/rate/',
};

function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * Reads what a mailing says, once, and answers what writes each of its mails: texts with the person's
 * own addresses, and the headers by which mail programs know what it is. In a sample every address that would carry a
 * credential leads to the idea in the console instead, at the installation's own name.
 *
 * @param picture address of one of the workspace's pictures in a sample, by its token; left out: its alternative text stands there
 */
export async function prepareMailing(
  scope: Scope,
  mailing: MailingRow,
  picture: (token: string) => string | null = () => null,
): Promise<(to: DeliveryRow) => OutgoingMail> {
  const { db, services } = scope;
  const sid = scope.viewer.subdomain_id;
  const { signatures, mail } = services;
  const { content, tracked, sample } = mailing.details as {
    content: MailContent;
    tracked: boolean;
    sample?: SampleMail;
  };
  const kind = sample?.of ?? (mailing.kind as MailingKind);
  const isBulk = (BULK_KINDS as readonly string[]).includes(kind);
  const isTest = mailing.kind === 'test';
  const workspace = await db
    .selectFrom('subdomains')
    .select(['key', 'name', 'from_email', 'from_domain', 'from_domain_verified'])
    .where('id', '=', sid)
    .executeTakeFirstOrThrow();
  const base = services.publicUrl(workspace.key);
  const name = unmarked(workspace.name).replace(/\s+/g, ' ').trim();

  const links = sample
    ? []
    : await db
        .selectFrom('mail_links')
        .select(['id', 'url'])
        .where('subdomain_id', '=', sid)
        .where('mailing_id', '=', mailing.id)
        .execute();
  // those of mailings that were made before stand as they were written
  const linkIds = new Map(links.map(({ id, url }) => [sentAddress(url) ?? url, id]));
  const files = sample
    ? sample.files.map(({ name: file_name, size_in_bytes, token }, place) => ({
        id: String(place),
        token: token ?? `-${place}`,
        file_name,
        size_in_bytes,
      }))
    : await filesOf(scope, mailing);
  const shown = new Set<string>();
  for (const token of scanHtml(content.html ?? '')) {
    if (token.kind === 'start' && token.name === 'img')
      shown.add(new Map(token.attributes).get('src')?.split(/[/?]/)[2] ?? '');
  }
  const author =
    mailing.user_id === null || !isBulk
      ? null
      : await db
          .selectFrom('users')
          .select(['name', 'email_address'])
          .where('subdomain_id', '=', sid)
          .where('id', '=', mailing.user_id)
          .executeTakeFirst();
  const hasReactions = kind === 'status_update' || kind === 'internal_status_update';
  const internalButton =
    kind === 'internal_status_update' && mailing.suggestion_id !== null
      ? { label: 'Open idea', url: `${base}${places.idea(mailing.suggestion_id)}` }
      : undefined;

  const harmless = mailing.suggestion_id === null ? base : `${base}${places.idea(mailing.suggestion_id)}`;
  const addresses: MailAddresses = {
    link: (url) => {
      const absolute = url.startsWith('/') ? `${base}${url}` : url;
      const id = linkIds.get(sentAddress(url) ?? url);
      return tracked && id !== undefined ? mark('link', id) : absolute;
    },
    file: (id) => (sample ? harmless : mark('file', id)),
    picture: (token) => {
      if (sample) return picture(token);
      const file = files.find((one) => one.token === token);
      return file ? mark('file', file.id) : null;
    },
    up: sample ? harmless : mark('up'),
    down: sample ? harmless : mark('down'),
    rate: (score) => mark('rate', String(score)),
    unsubscribe: sample ? harmless : mark('unsubscribe'),
    open: mark('open'),
  };
  const composed = composeMail(
    {
      ...content,
      heading: unmarked(content.heading),
      html: content.html === null ? null : unmarked(content.html),
      ...(content.status ? { status: { ...content.status, name: unmarked(content.status.name) } } : {}),
      ...(content.button || !internalButton ? {} : { button: internalButton }),
    },
    {
      workspace: name,
      author: author ? unmarked(displayName(author)) : null,
      kicker: unmarked(
        (isTest ? 'Test · ' : '') +
          (content.kicker ??
            (kind === 'supporter_message' && content.idea
              ? `About the idea "${content.idea}"`
              : (KICKERS[kind] ?? name))),
      ),
      because: unmarked(
        isTest
          ? `You sent this test to yourself from ${name}. Its buttons and links of its own lead to the idea and change nothing; pictures in the text and files are left out.`
          : (content.because ?? BECAUSE[kind]?.(name) ?? `You get this email from ${name}.`),
      ),
      files: files
        .filter((file) => !shown.has(file.token))
        .map(({ id, file_name, size_in_bytes }) => ({
          id,
          name: unmarked(file_name),
          size: sizeInWords(Number(size_in_bytes)),
        })),
      hasReactions,
      canUnsubscribe: isBulk,
      isTracked: tracked,
    },
    addresses,
  );

  const sender =
    mailing.from_email ??
    (workspace.from_domain_verified ? workspace.from_email : null) ??
    `no-reply@${mail.domain}`;
  const isOwn =
    workspace.from_domain_verified && sender.toLowerCase().endsWith(`@${workspace.from_domain ?? ''}`);
  const mailKey = isOwn ? await readMailKey(db, services, sid) : null;
  return (to) => {
    const own = (purpose: MailPurpose, id?: string): string =>
      `${base}${MAIL_PATHS[purpose]}${mailToken(signatures, sid, purpose, to.id, id)}`;
    // the same words for everyone, and the person's own addresses
    const filled = (text: string): string =>
      text.replace(MARK, (_whole, purpose: MailPurpose, id?: string) => own(purpose, id));
    const replies =
      mail.takesReplies && ((isBulk && kind !== 'rating_request') || kind === 'ticket_reply') && !sample
        ? replyAddress(signatures, sid, to.id, mail.domain)
        : automaticReplyAddress(workspace.key, mail.domain);
    return {
      to: { name: to.name, email_address: to.email_address },
      from: { name, email_address: sender },
      ...(mailKey === null
        ? {}
        : {
            dkim: {
              domain: workspace.from_domain!,
              selector: mailKey.selector,
              private_key: mailKey.private_key,
            },
          }),
      reply_to: mailing.reply_to ?? replies,
      subject: mailing.subject,
      html: filled(composed.html),
      text: filled(composed.text),
      message_id: `d${to.id}.${sid}@${mail.domain}`,
      headers: {
        // a reply to a ticket is a person's
        ...(kind === 'ticket_reply' ? {} : { 'Auto-Submitted': 'auto-generated' }),
        ...(isBulk && !sample
          ? {
              Precedence: 'bulk',
              'List-Id': `<${workspace.key}.${mail.domain}>`,
              'List-Unsubscribe': `<${own('unsubscribe')}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
    };
  };
}

interface MailFile {
  id: string;
  token: string;
  file_name: string;
  size_in_bytes: string;
}

/** The message of a ticket that a mailing carries. */
export const ofMailing = (
  from: ExpressionBuilder<Database, 'attachments'>,
  sid: string,
  mailing_id: string,
) =>
  from
    .selectFrom('ticket_messages')
    .select('ticket_messages.id')
    .where('ticket_messages.subdomain_id', '=', sid)
    .where('ticket_messages.mailing_id', '=', mailing_id);

/** Files of the record that a mailing is about. */
async function filesOf(
  { db, viewer }: Scope,
  mailing: Carrier & Pick<MailingRow, 'id' | 'kind'>,
): Promise<MailFile[]> {
  const query = db
    .selectFrom('attachments')
    .select(['id', 'token', 'file_name', 'size_in_bytes'])
    .where('subdomain_id', '=', viewer.subdomain_id)
    .orderBy('id');
  if (mailing.status_update_id)
    return query.where('status_update_id', '=', mailing.status_update_id).execute();
  if (mailing.internal_status_update_id)
    return query.where('internal_status_update_id', '=', mailing.internal_status_update_id).execute();
  if (mailing.supporter_message_id)
    return query.where('supporter_message_id', '=', mailing.supporter_message_id).execute();
  if (mailing.kind === 'ticket_reply')
    return query
      .where('ticket_message_id', 'in', (messages) => ofMailing(messages, viewer.subdomain_id, mailing.id))
      .execute();
  return [];
}
