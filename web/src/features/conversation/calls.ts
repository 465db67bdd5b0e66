/** What the panels read and write. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import '../../shared/ideas/ideas.ts';
import '../../shared/pickers/people.ts';
import { request } from '../../api/runtime.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';

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
      severity
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

const severitySettingDocument = graphql(`
  query SeveritySetting {
    current_subdomain {
      id
      severity_tracking_enabled
    }
  }
`);

/** Whether the workspace tracks how severe feedback is; false until it is known. */
export function useTracksSeverity(): boolean {
  const settings = useQuery({
    queryKey: ['severity-setting'],
    queryFn: ({ signal }) => request(severitySettingDocument, {}, { signal }),
    staleTime: Infinity,
  });
  return settings.data?.current_subdomain.severity_tracking_enabled === true;
}

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

export const createFeedbackDocument = graphql(`
  mutation CreateFeedback(
    $body: String!
    $bodyMimeType: String
    $channel: String!
    $links: FeedbackRecordLinks
    $attachmentTokens: [String!]
    $sourceUrl: String
    $sourceType: String
    $severity: Int
    $subscribe: Boolean
  ) {
    feedback_record_create(
      body: $body
      bodyMimeType: $bodyMimeType
      channel: $channel
      links: $links
      attachmentTokens: $attachmentTokens
      sourceUrl: $sourceUrl
      source_type: $sourceType
      severity: $severity
      subscribe: $subscribe
    ) {
      id
    }
  }
`);

/** Says that a ticket speaks for an idea. */
export const linkTicketDocument = graphql(`
  mutation LinkTicket($ticket: ID!, $suggestion: ID!) {
    ticket_link(ticket: $ticket, suggestion: $suggestion) {
      id
    }
  }
`);

export const updateFeedbackDocument = graphql(`
  mutation UpdateFeedback(
    $id: ID!
    $body: String!
    $links: FeedbackRecordLinks
    $attachmentTokens: [String!]
    $sourceUrl: String
    $severity: Int
    $subscribe: Boolean
    $if_updated_at: String
  ) {
    feedback_record_update(
      id: $id
      body: $body
      links: $links
      attachmentTokens: $attachmentTokens
      sourceUrl: $sourceUrl
      severity: $severity
      subscribe: $subscribe
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

export const updateCommentDocument = graphql(`
  mutation UpdateComment(
    $id: ID!
    $body: String!
    $attachment_tokens: [String!]
    $links: CommentLinks
    $subscribe: Boolean
    $if_updated_at: String
  ) {
    comment_update(
      id: $id
      body: $body
      attachment_tokens: $attachment_tokens
      links: $links
      subscribe: $subscribe
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

export const createIdeaDocument = graphql(`
  mutation CreateIdea(
    $title: String!
    $body: String
    $bodyMimeType: String
    $links: SuggestionLinks!
    $creator: SuggestionCreator
    $attachmentTokens: [String!]
    $subscribeCreator: Boolean
    $conversionSourceType: String
    $conversionSourceId: ID
    $copySupporters: Boolean
    $notifySourceSubscribers: Boolean
  ) {
    suggestion_create(
      title: $title
      body: $body
      bodyMimeType: $bodyMimeType
      links: $links
      creator: $creator
      attachmentTokens: $attachmentTokens
      subscribeCreator: $subscribeCreator
      conversionSourceType: $conversionSourceType
      conversionSourceId: $conversionSourceId
      copySupporters: $copySupporters
      notifySourceSubscribers: $notifySourceSubscribers
    ) {
      id
    }
  }
`);

export const updateIdeaDocument = graphql(`
  mutation UpdateIdea(
    $id: ID!
    $title: String
    $body: String
    $bodyMimeType: String
    $creatorId: ID
    $subscribe: Boolean
    $links: SuggestionLinks
    $attachmentTokens: [String!]
    $if_updated_at: String
  ) {
    suggestion_update(
      id: $id
      title: $title
      body: $body
      bodyMimeType: $bodyMimeType
      creatorId: $creatorId
      subscribe: $subscribe
      links: $links
      attachmentTokens: $attachmentTokens
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

export const addVoterDocument = graphql(`
  mutation AddVoter($id: ID!, $user: ID!, $channel: String, $subscribe: Boolean) {
    suggestion_admin_subscribe(id: $id, user: $user, channel: $channel, subscribe: $subscribe) {
      id
    }
  }
`);

export const flagIdeaDocument = graphql(`
  mutation FlagIdea($suggestion: ID!, $reason: String!, $user: InternalFlagUser) {
    internal_flag_create(suggestion: $suggestion, reason: $reason, user: $user) {
      id
    }
  }
`);

/** The idea that a panel is about, as it stands when the panel opens. @param panel tells the panel from others */
export function usePanelIdea(panel: string, id: string) {
  return usePanelRecord(
    [panel, id],
    async (signal) => (await request(panelIdeaDocument, { id }, { signal })).suggestion,
  );
}
