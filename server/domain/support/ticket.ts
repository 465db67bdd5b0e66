import { TICKET_STATES } from '../../../contract/tickets.ts';
import { textLimits } from '../../../contract/limits.ts';
import { defineEntity } from '../../core/entity.ts';
import { belongsTo, boolean, hasMany, id, int, text, textOrNull, time } from '../../core/fields.ts';
import { booleanInput, enumInput, idListInput, textInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, columnSorts, filter, flag } from '../../listing/filters.ts';
import { searchQueryOf, tsquerySql } from '../intelligence/literal_query.ts';
import { canReadTickets } from './rights.ts';

/** A stream of tickets, with an address of its own. */
export const ticketStream = defineEntity({
  name: 'ticket_stream',
  plural: 'ticket_streams',
  table: 'ticket_streams',
  description: 'A stream of tickets; customers write to its address.',
  requires: canReadTickets,
  fields: {
    id: id('Id.'),
    name: text('Name, unique in the workspace.'),
    position: int('Place among the streams, from 1.'),
    open_tickets_count: int('Open tickets in it.', {
      sql: (c) =>
        `select count(*)::int from tickets st where st.subdomain_id = $1 and st.stream_id = ${c.t}.id and st.state = 'open'`,
    }),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')), ...changeFilters },
    sorts: {
      ...columnSorts(['position', 'id', 'created_at', 'updated_at']),
      ...columnSorts(['name'], { text: true }),
    },
    defaultSort: 'position',
  },
});

/** What a customer asks of support. */
export const ticket = defineEntity({
  name: 'ticket',
  plural: 'tickets',
  table: 'tickets',
  description: 'What a customer asks of support.',
  requires: canReadTickets,
  fields: {
    id: id('Id.'),
    subject: text('Subject.'),
    state: text('open or closed.'),
    excerpt: text('Beginning of the last email or reply.'),
    from_email: textOrNull(
      'Address that the first email names; null: the team began it for someone without one.',
    ),
    from_name: textOrNull('Name that the first email gives its author; null: none.'),
    last_message_at: time('When the last email, reply or note came.'),
    stream: belongsTo('ticket_stream', 'stream_id', 'Its stream.'),
    user: belongsTo('user', 'user_id', 'Who asks; null: no one here has the address.'),
    assignee: belongsTo('user', 'assignee_id', 'Who of the team looks after it; null: no one.'),
    suggestions: hasMany({
      entity: 'suggestion',
      description: 'Ideas that it speaks for.',
      on: () => 'true',
      through: {
        table: 'ticket_suggestions',
        on: (c, link, child) => `${child}.id = ${link}.suggestion_id and ${link}.ticket_id = ${c.t}.id`,
      },
      order: (child) => `${child}.id`,
      max: 20,
    }),
    created_at: time('When it came in.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      stream: columnIds('stream_id', idListInput('Of these streams.')),
      user: columnIds('user_id', idListInput('Of these people.')),
      assignee: columnIds('assignee_id', idListInput('That these people look after.')),
      assigned: flag(
        booleanInput('That someone looks after; false: no one does.'),
        (c) => `${c.t}.assignee_id is not null`,
        {
          falseMeans: 'negation',
        },
      ),
      suggestion: filter(
        idListInput('That speak for these ideas.'),
        (ids, c) =>
          `(${c.t}.id = any (array(select tl.ticket_id from ticket_suggestions tl join suggestions ts on ts.subdomain_id = $1 and ts.id = tl.suggestion_id and ts.state <> 'deleted' where tl.subdomain_id = $1 and tl.suggestion_id = any(${c.w.value(ids)}::bigint[]))))`,
      ),
      state: filter(
        enumInput('In this state.', TICKET_STATES),
        // written as text: the planner knows how many of each there are
        (state, c) => `(${c.t}.state = '${state}')`,
      ),
      q: filter(
        textInput('All of these words, the last one also as a beginning.', textLimits.searchCharacters),
        (q, c) => {
          const query = searchQueryOf(q);
          return query === null
            ? null
            : `(${c.t}.search @@ ${tsquerySql(query, true, (words) => c.w.value(words))})`;
        },
      ),
      ...changeFilters,
    },
    sorts: {
      last_message_at: { by: (t) => `${t}.last_message_at`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      ...columnSorts(['created_at', 'updated_at']),
      ...columnSorts(['subject'], { text: true }),
    },
    defaultSort: '-last_message_at',
  },
});

/** What was said in a ticket, or done with it. */
export const ticketMessage = defineEntity({
  name: 'ticket_message',
  plural: 'ticket_messages',
  table: 'ticket_messages',
  description: 'An email, reply or note of a ticket, or what was done with it.',
  requires: canReadTickets,
  fields: {
    id: id('Id.'),
    kind: text(
      'email: came in; reply: the team’s, by email; note: for the team alone; event: what was done.',
    ),
    body: textOrNull('Text; null: an event.'),
    body_mime_type: text('text/plain or text/html.'),
    from_email: textOrNull('Of an email: the address that it names; null otherwise.'),
    from_name: textOrNull('Of an email: the name that it gives its author; null otherwise, or none.'),
    is_verified: boolean(
      'It answers an email of ours, from the address that had it. Anyone can write any address into other emails.',
    ),
    event: textOrNull('assigned, unassigned, closed, reopened, moved or linked; null: no event.'),
    delivery_state: textOrNull(
      'Of a reply: queued, sending, sent, outbox, failed, unknown or left_out; null otherwise.',
      {
        sql: (c) =>
          `select md.state from deliveries md where md.subdomain_id = $1 and md.mailing_id = ${c.t}.mailing_id order by md.id limit 1`,
      },
    ),
    delivery_reason: textOrNull('Why a reply did not arrive; null otherwise.', {
      sql: (c) =>
        `select mr.reason from deliveries mr where mr.subdomain_id = $1 and mr.mailing_id = ${c.t}.mailing_id order by mr.id limit 1`,
    }),
    user: belongsTo('user', 'user_id', 'Author, as far as they are known here.'),
    event_user: belongsTo('user', 'event_user_id', 'Person that the event names; null: no one.'),
    event_stream: belongsTo('ticket_stream', 'event_stream_id', 'Where it was moved to; null otherwise.'),
    event_suggestion: belongsTo(
      'suggestion',
      'event_suggestion_id',
      'Idea that it was linked to; null otherwise.',
    ),
    ticket: belongsTo('ticket', 'ticket_id', 'Its ticket.'),
    attachments: hasMany({
      entity: 'attachment',
      description: 'Its files.',
      on: (c, child) => `${child}.ticket_message_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    created_at: time('When it came, or was written.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      ticket: columnIds('ticket_id', idListInput('Of these tickets.')),
    },
    sorts: { id: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: 'id',
  },
});
