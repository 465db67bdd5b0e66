import { describe, expect, it } from 'vitest';
import { keepFirstAnswer, prefetchingFetch } from './early.ts';
import { createQueryClient } from './refetch.ts';

/** A sender that answers with what it was asked. */
function sender() {
  const asked: string[] = [];
  const send = (async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${input as string}`);
    return new Response('sent');
  }) as typeof fetch;
  return { asked, send };
}

describe('calls that the page began before its code was there', () => {
  it('are answered once, and asked again after that', async () => {
    const { asked, send } = sender();
    const calls = { 'GET /token': Promise.resolve(new Response('early')) };
    const take = prefetchingFetch(send, () => calls);
    expect(await (await take('/token', { headers: {} })).text()).toBe('early');
    expect(asked).toEqual([]);
    expect(await (await take('/token')).text()).toBe('sent');
    expect(asked).toEqual(['GET /token']);
  });

  it('answer only the same method, address and body', async () => {
    const { asked, send } = sender();
    const take = prefetchingFetch(send, () => ({
      'POST /graphql {"a":1}': Promise.resolve(new Response('early')),
    }));
    expect(await (await take('/graphql', { method: 'POST', body: '{"a":2}' })).text()).toBe('sent');
    expect(await (await take('/graphql')).text()).toBe('sent');
    expect(await (await take('/graphql', { method: 'POST', body: '{"a":1}' })).text()).toBe('early');
    expect(asked).toEqual(['POST /graphql', 'GET /graphql']);
  });

  it('that could not be made are made when asked for; one without an answer fails as any other', async () => {
    const { asked, send } = sender();
    const failed = Promise.reject(new TypeError('no network'));
    failed.catch(() => undefined);
    const take = prefetchingFetch(send, () => ({
      'GET /viewer': Promise.resolve(null),
      'GET /token': failed,
    }));
    expect(await (await take('/viewer')).text()).toBe('sent');
    await expect(take('/token')).rejects.toThrow('no network');
    expect(asked).toEqual(['GET /viewer']);
  });

  it('are none on a page that made none', async () => {
    const { send } = sender();
    expect(await (await prefetchingFetch(send, () => undefined)('/token')).text()).toBe('sent');
  });
});

describe('what the page brought along for its screen', () => {
  const query_key = ['ideas', { page: 1 }];

  it('is kept under the key of the query that would ask for it', () => {
    const client = createQueryClient();
    keepFirstAnswer(client, { query_key, answer: { data: { suggestions: { records: [] } } } });
    expect(client.getQueryData(['ideas', { page: 1 }])).toEqual({ suggestions: { records: [] } });
  });

  it('is as old as the page, so that code that took long to come asks again', () => {
    const client = createQueryClient();
    keepFirstAnswer(client, { query_key, answer: { data: {} } });
    expect(client.getQueryState(query_key)?.dataUpdatedAt).toBe(performance.timeOrigin);
  });

  it('is nothing when it holds an error, or was not brought', () => {
    const client = createQueryClient();
    keepFirstAnswer(client, { query_key, answer: { data: null, errors: [{ message: 'Not allowed.' }] } });
    keepFirstAnswer(client, undefined);
    expect(client.getQueryCache().getAll()).toEqual([]);
  });
});
