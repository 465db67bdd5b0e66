import { passwordLimits } from '../../../../contract/limits.ts';
import { secondFactor } from '../../../../contract/second_factor.ts';
import { defineCommand, type CommandContext } from '../../../core/command.ts';
import { badInput } from '../../../core/errors.ts';
import { shape } from '../../../core/shape.ts';
import { anyAdmin } from '../../../core/viewer.ts';
import { required, secretInput } from '../../../inputs/kinds.ts';
import { ownNewsMail } from '../mails/own_mails.ts';
import { ownId, requirePassword } from '../own_account.ts';
import { beginFactor, confirmFactor, endFactor, factorNeed, renewRecoveryCodes } from './factor.ts';

const secretShape = shape('OwnSecondFactorSecret', 'What a program that shows codes is set up with.', {
  secret: { type: 'String!', description: 'As it is typed, in Base32.' },
  url: { type: 'String!', description: 'The same as an otpauth address, for a QR code.' },
});
const codesShape = shape('OwnRecoveryCodes', 'Codes to sign in with when the program is lost.', {
  recovery_codes: {
    type: '[String!]!',
    description: 'Each works once. They are shown this once and kept nowhere.',
  },
});

const currentPassword = () =>
  secretInput('The present password; left out by those who have none.', passwordLimits.maxCharacters);

/** The viewer's address at which they are told of it; null: they have none. */
async function tell(
  { tx, subdomain_id, enqueue }: CommandContext,
  user_id: string,
  what: 'second_factor_on' | 'second_factor_off',
): Promise<void> {
  const { email_address } = await tx
    .selectFrom('users')
    .select('email_address')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (email_address !== null) await enqueue(ownNewsMail, { what, user_id, email_address });
}

const noFactor = () =>
  badInput('current_password', 'Two-step sign-in is off.', { reason: 'no_second_factor' });

/** Begins two-step sign-in of the viewer's own: nothing is asked for until a code has proved it. */
export const ownSecondFactorBegin = defineCommand({
  name: 'own_second_factor_begin',
  description:
    'Answers what a program that shows codes is set up with. Codes are asked for once own_second_factor_confirm has proved one; what was begun before and never proved ends.',
  requires: anyAdmin,
  holdsSecret: true,
  input: { current_password: currentPassword() },
  returns: { type: 'OwnSecondFactorSecret' },
  shapes: [secretShape],
  prepare: ({ current_password }, scope) => requirePassword(scope, current_password),
  run: async (_input, { tx, subdomain_id, services, now, viewer, audit }) => {
    const id = ownId(viewer);
    const { name } = await tx
      .selectFrom('subdomains')
      .select('name')
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    const made = await beginFactor(tx, { subdomain_id, services, now }, id, {
      workspace: name,
      email_address: viewer.email_address ?? viewer.display_name,
    });
    if (made === null)
      throw badInput('current_password', 'Two-step sign-in is on already.', { reason: 'has_second_factor' });
    await audit('own_second_factor_begin', id);
    return made;
  },
});

/** Proves two-step sign-in with a code of the program. */
export const ownSecondFactorConfirm = defineCommand({
  name: 'own_second_factor_confirm',
  description:
    'Turns two-step sign-in on, with a code of the program that was set up. Answers the recovery codes; an email tells of it.',
  requires: anyAdmin,
  holdsSecret: true,
  input: { code: required(secretInput('The code that the program shows.', secondFactor.characters)) },
  returns: { type: 'OwnRecoveryCodes' },
  shapes: [codesShape],
  run: async ({ code }, context) => {
    const { tx, subdomain_id, services, now, viewer } = context;
    const id = ownId(viewer);
    const recovery_codes = await confirmFactor(tx, { subdomain_id, services, now }, id, code);
    if (recovery_codes === null)
      throw badInput(
        'code',
        'This code is wrong. Codes change every half minute: check that the clock of your phone is right.',
        { reason: 'wrong' },
      );
    await context.audit('own_second_factor_confirm', id);
    await tell(context, id, 'second_factor_on');
    return { recovery_codes };
  },
});

/** Turns two-step sign-in of the viewer's own off. */
export const ownSecondFactorEnd = defineCommand({
  name: 'own_second_factor_end',
  description: 'Turns two-step sign-in off, where the workspace does not require it; an email tells of it.',
  requires: anyAdmin,
  holdsSecret: true,
  input: { current_password: currentPassword() },
  returns: { type: 'Boolean!' },
  prepare: ({ current_password }, scope) => requirePassword(scope, current_password),
  run: async (_input, context) => {
    const { tx, subdomain_id, viewer } = context;
    const id = ownId(viewer);
    if (!(await endFactor(tx, subdomain_id, id))) throw noFactor();
    if ((await factorNeed(tx, subdomain_id, id)) === 'set_up')
      throw badInput('current_password', 'This workspace requires two-step sign-in for everyone.', {
        reason: 'required_here',
      });
    await context.audit('own_second_factor_end', id);
    await tell(context, id, 'second_factor_off');
    return true;
  },
});

/** Makes new codes to recover with; those before end. */
export const ownRecoveryCodesRenew = defineCommand({
  name: 'own_recovery_codes_renew',
  description: 'Makes new recovery codes. Those made before no longer work.',
  requires: anyAdmin,
  holdsSecret: true,
  input: { current_password: currentPassword() },
  returns: { type: 'OwnRecoveryCodes' },
  shapes: [codesShape],
  prepare: ({ current_password }, scope) => requirePassword(scope, current_password),
  run: async (_input, { tx, subdomain_id, viewer, audit }) => {
    const id = ownId(viewer);
    const recovery_codes = await renewRecoveryCodes(tx, subdomain_id, id);
    if (recovery_codes === null) throw noFactor();
    await audit('own_recovery_codes_renew', id);
    return { recovery_codes };
  },
});
