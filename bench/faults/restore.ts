import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { createFiles } from '../../server/adapters/files.ts';
import type { Manifest } from '../../server/backup/format.ts';
import { checkArchive } from '../../server/backup/restore.ts';
import { loadDemo } from '../../server/db/demo/load.ts';
import { openCluster, withPool } from '../database.ts';
import { missingOfRestore } from './happened.ts';
import { ended, fillMailing, startCounting, startWorker, statesOf } from './mail.ts';
import { conclude } from './members.ts';

const MAIN = join(import.meta.dirname, '../../server/cli/main.ts');
/** What a restore changes on purpose: the hold, and mailings that it holds. */
const CHANGED = new Set(['installation_facts', 'mailings']);
const FILES = 40;

/**
 * A mailing whose worker is killed in its middle, then a backup, a wipe, and a restore into another cluster:
 * the same hashes, no mail while it is held, and after the release each of the rest once.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      people: { type: 'string', default: '1000' },
      'quiet-seconds': { type: 'string', default: '20' },
    },
  });
  const [people, quietSeconds] = [Number(values.people), Number(values['quiet-seconds'])];
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-restore-'));
  const cluster = await openCluster(null);
  const relay = await startCounting();
  const [there, here] = [join(folder, 'there'), join(folder, 'here')];
  for (const one of [there, here]) mkdirSync(one);
  const archive = join(folder, 'backup.tar.gz');
  const earshot = async (environment: Record<string, string>, ...words: string[]): Promise<string> =>
    (
      await promisify(execFile)(process.execPath, [MAIN, ...words], {
        env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', ...environment },
      })
    ).stdout;
  try {
    const url = await cluster.empty('restore_source');
    const old = { DATABASE_URL: url, DATA_DIR: there };
    console.log(
      `Backup, wipe and restore elsewhere, with a mailing to ${people.toLocaleString('en')} people half sent`,
    );
    const mailing_id = await withPool(url, async (pool) => {
      // the worker takes the first workspace
      const made = await fillMailing(pool, people);
      const { subdomain_id } = (await loadDemo(pool, { key: 'demo', now: new Date() }))!;
      const files = await createFiles({ kind: 'folder', path: join(there, 'files') });
      for (let n = 0; n < FILES; n += 1) {
        const storage_key = `${subdomain_id}/00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
        await files.put(storage_key, Buffer.alloc(1 + n * 150_000, n), {
          contentType: 'application/octet-stream',
        });
        await pool.query(
          `insert into attachments (subdomain_id, token, file_name, content_type, size_in_bytes, storage_key) values ($1, $2, 'a.bin', 'application/octet-stream', $3, $4)`,
          [subdomain_id, `bench-${n}`, 1 + n * 150_000, storage_key],
        );
      }
      return made.mailing_id;
    });
    const worker = startWorker(url, relay.url, mailing_id);
    while (relay.taken.size < people / 3) {
      if (worker.exitCode !== null) throw new Error('The worker ended before its time.');
      await sleep(5);
    }
    worker.kill('SIGKILL');
    await ended(worker);
    await withPool(url, (pool) =>
      pool.query(`update deliveries set due_at = now() where mailing_id = $1 and state = 'sending'`, [
        mailing_id,
      ]),
    );
    const sentBefore = relay.taken.size;
    const before = await withPool(url, (pool) => statesOf(pool, mailing_id));

    let began = performance.now();
    await earshot(old, 'backup', '--file', archive);
    console.log(`  backed up in ${seconds(began)}, ${(statSync(archive).size / 1e6).toFixed(1)} MB`);
    await cluster.empty('restore_source');
    rmSync(there, { recursive: true });

    const fresh = {
      DATA_DIR: here,
      PORT: '0',
      DEMO: 'off',
      SMTP_URL: relay.url,
      MAIL_DOMAIN: 'bench.example',
    };
    began = performance.now();
    await earshot(fresh, 'restore', '--file', archive);
    console.log(`  restored into an embedded PostgreSQL in ${seconds(began)}`);
    const again = join(folder, 'again.tar.gz');
    await earshot(fresh, 'backup', '--file', again);
    const [first, second] = [(await checkArchive(archive)).manifest, (await checkArchive(again)).manifest];
    const other = differences(first, second);

    const server = await start(fresh);
    await sleep(quietSeconds * 1000);
    const whileHeld = relay.taken.size - sentBefore;
    console.log(`  ${whileHeld} mails within ${quietSeconds} s of running while held`);
    const target = await openCluster(here);
    let states: Record<string, number> = {};
    try {
      began = performance.now();
      await earshot(fresh, 'release');
      await withPool(target.urlOf('earshot'), async (pool) => {
        for (;;) {
          states = await statesOf(pool, mailing_id);
          const { rows } = await pool.query<{ state: string }>('select state from mailings where id = $1', [
            mailing_id,
          ]);
          if (rows[0]!.state === 'done') break;
          if (performance.now() - began > 420_000)
            throw new Error('The mailing does not end after the release.');
          await sleep(500);
        }
      });
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await target.close();
    }
    const twice = [...relay.taken.values()].filter((count) => count > 1).length;
    const { sent = 0, unknown = 0 } = states;
    const isRight =
      other.length === 0 &&
      whileHeld === 0 &&
      twice === 0 &&
      sent + unknown === people &&
      relay.taken.size <= people &&
      relay.taken.size >= sent;
    console.log(
      `  tables with another hash: ${other.length === 0 ? 'none' : other.join(', ')}; files ${second.files.rows} of ${first.files.rows}`,
    );
    conclude(
      `the relay got ${relay.taken.size} (${sentBefore} before), twice ${twice}; sent ${sent}, unknown ${unknown}`,
      isRight,
      missingOfRestore(people, { sentBefore, before }),
    );
  } finally {
    await relay.close();
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function differences(first: Manifest, second: Manifest): string[] {
  const names = new Set([...Object.keys(first.tables), ...Object.keys(second.tables)]);
  const other = [...names].filter(
    (name) => !CHANGED.has(name) && first.tables[name]?.sha256 !== second.tables[name]?.sha256,
  );
  return first.files.sha256 === second.files.sha256 ? other : [...other, 'files'];
}

/** The real server; answers when it serves. */
async function start(environment: Record<string, string>): Promise<ChildProcess> {
  const server = spawn(process.execPath, [MAIN, 'start'], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout! }))
    if (line.startsWith('Earshot is ready')) return server;
  throw new Error('The server did not start.');
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
