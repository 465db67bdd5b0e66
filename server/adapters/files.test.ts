import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFiles } from './files.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'earshot-files-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const options = { contentType: 'text/plain' };

test('what is put under a key is read under it, and removed with it', async () => {
  const files = await createFiles({ kind: 'folder', path: dir });
  await files.put('7/one', Readable.from(['hel', 'lo'].map((part) => Buffer.from(part))), options);
  await files.put('7/two', Buffer.from('bytes'), options);
  expect(await text(await files.get('7/one'))).toBe('hello');
  expect(await text(await files.get('7/two'))).toBe('bytes');
  await files.remove('7/one');
  await files.remove('7/one');
  await expect(files.get('7/one')).rejects.toThrow('no such file');
});

test('a file whose source breaks is not there, not even in part', async () => {
  const files = await createFiles({ kind: 'folder', path: dir });
  const broken = new Readable({ read() {} });
  broken.push('half');
  const put = files.put('7/broken', broken, options);
  broken.destroy(new Error('source broke'));
  await expect(put).rejects.toThrow('source broke');
  await expect(files.get('7/broken')).rejects.toThrow('no such file');
  expect(readdirSync(join(dir, 'incoming'))).toEqual([]);
});

test('no key leads out of the folder', async () => {
  const files = await createFiles({ kind: 'folder', path: dir });
  await expect(files.put('../outside', Buffer.from('x'), options)).rejects.toThrow(/Path traversal|invalid|key/i);
});

test('what a process left half-written is removed after a day', async () => {
  const folder = join(dir, 'leftovers');
  mkdirSync(join(folder, 'incoming'), { recursive: true });
  for (const name of ['old', 'new']) writeFileSync(join(folder, 'incoming', name), 'x');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(join(folder, 'incoming', 'old'), yesterday, yesterday);
  await createFiles({ kind: 'folder', path: folder });
  expect(readdirSync(join(folder, 'incoming'))).toEqual(['new']);
});

test('a bucket without its client says what to install', async () => {
  await expect(createFiles({ kind: 's3', url: 's3://bucket/folder' })).rejects.toThrow(/@aws-sdk\/client-s3/);
});
