import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFeedbackRecord, buildSuggestion, buildUser, viewerOf } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { createWorkspace } from '../account/set_up.ts';
import { recountSuggestions, recountTotals } from '../counters/recount.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const FIELDS =
  'workspace_name ideas_count forum_id forum_name is_forum_named has_statuses has_email has_feedback has_import has_colleague';

/** A workspace as the set-up page makes it, and its owner's API. */
async function newWorkspace(key: string): Promise<{ api: TestApi; id: string; owner: string }> {
  const { subdomain_id, owner_id } = await createWorkspace(database.pool, {
    key,
    name: 'Northwind',
    cname: null,
    features: [],
    owner: { name: 'Yara', email_address: `yara@${key}.example`, password_hash: null },
  });
  const { rows } = await database.pool.query('select * from users where id = $1', [owner_id]);
  const viewer = viewerOf({ id: subdomain_id } as never, rows[0]);
  return { api: await testApi(database, viewer), id: subdomain_id, owner: owner_id! };
}

const steps = async (api: TestApi): Promise<Record<string, unknown>> =>
  (await api.data<{ first_steps: Record<string, unknown> }>(`{ first_steps { ${FIELDS} } }`)).first_steps;

describe('the first steps of a workspace', () => {
  it('tick by what is there, one after the other', async () => {
    const { api, id, owner } = await newWorkspace('steps');
    const first = await steps(api);
    expect(first).toEqual({
      workspace_name: 'Northwind',
      ideas_count: 0,
      forum_id: expect.any(String) as string,
      forum_name: 'Ideas',
      is_forum_named: false,
      has_statuses: false,
      has_email: true,
      has_feedback: false,
      has_import: false,
      has_colleague: false,
    });
    // a forum whose name is kept was saved, too
    await api.data(`mutation { forum_update(id: "${first['forum_id'] as string}", name: "Ideas") { id } }`);
    expect(await steps(api)).toMatchObject({ forum_name: 'Ideas', is_forum_named: true });

    const tenant = { id } as never;
    const idea = await buildSuggestion(database.pool, tenant, { forum_id: first['forum_id'] as string });
    const { statuses } = await api.data<{ statuses: { records: { id: string; name: string }[] } }>(
      '{ statuses { records { id name } } }',
    );
    await api.data('mutation ($all: [StatusInput!]!) { statuses_update(statuses: $all) { id } }', {
      all: statuses.records.map((status, at) =>
        at === 0 ? { ...status, name: 'Thinking about it' } : status,
      ),
    });
    expect(await steps(api)).toMatchObject({ has_statuses: true });
    await buildFeedbackRecord(database.pool, tenant, { suggestion_id: idea.id, user_id: owner });
    await api.scope.write(async (tx) => {
      await recountSuggestions(tx, id, 'all');
      await recountTotals(tx, id);
    });
    // what is counted for a forum is no change of it
    expect(await steps(api)).toMatchObject({
      ideas_count: 1,
      has_feedback: true,
      has_import: false,
      has_colleague: false,
    });
    await buildUser(database.pool, tenant, { name: 'An end user' });
    expect(await steps(api)).toMatchObject({ has_colleague: false });
    await buildUser(database.pool, tenant, {
      name: 'Jo',
      license_type: 'contributor',
      permission_state: 'invited',
    });
    await database.pool.query("update suggestions set channel = 'import' where id = $1", [idea.id]);
    expect(await steps(api)).toMatchObject({ has_import: true, has_colleague: true });
  });

  it('ask nothing of others, and nothing of a workspace that has begun', async () => {
    const { api, id } = await newWorkspace('begun');
    expect(await steps(api)).toMatchObject({ has_feedback: false, has_import: false, has_colleague: false });
    await database.pool.query('update forums set suggestions_count = 20 where subdomain_id = $1', [id]);
    expect(await steps(api)).toMatchObject({
      ideas_count: 20,
      has_feedback: true,
      has_import: true,
      has_colleague: true,
    });
  });
});
