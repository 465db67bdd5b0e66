/** What the settings of labels write. */
import { graphql } from '../../api/graphql.ts';

/** Renames a label, moves it, archives it or brings it back; what is left out stays. */
export const updateLabelDocument = graphql(`
  mutation UpdateLabel($id: ID!, $name: String, $parent_id: ID, $state: String, $if_updated_at: String) {
    label_update(id: $id, name: $name, parent_id: $parent_id, state: $state, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

export const limitLabelDocument = graphql(`
  mutation LimitLabel($label_id: ID!, $forum_ids: [ID!]!) {
    label_forum_change(label_id: $label_id, forum_ids: $forum_ids) {
      label_id
      unlinked_count
    }
  }
`);

export const deleteLabelDocument = graphql(`
  mutation DeleteLabel($id: ID!) {
    label_delete(id: $id) {
      id
    }
  }
`);
