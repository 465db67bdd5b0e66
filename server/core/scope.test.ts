import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, buildForum, buildTenant, testScope, viewerOf } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { StatementNames } from '../sql/statement_names.ts';
import type { Scope } from './scope.ts';
import type { Viewer } from './viewer.ts';

let database: TestDatabase;
let viewer: Viewer;
let scope: Scope;
beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await buildTenant(database);
  viewer = viewerOf(tenant, await buildAdmin(database, tenant));
  scope = await testScope(database, viewer);
});
afterAll(() => database.close());

const busy = () => database.pool.totalCount - database.pool.idleCount;

describe('[PERM-050] each way to the database asks the tenant check', () => {
  const text = 'select id from forums';
  test('read, readWithin, typed queries and writes', async () => {
    await expect(scope.read({ text, values: [] })).rejects.toThrow(
      'Statement refused: forums is not compared with the tenant',
    );
    await expect(scope.readWithin({ text, values: [] }, 1000)).rejects.toThrow('Statement refused');
    await expect(scope.db.selectFrom('forums').select('id').execute()).rejects.toThrow('Statement refused');
    await expect(scope.write((tx) => tx.deleteFrom('forums').execute())).rejects.toThrow('Statement refused');
    expect(busy()).toBe(0);
  });

  test('a foreign key cannot lead into another workspace, whoever writes it', async () => {
    const other = await buildTenant(database);
    const foreign = await buildForum(database, other);
    const insert = scope.write((tx) =>
      tx
        .insertInto('categories')
        .values({ subdomain_id: viewer.subdomain_id, forum_id: foreign.id, name: 'x' })
        .execute(),
    );
    await expect(insert).rejects.toMatchObject({ code: '23503' });
  });
});

describe('reading within a time', () => {
  test('what takes too long is ended by the database and answers null; the connection goes on', async () => {
    expect(await scope.readWithin({ text: 'select pg_sleep(20)', values: [] }, 20)).toBeNull();
    expect(await scope.readWithin({ text: 'select 1 as n', values: [] }, 5000)).toEqual([{ n: 1 }]);
    expect(busy()).toBe(0);
  });

  test('other failures stay failures, and it cannot write', async () => {
    await expect(scope.readWithin({ text: 'select 1 / 0', values: [] }, 5000)).rejects.toMatchObject({
      code: '22012',
    });
    const text = 'update forums set name = $2 where subdomain_id = $1';
    await expect(scope.readWithin({ text, values: [viewer.subdomain_id, 'x'] }, 5000)).rejects.toMatchObject({
      code: '25006',
    });
    expect(busy()).toBe(0);
  });
});

describe('a write', () => {
  test('is one transaction: what is thrown rolls all of it back, and gives the connection back', async () => {
    const { id } = await buildForum(database, viewer.subdomain_id, { name: 'before' });
    const rename = (name: string) => (tx: Parameters<Parameters<Scope['write']>[0]>[0]) =>
      tx
        .updateTable('forums')
        .set({ name })
        .where('subdomain_id', '=', viewer.subdomain_id)
        .where('id', '=', id)
        .execute();
    await expect(
      scope.write(async (tx) => {
        await rename('half')(tx);
        throw new Error('and then');
      }),
    ).rejects.toThrow('and then');
    const nameOf = async () =>
      (await database.pool.query<{ name: string }>('select name from forums where id = $1', [id])).rows[0]!
        .name;
    expect(await nameOf()).toBe('before');
    await scope.write(rename('after'));
    expect(await nameOf()).toBe('after');
    expect(busy()).toBe(0);
  });

  test('goes on when a migration changes a table under its prepared statements', async () => {
    await buildForum(database, viewer.subdomain_id, { name: 'seen' });
    // of its own: those of the process may all be given away by the tests before
    const writeNames = new StatementNames({ prefix: 'write_', max: 40, after: 10 });
    const named = await testScope(database, viewer, { writeNames });
    const names = (tx: Parameters<Parameters<Scope['write']>[0]>[0]) =>
      tx
        .selectFrom('forums')
        .selectAll()
        .where('subdomain_id', '=', viewer.subdomain_id)
        .where('name', '=', 'seen')
        .execute();
    for (let n = 0; n < 15; n += 1) await named.write(names, { prepared: true });
    const { rows } = await database.pool.query(
      "select 1 from pg_prepared_statements where name like 'write_%'",
    );
    expect(rows.length).toBeGreaterThan(0);
    await database.pool.query('alter table forums add column added_later text');
    try {
      let attempts = 0;
      const found = await named.write(
        (tx) => {
          attempts += 1;
          return names(tx);
        },
        { prepared: true },
      );
      expect(found).toEqual([expect.objectContaining({ name: 'seen', added_later: null })]);
      expect(attempts).toBe(2);
      expect(busy()).toBe(0);
    } finally {
      await database.pool.query('alter table forums drop column added_later');
    }
  });

  test('a failed statement of several at once fails the write, and none of them stays', async () => {
    const { id } = await buildForum(database, viewer.subdomain_id, { name: 'whole' });
    const write = scope.write((tx) =>
      Promise.all([
        tx
          .updateTable('forums')
          .set({ name: 'first' })
          .where('subdomain_id', '=', viewer.subdomain_id)
          .where('id', '=', id)
          .execute(),
        tx
          .updateTable('forums')
          .set({ state: 'nonsense' })
          .where('subdomain_id', '=', viewer.subdomain_id)
          .where('id', '=', id)
          .execute(),
      ]),
    );
    await expect(write).rejects.toMatchObject({ code: '23514' });
    expect((await database.pool.query('select name, state from forums where id = $1', [id])).rows).toEqual([
      { name: 'whole', state: 'open' },
    ]);
    expect(busy()).toBe(0);
  });

  test('tells of its commit, and of nothing when it failed', async () => {
    const committed: string[] = [];
    const told = await testScope(database, viewer, {
      onCommit: ({ subdomain_id }) => committed.push(subdomain_id),
    });
    await told.write((tx) =>
      tx.selectFrom('forums').select('id').where('subdomain_id', '=', viewer.subdomain_id).execute(),
    );
    await expect(told.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(committed).toEqual([viewer.subdomain_id]);
  });

  test("for some seconds the workspace's own reads go to the primary, others' to the replica", async () => {
    const asked: string[] = [];
    const replica = Object.assign(Object.create(database.pool) as typeof database.pool, {
      query: (statement: { text: string; values: unknown[] }) => {
        asked.push('replica');
        return database.pool.query(statement);
      },
    });
    const [writer, other] = [await buildTenant(database), await buildTenant(database)];
    const scopes = await Promise.all(
      [writer, other].map(async (tenant) =>
        testScope(database, viewerOf(tenant, await buildAdmin(database, tenant)), { readPool: replica }),
      ),
    );
    const read = (one: Scope) =>
      one.read({ text: 'select id from forums where subdomain_id = $1', values: [one.viewer.subdomain_id] });
    await read(scopes[0]!);
    expect(asked).toEqual(['replica']);
    await scopes[0]!.write((tx) =>
      tx.insertInto('forums').values({ subdomain_id: writer.id, name: 'x' }).execute(),
    );
    await read(scopes[0]!);
    expect(asked).toEqual(['replica']);
    await read(scopes[1]!);
    expect(asked).toEqual(['replica', 'replica']);
  });
});
