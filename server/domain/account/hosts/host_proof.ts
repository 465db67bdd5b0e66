import type { Services } from '../../../core/services.ts';

/**
 * The DNS record (TXT) that proves a host name for a workspace. Its value is bound to workspace and name, so that no
 * other workspace can use it.
 */
export function hostProofRecord(
  { signatures }: Pick<Services, 'signatures'>,
  subdomain_id: string,
  host: string,
): { name: string; value: string } {
  return {
    name: `_earshot.${host}`,
    value: `earshot-host=${signatures.sign(`host name ${subdomain_id} ${host}`)}`,
  };
}
