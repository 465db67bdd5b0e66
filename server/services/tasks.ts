import type { Tx } from '../sql/kysely.ts';

/** A job whose tries are used up. */
export interface DeadJob {
  id: string;
  /** name of the task; one that this version does not know cannot be tried again */
  task: string;
  /** what the task does; null: this version does not know it */
  description: string | null;
  payload: Readonly<Record<string, unknown>>;
  /** what the last try said; null: its worker died */
  problem: string | null;
  tries: number;
  /** null: not written down */
  asked_at: Date | null;
  died_at: Date;
}

/** A job that comes again. */
export interface ScheduledJob {
  task: string;
  description: string;
  /** cron expression, UTC */
  cron: string;
  next_at: Date;
  /** when it was last done in this workspace; null: not within the days for which that is kept */
  last_at: Date | null;
}

/** Background work; the row that asks for it is written in the command's transaction. */
export interface TaskService {
  enqueue(
    tx: Tx,
    task: string,
    payload: Record<string, unknown>,
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>;
  /** Sets when the waiting job of a key begins, whatever it was before; makes the job when none waits. Its row is held until the commit. */
  putOff(
    tx: Tx,
    task: string,
    payload: Record<string, unknown>,
    options: { startAfter: Date; key: string },
  ): Promise<void>;
  /** Takes back the waiting job of a key, when there is one. One that has begun is not stopped. */
  takeBack(tx: Tx, task: string, key: string): Promise<void>;
  /** Dead jobs of a workspace, the latest first, at most 200. */
  dead(db: Tx, subdomain_id: string): Promise<DeadJob[]>;
  /** Asks for the work of a dead job again, in the open transaction. @returns the job; null when it is gone, another workspace's, or its task is unknown */
  retryDead(tx: Tx, subdomain_id: string, id: string): Promise<DeadJob | null>;
  /** Forgets a dead job, in the open transaction. @returns the job; null when it is gone or another workspace's */
  removeDead(tx: Tx, subdomain_id: string, id: string): Promise<DeadJob | null>;
  /** Jobs that come again, the next one first. */
  schedule(db: Tx, subdomain_id: string, now: Date): Promise<ScheduledJob[]>;
}
