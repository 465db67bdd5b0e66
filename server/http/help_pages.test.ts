import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { articleLimits } from '../../contract/articles.ts';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { buildArticle, buildAttachment, insertRow } from '../db/builders.ts';
import { startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let writer: TestClient;
let time = Date.parse('2026-06-01T12:00:00Z');
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(time) });
  writer = await server.createUser();
});
afterAll(() => server.close());
// calls are counted by the minute
beforeEach(() => {
  time += 120_000;
});

const read = (path: string): Promise<Answer> => server.ask(path);
const article = (values: Parameters<typeof buildArticle>[2] = {}) =>
  buildArticle(server.database, server.tenant, { isPublished: true, ...values });
const answer = (path: string, helped: string) =>
  server.ask(`${path}/answer`, {
    method: 'POST',
    body: `helped=${helped}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const form = async (id: string) =>
  (
    await server.database.pool.query<{ is_helpful: boolean }>(
      'select is_helpful from article_answers where article_id = $1',
      [id],
    )
  ).rows.map((row) => row.is_helpful);

describe('what readers see', () => {
  test('the front page and a section list what is published, by its published title', async () => {
    const section = await insertRow(server.database, 'article_sections', {
      subdomain_id: server.tenant.id,
      name: 'Pay & <hours>',
      position: 1,
    });
    const shown = await article({
      section_id: section.id,
      title: 'Secret new title',
      published_title: 'Night <rates>',
    });
    const draft = await article({ section_id: section.id, title: 'Unfinished', isPublished: false });
    await article({ section_id: section.id, title: 'Gone', deleted_at: new Date() });
    for (const path of ['/help', `/help/sections/${section.id}`]) {
      const { text, status, headers } = await read(path);
      expect(status).toBe(200);
      expect(text).toContain('Pay &amp; &lt;hours&gt;');
      expect(text).toContain(`href="/help/${shown.id}-night-rates">Night &lt;rates&gt;</a>`);
      for (const hidden of ['Secret', 'Unfinished', 'Gone', `/help/${draft.id}`])
        expect(text).not.toContain(hidden);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(text).not.toContain('<script');
    }
    expect((await read(`/help/sections/${section.id}?page=2`)).status).toBe(404);
  });

  test('an article shows what was published, not what is being written; its old address leads to the new one', async () => {
    const one = await article({ title: 'Rates', body: '<h1>Main</h1><p>Old</p><h2>More &amp; more</h2>' });
    await server.database.pool.query("update articles set body = '<p>Secret</p>' where id = $1", [one.id]);
    const path = `/help/${one.id}-rates`;
    for (const other of [`/help/${one.id}`, `/help/${one.id}-was-called-so`])
      expect(await read(other)).toMatchObject({ status: 302, headers: { location: path } });
    const { text } = await read(path);
    expect(text).toContain('<h2 id="part-1">Main</h2>');
    expect(text).toContain('<a href="#part-2">More &amp; more</a>');
    expect(text).not.toContain('Secret');
  });

  test('a draft, a deleted article and one of another workspace are not there', async () => {
    const draft = await article({ isPublished: false });
    const gone = await article({ deleted_at: new Date() });
    const foreign = await buildArticle(server.database, await server.createTenant(), { isPublished: true });
    for (const { id } of [draft, gone, foreign, { id: '999999999' }]) {
      const { status, text } = await read(`/help/${id}`);
      expect(status).toBe(404);
      expect(text).toContain('Page not found');
      expect((await answer(`/help/${id}`, 'yes')).status).toBe(404);
    }
    expect((await read('/help/nothing')).status).toBe(404);
  });

  test('who writes sees a draft as readers will; others do not, nor who is not signed in', async () => {
    const draft = await article({ isPublished: false, title: 'Soon' });
    const preview = await writer.ask(`/help/${draft.id}?draft`);
    expect(preview.status).toBe(200);
    expect(preview.text).toContain('This is how readers will see it.');
    expect(preview.text).toContain('noindex');
    const other = await server.createUser({
      permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true },
    });
    expect((await other.ask(`/help/${draft.id}?draft`)).status).toBe(404);
    expect((await read(`/help/${draft.id}?draft`)).status).toBe(404);
  });

  test('a title is no markup', async () => {
    const one = await article({ title: '<img src=x onerror=alert(1)>"', body: '<p>Text</p>' });
    const { text } = await read(`/help/${one.id}-img-src-x-onerror-alert-1`);
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

describe('files', () => {
  test('those of a published article are read by everyone, in its text and below it; others by no one', async () => {
    const kept = async (values: Parameters<typeof buildAttachment>[2]) => {
      const file = await buildAttachment(server.database, server.tenant, values);
      await server.services.files.put(file.storage_key, Readable.from([Buffer.from('hello')]), {
        contentType: 'text/plain',
      });
      return file;
    };
    const one = await article();
    const inText = await kept({ article_id: one.id });
    const below = await kept({ article_id: one.id, file_name: 'plan & list.txt' });
    const body = `<p>See <a href="/files/${inText.token}">this</a></p>`;
    await writer.data('mutation ($id: ID!, $body: String) { article_update(id: $id, body: $body) { id } }', {
      id: one.id,
      body,
    });
    await writer.data('mutation ($id: ID!) { article_publish(id: $id) { path } }', { id: one.id });
    const later = await kept({ article_id: one.id });
    const { text } = await writer.ask((await read(`/help/${one.id}`)).headers.location!);
    expect(text).toContain(`href="/help/files/${inText.token}"`);
    expect(text).toContain('plan &amp; list.txt');
    expect(text).not.toContain(later.token);
    for (const file of [inText, below])
      expect(await read(`/help/files/${file.token}`)).toMatchObject({
        status: 200,
        text: 'hello',
        headers: { 'content-security-policy': expect.stringContaining('sandbox') as string },
      });
    const draft = await kept({ article_id: (await article({ isPublished: false })).id });
    const ofIdea = await kept({});
    for (const { token } of [later, draft, ofIdea, { token: 'x' }, { token: 'a%2Fb' }])
      expect((await read(`/help/files/${token}`)).status).toBe(404);
    await writer.data('mutation ($id: ID!) { article_unpublish(id: $id) { id } }', { id: one.id });
    expect((await read(`/help/files/${below.token}`)).status).toBe(404);
    // the team opens them as it opens others
    expect((await writer.ask(`/files/${below.token}`)).status).toBe(200);
  });
});

describe('search', () => {
  const missed = async () =>
    (
      await server.database.pool.query<{ words: string; searches_count: number }>(
        'select words, searches_count from article_searches where subdomain_id = $1 order by id',
        [server.tenant.id],
      )
    ).rows;

  test('it finds published words in any form, the title first, and never those of drafts', async () => {
    const inTitle = await article({ title: 'Invoices by post', body: '<p>Nothing else</p>' });
    const inBody = await article({ title: 'Letters', body: '<p>We send an invoice &amp; a note</p>' });
    const other = await article({ title: 'Envelopes' });
    await article({ title: 'Invoice plans', isPublished: false });
    const { text, status } = await read('/help?q=invoice');
    expect(status).toBe(200);
    expect(text).toContain('2 articles');
    expect(text.indexOf(`/help/${inTitle.id}`)).toBeGreaterThan(0);
    expect(text).toContain('We send an invoice &amp; a note');
    expect(text).toContain(`/help/${inBody.id}-letters`);
    expect(text).not.toContain(`/help/${other.id}`);
    expect(text).not.toContain('Invoice plans');
  });

  test('what is not found is said as it was typed, and noted once for each search of at most ten a minute', async () => {
    const { text } = await read(`/help?q=${encodeURIComponent('  Datev  <b>Night</b> ')}`);
    expect(text).toContain('Nothing was found');
    expect(text).toContain('Datev  &lt;b&gt;Night&lt;/b&gt;');
    expect(await missed()).toEqual([{ words: 'datev <b>night</b>', searches_count: 1 }]);
    for (let n = 0; n < 15; n += 1) await read('/help?q=DATEV%20%3Cb%3Enight%3C/b%3E');
    expect(await missed()).toEqual([{ words: 'datev <b>night</b>', searches_count: 10 }]);
  });

  test('of a workspace the most wanted words are kept, however many a stranger makes up', async () => {
    await server.database.pool.query(
      `insert into article_searches (subdomain_id, words, searches_count) select $1, 'made up ' || n, 2 from generate_series(1, ${articleLimits.searches}) n`,
      [server.tenant.id],
    );
    await read('/help?q=zebracrossing');
    const words = await missed();
    expect(words).toHaveLength(articleLimits.searches);
    expect(words.at(-1)).toEqual({ words: 'zebracrossing', searches_count: 1 });
    expect(words.some((one) => one.words === 'datev <b>night</b>')).toBe(true);
  });
});

describe('whether an article helped', () => {
  test('of one reader the last answer counts, and it comes back to the article with thanks', async () => {
    const one = await article({ title: 'Helped' });
    const path = `/help/${one.id}-helped`;
    expect(await answer(path, 'yes')).toMatchObject({
      status: 303,
      headers: { location: `${path}?answered=1#answer` },
    });
    expect(await form(one.id)).toEqual([true]);
    await answer(path, 'no');
    expect(await form(one.id)).toEqual([false]);
    expect((await read(`${path}?answered=1`)).text).toContain('Thank you for telling us.');
    expect((await answer(path, 'maybe')).status).toBe(400);
    expect(
      await writer.data('query ($id: ID!) { article(id: $id) { helpful_count unhelpful_count } }', {
        id: one.id,
      }),
    ).toEqual({ article: { helpful_count: 0, unhelpful_count: 1 } });
  });

  test('answers and pages of one network are bounded by the minute', async () => {
    const one = await article({ title: 'Many' });
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) statuses.push((await answer(`/help/${one.id}-many`, 'yes')).status);
    expect(statuses.slice(20)).toEqual([429, 429]);
    const refused = await answer(`/help/${one.id}-many`, 'yes');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.text).toContain('Too many calls');
    // reading goes on
    expect((await read(`/help/${one.id}-many`)).status).toBe(200);
  });
});
