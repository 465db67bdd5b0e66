import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ACTIVITY_KINDS } from '../../contract/activity.ts';
import { fillActivity, countCsv } from '../export.ts';
import { startServer } from '../server.ts';
import { conclude, seconds, signIn, until, withWorkspace, type Member } from './members.ts';

const JOBS = 20;
const BAR_MS = 15_000;
/** Longest time for all of them, with the waits after each kill. */
const PATIENCE_MS = 400_000;

/** A worker killed with -9 in the middle of a job, several times: each export is made and mailed once, and what was under way is run again soon. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '20000' }, kills: { type: 'string', default: '3' } },
  });
  const [rows, kills] = [Number(values.rows), Number(values.kills)];
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-worker-'));
  try {
    await withWorkspace(async ({ url, pool }) => {
      await fillActivity(url, rows);
      console.log(
        `${JOBS} exports of ${rows.toLocaleString('en')} rows, their worker killed ${kills} times; expected: ${JOBS} files, ${JOBS} mails, what was under way run again within ${BAR_MS / 1000} s`,
      );
      const server = await startServer(url, { DATA_DIR: folder });
      let worker = startWorker(url, folder);
      try {
        for (const member of await signIn(pool, server.port, JOBS)) await askForExport(member);
        const running = async (): Promise<{ id: string; attempts: number } | undefined> =>
          (
            await pool.query<{ id: string; attempts: number }>(
              "select id::text as id, attempts from exports where state = 'running' and rows_expected > 0 order by id limit 1",
            )
          ).rows[0];
        const complete = async (): Promise<number> =>
          (await pool.query<{ n: number }>("select count(*)::int as n from exports where state = 'complete'"))
            .rows[0]!.n;
        let slowest = 0;
        for (let kill = 1; kill <= kills; kill += 1) {
          await until(
            'some are done',
            async () => (await complete()) >= (JOBS * (kill - 1)) / (kills + 1),
            PATIENCE_MS,
          );
          await until('one is under way', async () => (await running()) !== undefined);
          const held = await running();
          worker.kill('SIGKILL');
          await once(worker, 'exit');
          const began = performance.now();
          worker = startWorker(url, folder);
          if (held === undefined)
            throw new Error('The export was done before its worker could be killed; give it more --rows.');
          await until(
            'it is run again',
            async () =>
              (
                await pool.query('select 1 from exports where id = $1 and attempts > $2', [
                  held.id,
                  held.attempts,
                ])
              ).rowCount === 1,
          );
          const taken = performance.now() - began;
          slowest = Math.max(slowest, taken);
          console.log(
            `  killed with ${await complete()} done; what was under way was run again after ${seconds(taken)}`,
          );
        }
        await until('all are done', async () => (await complete()) === JOBS, PATIENCE_MS);
        const outbox = (): string[] =>
          readdirSync(folder).includes('outbox')
            ? readdirSync(join(folder, 'outbox')).filter((name) => name.endsWith('.eml'))
            : [];
        await until(
          'all are mailed',
          async () =>
            (await pool.query('select 1 from exports where mailed_at is not null')).rowCount === JOBS,
        );
        await sleep(3000);
        const files = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).filter(
          (entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'),
        );
        let exact = 0;
        for (const file of files) if ((await countCsv(join(file.parentPath, file.name))) === rows) exact += 1;
        const recipients = new Set(
          outbox().map((name) => /^To: .*$/m.exec(readFileSync(join(folder, 'outbox', name), 'utf8'))?.[0]),
        );
        conclude(
          `found ${files.length} files, ${exact} of them with each row, ${outbox().length} mails to ${recipients.size} people, slowest ${seconds(slowest)}`,
          files.length === JOBS &&
            exact === JOBS &&
            outbox().length === JOBS &&
            recipients.size === JOBS &&
            slowest <= BAR_MS,
        );
      } finally {
        worker.kill('SIGKILL');
        await server.close();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function startWorker(url: string, folder: string): ChildProcess {
  return fork(join(import.meta.dirname, '../../server/cli/main.ts'), ['worker'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: url,
      DATA_DIR: folder,
      DEMO: 'off',
      LOG_LEVEL: 'fatal',
      NODE_ENV: 'production',
    },
  });
}

async function askForExport(member: Member): Promise<void> {
  const body = {
    collection: 'suggestion_activity_entries',
    kind: ACTIVITY_KINDS.filter((kind) => kind !== 'ticket_created').join(','),
    format: 'csv',
    spam: false,
    status_none: false,
    includes: 'comments,users',
    'exclude_fields[users]': 'traits',
  };
  const { status, text } = await member.post('/api/v2/admin/exports', body);
  if (status !== 201) throw new Error(`No export: ${status} ${text}`);
}
