import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildTenant } from '../../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../../db/testing.ts';
import { Workspaces } from './workspaces.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.query('delete from subdomains'));

async function open(publicUrl = 'https://feedback.example.com'): Promise<Workspaces> {
  const workspaces = new Workspaces(database.pool, { publicUrl, defaultKey: 'demo' });
  await workspaces.refresh();
  return workspaces;
}
const keyOf = async (workspaces: Workspaces, host: string): Promise<string> => {
  const target = await workspaces.ofHost(host);
  return target.kind === 'workspace' ? target.workspace.key : target.kind;
};

test('before the first workspace the own address is the place to set one up, and no other', async () => {
  const workspaces = await open();
  expect(await keyOf(workspaces, 'feedback.example.com')).toBe('empty');
  expect(await keyOf(workspaces, 'localhost:3000')).toBe('empty');
  expect(await keyOf(workspaces, 'evil.example')).toBe('unknown');
  expect(await keyOf(workspaces, 'demo.localhost')).toBe('unknown');
});

test('a single workspace answers at the own address whatever its key, until there are two', async () => {
  await buildTenant(database, { key: 'acme' });
  const workspaces = await open();
  expect(await keyOf(workspaces, 'feedback.example.com')).toBe('acme');
  expect(workspaces.publicUrl('acme')).toBe('https://feedback.example.com');
  await buildTenant(database, { key: 'beta' });
  await workspaces.refresh();
  expect(await keyOf(workspaces, 'feedback.example.com')).toBe('unknown');
  expect(await keyOf(workspaces, 'acme.feedback.example.com')).toBe('acme');
  expect(workspaces.publicUrl('acme')).toBe('https://acme.feedback.example.com');
});

test('[DEC-179] the address of a workspace: its key below PUBLIC_URL; shown by its own host name once that is proved', async () => {
  await buildTenant(database, { key: 'demo' });
  await buildTenant(database, { key: 'acme', cname: 'ideas.acme.example', cname_proved_at: new Date() });
  await buildTenant(database, { key: 'beta', cname: 'ideas.beta.example' });
  const https = await open();
  expect(['demo', 'acme', 'beta'].map((key) => https.publicUrl(key))).toEqual([
    'https://feedback.example.com',
    'https://acme.feedback.example.com',
    'https://beta.feedback.example.com',
  ]);
  expect(['demo', 'acme', 'beta'].map((key) => https.shownUrl(key))).toEqual([
    'https://feedback.example.com',
    'https://ideas.acme.example',
    'https://beta.feedback.example.com',
  ]);
  const local = await open('http://127.0.0.1:3000');
  expect(local.publicUrl('beta')).toBe('http://beta.localhost:3000');
  expect(local.shownUrl('acme')).toBe('http://ideas.acme.example:3000');
});

test('[DEC-179] a host name that is merely claimed leads nowhere, and keeps nobody who has proved it from it', async () => {
  await buildTenant(database, { key: 'demo' });
  await buildTenant(database, { key: 'thief', cname: 'ideas.acme.example' });
  const workspaces = await open();
  expect(await keyOf(workspaces, 'ideas.acme.example')).toBe('unknown');
  await buildTenant(database, { key: 'acme', cname: 'ideas.acme.example', cname_proved_at: new Date() });
  await workspaces.refresh();
  expect(await keyOf(workspaces, 'ideas.acme.example')).toBe('acme');
  // names of the installation are never a workspace's own, whatever a row says
  await database.pool.query("update subdomains set cname = 'example.com' where key = 'acme'");
  await workspaces.refresh();
  expect(await keyOf(workspaces, 'example.com')).toBe('unknown');
});

test('a Host header that can be no name is answered without the database, and is not kept', async () => {
  const workspaces = await open();
  const { calls } = vi.spyOn(database.pool, 'query').mock;
  const before = calls.length;
  for (let n = 0; n < 3; n += 1)
    expect(await workspaces.ofHost(`${'a'.repeat(15_000)}${n}.example.com`)).toEqual({ kind: 'unknown' });
  expect(calls.length).toBe(before);
  expect(workspaces.knownOfHost(`${'a'.repeat(15_000)}0.example.com`)).toBeUndefined();
  vi.restoreAllMocks();
});

test('what was read is believed for a while; refresh forgets it', async () => {
  const workspaces = await open();
  await buildTenant(database, { key: 'demo', name: 'Old' });
  await workspaces.ofHost('localhost');
  await database.pool.query(`update subdomains set name = 'New'`);
  const nameOf = async (): Promise<unknown> => {
    const target = await workspaces.ofHost('localhost');
    return target.kind === 'workspace' ? target.workspace.name : null;
  };
  expect(await nameOf()).toBe('Old');
  await workspaces.refresh();
  expect(await nameOf()).toBe('New');
});
