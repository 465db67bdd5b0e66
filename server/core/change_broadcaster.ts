import type { WorkspaceKind } from '../../contract/live.ts';
import type { LiveMessage } from './live.ts';
import type { Tx } from './scope.ts';
import type { Viewer } from './viewer.ts';

/** Ids of changed records, by kind. */
export type ChangedRecords = ReadonlyMap<WorkspaceKind, ReadonlySet<string>>;

const changedIn = new WeakMap<Tx, Map<WorkspaceKind, Set<string>>>();

/**
 * Notes that the open transaction changes records which open consoles may be showing. Once it is committed they
 * are told, together with what others change at that time (`ChangeBroadcaster`). Unlike `publishLive` it sends no
 * statement, so it costs busy commands, such as votes, nothing.
 */
export function markChanged(tx: Tx, entity: WorkspaceKind, ids: Iterable<string>): void {
  let byEntity = changedIn.get(tx);
  if (!byEntity) changedIn.set(tx, (byEntity = new Map()));
  let known = byEntity.get(entity);
  if (!known) byEntity.set(entity, (known = new Set()));
  for (const id of ids) known.add(id);
}

/** What `markChanged` was told of a transaction; null: nothing. */
export function changesOf(tx: Tx): ChangedRecords | null {
  return changedIn.get(tx) ?? null;
}

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
