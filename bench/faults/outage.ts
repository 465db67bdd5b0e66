import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LARGE, openCluster, withPool, type BenchCluster } from '../database.ts';
import { generateTenant, sizeOf } from '../generate.ts';
import { startServer } from '../server.ts';
import { missingOfOutage } from './happened.ts';
import { conclude, firstForum, seconds, signIn, type Member } from './members.ts';

/** Longest wait for an answer: what a call waits for a connection, and something for the machine. */
const ANSWER_MS = 12_000;
/** When each door has to be well again. */
const BACK_MS = 5_000;
/** How often each door is knocked at, whether it has answered or not. */
const EACH_MS = 500;
const SECRET = 'a secret of the outage script';

interface Door {
  name: string;
  knock: () => Promise<Response>;
  /** asked by machines at a pace of their own, which need no Retry-After */
  isProbe?: boolean;
}

/** One answer. */
interface Heard {
  status: number;
  ms: number;
  at: number;
  /** a refusal without Retry-After or without a sentence: its beginning */
  bare: string | null;
}

/**
 * PostgreSQL stopped in order and started again after some seconds, under calls at every door: each is answered as
 * usual, late, or 503 with Retry-After and a sentence; nothing counts as a fault of the program; all doors are well
 * again soon, in the same process.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '8' } } });
  const outageMs = Number(values.seconds) * 1000;
  const folder = mkdtempSync(join(tmpdir(), 'earshot-outage-'));
  let cluster: BenchCluster = await openCluster(folder);
  const secretFile = join(folder, 'hook-secret');
  writeFileSync(secretFile, SECRET, { mode: 0o600 });
  try {
    const url = await cluster.empty('fault');
    const sid = await withPool(url, (pool) => generateTenant(pool, LARGE, sizeOf(100)));
    const server = await startServer(url, {
      LOG_LEVEL: 'fatal',
      WEBHOOK_SECRET_FILE: secretFile,
      TRUSTED_PROXIES: 'loopback',
    });
    try {
      const base = `http://127.0.0.1:${server.port}`;
      const { member, forum } = await withPool(url, async (pool) => ({
        member: (await signIn(pool, server.port, 1))[0]!,
        forum: await firstForum(pool, sid),
      }));
      const doors = await doorsOf(base, member, forum);
      const heard = new Map(doors.map(({ name }) => [name, [] as Heard[]]));
      const usual = new Map<string, number>();
      for (const door of doors) usual.set(door.name, (await listen(door)).status);
      console.log(
        `PostgreSQL stopped for ${values.seconds} s, ${doors.length} doors; usual answers: ${[...usual].map(([name, status]) => `${name} ${status}`).join(', ')}`,
      );

      const ended = new AbortController();
      const open: Promise<void>[] = [];
      const knocking = doors.map(async (door) => {
        while (!ended.signal.aborted) {
          open.push(listen(door).then((answer) => void heard.get(door.name)!.push(answer)));
          await sleep(EACH_MS);
        }
      });
      await sleep(2_000);
      const stoppedAt = performance.now();
      await cluster.close();
      await sleep(Math.max(0, outageMs - (performance.now() - stoppedAt)));
      cluster = await openCluster(folder);
      const backAt = performance.now();
      const goneMs = backAt - stoppedAt;
      await sleep(BACK_MS + 3_000);
      ended.abort();
      await Promise.all([...knocking, ...open]);

      const wrong: string[] = [];
      for (const door of doors) {
        const all = heard.get(door.name)!;
        const refused = all.filter(({ status }) => status === 503);
        const others = all.filter(({ status }) => status !== 503 && status !== usual.get(door.name));
        const bare = refused.filter((answer) => answer.bare !== null);
        const slowest = Math.max(...all.map(({ ms }) => ms));
        const late = all.filter(({ at, status }) => at > backAt + BACK_MS && status !== usual.get(door.name));
        console.log(
          `  ${door.name.padEnd(24)} ${String(all.length).padStart(3)} calls, ${String(refused.length).padStart(3)} answered 503, slowest ${seconds(slowest)}${others.length === 0 ? '' : `, others ${[...new Set(others.map(({ status }) => status))].join(' ')}`}`,
        );
        if (others.length > 0) wrong.push(`${door.name} answered ${others[0]!.status}`);
        if (bare.length > 0) wrong.push(`${door.name} said only ${JSON.stringify(bare[0]!.bare)}`);
        if (slowest > ANSWER_MS) wrong.push(`${door.name} took ${seconds(slowest)}`);
        if (late.length > 0) wrong.push(`${door.name} was not well ${seconds(BACK_MS)} after the return`);
      }
      const { faults_in_15_min: faults } = (await (await fetch(`${base}/health/ready`)).json()) as {
        faults_in_15_min: number;
      };
      if (faults > 0) wrong.push(`${faults} faults of the program were counted`);
      const refusals = [...heard.values()].flat().filter(({ status }) => status === 503).length;
      for (const each of wrong) console.log(`  wrong: ${each}`);
      conclude(
        `gone for ${seconds(goneMs)}, ${refusals} calls answered 503, ${faults} faults counted, ${wrong.length} wrong`,
        wrong.length === 0,
        missingOfOutage({ refusals, goneMs, wantedMs: outageMs }),
      );
    } finally {
      await server.close();
    }
  } finally {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Knocks once and hears the answer out. 0 stands for no answer at all. */
async function listen({ knock, isProbe = false }: Door): Promise<Heard> {
  const began = performance.now();
  try {
    const answer = await knock();
    // a stream has no end
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const text = isStream ? '' : await answer.text();
    if (isStream) await answer.body?.cancel();
    const says = (isProbe || answer.headers.has('retry-after')) && /[a-z]\./.test(text);
    return {
      status: answer.status,
      ms: performance.now() - began,
      at: performance.now(),
      bare:
        answer.status === 503 && !says
          ? `${answer.headers.get('retry-after') ?? 'no Retry-After'}: ${text.slice(0, 120)}`
          : null,
    };
  } catch (error) {
    return { status: 0, ms: performance.now() - began, at: performance.now(), bare: String(error) };
  }
}

async function doorsOf(base: string, member: Member, forum: string): Promise<Door[]> {
  const { token } = (await (
    await fetch(`${base}/clients/admin-console/token`, { headers: { cookie: member.cookie } })
  ).json()) as { token: string };
  const bearer = { authorization: `Bearer ${token}` };
  const { cookie } = member;
  const json = { 'content-type': 'application/json' };
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${base}${path}`, { headers, redirect: 'manual' });
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(`${base}${path}`, { method: 'POST', body, headers, redirect: 'manual' });
  let networks = 0;
  // each call from another network: the limits at the door are not what is looked at
  const form = (path: string, body: unknown) =>
    post(path, JSON.stringify(body), {
      ...json,
      origin: base,
      'x-forwarded-for': `203.0.113.${(networks = (networks + 1) % 250)}`,
    });
  const graphql = (query: string, variables: Record<string, unknown> = {}) =>
    post('/api/v2/admin/graphql', JSON.stringify({ query, variables }), {
      ...json,
      ...bearer,
      'idempotency-key': randomUUID(),
    });
  const upload = () =>
    post('/api/v2/admin/attachments', 'a text', {
      ...bearer,
      'content-type': 'text/plain',
      'x-file-name': 'a.txt',
      accept: 'application/json',
    });
  const { url: file } = (await (await upload()).json()) as { url: string };
  const webhook = (body: string) => {
    const time = Math.floor(Date.now() / 1000);
    return post('/hooks/mail/bounce', body, {
      ...json,
      'x-earshot-signature': `t=${time},v1=${createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')}`,
    });
  };
  return [
    { name: 'page', knock: () => get('/admin/v3/feedback/suggestions', { cookie }) },
    { name: 'page of sign-in', knock: () => get('/admin/signin') },
    {
      name: 'sign-in',
      knock: () =>
        form('/admin/session', { email: `${randomUUID()}@example.com`, password: 'a wrong password' }),
    },
    {
      name: 'forgotten password',
      knock: () => form('/admin/password/forgot', { email: `${randomUUID()}@example.com` }),
    },
    { name: 'token', knock: () => get('/clients/admin-console/token', { cookie }) },
    { name: 'heartbeat', knock: () => get('/clients/admin-console/heartbeat', { cookie }) },
    { name: 'a list', knock: () => graphql('{ suggestions { records { id title } total_records } }') },
    {
      name: 'a new idea',
      knock: () =>
        graphql(
          'mutation ($forum: ID!, $title: String!) { suggestion_create(title: $title, links: { forum: $forum }) { id } }',
          { forum, title: `During an outage ${randomUUID()}` },
        ),
    },
    { name: 'upload', knock: upload },
    { name: 'download', knock: () => get(file, { cookie }) },
    { name: 'live events', knock: () => get('/clients/admin-console/events', { ...bearer, cookie }) },
    {
      name: 'webhook of mail',
      knock: () =>
        webhook(
          JSON.stringify({
            type: 'bounce',
            message_id: `<d${randomUUID()}@x>`,
            permanent: true,
            reason: '550',
          }),
        ),
    },
    { name: '/health/ready', knock: () => get('/health/ready'), isProbe: true },
    { name: '/health/live', knock: () => get('/health/live') },
  ];
}
