import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GRAPHQL_PATH } from '../server/http/graphql.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { LIST_QUERY } from './list.ts';
import { load, requestBytes } from './load.ts';
import { startServer, type BenchServer } from './server.ts';
import type { Usage } from './server_process.ts';

const CLIENTS = 8;

/** Memory of the server process, jobs running in it, after lists, searches, details, reports and votes. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { ideas: { type: 'string', default: '20000' }, 'data-dir': { type: 'string' }, seconds: { type: 'string', default: '10' } } });
  const cluster = await openCluster(values['data-dir'] ?? null);
  let server: BenchServer | null = null;
  try {
    const url = await cluster.generated(Number(values.ideas), 20);
    const { ideas, users } = await withPool(url, async (pool) => {
      const sid = await largeTenant(pool);
      const ids = async (table: string): Promise<string[]> => (await pool.query<{ id: string }>(`select id::text as id from ${table} where subdomain_id = $1 order by id limit 2000`, [sid])).rows.map((row) => row.id);
      return { ideas: await ids("(select * from suggestions where state = 'approved') s"), users: await ids('users') };
    });
    server = await startServer(url, { WORKER: 'on' });
    const { port, headers } = server;
    const request = (query: string, variables: Record<string, unknown>): Buffer => requestBytes(port, GRAPHQL_PATH, headers, JSON.stringify({ query, variables }));
    const details = 'query Idea($id: ID!) { suggestion(id: $id) { id title body votes_count labels { id name } forum { id name } last_comment { id body } custom_field_map { key value } } }';
    const vote = 'mutation Vote($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user) { id votes_count } }';
    const work: [string, Buffer[]][] = [
      ['lists', [request(LIST_QUERY, {}), request(LIST_QUERY, { sort: '-created_at' }), request(LIST_QUERY.replace('per_page: 20', 'per_page: 100'), { sort: '-last_activity_at' })]],
      ['searches', ['calendar export', 'report missing', 'mobile login', ':kiosk'].map((q) => request(LIST_QUERY, { q }))],
      ['details', ideas.slice(0, 500).map((id) => request(details, { id }))],
      ['reports', [request('query Reports { report_top_statuses { status_name idea_count } per_forum_activity(categories: true) { forums { forum_name total_votes } } }', {})]],
      ['votes', ideas.map((id, index) => request(vote, { id, user: users[(index * 7) % users.length]! }))],
      ['documents seen once', Array.from({ length: 2000 }, (_, index) => request(`query Once${index} { suggestions(per_page: ${1 + (index % 20)}) { records { id title a${index}: votes_count } } }`, {}))],
    ];
    const rss = async (): Promise<string> => `${(await server!.ask<Usage>({ ask: 'usage' })).rssMb.toFixed(0)} MB`;
    console.log(`Memory of the server process with its jobs, ${CLIENTS} clients, ${values.seconds} s of each`);
    console.log(`  ${'after the start'.padEnd(22)} ${await rss()}`);
    for (const [name, requests] of work) {
      const { perSecond } = await load(port, requests, { clients: CLIENTS, seconds: Number(values.seconds) });
      console.log(`  ${`after ${name}`.padEnd(22)} ${await rss()}   (${perSecond.toFixed(0)}/s)`);
    }
    await new Promise((done) => setTimeout(done, 10_000));
    const most = /VmHWM:\s+(\d+)/.exec(status(server.pid))?.[1];
    console.log(`  ${'10 s later'.padEnd(22)} ${await rss()} (bar 200)${most === undefined ? '' : `   most at any time ${(Number(most) / 1024).toFixed(0)} MB`}`);
  } finally {
    await server?.close();
    await cluster.close();
  }
}

/** What the system says of a process; empty where it does not. */
function status(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
