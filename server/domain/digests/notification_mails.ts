import { sql } from 'kysely';
import {
  digestHourUtc,
  isMailedByDefault,
  MAILED_EVENTS,
  notificationParts,
  notificationTarget,
  type DigestFrequency,
  type NotificationPart,
  type NotificationToShow,
  type NotificationObject,
} from '../../../contract/notifications.ts';
import { canUseConsole, type PermissionsMap } from '../../../contract/permissions.ts';
import { escapeHtml } from '../../../contract/rich_text.ts';
import { firstCharacters, oneLine } from '../../../contract/text_cut.ts';
import { displayName } from '../../../contract/user_name.ts';
import { ListWriter, type RecordsRow } from '../../listing/list_writer.ts';
import type { Selection } from '../../core/reads.ts';
import { htmlToText } from '../../text/html.ts';
import { MAIL_BREAK, MAIL_COLORS, mailButton, mailKicker, mailPage, mailRow } from '../../text/mail_page.ts';
import type { Scope } from '../../core/scope.ts';
import { rowsOf, type Tx } from '../../sql/kysely.ts';
import { MailRefused, type OutgoingMail } from '../../services/mail.ts';
import { defineTask } from '../../core/task.ts';
import type { Viewer } from '../../core/viewer.ts';
import { user } from '../account/user.ts';
import { permissionsOf } from '../account/viewer.ts';
import { savedView } from '../ideas/filters/saved_view.ts';
import { suggestion } from '../ideas/suggestion.ts';
import { commThread, notification } from '../notifications/notification.ts';
import { NOTIFICATION_MAIL_TASK } from '../notifications/notify.ts';
import { note } from '../conversation/note.ts';
import { internalStatusUpdate, statusUpdate } from '../conversation/status_update.ts';
import { ticket } from '../support/ticket.ts';
import { supporterMessage } from '../conversation/supporter_message.ts';

/** So much of a note stands in a mail about it. */
const QUOTE_CHARACTERS = 300;
/** A single mail tells of nothing older: it would come as a surprise. */
const SINGLE_DAYS = 1;
/** A digest tells of nothing older. */
const DIGEST_DAYS = 30;
/** Lines of one mail; the others are counted. */
const LINES_MAX = 30;
/** Notifications that one mail takes up. */
const ROWS_MAX = 1000;
const DAY_MS = 86_400_000;

/** Someone who may get notifications by mail, and what they may see. */
export interface Recipient {
  id: string;
  name: string | null;
  email_address: string;
  viewer: Viewer;
}

const entities = new Map(
  [
    notification,
    suggestion,
    user,
    note,
    supporterMessage,
    statusUpdate,
    internalStatusUpdate,
    commThread,
    savedView,
    ticket,
  ].map((entity) => [entity.name, entity]),
);
const ON_IDEA = { id: true, suggestion: { id: true, title: true } } as const;
const OBJECTS = {
  view: { id: true, name: true },
  suggestion: { id: true, title: true },
  bulk_action: true,
  note: { ...ON_IDEA, body: true, body_mime_type: true },
  supporter_message: { ...ON_IDEA, email_subject: true },
  status_update: ON_IDEA,
  internal_status_update: ON_IDEA,
  comm_thread: ON_IDEA,
  import: true,
  theme_set: true,
  impact_report: true,
  webhook: true,
  ticket: { id: true, subject: true },
} as const satisfies Record<NotificationObject, Selection | true>;
const SELECTION: Selection = {
  id: true,
  event: true,
  created_at: true,
  related_notifications_count: true,
  user: { id: true },
  subject_user: { name: true, email_address: true },
  ...OBJECTS,
};

type Line = NotificationToShow & {
  id: string;
  created_at: string;
  note: { body: string; body_mime_type: string } | null;
};

/** The beginning of a note that a notification is about; null: it is about none. */
function quoteOf({ note: written }: Line): string | null {
  if (written === null) return null;
  const words = oneLine(written.body_mime_type === 'text/html' ? htmlToText(written.body) : written.body);
  const beginning = firstCharacters(words, QUOTE_CHARACTERS);
  return beginning === '' ? null : beginning === words ? words : `${beginning.trimEnd()}…`;
}

/** People of the workspace who may use the console and have an address; only `user_id` when given. */
export async function readRecipients(
  tx: Tx,
  subdomain_id: string,
  user_ids: readonly string[],
): Promise<Recipient[]> {
  const { rows } = await sql<{
    id: string;
    name: string | null;
    email_address: string;
    license_type: string;
    permissions: Partial<PermissionsMap> | null;
    features: string[];
    core_access: boolean;
  }>`
select u.id::text as id, u.name, u.email_address, u.license_type, u.permissions, d.features, d.core_access
from users u join subdomains d on d.id = ${subdomain_id}
where u.subdomain_id = ${subdomain_id} and u.id = any(${user_ids}::bigint[]) and u.email_address is not null and u.allowed_state = 'allowed'`.execute(
    tx,
  );
  return rows
    .filter((row) => canUseConsole(row))
    .map((row) => ({
      id: row.id,
      name: row.name,
      email_address: row.email_address,
      viewer: {
        subdomain_id,
        user_id: row.id,
        display_name: displayName(row),
        email_address: row.email_address,
        license_type: row.license_type,
        permissions: permissionsOf(row.license_type, row.permissions),
        authorized_features: row.features,
        core_admin: true,
      },
    }));
}

/** The notifications as their reader may see them, newest first; those that stand for others, once. */
async function readLines(tx: Tx, viewer: Viewer, ids: readonly string[]): Promise<Line[]> {
  const statement = new ListWriter(entities, viewer).byIds(notification, ids, SELECTION);
  const [row] = await rowsOf<RecordsRow>(tx, statement);
  return JSON.parse(row!.records) as Line[];
}

async function markMailed(
  tx: Tx,
  subdomain_id: string,
  user_id: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`update notifications n set mailed_at = ${now} where n.subdomain_id = ${subdomain_id} and n.user_id = ${user_id} and n.id = any(${ids}::bigint[])`.execute(
    tx,
  );
}

/**
 * Mails a person what they were told of since the last mail and have not seen: those events that they want at
 * once. The rows are held while the mail is handed over, so two workers do not send them both; a worker that
 * dies in between lets the mail go out again.
 */
export const notificationMail = defineTask<{ user_id: string }>({
  name: NOTIFICATION_MAIL_TASK,
  description: 'Send instant notification emails',
  run: async ({ user_id }, { scope }) => {
    const { subdomain_id } = scope.viewer;
    const now = scope.now();
    const onByDefault = MAILED_EVENTS.filter(isMailedByDefault);
    await scope.write(async (tx) => {
      const [to] = await readRecipients(tx, subdomain_id, [user_id]);
      if (!to) return;
      const { rows } = await sql<{ id: string }>`
select n.id::text as id from notifications n
left join notification_preferences p on p.subdomain_id = ${subdomain_id} and p.user_id = n.user_id and p.event = n.event
where n.subdomain_id = ${subdomain_id} and n.user_id = ${user_id} and n.seen_at is null and n.mailed_at is null
  and n.created_at > ${new Date(now.getTime() - SINGLE_DAYS * DAY_MS)}
  and n.event = any(${MAILED_EVENTS}::text[]) and coalesce(p.by_mail and n.created_at >= p.updated_at, n.event = any(${onByDefault}::text[]))
order by n.id desc limit ${ROWS_MAX} for update of n skip locked`.execute(tx);
      const ids = rows.map((row) => row.id);
      const lines = ids.length === 0 ? [] : await readLines(tx, to.viewer, ids);
      if (lines.length === 0) return;
      const workspace = await readWorkspace(tx, scope);
      const [first] = lines as [Line, ...Line[]];
      const subject =
        lines.length === 1
          ? textOf(notificationParts(first))
          : `${lines.length} notifications from ${workspace.name}`;
      await scope.services.mail.send(
        writeMail(to, workspace, {
          subject,
          lines,
          messageId: `notification-${subdomain_id}-${ids[0]}`,
          why: 'You get this email because instant emails are on for these events.',
        }),
      );
      await markMailed(tx, subdomain_id, user_id, ids, now);
    });
  },
});

/**
 * The newest slot that has begun: the day on which a digest is due, as YYYY-MM-DD. Daily ones are due each
 * day at 7:00 UTC, weekly ones on Mondays.
 */
export function digestSlot(frequency: Exclude<DigestFrequency, 'never'>, now: Date): string {
  const day = new Date(now.getTime() - digestHourUtc * 3_600_000);
  if (frequency === 'weekly') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/**
 * Hourly: sends each digest whose slot has begun and was not sent, so a slot that was missed is made up for.
 * A person's row is held while their digest is sent: two schedulers send it once. Who was told of nothing gets
 * nothing. A worker that dies in between lets the digest go out again, under the same Message-ID.
 */
export const notificationDigests = defineTask({
  name: 'notification_digests',
  description: 'Send daily and weekly digests',
  batch: 1,
  run: async (_payload, { scope, signal }) => {
    const { subdomain_id } = scope.viewer;
    const now = scope.now();
    const slots = { daily: digestSlot('daily', now), weekly: digestSlot('weekly', now) };
    const due = await scope.db
      .selectFrom('notification_digests')
      .select('user_id')
      .where('subdomain_id', '=', subdomain_id)
      .where((where) =>
        where.or(
          (['daily', 'weekly'] as const).map((frequency) =>
            where.and([
              where('frequency', '=', frequency),
              where.or([where('sent_for', 'is', null), where('sent_for', '<', slots[frequency])]),
            ]),
          ),
        ),
      )
      .orderBy('user_id')
      .execute();
    const failures: unknown[] = [];
    for (const { user_id } of due) {
      if (signal.aborted) return;
      // one address that the relay refuses must not keep the others waiting
      await sendDigest(scope, user_id, slots, now).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0)
      throw new Error(
        `${failures.length} of ${due.length} digests could not be sent: ${(failures[0] as Error).message}`,
        { cause: failures[0] },
      );
  },
});

async function sendDigest(
  scope: Scope,
  user_id: string,
  slots: Record<'daily' | 'weekly', string>,
  now: Date,
): Promise<void> {
  const { subdomain_id } = scope.viewer;
  await scope.write(async (tx) => {
    const held = await tx
      .selectFrom('notification_digests')
      .select(['frequency', 'sent_for'])
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', user_id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    // another worker has it, or it was switched off or sent meanwhile
    if (!held || held.frequency === 'never') return;
    const frequency = held.frequency as 'daily' | 'weekly';
    const slot = slots[frequency];
    if (held.sent_for !== null && held.sent_for >= slot) return;
    const done = (): Promise<unknown> =>
      tx
        .updateTable('notification_digests')
        .set({ sent_for: slot })
        .where('subdomain_id', '=', subdomain_id)
        .where('user_id', '=', user_id)
        .execute();
    const [to] = await readRecipients(tx, subdomain_id, [user_id]);
    const { rows } = await sql<{ id: string }>`
select n.id::text as id from notifications n
where n.subdomain_id = ${subdomain_id} and n.user_id = ${user_id} and n.seen_at is null and n.mailed_at is null and n.event = any(${MAILED_EVENTS}::text[]) and n.created_at > ${new Date(now.getTime() - DIGEST_DAYS * DAY_MS)}
order by n.id desc limit ${ROWS_MAX}`.execute(tx);
    const ids = rows.map((row) => row.id);
    const lines = to && ids.length > 0 ? await readLines(tx, to.viewer, ids) : [];
    if (!to || lines.length === 0) {
      await done();
      return;
    }
    const workspace = await readWorkspace(tx, scope);
    const news = lines.length === 1 ? '1 unread notification' : `${lines.length} unread notifications`;
    const mail = writeMail(to, workspace, {
      subject: `${workspace.name}: ${news}`,
      lines,
      messageId: `digest-${subdomain_id}-${user_id}-${slot}`,
      why: `You get this ${frequency === 'daily' ? 'daily' : 'weekly'} digest of unread notifications because you turned it on.`,
    });
    await scope.services.mail.send(mail).catch((error: unknown) => {
      // refused for good: trying again each hour would change nothing
      if (!(error instanceof MailRefused && error.outcome === 'refused')) throw error;
    });
    await markMailed(tx, subdomain_id, user_id, ids, now);
    await done();
  });
}

export interface Workspace {
  name: string;
  /** without a final slash */
  url: string;
}

export async function readWorkspace(tx: Tx, scope: Scope): Promise<Workspace> {
  const { key, name } = await tx
    .selectFrom('subdomains')
    .select(['key', 'name'])
    .where('id', '=', scope.viewer.subdomain_id)
    .executeTakeFirstOrThrow();
  return { name, url: scope.services.shownUrl(key) };
}

const textOf = (parts: readonly NotificationPart[]): string => parts.map((part) => part.text).join(' ');

const when = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** The mail of some notifications: one column of lines, each with its way in, as HTML and as text. */
function writeMail(
  to: Recipient,
  workspace: Workspace,
  {
    subject,
    lines,
    messageId,
    why,
  }: { subject: string; lines: readonly Line[]; messageId: string; why: string },
): OutgoingMail {
  const all = `${workspace.url}/admin-console/notifications`;
  const settings = `${workspace.url}/admin/settings/notifications`;
  const shown = lines.slice(0, LINES_MAX).map((line) => {
    const target = notificationTarget(line);
    return {
      parts: notificationParts(line),
      quote: quoteOf(line),
      at: when(line.created_at),
      url: target === null ? null : workspace.url + target,
    };
  });
  const further = lines.length - shown.length;
  const greeting = `Hello ${displayName(to)},`;
  const rest = further === 0 ? null : `${further} more in the console.`;
  const text = [
    greeting,
    ...shown.map(({ parts, quote, at, url }) =>
      [
        `* ${textOf(parts)} (${at})`,
        ...(quote === null ? [] : [`  ${quote}`]),
        ...(url === null ? [] : [`  ${url}`]),
      ].join('\n'),
    ),
    ...(rest === null ? [] : [rest]),
    `All notifications: ${all}`,
    `-- \n${why}\nEmail preferences: ${settings}`,
  ].join('\n\n');
  const { ink, quiet, line, link } = MAIL_COLORS;
  const item = ({ parts, quote, at, url }: (typeof shown)[number]): string => {
    const words = parts
      .map((part) =>
        part.kind === 'text'
          ? escapeHtml(part.text)
          : `<strong style="font-weight:600">${escapeHtml(part.text)}</strong>`,
      )
      .join(' ');
    const sentence =
      url === null
        ? words
        : `<a class="t" href="${escapeHtml(url)}" style="color:${ink};text-decoration:none">${words}</a>`;
    const open =
      url === null ? '' : ` &middot; <a class="k" href="${escapeHtml(url)}" style="color:${link}">Open</a>`;
    const said =
      quote === null
        ? ''
        : `<div class="t" dir="auto" style="padding:4px 0;font-size:14px;line-height:20px">${escapeHtml(quote)}</div>`;
    return `<tr><td class="t l" dir="auto" style="padding:12px 0;border-top:1px solid ${line};color:${ink};${MAIL_BREAK}"><div style="font-size:15px;line-height:22px">${sentence}</div>${said}<div class="q" style="font-size:12px;line-height:18px;color:${quiet}">${escapeHtml(at)}${open}</div></td></tr>`;
  };
  const html = mailPage({
    title: subject,
    preview: shown
      .map(({ parts }) => textOf(parts))
      .join(' · ')
      .slice(0, 140),
    rows: [
      mailKicker(workspace.name),
      mailRow(escapeHtml(greeting), 'padding:0 0 14px;font-size:15px;line-height:1.5'),
      ...shown.map(item),
      rest === null
        ? ''
        : mailRow(
            `<span class="q" style="color:${quiet};font-size:13px">${escapeHtml(rest)}</span>`,
            'padding:6px 0 0',
          ),
      mailRow(mailButton(all, 'See all notifications'), 'padding:18px 0 14px'),
    ],
    footer: `${escapeHtml(why)}<br><a class="k" href="${escapeHtml(settings)}" style="color:${quiet}">Email preferences</a>`,
  });
  return {
    to: { name: to.name, email_address: to.email_address },
    subject,
    text: `${text}\n`,
    html,
    message_id: messageId,
  };
}
