import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildAdmin,
  buildAttachment,
  buildSuggestion,
  buildTenant,
  insertRow,
  testScope,
  testServices,
  viewerOf,
  type TestServices,
} from '../../db/builders.ts';
import type { Scope } from '../../core/scope.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import {
  attachmentThumbnail,
  cleanFileName,
  storeAttachment,
  storeAttachmentIn,
  sweepAttachments,
} from './store.ts';

let database: TestDatabase;
let scope: Scope;
let services: TestServices;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
beforeAll(async () => {
  database = await openTestDatabase();
  tenant = await buildTenant(database);
  services = testServices();
  scope = await testScope(database, viewerOf(tenant, await buildAdmin(database, tenant)), { services });
});
afterAll(() => database.close());

const signal = new AbortController().signal;
const row = async (id: string): Promise<Record<string, unknown> | undefined> =>
  (await database.pool.query<Record<string, unknown>>('select * from attachments where id = $1', [id]))
    .rows[0];

test('a command takes a file in within its own transaction', async () => {
  const content = Buffer.from('hello');
  const stored = await scope.write((tx) =>
    storeAttachmentIn(
      { tx, viewer: scope.viewer, services, now: scope.now() },
      { file_name: 'a.txt', content_type: 'text/plain', content },
    ),
  );
  expect(await row(stored.id)).toMatchObject({
    token: stored.token,
    uploader_id: scope.viewer.user_id,
    size_in_bytes: '5',
    suggestion_id: null,
  });
});

test('a name keeps its ending when it is cut', () => {
  expect(cleanFileName(`${'a'.repeat(400)}.jpeg`)).toBe(`${'a'.repeat(250)}.jpeg`);
  expect(() => cleanFileName(' \u0000 ')).toThrow('The file has no name.');
});

test('signs that nobody sees are taken out of a name, what gives a letter its look stays', () => {
  const hidden = [
    ...'\u0000\u0085\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2064\u2066\u2067\u2068\u2069\u206f\u3164\ufeff\uffa0\ufff9\ufffb\u{e0001}\u{e0041}',
  ];
  for (const sign of hidden)
    expect(cleanFileName(`a${sign}gpj${sign}.txt${sign}`), sign.codePointAt(0)!.toString(16)).toBe(
      'agpj.txt',
    );
  for (const name of ['\u2764\ufe0f.png', 'חשבון.pdf', 'فاتورة.pdf', '葛\u{e0100}.txt', 'naïve – 1€.txt'])
    expect(cleanFileName(name)).toBe(name.normalize('NFC'));
  for (const name of ['\u202e\u2066', '\ufe0f', '\u200b.'])
    expect(() => cleanFileName(name)).toThrow('The file has no name.');
});

describe('the small picture', () => {
  test('it is made once, at most 320 px, without what the camera wrote', async () => {
    const photo = await sharp({
      create: {
        width: 1600,
        height: 1200,
        channels: 3,
        background: '#804020',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    const stored = await storeAttachment(scope, {
      file_name: 'photo.jpg',
      content_type: null,
      content: photo,
    });
    expect(services.enqueued.at(-1)).toEqual({
      task: 'attachment_thumbnail',
      payload: { subdomain_id: tenant.id, attachment_id: stored.id },
    });
    await attachmentThumbnail.run({ subdomain_id: tenant.id, attachment_id: stored.id }, { scope, signal });
    const { thumb_key } = (await row(stored.id)) as { thumb_key: string };
    const small = await sharp(services.keptFiles.get(thumb_key)!).metadata();
    expect(small).toMatchObject({ format: 'webp', width: 320, height: 240 });
    expect(small.exif).toBeUndefined();
    services.keptFiles.delete(thumb_key);
    await attachmentThumbnail.run({ subdomain_id: tenant.id, attachment_id: stored.id }, { scope, signal });
    expect(services.keptFiles.has(thumb_key)).toBe(false);
  });

  test('records that share the content show the same one, also when they were made before it was', async () => {
    const photo = await sharp({
      create: {
        width: 800,
        height: 600,
        channels: 3,
        background: '#204080',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    const stored = await storeAttachment(scope, {
      file_name: 'photo.jpg',
      content_type: null,
      content: photo,
    });
    const { storage_key } = (await row(stored.id)) as { storage_key: string };
    const [shared, other] = [
      await buildAttachment(database, tenant, { storage_key }),
      await buildAttachment(database, tenant),
    ];
    await attachmentThumbnail.run({ subdomain_id: tenant.id, attachment_id: stored.id }, { scope, signal });
    const { thumb_key } = (await row(stored.id)) as { thumb_key: string };
    expect([(await row(shared.id))!['thumb_key'], (await row(other.id))!['thumb_key']]).toEqual([
      thumb_key,
      null,
    ]);
  });

  test('an image that cannot be decoded has none, and the job is done', async () => {
    const broken = Buffer.concat([
      (
        await sharp({
          create: {
            width: 800,
            height: 800,
            channels: 3,
            background: '#fff',
            noise: { type: 'gaussian', mean: 128, sigma: 40 },
          },
        })
          .png()
          .toBuffer()
      ).subarray(0, 60_000),
      Buffer.alloc(100),
    ]);
    const stored = await storeAttachment(scope, {
      file_name: 'broken.png',
      content_type: null,
      content: broken,
    });
    await attachmentThumbnail.run({ subdomain_id: tenant.id, attachment_id: stored.id }, { scope, signal });
    expect(await row(stored.id)).toMatchObject({ content_type: 'image/png', thumb_key: null });
  });
});

test('what nothing has claimed for a day is removed with its file; the claimed and the young stay', async () => {
  const idea = await buildSuggestion(database, tenant);
  const old = new Date(Date.now() - 24 * 3_600_000 - 1_000);
  const forgotten = await buildAttachment(database, tenant, { created_at: old, thumb_key: 'thumb of it' });
  const claimed = await buildAttachment(database, tenant, { created_at: old, suggestion_id: idea.id });
  const message = await insertRow(database, 'supporter_messages', {
    subdomain_id: tenant.id,
    suggestion_id: idea.id,
    user_id: scope.viewer.user_id,
    body: '<p>Hello</p>',
    email_subject: 'Hello',
  });
  const sent = await buildAttachment(database, tenant, { created_at: old, supporter_message_id: message.id });
  const young = await buildAttachment(database, tenant, {
    created_at: new Date(Date.now() - 24 * 3_600_000 + 60_000),
  });
  for (const key of [forgotten.storage_key, 'thumb of it', claimed.storage_key, young.storage_key])
    services.keptFiles.set(key, Buffer.from('x'));
  await sweepAttachments.run({ subdomain_id: tenant.id }, { scope, signal });
  expect(await row(forgotten.id)).toBeUndefined();
  for (const { id } of [claimed, sent]) expect(await row(id)).toBeDefined();
  expect(await row(young.id)).toBeDefined();
  expect(
    [forgotten.storage_key, 'thumb of it', claimed.storage_key, young.storage_key].map((key) =>
      services.keptFiles.has(key),
    ),
  ).toEqual([false, false, true, true]);
});
