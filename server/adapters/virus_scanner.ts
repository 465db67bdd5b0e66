import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { VirusScanner } from '../services/files.ts';

/** Without a word from the scanner for this long it counts as away. A large archive takes it some seconds. */
const SILENCE_MS = 120_000;
/** What the scanner says is one short line. */
const ANSWER_BYTES = 4096;

/**
 * A scanner that speaks clamd's protocol: the command INSTREAM, then pieces with their length in front and an
 * empty one at the end; it answers one line.
 *
 * @param address `tcp://host:port` or `unix:/path/of/socket`
 * @param onFault told why a file could not be looked at; the person who sent it learns only that
 * @param silenceMs for tests
 */
export function createVirusScanner(
  address: string,
  { onFault, silenceMs = SILENCE_MS }: { onFault: (cause: unknown) => void; silenceMs?: number },
): VirusScanner {
  const url = new URL(address);
  // a host in brackets is an IPv6 address
  const open = (): Socket =>
    url.protocol === 'unix:'
      ? connect(url.pathname)
      : connect(Number(url.port), url.hostname.replace(/^\[|\]$/g, ''));
  return {
    scan: async (content) => {
      const socket = open();
      try {
        return readVerdict(await talk(socket, content, silenceMs));
      } catch (error) {
        onFault(error);
        throw error;
      } finally {
        socket.destroy();
        content.destroy();
      }
    },
  };
}

/** Sends the bytes and reads the one line of the answer, which may come before the last byte was sent. */
function talk(socket: Socket, content: Readable, silenceMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let isAnswered = false;
    const end = (settle: () => void): void => {
      isAnswered = true;
      settle();
    };
    socket.setTimeout(silenceMs, () =>
      end(() => reject(new Error(`The virus scanner said nothing for ${silenceMs / 1000} s.`))),
    );
    socket.on('error', (error) => end(() => reject(error)));
    socket.on('close', () => end(() => reject(new Error('The virus scanner hung up before it answered.'))));
    socket.on('data', (bytes) => {
      answer += bytes.toString('utf8');
      const stop = answer.search(/[\0\n]/);
      if (stop >= 0 || answer.length > ANSWER_BYTES)
        end(() => resolve(stop >= 0 ? answer.slice(0, stop) : answer));
    });
    const send = async (): Promise<void> => {
      const pass = (bytes: Buffer): Promise<void> | undefined => {
        if (isAnswered || socket.write(bytes)) return undefined;
        return new Promise((drained) => {
          socket.once('drain', drained).once('close', () => drained());
        });
      };
      await pass(Buffer.from('zINSTREAM\0'));
      for await (const piece of content as AsyncIterable<Buffer>) {
        if (isAnswered) return;
        const length = Buffer.alloc(4);
        length.writeUInt32BE(piece.length);
        await pass(Buffer.concat([length, piece]));
      }
      await pass(Buffer.alloc(4));
    };
    send().catch((error: unknown) => end(() => reject(error as Error)));
  });
}

/** `stream: OK`, `stream: <name> FOUND`; anything else is a fault of the scanner, such as its limit of size. */
function readVerdict(line: string): string | null {
  if (/^stream: OK$/.test(line)) return null;
  const found = /^stream: (.+) FOUND$/.exec(line)?.[1];
  if (found !== undefined) return found;
  throw new Error(`The virus scanner could not look at the file: ${line.slice(0, 200)}`);
}
