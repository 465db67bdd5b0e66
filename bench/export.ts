import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createInflateRaw } from 'node:zlib';
import { parse } from 'csv-parse';
import { ACTIVITY_KINDS, type ExportFormat } from '../contract/activity.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { startServer, type BenchServer } from './server.ts';

const BAR_MB = 220;
const IDEAS = 5000;

/** Peak memory of the server process while it exports activity, and whether the file holds each row. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '1000000' }, 'data-dir': { type: 'string' } },
  });
  const rows = Number(values.rows);
  const cluster = await openCluster(values['data-dir'] ?? null);
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-export-'));
  try {
    const url = await cluster.generated(IDEAS, 5);
    await fillActivity(url, rows);
    console.log(`Export of ${rows.toLocaleString('en')} entries, server and jobs in one process`);
    for (const format of ['csv', 'xlsx'] as const) {
      // a process of its own, since its peak is kept for as long as it lives
      const server = await startServer(url, { WORKER: 'on', DATA_DIR: join(folder, format) });
      try {
        const before = peakMb(server.pid);
        const began = performance.now();
        const id = await startExport(server, format);
        let least = 0;
        const state = await waitFor(
          server,
          id,
          ({ rows_written }) => (least = Math.max(least, rows_written)) < 0,
        );
        const seconds = (performance.now() - began) / 1000;
        const peak = peakMb(server.pid);
        const file = fileOf(join(folder, format));
        const found = format === 'csv' ? await countCsv(file) : await countXlsx(file);
        const verdict = found === rows && state.rows_written === rows && peak <= BAR_MB ? 'ok' : 'NOT OK';
        console.log(
          `  ${format.padEnd(5)} ${seconds.toFixed(1)} s   ${Math.round(rows / seconds).toLocaleString('en')} rows/s   ${(statSync(file).size / 1e6).toFixed(0)} MB file   rows in the file ${found.toLocaleString('en')}   peak ${peak.toFixed(0)} MB (${before.toFixed(0)} before, bar ${BAR_MB})   ${verdict}`,
        );
        if (verdict !== 'ok') process.exitCode = 1;
      } finally {
        await server.close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await cluster.close();
  }
}

/** Brings the large tenant's feed to that many entries: comments, edits and creations of its ideas. */
export async function fillActivity(url: string, rows: number): Promise<void> {
  await withPool(url, async (pool) => {
    const sid = await largeTenant(pool);
    const { rows: counted } = await pool.query<{ n: number }>(
      'select count(*)::int as n from activity_entries where subdomain_id = $1',
      [sid],
    );
    if (counted[0]!.n === rows) return;
    await pool.query('delete from activity_entries where subdomain_id = $1', [sid]);
    await pool.query(
      `with c as (select array_agg(id order by id) as ids, array_agg(suggestion_id order by id) as ideas, array_agg(creator_id order by id) as people from comments where subdomain_id = $1 and state in ('published', 'approved')
          and suggestion_id in (select id from suggestions where subdomain_id = $1 and state in ('published', 'approved', 'closed')))
       insert into activity_entries (subdomain_id, suggestion_id, kind, user_id, comment_id, details, created_at)
       select $1, c.ideas[k], case when n % 3 = 0 then 'suggestion_updated' when n % 3 = 1 then 'suggestion_created' else 'comment_created' end, c.people[k],
         case when n % 3 = 2 then c.ids[k] end, case when n % 3 = 0 then '{"new_title": "Another title than before"}'::jsonb else '{}' end, timestamptz '2026-01-01' + n * interval '1 second'
       from c, lateral (select n, 1 + n % array_length(c.ids, 1) as k from generate_series(1, $2::int) n) s`,
      [sid, rows],
    );
    await pool.query('vacuum analyze activity_entries');
  });
}

/** Asks for all entries of the workspace. @returns the id of the export */
export async function startExport(server: BenchServer, format: ExportFormat): Promise<string> {
  const body = JSON.stringify({
    collection: 'suggestion_activity_entries',
    kind: ACTIVITY_KINDS.filter((kind) => kind !== 'ticket_created').join(','),
    format,
    spam: false,
    status_none: false,
    includes: 'comments,users',
    'exclude_fields[users]': 'traits',
  });
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v2/admin/exports`, {
    method: 'POST',
    headers: server.headers,
    body,
  });
  if (answer.status !== 201) throw new Error(`No export: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** How far an export is, as the console asks. */
export interface ExportProgress {
  state: string;
  rows_written: number;
  rows_expected: number | null;
  problem: string | null;
}

/** Asks each half second until the export has ended, or `enough` says so. */
export async function waitFor(
  server: BenchServer,
  id: string,
  enough: (progress: ExportProgress) => boolean,
): Promise<ExportProgress> {
  const headers = { ...server.headers };
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/v2/admin/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        query: 'query Progress($id: ID!) { export(id: $id) { state rows_written rows_expected problem } }',
        variables: { id },
      }),
    });
    if (answer.status === 401) {
      // tokens live for ten minutes
      const { token } = (await (
        await fetch(`http://127.0.0.1:${server.port}/clients/admin-console/token`, {
          headers: { cookie: server.cookie },
        })
      ).json()) as { token: string };
      Object.assign(headers, { authorization: `Bearer ${token}` });
      continue;
    }
    const { data } = (await answer.json()) as { data: { export: ExportProgress } };
    const { state } = data.export;
    if (state === 'failed') throw new Error(`The export failed: ${data.export.problem}`);
    if (state === 'complete' || enough(data.export)) return data.export;
    await new Promise((done) => setTimeout(done, 500));
  }
}

/** The one file that an export has left in a data folder. @throws Error when there is none, or more than one */
export function fileOf(dataDir: string): string {
  const files = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'),
  );
  if (files.length !== 1) throw new Error(`${files.length} files where one was expected.`);
  return join(files[0]!.parentPath, files[0]!.name);
}

/** Rows of a CSV file below its header, each read as a program would. */
export async function countCsv(file: string): Promise<number> {
  let rows = -1;
  for await (const _row of createReadStream(file).pipe(parse({ bom: true }))) rows += 1;
  return rows;
}

/** Rows of a workbook of one sheet below its header. */
async function countXlsx(file: string): Promise<number> {
  const name = 'xl/worksheets/sheet1.xml';
  const sheet = createReadStream(file, { start: 30 + name.length }).pipe(createInflateRaw());
  let rows = -1;
  let rest = '';
  for await (const piece of sheet as AsyncIterable<Buffer>) {
    const parts = (rest + piece.toString('latin1')).split('<row ');
    rows += parts.length - 1;
    rest = parts.at(-1)!.slice(-8);
  }
  return rows;
}

/** Most resident memory that a process has had. */
function peakMb(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
