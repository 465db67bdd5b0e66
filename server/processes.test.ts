import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { buildStatus, buildSuggestion, buildTenant, buildUser } from './db/builders.ts';
import { openTestDatabase, type TestDatabase } from './db/testing.ts';
import { hashPassword } from './domain/account/password_hash.ts';
import { clientOf, newKey, send, type Answer, type Ask, type TestClient } from './http/testing.ts';
import { openEventStream, type EventStream } from './testing/event_stream.ts';
import { freePort, startProcess, type TestProcess } from './testing/processes.ts';
import { startRelay, type ReceivedMail, type TestRelay } from './testing/relay.ts';

/*
 * An installation as it stands behind a load balancer: two servers that run no jobs and two workers, processes
 * of their own, on one database and one data folder. Each worker hands its mail to a relay of its own, which
 * tells whose it was.
 */

const PASSWORD = 'violet harbour 92 lamps';
const HOST = 'feedback.example';
const ORIGIN = `http://${HOST}`;
/** Ideas, those who follow each, and how many of them follow the next one, too. */
const [IDEAS, FOLLOWERS, SHARED] = [4, 90, 20] as const;
const WAIT = { timeout: 30_000 };

interface Server {
  process: TestProcess;
  port: number;
  ask(path: string, asked?: Ask): Promise<Answer>;
}
interface Worker {
  process: TestProcess;
  relay: TestRelay;
  /** the relay answers nothing from `hold` to `go` */
  hold(): void;
  go(): void;
}

let database: TestDatabase;
let folder: string;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let ideas: { id: string; title: string }[];
let status_id: string;
let [a, b]: Server[] = [];
let [first, second]: Worker[] = [];
/** The same person with the same session, on either server. */
let [onA, onB]: TestClient[] = [];
let heardOnB: EventStream;
const processes: TestProcess[] = [];

const environment = (more: Record<string, string>): Record<string, string> => ({
  NODE_ENV: 'test',
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  DEMO: 'off',
  LOG_LEVEL: 'warn',
  PUBLIC_URL: ORIGIN,
  MAIL_UNDO_SECONDS: '0',
  ...more,
});
function begin(command: string, more: Record<string, string>): TestProcess {
  const started = startProcess(command, environment(more));
  processes.push(started);
  return started;
}
async function startServer(): Promise<Server> {
  const port = await freePort();
  return {
    process: begin('start', { PORT: String(port), WORKER: 'off' }),
    port,
    ask: (path, asked) => send(port, path, { host: HOST, ...asked }),
  };
}
async function startWorker(): Promise<Worker> {
  const relay = await startRelay();
  let go = (): void => {};
  const hold = (): void => {
    const gate = new Promise<boolean>((open) => {
      go = () => open(true);
    });
    relay.answers = () => gate;
  };
  return { process: begin('worker', { SMTP_URL: relay.url }), relay, hold, go: () => go() };
}
const rows = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await database.pool.query(text, values)).rows as T[];
const received = (): ReceivedMail[] => [first!, second!].flatMap(({ relay }) => relay.received);
const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie']).split(';')[0]!;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'earshot-processes-'));
  tenant = await buildTenant(database, { key: 'demo', name: 'Acme' });
  const user = await buildUser(database, tenant, {
    name: 'Ana Ruiz',
    email_address: 'ana@acme.example',
    license_type: 'full',
    permission_state: 'active',
    permissions: ALL_PERMISSIONS,
    password_hash: await hashPassword(PASSWORD),
  });
  status_id = (await buildStatus(database, tenant, { name: 'Planned' })).id;
  ideas = [];
  for (let n = 0; n < IDEAS; n += 1) {
    const idea = await buildSuggestion(database, tenant, { title: `Idea number ${n + 1}` });
    ideas.push({ id: idea.id, title: idea.title });
    await database.pool.query(
      `insert into users (subdomain_id, name, email_address) select $1, 'Person ' || n, 'p' || n || '@people.example' from generate_series($2::int, $3::int) n on conflict do nothing`,
      [tenant.id, n * (FOLLOWERS - SHARED) + 1 + (n > 0 ? SHARED : 0), n * (FOLLOWERS - SHARED) + FOLLOWERS],
    );
    await database.pool.query(
      `with p as (select u.id from generate_series($3::int, $4::int) n join users u on u.subdomain_id = $1 and u.email_address = 'p' || n || '@people.example'),
       s as (insert into supporters (subdomain_id, suggestion_id, user_id) select $1, $2, id from p)
       insert into subscriptions (subdomain_id, suggestion_id, user_id, subscribed) select $1, $2, id, true from p`,
      [tenant.id, idea.id, n * (FOLLOWERS - SHARED) + 1, n * (FOLLOWERS - SHARED) + FOLLOWERS],
    );
  }
  [a, b] = [await startServer(), await startServer()];
  [first, second] = [await startWorker(), await startWorker()];
  for (const { process: server } of [a, b]) await server.says(`Earshot is ready at ${ORIGIN}`);
  for (const { process: worker } of [first, second]) await worker.says('Earshot runs jobs.');

  const signedIn = await a.ask('/admin/session', {
    method: 'POST',
    json: { email: 'ana@acme.example', password: PASSWORD },
  });
  if (signedIn.status !== 204) throw new Error(`Not signed in: ${signedIn.status} ${signedIn.text}`);
  const client = { user, tenant, cookie: cookieOf(signedIn), host: HOST, origin: ORIGIN };
  [onA, onB] = [clientOf({ ...client, ask: a.ask }), clientOf({ ...client, ask: b.ask })];
  heardOnB = await openEventStream(b.port, '/clients/admin-console/events', {
    host: HOST,
    cookie: onB.cookie,
  });
});
afterAll(async () => {
  heardOnB?.stop();
  for (const worker of [first, second]) worker?.go();
  for (const one of processes) one.kill('SIGTERM');
  await Promise.all(processes.map(({ ended }) => ended));
  for (const worker of [first, second]) await worker?.relay.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a session of one server is one of the other, and so is its token; its end ends it on both', async () => {
  for (const client of [onA!, onB!])
    expect((await client.ask('/clients/admin-console/heartbeat')).status).toBe(200);
  await expect.poll(() => heardOnB.events(), WAIT).toEqual(['hello']);
  const token = await onA!.token();
  const ask = {
    method: 'POST',
    json: { query: '{ current_user { id display_name } }' },
    headers: { authorization: `Bearer ${token}` },
  };
  const [here, there] = [
    await a!.ask('/api/v2/admin/graphql', ask),
    await b!.ask('/api/v2/admin/graphql', ask),
  ];
  expect(there.json()).toEqual(here.json());
  expect(there.json()).toMatchObject({
    data: { current_user: { id: onA!.user.id, display_name: 'Ana Ruiz' } },
  });

  const other = cookieOf(
    await b!.ask('/admin/session', {
      method: 'POST',
      json: { email: 'ana@acme.example', password: PASSWORD },
    }),
  );
  expect((await a!.ask('/clients/admin-console/heartbeat', { headers: { cookie: other } })).status).toBe(200);
  expect(
    (
      await b!.ask('/clients/admin-console/logout', {
        method: 'DELETE',
        headers: { cookie: other, origin: ORIGIN },
      })
    ).status,
  ).toBeLessThan(300);
  await expect
    .poll(
      async () => (await a!.ask('/clients/admin-console/heartbeat', { headers: { cookie: other } })).status,
      WAIT,
    )
    .toBe(401);
});

test('[RT-005] an export that is asked for on both servers under one key is made once, by one worker, and fetched from the other server', async () => {
  const key = newKey();
  const body = { collection: 'suggestions', format: 'csv', columns: ['title', 'supporters_count'] };
  const ask = async (client: TestClient): Promise<Answer> =>
    client.ask('/api/v2/admin/exports', {
      method: 'POST',
      json: body,
      headers: { authorization: `Bearer ${await client.token()}`, 'idempotency-key': key },
    });
  const answers = await Promise.all([ask(onA!), ask(onB!)]);
  const [{ id }] = answers.map((answer) => answer.json<{ id: string }>()) as [{ id: string }];
  for (const answer of answers)
    expect([answer.status, answer.json<{ id: string }>().id], answer.text).toEqual([201, id]);

  // the mail with its link is the last of it
  await expect
    .poll(
      async () => (await rows<{ mailed_at: Date | null }>('select mailed_at from exports'))[0]!.mailed_at,
      WAIT,
    )
    .not.toBeNull();
  expect(await rows('select id, state, attempts, rows_written from exports')).toEqual([
    { id, state: 'complete', attempts: 1, rows_written: String(IDEAS) },
  ]);
  // a job is noted as done a moment after its last word
  await expect
    .poll(
      () =>
        rows(
          `select name, state::text as state, retry_count from pgboss.job where name in ('export', 'export_mail') order by name`,
        ),
      WAIT,
    )
    .toEqual([
      { name: 'export', state: 'completed', retry_count: 0 },
      { name: 'export_mail', state: 'completed', retry_count: 0 },
    ]);
  const mails = received().filter(({ to }) => to === 'ana@acme.example');
  expect(mails).toHaveLength(1);
  const link = new RegExp(`${ORIGIN}(/admin/exports/[\\w-]+)`).exec(mails[0]!.parsed.text!)![1]!;
  for (const file of [
    await onB!.ask(link),
    await onA!.ask(link),
    await onB!.ask(`/api/v2/admin/exports/${id}/file`),
  ]) {
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const titles = (parse(file.text, { bom: true, from: 2 }) as string[][])
      .flat()
      .filter((cell) => cell.startsWith('Idea number'));
    expect(titles.toSorted()).toEqual(ideas.map(({ title }) => title));
  }
  await expect
    .poll(() => heardOnB.heard, WAIT)
    .toContainEqual({
      event: 'changed',
      data: { channel: `private-admin-demo-${onB!.user.id}`, entity: 'export', ids: [id] },
    });
});

const BULK = `mutation ($ids: [ID!], $status: ID, $html: String) {
  suggestions_bulk_status(ids: $ids, status: $status, html_body: $html, notify_supporters: true) { changed_count skipped_count mails_count mails_wait_seconds undo_id }
}`;
const NEWS = `query ($ids: [ID!]) { status_updates(suggestion: $ids, sort: "created_at", per_page: 50) { records { id suggestion { id } expected_send_count mail_sent_count mail_opened_count mail_clicked_count thumbs_up_count thumbs_down_count mailing { state sent_count unknown_count failed_count left_out_count } } } }`;
interface News {
  id: string;
  suggestion: { id: string };
  mailing: Record<string, unknown>;
  [count: string]: unknown;
}
const newsOn = async (client: TestClient): Promise<News[]> => {
  const { status_updates } = await client.data<{ status_updates: { records: News[] } }>(NEWS, {
    ids: ideas.map(({ id }) => id),
  });
  return status_updates.records.toSorted(
    (one, other) => Number(one.suggestion.id) - Number(other.suggestion.id),
  );
};
/** Path of the first address in a mail's page that begins so. */
function pathIn({ parsed }: ReceivedMail, path: string): string {
  const found = new RegExp(`"${ORIGIN}(${path}[\\w./-]+)"`).exec(String(parsed.html));
  if (!found) throw new Error(`No ${path} in the mail`);
  return found[1]!;
}
const form = (server: Server, path: string, body: string): Promise<Answer> =>
  server.ask(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

test('[STATE-059] [DEC-138] [DEC-139] [PANEL-054] a bulk status update posted on both servers under one key goes once to each of several hundred, from two workers of which one is stopped in the middle; its links work on the other server', async () => {
  for (const worker of [first!, second!]) {
    worker.relay.received.length = 0;
    worker.hold();
  }
  const heardBefore = heardOnB.heard.length;

  // one form, sent to both
  const key = newKey();
  const variables = {
    ids: ideas.map(({ id }) => id),
    status: status_id,
    html: '<p>Read <a href="https://acme.example/plan?a=1&amp;b=2">the plan</a>.</p>',
  };
  const answers = await Promise.all([onA!, onB!].map((client) => client.graphql(BULK, variables, { key })));
  expect(answers[0]).toMatchObject({
    data: {
      suggestions_bulk_status: {
        changed_count: IDEAS,
        skipped_count: 0,
        mails_count: IDEAS * FOLLOWERS,
        mails_wait_seconds: 0,
      },
    },
    extensions: { changes: { suggestion: 'update', status_update: 'create' } },
  });
  expect(answers[1]).toEqual(answers[0]);
  expect(await rows('select count(*)::int as n from status_updates')).toEqual([{ n: IDEAS }]);
  expect(await rows('select count(*)::int as n from deliveries')).toEqual([{ n: IDEAS * FOLLOWERS }]);

  // a worker whose relay does not answer is held in its mailing, so that the next one is the other worker's
  for (const { relay } of [first!, second!])
    await expect.poll(() => relay.received.length, WAIT).toBeGreaterThan(0);
  const [subjectOfFirst, subjectOfSecond] = [first!, second!].map(
    ({ relay }) => relay.received[0]!.parsed.subject,
  ) as [string, string];
  expect(subjectOfFirst).not.toBe(subjectOfSecond);

  // the first one is stopped with mails in its hand; what it has not begun is the other's
  first!.process.kill('SIGTERM');
  await first!.process.says('Stopping.');
  first!.go();
  expect(await first!.process.ended, first!.process.err()).toEqual({ code: 0, signal: null });
  const ofFirst = first!.relay.received.length;
  expect(ofFirst).toBeLessThan(FOLLOWERS);
  expect(
    await rows('select state, count(*)::int as n from deliveries group by state order by state'),
  ).toEqual([
    { state: 'queued', n: expect.any(Number) as number },
    { state: 'sending', n: expect.any(Number) as number },
    { state: 'sent', n: ofFirst },
  ]);
  second!.go();
  await expect
    .poll(() => rows('select state, count(*)::int as n from mailings group by state'), WAIT)
    .toEqual([{ state: 'done', n: IDEAS }]);

  // every one once, tried once, by whoever it was
  expect(
    await rows('select state, attempts, count(*)::int as n from deliveries group by state, attempts'),
  ).toEqual([{ state: 'sent', attempts: 1, n: IDEAS * FOLLOWERS }]);
  const mails = received();
  expect(mails).toHaveLength(IDEAS * FOLLOWERS);
  expect(first!.relay.received).toHaveLength(ofFirst);
  expect(second!.relay.received.some(({ parsed }) => parsed.subject === subjectOfFirst)).toBe(true);
  expect(new Set(mails.map(({ to, parsed }) => `${to} ${parsed.subject}`)).size).toBe(mails.length);
  expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(mails.length);
  const told = await rows<{ line: string }>(
    `select u.email_address || ' Planned: ' || i.title as line from subscriptions s join users u on u.id = s.user_id join suggestions i on i.id = s.suggestion_id order by 1`,
  );
  expect(mails.map(({ to, parsed }) => `${to} ${parsed.subject}`).toSorted()).toEqual(
    told.map(({ line }) => line).toSorted(),
  );
  // the worker says so of the last job a moment after its last mail
  await expect
    .poll(
      () =>
        rows(
          `select distinct state::text as state, retry_count > 0 as "isRepeated" from pgboss.job where name = 'send_mailing'`,
        ),
      WAIT,
    )
    .toEqual([{ state: 'completed', isRepeated: false }]);

  // as a mail program reads them
  for (const mail of mails) {
    const { to, parsed, raw } = mail;
    expect(parsed.to).toMatchObject({ value: [{ address: to }] });
    expect(parsed.headers.get('list')).toMatchObject({
      unsubscribe: { url: expect.stringMatching(new RegExp(`^${ORIGIN}/u/[\\w.-]+$`)) as string },
    });
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(parsed.text).toMatch(new RegExp(`the plan \\(${ORIGIN}/r/[\\w.-]+\\)`));
    for (const path of ['/o/', '/r/', '/r/up/', '/r/down/', '/u/'])
      expect(pathIn(mail, path)).toContain(path);
  }

  // the person at the other server hears of it and sees the same numbers
  const ids = (await newsOn(onB!)).map(({ id }) => id);
  for (const id of ids)
    await expect
      .poll(() => heardOnB.heard.slice(heardBefore), WAIT)
      .toContainEqual({
        event: 'changed',
        data: { channel: 'demo-notifications', entity: 'status_update', ids: [id] },
      });
  const none = { mail_opened_count: 0, mail_clicked_count: 0, thumbs_up_count: 0, thumbs_down_count: 0 };
  const sent = {
    expected_send_count: FOLLOWERS,
    mail_sent_count: FOLLOWERS,
    mailing: { state: 'done', sent_count: FOLLOWERS, unknown_count: 0, failed_count: 0, left_out_count: 0 },
  };
  const whole = ideas.map(({ id }, index) => ({ id: ids[index], suggestion: { id }, ...sent, ...none }));
  for (const client of [onA!, onB!]) expect(await newsOn(client)).toEqual(whole);

  // its links, on one server and the other, and on both at once
  const about = mails.filter(({ parsed }) => parsed.subject === `Planned: ${ideas[0]!.title}`);
  const both = (path: string): Promise<Answer[]> => Promise.all([a!, b!].map((server) => server.ask(path)));
  for (const mail of about.slice(0, 20))
    for (const answer of await both(pathIn(mail, '/o/')))
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/gif']);
  for (const mail of about.slice(5, 15))
    for (const answer of await both(pathIn(mail, '/r/')))
      expect([answer.status, answer.headers.location]).toEqual([302, 'https://acme.example/plan?a=1&b=2']);
  for (const mail of about.slice(0, 8)) {
    expect((await a!.ask(pathIn(mail, '/r/up/'))).text).toContain('<form method="post">');
    expect((await form(b!, pathIn(mail, '/r/up/'), '')).text).toContain('Your reaction:');
  }
  for (const mail of about.slice(6, 10))
    expect((await form(a!, pathIn(mail, '/r/down/'), '')).text).toContain('Your reaction:');
  for (const client of [onA!, onB!]) {
    expect(await newsOn(client)).toEqual([
      {
        ...whole[0],
        mail_opened_count: 20,
        mail_clicked_count: 10,
        thumbs_up_count: 6,
        thumbs_down_count: 4,
      },
      ...whole.slice(1),
    ]);
  }

  // who unsubscribes by a mail of one server gets nothing that the other sends
  const leaving = about.slice(0, 12);
  for (const mail of leaving) {
    const { unsubscribe } = mail.parsed.headers.get('list') as unknown as { unsubscribe: { url: string } };
    const { pathname } = new URL(unsubscribe.url);
    expect((await form(b!, pathname, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect((await a!.ask(pathname)).text).toContain('You get no emails');
  }
  second!.relay.received.length = 0;
  const message = await onB!.data<{ supporter_message_create: { id: string; expected_send_count: number } }>(
    'mutation ($links: SupporterMessageLinks!, $body: String!) { supporter_message_create(links: $links, body: $body, email_subject: "One thing more") { id expected_send_count } }',
    { links: { suggestion: ideas[0]!.id }, body: '<p>Would you try it?</p>' },
    { key: newKey() },
  );
  expect(message.supporter_message_create.expected_send_count).toBe(FOLLOWERS - leaving.length);
  await expect
    .poll(() => rows(`select state from mailings where kind = 'supporter_message'`), WAIT)
    .toEqual([{ state: 'done' }]);
  const gone = new Set(leaving.map(({ to }) => to));
  expect(second!.relay.received.map(({ to }) => to).toSorted()).toEqual(
    about
      .map(({ to }) => to)
      .filter((to) => !gone.has(to))
      .toSorted(),
  );
  expect(await rows('select mail_sent_count from supporter_messages')).toEqual([
    { mail_sent_count: FOLLOWERS - leaving.length },
  ]);
});

test('[RT-004] a server that lost its line to the database for a moment has its people ask again, and tells them what comes then', async () => {
  const before = heardOnB.heard.length;
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'earshot listen%' and datname = current_database()`,
  );
  await expect.poll(() => heardOnB.events().slice(before), WAIT).toContain('refetch');
  await onA!.data(
    'mutation ($id: ID!, $owner: ID) { suggestion_assign(id: $id, assigned_owner: $owner) { id } }',
    {
      id: ideas[1]!.id,
      owner: (await buildUser(database, tenant, { license_type: 'full', permission_state: 'active' })).id,
    },
    { key: randomUUID() },
  );
  await onA!.graphql(BULK, { ids: [ideas[1]!.id], status: null, html: null }, { key: newKey() });
  await expect
    .poll(() => heardOnB.heard.slice(before).map(({ data }) => data['entity']), WAIT)
    .toContain('status_update');
});

test('no process found anything else to complain of', () => {
  const complaints = processes.flatMap(({ err }, index) =>
    err()
      .split('\n')
      .filter((line) => line !== '' && line !== 'Stopping.')
      .map((line) => [index, (JSON.parse(line) as { msg: string }).msg]),
  );
  expect(complaints).toEqual(
    [0, 1].map((index) => [index, 'The connection for announcements broke; it is made again.']),
  );
});
