import { sql, type RawBuilder } from 'kysely';
import {
  HIDDEN_SUGGESTION_STATES,
  OPEN_SUGGESTION_STATES,
  VISIBLE_COMMENT_STATES,
  isOneOf,
  type CommentState,
  type SuggestionState,
} from '../../../contract/states.ts';

/**
 * What each kept number means, said once: increments (`counters.ts`), the recount and the import go by these.
 *
 * - ideas count in a forum, category or label as `suggestions_count` while they are live (not
 *   deleted, merged or spam), and as `open_suggestions_count` while published or approved;
 *   `statuses.suggestions_count` counts open ones, as the list does that it leads to;
 * - votes, comments and so on of an idea count on the idea whatever its state (DEC-060..065, 070);
 * - revenue is the sum over the distinct accounts of its supporters, each once (DEC-061);
 * - what people and accounts support leaves out deleted ideas and spam, as lists of ideas do; an account's
 *   feedback records leave out those of deleted ideas alone, as lists of feedback do, and count without an idea;
 * - `users.assigned_open_suggestions_count` counts the open ideas that a member of the team looks after;
 * - `forum_days` counts what belongs to live ideas, where the ideas stand now; undated rows in none.
 */

export const IDEA_NUMBERS = [
  'votes_count',
  'supporters_count',
  'account_supporters_count',
  'supporting_accounts_count',
  'supporter_revenue_cents',
  'supporter_mrr_cents',
  'comments_count',
  'notes_count',
  'requests_count',
  'importance_low_count',
  'importance_medium_count',
  'importance_high_count',
  'satisfaction_promoter_count',
  'satisfaction_neutral_count',
  'satisfaction_detractor_count',
  'internal_flags_count',
  'all_internal_flags_count',
  'labels_count',
  'messages_count',
] as const;

export type IdeaNumber = (typeof IDEA_NUMBERS)[number];

export const PERSON_NUMBERS = ['supported_suggestions_count', 'assigned_open_suggestions_count'] as const;

export type PersonNumber = (typeof PERSON_NUMBERS)[number];

export const DAY_NUMBERS = [
  'ideas_count',
  'votes_count',
  'comments_count',
  'feedback_records_count',
  'notes_count',
] as const;

export type DayNumber = (typeof DAY_NUMBERS)[number];

export type DayCounts = Partial<Record<DayNumber, number>>;

/** Where an idea counts. */
export interface Place {
  id: string;
  forum_id: string;
  category_id: string | null;
  status_id: string | null;
  assigned_owner_id: string | null;
  state: SuggestionState;
  labels: string[];
}

export const isOpen = (place: Place): boolean => isOneOf(OPEN_SUGGESTION_STATES, place.state);

export const isLive = (place: Place): boolean => !isOneOf(HIDDEN_SUGGESTION_STATES, place.state);

/** Does an idea count in what people and accounts support? */
export const isSupport = (place: Place): boolean => !isOneOf(['deleted', 'spam'], place.state);

/** Do its feedback records count for their accounts? */
export const isHeard = (place: Place): boolean => place.state !== 'deleted';

/** The states' SQL; the words of the partial indexes. */
export const OPEN = sql.raw("s.state in ('published', 'approved')");

export const LIVE = sql.raw("s.state not in ('deleted', 'merged', 'spam')");

export const SUPPORT = sql.raw("s.state not in ('deleted', 'spam')");

/** Does a comment of this state count and is it seen by end users? (DEC-031) */
export function isVisibleComment(state: CommentState | string): boolean {
  return isOneOf(VISIBLE_COMMENT_STATES, state);
}

/** UTC day of a time: 2026-01-31. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** A day some days later, or earlier. @param day YYYY-MM-DD */
export function daysFrom(day: string, days: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000));
}

/** The first day of the month so many months before the one of a day. @param day YYYY-MM-DD */
export function monthsBefore(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return dayOf(new Date(Date.UTC(year, month - 1 - months, 1)));
}

/** Monday of the time's week, in UTC. */
export function weekOf(time: Date): string {
  const monday = new Date(time);
  monday.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  return dayOf(monday);
}

const newest = (sid: string, table: RawBuilder<unknown>, further = sql``) =>
  sql`(select max(x.created_at) from ${table} x where x.subdomain_id = ${sid} and x.suggestion_id = s.id ${further})`;

export const VISIBLE = sql.raw("and x.state in ('published', 'approved')");

export const LAST_SUPPORTED = (sid: string) => newest(sid, sql.raw('supporters'));

/** Latest of creation, vote, visible comment, note, feedback, status update, internal status update, flag (DEC-071). */
export const LAST_ACTIVITY = (sid: string) =>
  sql`greatest(s.created_at, ${sql.join([
    newest(sid, sql.raw('supporters')),
    newest(sid, sql.raw('comments'), VISIBLE),
    newest(sid, sql.raw('notes'), sql.raw('and x.deleted_at is null')),
    newest(sid, sql.raw('feedback_records'), sql.raw("and x.state = 'active'")),
    newest(sid, sql.raw('status_updates')),
    newest(sid, sql.raw('internal_status_updates')),
    newest(sid, sql.raw('internal_flags')),
  ])})`;

/** The team has answered: a public status update with a message, or a comment of the team. */
export const HAS_RESPONSE = (
  sid: string,
) => sql`(exists (select 1 from comments x where x.subdomain_id = ${sid} and x.suggestion_id = s.id and x.is_admin_comment ${VISIBLE})
  or exists (select 1 from status_updates x where x.subdomain_id = ${sid} and x.suggestion_id = s.id and x.html_body is not null))`;

export const revenueOf = (sid: string, name: 'supporter_revenue_cents' | 'supporter_mrr_cents') =>
  sql`coalesce((select sum(a.${sql.ref(name.replace('supporter_', ''))}) from suggestion_accounts x join external_accounts a on a.subdomain_id = ${sid} and a.id = x.account_id where x.subdomain_id = ${sid} and x.suggestion_id = s.id), 0)`;
