import type { ActivityKind } from '../../contract/activity.ts';
import type { AuditAction } from '../../contract/audit.ts';
import { markChanged } from './changes.ts';
import { noteHappening } from './happenings.ts';
import type { Tx } from '../sql/kysely.ts';
import type { Viewer } from './viewer.ts';

/** One line of an idea's feed. */
export interface ActivityEntry {
  kind: ActivityKind;
  suggestion_id: string;
  /** who did it, when that is not the viewer (the author of an imported comment) */
  user_id?: string | null;
  comment_id?: string;
  feedback_record_id?: string;
  note_id?: string;
  internal_flag_id?: string;
  status_update_id?: string;
  internal_status_update_id?: string;
  supporter_message_id?: string;
  related_suggestion_id?: string;
  details?: Record<string, unknown>;
  created_at?: Date;
}

/** Writes a line of the feed in the open transaction. */
export async function recordActivity(tx: Tx, viewer: Viewer, now: Date, entry: ActivityEntry): Promise<void> {
  const { details, user_id, created_at, ...rest } = entry;
  markChanged(tx, 'suggestion', [entry.suggestion_id]);
  const { id } = await tx
    .insertInto('activity_entries')
    .values({
      subdomain_id: viewer.subdomain_id,
      ...rest,
      user_id: user_id === undefined ? viewer.user_id : user_id,
      details: JSON.stringify(details ?? {}),
      created_at: created_at ?? now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  noteHappening(tx, entry.kind, [id]);
}

/** Writes to the append-only audit log in the open transaction. Secrets never go into `details`. */
export async function recordAudit(
  tx: Tx,
  viewer: Viewer,
  action: AuditAction,
  subject: string | null,
  details: Record<string, unknown>,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({
      subdomain_id: viewer.subdomain_id,
      user_id: viewer.user_id,
      action,
      subject,
      details: JSON.stringify(
        viewer.api_key_id === undefined ? details : { ...details, api_key_id: viewer.api_key_id },
      ),
    })
    .execute();
}
