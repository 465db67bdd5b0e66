import { hash, verify } from '@node-rs/argon2';
import { createKeyedSemaphore, type Caller } from './limits/semaphore.ts';

/** argon2id with 19 MiB, two passes, one lane (the library's default algorithm is argon2id). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs off the event loop; more at once would only fill memory and starve other work of threads. One
 * of the two places is never a stranger's, and each network has its share of the other; while strangers wait, that
 * one is theirs.
 */
const gate = createKeyedSemaphore({
  atOnce: 2,
  strangersAtOnce: 1,
  strangersAtLeast: 1,
  perKey: 1,
  waitingPerKey: 8,
  waiting: 100,
});

/** Callers without a network, such as the command line: each counts by itself. */
let own = 0;
const nextOwn = (): Caller => ({ key: `own ${(own += 1)}`, isKnown: true });

/**
 * Hash of a password for storing.
 * @param caller whose share of the hashing it takes; of people who have proved who they are, by person
 * @throws TooManyWaiting
 */
export function hashPassword(password: string, caller: Caller = nextOwn()): Promise<string> {
  return gate(caller, () => hash(password, COST));
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash the same work is done against a decoy, so that
 * the time of an answer does not tell whether an account exists.
 *
 * @param stored null: no one, or someone without a password; the answer is then false
 * @param caller whose share of the hashing it takes
 * @param first done when the turn has come, before the hashing; what it throws is thrown, and nothing is hashed
 * @throws TooManyWaiting
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  caller: Caller = nextOwn(),
  first?: () => Promise<void>,
): Promise<boolean> {
  decoy ??= hash('no password has this hash', COST);
  const against = stored ?? (await decoy);
  const isRight = await gate(caller, async () => {
    await first?.();
    return verify(against, password).catch(() => false);
  });
  return stored !== null && isRight;
}
