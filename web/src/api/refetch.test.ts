import { QueryObserver } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChangeKind, MutationReply } from './client.ts';
import {
  applyReply,
  createQueryClient,
  everyChange,
  isConcerned,
  pluralOf,
  withoutDeleted,
} from './refetch.ts';
import type { Subscriptions } from './refetch.ts';

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

/** A query on the screen that counts how often it was asked. */
async function shown(
  client: QueryClient,
  key: string,
  entities: Subscriptions,
  data: () => unknown = () => ({}),
) {
  const queryFn = vi.fn(async () => data());
  const observer = new QueryObserver(client, { queryKey: [key], queryFn, meta: { entities } });
  stops.push(observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(client.getQueryData([key])).toBeDefined());
  return queryFn;
}

const reply = (
  changes: Record<string, ChangeKind>,
  deleted: MutationReply['deleted'] = {},
): MutationReply => ({ changes, deleted });

describe('data refresh after a mutation', () => {
  test('[STATE-022] [STATE-023] [STATE-027] only the queries that subscribed to entity and kind are asked again', async () => {
    const client = createQueryClient();
    const labels = await shown(client, 'labels', { label: everyChange });
    const created = await shown(client, 'created', { label: ['create'] });
    const ideas = await shown(client, 'ideas', { suggestion: everyChange });
    const silent = await shown(client, 'silent', {});
    applyReply(client, reply({ label: 'update' }), () => undefined);
    await vi.waitFor(() => expect(labels).toHaveBeenCalledTimes(2));
    expect(created).toHaveBeenCalledTimes(1);
    expect(ideas).toHaveBeenCalledTimes(1);
    expect(silent).toHaveBeenCalledTimes(1);
  });

  test('[STATE-025] after creating, the lists concerned show the new record', async () => {
    const client = createQueryClient();
    const records = [{ id: '1' }];
    await shown(client, 'labels', { label: ['create'] }, () => ({ labels: { records: [...records] } }));
    records.push({ id: '2' });
    applyReply(client, reply({ label: 'create' }), () => undefined);
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
    const list = await shown(client, 'ideas', { suggestion: ['delete'] }, () => answer);
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

    applyReply(client, reply({ suggestion: 'delete' }, { suggestion: ['2'] }), () => undefined);
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
      reply({ suggestion: 'create', category: 'update', status: 'update' }),
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
    expect(isConcerned({ label: ['create'] }, { label: 'create' })).toBe(true);
    expect(isConcerned(undefined, { label: 'create' })).toBe(false);
    expect(pluralOf('feedback_record')).toBe('feedback_records');
  });
});
