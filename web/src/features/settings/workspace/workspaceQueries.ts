/** What the settings of the workspace read and write. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import type { PortalSettingsQuery } from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';

const portalDocument = graphql(`
  query PortalSettings($sees_roadmaps: Boolean!) {
    current_subdomain {
      id
      name
      public_url
      portal_url
      cname
      cname_proved
      cname_record {
        name
        value
      }
      moderation_enabled
      public_color
      public_networks
      default_forum {
        id
      }
      updated_at
    }
    all_forums(sort: "position") {
      records {
        id
        name
        is_open
      }
    }
    all_roadmap_settings(sort: "position") @include(if: $sees_roadmaps) {
      records {
        id
        name
        share_public
        reader_path
      }
    }
  }
`);

/** What customers see of the workspace. */
export type PortalSettings = PortalSettingsQuery;
export type Workspace = PortalSettingsQuery['current_subdomain'];

export function usePortalSettings(sees_roadmaps: boolean) {
  return useQuery({
    queryKey: ['settings-portal', sees_roadmaps],
    queryFn: ({ signal }) => request(portalDocument, { sees_roadmaps }, { signal }),
  });
}

export const saveWorkspaceDocument = graphql(`
  mutation SaveWorkspace(
    $name: String
    $portal_url: String
    $cname: String
    $default_forum: ID
    $moderation_enabled: Boolean
    $public_color: String
    $public_networks: [String!]
    $if_updated_at: String
  ) {
    subdomain_update(
      name: $name
      portal_url: $portal_url
      cname: $cname
      default_forum: $default_forum
      moderation_enabled: $moderation_enabled
      public_color: $public_color
      public_networks: $public_networks
      if_updated_at: $if_updated_at
    ) {
      id
      name
      cname
      updated_at
    }
  }
`);

export const checkHostDocument = graphql(`
  mutation CheckHost {
    subdomain_host_check {
      id
      cname_proved
    }
  }
`);
