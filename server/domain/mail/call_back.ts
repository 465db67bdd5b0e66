import { sql } from 'kysely';
import { defineCommand } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { idInput, required } from '../../inputs/kinds.ts';
import { writeRight } from '../../core/viewer.ts';
import { BULK_KINDS } from './mailing.ts';
import { carrierOf } from './content.ts';

/**
 * Stops a mailing that has not begun to go out. The status that it told of stays: mail alone is called
 * back. A message to subscribers was nothing but mail, so the feed forgets it and its files are free
 * again for the one that is written in its place.
 */
export const mailingCallBack = defineCommand({
  name: 'mailing_call_back',
  description: 'Calls a mailing back while it waits: no one gets it. A status that was posted with it stays.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Mailing.')) },
  returns: { entity: 'mailing' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await tx
      .selectFrom('mailings')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .where('kind', 'in', [...BULK_KINDS])
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('id', 'mailing');
    if (row.state === 'called_back') return row.id;
    const isWaiting = row.state === 'waiting' || (row.state === 'done' && row.expected_count === 0);
    if (!isWaiting)
      throw badInput('id', 'This email is already going out and can no longer be canceled.', {
        reason: 'too_late',
      });
    await tx
      .updateTable('mailings')
      .set({ state: 'called_back', updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await sql`
update deliveries d set state = 'left_out', reason = 'Canceled.'
where d.subdomain_id = ${subdomain_id} and d.mailing_id = ${id} and d.state = 'queued'`.execute(tx);
    const carrier = carrierOf(row);
    if (carrier) {
      await tx
        .updateTable(carrier.table)
        .set({
          expected_send_count: 0,
          ...(carrier.table === 'status_updates'
            ? { supporters_notified: false }
            : carrier.table === 'internal_status_updates'
              ? { teams_notified: false }
              : {}),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', carrier.id)
        .execute();
    }
    if (row.supporter_message_id !== null) {
      await tx
        .deleteFrom('activity_entries')
        .where('subdomain_id', '=', subdomain_id)
        .where('supporter_message_id', '=', row.supporter_message_id)
        .execute();
      // free for their uploader as if they had come in now, so that the sweep leaves them time
      await tx
        .updateTable('attachments')
        .set({ supporter_message_id: null, created_at: now, updated_at: now })
        .where('subdomain_id', '=', subdomain_id)
        .where('supporter_message_id', '=', row.supporter_message_id)
        .execute();
    }
    await context.audit('mailing_call_back', id, { kind: row.kind, expected_count: row.expected_count });
    return row.id;
  },
});
