import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailCheckStep } from '../services/mail.ts';

/*
 * What is wrong with the way to the relay: each step tried by itself, and its failure said in words that
 * tell what to do. What the relay answers is shown, since it often says the reason, without the user name
 * and password in case it repeats them.
 */

const CONNECT_MS = 8_000;
const SILENCE_MS = 15_000;
const SENTENCE_CHARACTERS = 300;

type Step = MailCheckStep['step'];
const STEPS: readonly Step[] = ['find', 'connect', 'encrypt', 'sign_in', 'send'];

/** What the test mail is. */
export interface RelayTest {
  to: string;
  from: string;
  workspace: string;
}

/** Host and port of a relay's address. */
export function relayName(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? defaultPort(url) : port}`;
}

const defaultPort = (url: string): number => (/^smtps:/i.test(url) ? 465 : 587);

/**
 * Tries the relay step by step. The first failure ends it; steps after it are `skipped`.
 * @param url null: none is set up
 * @param test null: no mail is sent
 */
export async function checkRelay(url: string | null, test: RelayTest | null): Promise<MailCheckStep[]> {
  const steps: MailCheckStep[] = [];
  const add = (step: Step, state: MailCheckStep['state'], sentence: string): void =>
    void steps.push({ step, state, sentence });
  const end = (): MailCheckStep[] => {
    const reached = steps.length;
    for (const step of STEPS.slice(reached))
      if (step !== 'send' || test !== null) add(step, 'skipped', 'Not tried, since the step before failed.');
    return steps;
  };
  if (url === null) {
    add(
      'find',
      'failed',
      'No relay is set up: SMTP_URL is not set, and email is written to the outbox folder instead of being sent.',
    );
    return end();
  }
  // loaded with the first try, as for the first mail
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const options = parseConnectionUrl(url);
  const host = options.host ?? '';
  const port = options.port ?? defaultPort(url);
  const secrets = [options.auth?.user, (options.auth as { pass?: string } | undefined)?.pass].filter(
    (secret): secret is string => typeof secret === 'string' && secret !== '',
  );
  const said = (error: unknown): string => {
    const { response, message = String(error) } = error as { response?: string; message?: string };
    let text = (response ?? message).replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
    // relays that repeat the sign-in do so as it is or in base64
    for (const secret of secrets)
      for (const form of [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)])
        text = text.replaceAll(form, '…');
    text = text.replaceAll(/[A-Za-z0-9+/=]{24,}/g, '…');
    return (
      text.length > SENTENCE_CHARACTERS ? `${text.slice(0, SENTENCE_CHARACTERS).toWellFormed()}…` : text
    ).replace(/[.\s]+$/, '');
  };

  try {
    if (isIP(host) === 0) await lookup(host);
    add('find', 'ok', `The relay is ${host}, port ${port}.`);
  } catch {
    add(
      'find',
      'failed',
      `The host name ${host} is unknown. Correct it in SMTP_URL, or check this machine's name server.`,
    );
    return end();
  }
  const unreachable = await tryConnect(host, port);
  if (unreachable !== null) {
    add('connect', 'failed', unreachable);
    return end();
  }
  add('connect', 'ok', 'It takes connections.');

  const connection = new Connection({
    ...options,
    host,
    port,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    logger: false,
    debug: false,
  });
  // what breaks after its step is over has no one to tell
  connection.on('error', () => {});
  try {
    const greeting = await settled((done) => {
      connection.once('error', done);
      connection.connect(done);
    });
    if (greeting !== null) {
      add('encrypt', 'failed', encryptionSentence(greeting, said(greeting), port));
      return end();
    }
    add(
      'encrypt',
      'ok',
      (connection as unknown as { secure: boolean }).secure
        ? 'The connection is encrypted, and the certificate is good.'
        : 'The relay answers. The connection is not encrypted.',
    );
    if (options.auth === undefined) add('sign_in', 'skipped', 'SMTP_URL names no user, so no one signs in.');
    else {
      const refused = await settled((done) =>
        connection.login(options.auth as SMTPConnection.AuthenticationType, (error) => done(error)),
      );
      if (refused !== null) {
        add(
          'sign_in',
          'failed',
          (refused as { code?: string }).code === 'ETIMEDOUT'
            ? 'The relay did not answer the sign-in in time.'
            : `The relay refuses the sign-in. Correct user name and password in SMTP_URL. It said: ${said(refused)}.`,
        );
        return end();
      }
      add('sign_in', 'ok', 'The relay takes the user name and the password.');
    }
    if (test === null) return steps;
    const failed = await settled((done) =>
      connection.send({ from: test.from, to: [test.to] }, testMail(test), (error) => done(error)),
    );
    if (failed === null)
      add('send', 'ok', `A test email went to ${test.to}. When it does not arrive, check the spam folder.`);
    else add('send', 'failed', sendSentence(failed, said(failed), test));
    return steps;
  } finally {
    connection.close();
  }
}

/** Waits for a call with a callback. @returns what it failed with; null: it went well */
function settled(start: (done: (error?: unknown) => void) => void): Promise<unknown> {
  return new Promise((resolve) => {
    const late = setTimeout(
      () => resolve(Object.assign(new Error('Nothing was answered in time'), { code: 'ETIMEDOUT' })),
      SILENCE_MS + CONNECT_MS,
    );
    start((error) => {
      clearTimeout(late);
      resolve(error ?? null);
    });
  });
}

/** @returns what is wrong; null when something accepts connections there */
function tryConnect(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (sentence: string | null): void => {
      socket.destroy();
      resolve(sentence);
    };
    socket.setTimeout(CONNECT_MS, () =>
      finish(
        `Nothing answers at ${host}, port ${port}. Check host, port and firewall; many networks block port 25.`,
      ),
    );
    socket.once('connect', () => finish(null));
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      finish(
        code === 'ECONNREFUSED'
          ? `${host} refuses connections on port ${port}. Start the relay, or correct the port in SMTP_URL.`
          : `${host}, port ${port}, cannot be reached (${code ?? 'unknown reason'}). Check host, port and firewall.`,
      ),
    );
  });
}

const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is signed by an authority that is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an authority that is not known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is made out to another host name',
};

function encryptionSentence(error: unknown, said: string, port: number): string {
  const codes = new Set(
    [error, (error as { cause?: unknown }).cause].map(
      (one) => (one as { code?: string } | undefined)?.code ?? '',
    ),
  );
  const certificate =
    Object.entries(CERTIFICATES).find(([code]) => codes.has(code) || said.includes(code))?.[1] ??
    (/self.signed/i.test(said)
      ? CERTIFICATES['DEPTH_ZERO_SELF_SIGNED_CERT']
      : /altnames|does not match/i.test(said)
        ? CERTIFICATES['ERR_TLS_CERT_ALTNAME_INVALID']
        : /certificate has expired/i.test(said)
          ? CERTIFICATES['CERT_HAS_EXPIRED']
          : undefined);
  if (certificate !== undefined)
    return `The certificate of the relay ${certificate}. Use the host name that it is made out to, or give the relay another certificate.`;
  if (/wrong version number|packet length too long|record too long|unknown protocol/i.test(said))
    return `The relay does not begin with TLS on port ${port}. Use smtp: instead of smtps: in SMTP_URL, or its port for TLS, usually 465.`;
  if (codes.has('ETIMEDOUT') || /greeting/i.test(said))
    return `The relay takes the connection and says nothing. Use smtps: instead of smtp: in SMTP_URL when port ${port} begins with TLS, usually 465.`;
  return `The relay ends the conversation before email can be handed over. It said: ${said}.`;
}

function sendSentence(error: unknown, said: string, { from, to }: RelayTest): string {
  const { command = '', responseCode } = error as { command?: string; responseCode?: number };
  if (/MAIL/i.test(command))
    return responseCode === 530 || /auth/i.test(said)
      ? `The relay wants someone to sign in. Put user and password into SMTP_URL. It said: ${said}.`
      : `The relay refuses the sender ${from}. Set MAIL_DOMAIN to a domain that it sends for. It said: ${said}.`;
  if (/RCPT/i.test(command))
    return `The relay refuses to bring email to ${to}. Perhaps it delivers to its own domain only, or wants someone to sign in. It said: ${said}.`;
  return `The relay did not take the test email. It said: ${said}.`;
}

const oneLine = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();

function testMail({ from, to, workspace }: RelayTest): string {
  const encoded = `=?utf-8?B?${Buffer.from(`Test email of ${oneLine(workspace)}`.slice(0, 40).toWellFormed()).toString('base64')}?=`;
  return [
    `From: Earshot <${oneLine(from)}>`,
    `To: <${oneLine(to)}>`,
    `Subject: ${encoded}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <test-${Date.now()}-${Math.random().toString(36).slice(2)}@${from.split('@')[1]!}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Emails from Earshot reach you. Someone asked for this test in the email settings.',
    '',
  ].join('\r\n');
}
