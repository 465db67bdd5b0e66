/** What idea details writes. */
import { request } from '../../api/runtime.ts';
import type { PickedUser } from '../../pickers/people.ts';
import { customFieldText } from './detailsCustomFields.tsx';
import type { IdeaEdit } from './detailsEdit.ts';
import { detailsMessages } from './detailsMessages.ts';
import type { PickedCategory, PickedForum } from './detailsPlace.tsx';
import type { IdeaCustomField } from './detailsQueries.ts';
import { draft } from '../../pickers/draftDocument.ts';

const texts = detailsMessages.aside;

type Changed<Field extends string> = Record<Field, { id: string; updated_at: string }>;

const placeDocument = draft<Changed<'suggestion_update'>, { id: string; links: { forum: string; category: string | null }; if_updated_at: string }>(`
  mutation MoveIdea($id: ID!, $links: SuggestionLinks, $if_updated_at: String) {
    suggestion_update(id: $id, links: $links, if_updated_at: $if_updated_at) {
      id
      updated_at
    }
  }
`);

const customFieldDocument = draft<Changed<'suggestion_update'>, { id: string; custom_field_map: { key: string; value: string | null }[]; if_updated_at: string }>(`
  mutation SetIdeaCustomField($id: ID!, $custom_field_map: [CustomFieldValueInput!], $if_updated_at: String) {
    suggestion_update(id: $id, custom_field_map: $custom_field_map, if_updated_at: $if_updated_at) {
      id
      updated_at
    }
  }
`);

const ownerDocument = draft<Changed<'suggestion_assign'>, { id: string; owner: string | null; if_updated_at: string }>(`
  mutation AssignIdea($id: ID!, $owner: ID, $if_updated_at: String) {
    suggestion_assign(id: $id, assigned_owner: $owner, if_updated_at: $if_updated_at) {
      id
      updated_at
    }
  }
`);

const labelsDocument = draft<Changed<'suggestion_labels_update'>, { id: string; labels: string[]; if_updated_at: string }>(`
  mutation SetIdeaLabels($id: ID!, $labels: [ID!]!, $if_updated_at: String) {
    suggestion_labels_update(id: $id, labels: $labels, if_updated_at: $if_updated_at) {
      id
      updated_at
    }
  }
`);

/** Moves an idea to a forum and category; null: to none. */
export function moveIdea(id: string, forum: PickedForum, category: PickedCategory | null): IdeaEdit {
  return {
    name: texts.forum,
    apply: (idea) => ({ ...idea, forum, category }),
    describe: (idea) => [idea.forum?.name, idea.category?.name].filter((part) => part !== undefined).join(' / '),
    send: async (if_updated_at) => (await request(placeDocument, { id, links: { forum: forum.id, category: category?.id ?? null }, if_updated_at })).suggestion_update.updated_at,
  };
}

/** Sets a custom field; null takes its value away. */
export function setCustomField(id: string, field: IdeaCustomField, value: string | null): IdeaEdit {
  return {
    name: field.name,
    apply: (idea) => ({
      ...idea,
      custom_field_map: [...idea.custom_field_map.filter((entry) => entry.key !== field.key), ...(value === null ? [] : [{ key: field.key, value }])],
    }),
    describe: (idea) => customFieldText(field, idea.custom_field_map.find((entry) => entry.key === field.key)?.value ?? null) ?? texts.noValue,
    send: async (if_updated_at) => (await request(customFieldDocument, { id, custom_field_map: [{ key: field.key, value }], if_updated_at })).suggestion_update.updated_at,
  };
}

/** Makes somebody the owner of an idea; null: nobody. */
export function assignOwner(id: string, user: PickedUser | null): IdeaEdit {
  return {
    name: texts.owner,
    apply: (idea) => ({ ...idea, assigned_owner: user === null ? null : { id: user.id, name: user.name, avatar_url: user.avatar_url } }),
    describe: (idea) => idea.assigned_owner?.name ?? texts.noOwner,
    send: async (if_updated_at) => (await request(ownerDocument, { id, owner: user?.id ?? null, if_updated_at })).suggestion_assign.updated_at,
  };
}

/** Replaces the labels of an idea. */
export function setLabels(id: string, labels: readonly { id: string; full_name: string }[]): IdeaEdit {
  return {
    name: texts.labels,
    apply: (idea) => ({ ...idea, labels: [...labels] }),
    describe: (idea) => idea.labels.map((label) => label.full_name).join(', ') || texts.noLabels,
    send: async (if_updated_at) => (await request(labelsDocument, { id, labels: labels.map((label) => label.id), if_updated_at })).suggestion_labels_update.updated_at,
  };
}

export const deleteIdeaDocument = draft<{ suggestion_delete: { id: string } }, { id: string }>(`
  mutation DeleteOpenIdea($id: ID!) {
    suggestion_delete(id: $id) {
      id
    }
  }
`);

export const restoreIdeaDocument = draft<{ suggestion_restore: { id: string } }, { id: string }>(`
  mutation RestoreIdea($id: ID!) {
    suggestion_restore(id: $id) {
      id
    }
  }
`);

export const removeVoterDocument = draft<{ supporter_delete: { id: string } }, { suggestion: string; user: string }>(`
  mutation RemoveVoter($suggestion: ID!, $user: ID!) {
    supporter_delete(suggestion: $suggestion, user: $user) {
      id
    }
  }
`);

export const restoreVoterDocument = draft<{ suggestion_admin_subscribe: { id: string } }, { id: string; user: string; subscribe: boolean }>(`
  mutation BringVoterBack($id: ID!, $user: ID!, $subscribe: Boolean) {
    suggestion_admin_subscribe(id: $id, user: $user, subscribe: $subscribe) {
      id
    }
  }
`);

export const addCommentDocument = draft<{ comment_create: { id: string } }, { suggestion: string; body: string; attachment_tokens: string[] }>(`
  mutation AddStaffComment($suggestion: ID!, $body: String!, $attachment_tokens: [String!]) {
    comment_create(suggestion: $suggestion, body: $body, attachment_tokens: $attachment_tokens) {
      id
    }
  }
`);
