import type { Selectable } from 'kysely';
import { emailProblem } from '../../../contract/email.ts';
import { emailLimits, textLimits } from '../../../contract/limits.ts';
import { canUseConsole, canWrite } from '../../../contract/permissions.ts';
import { htmlOfText } from '../../../contract/rich_text.ts';
import { TICKET_STATES, ticketLimits } from '../../../contract/tickets.ts';
import { displayName } from '../../../contract/user_name.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { allOf, readRight } from '../../core/viewer.ts';
import type { TicketsTable } from '../../db/tables.ts';
import {
  booleanInput,
  enumInput,
  idInput,
  nullable,
  required,
  singleLine,
  validatedText,
} from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { findOrCreateUser } from '../account/people/find_or_create.ts';
import { user } from '../account/user.ts';
import { permissionsOf } from '../account/viewer.ts';
import { claimAttachments, inAttachmentTokens } from '../attachments/claims.ts';
import { inMimeType, inRawText, readRequiredText } from '../ideas/content.ts';
import { findSuggestion } from '../ideas/find.ts';
import { notify } from '../notifications/notify.ts';
import { createMailing } from '../mail/create.ts';
import { canWriteTickets } from './rights.ts';
import { ticket } from './ticket.ts';
import { tellTicketCounts } from './ticket_counts.ts';
import { lockStream } from './ticket_stream_commands.ts';
import { addEvent, addMessage, insertTicket } from './ticket_writing.ts';

type TicketRow = Selectable<TicketsTable>;

const inSubject = singleLine('Subject.', textLimits.nameCharacters);
const inBody = inRawText('Text.', textLimits.richTextCharacters);

/** A ticket, held until the commit. @throws BAD_USER_INPUT; foreign and unknown ids answer alike */
async function lockTicket(
  { tx, subdomain_id }: CommandContext,
  id: string,
  field: string,
): Promise<TicketRow> {
  const row = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'ticket');
  return row;
}

/** @throws BAD_USER_INPUT when the ticket holds as many messages as one may */
async function refuseFull({ tx, subdomain_id }: CommandContext, ticket_id: string): Promise<void> {
  const { count } = await tx
    .selectFrom('ticket_messages')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where('ticket_id', '=', ticket_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= ticketLimits.messages)
    throw badInput(
      'ticket',
      `This ticket holds ${ticketLimits.messages.toLocaleString('en')} messages, as many as one may. Begin a new one.`,
      { reason: 'too_many' },
    );
}

/** Someone of the team who may answer tickets. @throws BAD_USER_INPUT naming the field */
async function findSupporter(
  { tx, subdomain_id }: CommandContext,
  id: string,
  field: string,
): Promise<string> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email_address', 'license_type', 'permissions', 'allowed_state'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(field, 'person');
  const { core_access } = await tx
    .selectFrom('subdomains')
    .select('core_access')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  const mayAnswer =
    row.allowed_state === 'allowed' &&
    canUseConsole({ license_type: row.license_type, core_access }) &&
    canWrite(
      permissionsOf(row.license_type, row.permissions as Parameters<typeof permissionsOf>[1]),
      'tickets',
    );
  if (!mayAnswer)
    throw badInput(
      field,
      `${displayName(row) || 'This person'} may not answer tickets. Choose someone else.`,
    );
  return row.id;
}

/** Sends a reply by email and notes which one it was. The person must have an address. */
async function sendReply(
  context: CommandContext,
  about: { message_id: string; user_id: string; subject: string; html: string },
): Promise<void> {
  const { tx, subdomain_id } = context;
  const { id } = await createMailing(context, {
    kind: 'ticket_reply',
    to: { users: [about.user_id] },
    subject: about.subject,
    content: { heading: about.subject, html: about.html },
  });
  await tx
    .updateTable('ticket_messages')
    .set({ mailing_id: id })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', about.message_id)
    .execute();
}

/** A text as it goes out by email: HTML. */
function readBody(body: string, mime: string | undefined) {
  const body_mime_type = mime === 'text/html' ? ('text/html' as const) : ('text/plain' as const);
  const text = readRequiredText(body, body_mime_type, 'body', textLimits.richTextCharacters);
  return { body: text, body_mime_type, html: body_mime_type === 'text/html' ? text : htmlOfText(text) };
}

/** Begins a ticket by writing to a customer. */
export const ticketCreate = defineCommand({
  name: 'ticket_create',
  description: 'Writes to a customer and begins a ticket with it. Their answer comes into the ticket.',
  requires: canWriteTickets,
  input: {
    stream: required(idInput('Its stream.')),
    subject: required(inSubject),
    body: required(inBody),
    body_mime_type: inMimeType,
    email: required(validatedText('Address of the customer.', emailLimits.addressCharacters, emailProblem)),
    name: singleLine('Name of a new person.', textLimits.nameCharacters),
    attachment_tokens: inAttachmentTokens,
  },
  returns: { entity: 'ticket' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer } = context;
    const stream = await lockStream(context, input.stream, 'stream');
    const text = readBody(input.body, input.body_mime_type);
    const user_id = await findOrCreateUser(context, { email: input.email, name: input.name ?? '' });
    const id = await insertTicket(context, {
      stream_id: stream.id,
      subject: input.subject,
      user_id,
      from_email: input.email,
      from_name: input.name ?? null,
      assignee_id: viewer.user_id,
    });
    const message_id = (await addMessage(context, id, {
      kind: 'reply',
      body: text.body,
      body_mime_type: text.body_mime_type,
      user_id: viewer.user_id,
    }))!;
    await claimAttachments(context, input.attachment_tokens, 'ticket_message_id', message_id);
    await sendReply(context, { message_id, user_id, subject: input.subject, html: text.html });
    await tellTicketCounts(tx, subdomain_id);
    await context.audit('ticket_create', id, { subject: input.subject });
    return id;
  },
});

/** Answers a ticket by email. */
export const ticketReply = defineCommand({
  name: 'ticket_reply',
  description: 'Answers a ticket by email; with close it is closed then. Who answers first looks after it.',
  requires: canWriteTickets,
  input: {
    ticket: required(idInput('Ticket.')),
    body: required(inBody),
    body_mime_type: inMimeType,
    close: booleanInput('The ticket is closed then; else it is open.'),
    attachment_tokens: inAttachmentTokens,
  },
  returns: { entity: 'ticket_message' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer } = context;
    const row = await lockTicket(context, input.ticket, 'ticket');
    await refuseFull(context, row.id);
    const text = readBody(input.body, input.body_mime_type);
    if (row.user_id === null && row.from_email === null)
      throw badInput('ticket', 'The author of this ticket has no email address.', { reason: 'no_address' });
    const user_id =
      row.user_id ?? (await findOrCreateUser(context, { email: row.from_email!, name: row.from_name ?? '' }));
    const id = (await addMessage(context, row.id, {
      kind: 'reply',
      body: text.body,
      body_mime_type: text.body_mime_type,
      user_id: viewer.user_id,
    }))!;
    await claimAttachments(context, input.attachment_tokens, 'ticket_message_id', id);
    const subject = /^re:/i.test(row.subject)
      ? row.subject
      : `Re: ${row.subject}`.slice(0, 255).toWellFormed();
    await sendReply(context, { message_id: id, user_id, subject, html: text.html });
    const state = input.close === true ? 'closed' : 'open';
    await tx
      .updateTable('tickets')
      .set({ user_id, state, assignee_id: row.assignee_id ?? viewer.user_id })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    if (state !== row.state) {
      await addEvent(context, row.id, viewer.user_id, state === 'closed' ? 'closed' : 'reopened');
      await tellTicketCounts(tx, subdomain_id);
    }
    await context.audit('ticket_reply', row.id, { message_id: id });
    return id;
  },
});

/** Writes a note for the team under a ticket. */
export const ticketNote = defineCommand({
  name: 'ticket_note',
  description: 'Writes a note under a ticket, for the team alone.',
  requires: canWriteTickets,
  input: {
    ticket: required(idInput('Ticket.')),
    body: required(inBody),
    body_mime_type: inMimeType,
    attachment_tokens: inAttachmentTokens,
  },
  returns: { entity: 'ticket_message' },
  run: async (input, context) => {
    const row = await lockTicket(context, input.ticket, 'ticket');
    await refuseFull(context, row.id);
    const { body, body_mime_type } = readBody(input.body, input.body_mime_type);
    const id = (await addMessage(context, row.id, {
      kind: 'note',
      body,
      body_mime_type,
      user_id: context.viewer.user_id,
    }))!;
    await claimAttachments(context, input.attachment_tokens, 'ticket_message_id', id);
    return id;
  },
});

/** Closes, opens, assigns or moves a ticket, or changes its subject. */
export const ticketUpdate = defineCommand({
  name: 'ticket_update',
  description: 'Closes or opens a ticket, says who looks after it, moves it, or changes its subject.',
  requires: canWriteTickets,
  input: {
    id: required(idInput('Ticket.')),
    subject: inSubject,
    state: enumInput('open or closed.', TICKET_STATES),
    assignee: nullable(idInput('Who looks after it; null: no one.')),
    stream: idInput('Its stream.'),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'ticket' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const stream = input.stream === undefined ? null : await lockStream(context, input.stream, 'stream');
    const row = await lockTicket(context, input.id, 'id');
    await assertNotModified(input.if_updated_at, row, 'ticket', () =>
      readRecord(tx, viewer, ticket, [user], row.id, {
        id: true,
        subject: true,
        state: true,
        updated_at: true,
        assignee: { id: true, name: true },
      }),
    );
    if (input.subject === '') throw badInput('subject', 'The subject is required.', { reason: 'required' });
    const assignee_id =
      input.assignee === undefined
        ? row.assignee_id
        : input.assignee === null
          ? null
          : await findSupporter(context, input.assignee, 'assignee');
    const state = input.state ?? row.state;
    const stream_id = stream?.id ?? row.stream_id;
    await tx
      .updateTable('tickets')
      .set({
        subject: input.subject ?? row.subject,
        state,
        assignee_id,
        stream_id,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    const note = (event: Parameters<typeof addEvent>[3], about: Parameters<typeof addEvent>[4] = {}) =>
      addEvent(context, row.id, viewer.user_id, event, about);
    if (assignee_id !== row.assignee_id)
      await (assignee_id === null ? note('unassigned') : note('assigned', { event_user_id: assignee_id }));
    if (assignee_id !== row.assignee_id && assignee_id !== null)
      await notify(context, { event: 'ticket_assigned', user_ids: [assignee_id], ticket_id: row.id });
    if (stream_id !== row.stream_id) await note('moved', { event_stream_id: stream_id });
    if (state !== row.state) await note(state === 'closed' ? 'closed' : 'reopened');
    markChanged(tx, 'ticket', [row.id]);
    if (stream_id !== row.stream_id || state !== row.state) await tellTicketCounts(tx, subdomain_id);
    await context.audit('ticket_update', row.id, {
      changed: Object.keys(input).filter((key) => key !== 'id' && key !== 'if_updated_at'),
    });
    return row.id;
  },
});

/** Says that a ticket speaks for an idea: it stands in the idea's feed (PERM-033). */
export const ticketLink = defineCommand({
  name: 'ticket_link',
  description:
    'Says that a ticket speaks for an idea; the feed of the idea tells of it to those who may see tickets.',
  requires: allOf(canWriteTickets, readRight('feedback')),
  input: {
    ticket: required(idInput('Ticket.')),
    suggestion: required(idInput('Idea.')),
  },
  returns: { entity: 'ticket' },
  activity: ['ticket_created'],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const idea = await findSuggestion(tx, subdomain_id, input.suggestion, 'suggestion', { lock: true });
    const row = await lockTicket(context, input.ticket, 'ticket');
    const { count } = await tx
      .selectFrom('ticket_suggestions')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('subdomain_id', '=', subdomain_id)
      .where('ticket_id', '=', row.id)
      .executeTakeFirstOrThrow();
    const made = await tx
      .insertInto('ticket_suggestions')
      .values({ subdomain_id, ticket_id: row.id, suggestion_id: idea.id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('suggestion_id')
      .executeTakeFirst();
    if (!made) return row.id;
    if (Number(count) >= ticketLimits.ideas)
      throw badInput('suggestion', `A ticket speaks for at most ${ticketLimits.ideas} ideas.`, {
        reason: 'too_many',
      });
    await addEvent(context, row.id, viewer.user_id, 'linked', { event_suggestion_id: idea.id });
    await context.activity({
      kind: 'ticket_created',
      suggestion_id: idea.id,
      details: { ticket_id: row.id, subject: row.subject },
    });
    markChanged(tx, 'ticket', [row.id]);
    await context.audit('ticket_link', row.id, { suggestion_id: idea.id });
    return row.id;
  },
});

/** Takes tickets, or none for now (DEC-120). */
export const currentUserOffDuty = defineCommand({
  name: 'current_user_off_duty',
  description: 'Says whether the caller takes tickets now; off duty their badge counts none.',
  requires: canWriteTickets,
  input: { off_duty: required(booleanInput('Takes none for now.')) },
  returns: { entity: 'user' },
  run: async ({ off_duty }, { tx, subdomain_id, viewer }) => {
    await tx
      .updateTable('users')
      .set({ off_duty })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', viewer.user_id!)
      .execute();
    return viewer.user_id!;
  },
});
