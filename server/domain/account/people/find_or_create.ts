import { emailProblem } from '../../../../contract/email.ts';
import { emailLimits, textLimits } from '../../../../contract/limits.ts';
import { defineCommand, type CommandContext } from '../../../core/command.ts';
import { noteHappening } from '../../../core/happenings.ts';
import { singleLine, validatedText, required } from '../../../inputs/kinds.ts';
import { writeRight } from '../../../core/viewer.ts';
import { peopleByLostKeys } from './lost_keys.ts';

/**
 * The person of an address, whatever its capitals, also of one that went with a profile that was merged into theirs; one
 * is made when there is none.
 * @param person name: of a new person alone
 * @returns the id
 */
export async function findOrCreateUser(
  { tx, subdomain_id, now }: Pick<CommandContext, 'tx' | 'subdomain_id' | 'now'>,
  { email, name }: { email: string; name: string },
): Promise<string> {
  const find = () =>
    tx
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where((where) => where(where.fn<string>('lower', ['email_address']), '=', email.toLowerCase()))
      .executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  const lost = await peopleByLostKeys(tx, subdomain_id, { emails: [email.toLowerCase()] });
  const [merged] = lost.values();
  if (merged !== undefined) return merged;
  const made = await tx
    .insertInto('users')
    .values({ subdomain_id, name, email_address: email, created_at: now, updated_at: now })
    // someone else makes the same person at this moment: then theirs is the one
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) noteHappening(tx, 'user_created', [made.id]);
  return (made ?? (await find()))!.id;
}

/** The dialog Create new user (CALL-M-056, VALID-084, DEC-117). */
export const usersFindOrCreate = defineCommand({
  name: 'users_find_or_create',
  description:
    'Answers the person of an address, whatever its capitals; makes one when there is none. The name is set on a new person alone; a blocked person is answered unchanged.',
  requires: writeRight('feedback'),
  input: {
    email: required(validatedText('Address.', emailLimits.addressCharacters, emailProblem)),
    name: required(singleLine('Name of a new person.', textLimits.nameCharacters)),
  },
  returns: { entity: 'user' },
  run: ({ email, name }, context) => findOrCreateUser(context, { email, name }),
});
