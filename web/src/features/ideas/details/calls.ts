/** What idea details writes. */
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import type { PickedUser } from '../../../shared/pickers/people.ts';
import type { IdeaEdit } from './edit.ts';
import { detailsMessages } from './messages.ts';
import type { PickedCategory, PickedForum } from './place.tsx';

const texts = detailsMessages.aside;

const placeDocument = graphql(`
  mutation MoveIdea($id: ID!, $links: SuggestionLinks, $if_updated_at: String) {
    suggestion_update(id: $id, links: $links, if_updated_at: $if_updated_at) {
      id
      updated_at
    }
  }
`);

const ownerDocument = graphql(`
  mutation AssignIdea($id: ID!, $assigned_owner: ID, $if_updated_at: String) {
    suggestion_assign(id: $id, assigned_owner: $assigned_owner, if_updated_at: $if_updated_at) {
      id
      updated_at
    }
  }
`);

const labelsDocument = graphql(`
  mutation SetIdeaLabels($id: ID!, $add: [ID!], $remove: [ID!]) {
    suggestion_labels_update(id: $id, add: $add, remove: $remove) {
      id
      updated_at
    }
  }
`);

export const subscribeVoterDocument = graphql(`
  mutation SubscribeVoter($id: ID!, $user: ID!, $subscribe: Boolean!) {
    suggestion_admin_subscribe(id: $id, user: $user, subscribe: $subscribe) {
      id
    }
  }
`);

/** Time of an idea after a change. An answer without the idea is none: it was deleted meanwhile. */
export function timeOf(changed: { updated_at: string } | null): string {
  if (changed === null) throw new Error(detailsMessages.changedGone);
  return changed.updated_at;
}

/** Moves an idea to a forum and category; null: to none. */
export function moveIdea(id: string, forum: PickedForum, category: PickedCategory | null): IdeaEdit {
  return {
    name: texts.forum,
    apply: (idea) => ({ ...idea, forum, category }),
    describe: (idea) =>
      [idea.forum?.name, idea.category?.name].filter((part) => part !== undefined).join(' / '),
    send: async (if_updated_at) =>
      timeOf(
        (
          await request(placeDocument, {
            id,
            links: { forum: forum.id, category: category?.id ?? null },
            if_updated_at,
          })
        ).suggestion_update,
      ),
  };
}

/** Where a value that was typed for a custom field is kept until it is saved. */
export function fieldDraftKey(ideaId: string, fieldId: string): string {
  return `field:${ideaId}:${fieldId}`;
}

/** Makes somebody the owner of an idea; null: nobody. */
export function assignOwner(id: string, user: PickedUser | null): IdeaEdit {
  return {
    name: texts.owner,
    apply: (idea) => ({
      ...idea,
      assigned_owner:
        user === null
          ? null
          : {
              id: user.id,
              name: user.name,
              avatar_url: user.avatar_url,
              satisfaction_score: user.satisfaction_score,
            },
    }),
    describe: (idea) => idea.assigned_owner?.name ?? texts.noOwner,
    send: async (if_updated_at) =>
      timeOf(
        (await request(ownerDocument, { id, assigned_owner: user?.id ?? null, if_updated_at }))
          .suggestion_assign,
      ),
  };
}

/**
 * Puts a label on an idea or takes it off. Sent without the time of the idea that was seen: such a change
 * overwrites nobody's.
 */
export function setLabel(id: string, label: { id: string; full_name: string }, isOn: boolean): IdeaEdit {
  return {
    name: texts.labels,
    apply: (idea) => {
      const others = idea.labels.filter((other) => other.id !== label.id);
      return { ...idea, labels: isOn ? [...others, label] : others };
    },
    describe: (idea) => idea.labels.map((other) => other.full_name).join(', ') || texts.noLabels,
    send: async () =>
      timeOf(
        (await request(labelsDocument, { id, add: isOn ? [label.id] : [], remove: isOn ? [] : [label.id] }))
          .suggestion_labels_update,
      ),
  };
}

export const callMailBackDocument = graphql(`
  mutation CallIdeaMailBack($id: ID!) {
    mailing_call_back(id: $id) {
      id
      state
    }
  }
`);

export const removeVoterDocument = graphql(`
  mutation RemoveVoter($suggestion: ID!, $user: ID!) {
    supporter_delete(suggestion: $suggestion, user: $user) {
      id
    }
  }
`);

export const restoreVoterDocument = graphql(`
  mutation BringVoterBack($suggestion: ID!, $user: ID!) {
    supporter_restore(suggestion: $suggestion, user: $user) {
      id
    }
  }
`);

export const addCommentDocument = graphql(`
  mutation AddStaffComment($links: CommentCreateLinks!, $body: String!, $attachment_tokens: [String!]) {
    comment_create(links: $links, body: $body, attachment_tokens: $attachment_tokens) {
      id
    }
  }
`);
