/** Passkeys as the browser has them: made and used by its own window, given on as JSON. */

/** No passkey was made or used. */
export class NoPasskey extends Error {
  /** where they work, when it is not here; null: it was called off, took too long, or the device has none that fits. */
  readonly host: string | null;

  constructor(host: string | null, options?: ErrorOptions) {
    super('No passkey', options);
    this.host = host;
  }
}

/** Whether this browser knows passkeys, and the forms in which they travel. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

/** Whether passkeys of a host work on this page: a workspace has a name of the installation, and may have one of its own. */
export const worksHere = (host: string | undefined): boolean => host === location.hostname;

/**
 * Has the browser make a passkey.
 *
 * @param options as the server gives them
 * @throws NoPasskey
 */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const host = options.rp.id;
  if (host !== undefined && !worksHere(host)) throw new NoPasskey(host);
  return take(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/** Has the browser sign with a passkey. @throws NoPasskey */
export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  return take(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

/** Browsers do not tell apart why nothing came of it. */
async function take(ask: () => Promise<Credential | null>): Promise<unknown> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (error) {
    throw new NoPasskey(null, { cause: error });
  }
  if (credential === null) throw new NoPasskey(null);
  return (credential as PublicKeyCredential).toJSON();
}
