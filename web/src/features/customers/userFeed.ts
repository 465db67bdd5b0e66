/** What a person did, of all kinds, in one order: pure. */
import type { UserFeed } from './customerQueries.ts';

type Of<Key extends keyof UserFeed> = NonNullable<UserFeed[Key]>['records'][number];

/** One thing that a person did; `at` null: it is not known when. */
export type Act =
  | { kind: 'vote'; id: string; at: string | null; record: Of<'supporters'> }
  | { kind: 'feedback'; id: string; at: string; record: Of<'feedback_records'> }
  | { kind: 'comment'; id: string; at: string; record: Of<'comments'> }
  | { kind: 'idea'; id: string; at: string; record: Of<'suggestions'> }
  | { kind: 'ticket'; id: string; at: string; record: Of<'tickets'> }
  | { kind: 'rating'; id: string; at: string; record: Of<'ratings'> };
export type ActKind = Act['kind'];

/** How many there are of each kind; null: the viewer does not see them, or they are not read yet. */
export function countsOf(feed: UserFeed | undefined): Record<ActKind, number | null> {
  return {
    vote: feed?.supporters.total_records ?? null,
    feedback: feed?.feedback_records.total_records ?? null,
    comment: feed?.comments.total_records ?? null,
    idea: feed?.suggestions.total_records ?? null,
    ticket: feed?.tickets?.total_records ?? null,
    rating: feed?.ratings?.total_records ?? null,
  };
}

/**
 * The newest first, undated ones last.
 *
 * Of each kind the newest `count` are known, so that the newest `count` of all are right and what follows might have gaps:
 * no more are given.
 */
export function actsOf(feed: UserFeed | undefined, kind: ActKind | 'all', count: number): Act[] {
  if (feed === undefined) return [];
  const acts: Act[] = [
    ...feed.supporters.records.map((record): Act => {
      const id = `vote ${record.suggestion?.id ?? ''}`;
      return { kind: 'vote', id, at: record.created_at, record };
    }),
    ...feed.feedback_records.records.map((record): Act => {
      return { kind: 'feedback', id: `feedback ${record.id}`, at: record.created_at, record };
    }),
    ...feed.comments.records.map((record): Act => {
      return { kind: 'comment', id: `comment ${record.id}`, at: record.created_at, record };
    }),
    ...feed.suggestions.records.map((record): Act => {
      return { kind: 'idea', id: `idea ${record.id}`, at: record.created_at, record };
    }),
    ...(feed.tickets?.records ?? []).map((record): Act => {
      return { kind: 'ticket', id: `ticket ${record.id}`, at: record.created_at, record };
    }),
    ...(feed.ratings?.records ?? []).map((record): Act => {
      return { kind: 'rating', id: `rating ${record.id}`, at: record.created_at, record };
    }),
  ];
  return acts
    .filter((act) => kind === 'all' || act.kind === kind)
    .sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
    .slice(0, count);
}
