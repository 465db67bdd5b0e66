import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../core/scope.ts';
import {
  buildAccount,
  buildCategory,
  buildForum,
  buildLabel,
  buildNote,
  buildStatus,
  buildSuggestion,
  buildTenant,
  buildUser,
  systemViewer,
  testScope,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { recountTenant } from './recount.ts';

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let pool: pg.Pool;
let scope: Scope;
let idea: string;
let forum: string;
beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await buildTenant(database);
  // the database may join as it likes: here it reads tables as they lie, which is not by id
  const options = ['indexscan', 'bitmapscan', 'mergejoin', 'nestloop']
    .map((way) => `-c enable_${way}=off`)
    .join(' ');
  pool = new pg.Pool({ connectionString: database.url, options, max: 2 });
  scope = await testScope(database, systemViewer(tenant), { pool, readPool: pool });
  forum = (await buildForum(database, tenant)).id;
  idea = (await buildSuggestion(database, tenant, { forum_id: forum })).id;
  await recountTenant(scope);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const KINDS: [table: string, counter: string, build: () => Promise<{ id: string }>][] = [
  ['notes', 'reply_count', () => buildNote(database, tenant, { suggestion_id: idea })],
  ['users', 'supported_suggestions_count', () => buildUser(database, tenant)],
  ['external_accounts', 'users_count', () => buildAccount(database, tenant)],
  ['categories', 'suggestions_count', () => buildCategory(database, tenant, { forum_id: forum })],
  ['forums', 'suggestions_count', () => buildForum(database, tenant)],
  ['statuses', 'suggestions_count', () => buildStatus(database, tenant)],
  ['labels', 'open_suggestions_count', () => buildLabel(database, tenant)],
];

describe('a recount takes rows by id, as commands do, so that neither waits for the other in a circle', () => {
  test.each(KINDS)('%s', async (table, counter, build) => {
    const [first, second] = [await build(), await build()];
    // the first row comes to lie behind the second one
    for (const { id } of [second, first])
      await database.pool.query(`update ${table} set ${counter} = 7 where id = $1`, [id]);
    const command = await database.pool.connect();
    try {
      await command.query('begin');
      await command.query(`select 1 from ${table} where id = $1 for no key update`, [first.id]);
      const recount = recountTenant(scope);
      await expect
        .poll(
          async () =>
            (
              await database.pool.query(
                "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
              )
            ).rowCount,
          { timeout: 60_000 },
        )
        .toBe(1);
      // it waits for the first row and holds nothing behind it
      await command.query(`select 1 from ${table} where id = $1 for no key update nowait`, [second.id]);
      await command.query(`update ${table} set ${counter} = ${counter} + 1 where id = any($1)`, [
        [first.id, second.id],
      ]);
      await command.query('rollback');
      const drift = await recount;
      expect(drift.entries).toContainEqual(expect.objectContaining({ table, counter, rows: 2 }));
      const { rows } = await database.pool.query(`select ${counter} as n from ${table} where id = any($1)`, [
        [first.id, second.id],
      ]);
      expect(rows).toEqual([{ n: 0 }, { n: 0 }]);
    } finally {
      await command.query('rollback');
      command.release();
    }
  });

  test('what is committed while it waits is kept', async () => {
    const user = await buildUser(database, tenant);
    await database.pool.query('update users set supported_suggestions_count = 7 where id = $1', [user.id]);
    const command = await database.pool.connect();
    try {
      await command.query('begin');
      await command.query(
        'update users set supported_suggestions_count = supported_suggestions_count + 1 where id = $1',
        [user.id],
      );
      const recount = recountTenant(scope);
      await expect
        .poll(
          async () =>
            (
              await database.pool.query(
                "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
              )
            ).rowCount,
          { timeout: 60_000 },
        )
        .toBe(1);
      await command.query('commit');
      await recount;
      // the seven are taken away, the one that came meanwhile is not
      expect(
        (
          await database.pool.query('select supported_suggestions_count as n from users where id = $1', [
            user.id,
          ])
        ).rows,
      ).toEqual([{ n: 1 }]);
    } finally {
      command.release();
    }
  });
});
