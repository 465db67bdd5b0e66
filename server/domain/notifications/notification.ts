import { sql } from 'kysely';
import { NOTIFICATION_EVENTS } from '../../../contract/notifications.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { defineEntity } from '../../core/entity.ts';
import { filter, flag } from '../../listing/filters.ts';
import { boolean, id, int, belongsTo, text, time, value } from '../../core/fields.ts';
import { booleanInput, idInput, idListInput, enumListInput, required } from '../../inputs/kinds.ts';
import { publishLive } from '../../live/live.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { anyAdmin, readRight } from '../../core/viewer.ts';

/** Ids that one call marks. */
const MARK_MAX = 500;

/**
 * Notifications of one event about one object stand in one row: the newest one (DEC-151). Those that were
 * seen together stay together, so that a row does not fall apart when the panel is closed.
 */
const together = (a: string, b: string): string =>
  `${a}.user_id = ${b}.user_id and ${a}.group_key = ${b}.group_key and ${a}.seen_at is not distinct from ${b}.seen_at`;

/** What a bulk action did, as a notification tells of it. */
const bulkAction = shape('BulkAction', 'A bulk action, as its notification tells of it.', {
  id: { type: 'ID!', description: 'Id; its undo_id.' },
  objects_changed: { type: 'Int!', description: 'Ideas that it changed.' },
});

/** What an import did, as a notification tells of it. */
const notifiedImport = shape('NotifiedImport', 'An import that has ended, as its notification tells of it.', {
  id: { type: 'ID!', description: 'Id.' },
  name: { type: 'String!', description: 'Name of its first file.' },
  ideas_created: { type: 'Int!', description: 'Ideas that it made.' },
  refused: { type: 'Int!', description: 'Rows that it refused.' },
});

/** A theme report, as a notification tells of it. */
const notifiedThemeSet = shape(
  'NotifiedThemeSet',
  'A theme report that is ready, as its notification tells of it.',
  {
    id: { type: 'ID!', description: 'Id.' },
    name: { type: 'String!', description: 'Name.' },
  },
);

/** A webhook, as a notification tells of it. */
const notifiedWebhook = shape(
  'NotifiedWebhook',
  'A webhook that was switched off, as its notification tells of it.',
  {
    id: { type: 'ID!', description: 'Id.' },
    name: { type: 'String!', description: 'What it is for.' },
  },
);

/** An impact report, as a notification tells of it. */
const notifiedImpactReport = shape(
  'NotifiedImpactReport',
  'An impact report that was shared, as its notification tells of it.',
  {
    id: { type: 'ID!', description: 'Id.' },
    title: { type: 'String!', description: 'Title.' },
    message: { type: 'String', description: 'What was written with it; null: nothing.' },
  },
);

/** Talk by mail with one person around an idea, a comment or a feedback record. */
export const commThread = defineEntity({
  name: 'comm_thread',
  plural: 'comm_threads',
  table: 'messages',
  description: 'Talk by email with one person, as its notification tells of it.',
  requires: readRight('feedback'),
  fields: {
    id: id('Id of the message that the notification tells of.'),
    comment: belongsTo('comment', 'comment_id', 'Comment that it began with; null when it began otherwise.'),
    feedback_record: belongsTo(
      'feedback_record',
      'feedback_record_id',
      'Feedback record that it began with; null when it began otherwise.',
    ),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'The idea that it is about.'),
  },
});

/** What a member of the team is told in the console. Everyone reads their own and no one else's. */
export const notification = defineEntity({
  name: 'notification',
  plural: 'notifications',
  table: 'notifications',
  description:
    'What the viewer is told of in the console. Notifications of one event about one object are one record, the newest.',
  requires: anyAdmin,
  visible: (t, { w, viewer }) =>
    viewer.user_id === null
      ? 'false'
      : `${t}.user_id = ${w.value(viewer.user_id)}::bigint and not exists (select 1 from notifications nn where nn.subdomain_id = $1 and nn.id > ${t}.id and ${together('nn', t)})`,
  fields: {
    id: id('Id.'),
    event: text(`What happened: ${NOTIFICATION_EVENTS.join(', ')}.`),
    seen: boolean('It was on screen.', { sql: (c) => `${c.t}.seen_at is not null` }),
    clicked: boolean('It was followed.', { sql: (c) => `${c.t}.clicked_at is not null` }),
    related_notifications_count: int(
      'Further ones of the same event and object that this record stands for.',
      {
        sql: (c) =>
          `select count(*)::int from notifications rn where rn.subdomain_id = $1 and rn.id < ${c.t}.id and ${together('rn', c.t)}`,
      },
    ),
    user: belongsTo('user', 'user_id', 'Who is told.'),
    subject_user: belongsTo('user', 'subject_user_id', 'Who did it; null: the product itself.'),
    suggestion: belongsTo('suggestion', 'suggestion_id', 'The idea that was assigned.'),
    bulk_action: value(
      'BulkAction',
      'The bulk action; null for other events.',
      (c) =>
        `case when ${c.t}.bulk_action_id is not null then json_build_object('id', ${c.t}.bulk_action_id::text, 'objects_changed', coalesce(${c.t}.objects_changed, 0)) end`,
      { nullable: true },
    ),
    note: belongsTo('note', 'note_id', 'The note.'),
    supporter_message: belongsTo(
      'supporter_message',
      'supporter_message_id',
      'The message that was replied to.',
    ),
    status_update: belongsTo('status_update', 'status_update_id', 'The public status update.'),
    internal_status_update: belongsTo(
      'internal_status_update',
      'internal_status_update_id',
      'The internal status update.',
    ),
    view: belongsTo('saved_view', 'saved_view_id', 'The view or list that was shared.'),
    comm_thread: belongsTo('comm_thread', 'message_id', 'The talk by email.'),
    import: value(
      'NotifiedImport',
      'The import that has ended; null for other events.',
      (c) =>
        `(select json_build_object('id', i.id::text, 'name', i.file_names[1], 'ideas_created', coalesce((i.report -> 'ideas' ->> 'created')::int, 0), 'refused', coalesce((i.report ->> 'refused')::int, 0)) from imports i where i.subdomain_id = $1 and i.id = ${c.t}.import_id)`,
      { nullable: true },
    ),
    theme_set: value(
      'NotifiedThemeSet',
      'The theme report that is ready; null for other events, and when it was deleted.',
      (c) =>
        `(select json_build_object('id', ts.id::text, 'name', ts.name) from theme_sets ts where ts.subdomain_id = $1 and ts.id = ${c.t}.theme_set_id and ts.state <> 'deleted')`,
      { nullable: true },
    ),
    impact_report: value(
      'NotifiedImpactReport',
      'The impact report that was shared; null for other events, and when it was deleted.',
      (c) =>
        `(select json_build_object('id', ir.id::text, 'title', ir.title, 'message', (select rr.message from impact_report_readers rr where rr.subdomain_id = $1 and rr.impact_report_id = ir.id and rr.user_id = ${c.t}.user_id)) from impact_reports ir where ir.subdomain_id = $1 and ir.id = ${c.t}.impact_report_id and ir.deleted_at is null)`,
      { nullable: true },
    ),
    webhook: value(
      'NotifiedWebhook',
      'The webhook that was switched off; null for other events, and when it was deleted.',
      (c) =>
        `(select json_build_object('id', wh.id::text, 'name', wh.name) from webhooks wh where wh.subdomain_id = $1 and wh.id = ${c.t}.webhook_id)`,
      { nullable: true },
    ),
    ticket: belongsTo('ticket', 'ticket_id', 'The ticket.'),
    created_at: time('When it happened.'),
    updated_at: time('Last change.'),
  },
  shapes: [notifiedWebhook, bulkAction, notifiedImport, notifiedThemeSet, notifiedImpactReport],
  byId: true,
  list: {
    filters: {
      clicked: flag(booleanInput('Followed or not.'), (c) => `${c.t}.clicked_at is not null`, {
        falseMeans: 'negation',
      }),
      seen: flag(booleanInput('On screen before or not.'), (c) => `${c.t}.seen_at is not null`, {
        falseMeans: 'negation',
      }),
      event: filter(
        enumListInput('Only these events.', NOTIFICATION_EVENTS),
        (events, c) => `(${c.t}.event = any(${c.w.value(events)}))`,
      ),
    },
    sorts: {
      id: { by: (t) => `${t}.id`, indexed: true },
      created_at: { by: (t) => `${t}.created_at`, indexed: true },
    },
    defaultSort: '-id',
  },
});

const counts = shape('NotificationCounts', 'Numbers for the bell.', {
  unseen: { type: 'Int!', description: 'Rows of the list that were not on screen yet.' },
});

/** The number on the bell. It is never kept: a badge that is wrong for seconds is worse than none. */
export const notificationCounts = defineQuery({
  name: 'notification_counts',
  description: "How many of the viewer's notifications wait for them.",
  requires: anyAdmin,
  args: {},
  returns: 'NotificationCounts!',
  reads: ['notifications'],
  shapes: [counts],
  run: async (_args, { scope }) => {
    const { subdomain_id, user_id } = scope.viewer;
    const { rows } = await sql<{ unseen: number }>`
select count(distinct n.group_key)::int as unseen from notifications n where n.subdomain_id = ${subdomain_id} and n.user_id = ${user_id} and n.seen_at is null`.execute(
      scope.db,
    );
    return rows[0];
  },
});

/**
 * Marks rows as seen: the notifications with these ids and the earlier ones that stand in the same row.
 * What came in since the row was drawn stays unseen. Ids of others are passed over (DEC-118).
 */
async function markSeen(
  { tx, subdomain_id, viewer, now }: CommandContext,
  ids: readonly string[],
): Promise<number> {
  const marked = await sql`
update notifications n set seen_at = ${now}, updated_at = ${now}
from (
  select g.group_key, max(g.id) as last from notifications g
  where g.subdomain_id = ${subdomain_id} and g.user_id = ${viewer.user_id} and g.id = any(${ids}::bigint[]) group by g.group_key
) listed
where n.subdomain_id = ${subdomain_id} and n.user_id = ${viewer.user_id} and n.group_key = listed.group_key and n.id <= listed.last and n.seen_at is null`.execute(
    tx,
  );
  return Number(marked.numAffectedRows ?? 0);
}

/** The viewer's other windows hear that their bell is out of date. */
const tellViewer = ({ tx, subdomain_id, viewer }: CommandContext): Promise<void> =>
  publishLive(tx, { event: 'refresh-notifications', subdomain_id, user_ids: [viewer.user_id!] });

/** Closing the panel: what was listed was seen. */
export const notificationsSeen = defineCommand({
  name: 'notifications_seen',
  description:
    "Marks notifications of the viewer as seen, with those that they stand for. Others' ids are ignored.",
  requires: anyAdmin,
  input: { ids: required(idListInput('Notifications.', MARK_MAX)) },
  returns: { entities: 'notification' },
  run: async ({ ids }, context) => {
    if (context.viewer.user_id !== null && (await markSeen(context, ids)) > 0) await tellViewer(context);
    return ids;
  },
});

/** Following a notification: clicked, and thereby seen. */
export const notificationClicked = defineCommand({
  name: 'notification_clicked',
  description:
    "Marks a notification of the viewer as followed, and so as seen. Someone else's id is ignored and answered with null.",
  requires: anyAdmin,
  input: { id: required(idInput('Notification.')) },
  returns: { entity: 'notification' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    if (viewer.user_id === null) return input.id;
    const seen = await markSeen(context, [input.id]);
    const clicked = await tx
      .updateTable('notifications')
      .set({ clicked_at: now, updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', viewer.user_id)
      .where('id', '=', input.id)
      .where('clicked_at', 'is', null)
      .executeTakeFirst();
    if (seen > 0 || clicked.numUpdatedRows > 0n) await tellViewer(context);
    return input.id;
  },
});
