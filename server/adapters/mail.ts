import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import { MailRefused, type MailService, type OutgoingMail } from '../services/mail.ts';
import { checkRelay, relayName } from './mail_check.ts';

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
  /** Answers come in by IMAP or by a hook. */
  takesReplies?: boolean;
}

/** Longest waits for a relay: to connect, for its greeting, between two of its answers, and for one mail in all. */
const CONNECT_MS = 15_000;
const SILENCE_MS = 60_000;
const MAIL_MS = 240_000;
/** Connections to the relay at once. */
const CONNECTIONS = 5;

/** A text for a header: what ends a line would end the header. */
function oneLine(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
}

/**
 * The mail service: through the relay of SMTP_URL, or into the outbox folder. A message id without a
 * domain gets the configured one. What does not go out is thrown as MailRefused, which says whether
 * another try makes sense.
 */
export function createMail(options: MailOptions): MailService & { close: () => void } {
  const message = (mail: OutgoingMail): SendMailOptions => ({
    from: {
      name: oneLine(mail.from?.name ?? 'Earshot'),
      address: mail.from?.email_address ?? `no-reply@${options.domain}`,
    },
    to: { name: oneLine(mail.to.name ?? ''), address: mail.to.email_address },
    ...(mail.dkim === undefined
      ? {}
      : {
          dkim: {
            domainName: mail.dkim.domain,
            keySelector: mail.dkim.selector,
            privateKey: mail.dkim.private_key,
          },
          // the domain answers for what its key signs; whose server brings it is the installation's to answer for (SPF)
          envelope: { from: `no-reply@${options.domain}`, to: mail.to.email_address },
        }),
    ...(mail.reply_to === undefined ? {} : { replyTo: { name: '', address: mail.reply_to } }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.message_id.includes('@') ? mail.message_id : `${mail.message_id}@${options.domain}`}>`,
    // a header ends where its line does
    headers: Object.entries(mail.headers ?? {}).map(([key, value]) => ({
      key,
      value: { prepared: true, foldLines: false, value: oneLine(value) },
    })),
    // nothing is fetched for a mail: its parts are given as they are
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const described = {
    domain: options.domain,
    undoSeconds: options.undoSeconds ?? 30,
    takesReplies: options.takesReplies ?? false,
  };
  const checked: Pick<MailService, 'relay' | 'check'> = {
    relay: options.smtpUrl === null ? null : relayName(options.smtpUrl),
    check: (test) => checkRelay(options.smtpUrl, { ...test, from: `no-reply@${options.domain}` }),
  };
  return {
    ...described,
    ...checked,
    ...(options.smtpUrl === null ? outbox(options.outboxDir, message) : relay(options.smtpUrl, message)),
  };
}

type Sender = Pick<MailService, 'send'> & { close: () => void };
type Compose = (mail: OutgoingMail) => SendMailOptions;
/** What rides along with a mail through the library. */
interface Noted {
  signal: AbortSignal;
  noteStream: (stream: Readable) => void;
}

/** The library, loaded with the first mail: it takes 4 MB, and a process without jobs sends next to none. */
const loadLibrary = () => import('nodemailer');

/** A few kept connections to the relay. */
async function openTransport(url: string) {
  const { createTransport } = await loadLibrary();
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  // a connection that breaks while it is idle is none of any mail; the next one opens another
  transport.on('error', () => {});
  // the stream that a connection reads the message from: whether it was begun tells whether the relay may have it
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((input) => {
      (mail.data as Noted).noteStream(input);
      return input;
    });
    done();
  });
  return transport;
}

/** Hands mail to the relay. */
function relay(url: string, message: Compose): Sender {
  let opened: ReturnType<typeof openTransport> | null = null;
  return {
    send: async (mail) => {
      opened ??= openTransport(url);
      const transport = await opened;
      let stream: Readable | null = null;
      const data: SendMailOptions & Noted = {
        ...message(mail),
        signal: AbortSignal.timeout(MAIL_MS),
        noteStream: (input) => {
          stream = input;
        },
      };
      try {
        await transport.sendMail(data);
        return { delivered: 'relay' };
      } catch (error) {
        throw refusalOf(error, (stream as Readable | null)?.readableDidRead ?? false);
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/**
 * What a failure of the relay means for the mail (RFC 5321): 5xx for good, 4xx for now. Without an
 * answer the relay was not there, unless it was being handed the message: then it may have it.
 */
function refusalOf(error: unknown, wasBegun: boolean): MailRefused {
  const {
    code = '',
    responseCode,
    message = String(error),
    response,
  } = error as { code?: string; responseCode?: number; message?: string; response?: string };
  const sentence = (response ?? message).replace(/\s+/g, ' ').slice(0, 500);
  // a refusal of the sign-in, of TLS or of the connection is none of this mail
  const isMails =
    responseCode !== undefined && (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== 421;
  if (isMails)
    return new MailRefused(responseCode >= 500 ? 'refused' : 'deferred', sentence, { cause: error });
  if (responseCode === undefined && wasBegun) return new MailRefused('unknown', sentence, { cause: error });
  if (code === 'EENVELOPE') return new MailRefused('refused', sentence, { cause: error });
  return new MailRefused('unreachable', sentence, { cause: error });
}

/** Writes each mail as a file; its name begins with the time, so that a listing is in order. */
function outbox(dir: string, message: Compose): Sender {
  return {
    send: async (mail) => {
      const { createTransport } = await loadLibrary();
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const composed = await composer.sendMail(message(mail));
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      const part = join(dir, `.${name}.part`);
      // links in these mails let people in: no one but this user reads them
      await writeFile(part, composed.message as Buffer, { mode: 0o600 });
      await rename(part, join(dir, name));
      return { delivered: 'outbox' };
    },
    close: () => {},
  };
}
