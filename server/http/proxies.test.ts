import { expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { isAmong, readProxies, readSilentProxy, readUnlistedProxy } from './proxies.ts';
import { startTestServer } from './testing.ts';

test('the words, addresses and networks of TRUSTED_PROXIES', () => {
  const list = readProxies(['loopback', '192.0.2.7', '2001:db8::/32']);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '192.0.2.7', '2001:db8:1::5'])
    expect(isAmong(list, address), address).toBe(true);
  for (const address of ['192.0.2.8', '10.0.0.1', '2001:db9::1', 'fe80::1%eth0', 'nonsense'])
    expect(isAmong(list, address), address).toBe(false);
  expect(isAmong(readProxies(['linklocal']), 'fe80::1%eth0')).toBe(true);
  expect(isAmong(readProxies(['uniquelocal']), '172.31.255.1')).toBe(true);
});

test('a proxy that is not listed is told to the log, to admins, and at the next start', async () => {
  const server = await startTestServer();
  const told = (): unknown[] =>
    server.logged.filter(({ proxy }) => proxy !== undefined).map(({ msg }) => msg);
  try {
    const [admin, other] = [
      await server.createUser(),
      await server.createUser({ permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true } }),
    ];
    const seenBy = async ({ ask }: typeof admin): Promise<unknown> =>
      (await ask('/api/account/current?basic=1')).json<{ unlisted_proxy: unknown }>().unlisted_proxy;
    expect(await seenBy(admin)).toBeNull();
    expect(told()).toEqual([]);
    for (let time = 0; time < 3; time += 1)
      await server.ask('/admin/session', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(told()).toEqual([
      expect.stringMatching(
        /^Requests with X-Forwarded-For come from 127\.0\.0\.1, which TRUSTED_PROXIES does not name.*add it to TRUSTED_PROXIES\.$/,
      ),
    ]);
    expect([await seenBy(admin), await seenBy(other)]).toEqual(['127.0.0.1', null]);
    await expect.poll(() => readUnlistedProxy(server.database.pool, [], new Date())).toBe('127.0.0.1');

    const again = await startTestServer({ beside: server });
    try {
      expect(again.lines.join('\n')).toContain('come from 127.0.0.1, which TRUSTED_PROXIES does not name');
      expect(
        (await again.ask('/api/account/current?basic=1', { headers: { cookie: admin.cookie } })).json(),
      ).toMatchObject({ unlisted_proxy: '127.0.0.1' });
    } finally {
      await again.close();
    }
    const listed = await startTestServer({ beside: server, environment: { TRUSTED_PROXIES: 'loopback' } });
    try {
      expect(listed.lines.join('\n')).not.toContain('TRUSTED_PROXIES');
      await listed.ask('/admin/session', { headers: { 'x-forwarded-for': '203.0.113.9' } });
      expect(
        (await listed.ask('/api/account/current?basic=1', { headers: { cookie: admin.cookie } })).json(),
      ).toMatchObject({ unlisted_proxy: null });
    } finally {
      await listed.close();
    }
    // what was seen long ago says nothing
    expect(
      await readUnlistedProxy(server.database.pool, [], new Date(Date.now() + 8 * 24 * 3_600_000)),
    ).toBeNull();
  } finally {
    await server.close();
  }
});

test('what a listed proxy says is an address, without what it writes around it; else the request is refused and told', async () => {
  const server = await startTestServer({ environment: { TRUSTED_PROXIES: 'loopback,10.0.0.0/8' } });
  try {
    const admin = await server.createUser({ password: 'violet harbour 92 lamps' });
    const networkFor = async (said: string): Promise<unknown> => {
      const entered = await server.ask('/admin/session', {
        method: 'POST',
        json: { email: admin.user.email_address, password: 'violet harbour 92 lamps' },
        headers: { 'x-forwarded-for': said },
      });
      if (entered.status !== 204) return entered.status;
      const { rows } = await server.database.pool.query<{ ip: string }>(
        'select ip from sessions where user_id = $1 order by id desc limit 1',
        [admin.user.id],
      );
      return rows[0]!.ip;
    };
    expect(await networkFor('203.0.113.9:51234')).toBe('203.0.113.9');
    expect(await networkFor('[2001:db8::7]:443')).toBe('2001:db8::7');
    // a second proxy, which names itself with a port too
    expect(await networkFor('198.51.100.9, 203.0.113.8:1, 10.0.0.2:555')).toBe('203.0.113.8');
    // what strangers wrote before it counts for nothing
    expect(await networkFor('unknown, nonsense, 203.0.113.7')).toBe('203.0.113.7');
    for (const said of ['unknown', '203.0.113.9:', '_hidden', 'x'.repeat(300), '203.0.113.9, unknown'])
      expect([said, await networkFor(said)]).toEqual([said, 400]);
    const refused = await server.ask('/admin/session', { headers: { 'x-forwarded-for': 'unknown' } });
    expect(refused.json()).toMatchObject({ message: expect.stringContaining('does not say who asks') });
    // probes ask for no workspace, and have no share of anything
    expect((await server.ask('/health/live', { headers: { 'x-forwarded-for': 'unknown' } })).status).toBe(
      200,
    );
    expect(server.logged.filter(({ proxy }) => proxy !== undefined).map(({ msg }) => msg)).toEqual([
      'Requests through 127.0.0.1 were refused: its X-Forwarded-For holds no address of the one who asks. Have 127.0.0.1 write the address of its client there, with or without a port.',
    ]);
    await expect
      .poll(() => readSilentProxy(server.database.pool, ['loopback'], new Date()))
      .toBe('127.0.0.1');
    expect(await readSilentProxy(server.database.pool, [], new Date())).toBeNull();
  } finally {
    await server.close();
  }
});
