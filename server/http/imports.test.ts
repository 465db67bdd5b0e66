import { request } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importFilesPath, importLimits } from '../../contract/imports.ts';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { buildTenant, insertRow } from '../db/builders.ts';
import { startTestServer, type Answer, type Ask, type TestClient, type TestServer } from './testing.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.createUser();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.services.keptFiles.clear();
  await server.database.pool.query('delete from import_files');
});

const CSV = 'id,title\n1,One\n';

async function upload(
  body: Ask['body'],
  name: string,
  { client = admin, headers = {} }: { client?: TestClient; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return server.ask(importFilesPath, {
    method: 'POST',
    host: client.host,
    body: body!,
    headers: {
      authorization: `Bearer ${await client.token()}`,
      'content-type': 'text/csv',
      'x-file-name': encodeURIComponent(name),
      ...headers,
    },
  });
}
const rows = async (): Promise<number> =>
  Number(
    (await server.database.pool.query<{ n: string }>('select count(*) as n from import_files')).rows[0]!.n,
  );
const nothingStays = async (): Promise<void> => {
  expect(await rows()).toBe(0);
  expect(server.services.keptFiles.size).toBe(0);
};

describe('the upload of a file to import', () => {
  test('it keeps the bytes as they came, packed or not, under a key of the workspace', async () => {
    const plain = await upload(Buffer.from(CSV), 'Wünsche.csv');
    expect(plain.status).toBe(200);
    expect(plain.json()).toEqual({
      id: expect.any(String) as string,
      file_name: 'Wünsche.csv',
      size_in_bytes: CSV.length,
    });
    const packed = gzipSync(CSV);
    expect((await upload(packed, 'ideas.csv.gz')).json()).toMatchObject({ size_in_bytes: packed.length });
    expect([...server.services.keptFiles.keys()]).toEqual([
      expect.stringMatching(new RegExp(`^${server.tenant.id}/import-[0-9a-f-]{36}$`)),
      expect.stringMatching(new RegExp(`^${server.tenant.id}/import-[0-9a-f-]{36}$`)),
    ]);
  });

  test('it is for a token with the right to change settings, and no cookie will do', async () => {
    const without = await server.createUser({
      permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true },
    });
    const refused = await upload(Buffer.from(CSV), 'a.csv', { client: without });
    expect(refused.status).toBe(403);
    expect(
      (await upload(Buffer.from(CSV), 'a.csv', { headers: { authorization: 'Bearer nothing' } })).status,
    ).toBe(401);
    await nothingStays();
  });

  test('too large is 413 before it is read; no CSV is 415, what cannot be read 422, each with a sentence', async () => {
    const told = await upload(Readable.from([Buffer.from('x')]), 'a.csv', {
      headers: { 'content-length': String(importLimits.fileBytes + 1) },
    });
    expect(told.status).toBe(413);
    expect(told.json<{ message: string }>().message).toContain('larger than 500 MB');
    expect((await upload(Buffer.from(CSV), 'a.xlsx')).status).toBe(415);
    expect((await upload(Buffer.from('%PDF-1.7'), 'a.csv')).status).toBe(415);
    expect((await upload(Buffer.from('a\n\xff', 'latin1'), 'a.csv')).json()).toMatchObject({
      reason: 'encoding',
    });
    expect((await upload(Buffer.from(CSV), '')).status).toBe(422);
    await nothingStays();
  });

  test('one that is broken off leaves neither row nor file', async () => {
    const authorization = `Bearer ${await admin.token()}`;
    await new Promise<void>((resolve) => {
      const sent = request({
        host: '127.0.0.1',
        port: server.port,
        method: 'POST',
        path: importFilesPath,
        headers: {
          host: admin.host,
          authorization,
          'content-type': 'text/csv',
          'x-file-name': 'half.csv',
          'content-length': '500000',
        },
      });
      sent.once('error', () => resolve());
      sent.once('close', () => resolve());
      sent.write(Buffer.alloc(200_000, 'a'), () => sent.destroy());
    });
    await expect.poll(rows).toBe(0);
    await expect.poll(() => server.services.keptFiles.size).toBe(0);
  });
});

test('refused rows are fetched by those who may change settings, of their own workspace alone', async () => {
  const key = `${server.tenant.id}/import-refused-1`;
  server.services.keptFiles.set(key, Buffer.from('file,line,reason\n'));
  const imported = (subdomain_id: string) =>
    insertRow(server.database, 'imports', {
      subdomain_id,
      state: 'done',
      preset: 'ideas',
      file_names: ['ideas.csv.gz'],
      settings: '{}',
      refused_file_key: key,
    });
  const { id } = await imported(server.tenant.id);
  const foreign = await imported((await buildTenant(server.database)).id);
  const path = `/api/v2/admin/imports/${id}/refused`;
  const answer = await server.ask(path, { host: admin.host, headers: { cookie: admin.cookie } });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toContain('refused-ideas.csv');
  expect(answer.text).toBe('file,line,reason\n');
  expect((await admin.ask(`/api/v2/admin/imports/${foreign.id}/refused`)).status).toBe(404);
  const without = await server.createUser({ permissions: { ...NO_PERMISSIONS, feedback_admin_ui: true } });
  expect((await server.ask(path, { host: without.host, headers: { cookie: without.cookie } })).status).toBe(
    404,
  );
  expect((await server.ask(path, { host: admin.host, headers: {} })).status).toBe(401);
  expect(
    (
      await server.ask(path, {
        host: admin.host,
        headers: { cookie: admin.cookie, 'sec-fetch-site': 'cross-site' },
      })
    ).status,
  ).toBe(403);
});
