import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDns } from '../../../adapters/dns.ts';
import { buildAdmin, buildTenant, testServices, viewerOf, type TestServices } from '../../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../../db/testing.ts';
import { testApi, type TestApi } from '../../../testing/api.ts';
import { startTestDns, type TestDns } from '../../../testing/dns.ts';
import { refusal } from '../../../testing/workspace.ts';
import { hostNewsMail } from './host_name.ts';
import { Workspaces } from './workspaces.ts';

let database: TestDatabase;
let dns: TestDns;
beforeAll(async () => {
  database = await openTestDatabase();
  dns = await startTestDns();
});
afterAll(async () => {
  await dns.close();
  await database.close();
});

let services: TestServices;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let owner: TestApi;
let admin: TestApi;
beforeEach(async () => {
  dns.records.clear();
  dns.asked.length = 0;
  dns.silent = false;
  services = {
    ...testServices(),
    dns: createDns({ servers: [dns.server], timeoutMs: 200 }),
    installationHost: 'earshot.example',
  };
  tenant = await buildTenant(database);
  const as = async (license_type: string, email_address: string) =>
    testApi(
      database,
      viewerOf(tenant, await buildAdmin(database, tenant, { license_type, email_address, name: 'Freya' })),
      { services },
    );
  owner = await as('owner', 'owner@acme.example');
  admin = await as('full', 'admin@acme.example');
});

const FIELDS = 'cname cname_proved cname_record { name value }';
interface Subdomain {
  cname: string | null;
  cname_proved: boolean;
  cname_record: { name: string; value: string } | null;
}
const set = async (cname: string | null): Promise<Subdomain> =>
  (
    await owner.data<{ subdomain_update: Subdomain }>(
      `mutation ($cname: String) { subdomain_update(cname: $cname) { ${FIELDS} } }`,
      { cname },
    )
  ).subdomain_update;
const CHECK = `mutation { subdomain_host_check { ${FIELDS} } }`;
const check = async (): Promise<Subdomain> =>
  (await owner.data<{ subdomain_host_check: Subdomain }>(CHECK)).subdomain_host_check;
const leadsTo = async (host: string): Promise<string> => {
  const workspaces = new Workspaces(database.pool, {
    publicUrl: 'https://earshot.example',
    defaultKey: 'demo',
  });
  await workspaces.refresh();
  const target = await workspaces.ofHost(host);
  return target.kind === 'workspace' ? target.workspace.key : target.kind;
};
const told = async (): Promise<string[]> => {
  for (const { payload } of services.enqueued.filter(({ task }) => task === hostNewsMail.name)) {
    await hostNewsMail.run(
      payload as Parameters<typeof hostNewsMail.run>[0],
      { scope: owner.scope, signal: new AbortController().signal } as never,
    );
  }
  services.enqueued.length = 0;
  return services.sentMails.splice(0).map(({ to, text }) => `${to.email_address}: ${text.split('\n\n')[1]}`);
};

test('[DEC-119] [DEC-179] a host name counts once its DNS record is found, not before; the owner is told by email', async () => {
  expect(await set('Ideas.Acme.example')).toMatchObject({
    cname: 'ideas.acme.example',
    cname_proved: false,
    cname_record: { name: '_earshot.ideas.acme.example' },
  });
  expect(await leadsTo('ideas.acme.example')).toBe('unknown');
  const { cname_record } = await set('ideas.acme.example');
  expect(await refusal(owner, CHECK)).toMatchObject({
    field: 'cname',
    reason: 'not_proved',
    message: expect.stringContaining(
      `No TXT record was found at _earshot.ideas.acme.example. Add one that says ${cname_record!.value}`,
    ),
  });
  dns.records.set('_earshot.ideas.acme.example', ['v=spf1 -all', `${cname_record!.value}x`]);
  expect(await refusal(owner, CHECK)).toMatchObject({
    reason: 'not_proved',
    message: expect.stringContaining('says "v=spf1 -all"'),
  });
  expect(await leadsTo('ideas.acme.example')).toBe('unknown');

  dns.records.set('_earshot.ideas.acme.example', ['v=spf1 -all', cname_record!.value]);
  expect(await check()).toEqual({ cname: 'ideas.acme.example', cname_proved: true, cname_record: null });
  expect(await leadsTo('ideas.acme.example')).toBe(tenant.key);
  expect(dns.asked.every((name) => name === '_earshot.ideas.acme.example')).toBe(true);
  expect(await told()).toEqual([
    `owner@acme.example: Freya set ideas.acme.example as the host name of ${tenant.name}. It will lead to the workspace once its DNS record has been checked.`,
    `owner@acme.example: Freya checked the DNS record of ideas.acme.example. From now on, ideas.acme.example leads to ${tenant.name}.`,
  ]);

  // once more changes nothing and tells no one
  await check();
  expect(await told()).toEqual([]);
  // another name is not proved by the first one, which no longer leads here
  expect(await set('other.acme.example')).toMatchObject({ cname_proved: false });
  expect(await leadsTo('ideas.acme.example')).toBe('unknown');
  expect(await set(null)).toEqual({ cname: null, cname_proved: false, cname_record: null });
  expect(await told()).toHaveLength(2);
  const { rows } = await database.pool.query(
    "select action, details from audit_entries where subdomain_id = $1 and action <> 'subdomain_host_check' order by id",
    [tenant.id],
  );
  expect(rows).toEqual([
    {
      action: 'subdomain_update',
      details: { changed: ['cname'], cname: 'ideas.acme.example', old_cname: null },
    },
    { action: 'subdomain_update', details: { changed: ['cname'] } },
    { action: 'subdomain_host_proved', details: { cname: 'ideas.acme.example' } },
    {
      action: 'subdomain_update',
      details: { changed: ['cname'], cname: 'other.acme.example', old_cname: 'ideas.acme.example' },
    },
    {
      action: 'subdomain_update',
      details: { changed: ['cname'], cname: null, old_cname: 'other.acme.example' },
    },
  ]);
});

test('[DEC-119] the host name is the owner’s alone to set, to remove and to have checked', async () => {
  const byAdmin = (cname: string) => refusal(admin, `mutation { subdomain_update(cname: ${cname}) { id } }`);
  expect(await byAdmin('"evil.example"')).toMatchObject({
    code: 'FORBIDDEN',
    message: 'Only the owner of the workspace can change its host name.',
  });
  await set('ideas.acme.example');
  expect(await byAdmin('null')).toMatchObject({ code: 'FORBIDDEN' });
  expect(await refusal(admin, CHECK)).toMatchObject({ code: 'FORBIDDEN' });
  expect(dns.asked).toEqual([]);
  // the form that sends all of its fields changes nothing about it
  expect(
    await admin.data(
      'mutation { subdomain_update(name: "Acme", cname: "IDEAS.acme.example") { name cname } }',
    ),
  ).toEqual({ subdomain_update: { name: 'Acme', cname: 'ideas.acme.example' } });
});

test('names that cannot be a workspace’s own are refused with their field and the form that is taken', async () => {
  for (const cname of [
    'earshot.example',
    'acme.earshot.example',
    '*.acme.example',
    'xn--a.example',
    'a.example.',
    'a.example:80',
    '10.0.0.1',
    '[::1]',
    'localhost',
    'a.localhost',
    'http://a.example',
    'a.example/',
    'www.acme.example',
    'login.acme.example',
    'nodots',
    'a..example',
  ]) {
    expect(
      await refusal(owner, 'mutation ($cname: String) { subdomain_update(cname: $cname) { id } }', { cname }),
      cname,
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'cname',
      message: expect.stringContaining('such as feedback.example.com'),
    });
  }
});

test('a name that another workspace has proved is refused to who proves it too, without a word about whose it is', async () => {
  await buildTenant(database, { cname: 'taken.example.org', cname_proved_at: new Date() });
  const { cname_record } = await set('TAKEN.example.org');
  expect(await refusal(owner, CHECK)).toMatchObject({ reason: 'not_proved' });
  dns.records.set('_earshot.taken.example.org', [cname_record!.value]);
  expect(await refusal(owner, CHECK)).toMatchObject({
    field: 'cname',
    reason: 'taken',
    message: 'This host name cannot be used. Choose another one.',
  });
});

test('the record of another workspace proves nothing', async () => {
  const { cname_record } = await set('ideas.acme.example');
  const other = await buildTenant(database, { cname: 'ideas.acme.example' });
  const api = await testApi(
    database,
    viewerOf(other, await buildAdmin(database, other, { license_type: 'owner' })),
    { services },
  );
  dns.records.set('_earshot.ideas.acme.example', [cname_record!.value]);
  expect(await refusal(api, CHECK)).toMatchObject({ reason: 'not_proved' });
});

test('a DNS server that is silent or fails is told apart from a missing record, and holds up no transaction', async () => {
  await set('ideas.acme.example');
  for (const silent of [true, 'fails'] as const) {
    dns.silent = silent;
    expect(await refusal(owner, CHECK)).toMatchObject({
      reason: 'dns',
      message: expect.stringContaining('gave no answer about _earshot.ideas.acme.example'),
    });
  }
  const slow = {
    ...services,
    dns: {
      textsOf: async () =>
        (await set('meanwhile.acme.example')) && [(await set('ideas.acme.example')).cname_record!.value],
    },
  };
  const api = await testApi(database, owner.scope.viewer, { services: slow });
  expect(await api.data(CHECK)).toMatchObject({ subdomain_host_check: { cname_proved: true } });
});

test('look-ups are limited; a workspace without a name of its own has nothing to look up', async () => {
  expect(await refusal(owner, CHECK)).toMatchObject({ field: 'cname', reason: 'required' });
  await set('ideas.acme.example');
  for (let tries = 0; tries < 20; tries += 1)
    expect(await refusal(owner, CHECK)).toMatchObject({ reason: 'not_proved' });
  expect(await refusal(owner, CHECK)).toMatchObject({ reason: 'too_many' });
  expect(dns.asked).toHaveLength(20);
});
