import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '../process/operator_error.ts';
import type { SignatureService } from '../core/services.ts';

const KEY_BYTES = 32;

/**
 * The installation's secret key: what SECRET_KEY_FILE holds, made at the first start and readable by this
 * user alone. Whoever loses it loses sealed secrets and addresses that were signed with it.
 *
 * @throws OperatorError when the file cannot be read or written, or holds no key
 */
export function provideSecretKey(file: string): Buffer {
  try {
    mkdirSync(dirname(file), { recursive: true });
    // of several processes that start at once one makes the file, the others read it
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new OperatorError(
        `The secret key ${file} cannot be made (${message}); set SECRET_KEY_FILE to a place that may be written.`,
      );
  }
  const text = readText(file);
  const key = Buffer.from(text, 'base64');
  if (key.length < KEY_BYTES) {
    throw new OperatorError(
      `${file} holds no key: 32 random bytes in base64 are expected. Put the right file back; a new key cannot open what the old one sealed.`,
    );
  }
  return key;
}

function readText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
    // another process has made the file and is about to write it
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new OperatorError(
      `The secret key ${file} cannot be read (${(error as Error).message}); give the file to this user, or correct SECRET_KEY_FILE.`,
    );
  }
}

/** A key for one purpose, so that a text signed for one cannot serve another. */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), purpose, KEY_BYTES));
}

/** Signs with HMAC-SHA256 under a key of its own. A signature is 43 characters that may stand in an address. */
export function createSignatures(secretKey: Buffer): SignatureService {
  const key = deriveKey(secretKey, 'earshot signatures');
  const digest = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => digest(text).toString('base64url'),
    verify: (text, signature) => {
      const given = Buffer.from(signature, 'base64url');
      const right = digest(text);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
