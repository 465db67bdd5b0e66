import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from './pool.ts';

/** A database of a test's own. */
export type TestDatabase = {
  pool: pg.Pool;
  /** Connection string, for what opens connections of its own. */
  url: string;
  /** Closes the pool and drops the database, also when other connections to it are open. */
  close: () => Promise<void>;
};

/**
 * A fresh, migrated, empty database on the run's PostgreSQL: a copy of the template, made in some
 * milliseconds. Open it in beforeAll or beforeEach and close it in the matching hook.
 *
 * @param options migrated: false gives a database without any table
 * @throws Error with the migration's own message when the schema could not be migrated
 */
export async function openTestDatabase({
  migrated = true,
}: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const failure = inject('templateFailure');
  if (migrated && failure !== null) throw new Error(`There is no test database: ${failure}`);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const postgresUrl = inject('postgresUrl');
  await command(
    postgresUrl,
    // copying its files takes a sixth of what the default does, which writes each page to the log
    `CREATE DATABASE ${name} TEMPLATE ${migrated ? inject('templateDatabase') : 'template0'} STRATEGY FILE_COPY`,
  );
  const url = postgresUrl.replace('///postgres?', `///${name}?`);
  // a hundred calls at once may queue for long on a machine that has other work; nothing is measured here
  const pool = createPool(url, { size: 10, waitMs: 60_000 });
  let closing: Promise<void> | undefined;
  return {
    pool,
    url,
    close: () => {
      closing ??= pool.end().then(() => command(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      return closing;
    },
  };
}

/**
 * Work on a database of which nothing stays: what it writes through the pool that it is given is rolled back at its
 * end. All of it shares one connection, so that transactions wait for each other and are savepoints; `now()` stands
 * still. A statement that fails outside of a transaction spoils the rest.
 *
 * @param work `undone` takes back what a part of it does at the end of that part
 */
export async function takenBack<T>(
  { pool }: Pick<TestDatabase, 'pool'>,
  work: (pool: pg.Pool, undone: <Part>(part: () => Promise<Part>) => Promise<Part>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isFree: Promise<void> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();
  const query = (statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const next = last.then(() => client.query(prepared(statement), values));
    last = next.catch(() => undefined);
    return next;
  };
  const back = (savepoint: string): string => `rollback to ${savepoint}; release ${savepoint}`;
  const connect = async () => {
    const before = isFree;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    isFree = promise;
    await before;
    let end = '';
    return {
      release,
      query: (statement: string | pg.QueryConfig) => {
        if (typeof statement !== 'string') return query(statement);
        if (statement.startsWith('begin')) {
          // of one that only reads the settings must not stay either
          end = statement.endsWith('read only') ? back('inner_work') : 'release inner_work';
          return query('savepoint inner_work');
        }
        if (statement === 'commit') return query(end);
        return query(statement === 'rollback' ? back('inner_work') : statement);
      },
    };
  };
  try {
    await client.query('begin');
    await client.query('set local plan_cache_mode = force_generic_plan');
    return await work({ query, connect } as unknown as pg.Pool, async (part) => {
      await query('savepoint undone_part');
      try {
        return await part();
      } finally {
        await query(back('undone_part'));
      }
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** With a name by its text: the same statement is planned once for a connection, which takes longer than to run it on a few rows. */
function prepared(statement: string | pg.QueryConfig): string | pg.QueryConfig {
  if (typeof statement === 'string' || statement.name !== undefined) return statement;
  return { ...statement, name: createHash('sha1').update(statement.text).digest('base64') };
}

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
