import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isInstalled, refuseNode, refusePlatform, showProgress, stampOf } from './install.mjs';

const root = join(import.meta.dirname, '..');
afterEach(() => vi.useRealTimers());
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

function progressOn(isTTY: boolean) {
  vi.useFakeTimers();
  let done = 0;
  const written: string[] = [];
  const end = showProgress({ isTTY, write: (text: string) => written.push(text) }, () => done, 900);
  return { written, end, arrive: (count: number) => (done = count) };
}

test('an installation of less than a second says nothing about how far it is', () => {
  for (const isTTY of [true, false]) {
    const { written, end } = progressOn(isTTY);
    vi.advanceTimersByTime(900);
    end();
    vi.advanceTimersByTime(60_000);
    expect(written).toEqual([]);
  }
});

test('on a terminal one line moves, and is gone at the end', () => {
  const { written, end, arrive } = progressOn(true);
  arrive(12);
  vi.advanceTimersByTime(1_000);
  arrive(300);
  vi.advanceTimersByTime(1_000);
  end();
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual(
    ['\r', '\r', '\r', '\r'].map(
      (start, index) =>
        `${start}${['Installing: 12 of 900 packages after 1 s.', 'Installing: 300 of 900 packages after 2 s.', 'Installing: 300 of 900 packages after 2 s.', ''][index]!}\u001b[K`,
    ),
  );
});

test('elsewhere plain lines come after a second and then now and then', () => {
  const { written, end, arrive } = progressOn(false);
  vi.advanceTimersByTime(1_000);
  arrive(500);
  vi.advanceTimersByTime(15_000);
  end();
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([
    'Installing: 0 of 900 packages after 1 s.\n',
    'Installing: 500 of 900 packages after 16 s.\n',
  ]);
});

test('while npm installs, people see that it goes on, and the end of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-install-'));
  try {
    mkdirSync(join(folder, 'scripts'));
    cpSync(join(root, 'scripts/install.mjs'), join(folder, 'scripts/install.mjs'));
    const packages = {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0' },
    };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    // stands in for npm: lays one package, waits to be told to go on, lays the rest
    writeFileSync(
      join(folder, 'npm.cjs'),
      `const fs = require('node:fs');
      const lay = (name) => { fs.mkdirSync('node_modules/' + name, { recursive: true }); fs.writeFileSync('node_modules/' + name + '/package.json', '{"version":"1.0.0"}'); };
      lay('a');
      const timer = setInterval(() => {
        if (!fs.existsSync('go')) return;
        clearInterval(timer);
        lay('b');
        fs.mkdirSync('node_modules/.bin');
        fs.symlinkSync(process.execPath, 'node_modules/.bin/node');
      }, 20);`,
    );
    const child = spawn(process.execPath, [join(folder, 'scripts/install.mjs')], {
      env: {
        ...process.env,
        npm_execpath: join(folder, 'npm.cjs'),
        npm_node_execpath: process.execPath,
        npm_config_user_agent: '',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    });
    await expect.poll(() => text, { timeout: 20_000 }).toContain('Installing: 1 of 2 packages after ');
    expect(existsSync(join(folder, 'node_modules/.earshot-install'))).toBe(false);
    writeFileSync(join(folder, 'go'), '');
    expect(await ended, text).toBe(0);
    expect(text).toMatch(/\nInstalled in \d+ s\.\n$/);
    expect(existsSync(join(folder, 'node_modules/.earshot-install'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
