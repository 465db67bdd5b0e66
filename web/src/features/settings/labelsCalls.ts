/** What the settings of labels write. */
import { graphql } from '../../api/graphql.ts';

export const renameLabelDocument = graphql(`
  mutation RenameLabel($id: ID!, $name: String, $if_updated_at: String) {
    label_update(id: $id, name: $name, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

export const moveLabelDocument = graphql(`
  mutation MoveLabel($id: ID!, $parent_id: ID, $if_updated_at: String) {
    label_update(id: $id, parent_id: $parent_id, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

export const setLabelStateDocument = graphql(`
  mutation SetLabelState($id: ID!, $state: String) {
    label_update(id: $id, state: $state) {
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
