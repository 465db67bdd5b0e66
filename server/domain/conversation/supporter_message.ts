import { columnIds } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import {
  boolean,
  id,
  int,
  intOrNull,
  hasMany,
  belongsTo,
  belongsToWhere,
  text,
  textOrNull,
  time,
} from '../../core/fields.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';
import { IDEA_THERE_SQL } from '../ideas/suggestion.ts';

/** What the team wrote to those who follow an idea (ENT-023). */
export const supporterMessage = defineEntity({
  name: 'supporter_message',
  plural: 'supporter_messages',
  table: 'supporter_messages',
  description: 'A message to those who follow an idea.',
  requires: readRight('feedback'),
  visible: IDEA_THERE_SQL,
  fields: {
    id: id('Id.'),
    body: text('Text, HTML.'),
    body_mime_type: text('Always text/html.'),
    email_subject: text('Subject of its email.'),
    from_email: textOrNull('From address of its mail; null: the default one.'),
    notification_email_address: textOrNull('Reply-to address of its email; null: the automatic one.'),
    copies_replies: boolean('The sender gets a copy of each reply by email.'),
    expected_send_count: int('Emails that it should send.'),
    mail_sent_count: int('Emails sent.'),
    mail_opened_count: intOrNull('Emails opened; null when this is not counted.'),
    mail_clicked_count: intOrNull('Emails with a followed link; null when this is not counted.'),
    reply_count: int('Answers that came back.'),
    attachments: hasMany({
      entity: 'attachment',
      description: 'Its attachments.',
      on: (c, child) => `${child}.supporter_message_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'Its idea.'),
    user: belongsTo('user', 'user_id', 'Who wrote it.'),
    mailing: belongsToWhere({
      entity: 'mailing',
      description: 'How its email stands.',
      on: (c, child) => `${child}.supporter_message_id = ${c.t}.id and ${child}.kind = 'supporter_message'`,
      order: (child) => `${child}.id desc`,
    }),
    created_at: time('When it was written.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('On these ideas.')),
    },
    sorts: { id: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-id',
  },
});
