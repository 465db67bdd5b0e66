import { columnIds } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { boolean, id, belongsTo, text, textOrNull, time } from '../../core/fields.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';
import { NO_IDEA_DELETED_SQL } from '../ideas/suggestion.ts';

/** What came back by mail (DEC-180). Plain text, as its author wrote it. */
export const message = defineEntity({
  name: 'message',
  plural: 'messages',
  table: 'messages',
  description: 'One message of a talk by email with one person.',
  requires: readRight('feedback'),
  visible: NO_IDEA_DELETED_SQL,
  fields: {
    id: id('Id.'),
    body: text('What was written, plain text, without the email that it answers.'),
    subject: textOrNull('Subject of the email; null: none.'),
    from_email: textOrNull(
      'Address that it came from, when that is not the one that we had written to: then no one knows who wrote it. Null: it came from there.',
    ),
    is_from_staff: boolean('A member of the team wrote it.'),
    created_by: belongsTo('user', 'user_id', 'Who wrote it; null: not known.'),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'The idea that it is about.'),
    supporter_message: belongsTo('supporter_message', 'supporter_message_id', 'The message that it answers.'),
    status_update: belongsTo(
      'status_update',
      'status_update_id',
      'The public status update that it answers.',
    ),
    internal_status_update: belongsTo(
      'internal_status_update',
      'internal_status_update_id',
      'The internal status update that it answers.',
    ),
    thread: belongsTo('comm_thread', 'id', 'The talk that it belongs to.'),
    created_at: time('When it came in.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('About these ideas.')),
      supporter_message: columnIds('supporter_message_id', idListInput('Answers to these messages.')),
      status_update: columnIds('status_update_id', idListInput('Answers to these public status updates.')),
      internal_status_update: columnIds(
        'internal_status_update_id',
        idListInput('Answers to these internal status updates.'),
      ),
    },
    sorts: {
      id: { by: (t) => `${t}.id`, indexed: true },
      created_at: { by: (t) => `${t}.created_at`, indexed: true },
    },
    defaultSort: 'id',
  },
});
