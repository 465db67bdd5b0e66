import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMail } from '../../adapters/mail.ts';
import { buildStatus, buildSuggestion, systemViewer, testScope, testServices } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { DnsUnavailable } from '../../services/dns.ts';
import { startRelay } from '../../testing/relay.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { sendMailing } from './send.ts';

let database: TestDatabase;
let own: TestWorkspace;
/** what the DNS says, by name */
let dns: Map<string, string[]>;
let isSilent = false;
const answers = {
  textsOf: (name: string): Promise<string[]> =>
    isSilent ? Promise.reject(new DnsUnavailable('silent')) : Promise.resolve(dns.get(name) ?? []),
};
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  dns = new Map();
  isSilent = false;
  own = await openWorkspace(database, { services: { ...testServices(), dns: answers } });
});

interface Domain {
  domain: string;
  is_verified: boolean;
  records: { kind: string; name: string; value: string; state: string; found: string | null }[];
}
const look = async ({ api } = own): Promise<Domain | null> =>
  (
    await api.data<{ mail_domain: Domain | null }>(
      '{ mail_domain { domain is_verified records { kind name value state found } } }',
    )
  ).mail_domain;
const set = (domain: string | null, { api } = own) =>
  api.data('mutation ($domain: String) { subdomain_update(from_domain: $domain) { from_domain } }', {
    domain,
  });
const VERIFY = 'mutation { mail_domain_verify { from_domain_verified usual_from_address } }';
const statesOf = (domain: Domain | null) =>
  Object.fromEntries((domain?.records ?? []).map(({ kind, state }) => [kind, state]));

test('[VALID-058] a domain counts once its record holds the key, and its addresses can be used from then on', async () => {
  expect(await look()).toBeNull();
  expect(await refusal(own.api, VERIFY)).toMatchObject({ field: 'from_domain', reason: 'required' });
  await set('ACME.example');
  const fresh = (await look())!;
  expect(fresh).toMatchObject({ domain: 'acme.example', is_verified: false });
  expect(statesOf(fresh)).toEqual({ dkim: 'missing', dmarc: 'missing' });
  const [dkim, dmarc] = fresh.records;
  expect(dkim!.name).toBe(`earshot-${own.tenant.id}._domainkey.acme.example`);
  expect(dkim!.value).toMatch(/^v=DKIM1; k=rsa; p=MII[\w+/=]{380,}$/);
  expect(dmarc!.name).toBe('_dmarc.acme.example');
  expect(await refusal(own.api, VERIFY)).toMatchObject({ field: 'from_domain', reason: 'not_proved' });
  const FROM = 'mutation { subdomain_update(from_email: "news@acme.example") { usual_from_address } }';
  expect(await refusal(own.api, FROM)).toMatchObject({ field: 'from_email' });

  dns.set(dkim!.name, ['v=DKIM1; k=rsa; p=AAAA']);
  dns.set(dmarc!.name, ['v=DMARC1; p=reject']);
  expect((await look())!.records).toMatchObject([
    { state: 'wrong', found: 'v=DKIM1; k=rsa; p=AAAA' },
    { state: 'right', found: 'v=DMARC1; p=reject' },
  ]);
  expect(await refusal(own.api, VERIFY)).toMatchObject({
    reason: 'not_proved',
    message: expect.stringContaining('has another key') as string,
  });
  isSilent = true;
  expect(statesOf(await look())).toEqual({ dkim: 'unknown', dmarc: 'unknown' });
  expect(await refusal(own.api, VERIFY)).toMatchObject({ reason: 'dns' });
  isSilent = false;

  dns.set(dkim!.name, [dkim!.value]);
  expect(await own.api.data(VERIFY)).toMatchObject({ mail_domain_verify: { from_domain_verified: true } });
  expect(await own.api.data(FROM)).toEqual({ subdomain_update: { usual_from_address: 'news@acme.example' } });
  expect(await look()).toMatchObject({ is_verified: true });
});

test('another domain is to be proved again, by the same key; the address of the old one goes', async () => {
  await set('acme.example');
  const [before] = (await look())!.records;
  dns.set(before!.name, [before!.value]);
  await own.api.data(VERIFY);
  await own.api.data('mutation { subdomain_update(from_email: "news@acme.example") { id } }');
  await set('acme.test');
  const after = (await look())!;
  expect(after.is_verified).toBe(false);
  expect(after.records[0]!.value).toBe(before!.value);
  expect(
    await own.rows('select from_email, from_domain_verified from subdomains where id = $1', own.tenant.id),
  ).toEqual([{ from_email: null, from_domain_verified: false }]);
  await set(null);
  expect(await look()).toBeNull();
});

test('a domain of somebody else is not had by naming it: each workspace has a key of its own', async () => {
  const other = await openWorkspace(database, { services: { ...testServices(), dns: answers } });
  await set('acme.example');
  await set('acme.example', other);
  const [mine] = (await look())!.records;
  dns.set(mine!.name, [mine!.value]);
  await own.api.data(VERIFY);
  const [theirs] = (await look(other))!.records;
  expect(theirs!.name).not.toBe(mine!.name);
  expect(await refusal(other.api, VERIFY)).toMatchObject({ reason: 'not_proved' });
  // a key that is put at their name by someone who can write there is still not theirs
  dns.set(theirs!.name, [mine!.value]);
  expect(await refusal(other.api, VERIFY)).toMatchObject({ reason: 'not_proved' });
});

test('a domain from before there were keys, and a key of another installation, are told', async () => {
  await own.rows('update subdomains set from_domain = $2 where id = $1', own.tenant.id, 'acme.example');
  expect(await look()).toMatchObject({ domain: 'acme.example', records: [] });
  expect(await refusal(own.api, VERIFY)).toMatchObject({ reason: 'no_key' });
  await set('acme.example');
  expect((await look())!.records).toHaveLength(2);
  await own.rows("update mail_keys set sealed_key = 'x' where subdomain_id = $1", own.tenant.id);
  expect((await look())!.records).toEqual([]);
  await set('acme.example');
  expect((await look())!.records).toHaveLength(2);
});

test('[DEC-144] emails from the domain carry a signature that receivers find right, and bounce to the installation', async () => {
  const relay = await startRelay();
  const mail = createMail({
    smtpUrl: relay.url,
    domain: 'mail.example',
    outboxDir: '/nowhere',
    undoSeconds: 0,
  });
  try {
    const services = { ...testServices(), dns: answers, mail };
    own = await openWorkspace(database, { services });
    await set('acme.example');
    const [dkim] = (await look())!.records;
    dns.set(dkim!.name, [dkim!.value]);
    await own.api.data(VERIFY);
    await own.api.data('mutation { subdomain_update(from_email: "news@acme.example") { id } }');
    const status = await buildStatus(database, own.tenant, { name: 'Planned' });
    const idea = await buildSuggestion(database, own.tenant, { title: 'Grüße & Größe' });
    await own.rows(
      `with p as (insert into users (subdomain_id, name, email_address) values ($1, 'Zoë', 'zoe@people.example') returning id),
         s as (insert into supporters (subdomain_id, suggestion_id, user_id) select $1, $2, id from p)
       insert into subscriptions (subdomain_id, suggestion_id, user_id, subscribed) select $1, $2, id, true from p`,
      own.tenant.id,
      idea.id,
    );
    const { update } = await own.api.data<{ update: { mailing: { id: string } } }>(
      'mutation ($links: StatusUpdateLinks!) { update: status_update_create(links: $links, notify_supporters: true, html_body: "<p>We plan it: grün &amp; größer.</p>") { mailing { id } } }',
      { links: { suggestion: idea.id, status: status.id } },
    );
    const scope = await testScope(database, systemViewer(own.tenant), { services });
    await sendMailing.run(
      { subdomain_id: own.tenant.id, mailing_id: update.mailing.id },
      { scope, signal: new AbortController().signal },
    );
    const [sent] = relay.received;
    expect(sent).toMatchObject({ from: 'no-reply@mail.example', to: 'zoe@people.example' });
    expect(sent!.raw).toMatch(/^From: .*<news@acme\.example>/m);
    const verdict = async (text: string) =>
      (
        await dkimVerify(Buffer.from(text), {
          resolver: (name: string) => Promise.resolve((dns.get(name) ?? []).map((one) => [one])),
        })
      ).results.map(({ status: { result }, signingDomain }) => [result, signingDomain]);
    expect(await verdict(sent!.raw)).toEqual([['pass', 'acme.example']]);
    expect(await verdict(sent!.raw.replace('We plan it', 'We drop it'))).toEqual([
      ['neutral', 'acme.example'],
    ]);
  } finally {
    mail.close();
    await relay.close();
  }
});
