import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildCategory,
  buildComment,
  buildForum,
  buildLabel,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let own: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  own = await openWorkspace(database);
});

const CREATE = 'mutation ($name: String!) { forum_create(name: $name) { id name state position } }';
const create = async (args: string, fields = 'id') =>
  (
    await own.api.data<{ forum_create: Record<string, unknown> }>(
      `mutation { forum_create(${args}) { ${fields} } }`,
    )
  ).forum_create;
const update = async (id: string, args: string, fields = 'id') =>
  (
    await own.api.data<{ forum_update: Record<string, unknown> }>(
      `mutation { forum_update(id: "${id}", ${args}) { ${fields} } }`,
    )
  ).forum_update;
const order = async () =>
  (
    await own.api.data<{ all_forums: { records: { id: string }[] } }>('{ all_forums { records { id } } }')
  ).all_forums.records.map(({ id }) => id);

describe('forum_create [CALL-M-014]', () => {
  test('makes a forum behind the others, and says what changed', async () => {
    const first = await buildForum(database, own.tenant, { position: 3 });
    const answer = await own.api.run(CREATE, { name: 'Mobile' });
    expect(answer).toMatchObject({
      data: { forum_create: { name: 'Mobile', state: 'open', position: 4 } },
      extensions: { changes: { forum: 'create' } },
    });
    expect(await order()).toEqual([
      first.id,
      (answer.data as { forum_create: { id: string } }).forum_create.id,
    ]);
  });

  test('[VALID-071] needs a name, and changes nothing without one', async () => {
    expect(await refusal(own.api, 'mutation { forum_create(name: " ") { id } }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'name',
      reason: 'required',
    });
    // left out: an argument, a variable, and within an argument or a variable, which is named then
    expect(await refusal(own.api, 'mutation { forum_create(prompt: "x") { id } }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'name',
    });
    expect(await refusal(own.api, CREATE, {})).toMatchObject({ code: 'BAD_USER_INPUT', field: 'name' });
    expect(
      await refusal(own.api, 'mutation { forum_create(name: "x", categories: [{ id: "1" }]) { id } }'),
    ).toMatchObject({ code: 'BAD_USER_INPUT', field: 'categories' });
    expect(
      await refusal(
        own.api,
        'mutation ($categories: [ForumCategoryInput!]) { forum_create(name: "x", categories: $categories) { id } }',
        { categories: [{ id: '1' }] },
      ),
    ).toMatchObject({ code: 'BAD_USER_INPUT', field: 'categories' });
    expect(await order()).toEqual([]);
  });

  test('a name is taken once, whatever the case, by forums that are there', async () => {
    const beta = String((await create('name: "Beta"')).id);
    const mobile = String((await create('name: "Mobile"')).id);
    const refused = {
      code: 'BAD_USER_INPUT',
      field: 'name',
      reason: 'taken',
      message: 'There is a forum "bETA" already. Choose another name.',
    };
    expect(await refusal(own.api, 'mutation { forum_create(name: " bETA ") { id } }')).toMatchObject(refused);
    expect(
      await refusal(own.api, `mutation { forum_update(id: "${mobile}", name: "bETA", prompt: "x") { id } }`),
    ).toMatchObject(refused);
    expect(await update(beta, 'name: "BETA"', 'name')).toEqual({ name: 'BETA' });
    await own.api.data(`mutation { forum_delete(id: "${beta}") { id } }`);
    expect(await update(mobile, 'name: "Beta"', 'name')).toEqual({ name: 'Beta' });
    // another workspace has names of its own
    await buildForum(database, (await openWorkspace(database)).tenant, { name: 'Beta' });
  });

  test('of forums that had one name before, the first in order keeps it', async () => {
    const { pool } = database;
    await pool.query('drop index forums_name');
    const names = ['Web', 'WEB', 'web (2)', 'Web', 'Old'];
    for (const [index, name] of names.entries())
      await buildForum(database, own.tenant, { name, position: index + 1 });
    await buildForum(database, own.tenant, { name: 'Web', position: 9, state: 'deleted' });
    await pool.query(
      readFileSync(join(import.meta.dirname, '../../db/migrations/0036_forum_names.sql'), 'utf8'),
    );
    const { rows } = await pool.query<{ name: string }>(
      'select name from forums where subdomain_id = $1 order by position',
      [own.tenant.id],
    );
    expect(rows.map(({ name }) => name)).toEqual(['Web', 'WEB (3)', 'web (2)', 'Web (4)', 'Old', 'Web']);
  });

  test('[ENT-031] [ENT-032] [ENT-033] [PERM-043] [PERM-044] [PERM-045] takes every setting, which is read back', async () => {
    const given = `name: "Beta", prompt: "What do you miss?", placeholder: "I wish", welcome_message: "<p onclick=\\"x\\">Welcome</p>", category_required: true, moderation_enabled: true,
      importance_enabled: true, state: "closed", default_sort: "recent", is_private: true, allow_by_ip: true, allow_by_email_domain: true, allow_sso_user_by_default: true,
      authorization_operator: "and", access_denied_message: "Sorry", access_ips: ["192.0.2.0/24", "2001:DB8::1", "192.0.2.0/24"], access_email_domains: ["Example.com"], default_locale: "de",
      categories: [{ name: "Maps" }, { name: "Trips" }], classic_voting: true, votes_allowed: 5, allow_requests: false, logo_url: "https://example.com/a.png"`;
    const fields = `name prompt placeholder welcome_message welcome_message_mime_type category_required moderation_enabled importance_enabled state is_open default_sort is_private is_public private
      allow_by_ip allow_by_email_domain allow_sso_user_by_default authorization_operator access_denied_message access_ips { ip } access_email_domains { domain } default_locale
      categories { name position } categories_count classic_voting votes_allowed allow_requests logo_url suggestions_count open_suggestions_count`;
    expect(await create(given, fields)).toEqual({
      name: 'Beta',
      prompt: 'What do you miss?',
      placeholder: 'I wish',
      welcome_message: '<p>Welcome</p>',
      welcome_message_mime_type: 'text/html',
      category_required: true,
      moderation_enabled: true,
      importance_enabled: true,
      state: 'closed',
      is_open: false,
      default_sort: 'recent',
      is_private: true,
      is_public: false,
      private: true,
      allow_by_ip: true,
      allow_by_email_domain: true,
      allow_sso_user_by_default: true,
      authorization_operator: 'and',
      access_denied_message: 'Sorry',
      access_ips: [{ ip: '192.0.2.0/24' }, { ip: '2001:db8::1' }],
      access_email_domains: [{ domain: 'example.com' }],
      default_locale: 'de',
      categories: [
        { name: 'Maps', position: 1 },
        { name: 'Trips', position: 2 },
      ],
      categories_count: 2,
      classic_voting: true,
      votes_allowed: 5,
      allow_requests: false,
      logo_url: 'https://example.com/a.png',
      suggestions_count: 0,
      open_suggestions_count: 0,
    });
    expect(await own.drift()).toEqual([]);
  });

  test('[DEC-194] is moderated as the workspace has it, unless it says otherwise', async () => {
    await database.pool.query('update subdomains set moderation_enabled = true where id = $1', [
      own.tenant.id,
    ]);
    expect(await create('name: "A"', 'moderation_enabled')).toEqual({ moderation_enabled: true });
    expect(await create('name: "B", moderation_enabled: false', 'moderation_enabled')).toEqual({
      moderation_enabled: false,
    });
  });

  test('[DEC-193] private is another name of is_private; both may not differ', async () => {
    expect(await create('name: "A", private: true', 'is_private')).toEqual({ is_private: true });
    expect(
      await refusal(own.api, 'mutation { forum_create(name: "B", private: true, is_private: false) { id } }'),
    ).toMatchObject({ field: 'private' });
  });

  test.each([
    ['state', '"deleted"'],
    ['default_sort', '"votes"'],
    ['authorization_operator', '"xor"'],
    ['default_locale', '"xx"'],
    ['votes_allowed', '0'],
    ['logo_url', '"javascript:alert(1)"'],
    ['access_ips', '["example.com"]'],
    ['access_ips', '["192.0.2.0/33"]'],
    ['access_email_domains', '["@example.com"]'],
    ['access_email_domains', '["example"]'],
    ['prompt', JSON.stringify('x'.repeat(256))],
    ['name', JSON.stringify('x'.repeat(256))],
  ])('refuses a wrong %s: %s', async (name, value) => {
    expect(
      await refusal(
        own.api,
        `mutation { forum_create(${name === 'name' ? '' : 'name: "A", '}${name}: ${value}) { id } }`,
      ),
    ).toMatchObject({ code: 'BAD_USER_INPUT', field: name });
    expect(await order()).toEqual([]);
  });

  test('refuses a category named twice, and writes nothing', async () => {
    expect(
      await refusal(
        own.api,
        'mutation { forum_create(name: "A", categories: [{name: "Maps"}, {name: "maps"}]) { id } }',
      ),
    ).toMatchObject({ field: 'categories.1.name', reason: 'taken' });
    expect(await order()).toEqual([]);
  });
});

describe('forum_update [CALL-M-015] [STATE-041]', () => {
  test('changes what is given and nothing else, in either spelling', async () => {
    const { id } = await buildForum(database, own.tenant, {
      name: 'Old',
      prompt: 'Why?',
      placeholder: 'x',
      default_locale: 'de',
    });
    expect(
      await update(
        id,
        'name: "New", state: "closed", defaultLocale: null, placeholder: ""',
        'name state prompt placeholder default_locale',
      ),
    ).toEqual({
      name: 'New',
      state: 'closed',
      prompt: 'Why?',
      placeholder: null,
      default_locale: null,
    });
    expect(await refusal(own.api, `mutation { forum_update(id: "${id}", name: "") { id } }`)).toMatchObject({
      field: 'name',
      reason: 'required',
    });
  });

  test('[STATE-042] a closed forum is found among the closed ones', async () => {
    const [open, closed] = [await buildForum(database, own.tenant), await buildForum(database, own.tenant)];
    await update(closed.id, 'state: "closed"');
    const found = async (isOpen: boolean) =>
      (
        await own.api.data<{ forums: { records: { id: string }[] } }>(
          `{ forums(open: ${isOpen}) { records { id } } }`,
        )
      ).forums.records.map(({ id }) => id);
    expect([await found(true), await found(false)]).toEqual([[open.id], [closed.id]]);
  });

  test('lists replace those that are there; what stays keeps its id', async () => {
    const { id } = (await create(
      'name: "A", access_ips: ["192.0.2.1", "192.0.2.2"], access_email_domains: ["a.example"]',
    )) as { id: string };
    const read = async () =>
      (
        await own.api.data<{
          forum: { access_ips: { id: string; ip: string }[]; access_email_domains: { domain: string }[] };
        }>(`{ forum(id: "${id}") { access_ips { id ip } access_email_domains { domain } } }`)
      ).forum;
    const before = await read();
    await update(id, 'access_ips: ["192.0.2.2", "192.0.2.3"]');
    const after = await read();
    expect(after.access_ips.map(({ ip }) => ip)).toEqual(['192.0.2.2', '192.0.2.3']);
    expect(after.access_ips[0]!.id).toBe(before.access_ips[1]!.id);
    expect(after.access_email_domains).toEqual([{ domain: 'a.example' }]);
    await update(id, 'access_ips: [], access_email_domains: []');
    expect(await read()).toEqual({ access_ips: [], access_email_domains: [] });
  });

  test('categories are replaced in the order of the list; ideas of those left out have none', async () => {
    const { id } = await buildForum(database, own.tenant);
    const [maps, trips, gone] = [
      await buildCategory(database, own.tenant, { forum_id: id, name: 'Maps', position: 1 }),
      await buildCategory(database, own.tenant, { forum_id: id, name: 'Trips', position: 2 }),
      await buildCategory(database, own.tenant, { forum_id: id, name: 'Gone', position: 3 }),
    ];
    const idea = await buildSuggestion(database, own.tenant, { forum_id: id, category_id: gone.id });
    await own.drift();
    // two of them swap their names
    const answer = await update(
      id,
      `categories: [{ id: "${trips.id}", name: "Maps" }, { name: "New" }, { id: "${maps.id}", name: "Trips" }]`,
      'categories { id name position } categories_count',
    );
    expect(answer).toMatchObject({
      categories: [
        { id: trips.id, name: 'Maps', position: 1 },
        { name: 'New', position: 2 },
        { id: maps.id, name: 'Trips', position: 3 },
      ],
      categories_count: 3,
    });
    expect(await own.api.data(`{ suggestion(id: "${idea.id}") { category { id } } }`)).toEqual({
      suggestion: { category: null },
    });
    expect(await own.drift()).toEqual([]);
    const elsewhere = await buildCategory(database, own.tenant, {
      forum_id: (await buildForum(database, own.tenant)).id,
    });
    for (const item of [`{ id: "${elsewhere.id}", name: "X" }`, `{ id: "${gone.id}", name: "X" }`]) {
      expect(
        await refusal(own.api, `mutation { forum_update(id: "${id}", categories: [${item}]) { id } }`),
      ).toMatchObject({ field: 'categories.0.id', reason: 'not_found' });
    }
  });

  test('somebody who has read an older version is told, with the present one', async () => {
    const { id, updated_at } = (await create('name: "A", categories: [{name: "C"}]', 'id updated_at')) as {
      id: string;
      updated_at: string;
    };
    await update(id, `name: "B", if_updated_at: "${updated_at}"`);
    const refused = await refusal(
      own.api,
      `mutation { forum_update(id: "${id}", name: "C", ifUpdatedAt: "${updated_at}") { id } }`,
    );
    expect(refused).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'ifUpdatedAt',
      reason: 'changed',
      current: { id, name: 'B', state: 'open', categories: [{ name: 'C' }], access_ips: [] },
    });
    expect(await own.api.data(`{ forum(id: "${id}") { name } }`)).toEqual({ forum: { name: 'B' } });
  });
});

describe('forum_delete [CALL-M-016] [DEC-102]', () => {
  const DELETE = 'mutation ($id: ID!, $target: ID) { forum_delete(id: $id, target_forum: $target) { id } }';

  test('deletes an empty forum: it vanishes everywhere', async () => {
    const { id } = await buildForum(database, own.tenant);
    await buildCategory(database, own.tenant, { forum_id: id });
    expect(await own.api.run(DELETE, { id })).toMatchObject({
      data: { forum_delete: { id } },
      extensions: { changes: { forum: 'delete' } },
    });
    expect(
      await own.api.data(
        `{ forum(id: "${id}") { id } all_forums { total_records } all_categories { total_records } }`,
      ),
    ).toEqual({ forum: null, all_forums: { total_records: 0 }, all_categories: { total_records: 0 } });
    expect(await refusal(own.api, DELETE, { id })).toMatchObject({ field: 'id', reason: 'not_found' });
    expect(await own.drift()).toEqual([]);
  });

  test('what may come back has a forum: deleted ideas go to the default forum, else to the first; no label is limited to a forum that is gone', async () => {
    const [first, standard] = [
      await buildForum(database, own.tenant, { position: 1 }),
      await buildForum(database, own.tenant, { position: 2 }),
    ];
    for (const home of [first, standard]) {
      const { id } = await buildForum(database, own.tenant, { position: 9 });
      const category = await buildCategory(database, own.tenant, { forum_id: id });
      const label = await buildLabel(database, own.tenant);
      await insertRow(database, 'label_forums', {
        subdomain_id: own.tenant.id,
        label_id: label.id,
        forum_id: id,
      });
      const idea = await buildSuggestion(database, own.tenant, { forum_id: id, category_id: category.id });
      await insertRow(database, 'suggestion_labels', {
        subdomain_id: own.tenant.id,
        suggestion_id: idea.id,
        label_id: label.id,
      });
      await own.drift();
      await own.api.data(`mutation { suggestion_delete(id: "${idea.id}") { id } }`);
      await own.api.data(DELETE, { id });
      expect(
        await own.api.data(
          `mutation { suggestion_restore(id: "${idea.id}") { forum { id } category { id } labels { id forum_ids } } }`,
        ),
      ).toEqual({
        suggestion_restore: {
          forum: { id: home.id },
          category: null,
          labels: [{ id: label.id, forum_ids: [] }],
        },
      });
      expect(await own.drift()).toEqual([]);
      await database.pool.query('update subdomains set default_forum_id = $2 where id = $1', [
        own.tenant.id,
        standard.id,
      ]);
    }
  });

  test('the last forum stays while deleted ideas in it may come back', async () => {
    const { id } = await buildForum(database, own.tenant);
    await buildSuggestion(database, own.tenant, { forum_id: id, state: 'deleted' });
    expect(await refusal(own.api, DELETE, { id })).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'target_forum',
      reason: 'last_forum',
    });
    expect(await order()).toEqual([id]);
  });

  test('refuses the default forum', async () => {
    const { id } = await buildForum(database, own.tenant);
    await database.pool.query('update subdomains set default_forum_id = $2 where id = $1', [
      own.tenant.id,
      id,
    ]);
    expect(await refusal(own.api, DELETE, { id })).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'id',
      reason: 'default_forum',
    });
  });

  test('refuses a forum that holds ideas, and itself as target', async () => {
    const { id } = await buildForum(database, own.tenant);
    await buildSuggestion(database, own.tenant, { forum_id: id, state: 'spam' });
    expect(await refusal(own.api, DELETE, { id })).toMatchObject({
      field: 'target_forum',
      reason: 'has_ideas',
    });
    expect(await refusal(own.api, DELETE, { id, target: id })).toMatchObject({ field: 'target_forum' });
  });

  test('moves ideas to the target, with their counters, days and labels; deleted ideas too', async () => {
    const [from, to] = [await buildForum(database, own.tenant), await buildForum(database, own.tenant)];
    const category = await buildCategory(database, own.tenant, { forum_id: from.id });
    const label = await buildLabel(database, own.tenant);
    await insertRow(database, 'label_forums', {
      subdomain_id: own.tenant.id,
      label_id: label.id,
      forum_id: from.id,
    });
    const day = new Date('2026-02-01T10:00:00Z');
    const idea = await buildSuggestion(database, own.tenant, {
      forum_id: from.id,
      category_id: category.id,
      created_at: day,
    });
    const gone = await buildSuggestion(database, own.tenant, {
      forum_id: from.id,
      state: 'deleted',
      created_at: day,
    });
    await buildSuggestion(database, own.tenant, { forum_id: from.id, state: 'closed', created_at: day });
    await buildSuggestion(database, own.tenant, { forum_id: to.id, created_at: day });
    await insertRow(database, 'suggestion_labels', {
      subdomain_id: own.tenant.id,
      suggestion_id: idea.id,
      label_id: label.id,
    });
    const person = await buildUser(database, own.tenant);
    await buildSupporter(database, own.tenant, {
      suggestion_id: idea.id,
      user_id: person.id,
      created_at: day,
    });
    await buildComment(database, own.tenant, { suggestion_id: idea.id, created_at: day });
    await own.drift();
    await own.api.data(DELETE, { id: from.id, target: to.id });
    expect(
      await own.api.data(
        `{ suggestion(id: "${idea.id}") { forum { id } category { id } labels { id forum_ids } } forum(id: "${to.id}") { suggestions_count open_suggestions_count } }`,
      ),
    ).toEqual({
      suggestion: { forum: { id: to.id }, category: null, labels: [{ id: label.id, forum_ids: [to.id] }] },
      forum: { suggestions_count: 3, open_suggestions_count: 2 },
    });
    expect(
      await own.rows(
        'select forum_id, category_id, sum(ideas_count)::int as ideas, sum(votes_count)::int as votes, sum(comments_count)::int as comments from forum_days where subdomain_id = $1 group by 1, 2',
        own.tenant.id,
      ),
    ).toEqual([{ forum_id: to.id, category_id: '0', ideas: 3, votes: 1, comments: 1 }]);
    expect(await own.rows('select forum_id from suggestions where id = $1', gone.id)).toEqual([
      { forum_id: to.id },
    ]);
    expect(await own.drift()).toEqual([]);
  });
});

describe('forum_reorder [CALL-M-017] [CALL-Q-105]', () => {
  const REORDER = 'mutation ($ids: [ID!]) { forum_reorder(forum_ids: $ids) { id position } }';

  test('puts the forums in order, and answers them so', async () => {
    const ids = [
      (await buildForum(database, own.tenant)).id,
      (await buildForum(database, own.tenant)).id,
      (await buildForum(database, own.tenant)).id,
    ];
    const wanted = [ids[2]!, ids[0]!, ids[1]!];
    expect(await own.api.data(REORDER, { ids: wanted })).toEqual({
      forum_reorder: wanted.map((id, index) => ({ id, position: index + 1 })),
    });
    expect(await order()).toEqual(wanted);
    expect(
      (
        await own.api.data<{ forums: { records: { id: string }[] } }>('{ forums { records { id } } }')
      ).forums.records.map(({ id }) => id),
    ).toEqual(wanted);
  });

  test('[VALID-078] wants every forum once', async () => {
    const [a, b] = [(await buildForum(database, own.tenant)).id, (await buildForum(database, own.tenant)).id];
    const gone = (await buildForum(database, own.tenant, { state: 'deleted' })).id;
    for (const ids of [[a], [a, b, a], [a, b, gone], [a, a], [a, '999999999']])
      expect(await refusal(own.api, REORDER, { ids })).toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'forum_ids',
      });
    for (const ids of [[], undefined, null])
      expect(await refusal(own.api, REORDER, { ids })).toMatchObject({
        field: 'forum_ids',
        reason: 'required',
      });
    expect(await refusal(own.api, REORDER, { ids: [a, 'x'] })).toMatchObject({ field: 'forum_ids' });
    expect(await order()).toEqual([a, b]);
  });
});

test('[PERM-007] all of them need write on settings, which any value other than none gives', async () => {
  const { id } = await buildForum(database, own.tenant);
  const without = await own.as({ settings: 'none' });
  for (const call of [
    'forum_create(name: "X") { id }',
    `forum_update(id: "${id}", name: "X") { id }`,
    `forum_delete(id: "${id}") { id }`,
    `forum_reorder(forum_ids: ["${id}"]) { id }`,
  ]) {
    expect(await refusal(without, `mutation { ${call} }`)).toMatchObject({ code: 'FORBIDDEN' });
  }
  const reader = await own.as({ settings: 'r', feedback_admin_ui: false });
  expect(await reader.data(`mutation { forum_update(id: "${id}", name: "X") { name } }`)).toEqual({
    forum_update: { name: 'X' },
  });
});

test("[PERM-050] another workspace's forums are answered like unknown ones, and stay as they are", async () => {
  const other = await openWorkspace(database);
  const foreign = await buildForum(database, other.tenant, { name: 'Theirs' });
  const mine = await buildForum(database, own.tenant);
  await buildSuggestion(database, own.tenant, { forum_id: mine.id });
  for (const id of [foreign.id, '999999999']) {
    const expected = {
      code: 'BAD_USER_INPUT',
      reason: 'not_found',
      message: 'This forum does not exist or was deleted.',
    };
    expect(
      await refusal(own.api, `mutation { forum_update(id: "${id}", name: "Mine") { id } }`),
    ).toMatchObject({ ...expected, field: 'id' });
    expect(await refusal(own.api, `mutation { forum_delete(id: "${id}") { id } }`)).toMatchObject({
      ...expected,
      field: 'id',
    });
    expect(
      await refusal(own.api, `mutation { forum_delete(id: "${mine.id}", target_forum: "${id}") { id } }`),
    ).toMatchObject({ ...expected, field: 'target_forum' });
    expect(
      await refusal(own.api, `mutation { forum_reorder(forum_ids: ["${mine.id}", "${id}"]) { id } }`),
    ).toMatchObject({ field: 'forum_ids' });
  }
  expect(await own.rows('select name, state, position from forums where id = $1', foreign.id)).toEqual([
    { name: 'Theirs', state: 'open', position: foreign.position },
  ]);
});
