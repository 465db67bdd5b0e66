import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hashPassword } from '../server/domain/account/password_hash.ts';
import { GRAPHQL_PATH } from '../server/http/graphql.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { LIST_QUERY } from './list.ts';
import { load, requestBytes } from './load.ts';
import { startServer, type BenchServer } from './server.ts';
import type { Usage } from './server_process.ts';

const CLIENTS = 8;

/** What a process may hold after all of it. */
const BAR_MB = 200;
/** A kind of work that came less often than this did not happen. */
const LEAST = 20;
const SIGN_IN_PASSWORD = 'a long sentence to sign in with';

/**
 * Memory of the server process, jobs running in it. `mixed` (the default): reads, writes, sign-ins, uploads and
 * refused documents at once, for minutes; `lists`: lists, searches, details, reports and votes, one after the other.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      load: { type: 'string', default: 'mixed' },
      ideas: { type: 'string', default: '20000' },
      'data-dir': { type: 'string' },
      seconds: { type: 'string', default: '10' },
      minutes: { type: 'string', default: '7' },
      heap: { type: 'string' },
    },
  });
  const cluster = await openCluster(values['data-dir'] ?? null);
  let server: BenchServer | null = null;
  try {
    const url = await cluster.generated(Number(values.ideas), 20);
    const place = await withPool(url, async (pool) => {
      const sid = await largeTenant(pool);
      const ids = async (table: string): Promise<string[]> =>
        (
          await pool.query<{ id: string }>(
            `select id::text as id from ${table} where subdomain_id = $1 order by id limit 2000`,
            [sid],
          )
        ).rows.map((row) => row.id);
      const team = await pool.query<{ email: string }>(
        "update users set password_hash = $2 where subdomain_id = $1 and id in (select id from users where subdomain_id = $1 and license_type in ('owner', 'full') order by id limit 10) returning email_address as email",
        [sid, await hashPassword(SIGN_IN_PASSWORD)],
      );
      return {
        ideas: await ids("(select * from suggestions where state = 'approved') s"),
        users: await ids('users'),
        emails: team.rows.map(({ email }) => email),
      };
    });
    server = await startServer(url, { WORKER: 'on' });
    const work = workOf(server, place);
    if (values.load === 'lists') await oneAfterTheOther(server, work, Number(values.seconds));
    else await allAtOnce(server, work, place, Number(values.minutes) * 60);
    if (values.heap !== undefined) await server.ask({ ask: 'heap', to: values.heap });
  } finally {
    await server?.close();
    await cluster.close();
  }
}

interface Place {
  ideas: string[];
  users: string[];
  /** addresses of people of the team, who sign in with SIGN_IN_PASSWORD */
  emails: string[];
}

const rssOf = async (server: BenchServer): Promise<number> =>
  (await server.ask<Usage>({ ask: 'usage' })).rssMb;

function workOf(
  { port, headers }: BenchServer,
  { ideas, users }: Place,
): Record<'lists' | 'searches' | 'details' | 'reports' | 'votes' | 'documents seen once', Buffer[]> {
  const request = (query: string, variables: Record<string, unknown>): Buffer =>
    requestBytes(port, GRAPHQL_PATH, headers, JSON.stringify({ query, variables }));
  const details =
    'query Idea($id: ID!) { suggestion(id: $id) { id title body votes_count labels { id name } forum { id name } last_comment { id body } custom_field_map { key value } } }';
  const vote =
    'mutation Vote($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user) { id votes_count } }';
  return {
    lists: [
      request(LIST_QUERY, {}),
      request(LIST_QUERY, { sort: '-created_at' }),
      request(LIST_QUERY.replace('per_page: 20', 'per_page: 100'), { sort: '-last_activity_at' }),
    ],
    searches: ['calendar export', 'report missing', 'mobile login', ':kiosk'].map((q) =>
      request(LIST_QUERY, { q }),
    ),
    details: ideas.slice(0, 500).map((id) => request(details, { id })),
    reports: [
      request(
        'query Reports { report_top_statuses { status_name idea_count } per_forum_activity(categories: true) { forums { forum_name total_votes } } }',
        {},
      ),
    ],
    votes: ideas.map((id, index) => request(vote, { id, user: users[(index * 7) % users.length]! })),
    'documents seen once': Array.from({ length: 2000 }, (_, index) =>
      request(
        `query Once${index} { suggestions(per_page: ${1 + (index % 20)}) { records { id title a${index}: votes_count } } }`,
        {},
      ),
    ),
  };
}

async function oneAfterTheOther(
  server: BenchServer,
  work: Readonly<Record<string, Buffer[]>>,
  seconds: number,
): Promise<void> {
  console.log(`Memory of the server process with its jobs, ${CLIENTS} clients, ${seconds} s of each`);
  console.log(`  ${'after the start'.padEnd(22)} ${(await rssOf(server)).toFixed(0)} MB`);
  for (const [name, requests] of Object.entries(work)) {
    const { perSecond } = await load(server.port, requests, { clients: CLIENTS, seconds });
    console.log(
      `  ${`after ${name}`.padEnd(22)} ${(await rssOf(server)).toFixed(0)} MB   (${perSecond.toFixed(0)}/s)`,
    );
  }
  await sleep(10_000);
  await conclude(server, true);
}

/** Prints what is left 10 s later. */
async function conclude(server: BenchServer, isComplete: boolean): Promise<void> {
  const rss = await rssOf(server);
  const most = /VmHWM:\s+(\d+)/.exec(status(server.pid))?.[1];
  const isRight = isComplete && rss <= BAR_MB;
  console.log(
    `  ${'10 s later'.padEnd(22)} ${rss.toFixed(0)} MB (bar ${BAR_MB})${most === undefined ? '' : `   most at any time ${(Number(most) / 1024).toFixed(0)} MB`}   ${isRight ? 'ok' : 'NOT OK'}`,
  );
  if (!isRight) process.exitCode = 1;
}

/** All kinds of work beside one another, each with clients of its own; what each did, and what the process holds meanwhile. */
async function allAtOnce(
  server: BenchServer,
  work: ReturnType<typeof workOf>,
  { ideas, emails }: Place,
  seconds: number,
): Promise<void> {
  const { port, headers } = server;
  const done = new Map<string, number>();
  const count = (kind: string, by = 1): void => void done.set(kind, (done.get(kind) ?? 0) + by);
  const until = performance.now() + seconds * 1000;
  /** one client, who rests between two calls so that the machine is not just busy */
  const client = async (
    kind: string,
    restMs: number,
    once: (n: number) => Promise<boolean>,
  ): Promise<void> => {
    done.set(kind, 0);
    for (let n = 0; performance.now() < until; n += 1) {
      if (await once(n)) count(kind);
      await sleep(restMs);
    }
  };
  const post = async (
    path: string,
    body: string | Buffer,
    more: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: body as BodyInit,
    });
    return { status: answer.status, text: await answer.text() };
  };
  const graphql = (query: string, variables: Record<string, unknown>) =>
    post(GRAPHQL_PATH, JSON.stringify({ query, variables }));
  const picture = await pictureOf(3_000, 2_000);
  const remove = async (text: string): Promise<boolean> => {
    const { id } = JSON.parse(text) as { id: string };
    return !(
      await graphql('mutation ($id: ID!) { attachment_delete(id: $id) { id } }', { id })
    ).text.includes('"errors"');
  };
  const keepAlive = (kind: keyof typeof work, clients: number) =>
    load(port, work[kind], { clients, seconds }).then(({ requests }) => count(kind, requests));
  console.log(
    `Memory of the server process with its jobs, mixed load for ${(seconds / 60).toFixed(1)} minutes; a picture of ${(picture.length / 1e6).toFixed(1)} MB`,
  );
  console.log(`  ${'after the start'.padEnd(22)} ${(await rssOf(server)).toFixed(0)} MB`);
  const watch = (async () => {
    const every = Math.max(15, seconds / 7) * 1000;
    for (let at = performance.now() + every; at < until; at += every) {
      await sleep(at - performance.now());
      console.log(
        `  ${`after ${((seconds * 1000 - (until - performance.now())) / 1000).toFixed(0)} s`.padEnd(22)} ${(await rssOf(server)).toFixed(0)} MB`,
      );
    }
  })();
  await Promise.all([
    keepAlive('lists', 2),
    keepAlive('searches', 1),
    keepAlive('details', 1),
    keepAlive('votes', 1),
    keepAlive('documents seen once', 1),
    client('reports', 200, () =>
      graphql('query Reports { report_top_statuses { status_name idea_count } }', {}).then(
        ({ status: answered }) => answered === 200,
      ),
    ),
    client('comments', 20, (n) =>
      graphql(
        'mutation ($id: ID!, $body: String!) { comment_create(body: $body, body_mime_type: "text/html", links: { suggestion: $id }) { id } }',
        { id: ideas[n % ideas.length]!, body: `<p>${'Written while others read. '.repeat(40)}${n}</p>` },
      ).then(({ text }) => !text.includes('"errors"')),
    ),
    client('sign-ins', 500, (n) =>
      post(
        '/admin/session',
        JSON.stringify({ email: emails[n % emails.length], password: SIGN_IN_PASSWORD }),
        { origin: `http://127.0.0.1:${port}` },
      ).then(({ status: answered }) => answered === 204),
    ),
    client('refused documents', 20, (n) =>
      graphql(`query q${n} { suggestions { ${'nothing_like_this '.repeat(210)} } }`, {}).then(
        ({ status: answered }) => answered === 400,
      ),
    ),
    client('uploads, a picture', 500, async (n) => {
      const { status: answered, text } = await post('/api/v2/admin/attachments', picture, {
        'content-type': 'image/jpeg',
        'x-file-name': `picture${n}.jpg`,
      });
      return answered === 200 && remove(text);
    }),
    client('uploads, 10 MB', 1_000, async () => {
      const { status: answered, text } = await post(
        '/api/v2/admin/attachments',
        Buffer.alloc(10_000_000, 'text '),
        { 'content-type': 'text/plain', 'x-file-name': 'long.txt' },
      );
      return answered === 200 && remove(text);
    }),
    client('uploads in base64, 3 MB', 1_000, async () => {
      const { text } = await graphql(
        'mutation ($blob: String!) { attachment_create(blob: $blob, file_name: "a.txt", content_type: "text/plain") { id } }',
        { blob: 'QUJD'.repeat(1_000_000) },
      );
      return (
        !text.includes('"errors"') &&
        remove(
          JSON.stringify(
            (JSON.parse(text) as { data: { attachment_create: object } }).data.attachment_create,
          ),
        )
      );
    }),
  ]);
  await watch;
  console.log(`  ${'at the end'.padEnd(22)} ${(await rssOf(server)).toFixed(0)} MB`);
  for (const [kind, times] of done)
    console.log(`    ${kind.padEnd(26)} ${times}${times < LEAST ? '   did not happen' : ''}`);
  await sleep(10_000);
  await conclude(
    server,
    [...done.values()].every((times) => times >= LEAST),
  );
}

/** A picture as a camera takes it. */
async function pictureOf(width: number, height: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#336699',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** What the system says of a process; empty where it does not. */
function status(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
