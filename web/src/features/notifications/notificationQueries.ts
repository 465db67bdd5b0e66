/** What the bell's panel and page read and write. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { paging } from '../../../../contract/limits.ts';
import type { NotificationsQuery } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { usePolling } from './unseenCount.ts';

const listDocument = graphql(`
  query Notifications($page: Int, $per_page: Int, $event: [String!], $seen: Boolean) {
    notifications(page: $page, per_page: $per_page, event: $event, seen: $seen) {
      total_records
      records {
        id
        event
        seen
        clicked
        related_notifications_count
        created_at
        user {
          id
        }
        subject_user {
          name
          email_address
          avatar_url
          satisfaction_score
        }
        suggestion {
          id
          title
        }
        bulk_action {
          id
          objects_changed
        }
        note {
          id
          body
          body_mime_type
          suggestion {
            id
            title
          }
        }
        supporter_message {
          id
          email_subject
          suggestion {
            id
            title
          }
        }
        status_update {
          id
          suggestion {
            id
            title
          }
        }
        internal_status_update {
          id
          suggestion {
            id
            title
          }
        }
        import {
          id
          name
          ideas_created
          refused
        }
        theme_set {
          id
          name
        }
        view {
          id
          name
        }
        comm_thread {
          id
          suggestion {
            id
            title
          }
        }
      }
    }
  }
`);

/** A row of the list. */
export type NotificationRow = NotificationsQuery['notifications']['records'][number];

export const seenDocument = graphql(`
  mutation NotificationsSeen($ids: [ID!]!) {
    notifications_seen(ids: $ids) {
      id
      seen
    }
  }
`);

export const clickedDocument = graphql(`
  mutation NotificationClicked($id: ID!) {
    notification_clicked(id: $id) {
      id
      clicked
    }
  }
`);

/**
 * Notifications, ten a page (CONST-003), page by page.
 *
 * @param filter event null: all; unseen true: only those
 * @param enabled false asks for nothing: the panel is closed
 */
export function useNotifications(
  { event = null, unseen = false }: { event?: string | null; unseen?: boolean } = {},
  enabled = true,
) {
  const refetchInterval = usePolling();
  const query = useInfiniteQuery({
    queryKey: ['notifications', event, unseen],
    queryFn: async ({ pageParam, signal }) =>
      (
        await request(
          listDocument,
          {
            page: pageParam,
            per_page: paging.notificationPageSize,
            event: event === null ? null : [event],
            seen: unseen ? false : null,
          },
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
  return { query, rows, total: query.data?.pages.at(-1)?.total_records ?? null };
}

/**
 * Marks everything unseen as seen, also what is not loaded yet.
 *
 * @param event only of this one; null: of any
 * @throws ApiError when a call fails; what was marked before stays marked
 */
export async function markAllSeen(event: string | null): Promise<void> {
  for (let before = Infinity; ;) {
    const { records, total_records } = (
      await request(listDocument, {
        page: 1,
        per_page: paging.maxPageSize,
        event: event === null ? null : [event],
        seen: false,
      })
    ).notifications;
    // what cannot be marked does not keep the loop going
    if (records.length === 0 || total_records >= before) return;
    before = total_records;
    await request(seenDocument, { ids: records.map((row) => row.id) });
  }
}
