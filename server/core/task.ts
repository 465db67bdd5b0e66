import type { Scope } from './scope.ts';

/** What a background job may use. */
export interface TaskContext {
  /** a scope of the system in the tenant that the job belongs to */
  scope: Scope;
  /** ends when the process is asked to stop, with ProcessEnds as its reason, or when the job has lost its time */
  signal: AbortSignal;
}

/** Why a job has to end although nothing is wrong with it: its process does. Its run does not count. */
export class ProcessEnds extends Error {
  override name = 'ProcessEnds';
  constructor() {
    super('The process was asked to stop; the work is begun again.');
  }
}

export interface Task<P extends Record<string, unknown> = Record<string, unknown>> {
  kind: 'task';
  name: string;
  description: string;
  /** further tries after a failure; at most 2, then the job is kept as dead */
  retries: number;
  /** how many jobs one worker takes at once */
  batch: number;
  /**
   * Of a task that comes again: SQL that selects, as `subdomain_id`, the workspaces in which it has something to do.
   * Left out: all of them.
   */
  due?: string;
  /** how long one run may take; 15 when not given. A worker that dies is noticed at once all the same */
  minutes?: number;
  run: (payload: P & { subdomain_id: string }, context: TaskContext) => Promise<void>;
}

/**
 * States a background job once: what it takes, how often it is tried, the work.
 * Work must be safe to run twice: a worker may die after it and before the job is marked done.
 */
export function defineTask<P extends Record<string, unknown>>(definition: {
  name: string;
  description: string;
  retries?: number;
  batch?: number;
  due?: string;
  minutes?: number;
  run: (payload: P & { subdomain_id: string }, context: TaskContext) => Promise<void>;
}): Task<P> {
  return { kind: 'task', retries: 2, batch: 10, ...definition };
}
