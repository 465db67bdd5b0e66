import { hash, randomBytes } from 'node:crypto';

/** A random secret of 256 bits, as 43 characters that may stand in addresses, headers and cookies. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a secret: its SHA-256. A copy of the database opens nothing. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Whether a text can be one of ours at all; anything else needs no look into the database. */
export function isSecret(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text);
}
