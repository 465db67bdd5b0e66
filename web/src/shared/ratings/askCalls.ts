/** What asking for ratings sends. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
// writes the fragment of a mailing that can be called back
import '../mail/sentMail.ts';

export const askForRatingsDocument = graphql(`
  mutation AskForRatings($users: [ID!], $accounts: [ID!], $everyone: Boolean, $message: String) {
    ratings_ask(users: $users, accounts: $accounts, everyone: $everyone, message: $message) {
      ...SentMailing
    }
  }
`);

const askPreviewDocument = graphql(`
  query AskForRatingsPreview($users: [ID!], $accounts: [ID!], $everyone: Boolean) {
    ratings_ask_preview(users: $users, accounts: $accounts, everyone: $everyone) {
      asked_count
      left_out {
        reason
        sentence
        count
      }
    }
  }
`);

/** Whom a request is for: one of the three. */
export interface Who {
  users?: string[];
  accounts?: string[];
  everyone?: true;
}

/** How many people a request would reach, and why others are left out. @param who null: no one is chosen yet */
export function useAskPreview(who: Who | null) {
  return useQuery({
    queryKey: ['ask-for-ratings', who],
    queryFn: async ({ signal }) =>
      (await request(askPreviewDocument, { ...who }, { signal })).ratings_ask_preview,
    enabled: who !== null,
    placeholderData: keepPreviousData,
  });
}
