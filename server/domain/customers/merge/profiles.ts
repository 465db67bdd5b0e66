import { sql } from 'kysely';
import { isTeamMember } from '../../../../contract/permissions.ts';
import { USER_MERGE_FIELDS, type UserMergeField } from '../../../../contract/user_merge.ts';
import { badInput, notFound } from '../../../core/errors.ts';
import type { Tx } from '../../../sql/kysely.ts';
import { withCustomFields } from '../../ideas/custom_field_values.ts';
import { exactly } from '../../merge/vote_restore.ts';

/** What a merge reads and writes of `users`; `created_at` is exact, in UTC. */
export interface Profile {
  name: string | null;
  email_address: string | null;
  email_confirmed: boolean;
  email_confirmed_at: string | null;
  guid: string | null;
  account_id: string | null;
  job_title: string | null;
  avatar_url: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  /** Values of custom fields, as `withCustomFields` writes them. */
  custom_fields: string;
  subscribed: boolean;
  comment_notifications: boolean;
  status_notifications: boolean;
  satisfaction_score: number | null;
  created_at: string;
}

/** A person as a merge finds them. */
export interface Found {
  id: string;
  profile: Profile;
  allowed_state: string;
  license_type: string;
  permission_state: string;
  was_in_team: boolean;
  merged_into_id: string | null;
}

/**
 * People by their id; those who are not there are left out.
 * @param isLocked whether they are held until the commit
 */
export async function findProfiles(
  tx: Tx,
  sid: string,
  ids: readonly string[],
  isLocked: boolean,
): Promise<Map<string, Found>> {
  const { rows } = await sql<Profile & Omit<Found, 'profile'>>`
select u.id::text as id, u.name, u.email_address, u.email_confirmed, ${exactly('u.email_confirmed_at')} as email_confirmed_at, u.guid, u.account_id::text as account_id, u.job_title, u.avatar_url,
  u.city, u.region, u.country, u.custom_fields, u.subscribed, u.comment_notifications, u.status_notifications, u.satisfaction_score, ${exactly('u.created_at')} as created_at,
  u.allowed_state, u.license_type, u.permission_state, (u.left_team_at is not null or u.password_hash is not null) as was_in_team, u.merged_into_id::text as merged_into_id
from users u where u.subdomain_id = ${sid} and u.id = any(${[...ids]}::bigint[]) order by u.id ${isLocked ? sql`for no key update` : sql``}`.execute(
    tx,
  );
  return new Map(
    rows.map(
      ({ id, allowed_state, license_type, permission_state, was_in_team, merged_into_id, ...profile }) => [
        id,
        {
          id,
          profile: { ...profile, custom_fields: withCustomFields(profile.custom_fields, {}) },
          allowed_state,
          license_type,
          permission_state,
          was_in_team,
          merged_into_id,
        },
      ],
    ),
  );
}

export const nameOf = ({ profile }: Found): string =>
  profile.name || profile.email_address?.split('@')[0] || 'This person';

/**
 * An address decides who signs in: of whom that is true, or was, no merge is made or taken back.
 * @param field input that names them
 * @throws BAD_USER_INPUT
 */
export function refuseTeam(field: string, person: Found): void {
  if (isTeamMember(person.license_type) || person.permission_state !== 'none' || person.was_in_team)
    throw badInput(field, `${nameOf(person)} belongs to the team, or did. Only customers are merged.`, {
      reason: 'team',
    });
}

/**
 * The two people of a merge.
 * @throws BAD_USER_INPUT when one is not there, is of the team or was, is merged already, or one alone is blocked
 */
export function mergeable(
  found: ReadonlyMap<string, Found>,
  winner_id: string,
  loser_id: string,
): { winner: Found; loser: Found } {
  if (winner_id === loser_id)
    throw badInput('other', 'These are not two people. Choose another one.', { reason: 'same' });
  const [winner, loser] = [found.get(winner_id), found.get(loser_id)];
  if (!winner) throw notFound('id', 'person');
  if (!loser) throw notFound('other', 'person');
  for (const [field, person] of [
    ['id', winner],
    ['other', loser],
  ] as const) {
    if (person.merged_into_id !== null)
      throw badInput(field, `${nameOf(person)} was already merged into someone else.`, { reason: 'merged' });
    refuseTeam(field, person);
  }
  if (winner.allowed_state !== loser.allowed_state)
    throw badInput('other', 'One of the two is blocked. Unblock them first, or block both.', {
      reason: 'blocked',
    });
  return { winner, loser };
}

const COLUMNS: Record<UserMergeField, readonly (keyof Profile)[]> = {
  name: ['name'],
  email_address: ['email_address', 'email_confirmed', 'email_confirmed_at'],
  crm_account: ['account_id'],
  job_title: ['job_title'],
  guid: ['guid'],
};

/**
 * What stays of two profiles. Email is sent only as far as both had it on; the earlier day stays; the rating is not
 * decided here, as the latest one counts.
 * @param take what is taken from the loser; null: what the winner has none of
 */
export function mergedProfile(
  winner: Profile,
  loser: Profile,
  take: readonly UserMergeField[] | null,
): Profile {
  const merged = { ...winner };
  const set = (columns: readonly (keyof Profile)[]): void =>
    void Object.assign(merged, Object.fromEntries(columns.map((column) => [column, loser[column]])));
  for (const field of USER_MERGE_FIELDS)
    if (take === null ? !winner[COLUMNS[field][0]!] : take.includes(field)) set(COLUMNS[field]);
  if (!winner.avatar_url) set(['avatar_url']);
  if (!winner.city && !winner.region && !winner.country) set(['city', 'region', 'country']);
  merged.custom_fields = withCustomFields(
    JSON.parse(loser.custom_fields),
    JSON.parse(winner.custom_fields) as Record<string, string>,
  );
  for (const key of ['subscribed', 'comment_notifications', 'status_notifications'] as const)
    merged[key] = winner[key] && loser[key];
  if (loser.created_at < winner.created_at) merged.created_at = loser.created_at;
  return merged;
}

/** The winner's profile when a merge is taken back: what was changed since stays. */
export function profileBefore(now: Profile, before: Profile, after: Profile): Profile {
  return Object.fromEntries(
    (Object.keys(before) as (keyof Profile)[]).map((key) => [
      key,
      now[key] === after[key] ? before[key] : now[key],
    ]),
  ) as unknown as Profile;
}

/** Writes what of a person has become another value, and whom they lead to. */
export async function writeProfile(
  tx: Tx,
  sid: string,
  { id, profile: before }: Found,
  after: Profile,
  merged_into_id: string | null,
  now: Date,
): Promise<void> {
  // only these columns: screens that show others need not ask again
  const changed = Object.fromEntries(
    Object.entries(after).filter(([key, value]) => before[key as keyof Profile] !== value),
  );
  await tx
    .updateTable('users')
    .set({
      ...changed,
      merged_into_id,
      updated_at: sql`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('subdomain_id', '=', sid)
    .where('id', '=', id)
    .execute();
}

/** What is left of a profile that goes: its name, so that it is still known in links. */
export const goneProfile = (profile: Profile): Profile => ({
  ...profile,
  email_address: null,
  email_confirmed: false,
  email_confirmed_at: null,
  guid: null,
  account_id: null,
  satisfaction_score: null,
});
