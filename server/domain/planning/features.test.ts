import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { POSITION_STEP } from '../../../contract/features.ts';
import { DEFAULT_FEATURES } from '../../../contract/permissions.ts';
import {
  buildAccount,
  buildAttachment,
  buildCustomField,
  buildFeatureStatus,
  buildForum,
  buildSuggestion,
  buildUser,
  insertRow,
  testServices,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { Counters } from '../counters/counters.ts';

let database: TestDatabase;
let w: TestWorkspace;
let forum: string;
let statuses: { proposed: string; building: string; done: string };

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database, { services: testServices() });
  forum = (await buildForum(database, w.tenant)).id;
  const status = async (name: string, position: number) =>
    (await buildFeatureStatus(database, w.tenant, { name, position, is_default: position === 1 })).id;
  statuses = {
    proposed: await status('Proposed', 1),
    building: await status('Building', 2),
    done: await status('Done', 3),
  };
});

const idea = async (title: string, values: object = {}): Promise<string> =>
  (await buildSuggestion(database, w.tenant, { title, forum_id: forum, ...values })).id;
const account = async (name: string, dollars: number): Promise<string> =>
  (
    await buildAccount(database, w.tenant, {
      name,
      mrr_cents: String(dollars * 100),
      revenue_cents: String(dollars * 100),
    })
  ).id;
const person = async (account_id: string | null = null): Promise<string> =>
  (await buildUser(database, w.tenant, { account_id })).id;
/** Votes and their withdrawals, as commands make them. */
const votes = (rows: [suggestion_id: string, user_id: string, sign?: 1 | -1][]): Promise<unknown> =>
  w.api.scope.write(async (tx) => {
    const counters = new Counters(tx, w.tenant.id, new Date());
    await counters.watch([...new Set(rows.map(([id]) => id))]);
    for (const [suggestion_id, user_id, sign = 1] of rows) {
      const row = { suggestion_id, user_id, votes: 1, importance_response_id: null, created_at: new Date() };
      if (sign === 1) {
        await tx
          .insertInto('supporters')
          .values({ subdomain_id: w.tenant.id, ...row })
          .execute();
        counters.supportAdded(row);
      } else {
        await tx
          .deleteFrom('supporters')
          .where('subdomain_id', '=', w.tenant.id)
          .where('suggestion_id', '=', suggestion_id)
          .where('user_id', '=', user_id)
          .execute();
        counters.supportRemoved(row);
      }
    }
    await counters.write();
  });

/** Numbers of features that were wrong; ideas of these tests were written without counters. */
const drift = async (): Promise<unknown[]> =>
  ((await w.drift()) as { table: string }[]).filter(({ table }) => table === 'features');

interface Feature {
  id: string;
  name: string;
  state: string;
  position: number;
  feature_status: { id: string; name: string } | null;
  product_area: { id: string; name: string } | null;
  roadmap: { id: string; name: string } | null;
  suggestions_count: number;
  supporting_users_count: number;
  supporting_accounts_count: number;
  supporter_revenue: number;
  custom_field_values: { key: string; value: string }[];
  updated_at: string;
}
const FIELDS = `id name description excerpt state position feature_status { id name } product_area { id name } roadmap { id name } has_internal_flag
  suggestions_count open_suggestions_count votes_count supporter_revenue supporting_accounts_count supporting_users_count custom_field_values { key value } highlighted_name attachments { id } creator { id } created_at updated_at`;
const create = async (args: string, api = w.api): Promise<Feature> =>
  (await api.data<{ f: Feature }>(`mutation { f: feature_create(${args}) { ${FIELDS} } }`)).f;
const update = async (id: string, args: string, api = w.api): Promise<Feature> =>
  (await api.data<{ f: Feature }>(`mutation { f: feature_update(id: "${id}", ${args}) { ${FIELDS} } }`)).f;
const read = async (id: string): Promise<Feature | null> =>
  (await w.api.data<{ feature: Feature | null }>(`{ feature(id: "${id}") { ${FIELDS} } }`)).feature;
const link = (id: string, args: string, api = w.api) =>
  api.data<{ f: Feature }>(`mutation { f: feature_suggestions_update(id: "${id}", ${args}) { ${FIELDS} } }`);
const list = async (args = ''): Promise<string[]> =>
  (
    await w.api.data<{ features: { records: { name: string }[] } }>(
      `{ features${args === '' ? '' : `(${args})`} { records { name } } }`,
    )
  ).features.records.map((one) => one.name);
const events = async (id: string) =>
  (
    await w.api.data<{ feature_events: { records: Record<string, unknown>[] } }>(
      `{ feature_events(feature: ["${id}"], sort: "id") { records { kind count text user_name feature_status { name } old_feature_status { name } suggestion { id } } } }`,
    )
  ).feature_events.records;
const numbers = (feature: Feature | null) =>
  feature && [
    feature.suggestions_count,
    feature.supporting_users_count,
    feature.supporting_accounts_count,
    feature.supporter_revenue,
  ];
const of = async (id: string) => numbers(await read(id));

describe('features', () => {
  test('[ENT-059] [ENT-060] [CALL-M-009] [CALL-M-010] [CALL-Q-013] [SCOPE-024] [VALID-070] are made and changed with all that they hold', async () => {
    const area = await insertRow(database, 'product_areas', {
      subdomain_id: w.tenant.id,
      name: 'App',
      position: 1,
    });
    const roadmap = await insertRow(database, 'roadmaps', {
      subdomain_id: w.tenant.id,
      name: '2027',
      position: 1,
    });
    await buildCustomField(database, w.tenant, { key: 'target', name: 'Target', object_type: 'feature' });
    const file = await buildAttachment(database, w.tenant, { uploader_id: w.admin.id });
    expect(await refusal(w.api, 'mutation { feature_create(name: " ") { id } }')).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'name',
    });
    expect(await list()).toEqual([]);
    const made = await create(
      `name: "Offline <mode>", description: "<p>No signal &amp; no loss<script>x</script></p>", feature_status_id: "${statuses.building}", product_area_id: "${area.id}", roadmap_id: "${roadmap.id}", custom_field_map: [{ key: "target", value: "Q1" }], attachment_tokens: ["${file.token}"]`,
    );
    expect(made).toMatchObject({
      name: 'Offline <mode>',
      description: '<p>No signal &amp; no loss</p>',
      excerpt: 'No signal & no loss',
      state: 'active',
      position: POSITION_STEP,
      feature_status: { name: 'Building' },
      product_area: { name: 'App' },
      roadmap: { name: '2027' },
      has_internal_flag: false,
      suggestions_count: 0,
      supporter_revenue: 0,
      supporting_accounts_count: 0,
      supporting_users_count: 0,
      custom_field_values: [{ key: 'target', value: 'Q1' }],
      attachments: [{ id: file.id }],
      creator: { id: w.admin.id },
    });
    const changed = await update(
      made.id,
      'name: "Offline", description: null, feature_status_id: null, product_area_id: null, roadmap_id: null, custom_field_map: [{ key: "target", value: null }], state: "archived"',
    );
    expect(changed).toMatchObject({
      name: 'Offline',
      description: null,
      feature_status: null,
      product_area: null,
      roadmap: null,
      custom_field_values: [],
      state: 'archived',
    });
    expect((await events(made.id)).map((event) => event['kind'])).toEqual([
      'created',
      'status',
      'name',
      'description',
      'product_area',
      'roadmap',
      'fields',
      'archived',
    ]);
    expect(
      await refusal(w.api, `mutation { feature_update(id: "${made.id}", name: "") { id } }`),
    ).toMatchObject({
      field: 'name',
    });
    expect(
      await refusal(w.api, `mutation { feature_create(name: "x", feature_status_id: "999") { id } }`),
    ).toMatchObject({
      field: 'feature_status_id',
      message: expect.stringContaining('no longer there') as string,
    });
    expect(
      await refusal(
        w.api,
        `mutation { feature_update(id: "${made.id}", name: "Mine", if_updated_at: "${made.updated_at}") { id } }`,
      ),
    ).toMatchObject({ reason: 'changed', current: { name: 'Offline' } });
  });

  test('a new feature has the default status; null means none, and a name may have 255 characters', async () => {
    expect((await create('name: "One"')).feature_status?.name).toBe('Proposed');
    expect((await create('name: "Two", feature_status_id: null')).feature_status).toBeNull();
    expect((await create(`name: "${'x'.repeat(255)}"`)).name).toHaveLength(255);
    expect(
      await refusal(w.api, `mutation { feature_create(name: "${'x'.repeat(256)}") { id } }`),
    ).toMatchObject({
      field: 'name',
    });
  });

  test('[CALL-Q-012] [CALL-Q-111] archived ones are in no list unless asked for; found words are marked, the fields stay plain', async () => {
    const one = await create('name: "Offline <mode>", description: "<p>In tunnels</p>"');
    const two = await create('name: "Stock alerts"');
    await update(two.id, 'state: "archived"');
    expect(await list()).toEqual(['Offline <mode>']);
    expect(await list('state: "archived"')).toEqual(['Stock alerts']);
    expect(await list('state: "all", sort: "name"')).toEqual(['Offline <mode>', 'Stock alerts']);
    expect(await list('q: "tunnel"')).toEqual(['Offline <mode>']);
    expect(
      (
        await w.api.data<{ features: unknown }>(
          '{ features(q: "offl", use_search_highlights: true) { records { name highlighted_name } } }',
        )
      ).features,
    ).toEqual({
      records: [
        {
          name: 'Offline <mode>',
          highlighted_name: expect.stringMatching(/^<mark>Offline<\/mark> &lt;mode&gt;$/) as string,
        },
      ],
    });
    expect((await read(one.id)) as unknown).toMatchObject({ highlighted_name: null });
  });

  test('a move writes the moved card alone, to the place of the card that stands there', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) ids.push((await create(`name: "${name}"`)).id);
    const [a, b, c, d] = ids as [string, string, string, string];
    const positionOf = async (id: string) => (await read(id))!.position;
    const before = await Promise.all([b, c, d].map((id) => positionOf(id)));
    await update(a, `position: ${await positionOf(c)}`);
    expect(await list()).toEqual(['b', 'c', 'a', 'd']);
    expect(await Promise.all([b, c, d].map((id) => positionOf(id)))).toEqual(before);
    await update(d, `position: ${await positionOf(b)}`);
    expect(await list()).toEqual(['d', 'b', 'c', 'a']);
    await update(b, 'position: null');
    expect(await list()).toEqual(['d', 'c', 'a', 'b']);
    // into another column: before the card that stands there, or at the end
    const there = await create(`name: "there", feature_status_id: "${statuses.done}"`);
    await update(a, `feature_status_id: "${statuses.done}", position: ${there.position}`);
    await update(c, `feature_status_id: "${statuses.done}"`);
    expect(await list(`feature_status: ["${statuses.done}"]`)).toEqual(['a', 'there', 'c']);
    expect(await events(a)).toMatchObject([
      { kind: 'created', feature_status: { name: 'Proposed' } },
      { kind: 'status', feature_status: { name: 'Done' }, old_feature_status: { name: 'Proposed' } },
    ]);
  });

  test('a hundred moves into the same gap keep the order', async () => {
    const first = await create('name: "first"');
    const last = await create('name: "last"');
    const two = [await create('name: "one"'), await create('name: "two"')];
    for (let turn = 0; turn < 100; turn += 1) {
      const moved = two[turn % 2]!;
      // always just before the other one
      const other = (await read(two[(turn + 1) % 2]!.id))!;
      await update(moved.id, `position: ${other.position}`);
      expect((await list()).indexOf(moved.name)).toBe(
        (await list()).indexOf(other.name) + (moved.position < other.position ? 1 : -1),
      );
      Object.assign(moved, await read(moved.id));
    }
    expect(new Set(await list())).toEqual(new Set(['first', 'last', 'one', 'two']));
    expect((await read(first.id))!.position).toBeLessThan((await read(last.id))!.position);
  });

  test('are deleted and come back, one or several, with their ideas', async () => {
    const one = await create('name: "One"');
    const two = await create('name: "Two"');
    await link(one.id, `suggestion_ids: ["${await idea('Offline')}"]`);
    await w.api.data(`mutation { feature_delete(id: "${one.id}") { id } }`);
    expect(await read(one.id)).toBeNull();
    await w.api.data(`mutation { feature_restore(id: "${one.id}") { id } }`);
    expect(await of(one.id)).toEqual([1, 0, 0, 0]);
    const { done } = await w.api.data<{ done: { undo_id: string } }>(
      `mutation { done: features_bulk_delete(ids: ["${one.id}", "${two.id}"]) { changed_count undo_id } }`,
    );
    expect(await list()).toEqual([]);
    const undo = `mutation { done: features_undo(id: "${done.undo_id}") { changed_count undo_id } }`;
    expect(await w.api.data(undo)).toEqual({ done: { changed_count: 2, undo_id: null } });
    expect(await list('sort: "id"')).toEqual(['One', 'Two']);
    expect(await refusal(w.api, undo)).toMatchObject({ reason: 'not_found' });
    expect(await drift()).toEqual([]);
  });

  test('several change at once, and an undo leaves what was changed again', async () => {
    await buildCustomField(database, w.tenant, { key: 'target', name: 'Target', object_type: 'feature' });
    const area = await insertRow(database, 'product_areas', {
      subdomain_id: w.tenant.id,
      name: 'App',
      position: 1,
    });
    const one = await create('name: "One", custom_field_map: [{ key: "target", value: "Q1" }]');
    const two = await create('name: "Two"');
    const { done } = await w.api.data<{ done: { changed_count: number; undo_id: string } }>(
      `mutation { done: features_bulk_update(ids: ["${two.id}", "${one.id}"], feature_status_id: "${statuses.done}", product_area_id: "${area.id}", custom_field_map: [{ key: "target", value: "Q2" }]) { changed_count undo_id } }`,
    );
    expect(done.changed_count).toBe(2);
    expect(await list(`feature_status: ["${statuses.done}"]`)).toEqual(['Two', 'One']);
    await update(two.id, `feature_status_id: "${statuses.building}"`);
    await w.api.data(`mutation { features_undo(id: "${done.undo_id}") { changed_count } }`);
    expect(await read(one.id)).toMatchObject({
      position: one.position,
      feature_status: { name: 'Proposed' },
      product_area: null,
      custom_field_values: [{ key: 'target', value: 'Q1' }],
    });
    expect(await read(two.id)).toMatchObject({
      feature_status: { name: 'Building' },
      product_area: null,
      custom_field_values: [],
    });
    const again = await w.api.data<{ done: object }>(
      `mutation { done: features_bulk_update(ids: ["${one.id}"], product_area_id: null) { changed_count undo_id } }`,
    );
    expect(again.done).toEqual({ changed_count: 0, undo_id: null });
  });

  test('what a deleted custom field held goes with it', async () => {
    const field = await buildCustomField(database, w.tenant, { key: 'target', object_type: 'feature' });
    const one = await create('name: "One", custom_field_map: [{ key: "target", value: "Q1" }]');
    await w.api.data(`mutation { custom_field_delete(id: "${field.id}") { id } }`);
    expect((await read(one.id))!.custom_field_values).toEqual([]);
  });
});

describe('rights', () => {
  test('[PERM-012] [PERM-015] r reads, r+ links ideas and nothing else, no sees nothing; so does a workspace without features', async () => {
    const one = await create('name: "One"');
    const offline = await idea('Offline');
    const [reads, contributes, none] = [
      await w.as({ features: 'r' }),
      await w.as({ features: 'r+' }),
      await w.as({ features: 'no' }),
    ];
    for (const api of [reads, contributes]) {
      expect(await api.data(`{ feature(id: "${one.id}") { name } }`)).toEqual({ feature: { name: 'One' } });
      for (const call of [
        'feature_create(name: "x") { id }',
        `feature_update(id: "${one.id}", name: "x") { id }`,
        `feature_delete(id: "${one.id}") { id }`,
        `feature_statuses_update(feature_statuses: [{ name: "x" }]) { id }`,
        `product_areas_update(product_areas: []) { id }`,
        `roadmap_settings_update(name: "x") { id }`,
      ])
        expect(await refusal(api, `mutation { ${call} }`)).toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(
      await refusal(
        reads,
        `mutation { feature_suggestions_update(id: "${one.id}", suggestion_ids: ["${offline}"]) { id } }`,
      ),
    ).toMatchObject({ code: 'FORBIDDEN' });
    expect((await link(one.id, `suggestion_ids: ["${offline}"]`, contributes)).f.suggestions_count).toBe(1);
    // ideas are for those who see ideas
    const blind = await w.as({ feedback_admin_ui: false, features: 'r+' });
    expect(
      await refusal(
        blind,
        `mutation { feature_suggestions_update(id: "${one.id}", remove_suggestion_ids: ["${offline}"]) { id } }`,
      ),
    ).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(blind, `{ features(account: ["1"]) { records { id } } }`)).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await refusal(none, '{ features { records { id } } }')).toMatchObject({ code: 'FORBIDDEN' });
    const without = await testApi(database, {
      ...viewerOf(w.tenant, w.admin),
      authorized_features: DEFAULT_FEATURES.filter((name) => name !== 'features_feature'),
    });
    expect(await refusal(without, '{ features { records { id } } }')).toMatchObject({ code: 'FORBIDDEN' });
    expect(
      await refusal(without, `{ suggestions(feature: ["${one.id}"]) { records { id } } }`),
    ).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('revenue is for workspaces with account_insights', async () => {
    const one = await create('name: "One"');
    const without = await testApi(database, {
      ...viewerOf(w.tenant, w.admin),
      authorized_features: DEFAULT_FEATURES.filter((name) => name !== 'account_insights'),
    });
    expect(
      await without.data(
        `{ feature(id: "${one.id}") { supporter_revenue } report_feature_totals { revenue all_revenue groups { revenue } } }`,
      ),
    ).toEqual({
      feature: { supporter_revenue: null },
      report_feature_totals: { revenue: null, all_revenue: null, groups: [{ revenue: null }] },
    });
  });
});

describe('what stands behind a feature', () => {
  test('[CALL-Q-068] [CALL-Q-097] each person and account counts once over all its ideas; ideas and people are found by it', async () => {
    const [blue, red] = [await account('Blue', 100), await account('Red', 40)];
    const [ana, bo, cy] = [await person(blue), await person(blue), await person(red)];
    const [offline, sync, other] = [await idea('Offline'), await idea('Sync'), await idea('Other')];
    await votes([
      [offline, ana],
      [sync, ana],
      [sync, bo],
      [other, cy],
    ]);
    const one = await create('name: "One"');
    await link(one.id, `suggestion_ids: ["${offline}", "${sync}", "${sync}"]`);
    expect(await of(one.id)).toEqual([2, 2, 1, 100]);
    expect((await read(one.id)) as unknown).toMatchObject({ votes_count: 3, open_suggestions_count: 2 });
    await link(one.id, `suggestion_ids: ["${other}"]`);
    expect(await of(one.id)).toEqual([3, 3, 2, 140]);
    const found = await w.api.data<Record<string, { records: { id: string }[] }>>(
      `query ($said: String) { suggestions(feature: ["${one.id}"], sort: "id") { records { id features { name } } } users(feature: ["${one.id}"], sort: "id") { records { id } }
         features(suggestion: ["${other}"]) { records { id } } byAccount: features(account: ["${red}"]) { records { id } } byUser: features(user: ["${bo}"]) { records { id } }
         said: users(expression: $said, sort: "id") { records { id } } }`,
      {
        said: JSON.stringify({
          operator: 'and',
          expressions: [{ column: 'features', operator: 'contains', operand: { val: 'one' } }],
        }),
      },
    );
    expect(found['suggestions']!.records).toEqual(
      [offline, sync, other].map((id) => ({ id, features: [{ name: 'One' }] })),
    );
    expect(found['users']!.records.map((row) => row.id)).toEqual([ana, bo, cy]);
    expect(found['said']!.records.map((row) => row.id)).toEqual([ana, bo, cy]);
    for (const name of ['features', 'byAccount', 'byUser'])
      expect(found[name]!.records).toEqual([{ id: one.id }]);
    await link(one.id, `remove_suggestion_ids: ["${other}", "${offline}"]`);
    expect(await of(one.id)).toEqual([1, 2, 1, 100]);
    expect(await events(one.id)).toMatchObject([
      { kind: 'created' },
      { kind: 'linked', count: 2, suggestion: { id: offline } },
      { kind: 'linked', count: 1 },
      { kind: 'unlinked', count: 2 },
    ]);
    expect(await drift()).toEqual([]);
  });

  test('votes, revenue and accounts that come and go are followed', async () => {
    const [blue, red] = [await account('Blue', 100), await account('Red', 40)];
    const [ana, bo, cy] = [await person(blue), await person(blue), await person(red)];
    const [offline, sync] = [await idea('Offline'), await idea('Sync')];
    const [one, two] = [await create('name: "One"'), await create('name: "Two"')];
    await link(one.id, `suggestion_ids: ["${offline}", "${sync}"]`);
    await link(two.id, `suggestion_ids: ["${sync}"]`);
    await votes([
      [offline, ana],
      [sync, ana],
      [sync, bo],
    ]);
    expect([await of(one.id), await of(two.id)]).toEqual([
      [2, 2, 1, 100],
      [1, 2, 1, 100],
    ]);
    await votes([
      [offline, cy],
      [offline, bo],
    ]);
    expect([await of(one.id), await of(two.id)]).toEqual([
      [2, 3, 2, 140],
      [1, 2, 1, 100],
    ]);
    await votes([
      [sync, ana, -1],
      [sync, bo, -1],
      [offline, cy, -1],
    ]);
    expect([await of(one.id), await of(two.id)]).toEqual([
      [2, 2, 1, 100],
      [1, 0, 0, 0],
    ]);
    await w.api.data(`mutation { external_account_update(id: "${blue}", mrr: 250) { id } }`);
    expect(await of(one.id)).toEqual([2, 2, 1, 250]);
    await w.api.data(`mutation { user_update(id: "${ana}", crm_account: "${red}") { id } }`);
    expect(await of(one.id)).toEqual([2, 2, 2, 290]);
    await w.api.data(`mutation { external_account_delete(id: "${red}") { id } }`);
    expect(await of(one.id)).toEqual([2, 2, 1, 250]);
    expect(await drift()).toEqual([]);
  });

  test('two votes for two of its ideas at once count the person once', async () => {
    const ana = await person(await account('Blue', 100));
    const [offline, sync] = [await idea('Offline'), await idea('Sync')];
    const one = await create('name: "One"');
    await link(one.id, `suggestion_ids: ["${offline}", "${sync}"]`);
    await Promise.all([votes([[offline, ana]]), votes([[sync, ana]])]);
    expect(await of(one.id)).toEqual([2, 1, 1, 100]);
    expect(await drift()).toEqual([]);
  });

  test('spam, deleted and merged ideas do not count, and come back; the winner of a merge takes the place of its loser', async () => {
    const blue = await account('Blue', 100);
    const [ana, bo] = [await person(blue), await person(blue)];
    const [offline, sync, winner] = [await idea('Offline'), await idea('Sync'), await idea('Winner')];
    await votes([
      [offline, ana],
      [sync, bo],
    ]);
    const one = await create('name: "One"');
    await link(one.id, `suggestion_ids: ["${offline}", "${sync}"]`);
    await w.api.data(`mutation { suggestion_spam(id: "${offline}") { id } }`);
    expect(await of(one.id)).toEqual([1, 1, 1, 100]);
    await w.api.data(
      `mutation { suggestion_restore(id: "${offline}") { id } suggestion_delete(id: "${sync}") { id } }`,
    );
    expect(await of(one.id)).toEqual([1, 1, 1, 100]);
    await w.api.data(`mutation { suggestion_restore(id: "${sync}") { id } }`);
    expect(await of(one.id)).toEqual([2, 2, 1, 100]);
    await w.api.data(
      `mutation { suggestion_merge(winner: "${winner}", losers: ["${offline}", "${sync}"]) { id } }`,
    );
    expect(await of(one.id)).toEqual([1, 2, 1, 100]);
    expect(
      await refusal(
        w.api,
        `mutation { feature_suggestions_update(id: "${one.id}", suggestion_ids: ["${offline}"]) { id } }`,
      ),
    ).toMatchObject({ field: 'suggestion_ids', reason: 'merged' });
    await w.api.data(`mutation { suggestion_unmerge(ids: ["${offline}"]) { id } }`);
    expect(await of(one.id)).toEqual([2, 2, 1, 100]);
    await w.api.data(`mutation { suggestion_unmerge(ids: ["${sync}"]) { id } }`);
    expect(await of(one.id)).toEqual([2, 2, 1, 100]);
    expect(await w.api.data(`{ suggestion(id: "${winner}") { features { id } } }`)).toEqual({
      suggestion: { features: [] },
    });
    expect(await drift()).toEqual([]);
  });

  test('a recount says what was wrong and sets it right', async () => {
    const one = await create('name: "One"');
    await link(one.id, `suggestion_ids: ["${await idea('Offline')}"]`);
    await database.pool.query('update features set supporting_users_count = 7 where subdomain_id = $1', [
      w.tenant.id,
    ]);
    expect(await drift()).toMatchObject([
      {
        table: 'features',
        counter: 'supporting_users_count',
        examples: [{ id: one.id, before: 7, after: 0 }],
      },
    ]);
    expect(await drift()).toEqual([]);
  });

  test('heads of columns count each account once, under the filters of the list', async () => {
    const [blue, red] = [await account('Blue', 100), await account('Red', 40)];
    const [ana, cy] = [await person(blue), await person(red)];
    const [offline, sync] = [await idea('Offline'), await idea('Sync')];
    await votes([
      [offline, ana],
      [sync, ana],
      [sync, cy],
    ]);
    const one = await create('name: "One"');
    const two = await create('name: "Two"');
    const three = await create(`name: "Three", feature_status_id: "${statuses.done}"`);
    await link(one.id, `suggestion_ids: ["${offline}"]`);
    await link(two.id, `suggestion_ids: ["${sync}"]`);
    await link(three.id, `suggestion_ids: ["${offline}"]`);
    const totals = (args = '') =>
      w.api.data(
        `{ t: report_feature_totals${args} { features_count accounts_count revenue all_revenue groups { id features_count accounts_count revenue } } }`,
      );
    expect(await totals()).toEqual({
      t: {
        features_count: 3,
        accounts_count: 2,
        revenue: 140,
        all_revenue: 140,
        groups: expect.arrayContaining([
          { id: statuses.proposed, features_count: 2, accounts_count: 2, revenue: 140 },
          { id: statuses.done, features_count: 1, accounts_count: 1, revenue: 100 },
        ]) as unknown,
      },
    });
    expect(await totals(`(account: ["${red}"])`)).toMatchObject({ t: { features_count: 1, revenue: 140 } });
    await update(two.id, 'state: "archived"');
    expect(await totals('(group: "product_area")')).toMatchObject({
      t: { features_count: 2, groups: [{ id: null, features_count: 2, accounts_count: 1, revenue: 100 }] },
    });
  });
});

describe('statuses', () => {
  const STATUS = 'id name hex_color is_default position features_count is_removed created_at updated_at';
  const set = async (items: string, more = '') =>
    (
      await w.api.data<{
        s: { id: string; name: string; is_default: boolean; position: number; features_count: number }[];
      }>(`mutation { s: feature_statuses_update(feature_statuses: [${items}]${more}) { ${STATUS} } }`)
    ).s;

  test('[ENT-061] [CALL-M-008] [CALL-M-059] [CALL-Q-010] [CALL-Q-011] the list replaces the set: made, renamed, brought into order and removed in one call', async () => {
    const lost = await create(`name: "Lost", feature_status_id: "${statuses.building}"`);
    const first = await create('name: "First"');
    const result = await set(
      `{ id: "${statuses.done}", name: "Shipped" }, { name: "Idea", hex_color: "#4C8FC9" }, { id: "${statuses.proposed}", name: "Proposed" }`,
    );
    expect(result).toMatchObject([
      { name: 'Shipped', position: 1, is_default: false },
      { name: 'Idea', hex_color: '#4C8FC9', position: 2, is_default: false },
      { name: 'Proposed', position: 3, is_default: true, features_count: 2 },
    ]);
    // behind those that were there
    expect(await list()).toEqual(['First', 'Lost']);
    expect((await read(lost.id))!.feature_status?.id).toBe(first.feature_status?.id);
    expect(await events(lost.id)).toMatchObject([
      {},
      { kind: 'status', old_feature_status: { name: 'Building' } },
    ]);
    const { all, named } = await w.api.data<{ all: unknown; named: unknown }>(
      `{ all: all_feature_statuses { records { name } } named: feature_statuses(id: ["${statuses.building}"]) { records { name is_removed } } }`,
    );
    expect([all, named]).toEqual([
      { records: [{ name: 'Shipped' }, { name: 'Idea' }, { name: 'Proposed' }] },
      { records: [{ name: 'Building', is_removed: true }] },
    ]);
    // a card that is dropped into a column that went meanwhile
    expect(
      await refusal(
        w.api,
        `mutation { feature_update(id: "${first.id}", feature_status_id: "${statuses.building}") { id } }`,
      ),
    ).toMatchObject({ field: 'feature_status_id', reason: 'not_found' });
  });

  test('exactly one is the default; features may be sent elsewhere, also archived and deleted ones', async () => {
    const kept = await create(`name: "Kept", feature_status_id: "${statuses.done}"`);
    const old = await create(`name: "Old", feature_status_id: "${statuses.done}"`);
    await update(old.id, 'state: "archived"');
    const gone = await create(`name: "Gone", feature_status_id: "${statuses.done}"`);
    await w.api.data(`mutation { feature_delete(id: "${gone.id}") { id } }`);
    const result = await set(
      `{ id: "${statuses.proposed}", name: "Proposed" }, { id: "${statuses.building}", name: "Building", is_default: true }`,
      `, target_feature_status: "${statuses.proposed}"`,
    );
    expect(result.map((status) => [status.name, status.is_default])).toEqual([
      ['Proposed', false],
      ['Building', true],
    ]);
    await w.api.data(`mutation { feature_restore(id: "${gone.id}") { id } }`);
    for (const one of [kept, old, gone]) expect((await read(one.id))!.feature_status?.name).toBe('Proposed');
    // the default one goes: the first is it
    expect(await set('{ name: "New" }')).toMatchObject([
      { name: 'New', is_default: true, features_count: 2 },
    ]);
  });

  test('what is wrong is said at its entry, and changes nothing', async () => {
    const at = (items: string, more = '') =>
      refusal(w.api, `mutation { feature_statuses_update(feature_statuses: [${items}]${more}) { id } }`);
    expect(await at('')).toMatchObject({ field: 'feature_statuses' });
    expect(await at('{ name: "Beta" }, { name: "beta" }')).toMatchObject({
      field: 'feature_statuses.1.name',
      reason: 'taken',
    });
    expect(await at('{ id: "999", name: "x" }')).toMatchObject({ field: 'feature_statuses.0.id' });
    expect(await at('{ name: "x", is_default: true }, { name: "y", is_default: true }')).toMatchObject({
      field: 'feature_statuses.1.is_default',
    });
    expect(await at('{ name: "x", hex_color: "red" }')).toMatchObject({
      field: 'feature_statuses.0.hex_color',
    });
    expect(await at('{ name: "x" }', `, target_feature_status: "${statuses.done}"`)).toMatchObject({
      field: 'target_feature_status',
    });
    expect(await at('{ name: "x" }', ', if_updated_at: "2020-01-01T00:00:00Z"')).toMatchObject({
      reason: 'changed',
    });
    expect(await w.api.data('{ all_feature_statuses { records { name } } }')).toEqual({
      all_feature_statuses: { records: [{ name: 'Proposed' }, { name: 'Building' }, { name: 'Done' }] },
    });
  });
});

describe('product areas and roadmaps', () => {
  test('[ENT-062] [SCOPE-025] [CALL-M-033] [CALL-M-060] [CALL-Q-032] [CALL-Q-033] the list of areas replaces the set; features of removed ones go to the target or have none', async () => {
    const areas = async (items: string, more = '') =>
      (
        await w.api.data<{ a: { id: string; name: string; features_count: number }[] }>(
          `mutation { a: product_areas_update(product_areas: [${items}]${more}) { id name position features_count created_at updated_at } }`,
        )
      ).a;
    const [app, web] = await areas('{ name: "App" }, { name: "Web" }');
    const one = await create(`name: "One", product_area_id: "${app!.id}"`);
    // two that change names
    expect(await areas(`{ id: "${web!.id}", name: "App" }, { id: "${app!.id}", name: "Web" }`)).toMatchObject(
      [
        { name: 'App', position: 1, features_count: 0 },
        { name: 'Web', position: 2, features_count: 1 },
      ],
    );
    await areas(`{ id: "${web!.id}", name: "App" }`, `, target_product_area: "${web!.id}"`);
    expect((await read(one.id))!.product_area?.name).toBe('App');
    await areas('');
    expect((await read(one.id))!.product_area).toBeNull();
    expect(
      await w.api.data(
        '{ product_areas(sort: "name", page: 1, per_page: 5) { records { id } } all_product_areas { records { id } } }',
      ),
    ).toEqual({
      product_areas: { records: [] },
      all_product_areas: { records: [] },
    });
    expect(
      await refusal(
        w.api,
        'mutation { product_areas_update(product_areas: [{ name: "App" }, { name: "APP" }]) { id } }',
      ),
    ).toMatchObject({ field: 'product_areas.1.name', reason: 'taken' });
  });

  test('[ENT-063] [SCOPE-023] [CALL-M-034] [CALL-M-035] [CALL-M-036] [CALL-Q-034] [CALL-Q-035] [PERM-041] [PERM-042] roadmaps are made, shared, brought into order and deleted; the last one stays', async () => {
    const FIELDS_ =
      'id name position share_with_contributors share_with_email_domains share_public email_domains show_mrr show_users show_accounts reader_path features_count supporter_revenue updated_at';
    const save = async (args: string) =>
      (
        await w.api.data<{ r: { id: string; reader_path: string | null } & Record<string, unknown> }>(
          `mutation { r: roadmap_settings_update(${args}) { ${FIELDS_} } }`,
        )
      ).r;
    const plan = await save('name: "2027"');
    expect(plan).toMatchObject({
      name: '2027',
      share_public: false,
      show_users: true,
      show_mrr: false,
      reader_path: null,
    });
    const shared = await save(
      `id: "${plan.id}", share_public: true, share_with_contributors: true, share_with_email_domains: true, email_domains: ["@Northgate.Example", "https://pennine.example/", "northgate.example"], show_mrr: true, show_accounts: true`,
    );
    expect(shared).toMatchObject({ email_domains: ['northgate.example', 'pennine.example'], show_mrr: true });
    expect(shared.reader_path).toMatch(/^\/roadmaps\/[\w-]{32}$/);
    expect((await save(`id: "${plan.id}", name: "Plan"`)).reader_path).toBe(shared.reader_path);
    expect((await save(`id: "${plan.id}", new_address: true`)).reader_path).not.toBe(shared.reader_path);
    const refused = (args: string) => refusal(w.api, `mutation { roadmap_settings_update(${args}) { id } }`);
    expect(await refused('name: "PLAN"')).toMatchObject({ field: 'name', reason: 'taken' });
    expect(await refused(`id: "${plan.id}", email_domains: ["localhost"]`)).toMatchObject({
      field: 'email_domains.0',
    });
    expect(await refused(`id: "${plan.id}", email_domains: []`)).toMatchObject({ field: 'email_domains' });
    expect(await refused('id: "999", name: "x"')).toMatchObject({ field: 'id' });
    expect(await refused('share_public: true')).toMatchObject({ field: 'name' });
    const many = Array.from({ length: 1_000 }, (_, index) => `"a${index}.example"`).join(', ');
    expect((await save(`id: "${plan.id}", email_domains: [${many}]`))['email_domains']).toHaveLength(1_000);
    const one = await create(`name: "One", roadmap_id: "${plan.id}"`);
    const { batch } = await w.api.data<{ batch: { id: string; name: string; position: number }[] }>(
      `mutation { batch: roadmap_settings_batch_update(roadmap_settings: [{ name: "Research" }, { id: "${plan.id}", show_mrr: false }]) { ${FIELDS_} } }`,
    );
    expect(batch).toMatchObject([
      { name: 'Research', position: 1 },
      { name: 'Plan', position: 2, show_mrr: false, features_count: 1, share_public: true },
    ]);
    await w.api.data(`mutation { roadmap_settings_delete(id: "${plan.id}") { id } }`);
    expect((await read(one.id))!.roadmap).toBeNull();
    expect(
      await refusal(w.api, `mutation { roadmap_settings_delete(id: "${batch[0]!.id}") { id } }`),
    ).toMatchObject({ reason: 'last' });
    expect(
      await w.api.data(
        `{ all_roadmap_settings { records { name } } roadmap_setting(id: "${batch[0]!.id}") { name } }`,
      ),
    ).toEqual({
      all_roadmap_settings: { records: [{ name: 'Research' }] },
      roadmap_setting: { name: 'Research' },
    });
  });

  test('[PERM-021] [CALL-Q-001] without public_roadmap none is opened to the public; files of a feature are listed by it', async () => {
    const without = await testApi(database, {
      ...viewerOf(w.tenant, w.admin),
      authorized_features: DEFAULT_FEATURES.filter((name) => name !== 'public_roadmap'),
    });
    expect(
      await refusal(without, 'mutation { roadmap_settings_update(name: "x", share_public: true) { id } }'),
    ).toMatchObject({ field: 'share_public' });
    const file = await buildAttachment(database, w.tenant, { uploader_id: w.admin.id });
    const one = await create(`name: "One", attachment_tokens: ["${file.token}"]`);
    const files = `{ attachments(feature: ["${one.id}"], perPage: 100) { records { id } } items: attachments(roadmap_item: ["${one.id}"]) { records { id } } }`;
    expect(await w.api.data(files)).toEqual({
      attachments: { records: [{ id: file.id }] },
      items: { records: [{ id: file.id }] },
    });
    const others = await w.as({ features: 'no' });
    expect(await others.data(files)).toEqual({ attachments: { records: [] }, items: { records: [] } });
    await w.api.data(`mutation { feature_delete(id: "${one.id}") { id } }`);
    expect(await w.api.data(files)).toEqual({ attachments: { records: [] }, items: { records: [] } });
  });
});
