import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from './live.ts';
import { changesOf, markChanged } from '../core/changes.ts';
import { ChangeBroadcaster } from './change_broadcaster.ts';
import type { Tx } from '../sql/kysely.ts';

let told: LiveMessage[] = [];
let changes: ChangeBroadcaster;
const ofIdeas = (...ids: string[]) => new Map([['suggestion' as const, new Set(ids)]]);
const writer = (subdomain_id: string, user_id: string | null = '5') => ({ subdomain_id, user_id });
const message = (ids: string[], subdomain_id = '1', by = ['5']): LiveMessage => ({
  event: 'changed',
  entity: 'suggestion',
  ids,
  by,
  subdomain_id,
  user_ids: null,
});

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  changes = new ChangeBroadcaster(async (one) => void told.push(one), { gatherMs: 100, pauseMs: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('what one transaction changes is known of it alone', () => {
  const [one, other] = [{} as Tx, {} as Tx];
  markChanged(one, 'suggestion', ['1', '2']);
  markChanged(one, 'suggestion', ['2', '3']);
  expect(changesOf(one)).toEqual(ofIdeas('1', '2', '3'));
  expect(changesOf(other)).toBe(null);
});

test('a change is told soon, those that follow once a second, each id once, workspaces by themselves', () => {
  changes.add(writer('1'), ofIdeas('7'));
  changes.add(writer('1'), ofIdeas('7', '8'));
  changes.add(writer('2'), ofIdeas('9'));
  vi.advanceTimersByTime(99);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([message(['7', '8']), message(['9'], '2')]);
  for (let n = 0; n < 90; n += 1) {
    changes.add(writer('1'), ofIdeas(String(n % 3)));
    vi.advanceTimersByTime(10);
  }
  expect(told).toHaveLength(2);
  vi.advanceTimersByTime(100);
  expect(told.slice(2)).toEqual([message(['0', '1', '2'])]);
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(3);
});

test('two hundred are named, more are not', () => {
  const ids = Array.from({ length: 201 }, (_, n) => String(n));
  changes.add(writer('1'), ofIdeas(...ids.slice(1)));
  vi.advanceTimersByTime(100);
  changes.add(writer('1'), ofIdeas(...ids));
  changes.add(writer('1'), ofIdeas('another'));
  vi.advanceTimersByTime(1_000);
  expect(told.map((one) => one.event === 'changed' && one.ids.length)).toEqual([200, 0]);
});

test('closing tells what waits, and nothing afterwards', async () => {
  changes.add(writer('1'), ofIdeas('7'));
  await changes.close();
  changes.add(writer('1'), ofIdeas('8'));
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([message(['7'])]);
});

test('it is told who changed something, each once; what nobody did by hand names nobody', () => {
  changes.add(writer('1', '5'), ofIdeas('7'));
  changes.add(writer('1', '6'), ofIdeas('8'));
  changes.add(writer('1', '5'), ofIdeas('9'));
  changes.add(writer('2', null), ofIdeas('7'));
  vi.advanceTimersByTime(100);
  expect(told).toEqual([message(['7', '8', '9'], '1', ['5', '6']), message(['7'], '2', [])]);
});
