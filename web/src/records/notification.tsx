/** Notifications: what lists read of one, its fields, and what marks it. */
import {
  isNotificationEvent,
  notificationParts,
  NOTIFICATIONS,
  notificationTarget,
  notificationText,
  NOTIFICATION_EVENTS,
} from '../../../contract/notifications.ts';
import { paging } from '../../../contract/limits.ts';
import { displayName } from '../../../contract/user_name.ts';
import type { NotificationListInput, NotificationsQuery } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { request } from '../api/runtime.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { plainText } from '../shared/plainText.ts';
import { Avatar } from '../ui/elements/Avatar.tsx';
import { RelativeTime } from '../ui/elements/Figures.tsx';
import { TitleCell } from '../ui/table/DataTable.tsx';
import { notificationTexts as texts } from './notificationTexts.ts';
import styles from './records.module.css';

export const notificationsDocument = graphql(`
  query Notifications($query: NotificationListInput, $page: Int, $per_page: Int) {
    notifications(query: $query, page: $page, per_page: $per_page) {
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
        impact_report {
          id
          title
          message
        }
        webhook {
          id
          name
        }
        ticket {
          id
          subject
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

const clickedDocument = graphql(`
  mutation NotificationClicked($id: ID!) {
    notification_clicked(id: $id) {
      id
      clicked
    }
  }
`);

/** Marks a notification as followed. Its failure leaves a dot, and is logged where it happens. */
export function markClicked({ id }: Pick<NotificationRow, 'id'>): void {
  request(clickedDocument, { id }).catch(() => undefined);
}

/** As much of a text as a line can show. */
const firstWords = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);

/** What was written, in one line; '' for what is no text. */
export function excerptOf({ note }: NotificationRow): string {
  return note === null ? '' : firstWords(plainText(note.body, note.body_mime_type));
}

const stateOf = ({ seen, clicked }: NotificationRow): keyof typeof texts.states =>
  clicked ? 'clicked' : seen ? 'seen' : 'unseen';

const notificationFields = fieldsOf<NotificationRow, NotificationListInput>({
  what: {
    label: texts.fields.what,
    widthPx: 420,
    cell: (row) => (
      <span className={styles.named}>
        <Avatar
          name={row.subject_user === null ? null : displayName(row.subject_user)}
          src={row.subject_user?.avatar_url ?? null}
          satisfactionScore={row.subject_user?.satisfaction_score ?? null}
          sizePx={28}
          decorative
        />
        <TitleCell
          title={
            <span className={styles.sentence}>
              {notificationParts(row).map(({ kind, text }, index) => (
                <span key={index} data-part={kind}>
                  {index === 0 ? '' : ' '}
                  {text}
                </span>
              ))}
            </span>
          }
          excerpt={excerptOf(row)}
        />
      </span>
    ),
  },
  state: {
    label: texts.fields.state,
    widthPx: 150,
    filter: { kind: 'flag', by: 'seen', yes: texts.seen, no: texts.states.unseen },
    cell: (row) => (
      <span className={styles.dotted} data-state={stateOf(row)}>
        {texts.states[stateOf(row)]}
      </span>
    ),
  },
  event: {
    label: texts.fields.event,
    widthPx: 240,
    hidden: true,
    filter: {
      kind: 'words',
      by: 'event',
      choices: NOTIFICATION_EVENTS.map((event) => ({ value: event, label: NOTIFICATIONS[event].name })),
    },
    cell: ({ event }) => (isNotificationEvent(event) ? NOTIFICATIONS[event].name : null),
  },
  created_at: {
    label: texts.fields.when,
    widthPx: 120,
    sortKey: 'created_at',
    sortsDescendingFirst: true,
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
});

/** The viewer's notifications, the newest first, ten a page (CONST-003). */
export const notificationsList = defineList({
  name: 'notifications',
  what: texts.what,
  document: notificationsDocument,
  read: ({ notifications }) => notifications,
  fields: notificationFields,
  nameOf: notificationText,
  address: notificationTarget,
  onOpen: markClicked,
  sort: '-created_at',
  pageSize: paging.notificationPageSize,
});
