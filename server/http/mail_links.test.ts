import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMail } from '../adapters/mail.ts';
import { createSignatures, provideSecretKey } from '../adapters/signatures.ts';
import {
  buildAttachment,
  buildStatus,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  systemViewer,
  testScope,
  testServices,
} from '../db/builders.ts';
import { sendMailing } from '../domain/mail/send.ts';
import { startRelay, type ReceivedMail, type TestRelay } from '../testing/relay.ts';
import { startTestServer, type TestClient, type TestServer } from './testing.ts';

/* Mails are made by the product, taken by a relay, and their links followed as a mail program and its reader do. */

let server: TestServer;
let relay: TestRelay;
let author: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  author = await server.createUser({ name: 'Author' });
});
afterAll(() => server.close());
beforeEach(async () => {
  relay = await startRelay();
});
afterEach(() => relay.close());

const POST = `mutation ($links: StatusUpdateLinks!, $html: String, $tokens: [String!]) {
  update: status_update_create(links: $links, notify_supporters: true, html_body: $html, attachment_tokens: $tokens) { id mailing { id } }
}`;

interface Sent {
  update_id: string;
  idea_id: string;
  people: { id: string; email_address: string }[];
  mails: ReceivedMail[];
}

/** Posts a status update to some people and delivers its mail. */
async function send({
  people: count = 2,
  html = '<p>Read <a href="https://acme.example/plan?a=1&amp;b=2">the plan</a></p>',
  files = false,
  tracking = true,
} = {}): Promise<Sent> {
  const { database, tenant } = server;
  await database.pool.query('update subdomains set mail_tracking = $2 where id = $1', [tenant.id, tracking]);
  const idea = await buildSuggestion(database, tenant, { title: 'Dark <mode>' });
  const status = await buildStatus(database, tenant, { name: 'Planned' });
  const people: Sent['people'] = [];
  for (let n = 0; n < count; n += 1) {
    const person = await buildUser(database, tenant);
    await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: person.id });
    await buildSubscription(database, tenant, { suggestion_id: idea.id, user_id: person.id });
    people.push({ id: person.id, email_address: person.email_address! });
  }
  const tokens: string[] = [];
  if (files) {
    for (const [file_name, content_type] of [
      ['pläne "1".pdf', 'application/pdf'],
      ['shot.png', 'image/png'],
    ] as const) {
      const file = await buildAttachment(database, tenant, {
        uploader_id: author.user.id,
        file_name,
        content_type,
      });
      server.services.keptFiles.set(file.storage_key, Buffer.from('12345'));
      tokens.push(file.token);
    }
  }
  const body = files ? `${html}<p><img src="/files/${tokens[1]}" alt="A picture"></p>` : html;
  const { update } = await author.data<{ update: { id: string; mailing: { id: string } } }>(POST, {
    links: { suggestion: idea.id, status: status.id },
    html: body,
    tokens,
  });
  await database.pool.query('update mailings set send_after = now() where id = $1', [update.mailing.id]);
  await database.pool.query('update deliveries set due_at = now() where mailing_id = $1', [
    update.mailing.id,
  ]);
  const mail = createMail({ smtpUrl: relay.url, domain: 'mail.example', outboxDir: '/nowhere' });
  const services = {
    ...testServices(),
    mail,
    publicUrl: () => server.url,
    signatures: createSignatures(provideSecretKey(server.config.secretKeyFile)),
  };
  const scope = await testScope(database, systemViewer(tenant), { services });
  await sendMailing.run(
    { subdomain_id: tenant.id, mailing_id: update.mailing.id },
    { scope, signal: new AbortController().signal },
  );
  mail.close();
  const mails = people.map(({ email_address }) => relay.received.find(({ to }) => to === email_address)!);
  return { update_id: update.id, idea_id: idea.id, people, mails };
}

/** Path of the first address in a mail that begins so. */
function pathIn({ parsed }: ReceivedMail, path: string): string {
  const html = String(parsed.html);
  const start = html.indexOf(`${server.url}${path}`);
  if (start < 0) throw new Error(`No ${path} in the mail`);
  return /^[^"]+/.exec(html.slice(start + server.url.length))![0];
}
const one = async <T>(text: string, ...values: unknown[]): Promise<T> =>
  (await server.database.pool.query(text, values)).rows[0] as T;
const counts = (id: string) =>
  one<Record<string, number>>(
    'select mail_sent_count, mail_opened_count, mail_clicked_count, thumbs_up_count, thumbs_down_count from status_updates where id = $1',
    id,
  );
const form = (path: string, body: string, contentType = 'application/x-www-form-urlencoded') =>
  server.ask(path, { method: 'POST', body, headers: { 'content-type': contentType } });

describe('counting', () => {
  test('[DEC-139] the first look at each mail counts, and the first link followed in it', async () => {
    const { update_id, mails } = await send();
    const [first, second] = mails as [ReceivedMail, ReceivedMail];
    const pixel = await server.ask(pathIn(first, '/o/'));
    expect(pixel).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' },
    });
    await server.ask(pathIn(first, '/o/'));
    expect(await counts(update_id)).toMatchObject({
      mail_sent_count: 2,
      mail_opened_count: 1,
      mail_clicked_count: 0,
    });
    for (let time = 0; time < 2; time += 1) {
      expect(await server.ask(pathIn(second, '/r/'))).toMatchObject({
        status: 302,
        headers: { location: 'https://acme.example/plan?a=1&b=2' },
      });
    }
    expect(await counts(update_id)).toMatchObject({ mail_opened_count: 1, mail_clicked_count: 1 });
    await Promise.all(Array.from({ length: 10 }, () => server.ask(pathIn(second, '/o/'))));
    expect(await counts(update_id)).toMatchObject({ mail_opened_count: 2, mail_clicked_count: 1 });
  });

  test('links with letters of five scripts lead where they should, those that were written down before too', async () => {
    const addresses = [
      ['https://example.org/日本?q=東京', 'https://example.org/%E6%97%A5%E6%9C%AC?q=%E6%9D%B1%E4%BA%AC'],
      ['https://пример.example/путь', 'https://xn--e1afmkfd.example/%D0%BF%D1%83%D1%82%D1%8C'],
      ['https://example.org/خطة', 'https://example.org/%D8%AE%D8%B7%D8%A9'],
      [
        'https://example.org/योजना#भाग',
        'https://example.org/%E0%A4%AF%E0%A5%8B%E0%A4%9C%E0%A4%A8%E0%A4%BE#%E0%A4%AD%E0%A4%BE%E0%A4%97',
      ],
      ['https://example.org/straße/😀', 'https://example.org/stra%C3%9Fe/%F0%9F%98%80'],
      ['https://example.org/a\u2028b', 'https://example.org/a%E2%80%A8b'],
      ['https://example.org/%E6%97%A5', 'https://example.org/%E6%97%A5'],
    ] as const;
    const { mails, update_id } = await send({
      people: 1,
      html: `<p>${addresses.map(([address]) => `<a href="${address}">link</a>`).join(' ')}</p>`,
    });
    const paths = [...String(mails[0]!.parsed.html).matchAll(/"[^"]*(\/r\/(?!up|down)[^"]+)"/g)].map(
      ([, path]) => path!,
    );
    const follow = () =>
      Promise.all(
        paths.map(async (path) => {
          const { status, headers } = await server.ask(path);
          return [status, headers.location];
        }),
      );
    const expected = addresses.map(([, location]) => [302, location]);
    expect(await follow()).toEqual(expected);
    // as they were written down before
    for (const [address, href] of addresses)
      await server.database.pool.query(
        'update mail_links set url = $3 where subdomain_id = $1 and url = $2 and mailing_id = (select id from mailings where status_update_id = $4)',
        [server.tenant.id, href, address, update_id],
      );
    expect(await follow()).toEqual(expected);
    // what no browser takes for an address is a link that is not valid, and a page says so
    await server.database.pool.query('update mail_links set url = $2 where subdomain_id = $1 and url = $3', [
      server.tenant.id,
      'https://日本 [/',
      addresses[0][0],
    ]);
    expect((await server.ask(paths[0]!)).status).toBe(404);
  });

  test('switched off nothing is counted', async () => {
    const { update_id, mails } = await send({ tracking: false });
    expect(() => pathIn(mails[0]!, '/o/')).toThrow('No /o/ in the mail');
    expect(String(mails[0]!.parsed.html)).toContain('https://acme.example/plan');
    expect(await counts(update_id)).toMatchObject({ mail_opened_count: null, mail_clicked_count: null });
  });
});

describe('[DEC-138] thumbs', () => {
  test('a program that follows links gives none; who presses the button gives one, and the last one counts', async () => {
    const { update_id, mails } = await send();
    const [mail] = mails as [ReceivedMail];
    const [up, down] = [pathIn(mail, '/r/up/'), pathIn(mail, '/r/down/')];
    const page = await server.ask(up, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Dark &lt;mode&gt;');
    expect(page.text).toContain('<form method="post">');
    expect(await counts(update_id)).toMatchObject({ thumbs_up_count: 0, thumbs_down_count: 0 });
    for (let time = 0; time < 2; time += 1) expect((await form(up, '')).text).toContain('Your reaction:');
    expect(await counts(update_id)).toMatchObject({ thumbs_up_count: 1, thumbs_down_count: 0 });
    await form(down, '');
    await form(pathIn(mails[1]!, '/r/down/'), '');
    expect(await counts(update_id)).toMatchObject({ thumbs_up_count: 0, thumbs_down_count: 2 });
    expect(
      await one('select count(*)::int as n from reactions where status_update_id = $1', update_id),
    ).toEqual({ n: 2 });
    const told = await server.database.pool.query(
      'select event, user_id::text from notifications where status_update_id = $1',
      [update_id],
    );
    expect(told.rows).toEqual(
      [1, 2, 3].map(() => ({ event: 'status_update_reaction', user_id: author.user.id })),
    );
  });
});

describe('switching mail off', () => {
  test('[DEC-121] who stops mail about an idea that was merged meanwhile gets none about its winner, which their mail is about by now', async () => {
    const { mails, people, idea_id } = await send({ people: 1 });
    const winner = await buildSuggestion(server.database, server.tenant, { title: 'Night theme' });
    await author.data(
      'mutation ($winner: ID!, $losers: [ID!]!) { suggestion_merge(winner: $winner, losers: $losers) { id } }',
      { winner: winner.id, losers: [idea_id] },
    );
    const [mail] = mails as [ReceivedMail];
    const path = pathIn(mail, '/u/');
    expect((await server.ask(path)).text).toContain('Night theme');
    expect((await form(path, 'choice=idea_off')).text).toContain('You no longer get emails about');
    expect(
      await one(
        'select suggestion_id::text as idea, subscribed from subscriptions where user_id = $1',
        people[0]!.id,
      ),
    ).toEqual({ idea: winner.id, subscribed: false });
    expect((await form(path, 'choice=idea_on')).text).toContain('You’re subscribed again');
    expect(
      await one(
        'select count(*)::int as n, bool_and(subscribed) as subscribed from subscriptions where user_id = $1',
        people[0]!.id,
      ),
    ).toEqual({ n: 1, subscribed: true });
  });

  test('one click of a mail program needs no cookie and ends all of it; it can be taken back', async () => {
    const { mails, people } = await send();
    const [mail] = mails as [ReceivedMail];
    const header = (mail.parsed.headers.get('list') as unknown as { unsubscribe: { url: string } })
      .unsubscribe.url;
    const path = header.slice(server.url.length);
    for (const [body, contentType] of [
      ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
      [
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
        'multipart/form-data; boundary=x',
      ],
    ] as const) {
      await server.database.pool.query('update users set status_notifications = true where id = $1', [
        people[0]!.id,
      ]);
      const answer = await form(path, body, contentType);
      expect(answer.status, contentType).toBe(200);
      expect(
        await one('select status_notifications as on from users where id = $1', people[0]!.id),
        contentType,
      ).toEqual({ on: false });
    }
    const back = await form(path, 'choice=all_on');
    expect(back.text).toContain('You’re subscribed again');
    expect(await one('select status_notifications as on from users where id = $1', people[0]!.id)).toEqual({
      on: true,
    });
    expect(await one('select status_notifications as on from users where id = $1', people[1]!.id)).toEqual({
      on: true,
    });
  });

  test('an address that is nobody’s any more gets no mail either, however it is written; it can be taken back', async () => {
    const { mails, people } = await send();
    const { email_address } = people[0]!;
    await server.database.pool.query(
      'update deliveries set user_id = null, email_address = upper(email_address) where user_id = $1',
      [people[0]!.id],
    );
    const path = pathIn(mails[0]!, '/u/');
    const reasons = async () =>
      (
        await server.database.pool.query('select reason from mail_suppressions where email_key = $1', [
          email_address.toLowerCase(),
        ])
      ).rows;
    await form(path, 'choice=all_off');
    expect(await reasons()).toEqual([{ reason: 'unsubscribed' }]);
    expect((await server.ask(path, { headers: { accept: 'text/html' } })).text).toContain(
      'You get no emails',
    );
    await form(path, 'choice=all_on');
    expect(await reasons()).toEqual([]);
  });

  test('the page asks first: a look at it changes nothing; this idea or all of them, and back', async () => {
    const { mails, people, idea_id } = await send();
    const path = pathIn(mails[0]!, '/u/');
    const page = await server.ask(path, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    for (const words of ['This idea', 'All ideas', 'Dark &lt;mode&gt;', people[0]!.email_address])
      expect(page.text).toContain(words);
    const subscribed = () =>
      one<{ on: boolean }>(
        'select subscribed as on from subscriptions where suggestion_id = $1 and user_id = $2',
        idea_id,
        people[0]!.id,
      );
    expect(await subscribed()).toEqual({ on: true });
    expect((await form(path, 'choice=idea_off')).text).toContain('You’re unsubscribed');
    expect(await subscribed()).toEqual({ on: false });
    expect(await one('select status_notifications as on from users where id = $1', people[0]!.id)).toEqual({
      on: true,
    });
    await form(path, 'choice=idea_on');
    expect(await subscribed()).toEqual({ on: true });
    expect((await form(path, 'choice=everything')).status).toBe(400);
    expect((await form(path, '')).status).toBe(400);
  });
});

describe('files of a mail', () => {
  test('are read without a session, pictures in the text too, while they hang on what was told', async () => {
    const { mails, update_id } = await send({ files: true });
    const [mail] = mails as [ReceivedMail];
    const html = String(mail.parsed.html);
    const paths = [...html.matchAll(/(?:href|src)="[^"]*(\/files\/mail\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths).toHaveLength(2);
    expect(html).toContain('pläne &quot;1&quot;.pdf');
    const [picture, file] = paths as [string, string];
    expect(await server.ask(picture)).toMatchObject({
      status: 200,
      text: '12345',
      headers: { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' },
    });
    const read = await server.ask(file);
    expect(read).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/pdf', 'cross-origin-resource-policy': 'same-origin' },
    });
    expect(read.headers['content-disposition']).toMatch(
      /^attachment; .*filename\*=UTF-8''pl%C3%A4ne%20%221%22\.pdf$/,
    );
    await server.database.pool.query(
      'update attachments set status_update_id = null where status_update_id = $1',
      [update_id],
    );
    expect((await server.ask(file)).status).toBe(404);
  });
});

describe('strangers', () => {
  test('a forged token, one of another purpose and one of another workspace are nothing', async () => {
    const { mails, update_id } = await send();
    const other = await server.createTenant();
    const paths = ['/o/', '/r/', '/u/', '/r/up/', '/r/down/'].map(
      (path) => [path, pathIn(mails[0]!, path)] as const,
    );
    for (const [prefix, path] of paths) {
      expect((await server.ask(path, { host: server.hostOf(other) })).status, `${prefix} elsewhere`).toBe(
        404,
      );
      // the letter before the last: the last one has bits that say nothing
      const forged = path.slice(0, -2) + (path.at(-2) === 'x' ? 'y' : 'x') + path.slice(-1);
      expect((await server.ask(forged)).status, `${prefix} forged`).toBe(404);
      for (const [otherPrefix] of paths)
        if (otherPrefix !== prefix)
          expect(
            (await server.ask(otherPrefix + path.slice(prefix.length))).status,
            `${prefix} as ${otherPrefix}`,
          ).toBe(404);
    }
    expect(await counts(update_id)).toMatchObject({
      mail_opened_count: 0,
      mail_clicked_count: 0,
      thumbs_up_count: 0,
    });
  });

  test('a reader of a broken link gets a page, and no session is made', async () => {
    const answer = await server.ask('/u/nonsense', { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).toContain('This link is not valid');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('who guesses is sent away after a while, and good links still work', async () => {
    const { mails } = await send({ people: 1 });
    const statuses = new Set<number>();
    for (let n = 0; n < 130; n += 1) statuses.add((await server.ask(`/u/${n}.0.${'x'.repeat(43)}`)).status);
    expect(statuses).toEqual(new Set([404, 429]));
    expect((await server.ask(pathIn(mails[0]!, '/o/'))).status).toBe(200);
  });
});
