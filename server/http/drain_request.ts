import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** What is still taken of a request that is answered already: more than the largest one that is allowed. */
const REST_BYTES = 100_000_000;
const REST_MS = 30_000;

/**
 * Lets senders read an answer that is given before all of their request is here, such as a refusal of its
 * size. A connection that is closed while bytes wait unread is reset, and the reset takes the answer away
 * from who sends everything before they read; so the answer goes out at once, as a whole, and its end waits
 * until the rest was taken and thrown away. Who sends without an end is cut off.
 */
export function registerEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (typeof payload !== 'string' || raw.complete || raw.destroyed || !hasBody(raw)) {
      done(null, payload);
      return;
    }
    const answer = new Readable({ read: () => {} });
    answer.push(payload);
    throwRestAway(raw, (isWhole) => {
      // what comes after this point is no one's any more
      if (!isWhole) reply.raw.once('finish', () => raw.socket.destroySoon());
      answer.push(null);
    });
    // with its length known, the sender needs no end to read it
    void reply.header('content-length', Buffer.byteLength(payload));
    done(null, answer);
  });
}

/** Whether a request says that a body comes with it. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** @param done is called once: whether the request came to its end, or was too long in bytes or time */
function throwRestAway(request: IncomingMessage, done: (isWhole: boolean) => void): void {
  let bytes = 0;
  const end = (isWhole: boolean): void => {
    clearTimeout(late);
    request.off('data', onData).off('end', onEnd).off('close', onClose);
    done(isWhole);
  };
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > REST_BYTES) end(false);
  };
  const onEnd = (): void => end(true);
  const onClose = (): void => end(false);
  const late = setTimeout(onClose, REST_MS);
  // a sender who leaves is no fault
  request.on('error', () => {});
  request.unpipe();
  request.on('data', onData).on('end', onEnd).on('close', onClose);
  request.resume();
}
