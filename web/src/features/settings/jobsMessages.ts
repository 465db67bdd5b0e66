import { plural } from '../../ui/format.ts';

/** Texts of the page of background jobs. */
export const jobsMessages = {
  title: 'Jobs',
  what: 'the jobs',
  refresh: 'Refresh',
  dead: 'Failed for good',
  deadNote: 'Work behind the scenes that failed three times. Nothing else is held up by it.',
  empty: 'No job has failed',
  emptyReason:
    'Mail, exports, counts and thumbnails are made in the background. What fails for good is shown here.',
  tries: (count: number) => `Tried ${plural(count, { one: 'time', other: 'times' })}`,
  diedAt: 'last on',
  askedAt: 'asked for on',
  noProblem: 'The work was broken off without a reason, such as by a restart of the server.',
  unknownJob: (task: string) => `A job that this version does not know: ${task}`,
  unknownReason: 'This version does not know the job, so it cannot be tried again',
  retry: 'Try again',
  retryOf: (name: string) => `Try again: ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove: ${name}`,
  retried: 'The job waits for its turn.',
  removed: 'Job removed.',
  failed: (message: string) => `This did not work: ${message}`,
  confirmTitle: 'Remove this job?',
  confirmText: 'Its work will not be done. This cannot be taken back.',
  scheduled: 'Scheduled',
  scheduledNote: 'Work that comes again by itself.',
  noneScheduled: 'Nothing is scheduled',
  noneScheduledReason:
    'No server or worker that runs jobs has been started yet. The administrator’s command “doctor” says more.',
  job: 'Job',
  last: 'Last done',
  next: 'Comes next',
  never: 'Not yet',
} as const;
