import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../../contract/permissions.ts';
import {
  buildAccount,
  buildAdmin,
  buildSuggestion,
  buildSupporter,
  buildUser,
  viewerOf,
} from '../../db/builders.ts';
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

const FIELDS =
  'id name email_address email_confirmed job_title satisfaction_score comment_notifications status_notifications is_subscribed updated_at crm_account { id }';
const UPDATE = `mutation ($id: ID!, $name: String, $email_address: String, $job_title: String, $satisfaction_score: Int, $crm_account: ID, $comment_notifications: Boolean, $status_notifications: Boolean, $is_subscribed: Boolean, $if_updated_at: String) {
  user_update(id: $id, name: $name, email_address: $email_address, job_title: $job_title, satisfaction_score: $satisfaction_score, crm_account: $crm_account, comment_notifications: $comment_notifications, status_notifications: $status_notifications, is_subscribed: $is_subscribed, if_updated_at: $if_updated_at) { ${FIELDS} } }`;
interface Person {
  updated_at: string;
  [field: string]: unknown;
}
const update = async (variables: Record<string, unknown>): Promise<Person> =>
  (await w.api.data<{ user_update: Person }>(UPDATE, variables)).user_update;

describe('user_update', () => {
  test('[DEC-120] changes what is given and leaves the rest; a new address is no longer confirmed', async () => {
    const person = await buildUser(database, w.tenant, {
      name: 'Ann',
      email_address: 'ann@old.example',
      email_confirmed: true,
      job_title: 'Buyer',
    });
    expect(
      await update({
        id: person.id,
        name: ' Ann  Arbor ',
        comment_notifications: false,
        status_notifications: false,
        is_subscribed: false,
      }),
    ).toMatchObject({
      name: 'Ann Arbor',
      email_address: 'ann@old.example',
      email_confirmed: true,
      job_title: 'Buyer',
      comment_notifications: false,
      status_notifications: false,
      is_subscribed: false,
    });
    expect(await update({ id: person.id, email_address: 'ANN@old.example' })).toMatchObject({
      email_confirmed: true,
    });
    expect(
      await update({ id: person.id, email_address: 'ann@new.example', job_title: null, name: null }),
    ).toMatchObject({
      name: 'ann',
      email_address: 'ann@new.example',
      email_confirmed: false,
      job_title: null,
    });
    expect(
      (
        await w.rows<{ details: object }>(
          "select details from audit_entries where subject = $1 and action = 'user_update' order by id desc limit 1",
          person.id,
        )
      )[0]!.details,
    ).toMatchObject({ old_email_address: 'ANN@old.example' });
  });

  test('the numbers of the ideas follow the account and the rating', async () => {
    const [small, large] = [
      await buildAccount(database, w.tenant, { revenue_cents: '100' }),
      await buildAccount(database, w.tenant, { revenue_cents: '9000' }),
    ];
    const person = await buildUser(database, w.tenant, { account_id: small.id, satisfaction_score: 9 });
    const idea = await buildSuggestion(database, w.tenant);
    await buildSupporter(database, w.tenant, { suggestion_id: idea.id, user_id: person.id });
    await w.drift();
    await update({ id: person.id, crm_account: large.id, satisfaction_score: 2 });
    expect(
      await w.rows(
        'select supporter_revenue_cents::text as money, satisfaction_promoter_count as p, satisfaction_detractor_count as d from suggestions where id = $1',
        idea.id,
      ),
    ).toEqual([{ money: '9000', p: 0, d: 1 }]);
    await update({ id: person.id, crm_account: null, satisfaction_score: null });
    expect(
      await w.rows(
        'select supporting_accounts_count as a, satisfaction_detractor_count as d from suggestions where id = $1',
        idea.id,
      ),
    ).toEqual([{ a: 0, d: 0 }]);
    expect(await w.drift()).toEqual([]);
  });

  test('refuses an address that is taken or none, a rating out of bounds, and an outdated change', async () => {
    const [person, other] = [
      await buildUser(database, w.tenant),
      await buildUser(database, w.tenant, { email_address: 'taken@people.example' }),
    ];
    expect(
      await refusal(w.api, UPDATE, { id: person.id, email_address: 'TAKEN@people.example' }),
    ).toMatchObject({ field: 'email_address', reason: 'taken' });
    expect(await refusal(w.api, UPDATE, { id: person.id, email_address: 'nobody' })).toMatchObject({
      field: 'email_address',
    });
    expect(await refusal(w.api, UPDATE, { id: person.id, satisfaction_score: 11 })).toMatchObject({
      field: 'satisfaction_score',
    });
    expect(await refusal(w.api, UPDATE, { id: person.id, name: 'x'.repeat(256) })).toMatchObject({
      field: 'name',
      reason: 'too_long',
    });
    const { updated_at } = await update({ id: other.id, name: 'First' });
    await update({ id: other.id, name: 'Second' });
    expect(
      await refusal(w.api, UPDATE, { id: other.id, name: 'Third', if_updated_at: updated_at }),
    ).toMatchObject({ reason: 'changed', current: { name: 'Second' } });
  });

  test('the team is changed by who keeps the settings, the owner by themselves alone; a colleague keeps an address', async () => {
    const owner = await buildAdmin(database, w.tenant, { license_type: 'owner' });
    const colleague = await buildAdmin(database, w.tenant);
    const plain = await testApi(database, {
      ...viewerOf(w.tenant, w.admin),
      permissions: { ...ALL_PERMISSIONS, settings: 'none' },
    });
    expect(
      await refusal(plain, UPDATE, { id: colleague.id, email_address: 'mine@people.example' }),
    ).toMatchObject({ field: 'id', reason: 'team' });
    expect(
      await refusal(w.api, UPDATE, { id: owner.id, email_address: 'mine@people.example' }),
    ).toMatchObject({ field: 'id', reason: 'owner' });
    expect(await refusal(w.api, UPDATE, { id: colleague.id, email_address: null })).toMatchObject({
      field: 'email_address',
      reason: 'required',
    });
    expect(await update({ id: colleague.id, job_title: 'Designer' })).toMatchObject({
      job_title: 'Designer',
    });
    expect(
      await (
        await testApi(database, viewerOf(w.tenant, owner))
      ).data(UPDATE, { id: owner.id, name: 'The Owner' }),
    ).toMatchObject({ user_update: { name: 'The Owner' } });
  });
});
