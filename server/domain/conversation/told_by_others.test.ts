import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildFeedbackRecord, buildSuggestion, buildUser, insertRow } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
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

const read = (document: string) => w.api.data<Record<string, unknown>>(document);

test('[ENT-078] [SCOPE-027] teams are known with their members', async () => {
  const ann = await buildUser(database, w.tenant, { name: 'Ann' });
  const team = await insertRow(database, 'teams', { subdomain_id: w.tenant.id, name: 'Sales' });
  await insertRow(database, 'teams', { subdomain_id: w.tenant.id, name: 'Design' });
  await insertRow(database, 'team_members', {
    subdomain_id: w.tenant.id,
    team_id: team.id,
    user_id: ann.id,
  });
  expect(await read('{ teams { records { name members_count members { name } } } }')).toEqual({
    teams: {
      records: [
        { name: 'Design', members_count: 0, members: [] },
        { name: 'Sales', members_count: 1, members: [{ name: 'Ann' }] },
      ],
    },
  });
  expect(await read(`{ team(id: "${team.id}") { name } }`)).toEqual({ team: { name: 'Sales' } });
});

test('[ENT-080] a reaction says who thinks what of which status update', async () => {
  const ann = await buildUser(database, w.tenant, { name: 'Ann' });
  const idea = await buildSuggestion(database, w.tenant);
  const news = await insertRow(database, 'status_updates', {
    subdomain_id: w.tenant.id,
    suggestion_id: idea.id,
  });
  await insertRow(database, 'reactions', {
    subdomain_id: w.tenant.id,
    kind: 'down',
    user_id: ann.id,
    status_update_id: news.id,
  });
  const list =
    '{ reactions { records { kind user { name } status_update { id } internal_status_update { id } } } }';
  expect(await read(list)).toEqual({
    reactions: {
      records: [
        { kind: 'down', user: { name: 'Ann' }, status_update: { id: news.id }, internal_status_update: null },
      ],
    },
  });
  await database.pool.query(`update suggestions set state = 'deleted' where id = $1`, [idea.id]);
  expect(await read(list)).toEqual({ reactions: { records: [] } });
});

test('[ENT-077] [DEC-180] opportunities are what active feedback says of its source', async () => {
  const source = { source_type: 'sfdc_opportunity', source_title: 'Renewal 2027' };
  const record = await buildFeedbackRecord(database, w.tenant, {
    ...source,
    source_guid: '006A',
    source_url: 'https://sales.example/006A',
  });
  await buildFeedbackRecord(database, w.tenant, { ...source, source_guid: '006B', state: 'deleted' });
  await buildFeedbackRecord(database, w.tenant, { source_type: 'url', source_url: 'https://forum.example' });
  expect(await read('{ sfdc_opportunities { records { id guid name url } } }')).toEqual({
    sfdc_opportunities: {
      records: [{ id: record.id, guid: '006A', name: 'Renewal 2027', url: 'https://sales.example/006A' }],
    },
  });
});

test('[ENT-079] [ENT-081] [DEC-180] outreaches and messages are told with their idea', async () => {
  const ann = await buildUser(database, w.tenant, { name: 'Ann' });
  const idea = await buildSuggestion(database, w.tenant, { title: 'Offline' });
  const hangs = { subdomain_id: w.tenant.id, suggestion_id: idea.id, user_id: ann.id };
  await insertRow(database, 'activity_entries', { ...hangs, kind: 'outreach_created' });
  await insertRow(database, 'activity_entries', { ...hangs, kind: 'suggestion_created' });
  const letter = await insertRow(database, 'supporter_messages', {
    ...hangs,
    email_subject: 'News',
    body: '<p>Soon</p>',
  });
  await insertRow(database, 'messages', { ...hangs, supporter_message_id: letter.id, body: 'Thanks' });
  expect(
    await read(
      '{ outreaches { records { user { name } suggestion { title } } } messages { records { body created_by { name } suggestion { title } } } }',
    ),
  ).toEqual({
    outreaches: { records: [{ user: { name: 'Ann' }, suggestion: { title: 'Offline' } }] },
    messages: {
      records: [{ body: 'Thanks', created_by: { name: 'Ann' }, suggestion: { title: 'Offline' } }],
    },
  });
  for (const list of ['outreaches', 'messages', 'reactions', 'sfdc_opportunities', 'teams'])
    expect(
      await refusal(await w.as({ feedback_admin_ui: false }), `{ ${list} { records { id } } }`),
    ).toMatchObject({ code: 'FORBIDDEN' });
});
