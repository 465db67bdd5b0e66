import { sql } from 'kysely';
import { defineCommand } from '../../core/command.ts';
import { writeRight } from '../../core/viewer.ts';
import { idInput, required } from '../../inputs/kinds.ts';
import { findSuggestion } from '../ideas/find.ts';
import { recordUndo } from '../undo/undo.ts';
import type { Subscribed } from './subscribe_all_undo.ts';
import { bulkResult, type BulkAnswer } from './triage.ts';

/** Subscribes the voters of an idea who were never asked, such as those of an import without subscriptions. */
export const suggestionSubscribeAll = defineCommand({
  name: 'suggestion_subscribe_all',
  description:
    'Subscribes all voters of an idea who have an email address and never said whether they want email about it. Those who unsubscribed stay unsubscribed. bulk_undo takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Idea.')) },
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  run: async ({ id }, context) => {
    const { tx, subdomain_id: sid, now } = context;
    const idea = await findSuggestion(tx, sid, id, 'id', { lock: true, joins: true });
    const { rows } = await sql<{ id: string }>`
insert into subscriptions as b (subdomain_id, suggestion_id, user_id, subscribed, created_at, updated_at)
select ${sid}::bigint, v.suggestion_id, u.id, true, ${now}::timestamptz, ${now}::timestamptz
from supporters v join users u on u.subdomain_id = ${sid} and u.id = v.user_id and u.email_address is not null and u.allowed_state <> 'blocked'
where v.subdomain_id = ${sid} and v.suggestion_id = ${idea.id} order by u.id
on conflict (subdomain_id, suggestion_id, user_id) do nothing
returning b.user_id::text as id`.execute(tx);
    const people = rows.map((row) => row.id);
    const undo_id =
      people.length === 0
        ? null
        : await recordUndo(context, 'suggestion_subscribe_all', [
            {
              table: 'subscriptions',
              id: idea.id,
              before: {},
              after: { people, at: now.toISOString() } satisfies Subscribed,
            },
          ]);
    await context.audit('suggestion_subscribe_all', idea.id, { changed_count: people.length });
    return { changed_count: people.length, skipped_count: 0, undo_id } satisfies BulkAnswer;
  },
});
