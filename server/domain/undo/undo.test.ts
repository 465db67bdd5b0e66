import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildTenant, insertRow, systemViewer, testScope } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { pruneUndoTask } from './undo.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('what can no longer be taken back is forgotten, in its own workspace alone', async () => {
  const [tenant, other] = [await buildTenant(database), await buildTenant(database)];
  const now = new Date('2026-06-30T12:00:00Z');
  for (const [owner, created_at] of [
    [tenant, '2026-05-31T11:59:59Z'],
    [tenant, '2026-05-31T12:00:01Z'],
    [other, '2026-01-01T00:00:00Z'],
  ] as const) {
    await insertRow(database, 'undo_entries', {
      subdomain_id: owner.id,
      user_id: (await buildAdmin(database, owner)).id,
      command: 'suggestion_delete',
      changes: '[]',
      created_at,
    });
  }
  const scope = await testScope(database, systemViewer(tenant), { now: () => now });
  await pruneUndoTask.run({ subdomain_id: tenant.id }, { scope, signal: new AbortController().signal });
  const { rows } = await database.pool.query('select subdomain_id, created_at from undo_entries order by id');
  expect(rows).toEqual([
    { subdomain_id: tenant.id, created_at: new Date('2026-05-31T12:00:01Z') },
    { subdomain_id: other.id, created_at: new Date('2026-01-01T00:00:00Z') },
  ]);
});
