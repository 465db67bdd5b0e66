import { plural } from '../../ui/text/format.ts';

/** Texts of the page of background jobs. */
export const jobsMessages = {
  title: 'Jobs',
  what: 'the jobs',
  refresh: 'Refresh',
  dead: 'Failed',
  deadNote: 'Background work that failed three times. It doesn’t hold up anything else.',
  empty: 'No failed jobs',
  emptyReason:
    'Emails, exports, counts and thumbnails are made in the background. If one keeps failing, it appears here.',
  tries: (count: number) => `Tried ${plural(count, { one: 'time', other: 'times' })}`,
  diedAt: 'last on',
  askedAt: 'requested on',
  noProblem: 'Stopped without a reason, for example by a server restart.',
  unknownJob: (task: string) => `Unknown job: ${task}`,
  unknownReason: 'This version doesn’t know the job, so it can’t be retried',
  retry: 'Try again',
  retryOf: (name: string) => `Try again: ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove: ${name}`,
  retried: 'Job queued.',
  removed: 'Job removed.',
  failed: (message: string) => `Something went wrong: ${message}`,
  confirmTitle: 'Remove this job?',
  confirmText: 'Its work won’t be done. This can’t be undone.',
  scheduled: 'Recurring jobs',
  scheduledNote: 'Jobs that run on a schedule.',
  noneScheduled: 'No recurring jobs',
  noneScheduledReason:
    'No server or worker that runs jobs has started yet. The administrator’s command “doctor” tells more.',
  job: 'Job',
  last: 'Last run',
  next: 'Next run',
  never: 'Not yet',
} as const;
