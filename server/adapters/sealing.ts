import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealService } from '../core/services.ts';
import { deriveKey } from './signatures.ts';

const CIPHER = 'aes-256-gcm';
/** In front of what is sealed: tells later forms apart. */
const FORM = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals with AES-256-GCM under a key of its own; what it is about is part of the seal. */
export function createSeals(secretKey: Buffer): SealService {
  const key = deriveKey(secretKey, 'earshot seals');
  return {
    seal: (text, about) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([FORM]), nonce, cipher.getAuthTag(), sealed]);
    },
    open: (sealed, about) => {
      const begin = 1 + NONCE_BYTES + TAG_BYTES;
      if (sealed.length < begin || sealed[0] !== FORM) return null;
      try {
        const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, 1 + NONCE_BYTES))
          .setAAD(Buffer.from(about))
          .setAuthTag(sealed.subarray(1 + NONCE_BYTES, begin));
        return decipher.update(sealed.subarray(begin), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
