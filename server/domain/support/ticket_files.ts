import { hasFeature } from '../../../contract/permissions.ts';
import { ticketLimits } from '../../../contract/tickets.ts';
import { ProductError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { storeAttachment } from '../attachments/store.ts';
import { withNotKept, type InboundFile } from '../mail/inbound_mail.ts';
import type { TicketContext } from './ticket_writing.ts';

/** What was made of the files of an email. */
export interface KeptFiles {
  /** of attachments that wait for their message; without one they go after a day */
  ids: string[];
  /** names of those that were not kept */
  refused: string[];
}

/**
 * Keeps the files of an email, before the transaction that writes its message: none is open while bytes are written
 * and looked at. Programs, what the scanner refuses, and empty files are not kept.
 *
 * @param isVerified the author answers an email of ours; of all others together a workspace keeps so much a day, as
 *   anyone can write to the address of a stream
 */
export async function keepFiles(
  scope: Scope,
  files: readonly InboundFile[],
  isVerified: boolean,
): Promise<KeptFiles> {
  const kept: KeptFiles = { ids: [], refused: [] };
  if (files.length === 0) return kept;
  const mayKeep = hasFeature(scope.viewer.authorized_features, 'idea_attachments');
  let room = isVerified ? Infinity : await roomToday(scope);
  for (const { name, content_type, bytes } of files) {
    if (!mayKeep || bytes.length > room) {
      kept.refused.push(name);
      continue;
    }
    try {
      const { id } = await storeAttachment(scope, {
        file_name: name,
        content_type: content_type === '' ? null : content_type,
        content: bytes,
        size_in_bytes: bytes.length,
      });
      kept.ids.push(id);
      room -= bytes.length;
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      kept.refused.push(name);
    }
  }
  return kept;
}

/** Bytes of files that strangers may still send to this workspace today. */
async function roomToday(scope: Scope): Promise<number> {
  const { bytes } = await scope.db
    .selectFrom('attachments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('size_in_bytes'), eb.val('0')).as('bytes'))
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('ticket_message_id', 'is not', null)
    .where('uploader_id', 'is', null)
    .where('created_at', '>', new Date(scope.now().getTime() - 86_400_000))
    // what came of those who answer us takes no room of the others
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ticket_messages as m')
          .select('m.id')
          .where('m.subdomain_id', '=', scope.viewer.subdomain_id)
          .whereRef('m.id', '=', 'attachments.ticket_message_id')
          .where('m.is_verified', '=', false),
      ),
    )
    .executeTakeFirstOrThrow();
  return ticketLimits.strangersBytesADay - Number(bytes);
}

/** Text of an email with files: what is not kept is named; of an email without text the names of its files. */
export const bodyWith = (body: string, files: readonly InboundFile[], { refused }: KeptFiles): string =>
  withNotKept(body === '' && refused.length === 0 ? files.map(({ name }) => name).join(', ') : body, refused);

/** Hangs kept files on the message of their email. */
export async function hangFiles(
  { tx, subdomain_id, now }: TicketContext,
  ticket_message_id: string,
  { ids }: KeptFiles,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('attachments')
    .set({ ticket_message_id, updated_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', ids)
    .execute();
}
