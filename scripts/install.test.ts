import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled, refuseNode, refusePlatform, stampOf } from './install.mjs';

const root = join(import.meta.dirname, '..');
const machine = { platform: 'linux', arch: 'x64', libc: 'glibc', version: '20.19.0', databaseUrl: undefined };

test.each([
  ['20.19.0', true],
  ['20.18.3', false],
  ['18.20.0', false],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.1.0', true],
])('Node %s can install: %s', (version, fits) => {
  const refusal = refuseNode(version);
  expect(refusal === null).toBe(fits);
  if (refusal !== null) expect(refusal).toContain(version);
});

test('Linux with glibc on x64 and arm64 needs nothing else', () => {
  expect(refusePlatform(machine)).toBeNull();
  expect(refusePlatform({ ...machine, arch: 'arm64' })).toBeNull();
});

test('another system is told to bring Node 24 and a database, and goes on when it has both', () => {
  const mac = { ...machine, platform: 'darwin', arch: 'arm64', libc: null };
  expect(refusePlatform(mac)).toContain('on darwin arm64 install Node 24 and set DATABASE_URL');
  expect(refusePlatform({ ...machine, libc: 'musl' })).toContain('linux x64 without glibc');
  expect(refusePlatform({ ...mac, version: '24.0.0' })).not.toBeNull();
  expect(refusePlatform({ ...mac, version: '24.0.0', databaseUrl: 'postgresql://db/earshot' })).toBeNull();
});

test('the stamp changes with the lock file, the platform and the processor', () => {
  const stamps = [
    stampOf('a', 'linux', 'x64'),
    stampOf('b', 'linux', 'x64'),
    stampOf('a', 'linux', 'arm64'),
    stampOf('a', 'darwin', 'x64'),
  ];
  expect(new Set(stamps).size).toBe(4);
});

test('packages of another version, or missing ones, count as not installed', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  expect(isInstalled(root, lock)).toBe(true);
  const other = JSON.parse(lock) as { packages: Record<string, { version: string }> };
  other.packages['node_modules/pg']!.version = '0.0.1';
  expect(isInstalled(root, JSON.stringify(other))).toBe(false);
  const more = JSON.parse(lock) as { packages: Record<string, { version: string }> };
  more.packages['node_modules/not-there'] = { version: '1.0.0' };
  expect(isInstalled(root, JSON.stringify(more))).toBe(false);
  expect(isInstalled(join(root, 'docs'), lock)).toBe(false);
});

test('an optional package of another machine may be missing', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>;
  };
  lock.packages['node_modules/elsewhere'] = { version: '1.0.0', optional: true, os: ['win32'] };
  expect(isInstalled(root, JSON.stringify(lock))).toBe(true);
});

test('each optional package of the lock file that asks for a Node accepts the oldest one that may install', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optional?: boolean; os?: string[]; engines?: { node?: string } }>;
  };
  const needy = Object.entries(lock.packages).filter(
    ([, { optional, os, engines }]) =>
      optional === true && [os ?? []].flat().includes('linux') && engines?.node !== undefined,
  );
  expect(needy.length).toBeGreaterThan(10);
  for (const [path, { engines }] of needy) {
    expect(engines!.node, path).toMatch(/^(>=? ?(\d|1\d|20)(\.\d+)*|\^20\.19\.0 \|\| >=22\.12\.0)$/);
  }
});
