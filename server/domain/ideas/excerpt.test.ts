import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildForum } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let own: TestWorkspace;
let forum_id: string;
beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
  forum_id = (await buildForum(database, own.tenant)).id;
});
afterAll(() => database.close());

const excerptOf = async (body: string | null, body_mime_type: string): Promise<string | null> =>
  (
    await own.api.data<{ suggestion_create: { excerpt: string | null } }>(
      'mutation ($body: String, $body_mime_type: String, $forum: ID!) { suggestion_create(title: "An idea", body: $body, body_mime_type: $body_mime_type, links: { forum: $forum }) { excerpt } }',
      { body, body_mime_type, forum: forum_id },
    )
  ).suggestion_create.excerpt;

test('the excerpt of a plain description is its beginning as it was written', async () => {
  expect(await excerptOf('When a < b and c > d,\n\n<b>press</b>  <Tab> &amp; go', 'text/plain')).toBe(
    'When a < b and c > d, <b>press</b> <Tab> &amp; go',
  );
});

test('the excerpt of HTML is its words, without marks and entities', async () => {
  expect(
    await excerptOf(
      '<p>Finance &amp; sales say a &lt; b and &amp;lt;</p><ul><li>xlsx</li></ul>',
      'text/html',
    ),
  ).toMatch(/^ ?Finance & sales say a < b and &lt; xlsx ?$/);
});

test('an idea without a description has none', async () => {
  expect(await excerptOf(null, 'text/plain')).toBeNull();
});
