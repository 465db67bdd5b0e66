import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { createCompose } from './compose.ts';
import { openTestDatabase } from './db/testing.ts';
import { startTestServer, type TestServer } from './http/testing.ts';
import { startEarshot } from './main.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: true });
});
afterAll(() => server.close());

const outbox = (): string[] => {
  try {
    return readdirSync(join(server.config.dataDir, 'outbox')).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
};

test('a reset mail goes from the form through the queue into the outbox, and its link works', async () => {
  const { user } = await server.createUser({ password: 'violet harbour 92 lamps' });
  expect(
    (await server.ask('/admin/password/forgot', { method: 'POST', json: { email: user.email_address } }))
      .status,
  ).toBe(204);
  await expect.poll(outbox, { timeout: 60_000 }).toHaveLength(1);
  const mail = readFileSync(join(server.config.dataDir, 'outbox', outbox()[0]!), 'utf8')
    .replaceAll('=\n', '')
    .replaceAll('=3D', '=');
  const link = new URL(/http:\/\/localhost:\d+\/admin\/password\?token=[\w-]{43}/.exec(mail)![0]);
  expect((await server.ask(`/admin/password/token${link.search}`)).json()).toMatchObject({
    email: user.email_address,
    purpose: 'reset',
  });
});

test('an uploaded image gets its small picture', async () => {
  const admin = await server.createUser();
  const png = await sharp({
    create: {
      width: 800,
      height: 600,
      channels: 3,
      background: '#123456',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const answer = await server.ask('/api/v2/admin/attachments', {
    method: 'POST',
    body: png,
    headers: { authorization: `Bearer ${await admin.token()}`, 'x-file-name': 'a.png' },
  });
  const { token } = answer.json<{ token: string }>();
  await expect
    .poll(async () => (await admin.ask(`/files/${token}?thumb=1`)).headers['content-type'], {
      timeout: 60_000,
    })
    .toBe('image/webp');
});

test('the ready line leads the first owner in while nobody has signed in yet, and at a terminal always', async () => {
  const database = await openTestDatabase();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: join(server.config.dataDir, 'second'),
    WORKER: 'off',
  });
  const start = async (hasTerminal: boolean): Promise<{ lines: string[]; enter: () => Promise<number> }> => {
    const earshot = await startEarshot(
      config,
      createCompose({ checked: true, consoleDir: '/nowhere', hasTerminal }),
      { log: pino({ level: 'silent' }) },
    );
    const enter = async (): Promise<number> => {
      const { origin, searchParams } = new URL(earshot.lines[0]!.split(': ')[1]!);
      const answer = await fetch(`${origin}/admin/session/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: searchParams.get('token') }),
      });
      return answer.status;
    };
    const { lines } = earshot;
    const status = lines.length > 0 && !hasTerminal ? await enter() : 0;
    await earshot.close();
    return { lines, enter: () => Promise.resolve(status) };
  };
  try {
    const first = await start(false);
    expect(first.lines).toEqual([
      expect.stringMatching(
        /^ {2}sign in once within 15 min: http:\/\/localhost:\d+\/admin\/signin\/link\?token=[\w-]{43}$/,
      ),
    ]);
    expect(await first.enter()).toBe(204);
    expect((await start(false)).lines).toEqual([]);
    expect((await start(true)).lines).toHaveLength(1);
  } finally {
    await database.close();
  }
});

test('behind the ready line stands what to do when nobody can come in: no owner, or an address that leads nowhere', async () => {
  const database = await openTestDatabase();
  const lines = async (environment: Record<string, string>): Promise<string[]> => {
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: join(server.config.dataDir, 'fourth'),
      WORKER: 'off',
      DEMO: 'off',
      ...environment,
    });
    const earshot = await startEarshot(
      config,
      createCompose({ checked: true, consoleDir: '/nowhere', hasTerminal: false }),
      { log: pino({ level: 'silent' }) },
    );
    await earshot.close();
    return earshot.lines;
  };
  try {
    await database.pool.query("insert into subdomains (key, name) values ('acme', 'Acme'), ('two', 'Two')");
    expect(await lines({ DEFAULT_SUBDOMAIN: 'acme' })).toEqual([
      expect.stringMatching(/no one can sign in yet.*user create .*--license owner/),
    ]);
    expect(await lines({ DEFAULT_SUBDOMAIN: 'nowhere' })).toEqual([
      expect.stringMatching(/leads to no workspace: set DEFAULT_SUBDOMAIN/),
    ]);
  } finally {
    await database.close();
  }
});

test('a worker listens nowhere', async () => {
  const database = await openTestDatabase();
  const config = readConfig({
    PORT: '1',
    DATABASE_URL: database.url,
    DATA_DIR: join(server.config.dataDir, 'third'),
    DEMO: 'off',
  });
  const worker = await startEarshot(
    config,
    createCompose({ checked: true, consoleDir: '/nowhere', hasTerminal: false }),
    { role: 'worker', log: pino({ level: 'silent' }) },
  );
  expect(worker.lines).toEqual([]);
  await worker.close();
  await database.close();
});
