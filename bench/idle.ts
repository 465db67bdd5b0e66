import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { openCluster, withPool } from './database.ts';
import { startServer, type BenchServer } from './server.ts';

const BAR_MS = 5;
/** Kernel ticks of utime and stime in /proc/<pid>/stat. */
const TICK_MS = 10;

/** Processor time a second of the server with its jobs and of its database while no one asks for anything. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      'data-dir': { type: 'string' },
      statements: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  const cluster = await openCluster(values['data-dir'] ?? null);
  let server: BenchServer | null = null;
  try {
    const url = await cluster.generated(1000, 20);
    server = await startServer(url, { WORKER: 'on' });
    const { pid } = server;
    await withPool(
      url,
      async (pool) => {
        const backends = await backendsOf(pool);
        // what a start brings along is over
        await sleep(15_000);
        await pool.query('select pg_stat_statements_reset()');
        const [node, database] = [processMs(pid), await databaseMs(pool, backends)];
        await sleep(seconds * 1000);
        const nodeMs = (processMs(pid) - node) / seconds;
        const spent = await databaseMs(pool, backends);
        const databasePerSecond =
          [...spent].reduce((sum, [backend, ms]) => sum + ms - (database.get(backend) ?? 0), 0) / seconds;
        const { rows } = await pool.query<{ calls: number; ms: number; query: string }>(
          'select calls::int as calls, total_exec_time + total_plan_time as ms, query from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) order by calls desc',
        );
        const calls = rows.reduce((sum, row) => sum + row.calls, 0);
        console.log(
          `Nobody there for ${seconds} s: server ${nodeMs.toFixed(1)} ms of processor time a second, database ${databasePerSecond.toFixed(1)} ms, together ${(nodeMs + databasePerSecond).toFixed(1)} ms (bar ${BAR_MS}); ${(calls / seconds).toFixed(1)} statements a second`,
        );
        if (values.statements)
          for (const row of rows.slice(0, 25))
            console.log(
              `  ${(row.calls / seconds).toFixed(2).padStart(6)}/s  ${(row.ms / seconds).toFixed(3).padStart(7)} ms/s  ${row.query.replaceAll(/\s+/g, ' ').slice(0, 140)}`,
            );
      },
      1,
    );
  } finally {
    await server?.close();
    await cluster.close();
  }
}

/** Milliseconds of a process on processors, all threads. */
function processMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The connections that measure, which do not count. */
async function backendsOf(pool: pg.Pool): Promise<Set<number>> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return new Set(rows.map((row) => row.pid));
}

/** Milliseconds of each process of the database, its own among them. */
async function databaseMs(pool: pg.Pool, except: ReadonlySet<number>): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
  return new Map(
    rows
      .filter(({ pid }) => !except.has(pid))
      .map(({ pid }) => [pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6]),
  );
}
