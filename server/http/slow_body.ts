import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './context.ts';
import { hasBody } from './drain_request.ts';

/** A body is looked at this often. */
const WINDOW_MS = 15_000;
/** What must arrive on average between two looks: less than any line that one would upload a file on. */
const BYTES_PER_SECOND = 4_000;

/** A window of which no one was reading for more than this share is not the sender's. */
const LATE = 0.1;

/** How slowly a body may come. */
export interface PaceLimits {
  /** time between two looks, and the longest in which nothing need arrive */
  windowMs?: number | undefined;
  /** least average of bytes between two looks */
  bytesPerSecond?: number | undefined;
}

/** Requests that were given up. No one need have been reading when they were. */
const givenUp = new WeakMap<IncomingMessage, Refusal>();

/** Why the rest of a body is not waited for, for who begins to read it late; null: it may come. */
export function refusalOfPace(request: IncomingMessage): Refusal | null {
  return givenUp.get(request) ?? null;
}

/**
 * Ends requests whose body stops coming, or comes a byte at a time: they hold a connection, and what was
 * begun for them, for as long as their sender likes. Who keeps the least pace is heard to the end. It holds for
 * every route with a body; who is too slow is answered with 408: whatever reads their body ends with that
 * refusal, and what has yet to read it finds it in `refusalOfPace`. Time in which it is us who do not read counts for no one.
 */
export function registerPace(app: FastifyInstance, limits: PaceLimits): void {
  const windowMs = limits.windowMs ?? WINDOW_MS;
  const least = ((limits.bytesPerSecond ?? BYTES_PER_SECOND) * windowMs) / 1000;
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (hasBody(request.raw) && !request.raw.complete) watch(request.raw, windowMs, least);
    done();
  });
}

function watch(request: IncomingMessage, windowMs: number, least: number): void {
  const { socket } = request;
  let before = socket.bytesRead;
  // whether no one was reading at the last look
  let wasUnread = false;
  let lookedAt = performance.now();
  // when it was begun to be read; null: not yet, or by a reader that does not tell
  let readFrom: number | null = null;
  request.once('resume', () => (readFrom = performance.now()));
  const judge = (): void => {
    if (request.complete || request.destroyed) {
      clearInterval(timer);
      return;
    }
    const came = socket.bytesRead - before;
    before += came;
    // what waits here unread was sent in time, and of the window in which it was taken at last they had but a part
    const beganLate = readFrom !== null && readFrom - lookedAt > windowMs * LATE;
    const isExcused = request.readableLength > 0 || wasUnread || beganLate;
    wasUnread = request.readableLength > 0;
    lookedAt = performance.now();
    if (came >= least || isExcused) return;
    clearInterval(timer);
    const refusal = tooSlow(came, windowMs);
    givenUp.set(request, refusal);
    request.emit('error', refusal);
  };
  // a process that was busy for so long reads what has come meanwhile before it judges
  const timer = setInterval(() => setImmediate(judge), windowMs);
  const stop = (): void => clearInterval(timer);
  // no one need be reading when it is judged
  request
    .on('error', () => {})
    .once('end', stop)
    .once('close', stop);
}

function tooSlow(came: number, windowMs: number): Refusal {
  const what = came === 0 ? 'Nothing' : 'Too little';
  return new Refusal(
    408,
    `${what} of the request arrived for ${windowMs / 1000} s, so it was given up. Please send it again.`,
    { code: 'BAD_USER_INPUT' },
  );
}
