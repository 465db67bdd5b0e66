import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginSession } from '../server/domain/account/session.ts';
import { benchScope } from './generate.ts';
import { largeTenant, LARGE, withPool } from './database.ts';
import type { Question } from './server_process.ts';

/** A server process under measurement, and someone who is signed in there. */
export interface BenchServer {
  port: number;
  /** of the handler that forwards rows */
  referencePort: number;
  pid: number;
  /** header lines of a GraphQL call */
  headers: Record<string, string>;
  /** the session cookie of the same person */
  cookie: string;
  ask: <T>(question: Question) => Promise<T>;
  /** Ends the process and waits for that. */
  close: () => Promise<void>;
}

/**
 * Starts the real server on a generated database and signs the first owner of the large tenant in.
 * @param environment beside what a benchmark needs
 */
export async function startServer(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-bench-data-'));
  const child = fork(join(import.meta.dirname, 'server_process.ts'), {
    // flags and allocator of this process are those of `npm start`
    execArgv: process.execArgv,
    env: {
      PATH: process.env['PATH'] ?? '',
      MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEFAULT_SUBDOMAIN: LARGE,
      DEMO: 'off',
      WORKER: 'off',
      GRAPHQL_COST_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      // as the command line does it
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/earshot'),
      ...environment,
    },
  });
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    if (child.connected) child.send({ ask: 'end' } satisfies Question);
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(hard);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const ready = await Promise.race([
      next<{ port: number; referencePort: number }>(child),
      ended.then(() => {
        throw new Error('The server did not start.');
      }),
    ]);
    const cookie = await withPool(databaseUrl, async (pool) => {
      const sid = await largeTenant(pool);
      const { rows } = await pool.query<{ id: string }>(
        "select id::text as id from users where subdomain_id = $1 and license_type = 'owner' order by id limit 1",
        [sid],
      );
      const scope = benchScope(pool, sid);
      const { secret } = await scope.write((tx) =>
        beginSession(tx, scope, rows[0]!.id, 'link', { ip: null, user_agent: null }),
      );
      return `earshot=${secret}`;
    });
    const answer = await fetch(`http://127.0.0.1:${ready.port}/clients/admin-console/token`, {
      headers: { cookie },
    });
    if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${await answer.text()}`);
    const { token } = (await answer.json()) as { token: string };
    return {
      ...ready,
      pid: child.pid!,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      cookie,
      ask: async (question) => {
        const reply = next(child);
        child.send(question);
        return (await reply) as never;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function next<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T];
  return message;
}
