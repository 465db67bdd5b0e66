import { sql } from 'kysely';
import { teamLimits } from '../../../../contract/team.ts';
import { displayName } from '../../../../contract/user_name.ts';
import { defineQuery } from '../../../core/query.ts';
import { shape } from '../../../core/shape.ts';
import { writeRight } from '../../../core/viewer.ts';
import type { Viewer } from '../../../core/viewer.ts';
import type { Tx } from '../../../sql/kysely.ts';
import { permissionsShape } from '../current.ts';
import { LINK_LIFE_MS } from '../one_time_link.ts';
import { permissionsOf } from '../viewer.ts';

/** Who keeps the team: those who keep the settings (DEC-059). */
export const keepsTeam = writeRight('settings');

export const teamMemberShape = shape(
  'TeamMember',
  'Someone with a licence of the team.',
  {
    id: { type: 'ID!', description: 'Id of the user.' },
    display_name: { type: 'String!', description: 'Name as shown.' },
    email_address: { type: 'String', description: 'Address that they sign in with; null: none.' },
    avatar_url: { type: 'String', description: 'Address of the picture; null shows the default one.' },
    license_type: { type: 'String!', description: 'owner, full, support or contributor.' },
    permission_state: { type: 'String!', description: 'invited or active.' },
    allowed_state: { type: 'String!', description: 'allowed or blocked.' },
    permissions: {
      type: 'Permissions!',
      description: 'Rights per area. They count for the licence full; an owner has all.',
    },
    last_used_at: {
      type: 'String',
      description: 'When they last used the console, to about ten minutes; null: never.',
    },
    has_second_factor: { type: 'Boolean!', description: 'A code is asked for when they sign in.' },
    invited_at: {
      type: 'String',
      description: 'When the last invitation was asked for; null: they were not invited.',
    },
    invited_by: { type: 'String', description: 'Who invited them; null: the command line.' },
    invitation_until: {
      type: 'String',
      description: 'Until when the last invitation works; null for those who are in.',
    },
    created_at: { type: 'String!', description: 'When the person became known.' },
  },
  [permissionsShape],
);

/**
 * The team by name: at most as many as a team may have.
 * @param id only this member; null: all
 */
export async function readTeam(
  db: Tx,
  { subdomain_id }: Viewer,
  id: string | null = null,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{
    id: string;
    name: string | null;
    email_address: string | null;
    avatar_url: string | null;
    license_type: string;
    permission_state: string;
    allowed_state: string;
    permissions: Parameters<typeof permissionsOf>[1];
    last_used_at: Date | null;
    invited_at: Date | null;
    link_until: Date | null;
    inviter_id: string | null;
    inviter_name: string | null;
    inviter_email: string | null;
    has_second_factor: boolean;
    created_at: Date;
  }>`
select u.id::text as id, u.name, u.email_address, u.avatar_url, u.license_type, u.permission_state, u.allowed_state, u.permissions,
  greatest(u.last_login, (select max(s.last_used_at) from sessions s where s.subdomain_id = ${subdomain_id} and s.user_id = u.id)) as last_used_at,
  u.invited_at,
  (select max(l.expires_at) from one_time_links l where l.subdomain_id = ${subdomain_id} and l.user_id = u.id and l.purpose = 'invitation' and l.used_at is null) as link_until,
  exists (select 1 from second_factors f where f.subdomain_id = ${subdomain_id} and f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
  i.id::text as inviter_id, i.name as inviter_name, i.email_address as inviter_email, u.created_at
from users u
left join users i on i.subdomain_id = ${subdomain_id} and i.id = u.invited_by
where u.subdomain_id = ${subdomain_id} and u.license_type <> 'none' and (${id}::bigint is null or u.id = ${id}::bigint)
order by lower(coalesce(nullif(u.name, ''), u.email_address, '')), u.id
limit ${teamLimits.members}`.execute(db);
  return rows.map((row) => {
    const isInvited = row.permission_state === 'invited';
    // the mail is a moment away, or never went: then its time would have begun with the wish
    const until =
      row.link_until ??
      (row.invited_at === null ? null : new Date(row.invited_at.getTime() + LINK_LIFE_MS.invitation));
    return {
      id: row.id,
      display_name: displayName(row),
      email_address: row.email_address,
      avatar_url: row.avatar_url,
      license_type: row.license_type,
      permission_state: row.permission_state,
      allowed_state: row.allowed_state,
      permissions: permissionsOf(row.license_type, row.permissions),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      has_second_factor: row.has_second_factor,
      invited_at: row.invited_at?.toISOString() ?? null,
      invited_by:
        row.inviter_id === null
          ? null
          : displayName({ name: row.inviter_name, email_address: row.inviter_email }),
      invitation_until: isInvited ? (until?.toISOString() ?? null) : null,
      created_at: row.created_at.toISOString(),
    };
  });
}

/** Who may sign in, what they may do and when they were last here. */
export const teamMembers = defineQuery({
  name: 'team_members',
  description: `Everyone with a licence of the team, by name, at most ${teamLimits.members}: rights, invitations and when they were last here.`,
  requires: keepsTeam,
  args: {},
  returns: '[TeamMember!]!',

  reads: [
    'users+',
    'users.license_type',
    'users.permission_state',
    'users.allowed_state',
    'users.permissions',
    'users.name',
    'users.email_address',
    'users.avatar_url',
    'users.invited_at',
    'sessions-',
    'one_time_links.used_at',
    'second_factors',
  ],
  shapes: [teamMemberShape],
  run: (_args, { scope }) => readTeam(scope.db, scope.viewer),
});
