import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importFilesPath } from '../contract/imports.ts';
import { openCluster } from './database.ts';
import { percentile } from './load.ts';
import { startServer, type BenchServer } from './server.ts';

const LIST =
  '{ suggestions(per_page: 50) { total_records records { id title votes_count forum { name } } } }';

/** 100,000 rows through the console's import, with lists asked beside it: time, memory of the server, how long the lists take. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '100000' }, ideas: { type: 'string', default: '20000' } },
  });
  const rows = Number(values.rows);
  const cluster = await openCluster(null);
  try {
    const server = await startServer(await cluster.generated(Number(values.ideas), 1), { WORKER: 'on' });
    try {
      const idle = await beside(server, async () => new Promise((done) => setTimeout(done, 10_000)));
      console.log(
        `  idle                   lists p50 ${idle.p50} ms, p95 ${idle.p95} ms, most memory ${idle.mb} MB`,
      );
      const body = csv(rows);
      const sent = await fetch(`http://127.0.0.1:${server.port}${importFilesPath}`, {
        method: 'POST',
        headers: { ...server.headers, 'content-type': 'text/csv', 'x-file-name': 'ideas.csv' },
        body,
      });
      if (sent.status !== 200) throw new Error(`The upload: ${sent.status} ${await sent.text()}`);
      const { id: file } = (await sent.json()) as { id: string };
      const { import_create } = await ask<{ import_create: { id: string } }>(
        server,
        `mutation { import_create(file_ids: ["${file}"]) { id } }`,
      );
      const { id } = import_create;
      const state = async (): Promise<string> =>
        (await ask<{ import: { state: string } }>(server, `{ import(id: "${id}") { state } }`)).import.state;
      const until = async (wanted: string): Promise<void> => {
        for (let now = await state(); now !== wanted; now = await state()) {
          if (now === 'failed' || now === 'faulty') throw new Error(`The import is ${now}.`);
          await new Promise((done) => setTimeout(done, 250));
        }
      };
      const step = async (name: string, mutation: string | null, wanted: string): Promise<void> => {
        const began = performance.now();
        const figures = await beside(server, async () => {
          if (mutation !== null) await ask(server, `mutation { ${mutation}(id: "${id}") { id } }`);
          await until(wanted);
        });
        console.log(
          `  ${name.padEnd(22)} ${((performance.now() - began) / 1000).toFixed(1)} s, lists p50 ${figures.p50} ms, p95 ${figures.p95} ms, longest ${figures.longest} ms, most memory ${figures.mb} MB`,
        );
      };
      await step('rehearsal', null, 'ready');
      await step('import', 'import_start', 'done');
      await step('undo', 'import_undo', 'undone');
    } finally {
      await server.close();
    }
  } finally {
    await cluster.close();
  }
}

/** Asks for a list again and again, four at a second, while something is done. */
async function beside(
  server: BenchServer,
  work: () => Promise<unknown>,
): Promise<{ p50: number; p95: number; longest: number; mb: number }> {
  const times: number[] = [];
  let mb = 0;
  const over = new AbortController();
  const asking = (async (): Promise<void> => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await ask(server, LIST);
      times.push(performance.now() - began);
      mb = Math.max(
        mb,
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024,
      );
      await new Promise((done) => setTimeout(done, 100));
    }
  })();
  await work();
  over.abort();
  await asking;
  const ascending = times.toSorted((a, b) => a - b);
  return {
    p50: Math.round(percentile(ascending, 0.5)),
    p95: Math.round(percentile(ascending, 0.95)),
    longest: Math.round(ascending.at(-1)!),
    mb: Math.round(mb),
  };
}

async function ask<T>(server: BenchServer, query: string): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v2/admin/graphql`, {
    method: 'POST',
    headers: server.headers,
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await answer.json()) as { data: T; errors?: { message: string }[] };
  if (errors !== undefined) throw new Error(errors[0]!.message);
  return data;
}

/** Ideas with texts of usual length, each third with a label of its kind, written by a third as many people. */
function csv(rows: number): string {
  const lines = ['id,title,description,forum,category,status,labels,created_at,author_email,author_name'];
  for (let at = 0; at < rows; at += 1)
    lines.push(
      `${at},Idea ${at} about exports and reports,"We need this every week, since the team of ${at % 97} works in it. It would save us an hour.",Forum ${at % 5},Category ${at % 20},${at % 3 === 0 ? 'Planned' : ''},"label ${at % 30}",2026-0${1 + (at % 9)}-1${at % 10},person${at % Math.ceil(rows / 3)}@people.example,Person ${at}`,
    );
  return `${lines.join('\n')}\n`;
}
