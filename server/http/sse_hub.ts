import { isWorkspaceKind, liveSuffix, liveTiming, type LiveChannels } from '../../contract/live.ts';
import type { LiveMessage } from '../live/live.ts';
import type { AccountChange } from '../domain/account/announce.ts';

/** Streams of one session; a console shares one over its tabs. The oldest gives way. */
const SESSION_STREAMS = 6;
/** Streams of a person, over all their sessions. The oldest gives way. */
const PERSON_STREAMS = 24;
/** Streams of a process. When it is full, the workspace with most of them gives one up for a workspace with fewer. */
const PROCESS_STREAMS = 5_000;
/**
 * While more than this waits to be read, a client gets nothing more; once it has read that, it is told to ask
 * again. One that has not done so by the second look is cut off, as is one that does not take a goodbye.
 */
const WAITING_BYTES = 256 * 1024;
const LOOKS_BEHIND = 2;
/** For how long it is known that a workspace was told nothing. */
const QUIET_MAX_MS = 600_000;
/** Sessions that are looked at side by side. */
const CHECKS_AT_ONCE = 8;

/** Where a stream is written to: the answer of a request. */
export interface StreamWriter {
  write(text: string): void;
  end(): void;
  destroy(): void;
  /** bytes that the client has not taken yet */
  readonly waitingBytes: number;
  /** calls once when it has taken all of them */
  onceTaken(call: () => void): void;
}

/** One open stream. */
export interface LiveStream {
  subdomain_id: string;
  user_id: string;
  /** SHA-256 of the session's secret, hex */
  session: string;
  /** workspaces of the sessions that it came out of */
  origins: readonly string[];
  names: LiveChannels;
  /** channels that the client asked for; all of them their own */
  channels: ReadonlySet<string>;
  writer: StreamWriter;
  /** whether the person may read records of a kind, and so may hear that they changed; never of a name that is no kind */
  readRight: (kind: string) => boolean;
  /** looks at the session again: what it may read; null when it has ended or may not use the console; throws when that cannot be found out */
  look: () => Promise<LiveStream['readRight'] | null>;
}

interface Open extends LiveStream {
  checkedAtMs: number;
  isChecking: boolean;
  /** the session was to be looked at while it was: what that look has read may be older than the change */
  looksAgain: boolean;
  /** looks since the client fell behind; null: it keeps up */
  looksBehind: number | null;
}

/** Times that tests shorten. */
export interface LiveTimes {
  commentMs: number;
  sessionCheckMs: number;
}

/** Limits that tests lower. */
export interface LiveLimits {
  processStreams: number;
}

/** One event in the form of the stream. */
function frame(event: string, data: Record<string, unknown>): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * The open streams of a process: hands each announced event to those whom it is for, and ends streams
 * whose session has ended.
 */
export class SseHub {
  private readonly streams = new Map<string, Set<Open>>();
  /** streams that were said goodbye to and whose client has not taken all of it, with the looks since then */
  private readonly ending = new Map<Open, number>();
  private readonly times: LiveTimes;
  private readonly timer: NodeJS.Timeout;
  private readonly processStreams: number;
  /** by workspace: when it was told something last, of performance.now(); ideas aside, which consoles ask for as they open */
  private readonly toldAtMs = new Map<string, number>();
  /** since then nothing was missed, of performance.now() */
  private hearsSinceMs = performance.now();
  private count = 0;
  private isClosed = false;

  constructor(
    times: Partial<LiveTimes> = {},
    { processStreams = PROCESS_STREAMS }: Partial<LiveLimits> = {},
  ) {
    this.processStreams = processStreams;
    this.times = { commentMs: liveTiming.commentMs, sessionCheckMs: liveTiming.sessionCheckMs, ...times };
    this.timer = setInterval(() => this.tick(), this.times.commentMs);
    this.timer.unref();
  }

  /** Open streams. */
  get size(): number {
    return this.count;
  }

  /** Whether another stream of a workspace can be taken, if need be in the place of one of a workspace that has more. */
  hasRoom(subdomain_id: string): boolean {
    return (
      !this.isClosed &&
      (this.count < this.processStreams ||
        this.largest().size > (this.streams.get(subdomain_id)?.size ?? 0) + 1)
    );
  }

  /** Takes a stream and greets it. @returns what forgets it, to be called when the client is gone */
  open(stream: LiveStream): () => void {
    const open: Open = {
      ...stream,
      checkedAtMs: Date.now(),
      isChecking: false,
      looksAgain: false,
      looksBehind: null,
    };
    const ofTenant = this.streams.get(stream.subdomain_id) ?? new Set<Open>();
    const ofPerson = [...ofTenant].filter((other) => other.user_id === stream.user_id);
    const siblings = ofPerson.filter((other) => other.session === stream.session);
    if (siblings.length >= SESSION_STREAMS) this.dismiss(siblings[0]!, 'replaced');
    else if (ofPerson.length >= PERSON_STREAMS) this.dismiss(ofPerson[0]!, 'replaced');
    else if (this.count >= this.processStreams)
      this.dismiss(this.largest().values().next().value!, 'replaced');
    // the last of a workspace may just have gone
    this.streams.set(stream.subdomain_id, ofTenant);
    ofTenant.add(open);
    this.count += 1;
    this.send(
      open,
      frame('hello', { channels: [...stream.channels], quiet_ms: this.quietMs(stream.subdomain_id) }),
    );
    return () => {
      this.ending.delete(open);
      this.forget(open);
    };
  }

  /** Hands an announced event on. */
  publish(message: LiveMessage): void {
    if (message.event !== 'changed' || message.entity !== 'suggestion')
      this.toldAtMs.set(message.subdomain_id, performance.now());
    for (const stream of this.streams.get(message.subdomain_id) ?? []) {
      if (message.user_ids !== null && !message.user_ids.includes(stream.user_id)) continue;
      for (const channel of this.channelsOf(message, stream)) {
        if (stream.channels.has(channel))
          this.send(stream, frame(message.event, { channel, ...payloadOf(message) }));
      }
    }
  }

  /** Announcements were missed: everyone asks again, and every session is looked at. */
  gap(): void {
    this.hearsSinceMs = performance.now();
    for (const stream of this.all()) this.send(stream, frame('refetch', {}));
    void this.check(this.all());
  }

  /** Looks at once at the sessions that a change may have ended. */
  accountChanged(change: AccountChange): void {
    const meant = [...(this.streams.get(change.subdomain_id) ?? [])].filter(
      (stream) =>
        change.about === 'workspace' ||
        (change.about === 'user' && stream.user_id === change.user_id) ||
        (change.about === 'session' && stream.session === change.session),
    );
    const derived = this.all().filter((stream) => stream.origins.includes(change.subdomain_id));
    void this.check([...new Set([...meant, ...derived])]);
  }

  /** Ends all streams; consoles come back to another process, or to the next one here. */
  close(): void {
    this.isClosed = true;
    clearInterval(this.timer);
    for (const stream of this.all()) {
      this.forget(stream);
      stream.writer.end();
    }
  }

  /** For how long a workspace was told nothing: whoever asked since then has missed nothing. */
  private quietMs(subdomain_id: string): number {
    return Math.floor(
      Math.min(
        QUIET_MAX_MS,
        performance.now() - Math.max(this.hearsSinceMs, this.toldAtMs.get(subdomain_id) ?? 0),
      ),
    );
  }

  /** The streams of the workspace that has most of them. */
  private largest(): Set<Open> {
    return [...this.streams.values()].reduce(
      (most, ofTenant) => (ofTenant.size > most.size ? ofTenant : most),
      new Set<Open>(),
    );
  }

  private all(): Open[] {
    return [...this.streams.values()].flatMap((ofTenant) => [...ofTenant]);
  }

  /** The channels on which an event goes to a stream. */
  private channelsOf(message: LiveMessage, { names, channels, readRight }: LiveStream): string[] {
    if (message.event === 'new_ticket_counts') return readRight('ticket') ? [names.user] : [];
    if (message.event !== 'changed') return [names.user];
    if (!readRight(message.entity)) return [];
    if (!isWorkspaceKind(message.entity)) return message.user_ids === null ? [] : [names.admin];
    // a suffix narrows the workspace's channel to one kind of record
    return [
      names.workspace,
      ...[...channels].filter(
        (channel) => channel !== names.workspace && liveSuffix(names, channel) === message.entity,
      ),
    ];
  }

  private tick(): void {
    for (const [stream, looks] of this.ending) {
      if (looks + 1 < LOOKS_BEHIND) {
        this.ending.set(stream, looks + 1);
        continue;
      }
      this.ending.delete(stream);
      stream.writer.destroy();
    }
    const nowMs = Date.now();
    const due: Open[] = [];
    for (const stream of this.all()) {
      if (stream.looksBehind !== null && (stream.looksBehind += 1) >= LOOKS_BEHIND) {
        this.forget(stream);
        stream.writer.destroy();
        continue;
      }
      this.send(stream, ': still here\n\n');
      if (nowMs - stream.checkedAtMs >= this.times.sessionCheckMs) due.push(stream);
    }
    const longAgoMs = performance.now() - QUIET_MAX_MS;
    for (const [subdomain_id, toldAtMs] of this.toldAtMs)
      if (toldAtMs < longAgoMs) this.toldAtMs.delete(subdomain_id);
    void this.check(due);
  }

  private async check(due: readonly Open[]): Promise<void> {
    for (const stream of due) stream.looksAgain = stream.isChecking;
    const waiting = due.filter((stream) => !stream.isChecking);
    for (const stream of waiting) stream.isChecking = true;
    const work = async (): Promise<void> => {
      for (let stream = waiting.shift(); stream; stream = waiting.shift()) {
        let readRight: LiveStream['readRight'] | null;
        do {
          stream.checkedAtMs = Date.now();
          stream.looksAgain = false;
          // a database that does not answer says nothing about the session: the next look will
          readRight = await stream.look().catch(() => stream.readRight);
        } while (stream.looksAgain && readRight !== null);
        stream.isChecking = false;
        if (readRight === null) this.dismiss(stream, 'signed_out');
        else stream.readRight = readRight;
      }
    };
    await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, work));
  }

  private dismiss(stream: Open, reason: 'signed_out' | 'replaced'): void {
    this.send(stream, frame('bye', { reason }));
    this.forget(stream);
    this.ending.set(stream, 0);
    stream.writer.end();
  }

  private send(stream: Open, text: string): void {
    if (stream.looksBehind !== null || !this.streams.get(stream.subdomain_id)?.has(stream)) return;
    stream.writer.write(text);
    if (stream.writer.waitingBytes <= WAITING_BYTES) return;
    stream.looksBehind = 0;
    stream.writer.onceTaken(() => {
      stream.looksBehind = null;
      this.send(stream, frame('refetch', {}));
    });
  }

  private forget(stream: Open): void {
    const ofTenant = this.streams.get(stream.subdomain_id);
    if (!ofTenant?.delete(stream)) return;
    this.count -= 1;
    if (ofTenant.size === 0) this.streams.delete(stream.subdomain_id);
  }
}

/** What an event says beside its name and channel. */
function payloadOf(message: LiveMessage): Record<string, unknown> {
  switch (message.event) {
    case 'changed':
      return { entity: message.entity, ids: message.ids };
    case 'new_ticket_counts':
      return { open_ticket_counts: message.open_ticket_counts };
    case 'refresh-notifications':
      return {};
  }
}
