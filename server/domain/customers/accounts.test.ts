import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildAccount, buildSuggestion, buildSupporter, buildUser } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { accountRevenueAt } from '../counters/revenue.ts';
import { accountRevenueTask } from '../ideas/recount.ts';
import { accountPeopleTask, pruneAccountsTask } from './account_commands.ts';

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
  'id name external_id plan mrr mrr_cents ltv revenue has_own_revenue external_created_at users_count updated_at won_at lost_at revenues { since revenue mrr change source user { id } }';
const INPUTS =
  '$external_id: String, $plan: String, $mrr: Float, $ltv: Float, $revenue: Float, $external_created_at: String, $revenue_since: String, $revenue_source: String';
const PASSED =
  'external_id: $external_id, plan: $plan, mrr: $mrr, ltv: $ltv, revenue: $revenue, external_created_at: $external_created_at, revenue_since: $revenue_since, revenue_source: $revenue_source';
const CREATE = `mutation ($name: String!, ${INPUTS}) { done: external_account_create(name: $name, ${PASSED}) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: ID!, $name: String, $if_updated_at: String, ${INPUTS}) { done: external_account_update(id: $id, name: $name, if_updated_at: $if_updated_at, ${PASSED}) { ${FIELDS} } }`;
const DELETE = 'mutation ($id: ID!) { done: external_account_delete(id: $id) { id } }';
const RESTORE = `mutation ($id: ID!) { done: external_account_restore(id: $id) { ${FIELDS} } }`;

interface Account {
  id: string;
  updated_at: string;
  revenues: { since: string; revenue: number; change: string }[];
  [field: string]: unknown;
}
const call = async (document: string, variables: object): Promise<Account> =>
  (await w.api.data<{ done: Account }>(document, variables as Record<string, unknown>)).done;
const signal = new AbortController().signal;

/** Does the jobs that were asked for, as a worker would. */
async function doJobs(): Promise<number> {
  const { enqueued } = w.api.scope.services as unknown as {
    enqueued: { task: string; payload: Record<string, unknown> }[];
  };
  const jobs = enqueued.splice(0);
  for (const { task, payload } of jobs) {
    const named = [accountRevenueTask, accountPeopleTask].find(({ name }) => name === task);
    if (named)
      await (named.run as (payload: unknown, context: unknown) => Promise<void>)(payload, {
        scope: w.api.scope,
        signal,
      });
  }
  return jobs.length;
}

describe('[DEC-120] external_account_create and _update', () => {
  test('an account is made with what is given; its revenue follows the monthly one until set on its own', async () => {
    const made = await call(CREATE, {
      name: ' Halden  Rail ',
      external_id: 'sf-1',
      plan: 'Enterprise',
      mrr: 4200.5,
      ltv: 99_000,
      external_created_at: '2024-03-01',
      revenue_source: 'manual',
    });
    expect(made).toMatchObject({
      name: 'Halden Rail',
      external_id: 'sf-1',
      plan: 'Enterprise',
      mrr: 4200.5,
      mrr_cents: '420050',
      ltv: 99_000,
      revenue: 4200.5,
      has_own_revenue: false,
      external_created_at: '2024-03-01T00:00:00.000Z',
      revenues: [
        { revenue: 4200.5, mrr: 4200.5, change: 'first', source: 'manual', user: { id: w.admin.id } },
      ],
    });
    expect(await call(UPDATE, { id: made.id, mrr: 5000 })).toMatchObject({ revenue: 5000 });
    expect(await call(UPDATE, { id: made.id, revenue: 60_000 })).toMatchObject({
      revenue: 60_000,
      mrr: 5000,
      has_own_revenue: true,
    });
    expect(await call(UPDATE, { id: made.id, mrr: 100 })).toMatchObject({ revenue: 60_000 });
    expect(await call(UPDATE, { id: made.id, revenue: null, plan: null })).toMatchObject({
      revenue: 100,
      plan: null,
    });
    expect(
      (
        await w.rows<{ action: string }>(
          'select action from audit_entries where subject = $1 and subdomain_id = $2 order by id',
          made.id,
          w.tenant.id,
        )
      ).map(({ action }) => action),
    ).toEqual(['external_account_create', ...Array<string>(4).fill('external_account_update')]);
  });

  test('amounts that are negative, too large or finer than cents, a date to come, a taken external id and an outdated change are refused', async () => {
    const made = await call(CREATE, { name: 'One', external_id: 'x1' });
    for (const [values, field] of [
      [{ mrr: -1 }, 'mrr'],
      [{ mrr: 1e15 }, 'mrr'],
      [{ revenue: 0.005 }, 'revenue'],
      [{ ltv: -0.01 }, 'ltv'],
      [{ external_created_at: '2999-01-01' }, 'external_created_at'],
      [{ mrr: 1, revenue_since: '2999-01-01' }, 'revenue_since'],
      [{ name: 'x'.repeat(256) }, 'name'],
    ] as const)
      expect(await refusal(w.api, UPDATE, { id: made.id, ...values }), field).toMatchObject({ field });
    expect(await refusal(w.api, UPDATE, { id: made.id, mrr: '€ 12' })).toMatchObject({ field: 'mrr' });
    expect(await refusal(w.api, CREATE, { name: 'Two', external_id: 'x1' })).toMatchObject({
      field: 'external_id',
      reason: 'taken',
    });
    expect(await refusal(w.api, CREATE, { name: ' ' })).toMatchObject({ field: 'name', reason: 'required' });
    await call(UPDATE, { id: made.id, name: 'Renamed' });
    expect(
      await refusal(w.api, UPDATE, { id: made.id, name: 'Other', if_updated_at: made.updated_at }),
    ).toMatchObject({ reason: 'changed', current: { name: 'Renamed' } });
  });
});

describe('[DEC-061] revenue with time', () => {
  test('each change is kept with its time; what was before the first is not known', async () => {
    const { id } = await call(CREATE, { name: 'Steps', mrr: 0, revenue_since: '2024-01-01' });
    await call(UPDATE, { id, mrr: 100, revenue_since: '2024-03-01' });
    await call(UPDATE, { id, mrr: 80, revenue_since: '2024-05-01' });
    const last = await call(UPDATE, { id, mrr: 0, revenue_since: '2024-07-01' });
    expect(last.revenues.map(({ since, revenue, change }) => [since.slice(0, 10), revenue, change])).toEqual([
      ['2024-07-01', 0, 'lost'],
      ['2024-05-01', 80, 'lowered'],
      ['2024-03-01', 100, 'won'],
      ['2024-01-01', 0, 'first'],
    ]);
    expect(last).toMatchObject({ won_at: '2024-03-01T00:00:00.000Z', lost_at: '2024-07-01T00:00:00.000Z' });
    const at = (day: string) => accountRevenueAt(w.api.scope.db, w.tenant.id, id, new Date(day));
    expect(await at('2023-12-31')).toBeNull();
    expect(await at('2024-04-30')).toEqual({ revenue_cents: 10_000, mrr_cents: 10_000 });
    expect(await at('2024-05-01')).toEqual({ revenue_cents: 8_000, mrr_cents: 8_000 });
    expect(await refusal(w.api, UPDATE, { id, mrr: 5, revenue_since: '2024-06-01' })).toMatchObject({
      field: 'revenue_since',
      reason: 'outdated',
    });
    expect(await call(UPDATE, { id, mrr: 1 })).toMatchObject({ lost_at: null });
  });
});

describe('[DEC-061] revenue behind ideas as of another time', () => {
  test('the first vote of each account, or a date: each account once, with won, lost and unknown ones told', async () => {
    const account = async (
      name: string,
      steps: [string, number][],
      voted: (string | null)[],
    ): Promise<string> => {
      const { id } = await call(CREATE, { name });
      for (const [since, mrr] of steps) await call(UPDATE, { id, mrr, revenue_since: since });
      for (const created_at of voted) {
        const person = await buildUser(database, w.tenant, { account_id: id });
        await buildSupporter(database, w.tenant, {
          suggestion_id: idea.id,
          user_id: person.id,
          created_at: created_at === null ? null : new Date(created_at),
        });
      }
      return id;
    };
    const idea = await buildSuggestion(database, w.tenant);
    await buildSuggestion(database, w.tenant);
    const grown = await account(
      'Grown',
      [
        ['2024-01-01', 100],
        ['2024-06-01', 300],
      ],
      ['2024-07-01', '2024-03-01'],
    );
    await account(
      'Lost',
      [
        ['2024-01-01', 50],
        ['2024-09-01', 0],
      ],
      ['2024-02-01'],
    );
    await account(
      'Won',
      [
        ['2024-01-01', 0],
        ['2024-09-01', 20],
      ],
      ['2024-02-01'],
    );
    await account('Late', [['2024-08-01', 7]], ['2024-02-01']);
    await account('Undated', [['2024-01-01', 9]], [null]);
    await w.drift();
    const read = async (asOf: string): Promise<unknown> =>
      (
        await w.api.data<{ suggestions: { records: unknown[] } }>(
          `{ suggestions(id: ["${idea.id}"], ${asOf}) { records { supporter_revenue revenue_as_of { revenue unknown_accounts_count won_accounts_count lost_accounts_count } } } }`,
        )
      ).suggestions.records[0];
    expect(await read('')).toEqual({
      supporter_revenue: 336,
      revenue_as_of: {
        revenue: null,
        unknown_accounts_count: null,
        won_accounts_count: null,
        lost_accounts_count: null,
      },
    });
    expect(await read('revenue_as_of: "first_vote"')).toEqual({
      supporter_revenue: 336,
      revenue_as_of: {
        revenue: 150,
        unknown_accounts_count: 2,
        won_accounts_count: 1,
        lost_accounts_count: 1,
      },
    });
    expect(await read('revenue_as_of: "2024-08-01"')).toMatchObject({
      revenue_as_of: { revenue: 366, unknown_accounts_count: 0 },
    });
    const accounts = await w.api.data<{ external_accounts: { records: unknown[] } }>(
      `{ external_accounts(suggestion: ["${idea.id}"], revenue_as_of: "first_vote") { records { name revenue_as_of } } }`,
    );
    expect(accounts.external_accounts.records).toEqual([
      { name: 'Grown', revenue_as_of: 100 },
      { name: 'Late', revenue_as_of: null },
      { name: 'Lost', revenue_as_of: 50 },
      { name: 'Undated', revenue_as_of: null },
      { name: 'Won', revenue_as_of: 0 },
    ]);
    expect(await w.api.data(`{ external_account(id: "${grown}") { revenues { revenue } } }`)).toEqual({
      external_account: { revenues: [{ revenue: 300 }, { revenue: 100 }] },
    });
    expect(await refusal(w.api, '{ suggestions(revenue_as_of: "soon") { total_records } }')).toMatchObject({
      field: 'revenue_as_of',
    });
  });
});

describe('ideas behind an account', () => {
  const behind = async (account_id: string, ideas: number): Promise<string> => {
    const person = await buildUser(database, w.tenant, { account_id });
    const idea = await buildSuggestion(database, w.tenant);
    await buildSupporter(database, w.tenant, { suggestion_id: idea.id, user_id: person.id });
    if (ideas > 1)
      await database.pool.query(
        `with made as (insert into suggestions (subdomain_id, forum_id, title) select subdomain_id, forum_id, n::text from suggestions, generate_series(2, $3) n where id = $1 returning subdomain_id, id)
         insert into supporters (subdomain_id, suggestion_id, user_id) select subdomain_id, id, $2 from made`,
        [idea.id, person.id, ideas],
      );
    await w.drift();
    return idea.id;
  };

  test('a changed revenue of an account with many ideas is left to a job, which brings it to every idea', async () => {
    const account = await buildAccount(database, w.tenant, { mrr_cents: '100', revenue_cents: '100' });
    const idea = await behind(account.id, 1_200);
    await call(UPDATE, { id: account.id, mrr: 7 });
    expect(await doJobs()).toBe(1);
    expect(
      await w.rows('select supporter_revenue_cents::text as money from suggestions where id = $1', idea),
    ).toEqual([{ money: '700' }]);
    expect(await w.drift()).toEqual([]);
  });

  test('a deleted account stands behind nothing, its people stay, and it comes back with them', async () => {
    const account = await buildAccount(database, w.tenant, {
      name: 'Gone',
      external_id: 'g1',
      mrr_cents: '100',
      revenue_cents: '100',
    });
    const idea = await behind(account.id, 1);
    expect(await call(DELETE, { id: account.id })).toEqual({ id: account.id });
    expect(await w.drift()).toEqual([]);
    expect(
      await w.rows('select supporting_accounts_count as n from suggestions where id = $1', idea),
    ).toEqual([{ n: 0 }]);
    expect(await w.api.data('{ external_accounts { total_records } }')).toEqual({
      external_accounts: { total_records: 0 },
    });
    expect(await refusal(w.api, UPDATE, { id: account.id, name: 'x' })).toMatchObject({
      reason: 'not_found',
    });
    const other = await call(CREATE, { name: 'Other', external_id: 'g1' });
    expect(await refusal(w.api, RESTORE, { id: account.id })).toMatchObject({ reason: 'taken' });
    await call(UPDATE, { id: other.id, external_id: null });
    expect(
      await w.api.data<{ undo_entries: unknown }>('{ undo_entries { command undo_with record_id title } }'),
    ).toEqual({
      undo_entries: [
        {
          command: 'external_account_delete',
          undo_with: 'external_account_restore',
          record_id: account.id,
          title: 'Gone',
        },
      ],
    });
    expect(await call(RESTORE, { id: account.id })).toMatchObject({ external_id: 'g1', users_count: 1 });
    expect(
      await w.rows('select supporter_revenue_cents::text as money from suggestions where id = $1', idea),
    ).toEqual([{ money: '100' }]);
    expect(await w.drift()).toEqual([]);
    expect(await refusal(w.api, RESTORE, { id: account.id })).toMatchObject({ reason: 'not_found' });
  });

  test('an account with many people is deleted and comes back in jobs', async () => {
    const account = await buildAccount(database, w.tenant, { mrr_cents: '100', revenue_cents: '100' });
    const idea = await behind(account.id, 1);
    await database.pool.query(
      `insert into users (subdomain_id, name, account_id) select $1, 'P' || n, $2 from generate_series(1, 1199) n`,
      [w.tenant.id, account.id],
    );
    const elsewhere = await buildAccount(database, w.tenant);
    await w.drift();
    const people = async (): Promise<unknown> =>
      (await w.rows('select count(*)::int as n from users where account_id = $1', account.id))[0];
    await call(DELETE, { id: account.id });
    expect(await doJobs()).toBe(1);
    expect(await people()).toEqual({ n: 0 });
    expect(await w.drift()).toEqual([]);
    await database.pool.query("update users set account_id = $2 where subdomain_id = $1 and name = 'P1'", [
      w.tenant.id,
      elsewhere.id,
    ]);
    await w.drift();
    await call(RESTORE, { id: account.id });
    expect(await doJobs()).toBe(2);
    expect(await people()).toEqual({ n: 1_199 });
    expect(
      await w.rows('select supporter_revenue_cents::text as money from suggestions where id = $1', idea),
    ).toEqual([{ money: '100' }]);
    expect(await w.drift()).toEqual([]);
  });

  test('what cannot come back any more is forgotten', async () => {
    const account = await call(CREATE, { name: 'Old', mrr: 5 });
    await call(DELETE, { id: account.id });
    const prune = () => pruneAccountsTask.run({ subdomain_id: w.tenant.id }, { scope: w.api.scope, signal });
    await prune();
    const left = async (): Promise<unknown[]> =>
      w.rows('select id from external_accounts where id = $1', account.id);
    expect(await left()).toHaveLength(1);
    await database.pool.query(
      "update external_accounts set deleted_at = now() - interval '31 days' where id = $1",
      [account.id],
    );
    await prune();
    expect(await left()).toEqual([]);
  });
});

test('[DEC-042] a segment compares amounts to the cent', async () => {
  for (const mrr of [19.99, 1.15, 4.35]) {
    const { id } = await call(CREATE, { name: `Pays ${mrr}`, mrr });
    const found = async (operator: string): Promise<unknown[]> =>
      (
        await w.api.data<{ external_accounts: { records: { id: string }[] } }>(
          'query ($e: String) { external_accounts(expression: $e) { records { id } } }',
          {
            e: JSON.stringify({
              operator: 'and',
              expressions: [
                { column: 'name', operator: 'eq', operand: { val: `Pays ${mrr}` } },
                { column: 'mrr', operator, operand: { val: mrr } },
              ],
            }),
          },
        )
      ).external_accounts.records;
    for (const operator of ['eq', 'gte', 'lte']) expect(await found(operator)).toEqual([{ id }]);
    for (const operator of ['neq', 'gt', 'lt']) expect(await found(operator)).toEqual([]);
  }
});

test('[DEC-042] a segment that takes longer than two seconds ends with a sentence', async () => {
  const expression = JSON.stringify({
    operator: 'and',
    expressions: [{ column: 'name', operator: 'contains', operand: { val: 'x' } }],
  });
  const limits: number[] = [];
  const spy = vi.spyOn(w.api.scope, 'readWithin').mockImplementation((_statement, ms) => {
    limits.push(ms);
    return Promise.resolve(null);
  });
  try {
    for (const list of ['users', 'external_accounts']) {
      expect(
        await refusal(w.api, `query ($e: String) { ${list}(expression: $e) { records { id } } }`, {
          e: expression,
        }),
      ).toMatchObject({ field: 'expression', reason: 'too_slow' });
      // a total is given up, and not counted a second time
      expect(
        await w.api.data(`query ($e: String) { ${list}(expression: $e) { total_records total_is_capped } }`, {
          e: expression,
        }),
      ).toEqual({ [list]: { total_records: 10_001, total_is_capped: true } });
    }
    expect(new Set(limits)).toEqual(new Set([2_000]));
  } finally {
    spy.mockRestore();
  }
});
