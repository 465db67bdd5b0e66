import { paging } from '../../../../contract/limits.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';

const everyIdeaDocument = graphql(`
  query EveryIdea(
    $q: String
    $page: Int
    $bulk_per_page: Int
    $sort: String
    $forum: [ID!]
    $category: [ID!]
    $category_none: Boolean
    $label: [ID!]
    $label_none: Boolean
    $status: [ID!]
    $status_none: Boolean
    $internal_status: [ID!]
    $internal_status_none: Boolean
    $assigned_owner: [ID!]
    $assigned_owner_none: Boolean
    $creator: [ID!]
    $supporter: [ID!]
    $external_account: [ID!]
    $state: [String!]
    $created_after: String
    $no_support_since: String
    $has_response: Boolean
    $has_internal_flag: Boolean
  ) {
    suggestions(
      q: $q
      page: $page
      bulk_per_page: $bulk_per_page
      sort: $sort
      forum: $forum
      category: $category
      category_none: $category_none
      label: $label
      label_none: $label_none
      status: $status
      status_none: $status_none
      internal_status: $internal_status
      internal_status_none: $internal_status_none
      assigned_owner: $assigned_owner
      assigned_owner_none: $assigned_owner_none
      creator: $creator
      supporter: $supporter
      external_account: $external_account
      state: $state
      created_after: $created_after
      no_support_since: $no_support_since
      has_response: $has_response
      has_internal_flag: $has_internal_flag
    ) {
      records {
        id
      }
    }
  }
`);

/**
 * Ids of the ideas that the list's filters leave, in its order, at most 1,000 (DEC-104).
 * @param variables what the list asks with; its page counts for nothing here
 */
export async function readAllIdeas(variables: Record<string, unknown>): Promise<string[]> {
  const { per_page: _perPage, ...filters } = variables;
  const ids = new Set<string>();
  for (let page = 1; ids.size < paging.selectAllLimit; page++) {
    const { records } = (await request(everyIdeaDocument, { ...filters, page, bulk_per_page: paging.maxBulkPageSize })).suggestions;
    for (const { id } of records) ids.add(id);
    if (records.length < paging.maxBulkPageSize) break;
  }
  return [...ids].slice(0, paging.selectAllLimit);
}
