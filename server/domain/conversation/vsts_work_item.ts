import { defineEntity } from '../../core/entity.ts';
import { id, text, textOrNull, time } from '../../core/fields.ts';
import { readRight } from '../../core/viewer.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { NO_IDEA_DELETED_SQL } from '../ideas/suggestion.ts';
import { changeFilters, columnIds } from '../../listing/filters.ts';

/** Addresses of work items, in both forms that Azure DevOps has (feedback_records_work_items). */
const WORK_ITEM = String.raw`^https://(dev\.azure\.com|[a-z0-9-]+\.visualstudio\.com)/.*/_workitems/edit/[0-9]+`;

/** A work item of Azure DevOps that feedback was written down in (DEC-180): what the feedback says of its source. */
export const vstsWorkItem = defineEntity({
  name: 'vsts_work_item',
  plural: 'vsts_work_items',
  table: 'feedback_records',
  description: 'A work item of Azure DevOps that feedback came from.',
  requires: readRight('feedback'),
  visible: (t) => `${t}.source_url ~ '${WORK_ITEM}' and ${t}.state = 'active' and ${NO_IDEA_DELETED_SQL(t)}`,
  fields: {
    id: id('Id of the feedback that came from it.'),
    work_item_id: text('Its number.', {
      sql: (c) => `substring(${c.t}.source_url from '/_workitems/edit/([0-9]+)')`,
    }),
    title: textOrNull('Its title; null: not known.', { sql: (c) => `${c.t}.source_title` }),
    url: text('Its page.', { sql: (c) => `${c.t}.source_url` }),
    created_at: time('When the feedback was captured.'),
    updated_at: time('Last change of it.'),
  },
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')), ...changeFilters },
    sorts: { id: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-id',
  },
});
