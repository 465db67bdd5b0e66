import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { buildTenant } from '../db/builders.ts';
import { createPool } from '../db/pool.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { command } from './doctor.ts';
import { checkNames } from './doctor_settings.ts';
import type { Finding } from './finding.ts';
import { runProgram } from './program.ts';

let database: TestDatabase;
let folder: string;
const closers: (() => void)[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'earshot-doctor-'));
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

async function examine(environment: Record<string, string>) {
  let out = '';
  const code = await runProgram(
    ['doctor', '--json'],
    { doctor: async () => ({ command }) },
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: () => {} },
      environment: { DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0', ...environment },
    },
  );
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  return { code, problems: findings.filter(({ level }) => level === 'problem'), findings };
}

test('a sound set-up has no problem and says what mail does without a relay', async () => {
  const { code, findings } = await examine({});
  expect(code).toBe(0);
  expect(findings).toContainEqual(
    expect.objectContaining({
      area: 'database',
      level: 'ok',
      what: expect.stringMatching(/^the schema is up to date/) as string,
    }),
  );
  expect(findings).toContainEqual(
    expect.objectContaining({ area: 'mail', level: 'note', cure: 'Set SMTP_URL to deliver email.' }),
  );
});

test('processes that are there are counted by what they may take, before the connections are used up', async () => {
  const open = async (name: string) => {
    const pool = createPool(database.url, { size: 1, name });
    closers.push(() => void pool.end());
    await pool.query('select 1');
  };
  await open('earshot pool server one:1 of 90');
  await open('earshot listen server one:1 of 90');
  const about = async () => {
    const finding = (await examine({})).findings.find(({ what }) =>
      what.includes('connections that the database allows'),
    )!;
    const [, processes, connections] =
      /^(\d+) process(?:es)? of Earshot may take (\d+) of the \d+ connections/.exec(finding.what)!;
    return { ...finding, processes: Number(processes), connections: Number(connections) };
  };
  // servers of other tests stand on the same cluster now and then
  const one = await about();
  expect(one.processes).toBeGreaterThanOrEqual(1);
  expect(one.connections).toBeGreaterThanOrEqual(90);
  await open('earshot jobs worker two:2 of 400');
  const both = await about();
  expect(both).toMatchObject({
    level: 'problem',
    what: expect.stringMatching(/: they are used up when all are busy$/) as string,
    cure: expect.stringContaining('max_connections') as string,
  });
  expect(both.processes).toBeGreaterThanOrEqual(2);
  expect(both.connections).toBeGreaterThanOrEqual(490);
});

test('emails that ended whoever read them are told for a month', async () => {
  await database.pool.query(
    `insert into inbound_tries (mailbox, uid, tries, began_at, set_aside_at, reason) values
       ('a', 1, 2, now(), '2126-01-02T03:04:05Z', 'The email takes too long to be read.'), ('a', 2, 1, now(), null, null),
       ('a', 3, 2, now() - interval '40 days', now() - interval '40 days', 'Long ago.')`,
  );
  try {
    expect((await examine({})).findings).toContainEqual({
      area: 'mail',
      level: 'note',
      what: '1 email that came in was set aside, the last at 2126-01-02T03:04:05.000Z (The email takes too long to be read.)',
      cure: expect.stringContaining('marked as read') as string,
    });
  } finally {
    await database.pool.query('delete from inbound_tries');
  }
  expect((await examine({})).findings.some(({ what }) => what.includes('set aside'))).toBe(false);
});

test('a proxy that passes requests on and is not listed is a problem until it is', async () => {
  await database.pool.query(
    `insert into installation_facts (name, value) values ('unlisted_proxy', '{"address": "10.1.2.3"}')`,
  );
  try {
    expect((await examine({})).problems).toEqual([
      {
        area: 'proxies',
        level: 'problem',
        what: expect.stringContaining('come from 10.1.2.3, which TRUSTED_PROXIES does not name') as string,
        cure: 'If 10.1.2.3 is your proxy, add it to TRUSTED_PROXIES.',
      },
    ]);
    expect((await examine({ TRUSTED_PROXIES: 'uniquelocal' })).problems).toEqual([]);
  } finally {
    await database.pool.query(`delete from installation_facts where name = 'unlisted_proxy'`);
  }
});

test('a listed proxy that does not say who asks is a problem', async () => {
  await database.pool.query(
    `insert into installation_facts (name, value) values ('silent_proxy', '{"address": "10.1.2.3"}')`,
  );
  try {
    expect((await examine({ TRUSTED_PROXIES: 'uniquelocal' })).problems).toEqual([
      {
        area: 'proxies',
        level: 'problem',
        what: 'requests through 10.1.2.3 were refused: its X-Forwarded-For holds no address of the one who asks',
        cure: 'Have 10.1.2.3 write the address of its client there, with or without a port.',
      },
    ]);
    expect((await examine({})).problems).toEqual([]);
  } finally {
    await database.pool.query(`delete from installation_facts where name = 'silent_proxy'`);
  }
});

test('a wrong variable is named and stops the checks that need it', async () => {
  const { code, findings } = await examine({ PORT: 'x' });
  expect(code).toBe(1);
  expect(findings).toEqual([
    expect.objectContaining({
      area: 'configuration',
      what: 'PORT must be a whole number from 0 to 65535, not "x".',
    }),
  ]);
});

test.each([
  [
    'nothing listens',
    'postgresql://u:hunter2@127.0.0.1:1/x',
    /^Nothing answers there; start PostgreSQL.* in DATABASE_URL/,
  ],
  ['the host name is unknown', 'postgresql://u:hunter2@no-such-host.invalid/x', /^The host name is unknown/],
])('a database that cannot be used: %s', async (_case, url, cure) => {
  const { code, problems } = await examine({ DATABASE_URL: url });
  expect(code).toBe(1);
  expect(problems).toEqual([
    expect.objectContaining({ area: 'database', cure: expect.stringMatching(cure) as string }),
  ]);
  expect(JSON.stringify(problems)).not.toContain('hunter2');
});

test('a wrong address is told with its own variable, and a replica of something else is found', async () => {
  const wrong = await examine({
    DATABASE_READ_URL: 'postgresql://u:hunter2@127.0.0.1:1/x',
    DATABASE_DIRECT_URL: database.url.replace(/test_[0-9a-f]+/, 'not_there'),
  });
  expect(wrong.problems.map(({ area, cure }) => [area, /[A-Z_]+_URL/.exec(cure!)![0]])).toEqual([
    ['direct database', 'DATABASE_DIRECT_URL'],
    ['read replica', 'DATABASE_READ_URL'],
  ]);
  const empty = await openTestDatabase({ migrated: false });
  const { problems } = await examine({ DATABASE_READ_URL: empty.url });
  await empty.close();
  expect(problems).toEqual([
    expect.objectContaining({ area: 'read replica', what: "it does not hold Earshot's tables" }),
  ]);
});

test('a database that a newer version has changed is a problem, and a note where this one can go on', async () => {
  await database.pool.query(
    "insert into schema_migrations (name, hash, suits_older) values ('9999_later', 'x', true)",
  );
  const suited = await examine({});
  await database.pool.query("update schema_migrations set suits_older = false where name = '9999_later'");
  const unsuited = await examine({});
  await database.pool.query("delete from schema_migrations where name = '9999_later'");
  expect([suited.code, unsuited.code]).toEqual([0, 1]);
  expect(suited.findings).toContainEqual(
    expect.objectContaining({
      level: 'note',
      what: 'a newer version of Earshot has been here (9999_later); this one can go on',
    }),
  );
  expect(unsuited.problems).toEqual([
    expect.objectContaining({
      what: 'the next start is refused: a newer version of Earshot has changed it (9999_later)',
    }),
  ]);
});

test('a data folder that is a file is a problem with its cure, and the other checks go on', async () => {
  const file = join(folder, 'data-file');
  writeFileSync(file, '');
  const { problems, findings } = await examine({ DATA_DIR: file, FILES_URL: `file:${folder}` });
  expect(problems).toEqual([
    {
      area: 'data folder',
      level: 'problem',
      what: `the data folder ${file} is a file`,
      cure: 'Set DATA_DIR to a folder.',
    },
  ]);
  expect(findings.some(({ area }) => area === 'files')).toBe(true);
});

test('a database that does not exist is told by name', async () => {
  const { problems } = await examine({ DATABASE_URL: database.url.replace(/test_[0-9a-f]+/, 'not_there') });
  expect(problems).toEqual([
    expect.objectContaining({
      cure: expect.stringMatching(/database "not_there" does not exist.*create it/) as string,
    }),
  ]);
});

test('migrations that are still to be applied are told', async () => {
  const empty = await openTestDatabase({ migrated: false });
  const { code, findings } = await examine({ DATABASE_URL: empty.url });
  await empty.close();
  expect(code).toBe(0);
  expect(findings).toContainEqual(
    expect.objectContaining({
      area: 'database',
      level: 'note',
      what: expect.stringMatching(/migrations are to be applied/) as string,
    }),
  );
});

test('a mail relay is spoken to: taken, sign-in refused, nobody there', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('no')),
  });
  closers.push(() => server.close());
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.server.address() as AddressInfo;
  const good = await examine({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_DOMAIN: 'mail.example.com' });
  expect([
    good.code,
    good.findings.some(({ what }) => what === `the relay 127.0.0.1:${port} accepts email`),
  ]).toEqual([0, true]);
  const refused = await examine({
    SMTP_URL: `smtp://u:hunter2@127.0.0.1:${port}`,
    MAIL_DOMAIN: 'mail.example.com',
  });
  expect(refused.problems).toEqual([
    expect.objectContaining({
      area: 'mail',
      cure: expect.stringMatching(/^The relay refuses the sign-in/) as string,
    }),
  ]);
  const absent = await examine({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(absent.problems.map(({ cure }) => cure)).toEqual([
    expect.stringMatching(/refuses connections on port 1/),
    expect.stringMatching(/^Set MAIL_DOMAIN/),
  ]);
});

test('a secret that others can read, and one that is too short, are problems', async () => {
  const key = join(folder, 'loose.key');
  writeFileSync(key, `${randomBytes(32).toString('base64')}\n`);
  chmodSync(key, 0o644);
  const short = join(folder, 'short.secret');
  writeFileSync(short, 'x');
  const { problems } = await examine({ SECRET_KEY_FILE: key, WEBHOOK_SECRET_FILE: short });
  expect(problems.map(({ cure }) => cure)).toEqual([
    `Run "chmod 600 ${key}".`,
    expect.stringMatching(/openssl rand/),
  ]);
});

test('a file that holds no key, and a folder in its place, are problems whose cure does no harm', async () => {
  const empty = join(folder, 'empty.key');
  writeFileSync(empty, '');
  for (const file of [empty, folder]) {
    const { problems } = await examine({ SECRET_KEY_FILE: file });
    expect(problems).toEqual([expect.objectContaining({ what: 'the secret key cannot be used' })]);
    expect(problems[0]!.cure).not.toContain('chmod');
  }
});

test('a bucket without the client for buckets is a problem, as the start finds it', async () => {
  const { problems } = await examine({ FILES_URL: 's3://key:hunter2@bucket/files' });
  expect(problems).toEqual([
    expect.objectContaining({
      area: 'files',
      cure: expect.stringContaining('npm install --no-save @aws-sdk/client-s3') as string,
    }),
  ]);
  expect(JSON.stringify(problems)).not.toContain('hunter2');
});

test('a folder for files that cannot be written is a problem', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const { problems } = await examine({ FILES_URL: `file:${file}/below` });
  expect(problems).toEqual([
    expect.objectContaining({ area: 'files', what: expect.stringMatching(/takes no files/) as string }),
  ]);
});

test('a virus scanner is reached or told', async () => {
  const listener = createServer((socket) => socket.end());
  closers.push(() => listener.close());
  await new Promise<void>((done) => {
    listener.listen(0, '127.0.0.1', done);
  });
  const { port } = listener.address() as AddressInfo;
  expect((await examine({ CLAMD_URL: `tcp://127.0.0.1:${port}` })).problems).toEqual([]);
  expect((await examine({ CLAMD_URL: 'unix:/nowhere/clamd.sock' })).problems).toEqual([
    expect.objectContaining({ area: 'virus scanner' }),
  ]);
});

test('an open address without TLS, and one that nobody outside reaches, are noted', async () => {
  const { findings } = await examine({ PUBLIC_URL: 'http://192.0.2.7' });
  expect(findings.filter(({ level, area }) => level === 'note' && area === 'configuration')).toHaveLength(2);
});

test.each<[name: string, environment: Record<string, string>, level: Finding['level'], what: RegExp]>([
  [
    'a log that leaves out failed sign-ins',
    { LOG_LEVEL: 'silent' },
    'note',
    /^LOG_LEVEL=silent leaves out refused calls and failed sign-ins/,
  ],
  [
    'a budget that one person uses up',
    { GRAPHQL_COST_PER_MINUTE: '1' },
    'note',
    /^GRAPHQL_COST_PER_MINUTE=1 is less than one person needs/,
  ],
  [
    'errors that browsers do not send',
    { PUBLIC_URL: 'https://localhost', ERROR_REPORT_URL: 'http://errors.example.com/' },
    'problem',
    /^ERROR_REPORT_URL is http and the console https/,
  ],
  [
    'an address of another machine',
    { HOST: '192.0.2.1' },
    'problem',
    /^the server cannot listen on 192\.0\.2\.1 \(EADDRNOTAVAIL\)/,
  ],
  [
    'a key in a folder that is a file',
    { SECRET_KEY_FILE: '/dev/null/key' },
    'problem',
    /^the secret key \/dev\/null\/key cannot be made/,
  ],
])('%s is told', async (_name, environment, level, what) => {
  expect((await examine(environment)).findings).toContainEqual(
    expect.objectContaining({ level, what: expect.stringMatching(what) as string }),
  );
});

test('sound settings have none of these', async () => {
  const { findings } = await examine({
    PUBLIC_URL: 'https://localhost',
    ERROR_REPORT_URL: 'https://errors.example.com/',
    LOG_LEVEL: 'warn',
    GRAPHQL_COST_PER_MINUTE: '0',
    SECRET_KEY_FILE: join(folder, 'new', 'key'),
  });
  expect(findings.filter(({ level, area }) => level !== 'ok' && area !== 'mail')).toEqual([]);
});

test('a port that another program has is a problem; one on which Earshot answers is none', async () => {
  let answer = '{"status":"ok"}';
  const other = createHttpServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(answer),
  ).listen(0, '127.0.0.1');
  closers.push(() => other.close());
  await once(other, 'listening');
  const PORT = String((other.address() as AddressInfo).port);
  const about = async () =>
    (await examine({ PORT })).findings.find(
      ({ what }) => what.includes('port') && !what.startsWith('people use'),
    );
  expect(await about()).toMatchObject({
    level: 'ok',
    what: `a server of Earshot answers on 127.0.0.1 port ${PORT}`,
  });
  answer = 'null';
  expect(await about()).toMatchObject({
    level: 'problem',
    what: `another program listens on 127.0.0.1 port ${PORT}`,
  });
});

test('a key that is gone is told where there was one', async () => {
  const there = mkdtempSync(join(tmpdir(), 'earshot-doctor-key-'));
  closers.push(() => rmSync(there, { recursive: true }));
  const about = async () =>
    (await examine({ DATA_DIR: there })).findings.filter(({ what }) => what.includes('secret key'));
  expect(await about()).toEqual([]);
  mkdirSync(join(there, 'pg'));
  writeFileSync(join(there, 'pg', 'PG_VERSION'), '18');
  expect(await about()).toEqual([
    expect.objectContaining({
      level: 'note',
      what: expect.stringContaining('the next start makes another one') as string,
    }),
  ]);
});

test('names that nobody knows are noted; a name server that does not answer says nothing', async () => {
  const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  const known = () => Promise.resolve([]);
  const secret = join(folder, 'hook-secret');
  writeFileSync(secret, 'x'.repeat(32), { mode: 0o600 });
  const config = readConfig({
    PUBLIC_URL: 'https://ideas.example.com',
    MAIL_DOMAIN: 'mail.example.com',
    WEBHOOK_SECRET_FILE: secret,
  });
  const whats = async (...[lookup, resolveMx]: (() => Promise<unknown>)[]) =>
    (await checkNames(config, { lookup: lookup!, resolveMx: resolveMx! })).map(({ what }) => what);
  expect(await whats(known, known)).toEqual([]);
  expect(await whats(refuse('EAI_AGAIN'), refuse('ETIMEOUT'))).toEqual([]);
  // a server of that very name takes mail without an MX record
  expect(await whats(known, refuse('ENODATA'))).toEqual([]);
  expect(await whats(refuse('ENOTFOUND'), refuse('ENOTFOUND'))).toEqual([
    "the name ideas.example.com of PUBLIC_URL is unknown to this machine's name server",
    'no email for mail.example.com can arrive: your DNS names no server for it',
  ]);
  expect(
    await checkNames(readConfig({ PUBLIC_URL: 'http://localhost:3000' }), {
      lookup: refuse('ENOTFOUND'),
      resolveMx: refuse('ENOTFOUND'),
    }),
  ).toEqual([]);
});

test('processes of which none runs jobs are noted, and so is WORKER=off without any other', async () => {
  const about = async (environment: Record<string, string> = {}) =>
    (await examine(environment)).findings
      .filter(({ area, level }) => area === 'jobs' && level === 'note')
      .map(({ what }) => what);
  const open = async (name: string) => {
    const pool = createPool(database.url, { size: 1, name });
    await pool.query('select 1');
    return pool;
  };
  expect(await about()).toEqual([]);
  expect(await about({ WORKER: 'off' })).toEqual([
    'WORKER is off here and no other process is there: emails, exports and imports wait',
  ]);
  const server = await open('earshot pool server one:1 of 24');
  expect(await about()).toEqual([
    'of the processes that are there none runs jobs: emails, exports and imports wait',
  ]);
  const worker = await open('earshot jobs worker two:2 of 24');
  expect(await about({ WORKER: 'off' })).toEqual([]);
  await Promise.all([server.end(), worker.end()]);
});

test('proxies that are everybody are a problem', async () => {
  for (const TRUSTED_PROXIES of ['0.0.0.0/0', '10.0.0.1, ::/0', '0.0.0.0/1 128.0.0.0/1', '2000::/3']) {
    expect((await examine({ TRUSTED_PROXIES })).problems, TRUSTED_PROXIES).toEqual([
      expect.objectContaining({
        area: 'configuration',
        what: expect.stringContaining('trusts everyone') as string,
      }),
    ]);
  }
});

test('a migration that was changed since it was applied is a problem', async () => {
  const { rows } = await database.pool.query<{ name: string; hash: string }>(
    'select name, hash from schema_migrations order by name limit 1',
  );
  const { name, hash } = rows[0]!;
  await database.pool.query("update schema_migrations set hash = 'x' where name = $1", [name]);
  try {
    expect((await examine({})).problems).toEqual([
      expect.objectContaining({
        area: 'database',
        what: expect.stringContaining(`changed since (${name})`) as string,
      }),
    ]);
  } finally {
    await database.pool.query('update schema_migrations set hash = $2 where name = $1', [name, hash]);
  }
});

test('a DEFAULT_SUBDOMAIN of no workspace is a problem, but not before there is any', async () => {
  const own = await openTestDatabase();
  try {
    expect((await examine({ DATABASE_URL: own.url, DEFAULT_SUBDOMAIN: 'nobody' })).problems).toEqual([]);
    await buildTenant(own, { key: 'acme', name: 'Acme' });
    expect((await examine({ DATABASE_URL: own.url, DEFAULT_SUBDOMAIN: 'acme' })).problems).toEqual([]);
    expect((await examine({ DATABASE_URL: own.url, DEFAULT_SUBDOMAIN: 'nobody' })).problems).toEqual([
      expect.objectContaining({
        area: 'configuration',
        what: expect.stringContaining('the key nobody') as string,
      }),
    ]);
  } finally {
    await own.close();
  }
});

test('direct and read addresses of another database of Earshot are problems', async () => {
  const other = await openTestDatabase();
  try {
    const { problems } = await examine({ DATABASE_DIRECT_URL: other.url, DATABASE_READ_URL: other.url });
    expect(problems.map(({ area, what }) => [area, what])).toEqual(
      ['direct database', 'read replica'].map((area) => [
        area,
        'it is another database than that of DATABASE_URL',
      ]),
    );
    expect(
      (await examine({ DATABASE_DIRECT_URL: database.url, DATABASE_READ_URL: database.url })).problems,
    ).toEqual([]);
  } finally {
    await other.close();
  }
});
