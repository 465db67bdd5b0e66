import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildForum, buildLabel, buildSuggestion, insertRow } from '../../db/builders.ts';
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

interface Label {
  id: string;
  name: string;
  full_name: string;
  level: number;
  parent_id: string | null;
  state: string;
  can_recommend: boolean;
  forum_ids: string[];
  open_suggestions_count: number;
  updated_at: string;
}
const FIELDS =
  'id name full_name level parent_id state can_recommend forum_ids open_suggestions_count updated_at';
const create = async (args: string) =>
  (await own.api.data<{ label_create: Label }>(`mutation { label_create(${args}) { ${FIELDS} } }`))
    .label_create;
const update = async (id: string, args: string) =>
  (
    await own.api.data<{ label_update: Label }>(
      `mutation { label_update(id: "${id}", ${args}) { ${FIELDS} } }`,
    )
  ).label_update;
const read = async (id: string) =>
  (await own.api.data<{ label: Label | null }>(`{ label(id: "${id}") { ${FIELDS} } }`)).label;
const put = (suggestion_id: string, label_id: string) =>
  insertRow(database, 'suggestion_labels', { subdomain_id: own.tenant.id, suggestion_id, label_id });
const labelsOf = async (id: string) =>
  (
    await own.api.data<{ suggestion: { labels: { id: string }[] } }>(
      `{ suggestion(id: "${id}") { labels { id } } }`,
    )
  ).suggestion.labels.map((label) => label.id);

describe('label_create [CALL-M-028] [DEC-105]', () => {
  test('makes a label at the top, and one under it with its full name; says what changed', async () => {
    const forum = await buildForum(database, own.tenant);
    const top = await create('name: "Mobile"');
    expect(top).toMatchObject({
      name: 'Mobile',
      full_name: 'Mobile',
      level: 0,
      parent_id: null,
      state: 'active',
      can_recommend: true,
      forum_ids: [],
      open_suggestions_count: 0,
    });
    expect(
      await create(`name: "Maps", parentId: "${top.id}", forumIds: ["${forum.id}"], can_recommend: false`),
    ).toMatchObject({
      full_name: 'Mobile / Maps',
      level: 1,
      parent_id: top.id,
      can_recommend: false,
      forum_ids: [forum.id],
    });
    expect((await own.api.run('mutation { label_create(name: "X") { id } }')).extensions).toEqual({
      changes: { label: 'create' },
      written: ['labels+'],
    });
  });

  test('[VALID-080] needs a name', async () => {
    expect(await refusal(own.api, 'mutation { label_create(name: "") { id } }')).toMatchObject({
      field: 'name',
      reason: 'required',
    });
    expect(await refusal(own.api, 'mutation { label_create(can_recommend: true) { id } }')).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(await own.api.data('{ all_labels { total_records } }')).toEqual({
      all_labels: { total_records: 0 },
    });
  });

  test('a name is unique beside its siblings, whatever its capitals', async () => {
    const [a, b] = [await create('name: "A"'), await create('name: "B"')];
    await create(`name: "Same", parent_id: "${a.id}"`);
    await create(`name: "Same", parent_id: "${b.id}"`);
    expect(await refusal(own.api, 'mutation { label_create(name: "a") { id } }')).toMatchObject({
      field: 'name',
      reason: 'taken',
    });
    expect(
      await refusal(own.api, `mutation { label_create(name: "SAME", parent_id: "${a.id}") { id } }`),
    ).toMatchObject({ field: 'name', reason: 'taken' });
    expect(await refusal(own.api, 'mutation { label_create(name: "A / Same") { id } }')).toMatchObject({
      field: 'name',
    });
  });

  test('has two levels, and nothing goes under an archived label', async () => {
    const top = await create('name: "A"');
    const below = await create(`name: "B", parent_id: "${top.id}"`);
    expect(
      await refusal(own.api, `mutation { label_create(name: "C", parent_id: "${below.id}") { id } }`),
    ).toMatchObject({ field: 'parent_id' });
    await update(top.id, 'state: "archived"');
    expect(
      await refusal(own.api, `mutation { label_create(name: "C", parent_id: "${top.id}") { id } }`),
    ).toMatchObject({ field: 'parent_id' });
  });
});

describe('label_update [CALL-M-029]', () => {
  test('renaming a label renames those under it', async () => {
    const top = await create('name: "A"');
    const below = await create(`name: "B", parent_id: "${top.id}"`);
    await update(top.id, 'name: "Z", can_recommend: false');
    expect(await read(below.id)).toMatchObject({ full_name: 'Z / B', name: 'B', can_recommend: true });
    expect((await read(below.id))!.updated_at > below.updated_at).toBe(true);
  });

  test('a label moves under another one and back to the top', async () => {
    const [a, b] = [await create('name: "A"'), await create('name: "B"')];
    expect(await update(b.id, `parent_id: "${a.id}"`)).toMatchObject({ full_name: 'A / B', level: 1 });
    expect(await update(b.id, 'parent_id: null')).toMatchObject({
      full_name: 'B',
      level: 0,
      parent_id: null,
    });
    expect(
      await refusal(own.api, `mutation { label_update(id: "${a.id}", parent_id: "${a.id}") { id } }`),
    ).toMatchObject({ field: 'parent_id' });
    await create(`name: "C", parent_id: "${a.id}"`);
    expect(
      await refusal(own.api, `mutation { label_update(id: "${a.id}", parent_id: "${b.id}") { id } }`),
    ).toMatchObject({ field: 'parent_id' });
    await create(`name: "B", parent_id: "${a.id}"`);
    expect(
      await refusal(own.api, `mutation { label_update(id: "${b.id}", parent_id: "${a.id}") { id } }`),
    ).toMatchObject({ field: 'name', reason: 'taken' });
  });

  test('[DEC-033] archiving takes those under it along; they come back after it', async () => {
    const top = await create('name: "A"');
    const below = await create(`name: "B", parent_id: "${top.id}"`);
    await update(top.id, 'state: "archived"');
    expect(await read(below.id)).toMatchObject({ state: 'archived' });
    expect(
      await refusal(own.api, `mutation { label_update(id: "${below.id}", state: "active") { id } }`),
    ).toMatchObject({ field: 'state' });
    await update(top.id, 'state: "active"');
    expect(await update(below.id, 'state: "active"')).toMatchObject({ state: 'active' });
    expect(
      await refusal(own.api, `mutation { label_update(id: "${top.id}", state: "gone") { id } }`),
    ).toMatchObject({ field: 'state' });
    expect(
      await refusal(own.api, `mutation { label_update(id: "${top.id}", name: " ") { id } }`),
    ).toMatchObject({ field: 'name', reason: 'required' });
  });

  test('limiting it to forums takes it off ideas elsewhere', async () => {
    const [here, there] = [await buildForum(database, own.tenant), await buildForum(database, own.tenant)];
    const label = await create('name: "A"');
    const idea = await buildSuggestion(database, own.tenant, { forum_id: there.id });
    await put(idea.id, label.id);
    await own.drift();
    expect(await update(label.id, `forum_ids: ["${here.id}"]`)).toMatchObject({
      forum_ids: [here.id],
      open_suggestions_count: 0,
    });
    expect(await labelsOf(idea.id)).toEqual([]);
    expect(await update(label.id, 'forum_ids: []')).toMatchObject({ forum_ids: [] });
    expect(await own.drift()).toEqual([]);
  });

  test('somebody who has read an older version is told, with the present one', async () => {
    const label = await create('name: "A"');
    await update(label.id, `name: "B", if_updated_at: "${label.updated_at}"`);
    expect(
      await refusal(
        own.api,
        `mutation { label_update(id: "${label.id}", name: "C", if_updated_at: "${label.updated_at}") { id } }`,
      ),
    ).toMatchObject({ reason: 'changed', current: { id: label.id, name: 'B', state: 'active' } });
  });
});

test('[CALL-M-030] label_delete deletes those under it too, and ideas lose them', async () => {
  const top = await create('name: "A"');
  const below = await create(`name: "B", parent_id: "${top.id}"`);
  const kept = await create('name: "C"');
  const idea = await buildSuggestion(database, own.tenant);
  for (const label of [top, below, kept]) await put(idea.id, label.id);
  await own.drift();
  expect(await own.api.run(`mutation { label_delete(id: "${top.id}") { id } }`)).toEqual({
    data: { label_delete: { id: top.id } },
    extensions: {
      changes: { label: 'delete', suggestion: 'update' },
      // with the rows that the database deletes with a label
      written: ['label_forums-', 'labels-', 'suggestion_labels-', 'suggestions.labels_count'],
    },
  });
  expect([await read(top.id), await read(below.id)]).toEqual([null, null]);
  expect(await labelsOf(idea.id)).toEqual([kept.id]);
  expect(await own.drift()).toEqual([]);
  expect(await refusal(own.api, `mutation { label_delete(id: "${top.id}") { id } }`)).toMatchObject({
    field: 'id',
    reason: 'not_found',
  });
});

describe('label_forum_change [CALL-M-027] [ENT-036] [ENT-037] [DEC-103]', () => {
  const CHANGE =
    'mutation ($label: ID!, $forums: [ID!]) { label_forum_change(label_id: $label, forum_ids: $forums) { label_id forum_ids unlinked_count suggestions_to_unlink { id title } } }';

  test('limits the label at once and lists the ideas elsewhere that lose it', async () => {
    const [here, there] = [await buildForum(database, own.tenant), await buildForum(database, own.tenant)];
    const label = await create('name: "A"');
    const kept = await buildSuggestion(database, own.tenant, { forum_id: here.id });
    const lost = [
      await buildSuggestion(database, own.tenant, { forum_id: there.id, title: 'First' }),
      await buildSuggestion(database, own.tenant, { forum_id: there.id, title: 'Second' }),
    ];
    const gone = await buildSuggestion(database, own.tenant, { forum_id: there.id, state: 'deleted' });
    for (const idea of [kept, ...lost, gone]) await put(idea.id, label.id);
    await own.drift();
    expect(await own.api.data(CHANGE, { label: label.id, forums: [here.id] })).toEqual({
      label_forum_change: {
        label_id: label.id,
        forum_ids: [here.id],
        unlinked_count: 2,
        suggestions_to_unlink: lost.map(({ id, title }) => ({ id, title })),
      },
    });
    expect([await labelsOf(kept.id), await labelsOf(lost[0]!.id)]).toEqual([[label.id], []]);
    expect(await read(label.id)).toMatchObject({ forum_ids: [here.id], open_suggestions_count: 1 });
    expect(await own.api.data(CHANGE, { label: label.id, forums: [] })).toMatchObject({
      label_forum_change: { forum_ids: [], suggestions_to_unlink: [] },
    });
    expect(await own.drift()).toEqual([]);
  });

  test('needs the list, and forums that exist', async () => {
    const label = await create('name: "A"');
    const deleted = await buildForum(database, own.tenant, { state: 'deleted' });
    expect(await refusal(own.api, CHANGE, { label: label.id })).toMatchObject({
      field: 'forum_ids',
      reason: 'required',
    });
    for (const id of [deleted.id, '999999999'])
      expect(await refusal(own.api, CHANGE, { label: label.id, forums: [id] })).toMatchObject({
        field: 'forum_ids',
        reason: 'not_found',
      });
  });
});

test('[PERM-007] making a label needs write on feedback or settings; changing what others rely on needs settings', async () => {
  const { id } = await create('name: "A"');
  const [ideas, settings, neither] = [
    await own.as({ settings: 'none' }),
    await own.as({ feedback_admin_ui: false }),
    await own.as({ settings: 'none', feedback_admin_ui: false }),
  ];
  expect((await ideas.run('mutation { label_create(name: "I") { id } }')).errors).toBeUndefined();
  expect(await settings.data('mutation { label_create(name: "S") { name } }')).toEqual({
    label_create: { name: 'S' },
  });
  expect(await refusal(neither, 'mutation { label_create(name: "N") { id } }')).toMatchObject({
    code: 'FORBIDDEN',
  });
  for (const call of [
    `label_update(id: "${id}", name: "X") { id }`,
    `label_delete(id: "${id}") { id }`,
    `label_forum_change(label_id: "${id}", forum_ids: []) { label_id }`,
  ]) {
    expect(await refusal(ideas, `mutation { ${call} }`)).toMatchObject({ code: 'FORBIDDEN' });
  }
});

test("[PERM-050] another workspace's labels and forums are answered like unknown ones", async () => {
  const other = await openWorkspace(database);
  const [foreignLabel, foreignForum] = [
    (await buildLabel(database, other.tenant, { name: 'Theirs' })).id,
    (await buildForum(database, other.tenant)).id,
  ];
  const mine = await create('name: "Mine"');
  for (const [label, forum] of [
    [foreignLabel, foreignForum],
    ['999999999', '999999998'],
  ]) {
    const expected = { code: 'BAD_USER_INPUT', reason: 'not_found' };
    expect(
      await refusal(own.api, `mutation { label_create(name: "X", parent_id: "${label}") { id } }`),
    ).toMatchObject({ ...expected, field: 'parent_id' });
    expect(
      await refusal(own.api, `mutation { label_create(name: "X", forum_ids: ["${forum}"]) { id } }`),
    ).toMatchObject({ ...expected, field: 'forum_ids' });
    expect(
      await refusal(own.api, `mutation { label_update(id: "${label}", name: "X") { id } }`),
    ).toMatchObject({ ...expected, field: 'id' });
    expect(
      await refusal(own.api, `mutation { label_update(id: "${mine.id}", parent_id: "${label}") { id } }`),
    ).toMatchObject({ ...expected, field: 'parent_id' });
    expect(await refusal(own.api, `mutation { label_delete(id: "${label}") { id } }`)).toMatchObject({
      ...expected,
      field: 'id',
    });
    expect(
      await refusal(
        own.api,
        `mutation { label_forum_change(label_id: "${label}", forum_ids: []) { label_id } }`,
      ),
    ).toMatchObject({ ...expected, field: 'label_id' });
  }
  expect(await own.rows('select name from labels where id = $1', foreignLabel)).toEqual([{ name: 'Theirs' }]);
});
