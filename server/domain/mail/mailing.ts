import { columnIds, filter, flag } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { id, int, belongsTo, text, textOrNull, time, timeOrNull } from '../../core/fields.ts';
import { booleanInput, idListInput, enumListInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';

/** What a mailing may be about. */
export const MAILING_KINDS = [
  'status_update',
  'internal_status_update',
  'supporter_message',
  'split_notice',
  'rating_request',
  'notification',
  'digest',
  'export',
  'reply_copy',
  'ticket_reply',
  'test',
] as const;
export type MailingKind = (typeof MAILING_KINDS)[number];

/** Those that go to many at once; the others go to one person and are no one else's business. */
export const BULK_KINDS = [
  'status_update',
  'internal_status_update',
  'supporter_message',
  'split_notice',
  'rating_request',
] as const satisfies readonly MailingKind[];

/** How far a mailing is. waiting: it can be called back; held: an operator stopped it. */
export const MAILING_STATES = ['waiting', 'sending', 'done', 'called_back', 'held'] as const;

/** What happened to one mail. outbox: written to a folder, since no relay is set up; unknown: the sender died while it handed it over. */
export const DELIVERY_STATES = [
  'queued',
  'sending',
  'sent',
  'outbox',
  'failed',
  'unknown',
  'left_out',
] as const;

const BULK = BULK_KINDS.map((kind) => `'${kind}'`).join(', ');
const count = (state: string) => (c: { t: string }) =>
  `select count(*)::int from deliveries n where n.subdomain_id = $1 and n.mailing_id = ${c.t}.id and n.state = '${state}'`;

/** One message to many, and how far it is. */
export const mailing = defineEntity({
  name: 'mailing',
  plural: 'mailings',
  table: 'mailings',
  description:
    'Email to those who follow an idea, or who are asked for a rating: how far it is, and what became of it.',
  requires: readRight('feedback'),
  visible: (t) => `${t}.kind in (${BULK})`,
  fields: {
    id: id('Id.'),
    kind: text(`One of ${BULK_KINDS.join(', ')}.`),
    state: text('waiting (it can be called back until send_after), sending, done, called_back or held.'),
    subject: text('Subject.'),
    send_after: time('When it begins to go out; until then mailing_call_back stops it.'),
    expected_count: int('People that it is meant for.'),
    sent_count: int('Emails that the relay took.', { sql: count('sent') }),
    outbox_count: int('Emails written to the outbox folder, since no relay is set up: not sent.', {
      sql: count('outbox'),
    }),
    failed_count: int('Emails that the relay refused for good.', { sql: count('failed') }),
    unknown_count: int('Emails of which no one knows whether the relay took them; they are not sent again.', {
      sql: count('unknown'),
    }),
    left_out_count: int('People who turned out not to want or to be able to get it.', {
      sql: count('left_out'),
    }),
    suggestion: belongsTo(
      'suggestion',
      'suggestion_id',
      'The idea that it is about; null: a request for ratings.',
    ),
    user: belongsTo('user', 'user_id', 'Who sends it; null: the system.'),
    created_at: time('When it was asked for.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('About these ideas.')),
      state: filter(
        enumListInput('Only in these states.', MAILING_STATES),
        (states, c) => `(${c.t}.state = any(${c.w.value(states)}))`,
      ),
    },
    sorts: { created_at: { by: (t) => `${t}.created_at`, indexed: true } },
    defaultSort: '-created_at',
  },
});

/** One mail of a mailing. */
export const delivery = defineEntity({
  name: 'delivery',
  plural: 'deliveries',
  table: 'deliveries',
  description: 'One email of a mailing, and what became of it.',
  requires: readRight('feedback'),
  visible: (t) =>
    `exists (select 1 from mailings dm where dm.subdomain_id = $1 and dm.id = ${t}.mailing_id and dm.kind in (${BULK}))`,
  fields: {
    id: id('Id.'),
    email_address: text('Address that it goes to.'),
    state: text('queued, sending, sent, outbox, failed, unknown or left_out.'),
    reason: textOrNull('Why it failed or was left out; null otherwise.'),
    attempts: int('Tries.'),
    sent_at: timeOrNull('When the relay took it.'),
    opened_at: timeOrNull('When it was first opened; null also when this is not counted.'),
    clicked_at: timeOrNull('When a link in it was first followed; null also when this is not counted.'),
    reaction: textOrNull('up or down; null: none.'),
    user: belongsTo('user', 'user_id', 'Who gets it.'),
    mailing: belongsTo('mailing', 'mailing_id', 'Its mailing.'),
    created_at: time('When it was put in line.'),
  },
  list: {
    filters: {
      mailing: columnIds('mailing_id', idListInput('Of these mailings.')),
      state: filter(
        enumListInput('Only in these states.', DELIVERY_STATES),
        (states, c) => `(${c.t}.state = any(${c.w.value(states)}))`,
      ),
      opened: flag(booleanInput('Opened at least once.'), (c) => `${c.t}.opened_at is not null`, {
        falseMeans: 'negation',
      }),
      clicked: flag(
        booleanInput('A link in it was followed at least once.'),
        (c) => `${c.t}.clicked_at is not null`,
        { falseMeans: 'negation' },
      ),
      reaction: filter(
        enumListInput('Only with these thumbs.', ['up', 'down']),
        (thumbs, c) => `(${c.t}.reaction = any(${c.w.value(thumbs)}))`,
      ),
    },
    sorts: { id: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-id',
  },
});
