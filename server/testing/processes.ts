import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A process of the product that a test has started, as an operator would. */
export interface TestProcess {
  /** What it has printed so far. */
  out(): string;
  err(): string;
  /** Waits until it has printed a text. @throws Error with what it said when it ends before that */
  says(text: string): Promise<void>;
  /** How it has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts a command of the program in a process of its own. It inherits nothing of the environment but PATH.
 * Whoever starts it ends it.
 *
 * @param command such as start or worker; a list holds its arguments too
 */
export function startProcess(
  command: string | readonly string[],
  environment: Record<string, string>,
): TestProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli/main.ts'), ...[command].flat()], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended: TestProcess['ended'] = new Promise((done) => {
    child.once('close', (code, signal) => done({ code, signal }));
  });
  return {
    out: () => out,
    err: () => err,
    says: (text) =>
      new Promise((done, fail) => {
        const look = (): void => {
          if (out.includes(text) || err.includes(text)) done();
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        look();
        void ended.then(({ code }) =>
          fail(new Error(`It ended with ${code} and did not say "${text}": ${err}`)),
        );
      }),
    ended,
    kill: (signal) => void child.kill(signal),
  };
}

/** Below those that the system hands out by itself, so that no one gets one between the look and its use. */
const PORTS_FROM = 15_000;
const PORTS_TO = 30_000;

/** A port of 127.0.0.1 that is free, for a process that must be told it before it starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS_FROM + Math.floor(Math.random() * (PORTS_TO - PORTS_FROM));
    const server = createServer();
    const isFree = new Promise<boolean>((done) => {
      server
        .once('error', () => done(false))
        .listen({ host: '127.0.0.1', port, exclusive: true }, () => done(true));
    });
    if (!(await isFree)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
