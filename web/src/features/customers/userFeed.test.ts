import { describe, expect, test } from 'vitest';
import { actsOf, countsOf } from './userFeed.ts';
import type { UserFeed } from './customerQueries.ts';

const list = <Record>(records: Record[], total_records = records.length) => ({ total_records, records });
const suggestion = (id: string) => ({ id, title: `Idea ${id}` });
const feed = {
  supporters: list(
    [
      { votes: 1, importance: 3, created_at: '2026-11-03T00:00:00Z', suggestion: suggestion('1') },
      { votes: 1, importance: null, created_at: null, suggestion: suggestion('2') },
    ],
    9,
  ),
  feedback_records: list([
    {
      id: '5',
      body: 'Slow',
      body_mime_type: 'text/plain',
      created_at: '2026-11-04T00:00:00Z',
      captured_by: null,
      suggestion: null,
    },
  ]),
  comments: list([]),
  suggestions: list([{ id: '7', title: 'Idea 7', created_at: '2026-11-02T00:00:00Z' }]),
  ratings: list([
    { id: '3', score: 5, body: 'Support is great.', created_at: '2026-11-01T00:00:00Z', recorded_by: null },
  ]),
} as UserFeed;

describe('what a person did', () => {
  test('stands in one order, undated last, no further than is known of each kind', () => {
    expect(actsOf(feed, 'all', 20).map(({ id }) => id)).toEqual([
      'feedback 5',
      'vote 1',
      'idea 7',
      'rating 3',
      'vote 2',
    ]);
    expect(actsOf(feed, 'all', 2).map(({ id }) => id)).toEqual(['feedback 5', 'vote 1']);
    expect(actsOf(feed, 'vote', 20).map(({ id }) => id)).toEqual(['vote 1', 'vote 2']);
    expect(actsOf(undefined, 'all', 20)).toEqual([]);
  });

  test('is counted by kind; tickets that are not asked for are no zero', () => {
    expect(countsOf(feed)).toEqual({ vote: 9, feedback: 1, comment: 0, idea: 1, ticket: null, rating: 1 });
    expect(countsOf(undefined).vote).toBeNull();
  });
});
