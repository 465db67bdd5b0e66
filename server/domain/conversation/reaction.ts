import { defineEntity } from '../../core/entity.ts';
import { belongsTo, id, text, time } from '../../core/fields.ts';
import { readRight } from '../../core/viewer.ts';
import { enumListInput, idListInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, filter } from '../../listing/filters.ts';
import { IDEA_THERE_SQL } from '../ideas/suggestion.ts';

/** A thumb that somebody gave to a status update in an email (DEC-180); the last one of each person counts. */
export const reaction = defineEntity({
  name: 'reaction',
  plural: 'reactions',
  table: 'reactions',
  description: 'A thumb up or down of a person for a status update.',
  requires: readRight('feedback'),
  visible: (t) =>
    `exists (select 1 from status_updates rs where rs.subdomain_id = $1 and rs.id = ${t}.status_update_id and ${IDEA_THERE_SQL('rs')} union all select 1 from internal_status_updates ri where ri.subdomain_id = $1 and ri.id = ${t}.internal_status_update_id and ${IDEA_THERE_SQL('ri')})`,
  fields: {
    id: id('Id.'),
    kind: text('up or down.'),
    user: belongsTo('user', 'user_id', 'Who gave it.'),
    status_update: belongsTo(
      'status_update',
      'status_update_id',
      'Public status update; null: an internal one.',
    ),
    internal_status_update: belongsTo(
      'internal_status_update',
      'internal_status_update_id',
      'Internal status update; null: a public one.',
    ),
    created_at: time('When it was given.'),
    updated_at: time('When it was given another time.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      status_update: columnIds('status_update_id', idListInput('For these public status updates.')),
      internal_status_update: columnIds(
        'internal_status_update_id',
        idListInput('For these internal status updates.'),
      ),
      user: columnIds('user_id', idListInput('Of these people.')),
      kind: filter(
        enumListInput('up or down.', ['up', 'down']),
        (kinds, c) => `(${c.t}.kind = any(${c.w.value(kinds)}))`,
      ),
      ...changeFilters,
    },
    sorts: { id: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-id',
  },
});
