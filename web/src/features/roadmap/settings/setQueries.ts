/** The sets of the planning settings: feature statuses, product areas, roadmaps. Each is kept as a whole. */
import { useQuery } from '@tanstack/react-query';
import type { RoadmapSettingsQuery } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { queryClient, request } from '../../../api/runtime.ts';

const statusesDocument = graphql(`
  query PlanningStatuses {
    all_feature_statuses(sort: "position") {
      records {
        id
        name
        hex_color
        is_default
        features_count
        updated_at
      }
    }
  }
`);

const areasDocument = graphql(`
  query PlanningAreas {
    all_product_areas(sort: "position") {
      records {
        id
        name
        features_count
        updated_at
      }
    }
  }
`);

const roadmapsDocument = graphql(`
  query RoadmapSettings {
    all_roadmap_settings(sort: "position") {
      records {
        id
        name
        share_with_contributors
        share_with_email_domains
        share_public
        email_domains
        show_mrr
        show_users
        show_accounts
        reader_path
        features_count
        supporter_revenue
        updated_at
      }
    }
    features(sort: "position", per_page: 1) {
      records {
        id
        name
        product_area {
          name
        }
        supporting_users_count
        supporting_accounts_count
        supporter_revenue
      }
    }
    current_subdomain {
      public_url
    }
  }
`);

const saveStatusesDocument = graphql(`
  mutation SaveFeatureStatuses(
    $feature_statuses: [FeatureStatusInput!]!
    $target_feature_status: ID
    $if_updated_at: String
  ) {
    feature_statuses_update(
      feature_statuses: $feature_statuses
      target_feature_status: $target_feature_status
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

const saveAreasDocument = graphql(`
  mutation SaveProductAreas(
    $product_areas: [ProductAreaInput!]!
    $target_product_area: ID
    $if_updated_at: String
  ) {
    product_areas_update(
      product_areas: $product_areas
      target_product_area: $target_product_area
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

export const saveRoadmapDocument = graphql(`
  mutation SaveRoadmap(
    $id: ID
    $name: String
    $share_with_contributors: Boolean
    $share_with_email_domains: Boolean
    $share_public: Boolean
    $email_domains: [String!]
    $show_mrr: Boolean
    $show_users: Boolean
    $show_accounts: Boolean
    $new_address: Boolean
    $if_updated_at: String
  ) {
    roadmap_settings_update(
      id: $id
      name: $name
      share_with_contributors: $share_with_contributors
      share_with_email_domains: $share_with_email_domains
      share_public: $share_public
      email_domains: $email_domains
      show_mrr: $show_mrr
      show_users: $show_users
      show_accounts: $show_accounts
      new_address: $new_address
      if_updated_at: $if_updated_at
    ) {
      id
      name
    }
  }
`);

export const orderRoadmapsDocument = graphql(`
  mutation OrderRoadmaps($roadmap_settings: [RoadmapSettingInput!]!) {
    roadmap_settings_batch_update(roadmap_settings: $roadmap_settings) {
      id
    }
  }
`);

export const deleteRoadmapDocument = graphql(`
  mutation DeleteRoadmap($id: ID!) {
    roadmap_settings_delete(id: $id) {
      id
    }
  }
`);

export const emailPermissionsDocument = graphql(`
  query RoadmapEmailPermissions {
    current_email_permission_set {
      id
      roadmap_feedback
    }
  }
`);

export const saveEmailPermissionsDocument = graphql(`
  mutation SaveRoadmapEmailPermissions($roadmap_feedback: Boolean) {
    current_email_permission_set_update(roadmap_feedback: $roadmap_feedback) {
      id
      roadmap_feedback
    }
  }
`);

/** An entry of a set of statuses or areas. */
export interface SetEntry {
  id: string;
  name: string;
  features_count: number;
  updated_at: string;
  /** undefined: areas have none */
  hex_color?: string;
  is_default?: boolean;
}

/** What is sent of an entry: with an id it changes that one, without it a new one is made. */
export interface SentEntry {
  id?: string;
  name: string;
  hex_color?: string;
  is_default?: boolean;
}

export type SetKind = 'statuses' | 'areas';

const keyOf = (kind: SetKind) => ['planning-set', kind];

async function load(kind: SetKind, signal?: AbortSignal): Promise<readonly SetEntry[]> {
  const options = signal === undefined ? {} : { signal };
  return kind === 'statuses'
    ? (await request(statusesDocument, {}, options)).all_feature_statuses.records
    : (await request(areasDocument, {}, options)).all_product_areas.records;
}

/** A set in its order. */
export function useSet(kind: SetKind) {
  return useQuery({
    queryKey: keyOf(kind),
    queryFn: ({ signal }) => load(kind, signal),
    meta: { document: kind === 'statuses' ? statusesDocument : areasDocument },
  });
}

/** When a set was last changed: its newest entry; null: it is empty. */
export const versionOf = (set: readonly SetEntry[]): string | null =>
  set.reduce<string | null>(
    (newest, { updated_at }) => (newest === null || updated_at > newest ? updated_at : newest),
    null,
  );

/** An entry that stays as it is. */
export const kept = ({ id, name, is_default }: SetEntry): SentEntry => ({
  id,
  name,
  ...(is_default === undefined ? {} : { is_default }),
});

/**
 * Makes a set the one that is sent. Rejects with ApiError; reason 'changed' when someone else saved it since.
 * @param version as `versionOf` gave it; null: whatever it is now
 * @param target takes the features of those that are left out; null: statuses the default one, areas none
 */
export function saveSet(
  kind: SetKind,
  entries: readonly SentEntry[],
  version: string | null,
  target: string | null = null,
): Promise<unknown> {
  return kind === 'statuses'
    ? request(saveStatusesDocument, {
        feature_statuses: [...entries],
        target_feature_status: target,
        if_updated_at: version,
      })
    : request(saveAreasDocument, {
        product_areas: entries.map(({ id, name }) => ({ ...(id === undefined ? {} : { id }), name })),
        target_product_area: target,
        if_updated_at: version,
      });
}

/** Shows a set in another order, ahead of the server's answer. */
export function patchOrder(kind: SetKind, ids: readonly string[]): void {
  queryClient.setQueryData<readonly SetEntry[]>(keyOf(kind), (held) =>
    held === undefined ? held : ids.flatMap((id) => held.find((entry) => entry.id === id) ?? []),
  );
}

/** Takes a shown order back. */
export const refetchSet = (kind: SetKind): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(kind) });

/** A roadmap with its settings. */
export type RoadmapSetting = RoadmapSettingsQuery['all_roadmap_settings']['records'][number];
/** The feature that shows what readers see. */
export type SampleFeature = RoadmapSettingsQuery['features']['records'][number];

/** The roadmaps in their order, and a feature to show what readers see. */
export function useRoadmapSettings() {
  return useQuery({
    queryKey: ['roadmap-settings'],
    queryFn: ({ signal }) => request(roadmapsDocument, {}, { signal }),
    select: (data) => ({
      roadmaps: data.all_roadmap_settings.records,
      sample: data.features.records[0] ?? null,
      url: data.current_subdomain.public_url,
    }),
  });
}
