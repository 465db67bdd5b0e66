import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMail } from '../adapters/mail.ts';
import { createSignatures, provideSecretKey } from '../adapters/signatures.ts';
import { buildUser, systemViewer, testScope, testServices } from '../db/builders.ts';
import { sendMailing } from '../domain/mail/send.ts';
import { startRelay, type ReceivedMail, type TestRelay } from '../testing/relay.ts';
import { startTestServer, type TestClient, type TestServer } from './testing.ts';

/* People are asked by email; its links are followed as a mail program and its reader do. */

let server: TestServer;
let relay: TestRelay;
let team: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  team = await server.createUser({ name: 'Olivia' });
});
afterAll(() => server.close());
beforeEach(async () => {
  relay = await startRelay();
});
afterEach(() => relay.close());

/** Asks one person, and delivers the mail. */
async function ask(
  message: string | null = null,
): Promise<{ id: string; mail: ReceivedMail; mailing: string }> {
  const { database, tenant } = server;
  const { id, email_address } = await buildUser(database, tenant);
  const {
    ratings_ask: { id: mailing },
  } = await team.data<{ ratings_ask: { id: string } }>(
    'mutation ($users: [ID!], $message: String) { ratings_ask(users: $users, message: $message) { id } }',
    { users: [id], message },
  );
  await database.pool.query('update mailings set send_after = now() where id = $1', [mailing]);
  await database.pool.query('update deliveries set due_at = now() where mailing_id = $1', [mailing]);
  const mail = createMail({ smtpUrl: relay.url, domain: 'mail.example', outboxDir: '/nowhere' });
  const scope = await testScope(database, systemViewer(tenant), {
    services: {
      ...testServices(),
      mail,
      publicUrl: () => server.url,
      signatures: createSignatures(provideSecretKey(server.config.secretKeyFile)),
    },
  });
  await sendMailing.run(
    { subdomain_id: tenant.id, mailing_id: mailing },
    { scope, signal: new AbortController().signal },
  );
  mail.close();
  return { id, mailing, mail: relay.received.find(({ to }) => to === email_address)! };
}

/** Paths of the eleven links, from 0 to 10. */
const links = ({ parsed }: ReceivedMail): string[] =>
  [...String(parsed.html).matchAll(/href="([^"]*\/rate\/[^"]*)"/g)].map(([, url]) => new URL(url!).pathname);
const ratingsOf = async (id: string) =>
  (
    await server.database.pool.query<{ score: number; body: string | null; channel: string }>(
      'select score, body, channel from ratings where user_id = $1 order by id',
      [id],
    )
  ).rows;
const post = (path: string, values: Record<string, string>) =>
  server.ask(path, {
    method: 'POST',
    body: new URLSearchParams(values).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('a rating that was asked for', () => {
  test('the mail says the message and asks from 0 to 10; it can be unsubscribed from', async () => {
    const { mail } = await ask('Two minutes, <please>\nThank you');
    expect(mail.parsed.subject).toMatch(/^How likely are you to recommend /);
    expect(String(mail.parsed.html)).toContain('Two minutes, &lt;please&gt;<br>Thank you');
    expect(links(mail)).toHaveLength(11);
    expect(String(mail.parsed.text)).toMatch(/^10 \(very likely\): http/m);
    expect(mail.parsed.headers.has('list')).toBe(true);
  });

  test('a link alone rates nothing: the page’s button does, with words, and a later answer takes the place of it', async () => {
    const { id, mail } = await ask();
    const [eight, three] = [links(mail)[8]!, links(mail)[3]!];
    const page = await server.ask(eight);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/value="8" required checked/);
    expect(await ratingsOf(id)).toEqual([]);

    const words = '<b>Good</b> & 😀';
    expect((await post(eight, { score: '8', body: words })).text).toContain('Your rating is 8.');
    expect(await ratingsOf(id)).toEqual([{ score: 8, body: words, channel: 'email' }]);
    const { user } = await team.data<{ user: unknown }>(`{ user(id: "${id}") { satisfaction_score } }`);
    expect(user).toEqual({ satisfaction_score: 8 });

    const again = await server.ask(three);
    expect(again.text).toContain('You answered already.');
    expect(again.text).toContain('&lt;b&gt;Good&lt;/b&gt; &amp; 😀</textarea>');
    await post(three, { score: '3', body: '' });
    expect(await ratingsOf(id)).toEqual([{ score: 3, body: null, channel: 'email' }]);
    const { report_satisfaction: report } = await team.data<{ report_satisfaction: Record<string, number> }>(
      '{ report_satisfaction { asked_count answered_count } }',
    );
    expect(report['answered_count']).toBe(1);
    expect(report['asked_count']).toBeGreaterThanOrEqual(1);
  });

  test('words that are too long are kept in the form and nothing is rated; other numbers are refused', async () => {
    const { id, mail } = await ask();
    const path = links(mail)[5]!;
    const long = await post(path, { score: '5', body: 'ä'.repeat(2001) });
    expect(long.status).toBe(400);
    expect(long.text).toContain('ä'.repeat(2001));
    expect((await post(path, { score: '5', body: '😀'.repeat(1000) })).status).toBe(200);
    for (const score of ['11', '-1', '5.5', '', '05'])
      expect((await post(path, { score, body: '' })).status, score).toBe(400);
    expect(await ratingsOf(id)).toHaveLength(1);
  });

  test('it ends after 90 days, for blocked people, and without the feature', async () => {
    const { database, tenant } = server;
    const { id, mail, mailing } = await ask();
    const path = links(mail)[9]!;
    const isOver = async () => {
      const texts = [(await server.ask(path)).text, (await post(path, { score: '9', body: '' })).text];
      return texts.every((text) => text.includes('This question has ended'));
    };
    await database.pool.query("update users set allowed_state = 'blocked' where id = $1", [id]);
    expect(await isOver()).toBe(true);
    await database.pool.query("update users set allowed_state = 'allowed' where id = $1", [id]);
    await database.pool.query("update mailings set created_at = now() - interval '91 days' where id = $1", [
      mailing,
    ]);
    expect(await isOver()).toBe(true);
    await database.pool.query('update mailings set created_at = now() where id = $1', [mailing]);
    const { rows } = await database.pool.query('select features from subdomains where id = $1', [tenant.id]);
    await database.pool.query("update subdomains set features = '{}' where id = $1", [tenant.id]);
    expect(await isOver()).toBe(true);
    await database.pool.query('update subdomains set features = $2 where id = $1', [
      tenant.id,
      rows[0]!.features,
    ]);
    expect(await ratingsOf(id)).toEqual([]);
  });

  test('a forged link, one of another workspace, and one of another purpose are nothing', async () => {
    const { mail } = await ask();
    const path = links(mail)[9]!;
    const other = await server.createTenant();
    expect((await server.ask(path, { host: server.hostOf(other) })).status).toBe(404);
    const [delivery, score, signature] = path.slice('/rate/'.length).split('.');
    expect((await server.ask(`/rate/${delivery}.${score === '9' ? '8' : '9'}.${signature}`)).status).toBe(
      404,
    );
    expect((await server.ask(`/u/${delivery}.${score}.${signature}`)).status).toBe(404);
  });
});
