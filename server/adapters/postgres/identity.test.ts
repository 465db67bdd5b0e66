import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseIdentity, commandAs, type Probes } from './identity.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-identity-'));
  chmodSync(folder, 0o711);
});
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = '/usr/bin/env';
const users: Record<string, { uid: number; gid: number }> = {
  node: { uid: 1000, gid: 1000 },
  nobody: { uid: 65534, gid: 65534 },
};

function probes(changes: Partial<Probes> = {}): Probes {
  return { uid: 0, canUnshare: () => false, lookUp: (name) => users[name] ?? null, ...changes };
}

test('an ordinary user runs it themselves', () => {
  expect(chooseIdentity(join(folder, 'pg'), PROGRAM, probes({ uid: 1000 }))).toEqual({ kind: 'self' });
});

test("an ordinary user is told when the folder is another one's", () => {
  mkdirSync(join(folder, 'others'));
  const other = process.geteuid!() + 1;
  expect(() => chooseIdentity(join(folder, 'others'), PROGRAM, probes({ uid: other }))).toThrow(
    /belongs to another user .*chown -R/,
  );
});

test('root takes a user namespace first, then the first known user for whom the way is open', () => {
  expect(chooseIdentity(join(folder, 'pg'), PROGRAM, probes({ canUnshare: () => true }))).toEqual({
    kind: 'namespace',
  });
  expect(chooseIdentity(join(folder, 'pg'), PROGRAM, probes())).toEqual({
    kind: 'user',
    uid: 1000,
    gid: 1000,
    name: 'node',
  });
  const withPostgres = probes({
    lookUp: (name) => (name === 'postgres' ? { uid: 101, gid: 104 } : (users[name] ?? null)),
  });
  expect(chooseIdentity(join(folder, 'pg'), PROGRAM, withPostgres)).toMatchObject({ name: 'postgres' });
});

test('root is told what to do when nobody else can reach the folder or the programs', () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const sentence =
    /PostgreSQL does not run as root, and no other user here can reach both .*start as an ordinary user.*DATABASE_URL/;
  expect(() => chooseIdentity(join(closed, 'data/pg'), PROGRAM, probes())).toThrow(sentence);
  expect(() => chooseIdentity(join(folder, 'pg'), join(closed, 'bin/postgres'), probes())).toThrow(sentence);
  expect(() => chooseIdentity(join(folder, 'pg'), PROGRAM, probes({ lookUp: () => null }))).toThrow(sentence);
});

if (process.geteuid?.() === 0) {
  test('root uses the owner that the folder has, before anything else', () => {
    const owned = join(folder, 'owned');
    mkdirSync(owned, { mode: 0o700 });
    chownSync(owned, 1234, 1235);
    expect(chooseIdentity(owned, PROGRAM, probes({ canUnshare: () => true }))).toMatchObject({
      kind: 'user',
      uid: 1234,
      gid: 1235,
    });
    chmodSync(folder, 0o700);
    expect(() => chooseIdentity(owned, PROGRAM, probes())).toThrow(
      `who may not enter ${folder}; open it with "chmod o+x ${folder}"`,
    );
    chmodSync(folder, 0o711);
  });
}

test('a program is started in the namespace, as the user, or plainly', () => {
  expect(commandAs({ kind: 'namespace' }, 'sh', ['-c', 'x'])).toEqual({
    command: 'unshare',
    args: ['--user', '--map-user=65534', '--map-group=65534', 'sh', '-c', 'x'],
    options: {},
  });
  expect(commandAs({ kind: 'user', uid: 5, gid: 6, name: 'x' }, 'sh', [])).toEqual({
    command: 'sh',
    args: [],
    options: { uid: 5, gid: 6 },
  });
  expect(commandAs({ kind: 'self' }, 'sh', [])).toEqual({ command: 'sh', args: [], options: {} });
});
