import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { API_KEY_PREFIX } from '../contract/api_keys.ts';
import { hashSecret, newSecret } from '../server/domain/account/secrets.ts';
import { queueDeliveries } from '../server/domain/integrations/webhook_queue.ts';
import { recountTenant } from '../server/domain/ideas/recount.ts';
import { GRAPHQL_PATH } from '../server/http/graphql.ts';
import { openCluster, withPool } from './database.ts';
import { benchScope } from './generate.ts';
import { load, median, percentile, requestBytes } from './load.ts';
import { findPgbench, PGBENCH_MISSING, runPgbench } from './pgbench.ts';
import { startServer, type BenchServer } from './server.ts';
import { preparePlace, recordVote, variablesOf, type VotePlace } from './votes.ts';

const CLIENTS = 8;
/** So many that none has used up its requests of a minute. */
const KEYS = 1_000;
const DELIVERIES = 10_000;

/** The fields of the API's list, asked of the console's. */
const CONSOLE_LIST = `{ suggestions(per_page: 50, sort: "created_at") { records {
  id title body body_mime_type state channel votes_count supporters_count supporting_accounts_count supporter_revenue comments_count requests_count
  importance_low_count importance_medium_count importance_high_count
  forum { id name } category { id name } status { id name } internal_status { id name } labels { id full_name }
  created_by { id name email_address } assigned_owner { id name email_address } portal_url last_activity_at created_at updated_at } } }`;

/** Doors for programs: pages and votes of the HTTP API, and pages of the console beside webhooks. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ideas: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '5' },
    },
  });
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  const cluster = await openCluster(null);
  let server: BenchServer | null = null;
  try {
    const url = await cluster.empty('programs');
    const place = await withPool(url, (pool) => preparePlace(pool, Number(values.ideas)));
    const reference = await cluster.copy('programs', 'programs_reference');
    await withPool(
      url,
      async (pool) => {
        server = await startServer(url, { WORKER: 'on', ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
        const keys = await makeKeys(pool, place);
        console.log(
          `Programs, ${Number(values.ideas).toLocaleString('en')} ideas, ${CLIENTS} keep-alive clients, ${rounds} rounds of ${seconds} s each; medians of the rounds`,
        );
        await pages(server, keys, { seconds, rounds });
        await votes(server, pool, place, { reference, keys, seconds, rounds });
        await deliveries(server, pool, place, seconds);
      },
      4,
    );
  } finally {
    await (server as BenchServer | null)?.close();
    await cluster.close();
  }
}

async function makeKeys(pool: pg.Pool, { sid }: VotePlace): Promise<string[]> {
  const keys = Array.from({ length: KEYS }, () => `${API_KEY_PREFIX}${newSecret()}`);
  await pool.query(
    `insert into api_keys (subdomain_id, name, key_hash, key_end, scopes, user_id, last_used_at)
select $1, 'Bench', k, 'abcd', '{ideas:read,ideas:write}', (select min(id) from users where subdomain_id = $1 and license_type = 'owner'), now() from unnest($2::bytea[]) as k`,
    [sid, keys.map((key) => hashSecret(key))],
  );
  return keys;
}

/** A request of a program, as bytes. */
function bytesOf(port: number, method: string, path: string, key: string, body = ''): Buffer {
  const lines = [
    `host: 127.0.0.1:${port}`,
    'connection: keep-alive',
    `authorization: Bearer ${key}`,
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${method} /api/v1${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

const pageOf = ({ port, headers }: BenchServer): Buffer[] => [
  requestBytes(port, GRAPHQL_PATH, headers, JSON.stringify({ query: CONSOLE_LIST })),
];

async function pages(
  server: BenchServer,
  keys: readonly string[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<void> {
  const api = keys.map((key) => bytesOf(server.port, 'GET', '/ideas', key));
  const own: number[] = [];
  const other: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [one, two] = [
      await load(server.port, api, { clients: CLIENTS, seconds }),
      await load(server.port, pageOf(server), { clients: CLIENTS, seconds }),
    ];
    // the first one warms up
    if (round === 0) continue;
    own.push(one.perSecond);
    other.push(two.perSecond);
  }
  console.log(
    `  page of 50 ideas       API ${median(own).toFixed(0)}/s   console with the same fields ${median(other).toFixed(0)}/s   ratio ${median(own.map((each, round) => each / other[round]!)).toFixed(2)}`,
  );
}

async function votes(
  server: BenchServer,
  pool: pg.Pool,
  place: VotePlace,
  {
    reference,
    keys,
    seconds,
    rounds,
  }: { reference: string; keys: readonly string[]; seconds: number; rounds: number },
): Promise<void> {
  const pgbench = findPgbench();
  if (pgbench === null) console.log(PGBENCH_MISSING);
  const { script } = await recordVote(pool, place);
  const { ideas, users } = place;
  const own: number[] = [];
  const bare: number[] = [];
  let user = 0;
  for (let round = 0; round < rounds; round += 1) {
    const requests = Array.from({ length: 20_000 }, (_, at) =>
      bytesOf(
        server.port,
        'POST',
        `/ideas/${ideas.first + Math.floor(Math.random() * ideas.count)}/votes`,
        keys[at % keys.length]!,
        JSON.stringify({ user: String(users.first + (user++ % users.count)), subscribe: false }),
      ),
    );
    own.push((await load(server.port, requests, { clients: CLIENTS, seconds })).perSecond);
    if (pgbench !== null)
      bare.push(
        (
          await runPgbench(
            pgbench,
            reference,
            `\\set idea random(${ideas.first}, ${ideas.first + ideas.count - 1})\n${variablesOf(place)}${script}`,
            { clients: CLIENTS, seconds },
          )
        ).perSecond,
      );
  }
  const drift = await recountTenant(benchScope(pool, place.sid));
  console.log(
    `  votes                  API ${median(own).toFixed(0)}/s${pgbench === null ? '' : `   pgbench ${median(bare).toFixed(0)}/s   ratio ${median(own.map((each, round) => each / bare[round]!)).toFixed(2)} (bar 0.5)`}; ${drift.entries.length === 0 ? 'every counter exact' : `WRONG: ${JSON.stringify(drift.entries)}`}`,
  );
  if (drift.entries.length > 0) process.exitCode = 1;
}

/** Pages while nothing else happens, and while the same process tells a receiver of 10,000 things. */
async function deliveries(
  server: BenchServer,
  pool: pg.Pool,
  { sid, users }: VotePlace,
  seconds: number,
): Promise<void> {
  const receiver = fork(new URL('./receiver.ts', import.meta.url).pathname);
  try {
    const [port] = (await once(receiver, 'message')) as [number];
    const made = await fetch(`http://127.0.0.1:${server.port}${GRAPHQL_PATH}`, {
      method: 'POST',
      headers: server.headers,
      body: JSON.stringify({
        query:
          'mutation ($url: String!) { webhook_create(name: "Bench", url: $url, kinds: ["user_created"]) { id } }',
        variables: { url: `http://127.0.0.1:${port}/` },
      }),
    });
    if (!(await made.text()).includes('"id"')) throw new Error('There is no webhook.');
    const alone = await load(server.port, pageOf(server), { clients: CLIENTS, seconds: seconds * 2 });
    const ids = Array.from({ length: DELIVERIES }, (_, at) => String(users.first + at));
    const scope = benchScope(pool, sid);
    const began = performance.now();
    await scope.write((tx) =>
      queueDeliveries(tx, { subdomain_id: sid }, new Date(), new Map([['user_created', new Set(ids)]])),
    );
    const queuedMs = performance.now() - began;
    const waiting = async (): Promise<number> =>
      (await pool.query("select count(*)::int as n from webhook_deliveries where state = 'waiting'")).rows[0]
        .n;
    // the schedule begins it within a minute
    while ((await waiting()) === DELIVERIES) await new Promise((done) => setTimeout(done, 100));
    const [startedAt, left] = [performance.now(), await waiting()];
    const beside = await load(server.port, pageOf(server), { clients: CLIENTS, seconds: seconds * 2 });
    const behind = await waiting();
    const perSecond = (left - behind) / ((performance.now() - startedAt) / 1000);
    while ((await waiting()) > 0) await new Promise((done) => setTimeout(done, 200));
    const drainedPerSecond = behind / ((performance.now() - startedAt) / 1000 - beside.seconds);
    const p95 = [alone, beside].map(({ latenciesMs }) => percentile(latenciesMs, 0.95));
    console.log(
      `  webhooks               ${DELIVERIES.toLocaleString('en')} queued in ${queuedMs.toFixed(0)} ms; told ${perSecond.toFixed(0)}/s beside ${CLIENTS} clients, ${drainedPerSecond.toFixed(0)}/s without; pages p95 ${p95[0]!.toFixed(1)} ms alone, ${p95[1]!.toFixed(1)} ms meanwhile, ratio ${(p95[1]! / p95[0]!).toFixed(2)} (bar 1.5)`,
    );
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
  }
}
