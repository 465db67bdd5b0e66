import { columnIds, defineEntity } from '../../core/entity.ts';
import { id, int, one, text, time } from '../../core/fields.ts';
import { inIds } from '../../core/inputs.ts';
import { mayRead } from '../../core/viewer.ts';

/** What the team says among itself under an idea. */
export const note = defineEntity({
  name: 'note',
  plural: 'notes',
  table: 'notes',
  describe: 'An internal note on an idea.',
  needs: mayRead('feedback'),
  visible: (t) => `${t}.deleted_at is null`,
  fields: {
    id: id('Id.'),
    body: text('Text.'),
    body_mime_type: text('text/plain or text/html.'),
    reply_count: int('Replies to it.'),
    created_by: one('user', 'creator_id', 'Author.'),
    suggestion: one('suggestion', 'suggestion_id', 'Its idea.'),
    created_at: time('When it was written.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: { id: columnIds('id', inIds('Only these.')), suggestion: columnIds('suggestion_id', inIds('On these ideas.')) },
    sorts: { created_at: { by: (t) => `${t}.created_at`, indexed: true } },
    defaultSort: '-created_at',
  },
});
