import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailRefused, OutgoingMail } from '../services/mail.ts';
import { startRelay } from '../testing/relay.ts';
import { createMail } from './mail.ts';

const mail: OutgoingMail = {
  to: { name: 'Zoë "Z" O\'Hara', email_address: 'zoe@example.com' },
  subject: 'Grüße\r\nBcc: victim@example.com',
  text: 'Hello',
  html: '<p>Hello</p>',
  message_id: 'reset-1',
};

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'earshot-mail-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('without a relay a mail becomes a file that this user alone can read', async () => {
  const outbox = createMail({
    smtpUrl: null,
    domain: 'feedback.example.com',
    outboxDir: join(dir, 'outbox'),
  });
  expect(await outbox.send(mail)).toEqual({ delivered: 'outbox' });
  const [name, ...others] = readdirSync(join(dir, 'outbox'));
  expect(others).toEqual([]);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f]{8}\.eml$/);
  expect(statSync(join(dir, 'outbox', name!)).mode & 0o777).toBe(0o600);
  const text = readFileSync(join(dir, 'outbox', name!), 'utf8');
  expect(text).toContain('From: Earshot <no-reply@feedback.example.com>');
  expect(text).toContain('Message-ID: <reset-1@feedback.example.com>');
  expect(text).toContain('zoe@example.com');
  expect(text).not.toMatch(/^Bcc:/m);
  outbox.close();
});

test('with a relay it is sent there, and what the relay refuses is thrown', async () => {
  const received: { to: string[]; text: string }[] = [];
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('refused') ? new Error('550 no such person') : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((ready) => {
    relay.listen(0, '127.0.0.1', ready);
  });
  const { port } = relay.server.address() as AddressInfo;
  const service = createMail({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    domain: 'feedback.example.com',
    outboxDir: join(dir, 'unused'),
  });
  try {
    expect(await service.send(mail)).toEqual({ delivered: 'relay' });
    expect(received[0]!.to).toEqual(['zoe@example.com']);
    expect(received[0]!.text).toContain('<p>Hello</p>');
    await expect(
      service.send({ ...mail, to: { name: null, email_address: 'refused@example.com' } }),
    ).rejects.toThrow(/no such person/);
  } finally {
    service.close();
    await new Promise<void>((closed) => {
      relay.close(() => closed());
    });
  }
});

test('a refusal says whether another try makes sense', async () => {
  const relay = await startRelay();
  const service = createMail({
    smtpUrl: relay.url,
    domain: 'feedback.example.com',
    outboxDir: join(dir, 'unused'),
  });
  const outcome = () =>
    service.send(mail).then(
      () => 'sent',
      (error: MailRefused) => error.outcome,
    );
  try {
    relay.refuse = () => ({ code: 550, sentence: 'No' });
    expect(await outcome()).toBe('refused');
    relay.refuse = () => ({ code: 450, sentence: 'Later' });
    expect(await outcome()).toBe('deferred');
    relay.refuse = () => null;
    relay.answers = () => false;
    expect(await outcome()).toBe('unknown');
    relay.answers = () => true;
    expect(await outcome()).toBe('sent');
    await relay.close();
    expect(await outcome()).toBe('unreachable');
  } finally {
    service.close();
  }
});

test('sender, answers and further headers are those of the mail, each on its own line', async () => {
  const relay = await startRelay();
  const service = createMail({
    smtpUrl: relay.url,
    domain: 'feedback.example.com',
    outboxDir: join(dir, 'unused'),
  });
  try {
    await service.send({
      ...mail,
      from: { name: 'Acme\r\nBcc: x@example.com', email_address: 'news@acme.example' },
      reply_to: 'team@acme.example',
      headers: {
        'List-Unsubscribe': `<https://a.example/u/${'x'.repeat(120)}>`,
        'X-Test': 'one\r\nBcc: y@example.com',
      },
    });
    const { parsed, raw } = relay.received[0]!;
    expect(parsed.from?.value[0]?.address).toBe('news@acme.example');
    expect(parsed.replyTo?.value[0]?.address).toBe('team@acme.example');
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/a\.example\/u\/x{120}>\r?$/m);
    expect(raw).not.toMatch(/^Bcc:/m);
    expect(parsed.headers.get('x-test')).toBe('one Bcc: y@example.com');
  } finally {
    service.close();
    await relay.close();
  }
});
