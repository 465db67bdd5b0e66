import { ISSUE_STAGES } from '../../../contract/tracker.ts';
import { defineEntity } from '../../core/entity.ts';
import { boolean, id, text, textOrNull, time, timeOrNull } from '../../core/fields.ts';
import { readRight } from '../../core/viewer.ts';
import { enumListInput, idListInput } from '../../inputs/kinds.ts';
import { changeFilters, columnIds, filter } from '../../listing/filters.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';

/** Links of an issue to ideas that are there. */
const linkedSql = (t: string, further = ''): string =>
  `exists (select 1 from suggestion_tracker_issues x join suggestions xs on xs.subdomain_id = $1 and xs.id = x.suggestion_id and ${LIVE_SQL('xs')} where x.subdomain_id = $1 and x.issue_id = ${t}.id${further})`;

/** An issue of the tracker that ideas are linked to, as it was when it was last read (ENT-072). */
export const jiraIssue = defineEntity({
  name: 'jira_issue',
  plural: 'jira_issues',
  table: 'tracker_issues',
  description: 'An issue of the tracker that ideas are linked to, as it was when it was last read.',
  requires: readRight('feedback'),
  visible: (t) => linkedSql(t),
  fields: {
    id: id('Id.'),
    jira_id: textOrNull('Id in the tracker; null: it was never read.'),
    jira_key: text('Key, such as MAR-1482.'),
    issue_url: textOrNull('Its page; null: no tracker is set up.', {
      sql: (c) =>
        `select n.instance_url || '/browse/' || ${c.t}.jira_key from tracker_settings n where n.subdomain_id = $1`,
    }),
    summary: textOrNull('Title; null: it was never read.'),
    issuetype: textOrNull('Name of its kind; null: it was never read.'),
    issuetype_icon_url: textOrNull('Picture of its kind, at the tracker; null: none.'),
    status: textOrNull('Name of its status; null: it was never read.'),
    status_color: textOrNull('Color of how far it is, as hex; null: not known.'),
    stage: textOrNull('How far it is: todo, doing or done; null: not known.'),
    status_last_updated_at: timeOrNull(
      'Since when the status stands, as far as it is known; null: it is not.',
    ),
    is_missing: boolean('The tracker has it no more, or the account may not see it.'),
    read_at: timeOrNull('When it was last read; null: not yet, or it changed since.'),
    created_at: time('When it was first linked.'),
    updated_at: time('Last change that was read.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: filter(
        idListInput('Linked to these ideas.'),
        (ids, c) => `(${linkedSql(c.t, ` and x.suggestion_id = any(${c.w.value(ids)}::bigint[])`)})`,
      ),
      stage: filter(
        enumListInput('todo, doing or done.', ISSUE_STAGES),
        (stages, c) => `(${c.t}.stage = any(${c.w.value(stages)}))`,
      ),
      ...changeFilters,
    },
    sorts: { created_at: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-created_at',
  },
});
