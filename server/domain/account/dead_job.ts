import { defineCommand } from '../../core/command.ts';
import { notFound } from '../../core/errors.ts';
import { textInput, required } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import type { DeadJob } from '../../services/tasks.ts';
import { writeRight } from '../../core/viewer.ts';

/** Jobs are part of the settings: anyone who keeps these sees what went wrong behind the scenes. */
const KEEPS_JOBS = writeRight('settings');

const PROBLEM_CHARACTERS = 300;
/** More of a fault is not looked at: what looks for addresses in it begins again at each letter. */
const LOOKED_AT_CHARACTERS = 2_000;

const deadJobShape = shape('DeadJob', 'A background job whose tries are used up.', {
  id: { type: 'ID!', description: 'Id.' },
  task: { type: 'String!', description: 'Name of the task.' },
  description: {
    type: 'String',
    description: 'What the task does; null: this version does not know it, so it cannot be tried again.',
  },
  about: {
    type: 'String!',
    description:
      'The records that it is about, by their ids; empty when it is about none. Nothing else of its payload is shown.',
  },
  problem: {
    type: 'String',
    description: 'What the last try said, as far as it can be shown; null: its worker died.',
  },
  tries: { type: 'Int!', description: 'How often it was tried.' },
  asked_at: { type: 'String', description: 'When it was asked for; null when not known.' },
  died_at: { type: 'String!', description: 'When the last try failed.' },
});

const scheduledJobShape = shape('ScheduledJob', 'A background job that comes again.', {
  task: { type: 'String!', description: 'Name of the task.' },
  description: { type: 'String!', description: 'What it does.' },
  cron: { type: 'String!', description: 'When it comes, as a cron expression in UTC.' },
  next_at: { type: 'String!', description: 'When it comes next.' },
  last_at: {
    type: 'String',
    description: 'When it was last done in this workspace; null: not within the last week.',
  },
});

/** A dead job as people see it: payloads may hold addresses and secrets, so only ids of records are shown. */
function shown(job: DeadJob): Record<string, unknown> {
  const about = Object.entries(job.payload)
    .filter(
      ([key, value]) => key !== 'subdomain_id' && key.endsWith('_id') && /^\d{1,19}$/.test(String(value)),
    )
    .map(([key, value]) => `${key.slice(0, -3).replaceAll('_', ' ')} ${String(value)}`);
  return {
    id: job.id,
    task: job.task,
    description: job.description,
    about: about.join(', '),
    problem: job.problem === null ? null : withoutSecrets(job.problem),
    tries: job.tries,
    asked_at: job.asked_at?.toISOString() ?? null,
    died_at: job.died_at.toISOString(),
  };
}

/** The first line of a fault, without what looks like an address of a person, a credential or a token. */
export function withoutSecrets(problem: string): string {
  const line = problem
    .trim()
    .split(/[\r\n]/, 1)[0]!
    .slice(0, LOOKED_AT_CHARACTERS);
  const clean = line
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1…@')
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…@…')
    .replaceAll(/[?&](?:token|key|secret|signature|password)=[^\s&]+/gi, '…')
    .replaceAll(/[\w-]{24,}/g, '…');
  return clean.length > PROBLEM_CHARACTERS ? `${clean.slice(0, PROBLEM_CHARACTERS).toWellFormed()}…` : clean;
}

/** Jobs of the workspace that failed for good. */
export const deadJobs = defineQuery({
  name: 'dead_jobs',
  description: 'Background jobs of the workspace whose tries are used up, the latest first, at most 200.',
  requires: KEEPS_JOBS,
  args: {},
  returns: '[DeadJob!]!',
  reads: ['job-'],
  shapes: [deadJobShape],
  run: async (_args, { scope }) =>
    (await scope.services.tasks.dead(scope.db, scope.viewer.subdomain_id)).map(shown),
});

/** When the jobs that come again come next. */
export const scheduledJobs = defineQuery({
  name: 'scheduled_jobs',
  description: 'Background jobs that come again, the next one first.',
  requires: KEEPS_JOBS,
  args: {},
  returns: '[ScheduledJob!]!',
  reads: [],
  shapes: [scheduledJobShape],
  run: async (_args, { scope }) =>
    (await scope.services.tasks.schedule(scope.db, scope.viewer.subdomain_id, scope.now())).map((job) => ({
      ...job,
      next_at: job.next_at.toISOString(),
      last_at: job.last_at?.toISOString() ?? null,
    })),
});

const JOB_ID = required(textInput('Id of the dead job.', 40));

/** Tries a dead job again: it waits in its queue like a new one, with all its tries. */
export const deadJobRetry = defineCommand({
  name: 'dead_job_retry',
  description: 'Tries a dead job again, with all its tries.',
  requires: KEEPS_JOBS,
  input: { id: JOB_ID },
  returns: { type: 'Boolean!' },
  run: async ({ id }, { tx, subdomain_id, services, audit }) => {
    const job = await services.tasks.retryDead(tx, subdomain_id, id);
    if (!job) throw notFound('id', 'job');
    await audit('dead_job_retried', id, { task: job.task });
    return true;
  },
});

/** Forgets a dead job. */
export const deadJobRemove = defineCommand({
  name: 'dead_job_remove',
  description: 'Removes a dead job: its work will not be done.',
  requires: KEEPS_JOBS,
  input: { id: JOB_ID },
  returns: { type: 'Boolean!' },
  run: async ({ id }, { tx, subdomain_id, services, audit }) => {
    const job = await services.tasks.removeDead(tx, subdomain_id, id);
    if (!job) throw notFound('id', 'job');
    await audit('dead_job_removed', id, { task: job.task });
    return true;
  },
});
