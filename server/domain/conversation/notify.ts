import type { NotificationEvent } from '../../../contract/notifications.ts';
import type { CommandContext } from '../../core/command.ts';
import { publishLive } from '../../core/live.ts';

/** What people are told about, and the records that it is about. */
export interface Notice {
  event: NotificationEvent;
  /** whom; who did it is left out by himself (DEC-152) */
  user_ids: readonly string[];
  /** who did it, when that is not the viewer (the author of a reply by mail) */
  subject_user_id?: string | null;
  suggestion_id?: string;
  note_id?: string;
  supporter_message_id?: string;
  status_update_id?: string;
  internal_status_update_id?: string;
  message_id?: string;
  /** undo_entries.id of a bulk action */
  bulk_action_id?: string;
  objects_changed?: number;
}

/**
 * Tells members of the team something, in the open transaction: a row for each and a sign to their
 * open consoles. Nobody hears of what he did himself (DEC-152).
 */
export async function notify(context: Pick<CommandContext, 'tx' | 'subdomain_id' | 'viewer' | 'now'>, notice: Notice): Promise<void> {
  const { tx, subdomain_id, viewer, now } = context;
  const { event, user_ids, subject_user_id = viewer.user_id, ...about } = notice;
  const told = [...new Set(user_ids)].filter((user) => user !== subject_user_id);
  if (told.length === 0) return;
  const object = about.note_id ?? about.supporter_message_id ?? about.status_update_id ?? about.internal_status_update_id ?? about.suggestion_id ?? about.bulk_action_id ?? '';
  const row = { subdomain_id, event, subject_user_id, ...about, group_key: `${event}:${object}`, created_at: now, updated_at: now };
  await tx.insertInto('notifications').values(told.map((user_id) => ({ ...row, user_id }))).execute();
  await publishLive(tx, { event: 'refresh-notifications', subdomain_id, user_ids: told });
}
