import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFiles, partOf } from './files.ts';

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

test('a part of a file is read alone', async () => {
  const files = await createFiles({ kind: 'folder', path: dir });
  await files.put('7/part', Buffer.from('0123456789'), { contentType: 'text/plain' });
  expect(await text(await files.get('7/part', { start: 2, end: 4 }))).toBe('234');
  expect(await text(await files.get('7/part', { start: 9, end: 9 }))).toBe('9');
  await expect(files.get('7/none', { start: 0, end: 1 })).rejects.toThrow('no such file');
});

test('a part of what comes in pieces', async () => {
  const pieces = () => Readable.from(['012', '345', '6789'].map((piece) => Buffer.from(piece)));
  for (const [start, end, found] of [
    [0, 9, '0123456789'],
    [2, 3, '23'],
    [3, 5, '345'],
    [4, 7, '4567'],
    [9, 9, '9'],
    [0, 0, '0'],
  ] as const)
    expect(await text(partOf(pieces(), { start, end }))).toBe(found);
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
  await expect(files.put('../outside', Buffer.from('x'), options)).rejects.toThrow(
    /Path traversal|invalid|key/i,
  );
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
