import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSignatures } from '../../adapters/signatures.ts';
import { ticketLimits } from '../../../contract/tickets.ts';
import { NO_PERMISSIONS } from '../../../contract/permissions.ts';
import {
  buildAdmin,
  buildAttachment,
  buildSuggestion,
  buildTicket,
  buildUser,
  insertRow,
  systemViewer,
  testScope,
  testServices,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import type { InboundFile } from '../mail/inbound_mail.ts';
import { takeMail, type Taken } from '../mail/inbound.ts';
import { readStreamAddress, replyAddress, streamAddress } from '../mail/tokens.ts';
import { openTicketCounts } from './ticket_counts.ts';
import { inboundTickets } from './ticket_mail.ts';

const signatures = createSignatures(Buffer.alloc(32, 7));
let database: TestDatabase;
let w: TestWorkspace;
let stream: { id: string };
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const services = testServices();
  w = await openWorkspace(database, {
    services: { ...services, signatures, mail: { ...services.mail, takesReplies: true } },
  });
  stream = await insertRow(database, 'ticket_streams', {
    subdomain_id: w.tenant.id,
    name: 'Support',
    position: 1,
  });
});

const FIELDS =
  'id subject state excerpt from_email from_name user { id } assignee { id } stream { id } suggestions { id }';
const MESSAGES =
  'kind body body_mime_type from_email is_verified event delivery_state user { id } event_user { id }';
interface Ticket {
  id: string;
  subject: string;
  [field: string]: unknown;
}
const tickets = async (query = ''): Promise<Ticket[]> =>
  (await w.api.data<{ tickets: { records: Ticket[] } }>(`{ tickets${query} { records { ${FIELDS} } } }`))
    .tickets.records;
const messages = async (ticket: string): Promise<Record<string, unknown>[]> =>
  (
    await w.api.data<{ ticket_messages: { records: Record<string, unknown>[] } }>(
      `{ ticket_messages(ticket: ["${ticket}"]) { records { ${MESSAGES} } } }`,
    )
  ).ticket_messages.records;
const command = <T = Ticket>(name: string, args: string, fields = 'id', api = w.api): Promise<T> =>
  api.data<Record<string, T>>(`mutation { ${name}(${args}) { ${fields} } }`).then((answer) => answer[name]!);
const counts = () => openTicketCounts(w.api.scope.db, w.tenant.id);

let sent = 0;
let authorized_features = ['idea_attachments'];
/** Where the files of emails are kept. */
const kept = testServices();
/** An email that comes in, as it is read. */
function mail(
  to: string,
  {
    from = 'craig@customer.example',
    name = 'Craig Marsden' as string | null,
    subject = 'Hours are missing',
    body = 'Every Sunday visit is missing.',
    message_id = `m${(sent += 1)}@customer.example` as string | null,
    automatic = null as string | null,
    files = [] as InboundFile[],
  } = {},
): Promise<Taken> {
  return takeMail(
    {
      signatures,
      tickets: inboundTickets,
      scopeOf: (id) =>
        Promise.resolve(
          id === w.tenant.id
            ? testScope(
                database,
                { ...systemViewer(w.tenant), authorized_features },
                { services: { ...kept, signatures } },
              )
            : null,
        ),
    },
    {
      head: {
        message_id,
        from_email: from,
        from_name: name,
        to: [to],
        subject,
        automatic,
        report: null,
      },
      read: () => Promise.resolve({ body, report: null, files }),
    },
  );
}
const address = () => streamAddress(signatures, w.tenant.id, stream.id, 'mail.example');
/** The address that takes answers to the newest reply, once it was sent. */
async function answerAddress(): Promise<string> {
  const [delivery] = await w.rows<{ id: string }>(
    "update deliveries set state = 'sent' where subdomain_id = $1 and id = (select max(id) from deliveries where subdomain_id = $1) returning id::text as id",
    w.tenant.id,
  );
  return replyAddress(signatures, w.tenant.id, delivery!.id, 'mail.example');
}

const fileOf = (name: string, text: string): InboundFile => ({
  name,
  content_type: 'text/plain',
  bytes: Buffer.from(text),
});

describe('files of emails', () => {
  const emails = () =>
    w.api
      .data<{
        ticket_messages: {
          records: { body: string; is_verified: boolean; attachments: { file_name: string }[] }[];
        };
      }>('{ ticket_messages { records { body is_verified attachments { file_name size_in_bytes } } } }')
      .then((answer) => answer.ticket_messages.records.filter(({ body }) => body !== null));

  test('they hang on their message; programs are named and not kept; a second delivery changes nothing', async () => {
    const files = [fileOf('hours.csv', 'a,b'), fileOf('run.exe', 'MZ'), fileOf('empty.txt', '')];
    const email = { message_id: 'files@customer.example', files };
    await mail(address(), email);
    expect(await mail(address(), email)).toMatchObject({ result: 'known' });
    await mail(address(), { body: '', files: [fileOf('only.txt', 'x')] });
    expect(await emails()).toEqual([
      {
        body: 'Every Sunday visit is missing.\n\n[Not kept: 2 files, run.exe, empty.txt]',
        is_verified: false,
        attachments: [{ file_name: 'hours.csv', size_in_bytes: 3 }],
      },
      { body: 'only.txt', is_verified: false, attachments: [{ file_name: 'only.txt', size_in_bytes: 1 }] },
    ]);
    const free = await w.rows<{ n: number }>(
      'select count(*)::int as n from attachments where subdomain_id = $1 and ticket_message_id is null',
      w.tenant.id,
    );
    expect(free).toEqual([{ n: 0 }]);
  });

  test('a workspace without files keeps none, and says so', async () => {
    authorized_features = [];
    await mail(address(), { files: [fileOf('hours.csv', 'a,b')] }).finally(
      () => (authorized_features = ['idea_attachments']),
    );
    expect(await emails()).toMatchObject([
      { body: 'Every Sunday visit is missing.\n\n[Not kept: a file, hours.csv]', attachments: [] },
    ]);
  });

  test('what strangers send in a day is bounded, and those who answer us are not bound by it', async () => {
    await mail(address(), { files: [fileOf('first.txt', 'x')] });
    await w.rows(
      'update attachments set size_in_bytes = $2 where subdomain_id = $1 returning id',
      w.tenant.id,
      ticketLimits.strangersBytesADay,
    );
    await mail(address(), { files: [fileOf('second.txt', 'x')] });
    const [newest] = await tickets();
    await command('ticket_reply', `ticket: "${newest!.id}", body: "Thank you."`);
    await mail(await answerAddress(), { files: [fileOf('third.txt', 'x')] });
    expect((await emails()).map((one) => one.attachments.map(({ file_name }) => file_name))).toEqual([
      ['first.txt'],
      [],
      [],
      ['third.txt'],
    ]);
    // nor does what they send take the room of others
    await w.rows(
      "update attachments set size_in_bytes = case file_name when 'first.txt' then 1 else $2::bigint end where subdomain_id = $1 returning id",
      w.tenant.id,
      ticketLimits.strangersBytesADay,
    );
    await mail(address(), { files: [fileOf('room.txt', 'x')] });
    expect((await emails()).at(-1)!.attachments).toMatchObject([{ file_name: 'room.txt' }]);
    // the day after there is room again
    await w.rows(
      "update attachments set size_in_bytes = $2, created_at = created_at - interval '25 hours' where subdomain_id = $1 returning id",
      w.tenant.id,
      ticketLimits.strangersBytesADay,
    );
    await mail(address(), { files: [fileOf('fourth.txt', 'x')] });
    expect((await emails()).at(-1)!.attachments).toMatchObject([{ file_name: 'fourth.txt' }]);
  });
});

describe('emails', () => {
  test('what is sent to the address of a stream becomes a ticket, of whoever has the address here', async () => {
    const craig = await buildUser(database, w.tenant, { email_address: 'Craig@customer.example' });
    expect(await mail(address())).toMatchObject({ result: 'stored' });
    expect(await mail(address(), { from: 'else@customer.example', name: null, subject: ' ' })).toMatchObject({
      result: 'stored',
    });
    const [second, first] = await tickets();
    expect(first).toMatchObject({
      subject: 'Hours are missing',
      state: 'open',
      excerpt: 'Every Sunday visit is missing.',
      from_email: 'craig@customer.example',
      user: { id: craig.id },
      stream: { id: stream.id },
      assignee: null,
    });
    expect(second).toMatchObject({ subject: 'No subject', user: null, from_email: 'else@customer.example' });
    // anyone can write any address into an email
    expect(await messages(first!.id)).toMatchObject([{ kind: 'email', is_verified: false }]);
    expect(await counts()).toEqual({ [stream.id]: 2 });
  });

  test('one email begins one ticket, however often and to how many streams it comes; programs and empty ones begin none', async () => {
    const other = await insertRow(database, 'ticket_streams', {
      subdomain_id: w.tenant.id,
      name: 'Billing',
      position: 2,
    });
    const twice = { message_id: 'same@customer.example' };
    const results = await Promise.all([
      mail(address(), twice),
      mail(streamAddress(signatures, w.tenant.id, other.id, 'mail.example'), twice),
      mail(address(), twice),
    ]);
    expect(results.map(({ result }) => result).toSorted()).toEqual(['known', 'known', 'stored']);
    expect(await mail(address(), { automatic: 'It is an automatic answer.' })).toEqual({
      result: 'ignored',
      reason: 'It is an automatic answer.',
    });
    expect(await mail(address(), { body: '' })).toMatchObject({ result: 'ignored' });
    expect(await mail(address(), { message_id: null })).toMatchObject({ result: 'ignored' });
    expect(await tickets()).toHaveLength(1);
  });

  test('a forged address, one of another workspace and one of a stream that is gone take nothing', async () => {
    const elsewhere = streamAddress(signatures, '999999', stream.id, 'mail.example');
    const gone = streamAddress(signatures, w.tenant.id, '999999', 'mail.example');
    for (const to of [address().replace(/.@/, '0@'), elsewhere, gone, 'support@mail.example'])
      expect(await mail(to), to).toMatchObject({ result: 'ignored' });
    expect(await tickets()).toEqual([]);
    expect(readStreamAddress(signatures, address().toUpperCase())).toEqual({
      subdomain_id: w.tenant.id,
      stream_id: stream.id,
    });
    expect(address().split('@')[0]!.length).toBeLessThanOrEqual(64);
  });

  test('an answer comes into its ticket and opens it; from another address it is not put into the author’s mouth', async () => {
    await mail(address());
    const [ticket] = await tickets();
    await command('ticket_reply', `ticket: "${ticket!.id}", body: "We look at it.", close: true`);
    expect((await tickets())[0]).toMatchObject({ state: 'closed', excerpt: 'We look at it.' });
    const to = await answerAddress();
    expect(await mail(to, { body: 'Thank you' })).toMatchObject({ result: 'stored' });
    expect(await mail(to, { body: 'I am Craig', from: 'mallory@evil.example' })).toMatchObject({
      result: 'stored',
    });
    const [now] = await tickets();
    expect(now).toMatchObject({ state: 'open', id: ticket!.id });
    const author = (now!['user'] as { id: string }).id;
    expect(await messages(ticket!.id)).toMatchObject([
      { kind: 'email' },
      { kind: 'reply', user: { id: w.admin.id }, delivery_state: 'sent' },
      { kind: 'event', event: 'closed' },
      { kind: 'email', is_verified: true, body: 'Thank you', user: { id: author } },
      { kind: 'event', event: 'reopened', user: null },
      { kind: 'email', is_verified: false, from_email: 'mallory@evil.example', user: null },
    ]);
  });
});

describe('what the team does', () => {
  test('a reply goes out by email with its files, to the author alone, and whoever answers first looks after the ticket', async () => {
    await mail(address());
    const [ticket] = await tickets();
    const file = await buildAttachment(database, w.tenant, { uploader_id: w.admin.id });
    await command(
      'ticket_reply',
      `ticket: "${ticket!.id}", body: "<p>See <b>this</b><script>x</script></p>", body_mime_type: "text/html", attachment_tokens: ["${file.token}"]`,
    );
    const [mailing] = await w.rows<{ kind: string; subject: string; details: { content: unknown } }>(
      'select kind, subject, details from mailings where subdomain_id = $1',
      w.tenant.id,
    );
    expect(mailing).toMatchObject({
      kind: 'ticket_reply',
      subject: 'Re: Hours are missing',
      details: { content: { html: '<p>See <b>this</b></p>' } },
    });
    expect(await w.rows('select email_address from deliveries where subdomain_id = $1', w.tenant.id)).toEqual(
      [{ email_address: 'craig@customer.example' }],
    );
    expect((await tickets())[0]).toMatchObject({ assignee: { id: w.admin.id } });
    expect(
      await w.rows('select ticket_message_id is not null as claimed from attachments where id = $1', file.id),
    ).toEqual([{ claimed: true }]);
  });

  test('a ticket can begin with the team: the customer gets it by email and their answer comes into it', async () => {
    const made = await command(
      'ticket_create',
      `stream: "${stream.id}", subject: "Your invoice", body: "It was sent twice.", email: "new@customer.example", name: "Ebba"`,
      FIELDS,
    );
    expect(made).toMatchObject({ subject: 'Your invoice', assignee: { id: w.admin.id } });
    expect(await mail(await answerAddress(), { from: 'new@customer.example' })).toMatchObject({
      result: 'stored',
    });
    expect(await messages(made.id)).toMatchObject([{ kind: 'reply' }, { kind: 'email', is_verified: true }]);
  });

  test('it is assigned, moved, closed and opened, each told once and counted; a note goes out to no one', async () => {
    const ticket = await buildTicket(database, w.tenant, { stream_id: stream.id });
    const other = await insertRow(database, 'ticket_streams', {
      subdomain_id: w.tenant.id,
      name: 'Billing',
      position: 2,
    });
    const update = (args: string) => command('ticket_update', `id: "${ticket.id}", ${args}`, FIELDS);
    await update(
      `assignee: "${w.admin.id}", stream: "${other.id}", state: closed`.replace('closed', '"closed"'),
    );
    expect(await counts()).toEqual({ [stream.id]: 0, [other.id]: 0 });
    await update('state: "open", assignee: null');
    await update('state: "open"');
    await command('ticket_note', `ticket: "${ticket.id}", body: "Third this month."`);
    expect(await counts()).toEqual({ [stream.id]: 0, [other.id]: 1 });
    expect((await messages(ticket.id)).map(({ kind, event }) => event ?? kind)).toEqual([
      'assigned',
      'moved',
      'closed',
      'unassigned',
      'reopened',
      'note',
    ]);
    expect(await w.rows('select 1 from mailings where subdomain_id = $1', w.tenant.id)).toEqual([]);
    // notes are found, and do not stand in lists
    expect(await tickets('(q: "third month")')).toMatchObject([{ id: ticket.id, excerpt: '' }]);
  });

  test('who looks after a ticket hears that it is theirs, and that it was answered; without the right no subject is shown', async () => {
    const bo = await buildAdmin(database, w.tenant);
    const boView = viewerOf(w.tenant, bo);
    const boApi = await testApi(database, boView);
    await mail(address());
    const [ticket] = await tickets();
    await command('ticket_update', `id: "${ticket!.id}", assignee: "${w.admin.id}"`);
    await command('ticket_update', `id: "${ticket!.id}", assignee: "${bo.id}"`);
    await command('ticket_reply', `ticket: "${ticket!.id}", body: "We look into it."`);
    const answer = await answerAddress();
    await mail(answer, { body: 'And on Saturdays.' });
    const told = (api: TestWorkspace['api']): Promise<unknown[]> =>
      api
        .data<{ notifications: { records: unknown[] } }>(
          '{ notifications(sort: "id") { records { event ticket { subject } subject_user { id } } } }',
        )
        .then((answered) => answered.notifications.records);
    const [customer] = await w.rows<{ id: string }>(
      "select id::text as id from users where subdomain_id = $1 and email_address = 'craig@customer.example'",
      w.tenant.id,
    );
    expect(await told(boApi)).toEqual([
      {
        event: 'ticket_assigned',
        ticket: { subject: 'Hours are missing' },
        subject_user: { id: w.admin.id },
      },
      {
        event: 'ticket_answered',
        ticket: { subject: 'Hours are missing' },
        subject_user: { id: customer!.id },
      },
    ]);
    expect(await told(w.api)).toEqual([]);
    const without = await testApi(database, {
      ...boView,
      permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true },
    });
    expect(await told(without)).toMatchObject([{ ticket: null }, { ticket: null }]);
  });

  test('only someone who may answer tickets looks after one', async () => {
    const ticket = await buildTicket(database, w.tenant, { stream_id: stream.id });
    const reader = await buildAdmin(database, w.tenant, {
      permissions: { ...NO_PERMISSIONS, tickets: 'r' },
    });
    const customer = await buildUser(database, w.tenant);
    for (const { id } of [reader, customer])
      expect(
        await refusal(w.api, `mutation { ticket_update(id: "${ticket.id}", assignee: "${id}") { id } }`, {}),
      ).toMatchObject({ field: 'assignee' });
  });

  test('[PERM-033] [CONST-084] a ticket speaks for an idea once; the feed tells those who may see tickets', async () => {
    const ticket = await buildTicket(database, w.tenant, { stream_id: stream.id, subject: 'Night rates' });
    const idea = await buildSuggestion(database, w.tenant);
    for (let n = 0; n < 2; n += 1)
      expect(
        await command('ticket_link', `ticket: "${ticket.id}", suggestion: "${idea.id}"`, FIELDS),
      ).toMatchObject({ suggestions: [{ id: idea.id }] });
    expect(await tickets(`(suggestion: ["${idea.id}"])`)).toMatchObject([{ id: ticket.id }]);
    const kinds = async (api: TestWorkspace['api']): Promise<string[]> =>
      (
        await api.data<{ activity_entries: { records: { kind: string }[] } }>(
          `{ activity_entries(suggestion: ["${idea.id}"]) { records { kind } } }`,
        )
      ).activity_entries.records.map(({ kind }) => kind);
    expect(await kinds(w.api)).toEqual(['ticket_created']);
    expect(await kinds(await w.as({ ...NO_PERMISSIONS, feedback_admin_ui: true }))).toEqual([]);
    expect((await messages(ticket.id)).map(({ event }) => event)).toEqual(['linked']);
  });

  test('[PERM-006] [PERM-029] who may only read tickets changes none, and who may not sees none, nor their files', async () => {
    const ticket = await buildTicket(database, w.tenant, { stream_id: stream.id });
    const message = await insertRow(database, 'ticket_messages', {
      subdomain_id: w.tenant.id,
      ticket_id: ticket.id,
      kind: 'note',
      body: 'x',
    });
    const file = await buildAttachment(database, w.tenant, { ticket_message_id: message.id });
    const reader = await w.as({ ...NO_PERMISSIONS, tickets: 'r' });
    for (const call of [
      `ticket_note(ticket: "${ticket.id}", body: "x")`,
      `ticket_update(id: "${ticket.id}", state: "closed")`,
      'current_user_off_duty(off_duty: true)',
    ])
      expect(await refusal(reader, `mutation { ${call} { id } }`, {})).toMatchObject({ code: 'FORBIDDEN' });
    expect(await reader.data('{ attachments { records { id } } }')).toEqual({
      attachments: { records: [{ id: file.id }] },
    });
    const other = await w.as({ ...NO_PERMISSIONS, feedback_admin_ui: true });
    expect(await refusal(other, '{ tickets { records { id } } }', {})).toMatchObject({ code: 'FORBIDDEN' });
    expect(await other.data('{ attachments { records { id } } }')).toEqual({ attachments: { records: [] } });
  });

  test('[DEC-120] off duty is said of oneself', async () => {
    await command('current_user_off_duty', 'off_duty: true');
    expect(await w.api.data('{ current_user { off_duty } }')).toEqual({ current_user: { off_duty: true } });
  });
});

describe('streams', () => {
  const update = (id: string, args: string) =>
    command<{ id: string }>('ticket_stream_update', `id: "${id}", ${args}`);
  const names = async () =>
    (
      await w.api.data<{ all_ticket_streams: { records: { name: string }[] } }>(
        '{ all_ticket_streams { records { name } } }',
      )
    ).all_ticket_streams.records.map(({ name }) => name);

  test('they are made, named once, put in order, and deleted with a stream that takes their tickets', async () => {
    const billing = await command<{ id: string }>('ticket_stream_create', 'name: "Billing"');
    expect(
      await refusal(w.api, 'mutation { ticket_stream_create(name: "BILLING") { id } }', {}),
    ).toMatchObject({ reason: 'taken' });
    await update(billing.id, 'position: 1');
    expect(await names()).toEqual(['Billing', 'Support']);
    const ticket = await buildTicket(database, w.tenant, { stream_id: stream.id });
    const remove = (more: string) => `mutation { ticket_stream_delete(id: "${stream.id}"${more}) { id } }`;
    expect(await refusal(w.api, remove(''), {})).toMatchObject({
      field: 'target_stream',
      reason: 'required',
    });
    await w.api.data(remove(`, target_stream: "${billing.id}"`));
    expect(await tickets()).toMatchObject([{ id: ticket.id, stream: { id: billing.id } }]);
    expect(await counts()).toEqual({ [billing.id]: 1 });
  });

  test('their addresses are told to those who set them up', async () => {
    const { ticket_addresses: told } = await w.api.data<{
      ticket_addresses: { stream_id: string; email_address: string }[];
    }>('{ ticket_addresses { stream_id email_address } }');
    expect(told.map(({ stream_id }) => stream_id)).toEqual([stream.id]);
    expect(readStreamAddress(signatures, told[0]!.email_address)).toMatchObject({ stream_id: stream.id });
    const reader = await w.as({ ...NO_PERMISSIONS, tickets: 'rw' });
    expect(await refusal(reader, '{ ticket_addresses { stream_id } }', {})).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
