import { AsyncLocalStorage } from 'node:async_hooks';

/** What is being worked on, for the lines of the log that are written meanwhile. */
export interface LogContext {
  /** id of the request, which its answer carries as X-Request-Id */
  request?: string;
  /** name and id of the job */
  task?: string;
  job?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

/** What is being worked on; undefined: nothing in particular. */
export function logContext(): LogContext | undefined {
  return storage.getStore();
}

/** Does something, and lets each line of the log that is written by it name what it was. */
export function inLogContext<T>(context: LogContext, work: () => T): T {
  return storage.run(context, work);
}
