import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { secondFactor } from '../../../../contract/second_factor.ts';
import type { Services } from '../../../core/services.ts';
import { shape } from '../../../core/shape.ts';
import type { Tx } from '../../../sql/kysely.ts';

/** The library, loaded with the first passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

/** Where passkeys of a workspace count: browsers offer them at its name of the installation alone. */
export interface PasskeyPlace {
  subdomain_id: string;
  /** of the workspace, as `services.publicUrl` gives it */
  publicUrl: string;
  services: Pick<Services, 'signatures'>;
}

const MINUTE_MS = 60_000;
const rpIdOf = ({ publicUrl }: PasskeyPlace): string => new URL(publicUrl).hostname;

/** What a device signs: bound to what it is for, so that nothing has to be kept. */
const challengeOf = ({ subdomain_id, services }: PasskeyPlace, about: string): string =>
  Buffer.from(services.signatures.sign(`passkey ${subdomain_id} ${about}`)).toString('base64url');

/** A passkey as its holder sees it. */
export interface ShownPasskey {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export const ownPasskeyShape = shape('OwnPasskey', 'A passkey that stands in for a code.', {
  id: { type: 'ID!', description: 'Id.' },
  name: { type: 'String!', description: 'As its holder calls the device.' },
  created_at: { type: 'String!', description: 'Since when.' },
  last_used_at: { type: 'String', description: 'When it was last used; null: never.' },
});

/** As the API has it. */
export const showPasskey = ({ id, name, created_at, last_used_at }: ShownPasskey) => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** Passkeys of a person, the oldest first. */
export function passkeysOf(db: Tx, subdomain_id: string, user_id: string): Promise<ShownPasskey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();
}

const credentialsOf = (db: Tx, subdomain_id: string, user_id: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'sign_count', 'transports'])
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute();

const nameCredential = ({ credential_id, transports }: { credential_id: string; transports: string[] }) => ({
  id: credential_id,
  transports: transports as never,
});

/** Begins a passkey: what the browser is asked for, and until when its answer is taken. */
export async function beginPasskey(
  db: Tx,
  place: PasskeyPlace,
  person: { id: string; name: string; email_address: string },
  workspace: string,
  now: Date,
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; until: string }> {
  const { generateRegistrationOptions } = await loadLibrary();
  const until = new Date(now.getTime() + secondFactor.minutes * MINUTE_MS).toISOString();
  const options = await generateRegistrationOptions({
    rpID: rpIdOf(place),
    rpName: workspace,
    userID: new Uint8Array(Buffer.from(`${place.subdomain_id} ${person.id}`)),
    userName: person.email_address,
    userDisplayName: person.name,
    challenge: new Uint8Array(Buffer.from(challengeOf(place, `${person.id} ${until}`), 'base64url')),
    attestationType: 'none',
    excludeCredentials: (await credentialsOf(db, place.subdomain_id, person.id)).map(nameCredential),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return { options, until };
}

/**
 * Keeps a passkey that a browser has made, in the open transaction.
 * @returns null: what it answers does not hold, came too late, or is someone's already
 */
export async function addPasskey(
  tx: Tx,
  place: PasskeyPlace,
  user_id: string,
  { name, response, until }: { name: string; response: RegistrationResponseJSON; until: string },
  now: Date,
): Promise<ShownPasskey | null> {
  if (!(new Date(until) > now)) return null;
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challengeOf(place, `${user_id} ${until}`),
    expectedOrigin: new URL(place.publicUrl).origin,
    expectedRPID: rpIdOf(place),
    requireUserVerification: false,
  }).catch(() => null);
  if (verified?.verified !== true) return null;
  const { credential } = verified.registrationInfo;
  const made = await tx
    .insertInto('passkeys')
    .values({
      subdomain_id: place.subdomain_id,
      user_id,
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      sign_count: String(credential.counter),
      transports: credential.transports ?? [],
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['subdomain_id', 'credential_id']).doNothing())
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst();
  return made ?? null;
}

/** What the browser is asked for at the door, for someone who holds a token; null: they have no passkey. */
export async function askForPasskey(
  db: Tx,
  place: PasskeyPlace,
  user_id: string,
  token: string,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const credentials = await credentialsOf(db, place.subdomain_id, user_id);
  if (credentials.length === 0) return null;
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: rpIdOf(place),
    challenge: new Uint8Array(Buffer.from(challengeOf(place, token), 'base64url')),
    allowCredentials: credentials.map(nameCredential),
    userVerification: 'preferred',
  });
}

/** Takes what a passkey has signed for a token, in the open transaction. @returns whether it holds */
export async function takePasskey(
  tx: Tx,
  place: PasskeyPlace,
  user_id: string,
  { token, response }: { token: string; response: AuthenticationResponseJSON },
  now: Date,
): Promise<boolean> {
  const { id } = response as { id: unknown };
  if (typeof id !== 'string' || !/^[\w-]+$/.test(id)) return false;
  const held = await tx
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'sign_count', 'transports'])
    .where('subdomain_id', '=', place.subdomain_id)
    .where('user_id', '=', user_id)
    .where('credential_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!held) return false;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challengeOf(place, token),
    expectedOrigin: new URL(place.publicUrl).origin,
    expectedRPID: rpIdOf(place),
    credential: {
      id: held.credential_id,
      publicKey: new Uint8Array(held.public_key),
      counter: Number(held.sign_count),
    },
    requireUserVerification: false,
  }).catch(() => null);
  if (verified?.verified !== true) return false;
  await tx
    .updateTable('passkeys')
    .set({ sign_count: String(verified.authenticationInfo.newCounter), last_used_at: now })
    .where('subdomain_id', '=', place.subdomain_id)
    .where('id', '=', held.id)
    .execute();
  return true;
}
