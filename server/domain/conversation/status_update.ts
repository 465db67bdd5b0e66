import { changeFilters, columnIds } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import {
  boolean,
  id,
  int,
  intOrNull,
  hasMany,
  belongsTo,
  belongsToWhere,
  textOrNull,
  time,
  value,
} from '../../core/fields.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';
import { IDEA_THERE_SQL, lineOfHtmlSql } from '../ideas/suggestion.ts';

/**
 * What both kinds of update have: the numbers of their mail, their files, their idea, and who posted them when.
 *
 * @param kind also the name of the mailing, and with _id that of the column that leads to the update
 */
const postedFields = (kind: 'status_update' | 'internal_status_update') => ({
  expected_send_count: int('Emails that it should send.'),
  mail_sent_count: int('Emails sent.'),
  mail_opened_count: intOrNull('Emails opened; null when this is not counted.'),
  mail_clicked_count: intOrNull('Emails with a followed link; null when this is not counted.'),
  thumbs_up_count: int('Thumbs up.'),
  thumbs_down_count: int('Thumbs down.'),
  // the index on the column holds them
  reply_count: int('Answers to its email that came back.', {
    sql: (c) => `select count(*)::int from messages n where n.subdomain_id = $1 and n.${kind}_id = ${c.t}.id`,
  }),
  attachments: hasMany({
    entity: 'attachment',
    description: 'Its attachments.',
    on: (c, child) => `${child}.${kind}_id = ${c.t}.id`,
    order: (child) => `${child}.id`,
    max: 100,
  }),
  suggestion: belongsTo('suggestion', 'suggestion_id', 'Its idea.'),
  user: belongsTo('user', 'user_id', 'Who posted it.'),
  mailing: belongsToWhere({
    entity: 'mailing',
    description: 'How its email stands; null when none was asked for.',
    on: (c, child) => `${child}.${kind}_id = ${c.t}.id and ${child}.kind = '${kind}'`,
    order: (child) => `${child}.id desc`,
  }),
  created_at: time('When it was posted.'),
  updated_at: time('Last change.'),
});

/** What supporters were told when the status of an idea changed. */
export const statusUpdate = defineEntity({
  name: 'status_update',
  plural: 'status_updates',
  table: 'status_updates',
  description: 'A public status update of an idea.',
  requires: readRight('feedback'),
  visible: IDEA_THERE_SQL,
  fields: {
    id: id('Id.'),
    body: textOrNull('Words of the message on one line; null when there are none.', {
      sql: (c) => lineOfHtmlSql(`${c.t}.html_body`),
    }),
    html_body: textOrNull('Message as HTML; null when there is none.'),
    old_status: belongsTo('status', 'old_status_id', 'Status before; null: No Status.'),
    new_status: belongsTo('status', 'new_status_id', 'Status since; null: No Status.'),
    changes_status: boolean(
      'It changed the status; false: it says something and the status stays, as an answer that came with an import and named none.',
      { sql: (c) => `${c.t}.old_status_id is distinct from ${c.t}.new_status_id` },
    ),
    from_email: textOrNull('From address of its mail; null: the default one.'),
    notification_email_address: textOrNull('Reply-to address of its email; null: the automatic one.'),
    supporters_notified: boolean('Email was asked for.'),
    is_dated: boolean('false: imported without a date; created_at is then that of its idea.'),
    reactions_enabled: boolean('Its email carries thumbs.'),
    ...postedFields('status_update'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('Of these ideas.')),
      ...changeFilters,
    },
    sorts: {
      id: { by: (t) => `${t}.id`, indexed: true },
      created_at: { by: (t) => `${t}.created_at`, indexed: true },
    },
    defaultSort: '-id',
  },
});

/** What the team was told when the internal status of an idea changed. */
export const internalStatusUpdate = defineEntity({
  name: 'internal_status_update',
  plural: 'internal_status_updates',
  table: 'internal_status_updates',
  description: 'An internal status update of an idea.',
  requires: readRight('feedback'),
  visible: IDEA_THERE_SQL,
  fields: {
    id: id('Id.'),
    text: textOrNull('Words of the message on one line; null when there are none.', {
      sql: (c) => lineOfHtmlSql(`${c.t}.html_text`),
    }),
    html_text: textOrNull('Message as HTML; null when there is none.'),
    name: value(
      'String',
      'Name of the new internal status; null when it was taken away.',
      (c) =>
        `select n.name from internal_statuses n where n.subdomain_id = $1 and n.id = ${c.t}.new_internal_status_id`,
      { nullable: true },
    ),
    hex_color: value(
      'String',
      'Its colour.',
      (c) =>
        `select n.hex_color from internal_statuses n where n.subdomain_id = $1 and n.id = ${c.t}.new_internal_status_id`,
      { nullable: true },
    ),
    new_internal_status: belongsTo(
      'internal_status',
      'new_internal_status_id',
      'Internal status since; null: none.',
    ),
    teams_notified: boolean('The team was told by email.'),
    ...postedFields('internal_status_update'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('Of these ideas.')),
      ...changeFilters,
    },
    sorts: { id: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-id',
  },
});
