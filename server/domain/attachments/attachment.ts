import { columnIds, columnSorts, filter } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { id, int, text, textOrNull, time } from '../../core/fields.ts';
import { idListInput } from '../../inputs/kinds.ts';
import { allOf, anyOf, readRight, withFeature, type Viewer } from '../../core/viewer.ts';
import { canRead } from '../../../contract/permissions.ts';
import { NO_IDEA_DELETED_SQL } from '../ideas/suggestion.ts';

/** Tables of what a file may hang on beside an idea, with the condition of a row `ap` that was not deleted by itself. */
const PARENTS = {
  comment: { table: 'comments', there: "ap.state <> 'deleted'" },
  feedback_record: { table: 'feedback_records', there: "ap.state = 'active'" },
  note: { table: 'notes', there: 'ap.deleted_at is null' },
  status_update: { table: 'status_updates', there: 'true' },
  internal_status_update: { table: 'internal_status_updates', there: 'true' },
  supporter_message: { table: 'supporter_messages', there: 'true' },
} as const;

/** Columns of what goes out by mail and can be answered: the same in `messages` and `attachments`. */
const ANSWERED = ['supporter_message_id', 'status_update_id', 'internal_status_update_id'] as const;

/** Files of articles, of tickets and of features for those who see these, all others for those who see ideas. */
const ofOwnAreas = (t: string, { viewer: { permissions } }: { viewer: Viewer }): string => {
  const areas = [
    canRead(permissions, 'feedback')
      ? `(${t}.article_id is null and ${t}.ticket_message_id is null and ${t}.feature_id is null)`
      : null,
    canRead(permissions, 'knowledgebase') ? `${t}.article_id is not null` : null,
    canRead(permissions, 'tickets') ? `${t}.ticket_message_id is not null` : null,
    canRead(permissions, 'features') ? `${t}.feature_id is not null` : null,
  ].filter((area) => area !== null);
  return areas.length === 4 ? 'true' : `(${areas.join(' or ')})`;
};

/** A file that hangs on an idea, on what was said about it, on an article, a message of a ticket or a feature. */
export const attachment = defineEntity({
  name: 'attachment',
  plural: 'attachments',
  table: 'attachments',
  description:
    'A file that hangs on an idea, on what was said about it, on an article, a message of a ticket or a feature.',
  requires: allOf(
    anyOf(readRight('feedback'), readRight('knowledgebase'), readRight('tickets'), readRight('features')),
    withFeature('idea_attachments'),
  ),
  // a file goes with what it hangs on, and comes back with it
  visible: (t, c) =>
    [
      ofOwnAreas(t, c),
      NO_IDEA_DELETED_SQL(t),
      ...Object.entries(PARENTS).map(
        ([parent, { table, there }]) =>
          `(${t}.${parent}_id is null or (select 1 from ${table} ap where ap.subdomain_id = $1 and ap.id = ${t}.${parent}_id and ${there} and ${NO_IDEA_DELETED_SQL('ap')}) is not null)`,
      ),
      `(${t}.article_id is null or (select 1 from articles aa where aa.subdomain_id = $1 and aa.id = ${t}.article_id and aa.deleted_at is null) is not null)`,
      `(${t}.feature_id is null or (select 1 from features af where af.subdomain_id = $1 and af.id = ${t}.feature_id and af.deleted_at is null) is not null)`,
    ].join(' and '),
  fields: {
    id: id('Id.'),
    file_name: text('Name of the file.'),
    content_type: text('Kind of content, as found in the file itself.'),
    size_in_bytes: int('Size in bytes.'),
    url: text('Where it is read, for who is signed in.', { sql: (c) => `'/files/' || ${c.t}.token` }),
    thumb_url: textOrNull('Small picture; null when it is no image or not made yet.', {
      sql: (c) =>
        `case when ${c.t}.thumb_key is null then null else '/files/' || ${c.t}.token || '?thumb=1' end`,
    }),
    token: text('What claims it for a record.'),
    created_at: time('When it was uploaded.'),
    updated_at: time('Last change.'),
  },
  list: {
    filters: {
      suggestion: columnIds('suggestion_id', idListInput('Of these ideas.')),
      comment: columnIds('comment_id', idListInput('Of these comments.')),
      feedback_record: columnIds('feedback_record_id', idListInput('Of these feedback records.')),
      // what people call a feedback record, as in requests_count
      request: columnIds('feedback_record_id', idListInput('Of these feedback records, as feedback_record.')),
      note: columnIds('note_id', idListInput('Of these notes.')),
      status_update: columnIds('status_update_id', idListInput('Of these status updates.')),
      internal_status_update: columnIds(
        'internal_status_update_id',
        idListInput('Of these internal status updates.'),
      ),
      supporter_message: columnIds('supporter_message_id', idListInput('Of these messages to subscribers.')),
      article: columnIds('article_id', idListInput('Of these articles.')),
      ticket_message: columnIds('ticket_message_id', idListInput('Of these messages of tickets.')),
      feature: columnIds('feature_id', idListInput('Of these features.')),
      // a card of the roadmap is a feature
      roadmap_item: columnIds('feature_id', idListInput('Of these features, as feature.')),
      // files of a mail that came in are not kept
      message: filter(
        idListInput(
          'Of what these messages, which came in by email, answer: a message to subscribers or a status update.',
        ),
        (ids, c) => {
          const answered = c.w.value(ids);
          const files = ANSWERED.map(
            (column) =>
              `select af.id from messages am join attachments af on af.subdomain_id = $1 and af.${column} = am.${column} where am.subdomain_id = $1 and am.id = any(${answered}::bigint[])`,
          );
          return `(${c.t}.id = any (array(${files.join(' union all ')})))`;
        },
      ),
    },
    sorts: {
      id: { by: (t) => `${t}.id`, indexed: true },
      ...columnSorts(['file_name'], { text: true }),
      ...columnSorts(['content_type', 'size_in_bytes', 'created_at', 'updated_at']),
    },
    defaultSort: 'id',
    // files that nothing has claimed yet belong to their uploader alone
    defaultWhere: {
      where: (t) =>
        `num_nonnulls(${t}.suggestion_id, ${t}.comment_id, ${t}.feedback_record_id, ${t}.note_id, ${t}.status_update_id, ${t}.internal_status_update_id, ${t}.supporter_message_id, ${t}.article_id, ${t}.ticket_message_id, ${t}.feature_id) = 1`,
      unless: [],
    },
  },
});
