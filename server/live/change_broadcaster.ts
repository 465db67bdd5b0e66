import type { WorkspaceKind } from '../../contract/live.ts';
import type { LiveMessage } from './live.ts';
import type { ChangedRecords } from '../core/changes.ts';
import type { Viewer } from '../core/viewer.ts';

/** More ids than this are not named: whoever shows records of the kind asks. PostgreSQL takes no payload of 8,000 bytes. */
const NAMED_MAX = 200;
/** More people do not change ideas of one workspace within a second. */
const AUTHORS_MAX = 50;

/** Times of the announcements; tests shorten them. */
export interface LiveChangeTimes {
  /** changes that follow one another this closely are told together */
  gatherMs: number;
  /** a workspace is told no more often */
  pauseMs: number;
}

interface Waiting {
  changed: Map<WorkspaceKind, Set<string>>;
  /** who changed something */
  by: Set<string>;
  timer: NodeJS.Timeout | null;
  /** when the workspace was told last, of performance.now() */
  toldAtMs: number;
}

/**
 * Gathers what the commits of this process changed and tells it now and then, each workspace by itself: however
 * many votes come in within a second, open consoles hear of them once. What waits when the process is killed is
 * lost, as is everything that a console does not hear; it asks again when it comes back.
 */
export class ChangeBroadcaster {
  private readonly send: (message: LiveMessage) => Promise<void>;
  private readonly times: LiveChangeTimes;
  private readonly workspaces = new Map<string, Waiting>();
  private readonly sending = new Set<Promise<void>>();
  private isClosed = false;

  /** @param send hands a message to every process; it must not throw */
  constructor(send: (message: LiveMessage) => Promise<void>, times: Partial<LiveChangeTimes> = {}) {
    this.send = send;
    this.times = { gatherMs: 100, pauseMs: 1_000, ...times };
  }

  /** Takes what a committed transaction changed. */
  add({ subdomain_id, user_id }: Pick<Viewer, 'subdomain_id' | 'user_id'>, changes: ChangedRecords): void {
    if (this.isClosed) return;
    let waiting = this.workspaces.get(subdomain_id);
    if (!waiting)
      this.workspaces.set(
        subdomain_id,
        (waiting = { changed: new Map(), by: new Set(), timer: null, toldAtMs: Number.NEGATIVE_INFINITY }),
      );
    if (user_id !== null && waiting.by.size < AUTHORS_MAX) waiting.by.add(user_id);
    for (const [entity, ids] of changes) {
      let known = waiting.changed.get(entity);
      if (!known) waiting.changed.set(entity, (known = new Set()));
      for (const id of ids) {
        // one more than can be named says that there are too many
        if (known.size > NAMED_MAX) break;
        known.add(id);
      }
    }
    if (waiting.timer !== null) return;
    const waitMs = Math.max(this.times.gatherMs, waiting.toldAtMs + this.times.pauseMs - performance.now());
    waiting.timer = setTimeout(() => this.tell(subdomain_id, waiting), waitMs);
    waiting.timer.unref();
  }

  /** Tells what waits, and takes nothing more. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const [subdomain_id, waiting] of this.workspaces) {
      if (waiting.timer === null) continue;
      clearTimeout(waiting.timer);
      this.tell(subdomain_id, waiting);
    }
    await Promise.all(this.sending);
  }

  private tell(subdomain_id: string, waiting: Waiting): void {
    const { changed } = waiting;
    const by = [...waiting.by];
    waiting.changed = new Map();
    waiting.by = new Set();
    waiting.timer = null;
    waiting.toldAtMs = performance.now();
    for (const [entity, ids] of changed) {
      const sent = this.send({
        event: 'changed',
        entity,
        ids: ids.size > NAMED_MAX ? [] : [...ids],
        by,
        subdomain_id,
        user_ids: null,
      }).finally(() => this.sending.delete(sent));
      this.sending.add(sent);
    }
  }
}
