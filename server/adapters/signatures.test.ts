import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignatures, deriveKey, provideSecretKey } from './signatures.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'earshot-key-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('the key is made at the first start, readable by this user alone, and stays', () => {
  const file = join(dir, 'deep', 'secret.key');
  const key = provideSecretKey(file);
  expect(key).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(provideSecretKey(file).equals(key)).toBe(true);
  expect(readFileSync(file, 'utf8').trim()).toBe(key.toString('base64'));
});

test('a file that holds no key stops the start and is left as it is', () => {
  const file = join(dir, 'short.key');
  writeFileSync(file, 'c2hvcnQ=');
  expect(() => provideSecretKey(file)).toThrow(/holds no key/);
  expect(readFileSync(file, 'utf8')).toBe('c2hvcnQ=');
  expect(() => provideSecretKey(join(file, 'below a file', 'secret.key'))).toThrow(/SECRET_KEY_FILE/);
});

test('a signature holds for its text and its key alone', () => {
  const one = createSignatures(provideSecretKey(join(dir, 'one.key')));
  const two = createSignatures(provideSecretKey(join(dir, 'two.key')));
  const signature = one.sign('text');
  expect(one.verify('text', signature)).toBe(true);
  expect(one.verify('other', signature)).toBe(false);
  expect(two.verify('text', signature)).toBe(false);
  for (const wrong of ['', 'x', signature.slice(1), `${signature}A`])
    expect(one.verify('text', wrong)).toBe(false);
});

test('keys of different purposes differ', () => {
  const key = provideSecretKey(join(dir, 'one.key'));
  expect(deriveKey(key, 'a').equals(deriveKey(key, 'b'))).toBe(false);
});
