import { Counter, Histogram, type Registry } from 'prom-client';

/*
 * What this process has done, counted where it is done. Each label has a fixed set of values: kinds and names of
 * declarations, never ids.
 */

/** Where a fault of the program came up. */
const ORIGINS = ['graphql', 'http', 'job'] as const;
/** What happened to a mail that this process had in hand. */
const MAIL_OUTCOMES = ['sent', 'outbox', 'failed', 'put_off', 'suppressed', 'in_question'] as const;
/** How a run of a job ended. */
const JOB_OUTCOMES = ['done', 'failed', 'given_back', 'taken_over'] as const;

const registers: Registry[] = [];

/** Faults of the program: masked ones, which a caller may get with status 200, too. */
export const faults = new Counter({
  name: 'earshot_faults_total',
  help: 'Faults of the program, by where they came up; each leaves a line with its cause in the log. graphql: a masked error, which may be answered with status 200.',
  labelNames: ['origin'],
  registers,
});

/** Mails that this process had in hand. */
export const mailOutcomes = new Counter({
  name: 'earshot_mails_total',
  help: 'Emails that jobs of this process had in hand, by what became of them: sent, outbox (no relay is set up), failed for good, put_off by the relay, suppressed (the address gets none), in_question (no one knows whether it went out).',
  labelNames: ['outcome'],
  registers,
});

/** Runs of jobs in this process. */
export const jobDurations = new Histogram({
  name: 'earshot_job_duration_seconds',
  help: 'Time of a run of a job in this process.',
  labelNames: ['task', 'outcome'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  registers,
});

for (const origin of ORIGINS) faults.inc({ origin }, 0);
for (const outcome of MAIL_OUTCOMES) mailOutcomes.inc({ outcome }, 0);

/** Counts a fault of the program, which its line in the log tells. */
export function countFault(origin: (typeof ORIGINS)[number]): void {
  faults.inc({ origin });
  recent.push(Date.now());
  if (recent.length > RECENT_MAX) recent.shift();
}

/** Counts what happened to mails. */
export function countMails(outcome: (typeof MAIL_OUTCOMES)[number], count = 1): void {
  if (count > 0) mailOutcomes.inc({ outcome }, count);
}

/** Counts the end of a job's run. */
export function countJob(task: string, outcome: (typeof JOB_OUTCOMES)[number], beganMs: number): void {
  jobDurations.observe({ task, outcome }, (performance.now() - beganMs) / 1000);
}

/** Faults are remembered by their time for so long, and so many. */
const RECENT_MS = 15 * 60_000;
const RECENT_MAX = 1_000;
const recent: number[] = [];

/** Faults of the last 15 minutes, 1,000 at most. */
export function recentFaults(): number {
  const from = Date.now() - RECENT_MS;
  while (recent.length > 0 && recent[0]! < from) recent.shift();
  return recent.length;
}

/** What is counted here, for a registry. */
export const processMetrics = [faults, mailOutcomes, jobDurations] as const;
