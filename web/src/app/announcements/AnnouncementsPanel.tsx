import { messages } from '../../../../contract/errors.ts';
import { layout } from '../../../../contract/limits.ts';
import { formatDate } from '../../ui/text/format.ts';
import { SlideOut } from '../../ui/overlay/SlideOut.tsx';
import { shellTexts } from '../texts.ts';
import { announcements } from './list.ts';
import type { Announcement } from './list.ts';
import { announcementBodies } from './texts.tsx';
import styles from './announcements.module.css';

/** The list of announcements, beside the sidebar. */
export function AnnouncementsPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <SlideOut
      opened={opened}
      onClose={onClose}
      title={shellTexts.announcements}
      side="left"
      widthPx={layout.notificationPanelWidthPx}
    >
      <ul>
        {announcements.map((announcement) => (
          <Item key={announcement.announcementTag} announcement={announcement} />
        ))}
      </ul>
    </SlideOut>
  );
}

function Item({ announcement: { announcementTag, publishedAt, title } }: { announcement: Announcement }) {
  const Body = announcementBodies[announcementTag];
  // a tag without a text is a slip of ours, which the reader need not bear
  if (Body === undefined) console.error(messages.missingAnnouncement(announcementTag));
  return (
    <li className={styles.item}>
      {publishedAt === null ? null : (
        <p className={styles.date}>
          <time dateTime={publishedAt}>{formatDate(`${publishedAt}T12:00:00`)}</time>
        </p>
      )}
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.body}>{Body === undefined ? null : <Body />}</div>
    </li>
  );
}
