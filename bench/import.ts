import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { pino } from 'pino';
import { openEmbeddedPostgres } from '../server/adapters/postgres/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { createPool } from '../server/db/pool.ts';
import { loadImport } from '../server/domain/exchange/import_load.ts';
import type { ImportReport } from '../server/domain/exchange/import_report.ts';
import { findPolisFiles, readSource } from '../server/domain/exchange/import_presets.ts';
import { tasks } from '../server/jobs/tasks.ts';
import { openJobs, type Jobs } from '../server/jobs/worker.ts';
import { benchScope } from './generate.ts';

/** What is known of two public conversations. */
const EXPECTED: Record<
  string,
  { ideas: number; authors: number; voters: number; supporters: number; repeated_votes: number }
> = {
  'scoop-hivemind.biodiversity': {
    ideas: 316,
    authors: 97,
    voters: 536,
    supporters: 19_229,
    repeated_votes: 83,
  },
  'american-assembly.bowling-green': {
    ideas: 896,
    authors: 403,
    voters: 2_031,
    supporters: 109_752,
    repeated_votes: 0,
  },
};

/** Loads real conversations, twice each, and prints expected against found; the rate beside COPY of the same rows. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } } });
  if (values.data === undefined || !existsSync(values.data)) {
    console.log('npm run bench -- import --data <folder with one folder per conversation>');
    process.exitCode = 2;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const database = await openEmbeddedPostgres({ dataDir: folder });
  const pool = createPool(database.url, { size: 4 });
  try {
    await migrate(database.url);
    const jobs = await openJobs({
      url: database.url,
      tasks,
      worksHere: false,
      log: pino({ level: 'silent' }),
    });
    for (const name of readdirSync(values.data).sort()) {
      const dir = join(values.data, name);
      if (findPolisFiles(dir).comments !== null) await measure(pool, jobs, dir, name);
    }
    await jobs.close();
  } finally {
    await pool.end();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(pool: pg.Pool, jobs: Jobs, dir: string, name: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'insert into subdomains (key, name) values ($1, $1) returning id::text as id',
    [name.replaceAll(/[^a-z]+/g, '-').slice(0, 30)],
  );
  const scope = benchScope(pool, rows[0]!.id, { tasks: jobs });
  const load = async (): Promise<{ report: ImportReport; seconds: number }> => {
    const started = performance.now();
    const source = {
      preset: 'polis' as const,
      file: null,
      mapping: {},
      dates: null,
      text: null,
      now: new Date(),
      sourceKey: `polis-${name}`,
      ...findPolisFiles(dir),
    };
    const report = await loadImport(scope, readSource(source), {
      forum: name,
      dryRun: false,
      onRefused: (row) => console.log(`  refused ${row.file}:${row.line} ${row.reason}`),
    });
    return { report, seconds: (performance.now() - started) / 1000 };
  };
  const first = await load();
  const second = await load();
  const referenceSeconds = await reinsert(pool, rows[0]!.id);
  const found = {
    ideas: first.report.ideas.created,
    authors: first.report.authors,
    voters: first.report.voters,
    supporters: first.report.supporters.created,
    repeated_votes: first.report.repeated_votes,
  };
  console.log(`\n${name}`);
  const expected = EXPECTED[name];
  for (const [key, value] of Object.entries(found)) {
    const wanted = expected?.[key as keyof typeof found];
    console.log(
      `  ${key.padEnd(15)} expected ${String(wanted ?? '-').padStart(7)}   found ${String(value).padStart(7)}   ${wanted === undefined || wanted === value ? 'ok' : 'DIFFERS'}`,
    );
    if (wanted !== undefined && wanted !== value) process.exitCode = 1;
  }
  for (const note of first.report.notes) console.log(`  note: ${note}`);
  const again = second.report;
  console.log(
    `  second run: ${again.ideas.created + again.supporters.created} created, ${again.ideas.unchanged} ideas and ${again.supporters.unchanged} supporters unchanged`,
  );
  if (again.ideas.created + again.supporters.created > 0) process.exitCode = 1;
  console.log(
    `  ${first.seconds.toFixed(1)} s; the same rows inserted again in one statement per table: ${referenceSeconds.toFixed(1)} s; ratio ${(first.seconds / referenceSeconds).toFixed(2)}`,
  );
}

/** The reference: the rows that the import wrote, written once more into the same tables for another tenant. */
async function reinsert(pool: pg.Pool, subdomainId: string): Promise<number> {
  const copy = String(Number(subdomainId) + 1_000_000);
  const tables = [
    'users',
    'forums',
    'suggestions',
    'suggestion_contents',
    'supporters',
    'suggestion_weeks',
    'activity_entries',
  ];
  const started = performance.now();
  for (const table of tables) {
    const { rows } = await pool.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public' and column_name <> 'subdomain_id' order by ordinal_position",
      [table],
    );
    const columns = rows.map((row) => row.name).join(', ');
    await pool.query(
      `insert into ${table} (subdomain_id, ${columns}) select ${copy}, ${columns} from ${table} where subdomain_id = ${subdomainId}`,
    );
  }
  return (performance.now() - started) / 1000;
}
