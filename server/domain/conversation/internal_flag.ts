import { changeFilters, columnIds, filter, flag } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { id, belongsTo, text, textOrNull, time, timeOrNull } from '../../core/fields.ts';
import { booleanInput, idListInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';
import { IDEA_THERE_SQL } from '../ideas/suggestion.ts';

/** A mark of the team that an idea needs someone's eye. */
export const internalFlag = defineEntity({
  name: 'internal_flag',
  plural: 'internal_flags',
  table: 'internal_flags',
  description: 'A flag of the team on an idea.',
  requires: readRight('feedback'),
  visible: IDEA_THERE_SQL,
  fields: {
    id: id('Id.'),
    reason: text('Why it was raised.'),
    cleared_at: timeOrNull('When it was cleared; null while it is open.'),
    cleared_message: textOrNull('What was said when it was cleared.'),
    cleared_by: belongsTo('user', 'cleared_by_id', 'Who cleared it; null while it is open.'),
    created_by: belongsTo('user', 'creator_id', 'Who raised it.'),
    user: belongsTo('user', 'user_id', 'On whose behalf; null when on no one else’s.'),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'Its idea.'),
    created_at: time('When it was raised.'),
    updated_at: time('Last change.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('On these ideas.')),
      open: flag(booleanInput('Not cleared yet.'), (c) => `${c.t}.cleared_at is null`, {
        falseMeans: 'negation',
      }),
      team: filter(
        idListInput('Raised by a member of these teams.'),
        (ids, c) =>
          `(${c.t}.creator_id in (select tm.user_id from team_members tm where tm.subdomain_id = $1 and tm.team_id = any(${c.w.value(ids)}::bigint[])))`,
      ),
      ...changeFilters,
    },
    sorts: { id: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-id',
  },
});
