import { defineEntity } from '../../core/entity.ts';
import { belongsTo, id, text, time } from '../../core/fields.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds } from '../../listing/filters.ts';
import { canReadThemes } from './rights.ts';

/** A time with a name of its own, which the charts of trends show. */
export const periodMark = defineEntity({
  name: 'period_mark',
  plural: 'period_marks',
  table: 'period_marks',
  description: 'A time with a name of its own, such as a release, which the charts of trends show.',
  requires: canReadThemes,
  fields: {
    id: id('Id.'),
    name: text('What it is called.'),
    starts_on: text('First day, YYYY-MM-DD.', { sql: (c) => `to_char(${c.t}.starts_on, 'YYYY-MM-DD')` }),
    ends_on: text('Last day; the same for a single one.', {
      sql: (c) => `to_char(${c.t}.ends_on, 'YYYY-MM-DD')`,
    }),
    created_by: belongsTo('user', 'creator_id', 'Who made it; null: a program.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')), ...changeFilters },
    sorts: { starts_on: { by: (t) => `${t}.starts_on`, indexed: true } },
    defaultSort: 'starts_on',
  },
});
