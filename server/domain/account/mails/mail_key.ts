import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Services } from '../../../core/services.ts';
import type { Tx } from '../../../sql/kysely.ts';

/** The key that signs emails from a workspace's own domain. */
export interface MailKey {
  selector: string;
  /** PEM */
  private_key: string;
  /** as the DNS record has it */
  public_key: string;
}

const sealOf = (subdomain_id: string): string => `mail key of ${subdomain_id}`;

/** The key of a workspace; null: it has none, or another installation's key sealed it. */
export async function readMailKey(
  db: Tx,
  { seals }: Pick<Services, 'seals'>,
  subdomain_id: string,
): Promise<MailKey | null> {
  const row = await db
    .selectFrom('mail_keys')
    .select(['selector', 'sealed_key', 'public_key'])
    .where('subdomain_id', '=', subdomain_id)
    .executeTakeFirst();
  const private_key = row ? seals.open(row.sealed_key, sealOf(subdomain_id)) : null;
  return row && private_key !== null
    ? { selector: row.selector, private_key, public_key: row.public_key }
    : null;
}

/** Makes the key of a workspace, in the open transaction, where it has none that can be used. */
export async function provideMailKey(
  tx: Tx,
  services: Pick<Services, 'seals'>,
  subdomain_id: string,
): Promise<void> {
  if (await readMailKey(tx, services, subdomain_id)) return;
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    // what receivers take without question, and a DNS record can hold
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const values = {
    selector: `earshot-${subdomain_id}`,
    sealed_key: services.seals.seal(privateKey, sealOf(subdomain_id)),
    public_key: publicKey.toString('base64'),
  };
  await tx
    .insertInto('mail_keys')
    .values({ subdomain_id, ...values })
    .onConflict((conflict) => conflict.column('subdomain_id').doUpdateSet(values))
    .execute();
}
