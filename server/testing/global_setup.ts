import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '../adapters/postgres/embedded.ts'
import { migrate } from '../db/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the run's PostgreSQL, to a database that only creates and drops others. */
    postgresUrl: string
    /** Name of the migrated database that each test's own is copied from. */
    templateDatabase: string
    /** Why the template could not be migrated, null when it could. */
    templateFailure: string | null
  }
}

/**
 * Starts the one PostgreSQL of a test run in a temporary folder, fast and not durable, and migrates the
 * database that tests copy. A migration that fails fails the tests that need a database, and no others.
 *
 * @returns the tear-down, which stops it and removes the folder
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'))
  const database = await openEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_connections: '150', autovacuum: 'off' },
  })
  const postgresUrl = database.urlOf('postgres')
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query('CREATE DATABASE test_template')
  await client.end()
  let failure: string | null = null
  try {
    await migrate(database.urlOf('test_template'))
  } catch (error) {
    failure = (error as Error).message
  }
  project.provide('postgresUrl', postgresUrl)
  project.provide('templateDatabase', 'test_template')
  project.provide('templateFailure', failure)
  return async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
