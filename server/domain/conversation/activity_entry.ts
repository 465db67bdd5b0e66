import { ACTIVITY_KINDS } from '../../../contract/activity.ts';
import { canRead } from '../../../contract/permissions.ts';
import { columnIds, filter, flag } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { id, belongsTo, text, time, value } from '../../core/fields.ts';
import { booleanInput, idListInput, enumListInput } from '../../inputs/kinds.ts';
import { readRight } from '../../core/viewer.ts';
import { IDEA_THERE_SQL } from '../ideas/suggestion.ts';

/** One line of an idea's feed. What it tells of may be gone since; then its record is null. */
export const activityEntry = defineEntity({
  name: 'activity_entry',
  plural: 'activity_entries',
  table: 'activity_entries',
  description: "One line of an idea's feed.",
  requires: readRight('feedback'),
  // the line of a deleted comment or feedback record goes with it, and comes back with it
  visible: (t, { viewer }) =>
    // those who may not see tickets hear of none (PERM-033)
    (canRead(viewer.permissions, 'tickets') ? '' : `${t}.kind <> 'ticket_created' and `) +
    `${IDEA_THERE_SQL(t)} and (${t}.comment_id is null or exists (select 1 from comments ac where ac.subdomain_id = $1 and ac.id = ${t}.comment_id and ac.state in ('published', 'approved', 'pending')))` +
    ` and (${t}.feedback_record_id is null or exists (select 1 from feedback_records af where af.subdomain_id = $1 and af.id = ${t}.feedback_record_id and af.state = 'active'))` +
    ` and (${t}.note_id is null or exists (select 1 from notes an where an.subdomain_id = $1 and an.id = ${t}.note_id and an.deleted_at is null))`,
  fields: {
    id: id('Id.'),
    kind: text('What happened.'),
    details: value('Json', 'Small facts of the kind, such as new_title.', (c) => `${c.t}.details`),
    user: belongsTo('user', 'user_id', 'Who did it; null: the system, or unknown.'),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'The idea.'),
    comment: belongsTo('comment', 'comment_id', 'Comment that it tells of.'),
    feedback_record: belongsTo('feedback_record', 'feedback_record_id', 'Feedback record that it tells of.'),
    note: belongsTo('note', 'note_id', 'Note that it tells of.'),
    internal_flag: belongsTo('internal_flag', 'internal_flag_id', 'Flag that it tells of.'),
    status_update: belongsTo('status_update', 'status_update_id', 'Status update that it tells of.'),
    internal_status_update: belongsTo(
      'internal_status_update',
      'internal_status_update_id',
      'Internal status update that it tells of.',
    ),
    supporter_message: belongsTo(
      'supporter_message',
      'supporter_message_id',
      'Message to subscribers that it tells of.',
    ),
    related_suggestion: belongsTo('suggestion', 'related_suggestion_id', 'Other idea that it tells of.'),
    created_at: time('When it happened.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      suggestion: columnIds('suggestion_id', idListInput('Of these ideas.')),
      kind: filter(
        enumListInput('Only these kinds.', ACTIVITY_KINDS),
        (kinds, c) => `(${c.t}.kind = any(${c.w.value(kinds)}))`,
      ),
      without_replies: flag(
        booleanInput('Without the lines of replies to notes, which stand under their notes.'),
        (c) =>
          `${c.t}.note_id is null or not exists (select 1 from notes ar where ar.subdomain_id = $1 and ar.id = ${c.t}.note_id and ar.parent_id is not null)`,
        { falseMeans: 'nothing' },
      ),
    },
    sorts: { created_at: { by: (t) => `${t}.created_at`, indexed: true } },
    defaultSort: '-created_at',
  },
});
