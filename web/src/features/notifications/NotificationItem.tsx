import { notificationParts, notificationTarget } from '../../../../contract/notifications.ts';
import { displayName } from '../../../../contract/user_name.ts';
import { request } from '../../api/runtime.ts';
import { isPlainClick, Link } from '../../host/Link.tsx';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { plainText } from '../../shared/plainText.ts';
import { formatDateTime, formatRelative } from '../../ui/text/format.ts';
import { notificationMessages as texts } from './notificationMessages.ts';
import { clickedDocument } from './notificationQueries.ts';
import type { NotificationRow } from './notificationQueries.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './notifications.module.css';

/** As much of a text as a line can show. */
const firstWords = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);

/**
 * One notification: who did what, when, and a dot: coloured while it is unseen, quiet once it was seen, none
 * once it was followed (NOTIF-006, NOTIF-008). A link to what it is about, unless that is gone.
 *
 * @param onFollow called when it is followed in this window
 */
export function NotificationItem({ row, onFollow }: { row: NotificationRow; onFollow?: () => void }) {
  const target = notificationTarget(row);
  const markClicked = (): void => {
    // its failure leaves a dot, and is logged where it happens
    request(clickedDocument, { id: row.id }).catch(() => undefined);
  };
  const excerpt = row.note === null ? '' : firstWords(plainText(row.note.body, row.note.body_mime_type));
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
            markClicked();
            if (isPlainClick(event)) onFollow?.();
          }}
          onAuxClick={(event) => {
            if (event.button === 1) markClicked();
          }}
        >
          {content}
        </Link>
      )}
    </li>
  );
}
