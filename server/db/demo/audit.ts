import { sql } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import type { Tx } from '../../sql/kysely.ts';

const HOUR_MS = 3_600_000;

/**
 * Lines of the log, the latest first: who of the team by number (0: the owner), when, what, and its details. None says
 * that someone signed in: a start looks for that, and leads the first owner in while there is none.
 */
const LINES: readonly [
  by: number | null,
  hoursAgo: number,
  action: AuditAction,
  details: Record<string, unknown>,
][] = [
  [0, 1, 'forum_reorder', { forum_ids: ['1', '2', '3'] }],
  [1, 3, 'own_profile_update', { name: 'Adam Admin' }],
  [1, 3.2, 'export_started', { collection: 'suggestions', format: 'xlsx' }],
  [2, 6, 'feature_update', { name: 'Payroll hours straight to DATEV and Sage', roadmap: 'Marlow 2027' }],
  [0, 20, 'team_member_update', { name: 'Craig Marsden', rights: { users: 'r', settings: 'none' } }],
  [3, 27, 'impact_report_share', { title: 'Payroll by type', everyone: true }],
  [1, 30, 'suggestion_merge', { losers: ['214', '377'] }],
  [1, 31, 'mailing_create', { kind: 'status_update', expected_count: 391 }],
  [0, 51, 'webhook_update', { name: 'Chat, channel #ideas', url: 'https://chat.marlow.example/in/8f2c' }],
  [0, 52, 'webhook_test', { name: 'Chat, channel #ideas' }],
  [2, 75, 'custom_field_update', { key: 'effort' }],
  [4, 80, 'user_blocked', {}],
  [4, 80.1, 'comment_spam', {}],
  [0, 98, 'api_key_create', { name: 'Nightly warehouse load', scopes: ['ideas:read', 'customers:read'] }],
  [0, 99, 'api_key_revoke', { name: 'Old warehouse load' }],
  [5, 120, 'article_publish', { title: 'Export hours to payroll' }],
  [null, 122, 'recount', { drift: [] }],
  [0, 170, 'forum_update', { name: 'Integrations and data', is_private: false }],
  [
    0,
    171,
    'statuses_update',
    { names: ['under review', 'planned', 'started', 'completed', 'declined'], removed: [] },
  ],
  [6, 239, 'invitation_accepted', {}],
  [0, 240, 'team_invite', { email_address: 'jamal.nguyen@marlow.example', license_type: 'contributor' }],
  [0, 300, 'tracker_settings_update', { instance_url: 'https://marlow.example/jira' }],
  [0, 512, 'import_start', { file_names: ['ideas.csv', 'votes.csv', 'comments.csv'] }],
  [0, 700, 'workspace_created', {}],
];

/** What those of the demo's team who use the console did, so that the audit log tells something. */
export async function writeDemoAudit(
  tx: Tx,
  subdomain_id: string,
  owner_id: string,
  now: Date,
): Promise<void> {
  const { rows: team } = await sql<{ id: string }>`
select u.id::text as id from users u where u.subdomain_id = ${subdomain_id} and u.license_type = 'full' and u.id <> ${owner_id}::bigint order by u.id limit 8`.execute(
    tx,
  );
  const people = [owner_id, ...team.map(({ id }) => id)];
  await tx
    .insertInto('audit_entries')
    .values(
      // the order of the log is that of its writing
      LINES.toReversed().map(([by, hoursAgo, action, details], at) => ({
        subdomain_id,
        user_id: by === null ? null : people[by % people.length]!,
        action,
        subject: 'name' in details || 'title' in details ? String(100 + at) : null,
        details: JSON.stringify(details),
        ip: by === null ? null : `198.51.100.${10 + by}`,
        created_at: new Date(now.getTime() - hoursAgo * HOUR_MS),
      })),
    )
    .execute();
}
