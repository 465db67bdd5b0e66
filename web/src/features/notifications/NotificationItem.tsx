import { notificationParts, notificationTarget } from '../../../../contract/notifications.ts';
import { displayName } from '../../../../contract/user_name.ts';
import { isPlainClick, Link } from '../../host/Link.tsx';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { excerptOf, markClicked } from '../../records/notification.tsx';
import type { NotificationRow } from '../../records/notification.tsx';
import { formatDateTime, formatRelative } from '../../ui/text/format.ts';
import { notificationMessages as texts } from './notificationMessages.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './notifications.module.css';

/**
 * One notification: who did what, when, and a dot: coloured while it is unseen, quiet once it was seen, none
 * once it was followed (NOTIF-006, NOTIF-008). A link to what it is about, unless that is gone.
 *
 * @param onFollow called when it is followed in this window
 */
export function NotificationItem({ row, onFollow }: { row: NotificationRow; onFollow?: () => void }) {
  const target = notificationTarget(row);
  const excerpt = excerptOf(row);
  const content = (
    <>
      <Avatar
        name={row.subject_user === null ? null : displayName(row.subject_user)}
        src={row.subject_user?.avatar_url ?? null}
        satisfactionScore={row.subject_user?.satisfaction_score ?? null}
        sizePx={32}
        decorative
      />
      <span className={styles.words}>
        <span className={styles.sentence}>
          {notificationParts(row).map((part, index) => (
            <span key={index} data-part={part.kind}>
              {index === 0 ? '' : ' '}
              {part.text}
            </span>
          ))}
        </span>
        {excerpt === '' ? null : <span className={styles.excerpt}>{excerpt}</span>}
        <time className={styles.time} dateTime={row.created_at} title={formatDateTime(row.created_at)}>
          {formatRelative(row.created_at)}
        </time>
      </span>
      <span className={styles.dot} data-state={row.clicked ? 'clicked' : row.seen ? 'seen' : 'unseen'}>
        {row.clicked ? null : <span className={a11y.hidden}>{row.seen ? texts.seen : texts.unseen}</span>}
      </span>
    </>
  );
  return (
    <li className={styles.row} data-notification={row.id}>
      {target === null ? (
        <div className={styles.item}>{content}</div>
      ) : (
        <Link
          href={target}
          className={styles.item}
          onClick={(event) => {
            markClicked(row);
            if (isPlainClick(event)) onFollow?.();
          }}
          onAuxClick={(event) => {
            if (event.button === 1) markClicked(row);
          }}
        >
          {content}
        </Link>
      )}
    </li>
  );
}
