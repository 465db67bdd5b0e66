import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { noPlace } from '../pickers/ForumCategoryPicker.tsx';
import type { IdeaPlace } from '../pickers/ForumCategoryPicker.tsx';

const defaultForumDocument = graphql(`
  query DefaultForum {
    current_subdomain {
      id
      default_forum {
        id
      }
    }
  }
`);

const placeForumDocument = graphql(`
  query PlaceForum($id: ID!) {
    forum(id: $id) {
      id
      name
      is_open
      category_required
    }
  }
`);

/**
 * Where a new idea goes unless another forum is chosen: the workspace's default forum, if it is open.
 * Only a proposal: nothing when it cannot be loaded.
 */
export async function loadDefaultPlace(signal: AbortSignal): Promise<IdeaPlace> {
  try {
    const id = (await request(defaultForumDocument, {}, { signal })).current_subdomain.default_forum?.id;
    if (id === undefined) return noPlace;
    const { forum } = await request(placeForumDocument, { id }, { signal });
    if (forum === null || !forum.is_open) return noPlace;
    return {
      forum: { id: forum.id, name: forum.name, category_required: forum.category_required },
      category: null,
    };
  } catch {
    return noPlace;
  }
}
