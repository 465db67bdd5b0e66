import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { queryClient, request } from '../../api/runtime.ts';
import { useStored } from '../../host/storage.ts';

const statusDocument = graphql(`
  query SubscriptionStatus($suggestion: ID!, $user: ID!) {
    user_subscription_status(suggestion: $suggestion, user: $user) {
      subscribed
      is_watching
    }
  }
`);

/** Which panel's preference is meant (specification line 700). */
export type SubscribePreference = 'subscribe_feedback_dialog' | 'subscribe_create_idea' | 'subscribe_comment';

/** State of a subscribe toggle; made by `useSubscribe`. */
export type Subscribe = {
  checked: boolean;
  /** The person follows the idea already, and `checked` shows how. */
  isExisting: boolean;
  set: (checked: boolean) => void;
  /** What to send: waits for the state that is shown when the person follows the idea already. */
  resolve: () => Promise<boolean>;
};

/**
 * Whether the person is to get mail about the idea: the saved preference of the panel (on by default),
 * unless the person follows the idea already, in which case it is that state (STATE-055..057). A change
 * by hand counts for this person and idea; it becomes the preference when the preference was shown.
 */
export function useSubscribe(
  preference: SubscribePreference,
  suggestionId: string | null,
  userId: string | null,
): Subscribe {
  const [preferred, setPreferred] = useStored(preference, true);
  const pair = `${suggestionId ?? ''}/${userId ?? ''}`;
  const [byHand, setByHand] = useState<{ pair: string; checked: boolean } | null>(null);
  const options = {
    queryKey: ['subscription-status', suggestionId, userId],
    queryFn: () => request(statusDocument, { suggestion: suggestionId ?? '', user: userId ?? '' }),
  };
  const isKnown = suggestionId !== null && userId !== null;
  const status = useQuery({ ...options, enabled: isKnown });
  const existing =
    isKnown && status.data?.user_subscription_status.is_watching === true
      ? status.data.user_subscription_status.subscribed
      : null;
  const chosen = byHand !== null && byHand.pair === pair ? byHand.checked : null;
  return {
    checked: chosen ?? existing ?? preferred,
    isExisting: existing !== null,
    set: (checked) => {
      setByHand({ pair, checked });
      if (existing === null) setPreferred(checked);
    },
    resolve: async () => {
      if (chosen !== null || !isKnown) return chosen ?? preferred;
      // Without an answer the preference stands, as it does on the screen.
      const answer = await queryClient.ensureQueryData(options).catch(() => null);
      const found = answer?.user_subscription_status;
      return found?.is_watching === true ? found.subscribed : preferred;
    },
  };
}
