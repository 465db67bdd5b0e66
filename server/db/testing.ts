import { randomUUID } from 'node:crypto';
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
    `CREATE DATABASE ${name} TEMPLATE ${migrated ? inject('templateDatabase') : 'template0'}`,
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

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
