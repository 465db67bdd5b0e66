import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_PERMISSIONS } from '../../../contract/permissions.ts';
import { periodMarkLimits } from '../../../contract/trends.ts';
import { viewerOf } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let w: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

const CREATE = `mutation ($name: String!, $starts_on: String!, $ends_on: String) {
  period_mark_create(name: $name, starts_on: $starts_on, ends_on: $ends_on) { id updated_at } }`;
const UPDATE = `mutation ($id: ID!, $name: String, $starts_on: String, $ends_on: String, $if_updated_at: String) {
  period_mark_update(id: $id, name: $name, starts_on: $starts_on, ends_on: $ends_on, if_updated_at: $if_updated_at) { id updated_at } }`;
const create = async (values: Record<string, unknown>): Promise<{ id: string; updated_at: string }> =>
  (await w.api.data<{ period_mark_create: { id: string; updated_at: string } }>(CREATE, values))
    .period_mark_create;
const marks = async () =>
  (
    await w.api.data<{ period_marks: { records: object[] } }>(
      '{ period_marks { records { name starts_on ends_on created_by { id } } } }',
    )
  ).period_marks.records;

test('[SCOPE-017] a mark is a day or a time; it is changed and deleted, in the order of its days', async () => {
  const release = await create({ name: 'Summer release', starts_on: '2026-06-01', ends_on: '2026-07-15' });
  const price = await create({ name: 'Price change', starts_on: '2026-02-28' });
  const created_by = { id: w.admin.id };
  expect(await marks()).toEqual([
    { name: 'Price change', starts_on: '2026-02-28', ends_on: '2026-02-28', created_by },
    { name: 'Summer release', starts_on: '2026-06-01', ends_on: '2026-07-15', created_by },
  ]);
  await w.api.data(UPDATE, { id: release.id, ends_on: '', if_updated_at: release.updated_at });
  expect((await marks())[1]).toMatchObject({ starts_on: '2026-06-01', ends_on: '2026-06-01' });
  // another one who had read it before is told
  expect(
    await refusal(w.api, UPDATE, { id: release.id, name: 'Mine', if_updated_at: release.updated_at }),
  ).toMatchObject({ reason: 'changed' });
  await w.api.data(`mutation { period_mark_delete(id: "${price.id}") { id } }`);
  expect(await marks()).toHaveLength(1);
});

test('what is no day, ends before it begins or has no name is refused, and so are too many', async () => {
  for (const [values, field] of [
    [{ name: ' ', starts_on: '2026-06-01' }, 'name'],
    [{ name: 'A', starts_on: '' }, 'starts_on'],
    [{ name: 'A', starts_on: '2026-02-30' }, 'starts_on'],
    [{ name: 'A', starts_on: '1.6.2026' }, 'starts_on'],
    [{ name: 'A', starts_on: '1999-12-31' }, 'starts_on'],
    [{ name: 'A', starts_on: '2026-06-01', ends_on: '2026-05-31' }, 'ends_on'],
  ] as const)
    expect(await refusal(w.api, CREATE, values)).toMatchObject({ code: 'BAD_USER_INPUT', field });
  const mark = await create({ name: 'A', starts_on: '2026-06-01', ends_on: '2026-06-30' });
  expect(await refusal(w.api, UPDATE, { id: mark.id, starts_on: '2026-07-01' })).toMatchObject({
    field: 'ends_on',
  });
  await database.pool.query(
    `insert into period_marks (subdomain_id, name, starts_on, ends_on) select $1, 'Mark ' || n, '2026-01-01', '2026-01-01' from generate_series(2, ${periodMarkLimits.marks}) n`,
    [w.tenant.id],
  );
  expect(await refusal(w.api, CREATE, { name: 'B', starts_on: '2026-06-01' })).toMatchObject({
    reason: 'too_many',
  });
});

test('[PERM-024] who sees no ideas sees no marks and makes none', async () => {
  const blind = await testApi(database, {
    ...viewerOf(w.tenant, w.admin),
    license_type: 'full',
    permissions: NO_PERMISSIONS,
  });
  expect(await refusal(blind, '{ period_marks { records { id } } }')).toMatchObject({ code: 'FORBIDDEN' });
  expect(await refusal(blind, CREATE, { name: 'A', starts_on: '2026-06-01' })).toMatchObject({
    code: 'FORBIDDEN',
  });
});
