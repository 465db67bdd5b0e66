import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { openTicketCount } from '../app/nav.ts';
import { applyLiveNews, catchUp } from './liveConnect.ts';
import type { TicketCounts } from './liveEvents.ts';
import { noteAsked } from './reads.ts';
import { createQueryClient } from './refetch.ts';

/** A client that holds the answer of a query about records of a table. */
async function clientWith(table: string) {
  const client = createQueryClient();
  await client.fetchQuery({
    queryKey: ['asked'],
    queryFn: () => {
      noteAsked({ reads: `${table} + - title` }, undefined);
      return 1;
    },
  });
  return { client, isStale: () => client.getQueryState(['asked'])?.isInvalidated === true };
}

test('[STATE-059] refresh-notifications runs the queries of notifications again, and no others', async () => {
  const [bell, ideas] = [await clientWith('notifications'), await clientWith('suggestions')];
  for (const { client } of [bell, ideas])
    applyLiveNews(
      client,
      { event: 'refresh-notifications', data: { channel: 'user-1' } },
      () => undefined,
      () => undefined,
    );
  expect([bell.isStale(), ideas.isStale()]).toEqual([true, false]);
});

test('changed records run the queries of their kind again, and the host hears of it', async () => {
  const { client, isStale } = await clientWith('exports');
  const published: string[][] = [];
  applyLiveNews(
    client,
    { event: 'changed', data: { entity: 'export', ids: ['1'] } },
    (collections) => published.push(collections),
    () => undefined,
  );
  expect([isStale(), published]).toEqual([true, [['exports']]]);
});

test('changed ideas run nothing by themselves: their ids are handed on', async () => {
  const { client, isStale } = await clientWith('suggestions');
  const taken: (readonly string[])[] = [];
  for (const ids of [['1', '2'], []])
    applyLiveNews(
      client,
      { event: 'changed', data: { entity: 'suggestion', ids } },
      () => undefined,
      (some) => taken.push(some),
    );
  expect([isStale(), taken]).toEqual([false, [['1', '2'], []]]);
});

test('the first stream catches up with what changes in the background, and leaves the rest alone', async () => {
  const asked = await Promise.all(
    [
      'notifications',
      'supporter_messages',
      'status_updates',
      'internal_status_updates',
      'exports',
      'forums',
    ].map(clientWith),
  );
  for (const { client } of asked) catchUp(client);
  expect(asked.map(({ isStale }) => isStale())).toEqual([true, true, true, true, true, false]);
});

test('[STATE-060] the first stream asks for the number on the tickets again: one may have been closed before it stood', () => {
  const client = createQueryClient();
  client.setQueryData(['ticket-counts'], { open_ticket_counts: { 1: 2 }, stream_ids: ['1'] });
  catchUp(client);
  expect(client.getQueryState(['ticket-counts'])?.isInvalidated).toBe(true);
});

test('[STATE-060] an answer that was asked for before new_ticket_counts does not put the old number back', async () => {
  const client = createQueryClient();
  const answers: (() => void)[] = [];
  let number = 2;
  const observer = new QueryObserver(client, {
    queryKey: ['ticket-counts'],
    queryFn: () => {
      const counts = { open_ticket_counts: { 1: number }, stream_ids: ['1'] };
      return new Promise((done) => answers.push(() => done(counts)));
    },
  });
  const stop = observer.subscribe(() => undefined);
  number = 1;
  applyLiveNews(
    client,
    { event: 'new_ticket_counts', data: { open_ticket_counts: { 1: 1 } } },
    () => undefined,
    () => undefined,
  );
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  for (const answer of answers) answer();
  await vi.waitFor(() =>
    expect(client.getQueryData<TicketCounts>(['ticket-counts'])?.open_ticket_counts).toEqual({ 1: 1 }),
  );
  stop();
});

test('[STATE-060] [RT-005] new_ticket_counts sets the number on the tickets; before that was asked for it says nothing', () => {
  const client = createQueryClient();
  const news = { event: 'new_ticket_counts', data: { open_ticket_counts: { 1: 3, 2: 4, 3: 9 } } };
  applyLiveNews(
    client,
    news,
    () => undefined,
    () => undefined,
  );
  expect(client.getQueryData(['ticket-counts'])).toBe(undefined);
  client.setQueryData(['ticket-counts'], {
    open_ticket_counts: { 1: 1 },
    stream_ids: ['1', '2'],
  } satisfies TicketCounts);
  applyLiveNews(
    client,
    news,
    () => undefined,
    () => undefined,
  );
  const counts = client.getQueryData<TicketCounts>(['ticket-counts'])!;
  expect(openTicketCount(counts.open_ticket_counts, counts.stream_ids)).toBe(7);
});

test('what is unknown changes nothing', async () => {
  const { client, isStale } = await clientWith('notifications');
  applyLiveNews(
    client,
    { event: 'something_new', data: {} },
    () => undefined,
    () => undefined,
  );
  expect(isStale()).toBe(false);
});
