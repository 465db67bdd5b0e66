import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCluster } from '../database.ts';
import { countCsv, fillActivity, fileOf, startExport, waitFor } from '../export.ts';
import { startServer } from '../server.ts';

/** An export whose process is killed in the middle, and whose next one is stopped in the middle: one file, one mail, each row once. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '1000000' }, 'data-dir': { type: 'string' } },
  });
  const rows = Number(values.rows);
  const cluster = await openCluster(values['data-dir'] ?? null);
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-restart-'));
  const environment = { WORKER: 'on', DATA_DIR: folder };
  try {
    const url = await cluster.generated(5000, 5);
    await fillActivity(url, rows);
    console.log(`Export of ${rows.toLocaleString('en')} entries with a restart in the middle`);

    let server = await startServer(url, environment);
    const id = await startExport(server, 'csv');
    const first = await waitFor(server, id, ({ rows_written }) => rows_written > rows * 0.3);
    process.kill(server.pid, 'SIGKILL');
    await server.close();
    console.log(`  killed after ${first.rows_written.toLocaleString('en')} rows`);

    const began = performance.now();
    server = await startServer(url, environment);
    // the heartbeat of the dead worker has to lapse first, and its count to fall back
    await waitFor(server, id, ({ rows_written }) => rows_written < first.rows_written);
    console.log(`  begun again ${((performance.now() - began) / 1000).toFixed(1)} s after the next start`);
    const second = await waitFor(server, id, ({ rows_written }) => rows_written > rows * 0.3);
    await server.close();
    console.log(`  stopped in order after ${second.rows_written.toLocaleString('en')} rows`);

    server = await startServer(url, environment);
    const end = await waitFor(server, id, () => false);
    // the mail is a job of its own
    const mails = (): string[] => {
      try {
        return readdirSync(join(folder, 'outbox')).filter((name) => name.endsWith('.eml'));
      } catch {
        return [];
      }
    };
    for (let tries = 0; mails().length === 0 && tries < 60; tries += 1)
      await new Promise((done) => setTimeout(done, 500));
    await new Promise((done) => setTimeout(done, 5000));
    await server.close();
    const found = await countCsv(fileOf(folder));
    const links = mails()
      .map((name) => readFileSync(join(folder, 'outbox', name), 'utf8'))
      .filter((text) => text.includes('/admin/exports/')).length;
    const verdict = found === rows && end.rows_written === rows && links === 1;
    console.log(
      `  rows in the file ${found.toLocaleString('en')}, in its record ${end.rows_written.toLocaleString('en')}, files 1, mails ${links}   ${verdict ? 'ok' : 'NOT OK'}`,
    );
    if (!verdict) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await cluster.close();
  }
}
