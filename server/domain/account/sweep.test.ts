import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTenant, buildUser, insertRow, systemViewer, testScope } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { hashSecret } from './secrets.ts';
import { sweepAccounts } from './sweep.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const HOUR = 3_600_000;

test('what has lapsed is removed, in its own workspace alone, and what lives stays', async () => {
  const at = (hours: number): Date => new Date(Date.now() + hours * HOUR);
  const tenants = [await buildTenant(database), await buildTenant(database)];
  for (const { id: subdomain_id } of tenants) {
    const { id: user_id } = await buildUser(database, subdomain_id);
    for (const [name, hours] of [
      ['dead', -1],
      ['alive', 1],
    ] as const) {
      const secret_hash = hashSecret(name);
      await insertRow(database, 'sessions', { subdomain_id, secret_hash, user_id, expires_at: at(hours) });
      await insertRow(database, 'console_tokens', {
        subdomain_id,
        token_hash: hashSecret(`token ${name}`),
        session_hash: secret_hash,
        user_id,
        expires_at: at(hours),
      });
      await insertRow(database, 'one_time_links', {
        subdomain_id,
        token_hash: hashSecret(`link ${name}`),
        purpose: 'reset',
        user_id,
        expires_at: at(hours * 25),
      });
      await insertRow(database, 'idempotency_keys', {
        subdomain_id,
        user_id,
        key: name,
        document_hash: 'x',
        created_at: at(hours * 25),
      });
      await insertRow(database, 'sign_in_delays', {
        subdomain_id,
        scope_key: `account ${name}`,
        failures: 3,
        blocked_until: at(0),
        updated_at: at(-24 + hours),
      });
      await insertRow(database, 'sign_in_delays', {
        subdomain_id,
        scope_key: `known ${name}`,
        failures: 0,
        blocked_until: at(0),
        updated_at: at(-90 * 24 + hours),
      });
    }
  }
  const scope = await testScope(database, systemViewer(tenants[0]!));
  await sweepAccounts.run({ subdomain_id: tenants[0]!.id }, { scope, signal: new AbortController().signal });
  const counts = async (id: string): Promise<number[]> => {
    const tables = ['sessions', 'console_tokens', 'one_time_links', 'idempotency_keys', 'sign_in_delays'];
    return Promise.all(
      tables.map(async (table) =>
        Number(
          (
            await database.pool.query<{ n: string }>(
              `select count(*) as n from ${table} where subdomain_id = $1`,
              [id],
            )
          ).rows[0]!.n,
        ),
      ),
    );
  };
  expect(await counts(tenants[0]!.id)).toEqual([1, 1, 1, 1, 2]);
  expect(await counts(tenants[1]!.id)).toEqual([2, 2, 2, 2, 4]);
});
