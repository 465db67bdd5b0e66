import type { IncomingMessage } from 'node:http';
import { createKeyedSemaphore, type Caller } from '../domain/account/limits/semaphore.ts';
import { fileLimits, graphqlLimits } from '../../contract/limits.ts';
import type { ReceivedFile } from '../domain/attachments/store.ts';
import { Refusal } from './context.ts';
import { LongTexts } from './long_texts.ts';
import { refusalOfPace } from './slow_body.ts';
import type { Receiving } from './receiving.ts';

/**
 * Files inside of JSON go to where files are kept as they come: some at a time in a process, and of one person one, so
 * that no one takes all turns; some more may wait unread.
 */
const uploadsAtATime = createKeyedSemaphore({
  atOnce: 4,
  strangersAtOnce: 4,
  perKey: 1,
  waitingPerKey: 8,
  waiting: 32,
});

/**
 * Mail that comes in has turns of its own, so that neither holds the other up. Of one network one at a time: its
 * signature is known to be wrong only when all of it is here, and others need a turn meanwhile. One turn is
 * only for networks that have signed rightly before.
 */
const mailAtATime = createKeyedSemaphore({
  atOnce: 3,
  strangersAtOnce: 2,
  perKey: 1,
  waitingPerKey: 4,
  waiting: 16,
});

/** More than that no one attaches in one call. */
const FILES_MAX = 20;

/** The turn of one is over by then, however steadily they send: others wait. Files have a route of their own, without turns. */
const TURN_MS = 300_000;

/**
 * Turns of mail are few, and a signature shows itself as wrong only at the end: a stranger who sends slowly would
 * hold one for the least that it costs. Theirs end soon, and within seconds when little comes; who has signed
 * rightly before, be it with a small call, may take their time.
 */
const STRANGERS = {
  turnMs: 60_000,
  pace: { everyMs: 3_000, bytes: 300_000 },
  slowly: 'Send it faster, or a smaller one first: a network that has signed rightly has more time.',
} as const;

/** A body as it was read. */
export interface ReadJson {
  value: unknown;
  /** whether it was above the usual limit */
  isLarge: boolean;
  /** long texts of a large body, which were taken for base64 and are kept already; anyone who reads the body releases them */
  files: readonly ReceivedFile[];
}

/** Where the files of a large body go. */
export interface Attaching {
  /** who sends */
  person: string;
  receive: () => Receiving;
}

/**
 * Reads a JSON body: up to 1 MB from everyone, up to 70,000,000 bytes from who may attach files (DEC-017). Above
 * 1 MB each long text is decoded and kept as it comes, a piece at a time, and its placeholder stands in the value: neither
 * memory nor the work of one turn grows with the body.
 * Whether its sender is too slow is for `registerPace` to judge; a large body must be here within five minutes.
 *
 * @param attaching null: the sender may not attach files
 * @throws Refusal 413 above the limit, 408 when its sender falls silent or takes too long, 400 when it is no JSON or not UTF-8; TooManyWaiting
 * when too many large ones wait
 */
export async function readJson(request: IncomingMessage, attaching: Attaching | null): Promise<ReadJson> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  const limit = attaching === null ? fileLimits.requestBytes : fileLimits.uploadRequestBytes;
  if (declared > limit) throw tooLarge(limit);
  if (declared <= fileLimits.requestBytes || attaching === null)
    return { value: parse(await collect(request, fileLimits.requestBytes)), isLarge: false, files: [] };
  // no one said how long it is, or it is long: its turn comes before a byte of it is read
  return uploadsAtATime({ key: attaching.person, isKnown: false }, () => readLarge(request, attaching));
}

async function readLarge(request: IncomingMessage, attaching: Attaching): Promise<ReadJson> {
  const files: Receiving[] = [];
  const texts = new LongTexts(() => {
    if (files.length >= FILES_MAX)
      throw new Refusal(413, `At most ${FILES_MAX} files in one request.`, { code: 'BAD_USER_INPUT' });
    const file = attaching.receive();
    files.push(file);
    return file;
  });
  let small: Buffer[] | null = [];
  let bytes = 0;
  try {
    await collect(request, fileLimits.uploadRequestBytes, {
      turnMs: TURN_MS,
      slowly: 'Send files to /api/v2/admin/attachments, which waits for slow lines.',
      take: (piece) => {
        bytes += piece.length;
        if (small !== null) {
          small.push(piece);
          if (bytes <= fileLimits.requestBytes) return null;
          small.forEach((before) => texts.write(before));
          small = null;
        } else texts.write(piece);
        if (texts.bytes > fileLimits.requestBytes)
          throw new Refusal(413, 'Only the content of a file may make a request larger than 1 MB.', {
            code: 'BAD_USER_INPUT',
          });
        return files.at(-1)?.drained() ?? null;
      },
    });
    if (small !== null) return { value: parse(small), isLarge: false, files: [] };
    return {
      value: parse([texts.rest()]),
      isLarge: true,
      files: await Promise.all(files.map((file) => file.received())),
    };
  } catch (error) {
    await Promise.all(files.map((file) => file.giveUp()));
    throw error;
  }
}

/**
 * Reads the body of a call that cannot be known before it is read, such as one that is signed: large ones by
 * turns, so that those who have no right to call cannot fill the memory, nor one network take all turns.
 *
 * @param caller its network, and whether that has signed rightly before; asked for large ones alone
 * @param seen is handed each piece as it comes, so that nobody has to go through all of it at once
 * @throws Refusal as `readJson`; TooManyWaiting when too many large ones wait
 */
export async function readSigned(
  request: IncomingMessage,
  { caller, limit, seen }: { caller: () => Promise<Caller>; limit: number; seen: (piece: Buffer) => void },
): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared > limit) throw tooLarge(limit);
  if (declared <= fileLimits.requestBytes)
    return Buffer.concat(await collect(request, fileLimits.requestBytes, { seen }));
  const who = await caller();
  return mailAtATime(who, async () =>
    Buffer.concat(
      await collect(request, limit, who.isKnown ? { turnMs: TURN_MS, seen } : { ...STRANGERS, seen }),
    ),
  );
}

/** @param limit what would have been taken, in bytes */
function tooLarge(limit: number): Refusal {
  const file =
    limit === fileLimits.uploadRequestBytes
      ? `, which holds a file of ${fileLimits.attachmentLimitText}`
      : '';
  return new Refusal(413, `The request is too large: at most ${Math.floor(limit / 1_000_000)} MB${file}.`, {
    code: 'BAD_USER_INPUT',
  });
}

function endedEarly(): Refusal {
  return new Refusal(400, 'The request ended before its body did.', { code: 'BAD_USER_INPUT' });
}

function tookTooLong(sentence: string): Refusal {
  return new Refusal(408, `The request took too long. ${sentence}`, { code: 'BAD_USER_INPUT' });
}

/**
 * @param pace so much must come in each such while
 * @param seen is handed each piece too
 * @param slowly what whoever sends too slowly can do
 * @param turnMs by when all of it must be here; without a value it may take its time
 * @param take is handed each piece as it comes, which is then not collected; no further one comes before what it answers is settled
 */
function collect(
  request: IncomingMessage,
  limit: number,
  {
    turnMs,
    slowly = 'Send it again.',
    pace,
    seen,
    take,
  }: {
    turnMs?: number;
    slowly?: string;
    pace?: { everyMs: number; bytes: number };
    seen?: (piece: Buffer) => void;
    take?: (piece: Buffer) => Promise<void> | null;
  } = {},
): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    // who left or fell silent while they waited for their turn says nothing any more, and would keep the turn for good
    const gone = request.destroyed ? endedEarly() : refusalOfPace(request);
    if (gone !== null) {
      reject(gone);
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    const late =
      turnMs === undefined ? undefined : setTimeout(() => end(() => reject(tookTooLong(slowly))), turnMs);
    let lately = 0;
    const watch =
      pace === undefined
        ? undefined
        : setInterval(() => {
            if (lately < pace.bytes) end(() => reject(tookTooLong(slowly)));
            lately = 0;
          }, pace.everyMs);
    const end = (settle: () => void): void => {
      clearTimeout(late);
      clearInterval(watch);
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      lately += chunk.length;
      seen?.(chunk);
      // what follows is thrown away while the answer goes out
      if (bytes > limit) end(() => reject(tooLarge(limit)));
      else if (take === undefined) chunks.push(chunk);
      else {
        try {
          const ready = take(chunk);
          if (ready === null) return;
          request.pause();
          void ready.then(() => request.resume());
        } catch (error) {
          end(() => reject(error as Error));
        }
      }
    };
    const onEnd = (): void => end(() => resolve(chunks));
    const onError = (error: Error): void => end(() => reject(error));
    const onClose = (): void => end(() => reject(endedEarly()));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

/** Below this length nothing can be so much that it takes long to make values of it. */
const PLAIN_BYTES = 32 * 1024;
/** The body around the variables is nested and has keys too. */
const AROUND = 10;

/**
 * Looks at the signs of a JSON body, without making anything of it: a megabyte of brackets takes a hundred times as
 * long to be made into values, which the limits on variables would then refuse.
 *
 * @throws Refusal 400
 */
function refuseShape(body: Buffer): void {
  if (body.length <= PLAIN_BYTES) return;
  const { variableDepth, variableValues } = graphqlLimits;
  let [depth, values, at] = [0, 0, 0];
  for (; at < body.length; at += 1) {
    const byte = body[at]!;
    if (byte === 0x22) {
      // to the end of the text; a backslash takes the next sign with it
      for (at += 1; at < body.length && body[at] !== 0x22; at += 1) if (body[at] === 0x5c) at += 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > variableDepth + AROUND)
        throw new Refusal(400, `The variables are nested more than ${variableDepth} deep.`, {
          code: 'BAD_USER_INPUT',
        });
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    else if (byte === 0x2c) {
      values += 1;
      if (values > variableValues + AROUND)
        throw new Refusal(
          400,
          `The variables hold more than ${variableValues.toLocaleString('en')} values.`,
          { code: 'BAD_USER_INPUT' },
        );
    }
  }
}

/** Another encoding would be stored with its letters lost, so it is refused. */
function parse(chunks: Buffer[]): unknown {
  const body = Buffer.concat(chunks);
  refuseShape(body);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Refusal(400, 'The body is not encoded in UTF-8. Please send it as UTF-8.', {
      code: 'BAD_USER_INPUT',
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body cannot be read; JSON is expected.', { code: 'BAD_USER_INPUT' });
  }
}
