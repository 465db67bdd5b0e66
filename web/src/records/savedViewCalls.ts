/** Calls about saved views and lists of ideas that several screens make. */
import { graphql } from '../api/graphql.ts';

/** Deletes lists or views. */
export const deleteListsDocument = graphql(`
  mutation DeleteIdeaLists($ids: [ID!]!) {
    saved_view_bulk_delete(ids: $ids) {
      id
    }
  }
`);

/** Brings a list or view back. */
export const restoreListDocument = graphql(`
  mutation RestoreIdeaList($id: ID!) {
    saved_view_restore(id: $id) {
      id
    }
  }
`);
