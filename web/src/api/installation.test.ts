import { expect, test, vi } from 'vitest';
import { createInstallation } from './installation.ts';

test('a full disk is told until an answer says that it has room, and once each time', () => {
  const installation = createInstallation();
  const told = vi.fn<() => void>();
  const stop = installation.subscribe(told);
  for (const answer of [
    { full_disk: null },
    {},
    null,
    { full_disk: 'database' },
    { full_disk: 'database' },
    { expires_at: 'x' },
  ])
    installation.note(answer);
  expect([installation.fullDisk(), told.mock.calls.length]).toEqual(['database', 1]);
  installation.note({ full_disk: 'files' });
  expect([installation.fullDisk(), told.mock.calls.length]).toEqual(['files', 2]);
  installation.note({ full_disk: null });
  expect([installation.fullDisk(), told.mock.calls.length]).toEqual([null, 3]);
  stop();
  installation.note({ full_disk: 'files' });
  expect(told).toHaveBeenCalledTimes(3);
});
