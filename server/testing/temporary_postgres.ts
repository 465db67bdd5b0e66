import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '../adapters/postgres/embedded.ts';

/** A PostgreSQL that lives as long as its caller and leaves nothing behind. */
export type TemporaryPostgres = {
  /** Connection string, as its superuser, of a database of that name; the database postgres is there from the start. */
  urlOf: (database: string) => string;
  /** Stops it and removes its files. */
  close: () => Promise<void>;
};

/** Settings for data that no one will miss. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '150',
  autovacuum: 'off',
  // nobody reads what statements have taken. `track_counts` stays on: without it a file that rolls back a lot
  // (`footprints`) takes three times as long
  compute_query_id: 'off',
  // no replica follows, and what is read stands in memory: no process reads ahead
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
};

/** Starts a PostgreSQL in a temporary folder, fast and not durable: for tests and for what reads the schema. */
export async function openTemporaryPostgres(): Promise<TemporaryPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-test-'));
  const database = await openEmbeddedPostgres({ dataDir: join(folder, 'data'), settings: FAST_SETTINGS });
  return {
    urlOf: database.adminUrlOf,
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
