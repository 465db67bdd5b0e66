import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExecutor } from '../api/execute.ts';
import { createSchema } from '../api/schema.ts';
import { buildAdmin, buildForum, buildTenant, testScope, viewerOf } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { sampleCatalogue } from '../testing/sample_catalogue.ts';
import { Reader } from './reader.ts';
import { TotalCache } from './total_cache.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a total is kept under a short key, however many ids its filters name, and no two filters share one', async () => {
  const keys: string[] = [];
  class Noting extends TotalCache {
    override set(...given: Parameters<TotalCache['set']>): void {
      keys.push(given[0]);
      super.set(...given);
    }
  }
  const { schema, entities } = createSchema(sampleCatalogue);
  const tenant = await buildTenant(database);
  const scope = await testScope(database, viewerOf(tenant, await buildAdmin(database, tenant)));
  const shelf = (await buildForum(database, tenant)).id;
  const executor = createExecutor(schema, {
    checkLeaves: true,
    logFault: (cause) => expect(cause).toBeUndefined(),
  });
  const totals = new Noting();
  const query =
    'query ($shelves: [ID!], $authors: [ID!]) { books(shelf: $shelves, author: $authors) { total_records } }';
  const ask = (variables: Record<string, unknown>) =>
    executor.run(
      executor.prepare(query, true),
      { query, variables, operationName: null },
      { scope, reader: new Reader(scope, entities, totals), replay: null, commands: [] },
    );
  const many = (from: number): string[] => Array.from({ length: 900 }, (_, n) => String(from + n));
  for (const variables of [
    { shelves: [shelf] },
    { shelves: many(1_000), authors: many(5_000) },
    { shelves: many(1_001), authors: many(5_000) },
    { authors: many(5_000) },
  ]) {
    const { data, errors } = await ask(variables);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ books: { total_records: 0 } });
  }
  expect(new Set(keys).size).toBe(keys.length);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(400);
});
