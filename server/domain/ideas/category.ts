import { changeFilters, columnIds, columnSorts, filter } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { id, int, belongsTo, text, time } from '../../core/fields.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { canReadTaxonomy } from './rights.ts';

/** A part of one forum. */
export const category = defineEntity({
  name: 'category',
  plural: 'categories',
  table: 'categories',
  description: 'A part of one forum.',
  requires: canReadTaxonomy,
  fields: {
    id: id('Id.'),
    name: text('Name, unique in its forum.'),
    position: int('Place in its forum, from 1.'),
    open_suggestions_count: int('Open ideas in it.'),
    forum: belongsTo('forum', 'forum_id', 'Its forum.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      forum: filter(
        idListInput('Categories of these forums.'),
        (ids, c) => `(${c.t}.forum_id = any(${c.w.value(ids)}::bigint[]))`,
      ),
      ...changeFilters,
    },
    sorts: {
      position: { by: (t) => `${t}.position`, indexed: true },
      ...columnSorts(['name'], { text: true }),
      ...columnSorts(['id', 'open_suggestions_count', 'created_at', 'updated_at']),
    },
    defaultSort: 'position',
  },
});
