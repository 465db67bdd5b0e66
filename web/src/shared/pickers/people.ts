/** People for the pickers: search, team, find or create. */
import { messages } from '../../../../contract/errors.ts';
import { displayName } from '../../../../contract/user_name.ts';
import { graphql } from '../../api/graphql.ts';
import type { PickedUserFragment } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';

/** A person as a picker holds and shows them. */
export type PickedUser = PickedUserFragment;

/** What pickers read of a person. */
export const pickedUserFragment = graphql(`
  fragment PickedUser on User {
    id
    name
    email_address
    avatar_url
    satisfaction_score
    supported_suggestions_count
    crm_account {
      id
      name
      mrr
    }
  }
`);

/** People by part of the name or address; without `q` the newest. */
export const searchUsersDocument = graphql(`
  query SearchUsers($q: String, $sort: String) {
    users(q: $q, perPage: 20, sort: $sort) {
      records {
        ...PickedUser
      }
    }
  }
`);

/** People whom a text names. */
export const peopleInTextDocument = graphql(`
  query PeopleInText($text: String!) {
    people_in_text(text: $text) {
      ...PickedUser
    }
  }
`);

/** The team, i.e. everybody who holds a licence. */
export const teamDocument = graphql(`
  query SearchTeam($q: String) {
    users(
      q: $q
      license_type: ["owner", "full", "support", "contributor"]
      allowed_state: ["allowed"]
      perPage: 100
      sort: "name"
    ) {
      records {
        ...PickedUser
      }
    }
  }
`);

const findOrCreateDocument = graphql(`
  mutation FindOrCreateUser($email: String!, $name: String!) {
    users_find_or_create(email: $email, name: $name) {
      ...PickedUser
    }
  }
`);

/**
 * The person of an address, made with the name when the address is new (DEC-117). Rejects when the call failed, which
 * is logged and not shown (ERR-017): whoever asked decides what to say.
 */
export async function findOrCreateUser(email: string, name: string): Promise<PickedUser> {
  try {
    const { users_find_or_create: user } = await request(findOrCreateDocument, { email, name });
    if (user === null) throw new Error(messages.findOrCreateUser);
    return user;
  } catch (error) {
    console.error(messages.findOrCreateUser, error);
    throw error;
  }
}

/** Name of a person for a picker; the part of the address before the @ when they have none (specification line 281). */
export function nameOf(user: { name: string; email_address?: string | null }): string {
  return displayName(user);
}
