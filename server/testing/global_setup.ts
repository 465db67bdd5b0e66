import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../db/migrate.ts';
import { openTemporaryPostgres } from './temporary_postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the run's PostgreSQL, to a database that only creates and drops others. */
    postgresUrl: string;
    /** Name of the migrated database that each test's own is copied from. */
    templateDatabase: string;
    /** Why the template could not be migrated, null when it could. */
    templateFailure: string | null;
  }
}

/**
 * Starts the one PostgreSQL of a test run and migrates the
 * database that tests copy. A migration that fails fails the tests that need a database, and no others.
 *
 * @returns the tear-down, which stops it and removes the folder
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const database = await openTemporaryPostgres();
  const postgresUrl = database.urlOf('postgres');
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query('CREATE DATABASE test_template');
  await client.end();
  let failure: string | null = null;
  try {
    await migrate(database.urlOf('test_template'));
  } catch (error) {
    failure = (error as Error).message;
  }
  project.provide('postgresUrl', postgresUrl);
  project.provide('templateDatabase', 'test_template');
  project.provide('templateFailure', failure);
  return database.close;
}
