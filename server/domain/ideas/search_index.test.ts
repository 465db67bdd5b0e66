import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildForum } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';
import { recountTenant } from './recount.ts';

let database: TestDatabase;
let own: TestWorkspace;
let forum: { id: string };
beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
  forum = await buildForum(database, own.tenant);
});
afterAll(() => database.close());

const create = async (title: string, body?: string, body_mime_type = 'text/plain'): Promise<string> =>
  (
    await own.api.data<{ idea: { id: string } }>(
      'mutation ($title: String!, $forum: ID!, $body: String, $type: String) { idea: suggestion_create(title: $title, links: { forum: $forum }, body: $body, body_mime_type: $type) { id } }',
      { title, forum: forum.id, body, type: body === undefined ? undefined : body_mime_type },
    )
  ).idea.id;
const found = async (q: string): Promise<string[]> =>
  (
    await own.api.data<{ suggestions: { records: { title: string }[] } }>(
      'query ($q: String) { suggestions(q: $q) { records { title } } }',
      { q },
    )
  ).suggestions.records
    .map(({ title }) => title)
    .toSorted();

test('[CALL-Q-072] words inside angle brackets are found like others, as typed and without the brackets', async () => {
  await create('Allow <script> in the widget');
  await create('Plain body', 'Put <iframe src="harbour"> here, or a<quux>b');
  const html = await create('Rich body', '<p>The tag &lt;marquee&gt; is <b>missing</b></p>', 'text/html');
  for (const q of ['script', '<script>', ':<script>', ':script widget'])
    expect(await found(q), q).toEqual(['Allow <script> in the widget']);
  for (const q of ['iframe', 'harbour', '<iframe', 'quux', ':a<quux>b'])
    expect(await found(q), q).toEqual(['Plain body']);
  for (const q of ['marquee', ':<marquee> missing']) expect(await found(q), q).toEqual(['Rich body']);
  await own.api.data('mutation ($id: ID!) { suggestion_update(id: $id, title: "Rich <blink>") { id } }', {
    id: html,
  });
  expect(await found('blink')).toEqual(['Rich <blink>']);
});

test('what an older version has indexed without them is put right by the next recount, and nothing else is touched', async () => {
  const other = await openWorkspace(database);
  const ids = [
    await create('Older <canvas>'),
    await create('Older page', '<p>Draw on &lt;svgroot&gt;</p>', 'text/html'),
    await create('Older and plain', 'no brackets, yet & a sign'),
  ];
  const far = await database.pool.query<{ id: string }>(
    `with f as (insert into forums (subdomain_id, name, position) values ($1, 'F', 1) returning id), s as (insert into suggestions (subdomain_id, title, forum_id) select $1, 'Far <canvas>', id from f returning id)
     insert into suggestion_contents (subdomain_id, suggestion_id, search) select $1, id, '' from s returning suggestion_id as id`,
    [other.tenant.id],
  );
  await database.pool.query(
    `update suggestion_contents set search = to_tsvector('simple', 'older') where suggestion_id = any($1::bigint[])`,
    [ids],
  );
  const versions = () =>
    own.rows<{ id: string; version: string }>(
      'select suggestion_id::text as id, xmin::text as version from suggestion_contents where suggestion_id <> all($1::bigint[]) order by 1',
      ids.slice(0, 2),
    );
  const before = await versions();
  expect(await found('canvas')).toEqual([]);
  await recountTenant(own.api.scope);
  expect(await found('canvas')).toEqual(['Older <canvas>']);
  expect(await found('svgroot')).toEqual(['Older page']);
  expect(await versions()).toEqual(before);
  expect(
    (
      await database.pool.query(
        'select search::text as search from suggestion_contents where suggestion_id = $1',
        [far.rows[0]!.id],
      )
    ).rows,
  ).toEqual([{ search: '' }]);
});
