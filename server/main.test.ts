import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runUntilSignal } from './cli/run_until_signal.ts';
import { readConfig, type Config } from './config.ts';
import { OperatorError } from './process/operator_error.ts';
import { openTestDatabase, type TestDatabase } from './db/testing.ts';
import { startEarshot } from './main.ts';
import { startProcess, type TestProcess } from './testing/processes.ts';

let database: TestDatabase;
let folder: string;
const children: TestProcess[] = [];
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'earshot-main-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

function configured(environment: Record<string, string> = {}): Config {
  return readConfig({ PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, DEMO: 'off', ...environment });
}

test('parts start on an open database and end in the opposite order', async () => {
  const seen: string[] = [];
  const earshot = await startEarshot(
    configured(),
    async ({ config, database: opened, onClose }) => {
      seen.push(`port ${config.port > 0}`, `migrated ${opened.migrations?.applied.length}`);
      onClose('first', () => void seen.push('first ends'));
      onClose('second', async () => void seen.push('second ends'));
      return ['a line'];
    },
    { log },
  );
  expect(earshot.url).toBe(`http://localhost:${earshot.config.port}`);
  expect(earshot.lines).toEqual(['a line']);
  expect(readFileSync(join(folder, 'earshot.pid'), 'utf8')).toBe(`${process.pid}\n`);
  await Promise.all([earshot.close(), earshot.close()]);
  expect(seen).toEqual(['port true', 'migrated 0', 'second ends', 'first ends']);
  expect(existsSync(join(folder, 'earshot.pid'))).toBe(false);
});

test('when a part fails, the ones before it are ended and the failure is passed on', async () => {
  const seen: string[] = [];
  const starting = startEarshot(
    configured(),
    async ({ onClose }) => {
      onClose('first', () => void seen.push('first ends'));
      throw new OperatorError('The second part has no key.');
    },
    { log },
  );
  await expect(starting).rejects.toThrow('The second part has no key.');
  expect(seen).toEqual(['first ends']);
});

test('a part that fails or hangs while it ends does not keep the others from ending', async () => {
  const seen: string[] = [];
  const earshot = await startEarshot(
    configured(),
    async ({ onClose }) => {
      onClose('first', () => void seen.push('first ends'));
      onClose('broken', () => Promise.reject(new Error('broken')));
      onClose('hanging', () => new Promise(() => {}));
      return [];
    },
    { log },
  );
  await earshot.close();
  expect(seen).toEqual(['first ends']);
});

test('a port that another program has is told before anything is started', async () => {
  const other = createServer();
  await new Promise<void>((done) => {
    other.listen(0, '127.0.0.1', done);
  });
  const { port } = other.address() as AddressInfo;
  await expect(startEarshot(configured({ PORT: String(port) }), async () => [], { log })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken by another program; end that, or set PORT to another one.`,
  );
  // the second start of one and the same folder is the likeliest case
  const pidFile = join(folder, 'earshot.pid');
  writeFileSync(pidFile, `${process.pid}\n`);
  await expect(startEarshot(configured({ PORT: String(port) }), async () => [], { log })).rejects.toThrow(
    `Earshot runs on this data folder already, as process ${process.pid}: end it first`,
  );
  rmSync(pidFile);
  other.close();
});

test('a pid file that was left behind, and whose number another program got since, is written again', async () => {
  const unrelated = spawn('sleep', ['60']);
  const pidFile = join(folder, 'earshot.pid');
  writeFileSync(pidFile, `${unrelated.pid}\n`);
  const earshot = await startEarshot(configured(), async () => [], { log });
  expect(readFileSync(pidFile, 'utf8')).toBe(`${process.pid}\n`);
  await earshot.close();
  unrelated.kill();
});

test('long work of a start hears that the process is to end', async () => {
  const running = runUntilSignal(
    (signal) =>
      startEarshot(
        configured(),
        ({ signal: heard }) =>
          new Promise((_done, fail) => {
            heard!.addEventListener('abort', () => fail(new Error('taken back')));
            process.emit('SIGINT');
          }),
        { log, signal },
      ),
    () => {},
    () => {},
  );
  expect(await running).toBe(0);
});

test('an address that this machine does not have is told', async () => {
  await expect(startEarshot(configured({ HOST: '192.0.2.1' }), async () => [], { log })).rejects.toThrow(
    'HOST 192.0.2.1 is no address of this machine',
  );
});

test('a database that cannot be reached is told without its password', async () => {
  const starting = startEarshot(
    configured({ DATABASE_URL: 'postgresql://u:hunter2@127.0.0.1:1/x' }),
    async () => [],
    {
      log,
    },
  );
  await expect(starting).rejects.toThrow(
    'The database at postgresql://u:***@127.0.0.1:1/x cannot be used: nothing answers there; start PostgreSQL',
  );
});

function start(environment: Record<string, string> = {}, command = 'start'): TestProcess {
  const child = startProcess(command, {
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    ...environment,
  });
  children.push(child);
  return child;
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'start prints the ready line, and %s ends it with code 0',
  async (signal) => {
    const { kill, ended, out, err } = start();
    await expect.poll(out, { timeout: 60_000 }).toMatch(/^Earshot is ready at http:\/\/localhost:\d+$/m);
    // Ctrl-C under npm comes twice.
    kill(signal);
    kill(signal);
    expect(await ended, err()).toEqual({ code: 0, signal: null });
    expect(existsSync(join(folder, 'earshot.pid'))).toBe(false);
  },
);

test('a worker runs without a port and ends at a signal', async () => {
  const { kill, ended, out } = start({}, 'worker');
  await expect.poll(out, { timeout: 60_000 }).toContain('Earshot runs jobs.');
  kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('a wrong value stops the start with one sentence and code 1', async () => {
  const { ended, out, err } = start({ LOG_LEVEL: 'loud' });
  expect((await ended).code).toBe(1);
  expect([out(), err()]).toEqual([
    '',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".\n',
  ]);
});

test('a signal during the start waits for it and then takes it back', async () => {
  const seen: string[] = [];
  const standing = new Set(process.listeners('SIGTERM'));
  let startIsDone: () => void = () => {};
  const started = new Promise<void>((done) => {
    startIsDone = done;
  });
  const ended = runUntilSignal(
    async () => {
      await started;
      return { url: '', lines: [], config: configured(), close: async () => void seen.push('closed') };
    },
    () => seen.push('ready'),
    (line) => seen.push(line),
  );
  // Called and not sent: a real signal would reach the test runner as well.
  const handler = process.listeners('SIGTERM').find((listener) => !standing.has(listener));
  (handler as (signal: NodeJS.Signals) => void)('SIGTERM');
  startIsDone();
  expect(await ended).toBe(0);
  expect(seen).toEqual(['Stopping.', 'closed']);
  expect(process.listeners('SIGTERM').filter((listener) => !standing.has(listener))).toEqual([]);
});
