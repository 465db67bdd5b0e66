import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../../contract/permissions.ts';
import { savedViewLimits } from '../../../contract/saved_views.ts';
import {
  buildAdmin,
  buildLabel,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
  systemViewer,
  testScope,
  testServices,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import type { Viewer } from '../../core/viewer.ts';
import { refreshStatistics } from '../ideas/search_statistics.ts';
import { backfillWords } from '../ideas/search_words.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { checkParams } from './params.ts';
import { slotBegin } from './slots.ts';
import { viewDigests } from './view_digests.ts';

const CREATE = `mutation ($name: String!, $kind: String!, $sub_kind: String, $params: Json, $suggestion_ids: [ID!], $copy_from: ID, $shared_state: String, $subscribed: Boolean, $subscription_params: SavedViewSubscriptionInput, $updated_after: String) {
  saved_view_create(name: $name, kind: $kind, sub_kind: $sub_kind, params: $params, suggestion_ids: $suggestion_ids, copy_from: $copy_from, shared_state: $shared_state, subscribed: $subscribed, subscription_params: $subscription_params, updated_after: $updated_after) {
    id name kind sub_kind state editable params position subscribed subscription_params owner_email suggestions_count created_by { id } shared_state created_at updated_at
  }
}`;
const SHARE = `mutation ($id: ID!, $user_ids: [ID!], $is_public: Boolean) { saved_view_share(id: $id, user_ids: $user_ids, is_public: $is_public) { id shared_state shared_users_count } }`;
const IDEAS = `query ($views: [ID!], $sort: String, $label: [ID!]) { suggestions(saved_view: $views, sort: $sort, label: $label, per_page: 100) { total_records records { id } } }`;

interface View {
  id: string;
  name: string;
  params: Record<string, unknown>;
  suggestions_count: number | null;
  updated_at: string;
}

let database: TestDatabase;
let own: TestWorkspace;
let colleague: Awaited<ReturnType<typeof buildAdmin>>;
let theirs: TestApi;
let label: string;
let ideas: string[];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  own = await openWorkspace(database);
  colleague = await buildAdmin(database, own.tenant, {
    license_type: 'full',
    permissions: { ...ALL_PERMISSIONS, settings: 'none' },
  });
  theirs = await testApi(database, {
    ...viewerOf(own.tenant, colleague),
    license_type: 'full',
    permissions: { ...ALL_PERMISSIONS, settings: 'none' },
  });
  label = (await buildLabel(database, own.tenant, { name: 'Red' })).id;
  ideas = [];
  for (const title of ['one', 'two', 'three']) {
    const { id } = await buildSuggestion(database, own.tenant, { title, state: 'approved' });
    ideas.push(id);
  }
  for (const suggestion_id of ideas.slice(0, 2)) {
    await insertRow(database, 'suggestion_labels', {
      subdomain_id: own.tenant.id,
      suggestion_id,
      label_id: label,
    });
    await own.rows('update suggestions set labels_count = 1 where id = $1', suggestion_id);
  }
});

const create = async (values: Record<string, unknown>, api = own.api): Promise<View> =>
  (await api.data<{ saved_view_create: View }>(CREATE, { name: 'Mine', kind: 'suggestion', ...values }))
    .saved_view_create;
const ideasOf = async (
  views: string[],
  more: Record<string, unknown> = {},
  api = own.api,
): Promise<string[]> => {
  const { suggestions } = await api.data<{
    suggestions: { total_records: number; records: { id: string }[] };
  }>(IDEAS, { views, ...more });
  expect(suggestions.total_records).toBe(suggestions.records.length);
  return suggestions.records.map(({ id }) => id);
};
const names = async (args = '', api = own.api): Promise<string[]> =>
  (
    await api.data<{ saved_views: { records: { name: string }[] } }>(
      `{ saved_views${args} { records { name } } }`,
    )
  ).saved_views.records.map(({ name }) => name);

test('[CALL-M-037] [ENT-049] [ENT-050] [SCOPE-021] a view keeps the list as it stands and answers its ideas', async () => {
  const params = {
    filters: { label: [label] },
    columns: ['title', 'votes_count'],
    sort: '-votes_count,title',
    per_page: 50,
  };
  const view = await create({ params, updated_after: '10_years_ago' });
  expect(view).toMatchObject({
    name: 'Mine',
    kind: 'suggestion',
    sub_kind: 'filter',
    state: 'active',
    editable: true,
    params: { ...params, filters: { label: [label], updated_after: '10_years_ago' } },
    position: null,
    subscribed: false,
    subscription_params: null,
    owner_email: own.admin.email_address,
    suggestions_count: 2,
    created_by: { id: own.admin.id },
    shared_state: 'private',
  });
  expect(await ideasOf([view.id], { sort: 'id' })).toEqual(ideas.slice(0, 2));
  // beside further filters both hold
  expect(await ideasOf([view.id], { label: ['987654321'] })).toEqual([]);
  const dynamic = await create({
    kind: 'suggestion_list',
    params: { advanced_filters: { label: { operator: 'exclude', values: ['red'] } } },
  });
  expect(await ideasOf([dynamic.id])).toEqual([ideas[2]]);
  // of several views all ideas, each once
  expect(await ideasOf([view.id, dynamic.id], { sort: 'id' })).toEqual(ideas);
  const copy = await create({ name: 'Copy', copy_from: view.id });
  expect(copy.params).toEqual(view.params);
});

test('[ENT-120] [SCOPE-022] [DEC-168] ideas are put into a list, taken out and ordered by hand', async () => {
  const list = await create({ kind: 'suggestion_list', suggestion_ids: [ideas[1], ideas[0]] });
  expect(list.suggestions_count).toBe(2);
  expect(await ideasOf([list.id], { sort: 'list_position' })).toEqual([ideas[1], ideas[0]]);
  const { count } = await own.api.data<{ count: number }>(
    `mutation ($id: ID!) { count: saved_view_add_suggestions(id: $id, select_all: true, filter: { state: ["open"] }) }`,
    { id: list.id },
  );
  expect(count).toBe(1);
  expect(await ideasOf([list.id], { sort: 'list_position' })).toEqual([ideas[1], ideas[0], ideas[2]]);
  const move = `mutation ($id: ID!, $ids: [ID!]!, $before: ID) { saved_view_move_suggestions(id: $id, suggestion_ids: $ids, before: $before) { suggestions_count } }`;
  await own.api.data(move, { id: list.id, ids: [ideas[2]], before: ideas[0] });
  expect(await ideasOf([list.id], { sort: 'list_position' })).toEqual([ideas[1], ideas[2], ideas[0]]);
  await own.api.data(move, { id: list.id, ids: [ideas[1]] });
  expect(await ideasOf([list.id], { sort: 'list_position' })).toEqual([ideas[2], ideas[0], ideas[1]]);
  await own.api.data(
    `mutation ($id: ID!, $ids: [ID!]) { saved_view_remove_suggestions(id: $id, ids: $ids) }`,
    {
      id: list.id,
      ids: [ideas[0]],
    },
  );
  expect(await ideasOf([list.id], { sort: 'list_position' })).toEqual([ideas[2], ideas[1]]);
  // a closed idea stays in it, a deleted one is gone
  await own.rows(`update suggestions set state = 'closed' where id = $1`, ideas[2]);
  await own.rows(`update suggestions set state = 'deleted' where id = $1`, ideas[1]);
  expect(await ideasOf([list.id], {}, await own.as({}))).toEqual([ideas[2]]);
  expect(await names(`(suggestion: ["${ideas[2]}"])`)).toEqual(['Mine']);
  const dynamic = await create({ kind: 'suggestion_list', params: {} });
  expect(
    await refusal(
      own.api,
      `mutation ($id: ID!, $ids: [ID!]) { saved_view_add_suggestions(id: $id, ids: $ids) }`,
      {
        id: dynamic.id,
        ids: [ideas[0]],
      },
    ),
  ).toMatchObject({ code: 'BAD_USER_INPUT', field: 'id' });
});

describe('[VALID-082] is refused', () => {
  test.each([
    [{ name: '' }, 'name', 'required'],
    [{ name: 'x'.repeat(256) }, 'name', 'too long'],
    [{ kind: 'boat' }, 'kind', 'one of'],
    [{ params: { filters: { lable: ['1'] } } }, 'params.filters.lable', 'no filter'],
    [{ params: { filters: { label: ['x'] } } }, 'params.filters.label', 'valid id'],
    [{ params: { filters: { saved_view: ['1'] } } }, 'params.filters.saved_view', 'no filter'],
    [
      { params: { advanced_filters: { status: { operator: 'is', values: ['1'] } } } },
      'params.advanced_filters.status.operator',
      'include',
    ],
    [{ params: { sort: 'size' } }, 'params.sort', 'not possible'],
    [{ params: { per_page: 1000 } }, 'params.per_page', 'from 1 to 100'],
    [{ params: { columns: 'title' } }, 'params.columns', 'list'],
    [{ params: { theme: 1 } }, 'params.theme', 'On offer'],
    [{ params: [1] }, 'params', 'object'],
    [{ params: { filters: { q: 'x'.repeat(100_001) } } }, 'params', 'too long'],
    [{ sub_kind: 'manual', kind: 'user' }, 'sub_kind', 'Only ideas'],
    [{ sub_kind: 'filter', suggestion_ids: ['1'] }, 'suggestion_ids', 'manual'],
    [{ sub_kind: 'manual', suggestion_ids: ['987654321'] }, 'suggestion_ids', 'does not exist'],
    [{ updated_after: '2026-02-30' }, 'updated_after', 'not a date'],
    [{ copy_from: '987654321' }, 'copy_from', 'does not exist'],
    [{ shared_state: 'shared' }, 'shared_state', 'saved_view_share'],
  ] as [Record<string, unknown>, string, string][])('%#', async (values, field, words) => {
    const refused = await refusal(own.api, CREATE, { name: 'Mine', kind: 'suggestion', ...values });
    expect(refused).toMatchObject({ code: 'BAD_USER_INPUT', field });
    expect(refused.message).toContain(words);
    expect(await names()).toEqual([]);
  });

  test('beyond so many of one workspace', async () => {
    await own.rows(
      `insert into saved_views (subdomain_id, name, kind, sub_kind, owner_id) select $1, 'V' || n, 'suggestion', 'filter', $2 from generate_series(1, ${savedViewLimits.views}) n`,
      own.tenant.id,
      own.admin.id,
    );
    expect(await refusal(own.api, CREATE, { name: 'One more', kind: 'suggestion' })).toMatchObject({
      reason: 'too_many',
    });
    const { all } = await own.api.data<{ all: { total_records: number } }>(
      `{ all: all_saved_views { total_records } }`,
    );
    expect(all.total_records).toBe(savedViewLimits.views);
  });
});

test('[CALL-M-038] two people who save the same view: the second is told, and nothing is lost', async () => {
  const view = await create({});
  const update = `mutation ($id: ID!, $name: String, $at: String) { saved_view_update(id: $id, name: $name, if_updated_at: $at) { name updated_at } }`;
  await own.api.data(update, { id: view.id, name: 'First', at: view.updated_at });
  const refused = await refusal(own.api, update, { id: view.id, name: 'Second', at: view.updated_at });
  expect(refused).toMatchObject({ reason: 'changed', current: { name: 'First' } });
  expect(await names()).toEqual(['First']);
  expect(await refusal(own.api, update, { id: view.id, name: '' })).toMatchObject({ field: 'name' });
});

test('[PERM-040] [PERM-046] [CALL-M-040] [ENT-051] [NOTIF-011] a view is shared with people: they see it, subscribe, and change nothing', async () => {
  const view = await create({ params: { filters: { label: [label] } } });
  expect(await names('', theirs)).toEqual([]);
  expect(await ideasOf([view.id], {}, theirs)).toEqual([]);
  const { saved_view_share: shared } = await own.api.data<{ saved_view_share: unknown }>(SHARE, {
    id: view.id,
    user_ids: [colleague.id],
  });
  expect(shared).toEqual({ id: view.id, shared_state: 'shared', shared_users_count: 1 });
  const told = `{ notifications(event: ["view_shared"]) { records { view { id name } subject_user { id } } } }`;
  const expected = [{ view: { id: view.id, name: 'Mine' }, subject_user: { id: own.admin.id } }];
  expect(await theirs.data(told)).toEqual({ notifications: { records: expected } });
  // who has it already is not told again
  await own.api.data(SHARE, { id: view.id, user_ids: [colleague.id], is_public: false });
  expect(await own.rows('select 1 from notifications where saved_view_id = $1', view.id)).toHaveLength(1);
  expect(await ideasOf([view.id], { sort: 'id' }, theirs)).toEqual(ideas.slice(0, 2));
  const read = `query ($id: ID!) { saved_view(id: $id) { editable subscribed subscription_params position } }`;
  const subscribe = `mutation ($id: ID!, $name: String) { saved_view_update(id: $id, name: $name, subscribed: true, position: 3, subscription_params: { frequency: "daily", hour: 9 }) { id } }`;
  await theirs.data(subscribe, { id: view.id });
  expect(await theirs.data(read, { id: view.id })).toEqual({
    saved_view: {
      editable: false,
      subscribed: true,
      position: 3,
      subscription_params: { frequency: 'daily', weekday: 1, hour: 9 },
    },
  });
  expect(await own.api.data(read, { id: view.id })).toMatchObject({
    saved_view: { editable: true, subscribed: false },
  });
  for (const [document, variables] of [
    [subscribe, { id: view.id, name: 'Theirs' }],
    [SHARE, { id: view.id, is_public: true }],
    [`mutation ($id: ID!) { saved_view_delete(id: $id) { id } }`, { id: view.id }],
    [`mutation ($id: ID!) { saved_view_bulk_delete(ids: [$id]) { id } }`, { id: view.id }],
  ] as const)
    expect(await refusal(theirs, document, variables)).toMatchObject({
      code: 'BAD_USER_INPUT',
      reason: 'not_editable',
    });
  // unshared, it is gone for them
  await own.api.data(SHARE, { id: view.id, user_ids: [] });
  expect(await names('', theirs)).toEqual([]);
  await own.api.data(SHARE, { id: view.id, is_public: true });
  expect(await names('(shared_state: ["public"], editable: false)', theirs)).toEqual(['Mine']);
});

test('[NOTIF-012] [ENT-052] [CALL-Q-038] sharing a list tells of a list, and says whom it is shared with', async () => {
  const list = await create({ kind: 'suggestion_list', sub_kind: 'manual' });
  await own.api.data(SHARE, { id: list.id, user_ids: [colleague.id] });
  const { notifications } = await theirs.data<{ notifications: { records: unknown[] } }>(
    `{ notifications(event: ["list_shared"]) { records { view { name } } } }`,
  );
  expect(notifications.records).toEqual([{ view: { name: 'Mine' } }]);
  const shared = `query ($user: [ID!], $view: [ID!]) { all_shared_views(user: $user, view: $view) { records { id subdomain_id is_subscribed subscription_params user_email user { id } created_at updated_at } } }`;
  const { all_shared_views } = await own.api.data<{ all_shared_views: { records: unknown[] } }>(shared, {
    view: [list.id],
    user: [colleague.id],
  });
  expect(all_shared_views.records).toMatchObject([
    {
      subdomain_id: own.tenant.id,
      is_subscribed: false,
      subscription_params: { frequency: 'weekly', weekday: 1, hour: 7 },
      user_email: colleague.email_address,
      user: { id: colleague.id },
    },
  ]);
});

test('a view is shared with nobody who cannot open the console, or may not read ideas', async () => {
  const view = await create({});
  const blocked = await buildAdmin(database, own.tenant, { allowed_state: 'blocked' });
  const customer = await buildUser(database, own.tenant, { name: 'Cora' });
  const outside = await buildAdmin(database, own.tenant, {
    name: 'Ola',
    license_type: 'full',
    permissions: { ...ALL_PERMISSIONS, feedback_admin_ui: false },
  });
  const foreign = await openWorkspace(database);
  const refused = await refusal(own.api, SHARE, { id: view.id, user_ids: [outside.id] });
  expect(refused).toMatchObject({ code: 'BAD_USER_INPUT', field: 'user_ids', reason: 'no_ideas' });
  expect(refused.message).toContain('Ola');
  for (const person of [blocked.id, customer.id])
    expect(await refusal(own.api, SHARE, { id: view.id, user_ids: [person] })).toMatchObject({
      field: 'user_ids',
      reason: 'no_console',
    });
  expect(await refusal(own.api, SHARE, { id: view.id, user_ids: [foreign.admin.id] })).toMatchObject({
    field: 'user_ids',
    reason: 'not_found',
  });
  expect(await own.rows('select 1 from saved_view_users where saved_view_id = $1', view.id)).toEqual([]);
});

test('[CALL-M-039] [CALL-M-041] [CALL-Q-036] [CALL-Q-037] views are listed, ordered, archived, deleted and brought back', async () => {
  const a = await create({ name: 'Alpha' });
  const b = await create({ name: 'Beta', kind: 'suggestion_list', subscribed: true });
  const c = await create({ name: 'Gamma', shared_state: 'public' });
  await own.api.data(`mutation ($ids: [ID!]!) { saved_view_reorder(ids: $ids) { position } }`, {
    ids: [c.id, a.id],
  });
  expect(await names()).toEqual(['Gamma', 'Alpha', 'Beta']);
  // one to the front: the others keep the order that they were given
  await own.api.data(`mutation ($ids: [ID!]!) { saved_view_reorder(ids: $ids) { position } }`, {
    ids: [b.id],
  });
  expect(await names()).toEqual(['Beta', 'Gamma', 'Alpha']);
  await own.api.data(`mutation ($ids: [ID!]!) { saved_view_reorder(ids: $ids) { position } }`, {
    ids: [c.id, a.id, b.id],
  });
  expect(await names('(kind: ["suggestion_list"])')).toEqual(['Beta']);
  expect(await names('(q: "LPH")')).toEqual(['Alpha']);
  expect(await names('(subscribed: true)')).toEqual(['Beta']);
  expect(await names('(sub_kind: ["manual"])')).toEqual([]);
  await own.api.data(`mutation ($id: ID!) { saved_view_update(id: $id, state: "archived") { state } }`, {
    id: a.id,
  });
  expect(await names()).toEqual(['Gamma', 'Beta']);
  expect(await names('(state: ["archived"])')).toEqual(['Alpha']);
  await own.api.data(`mutation ($ids: [ID!]!) { saved_view_bulk_delete(ids: $ids) { id } }`, {
    ids: [b.id, c.id],
  });
  expect(await names()).toEqual([]);
  for (const id of [c.id, b.id])
    await own.api.data(`mutation ($id: ID!) { saved_view_restore(id: $id) { name } }`, { id });
  expect(await names()).toEqual(['Gamma', 'Beta']);
  await own.api.data(`mutation ($id: ID!) { saved_view_delete(id: $id) { id } }`, { id: c.id });
  expect(
    await refusal(theirs, `mutation ($id: ID!) { saved_view_restore(id: $id) { name } }`, { id: c.id }),
  ).toMatchObject({
    code: 'BAD_USER_INPUT',
  });
});

test('a view is not made shared by its update: whom to is said by saved_view_share', async () => {
  const view = await create({});
  const update = `mutation ($id: ID!, $state: String) { saved_view_update(id: $id, shared_state: $state) { shared_state } }`;
  expect(await refusal(own.api, update, { id: view.id, state: 'shared' })).toMatchObject({
    code: 'BAD_USER_INPUT',
    field: 'shared_state',
  });
  await own.api.data(SHARE, { id: view.id, user_ids: [colleague.id] });
  // one that is shared so may be sent back as it is
  expect(await own.api.data(update, { id: view.id, state: 'shared' })).toEqual({
    saved_view_update: { shared_state: 'shared' },
  });
});

test('a list that is made dynamic holds no chosen ideas any more, and merged ones are in no list', async () => {
  const list = await create({ kind: 'suggestion_list', suggestion_ids: ideas });
  await own.rows(`update suggestions set state = 'merged' where id = $1`, ideas[0]);
  await own.rows(`update suggestions set state = 'spam' where id = $1`, ideas[1]);
  expect(await names(`(suggestion: ["${ideas[0]}", "${ideas[1]}"])`)).toEqual([]);
  expect(await names(`(suggestion: ["${ideas[2]}"])`)).toEqual(['Mine']);
  await own.api.data(
    `mutation ($id: ID!) { saved_view_update(id: $id, sub_kind: "filter", params: {}) { id } }`,
    { id: list.id },
  );
  expect(await names(`(suggestion: ["${ideas[2]}"])`)).toEqual([]);
  expect(await own.rows('select 1 from saved_view_suggestions where saved_view_id = $1', list.id)).toEqual(
    [],
  );
});

test('what goes wrong while params are looked at is not said to be their fault', () => {
  expect(() => checkParams({} as Viewer, 'suggestion', { sort: '-supporter_revenue' })).toThrow(TypeError);
});

test('a view is made while another one is counted, and copied while it is changed', async () => {
  const source = await create({ params: { filters: { label: [label] } } });
  const make = `mutation ($kind: String!, $from: ID) { saved_view_create(name: "Made", kind: $kind, copy_from: $from) { id } }`;
  const held = await database.pool.connect();
  try {
    await held.query('begin');
    await held.query('select 1 from saved_views where id = $1 for no key update', [source.id]);
    await own.api.data(make, { kind: 'suggestion', from: source.id });
    await held.query('lock table suggestions in access exclusive mode');
    const counting = own.api.data(make, { kind: 'suggestion' });
    await expect
      .poll(async () =>
        own.rows(`select 1 from pg_locks where relation = 'suggestions'::regclass and not granted`),
      )
      .toHaveLength(1);
    await own.api.data(make, { kind: 'user' });
    await held.query('commit');
    await counting;
  } finally {
    held.release();
  }
  expect(await names()).toHaveLength(4);
});

test('a view whose filters can no longer be read says so by its place', async () => {
  const view = await create({});
  await own.rows(`update saved_views set params = '{"filters": {"gone": true}}' where id = $1`, view.id);
  expect(await refusal(own.api, IDEAS, { views: [view.id] })).toMatchObject({ field: 'params.filters.gone' });
});

describe('digest', () => {
  const monday = new Date('2026-03-02T08:00:00Z');
  const later = (hours: number): Date => new Date(monday.getTime() + hours * 3_600_000);
  let services: ReturnType<typeof testServices>;
  const runAt = async (now: Date): Promise<void> => {
    const scope = await testScope(database, systemViewer(own.tenant), { services, now: () => now });
    await viewDigests.run({ subdomain_id: own.tenant.id }, { scope, signal: new AbortController().signal });
  };
  const at = (now: Date): Promise<TestApi> =>
    testApi(database, viewerOf(own.tenant, own.admin), { services, now: () => now });
  beforeEach(() => {
    services = testServices();
  });

  test('comes weekly, with what is new and what moved, and not with nothing', async () => {
    await own.rows(`update suggestions set created_at = '2026-01-01' where subdomain_id = $1`, own.tenant.id);
    const view = await create(
      {
        name: 'Red <b>ideas</b>',
        params: { filters: { label: [label] } },
        subscribed: true,
        subscription_params: { frequency: 'weekly', weekday: 1, hour: 7 },
      },
      await at(monday),
    );
    await runAt(later(1));
    await runAt(later(7 * 24 - 2));
    expect(services.sentMails).toEqual([]);
    // nothing happened, so the slot passes without a mail; what is there is remembered
    await runAt(later(7 * 24));
    expect(services.sentMails).toEqual([]);
    const voter = await buildUser(database, own.tenant, {});
    await buildSupporter(database, own.tenant, {
      suggestion_id: ideas[0]!,
      user_id: voter.id,
      created_at: later(8 * 24),
    });
    await insertRow(database, 'suggestion_labels', {
      subdomain_id: own.tenant.id,
      suggestion_id: ideas[2]!,
      label_id: label,
    });
    await runAt(later(8 * 24));
    expect(services.sentMails).toEqual([]);
    await runAt(later(14 * 24));
    await runAt(later(14 * 24 + 1));
    expect(services.sentMails).toHaveLength(1);
    const [mail] = services.sentMails;
    expect(mail).toMatchObject({
      subject: 'Red <b>ideas</b>: 1 new idea, 1 moved',
      to: { email_address: own.admin.email_address },
    });
    expect(mail!.text).toContain('three (0 votes)');
    expect(mail!.text).toContain('one (+1 vote)');
    expect(mail!.text).toContain(`/admin/v3/feedback/suggestions/f/${view.id}`);
    expect(mail!.html).toContain('Red &lt;b&gt;ideas&lt;/b&gt;');
    expect(await own.rows('select suggestions_count from saved_views where id = $1', view.id)).toEqual([
      { suggestions_count: 3 },
    ]);
  });

  test('goes to nobody with whom the view is no longer shared, who is blocked, or who said never', async () => {
    const view = await create({ params: {} }, await at(monday));
    await own.api.data(SHARE, { id: view.id, user_ids: [colleague.id] });
    const theirsThen = await testApi(database, theirs.scope.viewer, { services, now: () => monday });
    const subscribe = `mutation ($id: ID!, $often: String) { saved_view_update(id: $id, subscribed: true, subscription_params: { frequency: $often }) { id } }`;
    await theirsThen.data(subscribe, { id: view.id, often: 'daily' });
    await own.rows(
      `update suggestions set created_at = $2 where subdomain_id = $1`,
      own.tenant.id,
      later(12),
    );
    await own.api.data(SHARE, { id: view.id, user_ids: [] });
    await runAt(later(24));
    expect(services.sentMails).toEqual([]);
    await own.api.data(SHARE, { id: view.id, user_ids: [colleague.id] });
    await theirsThen.data(subscribe, { id: view.id, often: 'never' });
    await runAt(later(48));
    expect(services.sentMails).toEqual([]);
    await theirsThen.data(subscribe, { id: view.id, often: 'daily' });
    await own.rows(`update users set allowed_state = 'blocked' where id = $1`, colleague.id);
    await runAt(later(72));
    expect(services.sentMails).toEqual([]);
    await own.rows(`update users set allowed_state = 'allowed' where id = $1`, colleague.id);
    await buildSuggestion(database, own.tenant, { title: 'four', created_at: later(80), state: 'approved' });
    await runAt(later(96));
    expect(services.sentMails.map(({ to }) => to.email_address)).toEqual([colleague.email_address]);
  });

  test('each view is counted again, however many there are', async () => {
    await own.rows(
      `insert into saved_views (subdomain_id, name, kind, sub_kind, params, owner_id) select $1, 'V' || n, 'suggestion', 'filter', '{}', $2 from generate_series(1, 230) n`,
      own.tenant.id,
      own.admin.id,
    );
    await runAt(later(1));
    expect(
      await own.rows(
        'select suggestions_count, count(*)::int as views from saved_views where subdomain_id = $1 group by 1',
        own.tenant.id,
      ),
    ).toEqual([{ suggestions_count: 3, views: 230 }]);
  });

  test('and count of a view with words know the near words that its list finds', async () => {
    await own.rows(`update suggestions set created_at = '2026-01-01' where subdomain_id = $1`, own.tenant.id);
    const view = await create(
      {
        params: { filters: { q: 'invoce' } },
        subscribed: true,
        subscription_params: { frequency: 'daily', hour: 7 },
      },
      await at(monday),
    );
    expect(view.suggestions_count).toBe(0);
    const { id } = await buildSuggestion(database, own.tenant, {
      title: 'Invoice per site',
      state: 'approved',
    });
    while ((await backfillWords(own.api.scope)) > 0);
    await refreshStatistics(own.api.scope);
    expect(await ideasOf([view.id])).toEqual([id]);
    await runAt(later(24));
    expect(await own.rows('select suggestions_count from saved_views where id = $1', view.id)).toEqual([
      { suggestions_count: 1 },
    ]);
    expect(services.sentMails.map(({ subject }) => subject)).toEqual(['Mine: 1 new idea']);
    const again = await create({ params: { filters: { q: 'invoce' } } });
    expect(again.suggestions_count).toBe(1);
  });

  test('is due from the hour on of its day', () => {
    const weekly = { frequency: 'weekly', weekday: 3, hour: 9 } as const;
    expect(slotBegin(weekly, new Date('2026-03-04T09:00:00Z'))).toEqual(new Date('2026-03-04T09:00:00Z'));
    expect(slotBegin(weekly, new Date('2026-03-04T08:59:59Z'))).toEqual(new Date('2026-02-25T09:00:00Z'));
    expect(slotBegin(weekly, new Date('2026-03-08T08:00:00Z'))).toEqual(new Date('2026-03-04T09:00:00Z'));
    const daily = { frequency: 'daily', weekday: 1, hour: 7 } as const;
    expect(slotBegin(daily, new Date('2026-03-08T06:00:00Z'))).toEqual(new Date('2026-03-07T07:00:00Z'));
    expect(slotBegin(daily, new Date('2026-03-08T07:30:00Z'))).toEqual(new Date('2026-03-08T07:00:00Z'));
  });
});
