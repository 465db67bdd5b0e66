/** What the screens of features and roadmaps read and write. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { paging } from '../../../../contract/limits.ts';
import type {
  FeaturePageQuery,
  FeatureEventsQuery,
  FeatureTotalsQuery,
  FeaturesQuery,
  FeaturesQueryVariables,
  RoadmapPlacesQuery,
} from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { queryClient, request } from '../../api/runtime.ts';

const placesDocument = graphql(`
  query RoadmapPlaces {
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
    all_product_areas(sort: "position") {
      records {
        id
        name
        features_count
        updated_at
      }
    }
    all_roadmap_settings(sort: "position") {
      records {
        id
        name
        share_public
        share_with_contributors
        share_with_email_domains
      }
    }
    all_custom_fields(object_type: ["feature"], sort: "id") {
      records {
        id
        key
        name
        combined_type
        string_enum_values {
          label
        }
        numeric_enum_values {
          label
          numeric_value
        }
      }
    }
  }
`);

const featuresDocument = graphql(`
  query Features(
    $q: String
    $state: String
    $roadmap: [ID!]
    $product_area: [ID!]
    $no_product_area: Boolean
    $account: [ID!]
    $page: Int
    $bulk_per_page: Int
  ) {
    features(
      q: $q
      state: $state
      roadmap: $roadmap
      product_area: $product_area
      no_product_area: $no_product_area
      account: $account
      sort: "position"
      page: $page
      bulk_per_page: $bulk_per_page
    ) {
      records {
        id
        name
        state
        position
        feature_status {
          id
        }
        product_area {
          id
          name
        }
        roadmap {
          id
          name
        }
        has_internal_flag
        suggestions_count
        open_suggestions_count
        supporting_users_count
        supporting_accounts_count
        supporter_revenue
        custom_field_values {
          key
          value
        }
        updated_at
      }
    }
  }
`);

const totalsDocument = graphql(`
  query FeatureTotals(
    $group: String
    $q: String
    $state: String
    $roadmap: [ID!]
    $product_area: [ID!]
    $no_product_area: Boolean
    $account: [ID!]
  ) {
    report_feature_totals(
      group: $group
      q: $q
      state: $state
      roadmap: $roadmap
      product_area: $product_area
      no_product_area: $no_product_area
      account: $account
    ) {
      features_count
      revenue
      all_revenue
      groups {
        id
        features_count
        accounts_count
        revenue
      }
    }
  }
`);

const pageDocument = graphql(`
  query FeaturePage($id: ID!) {
    feature(id: $id) {
      id
      name
      description
      state
      position
      feature_status {
        id
        name
        hex_color
      }
      product_area {
        id
        name
      }
      roadmap {
        id
        name
      }
      has_internal_flag
      suggestions_count
      open_suggestions_count
      votes_count
      supporting_users_count
      supporting_accounts_count
      supporter_revenue
      custom_field_values {
        key
        value
      }
      attachments {
        id
        token
        file_name
        content_type
        size_in_bytes
        url
        thumb_url
      }
      created_at
      updated_at
    }
  }
`);

const ideasDocument = graphql(`
  query FeatureIdeas($feature: [ID!], $page: Int) {
    suggestions(
      feature: $feature
      state: ["open", "pending", "closed"]
      sort: "-votes_count"
      page: $page
      per_page: 20
    ) {
      total_records
      records {
        id
        title
        votes_count
        supporting_accounts_count
        supporter_revenue
        weekly_votes
        votes_this_week
        status {
          id
          name
          hex_color
        }
      }
    }
  }
`);

const openIdeasDocument = graphql(`
  query FeatureOpenIdeas($feature: [ID!]) {
    suggestions(feature: $feature, sort: "-votes_count", bulk_per_page: 500) {
      records {
        id
      }
    }
  }
`);

const waitingDocument = graphql(`
  query FeatureWaiting($feature: [ID!], $sort: String, $page: Int) {
    external_accounts(feature: $feature, sort: $sort, page: $page, per_page: 10) {
      total_records
      records {
        id
        name
        plan
        revenue
        waiting_users_count
      }
    }
  }
`);

const eventsDocument = graphql(`
  query FeatureEvents($feature: [ID!], $page: Int) {
    feature_events(feature: $feature, sort: "-id", page: $page, per_page: 50) {
      total_records
      records {
        id
        kind
        user_name
        feature_status {
          id
          name
          hex_color
        }
        old_feature_status {
          id
          name
        }
        suggestion {
          id
          title
        }
        count
        text
        created_at
      }
    }
  }
`);

export const createFeatureDocument = graphql(`
  mutation CreateFeature(
    $name: String!
    $description: String
    $feature_status_id: ID
    $product_area_id: ID
    $roadmap_id: ID
  ) {
    feature_create(
      name: $name
      description: $description
      feature_status_id: $feature_status_id
      product_area_id: $product_area_id
      roadmap_id: $roadmap_id
    ) {
      id
      name
    }
  }
`);

export const updateFeatureDocument = graphql(`
  mutation UpdateFeature(
    $id: ID!
    $name: String
    $description: String
    $feature_status_id: ID
    $product_area_id: ID
    $roadmap_id: ID
    $position: Float
    $state: String
    $custom_field_map: [CustomFieldValueInput!]
    $attachment_tokens: [String!]
    $if_updated_at: String
  ) {
    feature_update(
      id: $id
      name: $name
      description: $description
      feature_status_id: $feature_status_id
      product_area_id: $product_area_id
      roadmap_id: $roadmap_id
      position: $position
      state: $state
      custom_field_map: $custom_field_map
      attachment_tokens: $attachment_tokens
      if_updated_at: $if_updated_at
    ) {
      id
      name
      state
      updated_at
    }
  }
`);

export const bulkFeaturesDocument = graphql(`
  mutation UpdateFeatures(
    $ids: [ID!]!
    $feature_status_id: ID
    $product_area_id: ID
    $roadmap_id: ID
    $state: String
    $custom_field_map: [CustomFieldValueInput!]
  ) {
    features_bulk_update(
      ids: $ids
      feature_status_id: $feature_status_id
      product_area_id: $product_area_id
      roadmap_id: $roadmap_id
      state: $state
      custom_field_map: $custom_field_map
    ) {
      changed_count
      undo_id
    }
  }
`);

export const deleteFeaturesDocument = graphql(`
  mutation DeleteFeatures($ids: [ID!]!) {
    features_bulk_delete(ids: $ids) {
      changed_count
      undo_id
    }
  }
`);

export const undoFeaturesDocument = graphql(`
  mutation UndoFeatures($id: ID!) {
    features_undo(id: $id) {
      changed_count
    }
  }
`);

export const linkIdeasDocument = graphql(`
  mutation LinkFeatureIdeas($id: ID!, $suggestion_ids: [ID!], $remove_suggestion_ids: [ID!]) {
    feature_suggestions_update(
      id: $id
      suggestion_ids: $suggestion_ids
      remove_suggestion_ids: $remove_suggestion_ids
    ) {
      id
      name
      suggestions_count
    }
  }
`);

/** A feature on a board or in a list. */
export type FeatureCard = FeaturesQuery['features']['records'][number];
/** A feature as its page has it. */
export type Feature = NonNullable<FeaturePageQuery['feature']>;
/** What happened to one. */
export type FeatureEvent = FeatureEventsQuery['feature_events']['records'][number];
export type FeatureStatus = RoadmapPlacesQuery['all_feature_statuses']['records'][number];
export type ProductArea = RoadmapPlacesQuery['all_product_areas']['records'][number];
export type FeatureField = RoadmapPlacesQuery['all_custom_fields']['records'][number];
export type FeatureTotals = FeatureTotalsQuery['report_feature_totals'];
/** What a board or list is narrowed to. */
export type FeatureFilters = Omit<FeaturesQueryVariables, 'page' | 'bulk_per_page'>;

/** Features are read in pages of so many, the top of each column first. */
const PAGE = paging.maxBulkPageSize;

/** Statuses, product areas, roadmaps and custom fields of features. */
export function useRoadmapPlaces() {
  return useQuery({
    queryKey: ['roadmap-places'],
    queryFn: ({ signal }) => request(placesDocument, {}, { signal }),
    staleTime: 60_000,
    select: (data) => ({
      statuses: data.all_feature_statuses.records,
      areas: data.all_product_areas.records,
      roadmaps: data.all_roadmap_settings.records,
      fields: data.all_custom_fields.records,
    }),
  });
}

/** What a board or list shows: all features that the filters leave, by their position. */
export interface ShownFeatures {
  records: readonly FeatureCard[];
}

const featuresKey = (filters: FeatureFilters) => ['features', filters];

/** All features that filters leave. Of many the first ones come first, and `data` grows page by page. */
export function useFeatures(filters: FeatureFilters) {
  return useQuery({
    queryKey: featuresKey(filters),
    queryFn: async ({ signal }): Promise<ShownFeatures> => {
      const records: FeatureCard[] = [];
      for (let page = 1; ; page += 1) {
        const { features } = await request(
          featuresDocument,
          { ...filters, page, bulk_per_page: PAGE },
          { signal },
        );
        records.push(...features.records);
        if (features.records.length < PAGE) return { records };
        // what is there is shown while the rest is on its way
        if (queryClient.getQueryData(featuresKey(filters)) === undefined)
          queryClient.setQueryData<ShownFeatures>(featuresKey(filters), { records: [...records] });
      }
    },
    placeholderData: keepPreviousData,
    meta: { document: featuresDocument },
  });
}

/** Shows a feature at another place, ahead of the server's answer. */
export function patchFeatures(
  filters: FeatureFilters,
  change: (records: readonly FeatureCard[]) => readonly FeatureCard[],
): void {
  queryClient.setQueryData<ShownFeatures>(featuresKey(filters), (held) =>
    held === undefined ? held : { ...held, records: change(held.records) },
  );
}

/** Asks for them again, such as after a move that was refused. */
export function refetchFeatures(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['features'] });
}

/** Counts and revenue of the columns or groups, each account once. */
export function useFeatureTotals(filters: FeatureFilters, group: 'status' | 'product_area') {
  return useQuery({
    queryKey: ['feature-totals', filters, group],
    queryFn: ({ signal }) => request(totalsDocument, { ...filters, group }, { signal }),
    placeholderData: keepPreviousData,
    select: (data) => data.report_feature_totals,
  });
}

/** A feature; null in it: there is none of this id. */
export function useFeatureRecord(id: string) {
  return useQuery({
    queryKey: ['feature', id],
    queryFn: ({ signal }) => request(pageDocument, { id }, { signal }),
  });
}

/** The feature as it is now; null: it is gone. */
export async function loadFeature(id: string): Promise<Feature | null> {
  return (await request(pageDocument, { id })).feature;
}

/** Its ideas, those with the most votes first. */
export function useFeatureIdeas(id: string, page: number) {
  return useQuery({
    queryKey: ['feature-ideas', id, page],
    queryFn: ({ signal }) => request(ideasDocument, { feature: [id], page }, { signal }),
    placeholderData: keepPreviousData,
    select: (data) => data.suggestions,
  });
}

/** Ids of its open ideas, at most 500: those that a status can be posted on. */
export async function loadOpenIdeas(id: string): Promise<string[]> {
  return (await request(openIdeasDocument, { feature: [id] })).suggestions.records.map((idea) => idea.id);
}

/** Accounts that wait for it. */
export function useWaitingAccounts(id: string, sort: string, page: number, enabled: boolean) {
  return useQuery({
    queryKey: ['feature-waiting', id, sort, page],
    queryFn: ({ signal }) => request(waitingDocument, { feature: [id], sort, page }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    select: (data) => data.external_accounts,
  });
}

/** What happened to it, the newest first. */
export function useFeatureEvents(id: string) {
  return useQuery({
    queryKey: ['feature-events', id],
    queryFn: ({ signal }) => request(eventsDocument, { feature: [id], page: 1 }, { signal }),
    select: (data) => data.feature_events,
  });
}

/** Who moved a feature last, and where to; null: no one is known. */
export async function loadLastMove(id: string): Promise<FeatureEvent | null> {
  const { records } = (await request(eventsDocument, { feature: [id], page: 1 })).feature_events;
  return records.find(({ kind }) => kind === 'status') ?? null;
}
