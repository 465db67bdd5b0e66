import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../../contract/permissions.ts';
import { buildAccount, buildAdmin, viewerOf } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { pruneAccountsTask } from './account_commands.ts';

/* What the team writes down about an account. */

let database: TestDatabase;
let w: TestWorkspace;
let now: Date;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  now = new Date('2026-11-20T09:00:00Z');
  w = await openWorkspace(database, { now: () => now });
});

const CREATE =
  'mutation ($account: ID!, $body: String!) { done: account_note_create(external_account: $account, body: $body) { id body editable deletable created_by { id } external_account { id } } }';
const UPDATE =
  'mutation ($id: ID!, $body: String!, $if_updated_at: String) { account_note_update(id: $id, body: $body, if_updated_at: $if_updated_at) { id body } }';
const DELETE = 'mutation ($id: ID!) { account_note_delete(id: $id) { id } }';
const RESTORE = 'mutation ($id: ID!) { account_note_restore(id: $id) { id body } }';

/** Another member of the team. */
async function colleague(settings: 'none' | 'rw'): Promise<TestApi> {
  const admin = await buildAdmin(database, w.tenant, {
    permissions: { ...ALL_PERMISSIONS, settings },
  });
  return testApi(database, viewerOf(w.tenant, admin), { now: () => now });
}
const write = async (account: string, body = 'Renewal talk in May.'): Promise<string> =>
  (await w.api.data<{ done: { id: string } }>(CREATE, { account, body })).done.id;
const notes = async (): Promise<unknown[]> =>
  (await w.api.data<{ account_notes: { records: unknown[] } }>('{ account_notes { records { body } } }'))
    .account_notes.records;

test('a note is written, changed by its author alone, and deleted by them or by who keeps the settings', async () => {
  const { id: account } = await buildAccount(database, w.tenant);
  const made = await w.api.data<{ done: { id: string } }>(CREATE, {
    account,
    body: '  Renewal talk\nin May. ',
  });
  expect(made.done).toMatchObject({
    body: 'Renewal talk\nin May.',
    editable: true,
    deletable: true,
    external_account: { id: account },
  });
  const { id } = made.done;
  const other = await colleague('none');
  expect(await other.data('{ account_notes { records { editable deletable } } }')).toMatchObject({
    account_notes: { records: [{ editable: false, deletable: false }] },
  });
  expect(await refusal(other, UPDATE, { id, body: 'x' })).toMatchObject({ reason: 'not_yours' });
  expect(await refusal(other, DELETE, { id })).toMatchObject({ reason: 'not_yours' });
  expect(
    await refusal(w.api, UPDATE, { id, body: 'x', if_updated_at: '2020-01-01T00:00:00.000Z' }),
  ).toMatchObject({ reason: 'changed' });
  await w.api.data(UPDATE, { id, body: 'In June.' });
  const keeper = await colleague('rw');
  expect(await refusal(keeper, UPDATE, { id, body: 'x' })).toMatchObject({ reason: 'not_yours' });
  await keeper.data(DELETE, { id });
  expect(await notes()).toEqual([]);
  await w.api.data(RESTORE, { id });
  expect(await notes()).toEqual([{ body: 'In June.' }]);
});

test('what cannot be written is refused: nothing, too much, about an account that is gone or of another workspace', async () => {
  const { id: account } = await buildAccount(database, w.tenant);
  expect(await refusal(w.api, CREATE, { account, body: ' \n ' })).toMatchObject({ field: 'body' });
  expect(await refusal(w.api, CREATE, { account, body: 'x'.repeat(10_001) })).toMatchObject({
    field: 'body',
  });
  const id = await write(account);
  await w.api.data(`mutation { external_account_delete(id: "${account}") { id } }`);
  expect(await notes()).toEqual([]);
  expect(await refusal(w.api, CREATE, { account, body: 'x' })).toMatchObject({ field: 'external_account' });
  expect(await refusal(w.api, UPDATE, { id, body: 'x' })).toMatchObject({ reason: 'not_found' });
  const foreign = await openWorkspace(database);
  const { id: theirs } = await buildAccount(database, foreign.tenant);
  expect(await refusal(w.api, CREATE, { account: theirs, body: 'x' })).toMatchObject({
    field: 'external_account',
  });
});

test('a deleted note comes back for 30 days, and is removed then; an account takes its notes along', async () => {
  const { id: account } = await buildAccount(database, w.tenant);
  const [gone, stays] = [await write(account, 'Gone'), await write(account, 'Stays')];
  await w.api.data(DELETE, { id: gone });
  expect(await refusal(w.api, RESTORE, { id: stays })).toMatchObject({ reason: 'not_found' });
  now = new Date('2026-12-21T09:00:00Z');
  expect(await refusal(w.api, RESTORE, { id: gone })).toMatchObject({ reason: 'not_found' });
  const due = await database.pool.query<{ subdomain_id: string }>(pruneAccountsTask.due!);
  expect(due.rows.map(({ subdomain_id }) => subdomain_id)).toContain(w.tenant.id);
  await pruneAccountsTask.run({ subdomain_id: w.tenant.id }, { scope: w.api.scope } as never);
  const left = () => w.rows('select body from account_notes where subdomain_id = $1', w.tenant.id);
  expect(await left()).toEqual([{ body: 'Stays' }]);
  await w.api.data(`mutation { external_account_delete(id: "${account}") { id } }`);
  now = new Date('2027-01-21T09:00:00Z');
  await pruneAccountsTask.run({ subdomain_id: w.tenant.id }, { scope: w.api.scope } as never);
  expect(await left()).toEqual([]);
});
