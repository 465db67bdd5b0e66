import { COMMENT_STATES } from '../../../contract/states.ts';
import { changeFilters, columnIds, columnSorts, filter, flag } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { boolean, id, int, hasMany, belongsTo, text, time } from '../../core/fields.ts';
import { booleanInput, idListInput, enumListInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';
import { IDEA_THERE_SQL } from '../ideas/suggestion.ts';

/** Condition of a comment that counts and that end users see (DEC-031). */
export const VISIBLE_COMMENT_SQL = (t: string): string => `${t}.state in ('published', 'approved')`;

/** What someone said under an idea, in public. */
export const comment = defineEntity({
  name: 'comment',
  plural: 'comments',
  table: 'comments',
  description: 'A public comment on an idea.',
  requires: readRight('feedback'),
  visible: (t) => `${t}.state <> 'deleted' and ${IDEA_THERE_SQL(t)}`,
  fields: {
    id: id('Id.'),
    body: text('Text.'),
    body_mime_type: text('text/plain or text/html.'),
    state: text('published, approved, pending, spam or deleted.'),
    channel: text('Where it came in.'),
    is_admin_comment: boolean('Written by the team.'),
    inappropriate_flags_count: int('Flags of end users.'),
    created_by: belongsTo('user', 'creator_id', 'Author; null when unknown.'),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'Its idea.'),
    converted_to_suggestion: belongsTo(
      'suggestion',
      'converted_to_suggestion_id',
      'Idea made from it; null when none. A comment is converted once.',
    ),
    attachments: hasMany({
      entity: 'attachment',
      description: 'Its attachments.',
      on: (c, child) => `${child}.comment_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    created_at: time('When it was written.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('On these ideas.')),
      creator: columnIds('creator_id', idListInput('Of these authors.')),
      state: filter(
        enumListInput('States; visible ones when not given.', COMMENT_STATES),
        (states, c) => `(${c.t}.state = any(${c.w.value(states.filter((state) => state !== 'deleted'))}))`,
      ),
      spam: flag(booleanInput('Marked as spam.'), (c) => `${c.t}.state = 'spam'`, { falseMeans: 'negation' }),
      ...changeFilters,
      needs_review: flag(booleanInput('Waiting for approval.'), (c) => `${c.t}.state = 'pending'`, {
        falseMeans: 'negation',
      }),
    },
    sorts: {
      created_at: { by: (t) => `${t}.created_at`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      ...columnSorts(['updated_at', 'state', 'channel', 'inappropriate_flags_count']),
    },
    defaultSort: '-created_at',
    defaultWhere: { where: VISIBLE_COMMENT_SQL, unless: ['state', 'spam', 'needs_review', 'id'] },
  },
});
