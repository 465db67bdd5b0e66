import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildForum } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { ACCOUNT_CHANNEL } from './announce.ts';

let database: TestDatabase;
let own: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  own = await openWorkspace(database);
});

const FIELDS =
  'name cname allow_feedback_product_areas require_suggestion_on_capture_feedback severity_tracking_enabled moderation_enabled default_forum { id } default_sort default_locale from_email from_domain from_domain_verified updated_at';
const update = async (args: string) =>
  (
    await own.api.data<{ subdomain_update: Record<string, unknown> }>(
      `mutation { subdomain_update(${args}) { ${FIELDS} } }`,
    )
  ).subdomain_update;
const refused = (args: string) => refusal(own.api, `mutation { subdomain_update(${args}) { id } }`);
const verify = (domain: string) =>
  database.pool.query('update subdomains set from_domain = $2, from_domain_verified = true where id = $1', [
    own.tenant.id,
    domain,
  ]);

test('[CALL-M-006] [ENT-064] changes what is given and nothing else; current_subdomain shows it; says what changed', async () => {
  const forum = await buildForum(database, own.tenant);
  const given = `name: "Acme", allow_feedback_product_areas: true, requireSuggestionOnCaptureFeedback: true, severity_tracking_enabled: true,
    moderation_enabled: true, default_forum: "${forum.id}", default_sort: "recent", default_locale: "de"`;
  const expected = {
    name: 'Acme',
    cname: null,
    allow_feedback_product_areas: true,
    require_suggestion_on_capture_feedback: true,
    severity_tracking_enabled: true,
    moderation_enabled: true,
    default_forum: { id: forum.id },
    default_sort: 'recent',
    default_locale: 'de',
    from_email: null,
    from_domain: null,
    from_domain_verified: false,
  };
  expect(await update(given)).toMatchObject(expected);
  expect(await own.api.data(`{ current_subdomain { ${FIELDS} } }`)).toMatchObject({
    current_subdomain: expected,
  });
  expect(await update('severity_tracking_enabled: false')).toMatchObject({
    ...expected,
    severity_tracking_enabled: false,
  });
  expect(await update('cname: null, default_forum: null')).toMatchObject({
    cname: null,
    default_forum: null,
    name: 'Acme',
  });
  expect((await own.api.run('mutation { subdomain_update(name: "A") { id } }')).extensions).toEqual({
    changes: { subdomain: 'update' },
    written: expect.arrayContaining(['subdomains.name']),
  });
});

test('bad input names the field', async () => {
  const deleted = await buildForum(database, own.tenant, { state: 'deleted' });
  const foreign = await buildForum(database, (await openWorkspace(database)).tenant);
  expect(await refused('name: ""')).toMatchObject({ field: 'name', reason: 'required' });
  expect(await refused('default_sort: "votes"')).toMatchObject({ field: 'default_sort' });
  expect(await refused('default_locale: "xx"')).toMatchObject({ field: 'default_locale' });
  for (const id of [deleted.id, foreign.id, '999999999'])
    expect(await refused(`default_forum: "${id}"`)).toMatchObject({
      field: 'default_forum',
      reason: 'not_found',
    });
  const closed = await buildForum(database, own.tenant, { state: 'closed' });
  expect(await refused(`default_forum: "${closed.id}"`)).toMatchObject({
    field: 'default_forum',
    reason: 'closed',
  });
});

test('[DEC-119] [DEC-144] a from address belongs to the verified domain; that it is verified is never an input', async () => {
  expect(await refused('from_email: "hello@acme.example"')).toMatchObject({
    field: 'from_email',
    message: 'Must be a valid email using your configured email domain',
  });
  expect(await refused('from_domain_verified: true')).toMatchObject({ code: 'BAD_USER_INPUT' });
  await verify('acme.example');
  expect(await update('from_email: "Hello@ACME.example"')).toMatchObject({
    from_email: 'Hello@ACME.example',
    from_domain_verified: true,
  });
  expect(await refused('from_email: "hello@sub.acme.example"')).toMatchObject({ field: 'from_email' });
  expect(await refused('from_email: "nonsense"')).toMatchObject({
    field: 'from_email',
    message: 'Must be a valid email',
  });
  // another domain is not proved, and the old address goes with the old one
  expect(await update('from_domain: "Other.example"')).toMatchObject({
    from_domain: 'other.example',
    from_domain_verified: false,
    from_email: null,
  });
  expect(await refused('from_domain: "not a domain"')).toMatchObject({ field: 'from_domain' });
});

test('[CONST-055] the addresses that mail carries unless its sender names others: the own sender once its domain is verified', async () => {
  const ask = async () =>
    (
      await own.api.data<{ current_subdomain: unknown }>(
        '{ current_subdomain { usual_from_address automatic_reply_address takes_replies } }',
      )
    ).current_subdomain;
  const automatic_reply_address = `no-reply+${own.tenant.key}@mail.example`;
  expect(await ask()).toEqual({
    usual_from_address: 'no-reply@mail.example',
    automatic_reply_address,
    takes_replies: false,
  });
  await verify('acme.example');
  await update('from_email: "hello@acme.example"');
  expect(await ask()).toEqual({
    usual_from_address: 'hello@acme.example',
    automatic_reply_address,
    takes_replies: false,
  });
  await database.pool.query('update subdomains set from_domain_verified = false where id = $1', [
    own.tenant.id,
  ]);
  expect(await ask()).toEqual({
    usual_from_address: 'no-reply@mail.example',
    automatic_reply_address,
    takes_replies: false,
  });
});

test('somebody who has read older settings is told, with the present ones', async () => {
  const { updated_at } = await update('name: "A"');
  await update(`name: "B", if_updated_at: "${String(updated_at)}"`);
  expect(await refused(`name: "C", if_updated_at: "${String(updated_at)}"`)).toMatchObject({
    reason: 'changed',
    current: { name: 'B' },
  });
});

test('[PERM-007] needs write on settings, which any value other than none gives', async () => {
  expect(
    await refusal(await own.as({ settings: 'none' }), 'mutation { subdomain_update(name: "X") { id } }'),
  ).toMatchObject({ code: 'FORBIDDEN' });
  expect(
    await (await own.as({ settings: 'r' })).data('mutation { subdomain_update(name: "X") { name } }'),
  ).toEqual({ subdomain_update: { name: 'X' } });
});

test('every process is told that the workspace changed, when it has; the audit log says by whom', async () => {
  const client = await database.pool.connect();
  const heard: string[] = [];
  client.on('notification', (message) => heard.push(message.payload ?? ''));
  await client.query(`listen ${ACCOUNT_CHANNEL}`);
  await update('name: "Told"');
  await refused('name: ""');
  await client.query('select 1');
  client.release(true);
  expect(heard.map((payload) => JSON.parse(payload) as unknown)).toEqual([
    { about: 'workspace', subdomain_id: own.tenant.id },
  ]);
  expect(
    await own.rows(
      "select user_id, details from audit_entries where subdomain_id = $1 and action = 'subdomain_update'",
      own.tenant.id,
    ),
  ).toEqual([{ user_id: own.admin.id, details: { changed: ['name'] } }]);
});
