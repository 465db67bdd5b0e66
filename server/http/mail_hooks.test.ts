import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSignatures, provideSecretKey } from '../adapters/signatures.ts';
import {
  buildStatus,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  systemViewer,
  testScope,
  testServices,
  type TestServices,
} from '../db/builders.ts';
import { sendMailing } from '../domain/mail/send.ts';
import { BOUNCE_HOOK_PATH, REPLY_HOOK_PATH } from './mail_hooks.ts';
import { startTestServer, type Answer, type TestClient, type TestServer } from './testing.ts';

/* Mails go out through the product, and their signed addresses come back as a mail server would bring them. */

const SECRET = 'a-secret-of-the-installation-0123456789';
let dir: string;
let server: TestServer;
let author: TestClient;
let services: TestServices;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'earshot-hooks-'));
  writeFileSync(join(dir, 'secret'), `${SECRET}\n`);
  server = await startTestServer({ environment: { WEBHOOK_SECRET_FILE: join(dir, 'secret') } });
  author = await server.createUser({ name: 'Author' });
});
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => {
  services = testServices();
});

const seconds = (): number => Math.floor(Date.now() / 1000);
let counter = 0;
const unique = (): string => `m${(counter += 1)}.${Date.now()}@people.example`;

function sign(body: string | Buffer, time: number | string = seconds(), secret = SECRET): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')}`;
}

function call(
  path: string,
  body: string | Buffer,
  {
    contentType = 'application/json',
    signature = sign(body),
  }: { contentType?: string; signature?: string | null } = {},
): Promise<Answer> {
  return server.ask(path, {
    method: 'POST',
    body,
    headers: {
      'content-type': contentType,
      ...(signature === null ? {} : { 'x-earshot-signature': signature }),
    },
  });
}
const reply = (fields: Record<string, unknown>): Promise<Answer> =>
  call(
    REPLY_HOOK_PATH,
    JSON.stringify({ message_id: unique(), text: 'Thanks!', subject: 'Re: x', ...fields }),
  );

interface Sent {
  idea_id: string;
  message_id: string;
  person: { id: string; email_address: string };
  /** signed address of the mail */
  address: string;
  delivery_id: string;
}

/** Sends a message to someone who follows an idea, and answers the address that takes their answer. */
async function send({ copies = false, of = author } = {}): Promise<Sent> {
  const { database } = server;
  const { tenant } = of;
  const idea = await buildSuggestion(database, tenant, { title: 'Dark <mode>' });
  const person = await buildUser(database, tenant);
  await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: person.id });
  await buildSubscription(database, tenant, { suggestion_id: idea.id, user_id: person.id });
  const { made } = await of.data<{ made: { id: string; mailing: { id: string } } }>(
    `mutation ($links: SupporterMessageLinks!, $copies: Boolean) { made: supporter_message_create(links: $links, body: "<p>What do you think?</p>", email_subject: "A question", copies_replies: $copies) { id mailing { id } } }`,
    { links: { suggestion: idea.id }, copies },
  );
  return {
    idea_id: idea.id,
    message_id: made.id,
    person: { id: person.id, email_address: person.email_address! },
    ...(await deliver(made.mailing.id, of)),
  };
}

/** Lets the mails of a mailing go out. */
async function deliver(
  mailing_id: string,
  of: TestClient = author,
): Promise<{ address: string; delivery_id: string }> {
  const { database } = server;
  await database.pool.query('update mailings set send_after = now() where id = $1', [mailing_id]);
  await database.pool.query('update deliveries set due_at = now() where mailing_id = $1', [mailing_id]);
  services.sentMails.length = 0;
  const using = {
    ...services,
    mail: { ...services.mail, takesReplies: true },
    signatures: createSignatures(provideSecretKey(server.config.secretKeyFile)),
  };
  const scope = await testScope(database, systemViewer(of.tenant), { services: using });
  await sendMailing.run(
    { subdomain_id: of.tenant.id, mailing_id },
    { scope, signal: new AbortController().signal },
  );
  const { rows } = await database.pool.query<{ id: string }>(
    'select id::text as id from deliveries where mailing_id = $1',
    [mailing_id],
  );
  return { address: services.sentMails[0]!.reply_to!, delivery_id: rows[0]!.id };
}
const rows = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query(text, values)).rows as Record<string, unknown>[];
const messagesOf = (idea_id: string) =>
  rows(
    'select user_id::text as user_id, body, from_email, message_id from messages where suggestion_id = $1 order by id',
    idea_id,
  );

test('large bodies wait for their turn before they are read, since anybody can send one; small ones are taken meanwhile', async () => {
  const sockets: Socket[] = [];
  try {
    // two are read, eight wait, and one is too many
    const answers = Array.from({ length: 11 }, async () => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      sockets.push(socket);
      socket.write(
        `POST ${REPLY_HOOK_PATH} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 20000000\r\nx-earshot-signature: t=${seconds()},v1=${'0'.repeat(64)}\r\n\r\n{`,
      );
      return new Promise<string>((resolve) => {
        socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
      });
    });
    expect(await Promise.race(answers)).toMatch(/^HTTP\/1\.1 429 /);
    expect(
      (
        await call(
          REPLY_HOOK_PATH,
          JSON.stringify({
            to: 'nobody@mail.example',
            from: 'a@people.example',
            text: 'Hi',
            message_id: unique(),
          }),
        )
      ).json(),
    ).toMatchObject({ result: 'ignored' });
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test('a network that has signed rightly is known after a restart: strangers who hold all their turns do not hold it up', async () => {
  const environment = { WEBHOOK_SECRET_FILE: join(dir, 'secret'), TRUSTED_PROXIES: 'loopback' };
  const before = await startTestServer({ environment, beside: server });
  const from = (of: TestServer, network: string, body: string): Promise<Answer> =>
    of.ask(REPLY_HOOK_PATH, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-earshot-signature': sign(body),
        'x-forwarded-for': network,
      },
    });
  const answerOf = (text: string): string =>
    JSON.stringify({ to: 'nobody@mail.example', text, message_id: unique() });
  expect((await from(before, '192.0.2.77', answerOf('small'))).json()).toMatchObject({ result: 'ignored' });
  await before.close();
  const after = await startTestServer({ environment, beside: server });
  const sockets: Socket[] = [];
  const answered: string[] = [];
  // fast enough to keep their turns for a minute
  const sending = setInterval(() => {
    for (const socket of sockets) socket.write(Buffer.alloc(100_000, 32));
  }, 200);
  try {
    for (const network of ['198.51.100.1', '198.51.100.2']) {
      const socket = connect(after.port, '127.0.0.1').on('error', () => {});
      sockets.push(socket);
      socket.on('data', (chunk: Buffer) => void answered.push(chunk.toString('latin1')));
      socket.write(
        `POST ${REPLY_HOOK_PATH} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${network}\r\ncontent-type: application/json\r\ncontent-length: 30000000\r\nx-earshot-signature: t=${seconds()},v1=${'0'.repeat(64)}\r\n\r\n{`,
      );
    }
    expect((await from(after, '192.0.2.77', answerOf('x'.repeat(1_500_000)))).json()).toMatchObject({
      result: 'ignored',
    });
    expect(answered).toEqual([]);
  } finally {
    clearInterval(sending);
    for (const socket of sockets) socket.destroy();
    await after.close();
  }
});

describe('answers', () => {
  test('[NOTIF-019] [DEC-069] an answer is kept once, counted on the message and the idea, and its sender hears of it', async () => {
    const { address, person, idea_id, message_id } = await send();
    expect(address).toMatch(/^reply\+[0-9a-z.]+@mail\.example$/);
    const raw = [
      `From: ${person.email_address}`,
      `To: ${address}`,
      'Subject: Re: A question',
      'Message-ID: <one@people.example>',
      '',
      'A good idea.',
      '',
      'On Tue, Nov 18, 2026 at 10:12 Acme <a@mail.example> wrote:',
      '> What do you think?',
    ].join('\r\n');
    for (const expected of ['stored', 'known']) {
      const answer = await call(REPLY_HOOK_PATH, raw, {
        contentType: 'message/rfc822',
        signature: sign(raw, seconds() - (expected === 'known' ? 100 : 0)),
      });
      expect(answer.status).toBe(200);
      expect(answer.json()).toMatchObject({ result: expected });
    }
    expect(await messagesOf(idea_id)).toEqual([
      { user_id: person.id, body: 'A good idea.', from_email: null, message_id: 'one@people.example' },
    ]);
    expect(await rows('select reply_count from supporter_messages where id = $1', message_id)).toEqual([
      { reply_count: 1 },
    ]);
    const { suggestion, notifications, messages } = await author.data<{
      suggestion: unknown;
      notifications: { records: unknown[] };
      messages: { records: unknown[] };
    }>(
      `query ($id: ID!, $ids: [ID!]) { suggestion(id: $id) { comm_metadata { message_count } } notifications(event: ["supporter_message_reply"]) { records { supporter_message { id } subject_user { id } } }
        messages(suggestion: $ids) { records { body from_email created_by { id } supporter_message { id } thread { id } } } }`,
      { id: idea_id, ids: [idea_id] },
    );
    // the message and its answer
    expect(suggestion).toEqual({ comm_metadata: { message_count: 2 } });
    expect(notifications.records[0]).toEqual({
      supporter_message: { id: message_id },
      subject_user: { id: person.id },
    });
    expect(messages.records).toEqual([
      {
        body: 'A good idea.',
        from_email: null,
        created_by: { id: person.id },
        supporter_message: { id: message_id },
        thread: { id: expect.any(String) as string },
      },
    ]);
  });

  test('[PANEL-056] [DEC-137] who asked for it gets a copy of the answer by mail, and can answer it', async () => {
    const { address, person, message_id } = await send({ copies: true });
    expect(
      (
        await reply({
          to: address,
          from: `Zoë <${person.email_address.toUpperCase()}>`,
          text: 'Yes <please>',
          subject: 'Re: A question\r\nBcc: victim@example.com',
        })
      ).json(),
    ).toMatchObject({ result: 'stored' });
    const [copy] = await rows(
      "select id::text as id, subject, reply_to from mailings where kind = 'reply_copy' order by id desc limit 1",
    );
    expect(copy).toMatchObject({ subject: 'Re: A question', reply_to: person.email_address });
    await deliver(String(copy!['id']));
    expect(services.sentMails).toHaveLength(1);
    expect(services.sentMails[0]).toMatchObject({
      to: { email_address: author.user.email_address },
      reply_to: person.email_address,
    });
    expect(services.sentMails[0]!.html).toContain('Yes &lt;please&gt;');
    expect(services.sentMails[0]!.text).toContain('Yes <please>');
    expect(await rows('select reply_count from supporter_messages where id = $1', message_id)).toEqual([
      { reply_count: 1 },
    ]);
    expect(await rows('select subject from messages order by id desc limit 1')).toEqual([
      { subject: 'Re: A question Bcc: victim@example.com' },
    ]);
  });

  test('[NOTIF-021] an answer to a status update reaches who posted it, with the talk as its object', async () => {
    const idea = await buildSuggestion(server.database, author.tenant);
    const person = await buildUser(server.database, author.tenant);
    await buildSupporter(server.database, author.tenant, { suggestion_id: idea.id, user_id: person.id });
    await buildSubscription(server.database, author.tenant, { suggestion_id: idea.id, user_id: person.id });
    const status = await buildStatus(server.database, author.tenant);
    const { update } = await author.data<{ update: { id: string; mailing: { id: string } } }>(
      'mutation ($links: StatusUpdateLinks!) { update: status_update_create(links: $links, notify_supporters: true, html_body: "<p>Soon</p>") { id mailing { id } } }',
      { links: { suggestion: idea.id, status: status.id } },
    );
    const { address } = await deliver(update.mailing.id);
    expect((await reply({ to: [address], from: person.email_address })).json()).toMatchObject({
      result: 'stored',
    });
    const { notifications } = await author.data<{ notifications: { records: unknown[] } }>(
      '{ notifications(event: ["comm_message_reply"]) { records { comm_thread { id suggestion { id } } } } }',
    );
    expect(notifications.records[0]).toEqual({
      comm_thread: { id: expect.any(String) as string, suggestion: { id: idea.id } },
    });
    expect(
      await author.data(
        'query ($id: ID!) { status_update(id: $id) { reply_count } messages(status_update: [$id]) { records { created_by { id } } } }',
        { id: update.id },
      ),
    ).toEqual({
      status_update: { reply_count: 1 },
      messages: { records: [{ created_by: { id: person.id } }] },
    });
  });

  test("an answer from another address is kept, and is nobody's word but that address's", async () => {
    const { address, idea_id } = await send();
    await reply({ to: address, from: 'assistant@elsewhere.example', text: 'On behalf of Zoë: yes.' });
    expect(await messagesOf(idea_id)).toEqual([
      expect.objectContaining({ user_id: null, from_email: 'assistant@elsewhere.example' }),
    ]);
  });

  test('programs that answer by themselves, mails without a name and without a word are not kept', async () => {
    const { address, person, idea_id } = await send();
    const base = { to: address, from: person.email_address };
    for (const fields of [
      { headers: { 'Auto-Submitted': 'auto-replied' } },
      { headers: { precedence: 'bulk' } },
      { subject: 'Out of office: Re: x' },
      { message_id: null },
      { text: '   ' },
    ]) {
      expect((await reply({ ...base, ...fields })).json(), JSON.stringify(fields)).toMatchObject({
        result: 'ignored',
      });
    }
    expect(await messagesOf(idea_id)).toEqual([]);
  });

  test('two copies of a mail at once become one message, and at most fifty answers to a mail are kept', async () => {
    const { address, person, idea_id, message_id } = await send();
    const id = unique();
    const answers = await Promise.all(
      [1, 2, 3].map((n) => reply({ to: address, from: person.email_address, message_id: id, n })),
    );
    expect(answers.map((one) => String(one.json()['result'])).toSorted((a, b) => a.localeCompare(b))).toEqual(
      ['known', 'known', 'stored'],
    );
    for (let n = 0; n < 51; n += 1) await reply({ to: address, from: person.email_address });
    expect(await messagesOf(idea_id)).toHaveLength(50);
    expect(await rows('select reply_count from supporter_messages where id = $1', message_id)).toEqual([
      { reply_count: 50 },
    ]);
  });
});

test('signs that no text may hold do no harm', async () => {
  const { address, idea_id } = await send();
  const answer = await reply({
    to: address,
    from: 'a\u0000b@people.example',
    message_id: `<x\u0000\ud800${unique()}>`,
    subject: 'A\u0000\ud800',
    text: 'Hello\u0000 \ud800 there',
  });
  expect(answer.json()).toMatchObject({ result: 'ignored' });
  expect(
    (
      await reply({
        to: address,
        from: 'c@people.example',
        message_id: `<x\u0000\ud800${unique()}>`,
        subject: 'A\u0000\ud800',
        text: 'Hello\u0000 \ud800 there',
      })
    ).json(),
  ).toMatchObject({ result: 'stored' });
  expect((await messagesOf(idea_id))[0]).toMatchObject({
    from_email: 'c@people.example',
    body: 'Hello \ufffd there',
  });
});

describe('mails that come back', () => {
  test('a bounce ends mail to the address, and the mail counts as failed with the reason', async () => {
    const { delivery_id, person, message_id } = await send();
    const message = `<d${delivery_id}.${author.tenant.id}@mail.example>`;
    expect(await rows('select mail_sent_count from supporter_messages where id = $1', message_id)).toEqual([
      { mail_sent_count: 1 },
    ]);
    expect(
      (
        await call(
          BOUNCE_HOOK_PATH,
          JSON.stringify({ type: 'bounce', permanent: false, message_id: message }),
        )
      ).json(),
    ).toMatchObject({ result: 'ignored' });
    await server.database.pool.query(
      'update deliveries set email_address = upper(email_address) where id = $1',
      [delivery_id],
    );
    expect(
      (
        await call(
          BOUNCE_HOOK_PATH,
          JSON.stringify({ type: 'bounce', message_id: message, reason: '550 no\r\nsuch person' }),
        )
      ).json(),
    ).toMatchObject({ result: 'suppressed' });
    expect(await rows('select state, reason from deliveries where id = $1', delivery_id)).toEqual([
      { state: 'failed', reason: 'The email bounced: 550 no such person' },
    ]);
    expect(
      await rows(
        'select reason, details from mail_suppressions where email_key = lower($1)',
        person.email_address,
      ),
    ).toEqual([{ reason: 'bounce', details: '550 no such person' }]);
    expect(await rows('select mail_sent_count from supporter_messages where id = $1', message_id)).toEqual([
      { mail_sent_count: 0 },
    ]);
  });

  test('a report of a mail server proves itself by the address of the mail that it tells of', async () => {
    const { address, delivery_id, person } = await send();
    const report = (token: string) =>
      [
        'From: MAILER-DAEMON@mx.example',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=d',
        '',
        '--d',
        'Content-Type: message/delivery-status',
        '',
        `Final-Recipient: rfc822; ${person.email_address}`,
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 no',
        '',
        '--d',
        'Content-Type: text/rfc822-headers',
        '',
        `Reply-To: ${token}`,
        '',
        '--d--',
        '',
      ].join('\r\n');
    const forged = report(address.replace(/[0-9a-f]{4}@/, 'ffff@'));
    expect((await call(BOUNCE_HOOK_PATH, forged, { contentType: 'message/rfc822' })).json()).toMatchObject({
      result: 'ignored',
    });
    expect(await rows('select state from deliveries where id = $1', delivery_id)).toEqual([
      { state: 'sent' },
    ]);
    const real = JSON.stringify({ raw: Buffer.from(report(address)).toString('base64') });
    expect((await call(BOUNCE_HOOK_PATH, real)).json()).toMatchObject({ result: 'suppressed' });
    expect(await rows('select state, reason from deliveries where id = $1', delivery_id)).toEqual([
      { state: 'failed', reason: 'The email bounced: 5.1.1 550 no' },
    ]);
  });

  test('a complaint ends mail to the address; the mail itself had arrived', async () => {
    const { address, delivery_id, person } = await send();
    expect(
      (await call(BOUNCE_HOOK_PATH, JSON.stringify({ type: 'complaint', reply_address: address }))).json(),
    ).toMatchObject({ result: 'suppressed' });
    expect(await rows('select state from deliveries where id = $1', delivery_id)).toEqual([
      { state: 'sent' },
    ]);
    expect(
      await rows('select reason from mail_suppressions where email_key = lower($1)', person.email_address),
    ).toEqual([{ reason: 'complaint' }]);
  });
});

describe('strangers', () => {
  test('a call without the right signature does nothing, whatever it says', async () => {
    const { address, person, idea_id, delivery_id } = await send();
    const body = JSON.stringify({
      to: address,
      from: person.email_address,
      message_id: unique(),
      text: 'Forged',
    });
    const bounce = JSON.stringify({
      type: 'bounce',
      message_id: `d${delivery_id}.${author.tenant.id}@mail.example`,
    });
    for (const [name, signature] of [
      ['none', null],
      ['nonsense', 'nonsense'],
      ['no time', sign(body).split(',')[1]!],
      ['another secret', sign(body, seconds(), 'another-secret-0123456789')],
      ['another body', sign(`${body} `)],
      ['another time', sign(body).replace(/t=\d+/, `t=${seconds() - 10}`)],
      ['old', sign(body, seconds() - 301)],
      ['of tomorrow', sign(body, seconds() + 310)],
    ] as const) {
      expect((await call(REPLY_HOOK_PATH, body, { signature })).status, name).toBe(401);
      expect(
        (await call(BOUNCE_HOOK_PATH, bounce, { signature: signature === null ? null : signature })).status,
        name,
      ).toBe(401);
    }
    expect(await messagesOf(idea_id)).toEqual([]);
    expect(await rows('select state from deliveries where id = $1', delivery_id)).toEqual([
      { state: 'sent' },
    ]);
  });

  test('a signature is good once; after a fault of the body the call can be signed again', async () => {
    const { address, person, idea_id } = await send();
    const body = JSON.stringify({
      to: address,
      from: person.email_address,
      message_id: unique(),
      text: 'Once',
    });
    const signature = sign(body);
    expect((await call(REPLY_HOOK_PATH, body, { signature })).status).toBe(200);
    expect((await call(REPLY_HOOK_PATH, body, { signature })).status).toBe(409);
    expect(await messagesOf(idea_id)).toHaveLength(1);
    expect((await call(REPLY_HOOK_PATH, '{"to": 1')).status).toBe(400);
    expect((await call(REPLY_HOOK_PATH, '{"to": 1}')).status).toBe(422);
  });

  test('forged, altered and foreign addresses, and those of a mail that is gone, are answered alike', async () => {
    const { address, person, delivery_id } = await send();
    const stranger = await server.createUser({ tenant: await server.createTenant() });
    const foreign = await send({ of: stranger });
    const ask = async (to: string) => (await reply({ to, from: person.email_address })).text;
    const forged = await ask(address.replace(/[0-9a-f]{6}@/, '000000@'));
    // the other workspace's mail with this one's number, and the other way round
    const [, other] = /^reply\+([^.]+)\./.exec(foreign.address)!;
    expect(await ask(address.replace(/^reply\+[^.]+/, `reply+${other}`))).toBe(forged);
    await server.database.pool.query("update deliveries set state = 'left_out' where id = $1", [delivery_id]);
    expect(await ask(address)).toBe(forged);
    expect(await ask('somebody@example.com')).toBe(forged);
    expect(forged).toContain('answers no email of this installation');
    // an answer goes where its address says, and nowhere else
    expect(
      await rows('select count(*)::int as n from messages where subdomain_id = $1', stranger.tenant.id),
    ).toEqual([{ n: 0 }]);
  });

  test('a body of 30 MB is refused, and so is a kind of body that nobody reads', async () => {
    const body = Buffer.alloc(36 * 1024 * 1024, 65);
    expect((await call(REPLY_HOOK_PATH, body, { contentType: 'message/rfc822' })).status).toBe(413);
    const large = Buffer.alloc(30 * 1024 * 1024, 65);
    expect((await call(REPLY_HOOK_PATH, large, { contentType: 'message/rfc822' })).status).toBe(422);
    expect(
      (await call(REPLY_HOOK_PATH, 'a=b', { contentType: 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
  });

  test('who guesses signatures is sent away after a while', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 90; n += 1)
      statuses.add(
        (await call(REPLY_HOOK_PATH, '{}', { signature: `t=${seconds()},v1=${'0'.repeat(64)}` })).status,
      );
    expect(statuses).toEqual(new Set([401, 429]));
  });
});

test('without a secret no mail comes in', async () => {
  const closed = await startTestServer();
  try {
    const body = '{}';
    const answer = await closed.ask(REPLY_HOOK_PATH, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-earshot-signature': sign(body, seconds(), '') },
    });
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({
      message: expect.stringContaining('WEBHOOK_SECRET_FILE') as string,
    });
  } finally {
    await closed.close();
  }
});
