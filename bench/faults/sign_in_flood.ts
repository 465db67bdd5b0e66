import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { accountKey } from '../../server/domain/account/limits/shares.ts';
import { hashPassword } from '../../server/domain/account/password_hash.ts';
import { GRAPHQL_PATH } from '../../server/http/graphql.ts';
import { LIST_QUERY } from '../list.ts';
import { percentile } from '../load.ts';
import { startServer, type BenchServer } from '../server.ts';
import type { Call, Flood, Flooded } from './sign_in_flooder.ts';
import { conclude, withWorkspace } from './members.ts';

const PASSWORD = 'violet harbour 92 lamps';
/** Where the people sign in from who are measured. */
const HOME = '127.0.0.2';
/** What a known person waits at most, at the 95th of a hundred. */
const P95_MS = 2_000;
const SIGN_IN_EVERY_MS = 150;
/** A flood of fewer calls a second has not happened. */
const CALLS_PER_SECOND = 50;

interface Kind {
  what: string;
  flood: Omit<Flood, 'port'>;
  /** whether the person brings the cookie of a browser that signed in before; else the network alone is known */
  hasDevice: boolean;
  /** where the person signs in from */
  network: string;
  /** whether most of it has to be refused as too much */
  isLimited: boolean;
  /** the person signs in from a network that is new each time, with a browser that is */
  isNew?: true;
}

/** Somebody of another workspace who has gathered browsers. */
interface Gatherer {
  host: string;
  email: string;
  cookies: readonly string[];
}

const GATHERER = { key: 'gatherer', email: 'gatherer@bench.example', browsers: 120 };

/** Floods at every door that asks for no session: what a known person waits for a sign-in, and whether it succeeds. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '6' }, connections: { type: 'string', default: '60' } },
  });
  const [seconds, connections] = [Number(values.seconds), Number(values.connections)];
  await withWorkspace(async ({ url, pool, sid }) => {
    await addGatherer(pool);
    console.log(
      `Floods of ${connections} connections for ${seconds} s each; expected: every sign-in of a known person succeeds, p95 at most ${P95_MS / 1000} s`,
    );
    const server = await startServer(url);
    try {
      let isRight = true;
      const gatherer = await gather(server, pool);
      for (const [index, kindOf] of KINDS.entries()) {
        const email = `flooded${index}@bench.example`;
        await nameSomebody(pool, sid, index, email);
        isRight =
          (await measure(server, pool, kindOf(email, connections, gatherer), email, seconds)) && isRight;
      }
      const { rows } = await pool.query<{ counters: string; jobs: string }>(
        "select (select count(*) from sign_in_delays) as counters, (select count(*) from pgboss.job where name <> '__pgboss__send-it') as jobs",
      );
      conclude(
        `${rows[0]!.counters} counters and ${rows[0]!.jobs} jobs are left`,
        isRight && Number(rows[0]!.jobs) <= 20 * 10 + 20,
      );
    } finally {
      await server.close();
    }
  });
}

const networks = (kind: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `127.${kind + 1}.0.${n + 1}`);
const signInCall = (email: string): Call => ({
  method: 'POST',
  path: '/admin/session',
  body: JSON.stringify({ email, password: 'wrong password ${n}' }),
});
const forgotCall = (email: string): Call => ({
  method: 'POST',
  path: '/admin/password/forgot',
  body: JSON.stringify({ email }),
});
const STRANGER = 'nobody${n}@strangers.example';
const FORGED = 'forged'.padEnd(43, 'x');
const FORGERIES: readonly Call[] = [
  { method: 'POST', path: '/admin/session/link', body: JSON.stringify({ token: FORGED }) },
  { method: 'GET', path: `/admin/password/token?token=${FORGED}` },
  { method: 'GET', path: `/admin/session/ticket?token=${FORGED}` },
  { method: 'GET', path: `/admin/setup/state?token=${FORGED}` },
  { method: 'GET', path: `/u/${FORGED}` },
  { method: 'GET', path: '/clients/admin-console/heartbeat', headers: { cookie: `earshot=${FORGED}` } },
  {
    method: 'POST',
    path: GRAPHQL_PATH,
    headers: { authorization: `Bearer ${FORGED}` },
    body: '{"query":"{ current_user { id } }"}',
  },
  { method: 'GET', path: '/health/ready' },
  { method: 'GET', path: '/', headers: { host: 'nobody${n}.example' } },
];

/** One account of another workspace with all its browsers at once, and the right password. */
const gathered = ({ host, email, cookies }: Gatherer): Kind['flood'] => ({
  networks: networks(6, 4),
  connections: cookies.length,
  calls: cookies.map((cookie) => ({
    method: 'POST',
    path: '/admin/session',
    headers: { host, cookie },
    body: JSON.stringify({ email, password: PASSWORD }),
  })),
});

const KINDS: readonly ((email: string, connections: number, gatherer: Gatherer) => Kind)[] = [
  (email, connections) => ({
    what: 'its account, from 4 networks',
    flood: { networks: networks(0, 4), connections, calls: [signInCall(email)] },
    hasDevice: false,
    network: HOME,
    isLimited: true,
  }),
  (email, connections) => ({
    what: 'its account, from its own network',
    flood: { networks: ['127.2.0.1'], connections, calls: [signInCall(email)] },
    hasDevice: true,
    network: '127.2.0.1',
    isLimited: true,
  }),
  (_email, connections) => ({
    what: 'all accounts, from 4 networks',
    flood: { networks: networks(2, 4), connections, calls: [signInCall(STRANGER)] },
    hasDevice: false,
    network: HOME,
    isLimited: true,
  }),
  (_email, connections) => ({
    what: 'all accounts, from 120 networks',
    flood: {
      networks: networks(3, 120),
      connections: Math.max(120, connections),
      calls: [signInCall(STRANGER)],
    },
    hasDevice: false,
    network: HOME,
    isLimited: false,
  }),
  (email, connections) => ({
    what: 'emails with a link, from 10 networks',
    flood: { networks: networks(4, 10), connections, calls: [forgotCall(STRANGER), forgotCall(email)] },
    hasDevice: false,
    network: HOME,
    isLimited: true,
  }),
  (_email, connections) => ({
    what: 'made-up links, sessions, tokens, hosts',
    flood: { networks: networks(5, 4), connections, calls: FORGERIES },
    hasDevice: false,
    network: HOME,
    isLimited: false,
  }),
  (_email, _connections, gatherer) => ({
    what: '120 browsers of one account elsewhere',
    flood: gathered(gatherer),
    hasDevice: true,
    network: HOME,
    isLimited: true,
  }),
  (_email, _connections, gatherer) => ({
    what: 'the same, to new browsers',
    flood: gathered(gatherer),
    hasDevice: false,
    network: HOME,
    isLimited: true,
    isNew: true,
  }),
];

/** Makes another workspace with somebody in it. */
async function addGatherer(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with place as (insert into subdomains (key, name) values ($1, 'Gatherer') returning id)
     insert into users (subdomain_id, email_address, license_type, permission_state, password_hash)
     select id, $2, 'full', 'active', $3 from place`,
    [GATHERER.key, GATHERER.email, await hashPassword(PASSWORD)],
  );
}

/** Signs in with 120 browsers, as over some hours. */
async function gather({ port }: BenchServer, pool: pg.Pool): Promise<Gatherer> {
  const host = `${GATHERER.key}.localhost:${port}`;
  const cookies: string[] = [];
  while (cookies.length < GATHERER.browsers) {
    await forgetRightOnes(pool, GATHERER.email);
    const { status, device } = await signIn(port, HOME, GATHERER.email, null, host);
    if (status !== 204 || device === null) throw new Error(`A browser could not be gathered: ${status}.`);
    cookies.push(device);
  }
  return { host, email: GATHERER.email, cookies };
}

/** Right passwords in a row slow down; here they stand for those of as many hours. */
async function forgetRightOnes(pool: pg.Pool, email: string): Promise<void> {
  await pool.query("delete from sign_in_delays where account = $1 and scope_key like 'right%'", [
    accountKey(email),
  ]);
}

/** Gives an address and a password to a member of the team. */
async function nameSomebody(pool: pg.Pool, sid: string, index: number, email: string): Promise<void> {
  await pool.query(
    `update users set email_address = $3, password_hash = $4, allowed_state = 'allowed'
     where subdomain_id = $1 and id = (select id from users where subdomain_id = $1 and license_type <> 'none' order by id offset $2 limit 1)`,
    [sid, index, email, await hashPassword(PASSWORD)],
  );
}

async function measure(
  server: BenchServer,
  pool: pg.Pool,
  { what, flood, hasDevice, network, isLimited, isNew }: Kind,
  email: string,
  seconds: number,
): Promise<boolean> {
  // makes the network known, and the browser
  const first = await signIn(server.port, network, email);
  if (first.status !== 204) throw new Error(`The first sign-in answered ${first.status}.`);
  const cookie = hasDevice ? first.device : null;
  const flooder = fork(join(import.meta.dirname, 'sign_in_flooder.ts'), { execArgv: process.execArgv });
  flooder.send({ ...flood, port: server.port } satisfies Flood);
  await sleep(500);
  const until = performance.now() + seconds * 1000;
  const took: number[] = [];
  const lists: number[] = [];
  let failed = 0;
  while (performance.now() < until) {
    await forgetRightOnes(pool, email);
    const from = isNew === true ? `127.100.${took.length >> 8}.${(took.length % 256) + 1}` : network;
    const own = await signIn(server.port, from, email, cookie);
    took.push(own.ms);
    if (own.status !== 204) failed += 1;
    lists.push(await list(server));
    await sleep(SIGN_IN_EVERY_MS);
  }
  const mail = await ask(server.port, network, '/admin/password/forgot', { email }, cookie);
  flooder.send('stop');
  const [flooded] = (await once(flooder, 'message')) as [Flooded];
  const calls = Object.entries(flooded.answers).reduce(
    (sum, [status, count]) => (status === 'broken' ? sum : sum + count),
    0,
  );
  const perSecond = calls / flooded.seconds;
  const refused = flooded.answers['429'] ?? 0;
  const faults = Object.entries(flooded.answers)
    .filter(([status]) => status.startsWith('5'))
    .reduce((sum, [, count]) => sum + count, 0);
  const hasHappened = perSecond >= CALLS_PER_SECOND && (!isLimited || refused > calls / 2);
  took.sort((a, b) => a - b);
  lists.sort((a, b) => a - b);
  const p95 = percentile(took, 0.95);
  const isRight = hasHappened && failed === 0 && p95 <= P95_MS && mail.status === 204 && faults === 0;
  const told = Object.entries(flooded.answers)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ');
  console.log(
    `  ${what.padEnd(37)} ${perSecond.toFixed(0).padStart(5)} calls/s (${told})${hasHappened ? '' : '   THE FLOOD DID NOT HAPPEN'}\n` +
      `    ${took.length} sign-ins, ${failed} failed, p50 ${percentile(took, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; email ${mail.status}; a list beside it p95 ${percentile(lists, 0.95).toFixed(0)} ms${isRight ? '' : '   NOT OK'}`,
  );
  return isRight;
}

async function list(server: BenchServer): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}${GRAPHQL_PATH}`, {
    method: 'POST',
    headers: server.headers,
    body: JSON.stringify({ query: LIST_QUERY, variables: {} }),
  });
  if (answer.status !== 200) throw new Error(`The list answered ${answer.status}.`);
  await answer.text();
  return performance.now() - began;
}

async function signIn(
  port: number,
  network: string,
  email: string,
  cookie: string | null = null,
  host: string | null = null,
): Promise<{ status: number; ms: number; device: string | null }> {
  const began = performance.now();
  const { status, cookies } = await ask(
    port,
    network,
    '/admin/session',
    { email, password: PASSWORD },
    cookie,
    host,
  );
  return {
    status,
    ms: performance.now() - began,
    device: cookies.find((one) => one.startsWith('earshot-device='))?.split(';')[0] ?? null,
  };
}

/** A form from a network, on a connection of its own. */
function ask(
  port: number,
  localAddress: string,
  path: string,
  json: object,
  cookie: string | null,
  asked: string | null = null,
): Promise<{ status: number; cookies: string[] }> {
  const body = JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        localAddress,
        method: 'POST',
        path,
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          ...(cookie === null ? {} : { cookie }),
          ...(asked === null ? {} : { host: asked }),
        },
      },
      (response) =>
        response
          .resume()
          .once('end', () =>
            resolve({ status: response.statusCode ?? 0, cookies: response.headers['set-cookie'] ?? [] }),
          ),
    );
    call.once('error', reject);
    call.end(body);
  });
}
