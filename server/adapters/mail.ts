import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailService, OutgoingMail } from '../core/services.ts';

/** Where mail goes. */
export interface MailOptions {
  /** null: the outbox folder */
  smtpUrl: string | null;
  /** Domain of the sender and of message ids. */
  domain: string;
  /** Folder that takes mail as .eml files when there is no relay. */
  outboxDir: string;
  /** Bulk mail waits this long so that it can be called back; 30 without a value. */
  undoSeconds?: number;
}

/** Longest waits for a relay: to connect, for its greeting, and between two of its answers. */
const CONNECT_MS = 15_000;
const SILENCE_MS = 60_000;

/**
 * The mail service: through the relay of SMTP_URL, or into the outbox folder. A message id without a
 * domain gets the configured one. What the relay refuses is thrown, so that the job tries again.
 */
export function createMail(options: MailOptions): MailService & { close: () => void } {
  const message = (mail: OutgoingMail): SendMailOptions => ({
    from: { name: 'Earshot', address: `no-reply@${options.domain}` },
    to: { name: mail.to.name ?? '', address: mail.to.email_address },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.message_id.includes('@') ? mail.message_id : `${mail.message_id}@${options.domain}`}>`,
    // nothing is fetched for a mail: its parts are given as they are
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const described = { domain: options.domain, undoSeconds: options.undoSeconds ?? 30 };
  if (options.smtpUrl === null) return { ...described, ...outbox(options.outboxDir, message) };
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  return {
    ...described,
    send: async (mail) => {
      await transport.sendMail(message(mail));
      return { delivered: 'relay' };
    },
    close: () => transport.close(),
  };
}

/** Writes each mail as a file; its name begins with the time, so that a listing is in order. */
function outbox(dir: string, message: (mail: OutgoingMail) => SendMailOptions): Pick<MailService, 'send'> & { close: () => void } {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (mail) => {
      const composed = await composer.sendMail(message(mail));
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      const part = join(dir, `.${name}.part`);
      // links in these mails let people in: nobody but this user reads them
      await writeFile(part, composed.message as Buffer, { mode: 0o600 });
      await rename(part, join(dir, name));
      return { delivered: 'outbox' };
    },
    close: () => composer.close(),
  };
}
