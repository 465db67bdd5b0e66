import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildArticle, insertRow } from '../db/builders.ts';
import { isOpenTo } from './public_pages.ts';
import { startTestServer, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let owner: TestClient;
let pages: string[];
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createUser({ license_type: 'owner' });
  const article = await buildArticle(server.database, server.tenant, { isPublished: true, title: 'Hours' });
  const token = 'r'.repeat(32);
  await insertRow(server.database, 'roadmaps', {
    subdomain_id: server.tenant.id,
    name: 'Plan',
    position: 1,
    share_public: true,
    token,
  });
  pages = ['/help', `/help/${article.id}-hours`, `/roadmaps/${token}`];
});
afterAll(() => server.close());

/** A change reaches the pages by a message of the database. */
const comes = async (path: string, status: number): Promise<void> => {
  await expect.poll(async () => (await server.ask(path)).status, { timeout: 5_000 }).toBe(status);
};
const save = (args: string) =>
  owner.data(`mutation { subdomain_update(${args}) { public_color public_networks } }`);

test('[DEC-171] public pages are open to the networks that the workspace names, and to who is signed in', async () => {
  for (const path of pages) expect((await server.ask(path)).status, path).toBe(200);
  // the tests ask from this machine
  expect(await save('public_networks: ["203.0.113.0/24", "2001:DB8::/32", "203.0.113.0/24"]')).toEqual({
    subdomain_update: { public_color: null, public_networks: ['203.0.113.0/24', '2001:db8::/32'] },
  });
  await comes('/help', 403);
  for (const path of [...pages, '/help/files/abc', `/reports/${'a'.repeat(32)}`]) {
    const refused = await server.ask(path);
    expect(refused.status, path).toBe(403);
    expect(refused.text).toContain('Not open from here');
    expect(refused.text).not.toContain('Hours');
  }
  for (const path of pages) expect((await owner.ask(path)).status, path).toBe(200);
  // what emails lead to stays open: it is addressed to one person
  expect((await server.ask('/u/abc')).status).not.toBe(403);
  await save('public_networks: ["203.0.113.0/24", "127.0.0.0/8", "::1"]');
  await comes('/help', 200);
  for (const path of pages) expect((await server.ask(path)).status, path).toBe(200);
  await save('public_networks: ["203.0.113.0/24"]');
  await comes('/help', 403);
  await save('public_networks: []');
  await comes('/help', 200);
  for (const path of pages) expect((await server.ask(path)).status, path).toBe(200);
});

test('an address is compared as the number that it is, in either form', () => {
  const networks = ['192.0.2.0/24', '198.51.100.7', '2001:db8::/32'];
  const open = (ip: string): boolean => isOpenTo({ public_networks: networks }, ip);
  expect(['192.0.2.255', '::ffff:192.0.2.1', '198.51.100.7', '2001:db8:1::5'].map(open)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['192.0.3.0', '198.51.100.8', '2001:db9::1', '', 'unknown'].map(open)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(isOpenTo({ public_networks: ['0.0.0.0/0'] }, '8.8.8.8')).toBe(true);
  expect(isOpenTo({ public_networks: [] }, 'unknown')).toBe(true);
});

test('[DEC-171] a color of the workspace is on its pages, readable in light and dark, and nothing else of it', async () => {
  for (const path of pages) expect((await server.ask(path)).text).toContain('<html lang="en"><head>');
  expect(await save('public_color: "#ffee00"')).toMatchObject({
    subdomain_update: { public_color: '#FFEE00' },
  });
  await expect.poll(async () => (await server.ask('/help')).text, { timeout: 5_000 }).toContain('#ffee00');
  for (const path of pages) {
    const { text, headers } = await server.ask(path);
    expect(text).toMatch(
      /<html lang="en" style="--brand:light-dark\(#[0-9a-f]{6},#ffee00\);--on-brand:light-dark\(#fff,#15171c\)"><head>/,
    );
    expect(headers['content-security-policy']).toContain("style-src-attr 'unsafe-inline'");
  }
  for (const wrong of ['red', '#12345', '#123456;}'])
    expect(
      (await owner.post(`mutation { subdomain_update(public_color: "${wrong}") { id } }`)).text,
    ).toContain('A color has a form such as #2B9281.');
  const networks = (text: string) =>
    owner.post(`mutation { subdomain_update(public_networks: ["${text}"]) { id } }`);
  expect((await networks('192.0.2.0/33')).text).toContain('is no address and no range of addresses');
  await save('public_color: ""');
  await expect
    .poll(async () => (await server.ask('/help')).text, { timeout: 5_000 })
    .toContain('<html lang="en"><head>');
});
