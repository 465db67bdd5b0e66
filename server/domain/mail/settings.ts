import { sql } from 'kysely';
import { isEmail } from '../../../contract/email.ts';
import { hasFeature } from '../../../contract/permissions.ts';
import { textLimits } from '../../../contract/limits.ts';
import { recordAudit } from '../../core/activity.ts';
import { defineCommand } from '../../core/command.ts';
import { badInput, badRequest, notFound } from '../../core/errors.ts';
import { htmlToText } from '../../text/html.ts';
import { idInput, validatedText, textInput, required } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import type { Scope } from '../../core/scope.ts';
import { shape } from '../../core/shape.ts';
import { allOf, readRight, writeRight } from '../../core/viewer.ts';
import { prepareMailing, type MailingRow } from './compose.ts';
import { BULK_KINDS, type MailingKind } from './mailing.ts';
import type { MailContent } from './content.ts';

/** Anyone who keeps the settings keeps mail. */
const KEEPS_MAIL = writeRight('settings');

/** Rows of a list here. */
const LIST_MAX = 200;
const OUTBOX_MAX = 50;
const PREVIEW_CHARACTERS = 600;
/** Tests that one person may ask for within ten minutes: each sends a mail. */
const CHECKS_MAX = 10;

const suppressionShape = shape('MailSuppression', 'An address that gets no email.', {
  email_address: { type: 'String!', description: 'The address, in small letters.' },
  reason: { type: 'String!', description: 'bounce, complaint, unsubscribed or manual.' },
  details: { type: 'String', description: 'What was said about it; null: nothing.' },
  created_by_name: { type: 'String', description: 'Who put it there; null: no one of the team.' },
  can_remove: {
    type: 'Boolean!',
    description: 'False: its holder switched email off, and only they switch it on again.',
  },
  created_at: { type: 'String!', description: 'Since when.' },
});

/** Days whose emails are counted. */
const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;

const recentShape = shape('MailFigures', `Emails of the last ${RECENT_DAYS} days.`, {
  sent_count: { type: 'Int!', description: 'Emails that the relay took.' },
  failed_count: { type: 'Int!', description: 'Emails that the relay refused for good.' },
  bounced_count: { type: 'Int!', description: 'Addresses whose emails came back.' },
  complained_count: { type: 'Int!', description: 'Addresses whose holder marked an email as spam.' },
  median_seconds: {
    type: 'Float',
    description:
      'Half of the emails were taken by the relay within so many seconds after they were due; null: none was.',
  },
});

const stateShape = shape(
  'MailState',
  'How email of the workspace is delivered.',
  {
    delivery: {
      type: 'String!',
      description: 'relay, or outbox: email is written to a folder and not sent.',
    },
    relay: { type: 'String', description: 'Host and port of the relay; null: none is set up.' },
    mail_domain: { type: 'String!', description: 'Domain of the automatic addresses.' },
    takes_replies: { type: 'Boolean!', description: 'Answers come in.' },
    undo_seconds: {
      type: 'Int!',
      description: 'Email to many waits this long so that it can be called back.',
    },
    is_off_by_account: {
      type: 'Boolean!',
      description: 'Email to end users is switched off for the whole account, whatever the setting says.',
    },
    held_since: {
      type: 'String',
      description:
        'Since when no email goes out, as the installation was restored from a backup and its operator has not released it; null: it goes out.',
    },
    waiting_count: { type: 'Int!', description: 'Emails that wait to be sent.' },
    outbox_count: { type: 'Int!', description: 'Emails that were written to the outbox folder.' },
    recent: {
      type: 'MailFigures!',
      description: `What became of the emails of the last ${RECENT_DAYS} days.`,
    },
    suppressions_count: { type: 'Int!', description: 'Addresses that get no email.' },
    suppressions: {
      type: '[MailSuppression!]!',
      description: 'Those addresses, the latest first, at most 200.',
    },
  },
  [suppressionShape, recentShape],
);

interface MailFigures {
  sent_count: number;
  failed_count: number;
  bounced_count: number;
  complained_count: number;
  median_seconds: number | null;
}

/** What became of the emails that were asked for since then. */
async function readFigures(scope: Scope, since: Date): Promise<MailFigures> {
  const sid = scope.viewer.subdomain_id;
  const { rows } = await sql<MailFigures>`
select count(*) filter (where d.state = 'sent')::int as sent_count, count(*) filter (where d.state = 'failed')::int as failed_count,
  (select count(*)::int from mail_suppressions s where s.subdomain_id = ${sid} and s.reason = 'bounce' and s.created_at >= ${since}) as bounced_count,
  (select count(*)::int from mail_suppressions s where s.subdomain_id = ${sid} and s.reason = 'complaint' and s.created_at >= ${since}) as complained_count,
  round((percentile_cont(0.5) within group (order by greatest(0, extract(epoch from d.sent_at - greatest(d.created_at, m.send_after)))) filter (where d.sent_at is not null))::numeric, 1)::float8 as median_seconds
from mailings m join deliveries d on d.subdomain_id = ${sid} and d.mailing_id = m.id
where m.subdomain_id = ${sid} and m.created_at >= ${since}`.execute(scope.db);
  return rows[0]!;
}

const CAN_REMOVE = (reason: string): boolean => reason !== 'unsubscribed';

/** How mail is delivered, and which addresses get none. */
export const mailState = defineQuery({
  name: 'mail_state',
  description: 'How email of the workspace is delivered, and which addresses get none.',
  requires: KEEPS_MAIL,
  args: { q: textInput('Only addresses that hold this text.', textLimits.searchCharacters) },
  returns: 'MailState!',
  reads: ['deliveries', 'mailings', 'mail_suppressions', 'subdomains', 'users.name'],
  shapes: [stateShape],
  run: async ({ q }, { scope, selection }) => {
    const { services, db, viewer } = scope;
    const sid = viewer.subdomain_id;
    const { mail } = services;
    const { rows } = await sql<{
      held_since: string | null;
      waiting_count: number;
      outbox_count: number;
      suppressions_count: number;
    }>`
select (select f.value->>'since' from installation_facts f where f.name = 'held') as held_since,
  (select count(*)::int from deliveries d where d.subdomain_id = ${sid} and d.state in ('queued', 'sending')) as waiting_count,
  (select count(*)::int from deliveries d where d.subdomain_id = ${sid} and d.state = 'outbox') as outbox_count,
  (select count(*)::int from mail_suppressions s where s.subdomain_id = ${sid}) as suppressions_count`.execute(
      db,
    );
    const found = selection['suppressions']
      ? await sql<{
          email_address: string;
          reason: string;
          details: string | null;
          created_by_name: string | null;
          created_at: Date;
        }>`
select s.email_key as email_address, s.reason, s.details, coalesce(u.name, u.email_address) as created_by_name, s.created_at
from mail_suppressions s left join users u on u.subdomain_id = ${sid} and u.id = s.created_by_id
where s.subdomain_id = ${sid} and strpos(s.email_key, ${(q ?? '').toLowerCase()}::text) > 0
order by s.created_at desc, s.email_key limit ${LIST_MAX}`.execute(db)
      : { rows: [] };
    const recent = selection['recent']
      ? await readFigures(scope, new Date(scope.now().getTime() - RECENT_DAYS * DAY_MS))
      : null;
    return {
      ...rows[0],
      recent,
      delivery: mail.relay === null ? 'outbox' : 'relay',
      relay: mail.relay,
      mail_domain: mail.domain,
      takes_replies: mail.takesReplies,
      undo_seconds: mail.undoSeconds,
      is_off_by_account: hasFeature(viewer.authorized_features, 'prevent_email_notifications'),
      suppressions: found.rows.map((row) => ({
        ...row,
        can_remove: CAN_REMOVE(row.reason),
        created_at: row.created_at.toISOString(),
      })),
    };
  },
});

const outboxShape = shape('OutboxMail', 'An email that was written to the outbox folder.', {
  id: { type: 'ID!', description: 'Id of its delivery.' },
  to: { type: 'String!', description: 'Address that it would go to.' },
  subject: { type: 'String!', description: 'Subject.' },
  preview: { type: 'String!', description: 'Beginning of its text.' },
  created_at: { type: 'String!', description: 'When it was put in line.' },
});

/** Mail that no one got, since no relay is set up: mail to many of this workspace, never mail with someone's link to sign in. */
export const outboxMails = defineQuery({
  name: 'outbox_mails',
  description:
    'Emails about ideas that were written to the outbox folder, since no relay is set up; the latest first, at most 50.',
  requires: allOf(KEEPS_MAIL, readRight('feedback')),
  args: {},
  returns: '[OutboxMail!]!',
  reads: ['deliveries', 'mailings'],
  shapes: [outboxShape],
  run: async (_args, { scope }) => {
    const sid = scope.viewer.subdomain_id;
    const { rows } = await sql<{
      id: string;
      to: string;
      subject: string;
      details: { content?: MailContent };
      created_at: Date;
    }>`
select d.id::text as id, d.email_address as to, m.subject, m.details, d.created_at
from deliveries d join mailings m on m.subdomain_id = ${sid} and m.id = d.mailing_id
where d.subdomain_id = ${sid} and d.state = 'outbox' and m.kind = any(${[...BULK_KINDS]}::text[])
order by d.id desc limit ${OUTBOX_MAX}`.execute(scope.db);
    return rows.map(({ details, created_at, ...row }) => ({
      ...row,
      preview: htmlToText(details.content?.html ?? '', 'mail')
        .slice(0, PREVIEW_CHARACTERS)
        .toWellFormed(),
      created_at: created_at.toISOString(),
    }));
  },
});

/** One mail of the outbox as its page, written again as a sample: the addresses of its receiver are not told. */
export const outboxMail = defineQuery({
  name: 'outbox_mail',
  description:
    'One email about an idea that was written to the outbox folder, as the page that email programs show; its links with a credential lead to the idea instead. Null when there is none.',
  requires: allOf(KEEPS_MAIL, readRight('feedback')),
  args: { id: required(idInput('Delivery.')) },
  returns: 'OutboxMailPage',
  reads: ['deliveries', 'mailings', 'subdomains', 'users.name', 'attachments'],
  shapes: [
    shape('OutboxMailPage', 'An email of the outbox.', {
      id: { type: 'ID!', description: 'Id of its delivery.' },
      html: { type: 'String!', description: 'The whole page that email programs show.' },
    }),
  ],
  run: async ({ id }, { scope }) => {
    const sid = scope.viewer.subdomain_id;
    const { rows } = await sql<{ id: string; to: string; mailing: MailingRow }>`
select d.id::text as id, d.email_address as to, to_jsonb(m) as mailing
from deliveries d join mailings m on m.subdomain_id = ${sid} and m.id = d.mailing_id
where d.subdomain_id = ${sid} and d.id = ${id}::bigint and d.state = 'outbox' and m.kind = any(${[...BULK_KINDS]}::text[])`.execute(
      scope.db,
    );
    const [found] = rows;
    if (!found) return null;
    const { mailing } = found;
    const details = mailing.details as { content: MailContent };
    const write = await prepareMailing(
      scope,
      {
        ...mailing,
        details: { ...details, tracked: false, sample: { of: mailing.kind as MailingKind, files: [] } },
      },
      (token) => `/files/${encodeURIComponent(token)}`,
    );
    return {
      id: found.id,
      html: write({ id: '0', user_id: null, email_address: found.to, name: null }).html,
    };
  },
});

const checkShape = shape('MailCheckStep', 'One step of the way to the relay.', {
  step: { type: 'String!', description: 'find, connect, encrypt, sign_in or send.' },
  state: { type: 'String!', description: 'ok, failed or skipped.' },
  sentence: { type: 'String!', description: 'What was seen, and what to do when it failed.' },
});

/**
 * Talks to the relay now and sends the viewer a test mail. It changes no record, and what it waits for is
 * elsewhere: so it is no command, which would keep a transaction open meanwhile. That it was asked is audited.
 */
export const mailCheck = defineQuery({
  name: 'mail_check',
  description:
    'Talks to the email relay now, step by step, and sends the viewer a test email; says what is wrong.',
  requires: KEEPS_MAIL,
  args: {},
  returns: '[MailCheckStep!]!',
  reads: ['subdomains'],
  shapes: [checkShape],
  run: async (_args, { scope }) => {
    const { viewer, services } = scope;
    if (viewer.email_address === null) throw badRequest('You have no email address for a test email.');
    const workspace = await scope.write(async (tx) => {
      const { rows } = await sql<{ n: number }>`
select count(*)::int as n from audit_entries a where a.subdomain_id = ${viewer.subdomain_id} and a.action = 'mail_check' and a.user_id is not distinct from ${viewer.user_id}::bigint and a.created_at > now() - interval '10 minutes'`.execute(
        tx,
      );
      if (rows[0]!.n >= CHECKS_MAX)
        throw badRequest('Too many tests. Wait a few minutes.', {
          reason: 'too_many',
          httpStatus: 429,
        });
      await recordAudit(tx, viewer, 'mail_check', null, {});
      return tx
        .selectFrom('subdomains')
        .select('name')
        .where('id', '=', viewer.subdomain_id)
        .executeTakeFirstOrThrow();
    });
    return services.mail.check({ to: viewer.email_address, workspace: workspace.name });
  },
});

const address = required(
  validatedText('Address.', textLimits.nameCharacters, (text) =>
    isEmail(text) ? null : 'Enter an email address such as zoe@example.com.',
  ),
);

/** Ends mail to an address. */
export const mailSuppressionCreate = defineCommand({
  name: 'mail_suppression_create',
  description: 'No email goes to an address any more. One that is on the list already stays as it is.',
  requires: KEEPS_MAIL,
  input: { email_address: address, details: textInput('Why, for the team.', textLimits.nameCharacters) },
  returns: { type: 'Boolean!' },
  run: async ({ email_address, details }, { tx, subdomain_id, viewer, now, audit }) => {
    const email_key = email_address.toLowerCase();
    const added = await tx
      .insertInto('mail_suppressions')
      .values({
        subdomain_id,
        email_key,
        reason: 'manual',
        details: details || null,
        created_by_id: viewer.user_id,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['subdomain_id', 'email_key']).doNothing())
      .returning('email_key')
      .executeTakeFirst();
    if (!added) throw badInput('email_address', 'This address is already on the list.', { reason: 'taken' });
    await audit('mail_suppression_create', email_key, {});
    return true;
  },
});

/** Lets an address have mail again. What its holder switched off themselves is theirs to switch on. */
export const mailSuppressionDelete = defineCommand({
  name: 'mail_suppression_delete',
  description: 'Email goes to an address again. Refused for one whose holder switched email off.',
  requires: KEEPS_MAIL,
  input: { email_address: address },
  returns: { type: 'Boolean!' },
  run: async ({ email_address }, { tx, subdomain_id, audit }) => {
    const email_key = email_address.toLowerCase();
    const row = await tx
      .selectFrom('mail_suppressions')
      .select(['reason'])
      .where('subdomain_id', '=', subdomain_id)
      .where('email_key', '=', email_key)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('email_address', 'address');
    if (!CAN_REMOVE(row.reason))
      throw badInput(
        'email_address',
        'They unsubscribed. Only they can subscribe again, with the link in one of their emails.',
        { reason: 'unsubscribed' },
      );
    await tx
      .deleteFrom('mail_suppressions')
      .where('subdomain_id', '=', subdomain_id)
      .where('email_key', '=', email_key)
      .execute();
    await audit('mail_suppression_delete', email_key, { reason: row.reason });
    return true;
  },
});
