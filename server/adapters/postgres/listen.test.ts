import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { listen } from './listen.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ migrated: false });
});
afterAll(() => database.close());

test('announcements are heard, and a broken connection is made again with word of the gap', async () => {
  const heard: string[] = [];
  let gaps = 0;
  const errors: Error[] = [];
  const listener = await listen(database.url, ['a_channel'], {
    onMessage: (payload) => heard.push(payload),
    onGap: () => (gaps += 1),
    onError: (error) => errors.push(error),
  });
  try {
    const say = (text: string): Promise<unknown> =>
      database.pool.query('select pg_notify($1, $2)', ['a_channel', text]);
    await say('one');
    await expect.poll(() => heard).toEqual(['one']);
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earshot listen' and datname = current_database()`,
    );
    await expect.poll(() => gaps, { timeout: 60_000 }).toBe(1);
    expect(errors.length).toBeGreaterThan(0);
    await say('two');
    await expect.poll(() => heard).toEqual(['one', 'two']);
  } finally {
    await listener.close();
  }
  await expect
    .poll(
      async () =>
        (
          await database.pool.query(
            `select 1 from pg_stat_activity where application_name = 'earshot listen' and datname = current_database()`,
          )
        ).rows,
    )
    .toEqual([]);
});

test('an address that nobody answers at is an error at once', async () => {
  await expect(
    listen('postgresql://nobody@127.0.0.1:1/nothing', ['a_channel'], {
      onMessage: () => {},
      onGap: () => {},
    }),
  ).rejects.toThrow('ECONNREFUSED');
});
