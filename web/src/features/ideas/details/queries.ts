/** What idea details reads of the server: at most five statements for the whole page. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paging } from '../../../../../contract/limits.ts';
import { hasFeature } from '../../../../../contract/permissions.ts';
import type { ActivityKind } from '../../../../../contract/activity.ts';
import { graphql } from '../../../api/graphql.ts';
import type {
  FeedMailingFragment,
  IdeaActivityQuery,
  IdeaCustomFieldsQuery,
  IdeaDetailsQuery,
  IdeaVotersQuery,
} from '../../../api/generated/graphql.ts';
import { queryClient, request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
// writes the fragments of customers and accounts
import '../../../shared/customers/CustomerLine.tsx';
import '../../../shared/customers/TopAccounts.tsx';
// writes the fragment of an issue
import '../../../shared/tracker/issues.ts';
// writes the fragment of what the page edits
import './ideaProperties.tsx';

/** Accounts that the aside names; the others stand in the tab. */
export const shownAccounts = 5;

const shownFileFragment = graphql(`
  fragment ShownFile on Attachment {
    id
    file_name
    content_type
    size_in_bytes
    url
    thumb_url
  }
`);
void shownFileFragment;

const fieldFragment = graphql(`
  fragment IdeaField on CustomField {
    id
    key
    name
    combined_type
    string_enum_values {
      id
      label
    }
    numeric_enum_values {
      id
      label
      numeric_value
    }
  }
`);
void fieldFragment;

const detailsDocument = graphql(`
  query IdeaDetails(
    $id: ID!
    $ids: [ID!]
    $withFields: Boolean!
    $withFiles: Boolean!
    $files: Int
    $accounts: Int
    $accountSort: String
  ) {
    suggestion(id: $id) {
      id
      title
      body
      body_mime_type
      state
      channel
      is_dated
      source_url
      source_votes_count
      votes_count
      supporters_count
      total_sentiment_score
      sentiment_texts_count
      supporting_accounts_count
      supporter_revenue
      comments_count
      requests_count
      notes_count
      internal_flags_count
      merge_candidates_count
      unmergeable
      created_at
      updated_at
      custom_field_map {
        key
        value
      }
      status {
        id
        name
        hex_color
        is_open
        allow_comments
      }
      internal_status {
        id
        name
        hex_color
      }
      ...IdeaProperties
      created_by {
        ...Customer
      }
      captured_by {
        id
        name
        avatar_url
        satisfaction_score
      }
      features {
        id
        name
      }
      themes {
        id
        display_name
        hex_color
        theme_set {
          id
          name
        }
      }
      jira_issues {
        ...JiraIssueLine
      }
      last_status_update {
        id
        created_at
      }
      merged_into {
        id
        title
      }
      split_from {
        id
        title
      }
      split_suggestions {
        id
        title
      }
      converted_from_comment {
        id
        suggestion {
          id
          title
        }
      }
    }
    external_accounts(suggestion: $ids, per_page: $accounts, sort: $accountSort) {
      records {
        ...TopAccount
      }
    }
    attachments(suggestion: $ids, per_page: $files) @include(if: $withFiles) {
      records {
        ...ShownFile
      }
    }
    all_custom_fields(object_type: ["suggestion"], sort: "id") @include(if: $withFields) {
      records {
        ...IdeaField
      }
    }
  }
`);

/** An idea with everything that its page shows. */
export type Idea = NonNullable<IdeaDetailsQuery['suggestion']>;

const customFieldsKey = ['idea-custom-fields'];

/** Key of an idea's details in the cache. */
export function ideaKey(id: string) {
  return ['idea-details', id];
}

/** An idea, the accounts that want it most, and its files. */
export function useIdea(id: string) {
  const { authorized_features } = useViewer();
  return useQuery({
    queryKey: ideaKey(id),
    queryFn: async ({ signal }) => {
      // one call for both, where the page has just been opened
      const withFields = queryClient.getQueryData(customFieldsKey) === undefined;
      const { all_custom_fields, ...details } = await request(
        detailsDocument,
        {
          id,
          ids: [id],
          withFields,
          withFiles: hasFeature(authorized_features, 'idea_attachments'),
          files: paging.attachmentPageSize,
          accounts: shownAccounts,
          accountSort: accountSort(authorized_features),
        },
        { signal },
      );
      if (all_custom_fields !== undefined)
        queryClient.setQueryData<IdeaCustomFieldsQuery>(customFieldsKey, { all_custom_fields });
      return details;
    },
    meta: { record: { entity: 'suggestion', id }, idea: id },
  });
}

/** The idea as it is held now; undefined while it is not. */
export function heldIdea(id: string): Idea | undefined {
  return queryClient.getQueryData<IdeaDetailsQuery>(ideaKey(id))?.suggestion ?? undefined;
}

/** Changes the idea that is held, ahead of the server's answer or after it. */
export function patchIdea(id: string, change: (idea: Idea) => Idea): void {
  queryClient.setQueryData<IdeaDetailsQuery>(ideaKey(id), (held) =>
    held?.suggestion ? { ...held, suggestion: change(held.suggestion) } : held,
  );
}

const customFieldsDocument = graphql(`
  query IdeaCustomFields {
    all_custom_fields(object_type: ["suggestion"], sort: "id") {
      records {
        ...IdeaField
      }
    }
  }
`);

/** A field of the workspace's own. */
export type IdeaCustomField = IdeaCustomFieldsQuery['all_custom_fields']['records'][number];

/**
 * The fields that the workspace has given its ideas. They seldom change: held for five minutes.
 * @param enabled false while they may still come with an idea
 */
export function useIdeaCustomFields(enabled = true) {
  return useQuery({
    queryKey: customFieldsKey,
    enabled,
    queryFn: ({ signal }) => request(customFieldsDocument, {}, { signal }),
    staleTime: 5 * 60_000,
    // they may come with an idea
    meta: { document: customFieldsDocument },
  });
}

const activityDocument = graphql(`
  query IdeaActivity($suggestion: [ID!], $kind: [String!], $page: Int, $per_page: Int) {
    activity_entries(
      suggestion: $suggestion
      kind: $kind
      page: $page
      per_page: $per_page
      without_replies: true
    ) {
      records {
        id
        kind
        details
        created_at
        user {
          ...FeedPerson
        }
        comment {
          id
          body
          body_mime_type
          state
          is_admin_comment
          created_by {
            ...Customer
          }
          converted_to_suggestion {
            id
            title
          }
          attachments {
            ...ShownFile
          }
        }
        feedback_record {
          id
          body
          body_mime_type
          source_url
          source_title
          severity
          user {
            ...Customer
          }
          captured_by {
            ...FeedPerson
          }
          attachments {
            ...ShownFile
          }
        }
        note {
          id
          body
          body_mime_type
          reply_count
          editable
          deletable
          created_at
          updated_at
          created_by {
            ...FeedPerson
          }
          attachments {
            ...ShownFile
          }
        }
        internal_flag {
          id
          reason
          cleared_message
          user {
            id
            name
          }
        }
        status_update {
          id
          is_dated
          html_body
          supporters_notified
          expected_send_count
          mail_sent_count
          mail_opened_count
          mail_clicked_count
          thumbs_up_count
          thumbs_down_count
          reply_count
          mailing {
            ...FeedMailing
          }
          changes_status
          new_status {
            id
            name
            hex_color
          }
          attachments {
            ...ShownFile
          }
        }
        internal_status_update {
          id
          html_text
          expected_send_count
          mail_sent_count
          mail_opened_count
          mail_clicked_count
          thumbs_up_count
          thumbs_down_count
          reply_count
          mailing {
            ...FeedMailing
          }
          new_internal_status {
            id
            name
            hex_color
          }
          attachments {
            ...ShownFile
          }
        }
        supporter_message {
          id
          body
          email_subject
          expected_send_count
          mail_sent_count
          mail_opened_count
          mail_clicked_count
          reply_count
          mailing {
            ...FeedMailing
          }
          attachments {
            ...ShownFile
          }
        }
        related_suggestion {
          id
          title
        }
      }
    }
  }
`);

const feedMailingFragment = graphql(`
  fragment FeedMailing on Mailing {
    id
    state
    send_after
    expected_count
    sent_count
    outbox_count
    failed_count
    unknown_count
    left_out_count
  }
`);
void feedMailingFragment;

const feedPersonFragment = graphql(`
  fragment FeedPerson on User {
    id
    name
    avatar_url
    satisfaction_score
    allowed_state
  }
`);
void feedPersonFragment;

/** One line of the feed. */
export type FeedEntry = IdeaActivityQuery['activity_entries']['records'][number];

/** Lines of the feed that are read at a time. */
const feedPageSize = 20;

/**
 * The feed of an idea, newest first, page by page.
 * @param kinds only these; null for all
 */
export function useIdeaActivity(id: string, kinds: readonly ActivityKind[] | null) {
  return useInfiniteQuery({
    queryKey: ['idea-activity', id, kinds],
    queryFn: ({ pageParam, signal }) =>
      request(
        activityDocument,
        {
          suggestion: [id],
          kind: kinds === null ? null : [...kinds],
          page: pageParam,
          per_page: feedPageSize,
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) =>
      last.activity_entries.records.length < feedPageSize ? undefined : page + 1,
    meta: { idea: id },
  });
}

const mailingDocument = graphql(`
  query IdeaMailing($id: ID!) {
    mailing(id: $id) {
      ...FeedMailing
    }
  }
`);

/** How far a mailing is. */
export type FeedMailing = FeedMailingFragment;

/** Whether something of a mailing is still to come. */
export function isUnderWay(mailing: Pick<FeedMailing, 'state'>): boolean {
  return mailing.state === 'waiting' || mailing.state === 'sending';
}

/** A mailing is looked at this often while it is under way. */
const mailingPollMs = 2000;

/**
 * How far a mailing is, asked for again and again while it is under way. When it has come to its end the
 * feed is read again, with the numbers of the record that it belongs to.
 *
 * @param known as the feed has it
 */
export function useMailing(known: FeedMailing): FeedMailing {
  const isAsked = isUnderWay(known);
  const { data } = useQuery({
    queryKey: ['idea-mailing', known.id],
    queryFn: async ({ signal }) => (await request(mailingDocument, { id: known.id }, { signal })).mailing,
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : mailingPollMs),
  });
  const isEnded = isAsked && data !== undefined && data !== null && !isUnderWay(data);
  useEffect(() => {
    if (isEnded) void queryClient.invalidateQueries({ queryKey: ['idea-activity'] });
  }, [isEnded]);
  return isAsked ? (data ?? known) : known;
}

const mailsDocument = graphql(`
  query MailsOf(
    $mailing: [ID!]
    $state: [String!]
    $opened: Boolean
    $clicked: Boolean
    $reaction: [String!]
    $page: Int
    $per_page: Int
  ) {
    deliveries(
      mailing: $mailing
      state: $state
      opened: $opened
      clicked: $clicked
      reaction: $reaction
      page: $page
      per_page: $per_page
    ) {
      records {
        id
        email_address
        state
        reason
        user {
          id
          name
        }
      }
    }
  }
`);

/** Which mails of a mailing: all, or those that a number of it counts. */
export type MailsAsked = {
  mailing: [string];
  state?: string[];
  opened?: true;
  clicked?: true;
  reaction?: ['up' | 'down'];
};

/** Mails of a mailing with what became of them, page by page. */
export function useMails(asked: MailsAsked) {
  return useInfiniteQuery({
    queryKey: ['mails', asked],
    queryFn: ({ pageParam, signal }) =>
      request(mailsDocument, { ...asked, page: pageParam, per_page: mailsPageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) =>
      last.deliveries.records.length < mailsPageSize ? undefined : page + 1,
  });
}

const repliesDocument = graphql(`
  query MailReplies(
    $supporter_message: [ID!]
    $status_update: [ID!]
    $internal_status_update: [ID!]
    $page: Int
    $per_page: Int
  ) {
    messages(
      supporter_message: $supporter_message
      status_update: $status_update
      internal_status_update: $internal_status_update
      page: $page
      per_page: $per_page
    ) {
      records {
        id
        body
        from_email
        created_at
        created_by {
          id
          name
        }
      }
    }
  }
`);

/** What people answer by mail to. */
export type AnsweredKind = 'supporter_message' | 'status_update' | 'internal_status_update';

/** A record that mail went out about, with the numbers that it carries. */
export type MailCarrier = {
  id: string;
  expected_send_count: number;
  mail_sent_count: number;
  /** Null: this is not counted. */
  mail_opened_count: number | null;
  mail_clicked_count: number | null;
  thumbs_up_count?: number;
  thumbs_down_count?: number;
  reply_count: number;
  /** Null: there was no mail, or it came from an import. */
  mailing: FeedMailing | null;
};

/** What people answered to a message to subscribers or to a status update, oldest first, page by page. */
export function useReplies(kind: AnsweredKind, id: string) {
  return useInfiniteQuery({
    queryKey: ['mail-replies', kind, id],
    queryFn: ({ pageParam, signal }) =>
      request(repliesDocument, { [kind]: [id], page: pageParam, per_page: mailsPageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) =>
      last.messages.records.length < mailsPageSize ? undefined : page + 1,
  });
}

const mailsPageSize = 50;

const votersDocument = graphql(`
  query IdeaVoters($suggestion: [ID!], $q: String, $page: Int, $per_page: Int, $sort: String) {
    supporters(suggestion: $suggestion, q: $q, page: $page, per_page: $per_page, sort: $sort) {
      total_records
      records {
        id
        votes
        subscribed
        created_at
        user {
          id
          name
          email_address
          avatar_url
          satisfaction_score
          crm_account {
            id
            name
            mrr
          }
        }
      }
    }
  }
`);

/** A person who wants the idea. */
export type Voter = IdeaVotersQuery['supporters']['records'][number];

/** Orders of an idea's voters. */
export type VoterOrder = 'revenue' | 'newest';

/** The voters of an idea, those of the accounts with most revenue first, or the latest. */
export function useIdeaVoters(id: string, q: string, page: number, perPage: number, order: VoterOrder) {
  return useQuery({
    queryKey: ['idea-voters', id, q, page, perPage, order],
    queryFn: ({ signal }) =>
      request(
        votersDocument,
        {
          suggestion: [id],
          q: q === '' ? null : q,
          page,
          per_page: perPage,
          sort: order === 'revenue' ? '-account_revenue' : null,
        },
        { signal },
      ),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    meta: { idea: id },
  });
}

const accountsDocument = graphql(`
  query IdeaAccounts($suggestion: [ID!], $page: Int, $per_page: Int, $sort: String) {
    external_accounts(suggestion: $suggestion, page: $page, per_page: $per_page, sort: $sort) {
      total_records
      records {
        ...TopAccount
        plan
      }
    }
  }
`);

/** The accounts behind an idea, most revenue first. */
export function useIdeaAccounts(id: string, page: number, perPage: number) {
  const { authorized_features } = useViewer();
  const sort = accountSort(authorized_features);
  return useQuery({
    queryKey: ['idea-accounts', id, page, perPage, sort],
    queryFn: ({ signal }) =>
      request(accountsDocument, { suggestion: [id], page, per_page: perPage, sort }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    meta: { idea: id },
  });
}

/** By revenue; by name for those who may not see revenue. */
function accountSort(features: readonly string[]): string {
  return hasFeature(features, 'account_insights') ? '-revenue' : 'name';
}
