import { sql } from 'kysely';
import { displayName } from '../../../contract/user_name.ts';
import { htmlOfText } from '../../../contract/rich_text.ts';
import { publishLive } from '../../live/live.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { SignatureService } from '../../core/services.ts';
import { Counters } from '../counters/counters.ts';
import type { InboundHead, InboundContent } from './inbound_mail.ts';
import type { OpenMail } from './inbound_reader.ts';
import { readReplyAddress, readStreamAddress } from './tokens.ts';
import { carrierOf, type Carrier } from './content.ts';
import { createMailing } from './create.ts';
import { notify } from '../notifications/notify.ts';

/*
 * Mail that comes back. An answer is known by the signed address that it was sent to, a report by the signed
 * address in the mail that it tells of; the author's own address proves nothing and opens nothing.
 */

/** What happened to a mail; `reason` is a sentence. The same one whether an address was forged, foreign or of a mail that is gone. */
export interface Taken {
  result: 'stored' | 'known' | 'suppressed' | 'ignored';
  reason: string;
}

/** An email of a customer, as tickets take it. */
export type TicketMail = Pick<InboundHead, 'from_email' | 'from_name' | 'subject'> &
  Pick<InboundContent, 'body' | 'files'> & { message_id: string };

/** How tickets take emails; they stand on mail, which knows nothing of them. */
export interface InboundTickets {
  /** what was sent to the address of a stream */
  takeNew: (scope: Scope, stream_id: string, mail: TicketMail) => Promise<Taken>;
  /** what answers a reply of the team, by the mailing that carried it and whom it went to */
  takeAnswer: (
    scope: Scope,
    about: { mailing_id: string; email_address: string; user_id: string | null },
    mail: TicketMail,
  ) => Promise<Taken>;
}

/** Where mail that comes in looks for its workspace. */
export interface InboundDependencies {
  signatures: SignatureService;
  /** a scope of the system; null: the workspace is gone or switched off */
  scopeOf: (subdomain_id: string) => Promise<Scope | null>;
  tickets: InboundTickets;
}

/** Answers to one mail that are kept. More is a program that talks to itself. */
const REPLIES_PER_MAIL = 50;
/** Addresses of one mail that are compared. */
const ADDRESSES_MAX = 100;

const ignored = (reason: string): Taken => ({ result: 'ignored', reason });
const NOT_OURS = ignored('This email answers no email of this installation.');
const WITHOUT_ID = ignored('The email has no Message-ID, so it cannot be told from another.');
const ENOUGH = ignored(`${REPLIES_PER_MAIL} answers to this email were taken already.`);
const EMPTY = ignored('The email says nothing.');
const KNOWN: Taken = { result: 'known', reason: 'This email was taken before.' };

/** Finds which of our mails an address names. */
function findToken(
  signatures: SignatureService,
  addresses: readonly string[],
): { subdomain_id: string; delivery_id: string } | null {
  for (const address of addresses.slice(0, ADDRESSES_MAX)) {
    const named = readReplyAddress(signatures, address);
    if (named) return named;
  }
  return null;
}

/**
 * Takes a mail that came in, whatever it is: an answer, or a report that a mail of ours came back. What it says is
 * read only when its head names a mail that was sent from here and may still be answered: anyone can send one, and
 * only those who had a mail of ours are worth the work.
 */
export async function takeMail(on: InboundDependencies, { head, read }: OpenMail): Promise<Taken> {
  const named = findToken(on.signatures, head.report ? head.report.addresses : head.to);
  if (named === null && head.report === null) return takeForStream(on, { head, read });
  const scope = named && (await on.scopeOf(named.subdomain_id));
  if (!named || !scope) return NOT_OURS;
  const { delivery_id } = named;
  const delivery = await readDelivery(scope.db, scope.viewer.subdomain_id, delivery_id);
  if (!delivery) return NOT_OURS;
  if (head.report) {
    const { report } = await read();
    return report?.isFinal
      ? takeBounce(scope, { delivery_id, kind: head.report.kind, reason: report.reason })
      : ignored('The report tells of no failure for good.');
  }
  if (head.automatic !== null) return ignored(head.automatic);
  const refused = await whyNotAnswer(scope, delivery_id, head.message_id);
  if (refused) return refused;
  if (delivery.kind === 'ticket_reply') {
    const mail = await readTicketMail({ head, read });
    return mail === null ? EMPTY : on.tickets.takeAnswer(scope, delivery, mail);
  }
  return takeReply(scope, delivery_id, { ...head, ...(await read()) });
}

/** What was sent to the address of a stream of tickets. */
async function takeForStream(on: InboundDependencies, { head, read }: OpenMail): Promise<Taken> {
  let named: ReturnType<typeof readStreamAddress> = null;
  for (const address of head.to.slice(0, ADDRESSES_MAX)) named ??= readStreamAddress(on.signatures, address);
  const scope = named && (await on.scopeOf(named.subdomain_id));
  if (!named || !scope) return NOT_OURS;
  if (head.automatic !== null) return ignored(head.automatic);
  if (head.message_id === null) return WITHOUT_ID;
  const mail = await readTicketMail({ head, read });
  return mail === null ? EMPTY : on.tickets.takeNew(scope, named.stream_id, mail);
}

/** What tickets take of a mail that has a Message-ID; null: it says nothing. */
async function readTicketMail({ head, read }: Pick<OpenMail, 'head' | 'read'>): Promise<TicketMail | null> {
  const { body, files } = await read({ files: true });
  const { from_email, from_name, subject, message_id } = head;
  return body === '' && files.length === 0
    ? null
    : { from_email, from_name, subject, message_id: message_id!, body, files };
}

/** Why an answer would not be kept, whatever it says; null: it may be. */
async function whyNotAnswer(
  scope: Scope,
  delivery_id: string,
  message_id: string | null,
): Promise<Taken | null> {
  const { subdomain_id } = scope.viewer;
  if (message_id === null) return WITHOUT_ID;
  const known = await scope.db
    .selectFrom('messages')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('message_id', '=', message_id)
    .executeTakeFirst();
  if (known) return KNOWN;
  return (await countAnswers(scope.db, subdomain_id, delivery_id)) >= REPLIES_PER_MAIL ? ENOUGH : null;
}

async function countAnswers(db: Tx, sid: string, delivery_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', sid)
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Answered extends Carrier {
  id: string;
  user_id: string | null;
  email_address: string;
  mailing_id: string;
  kind: string;
  suggestion_id: string | null;
  sender_id: string | null;
  subject: string;
}

async function readDelivery(tx: Tx, sid: string, id: string): Promise<Answered | null> {
  const { rows } = await sql<Answered>`
select d.id::text as id, d.user_id::text as user_id, d.email_address, m.id::text as mailing_id, m.kind, m.suggestion_id::text as suggestion_id, m.user_id::text as sender_id, m.subject,
  m.status_update_id::text as status_update_id, m.internal_status_update_id::text as internal_status_update_id, m.supporter_message_id::text as supporter_message_id
from deliveries d join mailings m on m.subdomain_id = ${sid} and m.id = d.mailing_id
where d.subdomain_id = ${sid} and d.id = ${id} and d.state not in ('queued', 'left_out')`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Keeps an answer to one of our mails: a message, the numbers of what it answers, a sign to who sent that,
 * and a copy by mail when they asked for one (NOTIF-019, NOTIF-021, PANEL-056, DEC-069, DEC-137). The same
 * mail comes in once, known by its Message-ID.
 */
export async function takeReply(
  scope: Scope,
  delivery_id: string,
  mail: Omit<InboundHead, 'report'> & InboundContent,
): Promise<Taken> {
  const { subdomain_id } = scope.viewer;
  if (mail.message_id === null) return WITHOUT_ID;
  if (mail.body === '') return EMPTY;
  return scope.write(async (tx): Promise<Taken> => {
    const delivery = await readDelivery(tx, subdomain_id, delivery_id);
    if (!delivery) return NOT_OURS;
    const now = scope.now();
    const { suggestion_id } = delivery;
    // ideas before all else, as everyone locks them
    if (suggestion_id !== null)
      await tx
        .selectFrom('suggestions')
        .select('id')
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', suggestion_id)
        .forNoKeyUpdate()
        .execute();
    // whoever else brings answers to this mail waits here, so that the limit holds
    await tx
      .selectFrom('deliveries')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', delivery.id)
      .forNoKeyUpdate()
      .execute();
    if ((await countAnswers(tx, subdomain_id, delivery.id)) >= REPLIES_PER_MAIL) return ENOUGH;
    // an address says nothing about who wrote: what comes from elsewhere is kept and is not put into the recipient's mouth
    const isOwn = mail.from_email !== null && mail.from_email === delivery.email_address.toLowerCase();
    const author = isOwn ? delivery.user_id : null;
    const {
      status_update_id = null,
      internal_status_update_id = null,
      supporter_message_id = null,
    } = delivery;
    const row = await tx
      .insertInto('messages')
      .values({
        subdomain_id,
        suggestion_id,
        delivery_id: delivery.id,
        supporter_message_id,
        status_update_id,
        internal_status_update_id,
        user_id: author,
        from_email: isOwn ? null : (mail.from_email ?? 'unknown'),
        is_from_staff: false,
        subject: mail.subject || null,
        body: mail.body,
        message_id: mail.message_id,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['subdomain_id', 'message_id']).where('message_id', 'is not', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!row) return KNOWN;

    const context = { tx, subdomain_id, viewer: scope.viewer, now, services: scope.services };
    const carrier = carrierOf(delivery);
    if (carrier?.table === 'supporter_messages')
      await tellSender(scope, tx, delivery, carrier.id, { ...mail, id: row.id, author, isOwn });
    else if (delivery.sender_id !== null) {
      await notify(context, {
        event: 'comm_message_reply',
        user_ids: [delivery.sender_id],
        subject_user_id: author,
        message_id: row.id,
        ...(suggestion_id === null ? {} : { suggestion_id }),
        ...(status_update_id === null ? {} : { status_update_id }),
        ...(internal_status_update_id === null ? {} : { internal_status_update_id }),
      });
    }
    if (carrier) {
      const entity = (
        {
          status_updates: 'status_update',
          internal_status_updates: 'internal_status_update',
          supporter_messages: 'supporter_message',
        } as const
      )[carrier.table];
      await publishLive(tx, { event: 'changed', entity, ids: [carrier.id], subdomain_id, user_ids: null });
    }
    if (suggestion_id !== null) {
      const counters = new Counters(tx, subdomain_id, now);
      counters.messageAdded({ suggestion_id });
      await counters.write();
    }
    return { result: 'stored', reason: 'The answer was kept.' };
  });
}

type Reply = Pick<InboundHead & InboundContent, 'from_email' | 'from_name' | 'body' | 'subject'> & {
  id: string;
  author: string | null;
  isOwn: boolean;
};

/** What an answer to a message does: it is counted, its sender hears of it, and gets a copy when they want one. */
async function tellSender(
  scope: Scope,
  tx: Tx,
  delivery: Answered,
  message_id: string,
  reply: Reply,
): Promise<void> {
  const { subdomain_id } = scope.viewer;
  const message = await tx
    .updateTable('supporter_messages')
    .set((set) => ({ reply_count: set('reply_count', '+', 1) }))
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', message_id)
    .returning(['id', 'user_id', 'copies_replies', 'email_subject', 'suggestion_id'])
    .executeTakeFirst();
  if (!message || message.user_id === null) return;
  const context = { tx, subdomain_id, viewer: scope.viewer, now: scope.now(), services: scope.services };
  await notify(context, {
    event: 'supporter_message_reply',
    user_ids: [message.user_id],
    subject_user_id: reply.author,
    suggestion_id: message.suggestion_id,
    supporter_message_id: message.id,
    message_id: reply.id,
  });
  if (!message.copies_replies) return;
  const people = await tx
    .selectFrom('users')
    .select(['name', 'email_address'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', reply.author)
    .executeTakeFirst();
  const idea = await tx
    .selectFrom('suggestions')
    .select('title')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', message.suggestion_id)
    .executeTakeFirst();
  const name = people ? displayName(people) : (reply.from_email ?? 'Someone');
  await createMailing(
    {
      ...context,
      enqueue: (task, payload, options) =>
        scope.services.tasks.enqueue(tx, task.name, { ...payload, subdomain_id }, options),
    },
    {
      kind: 'reply_copy',
      to: { users: [message.user_id] },
      subject: `Re: ${message.email_subject}`.slice(0, 255).toWellFormed(),
      content: {
        kicker: `Reply to your message about "${idea?.title ?? ''}"`,
        heading: `${name} wrote`,
        html: `${reply.isOwn ? '' : htmlOfText(`This reply came from ${reply.from_email ?? 'an unknown address'}; your message went to ${delivery.email_address}.`)}${htmlOfText(reply.body)}`,
        because: 'You get this email because you asked for a copy of each reply.',
      },
      suggestion_id: message.suggestion_id,
      // an answer to the copy goes to whoever wrote
      ...(reply.from_email === null ? {} : { reply_to: reply.from_email }),
    },
  );
}

/** A mail that came back for good, or was reported as unwanted. */
export interface Bounce {
  delivery_id: string;
  kind: 'bounce' | 'complaint';
  /** what the other side said, one line */
  reason: string;
}

/**
 * The address of a mail gets none any more, and the mail counts as failed (design: mail). A stronger reason
 * takes the place of a weaker one.
 */
export async function takeBounce(scope: Scope, { delivery_id, kind, reason }: Bounce): Promise<Taken> {
  const { subdomain_id } = scope.viewer;
  const details = reason
    .toWellFormed()
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();
  return scope.write(async (tx): Promise<Taken> => {
    const delivery = await readDelivery(tx, subdomain_id, delivery_id);
    if (!delivery) return NOT_OURS;
    await sql`
insert into mail_suppressions as s (subdomain_id, email_key, reason, details, created_at)
values (${subdomain_id}, ${delivery.email_address.toLowerCase()}, ${kind}, ${details}, ${scope.now()})
on conflict (subdomain_id, email_key) do update set reason = excluded.reason, details = excluded.details, created_at = excluded.created_at where s.reason in ('unsubscribed', 'manual')`.execute(
      tx,
    );
    if (kind === 'complaint') return { result: 'suppressed', reason: 'The address gets no more email.' };
    const { rows } = await sql<{ was: string }>`
update deliveries d set state = 'failed', reason = ${`The email bounced: ${details}`}
from (select o.id, o.state from deliveries o where o.subdomain_id = ${subdomain_id} and o.id = ${delivery_id} for no key update) b
where d.subdomain_id = ${subdomain_id} and d.id = b.id and d.state in ('sending', 'sent', 'unknown')
returning b.state as was`.execute(tx);
    const carrier = carrierOf(delivery);
    if (carrier && rows[0]?.was === 'sent') {
      await sql`update ${sql.table(carrier.table)} t set mail_sent_count = greatest(t.mail_sent_count - 1, 0) where t.subdomain_id = ${subdomain_id} and t.id = ${carrier.id}`.execute(
        tx,
      );
    }
    return { result: 'suppressed', reason: 'The address gets no more email.' };
  });
}
