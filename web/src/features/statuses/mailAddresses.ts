/** The addresses that a sender of mail to end users may name themselves. */
import { fromAddressProblem, replyToProblem } from '../../../../contract/reply_address.ts';
import { validationMessages } from '../../../../contract/errors.ts';
import type { FieldRules } from '../../forms/rules.ts';
import { statusMessages } from './statusMessages.ts';

const texts = statusMessages.mail;

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

/** Whether one of the chosen addresses cannot be used. @param settings null while they are loaded */
export function hasWrongAddress(
  addresses: MailAddresses,
  settings: Parameters<typeof addressProblems>[1],
): boolean {
  const { reply_to, from } = addressProblems(addresses, settings);
  return reply_to !== null || from !== null;
}

/**
 * The rules of the addresses of a panel.
 *
 * @param settings null while they are loaded
 * @param mayChoose false: the automatic ones are used, whatever stands there
 */
export function addressFields<Values extends MailAddresses>(
  settings: Parameters<typeof addressProblems>[1],
  mayChoose: (values: Values) => boolean = () => true,
): Record<keyof MailAddresses, FieldRules<Values, string | null>> {
  const wrong = (addresses: Partial<MailAddresses>, values: Values) =>
    addressProblems({ ...usualAddresses, ...(mayChoose(values) ? addresses : {}) }, settings);
  return {
    reply_to: {
      label: texts.replyAddress,
      inputs: ['notificationEmailAddress'],
      rule: (reply_to, values) => wrong({ reply_to }, values).reply_to,
      ruleName: texts.replyName,
    },
    from: {
      label: texts.fromAddress,
      inputs: ['fromEmail'],
      rule: (from, values) => wrong({ from }, values).from,
      ruleName: texts.fromName,
    },
  };
}

/** The addresses as a mutation takes them. */
export function sentAddresses({ reply_to, from }: MailAddresses): {
  notificationEmailAddress: string | null;
  fromEmail: string | null;
} {
  return { notificationEmailAddress: reply_to?.trim() ?? null, fromEmail: from?.trim() ?? null };
}
