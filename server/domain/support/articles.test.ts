import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { articleIdOf, articlePath } from '../../../contract/articles.ts';
import { NO_PERMISSIONS } from '../../../contract/permissions.ts';
import { buildArticle, buildAttachment, buildSuggestion, insertRow } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let w: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

const FIELDS =
  'id title body state position published_title published_body path updated_at section { id } attachments { id }';
interface Article {
  id: string;
  title: string;
  state: string;
  updated_at: string;
  [field: string]: unknown;
}
const command = async (name: string, args: string, api = w.api): Promise<Article> =>
  (await api.data<Record<string, Article>>(`mutation { ${name}(${args}) { ${FIELDS} } }`))[name]!;
const section = async (name: string): Promise<string> =>
  (
    await w.api.data<{ article_section_create: { id: string } }>(
      `mutation { article_section_create(name: "${name}") { id } }`,
    )
  ).article_section_create.id;
const titles = async (id: string): Promise<string[]> =>
  (
    await w.api.data<{ articles: { records: { title: string }[] } }>(
      `{ articles(section: ["${id}"]) { records { title } } }`,
    )
  ).articles.records.map(({ title }) => title);

describe('what readers see', () => {
  test('[DEC-172] an article is a draft until it is published; what is written afterwards waits for the next publication', async () => {
    const begin = await section('Begin');
    const made = await command('article_create', `section: "${begin}", title: "Hours", body: "<p>One</p>"`);
    expect(made).toMatchObject({ state: 'draft', published_title: null, path: `/help/${made.id}-hours` });
    expect(await command('article_publish', `id: "${made.id}"`)).toMatchObject({
      state: 'published',
      published_body: '<p>One</p>',
    });
    expect(
      await command('article_update', `id: "${made.id}", title: "Nights", body: "<p>Two</p>"`),
    ).toMatchObject({
      state: 'changed',
      body: '<p>Two</p>',
      published_title: 'Hours',
      published_body: '<p>One</p>',
      // the address that readers know stays until they see the new title
      path: `/help/${made.id}-hours`,
    });
    expect(await command('article_revert', `id: "${made.id}"`)).toMatchObject({
      state: 'published',
      title: 'Hours',
      body: '<p>One</p>',
    });
    expect(await command('article_unpublish', `id: "${made.id}"`)).toMatchObject({
      state: 'draft',
      title: 'Hours',
      published_body: null,
    });
  });

  test('an article without a word is not published, and one that is not published has nothing to go back to', async () => {
    const empty = await buildArticle(database, w.tenant, { body: '<p> </p>' });
    expect(await refusal(w.api, `mutation { article_publish(id: "${empty.id}") { id } }`, {})).toMatchObject({
      field: 'id',
      reason: 'empty',
    });
    expect(await refusal(w.api, `mutation { article_revert(id: "${empty.id}") { id } }`, {})).toMatchObject({
      field: 'id',
      reason: 'not_published',
    });
  });

  test('publishing twice changes nothing; a publication of an older text than the newest is refused and shows the newest', async () => {
    const article = await buildArticle(database, w.tenant, { title: 'Once', isPublished: true });
    const first = await command('article_publish', `id: "${article.id}"`);
    const second = await command('article_publish', `id: "${article.id}"`);
    expect(second).toMatchObject({ title: first.title, state: 'published' });
    expect(
      await refusal(
        w.api,
        `mutation { article_publish(id: "${article.id}", if_updated_at: "${first.updated_at}") { id } }`,
        {},
      ),
    ).toMatchObject({ reason: 'changed' });
  });

  test('[VALID-010] hostile HTML is cleaned when it is written', async () => {
    const begin = await section('Begin');
    const made = await command(
      'article_create',
      `section: "${begin}", title: "<b>x</b>", body: "<p onclick=1>Hi<script>alert(1)</script><img src='https://x.example/a.png'></p>"`,
    );
    expect(made).toMatchObject({ title: '<b>x</b>', body: '<p>Hi</p>' });
  });
});

describe('order', () => {
  test('an article stands behind the one that is named, first, or last, in any section', async () => {
    const [one, two] = [await section('One'), await section('Two')];
    const ids: Record<string, string> = {};
    for (const title of ['a', 'b', 'c'])
      ids[title] = (await command('article_create', `section: "${one}", title: "${title}"`)).id;
    await command('article_update', `id: "${ids['c']}", after: "${ids['a']}"`);
    expect(await titles(one)).toEqual(['a', 'c', 'b']);
    await command('article_update', `id: "${ids['b']}", after: null`);
    expect(await titles(one)).toEqual(['b', 'a', 'c']);
    await command('article_update', `id: "${ids['a']}", section: "${two}"`);
    await command('article_update', `id: "${ids['b']}", section: "${two}", after: "${ids['a']}"`);
    expect([await titles(one), await titles(two)]).toEqual([['c'], ['a', 'b']]);
    expect(
      await refusal(w.api, `mutation { article_update(id: "${ids['a']}", after: "${ids['c']}") { id } }`, {}),
    ).toMatchObject({ field: 'after', reason: 'not_found' });
  });

  test('sections are brought into an order, and a section that goes gives its articles to another one', async () => {
    const [one, two, three] = [await section('One'), await section('Two'), await section('Three')];
    await w.api.data(`mutation { article_sections_reorder(section_ids: ["${three}", "${one}"]) { id } }`);
    const order = async () =>
      (
        await w.api.data<{ all_article_sections: { records: Record<string, unknown>[] } }>(
          '{ all_article_sections { records { name position articles_count } } }',
        )
      ).all_article_sections.records;
    expect((await order()).map(({ name }) => name)).toEqual(['Three', 'One', 'Two']);
    for (const title of ['a', 'b']) await command('article_create', `section: "${one}", title: "${title}"`);
    await command('article_create', `section: "${two}", title: "z"`);
    const remove = (more: string) => `mutation { article_section_delete(id: "${one}"${more}) { id } }`;
    expect(await refusal(w.api, remove(''), {})).toMatchObject({
      field: 'target_section',
      reason: 'required',
    });
    expect(await refusal(w.api, remove(`, target_section: "${one}"`), {})).toMatchObject({
      field: 'target_section',
    });
    await w.api.data(remove(`, target_section: "${two}"`));
    expect(await titles(two)).toEqual(['z', 'a', 'b']);
    expect(await order()).toEqual([
      { name: 'Three', position: 1, articles_count: 0 },
      { name: 'Two', position: 2, articles_count: 3 },
    ]);
  });

  test('names of sections are taken once, whatever their capitals', async () => {
    await section('Pay');
    expect(await refusal(w.api, 'mutation { article_section_create(name: "PAY") { id } }', {})).toMatchObject(
      { field: 'name', reason: 'taken' },
    );
  });
});

test('[STATE-026] a deleted article comes back, into the first section when its own went since', async () => {
  const [one, two] = [await section('One'), await section('Two')];
  const { id } = await command('article_create', `section: "${two}", title: "Back"`);
  await w.api.data(`mutation { article_delete(id: "${id}") { id } }`);
  expect(await titles(two)).toEqual([]);
  expect(await refusal(w.api, `mutation { article_publish(id: "${id}") { id } }`, {})).toMatchObject({
    reason: 'not_found',
  });
  await w.api.data(`mutation { article_section_delete(id: "${two}") { id } }`);
  expect(await command('article_restore', `id: "${id}"`)).toMatchObject({ section: { id: one } });
  expect(await refusal(w.api, `mutation { article_restore(id: "${id}") { id } }`, {})).toMatchObject({
    reason: 'not_found',
  });
});

describe('[PERM-014] rights', () => {
  test('who may not read articles sees none of them, nor their files; who may not write changes nothing', async () => {
    const article = await buildArticle(database, w.tenant);
    const file = await buildAttachment(database, w.tenant, { article_id: article.id });
    const ofIdea = await buildAttachment(database, w.tenant, {
      suggestion_id: (await buildSuggestion(database, w.tenant)).id,
    });
    const FILES = '{ attachments { records { id } } }';
    const files = async (api: TestWorkspace['api']): Promise<string[]> =>
      (await api.data<{ attachments: { records: { id: string }[] } }>(FILES)).attachments.records.map(
        ({ id }) => id,
      );
    const ideas = await w.as({ ...NO_PERMISSIONS, feedback_admin_ui: true });
    expect(await refusal(ideas, '{ articles { records { id } } }', {})).toMatchObject({ code: 'FORBIDDEN' });
    expect(await files(ideas)).toEqual([ofIdea.id]);
    expect(await refusal(ideas, `mutation { attachment_delete(id: "${file.id}") { id } }`, {})).toMatchObject(
      { reason: 'not_found' },
    );
    const writer = await w.as({ ...NO_PERMISSIONS, knowledgebase: 'rw' });
    expect(await files(writer)).toEqual([file.id]);
    expect(
      await refusal(writer, `mutation { attachment_delete(id: "${ofIdea.id}") { id } }`, {}),
    ).toMatchObject({ reason: 'not_found' });
    await writer.data(`mutation { attachment_delete(id: "${file.id}") { id } }`);
    const reader = await w.as({ ...NO_PERMISSIONS, knowledgebase: 'r' });
    expect(await files(reader)).toEqual([]);
    expect(
      await refusal(reader, `mutation { article_delete(id: "${article.id}") { id } }`, {}),
    ).toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('words that were not found leave the list when someone takes them off', async () => {
  const row = await insertRow(database, 'article_searches', {
    subdomain_id: w.tenant.id,
    words: 'datev',
    searches_count: 3,
  });
  await w.api.data(`mutation { article_search_delete(id: "${row.id}") { id } }`);
  expect(await w.api.data('{ article_searches { total_records } }')).toEqual({
    article_searches: { total_records: 0 },
  });
});

describe('addresses', () => {
  test.each([
    ['Hours, night & Sunday rates', '/help/7-hours-night-sunday-rates'],
    ['  Für alle Ämter!  ', '/help/7-fur-alle-amter'],
    ['料金 の 変更', '/help/7-%E6%96%99%E9%87%91-%E3%81%AE-%E5%A4%89%E6%9B%B4'],
    ['???', '/help/7'],
    ['x'.repeat(300), `/help/7-${'x'.repeat(60)}`],
  ])('%s', (title, path) => {
    expect(articlePath('7', title)).toBe(path);
    expect(articleIdOf(decodeURIComponent(path.split('/').at(-1)!))).toBe('7');
  });

  test.each(['', 'x', '0', '07', '-7', '7x', '99999999999999999999'])('%s names no article', (segment) => {
    expect(articleIdOf(segment)).toBeNull();
  });
});
