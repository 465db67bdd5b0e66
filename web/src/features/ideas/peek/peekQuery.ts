/** What the pane beside the list asks for: one call of four statements. The rest the list knows. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { hasFeature } from '../../../../../contract/permissions.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';

/** Accounts and feedback that the pane names; the others stand on the idea's page. */
const SHOWN_ACCOUNTS = 5;
const SHOWN_FEEDBACK = 3;

const peekDocument = graphql(`
  query PeekIdea($id: ID!, $ids: [ID!], $accounts: Int, $account_sort: String, $feedback: Int) {
    suggestion(id: $id) {
      id
      requests_count
    }
    external_accounts(suggestion: $ids, per_page: $accounts, sort: $account_sort) {
      records {
        ...TopAccount
      }
    }
    every_account: external_accounts(per_page: 1) {
      total_records
      total_is_capped
    }
    feedback_records(suggestion: $ids, per_page: $feedback, sort: "-created_at") {
      records {
        id
        body
        body_mime_type
        source_url
        source_title
        severity
        created_at
        user {
          ...Customer
        }
        captured_by {
          id
          name
        }
      }
    }
  }
`);

/** What stands about an idea in the pane beside the list; that of the idea before stays until it is there. */
export function usePeek(id: string) {
  const { authorized_features } = useViewer();
  return useQuery({
    queryKey: ['idea-peek', id],
    queryFn: ({ signal }) =>
      request(
        peekDocument,
        {
          id,
          ids: [id],
          accounts: SHOWN_ACCOUNTS,
          account_sort: hasFeature(authorized_features, 'account_insights') ? '-revenue' : 'name',
          feedback: SHOWN_FEEDBACK,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { idea: id },
  });
}
