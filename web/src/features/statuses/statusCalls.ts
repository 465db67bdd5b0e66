/** What the panels for status updates and messages to subscribers read and write. */
import { useQuery } from '@tanstack/react-query';
import type { BulkStatusPreviewQueryVariables } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import '../../forms/useAttachments.ts';

/** The two kinds of status. */
export type StatusKind = 'public' | 'internal';

/** Mail that goes to several people behind an idea, as the preview names it. */
export type Audience = 'status_update' | 'internal_status_update' | 'supporter_message';

/** The idea that a status is posted on. */
export const statusIdeaDocument = graphql(`
  query PanelStatusIdea($id: ID!) {
    suggestion(id: $id) {
      id
      title
      status {
        id
        name
      }
      internal_status {
        id
        name
      }
    }
  }
`);

const publicStatusesDocument = graphql(`
  query PanelPublicStatuses {
    all_statuses(sort: "position") {
      records {
        id
        name
        hex_color
        is_open
        allow_comments
        is_default
        default_html_text
      }
    }
  }
`);

const internalStatusesDocument = graphql(`
  query PanelInternalStatuses {
    all_internal_statuses(sort: "position") {
      records {
        id
        name
        hex_color
        is_default
        default_html_text
      }
    }
  }
`);

/** A status that can be posted. An internal one says nothing about end users: null. */
export type PostableStatus = {
  id: string;
  name: string;
  hex_color: string;
  is_default: boolean;
  /** HTML that a message begins with; null: none. */
  default_html_text: string | null;
  behaviour: { is_open: boolean; allow_comments: boolean } | null;
};

/** The statuses of a kind in their order. `enabled` false asks for nothing. */
export function usePostableStatuses(kind: StatusKind, enabled: boolean) {
  return useQuery({
    queryKey: ['panel-statuses', kind],
    queryFn: async ({ signal }): Promise<PostableStatus[]> => {
      if (kind === 'internal') {
        const answer = await request(internalStatusesDocument, {}, { signal });
        return answer.all_internal_statuses.records.map((status) => ({ ...status, behaviour: null }));
      }
      const answer = await request(publicStatusesDocument, {}, { signal });
      return answer.all_statuses.records.map(({ is_open, allow_comments, ...status }) => ({
        ...status,
        behaviour: { is_open, allow_comments },
      }));
    },
    enabled,
  });
}

export const statusUpdateDocument = graphql(`
  query PanelStatusUpdate($id: ID!, $withFiles: Boolean!) {
    status_update(id: $id) {
      id
      html_body
      updated_at
      changes_status
      suggestion {
        id
      }
      new_status {
        id
        name
        hex_color
      }
      mailing {
        id
        state
      }
      attachments @include(if: $withFiles) {
        ...AttachedFile
      }
    }
  }
`);

export const internalStatusUpdateDocument = graphql(`
  query PanelInternalStatusUpdate($id: ID!, $withFiles: Boolean!) {
    internal_status_update(id: $id) {
      id
      html_text
      updated_at
      suggestion {
        id
      }
      new_internal_status {
        id
        name
        hex_color
      }
      mailing {
        id
        state
      }
      attachments @include(if: $withFiles) {
        ...AttachedFile
      }
    }
  }
`);

export const createStatusUpdateDocument = graphql(`
  mutation PostStatus(
    $links: StatusUpdateLinks!
    $notifySupporters: Boolean
    $htmlBody: String
    $attachmentTokens: [String!]
    $notificationEmailAddress: String
    $fromEmail: String
  ) {
    status_update_create(
      links: $links
      notifySupporters: $notifySupporters
      htmlBody: $htmlBody
      attachmentTokens: $attachmentTokens
      notificationEmailAddress: $notificationEmailAddress
      fromEmail: $fromEmail
    ) {
      id
      mailing {
        ...SentMailing
      }
    }
  }
`);

export const createInternalStatusUpdateDocument = graphql(`
  mutation PostInternalStatus(
    $links: InternalStatusUpdateLinks!
    $notifySupporters: Boolean
    $htmlText: String
    $attachmentTokens: [String!]
  ) {
    internal_status_update_create(
      links: $links
      notifySupporters: $notifySupporters
      htmlText: $htmlText
      attachmentTokens: $attachmentTokens
    ) {
      id
      mailing {
        ...SentMailing
      }
    }
  }
`);

export const updateStatusUpdateDocument = graphql(`
  mutation SaveStatusUpdate(
    $id: ID!
    $attachmentTokens: [String!]
    $htmlBody: String
    $if_updated_at: String
  ) {
    status_update_update(
      id: $id
      attachmentTokens: $attachmentTokens
      htmlBody: $htmlBody
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

export const updateInternalStatusUpdateDocument = graphql(`
  mutation SaveInternalStatusUpdate(
    $id: ID!
    $attachmentTokens: [String!]
    $htmlText: String
    $if_updated_at: String
  ) {
    internal_status_update_update(
      id: $id
      attachmentTokens: $attachmentTokens
      htmlText: $htmlText
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

/** The idea whose subscribers are written to. */
export const messageIdeaDocument = graphql(`
  query PanelMessageIdea($id: ID!) {
    suggestion(id: $id) {
      id
      title
    }
  }
`);

export const createMessageDocument = graphql(`
  mutation SendMessage(
    $links: SupporterMessageLinks!
    $body: String!
    $emailSubject: String
    $fromEmail: String
    $notificationEmailAddress: String
    $attachmentTokens: [String!]
    $copiesReplies: Boolean
  ) {
    supporter_message_create(
      links: $links
      body: $body
      emailSubject: $emailSubject
      fromEmail: $fromEmail
      notificationEmailAddress: $notificationEmailAddress
      attachmentTokens: $attachmentTokens
      copiesReplies: $copiesReplies
    ) {
      id
      mailing {
        ...SentMailing
      }
    }
  }
`);

const mailSettingsDocument = graphql(`
  query PanelMailSettings {
    current_subdomain {
      id
      usual_from_address
      automatic_reply_address
      from_domain
      from_domain_verified
      takes_replies
    }
  }
`);

/** The addresses that mail carries unless the sender names others, and the domain that they may name one of. */
export function useMailSettings(enabled: boolean) {
  return useQuery({
    queryKey: ['panel-mail-settings'],
    queryFn: async ({ signal }) => (await request(mailSettingsDocument, {}, { signal })).current_subdomain,
    enabled,
  });
}

/** Who would get a mail, and who not: of one idea and of many the same fields. */
const previewedRecipientsFragment = graphql(`
  fragment PreviewedRecipients on RecipientPreview {
    recipients_count
    recipients {
      id
      name
      email_address
    }
    left_out_count
    left_out {
      reason
      sentence
      count
      people {
        id
        name
        email_address
      }
    }
  }
`);
void previewedRecipientsFragment;

const recipientsDocument = graphql(`
  query RecipientPreview($suggestion: ID!, $kind: String!) {
    recipient_preview(suggestion: $suggestion, kind: $kind) {
      ...PreviewedRecipients
    }
  }
`);

const bulkPreviewDocument = graphql(`
  query BulkStatusPreview($ids: [ID!], $status: ID, $internal_status: ID) {
    bulk_status_preview(ids: $ids, status: $status, internal_status: $internal_status) {
      changed_count
      first_changed {
        id
        title
      }
      skipped {
        id
        title
      }
      mails_count
      people {
        ...PreviewedRecipients
      }
    }
  }
`);

export const bulkStatusDocument = graphql(`
  mutation BulkStatus(
    $ids: [ID!]
    $status: ID
    $internal_status: ID
    $html_body: String
    $notify_supporters: Boolean
    $attachmentTokens: [String!]
    $notificationEmailAddress: String
    $fromEmail: String
  ) {
    suggestions_bulk_status(
      ids: $ids
      status: $status
      internal_status: $internal_status
      html_body: $html_body
      notify_supporters: $notify_supporters
      attachmentTokens: $attachmentTokens
      notificationEmailAddress: $notificationEmailAddress
      fromEmail: $fromEmail
    ) {
      changed_count
      skipped_count
      undo_id
      mails_count
      mails_wait_seconds
    }
  }
`);

/** A status as the calls about many ideas name it. */
export function statusOf(
  kind: StatusKind,
  status: string | null,
): { status: string | null } | { internal_status: string | null } {
  return kind === 'public' ? { status } : { internal_status: status };
}

/**
 * What a status posted on many ideas would change, and who would get mail of it. `enabled` false asks for nothing.
 *
 * @param status id; null: none
 */
export function useBulkStatusPreview(
  ids: readonly string[],
  kind: StatusKind,
  status: string | null,
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['recipients', ids, kind, status],
    queryFn: async ({ signal }) => {
      const variables: BulkStatusPreviewQueryVariables = { ids: [...ids], ...statusOf(kind, status) };
      const { people, ...counts } = (await request(bulkPreviewDocument, variables, { signal }))
        .bulk_status_preview;
      return { ...people, ...counts };
    },
    enabled,
    staleTime: 0,
  });
}

/** Who would get a mail about an idea, and who not. `enabled` false asks for nothing. */
export function useRecipients(suggestion_id: string, kind: Audience, enabled: boolean) {
  return useQuery({
    queryKey: ['recipients', suggestion_id, kind],
    queryFn: async ({ signal }) =>
      (await request(recipientsDocument, { suggestion: suggestion_id, kind }, { signal })).recipient_preview,
    enabled,
    // what was true some seconds ago is not good enough before a mail
    staleTime: 0,
  });
}

/** An answer of `useRecipients`. */
export type Recipients = NonNullable<ReturnType<typeof useRecipients>['data']>;
