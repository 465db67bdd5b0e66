import { isEmail } from './email.ts';
import { validationMessages } from './errors.ts';

/**
 * Reply-to of mail to end users when the sender chose none: a no-reply address of the account
 * (CONST-055, DEC-136).
 *
 * @param subdomainKey key of the account
 * @param mailDomain domain that the installation sends from, without @
 */
export function automaticReplyAddress(subdomainKey: string, mailDomain: string): string {
  return `no-reply+${subdomainKey}@${mailDomain}`;
}

/** The part after the @, lower case; null when there is none. */
export function domainOfAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  return at > 0 && at < address.length - 1
    ? address
        .slice(at + 1)
        .trim()
        .toLowerCase()
    : null;
}

/**
 * What is wrong with a reply-to address of one's own (VALID-055).
 *
 * @param address empty or null means the automatic address
 * @returns null when it can be used
 */
export function replyToProblem(address: string | null | undefined): string | null {
  const text = address?.trim() ?? '';
  if (text === '') return null;
  return isEmail(text) ? null : validationMessages.addressInvalid;
}

/**
 * What is wrong with a from address of one's own: it must be an address of the verified domain,
 * compared without case; sub-domains do not count (VALID-056, DEC-144).
 *
 * @param address empty or null means the account's usual sender
 * @returns null when it can be used
 */
export function fromAddressProblem(
  address: string | null | undefined,
  settings: { from_domain: string | null; from_domain_verified: boolean },
): string | null {
  const text = address?.trim() ?? '';
  if (text === '') return null;
  if (!isEmail(text)) return validationMessages.addressInvalid;
  const verified = settings.from_domain_verified && settings.from_domain !== null;
  if (!verified || domainOfAddress(text) !== settings.from_domain?.trim().toLowerCase()) {
    return validationMessages.addressOtherDomain;
  }
  return null;
}
