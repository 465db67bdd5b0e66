import { statfs } from 'node:fs/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { databaseTrouble, markDatabaseFailure, whenNoRoom } from './process/database_trouble.ts';

/**
 * With less free room than this a disk counts as full: four of the pieces in which PostgreSQL writes its log, without
 * a further one of which it ends.
 */
export const LEAST_FREE_BYTES = 64 * 1024 * 1024;
/** How often the disks are looked at. */
const LOOK_MS = 10_000;
/** A refusal counts for so long at least: what has just made room may be used up by whoever waited. */
const REFUSED_MS = 15_000;
/** How long the database may take to answer. */
const ANSWER_MS = 2_000;

/** Which disk is full. database: nothing can be saved; files: nothing can be attached, exported or put into the outbox. */
export type FullDisk = 'database' | 'files';

/** Why a process cannot serve as it should. */
export interface NotReady {
  status: 'unavailable' | 'disk_full';
  message: string;
}

/** A folder whose disk is looked at. */
export interface WatchedFolder {
  path: string;
  /** what stands still when it is full */
  holds: FullDisk;
}

/** Free room of a folder's disk. */
export interface Room {
  freeBytes: number;
  totalBytes: number;
  /** files that can still be made; Infinity where the disk sets no limit */
  freeFiles: number;
}

/** What differs in tests. */
export interface ReadinessPorts {
  roomOf?: (path: string) => Promise<Room>;
  nowMs?: () => number;
  lookMs?: number;
  answerMs?: number;
  leastFreeBytes?: number;
  /** whether calls have a connection to share */
  hasConnections?: () => boolean;
}

export async function roomOf(path: string): Promise<Room> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(path);
  return {
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    freeFiles: files === 0 ? Number.POSITIVE_INFINITY : ffree,
  };
}

/**
 * Whether this process can serve: the database answers on a connection of its own, which no load of the pool keeps
 * busy, and the disks have room. Kept up by a look each 10 s and by each refusal that the process meets, so that the
 * console and the log hear of a full disk without anyone asking.
 */
export class Readiness {
  private readonly probe: DatabaseProbe;
  private readonly folders: readonly WatchedFolder[];
  private readonly log: Logger;
  private readonly ports: Required<ReadinessPorts>;
  private readonly timer: NodeJS.Timeout;
  private readonly deaf: () => void;
  /** when each disk last refused something; the database's is asked before it counts as well again */
  private readonly refusedMs = new Map<FullDisk, number>();
  private rooms: readonly (Room & WatchedFolder)[] = [];
  private told: FullDisk | null = null;
  private looking: Promise<void> | null = null;
  private checking: Promise<NotReady | null> | null = null;

  /** @param folders those on one disk may be named each; the graver one first */
  constructor({
    url,
    name,
    folders,
    log,
    ...ports
  }: { url: string; name: string; folders: readonly WatchedFolder[]; log: Logger } & ReadinessPorts) {
    this.ports = {
      roomOf,
      nowMs: Date.now,
      lookMs: LOOK_MS,
      answerMs: ANSWER_MS,
      leastFreeBytes: LEAST_FREE_BYTES,
      hasConnections: () => true,
      ...ports,
    };
    this.probe = new DatabaseProbe(url, name, this.ports.answerMs);
    this.folders = folders;
    this.log = log;
    this.deaf = whenNoRoom((of) => {
      this.refusedMs.set(of === 'disk' ? 'database' : 'files', this.ports.nowMs());
      this.tell();
    });
    this.timer = setInterval(() => void this.look(), this.ports.lookMs);
    this.timer.unref();
  }

  /** The disk that is full, as far as is known; null: none. */
  get full(): FullDisk | null {
    const low = this.rooms
      .filter(({ freeBytes, freeFiles }) => freeBytes < this.ports.leastFreeBytes || freeFiles < 1)
      .map(({ holds }) => holds);
    return ([...low, ...this.refusedMs.keys()].toSorted()[0] as FullDisk | undefined) ?? null;
  }

  /** Free and whole room of the watched disks, of the last look. */
  get disks(): readonly (Room & WatchedFolder)[] {
    return this.rooms;
  }

  /** Looks at the disks; one look at a time. */
  look(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** Why this process cannot serve now; null: it can. However many ask at once, one question goes to the database. */
  check(): Promise<NotReady | null> {
    this.checking ??= this.checkOnce().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  /** A question about the installation as a whole, on the same connection. @throws what the database or the way to it says */
  ask<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]> {
    return this.probe.ask<Row>(statement, values);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.deaf();
    await this.probe.close();
  }

  private async checkOnce(): Promise<NotReady | null> {
    await this.look();
    const { full } = this;
    // said first: an embedded database ends on a full disk, and that it does not answer then is no reason
    if (full !== null) return { status: 'disk_full', message: fullDiskSentence(full) };
    try {
      await this.probe.ask('select 1');
      return null;
    } catch (error) {
      // it answers, and calls share the connections that there are
      if (databaseTrouble(error) === 'full' && this.ports.hasConnections()) return null;
      return { status: 'unavailable', message: 'The database does not answer.' };
    }
  }

  private async lookOnce(): Promise<void> {
    const rooms = await Promise.all(
      this.folders.map(async (folder) => {
        try {
          return [{ ...folder, ...(await this.ports.roomOf(folder.path)) }];
        } catch {
          // a folder that is gone is told by whoever needs it
          return [];
        }
      }),
    );
    this.rooms = rooms.flat();
    for (const [of, sinceMs] of this.refusedMs) {
      if (this.ports.nowMs() - sinceMs < REFUSED_MS) continue;
      if (of === 'database' && (await this.stillRefuses())) this.refusedMs.set(of, this.ports.nowMs());
      else this.refusedMs.delete(of);
    }
    this.tell();
  }

  /** Has the database write what it keeps for the length of a statement: no row, no log, no right is needed for that. */
  private async stillRefuses(): Promise<boolean> {
    try {
      // several statements at once answer several results, of which none is read
      await this.probe.ask(
        "begin; set local work_mem = '64kB'; select count(*) from (select g from generate_series(1, 60000) g order by md5(g::text) offset 0) sorted; commit",
      );
      return false;
    } catch (error) {
      await this.probe.ask('rollback').catch(() => undefined);
      // one that is away is none that has room
      return databaseTrouble(error) !== null;
    }
  }

  /** Says once that a disk is full, and once that it is well again. */
  private tell(): void {
    const { full } = this;
    if (full === this.told) return;
    if (full !== null) this.log.error({ disk: full }, fullDiskSentence(full));
    else this.log.warn({ disk: this.told }, 'The disk has room again.');
    this.told = full;
  }
}

/** What a full disk means, in a sentence. */
export function fullDiskSentence(full: FullDisk): string {
  return full === 'database'
    ? 'The disk of the database is full, so nothing can be saved.'
    : 'The disk for files is full, so nothing can be attached or exported.';
}

/** One connection for questions about the database itself. It is made with the first question, and again when it broke. */
class DatabaseProbe {
  private readonly url: string;
  private readonly name: string;
  private readonly answerMs: number;
  private client: pg.Client | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(url: string, name: string, answerMs: number) {
    this.url = url;
    this.name = name;
    this.answerMs = answerMs;
  }

  /** Asks one thing at a time. @throws what the database or the way to it says */
  ask<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]> {
    const asked = this.turn.then(() => this.askNow<Row>(statement, values));
    this.turn = asked.catch(() => undefined);
    return asked;
  }

  private async askNow<Row extends pg.QueryResultRow>(
    statement: string,
    values: unknown[] | undefined,
  ): Promise<Row[]> {
    try {
      const { rows } = await (this.client ??= await this.connect()).query<Row>(statement, values);
      return rows;
    } catch (error) {
      markDatabaseFailure(error);
      // a statement that was refused leaves the connection as it is
      if (!(error instanceof pg.DatabaseError) && this.client !== null) this.drop(this.client);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<pg.Client> {
    if (this.isClosed) throw new Error('The process ends.');
    const client = new pg.Client({
      connectionString: this.url,
      application_name: this.name,
      keepAlive: true,
      connectionTimeoutMillis: this.answerMs,
      query_timeout: this.answerMs,
    });
    client.on('error', () => this.drop(client));
    client.on('end', () => this.drop(client));
    await client.connect();
    return client;
  }

  /** The line may be dead without having been closed, so nothing is said to the other side and nothing awaited. */
  private drop(client: pg.Client): void {
    if (this.client === client) this.client = null;
    (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
  }
}
