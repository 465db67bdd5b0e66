import { sql } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';

/** Messages to subscribers that the demo's team has sent; each goes to the next of the ideas with most followers. */
export const DEMO_MESSAGES: readonly { subject: string; body: string; days_ago: number }[] = [
  {
    subject: 'Would you try it with us?',
    body: '<p>We have a first version and would like to see it in use. It takes <b>20 minutes</b>, on a call or on your own.</p><p>Answer this mail and we will find a time.</p>',
    days_ago: 41,
  },
  {
    subject: 'Two questions before we build it',
    body: '<p>We are drawing the first screens and are not sure about two things:</p><ol><li>Who in your team would use it, and how often?</li><li>What do you do today instead?</li></ol><p>A line or two is enough.</p>',
    days_ago: 24,
  },
  {
    subject: 'A short update, and an apology',
    body: '<p>We told you it would come in spring. It takes longer: the groundwork turned out to be larger than we thought.</p><p>We will write again when there is a date that we trust.</p>',
    days_ago: 9,
  },
];

/** A number from 0 to 1 that a pair of ids always gives. */
const chance = (salt: string) =>
  sql`(('x' || substr(md5(${sql.lit(salt)} || '-' || m.id || '-' || u.id), 1, 4))::bit(16)::int / 65536.0)`;

/**
 * Mail of the demo's past: the status updates that told people, and messages to subscribers, each with who
 * got it, opened it, followed a link or gave a thumb. The numbers on the records are those of the rows.
 */
export async function writeDemoMail(tx: Tx, sid: string, now: Date): Promise<void> {
  for (const [index, message] of DEMO_MESSAGES.entries()) {
    await sql`
with idea as (
  select s.id, s.title, s.assigned_owner_id from suggestions s where s.subdomain_id = ${sid} and s.state = 'approved' and s.assigned_owner_id is not null
  order by (select count(*) from subscriptions b where b.subdomain_id = ${sid} and b.suggestion_id = s.id and b.subscribed) desc, s.id offset ${index} limit 1
), message as (
  insert into supporter_messages (subdomain_id, suggestion_id, user_id, email_subject, body, copies_replies, created_at, updated_at)
  select ${sid}::bigint, i.id, i.assigned_owner_id, ${message.subject}, ${message.body}, true, d.at, d.at from idea i, (select ${now}::timestamptz - make_interval(days => ${message.days_ago}) as at) d
  returning id, suggestion_id, user_id, created_at
)
insert into activity_entries (subdomain_id, suggestion_id, kind, user_id, supporter_message_id, created_at)
select ${sid}::bigint, m.suggestion_id, 'supporter_message_created', m.user_id, m.id, m.created_at from message m`.execute(
      tx,
    );
  }
  await sql`
insert into mailings (subdomain_id, kind, suggestion_id, status_update_id, supporter_message_id, user_id, state, subject, details, send_after, created_at, updated_at)
select ${sid}::bigint, k.kind, k.suggestion_id, k.status_update_id, k.supporter_message_id, k.user_id, 'done', k.subject,
  jsonb_build_object('tracked', true, 'content', jsonb_build_object('heading', k.heading, 'html', k.html, 'idea', k.title)), k.created_at, k.created_at, k.created_at
from (
  select 'status_update' as kind, n.suggestion_id, n.id as status_update_id, null::bigint as supporter_message_id, n.user_id, coalesce(t.name, 'News') || ': ' || s.title as subject, s.title as heading, n.html_body as html, s.title, n.created_at
  from status_updates n join suggestions s on s.subdomain_id = ${sid} and s.id = n.suggestion_id left join statuses t on t.subdomain_id = ${sid} and t.id = n.new_status_id
  where n.subdomain_id = ${sid} and n.supporters_notified
  union all
  select 'supporter_message', n.suggestion_id, null, n.id, n.user_id, n.email_subject, n.email_subject, n.body, s.title, n.created_at
  from supporter_messages n join suggestions s on s.subdomain_id = ${sid} and s.id = n.suggestion_id where n.subdomain_id = ${sid}
) k order by k.created_at`.execute(tx);
  await sql`
insert into deliveries (subdomain_id, mailing_id, user_id, email_address, state, attempts, due_at, sent_at, opened_at, clicked_at, reaction, created_at)
select ${sid}::bigint, m.id, u.id, u.email_address, 'sent', 1, m.created_at, m.created_at + interval '1 minute',
  case when ${chance('open')} < 0.58 then least(m.created_at + make_interval(hours => (1 + 60 * ${chance('when')})::int), ${now}) end,
  case when ${chance('open')} < 0.14 then least(m.created_at + make_interval(hours => (2 + 60 * ${chance('when')})::int), ${now}) end,
  case when m.kind = 'status_update' and ${chance('open')} < 0.58 and ${chance('thumb')} < 0.15 then case when ${chance('kind')} < 0.85 then 'up' else 'down' end end,
  m.created_at
from mailings m
join subscriptions b on b.subdomain_id = ${sid} and b.suggestion_id = m.suggestion_id and b.subscribed
join users u on u.subdomain_id = ${sid} and u.id = b.user_id and u.subscribed and u.email_address is not null
where m.subdomain_id = ${sid} and b.created_at <= m.created_at`.execute(tx);
  await sql`
insert into reactions (subdomain_id, user_id, status_update_id, kind, created_at, updated_at)
select ${sid}::bigint, d.user_id, m.status_update_id, d.reaction, d.opened_at, d.opened_at
from deliveries d join mailings m on m.subdomain_id = ${sid} and m.id = d.mailing_id
where d.subdomain_id = ${sid} and d.reaction is not null and m.status_update_id is not null`.execute(tx);
  await sql`
update mailings m set expected_count = (select count(*) from deliveries d where d.subdomain_id = ${sid} and d.mailing_id = m.id) where m.subdomain_id = ${sid}`.execute(
    tx,
  );
  for (const table of ['status_updates', 'supporter_messages'] as const) {
    const column = sql.ref(table === 'status_updates' ? 'm.status_update_id' : 'm.supporter_message_id');
    const thumbs =
      table === 'status_updates' ? sql`, thumbs_up_count = k.up, thumbs_down_count = k.down` : sql``;
    await sql`
update ${sql.table(table)} t set expected_send_count = k.n, mail_sent_count = k.n, mail_opened_count = k.opened, mail_clicked_count = k.clicked ${thumbs}
from (
  select ${column} as id, count(d.id)::int as n, count(d.opened_at)::int as opened, count(d.clicked_at)::int as clicked,
    (count(*) filter (where d.reaction = 'up'))::int as up, (count(*) filter (where d.reaction = 'down'))::int as down
  from mailings m left join deliveries d on d.subdomain_id = ${sid} and d.mailing_id = m.id
  where m.subdomain_id = ${sid} group by 1
) k where t.subdomain_id = ${sid} and t.id = k.id`.execute(tx);
  }
}
