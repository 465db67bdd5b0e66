import {
  IconBell,
  IconBellFilled,
  IconBulb,
  IconBulbFilled,
  IconChartDots,
  IconChartDotsFilled,
  IconPlus,
  IconUserCircle,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useViewer } from '../api/viewer.ts';
import { useUnseenCount } from '../features/notifications/unseenCount.ts';
import { notificationsAddress, settingsAddress } from '../host/addresses.ts';
import { Link } from '../host/Link.tsx';
import { navigate } from '../host/navigation.ts';
import { watchKeyboardRoom } from '../ui/overlay/keyboardRoom.ts';
import { Menu } from '../ui/overlay/Menu.tsx';
import type { MenuItem } from '../ui/overlay/Menu.tsx';
import { openModal } from '../ui/overlay/modals.ts';
import { useAvatarItems } from './AvatarMenu.tsx';
import { useHelpItems } from './helpItems.ts';
import { addEntries, areaEntries, moreEntries } from './nav.ts';
import { preloadModal } from './modals.ts';
import { areaOfPath, screens } from './screens.ts';
import { shellTexts } from './texts.ts';
import a11y from '../ui/a11y.module.css';
import styles from './bottomBar.module.css';

/**
 * The navigation of a window of less than 860 px, below the page: ideas, insights, what can be added, what happened, and
 * everything else behind You.
 *
 * @param path of the page, decides the selected item
 * @param isShown false: the page has a bar of its own there
 */
export function BottomBar({
  path,
  isShown,
  onOpenPalette,
  onOpenShortcuts,
  onOpenAnnouncements,
}: {
  path: string;
  isShown: boolean;
  onOpenPalette: () => void;
  onOpenShortcuts: () => void;
  onOpenAnnouncements: () => void;
}) {
  const viewer = useViewer();
  const unseen = useUnseenCount();
  const help = useHelpItems();
  const avatar = useAvatarItems({ onOpenShortcuts });
  const selected = areaOfPath(path);
  const areas = areaEntries(viewer);
  const shows = (id: string): boolean => areas.some((area) => area.id === id);
  const adds = addEntries(viewer).some(({ modal }) => modal === 'feedback');
  useEffect(() => watchKeyboardRoom(), []);
  const isInbox = path === notificationsAddress;

  const others: MenuItem[] = [
    ...areas
      .filter(({ id }) => id !== 'ideas' && id !== 'insights')
      .map(({ id, label, isApart = false }) => ({ id, label, isApart })),
    ...moreEntries(viewer).map(({ screen, label }) => ({ id: screen, label, isApart: false })),
  ].map(({ id, label, isApart }) => {
    const { address } = screens[id];
    return { id, label, href: address, ...(isApart ? {} : { onSelect: () => navigate(address) }) };
  });

  if (!isShown) return null;
  return (
    <nav aria-label={shellTexts.navigation} className={styles.bar}>
      {shows('ideas') ? (
        <Tab
          href={screens.ideas.address}
          label={shellTexts.ideasTab}
          icons={[IconBulb, IconBulbFilled]}
          isSelected={selected === 'ideas'}
        />
      ) : null}
      {shows('insights') ? (
        <Tab
          href={screens.insights.address}
          label={shellTexts.insightsTab}
          icons={[IconChartDots, IconChartDotsFilled]}
          isSelected={selected === 'insights'}
        />
      ) : null}
      {adds ? (
        <button
          type="button"
          className={styles.add}
          aria-label={shellTexts.addFeedback}
          onPointerDown={() => preloadModal('feedback')}
          onClick={() => void openModal('feedback', {})}
        >
          <IconPlus size={24} stroke={1.75} aria-hidden="true" />
        </button>
      ) : null}
      <Tab
        href={notificationsAddress}
        label={shellTexts.inboxTab}
        icons={[IconBell, IconBellFilled]}
        isSelected={isInbox}
        badge={unseen}
      />
      <Menu
        label={shellTexts.profileMenu}
        items={[
          { id: 'search', label: shellTexts.search, onSelect: onOpenPalette },
          ...others,
          {
            id: 'settings',
            label: shellTexts.settings,
            href: settingsAddress,
            onSelect: () => navigate(settingsAddress),
          },
          { id: 'announcements', label: shellTexts.announcements, onSelect: onOpenAnnouncements },
          ...help,
          { kind: 'separator', id: 'before-you' },
          ...avatar,
        ]}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className={styles.tab}
            data-selected={selected === 'you' || selected === 'settings' || undefined}
          >
            <IconUserCircle size={22} stroke={1.6} aria-hidden="true" />
            {shellTexts.youTab}
          </button>
        )}
      />
    </nav>
  );
}

function Tab({
  href,
  label,
  icons: [Rest, Selected],
  isSelected,
  badge = 0,
}: {
  href: string;
  label: string;
  icons: [Icon, Icon];
  isSelected: boolean;
  badge?: number;
}) {
  return (
    <Link
      href={href}
      className={styles.tab}
      data-selected={isSelected || undefined}
      aria-current={isSelected ? 'page' : undefined}
    >
      {isSelected ? (
        <Selected size={22} aria-hidden="true" />
      ) : (
        <Rest size={22} stroke={1.6} aria-hidden="true" />
      )}
      {label}
      {badge === 0 ? null : (
        <span className={styles.badge}>
          <span aria-hidden="true">{badge > 99 ? '99+' : badge}</span>
          <span className={a11y.hidden}>{shellTexts.unseen(badge)}</span>
        </span>
      )}
    </Link>
  );
}
