import { afterAll, expect, test } from 'vitest';
import { createMailReader, MailReaderDied, type MailReader, type OpenMail } from './inbound_reader.ts';

/* Mails are read in a thread of their own, so that this one goes on whatever they hold. */

const readers: MailReader[] = [];
const make = (...args: Parameters<typeof createMailReader>): MailReader => {
  const reader = createMailReader(...args);
  readers.push(reader);
  return reader;
};
afterAll(() => Promise.all(readers.map((reader) => reader.close())));

const HEAD =
  'From: a@people.example\r\nTo: reply+1.2.00@mail.example\r\nSubject: Re: x\r\nMessage-ID: <a@people.example>\r\n';
const open = async (reader: MailReader, raw: string): Promise<OpenMail> => {
  const opened = await reader.open('mail', Buffer.from(raw));
  if (!('head' in opened)) throw new Error('It is no mail');
  return opened;
};
/** Addresses of a part that a library takes apart by calling itself for each colon. */
const DEADLY = `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nTo: ${':'.repeat(200_000)}\r\n\r\nx\r\n--b--\r\n`;

test('head and content are read one after the other, in each form', async () => {
  const reader = make();
  const mail = await open(reader, `${HEAD}\r\nHello\r\n`);
  expect(mail.head).toMatchObject({
    to: ['reply+1.2.00@mail.example'],
    from_email: 'a@people.example',
    subject: 'Re: x',
    report: null,
  });
  expect(await mail.read()).toEqual({ body: 'Hello', report: null, files: [] });
  const file =
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n1,2\r\n--b--\r\n';
  expect(await (await open(reader, HEAD + file)).read({ files: true })).toEqual({
    body: 'Hello',
    report: null,
    files: [{ name: 'a.csv', content_type: 'text/csv', bytes: new TextEncoder().encode('1,2') }],
  });
  const raw = Buffer.from(`${HEAD}\r\nHello again\r\n`).toString('base64');
  for (const [form, json, body] of [
    ['reply', { raw }, 'Hello again'],
    ['bounce', { raw }, 'Hello again'],
    ['reply', { to: 'reply+1.2.00@mail.example', text: 'Yes' }, 'Yes'],
  ] as const) {
    const opened = await reader.open(form, Buffer.from(JSON.stringify(json)));
    if (!('head' in opened)) throw new Error('It is no mail');
    expect(opened.head.to).toEqual(['reply+1.2.00@mail.example']);
    expect((await opened.read()).body).toBe(body);
  }
  expect(
    await reader.open('bounce', Buffer.from('{"type":"bounce","reason":"' + 'x'.repeat(1_000) + '"}')),
  ).toEqual({
    told: {
      type: 'bounce',
      permanent: undefined,
      message_id: null,
      reply_address: null,
      reason: 'x'.repeat(500),
    },
  });
});

test('a mail that would hold its reader for long ends the thread alone; others have their turn meanwhile, and the next mail is read', async () => {
  const reader = make({ readMs: 4_000 });
  const deadly = await open(reader, DEADLY);
  let turns = 0;
  const ticks = setInterval(() => void (turns += 1), 20);
  const failure = await deadly.read().catch((error: unknown) => error);
  clearInterval(ticks);
  expect(failure).toBeInstanceOf(MailReaderDied);
  expect(turns).toBeGreaterThan(20);
  expect(await (await open(reader, `${HEAD}\r\nHello\r\n`)).read()).toMatchObject({ body: 'Hello' });
});

test('our address is found in a long list of them, and a head is read whatever it holds', async () => {
  const reader = make();
  const many = Array.from({ length: 2_000 }, (_, n) => `p${n}@people.example`).join(',\r\n ');
  const { head } = await open(reader, `Cc: ${many},\r\n reply+1.2.00@mail.example\r\n\r\nx`);
  expect(head.to[0]).toBe('reply+1.2.00@mail.example');
  for (const part of [':', '"', '(', '<', 'a:b;', 'x <y@z>: ', '=?utf-8?Q?a?= '])
    for (const name of ['To', 'From', 'Subject', 'Content-Type'])
      expect(
        (await open(reader, `${name}: ${part.repeat(250_000 / part.length)}\r\n\r\nx`)).head.report,
      ).toBeNull();
});
