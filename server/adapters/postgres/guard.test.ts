import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startGuarded } from './guard.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-guard-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a program under a guard, waits until it says that it is ready, and lets it go. @returns the guard's exit code, what the program said */
async function letGo(
  script: string,
  patienceSeconds: number,
): Promise<{ code: number | null; said: string }> {
  const log = join(folder, 'log');
  const logFd = openSync(log, 'a');
  const { guard, lease } = startGuarded(
    { kind: 'self' },
    join(folder, 'pipe'),
    logFd,
    process.execPath,
    ['-e', script],
    { patienceSeconds },
  );
  closeSync(logFd);
  const ended = new Promise<number | null>((resolve) => {
    guard.once('exit', resolve);
  });
  await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 60_000 }).toContain('ready');
  closeSync(lease.fd);
  return { code: await ended, said: readFileSync(log, 'utf8') };
}

const WAIT = "console.log('ready'); setInterval(() => {}, 1000);";
const on = (signal: string, word: string, code: number | null): string =>
  `process.on('${signal}', () => { console.log('${word}'); ${code === null ? '' : `process.exit(${code});`} });`;

test('a program that stops when it is asked to is left to do so', async () => {
  expect(await letGo(`${on('SIGINT', 'stopped', 0)} ${on('SIGQUIT', 'quit', 3)} ${WAIT}`, 30)).toEqual({
    code: 0,
    said: 'ready\nstopped\n',
  });
  expect(existsSync(join(folder, 'pipe'))).toBe(false);
});

test('a program that hangs while it stops is ended after some patience', async () => {
  expect(await letGo(`${on('SIGINT', 'asked', null)} ${on('SIGQUIT', 'quit', 3)} ${WAIT}`, 1)).toEqual({
    code: 3,
    said: 'ready\nasked\nquit\n',
  });
});
