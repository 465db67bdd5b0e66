import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { scratchFolder } from './scratch.ts';

afterEach(() => vi.unstubAllEnvs());

test('what tests write goes to memory only where a folder is in memory and has room', () => {
  vi.stubEnv('TMPDIR', undefined);
  expect(scratchFolder('/no/such/folder', Infinity)).toBe(tmpdir());
  expect(scratchFolder('/', Infinity)).toBe(tmpdir());
  expect(scratchFolder('/dev/shm', 0)).toBe(tmpdir());
});

test('a folder that somebody asks for is taken', () => {
  vi.stubEnv('TMPDIR', '/var/tmp');
  expect(scratchFolder('/dev/shm', Infinity)).toBe('/var/tmp');
});
