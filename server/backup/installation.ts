import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSignatures, provideSecretKey } from '../adapters/signatures.ts';

/** Name and version of this program. */
export function describeProgram(): string {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string;
  };
  return `Earshot ${version}`;
}

/** Tells one secret key from another without giving it away. The key is made when there is none. */
export function keyFingerprintOf(secretKeyFile: string): string {
  return createSignatures(provideSecretKey(secretKeyFile)).sign('earshot backup').slice(0, 16);
}

/** As `keyFingerprintOf`; null while there is no key. */
export function presentKeyMarkOf(secretKeyFile: string): string | null {
  return existsSync(secretKeyFile) ? keyFingerprintOf(secretKeyFile) : null;
}
