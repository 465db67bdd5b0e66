import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { TooManyWaiting, type Caller } from '../domain/account/limits/semaphore.ts';
import { readJson, readSigned, type Attaching } from './large_body.ts';
import { answerOf, startTestServer, type TestClient, type TestServer } from './testing.ts';

/** Stands in for the seconds of the product. */
const IDLE_MS = 1_000;

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ bodyIdleMs: IDLE_MS });
  admin = await server.createUser();
});
afterAll(() => server.close());
afterEach(() => vi.useRealTimers());

/** A request whose sender says it is large. */
const largeRequest = (): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough(), { headers: { 'content-length': '2000000' } }) as unknown as PassThrough &
    IncomingMessage;

/** Someone who may attach files; each time another one unless named. */
const attaching = (person: string = randomUUID()): Attaching => ({
  person,
  receive: () => {
    throw new Error('no file expected');
  },
});

test('[CALL-HTTP-008] a sender who leaves while they wait for their turn does not keep the next one waiting', async () => {
  const first = largeRequest();
  const firstRead = readJson(first, attaching('one'));
  const gone = largeRequest();
  const goneRead = readJson(gone, attaching('one'));
  const refusal = goneRead.then(
    () => null,
    (error: Error) => error.message,
  );
  gone.on('error', () => {}).destroy(new Error('aborted'));
  const next = largeRequest();
  const nextRead = readJson(next, attaching('one'));

  first.end('{"a":1}');
  expect((await firstRead).value).toEqual({ a: 1 });
  expect(await refusal).toBe('The request ended before its body did.');
  next.end('{"b":2}');
  expect((await nextRead).value).toEqual({ b: 2 });
});

const signing = (caller: Caller): Parameters<typeof readSigned>[1] => ({
  caller: async () => caller,
  limit: 3_000_000,
  seen: () => {},
});

test('[CALL-HTTP-008] large calls of one network, whose signatures are not known yet, leave a turn to others', async () => {
  const signed = (
    key: string,
    isKnown = false,
  ): { request: ReturnType<typeof largeRequest>; read: Promise<Buffer> } => {
    const request = largeRequest();
    return { request, read: readSigned(request, signing({ key, isKnown })) };
  };
  const held = [1, 2, 3].map(() => signed('192.0.2.1'));
  const other = signed('198.51.100.1');
  other.request.end('mail');
  expect(String(await other.read)).toBe('mail');
  // strangers of two networks hold all turns but the one of those who signed rightly before
  const third = signed('198.51.100.2');
  const stranger = signed('198.51.100.3');
  const provider = signed('198.51.100.4', true);
  provider.request.end('known');
  expect(String(await provider.read)).toBe('known');
  for (const { request, read } of [third, stranger]) {
    request.end('mail');
    await read;
  }
  // in their order, one after the other
  for (const { request } of held) request.end('late');
  expect((await Promise.all(held.map(({ read }) => read))).map(String)).toEqual(['late', 'late', 'late']);
});

test('[CALL-HTTP-008] a network that waits too often is refused, and others are not', async () => {
  const requests = Array.from({ length: 6 }, largeRequest);
  const reads = requests.map((request) =>
    readSigned(request, signing({ key: '192.0.2.1', isKnown: false })).catch((error: unknown) => error),
  );
  expect(await reads[5]).toBeInstanceOf(TooManyWaiting);
  const other = largeRequest();
  other.end('mail');
  expect(String(await readSigned(other, signing({ key: '2001:db8:0:0::/64', isKnown: false })))).toBe('mail');
  for (const request of requests) request.end();
  await Promise.all(reads);
});

test('[CALL-HTTP-008] strangers who send slowly give their turns up within seconds; who signed rightly before may take their time', async () => {
  vi.useFakeTimers();
  const slow = (
    key: string,
    isKnown: boolean,
  ): { request: ReturnType<typeof largeRequest>; answer: Promise<unknown> } => {
    const request = largeRequest();
    return {
      request,
      answer: readSigned(request, signing({ key, isKnown })).catch((error: unknown) => error),
    };
  };
  const strangers = [slow('192.0.2.1', false), slow('192.0.2.2', false)];
  const known = slow('192.0.2.3', true);
  const next = largeRequest();
  next.end('mail');
  const nextRead = readSigned(next, signing({ key: '192.0.2.4', isKnown: false }));
  for (let second = 0; second < 4; second += 1) {
    for (const { request } of [...strangers, known]) request.write(Buffer.alloc(6_000));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(String(await nextRead)).toBe('mail');
  for (const { answer } of strangers) expect(await answer).toMatchObject({ status: 408 });
  known.request.end('!');
  expect(await known.answer).toHaveLength(24_001);
});

test('[CALL-HTTP-008] a large body has five minutes, since others wait for their turn', async () => {
  vi.useFakeTimers();
  const slow = largeRequest();
  const refusal = readJson(slow, attaching()).catch((error: unknown) => error);
  for (let piece = 0; piece < 31; piece += 1) {
    slow.write(' ');
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(await refusal).toMatchObject({
    status: 408,
    message: expect.stringContaining('took too long') as string,
  });
});

/** Begins a GraphQL call on a connection of its own and sends `body`, which may be less than what was announced. */
async function begin(headers: Record<string, string>, body: string | Buffer = ''): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  const lines = Object.entries({
    host: admin.host,
    authorization: `Bearer ${await admin.token()}`,
    'content-type': 'application/json',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/v2/admin/graphql HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (body.length > 0) socket.write(body);
  return socket;
}

test('[CALL-HTTP-008] a sender who falls silent is answered, and the next large body has its turn', async () => {
  const silent = await begin({ 'content-length': '60000000' }, Buffer.alloc(2_000_000, ' '));
  const answer = answerOf(silent);
  const query =
    'mutation ($blob: String!) { attachment_create(blob: $blob, file_name: "a.txt", content_type: "text/plain") { size_in_bytes } }';
  const next = await admin.data<{ attachment_create: { size_in_bytes: number } }>(query, {
    blob: Buffer.alloc(2_000_000, 'a').toString('base64'),
  });
  expect(next.attachment_create.size_in_bytes).toBe(2_000_000);
  expect(await answer).toMatch(
    /^HTTP\/1\.1 408 .*Nothing of the request arrived for 1 s, so it was given up\. Please send it again\./s,
  );
  silent.destroy();
});

test.each([
  ['nothing', ''],
  ['a part', ' '.repeat(10_000)],
])(
  '[CALL-HTTP-008] who sent %s and fell silent while they waited for their turn is answered when it comes, and holds up nobody',
  async (_what, sent) => {
    const query = '{"query":"{ __typename }"';
    const first = await begin({ 'content-length': '2000000' }, query);
    const firstAnswer = answerOf(first);
    const silent = await begin({ 'content-length': '2000000' }, sent);
    const answer = answerOf(silent);
    // the first keeps its turn for longer than two looks at the second
    let left = 2_000_000 - query.length;
    for (let piece = 0; piece < 5; piece += 1) {
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS / 2));
      first.write(' '.repeat(10_000));
      left -= 10_000;
    }
    first.write(`${' '.repeat(left - 1)}}`);
    // both that are whole are read to their end
    expect(await firstAnswer).toContain('Only attachment_create may be larger than 1 MB.');
    expect(await answer).toMatch(
      /^HTTP\/1\.1 408 .*Nothing of the request arrived for 1 s, so it was given up\. Please send it again\./s,
    );
    expect((await admin.post('{ __typename }', { blob: 'a'.repeat(2_000_000) })).text).toContain(
      'Only attachment_create may be larger than 1 MB.',
    );
    for (const socket of [first, silent]) socket.destroy();
  },
);

test.each(['close', 'keep-alive'])(
  '[CALL-HTTP-008] who sends all of a body that is too large before they read sees why it was refused (connection: %s)',
  async (connection) => {
    const body = Buffer.alloc(72_000_000, ' ');
    const socket = await begin({ 'content-length': String(body.length), connection });
    // nothing is read before everything was taken
    await new Promise<void>((resolve) => {
      socket.write(body, () => resolve());
    });
    expect(await answerOf(socket)).toMatch(
      /^HTTP\/1\.1 413 .*The request is too large: at most 70 MB, which holds a file of 50MB\./s,
    );
    socket.destroy();
  },
);

test('[CALL-HTTP-008] a body without an end is cut off, and its sender was told', async () => {
  const socket = await begin({ 'transfer-encoding': 'chunked' });
  const answer = answerOf(socket);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, ' '), Buffer.from('\r\n')]);
  let sent = 0;
  // 70 MB until it is refused, 100 MB that are thrown away, and what fits between the two programs
  while (!socket.destroyed && sent < 400_000_000) {
    sent += piece.length;
    if (!socket.write(piece))
      await Promise.race([
        closed,
        new Promise<void>((resolve) => {
          socket.once('drain', () => resolve());
        }),
      ]);
    socket.removeAllListeners('drain');
  }
  expect(socket.destroyed).toBe(true);
  expect(await answer).toMatch(
    /^HTTP\/1\.1 413 .*The request is too large: at most 70 MB, which holds a file of 50MB\./s,
  );
});
