import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIL_TASKS } from '../backup/hold.ts';
import { createCompose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { buildSuggestion, buildTenant, buildUser, insertRow } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { startEarshot } from '../main.ts';
import { openJobs } from '../jobs/worker.ts';
import { tasks } from '../jobs/tasks.ts';
import { startRelay, type TestRelay } from '../testing/relay.ts';
import type { Finding } from './finding.ts';
import { runProgram, type Registry } from './program.ts';

const REGISTRY: Registry = {
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  release: () => import('./release.ts'),
  export: () => import('./export.ts'),
  doctor: () => import('./doctor.ts'),
};

let folder: string;
let relay: TestRelay;
let source: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let archive: string;
const databases: TestDatabase[] = [];

async function run(database: Pick<TestDatabase, 'url'>, ...argv: string[]) {
  let out = '';
  let err = '';
  const code = await runProgram(argv, REGISTRY, {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    environment: {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      SMTP_URL: relay.url,
      MAIL_DOMAIN: 'ideas.example',
    },
  });
  return { code, out, err };
}

const open = async (options?: { migrated: boolean }): Promise<TestDatabase> => {
  const database = await openTestDatabase(options);
  databases.push(database);
  return database;
};

/** A database that the archive was restored into. */
async function restored(): Promise<TestDatabase> {
  const database = await open({ migrated: false });
  expect(await run(database, 'restore', '--file', archive)).toMatchObject({ code: 0 });
  return database;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-cli-backup-'));
  relay = await startRelay();
  source = await open();
  tenant = await buildTenant(source, { key: 'acme' });
  const idea = await buildSuggestion(source, tenant, { title: 'Dark mode' });
  await buildSuggestion(source, tenant, { title: 'Shorter menus' });
  const message = await insertRow(source, 'supporter_messages', {
    subdomain_id: tenant.id,
    suggestion_id: idea.id,
    email_subject: 'News',
    body: '<p>Hello</p>',
    expected_send_count: 3,
  });
  const mailing = await insertRow(source, 'mailings', {
    subdomain_id: tenant.id,
    kind: 'supporter_message',
    suggestion_id: idea.id,
    supporter_message_id: message.id,
    subject: 'News',
    expected_count: 3,
    details: JSON.stringify({ tracked: false, content: { heading: 'News', html: '<p>Hello</p>' } }),
  });
  for (let n = 1; n <= 3; n += 1) {
    const user = await buildUser(source, tenant, { email_address: `p${n}@people.example` });
    await insertRow(source, 'subscriptions', {
      subdomain_id: tenant.id,
      suggestion_id: idea.id,
      user_id: user.id,
      subscribed: true,
    });
    await insertRow(source, 'deliveries', {
      subdomain_id: tenant.id,
      mailing_id: mailing.id,
      user_id: user.id,
      email_address: `p${n}@people.example`,
    });
  }
  const jobs = await openJobs({ url: source.url, tasks, worksHere: false, log: pino({ level: 'silent' }) });
  await jobs.close();
  await source.pool.query(`insert into pgboss.job (name, data, source_name) values ('dead', $1, 'export')`, [
    JSON.stringify({ subdomain_id: tenant.id }),
  ]);
  archive = join(folder, 'backup.tar.gz');
  const made = await run(source, 'backup', '--file', archive);
  if (made.code !== 0) throw new Error(made.err);
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await relay.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a backup says what is in it, and a check compares it without a database', async () => {
  const one = join(folder, 'one.tar.gz');
  const made = await run(source, 'backup', '--file', one, '--subdomain', 'acme', '--json');
  expect(JSON.parse(made.out)).toMatchObject({ file: one, jobs: 1, files: 0, files_missing: 0 });
  const check = await run(
    { url: 'postgresql://nobody@127.0.0.1:1/none' },
    'restore',
    '--file',
    one,
    '--check',
    '--json',
  );
  expect([check.code, JSON.parse(check.out)]).toEqual([
    0,
    expect.objectContaining({ subdomain: 'acme', jobs: 1 }),
  ]);
  expect(await run(source, 'backup', '--file', one)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is there already') as string,
  });
  expect(
    await run(source, 'backup', '--subdomain', 'nowhere', '--file', join(folder, 'x.tar.gz')),
  ).toMatchObject({ code: 1, err: expect.stringContaining('There is no workspace "nowhere"') as string });
});

test('a restore says that mail is held, and refuses a database that is not empty', async () => {
  const database = await open({ migrated: false });
  const done = await run(database, 'restore', '--file', archive);
  expect(done.out).toContain('Every hash is as in the backup.');
  expect(done.out).toContain('Email and jobs are held.');
  // the key is the same: DATA_DIR is
  expect(done.out).not.toContain('secret.key');
  expect(await run(database, 'restore', '--file', archive)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The database is not empty') as string,
  });
  expect(await run(database, 'restore', '--file', join(folder, 'no.tar.gz'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no file') as string,
  });
});

test('doctor tells of held mail and of dead jobs, and where to look', async () => {
  const database = await restored();
  const findings = async (): Promise<Finding[]> =>
    (JSON.parse((await run(database, 'doctor', '--json')).out) as { findings: Finding[] }).findings;
  const held = await findings();
  expect(held).toContainEqual({
    area: 'mail',
    level: 'note',
    what: expect.stringMatching(/^email and jobs are held: .* 3 emails and 0 jobs wait$/) as string,
    cure: expect.stringContaining('npm run earshot -- release') as string,
  });
  expect(held).toContainEqual({
    area: 'jobs',
    level: 'note',
    what: expect.stringMatching(/^1 job of the workspace "acme" failed for good, .*\(export\)$/) as string,
    cure: expect.stringContaining('/admin/settings/jobs') as string,
  });
  await run(database, 'release');
  await database.pool.query(`delete from pgboss.job where name = 'dead'`);
  const free = await findings();
  expect(free.some(({ what }) => what.includes('held'))).toBe(false);
  expect(free).toContainEqual(expect.objectContaining({ area: 'jobs', level: 'ok' }));
});

test('a restored installation sends nothing until it is released, then each mail once', async () => {
  const database = await restored();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'server'),
    SMTP_URL: relay.url,
    MAIL_DOMAIN: 'ideas.example',
    DEFAULT_SUBDOMAIN: 'acme',
  });
  relay.received.length = 0;
  const earshot = await startEarshot(
    config,
    createCompose({ checked: true, consoleDir: '/nowhere', hasTerminal: false }),
    { log: pino({ level: 'silent' }) },
  );
  try {
    expect(earshot.lines[0]).toBe(
      '  email and jobs are held since the restore: "npm run earshot -- release" lets them go',
    );
    expect((await database.pool.query('select state from mailings')).rows).toEqual([{ state: 'held' }]);
    expect(
      (await database.pool.query('select state from pgboss.job where name = $1', ['dead'])).rows,
    ).toEqual([{ state: 'created' }]);
    expect(relay.received).toEqual([]);
    const released = await run(database, 'release', '--json');
    expect(JSON.parse(released.out)).toMatchObject({ was_held: true, mailings: 1, mails: 3 });
    // the sweep of mailings asks for those that no job is after; here it is not waited for
    await database.pool.query(
      `insert into pgboss.job (name, data, policy, retry_limit) values ('sweep_mailings', $1, 'short', 2)`,
      [JSON.stringify({ subdomain_id: tenant.id })],
    );
    await expect
      .poll(() => relay.received.map(({ to }) => to).toSorted(), { timeout: 40_000 })
      .toEqual(['p1@people.example', 'p2@people.example', 'p3@people.example']);
    await expect
      .poll(async () => (await database.pool.query('select state from mailings')).rows, { timeout: 60_000 })
      .toEqual([{ state: 'done' }]);
    expect(relay.received).toHaveLength(3);
  } finally {
    await earshot.close();
  }
  expect(await run(database, 'release')).toMatchObject({ code: 0, out: 'Nothing is held.\n' });
});

test('a release that drops mail ends its mailings, and nobody gets it', async () => {
  const database = await restored();
  const answer = await run(database, 'release', '--drop-mail');
  expect(answer.out).toContain('Not sent: 3 emails (1 message)');
  expect(
    (
      await database.pool.query(
        'select distinct m.state, d.state as mail, d.reason from mailings m join deliveries d on d.mailing_id = m.id',
      )
    ).rows,
  ).toEqual([
    {
      state: 'done',
      mail: 'left_out',
      reason: 'Not sent: it waited when the backup was made that this installation was restored from.',
    },
  ]);
});

test('a release that drops mail says of what was being handed over that nobody knows, and lets go what was asked for since the restore', async () => {
  const database = await restored();
  const { pool } = database;
  await pool.query(`update deliveries set state = 'sending' where email_address = 'p1@people.example'`);
  for (const [user_id, created_on] of [
    ['1', `now() - interval '1 hour'`],
    ['2', 'now()'],
  ]) {
    await pool.query(
      `insert into pgboss.job (name, data, created_on) values ('password_reset_mail', $1, ${created_on})`,
      [JSON.stringify({ subdomain_id: tenant.id, user_id })],
    );
  }
  const { rows: people } = await pool.query<{ id: string }>(
    `select id::text from users where email_address = 'p1@people.example'`,
  );
  for (const [group_key, created_at] of [
    ['before', new Date(Date.now() - 3_600_000)],
    ['since', new Date(Date.now() + 60_000)],
  ] as const) {
    await insertRow(database, 'notifications', {
      subdomain_id: tenant.id,
      user_id: people[0]!.id,
      event: 'note_mention',
      group_key,
      created_at,
    });
  }
  expect((await run(database, 'release', '--drop-mail')).out).toContain(
    '1 job that writes to people forgotten',
  );
  expect(
    (
      await pool.query(
        'select state, count(*)::int as n, min(reason) as reason from deliveries group by state order by state',
      )
    ).rows,
  ).toEqual([
    { state: 'left_out', n: 2, reason: expect.stringMatching(/^Not sent: /) as string },
    { state: 'unknown', n: 1, reason: expect.stringContaining('No one knows whether it went out') as string },
  ]);
  expect(
    (
      await pool.query(
        `select data->>'user_id' as user_id from pgboss.job where name = 'password_reset_mail'`,
      )
    ).rows,
  ).toEqual([{ user_id: '2' }]);
  expect(
    (
      await pool.query(
        'select group_key, mailed_at is not null as mailed from notifications order by group_key',
      )
    ).rows,
  ).toEqual([
    { group_key: 'before', mailed: true },
    { group_key: 'since', mailed: false },
  ]);
});

test('every task that sends mail by itself is known to a release that drops mail', () => {
  const domain = join(import.meta.dirname, '../domain');
  const sending = globSync('**/*.ts', { cwd: domain }).filter(
    (name) => !name.endsWith('.test.ts') && /mail\.send\(/.test(readFileSync(join(domain, name), 'utf8')),
  );
  // the files in which such tasks are declared; whoever adds one says here what a release does with its jobs
  expect(sending.toSorted()).toEqual([
    'account/hosts/host_name.ts',
    'account/mails/account_mails.ts',
    'account/mails/own_mails.ts',
    'digests/notification_mails.ts',
    'exchange/export_run.ts',
    'mail/send.ts',
    'planning/visits.ts',
  ]);
  const names = new Set(tasks.map(({ name }) => name));
  expect(MAIL_TASKS.filter((name) => !names.has(name))).toEqual([]);
});

test('an export holds what the console would export, and says how many rows', async () => {
  const file = join(folder, 'ideas.csv');
  const written = await run(
    source,
    'export',
    '--subdomain',
    'acme',
    '--what',
    'ideas',
    '--file',
    file,
    '--columns',
    'title,votes_count',
    '--filter',
    'q=dark',
    '--json',
  );
  expect([written.code, JSON.parse(written.out)]).toEqual([0, { file, format: 'csv', rows: 1 }]);
  expect(readFileSync(file, 'utf8')).toMatch(/^\ufeffid,title,votes_count\r?\n\d+,Dark mode,0\r?\n$/);
  const sheet = join(folder, 'activity.xlsx');
  expect(
    await run(source, 'export', '--subdomain', 'acme', '--what', 'activity', '--file', sheet),
  ).toMatchObject({ code: 0 });
  expect(readFileSync(sheet).subarray(0, 2).toString()).toBe('PK');
  const { rows } = await source.pool.query<{ n: number }>(
    `select count(*)::int as n from audit_entries where action = 'export_written' and subdomain_id = $1`,
    [tenant.id],
  );
  expect(rows[0]!.n).toBe(2);
});

test.each([
  [['--what', 'users', '--file', 'x'], 2, '--what must be activity or ideas.'],
  [['--what', 'ideas', '--file', 'x', '--kinds', 'note_created'], 2, '--kinds goes with --what activity.'],
  [
    ['--what', 'ideas', '--file', 'x.pdf'],
    2,
    'The name of --file must end in .csv or .xlsx, or --format must say which of them it is.',
  ],
  [['--what', 'ideas', '--file', 'x.csv', '--format', 'pdf'], 2, '--format must be csv or xlsx.'],
  [
    ['--what', 'ideas', '--file', 'x.csv', '--filter', 'status'],
    2,
    '--filter status: write it as name=value.',
  ],
  [['--what', 'ideas', '--file', 'x.csv', '--filter', 'colour=red'], 1, 'An export knows no "colour".'],
  [['--what', 'activity', '--file', 'x.csv', '--kinds', 'nothing'], 1, 'There is no kind "nothing".'],
  [['--what', 'ideas', '--file', '/nowhere/x.csv'], 1, '/nowhere/x.csv cannot be written'],
])('export %j is told: %i', async (argv, code, sentence) => {
  const answer = await run(source, 'export', '--subdomain', 'acme', ...argv);
  expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(sentence) as string]);
});
