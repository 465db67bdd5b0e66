import { hash, verify } from '@node-rs/argon2';
import { createGate } from './gate.ts';

/** argon2id with 19 MiB, two passes, one lane (the library's default algorithm is argon2id). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing runs off the event loop; more at once would only fill memory and starve other work of threads. */
const gate = createGate({ atOnce: 2, waiting: 40 });

/** Hash of a password for storing. @throws GateFull */
export function hashPassword(password: string): Promise<string> {
  return gate(() => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash the same work is done against a decoy, so that
 * the time of an answer does not tell whether an account exists.
 *
 * @param stored null: nobody, or somebody without a password; the answer is then false
 * @throws GateFull
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no password has this hash', COST);
  const against = stored ?? (await decoy);
  const isRight = await gate(() => verify(against, password).catch(() => false));
  return stored !== null && isRight;
}
