import { textLimits } from '../../../contract/limits.ts';
import { canChooseMailAddresses } from '../../../contract/permissions.ts';
import { fromAddressProblem, replyToProblem } from '../../../contract/reply_address.ts';
import type { CommandContext } from '../../core/command.ts';
import { badInput, badRequest } from '../../core/errors.ts';
import { textInput, nullable } from '../../inputs/kinds.ts';
import { mailSettings } from './create.ts';

/** Addresses that mail to end users may carry; blank and null mean the workspace's own. */
export const addressInputs = {
  from_email: nullable(
    textInput(
      "From address, of the workspace's verified mail domain; without one the usual sender.",
      textLimits.nameCharacters,
    ),
  ),
  notification_email_address: nullable(
    textInput('Address that answers go to; without one the automatic one.', textLimits.nameCharacters),
  ),
};

/** Mailings that one person may start within an hour. */
const BULK_PER_HOUR = 200;

/**
 * Reads the addresses that a sender has chosen. Choosing one asks for write on feedback, the access
 * to messages, and mail to end users (PERM-038, VALID-055, VALID-056).
 *
 * @returns null for an address that was not chosen
 * @throws BAD_USER_INPUT
 */
export async function readAddresses(
  context: Pick<CommandContext, 'tx' | 'subdomain_id' | 'viewer'>,
  input: { from_email?: string | null; notification_email_address?: string | null },
): Promise<{ from_email: string | null; notification_email_address: string | null }> {
  const from_email = input.from_email || null;
  const notification_email_address = input.notification_email_address || null;
  if (from_email === null && notification_email_address === null)
    return { from_email, notification_email_address };
  const settings = await mailSettings(context.tx, context.subdomain_id);
  if (settings.mailOff || !canChooseMailAddresses(context.viewer)) {
    throw badInput(
      from_email === null ? 'notification_email_address' : 'from_email',
      'You can’t choose the addresses of this email. Leave them empty to use the default ones.',
    );
  }
  const reply = replyToProblem(notification_email_address);
  if (reply !== null) throw badInput('notification_email_address', reply);
  const from = fromAddressProblem(from_email, settings);
  if (from !== null) throw badInput('from_email', from);
  return { from_email, notification_email_address };
}

/**
 * Refuses mail to end users where the account takes none at all (DEC-145).
 * @throws BAD_USER_INPUT naming the field
 */
export async function requireMail(
  context: Pick<CommandContext, 'tx' | 'subdomain_id'>,
  field: string,
): Promise<void> {
  if ((await mailSettings(context.tx, context.subdomain_id)).mailOff)
    throw badInput(field, 'Emails to end users are turned off in this workspace.', { reason: 'mail_off' });
}

/**
 * Refuses the mailings of someone who has started very many within the hour.
 *
 * @param wanted how many are about to be started
 * @throws BAD_USER_INPUT
 */
export async function limitBulkMail(
  { tx, subdomain_id, viewer, now }: CommandContext,
  wanted = 1,
): Promise<void> {
  const { count } = await tx
    .selectFrom('mailings')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', 'is not distinct from', viewer.user_id)
    .where('created_at', '>', new Date(now.getTime() - 3_600_000))
    .executeTakeFirstOrThrow();
  const left = BULK_PER_HOUR - Number(count);
  if (left > 0 && wanted > left)
    throw badRequest(
      `Emails can go out about ${left} more ideas within this hour, and these are ${wanted}. Choose fewer, or post without email.`,
      { reason: 'too_many', httpStatus: 429 },
    );
  if (left <= 0)
    throw badRequest(
      `You have sent ${BULK_PER_HOUR} messages within an hour. Wait a while before the next one.`,
      { reason: 'too_many', httpStatus: 429 },
    );
}
