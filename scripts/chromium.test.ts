import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from './chromium.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-chromium-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, exitCode: number): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('the first browser in the PATH that starts is taken', () => {
  program('chromium', 1);
  const chrome = program('google-chrome', 0);
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(chrome);
});

test('the browser without windows comes before the one with them', () => {
  program('chromium', 0);
  const shell = program('chromium-headless-shell', 0);
  expect(findChromium({ PATH: folder })).toBe(shell);
  rmSync(shell);
});

test('CHROMIUM comes before the PATH, and nothing replaces it when it does not start', () => {
  const own = program('own-browser', 0);
  expect(findChromium({ PATH: folder, CHROMIUM: own })).toBe(own);
  expect(findChromium({ PATH: folder, CHROMIUM: join(folder, 'missing') })).toBeNull();
});

test('without any the answer is null', () => {
  expect(findChromium({ PATH: '/nowhere' })).toBeNull();
});
