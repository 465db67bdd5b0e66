import { defineEntity } from '../../core/entity.ts';
import { belongsTo, id, time, value } from '../../core/fields.ts';
import { readRight } from '../../core/viewer.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { columnIds } from '../../listing/filters.ts';
import { IDEA_THERE_SQL } from '../ideas/suggestion.ts';

/** That chosen supporters of an idea were contacted, as another system told it (DEC-180): lines of that kind of an idea's feed. */
export const outreach = defineEntity({
  name: 'outreach',
  plural: 'outreaches',
  table: 'activity_entries',
  description: 'That chosen supporters were contacted about an idea.',
  requires: readRight('feedback'),
  visible: (t) => `${t}.kind = 'outreach_created' and ${IDEA_THERE_SQL(t)}`,
  fields: {
    id: id('Id.'),
    details: value('Json', 'What the other system said of it.', (c) => `${c.t}.details`),
    user: belongsTo('user', 'user_id', 'Who contacted them; null: not known.'),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'The idea.'),
    created_at: time('When.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('About these ideas.')),
    },
    sorts: { created_at: { by: (t) => `${t}.created_at`, indexed: true } },
    defaultSort: '-created_at',
  },
});
