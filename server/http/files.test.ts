import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { buildSuggestion } from '../db/builders.ts';
import { startScanner, type TestScanner } from '../testing/scanner.ts';
import { startTestServer, type Answer, type Ask, type TestClient, type TestServer } from './testing.ts';

const LIMIT = 50 * 1024 * 1024;

let server: TestServer;
let admin: TestClient;
let png: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.createUser();
  png = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#336699',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.services.keptFiles.clear();
  server.services.enqueued.length = 0;
});

async function upload(
  body: Ask['body'],
  name: string,
  {
    type = 'application/octet-stream',
    client = admin,
    headers = {},
  }: { type?: string; client?: TestClient; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return server.ask('/api/v2/admin/attachments', {
    method: 'POST',
    host: client.host,
    body: body!,
    headers: {
      authorization: `Bearer ${await client.token()}`,
      'content-type': type,
      'x-file-name': encodeURIComponent(name),
      ...headers,
    },
  });
}
const rows = async (): Promise<number> =>
  Number(
    (await server.database.pool.query<{ n: string }>('select count(*) as n from attachments')).rows[0]!.n,
  );

describe('upload', () => {
  test('it answers the token of a file whose kind was read from its bytes', async () => {
    const answer = await upload(png, 'Büro «1».PNG', { type: 'text/plain' });
    expect(answer.status).toBe(200);
    const file = answer.json<{ id: string; token: string }>();
    expect(file).toEqual({
      id: expect.any(String) as string,
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      file_name: 'Büro «1».PNG',
      content_type: 'image/png',
      size_in_bytes: png.length,
      url: `/files/${file.token}`,
    });
    expect([...server.services.keptFiles.keys()]).toEqual([
      expect.stringMatching(new RegExp(`^${server.tenant.id}/[0-9a-f-]{36}$`)),
    ]);
    expect([...server.services.keptFiles.values()][0]!.equals(png)).toBe(true);
    expect(server.services.enqueued).toEqual([
      { task: 'attachment_thumbnail', payload: { subdomain_id: server.tenant.id, attachment_id: file.id } },
    ]);
  });

  test('a file of exactly 50 MB is taken, one byte more is 413, told or counted', async () => {
    expect((await upload(Buffer.alloc(LIMIT, 'a'), 'full.txt', { type: 'text/plain' })).json()).toMatchObject(
      { size_in_bytes: LIMIT, content_type: 'text/plain' },
    );
    server.services.keptFiles.clear();
    const before = await rows();
    const told = await upload(Buffer.alloc(LIMIT + 1, 'a'), 'more.txt');
    expect(told.status).toBe(413);
    expect(told.json()).toEqual({
      message: 'Content too large',
      code: 'BAD_USER_INPUT',
      field: 'blob',
      reason: 'too_large',
    });
    const megabyte = Buffer.alloc(1024 * 1024, 'a');
    const counted = await upload(Readable.from(Array.from({ length: 51 }, () => megabyte)), 'more.txt', {
      headers: { 'transfer-encoding': 'chunked' },
    });
    expect(counted.status).toBe(413);
    expect(await rows()).toBe(before);
    expect(server.services.keptFiles.size).toBe(0);
  });

  test('programs are 415, by name and by what is in them', async () => {
    const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
    const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(200)]);
    for (const [body, name] of [
      [png, 'photo.png.exe'],
      [png, 'photo.exe . '],
      [Buffer.from('echo'), 'run.BAT'],
      [exe, 'report.pdf'],
      [elf, 'picture.png'],
      [Buffer.from('#!/bin/sh\nrm -rf /'), 'notes.txt'],
    ] as const) {
      const answer = await upload(body, name);
      expect(answer.status, name).toBe(415);
    }
    expect(server.services.keptFiles.size).toBe(0);
  });

  test('an image that unpacks to more than 50 megapixels is 415', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: '#000000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    const answer = await upload(bomb, 'bomb.png');
    expect(answer.status).toBe(415);
    expect(answer.json()).toMatchObject({ message: 'Images of more than 50 megapixels are not taken.' });
  });

  test('an empty file, and one without a name, is 422', async () => {
    expect((await upload('', 'empty.txt')).status).toBe(422);
    expect((await upload('a', '')).json()).toMatchObject({ field: 'file_name' });
    expect((await upload('a', 'x', { headers: { 'x-file-name': '%E0%A4%A' } })).status).toBe(422);
    expect((await upload('a', '../')).status).toBe(422);
  });

  test('of a name only the last part is kept, without signs that deceive', async () => {
    const nameOf = async (name: string): Promise<unknown> => (await upload('a', name)).json()['file_name'];
    expect(await nameOf('../../etc/pass\u0000wd.txt')).toBe('passwd.txt');
    expect(await nameOf('C:\\Users\\me\\a.txt')).toBe('a.txt');
    expect(await nameOf('invoice\u202Efdp.txt')).toBe('invoicefdp.txt');
    expect(await nameOf(`${'é'.repeat(300)}.txt`)).toBe(`${'é'.repeat(251)}.txt`);
  });

  test('what calls itself a page or a drawing is kept as plain bytes', async () => {
    expect(
      (
        await upload('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'a.svg', {
          type: 'image/svg+xml',
        })
      ).json(),
    ).toMatchObject({ content_type: expect.not.stringMatching(/svg|html/) as string });
    expect((await upload('<script>alert(1)</script>', 'a.html', { type: 'text/html' })).json()).toMatchObject(
      { content_type: 'application/octet-stream' },
    );
  });

  test('only who may attach can upload', async () => {
    expect(
      (
        await server.ask('/api/v2/admin/attachments', {
          method: 'POST',
          body: 'a',
          headers: { 'x-file-name': 'a' },
        })
      ).status,
    ).toBe(401);
    expect(
      (
        await server.ask('/api/v2/admin/attachments', {
          method: 'POST',
          body: 'a',
          headers: { 'x-file-name': 'a', cookie: admin.cookie },
        })
      ).status,
    ).toBe(401);
    const reader = await server.createUser({ permissions: NO_PERMISSIONS });
    const contributor = await server.createUser({ license_type: 'contributor' });
    const tenant = await server.createTenant({ features: ['feedback_system'] });
    const without = await server.createUser({ tenant });
    for (const client of [reader, contributor, without])
      expect((await upload('a', 'a.txt', { client })).status).toBe(403);
  });

  test('an upload that is broken off leaves nothing behind', async () => {
    const before = await rows();
    const authorization = `Bearer ${await admin.token()}`;
    await new Promise<void>((resolve) => {
      const sent = request({
        host: '127.0.0.1',
        port: server.port,
        method: 'POST',
        path: '/api/v2/admin/attachments',
        headers: { host: admin.host, authorization, 'x-file-name': 'half.txt', 'content-length': '500000' },
      });
      sent.once('error', () => resolve());
      sent.once('close', () => resolve());
      sent.write(Buffer.alloc(200_000, 'a'), () => sent.destroy());
    });
    expect((await upload('whole', 'whole.txt')).status).toBe(200);
    expect(await rows()).toBe(before + 1);
    expect(server.services.keptFiles.size).toBe(1);
  });

  test('many files that nothing claims are refused in the end', async () => {
    const hoarder = await server.createUser();
    await server.database.pool.query(
      `insert into attachments (subdomain_id, token, uploader_id, file_name, content_type, size_in_bytes, storage_key)
       select $1, 'hoard-' || n, $2, 'a.txt', 'text/plain', 1, 'k' || n from generate_series(1, 200) n`,
      [server.tenant.id, hoarder.user.id],
    );
    expect((await upload('a', 'a.txt', { client: hoarder })).status).toBe(429);
    expect((await upload('a', 'a.txt')).status).toBe(200);
  });

  test('nor do many at once outrun that', async () => {
    const hoarder = await server.createUser();
    await server.database.pool.query(
      `insert into attachments (subdomain_id, token, uploader_id, file_name, content_type, size_in_bytes, storage_key)
       select $1, 'rush-' || n, $2, 'a.txt', 'text/plain', 1, 'r' || n from generate_series(1, 195) n`,
      [server.tenant.id, hoarder.user.id],
    );
    await hoarder.token();
    const kept = server.services.keptFiles.size;
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => upload('a', `${n}.txt`, { client: hoarder })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(19);
    // nothing of the refused ones stays
    expect(server.services.keptFiles.size).toBe(kept + 5);
  });

  test('they are bounded by their bytes too, of a person and of a workspace', async () => {
    const place = await server.createTenant({ features: ['idea_attachments'] });
    const people = [await server.createUser({ tenant: place }), await server.createUser({ tenant: place })];
    const hold = (client: TestClient, bytes: number): Promise<unknown> =>
      server.database.pool.query(
        `insert into attachments (subdomain_id, token, uploader_id, file_name, content_type, size_in_bytes, storage_key)
         values ($1, 'bytes-' || $2::text || '-' || $3::text, $2::bigint, 'a.txt', 'text/plain', $3::bigint, 'b')`,
        [place.id, client.user.id, bytes],
      );
    await hold(people[0]!, 2 * 2 ** 30 - 1);
    expect((await upload('a', 'a.txt', { client: people[0]! })).status).toBe(200);
    const refused = await upload('a', 'a.txt', { client: people[0]! });
    expect([refused.status, refused.json<{ message: string }>().message]).toEqual([
      429,
      'You have uploaded many files that belong to nothing yet. Save what they are for, or try again tomorrow.',
    ]);
    expect((await upload('a', 'a.txt', { client: people[1]! })).status).toBe(200);
    for (let n = 0; n < 5; n += 1)
      await hold(await server.createUser({ tenant: place }), 2 * 2 ** 30 - 1 - n);
    expect((await upload('a', 'a.txt', { client: people[1]! })).json<{ message: string }>().message).toBe(
      'Many files of this workspace belong to nothing yet. Save what yours are for, or try again later.',
    );
    // those of another workspace are another matter
    expect((await upload('a', 'a.txt')).status).toBe(200);
  });
});

describe('download', () => {
  const read = async (token: string, client: TestClient = admin, query = ''): Promise<Answer> =>
    client.ask(`/files/${token}${query}`);

  test('what can be no token is no file', async () => {
    for (const token of ['%00', 'a%00b', '..%2f..%2fsecret.key', '%2e%2e', 'a'.repeat(400)])
      expect((await read(token)).status, token).toBe(404);
  });

  test('an image is shown, everything else is a download, and neither can run anything', async () => {
    const image = (await upload(png, 'a.png')).json<{ token: string }>();
    const shown = await read(image.token);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="a.png"; filename*=UTF-8''a.png`,
      'content-length': String(png.length),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
    });
    const text = (await upload('<b>hello</b>', 'naïve "file";.html', { type: 'text/html' })).json<{
      token: string;
    }>();
    const saved = await read(text.token);
    expect(saved.headers['content-disposition']).toBe(
      `attachment; filename="na_ve _file__.html"; filename*=UTF-8''na%C3%AFve%20%22file%22%3B.html`,
    );
    expect(saved.text).toBe('<b>hello</b>');
  });

  test('a part is sent alone, with the same headers', async () => {
    const { token } = (await upload('0123456789', 'a.txt')).json<{ token: string }>();
    const whole = await read(token);
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const part = async (headers: Record<string, string>): Promise<Answer> =>
      admin.ask(`/files/${token}`, { headers });
    for (const [range, text, said] of [
      ['bytes=0-3', '0123', '0-3'],
      ['bytes=4-', '456789', '4-9'],
      ['bytes=-2', '89', '8-9'],
      ['bytes=-200', '0123456789', '0-9'],
      ['bytes=9-500', '9', '9-9'],
    ] as const) {
      const answer = await part({ range });
      expect(
        [answer.status, answer.text, answer.headers['content-range'], answer.headers['content-length']],
        range,
      ).toEqual([206, text, `bytes ${said}/10`, String(text.length)]);
      for (const name of [
        'content-type',
        'content-disposition',
        'content-security-policy',
        'cache-control',
        'etag',
      ])
        expect(answer.headers[name], name).toBe(whole.headers[name]);
    }
    for (const range of ['bytes=10-', 'bytes=-0', 'bytes=900-999']) {
      const answer = await part({ range });
      expect([answer.status, answer.headers['content-range']], range).toEqual([416, 'bytes */10']);
      expect(answer.json()).toMatchObject({
        message: 'The file is shorter than the part that is asked for.',
      });
    }
    for (const headers of [
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=0-1' },
      { range: 'bytes=5-2' },
      { range: 'bytes=-' },
      { range: 'bytes=0-1', 'if-range': '"another"' },
    ] as Record<string, string>[]) {
      const answer = await part(headers);
      expect([answer.status, answer.text], JSON.stringify(headers)).toEqual([200, '0123456789']);
    }
    expect((await part({ range: 'bytes=0-1', 'if-range': String(whole.headers['etag']) })).status).toBe(206);
  });

  test('what nobody takes is not read: a large file waits for the connection', async () => {
    let taken = 0;
    const { token } = (await upload('0123456789', 'a.txt')).json<{ token: string }>();
    await server.database.pool.query('update attachments set size_in_bytes = 50000000 where token = $1', [
      token,
    ]);
    const { get } = server.services.files;
    let isClosed = false;
    server.services.files.get = () =>
      Promise.resolve(
        Readable.from(
          (async function* large() {
            try {
              for (; taken < 50_000_000; taken += 50_000) {
                yield Buffer.alloc(50_000);
                await Promise.resolve();
              }
            } finally {
              isClosed = true;
            }
          })(),
          { objectMode: false, highWaterMark: 64 * 1024 },
        ),
      );
    const socket = connect(server.port, '127.0.0.1');
    socket.pause();
    socket.write(`GET /files/${token} HTTP/1.1\r\nHost: ${admin.host}\r\nCookie: ${admin.cookie}\r\n\r\n`);
    await new Promise((next) => setTimeout(next, 1_000));
    const before = taken;
    await new Promise((next) => setTimeout(next, 500));
    expect(taken).toBe(before);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(30_000_000);
    // and is closed when no one is there any more
    socket.destroy();
    await vi.waitFor(() => expect(isClosed).toBe(true));
    server.services.files.get = get;
  });

  test('it is read with the session of its own workspace, and asked for again each time', async () => {
    const { token } = (await upload('hello', 'a.txt')).json<{ token: string }>();
    const first = await read(token);
    const again = await admin.ask(`/files/${token}`, {
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect(again.status).toBe(304);
    expect((await server.ask(`/files/${token}`)).status).toBe(401);
    const other = await server.createTenant();
    const foreign = await server.createUser({ tenant: other });
    expect((await read(token, foreign)).status).toBe(404);
    expect((await read('nothing')).status).toBe(404);
  });

  test('who has no right on feedback reads only what they uploaded', async () => {
    const { token } = (await upload('hello', 'a.txt')).json<{ token: string }>();
    const reader = await server.createUser({ permissions: NO_PERMISSIONS });
    expect((await read(token, reader)).status).toBe(404);
    await server.database.pool.query('update attachments set uploader_id = $2 where token = $1', [
      token,
      reader.user.id,
    ]);
    expect((await read(token, reader)).status).toBe(200);
  });

  test('the small picture is sent once it is made', async () => {
    const { token } = (await upload(png, 'a.png')).json<{ token: string }>();
    expect((await read(token, admin, '?thumb=1')).headers['content-type']).toBe('image/png');
    server.services.keptFiles.set('small', Buffer.from('webp'));
    await server.database.pool.query(`update attachments set thumb_key = 'small' where token = $1`, [token]);
    const thumb = await read(token, admin, '?thumb=1');
    expect(thumb.headers['content-type']).toBe('image/webp');
    expect(thumb.text).toBe('webp');
  });

  test('a name that was stored with hidden signs is sent without them', async () => {
    const { token } = (await upload('hello', 'a.txt')).json<{ token: string }>();
    const named = async (name: string): Promise<unknown> => {
      await server.database.pool.query('update attachments set file_name = $2 where token = $1', [
        token,
        name,
      ]);
      return (await read(token)).headers['content-disposition'];
    };
    expect(await named('invoice\u202egpj\u2066.\u061ctxt')).toBe(
      `attachment; filename="invoicegpj.txt"; filename*=UTF-8''invoicegpj.txt`,
    );
    expect(await named('\u202e')).toBe(`attachment; filename="file"; filename*=UTF-8''file`);
  });

  test('a small picture that is lost is 404 as well, and a file that breaks while it is sent stands in the log', async () => {
    const { token } = (await upload(png, 'a.png')).json<{ token: string }>();
    await server.database.pool.query(`update attachments set thumb_key = 'lost' where token = $1`, [token]);
    expect((await read(token, admin, '?thumb=1')).status).toBe(404);
    expect(server.logged).toContainEqual(expect.objectContaining({ msg: 'A file is missing.', key: 'lost' }));
    const { get } = server.services.files;
    server.services.files.get = () =>
      Promise.resolve(
        Readable.from(
          (async function* broken() {
            yield png.subarray(0, 100);
            await Promise.resolve();
            throw new Error('The disk broke.');
          })(),
        ),
      );
    await expect(read(token)).rejects.toMatchObject({ code: 'ECONNRESET' });
    server.services.files.get = get;
    expect(server.logged).toContainEqual(
      expect.objectContaining({ msg: 'A file could not be read to its end.' }),
    );
  });

  test('a file that is lost is 404 and stands in the log', async () => {
    const idea = await buildSuggestion(server.database, server.tenant);
    const { token } = (await upload('hello', 'a.txt')).json<{ token: string }>();
    await server.database.pool.query('update attachments set suggestion_id = $2 where token = $1', [
      token,
      idea.id,
    ]);
    server.services.keptFiles.clear();
    expect((await read(token)).status).toBe(404);
    expect(server.logged).toContainEqual(expect.objectContaining({ msg: 'A file is missing.' }));
  });
});

describe('with a virus scanner', () => {
  let scanner: TestScanner;
  let guarded: TestServer;
  let member: TestClient;
  beforeAll(async () => {
    scanner = await startScanner();
    guarded = await startTestServer({ environment: { CLAMD_URL: scanner.address } });
    member = await guarded.createUser();
  });
  afterAll(async () => {
    await guarded.close();
    await scanner.close();
  });

  const send = async (body: string): Promise<Answer> =>
    guarded.ask('/api/v2/admin/attachments', {
      method: 'POST',
      host: member.host,
      body,
      headers: {
        authorization: `Bearer ${await member.token()}`,
        'content-type': 'text/plain',
        'x-file-name': 'a.txt',
      },
    });
  const attach = async (text: string): Promise<Answer> =>
    guarded.ask('/api/v2/admin/graphql', {
      method: 'POST',
      host: member.host,
      body: JSON.stringify({
        query:
          'mutation ($blob: String!) { attachment_create(blob: $blob, file_name: "a.txt", content_type: "text/plain") { id } }',
        variables: { blob: Buffer.from(text).toString('base64') },
      }),
      headers: { authorization: `Bearer ${await member.token()}`, 'content-type': 'application/json' },
    });
  const count = async (): Promise<number> =>
    Number(
      (await guarded.database.pool.query<{ n: string }>('select count(*) as n from attachments')).rows[0]!.n,
    );

  test('a file is taken after the scanner has seen all of it', async () => {
    expect((await send('harmless')).status).toBe(200);
    expect(scanner.scanned).toEqual(['harmless'.length]);
  });

  test('what it finds is refused with its name, by both ways in, and nothing of it stays', async () => {
    const before = [await count(), guarded.services.keptFiles.size];
    const refused = await send(`x${scanner.sample}`);
    expect([refused.status, refused.json()]).toEqual([
      422,
      {
        message: 'The virus scanner found Test.Sample-1 in this file, so it was not taken.',
        code: 'BAD_USER_INPUT',
        field: 'blob',
        reason: 'infected',
      },
    ]);
    expect((await attach(scanner.sample)).json()).toMatchObject({
      errors: [
        {
          message: 'The virus scanner found Test.Sample-1 in this file, so it was not taken.',
          extensions: { reason: 'infected' },
        },
      ],
    });
    expect([await count(), guarded.services.keptFiles.size]).toEqual(before);
  });

  test('while it cannot be asked no file is taken, and the log says why', async () => {
    const before = [await count(), guarded.services.keptFiles.size];
    await scanner.close();
    const refused = await send('harmless');
    expect([refused.status, refused.json()]).toMatchObject([
      503,
      { reason: 'not_scanned', message: expect.stringContaining('Please try again later') as string },
    ]);
    expect([await count(), guarded.services.keptFiles.size]).toEqual(before);
    expect(guarded.logged).toContainEqual(
      expect.objectContaining({ msg: 'The virus scanner could not look at a file; it was refused.' }),
    );
    scanner = await startScanner();
  });
});
