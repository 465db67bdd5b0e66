import { changeFilters, columnIds, flag } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { boolean, id, int, hasMany, belongsTo, text, time } from '../../core/fields.ts';
import { booleanInput, idListInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';
import { canWrite } from '../../../contract/permissions.ts';
import { isOwnSql } from '../ideas/rights.ts';
import { IDEA_THERE_SQL } from '../ideas/suggestion.ts';

/** Replies that come along with a note. */
const REPLIES_SHOWN = 100;

/** What the team says among itself under an idea. */
export const note = defineEntity({
  name: 'note',
  plural: 'notes',
  table: 'notes',
  description: 'An internal note on an idea, or a reply to one.',
  requires: readRight('feedback'),
  visible: (t) => `${t}.deleted_at is null and ${IDEA_THERE_SQL(t)}`,
  fields: {
    id: id('Id.'),
    body: text(
      'Text. People that it mentions are chips: <span class="es-mention" value="id of the person">.',
    ),
    body_mime_type: text('text/plain or text/html.'),
    reply_count: int('Replies to it.'),
    created_by: belongsTo('user', 'creator_id', 'Author.'),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'Its idea.'),
    parent: belongsTo('note', 'parent_id', 'Note that it answers; null for a note of its own.'),
    replies: hasMany({
      entity: 'note',
      description: 'Replies to it, oldest first.',
      on: (c, child) => `${child}.parent_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: REPLIES_SHOWN,
    }),
    mentioned_users: hasMany({
      entity: 'user',
      description: 'People of the team that it mentions.',
      on: () => 'true',
      through: {
        table: 'note_mentions',
        on: (c, link, child) => `${child}.id = ${link}.user_id and ${link}.note_id = ${c.t}.id`,
      },
      order: (child) => `${child}.id`,
      max: 100,
    }),
    attachments: hasMany({
      entity: 'attachment',
      description: 'Its attachments.',
      on: (c, child) => `${child}.note_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    editable: boolean('The caller may change it: it is their own, or no one’s.', { sql: isOwnSql }),
    deletable: boolean('The caller may delete it: it is their own, or they keep the settings.', {
      sql: (c) => (canWrite(c.viewer.permissions, 'settings') ? 'true' : isOwnSql(c)),
    }),
    created_at: time('When it was written.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('On these ideas.')),
      note: columnIds('parent_id', idListInput('Replies to these notes.')),
      is_reply: flag(
        booleanInput('Replies alone; false: notes of their own.'),
        (c) => `${c.t}.parent_id is not null`,
        { falseMeans: 'negation' },
      ),
      ...changeFilters,
    },
    sorts: { created_at: { by: (t) => `${t}.created_at`, indexed: true } },
    defaultSort: '-created_at',
  },
});
