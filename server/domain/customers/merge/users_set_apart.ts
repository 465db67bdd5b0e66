import { sql } from 'kysely';
import { defineCommand } from '../../../core/command.ts';
import { badInput } from '../../../core/errors.ts';
import { writeRight } from '../../../core/viewer.ts';
import { booleanInput, idInput, required } from '../../../inputs/kinds.ts';
import { findUser } from '../../account/find.ts';

/** Says that two people are two, so that they are no longer offered as one. */
export const usersSetApart = defineCommand({
  name: 'users_set_apart',
  description:
    'Says that two people who look alike are two, so that they are no longer offered as one; or takes that back. Answers the first.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('One of the two.')),
    other: required(idInput('The other one.')),
    apart: booleanInput('Whether they are two; true when not given.'),
  },
  returns: { entity: 'user' },
  run: async ({ id, other, apart = true }, context) => {
    const { tx, subdomain_id, now } = context;
    if (id === other)
      throw badInput('other', 'These are not two people. Choose another one.', { reason: 'same' });
    await findUser(tx, subdomain_id, id, 'id');
    await findUser(tx, subdomain_id, other, 'other');
    await (
      apart
        ? sql`insert into distinct_users (subdomain_id, user_id, other_user_id, created_at) values (${subdomain_id}::bigint, least(${id}::bigint, ${other}::bigint), greatest(${id}::bigint, ${other}::bigint), ${now}::timestamptz) on conflict do nothing`
        : sql`delete from distinct_users d where d.subdomain_id = ${subdomain_id} and d.user_id = least(${id}::bigint, ${other}::bigint) and d.other_user_id = greatest(${id}::bigint, ${other}::bigint)`
    ).execute(tx);
    await context.audit('users_set_apart', id, { other, apart });
    return id;
  },
});
