import { connect, type Socket } from 'node:net';

/** What keep-alive clients have seen. */
export interface LoadResult {
  requests: number;
  seconds: number;
  perSecond: number;
  /** milliseconds of each request, ascending */
  latenciesMs: number[];
}

/** A request, ready to be sent as bytes. */
export function requestBytes(
  port: number,
  path: string,
  headers: Record<string, string>,
  body: string,
): Buffer {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    connection: 'keep-alive',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/**
 * Sends requests over keep-alive connections, one after the other on each. It works on bare sockets, since
 * on a small machine an HTTP client library would take the processor from the server that is measured.
 *
 * @param requests the n-th request that is sent is `requests[n % length]`
 * @throws Error for an answer other than 200
 */
export async function load(
  port: number,
  requests: readonly Buffer[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  let sent = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const connection = await open(port);
      while (performance.now() < until) {
        const began = performance.now();
        await connection.send(requests[sent++ % requests.length]!);
        latenciesMs.push(performance.now() - began);
      }
      connection.end();
    }),
  );
  const taken = (performance.now() - started) / 1000;
  return {
    requests: latenciesMs.length,
    seconds: taken,
    perSecond: latenciesMs.length / taken,
    latenciesMs: latenciesMs.sort((a, b) => a - b),
  };
}

async function open(port: number): Promise<{ send: (request: Buffer) => Promise<void>; end: () => void }> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(made)).once(
      'error',
      reject,
    );
  });
  let settle: { done: () => void; fail: (error: Error) => void } | null = null;
  let chunks: Buffer[] = [];
  let missing = -1;
  const fail = (error: Error): void => settle?.fail(error);
  socket.on('error', fail).on('close', () => fail(new Error('The server closed the connection.')));
  socket.on('data', (chunk) => {
    if (missing < 0) {
      chunks.push(chunk);
      const head = chunks.length === 1 ? chunk : Buffer.concat(chunks);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(text);
      if (!text.startsWith('HTTP/1.1 200') || !length)
        return fail(new Error(`Unexpected answer: ${head.toString('utf8', 0, 600)}`));
      missing = Number(length[1]) - (head.length - end - 4);
      chunks = [];
    } else missing -= chunk.length;
    if (missing > 0) return;
    missing = -1;
    settle?.done();
  });
  return {
    send: (request) =>
      new Promise<void>((done, failed) => {
        settle = { done, fail: failed };
        socket.write(request);
      }),
    end: () => {
      settle = null;
      socket.destroy();
    },
  };
}

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The figure below which that share of ascending figures lies. */
export function percentile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))]!;
}
