/** The email that a draft would become. */
import { graphql } from '../../api/graphql.ts';

/** The mail of what is being written, as people would get it. */
export const mailPreviewDocument = graphql(`
  query MailPreview(
    $kind: String!
    $suggestion: ID!
    $status: ID
    $internal_status: ID
    $html_body: String
    $email_subject: String
    $attachment_tokens: [String!]
    $from_email: String
    $notification_email_address: String
  ) {
    mail_preview(
      kind: $kind
      suggestion: $suggestion
      status: $status
      internal_status: $internal_status
      html_body: $html_body
      email_subject: $email_subject
      attachment_tokens: $attachment_tokens
      from_email: $from_email
      notification_email_address: $notification_email_address
    ) {
      from
      reply_to
      subject
      html
    }
  }
`);

/** The same mail, sent to the viewer alone as a test. */
export const mailTestDocument = graphql(`
  mutation SendMailTest(
    $kind: String!
    $suggestion: ID!
    $status: ID
    $internal_status: ID
    $html_body: String
    $email_subject: String
    $attachment_tokens: [String!]
    $from_email: String
    $notification_email_address: String
  ) {
    mail_test_send(
      kind: $kind
      suggestion: $suggestion
      status: $status
      internal_status: $internal_status
      html_body: $html_body
      email_subject: $email_subject
      attachment_tokens: $attachment_tokens
      from_email: $from_email
      notification_email_address: $notification_email_address
    ) {
      to
      delivery
    }
  }
`);
