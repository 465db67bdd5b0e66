import { sql } from 'kysely';
import { ticketLimits } from '../../../contract/tickets.ts';
import type { TicketEvent } from '../../../contract/tickets.ts';
import { firstCharacters } from '../../../contract/text_cut.ts';
import { markChanged } from '../../core/changes.ts';
import type { Tx } from '../../sql/kysely.ts';
import { htmlToText } from '../../text/html.ts';
import { searchVectorOf } from '../ideas/content.ts';

/** What a transaction about tickets works with. */
export interface TicketContext {
  tx: Tx;
  subdomain_id: string;
  now: Date;
}

/** An email, reply or note as it is written down. */
export interface NewMessage {
  kind: 'email' | 'reply' | 'note';
  body: string;
  body_mime_type: 'text/plain' | 'text/html';
  user_id: string | null;
  from_email?: string | null;
  from_name?: string | null;
  is_verified?: boolean;
  message_id?: string | null;
}

/** Where a ticket begins in a list: the first words, in one line. */
export function excerptOf(body: string, mime: string): string {
  const words = mime === 'text/html' ? htmlToText(body) : body;
  return firstCharacters(words.replace(/\s+/g, ' ').trim(), ticketLimits.excerptCharacters);
}

/** Begins a ticket, without a message. @returns its id */
export async function insertTicket(
  { tx, subdomain_id, now }: TicketContext,
  ticket: {
    stream_id: string;
    subject: string;
    user_id: string | null;
    from_email: string | null;
    from_name: string | null;
    assignee_id?: string | null;
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('tickets')
    .values({
      subdomain_id,
      ...ticket,
      last_message_at: now,
      search: searchVectorOf({
        title: ticket.subject,
        body: [ticket.from_name, ticket.from_email].filter((part) => part !== null).join(' '),
        body_mime_type: 'text/plain',
      }),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Adds a message to a ticket that the caller holds, or has just made: its words are found from then on, and those but
 * of notes stand in lists.
 *
 * @param reopens a closed ticket is open again
 * @returns id of the message; null when one of its Message-ID is there already
 */
export async function addMessage(
  { tx, subdomain_id, now }: TicketContext,
  ticket_id: string,
  message: NewMessage,
  { reopens = false } = {},
): Promise<string | null> {
  const row = await tx
    .insertInto('ticket_messages')
    .values({ subdomain_id, ticket_id, ...message, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['subdomain_id', 'message_id']).where('message_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) return null;
  const words = searchVectorOf({
    title: '',
    body: message.body,
    body_mime_type: message.body_mime_type,
  });
  await sql`
update tickets t set search = t.search || ${words}, last_message_at = ${now},
  excerpt = ${message.kind === 'note' ? sql`t.excerpt` : sql`${excerptOf(message.body, message.body_mime_type)}`},
  state = ${reopens ? sql`'open'` : sql`t.state`}, updated_at = greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond')
where t.subdomain_id = ${subdomain_id} and t.id = ${ticket_id}::bigint`.execute(tx);
  markChanged(tx, 'ticket', [ticket_id]);
  return row.id;
}

/** Notes what was done with a ticket, and by whom. @param user_id null: the system, as when an email reopens it */
export async function addEvent(
  { tx, subdomain_id, now }: TicketContext,
  ticket_id: string,
  user_id: string | null,
  event: TicketEvent,
  about: { event_user_id?: string; event_stream_id?: string; event_suggestion_id?: string } = {},
): Promise<void> {
  await tx
    .insertInto('ticket_messages')
    .values({ subdomain_id, ticket_id, kind: 'event', user_id, event, ...about, created_at: now })
    .execute();
}
