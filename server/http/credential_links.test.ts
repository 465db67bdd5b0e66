import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignatures } from '../adapters/signatures.ts';
import type { OutgoingMail } from '../services/mail.ts';
import type { Services } from '../core/services.ts';
import {
  buildForum,
  buildNote,
  buildStatus,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
  systemViewer,
  testScope,
} from '../db/builders.ts';
import { hostNewsMail } from '../domain/account/hosts/host_name.ts';
import { sendInvitation } from '../domain/account/team.ts';
import { Workspaces } from '../domain/account/hosts/workspaces.ts';
import { notificationDigests, notificationMail } from '../domain/digests/notification_mails.ts';
import { roadmapVisitMail } from '../domain/planning/visits.ts';
import { viewDigests } from '../domain/views/view_digests.ts';
import { tasks } from '../jobs/tasks.ts';
import { startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

/*
 * Every link that carries a credential leads to the installation's own name of the workspace, never to a host name of
 * the workspace's own, proved or not (decision 0018): anyone who holds that name could read what is sent there.
 *
 * The walk makes each kind of mail and each link that is shown or redirected to, in a workspace with a proved name.
 * A new task has to be named here, a new place that sends mail has to be walked, and a new use of the shown address
 * has to say why it carries no credential.
 */

/** Tasks that send mail; the walk sees each of them send one. */
const MAILING = [
  'password_reset_mail',
  'invitation_mail',
  'host_news_mail',
  'email_confirm_mail',
  'own_news_mail',
  'send_mailing',
  'notification_mail',
  'notification_digests',
  'export_mail',
  'view_digests',
  'roadmap_visit_mail',
];
/** Tasks that send none. */
const SILENT = [
  'account_sweep',
  'account_revenue',
  'account_people',
  'prune_accounts',
  'recount',
  'attachment_thumbnail',
  'attachment_sweep',
  'remove_files',
  'prune_undo',
  'sweep_mailings',
  'prune_notifications',
  'seek_doubles',
  'score_sentiment',
  'export',
  'export_sweep',
  'webhook_deliver',
  'webhook_sweep',
  'import_counts',
  'import_rehearsal',
  'import_run',
  'import_sweep',
  'import_undo',
  'theme_detection',
  'theme_sweep',
  'impact_sweep',
  'roadmap_sweep',
  'tracker_read',
  'tracker_write',
];
/** Mails whose links hold no credential and may lead to the workspace's own host name. */
const OPEN = new Set(['notification_mail', 'notification_digests', 'view_digests']);

/** Files that send mail. */
const SENDERS = [
  'domain/account/mails/account_mails.ts',
  'domain/account/hosts/host_name.ts',
  'domain/account/mails/own_mails.ts',
  'domain/mail/send.ts',
  'domain/digests/notification_mails.ts',
  'domain/exchange/export_run.ts',
  'domain/planning/visits.ts',
];
/** Where the shown address is used, and why no credential goes with it. */
const SHOWN: Readonly<Record<string, string>> = {
  'core/services.ts': 'its declaration',
  'domain/account/hosts/workspaces.ts': 'its definition, and the host of another workspace as text',
  'compose.ts': 'hands it on',
  'db/builders.ts': 'stands in for it in tests',
  'domain/account/current.ts': 'address of the console, for somebody who is signed in',
  'http/session.ts': 'the same',
  'domain/digests/notification_mails.ts': 'links to ideas, which ask to sign in',
  'domain/integrations/webhook_delivery.ts': 'the same',
  'domain/tracker/idea_field.ts': 'link to an idea, which asks to sign in',
  'cli/subdomain_create.ts': 'address as text',
  'cli/subdomain_list.ts': 'address as text',
  'cli/subdomain_update.ts': 'address as text',
};

const OWN_HOST = 'ideas.acme.example';
let server: TestServer;
let acme: Awaited<ReturnType<TestServer['createTenant']>>;
let owner: TestClient;
let services: Services;
let base: string;
beforeAll(async () => {
  server = await startTestServer();
  server.services.mail.undoSeconds = 0;
  acme = await server.createTenant({
    key: 'acme',
    name: 'Acme',
    cname: OWN_HOST,
    cname_proved_at: new Date(),
  });
  owner = await server.createUser({
    password: 'the lamp is green',
    tenant: acme,
    license_type: 'owner',
    email_address: 'owner@acme.example',
    name: 'Freya',
    email_confirmed: true,
  });
  const workspaces = new Workspaces(server.database.pool, {
    publicUrl: server.config.publicUrl,
    defaultKey: server.config.defaultSubdomain,
  });
  await workspaces.refresh();
  base = workspaces.publicUrl('acme');
  services = {
    ...server.services,
    signatures: createSignatures(Buffer.alloc(32, 5)),
    installationHost: workspaces.installationHost,
    publicUrl: (key) => workspaces.publicUrl(key),
    shownUrl: (key) => workspaces.shownUrl(key),
  };
});
afterAll(() => server.close());

const systemScope = () => testScope(server.database, systemViewer(acme), { services });

/** Does the work that was asked for, and what that asks for in turn. @returns what each task sent */
async function work(): Promise<Map<string, OutgoingMail[]>> {
  const sent = new Map<string, OutgoingMail[]>();
  for (let next = server.services.enqueued.shift(); next; next = server.services.enqueued.shift()) {
    const { task: name, payload } = next;
    const task = tasks.find((one) => one.name === name)!;
    await task.run(payload as { subdomain_id: string }, {
      scope: await systemScope(),
      signal: new AbortController().signal,
    });
    sent.set(name, [...(sent.get(name) ?? []), ...server.services.sentMails.splice(0)]);
  }
  return sent;
}

/** Every address in a mail: of its texts and of its headers. */
const addressesOf = ({ text, html, headers = {} }: OutgoingMail): URL[] =>
  [...`${text} ${html} ${Object.values(headers).join(' ')}`.matchAll(/https?:\/\/[^\s"'<>)]+/g)]
    .map(([address]) => new URL(address.replaceAll('&amp;', '&')))
    .filter(({ host }) => host !== 'www.w3.org');

/** Something in an address that not everyone may know: a token by name, or a long random part. */
const holdsCredential = ({ pathname, search }: URL): boolean =>
  /token|ticket/.test(search) || /[\w-]{32,}/.test(pathname + search);

/** Enqueues a task as if something had asked for it. */
const enqueue = (task: string, payload: Record<string, unknown> = {}): void =>
  void server.services.enqueued.push({ task, payload: { ...payload, subdomain_id: acme.id } });

/** What makes each kind of mail. */
async function makeMails(): Promise<void> {
  const { database } = server;
  expect(
    (
      await server.ask('/admin/password/forgot', {
        host: OWN_HOST,
        method: 'POST',
        json: { email: 'owner@acme.example' },
      })
    ).status,
  ).toBe(204);
  const invited = await buildUser(database, acme, {
    email_address: 'new@acme.example',
    license_type: 'full',
    permission_state: 'invited',
  });
  await sendInvitation(await systemScope(), invited.id);
  await owner.data(
    'mutation { own_email_update(email_address: "freya@acme.example", current_password: "the lamp is green") { pending_email_address } }',
  );
  enqueue(hostNewsMail.name, { what: 'proved', host: OWN_HOST, by: 'Freya' });
  await insertRow(database, 'roadmaps', {
    subdomain_id: acme.id,
    name: 'Next',
    position: 1,
    share_with_email_domains: true,
    email_domains: ['people.example'],
    token: 'the_token_of_an_address'.padEnd(32, '_'),
  });
  enqueue(roadmapVisitMail.name, {
    token: 'the_token_of_an_address'.padEnd(32, '_'),
    email_address: 'ann@people.example',
  });

  const forum = await buildForum(database, acme);
  const idea = await buildSuggestion(database, acme, { title: 'Dark mode', forum_id: forum.id });
  const status = await buildStatus(database, acme, { name: 'Planned' });
  const person = await buildUser(database, acme, { email_address: 'ann@people.example' });
  await buildSupporter(database, acme, { suggestion_id: idea.id, user_id: person.id });
  await buildSubscription(database, acme, { suggestion_id: idea.id, user_id: person.id, subscribed: true });
  await owner.data(
    'mutation ($links: StatusUpdateLinks!) { status_update_create(links: $links, notify_supporters: true, html_body: "<p>We plan it: <a href=\\"https://docs.example/a\\">read</a>.</p>") { id } }',
    { links: { suggestion: idea.id, status: status.id } },
  );

  const note = await buildNote(database, acme, { suggestion_id: idea.id });
  await insertRow(database, 'notifications', {
    subdomain_id: acme.id,
    user_id: owner.user.id,
    subject_user_id: person.id,
    event: 'note_mention',
    note_id: note.id,
    suggestion_id: idea.id,
    group_key: `note_mention:${note.id}`,
  });
  enqueue(notificationMail.name, { user_id: owner.user.id });

  const made = await server.ask('/api/v2/admin/exports', {
    host: owner.host,
    method: 'POST',
    json: { collection: 'suggestions', format: 'csv', columns: ['title'] },
    headers: { authorization: `Bearer ${await owner.token()}` },
  });
  expect(made.status, made.text).toBe(201);
}

test('[DEC-179] every mail with a credential in a link leads to the installation’s own name, whatever name the workspace has proved', async () => {
  // otherwise nothing below would mean anything
  expect(services.shownUrl('acme')).toBe(`http://${OWN_HOST}:${server.port}`);
  expect((await server.ask('/admin/signin', { host: OWN_HOST })).status).toBe(200);
  await makeMails();
  const sent = await work();
  // what was told at once is not in the digest
  await server.database.pool.query('update notifications set mailed_at = null where subdomain_id = $1', [
    acme.id,
  ]);
  await owner.data('mutation { notification_settings_update(digest: "daily") { digest } }');
  await server.database.pool.query(
    'update notification_digests set sent_for = null where subdomain_id = $1',
    [acme.id],
  );
  enqueue(notificationDigests.name);
  // a view whose subscriber was told of nothing yet
  await owner.data(
    'mutation { saved_view_create(name: "All", kind: "suggestion", subscribed: true, subscription_params: { frequency: "daily" }) { id } }',
  );
  await server.database.pool.query(
    'update saved_view_users set sent_for = null, told_ids = null, told_until = null where subdomain_id = $1',
    [acme.id],
  );
  enqueue(viewDigests.name);
  for (const [name, mails] of await work()) sent.set(name, mails);

  expect(
    [...sent]
      .filter(([, mails]) => mails.length > 0)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual([...MAILING].toSorted());
  for (const [name, mails] of sent) {
    for (const mail of mails) {
      const addresses = addressesOf(mail).filter(({ host }) => host !== 'docs.example');
      expect(addresses.length, name).toBeGreaterThan(0);
      for (const address of addresses) {
        if (address.origin !== base)
          expect([name, address.href, OPEN.has(name) && !holdsCredential(address)]).toEqual([
            name,
            address.href,
            true,
          ]);
      }
    }
  }
  // and the mails that are known to hold one do
  for (const name of [
    'password_reset_mail',
    'invitation_mail',
    'email_confirm_mail',
    'export_mail',
    'send_mailing',
    'roadmap_visit_mail',
  ]) {
    expect(
      sent
        .get(name)!
        .every((mail) =>
          addressesOf(mail).some((address) => address.origin === base && holdsCredential(address)),
        ),
      name,
    ).toBe(true);
  }
  expect(addressesOf(sent.get('notification_mail')![0]!).every(({ hostname }) => hostname === OWN_HOST)).toBe(
    true,
  );
});

test('[DEC-179] the ticket of a jump between workspaces, and the way to make one, lead to the installation’s own name', async () => {
  const here = await server.createUser({ email_address: 'owner@acme.example', email_confirmed: true });
  const jumped: Answer = await here.ask('/admin/session/ticket?to=acme');
  expect(jumped.status).toBe(302);
  expect(jumped.headers.location).toMatch(new RegExp(`^${base}/admin/session/ticket\\?token=[\\w-]{43}$`));
  const { current_user } = await owner.data<{ current_user: { other_subdomains: { admin_url: string }[] } }>(
    '{ current_user { other_subdomains { admin_url } } }',
  );
  expect(current_user.other_subdomains.map(({ admin_url }) => new URL(admin_url).origin)).toEqual([base]);
});

test('links of impact reports begin with the installation’s own name', async () => {
  const { current_subdomain: here } = await owner.data<{ current_subdomain: { public_url: string } }>(
    '{ current_subdomain { public_url } }',
  );
  expect(here.public_url).toBe(base);
});

const sources = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, '..', file), 'utf8') }));
const holding = (what: RegExp): string[] =>
  sources
    .filter(({ text }) => what.test(text))
    .map(({ file }) => file)
    .toSorted();

test('each task, each place that sends mail and each use of the shown address is known to the walk', () => {
  expect(
    tasks.map(({ name }) => name).toSorted(),
    'a new task: does it send mail? Name it in MAILING, and let the walk make it; or in SILENT',
  ).toEqual([...MAILING, ...SILENT].toSorted());
  expect(holding(/\bmail\.send\(/), 'a new place that sends mail: let the walk make it').toEqual(
    [...SENDERS].toSorted(),
  );
  expect(
    holding(/\bshownUrl\b/),
    'shownUrl may be a host name of the workspace’s own: publicUrl begins links with a token',
  ).toEqual(Object.keys(SHOWN).toSorted());
  // no one builds an address out of the name that a request came to, or reads host names of workspaces past Workspaces
  expect(holding(/https?:\/\/\$\{(?:request|[\w.]*cname)/)).toEqual([]);
});
