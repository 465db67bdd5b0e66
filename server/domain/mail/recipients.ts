import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';
import { nameSql } from '../account/user.ts';

/** Bulk mail about an idea: who is asked whether they get it. */
export const AUDIENCES = ['status_update', 'internal_status_update', 'supporter_message'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Why someone who stands behind an idea gets no mail about it; the first that holds is the one that is said. */
export const LEFT_OUT = {
  account: 'Emails to end users are turned off in this workspace.',
  no_address: 'No email address.',
  blocked: 'Blocked.',
  suppressed: 'Emails to this address bounced, or they don’t want any.',
  notifications_off: 'Turned off emails.',
  unsubscribed: 'Not subscribed to this idea.',
} as const;
export type LeftOutReason = keyof typeof LEFT_OUT;

/** Whether mail of an audience stays among the team. */
export const isInternal = (audience: Audience): boolean => audience === 'internal_status_update';

/**
 * Who is asked. News for everyone: those who support the idea and those who follow it without a vote.
 * Internal news: members of the team who support it, follow it, flagged it or look after it, and the
 * teams of those who flagged it; never an end user (DEC-094, DEC-095, DEC-114).
 */
function people(
  sid: string,
  suggestionId: string | RawBuilder<unknown>,
  audience: Audience,
): RawBuilder<unknown> {
  const behind = sql`
select x.user_id from supporters x where x.subdomain_id = ${sid} and x.suggestion_id = ${suggestionId}
union
select b.user_id from subscriptions b where b.subdomain_id = ${sid} and b.suggestion_id = ${suggestionId}`;
  if (!isInternal(audience)) return behind;
  return sql`${behind}
union
select s.assigned_owner_id from suggestions s where s.subdomain_id = ${sid} and s.id = ${suggestionId} and s.assigned_owner_id is not null
union
select f.creator_id from internal_flags f where f.subdomain_id = ${sid} and f.suggestion_id = ${suggestionId} and f.cleared_at is null and f.creator_id is not null
union
select o.user_id from internal_flags f
join team_members m on m.subdomain_id = ${sid} and m.user_id = f.creator_id
join team_members o on o.subdomain_id = ${sid} and o.team_id = m.team_id
where f.subdomain_id = ${sid} and f.suggestion_id = ${suggestionId} and f.cleared_at is null`;
}

/**
 * SQL of a person's reason to be left out; null: gets it. `u` is the person, `b` their subscription, `m`
 * the suppression of their address. The same words decide in the preview, when recipients are written
 * down, and once more when a mail is about to go out.
 *
 * @param audience null: the mail is about no idea, so no subscription is asked for
 * @param mailOff mail to end users is switched off for the whole account (DEC-145)
 */
export function leftOutSql(audience: Audience | null, mailOff: boolean): RawBuilder<LeftOutReason | null> {
  const unsubscribed =
    audience === null
      ? sql`false`
      : isInternal(audience)
        ? sql`b.subscribed = false`
        : sql`b.subscribed is not true`;
  return sql<LeftOutReason | null>`case
    when ${mailOff && (audience === null || !isInternal(audience))}::boolean then 'account'
    when coalesce(u.email_address, '') = '' then 'no_address'
    when u.allowed_state = 'blocked' then 'blocked'
    when m.email_key is not null then 'suppressed'
    when not u.subscribed or not u.status_notifications then 'notifications_off'
    when ${unsubscribed} then 'unsubscribed'
  end`;
}

/** Whom a mailing about an idea is for, and what hinders it. */
export interface RecipientsOf {
  /** the idea, or SQL of its id in a statement around this one */
  suggestion_id: string | RawBuilder<unknown>;
  audience: Audience;
  /** mail to end users is switched off for the whole account */
  mailOff: boolean;
  /** who writes it: no one gets internal news from themselves (DEC-152); null: the system */
  author: string | null;
}

/** SQL of everyone who is asked: user_id, name, email_address, reason (null: gets it). */
export function candidates(
  sid: string,
  { suggestion_id, audience, mailOff, author }: RecipientsOf,
): RawBuilder<unknown> {
  const among = isInternal(audience)
    ? sql`and u.license_type <> 'none' and u.id is distinct from ${author}::bigint`
    : sql``;
  return sql`
select u.id as user_id, ${sql.raw(nameSql('u'))} as name, u.email_address, ${leftOutSql(audience, mailOff)} as reason
from (${people(sid, suggestion_id, audience)}) k
join users u on u.subdomain_id = ${sid} and u.id = k.user_id
left join subscriptions b on b.subdomain_id = ${sid} and b.suggestion_id = ${suggestion_id} and b.user_id = u.id
left join mail_suppressions m on m.subdomain_id = ${sid} and m.email_key = lower(u.email_address)
where u.subdomain_id = ${sid} ${among}`;
}

/**
 * The idea that mail about this one is about by now: what was merged is spoken of as its winner, who its
 * followers went to.
 */
export async function presentIdea(db: Tx, sid: string, id: string): Promise<string> {
  const seen = new Set([id]);
  for (let idea = id; ;) {
    const row = await db
      .selectFrom('suggestions')
      .select('merged_into_id')
      .where('subdomain_id', '=', sid)
      .where('id', '=', idea)
      .where('state', '=', 'merged')
      .executeTakeFirst();
    if (!row?.merged_into_id || seen.has(row.merged_into_id)) return idea;
    idea = row.merged_into_id;
    seen.add(idea);
  }
}
