import { sql } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';
import { addEvent, addMessage, insertTicket } from '../../domain/support/ticket_writing.ts';

const HOUR_MS = 3_600_000;

interface DemoTicket {
  stream: string;
  subject: string;
  /** hours since the first email */
  hours: number;
  /** 0: the first of the customers of the demo, and so on */
  customer: number;
  said: readonly { by: 'customer' | 'team' | 'note'; text: string; hours: number }[];
  isTaken?: boolean;
  isClosed?: boolean;
}

const STREAMS = ['Support', 'Billing'] as const;

/** What customers of the made-up product asked lately. */
const TICKETS: readonly DemoTicket[] = [
  {
    stream: 'Support',
    subject: 'Hours of last week missing in payroll',
    hours: 3,
    customer: 0,
    said: [
      {
        by: 'customer',
        hours: 3,
        text: 'Good evening,\n\nthe payroll export of last week has 41 rows, but we had 58 visits with hours. Every Sunday visit is missing, and the night rates come out as normal hours. I have typed them by hand now, it took until seven.',
      },
      {
        by: 'note',
        hours: 2.5,
        text: 'Sunday hours are cut in the export profile, support cannot change that. Third customer this month.',
      },
    ],
    isTaken: true,
  },
  {
    stream: 'Support',
    subject: 'Can we lock a visit?',
    hours: 6,
    customer: 1,
    said: [
      {
        by: 'customer',
        hours: 6,
        text: 'Two dispatchers moved the same visit within a minute, and the technician drove to the wrong place. Can a visit be locked while someone works on it?',
      },
    ],
  },
  {
    stream: 'Support',
    subject: 'App asks for the password every morning',
    hours: 26,
    customer: 2,
    said: [
      {
        by: 'customer',
        hours: 26,
        text: 'All twelve of us have to sign in again each morning at six. Is this meant to be so?',
      },
      {
        by: 'team',
        hours: 24,
        text: 'Good morning,\n\nit is not. Which phones do you use, and do they clean up apps at night?',
      },
      {
        by: 'customer',
        hours: 5,
        text: 'They are the ones that came with the contract. I asked our supplier, and they do restart at five.',
      },
    ],
    isTaken: true,
  },
  {
    stream: 'Billing',
    subject: 'Invoice was sent twice',
    hours: 30,
    customer: 3,
    said: [
      {
        by: 'customer',
        hours: 30,
        text: 'Our customer got the same invoice on Monday and on Tuesday. How do I withdraw one of them?',
      },
    ],
  },
  {
    stream: 'Billing',
    subject: 'Change of our address',
    hours: 90,
    customer: 4,
    said: [
      {
        by: 'customer',
        hours: 90,
        text: 'We have moved. Please send invoices to the new address from now on.',
      },
      { by: 'team', hours: 88, text: 'Done. The next invoice goes to the new address.' },
    ],
    isTaken: true,
    isClosed: true,
  },
];

/** Tickets of the demo workspace: customers who write lately, some answered, one closed. */
export async function writeDemoTickets(
  tx: Tx,
  subdomain_id: string,
  owner_id: string,
  now: Date,
): Promise<void> {
  const at = (hours: number) => ({ tx, subdomain_id, now: new Date(now.getTime() - hours * HOUR_MS) });
  const streams = new Map<string, string>();
  for (const [index, name] of STREAMS.entries()) {
    const { id } = await tx
      .insertInto('ticket_streams')
      .values({
        subdomain_id,
        name,
        position: index + 1,
        created_at: at(5_000).now,
        updated_at: at(5_000).now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    streams.set(name, id);
  }
  const { rows: customers } = await sql<{ id: string; name: string; email_address: string }>`
select u.id::text as id, u.name, u.email_address from users u
where u.subdomain_id = ${subdomain_id} and u.license_type = 'none' and u.account_id is not null and u.email_address is not null and u.name is not null
order by u.id limit ${TICKETS.length}`.execute(tx);
  for (const ticket of TICKETS) {
    const customer = customers[ticket.customer];
    if (customer === undefined) continue;
    const id = await insertTicket(at(ticket.hours), {
      stream_id: streams.get(ticket.stream)!,
      subject: ticket.subject,
      user_id: customer.id,
      from_email: customer.email_address,
      from_name: customer.name,
      assignee_id: ticket.isTaken === true ? owner_id : null,
    });
    for (const [index, { by, text, hours }] of ticket.said.entries())
      await addMessage(at(hours), id, {
        kind: by === 'customer' ? 'email' : by === 'team' ? 'reply' : 'note',
        body: text,
        body_mime_type: 'text/plain',
        user_id: by === 'customer' ? customer.id : owner_id,
        ...(by === 'customer'
          ? { from_email: customer.email_address, from_name: customer.name, is_verified: index > 0 }
          : {}),
      });
    if (ticket.isClosed === true) {
      const last = at(ticket.said.at(-1)!.hours);
      await addEvent(last, id, owner_id, 'closed');
      await tx
        .updateTable('tickets')
        .set({ state: 'closed' })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute();
    }
  }
}
