import { readdirSync, statSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { registerPace } from './slow_body.ts';
import { answerOf, startTestServer, type TestClient, type TestServer } from './testing.ts';

/** Stand in for the 15 s and 4,000 bytes of the product. */
const WINDOW_MS = 500;
const BYTES_PER_SECOND = 2_000;

let server: TestServer;
let admin: TestClient;
const opened: Socket[] = [];
beforeAll(async () => {
  // files go to the folder, as in the product
  server = await startTestServer({
    bodyIdleMs: WINDOW_MS,
    bodyBytesPerSecond: BYTES_PER_SECOND,
    worker: true,
  });
  admin = await server.createUser();
});
afterAll(() => server.close());
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

/** Begins a request with a body of so many bytes on a connection of its own. */
async function begin(path: string, length: number, headers: Record<string, string> = {}): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {});
  opened.push(socket);
  const all = {
    host: admin.host,
    authorization: `Bearer ${await admin.token()}`,
    'content-length': String(length),
    ...headers,
  };
  socket.write(
    `POST ${path} HTTP/1.1\r\n${Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  return socket;
}

/**
 * Writes a piece again and again, until all was written or an answer came. A timer that comes late, as on a busy
 * machine, writes what is due by then: the pace is that of the sender, whatever else runs.
 */
async function drip(
  socket: Socket,
  { piece, everyMs, total }: { piece: number; everyMs: number; total: number },
): Promise<string> {
  const answer = answerOf(socket);
  const began = performance.now();
  let written = 0;
  const timer = setInterval(() => {
    const due = Math.min(total, piece * Math.floor((performance.now() - began) / everyMs));
    if (due > written) socket.write(Buffer.alloc(due - written, 'a'));
    written = Math.max(written, due);
  }, everyMs);
  return answer.finally(() => clearInterval(timer));
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
const kept = (): string[] => filesOf(join(server.config.dataDir, 'files'));
const rows = async (): Promise<number> =>
  Number(
    (await server.database.pool.query<{ n: string }>('select count(*) as n from attachments')).rows[0]!.n,
  );
const UPLOAD = '/api/v2/admin/attachments';
const FILE = { 'content-type': 'text/plain', 'x-file-name': 'a.txt' };

test.each([0, 10, 300_000])(
  '[CALL-HTTP-008] an upload whose sender stops after %i bytes is ended, and nothing of it stays',
  async (sent) => {
    const [before, beforeRows] = [kept(), await rows()];
    const socket = await begin(UPLOAD, 400_000, FILE);
    const answer = answerOf(socket);
    if (sent > 0) socket.write(Buffer.alloc(sent, 'a'));
    expect(await answer).toMatch(
      /^HTTP\/1\.1 408 .*Nothing of the request arrived for 0\.5 s, so it was given up\./s,
    );
    expect(kept()).toEqual(before);
    expect(await rows()).toBe(beforeRows);
  },
);

test('[CALL-HTTP-008] an upload that comes a byte at a time is ended, and nothing of it stays', async () => {
  const [before, beforeRows] = [kept(), await rows()];
  const socket = await begin(UPLOAD, 400_000, FILE);
  socket.write(Buffer.alloc(100_000, 'a'));
  expect(await drip(socket, { piece: 1, everyMs: 50, total: 300_000 })).toMatch(
    /^HTTP\/1\.1 408 .*Too little of the request arrived for 0\.5 s/s,
  );
  expect(kept()).toEqual(before);
  expect(await rows()).toBe(beforeRows);
});

test('[CALL-HTTP-008] a slow line that keeps the least pace is heard to the end', async () => {
  const beforeRows = await rows();
  // 20,000 bytes a second, for longer than four looks
  const socket = await begin(UPLOAD, 50_000, FILE);
  expect(await drip(socket, { piece: 1_000, everyMs: 50, total: 50_000 })).toMatch(
    /^HTTP\/1\.1 200 .*"size_in_bytes":50000/s,
  );
  expect(await rows()).toBe(beforeRows + 1);
});

test.each([
  ['/api/v2/admin/graphql', 'application/json'],
  ['/admin/session', 'application/json'],
  ['/hooks/mail/reply', 'application/json'],
  ['/u/forged', 'application/x-www-form-urlencoded'],
])(
  '[CALL-HTTP-008] %s ends who sends a byte at a time, and others are served meanwhile',
  async (path, type) => {
    const socket = await begin(path, 3_000, { 'content-type': type, origin: server.url });
    const answer = drip(socket, { piece: 1, everyMs: 50, total: 3_000 });
    expect((await server.ask('/health/live')).status).toBe(200);
    // a route that can refuse by the head alone does so at once
    expect(await answer).toMatch(
      path.startsWith('/hooks') ? /^HTTP\/1\.1 404 /s : /^HTTP\/1\.1 408 .*Too little of the request/s,
    );
  },
);

test('[CALL-HTTP-008] a connection serves the next request after a slow one was whole', async () => {
  const socket = await begin(UPLOAD, 3_000, FILE);
  expect(await drip(socket, { piece: 1_500, everyMs: 100, total: 3_000 })).toContain('"size_in_bytes":3000');
  await new Promise((resolve) => setTimeout(resolve, WINDOW_MS * 2));
  const next = answerOf(socket);
  socket.write(`GET /health/live HTTP/1.1\r\nhost: ${admin.host}\r\n\r\n`);
  expect(await next).toMatch(/^HTTP\/1\.1 200 .*"status":"ok"/s);
});

// a process that was busy reads late, too: its first look may come after that
test.each([
  ['first', 0.8],
  ['second', 1.8],
])(
  '[CALL-HTTP-008] who is read late, shortly before the %s look, is judged by whole windows',
  async (_, late) => {
    const app = fastify();
    registerPace(app, { windowMs: WINDOW_MS, bytesPerSecond: BYTES_PER_SECOND });
    app.addContentTypeParser('text/plain', (_request, body, done) => {
      setTimeout(() => {
        let text = '';
        body
          .on('data', (chunk: Buffer) => (text += chunk.toString()))
          .on('end', () => done(null, text))
          .on('error', done);
      }, WINDOW_MS * late);
    });
    app.post('/', (request) => ({ length: (request.body as string).length }));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    opened.push(socket);
    const total = 10 + 3_000;
    socket.write(
      `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: ${total}\r\n\r\n${'a'.repeat(10)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, WINDOW_MS * late));
    // twice the least pace from then on
    const answer = await drip(socket, { piece: 100, everyMs: 25, total: 3_000 });
    await app.close();
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*"length":3010/s);
  },
);
