import { QueryObserver } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChangeKind, MutationReply } from './client.ts';
import { applyReply, createQueryClient, everyChange, isWithin, pluralOf, withoutDeleted } from './refetch.ts';
import { noteAsked } from './reads.ts';
import type { Subscriptions } from './refetch.ts';

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

/** A query on the screen that counts how often it was asked, with what its document reads. */
async function shown(
  client: QueryClient,
  key: string,
  reads: string,
  data: () => unknown = () => ({}),
  meta: { entities?: Subscriptions } = {},
) {
  const queryFn = vi.fn(async () => {
    noteAsked({ reads }, undefined);
    return data();
  });
  const observer = new QueryObserver(client, { queryKey: [key], queryFn, meta });
  stops.push(observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(client.getQueryData([key])).toBeDefined());
  return queryFn;
}

const reply = (
  written: string[],
  changes: Record<string, ChangeKind> = {},
  deleted: MutationReply['deleted'] = {},
): MutationReply => ({ changes, deleted, written });

describe('data refresh after a mutation', () => {
  test('[STATE-022] [STATE-023] [STATE-027] only the queries are asked again whose answer depends on what was written', async () => {
    const client = createQueryClient();
    const names = await shown(client, 'names', 'labels - name');
    const labels = await shown(client, 'labels', 'labels + - name full_name');
    const ideas = await shown(client, 'ideas', 'suggestions + - title, labels - name');
    const report = await shown(client, 'report', 'labels + - *');
    const silent = await shown(client, 'silent', '');
    const calls = () => [names, labels, ideas, report, silent].map((query) => query.mock.calls.length);
    applyReply(client, reply(['labels.name']), () => undefined);
    await vi.waitFor(() => expect(calls()).toEqual([2, 2, 2, 2, 1]));
    applyReply(client, reply(['labels+']), () => undefined);
    await vi.waitFor(() => expect(calls()).toEqual([2, 3, 2, 3, 1]));
    applyReply(client, reply(['labels.color', 'suggestions.body']), () => undefined);
    await vi.waitFor(() => expect(calls()).toEqual([2, 3, 2, 4, 1]));
    applyReply(client, reply(['suggestions.*']), () => undefined);
    await vi.waitFor(() => expect(calls()).toEqual([2, 3, 3, 4, 1]));
  });

  test('a query that narrows itself to kinds of change is not asked again after others', async () => {
    const client = createQueryClient();
    const created = await shown(client, 'created', 'labels + - name', undefined, {
      entities: { label: ['create'] },
    });
    applyReply(client, reply(['labels.name'], { label: 'update' }), () => undefined);
    applyReply(client, reply(['labels+'], { label: 'create' }), () => undefined);
    await vi.waitFor(() => expect(created).toHaveBeenCalledTimes(2));
  });

  test('a query learns from each document that it asks, also from later ones by its signal', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn(async ({ signal }: { signal: AbortSignal }) => {
      noteAsked({ reads: 'forums + - name' }, signal);
      await Promise.resolve();
      noteAsked({ reads: 'statuses + - name' }, signal);
      return 1;
    });
    stops.push(new QueryObserver(client, { queryKey: ['two'], queryFn }).subscribe(() => undefined));
    await vi.waitFor(() => expect(client.getQueryData(['two'])).toBe(1));
    noteAsked({ reads: 'labels + - name' }, undefined);
    for (const mark of ['labels.name', 'statuses.name', 'forums+']) {
      applyReply(client, reply([mark]), () => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(queryFn).toHaveBeenCalledTimes(3);
  });

  test('an answer that was filled in by hand may depend on anything, unless its document is named', async () => {
    const client = createQueryClient();
    client.setQueryData(['filled'], {});
    const named = vi.fn(async () => ({}));
    const observer = new QueryObserver(client, {
      queryKey: ['named'],
      queryFn: named,
      initialData: {},
      staleTime: Number.POSITIVE_INFINITY,
      meta: { document: { reads: 'labels + - name' } },
    });
    stops.push(observer.subscribe(() => undefined));
    applyReply(client, reply(['forums.name']), () => undefined);
    expect(client.getQueryState(['filled'])?.isInvalidated).toBe(true);
    expect(client.getQueryState(['named'])?.isInvalidated).toBe(false);
    applyReply(client, reply(['labels-']), () => undefined);
    await vi.waitFor(() => expect(named).toHaveBeenCalledTimes(1));
  });

  test('[STATE-025] after creating, the lists concerned show the new record', async () => {
    const client = createQueryClient();
    const records = [{ id: '1' }];
    await shown(client, 'labels', 'labels + -', () => ({ labels: { records: [...records] } }));
    records.push({ id: '2' });
    applyReply(client, reply(['labels+'], { label: 'create' }), () => undefined);
    await vi.waitFor(() =>
      expect(client.getQueryData(['labels'])).toEqual({ labels: { records: [{ id: '1' }, { id: '2' }] } }),
    );
  });

  test('[STATE-024] subscribing with an empty list of kinds is an error, by whichever call', () => {
    const client = createQueryClient();
    const options = { queryKey: ['x'], queryFn: async () => 1, meta: { entities: { label: [] } } };
    expect(() => new QueryObserver(client, options)).toThrow(/label/);
    expect(() => client.defaultQueryOptions(options)).toThrow('empty list of kinds');
  });

  test('[STATE-026] a deleted record leaves every list at once and its own query goes', async () => {
    const client = createQueryClient();
    let answer = { suggestions: { records: [{ id: '1' }, { id: '2' }], total_records: 40 } };
    const list = await shown(client, 'ideas', 'suggestions + - state', () => answer);
    client.setQueryData(['idea', '2'], { suggestion: { id: '2' } });
    await client.fetchQuery({
      queryKey: ['details', '2'],
      queryFn: async () => 1,
      meta: { record: { entity: 'suggestion', id: '2' } },
    });
    await client.fetchQuery({
      queryKey: ['details', '1'],
      queryFn: async () => 1,
      meta: { record: { entity: 'suggestion', id: '1' } },
    });

    applyReply(
      client,
      reply(['suggestions.state'], { suggestion: 'delete' }, { suggestion: ['2'] }),
      () => undefined,
    );
    expect(client.getQueryData(['ideas'])).toEqual({
      suggestions: { records: [{ id: '1' }], total_records: 39 },
    });
    expect(client.getQueryData(['details', '2'])).toBeUndefined();
    expect(client.getQueryData(['details', '1'])).toBe(1);
    answer = { suggestions: { records: [{ id: '1' }, { id: '9' }], total_records: 39 } };
    await vi.waitFor(() => expect(list).toHaveBeenCalledTimes(2));
  });

  test('[CALL-HTTP-013] the host is told the plural names of what changed', () => {
    const publish = vi.fn();
    applyReply(
      createQueryClient(),
      reply([], { suggestion: 'create', category: 'update', status: 'update' }),
      publish,
    );
    expect(publish).toHaveBeenCalledWith(['suggestions', 'categories', 'statuses']);
  });

  test('a record of another kind with the same id stays', () => {
    const data = {
      labels: { records: [{ id: '2' }] },
      all_suggestions: { records: [{ id: '2' }, { id: '3' }] },
    };
    expect(withoutDeleted(data, { suggestion: ['2'] })).toEqual({
      labels: { records: [{ id: '2' }] },
      all_suggestions: { records: [{ id: '3' }] },
    });
    expect(withoutDeleted(data, { suggestion: ['7'] })).toBe(data);
    expect(withoutDeleted(null, { suggestion: ['7'] })).toBeNull();
  });

  test('[STATE-021] the kinds are create, update and delete', () => {
    expect(everyChange).toEqual(['create', 'update', 'delete']);
    expect(isWithin({ label: ['create'] }, { label: 'create' })).toBe(true);
    expect(isWithin({ label: ['create'] }, { label: 'update' })).toBe(false);
    expect(pluralOf('feedback_record')).toBe('feedback_records');
  });
});
