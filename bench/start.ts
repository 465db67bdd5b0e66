import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { median } from './load.ts';

/** Starts of the product as `npm start` does it, with embedded PostgreSQL: the first on an empty folder, then later ones. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-bench-start-'));
  const nothing = mkdtempSync(join(tmpdir(), 'earshot-bench-empty-'));
  writeFileSync(join(nothing, 'package.json'), JSON.stringify({ private: true, scripts: { start: ':' } }));
  try {
    // the console is built and the packages are installed before anything is timed
    await start(dataDir, 'npm', ['start']);
    rmSync(dataDir, { recursive: true, force: true });
    const first = await start(dataDir, 'npm', ['start']);
    const whole: number[] = [];
    const bare: number[] = [];
    const empty: number[] = [];
    const node: number[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      whole.push(await start(dataDir, 'npm', ['start']));
      bare.push(await start(dataDir, process.execPath, [...process.execArgv, 'server/cli/main.ts', 'start']));
      // the references by turns with what is measured, so that what else the machine does meets all
      empty.push(await timed(nothing, 'npm', ['start']));
      node.push(await timed(nothing, process.execPath, ['-e', '']));
    }
    console.log(
      'Seconds from the command to the first page answered, embedded PostgreSQL, console built; the reference is npm with an empty start script',
    );
    console.log(`  first start, database and demo workspace made   ${first.toFixed(2)} s`);
    console.log(
      `  second start, npm start                         ${median(whole).toFixed(2)} s (bar 2), slowest ${Math.max(...whole).toFixed(2)} s; ${median(whole.map((seconds, round) => seconds - empty[round]!)).toFixed(2)} s above the reference`,
    );
    console.log(`  second start, without npm                       ${median(bare).toFixed(2)} s`);
    console.log(`  npm start with an empty script                  ${median(empty).toFixed(2)} s`);
    console.log(`  Node running nothing                            ${median(node).toFixed(2)} s`);
  } finally {
    rmSync(nothing, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Seconds until the ready line and a page behind it; then the process is ended and waited for. */
async function start(dataDir: string, command: string, args: string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => {
    complaints += text.toString();
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /^Earshot is ready at (\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then(() =>
      reject(new Error(`${command} ended before it was ready: ${complaints.slice(-600)}`)),
    );
  });
  const page = await fetch(`${url}/admin/signin`);
  if (page.status !== 200) throw new Error(`${url}/admin/signin answered ${page.status}`);
  await page.arrayBuffer();
  const seconds = (performance.now() - started) / 1000;
  // npm passes no signal on to what it runs through a shell: the whole group is told
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
  return seconds;
}

/**
 * A free port below those that the system hands out by itself: one of these could be taken by another
 * program in the seconds between the choice and the use.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 21_000 + Math.floor(Math.random() * 8_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer().once('error', () => resolve(false));
      server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** Seconds of a command that does nothing. @throws Error when it fails */
async function timed(cwd: string, command: string, args: string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(command, args, { cwd, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? 'a signal'}.`);
  return (performance.now() - started) / 1000;
}
