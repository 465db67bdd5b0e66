import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inboundTickets } from './domain/support/ticket_mail.ts';
import { openMailbox } from './adapters/imap.ts';
import { createSignatures } from './adapters/signatures.ts';
import {
  buildSuggestion,
  buildUser,
  insertRow,
  systemViewer,
  testScope,
  testServices,
} from './db/builders.ts';
import { openTestDatabase, type TestDatabase } from './db/testing.ts';
import { replyAddress } from './domain/mail/tokens.ts';
import { takeMail } from './domain/mail/inbound.ts';
import {
  createMailReader,
  MailReaderDied,
  type MailReader,
  type OpenMail,
} from './domain/mail/inbound_reader.ts';
import { lookOnce, startPoll, type PollOptions } from './jobs/inbound_poll.ts';
import { startImap, type TestImap } from './testing/imap.ts';
import { openWorkspace, type TestWorkspace } from './testing/workspace.ts';

/* The poll with the real client, over TCP, on a small server; what it keeps is read from the database. */

const signatures = createSignatures(Buffer.alloc(32, 5));
const log = pino({ level: 'silent' });
let database: TestDatabase;
let imap: TestImap;
let began: Date;
let own: TestWorkspace;
let address: string;
let person: { id: string; email_address: string | null };
beforeAll(async () => {
  database = await openTestDatabase();
});
const reader = createMailReader();
afterAll(async () => {
  await reader.close();
  await database.close();
});
beforeEach(async () => {
  imap = await startImap();
  began = new Date();
  own = await openWorkspace(database);
  const idea = await buildSuggestion(database, own.tenant);
  person = await buildUser(database, own.tenant);
  const message = await insertRow(database, 'supporter_messages', {
    subdomain_id: own.tenant.id,
    suggestion_id: idea.id,
    user_id: own.admin.id,
    email_subject: 'A question',
    body: 'Hello',
  });
  const mailing = await insertRow(database, 'mailings', {
    subdomain_id: own.tenant.id,
    kind: 'supporter_message',
    suggestion_id: idea.id,
    supporter_message_id: message.id,
    user_id: own.admin.id,
    subject: 'A question',
  });
  const delivery = await insertRow(database, 'deliveries', {
    subdomain_id: own.tenant.id,
    mailing_id: mailing.id,
    user_id: person.id,
    email_address: person.email_address!,
    state: 'sent',
  });
  address = replyAddress(signatures, own.tenant.id, delivery.id, 'mail.example');
});
afterEach(() => imap.close());

const options = (): Omit<PollOptions, 'everyMs'> => ({
  open: () => openMailbox(imap.url),
  pool: database.pool,
  log,
  reader,
  signatures,
  tickets: inboundTickets,
  scopeOf: async (id) =>
    id === own.tenant.id
      ? testScope(database, systemViewer(own.tenant), { services: { ...testServices(), signatures } })
      : null,
});
const mail = (
  text: string,
  { to = address, id = `${Math.random()}@people.example`, head = '' } = {},
): TestImap['mails'][number] => ({
  raw: Buffer.from(
    `From: ${person.email_address}\r\nTo: ${to}\r\nSubject: Re: A question\r\nMessage-ID: <${id}>\r\n${head}\r\n${text}\r\n`,
  ),
  isSeen: false,
});
const bodies = async () =>
  (
    await own.rows<{ body: string }>(
      'select body from messages where subdomain_id = $1 order by id',
      own.tenant.id,
    )
  ).map(({ body }) => body);

test('unseen mails are kept, others passed over, and all are marked; a second look finds nothing new', async () => {
  imap.mails.push(
    mail('First'),
    { ...mail('Was seen'), isSeen: true },
    mail('Nobody', { to: 'somebody@mail.example' }),
    mail('I am away', { head: 'Auto-Submitted: auto-replied\r\n' }),
    mail('Second'),
  );
  expect(await lookOnce(options())).toEqual({ stored: 2, other: 2, broken: 0 });
  expect(await bodies()).toEqual(['First', 'Second']);
  expect(imap.mails.map(({ isSeen }) => isSeen)).toEqual([true, true, true, true, true]);
  expect(await lookOnce(options())).toEqual({ stored: 0, other: 0, broken: 0 });
});

test('a mail that nobody can read does not stop those behind it, and does not come again', async () => {
  imap.mails.push(
    {
      raw: Buffer.from(
        `From: ${person.email_address}\r\nMessage-ID: <many@people.example>\r\nTo: ${address}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(1000)}`,
      ),
      isSeen: false,
    },
    mail('Behind it'),
  );
  expect(await lookOnce(options())).toEqual({ stored: 1, other: 0, broken: 1 });
  expect(await bodies()).toEqual(['Behind it']);
  expect(imap.mails.every(({ isSeen }) => isSeen)).toBe(true);
});

test('a mail that could not be kept stays unseen and comes again; a mail that is there twice is kept once', async () => {
  imap.mails.push(mail('Once', { id: 'same@people.example' }), mail('Once', { id: 'same@people.example' }));
  const failing = { ...options(), scopeOf: () => Promise.reject(new Error('The database does not answer')) };
  expect(await lookOnce(failing)).toEqual({ stored: 0, other: 0, broken: 2 });
  expect(imap.mails.some(({ isSeen }) => isSeen)).toBe(false);
  expect(await lookOnce(options())).toEqual({ stored: 1, other: 1, broken: 0 });
  expect(await bodies()).toEqual(['Once']);
});

test('a mail that can never be kept is given up in the end', async () => {
  imap.mails.push(mail('Never'));
  const failed = new Map<number, number>();
  const failing = { ...options(), failed, scopeOf: () => Promise.reject(new Error('No')) };
  for (let look = 1; look < 10; look += 1) await lookOnce(failing);
  expect(imap.mails[0]!.isSeen).toBe(false);
  await lookOnce(failing);
  expect(imap.mails[0]!.isSeen).toBe(true);
  expect(failed.size).toBe(0);
});

/** Reads mails, and dies of one that says "Deadly". */
const mortal: MailReader = {
  ...reader,
  open: (form, bytes) =>
    Buffer.from(bytes).includes('Deadly')
      ? Promise.reject(new MailReaderDied('The email takes too long to be read.'))
      : reader.open(form, bytes),
};
const tries = () =>
  own.rows<{ uid: string; tries: number; reason: string | null; is_aside: boolean }>(
    'select uid::text as uid, tries, reason, set_aside_at is not null as is_aside from inbound_tries where began_at >= $1 order by uid',
    began,
  );

test('a mail that ends the thread which reads it is met twice, set aside and told; those behind it are kept, and the process lives', async () => {
  imap.mails.push(mail('Deadly'), mail('Behind it'));
  const lines: string[] = [];
  const told = {
    ...options(),
    reader: mortal,
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  };
  expect(await lookOnce(told)).toEqual({ stored: 1, other: 0, broken: 1 });
  expect(imap.mails.map(({ isSeen }) => isSeen)).toEqual([false, true]);
  expect(await lookOnce(told)).toEqual({ stored: 0, other: 0, broken: 1 });
  expect(imap.mails.map(({ isSeen }) => isSeen)).toEqual([true, true]);
  expect(await tries()).toEqual([
    { uid: '1', tries: 2, reason: 'The email takes too long to be read.', is_aside: true },
  ]);
  expect(lines.join('')).toContain('It is set aside, marked as read.');
  expect(await bodies()).toEqual(['Behind it']);
});

test('a mail at which two processes ended is not read a third time', async () => {
  imap.mails.push(mail('Deadly'), mail('Behind it'));
  // each process wrote it down, and did not come back
  const died = async (): Promise<void> => {
    const never = new Promise<never>(() => {});
    let begun = (): void => {};
    const reading = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const client = await database.pool.connect();
    const pool = { connect: async () => client } as unknown as PollOptions['pool'];
    void lookOnce({
      ...options(),
      pool,
      reader: {
        open: () => {
          begun();
          return never;
        },
        close: async () => {},
      },
    });
    await reading;
    // with its connection the lock goes
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    client.release(true);
    const isThere = async (): Promise<boolean> =>
      (await database.pool.query('select 1 from pg_stat_activity where pid = $1', [rows[0]!.pid]))
        .rowCount !== 0;
    await expect.poll(isThere).toBe(false);
  };
  await died();
  await died();
  expect(await tries()).toEqual([{ uid: '1', tries: 2, reason: null, is_aside: false }]);
  const read: string[] = [];
  const watched = {
    ...reader,
    open: (form: 'mail', bytes: Uint8Array) => {
      read.push(Buffer.from(bytes).toString());
      return reader.open(form, bytes);
    },
  } as typeof reader;
  expect(await lookOnce({ ...options(), reader: watched })).toEqual({ stored: 1, other: 0, broken: 1 });
  expect(read.join('')).not.toContain('Deadly');
  expect(imap.mails.every(({ isSeen }) => isSeen)).toBe(true);
  expect(await tries()).toMatchObject([
    { uid: '1', is_aside: true, reason: 'The server ended while it read it.' },
  ]);
});

test('nothing of a mail is read that answers none of ours: the address is looked for first', async () => {
  const scopeOf = options().scopeOf;
  const open = (to: string[], report: OpenMail['head']['report'] = null): OpenMail => ({
    head: {
      message_id: `${Math.random()}@x`,
      from_email: null,
      from_name: null,
      to,
      subject: '',
      automatic: null,
      report,
    },
    read: () => Promise.reject(new Error('It was read')),
  });
  const notOurs = { result: 'ignored', reason: 'This email answers no email of this installation.' };
  const gone = replyAddress(signatures, own.tenant.id, '999999999', 'mail.example');
  for (const to of ['nobody@mail.example', `${address.slice(0, 20)}0${address.slice(21)}`, gone]) {
    expect(await takeMail({ signatures, scopeOf, tickets: inboundTickets }, open([to])), to).toEqual(notOurs);
    expect(
      await takeMail(
        { signatures, scopeOf, tickets: inboundTickets },
        open([], { kind: 'bounce', addresses: [to] }),
      ),
      to,
    ).toEqual(notOurs);
  }
  await expect(takeMail({ signatures, scopeOf, tickets: inboundTickets }, open([address]))).rejects.toThrow(
    'It was read',
  );
});

test('of two processes one looks at a time', async () => {
  imap.mails.push(mail('One'));
  let let_go = (): void => {};
  const held = new Promise<void>((resolve) => {
    let_go = resolve;
  });
  const first = lookOnce({ ...options(), open: async () => held.then(() => openMailbox(imap.url)) });
  const waitingFor = async (): Promise<void> => {
    const { rows } = await database.pool.query(
      "select 1 from pg_locks where locktype = 'advisory' and granted",
    );
    if (rows.length === 0) await waitingFor();
  };
  await waitingFor();
  expect(await lookOnce(options())).toBeNull();
  let_go();
  expect(await first).toMatchObject({ stored: 1 });
});

test('a mailbox that cannot be opened is tried again, without the password in the log', async () => {
  imap.mails.push(mail('Later'));
  const lines: string[] = [];
  const wrong = imap.url.replace(':pass@', ':s3cret-wrong@');
  let tries = 0;
  const stop = startPoll({
    ...options(),
    everyMs: 5,
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    open: () => openMailbox((tries += 1) === 1 ? wrong : imap.url),
  });
  while ((await bodies()).length === 0) await new Promise((next) => setTimeout(next, 10));
  await stop();
  expect(lines.join('')).toContain('The mailbox of IMAP_URL cannot be read');
  expect(lines.join('')).not.toContain('s3cret-wrong');
});
