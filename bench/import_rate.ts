import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { pino } from 'pino';
import { loadImport } from '../server/domain/exchange/import_load.ts';
import type { ImportReport } from '../server/domain/exchange/import_report.ts';
import { checkSource, readSource } from '../server/domain/exchange/import_presets.ts';
import { recountTenant } from '../server/domain/ideas/recount.ts';
import { tasks } from '../server/jobs/tasks.ts';
import { openJobs } from '../server/jobs/worker.ts';
import { openCluster, withPool, LARGE } from './database.ts';
import { benchScope } from './generate.ts';

/** Tables that an import writes, those that others name first. */
const TABLES = [
  'users',
  'forums',
  'categories',
  'statuses',
  'labels',
  'suggestions',
  'suggestion_contents',
  'suggestion_labels',
  'supporters',
  'suggestion_accounts',
  'suggestion_weeks',
  'forum_days',
  'activity_entries',
];
const PEOPLE_PER_IDEA = 0.3;

/** 100,000 ideas with 1,000,000 votes through the import, against COPY of the same rows into the same tables. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ideas: { type: 'string', default: '100000' },
      votes: { type: 'string', default: '1000000' },
      'no-second': { type: 'boolean', default: false },
      statements: { type: 'boolean', default: false },
    },
  });
  const [ideas, votes] = [Number(values.ideas), Number(values.votes)];
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-csv-'));
  const cluster = await openCluster(null);
  try {
    console.log(`Writing ${ideas.toLocaleString('en')} ideas and ${votes.toLocaleString('en')} votes as CSV`);
    const files = await writeFiles(folder, ideas, votes);
    const url = await cluster.empty('imported');
    const copyUrl = await cluster.empty('copied');
    await withPool(url, async (pool) => {
      const { rows } = await pool.query<{ id: string }>(
        'insert into subdomains (key, name) values ($1, $1) returning id::text as id',
        [LARGE],
      );
      const sid = rows[0]!.id;
      const jobs = await openJobs({ url, tasks, worksHere: false, log: pino({ level: 'silent' }) });
      const scope = benchScope(pool, sid, { tasks: jobs });
      // as the command does it: the files are read whole first
      const load = async (): Promise<{ report: ImportReport; seconds: number; checkSeconds: number }> => {
        const started = performance.now();
        const source = {
          preset: 'ideas' as const,
          file: files.ideas,
          votes: files.votes,
          comments: null,
          summary: null,
          mapping: {},
          dates: null,
          text: null,
          now: new Date(),
          sourceKey: 'bench',
        };
        await checkSource(source);
        const checkSeconds = (performance.now() - started) / 1000;
        const report = await loadImport(scope, readSource(source), {
          forum: 'Ideas',
          dryRun: false,
          onRefused: (row) => console.log(`  refused ${row.file}:${row.line} ${row.reason}`),
        });
        return { report, seconds: (performance.now() - started) / 1000, checkSeconds };
      };
      const cpu = process.cpuUsage();
      await pool.query('select pg_stat_statements_reset()');
      const first = await load();
      const { user, system } = process.cpuUsage(cpu);
      const rssMb = process.resourceUsage().maxRSS / 1024;
      console.log(
        `  import                ${first.seconds.toFixed(1).padStart(7)} s   ${first.report.ideas.created.toLocaleString('en')} ideas, ${first.report.supporters.created.toLocaleString('en')} votes, ${first.report.people.created.toLocaleString('en')} people, ${first.report.refused} refused; ${first.checkSeconds.toFixed(1)} s of it reading the files first; Node CPU ${((user + system) / 1e6).toFixed(1)} s, most memory ${rssMb.toFixed(0)} MB`,
      );
      if (values.statements) await printStatements(pool);
      const exact = (await recountTenant(scope)).entries;
      console.log(`  ${exact.length === 0 ? 'every counter exact' : `WRONG: ${JSON.stringify(exact)}`}`);
      const copySeconds = await copyOver(pool, sid, copyUrl);
      console.log(
        `  COPY of the same rows ${copySeconds.toFixed(1).padStart(7)} s   ratio ${(first.seconds / copySeconds).toFixed(2)} (bar 3)`,
      );
      if (
        exact.length > 0 ||
        first.report.ideas.created !== ideas ||
        first.report.supporters.created !== votes
      )
        process.exitCode = 1;
      const second = values['no-second'] ? null : await load();
      await jobs.close();
      if (second === null) return;
      const again =
        second.report.ideas.created +
        second.report.ideas.updated +
        second.report.supporters.created +
        second.report.supporters.updated;
      console.log(
        `  the same files again  ${second.seconds.toFixed(1).padStart(7)} s   ${again} changed (0 expected)`,
      );
      if (again > 0) process.exitCode = 1;
    });
  } finally {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where the database's time went. */
async function printStatements(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ calls: number; seconds: number; text: string }>(
    `select calls::int as calls, total_exec_time / 1000 as seconds, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time desc limit 15`,
  );
  for (const { calls, seconds, text } of rows)
    console.log(`    ${seconds.toFixed(2).padStart(7)} s ${String(calls).padStart(6)}x  ${text}`);
}

/** Ideas in 12 forums with categories, statuses and labels; votes follow a power law, each person at most once on an idea. */
async function writeFiles(
  folder: string,
  ideas: number,
  votes: number,
): Promise<{ ideas: string; votes: string }> {
  const people = Math.round(ideas * PEOPLE_PER_IDEA);
  const words = [
    'export',
    'search',
    'mobile',
    'report',
    'invoice',
    'login',
    'calendar',
    'mail',
    'import',
    'label',
  ];
  const day = (number: number): string =>
    new Date(Date.UTC(2024, 0, 1) + (number % 900) * 864e5 + (number % 86400) * 1000).toISOString();
  const paths = { ideas: join(folder, 'ideas.csv'), votes: join(folder, 'votes.csv') };
  await writeLines(paths.ideas, function* () {
    yield 'external_id,title,body,forum,category,status,labels,author_email,author_name,created_at\n';
    for (let i = 0; i < ideas; i += 1) {
      const word = words[i % 10]!;
      yield `${i},Better ${word} number ${i},"We would like better ${word}, because our team loses ""hours"" every week.\nIt has to be done by hand today.",Forum ${i % 12},Category ${i % 7},Status ${i % 5},"Label ${i % 40}, Label ${(i * 7) % 40}",person${(i * 31) % people}@bench.example,Person ${(i * 31) % people},${day(i * 13)}\n`;
    }
  });
  await writeLines(paths.votes, function* () {
    yield 'idea_id,user_email,user_name,created_at\n';
    // from share x of the votes on, the idea at x squared of the ideas: the first ideas have most
    let from = 0;
    for (let i = 0; i < ideas; i += 1) {
      const to = Math.round(votes * Math.sqrt((i + 1) / ideas));
      for (let n = 0; n < Math.min(to - from, people); n += 1) {
        const person = (i * 7919 + n) % people;
        yield `${i},person${person}@bench.example,Person ${person},${day(i * 17 + n * 29)}\n`;
      }
      from = to;
    }
  });
  return paths;
}

async function writeLines(path: string, lines: () => Generator<string>): Promise<void> {
  const file = createWriteStream(path);
  let text = '';
  for (const line of lines()) {
    text += line;
    if (text.length < 1_000_000) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'close');
}

/** Seconds that COPY takes for the tenant's rows into an empty database, indexes and foreign keys in place. */
async function copyOver(pool: pg.Pool, sid: string, copyUrl: string): Promise<number> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory');
  const place = (table: string): string => `'${rows[0]!.data_directory}/bench_copy_${table}'`;
  await pool.query('checkpoint');
  const counts: string[] = [];
  for (const table of TABLES) {
    const { rowCount } = await pool.query(
      `copy (select * from ${table} where subdomain_id = ${sid}) to ${place(table)}`,
    );
    counts.push(`${rowCount?.toLocaleString('en')} ${table}`);
  }
  console.log(`  ${counts.join(', ')}`);
  return withPool(copyUrl, async (copy) => {
    await copy.query('insert into subdomains (id, key, name) values ($1, $2, $2)', [sid, LARGE]);
    let seconds = 0;
    for (const table of TABLES) {
      const started = performance.now();
      await copy.query(`copy ${table} from ${place(table)}`);
      seconds += (performance.now() - started) / 1000;
      // foreign keys of the next table are checked by plans that need these (docs/decisions/0005)
      await copy.query(`analyze ${table}`);
    }
    return seconds;
  });
}
