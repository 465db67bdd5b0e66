/** A process of its own that floods the doors until it is told to stop, so that anyone who is measured does not wait for it. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** `${n}` in a text becomes a number that no other call has. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What is sent again and again. */
export interface Flood {
  port: number;
  /** loopback addresses to send from: each is a network of its own */
  networks: readonly string[];
  connections: number;
  calls: readonly Call[];
}

/** The outcome of it. */
export interface Flooded {
  /** answers by status; `broken`: connections that ended without one */
  answers: Record<string, number>;
  seconds: number;
}

if (process.send) {
  process.once('message', (flood: Flood) => {
    let isOver = false;
    process.once('message', () => (isOver = true));
    void run(flood, () => isOver).then((flooded) => process.send!(flooded, () => process.disconnect()));
  });
}

async function run({ port, networks, connections, calls }: Flood, isOver: () => boolean): Promise<Flooded> {
  const answers: Record<string, number> = {};
  const began = performance.now();
  let n = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, at) => {
      const agent = new Agent({
        keepAlive: true,
        maxSockets: 1,
        localAddress: networks[at % networks.length]!,
      } as ConstructorParameters<typeof Agent>[0]);
      while (!isOver()) {
        n += 1;
        const { method, path, headers, body } = calls[n % calls.length]!;
        const status = await send(
          agent,
          port,
          method,
          path.replaceAll('${n}', String(n)),
          Object.fromEntries(
            Object.entries(headers ?? {}).map(([name, value]) => [name, value.replaceAll('${n}', String(n))]),
          ),
          body?.replaceAll('${n}', String(n)),
        );
        answers[status] = (answers[status] ?? 0) + 1;
      }
      agent.destroy();
    }),
  );
  // also without a connection it ends when it is told to
  while (!isOver()) await sleep(50);
  return { answers, seconds: (performance.now() - began) / 1000 };
}

function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<string> {
  return new Promise((resolve) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent,
        headers: {
          ...headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (response) => {
        response.resume().once('end', () => resolve(String(response.statusCode)));
      },
    );
    call.once('error', () => resolve('broken'));
    call.end(body);
  });
}
