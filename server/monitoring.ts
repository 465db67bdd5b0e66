import { Gauge } from 'prom-client';
import type { Pools } from './db/pool.ts';
import { DEAD_JOBS } from './jobs/dead_jobs.ts';
import { LEAST_FREE_BYTES, type Readiness } from './readiness.ts';

/** Where the figures come from. */
export interface Watched {
  pools: Pools;
  readiness: Pick<Readiness, 'ask' | 'disks' | 'full' | 'look'>;
  /** null: this process holds no streams */
  live: { readonly size: number } | null;
  /** Names of the jobs that there are. */
  tasks: readonly string[];
}

/** Figures that the database is asked for hold so long, however often they are fetched. */
const KEPT_MS = 10_000;
/** What waits is counted up to here: the figure of a queue that long says enough. */
const COUNTED_MAX = 100_000;

interface JobRow {
  name: string;
  waiting: number;
  later: number;
  running: number;
  oldest_seconds: number;
}

interface Counts {
  jobs: JobRow[];
  dead: { name: string; count: number }[];
  mails: { queued: number; sending: number; oldest_seconds: number };
}

/**
 * Figures that are read when they are fetched: pools, streams and disks of this process, jobs and mail of the whole
 * installation. While the database does not answer, those of the installation are missing, not wrong.
 */
export function createGauges({ pools, readiness, live, tasks }: Watched): readonly Gauge[] {
  const byName: readonly (readonly [string, Pools['main']])[] = [
    ['main', pools.main],
    ['direct', pools.direct],
    ...(pools.read === pools.main ? [] : [['read', pools.read] as const]),
  ];
  let kept: { at: number; counts: Promise<Counts | null> } | null = null;
  const counts = (): Promise<Counts | null> => {
    if (kept === null || performance.now() - kept.at > KEPT_MS)
      kept = { at: performance.now(), counts: readCounts(readiness, tasks).catch(() => null) };
    return kept.counts;
  };
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: (gauge: Gauge<Label>) => void | Promise<void>,
  ): Gauge<Label> =>
    new Gauge<Label>({
      name,
      help,
      labelNames: [...labelNames],
      registers: [],
      async collect() {
        this.reset();
        await collect(this);
      },
    });
  return [
    gauge('earshot_database_pool_size', 'Most connections of a pool.', ['pool'], (of) => {
      for (const [pool, { options }] of byName) of.set({ pool }, options.max);
    }),
    gauge(
      'earshot_database_pool_connections',
      'Open connections of a pool: busy with a call, or idle.',
      ['pool', 'state'],
      (of) => {
        for (const [pool, { totalCount, idleCount }] of byName) {
          of.set({ pool, state: 'busy' }, totalCount - idleCount);
          of.set({ pool, state: 'idle' }, idleCount);
        }
      },
    ),
    gauge('earshot_database_pool_waiting', 'Calls that wait for a connection of a pool.', ['pool'], (of) => {
      for (const [pool, { waitingCount }] of byName) of.set({ pool }, waitingCount);
    }),
    gauge('earshot_live_streams', 'Open streams of live events.', [], (of) => of.set(live?.size ?? 0)),
    gauge(
      'earshot_jobs',
      `Jobs of the installation: waiting (their time has come), later, running; of one kind counted up to ${COUNTED_MAX.toLocaleString('en')} each.`,
      ['task', 'state'],
      async (of) => {
        for (const { name: task, waiting, later, running } of (await counts())?.jobs ?? []) {
          of.set({ task, state: 'waiting' }, waiting);
          of.set({ task, state: 'later' }, later);
          of.set({ task, state: 'running' }, running);
        }
      },
    ),
    gauge(
      'earshot_jobs_oldest_seconds',
      'How long the oldest waiting job of a kind is overdue; 0: none waits.',
      ['task'],
      async (of) => {
        for (const { name: task, oldest_seconds: seconds } of (await counts())?.jobs ?? [])
          of.set({ task }, seconds);
      },
    ),
    gauge(
      'earshot_jobs_dead',
      'Jobs that failed for good and are still listed under settings.',
      ['task'],
      async (of) => {
        for (const { name: task, count } of (await counts())?.dead ?? []) of.set({ task }, count);
      },
    ),
    gauge(
      'earshot_mails_queued',
      `Emails of the installation that are still to go out: queued, also for later, or sending (being handed over); counted up to ${COUNTED_MAX.toLocaleString('en')} each.`,
      ['state'],
      async (of) => {
        const mails = (await counts())?.mails;
        if (mails === undefined) return;
        of.set({ state: 'queued' }, mails.queued);
        of.set({ state: 'sending' }, mails.sending);
      },
    ),
    gauge(
      'earshot_mails_oldest_seconds',
      'How long the oldest queued email is overdue; 0: none is.',
      [],
      async (of) => {
        const mails = (await counts())?.mails;
        of.set(mails === undefined ? Number.NaN : mails.oldest_seconds);
      },
    ),
    gauge(
      'earshot_disk_free_bytes',
      `Free room of the disks under the data folder and the files. Below ${LEAST_FREE_BYTES / 1024 / 1024} MB one counts as full.`,
      ['holds'],
      async (of) => {
        await readiness.look();
        // of several the least stands there in the end
        for (const { holds, freeBytes } of readiness.disks.toSorted((a, b) => b.freeBytes - a.freeBytes))
          of.set({ holds }, freeBytes);
      },
    ),
    gauge(
      'earshot_disk_full',
      'Whether a disk is full, or the database has refused to write for want of room: 1.',
      ['holds'],
      (of) => {
        for (const holds of ['database', 'files'] as const)
          of.set({ holds }, readiness.full === holds ? 1 : 0);
      },
    ),
  ];
}

async function readCounts(readiness: Watched['readiness'], tasks: readonly string[]): Promise<Counts> {
  const [jobs, dead, [mails]] = await Promise.all([
    readiness.ask<JobRow>(
      `select q.name, w.waiting, l.later, r.running, w.oldest_seconds
       from unnest($1::text[]) as q (name),
         lateral (select count(*)::int as waiting, coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as oldest_seconds from (select j.start_after from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now() order by j.start_after limit ${COUNTED_MAX}) j) w,
         lateral (select count(*)::int as later from (select 1 from pgboss.job j where j.name = q.name and j.state < 'active' and j.start_after > now() limit ${COUNTED_MAX}) j) l,
         lateral (select count(*)::int as running from (select 1 from pgboss.job j where j.name = q.name and j.state = 'active' limit ${COUNTED_MAX}) j) r`,
      [tasks],
    ),
    readiness.ask<{ name: string; count: number }>(
      `select case when j.source_name = any($2) then j.source_name else 'other' end as name, count(*)::int as count from (select source_name from pgboss.job where name = $1 and state < 'active' limit ${COUNTED_MAX}) j group by 1`,
      [DEAD_JOBS, tasks],
    ),
    readiness.ask<Counts['mails']>(
      `select count(*) filter (where d.state = 'queued')::int as queued, count(*) filter (where d.state = 'sending')::int as sending,
         coalesce(greatest(0, extract(epoch from now() - min(d.due_at) filter (where d.state = 'queued'))), 0)::float8 as oldest_seconds
       from (select state, due_at from deliveries where state in ('queued', 'sending') limit ${2 * COUNTED_MAX}) d`,
    ),
  ]);
  const known = new Map(dead.map((row) => [row.name, row]));
  return {
    jobs,
    dead: [...tasks, 'other'].map((name) => known.get(name) ?? { name, count: 0 }),
    mails: mails!,
  };
}
