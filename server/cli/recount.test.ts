import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSuggestion, buildTenant } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { runProgram } from './program.ts';
import { command } from './recount.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function recount(...argv: string[]) {
  let out = '';
  let err = '';
  const code = await runProgram(
    ['recount', ...argv],
    { recount: () => Promise.resolve({ command }) },
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      environment: { DATABASE_URL: database.url },
    },
  );
  return { code, out, err };
}

test('recount says which counters were wrong, mends them, and then finds all right', async () => {
  const tenant = await buildTenant(database);
  const idea = await buildSuggestion(database, tenant, { votes_count: 3 });
  const first = await recount('--subdomain', tenant.key);
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toContain(
    `suggestions.votes_count: 1 row was wrong and is right now.\n  ${idea.id}: 3 -> 0\n`,
  );
  expect(await recount('--subdomain', tenant.key)).toMatchObject({
    code: 0,
    out: 'Every counter was right.\n',
  });
  expect(JSON.parse((await recount('--subdomain', tenant.key, '--json')).out)).toEqual({ drift: [] });
});

test('recount of a workspace that does not exist says so', async () => {
  expect(await recount('--subdomain', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no workspace "nowhere".') as string,
  });
});
