import { expect, test } from 'vitest';
import { nextUpdatedAt, assertNotModified } from './optimistic_lock.ts';

const NOON = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number): Date => new Date(NOON.getTime() + ms);

test('the time of a change is that of its call, and later than the change before even within one millisecond', () => {
  expect(nextUpdatedAt({ updated_at: later(-5) }, NOON)).toEqual(NOON);
  expect(nextUpdatedAt({ updated_at: NOON }, NOON)).toEqual(later(1));
  // another process whose clock is ahead
  expect(nextUpdatedAt({ updated_at: later(40) }, NOON)).toEqual(later(41));
});

test('of two changes within one millisecond the second is seen by who has read the first', async () => {
  const current = () => Promise.resolve({ name: 'B' });
  const changed = { updated_at: nextUpdatedAt({ updated_at: NOON }, NOON) };
  await expect(assertNotModified(NOON, changed, 'label', current)).rejects.toMatchObject({
    details: { reason: 'changed', current: { name: 'B' } },
  });
  await assertNotModified(changed.updated_at, changed, 'label', current);
  await assertNotModified(undefined, changed, 'label', current);
});
