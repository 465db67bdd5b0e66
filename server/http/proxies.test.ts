import { expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { isAmong, readProxies, readUnlistedProxy } from './proxies.ts';
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
