import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('probes are answered under any host name, since they know the machine by its address', async () => {
  for (const host of ['10.0.0.7:3000', 'whatever.example']) {
    expect((await server.ask('/health/live', { host })).json()).toEqual({ status: 'ok' });
    expect((await server.ask('/health/ready', { host })).json()).toMatchObject({ status: 'ok' });
  }
});

test('metrics are given to this machine, with the pattern of a route and never its path', async () => {
  await server.ask('/files/some-secret-token');
  const answer = await server.ask('/metrics');
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('process_resident_memory_bytes');
  expect(answer.text).toContain('route="/files/:token"');
  expect(answer.text).not.toContain('some-secret-token');
});

test('metrics are given to who means this machine: a page whose own name leads here is refused', async () => {
  for (const host of ['localhost', `localhost:${server.port}`, '127.0.0.1:80', `[::1]:${server.port}`])
    expect((await server.ask('/metrics', { host })).status, host).toBe(200);
  for (const host of [
    'rebound.example',
    `rebound.example:${server.port}`,
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    '10.0.0.7',
  ]) {
    const answer = await server.ask('/metrics', { host });
    expect(answer.status, host).toBe(403);
    expect(answer.text).not.toContain('process_');
  }
});

test.each(['x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
  'what a proxy on this machine passed on was not asked here: %s',
  async (name) => {
    expect((await server.ask('/metrics', { headers: { [name]: 'https' } })).status).toBe(403);
  },
);

test.each(['loopback', '127.0.0.0/8', '127.0.0.1'])(
  'with TRUSTED_PROXIES=%s this machine is a proxy: only the token opens the metrics',
  async (TRUSTED_PROXIES) => {
    const behind = await startTestServer({ environment: { TRUSTED_PROXIES } });
    try {
      expect((await behind.ask('/metrics')).status).toBe(403);
      expect((await behind.ask('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(
        403,
      );
      // nor does anyone learn how often the program failed
      expect((await behind.ask('/health/ready')).json()).toEqual({ status: 'ok' });
      const token = readFileSync(join(behind.config.dataDir, 'metrics.token'), 'utf8').trim();
      expect(
        (
          await behind.ask('/health/ready', {
            host: 'any.example',
            headers: { authorization: `Bearer ${token}` },
          })
        ).json(),
      ).toMatchObject({ status: 'ok', faults_in_15_min: expect.any(Number) });
      expect(
        (await behind.ask('/metrics', { host: 'any.example', headers: { authorization: `Bearer ${token}` } }))
          .status,
      ).toBe(200);
    } finally {
      await behind.close();
    }
  },
);

test('where PUBLIC_URL is known elsewhere only the token opens the metrics: a proxy on this machine need not say that it is one', async () => {
  const known = await startTestServer({ environment: { PUBLIC_URL: 'https://feedback.example.com' } });
  try {
    // what a proxy sends that rewrites Host and adds no header of its own
    for (const host of ['localhost', `127.0.0.1:${known.port}`, 'feedback.example.com']) {
      const answer = await known.ask('/metrics', { host });
      expect(answer.status, host).toBe(403);
      expect(answer.text).not.toContain('process_');
    }
    const token = readFileSync(join(known.config.dataDir, 'metrics.token'), 'utf8').trim();
    expect(
      (await known.ask('/metrics', { host: 'localhost', headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(200);
  } finally {
    await known.close();
  }
});

test('a proxy elsewhere leaves this machine what it is', async () => {
  const behind = await startTestServer({ environment: { TRUSTED_PROXIES: '10.0.0.0/8 fd00::/8 linklocal' } });
  try {
    expect((await behind.ask('/metrics')).status).toBe(200);
  } finally {
    await behind.close();
  }
});

test('behind a proxy metrics need the token', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect((await server.ask('/metrics', { headers })).status).toBe(403);
  expect(
    (await server.ask('/metrics', { headers: { ...headers, authorization: 'Bearer wrong' } })).status,
  ).toBe(403);
  const token = readFileSync(join(server.config.dataDir, 'metrics.token'), 'utf8').trim();
  expect(
    (await server.ask('/metrics', { headers: { ...headers, authorization: `Bearer ${token}` } })).status,
  ).toBe(200);
});

test('a server that is told to end says so first and serves on, and each answer closes its connection', async () => {
  const ending = await startTestServer({ environment: { DRAIN_SECONDS: '3' } });
  const closed = ending.close();
  await expect.poll(async () => (await ending.ask('/health/ready')).status).toBe(503);
  const ready = await ending.ask('/health/ready');
  expect(ready.json()).toMatchObject({ status: 'ending' });
  const served = await ending.ask('/health/live');
  expect([served.status, served.headers.connection]).toEqual([200, 'close']);
  await closed;
  await expect(ending.ask('/health/live')).rejects.toThrow('ECONNREFUSED');
});

test('a pool of which all connections are out is no reason to say no', async () => {
  const busy = await startTestServer({ environment: { DATABASE_POOL_SIZE: '2' } });
  const holder = await busy.database.pool.connect();
  try {
    const ana = await busy.createUser();
    const { label_create: label } = await ana.data<{ label_create: { id: string } }>(
      'mutation { label_create(name: "Held") { id } }',
    );
    await holder.query('begin');
    await holder.query('select 1 from labels where subdomain_id = $1 and id = $2 for update', [
      ana.tenant.id,
      label.id,
    ]);
    const waiting = Array.from({ length: 4 }, (_, n) =>
      ana.post('mutation ($id: ID!, $name: String!) { label_update(id: $id, name: $name) { id } }', {
        id: label.id,
        name: `Freed ${n}`,
      }),
    );
    await expect
      .poll(async () =>
        metric((await busy.ask('/metrics')).text, 'earshot_database_pool_waiting{pool="main"}'),
      )
      .toBeGreaterThan(0);
    expect((await busy.ask('/health/ready')).status).toBe(200);
    const figures = (await busy.ask('/metrics')).text;
    expect([
      metric(figures, 'earshot_database_pool_size{pool="main"}'),
      metric(figures, 'earshot_database_pool_connections{pool="main",state="busy"}'),
    ]).toEqual([2, 2]);
    await holder.query('rollback');
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  } finally {
    holder.release();
    await busy.close();
  }
});

test('a database that is away is said, and so is that it is back', async () => {
  const own = await startTestServer();
  const name = /\/\/\/(\w+)/.exec(own.database.url)![1]!;
  const admin = new pg.Client({ connectionString: own.database.url.replace(name, 'postgres') });
  try {
    expect((await own.ask('/health/ready')).status).toBe(200);
    await admin.connect();
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await expect
      .poll(async () => (await own.ask('/health/ready')).json())
      .toMatchObject({ status: 'unavailable', message: 'The database does not answer.' });
    await admin.query(`alter database ${name} allow_connections true`);
    await expect.poll(async () => (await own.ask('/health/ready')).status).toBe(200);
  } finally {
    await admin.end();
    await own.close();
  }
});

test('a full disk is a no with its reason and in the figures, and a yes again when there is room', async () => {
  let free = 1e9;
  const small = await startTestServer({
    readiness: {
      roomOf: async (path) => ({
        freeBytes: path.endsWith('files') ? free : 2e9,
        totalBytes: 4e9,
        freeFiles: 1_000,
      }),
      lookMs: 50,
    },
  });
  try {
    expect((await small.ask('/health/ready')).status).toBe(200);
    free = 60e6;
    const full = await small.ask('/health/ready');
    expect([full.status, full.json()]).toMatchObject([
      503,
      { status: 'disk_full', message: 'The disk for files is full, so nothing can be attached or exported.' },
    ]);
    const figures = (await small.ask('/metrics')).text;
    expect([
      metric(figures, 'earshot_disk_free_bytes{holds="files"}'),
      metric(figures, 'earshot_disk_full{holds="files"}'),
      metric(figures, 'earshot_disk_full{holds="database"}'),
    ]).toEqual([60e6, 1, 0]);
    free = 1e9;
    expect((await small.ask('/health/ready')).status).toBe(200);
    expect(small.logged.filter(({ disk }) => disk === 'files').map(({ level, msg }) => [level, msg])).toEqual(
      [
        [50, 'The disk for files is full, so nothing can be attached or exported.'],
        [40, 'The disk has room again.'],
      ],
    );
  } finally {
    await small.close();
  }
});

test('a database that refuses to write for want of room is believed, and asked before it counts as well again', async () => {
  let nowMs = 0;
  const own = await startTestServer({ readiness: { nowMs: () => nowMs, lookMs: 50 } });
  try {
    const ana = await own.createUser();
    await own.database.pool.query(
      `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$; create trigger no_room before insert on labels for each row execute function no_room()`,
    );
    const refused = await ana.post('mutation { label_create(name: "Lost") { id } }');
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('30');
    expect(refused.json()).toMatchObject({
      errors: [
        {
          message: 'The database disk is full, so nothing can be saved. Tell your administrator.',
          extensions: { reason: 'disk_full' },
        },
      ],
    });
    expect((await own.ask('/health/ready')).json()).toMatchObject({
      status: 'disk_full',
      message: 'The disk of the database is full, so nothing can be saved.',
    });
    // reading goes on
    expect(await ana.data('{ suggestions { records { id } } }')).toEqual({ suggestions: { records: [] } });
    await own.database.pool.query('drop trigger no_room on labels');
    nowMs += 14_000;
    expect((await own.ask('/health/ready')).status).toBe(503);
    nowMs += 2_000;
    expect((await own.ask('/health/ready')).status).toBe(200);
    await ana.data('mutation { label_create(name: "Kept") { id } }');
  } finally {
    await own.close();
  }
});

test('a masked fault behind status 200 counts as one', async () => {
  const own = await startTestServer();
  try {
    const ana = await own.createUser();
    await own.database.pool.query(
      `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken' using errcode = '22012'; end $$; create trigger broken before insert on labels for each row execute function broken()`,
    );
    const before = (await own.ask('/metrics')).text;
    const { faults_in_15_min: faultsBefore } = (await own.ask('/health/ready')).json<{
      faults_in_15_min: number;
    }>();
    const answer = await ana.post('mutation { label_create(name: "Broken") { id } }');
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      { errors: [{ message: 'Something went wrong. Please try again later.' }] },
    ]);
    const after = (await own.ask('/metrics')).text;
    const grown = (name: string) => metric(after, name) - metric(before, name);
    expect([
      grown('earshot_faults_total{origin="graphql"}'),
      grown('earshot_http_requests_total{status="5xx"}'),
    ]).toEqual([1, 1]);
    expect((await own.ask('/health/ready')).json()).toEqual({
      status: 'ok',
      faults_in_15_min: faultsBefore + 1,
    });
  } finally {
    await own.close();
  }
});

/** Value of a series; 0: it is not there. */
function metric(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}
