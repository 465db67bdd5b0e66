import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAdmin, buildForum, buildSuggestion, buildTenant, testScope, viewerOf } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { testApi } from './api.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a document is executed in-process as a viewer, and sees their workspace alone [PERM-050]', async () => {
  const tenant = await buildTenant(database);
  const other = await buildTenant(database);
  const admin = await buildAdmin(database, tenant);
  const forum = await buildForum(database, tenant, { name: 'Product' });
  const idea = await buildSuggestion(database, tenant, { forum_id: forum.id, title: 'Dark mode' });
  const foreign = await buildSuggestion(database, other);
  const api = await testApi(database, viewerOf(tenant, admin));
  const data = await api.data<{
    suggestions: { records: unknown[]; total_records: number };
    suggestion: null;
  }>(
    `query ($id: ID!) { suggestions { records { id title forum { name } } total_records } suggestion(id: $id) { id } }`,
    { id: foreign.id },
  );
  expect(data).toEqual({
    suggestions: {
      records: [{ id: idea.id, title: 'Dark mode', forum: { name: 'Product' } }],
      total_records: 1,
    },
    suggestion: null,
  });
});

test('a statement that forgets the tenant is refused [PERM-050]', async () => {
  const tenant = await buildTenant(database);
  const scope = await testScope(database, viewerOf(tenant, await buildAdmin(database, tenant)));
  await expect(scope.read({ text: 'select id from suggestions', values: [] })).rejects.toThrow(
    /not compared with the tenant/,
  );
});
