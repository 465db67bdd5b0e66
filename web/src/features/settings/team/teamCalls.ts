/** What the settings of the team read and write. */
import { useQuery } from '@tanstack/react-query';
import type { SettingsTeamQuery } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';

const teamDocument = graphql(`
  query SettingsTeam {
    team_members {
      id
      display_name
      email_address
      avatar_url
      license_type
      permission_state
      allowed_state
      permissions {
        feedback_admin_ui
        features
        features
        tickets
        knowledgebase
        settings
      }
      last_used_at
      invited_at
      invited_by
      invitation_until
      has_second_factor
    }
  }
`);

/** Someone with a licence, with what their row shows. */
export type TeamMember = SettingsTeamQuery['team_members'][number];

/** Everyone with a licence of the team, by name. */
export function useTeam() {
  return useQuery({
    queryKey: ['settings-team'],
    queryFn: ({ signal }) => request(teamDocument, {}, { signal }),
    // others sign in and accept meanwhile
    refetchInterval: 60_000,
  });
}

export const inviteDocument = graphql(`
  mutation InviteToTeam(
    $email_addresses: [String!]!
    $license_type: String!
    $permissions: TeamPermissionsInput
  ) {
    team_invite(email_addresses: $email_addresses, license_type: $license_type, permissions: $permissions) {
      id
      email_address
      outcome
    }
  }
`);

export const resendInvitationDocument = graphql(`
  mutation ResendInvitation($id: ID!) {
    team_invitation_resend(id: $id) {
      id
    }
  }
`);

export const updateMemberDocument = graphql(`
  mutation UpdateTeamMember($id: ID!, $license_type: String, $permissions: TeamPermissionsInput) {
    team_member_update(id: $id, license_type: $license_type, permissions: $permissions) {
      id
    }
  }
`);

export const removeMemberDocument = graphql(`
  mutation RemoveTeamMember($id: ID!) {
    team_member_remove(id: $id) {
      id
    }
  }
`);

export const resetTwoStepDocument = graphql(`
  mutation ResetTwoStep($id: ID!) {
    team_second_factor_reset(id: $id) {
      id
    }
  }
`);

export const changeMemberEmailDocument = graphql(`
  mutation ChangeMemberEmail($id: ID!, $email_address: String) {
    user_update(id: $id, email_address: $email_address) {
      id
    }
  }
`);
