import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { startServer, type BenchServer } from '../server.ts';
import { missingOfRollingRestart } from './happened.ts';
import { conclude, firstForum, signIn, until, withWorkspace, type Member } from './members.ts';

const PROBE_MS = 250;
const DRAIN_SECONDS = 2;
const CLIENTS = 8;
/** Between two calls of a client: enough calls for the figure without holding up the machine. */
const PAUSE_MS = 10;

/** What the proxy knows of a server. */
interface Upstream {
  port: number;
  isReady: boolean;
  agent: Agent;
}

/** Servers restarted by turns behind a proxy that repeats nothing: not one call may fail, and without draining some do. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      restarts: { type: 'string', default: '6' },
      drain: { type: 'string', default: String(DRAIN_SECONDS) },
    },
  });
  const restarts = Number(values.restarts);
  await withWorkspace(async ({ url, pool, sid }) => {
    console.log(
      `${CLIENTS} clients behind a proxy with two servers, ${restarts} restarts by turns, with DRAIN_SECONDS=${values.drain} and then without; expected: with it no call fails`,
    );
    const drained = await restartByTurns(url, pool, sid, { restarts, drainSeconds: values.drain });
    const contrast = await restartByTurns(url, pool, sid, { restarts, drainSeconds: '0' });
    conclude(
      `${drained.calls.toLocaleString('en')} calls, ${drained.failed} failed, ${drained.servedWhileEnding} served by a server that had said it ends; without draining ${contrast.failed} of ${contrast.calls.toLocaleString('en')} failed`,
      drained.failed === 0,
      missingOfRollingRestart(restarts, { ...drained, failedWithout: contrast.failed }),
    );
  });
}

/** What happened to the calls while servers were restarted. */
interface Round {
  calls: number;
  failed: number;
  /** servers that were ended */
  ended: number;
  /** calls that a server answered after it had said that it ends */
  servedWhileEnding: number;
}

async function restartByTurns(
  url: string,
  pool: pg.Pool,
  sid: string,
  { restarts, drainSeconds }: { restarts: number; drainSeconds: string },
): Promise<Round> {
  const environment = { DRAIN_SECONDS: drainSeconds };
  const servers: BenchServer[] = [await startServer(url, environment), await startServer(url, environment)];
  const upstreams = servers.map(({ port }): Upstream => ({
    port,
    isReady: true,
    agent: new Agent({ keepAlive: true }),
  }));
  const proxy = await startProxy(upstreams);
  const failed = new Map<string, number>();
  const clock = { isOver: false };
  try {
    const members = await signIn(pool, proxy.port, CLIENTS);
    const forum = await firstForum(pool, sid);
    let calls = 0;
    const clients = members.map(async (member, index) => {
      for (let n = 0; !clock.isOver; n += 1) {
        calls += 1;
        const fault = await callOnce(member, forum, `Written while restarting ${index} ${n}`, n % 4 === 0);
        if (fault !== null) failed.set(fault, (failed.get(fault) ?? 0) + 1);
        await sleep(PAUSE_MS);
      }
    });
    await sleep(1_000);
    let ended = 0;
    for (let restart = 0; restart < restarts; restart += 1) {
      const at = restart % servers.length;
      await servers[at]!.close();
      ended += 1;
      const { port } = upstreams[at]!;
      servers[at] = await startServer(url, { ...environment, PORT: String(port) });
      await until('the proxy uses the new server', () => upstreams[at]!.isReady);
    }
    await sleep(1_000);
    clock.isOver = true;
    await Promise.all(clients);
    for (const [fault, count] of failed) console.log(`  DRAIN_SECONDS=${drainSeconds}: ${count}: ${fault}`);
    return {
      calls,
      failed: [...failed.values()].reduce((sum, count) => sum + count, 0),
      ended,
      servedWhileEnding: proxy.servedWhileEnding(),
    };
  } finally {
    clock.isOver = true;
    await proxy.close();
    for (const server of servers) await server.close();
  }
}

/** @returns what went wrong; null: nothing */
async function callOnce(
  member: Member,
  forum: string,
  title: string,
  isWrite: boolean,
): Promise<string | null> {
  try {
    if (isWrite)
      await member.data(
        'mutation Write($title: String!, $forum: ID!) { suggestion_create(title: $title, links: { forum: $forum }) { id } }',
        { title, forum },
      );
    else await member.data('{ suggestions(per_page: 5) { records { id } } }');
    return null;
  } catch (error) {
    return (error as Error).message.slice(0, 160);
  }
}

/** A proxy as people run it: keeps its connections, sends to those that say they are ready, repeats nothing. */
async function startProxy(
  upstreams: Upstream[],
): Promise<{ port: number; servedWhileEnding: () => number; close: () => Promise<void> }> {
  let turn = 0;
  let servedWhileEnding = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const ready = upstreams.filter(({ isReady }) => isReady);
    const upstream = ready[(turn += 1) % ready.length];
    if (!upstream) return void outgoing.writeHead(502).end('No server is ready.');
    const { port, agent } = upstream;
    const onward = ask(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, connection: 'keep-alive' },
      },
      (answer) => {
        // its answers say so before the next probe does
        if (answer.headers.connection === 'close') servedWhileEnding += 1;
        const { connection: _hop, 'keep-alive': _also, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end(`The server at ${port} broke off: ${error.message}`);
    });
    incoming.pipe(onward);
  };
  const server = createServer(pass);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const probes = setInterval(() => {
    for (const upstream of upstreams) {
      fetch(`http://127.0.0.1:${upstream.port}/health/ready`, { headers: { connection: 'close' } }).then(
        async ({ status, body }) => {
          await body?.cancel();
          upstream.isReady = status === 200;
        },
        () => {
          upstream.isReady = false;
        },
      );
    }
  }, PROBE_MS);
  return {
    port: (server.address() as AddressInfo).port,
    servedWhileEnding: () => servedWhileEnding,
    close: async () => {
      clearInterval(probes);
      for (const { agent } of upstreams) agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
