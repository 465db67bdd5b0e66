/** The number on the bell; apart from the list, since every page has it from the start. */
import { useQuery } from '@tanstack/react-query';
import { liveTiming } from '../../../../contract/live.ts';
import { graphql } from '../../api/graphql.ts';
import { useIsLive } from '../../api/liveEvents.ts';
import { request } from '../../api/runtime.ts';
import { notificationCountsKey } from '../../api/viewer.ts';

const countsDocument = graphql(`
  query NotificationCounts {
    notification_counts {
      unseen
    }
  }
`);

/** While no events come in, what is shown is asked for each minute. */
export function usePolling(): number | false {
  return useIsLive() ? false : liveTiming.pollMs;
}

/** Number on the bell; 0 until it is known. */
export function useUnseenCount(): number {
  const refetchInterval = usePolling();
  const query = useQuery({
    queryKey: notificationCountsKey,
    queryFn: ({ signal }) => request(countsDocument, {}, { signal }),
    refetchInterval,
    // it comes with the viewer
    meta: { document: countsDocument },
  });
  return query.data?.notification_counts.unseen ?? 0;
}
