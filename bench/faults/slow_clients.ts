import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { GRAPHQL_PATH } from '../../server/http/graphql.ts';
import { LIST_QUERY } from '../list.ts';
import { load, median, percentile, requestBytes } from '../load.ts';
import { startServer, type BenchServer } from '../server.ts';
import { missingOfSlowClients, SLOW_ROUND_SECONDS } from './happened.ts';
import { conclude, signIn, withWorkspace } from './members.ts';

const CLIENTS = 8;
/** A slow client sends a byte so often. */
const BYTE_MS = 250;
/** What others may wait longer, at the 95th of a hundred. */
const RATIO_MAX = 1.5;
/** Streams of one session that the server keeps open side by side; it ends the oldest of more. */
const STREAMS_PER_SESSION = 5;
/** Members of the team, each with a session of their own. */
const MEMBERS = 20;

/** Hundreds of clients who send a byte now and then, or never read their stream: what everyone else waits. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '500' },
      seconds: { type: 'string', default: String(SLOW_ROUND_SECONDS) },
      rounds: { type: 'string', default: '5' },
    },
  });
  const [count, seconds, rounds] = [Number(values.clients), Number(values.seconds), Number(values.rounds)];
  await withWorkspace(async ({ url, pool }) => {
    console.log(
      `${count} clients: two fifths send their headers a byte at a time, two fifths a body, one fifth never reads its stream of events; expected: p95 of ${CLIENTS} others at most ${RATIO_MAX} times`,
    );
    const server = await startServer(url);
    try {
      const request = requestBytes(
        server.port,
        GRAPHQL_PATH,
        server.headers,
        JSON.stringify({ query: LIST_QUERY, variables: {} }),
      );
      const p95 = async (): Promise<number> =>
        percentile((await load(server.port, [request], { clients: CLIENTS, seconds })).latenciesMs, 0.95);
      await p95();
      const cookies: string[] = [];
      while (cookies.length * STREAMS_PER_SESSION < count - 4 * fifthOf(count))
        cookies.push(...(await signIn(pool, server.port, MEMBERS)).map(({ cookie }) => cookie));
      const ratios: number[] = [];
      const seen: { connected: number; seconds: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const before = await p95();
        const slow = await SlowClients.open(server, count, cookies);
        const began = performance.now();
        const during = await p95();
        const round = { seconds: (performance.now() - began) / 1000, connected: await slow.stayed() };
        seen.push(round);
        slow.close();
        await sleep(500);
        ratios.push(during / before);
        console.log(
          `  p95 ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms beside ${round.connected} that stayed connected for ${round.seconds.toFixed(1)} s: ${(during / before).toFixed(2)}`,
        );
      }
      const ratio = median(ratios);
      conclude(
        `p95 ${ratio.toFixed(2)} times, median of ${rounds} rounds`,
        ratio <= RATIO_MAX,
        missingOfSlowClients(count, seen),
      );
    } finally {
      await server.close();
    }
  });
}

const fifthOf = (count: number): number => Math.round(count / 5);

class SlowClients {
  readonly #sockets: Socket[] = [];
  readonly #timer: NodeJS.Timeout;
  #fewest = Number.POSITIVE_INFINITY;

  private constructor(trickling: readonly Socket[], others: readonly Socket[]) {
    this.#sockets.push(...trickling, ...others);
    this.#timer = setInterval(() => {
      for (const socket of trickling) if (socket.writable) socket.write('x');
      this.#look();
    }, BYTE_MS);
  }

  /** @param cookies sessions of the streams, by turns */
  static async open(
    { port, headers }: BenchServer,
    count: number,
    cookies: readonly string[],
  ): Promise<SlowClients> {
    const fifth = fifthOf(count);
    const open = async (text: string): Promise<Socket> => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      // the server may end it whenever it likes
      socket.on('error', () => {});
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      socket.write(text);
      return socket;
    };
    const host = `Host: 127.0.0.1:${port}\r\n`;
    const own = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const all = (many: number, text: string): Promise<Socket[]> =>
      Promise.all(Array.from({ length: many }, () => open(text)));
    const heads = await all(2 * fifth, `GET /health HTTP/1.1\r\n${host}X-Slow: `);
    const bodies = await all(
      2 * fifth,
      `POST ${GRAPHQL_PATH} HTTP/1.1\r\n${host}${own}Content-Length: 100000\r\n\r\n{"query":"`,
    );
    const streams = await Promise.all(
      Array.from({ length: count - 4 * fifth }, async (_, index) => {
        const stream = await open(
          `GET /clients/admin-console/events HTTP/1.1\r\n${host}Cookie: ${cookies[index % cookies.length]!}\r\nAccept: text/event-stream\r\n\r\n`,
        );
        const [head] = (await once(stream, 'data')) as [Buffer];
        if (!head.toString('latin1').startsWith('HTTP/1.1 200'))
          throw new Error(`No stream: ${head.toString('latin1').slice(0, 200)}`);
        return stream.pause();
      }),
    );
    return new SlowClients([...heads, ...bodies], streams);
  }

  /** The fewest that were connected at any look. Anyone who does not read hears of no end, so all read for a moment first. */
  async stayed(): Promise<number> {
    for (const socket of this.#sockets) socket.resume();
    await sleep(500);
    this.#look();
    return this.#fewest;
  }

  #look(): void {
    this.#fewest = Math.min(
      this.#fewest,
      this.#sockets.filter((socket) => !socket.destroyed && !socket.readableEnded && socket.writable).length,
    );
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
  }
}
