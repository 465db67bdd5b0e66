import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { secondFactor } from '../../../../contract/second_factor.ts';
import type { Services } from '../../../core/services.ts';
import type { Tx } from '../../../sql/kysely.ts';
import { hashSecret } from '../secrets.ts';

/** Where a factor is kept, and when something is done with it. */
export interface FactorPlace {
  subdomain_id: string;
  services: Pick<Services, 'seals'>;
  now: Date;
}

/** What a program that shows codes is set up with. */
export interface FactorSecret {
  /** as people type it, in Base32 */
  secret: string;
  /** the same as an otpauth address, which a picture of squares holds */
  url: string;
}

/** What is asked of a person after the password or link: nothing, a code, or to set codes up first. */
export type FactorNeed = 'none' | 'code' | 'set_up';

const sealOf = ({ subdomain_id }: FactorPlace, user_id: string): string =>
  `second factor ${subdomain_id} ${user_id}`;

const totpOf = (secret: Secret, label = '', issuer = ''): TOTP =>
  new TOTP({
    secret,
    label,
    issuer,
    algorithm: 'SHA1',
    digits: secondFactor.digits,
    period: secondFactor.periodSeconds,
  });

/** What is asked of a person who has just shown who they are. */
export async function factorNeed(tx: Tx, subdomain_id: string, user_id: string): Promise<FactorNeed> {
  const { rows } = await sql<{ has: boolean; required: boolean }>`
select exists (select 1 from second_factors f where f.subdomain_id = ${subdomain_id} and f.user_id = ${user_id}::bigint and f.confirmed_at is not null) as has,
  d.requires_second_factor as required from subdomains d where d.id = ${subdomain_id}`.execute(tx);
  const { has, required } = rows[0]!;
  return has ? 'code' : required ? 'set_up' : 'none';
}

/**
 * Begins a factor in the open transaction; one that was begun before and never proved gives way.
 * @param about workspace and address, as the program shows them
 * @returns null when there is a proved one
 */
export async function beginFactor(
  tx: Tx,
  place: FactorPlace,
  user_id: string,
  about: { workspace: string; email_address: string },
): Promise<FactorSecret | null> {
  const { subdomain_id, services, now } = place;
  const secret = new Secret({ size: 20 });
  const sealed_secret = services.seals.seal(secret.base32, sealOf(place, user_id));
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('second_factors')
    .values({ subdomain_id, user_id, sealed_secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['subdomain_id', 'user_id'])
        .doUpdateSet({ sealed_secret, created_at: now, last_step: '0' })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) === 0) return null;
  return {
    secret: secret.base32,
    url: totpOf(secret, about.email_address, about.workspace).toString(),
  };
}

/** Takes a code of the program in the open transaction, once. @returns whether it was right */
async function takeProgramCode(
  tx: Tx,
  place: FactorPlace,
  user_id: string,
  code: string,
  isConfirmed: boolean,
): Promise<boolean> {
  const { subdomain_id, services, now } = place;
  const held = await tx
    .selectFrom('second_factors')
    .select(['sealed_secret', 'last_step', 'confirmed_at'])
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
  if (!held || (held.confirmed_at !== null) !== isConfirmed) return false;
  const secret = services.seals.open(held.sealed_secret, sealOf(place, user_id));
  if (secret === null) return false;
  const delta = totpOf(Secret.fromBase32(secret)).validate({
    token: code,
    timestamp: now.getTime(),
    window: secondFactor.windowSteps,
  });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / 1000 / secondFactor.periodSeconds) + delta;
  if (step <= Number(held.last_step)) return false;
  await tx
    .updateTable('second_factors')
    .set({ last_step: String(step) })
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .execute();
  return true;
}

/** Letters and digits that are not mistaken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A code as people may type it: with or without lines between, in capitals, with spaces. */
const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** Codes to recover with, each for once; what is kept of them is their hash. */
function newRecoveryCodes(): string[] {
  const group = (): string =>
    Array.from({ length: secondFactor.recoveryGroup }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: secondFactor.recoveryCodes }, () =>
    Array.from({ length: secondFactor.recoveryGroups }, group).join('-'),
  );
}

const hashesOf = (codes: readonly string[]): Buffer[] => codes.map((code) => hashSecret(plain(code)));

/**
 * Proves a factor that was begun, in the open transaction: from now on it is asked for.
 * @returns codes to recover with, shown this once; null when the code is wrong, or nothing was begun
 */
export async function confirmFactor(
  tx: Tx,
  place: FactorPlace,
  user_id: string,
  code: string,
): Promise<string[] | null> {
  if (!(await takeProgramCode(tx, place, user_id, plain(code), false))) return null;
  const codes = newRecoveryCodes();
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: place.now, recovery_hashes: hashesOf(codes) })
    .where('subdomain_id', '=', place.subdomain_id)
    .where('user_id', '=', user_id)
    .execute();
  return codes;
}

/**
 * Takes a code in the open transaction: one of the program, or one to recover with. Each is taken once.
 * @returns of which kind it was; null when it is wrong
 */
export async function takeCode(
  tx: Tx,
  place: FactorPlace,
  user_id: string,
  typed: string,
): Promise<'code' | 'recovery_code' | null> {
  const code = plain(typed);
  if (/^\d+$/.test(code)) return (await takeProgramCode(tx, place, user_id, code, true)) ? 'code' : null;
  const hash = hashSecret(code);
  const taken = await tx
    .updateTable('second_factors')
    .set({ recovery_hashes: sql<Buffer[]>`array_remove(recovery_hashes, ${hash}::bytea)` })
    .where('subdomain_id', '=', place.subdomain_id)
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .where(sql<boolean>`${hash}::bytea = any(recovery_hashes)`)
    .executeTakeFirst();
  return Number(taken.numUpdatedRows) > 0 ? 'recovery_code' : null;
}

/** New codes to recover with in the open transaction; those before end. @returns null when there is no proved factor */
export async function renewRecoveryCodes(
  tx: Tx,
  subdomain_id: string,
  user_id: string,
): Promise<string[] | null> {
  const codes = newRecoveryCodes();
  const renewed = await tx
    .updateTable('second_factors')
    .set({ recovery_hashes: hashesOf(codes) })
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return Number(renewed.numUpdatedRows) > 0 ? codes : null;
}

/** Takes a factor away in the open transaction, with the passkeys that stand in for its codes. @returns false when there was no proved one */
export async function endFactor(tx: Tx, subdomain_id: string, user_id: string): Promise<boolean> {
  await tx
    .deleteFrom('passkeys')
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .execute();
  const ended = await tx
    .deleteFrom('second_factors')
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .executeTakeFirst();
  return ended !== undefined && ended.confirmed_at !== null;
}
