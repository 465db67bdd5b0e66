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
  await writeStory(tx, subdomain_id, owner_id, streams.get('Support')!);
}

/**
 * Where the story begins that goes through the whole demo (docs/manual/first-steps.md): what a customer wrote to
 * support was captured as feedback on an idea, which has a theme, a report, a feature and a status.
 */
async function writeStory(tx: Tx, subdomain_id: string, owner_id: string, stream_id: string): Promise<void> {
  const { rows } = await sql<{
    suggestion_id: string;
    user_id: string;
    name: string;
    email_address: string;
    created_at: Date;
  }>`
select s.id::text as suggestion_id, u.id::text as user_id, u.name, u.email_address, f.created_at
from suggestions s
join feedback_records f on f.subdomain_id = ${subdomain_id} and f.suggestion_id = s.id
join users u on u.subdomain_id = ${subdomain_id} and u.id = f.user_id and u.email_address is not null and u.name is not null
where s.subdomain_id = ${subdomain_id} and s.title = ${STORY.idea}
order by f.created_at limit 1`.execute(tx);
  const [told] = rows;
  if (told === undefined) return;
  const after = (hours: number) => ({
    tx,
    subdomain_id,
    now: new Date(told.created_at.getTime() + hours * HOUR_MS),
  });
  const id = await insertTicket(after(-2), {
    stream_id,
    subject: STORY.subject,
    user_id: told.user_id,
    from_email: told.email_address,
    from_name: told.name,
    assignee_id: owner_id,
  });
  await addMessage(after(-2), id, {
    kind: 'email',
    body: STORY.asked,
    body_mime_type: 'text/plain',
    user_id: told.user_id,
    from_email: told.email_address,
    from_name: told.name,
  });
  await addEvent(after(0), id, owner_id, 'linked', { event_suggestion_id: told.suggestion_id });
  await tx
    .insertInto('ticket_suggestions')
    .values({ subdomain_id, ticket_id: id, suggestion_id: told.suggestion_id, created_at: told.created_at })
    .execute();
  await tx
    .insertInto('activity_entries')
    .values({
      subdomain_id,
      suggestion_id: told.suggestion_id,
      kind: 'ticket_created',
      user_id: owner_id,
      details: JSON.stringify({ ticket_id: id, subject: STORY.subject }),
      created_at: told.created_at,
    })
    .execute();
  await addMessage(after(1), id, {
    kind: 'reply',
    body: STORY.answered,
    body_mime_type: 'text/plain',
    user_id: owner_id,
  });
  await addEvent(after(1), id, owner_id, 'closed');
  await tx
    .updateTable('tickets')
    .set({ state: 'closed' })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .execute();
}

const STORY = {
  idea: 'Stock per van',
  subject: 'Bought the same valves twice again',
  asked:
    'Good morning,\n\nwe bought the same valves twice this week. There are about sixty thousand euros of parts on wheels here and no list that says in which van. Is there a way to see it that we have not found?',
  answered:
    'Good morning,\n\nthere is none yet. I noted it as an idea with what you wrote and with your vote, so you get an email whenever its status changes.',
} as const;
