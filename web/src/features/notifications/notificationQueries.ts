/** What the bell's panel reads, and what marks all as seen. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { paging } from '../../../../contract/limits.ts';
import { request } from '../../api/runtime.ts';
import { notificationsDocument, seenDocument } from '../../records/notification.tsx';
import { usePolling } from './unseenCount.ts';

/**
 * Notifications, ten a page (CONST-003), page by page.
 *
 * @param enabled false asks for nothing: the panel is closed
 */
export function useNotifications(enabled: boolean) {
  const refetchInterval = usePolling();
  const query = useInfiniteQuery({
    queryKey: ['listed-notifications'],
    queryFn: async ({ pageParam, signal }) =>
      (
        await request(
          notificationsDocument,
          { page: pageParam, per_page: paging.notificationPageSize },
          { signal },
        )
      ).notifications,
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * paging.notificationPageSize < last.total_records ? pages.length + 1 : undefined,
    enabled,
    refetchInterval,
  });
  // a row that came in between two pages pushes one down into the next
  const rows = [
    ...new Map(
      (query.data?.pages ?? []).flatMap((page) => page.records).map((row) => [row.id, row]),
    ).values(),
  ];
  return { query, rows };
}

/**
 * Marks everything unseen as seen, also what is not loaded yet.
 *
 * @param events only of these; none: of any
 * @throws ApiError when a call fails; what was marked before stays marked
 */
export async function markAllSeen(events: readonly string[]): Promise<void> {
  for (let before = Infinity; ;) {
    const { records, total_records } = (
      await request(notificationsDocument, {
        query: { seen: false, ...(events.length === 0 ? {} : { event: [...events] }) },
        page: 1,
        per_page: paging.maxPageSize,
      })
    ).notifications;
    // what cannot be marked does not keep the loop going
    if (records.length === 0 || total_records >= before) return;
    before = total_records;
    await request(seenDocument, { ids: records.map((row) => row.id) });
  }
}
