import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyIdeaNews, gatherIdeaNews } from './ideaNews.ts';
import { onIdeasChanged } from './liveEvents.ts';
import type { ChangedIdeas } from './liveEvents.ts';
import { noteAsked } from './reads.ts';
import { createQueryClient } from './refetch.ts';

let applied: (string[] | null)[] = [];
let listeners: (() => void)[] = [];
const page = {
  visibilityState: 'visible' as DocumentVisibilityState,
  addEventListener: (_name: string, listener: unknown) => void listeners.push(listener as () => void),
  removeEventListener: () => undefined,
};
const apply = (ids: ChangedIdeas): void => void applied.push(ids === null ? null : [...ids]);
const look = (): void => {
  page.visibilityState = 'visible';
  for (const listener of listeners.splice(0)) listener();
};

beforeEach(() => {
  vi.useFakeTimers();
  [applied, listeners, page.visibilityState] = [[], [], 'visible'];
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first change is applied at once, those of the second after it together', () => {
  const add = gatherIdeaNews(apply, page);
  add(['1']);
  expect(applied).toEqual([['1']]);
  for (const id of ['2', '3', '2']) add([id]);
  vi.advanceTimersByTime(999);
  expect(applied).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(applied).toEqual([['1'], ['2', '3']]);
  vi.advanceTimersByTime(60_000);
  expect(applied).toHaveLength(2);
});

test('no ids are any idea, also together with some', () => {
  const add = gatherIdeaNews(apply, page);
  add(['1']);
  add(['2']);
  add([]);
  add(['3']);
  vi.advanceTimersByTime(1_000);
  expect(applied).toEqual([['1'], null]);
});

test('while nobody looks it waits, and is applied once when somebody does', () => {
  const add = gatherIdeaNews(apply, page);
  page.visibilityState = 'hidden';
  for (const id of ['1', '2']) {
    add([id]);
    vi.advanceTimersByTime(5_000);
  }
  expect(applied).toEqual([]);
  look();
  expect(applied).toEqual([['1', '2']]);
});

test('what shows one of the ideas is asked again; an open list hears of it and is not, one that is not shown is next time', async () => {
  const client = createQueryClient();
  const asked: string[] = [];
  const query = (name: string, meta: Record<string, unknown>) => ({
    queryKey: [name],
    queryFn: () => {
      noteAsked({ reads: 'suggestions - title' }, undefined);
      return asked.push(name);
    },
    meta,
  });
  const queries = {
    one: query('one', { idea: '1' }),
    other: query('other', { idea: '2' }),
    list: query('list', {}),
    away: query('away', {}),
  };
  const stops = [queries.one, queries.other, queries.list].map((options) =>
    new QueryObserver(client, options).subscribe(() => undefined),
  );
  await client.fetchQuery(queries.away);
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(['away', 'list', 'one', 'other']));
  const heard: ChangedIdeas[] = [];
  const stop = onIdeasChanged((ids) => heard.push(ids));
  applyIdeaNews(client, new Set(['1']));
  await vi.waitFor(() => expect(asked.slice(4)).toEqual(['one']));
  expect(['list', 'away'].map((name) => client.getQueryState([name])!.isInvalidated)).toEqual([false, true]);
  expect(heard).toEqual([new Set(['1'])]);
  stop();
  applyIdeaNews(client, null);
  await vi.waitFor(() => expect(asked.slice(5).toSorted()).toEqual(['one', 'other']));
  expect(heard).toHaveLength(1);
  for (const end of stops) end();
});
