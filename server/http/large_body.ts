import type { IncomingMessage } from 'node:http';
import { createFairGate, createGate, type Caller } from '../domain/account/gate.ts';
import { fileLimits } from '../../contract/limits.ts';
import { Refusal } from './context.ts';
import { refusalOfPace } from './pace.ts';

/** Large bodies are held in memory as a whole: one at a time in a process, some more may wait unread. */
const oneAtATime = createGate({ atOnce: 1, waiting: 8 });

/**
 * Mail that comes in has turns of its own, so that neither holds the other up. Of one network one at a time: its
 * signature is known to be wrong only when all of it is here, and others need a turn meanwhile. One turn is
 * only for networks that have signed rightly before.
 */
const mailAtATime = createFairGate({ atOnce: 3, strangersAtOnce: 2, perKey: 1, waitingPerKey: 4, waiting: 16 });

/** The turn of one is over by then, however steadily he sends: others wait. Files have a route of their own, without turns. */
const TURN_MS = 300_000;

/** A body as it was read. */
export interface ReadJson {
  value: unknown;
  /** whether it was above the usual limit */
  isLarge: boolean;
}

/**
 * Reads a JSON body: up to 1 MB from everybody, up to 70,000,000 bytes from who may attach files (DEC-017).
 * Whether its sender is too slow is for `registerPace` to judge; a large body must be here within five minutes.
 *
 * @throws Refusal 413 above the limit, 408 when its sender falls silent or takes too long, 400 when it is no JSON or not UTF-8; GateFull
 * when too many large ones wait
 */
export async function readJson(request: IncomingMessage, mayAttach: boolean): Promise<ReadJson> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared > (mayAttach ? fileLimits.uploadRequestBytes : fileLimits.requestBytes)) throw tooLarge(mayAttach ? fileLimits.uploadRequestBytes : fileLimits.requestBytes);
  if (declared <= fileLimits.requestBytes || !mayAttach) return { value: parse(await collect(request, fileLimits.requestBytes)), isLarge: false };
  // nobody said how long it is, or it is long: its turn comes before a byte of it is read
  return oneAtATime(async () => {
    const chunks = await collect(request, fileLimits.uploadRequestBytes, TURN_MS);
    const isLarge = chunks.reduce((sum, { length }) => sum + length, 0) > fileLimits.requestBytes;
    return { value: parse(chunks), isLarge };
  });
}

/**
 * Reads the body of a call that cannot be known before it is read, such as one that is signed: large ones by
 * turns, so that those who have no right to call cannot fill the memory, nor one network take all turns.
 *
 * @param caller its network, and whether that has signed rightly before
 * @throws Refusal as `readJson`; GateFull when too many large ones wait
 */
export async function readSigned(request: IncomingMessage, caller: Caller, limit: number): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared > limit) throw tooLarge(limit);
  if (declared <= fileLimits.requestBytes) return Buffer.concat(await collect(request, fileLimits.requestBytes));
  return mailAtATime(caller, async () => Buffer.concat(await collect(request, limit, TURN_MS)));
}

/** @param limit what would have been taken, in bytes */
function tooLarge(limit: number): Refusal {
  const file = limit === fileLimits.uploadRequestBytes ? `, which holds a file of ${fileLimits.attachmentLimitText}` : '';
  return new Refusal(413, `The request is too large: at most ${Math.floor(limit / 1_000_000)} MB${file}.`, { code: 'BAD_USER_INPUT' });
}

function endedEarly(): Refusal {
  return new Refusal(400, 'The request ended before its body did.', { code: 'BAD_USER_INPUT' });
}

function tookTooLong(): Refusal {
  return new Refusal(408, 'The request took too long. Send files to /api/v2/admin/attachments, which waits for slow lines.', { code: 'BAD_USER_INPUT' });
}

/** @param turnMs by when all of it must be here; null: it may take its time */
function collect(request: IncomingMessage, limit: number, turnMs: number | null = null): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    // who left or fell silent while he waited for his turn says nothing any more, and would keep the turn for good
    const gone = request.destroyed ? endedEarly() : refusalOfPace(request);
    if (gone !== null) {
      reject(gone);
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    const late = turnMs === null ? undefined : setTimeout(() => end(() => reject(tookTooLong())), turnMs);
    const end = (settle: () => void): void => {
      clearTimeout(late);
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      // what follows is thrown away while the answer goes out
      if (bytes > limit) end(() => reject(tooLarge(limit)));
      else chunks.push(chunk);
    };
    const onEnd = (): void => end(() => resolve(chunks));
    const onError = (error: Error): void => end(() => reject(error));
    const onClose = (): void => end(() => reject(endedEarly()));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

/** Another encoding would be stored with its letters lost, so it is refused. */
function parse(chunks: Buffer[]): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, 'The body is not encoded in UTF-8. Please send it as UTF-8.', { code: 'BAD_USER_INPUT' });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body cannot be read; JSON is expected.', { code: 'BAD_USER_INPUT' });
  }
}
