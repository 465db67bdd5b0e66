import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { runProgram } from './program.ts';

const registry = {
  'user create': () => import('./user_create.ts'),
  'user list': () => import('./user_list.ts'),
  'user reset-link': () => import('./user_reset_link.ts'),
  'subdomain create': () => import('./subdomain_create.ts'),
  'subdomain update': () => import('./subdomain_update.ts'),
  'subdomain list': () => import('./subdomain_list.ts'),
};

let database: TestDatabase;
let dir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  dir = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
});
afterAll(async () => {
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runProgram(argv, registry, {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    environment: { DATABASE_URL: database.url, DATA_DIR: dir, PUBLIC_URL: 'https://feedback.example.com' },
  });
  return { code, out: out.join(''), err: err.join('') };
}

test('a workspace and its people are made, listed and changed', async () => {
  expect((await run('subdomain', 'list')).out).toBe('There is none yet.\n');
  expect((await run('user', 'list')).err).toContain('There is no workspace "demo"');

  const made = await run(
    'subdomain',
    'create',
    '--key',
    'acme',
    '--name',
    'Acme',
    '--features',
    'feedback_system, widgets',
    '--json',
  );
  expect(JSON.parse(made.out)).toEqual({
    id: expect.any(String) as string,
    key: 'acme',
    url: 'https://feedback.example.com',
  });
  expect(await run('subdomain', 'create', '--key', 'acme', '--name', 'Again')).toMatchObject({
    code: 1,
    err: "There is a workspace with the key 'acme' already. Please choose another key\n",
  });

  const invited = await run(
    'user',
    'create',
    '--email',
    'ann@acme.example',
    '--name',
    'Ann',
    '--license',
    'owner',
  );
  expect(invited.code).toBe(0);
  expect(invited.out).toMatch(
    /set a password within 7 days: https:\/\/feedback\.example\.com\/admin\/password\?token=[\w-]{43}\n$/,
  );
  const again = await run('user', 'create', '--email', 'ANN@acme.example', '--name', 'Ann', '--json');
  expect(again.code).toBe(1);
  expect(JSON.parse(again.out)).toEqual({
    error: 'There is a user with the address ANN@acme.example already.',
    field: 'email',
  });

  const withPassword = await run(
    'user',
    'create',
    '--email',
    'bob@acme.example',
    '--name',
    'Bob',
    '--license',
    'full',
    '--permissions',
    'feedback=yes,tickets=r+',
    '--password',
    'violet harbour 92 lamps',
    '--json',
  );
  expect(JSON.parse(withPassword.out)).toMatchObject({
    email: 'bob@acme.example',
    license: 'full',
    link: null,
  });
  const { rows } = await database.pool.query(
    'select permissions, permission_state from users where email_address = $1',
    ['bob@acme.example'],
  );
  expect(rows).toEqual([
    {
      permission_state: 'active',
      permissions: {
        feedback_admin_ui: true,
        features: 'no',
        tickets: 'r+',
        knowledgebase: 'no',
        settings: 'none',
      },
    },
  ]);

  const list = JSON.parse((await run('user', 'list', '--json')).out) as {
    users: { email_address: string }[];
  };
  expect(list.users.map((user) => user.email_address)).toEqual(['ann@acme.example', 'bob@acme.example']);
  expect((await run('user', 'list', '--subdomain', 'acme')).out).toContain('never signed in');

  expect((await run('user', 'reset-link', '--email', 'BOB@acme.example')).out).toContain(
    '/admin/password?token=',
  );
  expect(await run('user', 'reset-link', '--email', 'nobody@acme.example')).toMatchObject({
    code: 1,
    err: 'This user does not exist or was deleted.\n',
  });

  const changed = await run(
    'subdomain',
    'update',
    '--key',
    'acme',
    '--name',
    'Acme\n  In\u202ec',
    '--host',
    'ideas.acme.example',
    '--features',
    'feedback_system',
    '--json',
  );
  expect(JSON.parse(changed.out)).toMatchObject({
    name: 'Acme Inc',
    host: 'ideas.acme.example',
    features: ['feedback_system'],
  });
  // who runs the installation vouches for the name: it counts at once, and the owners are told
  const { rows: proved } = await database.pool.query(
    "select cname_proved_at is not null as proved from subdomains where key = 'acme'",
  );
  expect(proved).toEqual([{ proved: true }]);
  const { rows: jobs } = await database.pool.query(
    "select data from pgboss.job where name = 'host_news_mail'",
  );
  expect(jobs).toMatchObject([
    { data: { what: 'vouched', host: 'ideas.acme.example', by: 'Who runs the server' } },
  ]);
  expect((await run('subdomain', 'list')).out).toContain('Acme Inc');
  expect(
    JSON.parse((await run('subdomain', 'update', '--key', 'acme', '--host', 'none', '--json')).out),
  ).toMatchObject({ name: 'Acme Inc', host: null, features: ['feedback_system'] });
  const trial = async (until: string): Promise<unknown> =>
    JSON.parse((await run('subdomain', 'update', '--key', 'acme', '--trial-until', until, '--json')).out);
  expect(await trial('2027-01-31')).toMatchObject({
    name: 'Acme Inc',
    trial_end_date: '2027-01-31T23:59:59.999Z',
  });
  expect(JSON.parse((await run('subdomain', 'list', '--json')).out)).toMatchObject({
    subdomains: [{ trial_end_date: '2027-01-31T23:59:59.999Z' }],
  });
  expect(await trial('none')).toMatchObject({ trial_end_date: null });
});

test('what cannot be read is wrong usage, and names what to correct', async () => {
  for (const [argv, sentence] of [
    [['user', 'create', '--name', 'X'], '--email is missing.'],
    [
      ['user', 'create', '--email', 'x@y.example', '--name', 'X', '--license', 'boss'],
      '--license must be one of none, contributor, support, full, owner, not "boss".',
    ],
    [
      ['user', 'create', '--email', 'x@y.example', '--name', 'X', '--permissions', 'feedback=rw'],
      '--permissions: feedback must be yes or no, not "rw".',
    ],
    [
      ['user', 'create', '--email', 'x@y.example', '--name', 'X', '--permissions', 'settings=no'],
      '--permissions: settings must be one of rw, r+, r, none, not "no".',
    ],
    [
      ['user', 'create', '--email', 'x@y.example', '--name', 'X', '--permissions', 'all=rw'],
      '--permissions: there is no area "all"',
    ],
    [
      ['subdomain', 'create', '--key', 'x', '--name', 'X', '--features', 'magic'],
      '--features: there is no feature "magic"',
    ],
    [
      ['subdomain', 'update', '--key', 'acme'],
      'Say what to change: --name, --host, --features or --trial-until.',
    ],
    [
      ['subdomain', 'update', '--key', 'acme', '--trial-until', '2027-02-30'],
      '--trial-until "2027-02-30" is no day',
    ],
  ] as const) {
    const { code, err } = await run(...argv);
    expect(code, argv.join(' ')).toBe(2);
    expect(err).toContain(sentence);
  }
  expect(await run('subdomain', 'create', '--name', 'X')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--key is missing.') as string,
  });
  expect(await run('subdomain', 'create', '--key', 'Bad Key', '--name', 'X')).toMatchObject({
    code: 1,
    err: '--key "Bad Key": Use lowercase letters, digits and hyphens, starting and ending with a letter or digit.\n',
  });
  expect(await run('subdomain', 'create', '--key', 'x', '--name', 'A\u0007B')).toMatchObject({
    code: 1,
    err: 'The name contains control characters. Please remove them.\n',
  });
  expect(await run('subdomain', 'update', '--key', 'acme', '--name', '\u200b')).toMatchObject({
    code: 1,
    err: 'Workspace name is required\n',
  });
  expect(
    await run('user', 'create', '--email', 'long@acme.example', '--name', 'x'.repeat(256)),
  ).toMatchObject({ code: 1, err: 'The name is too long: at most 255 characters.\n' });
  expect(await run('subdomain', 'create', '--key', 'x', '--name', 'X', '--host', 'localhost')).toMatchObject({
    code: 1,
    err: '--host "localhost": Enter a whole name such as feedback.example.com; localhost names lead to this machine alone.\n',
  });
  expect(
    await run('subdomain', 'create', '--key', 'x', '--name', 'X', '--host', 'www.acme.example'),
  ).toMatchObject({ code: 1, err: expect.stringContaining("cannot begin with 'www.'") as string });
  for (const key of ['login', 'admin', 'www', 'mail', 'api'])
    expect(await run('subdomain', 'create', '--key', key, '--name', 'X')).toMatchObject({
      code: 1,
      err: `--key "${key}": '${key}' has another meaning. Please choose another one.\n`,
    });
  expect(
    await run('user', 'create', '--email', 'weak@acme.example', '--name', 'W', '--password', 'password1234'),
  ).toMatchObject({ code: 1, err: 'Password is too easy to guess\n' });
});
