import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildForum, buildStatus, buildSuggestion, buildUser } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { Counters } from '../counters/counters.ts';

let database: TestDatabase;
let w: TestWorkspace;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

const REPORT =
  'query ($account: ID!) { report_account_ideas(external_account: $account) { status_id status_name is_open open_count closed_count } }';
const IDEAS = `query ($account: [ID!]) { suggestions(external_account: $account, sort: "-external_account_supporters_count") { records { title external_account_supporters_count } } }`;

interface Row {
  status_name: string | null;
  open_count: number;
  closed_count: number;
}

/** Votes of so many people of an account for each idea. */
async function vote(accountId: string, votes: Record<string, number>): Promise<void> {
  const most = Math.max(...Object.values(votes));
  const people: string[] = [];
  while (people.length < most)
    people.push((await buildUser(database, w.tenant, { account_id: accountId })).id);
  await w.api.scope.write(async (tx) => {
    const counters = new Counters(tx, w.tenant.id, new Date());
    await counters.watch(Object.keys(votes));
    for (const [suggestion_id, count] of Object.entries(votes))
      for (const user_id of people.slice(0, count)) {
        const row = {
          suggestion_id,
          user_id,
          votes: 1,
          importance_response_id: null,
          created_at: new Date(),
        };
        await tx
          .insertInto('supporters')
          .values({ ...row, subdomain_id: w.tenant.id })
          .execute();
        counters.supportAdded(row);
      }
    await counters.write();
  });
}

test('[DEC-170] the ideas of an account by what became of them, and in the order of how many of its people want them', async () => {
  const forum_id = (await buildForum(database, w.tenant)).id;
  const idea = async (title: string, values: object = {}): Promise<string> =>
    (await buildSuggestion(database, w.tenant, { title, forum_id, ...values })).id;
  const planned = await buildStatus(database, w.tenant, { name: 'Planned', position: 1 });
  const done = await buildStatus(database, w.tenant, { name: 'Done', position: 2, is_open: false });
  const { id: account } = await buildAccount(database, w.tenant, { name: 'Halden Rail' });
  const { id: other } = await buildAccount(database, w.tenant, { name: 'Northwind' });
  const few = await idea('Few', { status_id: planned.id });
  const many = await idea('Many');
  const shipped = await idea('Shipped', { status_id: done.id });
  const closed = await idea('Closed', { status_id: done.id, state: 'closed' });
  const spam = await idea('Spam', { state: 'spam' });
  await vote(account, { [few]: 1, [many]: 3, [shipped]: 2, [closed]: 1, [spam]: 1 });
  await vote(other, { [few]: 4 });

  const report = async (id: string): Promise<Row[]> =>
    (await w.api.data<{ report_account_ideas: Row[] }>(REPORT, { account: id })).report_account_ideas;
  expect(await report(account)).toEqual([
    { status_id: null, status_name: null, is_open: true, open_count: 1, closed_count: 0 },
    { status_id: planned.id, status_name: 'Planned', is_open: true, open_count: 1, closed_count: 0 },
    { status_id: done.id, status_name: 'Done', is_open: false, open_count: 1, closed_count: 1 },
  ]);
  expect((await report(other)).map(({ status_name }) => status_name)).toEqual(['Planned']);

  const listed = async (accounts: string[]) =>
    (
      await w.api.data<{
        suggestions: { records: { title: string; external_account_supporters_count: number | null }[] };
      }>(IDEAS, { account: accounts })
    ).suggestions.records.map((record) => [record.title, record.external_account_supporters_count]);
  expect(await listed([account])).toEqual([
    ['Many', 3],
    ['Shipped', 2],
    ['Few', 1],
  ]);
  // of several accounts no one is meant
  expect((await listed([account, other])).map(([, count]) => count)).toEqual([null, null, null]);

  await database.pool.query('update external_accounts set deleted_at = now() where id = $1', [account]);
  expect(await report(account)).toEqual([]);
});

test('[PERM-024] whoever may not see ideas is refused, and another workspace finds nothing', async () => {
  const { id: account } = await buildAccount(database, w.tenant);
  const foreign = await openWorkspace(database);
  expect(await foreign.api.data(REPORT, { account })).toEqual({ report_account_ideas: [] });
  expect(await refusal(await w.as({ feedback_admin_ui: false }), REPORT, { account })).toMatchObject({
    code: 'FORBIDDEN',
  });
});
