/** What the panels read and write. */
import { graphql } from '../../api/graphql.ts';
import { draft } from '../../pickers/draftDocument.ts';
import '../../pickers/ideas.ts';
import '../../pickers/people.ts';

/** An idea that a panel is opened for. */
export const panelIdeaDocument = graphql(`
  query PanelIdea($id: ID!) {
    suggestion(id: $id) {
      ...IdeaSummary
    }
  }
`);

export const panelFeedbackDocument = graphql(`
  query PanelFeedback($id: ID!) {
    feedback_record(id: $id) {
      id
      body
      body_mime_type
      source_url
      updated_at
      user {
        ...PickedUser
      }
      suggestion {
        ...IdeaSummary
      }
    }
  }
`);

export const panelCommentDocument = graphql(`
  query PanelComment($id: ID!) {
    comment(id: $id) {
      id
      body
      body_mime_type
      state
      is_admin_comment
      created_at
      updated_at
      created_by {
        ...PickedUser
      }
      suggestion {
        ...IdeaSummary
        category {
          id
          name
        }
        forum {
          id
          name
          is_open
          category_required
        }
      }
      converted_to_suggestion {
        ...IdeaSummary
      }
    }
  }
`);

export const panelEditedIdeaDocument = graphql(`
  query PanelEditedIdea($id: ID!) {
    suggestion(id: $id) {
      ...IdeaSummary
      body
      body_mime_type
      created_at
      updated_at
      created_by {
        ...PickedUser
      }
      category {
        id
        name
      }
      forum {
        id
        name
        is_open
        category_required
      }
    }
  }
`);

/** Whether a person votes for an idea already. */
export const supportDocument = graphql(`
  query SupportOf($suggestion: [ID!], $user: [ID!]) {
    supporters(suggestion: $suggestion, user: $user, perPage: 1) {
      records {
        id
        votes
      }
    }
  }
`);

type Deleted<Field extends string> = Record<Field, { id: string }>;

export const createFeedbackDocument = draft<
  { feedback_record_create: { id: string } },
  {
    body: string;
    bodyMimeType: string;
    channel: string;
    links: { suggestion: string; user: string };
    attachmentTokens: string[];
    sourceUrl: string | null;
    subscribe: boolean;
  }
>(`
  mutation CreateFeedback($body: String!, $bodyMimeType: String, $channel: String!, $links: FeedbackRecordLinks, $attachmentTokens: [String!], $sourceUrl: String, $subscribe: Boolean) {
    feedback_record_create(body: $body, bodyMimeType: $bodyMimeType, channel: $channel, links: $links, attachmentTokens: $attachmentTokens, sourceUrl: $sourceUrl, subscribe: $subscribe) {
      id
    }
  }
`);

export const updateFeedbackDocument = draft<
  { feedback_record_update: { id: string } },
  {
    id: string;
    body: string;
    links: { suggestion: string; user: string };
    attachmentTokens: string[];
    sourceUrl: string | null;
    subscribe: boolean;
    if_updated_at: string | null;
  }
>(`
  mutation UpdateFeedback($id: ID!, $body: String!, $links: FeedbackRecordLinks, $attachmentTokens: [String!], $sourceUrl: String, $subscribe: Boolean, $if_updated_at: String) {
    feedback_record_update(id: $id, body: $body, links: $links, attachmentTokens: $attachmentTokens, sourceUrl: $sourceUrl, subscribe: $subscribe, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

export const deleteFeedbackDocument = draft<Deleted<'feedback_record_delete'>, { id: string }>(`
  mutation DeleteFeedback($id: ID!) {
    feedback_record_delete(id: $id) {
      id
    }
  }
`);

export const updateCommentDocument = draft<
  { comment_update: { id: string } },
  {
    id: string;
    body: string;
    attachment_tokens: string[];
    links: { user: string; suggestion: string };
    subscribe: boolean;
    if_updated_at: string | null;
  }
>(`
  mutation UpdateComment($id: ID!, $body: String!, $attachment_tokens: [String!], $links: CommentLinks, $subscribe: Boolean, $if_updated_at: String) {
    comment_update(id: $id, body: $body, attachment_tokens: $attachment_tokens, links: $links, subscribe: $subscribe, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

export const deleteCommentDocument = draft<Deleted<'comment_delete'>, { id: string }>(`
  mutation DeleteComment($id: ID!) {
    comment_delete(id: $id) {
      id
    }
  }
`);

export const spamCommentDocument = draft<{ comment_spam: { id: string } }, { id: string }>(`
  mutation MarkCommentAsSpam($id: ID!) {
    comment_spam(id: $id) {
      id
    }
  }
`);

export const createIdeaDocument = draft<
  { suggestion_create: { id: string } },
  {
    title: string;
    body: string;
    bodyMimeType: string;
    links: { forum: string; category: string | null };
    creator: { id: string };
    attachmentTokens: string[];
    subscribeCreator: boolean;
    conversionSourceType: 'Suggestion' | 'Comment' | null;
    conversionSourceId: string | null;
  }
>(`
  mutation CreateIdea($title: String!, $body: String, $bodyMimeType: String, $links: SuggestionLinks!, $creator: SuggestionCreator, $attachmentTokens: [String!], $subscribeCreator: Boolean, $conversionSourceType: String, $conversionSourceId: ID) {
    suggestion_create(title: $title, body: $body, bodyMimeType: $bodyMimeType, links: $links, creator: $creator, attachmentTokens: $attachmentTokens, subscribeCreator: $subscribeCreator, conversionSourceType: $conversionSourceType, conversionSourceId: $conversionSourceId) {
      id
    }
  }
`);

export const updateIdeaDocument = draft<
  { suggestion_update: { id: string } },
  {
    id: string;
    title: string;
    body: string;
    bodyMimeType: string;
    creatorId: string;
    subscribe: boolean;
    links: { forum: string; category: string | null };
    attachmentTokens: string[];
    if_updated_at: string | null;
  }
>(`
  mutation UpdateIdea($id: ID!, $title: String, $body: String, $bodyMimeType: String, $creatorId: ID, $subscribe: Boolean, $links: SuggestionLinks, $attachmentTokens: [String!], $if_updated_at: String) {
    suggestion_update(id: $id, title: $title, body: $body, bodyMimeType: $bodyMimeType, creatorId: $creatorId, subscribe: $subscribe, links: $links, attachmentTokens: $attachmentTokens, if_updated_at: $if_updated_at) {
      id
    }
  }
`);

export const deleteIdeaDocument = draft<Deleted<'suggestion_delete'>, { id: string }>(`
  mutation DeleteIdea($id: ID!) {
    suggestion_delete(id: $id) {
      id
    }
  }
`);

export const addVoterDocument = draft<
  { suggestion_admin_subscribe: { id: string } },
  { id: string; user: string; channel: string; subscribe: boolean }
>(`
  mutation AddVoter($id: ID!, $user: ID!, $channel: String, $subscribe: Boolean) {
    suggestion_admin_subscribe(id: $id, user: $user, channel: $channel, subscribe: $subscribe) {
      id
    }
  }
`);

export const restoreFeedbackDocument = draft<{ feedback_record_restore: { id: string } }, { id: string }>(`
  mutation RestoreFeedback($id: ID!) {
    feedback_record_restore(id: $id) {
      id
    }
  }
`);

export const restoreCommentDocument = draft<{ comment_restore: { id: string } }, { id: string }>(`
  mutation RestoreComment($id: ID!) {
    comment_restore(id: $id) {
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
