import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './testing.ts';
import { idOfHeading, readableAddress } from './manual_addresses.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const html = { accept: 'text/html' };

describe('the manual', () => {
  test('is for those who may use the console; others are led to sign in, and see no picture', async () => {
    const answer = await server.ask('/manual/first-steps', { headers: html });
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('/admin/signin?return_to=%2Fmanual%2Ffirst-steps');
    expect((await server.ask('/manual/pictures/ideas-light.png')).status).toBe(404);
    const contributor = await server.createUser({ license_type: 'contributor' });
    expect((await contributor.ask('/manual', { headers: html })).headers.location).toBe('/admin');
  });

  test('every page is one of its own, without scripts, and each link in it leads somewhere', async () => {
    const admin = await server.createUser();
    const folder = join(import.meta.dirname, '../../docs/manual');
    const names = readdirSync(folder).flatMap((name) => /^(.+)\.md$/.exec(name)?.[1] ?? []);
    const pages = new Map<string, string>();
    for (const name of names) {
      const address = name === 'index' ? '/manual' : `/manual/${name}`;
      const answer = await admin.ask(address, { headers: html });
      expect(answer.status, name).toBe(200);
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(answer.text).not.toMatch(/<script|<!--| on\w+=/i);
      pages.set(address, answer.text);
    }
    for (const [address, text] of pages)
      for (const [, href = ''] of text.matchAll(/<a href="([^"]+)"/g)) {
        if (!href.startsWith('/manual') && !href.startsWith('#')) continue;
        const [page, id] = href.split('#') as [string, string?];
        const target = page === '' ? text : pages.get(page);
        expect(target, `${address} links to ${href}`).toBeDefined();
        if (id !== undefined) expect(target, `${address} links to ${href}`).toContain(`id="${id}"`);
      }
    const picture = await admin.ask('/manual/pictures/ideas-light.png');
    expect(picture.headers['content-type']).toBe('image/png');
  });

  test('nothing outside its folder has an address', async () => {
    const admin = await server.createUser();
    for (const path of ['/manual/nothing', '/manual/..%2FARCHITECTURE', '/manual/pictures/..%2Findex.md'])
      expect((await admin.ask(path, { headers: html })).status, path).toBe(404);
    expect(readableAddress('../ARCHITECTURE.md', ['index'])).toBeNull();
    expect(readableAddress('javascript:alert(1)', ['index'])).toBeNull();
  });

  test('headings have the ids that links name', () => {
    expect(idOfHeading('Who gets mail, and what comes back')).toBe('who-gets-mail-and-what-comes-back');
    expect(readFileSync(join(import.meta.dirname, '../../docs/manual/index.md'), 'utf8')).toContain(
      '# Manual',
    );
  });
});
