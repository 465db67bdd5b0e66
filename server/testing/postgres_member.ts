import { openEmbeddedPostgres } from '../adapters/postgres/embedded.ts';

/*
 * A process of its own that uses an embedded PostgreSQL, for tests that kill it: prints "open owner" or
 * "open joined", then what the database says, and closes at the end of its standard input.
 */
const database = await openEmbeddedPostgres({
  dataDir: process.argv[2]!,
  settings: { fsync: 'off', shared_buffers: '16MB' },
  log: (line) => console.log(line),
});
console.log(database.isOwner() ? 'open owner' : 'open joined');
process.stdin.resume();
process.stdin.once('end', () => {
  void database.close().then(() => {
    console.log('closed');
    process.exit();
  });
});
