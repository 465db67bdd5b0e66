import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutgoingMail } from '../core/services.ts';
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
  const outbox = createMail({ smtpUrl: null, domain: 'feedback.example.com', outboxDir: join(dir, 'outbox') });
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
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('refused') ? new Error('550 no such person') : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((ready) => {
    relay.listen(0, '127.0.0.1', ready);
  });
  const { port } = relay.server.address() as AddressInfo;
  const service = createMail({ smtpUrl: `smtp://127.0.0.1:${port}`, domain: 'feedback.example.com', outboxDir: join(dir, 'unused') });
  try {
    expect(await service.send(mail)).toEqual({ delivered: 'relay' });
    expect(received[0]!.to).toEqual(['zoe@example.com']);
    expect(received[0]!.text).toContain('<p>Hello</p>');
    await expect(service.send({ ...mail, to: { name: null, email_address: 'refused@example.com' } })).rejects.toThrow(/no such person/);
  } finally {
    service.close();
    await new Promise<void>((closed) => {
      relay.close(() => closed());
    });
  }
});
