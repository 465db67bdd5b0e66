/** What a webhook is told: small facts of what happened, and what there is to read of it. */
import { sql } from 'kysely';
import { ACTIVITY_OBJECT, isActivityKind, type ActivityKind } from '../../../contract/activity.ts';
import { addresses } from '../../../contract/notifications.ts';
import { displayName } from '../../../contract/user_name.ts';
import { webhookLimits } from '../../../contract/webhooks.ts';
import type { Scope } from '../../core/scope.ts';
import { htmlToText } from '../../text/html.ts';

/** What a delivery says. */
export interface Told {
  /** what people know it by in the log; null: nothing */
  subject: string | null;
  /** the `data` of the body */
  data: Record<string, unknown>;
}

interface Asked {
  id: string;
  kind: string;
  record_id: string | null;
}

interface Activity {
  id: string;
  kind: ActivityKind;
  created_at: Date;
  details: Record<string, unknown>;
  idea_id: string;
  title: string;
  forum: string;
  status: string | null;
  other_id: string | null;
  other_title: string | null;
  by_id: string | null;
  by_name: string | null;
  by_email: string | null;
  person_id: string | null;
  person_name: string | null;
  person_email: string | null;
  record_id: string | null;
  text: string | null;
  is_html: boolean;
  old_status: string | null;
  new_status: string | null;
}

const personOf = (id: string | null, name: string | null, email_address: string | null) =>
  id === null ? null : { id, name: displayName({ name, email_address }), email_address };

/** A text is told as it reads, and what is too long for a message says so. */
function textOf(text: string | null, isHtml: boolean): Record<string, unknown> {
  if (text === null) return {};
  const plain = isHtml ? htmlToText(text) : text;
  return plain.length <= webhookLimits.textCharacters
    ? { text: plain }
    : { text: plain.slice(0, webhookLimits.textCharacters), is_text_cut: true };
}

async function activities(scope: Scope, ids: readonly string[], url: string): Promise<Map<string, Told>> {
  const sid = scope.viewer.subdomain_id;
  const { rows } = await sql<Activity>`
select e.id::text as id, e.kind, e.created_at, e.details, s.id::text as idea_id, s.title, f.name as forum, st.name as status,
  o.id::text as other_id, o.title as other_title,
  u.id::text as by_id, u.name as by_name, u.email_address as by_email,
  p.id::text as person_id, p.name as person_name, p.email_address as person_email,
  coalesce(e.comment_id, e.feedback_record_id, e.note_id, e.internal_flag_id, e.status_update_id, e.internal_status_update_id, e.supporter_message_id)::text as record_id,
  coalesce(c.body, r.body, n.body, g.reason, su.html_body, iu.html_text, m.body) as text,
  coalesce(c.body_mime_type, r.body_mime_type, n.body_mime_type, m.body_mime_type, case when g.id is null then 'text/html' end) = 'text/html' as is_html,
  os.name as old_status, ns.name as new_status
from activity_entries e
join suggestions s on s.subdomain_id = ${sid} and s.id = e.suggestion_id and s.state <> 'deleted'
join forums f on f.subdomain_id = ${sid} and f.id = s.forum_id
left join statuses st on st.subdomain_id = ${sid} and st.id = s.status_id
left join suggestions o on o.subdomain_id = ${sid} and o.id = e.related_suggestion_id
left join users u on u.subdomain_id = ${sid} and u.id = e.user_id
left join comments c on c.subdomain_id = ${sid} and c.id = e.comment_id
left join feedback_records r on r.subdomain_id = ${sid} and r.id = e.feedback_record_id
left join users p on p.subdomain_id = ${sid} and p.id = r.user_id
left join notes n on n.subdomain_id = ${sid} and n.id = e.note_id
left join internal_flags g on g.subdomain_id = ${sid} and g.id = e.internal_flag_id
left join status_updates su on su.subdomain_id = ${sid} and su.id = e.status_update_id
left join internal_status_updates iu on iu.subdomain_id = ${sid} and iu.id = e.internal_status_update_id
left join supporter_messages m on m.subdomain_id = ${sid} and m.id = e.supporter_message_id
left join statuses os on os.subdomain_id = ${sid} and os.id = su.old_status_id
left join statuses ns on ns.subdomain_id = ${sid} and ns.id = su.new_status_id
where e.subdomain_id = ${sid} and e.id = any(${[...ids]}::bigint[])
  and (c.id is null or c.state in ('published', 'approved', 'pending')) and (r.id is null or r.state = 'active') and n.deleted_at is null`.execute(
    scope.db,
  );
  const ideaOf = (id: string, title: string) => ({ id, title, url: `${url}${addresses.idea(id)}` });
  return new Map(
    rows.map((row): [string, Told] => {
      const object = ACTIVITY_OBJECT[row.kind];
      const statuses =
        row.kind === 'status_updated' ? { old_status: row.old_status, new_status: row.new_status } : {};
      return [
        row.id,
        {
          subject: row.title,
          data: {
            activity: { id: row.id, created_at: row.created_at.toISOString(), details: row.details },
            idea: { ...ideaOf(row.idea_id, row.title), forum: row.forum, status: row.status },
            ...(row.other_id === null ? {} : { other_idea: ideaOf(row.other_id, row.other_title!) }),
            ...(object === null || row.record_id === null
              ? {}
              : { [object]: { id: row.record_id, ...textOf(row.text, row.is_html), ...statuses } }),
            ...(row.person_id === null
              ? {}
              : { person: personOf(row.person_id, row.person_name, row.person_email) }),
            by: personOf(row.by_id, row.by_name, row.by_email),
          },
        },
      ];
    }),
  );
}

async function people(scope: Scope, ids: readonly string[]): Promise<Map<string, Told>> {
  const sid = scope.viewer.subdomain_id;
  const { rows } = await sql<{
    id: string;
    name: string | null;
    email_address: string | null;
    guid: string | null;
    job_title: string | null;
    is_blocked: boolean;
    account_id: string | null;
    account_name: string | null;
    account_external_id: string | null;
    created_at: Date;
    updated_at: Date;
  }>`
select u.id::text as id, u.name, u.email_address, u.guid, u.job_title, u.allowed_state = 'blocked' as is_blocked, a.id::text as account_id, a.name as account_name,
  a.external_id as account_external_id, u.created_at, u.updated_at
from users u left join external_accounts a on a.subdomain_id = ${sid} and a.id = u.account_id
where u.subdomain_id = ${sid} and u.id = any(${[...ids]}::bigint[])`.execute(scope.db);
  return new Map(
    rows.map((row): [string, Told] => [
      row.id,
      {
        subject: displayName(row),
        data: {
          person: {
            ...personOf(row.id, row.name, row.email_address),
            guid: row.guid,
            job_title: row.job_title,
            is_blocked: row.is_blocked,
            account:
              row.account_id === null
                ? null
                : { id: row.account_id, name: row.account_name, external_id: row.account_external_id },
            created_at: row.created_at.toISOString(),
            updated_at: row.updated_at.toISOString(),
          },
        },
      },
    ]),
  );
}

async function accounts(scope: Scope, ids: readonly string[]): Promise<Map<string, Told>> {
  const sid = scope.viewer.subdomain_id;
  const { rows } = await sql<{
    id: string;
    name: string;
    external_id: string | null;
    plan: string | null;
    mrr_cents: string;
    revenue_cents: string;
    created_at: Date;
    updated_at: Date;
  }>`
select a.id::text as id, a.name, a.external_id, a.plan, a.mrr_cents, a.revenue_cents, a.created_at, a.updated_at
from external_accounts a where a.subdomain_id = ${sid} and a.id = any(${[...ids]}::bigint[])`.execute(
    scope.db,
  );
  return new Map(
    rows.map(({ mrr_cents, revenue_cents, created_at, updated_at, ...row }): [string, Told] => [
      row.id,
      {
        subject: row.name,
        data: {
          account: {
            ...row,
            mrr: Number(mrr_cents) / 100,
            revenue: Number(revenue_cents) / 100,
            created_at: created_at.toISOString(),
            updated_at: updated_at.toISOString(),
          },
        },
      },
    ]),
  );
}

/**
 * What is told of deliveries, by their ids, as things stand now.
 * @param url address of the workspace, without a final slash
 * @returns without those whose record is gone: there is nothing to tell any more
 */
export async function tell(scope: Scope, asked: readonly Asked[], url: string): Promise<Map<string, Told>> {
  const of = (isOne: (kind: string) => boolean): string[] => [
    ...new Set(
      asked.flatMap(({ kind, record_id }) => (record_id !== null && isOne(kind) ? [record_id] : [])),
    ),
  ];
  const isPerson = (kind: string): boolean => kind.startsWith('user_');
  const isAccount = (kind: string): boolean => kind.startsWith('account_');
  const [entries, persons, companies] = [of(isActivityKind), of(isPerson), of(isAccount)];
  const none = new Map<string, Told>();
  const [toldEntries, toldPeople, toldAccounts] = await Promise.all([
    entries.length === 0 ? none : activities(scope, entries, url),
    persons.length === 0 ? none : people(scope, persons),
    companies.length === 0 ? none : accounts(scope, companies),
  ]);
  const told = new Map<string, Told>();
  for (const { id, kind, record_id } of asked) {
    const one: Told | undefined =
      record_id === null
        ? { subject: null, data: { message: 'A test of this webhook.' } }
        : (isActivityKind(kind) ? toldEntries : isPerson(kind) ? toldPeople : toldAccounts).get(record_id);
    if (one) told.set(id, one);
  }
  return told;
}
