import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildInternalStatus, buildStatus, buildSuggestion, insertRow } from '../../db/builders.ts';
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

const KINDS = [
  {
    call: 'statuses_update',
    list: 'statuses',
    type: 'StatusInput',
    one: 'status',
    column: 'status_id',
    build: buildStatus,
  },
  {
    call: 'internal_statuses_update',
    list: 'internal_statuses',
    type: 'InternalStatusInput',
    one: 'internal_status',
    column: 'internal_status_id',
    build: buildInternalStatus,
  },
] as const;

for (const { call, list, type, one, column, build } of KINDS) {
  // a required input of one word is required by the schema already
  const required = list.includes('_') ? '' : '!';
  const document = `mutation ($items: [${type}!]${required}, $at: String) { ${call}(${list}: $items, if_updated_at: $at) { id name hex_color position is_default default_html_text updated_at } }`;
  type Status = {
    id: string;
    name: string;
    hex_color: string;
    position: number;
    is_default: boolean;
    default_html_text: string | null;
    updated_at: string;
  };
  const replace = async (items: unknown[], at: string | null = null) =>
    (await own.api.data<Record<string, Status[]>>(document, { items, at }))[call]!;
  const all = async () =>
    (
      await own.api.data<Record<string, { records: Status[]; total_records: number }>>(
        `{ all_${list} { records { id name } total_records } }`,
      )
    )[`all_${list}`]!;

  describe(`${call} [DEC-120]`, () => {
    test('[ENT-025] [ENT-028] the list becomes the set: with id it changes, without it makes, and its order is theirs', async () => {
      const [a, b] = [
        await build(database, own.tenant, { name: 'A', hex_color: '#112233', position: 1 }),
        await build(database, own.tenant, { name: 'B', position: 2 }),
      ];
      const answer = await replace([
        { id: b.id, name: 'Bee', defaultHtmlText: '<p onclick="x">Hi</p>' },
        { name: 'New', hex_color: '#ABCDEF', is_default: true },
        { id: a.id, name: 'A' },
      ]);
      expect(answer).toMatchObject([
        { id: b.id, name: 'Bee', position: 1, is_default: false, default_html_text: '<p>Hi</p>' },
        { name: 'New', hex_color: '#ABCDEF', position: 2, is_default: true, default_html_text: null },
        { id: a.id, name: 'A', hex_color: '#112233', position: 3 },
      ]);
      expect((await all()).records.map(({ name }) => name)).toEqual(['Bee', 'New', 'A']);
      expect((await own.api.run(document, { items: [{ id: a.id, name: 'A' }] })).extensions).toMatchObject({
        changes: { [one]: 'update' },
      });
    });

    test('[ENT-089, CONST-056] a colour that is not given is #7E8E8E; another default takes the place of the old one', async () => {
      const [first] = await replace([{ name: 'A', is_default: true }]);
      expect(first).toMatchObject({ hex_color: '#7E8E8E', is_default: true });
      const after = await replace([
        { id: first!.id, name: 'A' },
        { name: 'B', is_default: true },
      ]);
      expect(after.map(({ is_default }) => is_default)).toEqual([false, true]);
      const kept = await replace(after.map(({ id, name }) => ({ id, name })));
      expect(kept.map(({ is_default }) => is_default)).toEqual([false, true]);
    });

    test('those left out are removed, their ideas have none, and only old updates still name them', async () => {
      const [kept, gone] = [
        await build(database, own.tenant, { position: 1 }),
        await build(database, own.tenant, { name: 'Gone', position: 2 }),
      ];
      const idea = await buildSuggestion(database, own.tenant, { [column]: gone.id });
      const news = await insertRow(
        database,
        one === 'status' ? 'status_updates' : 'internal_status_updates',
        { subdomain_id: own.tenant.id, suggestion_id: idea.id, [`new_${one}_id`]: gone.id },
      );
      await own.drift();
      await replace([{ id: kept.id, name: kept.name }]);
      expect(
        await own.api.data(
          `{ suggestion(id: "${idea.id}") { ${one} { id } } ${one}_update(id: "${news.id}") { new_${one} { name is_removed } } }`,
        ),
      ).toEqual({
        suggestion: { [one]: null },
        [`${one}_update`]: { [`new_${one}`]: { name: 'Gone', is_removed: true } },
      });
      expect(await all()).toEqual({ records: [{ id: kept.id, name: kept.name }], total_records: 1 });
      expect(await own.api.data(`{ ${list}(id: ["${gone.id}"]) { records { id } } }`)).toEqual({
        [list]: { records: [{ id: gone.id }] },
      });
      expect(await own.drift()).toEqual([]);
      // it cannot come back, and its name is free
      expect(await refusal(own.api, document, { items: [{ id: gone.id, name: 'Gone' }] })).toMatchObject({
        field: `${list}.0.id`,
        reason: 'not_found',
      });
      expect(await replace([{ name: 'Gone' }])).toMatchObject([{ name: 'Gone', position: 1 }]);
    });

    test('a removed one hands its ideas to the target, which is counted; a target outside of the set is refused', async () => {
      const [kept, gone, other] = [
        await build(database, own.tenant, { name: 'Kept', position: 1 }),
        await build(database, own.tenant, { name: 'Gone', position: 2 }),
        await build(database, own.tenant, { name: 'Other', position: 3 }),
      ];
      const ideas = [
        await buildSuggestion(database, own.tenant, { [column]: gone.id }),
        await buildSuggestion(database, own.tenant, { [column]: gone.id, state: 'spam' }),
        await buildSuggestion(database, own.tenant, { [column]: kept.id }),
      ];
      await own.drift();
      const moving = document
        .replace('$at: String', '$at: String, $target: ID')
        .replace('if_updated_at: $at', `if_updated_at: $at, target_${one}: $target`);
      const items = [kept, other].map(({ id, name }) => ({ id, name }));
      for (const target of [gone.id, '987654321'])
        expect(await refusal(own.api, moving, { items, target })).toMatchObject({
          field: `target_${one}`,
          reason: 'not_found',
        });
      await own.api.data(moving, { items, target: kept.id });
      const rows = await own.rows<{ at: string }>(
        `select ${column}::text as at from suggestions where subdomain_id = $1`,
        own.tenant.id,
      );
      expect(rows.map(({ at }) => at)).toEqual(ideas.map(() => kept.id));
      expect(await own.drift()).toEqual([]);
    });

    test('bad input names the entry, and nothing is written', async () => {
      const a = await build(database, own.tenant, { name: 'A' });
      const refused = (items: unknown) => refusal(own.api, document, { items });
      expect(await refused([])).toMatchObject({ code: 'BAD_USER_INPUT', field: list, reason: 'required' });
      expect(await refused(null)).toMatchObject({ code: 'BAD_USER_INPUT' });
      expect(await refused([{ id: a.id, name: 'X' }, { name: ' ' }])).toMatchObject({
        field: `${list}.1.name`,
        reason: 'required',
      });
      expect(await refused([{ name: 'X' }, { name: 'x' }])).toMatchObject({
        field: `${list}.1.name`,
        reason: 'taken',
      });
      expect(
        await refused([
          { id: a.id, name: 'X' },
          { id: a.id, name: 'Y' },
        ]),
      ).toMatchObject({ field: `${list}.1.id` });
      expect(
        await refused([
          { name: 'X', is_default: true },
          { name: 'Y', is_default: true },
        ]),
      ).toMatchObject({ field: `${list}.1.is_default` });
      for (const hex_color of ['red', '#12345', '#1234567', 'url(x)'])
        expect(await refused([{ name: 'X', hex_color }])).toMatchObject({ field: `${list}.0.hex_color` });
      expect(await refused(Array.from({ length: 51 }, (_, n) => ({ name: `S${n}` })))).toMatchObject({
        field: list,
      });
      expect((await all()).records).toEqual([{ id: a.id, name: 'A' }]);
    });

    test('somebody who has read an older set is told, with the present one', async () => {
      const [first] = await replace([{ name: 'A' }]);
      await replace([{ id: first!.id, name: 'B' }], first!.updated_at);
      expect(
        await refusal(own.api, document, { items: [{ name: 'C' }], at: first!.updated_at }),
      ).toMatchObject({ field: 'if_updated_at', reason: 'changed', current: [{ id: first!.id, name: 'B' }] });
    });

    test('[PERM-007] needs write on settings', async () => {
      expect(
        await refusal(await own.as({ settings: 'none' }), document, { items: [{ name: 'X' }] }),
      ).toMatchObject({ code: 'FORBIDDEN' });
      expect(
        (
          await (
            await own.as({ settings: 'r', feedback_admin_ui: false })
          ).data<Record<string, unknown[]>>(document, { items: [{ name: 'X' }] })
        )[call],
      ).toHaveLength(1);
    });

    test("[PERM-050] another workspace's statuses are answered like unknown ones", async () => {
      const other = await openWorkspace(database);
      const foreign = await build(database, other.tenant, { name: 'Theirs' });
      for (const id of [foreign.id, '999999999'])
        expect(await refusal(own.api, document, { items: [{ id, name: 'X' }] })).toMatchObject({
          field: `${list}.0.id`,
          reason: 'not_found',
        });
      expect(await own.rows(`select name, deleted_at from ${list} where id = $1`, foreign.id)).toEqual([
        { name: 'Theirs', deleted_at: null },
      ]);
    });
  });
}

test('[DEC-132] a public status says whether its ideas take votes and comments', async () => {
  const answer = await own.api.data(
    'mutation { statuses_update(statuses: [{ name: "Open" }, { name: "Done", is_open: false, allow_comments: false }]) { name is_open allow_comments } }',
  );
  expect(answer).toEqual({
    statuses_update: [
      { name: 'Open', is_open: true, allow_comments: true },
      { name: 'Done', is_open: false, allow_comments: false },
    ],
  });
});

test('a removed status is not among the top statuses', async () => {
  const [kept, gone] = [
    await buildStatus(database, own.tenant, { name: 'Kept', position: 1 }),
    await buildStatus(database, own.tenant, { name: 'Gone', position: 2 }),
  ];
  await buildSuggestion(database, own.tenant, { status_id: gone.id });
  await own.drift();
  await own.api.data('mutation ($items: [StatusInput!]!) { statuses_update(statuses: $items) { id } }', {
    items: [{ id: kept.id, name: 'Kept' }],
  });
  expect(await own.api.data('{ report_top_statuses { status_name idea_count } }')).toEqual({
    report_top_statuses: [
      { status_name: 'Kept', idea_count: 0 },
      { status_name: 'No Status', idea_count: 1 },
    ],
  });
});
