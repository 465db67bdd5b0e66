import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTenant, buildUser, insertRow } from '../../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../../db/testing.ts';
import { networkOf } from './network.ts';
import { accountKey, callerOf, knownKey, resetShares, signInShares, type Attempt } from './shares.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const DAY_MS = 24 * 3_600_000;

test('each kind of caller has counters of its own: no key of a stranger is one of a known network or browser', () => {
  const attempt: Attempt = { account: accountKey('ana@acme.example'), network: '203.0.113.9', device: null };
  const elsewhere = { ...attempt, network: '198.51.100.7' };
  const browser = { ...attempt, device: 'browser' };
  for (const shares of [signInShares, resetShares]) {
    const keys = (of: Attempt, isKnown: boolean): string[] => shares(of, isKnown).map(({ key }) => key);
    const strangers = [...keys(elsewhere, false), ...keys({ ...elsewhere, account: 'other' }, false)];
    for (const own of [...keys(attempt, true), ...keys(browser, true)]) expect(strangers).not.toContain(own);
    // nor is one of the browser's a counter of its network
    for (const own of keys(browser, true))
      expect([...keys(attempt, false), ...keys(attempt, true)]).not.toContain(own);
  }
});

test('at a gate the browsers of an account stand together, apart from whoever comes from one of its networks', () => {
  const attempt: Attempt = { account: accountKey('ana@acme.example'), network: '203.0.113.9', device: null };
  const stand = (of: Partial<Attempt>, isKnown = true) => callerOf('7', { ...attempt, ...of }, isKnown);
  const browser = stand({ device: 'browser' });
  expect(browser).toEqual(stand({ device: 'another', network: '198.51.100.7' }));
  // a flood from the network, which needs no cookie, takes no place of the browser, nor of another network
  const network = stand({});
  expect(network.key).not.toBe(browser.key);
  expect(network.key).not.toBe(stand({ network: '198.51.100.7' }).key);
  // nor more room than all of the workspace has
  expect(network.group).toBe(browser.group);
  expect(stand({}, false).key).toBe('203.0.113.9');
});

test('addresses that differ in case alone are one account', () => {
  expect(accountKey(' Ana@Acme.Example')).toBe(accountKey('ana@acme.example'));
  expect(accountKey('ana@acme.example')).toMatch(/^[0-9a-f]{32}$/);
});

test('networks that people signed in from before the migration stay known under their new names', async () => {
  const tenant = await buildTenant(database);
  const { id: user_id, email_address } = await buildUser(database, tenant, {
    email_address: 'Ana.Ruiz@Acme.example',
  });
  const signedIn = async (ip: string, daysAgo: number): Promise<unknown> =>
    insertRow(database, 'audit_entries', {
      subdomain_id: tenant.id,
      user_id,
      action: 'sign_in',
      ip,
      created_at: new Date(Date.now() - daysAgo * DAY_MS),
    });
  await signedIn('203.0.113.9', 20);
  await signedIn('203.0.113.9', 10);
  await signedIn('::ffff:198.51.100.7', 80);
  await signedIn('192.0.2.1', 100);
  await signedIn('2001:db8::1', 1);
  const migration = readFileSync(
    join(import.meta.dirname, '../../../db/migrations/0019_sign_in_shares.sql'),
    'utf8',
  );
  await database.pool.query(migration.slice(migration.indexOf('insert into sign_in_delays')));
  const { rows } = await database.pool.query<{ scope_key: string; days: number }>(
    'select scope_key, round(extract(epoch from now() - updated_at) / 86400)::int as days from sign_in_delays where subdomain_id = $1 order by scope_key',
    [tenant.id],
  );
  const known = (ip: string): string =>
    knownKey({ account: accountKey(email_address!), network: networkOf(ip), device: null });
  // those of 64 bits have kept their names
  expect(rows).toEqual([
    { scope_key: known('198.51.100.7'), days: 80 },
    { scope_key: known('203.0.113.9'), days: 10 },
  ]);
});
