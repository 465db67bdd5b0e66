import { textLimits } from '../../../contract/limits.ts';
import { defineEntity } from '../../core/entity.ts';
import { id, textOrNull, time } from '../../core/fields.ts';
import { readRight } from '../../core/viewer.ts';
import { idListInput, textListInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, filter } from '../../listing/filters.ts';

/** An opportunity of the sales system that feedback came from (DEC-044, DEC-180): what the feedback says of its source, which names each once. */
export const sfdcOpportunity = defineEntity({
  name: 'sfdc_opportunity',
  plural: 'sfdc_opportunities',
  table: 'feedback_records',
  description: 'An opportunity of the sales system that feedback came from.',
  requires: readRight('feedback'),
  visible: (t) => `${t}.source_type = 'sfdc_opportunity' and ${t}.state = 'active'`,
  fields: {
    id: id('Id of the feedback that came from it.'),
    guid: textOrNull('Id in the sales system; null: not known.', { sql: (c) => `${c.t}.source_guid` }),
    name: textOrNull('Name; null: not known.', { sql: (c) => `${c.t}.source_title` }),
    url: textOrNull('Address in the sales system; null: not known.', { sql: (c) => `${c.t}.source_url` }),
    created_at: time('When the feedback was captured.'),
    updated_at: time('Last change of it.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      guid: filter(
        textListInput('With one of these ids of the sales system.', 100, textLimits.nameCharacters),
        (guids, c) => `(${c.t}.source_guid = any(${c.w.value(guids)}::text[]))`,
      ),
      ...changeFilters,
    },
    sorts: { id: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-id',
  },
});
