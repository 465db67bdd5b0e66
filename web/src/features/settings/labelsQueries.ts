/** What the settings of labels read. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import type { SettingsLabelsQuery } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';

const labelsDocument = graphql(`
  query SettingsLabels {
    all_labels(sort: "full_name") {
      records {
        id
        name
        full_name
        level
        state
        parent_id
        forum_ids
        open_suggestions_count
        updated_at
      }
    }
  }
`);

/** A label with what its row shows. */
export type SettingsLabel = SettingsLabelsQuery['all_labels']['records'][number];

/** All labels, archived ones too. */
export function useSettingsLabels() {
  return useQuery({
    queryKey: ['settings-labels'],
    queryFn: ({ signal }) => request(labelsDocument, {}, { signal }),
  });
}

/** Every state that the list of ideas knows, so that none is left out of a count. */
const anyState = ['published', 'approved', 'pending', 'closed', 'merged', 'spam'];

const carriersDocument = graphql(`
  query LabelCarriers($label: [ID!], $forum: [ID!], $state: [String!], $per_page: Int) {
    suggestions(label: $label, forum: $forum, state: $state, per_page: $per_page, sort: "id") {
      total_records
      records {
        id
        title
      }
    }
  }
`);

/** How many ideas are named; the others are counted. */
const namedIdeas = 100;

/**
 * The ideas that carry any of some labels, whatever their state.
 *
 * @param labelIds null asks for nothing
 * @param forumIds only in these forums; null: in all. An empty list finds nothing and is not asked for
 */
export function useCarriers(labelIds: readonly string[] | null, forumIds: readonly string[] | null) {
  return useQuery({
    queryKey: ['label-carriers', labelIds, forumIds],
    queryFn: async ({ signal }) => {
      if (forumIds?.length === 0) return { total_records: 0, records: [] };
      const answer = await request(
        carriersDocument,
        {
          label: [...(labelIds ?? [])],
          forum: forumIds === null ? null : [...forumIds],
          state: anyState,
          per_page: namedIdeas,
        },
        { signal },
      );
      return answer.suggestions;
    },
    enabled: labelIds !== null,
  });
}
