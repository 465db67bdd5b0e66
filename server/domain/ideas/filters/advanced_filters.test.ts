import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { advancedFilterLimits, INCLUDE_KEYS } from '../../../../contract/advanced_filters.ts';
import { ALL_PERMISSIONS } from '../../../../contract/permissions.ts';
import {
  buildAccount,
  buildCategory,
  buildCustomField,
  buildForum,
  buildInternalStatus,
  buildLabel,
  buildStatus,
  buildSuggestion,
  buildUser,
  insertRow,
  viewerOf,
} from '../../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../../db/testing.ts';
import { testApi } from '../../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../../testing/workspace.ts';

const LIST = `query ($f: Json) { suggestions(advanced_filters: $f, sort: "title", per_page: 100) { total_records records { title } } }`;
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

let database: TestDatabase;
let own: TestWorkspace;
let foreign: TestWorkspace;
/** ids by name, of the own workspace and of another that holds the same */
let ids: Record<string, string>;
let foreignIds: Record<string, string>;

async function seed(workspace: TestWorkspace): Promise<Record<string, string>> {
  const { tenant } = workspace;
  const subdomain_id = tenant.id;
  const of = async (row: Promise<{ id: string }>): Promise<string> => (await row).id;
  const forum = await of(buildForum(database, tenant));
  const named: Record<string, string> = {
    acme: await of(
      buildAccount(database, tenant, { name: 'Acme', plan: 'Enterprise', revenue_cents: '250050' }),
    ),
    beta: await of(buildAccount(database, tenant, { name: 'Beta', plan: null, revenue_cents: '9000' })),
    ann: await of(buildUser(database, tenant, { name: 'Ann', email_address: 'ann@acme.example' })),
    bob: await of(buildUser(database, tenant, { name: 'Bob', email_address: null })),
    boats: await of(buildCategory(database, tenant, { forum_id: forum, name: 'Boats' })),
    planned: await of(buildStatus(database, tenant, { name: 'planned' })),
    done: await of(buildStatus(database, tenant, { name: 'done' })),
    ready: await of(buildInternalStatus(database, tenant, { name: 'Ready' })),
    red: await of(buildLabel(database, tenant, { name: 'Red', full_name: 'Colours / Red' })),
    blue: await of(buildLabel(database, tenant, { name: 'Blue', full_name: 'Colours / Blue' })),
  };
  for (const [key, field_type, value_type] of [
    ['beta', 'boolean', 'boolean'],
    ['due', 'date', 'date'],
    ['effort', 'number', 'numeric'],
    ['tier', 'enum', 'string'],
    ['size', 'enum', 'numeric'],
    ['code', 'text', 'string'],
  ] as const)
    named[`field ${key}`] = await of(
      buildCustomField(database, tenant, { key, name: key, field_type, value_type }),
    );
  const ideas: Record<
    string,
    [values: Parameters<typeof buildSuggestion>[2], custom: Record<string, unknown>]
  > = {
    a: [
      {
        status_id: named['planned']!,
        internal_status_id: named['ready']!,
        category_id: named['boats']!,
        creator_id: named['ann']!,
        created_at: daysAgo(10),
      },
      { beta: true, due: '2026-03-31', effort: 5, tier: 'Gold', size: 3, code: 'X-1' },
    ],
    b: [
      { status_id: named['done']!, creator_id: named['bob']!, created_at: daysAgo(100) },
      { beta: false, due: '2026-06-30', effort: 12.5, tier: 'Silver', size: 12, code: '7' },
    ],
    c: [{ created_at: new Date('2024-02-10T12:00:00Z') }, { effort: 'many', beta: 'true', due: 7 }],
    d: [{ created_at: daysAgo(400), state: 'published' }, {}],
    closed: [{ state: 'closed', created_at: daysAgo(10), creator_id: named['ann']! }, { beta: true }],
  };
  for (const [title, [values, custom]] of Object.entries(ideas)) {
    named[title] = await of(buildSuggestion(database, tenant, { title, forum_id: forum, ...values }));
    await workspace.rows(
      'update suggestion_contents set custom_fields = $3 where subdomain_id = $1 and suggestion_id = $2',
      subdomain_id,
      named[title],
      JSON.stringify(custom),
    );
  }
  for (const [idea, label] of [
    ['a', 'red'],
    ['a', 'blue'],
    ['b', 'blue'],
  ] as const)
    await insertRow(database, 'suggestion_labels', {
      subdomain_id,
      suggestion_id: named[idea]!,
      label_id: named[label]!,
    });
  for (const [idea, account] of [
    ['a', 'acme'],
    ['b', 'beta'],
    ['c', 'acme'],
    ['c', 'beta'],
  ] as const)
    await insertRow(database, 'suggestion_accounts', {
      subdomain_id,
      suggestion_id: named[idea]!,
      account_id: named[account]!,
      supporters_count: 1,
    });
  // the numbers that counters keep
  const kept: Record<string, Record<string, unknown>> = {
    a: {
      labels_count: 2,
      votes_count: 10,
      comments_count: 1,
      supporting_accounts_count: 1,
      supporter_revenue_cents: 250_050,
      total_sentiment_score: 0.5,
      has_response: true,
      last_status_update_at: daysAgo(5),
      last_supported_at: daysAgo(3),
    },
    b: {
      labels_count: 1,
      votes_count: 5,
      notes_count: 2,
      requests_count: 3,
      supporting_accounts_count: 1,
      supporter_revenue_cents: 9_000,
      total_sentiment_score: -0.6,
      internal_flags_count: 1,
      last_internal_status_update_at: daysAgo(50),
      last_supported_at: daysAgo(95),
    },
    c: {
      supporting_accounts_count: 2,
      supporter_revenue_cents: 259_050,
      importance_low_count: 1,
      importance_high_count: 3,
      total_sentiment_score: 0.1,
    },
  };
  for (const [idea, values] of Object.entries(kept)) {
    const columns = Object.keys(values);
    await workspace.rows(
      `update suggestions set ${columns.map((column, index) => `${column} = $${index + 3}`).join(', ')} where subdomain_id = $1 and id = $2`,
      subdomain_id,
      named[idea],
      ...Object.values(values),
    );
  }
  return named;
}

beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
  foreign = await openWorkspace(database);
  ids = await seed(own);
  foreignIds = await seed(foreign);
});
afterAll(() => database.close());

/** `@acme` in a filter stands for that record's id. */
function resolved(value: unknown, from: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, from));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, from)]));
  return typeof value === 'string' && value.startsWith('@') ? from[value.slice(1)]! : value;
}

async function list(filter: unknown, from = ids): Promise<string[]> {
  const { suggestions } = await own.api.data<{
    suggestions: { total_records: number; records: { title: string }[] };
  }>(LIST, { f: resolved(filter, from) });
  expect(suggestions.total_records).toBe(suggestions.records.length);
  return suggestions.records.map(({ title }) => title);
}

const OPEN = ['a', 'b', 'c', 'd'];
const ALL = ['a', 'b', 'c', 'closed', 'd'];
const include = (...values: unknown[]) => ({ operator: 'include', values });

const includes: [id: string, key: string, values: unknown[], expected: string[]][] = [
  ['ENT-092', 'external_accounts', ['@acme'], ['a', 'c']],
  ['ENT-092', 'external_accounts', ['beta', '@acme'], ['a', 'b', 'c']],
  ['ENT-092', 'external_accounts', ['none'], ['d']],
  ['ENT-093', 'external_account_plan', ['enterprise'], ['a', 'c']],
  ['ENT-093', 'external_account_plan', ['none'], ['b', 'c']],
  ['ENT-094', 'internal_status', ['@ready'], ['a']],
  ['ENT-094', 'internal_status', ['ready', 'none'], OPEN],
  ['ENT-095', 'status', ['@planned'], ['a']],
  ['ENT-095', 'status', ['@planned', 'Done'], ['a', 'b']],
  ['ENT-095', 'status', ['none'], ['c', 'd']],
  ['ENT-096', 'label', ['@red'], ['a']],
  ['ENT-096', 'label', ['@red', '@blue'], ['a', 'b']],
  ['ENT-096', 'label', ['colours / blue'], ['a', 'b']],
  ['ENT-096', 'label', ['@red', 'none'], ['a', 'c', 'd']],
  ['ENT-098', 'category', ['@boats'], ['a']],
  ['ENT-098', 'category', ['boats'], ['a']],
  ['ENT-099', 'total_sentiment_score', [0.5], ['a']],
  ['ENT-099', 'total_sentiment_score', ['negative'], ['b']],
  ['ENT-099', 'total_sentiment_score', ['neutral', 'none', 0.5], ['a', 'c', 'd']],
  ['ENT-099', 'total_sentiment_score', ['positive'], ['a']],
  ['ENT-100', 'creator', ['@ann'], ['a']],
  ['ENT-100', 'creator', ['ANN@acme.example', 'bob'], ['a', 'b']],
];

test.each(includes)(
  '[%s] %s of %j leaves these ideas, and exclude the others',
  async (_id, key, values, expected) => {
    expect(await list({ [key]: include(...values) })).toEqual(expected);
    expect(await list({ [key]: { operator: 'exclude', values } })).toEqual(
      OPEN.filter((title) => !expected.includes(title)),
    );
    // as part of a group that is joined by or, and of one that holds nothing else
    const nowhere = { activity_num_votes: { operator: 'gt', value: 1000 } };
    expect(await list({ operator: 'or', expressions: [nowhere, { [key]: include(...values) }] })).toEqual(
      expected,
    );
    expect(
      await list({
        operator: 'and',
        expressions: [{ operator: 'or', expressions: [{ [key]: include(...values) }] }],
      }),
    ).toEqual(expected);
  },
);

test('[ENT-097] state replaces what the list shows by itself; exclude is its complement', async () => {
  expect(await list({ state: include('closed') })).toEqual(['closed']);
  expect(await list({ state: include('open', 'closed') })).toEqual(ALL);
  expect(await list({ state: { operator: 'exclude', values: ['open'] } })).toEqual(['closed']);
  expect(await list({ state: { operator: 'exclude', values: ['closed'] } })).toEqual(OPEN);
  // beside it, joined by or, only open ideas are shown
  expect(
    await list({ operator: 'or', expressions: [{ state: include('closed') }, { creator: include('@ann') }] }),
  ).toEqual(['a', 'closed']);
  expect(
    await list({
      creator: include('@ann'),
      operator: 'or',
      expressions: [{ state: include('closed') }, { activity_num_votes: { operator: 'gt', value: 0 } }],
    }),
  ).toEqual(['a', 'closed']);
});

const compared: [id: string, key: string, operator: string, value: number, expected: string[]][] = [
  ['ENT-101', 'external_account_revenue', 'gt', 2500, ['a', 'c']],
  ['ENT-101', 'external_account_revenue', 'gt', 2500.5, ['c']],
  ['ENT-101', 'external_account_revenue', 'gte', 2500.5, ['a', 'c']],
  ['ENT-101', 'external_account_revenue', 'lt', 90, ['d']],
  ['ENT-101', 'external_account_revenue', 'lte', 90, ['b', 'd']],
  ['ENT-101', 'external_account_revenue', 'eq', 2500.5, ['a']],
  ['ENT-102', 'activity_num_votes', 'gte', 5, ['a', 'b']],
  ['ENT-102', 'activity_num_votes', 'gt', 4.5, ['a', 'b']],
  ['ENT-102', 'activity_num_votes', 'eq', 4.5, []],
  ['ENT-103', 'activity_num_comments', 'eq', 1, ['a']],
  ['ENT-104', 'activity_num_scores', 'gt', 3, ['c']],
  ['ENT-105', 'activity_num_accounts', 'gte', 2, ['c']],
  ['ENT-106', 'activity_num_notes', 'lt', 1, ['a', 'c', 'd']],
  ['ENT-107', 'activity_num_feedback_records', 'eq', 3, ['b']],
  ['ENT-108', 'total_activity', 'eq', 10, ['b']],
  ['ENT-108', 'total_activity', 'gt', 10, ['a']],
  ['ENT-108', 'total_activity', 'eq', 4, ['c']],
];

test.each(compared)('[%s] %s %s %d', async (_id, key, operator, value, expected) => {
  expect(await list({ [key]: { operator, value } })).toEqual(expected);
});

test.each([
  ['ENT-109', { has_response: true }, ['a']],
  ['ENT-109', { has_response: false }, ['b', 'c', 'd']],
  ['ENT-110', { has_internal_flag: true }, ['b']],
  ['ENT-110', { has_internal_flag: false }, ['a', 'c', 'd']],
  ['ENT-111', { idea_created_date: { after: '30_days_ago' } }, ['a']],
  ['ENT-111', { idea_created_date: { before: '6_months_ago' } }, ['c', 'd']],
  ['ENT-111', { idea_created_date: { after: '2024-02-10', before: '2024-02-11' } }, ['c']],
  ['ENT-112', { public_status_last_update_date: { after: '1_week_ago' } }, ['a']],
  ['ENT-112', { public_status_last_update_date: { before: '1_day_ago' } }, ['a']],
  ['ENT-113', { internal_status_last_update_date: { before: '1_month_ago', after: '1_year_ago' } }, ['b']],
  ['ENT-114', { last_support_date: { before: '90_days_ago' } }, ['b']],
  ['ENT-114', { last_support_date: { after: '90_days_ago' } }, ['a']],
  [
    'ENT-115',
    { custom_bool: { key: 'beta', object_type: 'suggestion', operator: 'is', value: true } },
    ['a'],
  ],
  ['ENT-115', { custom_bool: { id: '@field beta', operator: 'is', value: false } }, ['b']],
  ['ENT-116', { custom_date: { key: 'due', operator: 'before', value: '2026-06-30' } }, ['a']],
  ['ENT-116', { custom_date: { id: '@field due', operator: 'after', value: '2026-03-31' } }, ['a', 'b']],
  ['ENT-117', { custom_comparison: { key: 'effort', operator: 'gt', value: 5 } }, ['b']],
  ['ENT-117', { custom_comparison: { id: '@field effort', operator: 'gte', value: 5 } }, ['a', 'b']],
  ['ENT-117', { custom_comparison: { key: 'effort', operator: 'eq', value: 12.5 } }, ['b']],
  [
    'ENT-117',
    {
      custom_comparison: [
        { key: 'effort', operator: 'lt', value: 100 },
        { key: 'effort', operator: 'gt', value: 5 },
      ],
    },
    ['b'],
  ],
  ['ENT-118', { custom_include: { key: 'tier', operator: 'include', values: ['Gold', 'Bronze'] } }, ['a']],
  ['ENT-118', { custom_include: { id: '@field size', operator: 'include', values: ['12', 4] } }, ['b']],
  ['ENT-118', { custom_include: { key: 'tier', operator: 'exclude', values: ['Gold'] } }, ['b', 'c', 'd']],
  [
    'ENT-119',
    { custom_include_string: { key: 'code', operator: 'include', values: ['7', 'X-1'] } },
    ['a', 'b'],
  ],
  [
    'ENT-119',
    { custom_include_string: { key: 'code', operator: 'exclude', values: ['7'] } },
    ['a', 'c', 'd'],
  ],
])('[%s] %j', async (_id, filter, expected) => {
  expect(await list(filter)).toEqual(expected);
});

test('[CALL-Q-090] plain keys are joined by and, beside groups and inside them', async () => {
  expect(await list({ label: include('@blue'), activity_num_votes: { operator: 'gt', value: 5 } })).toEqual([
    'a',
  ]);
  expect(
    await list({
      label: include('@blue'),
      operator: 'or',
      expressions: [{ status: include('done') }, { activity_num_votes: { operator: 'gt', value: 50 } }],
    }),
  ).toEqual(['b']);
  expect(
    await list({
      operator: 'or',
      expressions: [
        { label: include('@blue'), status: include('done') },
        { operator: 'and', expressions: [{ activity_num_scores: { operator: 'gt', value: 1 } }] },
      ],
    }),
  ).toEqual(['b', 'c']);
  // as JSON text, and as a key of the query object; an empty one sets no condition
  expect(await list(JSON.stringify({ label: include('red') }))).toEqual(['a']);
  expect(await list({ label: null })).toEqual(OPEN);
  expect(await list({})).toEqual(OPEN);
  const { suggestions } = await own.api.data<{ suggestions: { records: { title: string }[] } }>(
    `query ($q: SuggestionListInput) { suggestions(query: $q) { records { title } } }`,
    { q: { advanced_filters: { label: include('red') } } },
  );
  expect(suggestions.records).toEqual([{ title: 'a' }]);
});

test('beside the other filters and a search both hold', async () => {
  const { suggestions } = await own.api.data<{
    suggestions: { total_records: number; records: { title: string }[] };
  }>(
    `query ($f: Json, $label: [ID!]) { suggestions(advanced_filters: $f, label: $label) { total_records records { title } } }`,
    { f: { status: include('planned', 'done') }, label: [ids['red']] },
  );
  expect(suggestions).toEqual({ total_records: 1, records: [{ title: 'a' }] });
});

test('ids of another workspace, and of what was deleted, leave nothing', async () => {
  for (const key of INCLUDE_KEYS.filter((one) => one !== 'state' && one !== 'total_sentiment_score')) {
    const value = {
      external_accounts: '@acme',
      external_account_plan: '@acme',
      status: '@planned',
      internal_status: '@ready',
      label: '@red',
      category: '@boats',
      creator: '@ann',
    }[key]!;
    expect(await list({ [key]: include(value) }, foreignIds), key).toEqual([]);
    expect(await list({ [key]: { operator: 'exclude', values: [value] } }, foreignIds), key).toEqual(OPEN);
  }
  expect(await list({ custom_bool: { id: '@field beta', value: true } }, foreignIds)).toEqual([]);
  expect(await list({ custom_comparison: { key: 'nobody', operator: 'lt', value: 1 } })).toEqual([]);
});

describe('is refused by its place', () => {
  const deep = (levels: number): unknown =>
    levels === 0 ? { has_response: true } : { operator: 'and', expressions: [deep(levels - 1)] };
  test.each([
    [{ statu: include('1') }, 'statu', 'There is no filter "statu"'],
    [{ status: { operator: 'is', values: ['1'] } }, 'status.operator', 'include, exclude'],
    [
      {
        operator: 'or',
        expressions: [{ has_response: true }, { status: { operator: 'gt', values: ['1'] } }],
      },
      'expressions.1.status.operator',
      'include, exclude',
    ],
    [{ status: { operator: 'include', values: [] } }, 'status.values', 'at least one'],
    [{ status: { operator: 'include', values: [{}] } }, 'status.values.0', 'a text or a number'],
    [{ status: { operator: 'include', value: '1' } }, 'status.value', 'On offer: operator, values'],
    [{ status: ['1'] }, 'status', 'must be an object'],
    [{ state: include('gone') }, 'state.values', 'States are open'],
    [{ total_sentiment_score: include(2) }, 'total_sentiment_score.values.0', 'from -1 to 1'],
    [{ activity_num_votes: { operator: 'gt', value: '5' } }, 'activity_num_votes.value', 'a number'],
    [
      { activity_num_votes: { operator: 'include', value: 5 } },
      'activity_num_votes.operator',
      'gt, gte, lt, lte, eq',
    ],
    [{ activity_num_votes: { operator: 'gt', value: 1e300 } }, 'activity_num_votes.value', 'a number'],
    [{ has_response: 'yes' }, 'has_response', 'true or false'],
    [{ idea_created_date: { after: '2026-02-30' } }, 'idea_created_date.after', 'is not a date'],
    [{ idea_created_date: {} }, 'idea_created_date', 'after, before or both'],
    [{ idea_created_date: { on: '2026-02-03' } }, 'idea_created_date.on', 'On offer: after, before'],
    [{ custom_bool: { key: 'beta', operator: 'is', value: 'x' } }, 'custom_bool.value', 'true or false'],
    [{ custom_bool: { operator: 'is', value: true } }, 'custom_bool.key', 'its id or its key'],
    [
      {
        custom_bool: [
          { key: 'a', value: true },
          { key: 'a', operator: 'not', value: true },
        ],
      },
      'custom_bool.1.operator',
      'one of: is',
    ],
    [
      { custom_date: { key: 'due', object_type: 'account', operator: 'after', value: '2026-01-01' } },
      'custom_date.object_type',
      'suggestion',
    ],
    [
      { custom_include_string: { key: 'code', operator: 'include', values: [7] } },
      'custom_include_string.values.0',
      'a text',
    ],
    [{ operator: 'xor', expressions: [{}] }, 'operator', 'and, or'],
    [{ operator: 'or' }, 'expressions', 'at least one expression'],
    [{ operator: 'or', expressions: ['x'] }, 'expressions.0', 'must be an object'],
    [deep(10), 'expressions.0.expressions.0.expressions.0.expressions.0.expressions.0', 'at most 5'],
    [
      { operator: 'or', expressions: Array.from({ length: 500 }, () => ({ has_response: true })) },
      'expressions',
      `at most ${advancedFilterLimits.conditions}`,
    ],
    [
      {
        operator: 'or',
        expressions: Array.from({ length: 60 }, () => ({ has_response: true, has_internal_flag: true })),
      },
      'expressions.50',
      `at most ${advancedFilterLimits.conditions}`,
    ],
    [
      { label: include(...Array.from({ length: 1001 }, (_, index) => String(index + 1))) },
      'label.values',
      'At most 1,000 values',
    ],
    [{ label: include('x'.repeat(256)) }, 'label.values.0', 'at most 255'],
    ['{', '', 'is not JSON'],
    [JSON.stringify({ label: include('x'.repeat(1_000_000)) }), '', 'at most 100,000 characters'],
  ] as [unknown, string, string][])('%#', async (filter, place, words) => {
    const refused = await refusal(own.api, LIST, { f: filter });
    expect(refused).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: place === '' ? 'advanced_filters' : `advanced_filters.${place}`,
    });
    expect(refused.message).toContain(words);
  });

  test('in the query object by its place there', async () => {
    const refused = await refusal(
      own.api,
      `query ($q: SuggestionListInput) { suggestions(query: $q) { total_records } }`,
      {
        q: { advanced_filters: { status: { operator: 'is', values: ['1'] } } },
      },
    );
    expect(refused).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'query.advanced_filters.status.operator',
    });
  });
});

test('revenue is not compared by those who may not see it, not even inside a group', async () => {
  const { admin, tenant } = own;
  const blind = await testApi(database, {
    ...viewerOf(tenant, admin),
    permissions: ALL_PERMISSIONS,
    authorized_features: [],
  });
  const refused = await refusal(blind, LIST, {
    f: {
      operator: 'or',
      expressions: [{ has_response: true }, { external_account_revenue: { operator: 'gt', value: 1 } }],
    },
  });
  // a reason of its own: the console says what is the matter, and signs no one out
  expect(refused).toMatchObject({ code: 'FORBIDDEN', reason: 'filter', field: 'advanced_filters' });
});

test('conditions that take longer than two seconds end with a sentence, also inside of a view', async () => {
  const { saved_view_create: view } = await own.api.data<{ saved_view_create: { id: string } }>(
    `mutation ($p: Json) { saved_view_create(name: "Effort", kind: "suggestion", params: $p) { id } }`,
    { p: { advanced_filters: { has_response: false } } },
  );
  const limits: number[] = [];
  const spy = vi.spyOn(own.api.scope, 'readWithin').mockImplementation((_statement, ms) => {
    limits.push(ms);
    return Promise.resolve(null);
  });
  try {
    for (const [name, value, field] of [
      ['advanced_filters', { has_response: false }, 'query.advanced_filters'],
      // one view by itself asks for what it keeps
      ['saved_view', [view.id], 'advanced_filters'],
    ] as const)
      expect(
        await refusal(
          own.api,
          `query ($q: SuggestionListInput) { suggestions(query: $q) { records { id } } }`,
          { q: { [name]: value } },
        ),
      ).toMatchObject({ field, reason: 'too_slow' });
    expect(limits).toEqual([2_000, 2_000]);
  } finally {
    spy.mockRestore();
  }
});
