import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../server/db/testing.ts';
import { printTables, TABLES_FILE } from './generate-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('server/db/tables.ts says what the migrations make; run "npm run db:types" when it does not', async () => {
  expect(await printTables(database.pool)).toBe(readFileSync(TABLES_FILE, 'utf8'));
});

test('defaults may be left out, computed columns are never written, a nullable column says so', async () => {
  const empty = await openTestDatabase({ migrated: false });
  await empty.pool.query(`CREATE TABLE odd_things (
    id bigint NOT NULL DEFAULT 1, name text, names text[] NOT NULL, at timestamptz NOT NULL DEFAULT now(), doc jsonb,
    twice bigint GENERATED ALWAYS AS (id * 2) STORED)`);
  const text = await printTables(empty.pool);
  expect(text).toContain(`export interface OddThingsTable {
  id: Defaulted<string>;
  name: string | null;
  names: string[];
  at: Defaulted<Timestamp>;
  doc: Json | null;
  twice: Computed<string | null>;
}`);
  expect(text).toContain('  odd_things: OddThingsTable;');
  await empty.pool.query('ALTER TABLE odd_things ADD COLUMN place point');
  await expect(printTables(empty.pool)).rejects.toThrow('odd_things.place has the type point');
  await empty.close();
});
