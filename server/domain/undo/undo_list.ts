import { sql } from 'kysely';
import { UNDO_WITH } from '../../../contract/undo.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { isoTime } from '../../sql/writer.ts';
import { writeRight } from '../../core/viewer.ts';
import { undoableSince } from './undo.ts';

/** Entries that the list shows; older ones can still be undone where their record is. */
const ENTRIES = 50;

/** What did I do that can still be undone? */
export const undoEntries = defineQuery({
  name: 'undo_entries',
  description: `The caller's own last actions that can be undone, newest first, at most ${ENTRIES}.`,
  requires: writeRight('feedback'),
  args: {},
  returns: '[UndoEntry!]!',
  reads: ['undo_entries', 'mailings', 'suggestions.title', 'external_accounts.name'],
  shapes: [
    shape('UndoEntry', 'An action that can be undone.', {
      id: { type: 'ID!', description: 'For bulk_undo.' },
      command: { type: 'String!', description: 'Mutation that did it.' },
      undo_with: { type: 'String!', description: 'Mutation that takes it back.' },
      objects_count: { type: 'Int!', description: 'Records that it changed.' },
      record_id: { type: 'ID!', description: 'The first of them; of a removed voter the idea.' },
      user_id: { type: 'ID', description: 'Person, of a removed voter; else null.' },
      title: {
        type: 'String',
        description:
          'Idea that the first record belongs to, or name of a deleted account; null when there is neither.',
      },
      person: { type: 'String', description: 'Name of that person, or of one who was blocked.' },
      has_sent_mail: { type: 'Boolean!', description: 'Email went out with it, which nothing takes back.' },
      created_at: { type: 'String!', description: 'When it was done.' },
    }),
  ],
  run: async (_args, { scope }) => {
    const sid = scope.viewer.subdomain_id;
    const { rows } = await sql<{ command: keyof typeof UNDO_WITH }>`
select u.id::text as id, u.command, jsonb_array_length(u.changes) as objects_count, u.first ->> 'id' as record_id, u.first -> 'before' ->> 'user_id' as user_id, coalesce(s.title, a.name) as title,
  case when p.id is null then null else coalesce(nullif(p.name, ''), p.email_address) end as person,
  exists (
    select 1 from jsonb_array_elements(u.changes) as e
    join mailings m on m.subdomain_id = ${sid} and (m.status_update_id = (e -> 'after' ->> 'update_id')::bigint and e -> 'after' ->> 'kind' = 'status_update' or m.internal_status_update_id = (e -> 'after' ->> 'update_id')::bigint and e -> 'after' ->> 'kind' = 'internal_status_update')
    where u.command = 'suggestions_bulk_status' and m.expected_count > 0 and m.state not in ('waiting', 'called_back')
  ) as has_sent_mail,
  ${sql.raw(isoTime('u.created_at'))} as created_at
from (
  select o.id, o.command, o.changes, o.changes -> 0 as first, o.changes -> 0 ->> 'table' as kind, (o.changes -> 0 ->> 'id')::bigint as record, o.created_at from undo_entries o
  where o.subdomain_id = ${sid} and o.user_id = ${scope.viewer.user_id} and o.undone_at is null and o.created_at > ${undoableSince(scope.now())} and o.command = any(${Object.keys(UNDO_WITH)}::text[])
    and jsonb_array_length(o.changes) > 0
  order by o.id desc limit ${ENTRIES}
) u
left join comments c on c.subdomain_id = ${sid} and u.kind = 'comments' and c.id = u.record
left join feedback_records f on f.subdomain_id = ${sid} and u.kind = 'feedback_records' and f.id = u.record
left join notes n on n.subdomain_id = ${sid} and u.kind = 'notes' and n.id = u.record
left join suggestions s on s.subdomain_id = ${sid} and s.id = coalesce(c.suggestion_id, f.suggestion_id, n.suggestion_id, case when u.kind in ('suggestions', 'suggestion_labels', 'supporters', 'subscriptions') then u.record end)
left join external_accounts a on a.subdomain_id = ${sid} and u.kind = 'external_accounts' and a.id = u.record
left join users p on p.subdomain_id = ${sid} and p.id = case u.kind when 'supporters' then (u.first -> 'before' ->> 'user_id')::bigint when 'users' then u.record end
order by u.id desc`.execute(scope.db);
    return rows.map((row) => ({ ...row, undo_with: UNDO_WITH[row.command] }));
  },
});
