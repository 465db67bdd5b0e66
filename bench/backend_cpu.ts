import { readFileSync } from 'node:fs';
import type pg from 'pg';

/** Reads how long one connection's backend has been on a processor; other work on the machine does not count. */
export interface BackendCpu {
  /** milliseconds so far; null where the system does not tell (not Linux, or a database elsewhere) */
  read: () => number | null;
  /** what `read` answers, in words */
  unit: string;
}

/**
 * The processor time of the backend behind a connection. Parallel workers are switched off on it, since
 * their time would be missing.
 */
export async function backendCpu(client: pg.PoolClient): Promise<BackendCpu> {
  await client.query('set max_parallel_workers_per_gather = 0');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const file = `/proc/${rows[0]!.pid}/schedstat`;
  const read = (): number | null => {
    try {
      // nanoseconds on the processor, nanoseconds waiting for it, turns
      return Number(readFileSync(file, 'latin1').split(' ')[0]) / 1e6;
    } catch {
      return null;
    }
  };
  return { read, unit: read() === null ? 'ms' : 'ms of processor time' };
}

/** Milliseconds that a call takes the backend: on the processor where the system tells, else by the clock. */
export async function costOf(cpu: BackendCpu, call: () => Promise<unknown>): Promise<number> {
  const before = cpu.read() ?? performance.now();
  await call();
  // the backend sends its answer a moment before it is done
  await new Promise((done) => setImmediate(done));
  return (cpu.read() ?? performance.now()) - before;
}

/** Milliseconds that all client connections of a database have been on a processor; null where the system does not tell. */
export async function databaseCpuMs(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  try {
    return rows.reduce(
      (sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6,
      0,
    );
  } catch {
    return null;
  }
}
