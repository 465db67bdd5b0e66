/** What the settings of mail read and write. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import type { SettingsMailingsQuery, SettingsMailQuery } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';

const mailDocument = graphql(`
  query SettingsMail($q: String) {
    mail_state(q: $q) {
      delivery
      relay
      mail_domain
      takes_replies
      is_off_by_account
      held_since
      waiting_count
      outbox_count
      recent {
        sent_count
        failed_count
        bounced_count
        complained_count
        median_seconds
      }
      suppressions_count
      suppressions {
        email_address
        reason
        details
        created_by_name
        can_remove
        created_at
      }
    }
    current_subdomain {
      id
      from_domain
      from_domain_verified
      usual_from_address
      automatic_reply_address
      prevent_email_notifications
      mail_tracking
    }
  }
`);

/** How mail is delivered, and who gets none. */
export type MailSettings = SettingsMailQuery;
/** An address that gets no mail. */
export type Suppression = SettingsMailQuery['mail_state']['suppressions'][number];

/** The settings of mail; `q` narrows the addresses down. */
export function useMailSettings(q: string) {
  return useQuery({
    queryKey: ['settings-mail', q],
    queryFn: ({ signal }) => request(mailDocument, { q }, { signal }),
    placeholderData: (held) => held,
  });
}

const mailingsDocument = graphql(`
  query SettingsMailings {
    mailings(per_page: 20) {
      records {
        id
        kind
        state
        subject
        expected_count
        sent_count
        outbox_count
        failed_count
        unknown_count
        created_at
        suggestion {
          id
          title
        }
      }
    }
    outbox_mails {
      id
      to
      subject
      preview
      created_at
    }
  }
`);

const outboxMailDocument = graphql(`
  query SettingsOutboxMail($id: ID!) {
    outbox_mail(id: $id) {
      id
      html
    }
  }
`);

/** One email of the outbox as its page. @param id null asks for nothing */
export function useOutboxMail(id: string | null) {
  return useQuery({
    queryKey: ['settings-outbox-mail', id],
    queryFn: async ({ signal }) =>
      (await request(outboxMailDocument, { id: id ?? '' }, { signal })).outbox_mail,
    enabled: id !== null,
  });
}

/** A mailing with what became of its mails. */
export type SettingsMailing = SettingsMailingsQuery['mailings']['records'][number];

/** A mail that was written to the outbox. */
export type OutboxMail = SettingsMailingsQuery['outbox_mails'][number];

/** Recent mailings and the outbox. */
export function useMailings(enabled: boolean) {
  return useQuery({
    queryKey: ['settings-mailings'],
    queryFn: ({ signal }) => request(mailingsDocument, {}, { signal }),
    enabled,
    refetchInterval: 30_000,
  });
}

const failuresDocument = graphql(`
  query SettingsMailFailures($mailing: [ID!]) {
    deliveries(mailing: $mailing, state: ["failed", "unknown"], per_page: 100) {
      records {
        id
        email_address
        state
        reason
      }
    }
  }
`);

/** Mails of a mailing that did not arrive, or of which nobody knows. */
export function useMailFailures(mailing: string) {
  return useQuery({
    queryKey: ['settings-mail-failures', mailing],
    queryFn: ({ signal }) => request(failuresDocument, { mailing: [mailing] }, { signal }),
  });
}

export const checkMailDocument = graphql(`
  query CheckMail {
    mail_check {
      step
      state
      sentence
    }
  }
`);

export const mailSwitchesDocument = graphql(`
  mutation SaveMailSwitches($prevent_email_notifications: Boolean, $mail_tracking: Boolean) {
    subdomain_update(
      prevent_email_notifications: $prevent_email_notifications
      mail_tracking: $mail_tracking
    ) {
      id
    }
  }
`);

export const addSuppressionDocument = graphql(`
  mutation AddMailSuppression($email_address: String!, $details: String) {
    mail_suppression_create(email_address: $email_address, details: $details)
  }
`);

export const removeSuppressionDocument = graphql(`
  mutation RemoveMailSuppression($email_address: String!) {
    mail_suppression_delete(email_address: $email_address)
  }
`);

const sampleIdeaDocument = graphql(`
  query MailSampleIdea {
    suggestions(sort: "-votes_count", per_page: 1) {
      records {
        id
        title
      }
    }
  }
`);

/** The idea that samples of emails are about: the one with most votes; null: there is none. */
export function useSampleIdea() {
  return useQuery({
    queryKey: ['settings-mail-sample'],
    queryFn: async ({ signal }) =>
      (await request(sampleIdeaDocument, {}, { signal })).suggestions.records[0] ?? null,
  });
}
