/** What the page of feedback reads and writes. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import type { FeedbackToReadQuery } from '../../../api/generated/graphql.ts';
import { request } from '../../../api/runtime.ts';

const readDocument = graphql(`
  query FeedbackToRead($id: ID!, $withFiles: Boolean!) {
    feedback_record(id: $id) {
      id
      body
      body_mime_type
      channel
      source_url
      source_title
      severity
      prompt
      nps_rating
      created_at
      user {
        ...PickedUser
      }
      captured_by {
        id
        name
      }
      suggestion {
        ...IdeaSummary
      }
      attachments @include(if: $withFiles) {
        ...ShownFile
      }
    }
  }
`);

/** Feedback as it is read. */
export type FeedbackToRead = NonNullable<FeedbackToReadQuery['feedback_record']>;

/** A whole feedback. @param id null asks for nothing */
export function useFeedback(id: string | null, withFiles: boolean) {
  return useQuery({
    queryKey: ['feedback-to-read', id, withFiles],
    queryFn: ({ signal }) => request(readDocument, { id: id ?? '', withFiles }, { signal }),
    enabled: id !== null,
    meta: { document: readDocument },
  });
}

const linkDocument = graphql(`
  mutation LinkFeedback($id: ID!, $body: String!, $links: FeedbackRecordLinks) {
    feedback_record_update(id: $id, body: $body, links: $links) {
      id
    }
  }
`);

/** Links a feedback to an idea; null: to none. */
export const linkFeedback = ({ id, body }: FeedbackToRead, suggestion: string | null) =>
  request(linkDocument, { id, body, links: { suggestion } });
