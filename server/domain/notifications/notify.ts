import { sql } from 'kysely';
import {
  isMailedByDefault,
  MAILED_EVENTS,
  type MailedEvent,
  type ObjectOfEvent,
  type NotificationEvent,
  type NotificationObject,
} from '../../../contract/notifications.ts';
import type { CommandContext } from '../../core/command.ts';
import { publishLive } from '../../live/live.ts';

/** Name of the task that mails what is told here (digests/notification_mails.ts). */
export const NOTIFICATION_MAIL_TASK = 'notification_mail';
/** A mail waits this long for what happens next, so that ten assignments in a row are one mail. */
const MAIL_DELAY_MS = 10_000;

/**
 * Column of the id of each object that a notification carries. What is told of one event about the first of these that is
 * there is one row of the list: replies about a status, say, however many messages there are.
 */
const OBJECT_COLUMNS = {
  note: 'note_id',
  supporter_message: 'supporter_message_id',
  status_update: 'status_update_id',
  internal_status_update: 'internal_status_update_id',
  suggestion: 'suggestion_id',
  // undo_entries.id
  bulk_action: 'bulk_action_id',
  import: 'import_id',
  webhook: 'webhook_id',
  ticket: 'ticket_id',
  theme_set: 'theme_set_id',
  impact_report: 'impact_report_id',
  view: 'saved_view_id',
  comm_thread: 'message_id',
} as const satisfies Record<NotificationObject, string>;

type ObjectIds<Name extends NotificationObject = NotificationObject> = {
  [Column in (typeof OBJECT_COLUMNS)[Name]]: string;
};
/** An event, with the id of one of its objects. */
type EventOf<Event extends NotificationEvent> = Event extends NotificationEvent
  ? { event: Event } & (ObjectOfEvent<Event> extends infer Name extends NotificationObject
      ? Name extends NotificationObject
        ? ObjectIds<Name>
        : never
      : never)
  : never;

/** What people are told about, and the records that it is about. */
export type Notice = EventOf<NotificationEvent> &
  Partial<ObjectIds> & {
    /** whom; who did it is left out by themselves (DEC-152) */
    user_ids: readonly string[];
    /** who did it, when that is not the viewer (the author of a reply by mail) */
    subject_user_id?: string | null;
    /** of a bulk action */
    objects_changed?: number;
  };

/**
 * Tells members of the team something, in the open transaction: a row for each, a sign to their open
 * consoles, and a mail for those who want one. No one hears of what they did themselves (DEC-152).
 */
export async function notify(
  context: Pick<CommandContext, 'tx' | 'subdomain_id' | 'viewer' | 'now' | 'services'>,
  notice: Notice,
): Promise<void> {
  const { tx, subdomain_id, viewer, now, services } = context;
  const { event, user_ids, subject_user_id = viewer.user_id, ...about } = notice;
  const told = [...new Set(user_ids)].filter((user) => user !== subject_user_id);
  if (told.length === 0) return;
  const ids: Partial<ObjectIds> = about;
  const object = Object.values(OBJECT_COLUMNS)
    .map((column) => ids[column])
    .find((id) => id !== undefined);
  const row = {
    subdomain_id,
    event,
    subject_user_id,
    ...about,
    group_key: `${event}:${object}`,
    created_at: now,
    updated_at: now,
  };
  await tx
    .insertInto('notifications')
    .values(told.map((user_id) => ({ ...row, user_id })))
    .execute();
  await publishLive(tx, { event: 'refresh-notifications', subdomain_id, user_ids: told });
  for (const user_id of await whoWantsMail(context, event, told)) {
    // one waiting job for each person: what happens meanwhile goes into the same mail
    await services.tasks.enqueue(
      tx,
      NOTIFICATION_MAIL_TASK,
      { subdomain_id, user_id },
      { key: `${subdomain_id} ${user_id}`, startAfter: new Date(now.getTime() + MAIL_DELAY_MS) },
    );
  }
}

/** Takes back what no one has seen yet of a bulk action that was undone. */
export async function withdrawNotices(
  { tx, subdomain_id }: Pick<CommandContext, 'tx' | 'subdomain_id'>,
  { bulk_action_id }: { bulk_action_id: string },
): Promise<void> {
  const gone = await tx
    .deleteFrom('notifications')
    .where('subdomain_id', '=', subdomain_id)
    .where('bulk_action_id', '=', bulk_action_id)
    .where('seen_at', 'is', null)
    .returning('user_id')
    .execute();
  if (gone.length > 0)
    await publishLive(tx, {
      event: 'refresh-notifications',
      subdomain_id,
      user_ids: gone.map((row) => row.user_id),
    });
}

/** Of these people those who have this event mailed at once, by choice or by the product's default. */
async function whoWantsMail(
  { tx, subdomain_id }: Pick<CommandContext, 'tx' | 'subdomain_id'>,
  event: NotificationEvent,
  told: readonly string[],
): Promise<string[]> {
  // nobody can choose to have others mailed
  if (!MAILED_EVENTS.includes(event as MailedEvent)) return [];
  const byDefault = isMailedByDefault(event);
  const { rows } = await sql<{ id: string }>`
select u.id::text as id from users u
left join notification_preferences p on p.subdomain_id = ${subdomain_id} and p.user_id = u.id and p.event = ${event}
where u.subdomain_id = ${subdomain_id} and u.id = any(${told}::bigint[]) and u.email_address is not null and coalesce(p.by_mail, ${byDefault}::boolean)`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
