import { sql } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import { ticketLimits } from '../../../contract/tickets.ts';
import { firstCharacters, oneLine } from '../../../contract/text_cut.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { InboundTickets, Taken, TicketMail } from '../mail/inbound.ts';
import { notify } from '../notifications/notify.ts';
import { bodyWith, hangFiles, keepFiles, type KeptFiles } from './ticket_files.ts';
import { tellTicketCounts } from './ticket_counts.ts';
import { addEvent, addMessage, insertTicket } from './ticket_writing.ts';

/*
 * Emails that become tickets. Anyone can write one and name any address as its author, so an author is verified only
 * by answering an email of ours from the address that had it.
 */

const stored = (reason: string): Taken => ({ result: 'stored', reason });
const ignored = (reason: string): Taken => ({ result: 'ignored', reason });
const KNOWN: Taken = { result: 'known', reason: 'This email was taken before.' };

const subjectOf = (mail: TicketMail): string =>
  firstCharacters(oneLine(mail.subject), textLimits.nameCharacters) || 'No subject';

/** The person of an address; null: no one here has it. */
async function personOf(tx: Tx, subdomain_id: string, email: string | null): Promise<string | null> {
  if (email === null) return null;
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where((where) => where(where.fn<string>('lower', ['email_address']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether an email stands in a ticket. */
async function isKnown(tx: Tx, subdomain_id: string, message_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ticket_messages')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('message_id', '=', message_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** What was sent to the address of a stream: a new ticket. */
async function takeNew(scope: Scope, stream_id: string, mail: TicketMail): Promise<Taken> {
  const { subdomain_id } = scope.viewer;
  if (await isKnown(scope.db, subdomain_id, mail.message_id)) return KNOWN;
  const files = await keepFiles(scope, mail.files, false);
  return scope.write(async (tx): Promise<Taken> => {
    const context = { tx, subdomain_id, now: scope.now() };
    const stream = await tx
      .selectFrom('ticket_streams')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', stream_id)
      .forKeyShare()
      .executeTakeFirst();
    if (!stream) return ignored('The stream that this email was sent to is no more.');
    // whoever hands the same email in at this moment waits here, so that it begins one ticket
    await sql`select pg_advisory_xact_lock(hashtextextended(${`ticket mail ${subdomain_id} ${mail.message_id}`}, 0))`.execute(
      tx,
    );
    if (await isKnown(tx, subdomain_id, mail.message_id)) return KNOWN;
    const user_id = await personOf(tx, subdomain_id, mail.from_email);
    const ticket_id = await insertTicket(context, {
      stream_id,
      subject: subjectOf(mail),
      user_id,
      from_email: mail.from_email,
      from_name: mail.from_name,
    });
    const id = await addMessage(context, ticket_id, { ...messageOf(mail, files), user_id });
    await hangFiles(context, id!, files);
    await tellTicketCounts(tx, subdomain_id);
    return stored('The email became a ticket.');
  });
}

const messageOf = (mail: TicketMail, files: KeptFiles) =>
  ({
    kind: 'email',
    body: bodyWith(mail.body, mail.files, files),
    body_mime_type: 'text/plain',
    from_email: mail.from_email,
    from_name: mail.from_name === null ? null : firstCharacters(mail.from_name, textLimits.nameCharacters),
    message_id: mail.message_id,
  }) as const;

/** What answers a reply of the team: it comes into the ticket, which is open again. */
async function takeAnswer(
  scope: Scope,
  about: { mailing_id: string; email_address: string; user_id: string | null },
  mail: TicketMail,
): Promise<Taken> {
  const { subdomain_id } = scope.viewer;
  if (await isKnown(scope.db, subdomain_id, mail.message_id)) return KNOWN;
  const is_verified = mail.from_email !== null && mail.from_email === about.email_address.toLowerCase();
  const files = await keepFiles(scope, mail.files, is_verified);
  return scope.write(async (tx): Promise<Taken> => {
    const context = { tx, subdomain_id, now: scope.now() };
    const { rows } = await sql<{ id: string; state: string; assignee_id: string | null; messages: number }>`
select t.id::text as id, t.state, t.assignee_id::text as assignee_id,
  (select count(*)::int from ticket_messages c where c.subdomain_id = ${subdomain_id} and c.ticket_id = t.id) as messages
from ticket_messages m join tickets t on t.subdomain_id = ${subdomain_id} and t.id = m.ticket_id
where m.subdomain_id = ${subdomain_id} and m.mailing_id = ${about.mailing_id}::bigint
for no key update of t`.execute(tx);
    const [ticket] = rows;
    if (!ticket) return ignored('The ticket that this email answers is no more.');
    if (ticket.messages >= ticketLimits.messages)
      return ignored(`The ticket holds ${ticketLimits.messages} messages, as many as one may.`);
    const id = await addMessage(
      context,
      ticket.id,
      {
        ...messageOf(mail, files),
        is_verified,
        // what comes from elsewhere is not put into the recipient's mouth
        user_id: is_verified ? about.user_id : await personOf(tx, subdomain_id, mail.from_email),
      },
      { reopens: true },
    );
    if (id === null) return KNOWN;
    await hangFiles(context, id, files);
    if (ticket.assignee_id !== null)
      await notify(
        { tx, subdomain_id, viewer: scope.viewer, now: context.now, services: scope.services },
        {
          event: 'ticket_answered',
          user_ids: [ticket.assignee_id],
          ticket_id: ticket.id,
          subject_user_id: is_verified ? about.user_id : null,
        },
      );
    if (ticket.state === 'closed') {
      await addEvent(context, ticket.id, null, 'reopened');
      await tellTicketCounts(tx, subdomain_id);
    }
    return stored('The email came into its ticket.');
  });
}

/** How tickets take emails. */
export const inboundTickets: InboundTickets = { takeNew, takeAnswer };
