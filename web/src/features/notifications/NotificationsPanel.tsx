import { IconBell } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { layout } from '../../../../contract/limits.ts';
import { request } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import { emailSubscriptionsAddress, notificationsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { SlideOut, SlideOutFooter } from '../../ui/overlay/SlideOut.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { useLatest } from '../../ui/useLatest.ts';
import { NotificationList } from './NotificationList.tsx';
import { notificationMessages as texts } from './notificationMessages.ts';
import { seenDocument } from '../../records/notification.tsx';
import { useNotifications } from './notificationQueries.ts';
import styles from './notifications.module.css';

/** The bell's panel, 380 px wide, beside the sidebar. When it closes, by whatever way, all that was listed is marked as seen (NOTIF-007). */
export function NotificationsPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const list = useNotifications(opened);
  const listed = useLatest(list.rows);
  const wasOpen = useRef(false);
  const hasOneToOne = useFeature('one_to_one_public_emails');

  useEffect(() => {
    if (wasOpen.current && !opened && listed.current.some((row) => !row.seen)) {
      // what fails stays unseen, so the badge says so
      request(seenDocument, { ids: listed.current.map((row) => row.id) }).catch(() => undefined);
    }
    wasOpen.current = opened;
  }, [opened, listed]);

  return (
    <SlideOut
      opened={opened}
      onClose={onClose}
      title={texts.title}
      side="left"
      widthPx={layout.notificationPanelWidthPx}
      footer={
        <SlideOutFooter
          end={
            <Link href={emailSubscriptionsAddress} className={styles.link} onClick={onClose}>
              {texts.settings}
            </Link>
          }
        >
          <Link href={notificationsAddress} className={styles.link} onClick={onClose}>
            {texts.seeAll}
          </Link>
        </SlideOutFooter>
      }
    >
      <div className={styles.panel} data-testid="notification-panel">
        <NotificationList
          list={list}
          onFollow={onClose}
          empty={
            <EmptyState
              icon={<IconBell size={28} stroke={1.5} aria-hidden="true" />}
              title={texts.emptyTitle}
              reason={texts.empty(hasOneToOne)}
            />
          }
        />
      </div>
    </SlideOut>
  );
}
