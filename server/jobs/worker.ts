import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { fromKysely, PgBoss, type JobResult, type JobWithMetadata } from 'pg-boss';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { CONNECTIONS } from '../db/pool.ts';
import type { Scope } from '../core/scope.ts';
import type { Tx } from '../sql/kysely.ts';
import type { Statement } from '../sql/writer.ts';
import type { TaskService } from '../services/tasks.ts';
import { noteTrouble } from '../process/database_trouble.ts';
import { inLogContext } from '../process/log_context.ts';
import { countFault, countJob } from '../process/process_metrics.ts';
import { ProcessEnds, type Task } from '../core/task.ts';
import { Alone } from './alone.ts';
import { DEAD_JOBS, deadJobs } from './dead_jobs.ts';
import type { Scheduled } from './tasks.ts';

/** Expands a scheduled job into one per workspace. */
const EACH_WORKSPACE = 'each_workspace';

const YEAR_SECONDS = 365 * 86_400;
const WEEK_SECONDS = 7 * 86_400;

/** The queue of a process. */
export interface Jobs extends TaskService {
  /** Begins to take jobs. */
  work(options: WorkOptions): Promise<void>;
  /** Lets jobs under way end, for a short time, and gives the rest back. */
  close(): Promise<void>;
}

/** What a worker needs of the process. */
export interface WorkOptions {
  schedule: readonly Scheduled[];
  /** A scope of the system in a workspace; null when it is gone or switched off: its jobs have nothing to do. */
  scopeOf: (subdomain_id: string) => Promise<Scope | null>;
  /** Ids of the workspaces in use. */
  workspaces: () => Promise<string[]>;
}

/**
 * So often a worker looks at all queues with one statement. New jobs are announced (LISTEN); this finds those whose
 * time has come since, and what dead workers left: a job whose heartbeat lapsed, after at most 10 s, is run again
 * within 15 s. The library itself would ask each queue by itself, and look for dead workers with a dozen statements:
 * 22 ms of processor time a second with no one there, against 3 this way.
 */
const LOOK_MS = 2_000;
/** What the library does besides this by itself, it does so often. */
const RARELY_SECONDS = 60;
/** What stands on a job that is not to blame for its end: its worker died, gave it back, or was closed over it. The first and the last are the library's words. */
const NON_FAILURE_REASONS = {
  lapsed: 'job heartbeat timeout',
  givenBack: new ProcessEnds().message,
  cutOff: 'pg-boss shut down while active',
};

/** What stands on a job that took longer than it may, in the library's words: the first by who looks after it, the second by its own worker. */
const TOO_LONG = /^(job timed out$|handler execution exceeded )/;

/** Condition of a job that waits for another run although nothing is wrong with it; those that failed by themselves wait on. */
const WAITS_WITHOUT_FAILURE = (j: string, reasons: string): string =>
  `${j}.state = 'retry' and ${j}.state < 'active' and not ${j}.blocked and ${j}.start_after > pgboss.job_now() and coalesce(${j}.output #>> '{value,message}', ${j}.output ->> 'message', ${j}.output ->> 'value') = any(${reasons})`;

/** How long the run of a job that another worker has taken over waits for that one's end, and how often it looks. */
const TAKEN_OVER_MS = 60_000;
const TAKEN_OVER_LOOK_MS = 1_000;

/** Closing waits this long for jobs under way; one that is cut off is given back as well. */
const CLOSE_MS = 2_500;

/**
 * Opens the queue in the database (schema `pgboss`). A job is written in the transaction that asks for it,
 * so it exists exactly when the change does. A worker that dies is noticed by its missing heartbeat, and
 * its jobs are run again: work must be safe to run twice. One that is stopped in order gives its jobs back:
 * they are run again at once and have lost no try. One that was frozen and goes on after its job was taken over
 * commits nothing more of it.
 *
 * @param url past a pooler
 * @param name what the database knows its connections by
 * @param schedule jobs that come again, for those who want to know when
 * @param worksHere whether this process will take jobs; else it only writes them
 */
export async function openJobs({
  url,
  name = 'earshot jobs',
  tasks,
  schedule: planned = [],
  worksHere,
  log,
}: {
  url: string;
  name?: string;
  tasks: readonly Task[];
  schedule?: readonly Scheduled[];
  worksHere: boolean;
  log: Logger;
}): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: name,
    max: worksHere ? CONNECTIONS.jobs : 2,
    supervise: worksHere,
    schedule: worksHere,
    useListenNotify: worksHere,
    superviseIntervalSeconds: RARELY_SECONDS,
    flowIntervalSeconds: RARELY_SECONDS,
    // anyone who asks it to look for dead workers is not told that the last look was just now
    monitorIntervalSeconds: 1,
  });
  // its stack is the library's own; the sentence tells what an operator can use
  boss.on('error', (error) => log.warn({ reason: error.message }, 'The job queue met an error.'));
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue warns.'));
  await boss.start();
  await provideQueues(boss, tasks);
  const known = new Set(tasks.map(({ name }) => name));
  const stopping = new AbortController();
  let isClosing = false;
  /** Jobs that this process has taken and not ended. */
  const activeJobs = new Set<string>();
  /** Of these, those whose last try does not count while others run beside them (decision 0021). */
  const uncounted = new Set<string>();
  const alone = new Alone();

  /** Queues that this process takes jobs from, each with its worker. */
  const workers = new Map<string, string>();

  /** Looks what is to be done in any queue: ends the wait of jobs whose worker died or was stopped, and wakes who takes what is due. */
  async function look(): Promise<void> {
    const { rows } = (await boss.getDb().executeSql(
      `select q.name,
         exists (select 1 from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now()) as is_due,
         exists (select 1 from pgboss.job j where j.name = q.name and j.state = 'active' and j.heartbeat_on + j.heartbeat_seconds * interval '1 second' < pgboss.job_now()) as is_left,
         exists (select 1 from pgboss.job j where j.name = q.name and ${WAITS_WITHOUT_FAILURE('j', '$2')}) as waits
       from unnest($1::text[]) as q (name)`,
      [[...workers.keys()], Object.values(NON_FAILURE_REASONS)],
    )) as { rows: { name: string; is_due: boolean; is_left: boolean; waits: boolean }[] };
    for (const { name, is_left } of rows) if (is_left) await boss.supervise(name);
    const waiting = rows.filter((row) => row.is_left || row.waits).map(({ name }) => name);
    if (waiting.length > 0) {
      await boss
        .getDb()
        .executeSql(
          `update pgboss.job j set start_after = pgboss.job_now() where j.name = any($1) and ${WAITS_WITHOUT_FAILURE('j', '$2')}`,
          [waiting, Object.values(NON_FAILURE_REASONS)],
        );
    }
    for (const { name, is_due } of rows)
      if (is_due || waiting.includes(name)) boss.notifyWorker(workers.get(name)!);
  }

  /**
   * Takes back that jobs were begun. The library counts a run when it begins one again and asks the count when
   * one fails: with one less a job that ends now is never dead, and its next run has the number of this one.
   */
  async function giveBack(ids: readonly string[]): Promise<void> {
    if (ids.length > 0)
      await boss
        .getDb()
        .executeSql(
          `update pgboss.job set retry_count = retry_count - 1 where name = any($1) and id = any($2::uuid[]) and state = 'active'`,
          [[...known], ids],
        );
  }

  /** Counts the last try of a job after all, unless another worker has taken it over. */
  async function count(job: JobWithMetadata<unknown>): Promise<void> {
    if (!uncounted.delete(job.id)) return;
    const { text, values } = ofThisRun(job);
    await boss
      .getDb()
      .executeSql(`update pgboss.job set retry_count = retry_count + 1 where ${text}`, values);
  }

  /** Waits until no one runs a job any more: this run's end must not be taken for that of the other one. */
  async function settled(id: string): Promise<void> {
    for (const deadline = Date.now() + TAKEN_OVER_MS; Date.now() < deadline && !stopping.signal.aborted;) {
      const { rows } = (await boss
        .getDb()
        .executeSql(`select 1 from pgboss.job where name = any($1) and id = $2::uuid and state = 'active'`, [
          [...known],
          id,
        ])) as { rows: unknown[] };
      if (rows.length === 0) return;
      await pause(TAKEN_OVER_LOOK_MS);
    }
  }

  /** One statement instead of a job in each workspace, most of which would find nothing to do. */
  async function withWork(due: string, inUse: readonly string[]): Promise<string[]> {
    const { rows } = (await boss
      .getDb()
      .executeSql(
        `select distinct d.subdomain_id::text as id from (${due}) d where d.subdomain_id = any($1::bigint[])`,
        [inUse],
      )) as { rows: { id: string }[] };
    return rows.map(({ id }) => id);
  }

  let looking: NodeJS.Timeout | undefined;

  async function work({ schedule, scopeOf, workspaces }: WorkOptions): Promise<void> {
    for (const task of tasks) {
      const worker = await boss.work<Record<string, unknown> & { subdomain_id: string }>(
        task.name,
        {
          batchSize: task.batch,
          notifyPollingIntervalSeconds: RARELY_SECONDS,
          burstWhenBatchFull: true,
          perJobResults: true,
          includeMetadata: true,
        },
        async (taken): Promise<JobResult[]> => {
          // asked for by includeMetadata, which the library's type does not follow
          const jobs = taken as JobWithMetadata<Record<string, unknown> & { subdomain_id: string }>[];
          const ids = jobs.map(({ id }) => id);
          // taken while the process began to stop
          if (isClosing) {
            await giveBack(ids);
            return jobs.map((job) => givenBack(task, job, log));
          }
          for (const id of ids) activeJobs.add(id);
          // a worker that dies now may have been killed by another job: of those without a further try it must not be the last one
          const last = jobs.filter(isLastTry).map(({ id }) => id);
          await giveBack(last);
          for (const id of last) uncounted.add(id);
          const results: JobResult[] = [];
          for (const job of jobs) {
            const isSuspect = reasonOf(job) === NON_FAILURE_REASONS.lapsed;
            const result = await alone.run(isSuspect, async () => {
              // by itself it answers for its worker's death
              if (isSuspect && !stopping.signal.aborted) await count(job);
              const ended = await inLogContext({ task: task.name, job: job.id }, () =>
                runJob(task, job, scopeOf, stopping.signal, log, settled),
              );
              // not with the rest of the batch: the next one may kill the worker, and this one would answer for it
              if (isSuspect && ended.status === 'completed') await boss.complete(task.name, job.id);
              return ended;
            });
            if (result.status === 'failed' && !stopping.signal.aborted) await count(job);
            activeJobs.delete(job.id);
            uncounted.delete(job.id);
            results.push(result);
          }
          return results;
        },
      );
      workers.set(task.name, worker);
    }
    const scheduler = await boss.work<{ task: string }>(
      EACH_WORKSPACE,
      { batchSize: 10, notifyPollingIntervalSeconds: RARELY_SECONDS },
      async (jobs) => {
        const inUse = await workspaces();
        for (const { data } of jobs) {
          const due = schedule.find(({ task }) => task.name === data.task)?.task.due;
          const ids = due === undefined ? inUse : await withWork(due, inUse);
          // two schedulers, or one that was late, must not make two jobs of one slot
          for (const subdomain_id of ids)
            await boss.send(data.task, { subdomain_id }, { singletonKey: `scheduled ${subdomain_id}` });
        }
      },
    );
    for (const { task, cron } of schedule)
      await boss.schedule(
        EACH_WORKSPACE,
        cron,
        { task: task.name },
        { key: task.name, tz: 'UTC', singletonKey: task.name },
      );
    workers.set(EACH_WORKSPACE, scheduler);
    const next = (): void => {
      looking = setTimeout(() => {
        // a database that is away is told of elsewhere
        look()
          .catch(() => undefined)
          .finally(() => {
            if (!isClosing) next();
          });
      }, LOOK_MS);
      looking.unref();
    };
    next();
    // a schedule that an older version left behind
    for (const { name, key } of await boss.getSchedules()) {
      if (!schedule.some(({ task }) => name === EACH_WORKSPACE && task.name === key))
        await boss.unschedule(name, key);
    }
  }

  /** @returns whether it was written down; false: one with its key waits already */
  const send = async (
    tx: Tx,
    task: string,
    payload: Record<string, unknown>,
    options: { startAfter?: Date; key?: string },
  ): Promise<boolean> => {
    if (!known.has(task)) throw new Error(`There is no task ${task}`);
    const id = await boss.send(task, payload, {
      db: fromKysely(tx),
      // the queues hold one waiting job per key
      singletonKey: options.key ?? randomUUID(),
      ...(options.startAfter ? { startAfter: options.startAfter } : {}),
    });
    return id !== null;
  };
  const enqueue: TaskService['enqueue'] = async (tx, task, payload, options = {}) => {
    await send(tx, task, payload, options);
  };
  const putOff: TaskService['putOff'] = async (tx, task, payload, options) => {
    // another transaction may make one, or take it back, between the two statements
    for (;;) {
      const { numAffectedRows } =
        await sql`update pgboss.job set start_after = ${options.startAfter}::timestamptz where name = ${task} and singleton_key = ${options.key} and state = 'created'`.execute(
          tx,
        );
      if (numAffectedRows !== 0n) return;
      if (await send(tx, task, payload, options)) return;
    }
  };
  const takeBack: TaskService['takeBack'] = async (tx, task, key) => {
    await sql`delete from pgboss.job where name = ${task} and singleton_key = ${key} and state = 'created'`.execute(
      tx,
    );
  };

  return {
    enqueue,
    putOff,
    takeBack,
    ...deadJobs(tasks, planned, enqueue),
    work,
    close: async () => {
      isClosing = true;
      clearTimeout(looking);
      // before they hear of it: one that ends at once must not be counted first
      await giveBack([...activeJobs].filter((id) => !uncounted.has(id))).catch((error: unknown) =>
        log.warn({ err: error }, 'Jobs under way could not be given back; they count this run.'),
      );
      stopping.abort(new ProcessEnds());
      await boss.stop({ graceful: true, timeout: CLOSE_MS, close: true });
    },
  };
}

async function provideQueues(boss: PgBoss, tasks: readonly Task[]): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!there.has(DEAD_JOBS))
    await boss.createQueue(DEAD_JOBS, { retentionSeconds: YEAR_SECONDS, deleteAfterSeconds: YEAR_SECONDS });
  if (!there.has(EACH_WORKSPACE))
    await boss.createQueue(EACH_WORKSPACE, {
      policy: 'short',
      notify: true,
      retryLimit: 2,
      heartbeatSeconds: 10,
    });
  for (const task of tasks) {
    const options = {
      retryLimit: task.retries,
      retryDelay: 5,
      retryBackoff: true,
      heartbeatSeconds: 10,
      deadLetter: DEAD_JOBS,
      notify: true,
      deleteAfterSeconds: WEEK_SECONDS,
      ...(task.minutes === undefined ? {} : { expireInSeconds: task.minutes * 60 }),
    };
    const queue = there.get(task.name);
    // 'short': of jobs with one key only one waits; those that run or wait for another try do not count
    if (!queue) await boss.createQueue(task.name, { policy: 'short', ...options });
    else if (queue.retryLimit !== task.retries) await boss.updateQueue(task.name, options);
  }
}

async function runJob(
  task: Task,
  job: JobWithMetadata<Record<string, unknown> & { subdomain_id: string }>,
  scopeOf: WorkOptions['scopeOf'],
  stopping: AbortSignal,
  log: Logger,
  settled: (id: string) => Promise<void>,
): Promise<JobResult> {
  // its time ended while it waited for its turn; it was given to another run
  if (stopping.aborted || job.signal.aborted) return givenBack(task, job, log);
  const beganMs = performance.now();
  try {
    const scope = (await scopeOf(job.data.subdomain_id))?.guardedBy(isStillHeld(job), () => new TakenOver());
    if (scope) await task.run(job.data, { scope, signal: AbortSignal.any([stopping, job.signal]) });
    countJob(task.name, 'done', beganMs);
    return { id: job.id, status: 'completed' };
  } catch (error) {
    countJob(
      task.name,
      stopping.aborted ? 'given_back' : error instanceof TakenOver ? 'taken_over' : 'failed',
      beganMs,
    );
    if (stopping.aborted) return givenBack(task, job, log);
    if (error instanceof TakenOver) {
      log.warn(
        { task: task.name, job: job.id },
        'A job was taken over by another worker while this one was frozen; what it wrote since is undone.',
      );
      await settled(job.id);
      return failed(job, error.message);
    }
    // a database in trouble and a full disk are no faults of the program; the job is tried again
    const trouble = noteTrouble(error);
    if (trouble === null) countFault('job');
    log[trouble === null ? 'error' : 'warn'](
      { err: error, task: task.name, job: job.id },
      trouble === null ? 'A job failed.' : 'A job failed, since the database was in trouble or a disk full.',
    );
    return failed(job, error instanceof Error ? error.message : String(error));
  }
}

/** This worker had given no sign of life for so long that another one was given its job. */
class TakenOver extends Error {
  constructor() {
    super('Another worker has taken this job over.');
    this.name = 'TakenOver';
  }
}

/** Finds the job while this run of it is the one that counts, and holds it that way until the transaction ends. */
function isStillHeld(job: JobWithMetadata<unknown>): Statement {
  const { text, values } = ofThisRun(job);
  return { text: `select 1 from pgboss.job where ${text} for share`, values };
}

/** Condition of the job while this run of it is the one that counts. */
function ofThisRun({ name, id, startedOn }: JobWithMetadata<unknown>): Statement {
  // the moment at which the run began tells it from others; the driver's times know no parts of a millisecond
  return {
    text: `name = $1 and id = $2::uuid and state = 'active' and abs(extract(epoch from started_on - $3::timestamptz)) < 0.002`,
    values: [name, id, startedOn],
  };
}

/** Why the run before this one ended; null: it is the first, or nothing was said. */
function reasonOf({ output }: JobWithMetadata<unknown>): string | null {
  const { message, value } = (output ?? {}) as {
    message?: unknown;
    value?: { message?: unknown } | string | null;
  };
  const reason = message ?? (typeof value === 'string' ? value : value?.message);
  return typeof reason === 'string' ? reason : null;
}

/**
 * Whether the worker's death in this run would leave the job dead. One that took too long before is counted in any
 * case: its end comes from outside, where nothing could count it later.
 */
function isLastTry(job: JobWithMetadata<unknown>): boolean {
  return job.retryCount >= job.retryLimit && !TOO_LONG.test(reasonOf(job) ?? '');
}

function failed(job: { id: string }, message: string): JobResult {
  return { id: job.id, status: 'failed', output: { message } };
}

function givenBack(task: Task, job: { id: string }, log: Logger): JobResult {
  log.info({ task: task.name, job: job.id }, 'A job is given back, since the process ends; it is run again.');
  return failed(job, NON_FAILURE_REASONS.givenBack);
}
