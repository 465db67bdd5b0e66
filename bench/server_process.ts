/**
 * The real server as a process of its own, as `earshot start` runs it, with two additions for a
 * benchmark: it counts statements and processor time, and beside it a Fastify of the same version, in the
 * same process and on the same pool, answers with the text of given statements and nothing else.
 * Speaks with the benchmark over the process channel.
 */
import fastify from 'fastify';
import type pg from 'pg';
import { createCompose } from '../server/compose.ts';
import { readConfig } from '../server/config.ts';
import { startEarshot, type Compose } from '../server/main.ts';
import { join } from 'node:path';

/** What the benchmark may ask. */
export type Question =
  | { ask: 'usage' }
  | { ask: 'record' }
  | { ask: 'recorded' }
  | { ask: 'reference'; statements: SentStatement[] }
  | { ask: 'longest_turn' }
  | { ask: 'heap'; to: string }
  | { ask: 'profile'; to: string }
  | { ask: 'end' };

/** A statement as it went to the database. */
export interface SentStatement {
  text: string;
  values: unknown[];
  /** prepared under this name; null: planned at each call */
  name: string | null;
}

export interface Usage {
  /** processor time of the process since its start, all threads */
  cpuMs: number;
  /** statements sent since its start */
  statements: number;
  rssMb: number;
}

/** The longest stretch in which this process heard no one, since it was last asked. */
export interface LongestTurn {
  /** from one look to the next, less the time between looks */
  heldUpMs: number;
  /** processor time of the thread that answers in one such stretch: what the machine's other work does not change */
  cpuMs: number;
}

let statements = 0;
let recording: SentStatement[] | null = null;
let pool: pg.Pool | null = null;
let reference: SentStatement[] = [];

const compose = createCompose({
  checked: false,
  consoleDir: join(import.meta.dirname, '../web/dist'),
  hasTerminal: false,
});

const composeHere: Compose = async (context) => {
  pool = context.database.pools.main;
  // counted where they leave the process: whatever sends them
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  pool.query = ((...args: unknown[]) => {
    statements += 1;
    const [config] = args as [{ text?: string; values?: unknown[]; name?: string }];
    if (recording && config.text !== undefined)
      recording.push({ text: config.text, values: config.values ?? [], name: config.name ?? null });
    return query(...args);
  }) as typeof pool.query;
  return compose(context);
};

const earshot = await startEarshot(readConfig(process.env), composeHere);

const beside = fastify({ logger: false, keepAliveTimeout: 72_000 });
beside.post('/rows', async (_request, reply) => {
  let text = '';
  for (const [index, { name, ...statement }] of reference.entries()) {
    const { rows } = await pool!.query<{ records: string }>(
      name === null ? statement : { ...statement, name: `reference_${index}_${name}` },
    );
    text = rows[0]?.records ?? '';
  }
  return reply.header('content-type', 'application/json; charset=utf-8').send(text);
});
await beside.listen({ host: '127.0.0.1', port: 0 });

process.on('message', (question: Question) => {
  void answer(question).then((reply) => process.send!(reply));
});
process.on('disconnect', () => process.exit(0));
process.send!({
  port: earshot.config.port,
  referencePort: (beside.server.address() as { port: number }).port,
});

async function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'usage': {
      const { user, system } = process.cpuUsage();
      return {
        cpuMs: (user + system) / 1000,
        statements,
        rssMb: process.memoryUsage().rss / 2 ** 20,
      } satisfies Usage;
    }
    case 'record':
      recording = [];
      return true;
    case 'recorded': {
      const recorded = recording ?? [];
      recording = null;
      return recorded;
    }
    case 'reference':
      reference = question.statements;
      return true;
    case 'longest_turn':
      return longestTurn();
    case 'heap':
      return (await import('node:v8')).writeHeapSnapshot(question.to);
    case 'profile':
      return profile(question.to);
    case 'end':
      await beside.close();
      await earshot.close();
      setImmediate(() => process.disconnect());
      return true;
  }
}

const LOOK_MS = 5;
const longest: LongestTurn = { heldUpMs: 0, cpuMs: 0 };
let looks: NodeJS.Timeout | null = null;

/** Begins to look with the first question. */
function longestTurn(): LongestTurn {
  const found = { ...longest };
  Object.assign(longest, { heldUpMs: 0, cpuMs: 0 });
  if (looks === null) {
    const cpu = (): number => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
    let [at, used] = [performance.now(), cpu()];
    looks = setInterval(() => {
      const [now, nowUsed] = [performance.now(), cpu()];
      longest.heldUpMs = Math.max(longest.heldUpMs, now - at - LOOK_MS);
      longest.cpuMs = Math.max(longest.cpuMs, nowUsed - used);
      [at, used] = [now, nowUsed];
    }, LOOK_MS);
  }
  return found;
}

let session: import('node:inspector/promises').Session | null = null;

/** Begins a CPU profile, or ends it and writes it to the file. */
async function profile(to: string): Promise<boolean> {
  if (!session) {
    const { Session } = await import('node:inspector/promises');
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    return true;
  }
  const { writeFileSync } = await import('node:fs');
  writeFileSync(to, JSON.stringify((await session.post('Profiler.stop')).profile));
  session.disconnect();
  session = null;
  return true;
}
