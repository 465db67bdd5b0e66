/** The addresses that a sender of mail to end users may name themselves. */
import { fromAddressProblem, replyToProblem } from '../../../../contract/reply_address.ts';
import { validationMessages } from '../../../../contract/errors.ts';

/** Addresses of a mail. Null: the automatic reply-to, the usual sender. */
export type MailAddresses = { reply_to: string | null; from: string | null };

/** What stands in the form before anybody chose. */
export const usualAddresses: MailAddresses = { reply_to: null, from: null };

/**
 * What is wrong with chosen addresses (VALID-055, VALID-056). One that was chosen and left empty is none.
 *
 * @param settings null while they are loaded: a from address cannot be judged yet
 * @returns null for an address that can be used, or was not chosen
 */
export function addressProblems(
  { reply_to, from }: MailAddresses,
  settings: { from_domain: string | null; from_domain_verified: boolean } | null,
): { reply_to: string | null; from: string | null } {
  return {
    reply_to:
      reply_to === null
        ? null
        : reply_to.trim() === ''
          ? validationMessages.addressInvalid
          : replyToProblem(reply_to),
    from:
      from === null
        ? null
        : from.trim() === ''
          ? validationMessages.addressInvalid
          : settings === null
            ? null
            : fromAddressProblem(from, settings),
  };
}

/** The addresses as a mutation takes them. */
export function sentAddresses({ reply_to, from }: MailAddresses): {
  notificationEmailAddress: string | null;
  fromEmail: string | null;
} {
  return { notificationEmailAddress: reply_to?.trim() ?? null, fromEmail: from?.trim() ?? null };
}
