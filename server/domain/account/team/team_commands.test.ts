import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../../testing/workspace.ts';

let database: TestDatabase;
let own: TestWorkspace;
let people: string[];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  own = await openWorkspace(database);
  people = [];
  for (const license_type of ['full', 'contributor', 'none'] as const)
    people.push((await buildUser(database, own.tenant, { license_type })).id);
});

interface Team {
  id: string;
  name: string;
  members_count: number;
  members: { id: string }[];
  updated_at: string;
}
const FIELDS = '{ id name members_count members { id } updated_at }';
const make = async (name: string, users: string[] = []): Promise<Team> =>
  (
    await own.api.data<{ team_create: Team }>(
      `mutation ($name: String!, $users: [ID!]) { team_create(name: $name, users: $users) ${FIELDS} }`,
      { name, users },
    )
  ).team_create;
const UPDATE = `mutation ($id: ID!, $name: String, $users: [ID!], $at: String) { team_update(id: $id, name: $name, users: $users, if_updated_at: $at) ${FIELDS} }`;

test('[SCOPE-027] a team is made, renamed, filled and deleted; its people stay', async () => {
  const team = await make('Sales', [people[0]!, people[1]!, people[0]!]);
  expect(team).toMatchObject({
    name: 'Sales',
    members_count: 2,
    members: [{ id: people[0] }, { id: people[1] }],
  });
  const { team_update: renamed } = await own.api.data<{ team_update: Team }>(UPDATE, {
    id: team.id,
    name: 'sales',
  });
  expect(renamed).toMatchObject({ name: 'sales', members_count: 2 });
  expect(await refusal(own.api, UPDATE, { id: team.id, name: 'Other', at: team.updated_at })).toMatchObject({
    reason: 'changed',
  });
  const { team_update: emptied } = await own.api.data<{ team_update: Team }>(UPDATE, {
    id: team.id,
    users: [],
  });
  expect(emptied).toMatchObject({ name: 'sales', members_count: 0 });
  await own.api.data('mutation ($id: ID!) { team_delete(id: $id) { id } }', { id: team.id });
  expect(await own.api.data('{ teams { total_records } }')).toEqual({ teams: { total_records: 0 } });
  expect(await own.rows('select id from users where id = any($1)', people)).toHaveLength(3);
  expect(
    await own.rows(
      "select action from audit_entries where subdomain_id = $1 and action like 'team_%' order by id",
      own.tenant.id,
    ),
  ).toEqual([
    { action: 'team_create' },
    { action: 'team_update' },
    { action: 'team_update' },
    { action: 'team_delete' },
  ]);
});

test('a name stands once, and people without a licence belong to none', async () => {
  await make('Sales');
  const CREATE =
    'mutation ($name: String!, $users: [ID!]) { team_create(name: $name, users: $users) { id } }';
  expect(await refusal(own.api, CREATE, { name: 'SALES' })).toMatchObject({ field: 'name', reason: 'taken' });
  expect(await refusal(own.api, CREATE, { name: ' ' })).toMatchObject({ field: 'name', reason: 'required' });
  expect(await refusal(own.api, CREATE, { name: 'X', users: [people[2]] })).toMatchObject({ field: 'users' });
  const made = await Promise.allSettled([make('Support'), make('support')]);
  expect(made.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'fulfilled',
    'rejected',
  ]);
});

test('who is taken off the team belongs to none of its groups any more', async () => {
  const team = await make('Sales', [people[0]!, people[1]!]);
  await own.api.data('mutation ($id: ID!) { team_member_remove(id: $id) { id } }', { id: people[0] });
  expect(
    await own.api.data('query ($id: [ID!]) { teams(id: $id) { records { members { id } } } }', {
      id: [team.id],
    }),
  ).toEqual({ teams: { records: [{ members: [{ id: people[1] }] }] } });
});

test('they are for those who keep the team and read feedback', async () => {
  for (const rights of [{ settings: 'none' as const }, { feedback_admin_ui: false }])
    expect(await refusal(await own.as(rights), 'mutation { team_create(name: "X") { id } }')).toMatchObject({
      code: 'FORBIDDEN',
    });
});
