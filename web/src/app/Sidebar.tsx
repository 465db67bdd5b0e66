import {
  IconBell,
  IconDots,
  IconDotsCircleHorizontal,
  IconHelpCircle,
  IconHelpCircleFilled,
  IconCirclePlusFilled,
  IconPlus,
  IconSearch,
  IconSettings,
  IconSettingsFilled,
  IconSpeakerphone,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { layout } from '../../../contract/limits.ts';
import { useTicketCounts } from '../api/liveEvents.ts';
import { useViewer } from '../api/viewer.ts';
import { Link } from '../host/Link.tsx';
import { navigate } from '../host/navigation.ts';
import { useUnseenCount } from '../features/notifications/unseenCount.ts';
import { Menu } from '../ui/overlay/Menu.tsx';
import type { MenuItem } from '../ui/overlay/Menu.tsx';
import type { TriggerProps } from '../ui/overlay/Popover.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { useHelpItems } from './helpItems.ts';
import { addEntries, areaEntries, moreEntries, openTicketCount, settingsEntries } from './nav.ts';
import type { AreaEntry, LinkEntry } from './nav.ts';
import { preloadModal } from './modals.ts';
import { areaOfPath, screens } from './screens.ts';
import { shellTexts } from './texts.ts';
import a11y from '../ui/a11y.module.css';
import styles from './sidebar.module.css';

/**
 * The left navigation, 78 px wide with items of 72 px (NAV-001, NAV-002). In a
 * low window it scrolls.
 *
 * @param path of the page, decides the selected item
 * @param hasNews the newest announcement was not opened yet
 */
export function Sidebar({
  path,
  hasNews,
  onOpenPalette,
  onOpenShortcuts,
  onOpenAnnouncements,
  onOpenNotifications,
}: {
  path: string;
  hasNews: boolean;
  onOpenPalette: () => void;
  onOpenShortcuts: () => void;
  onOpenAnnouncements: () => void;
  onOpenNotifications: () => void;
}) {
  const viewer = useViewer();
  const selected = areaOfPath(path);
  const more = moreEntries(viewer);
  const add = addEntries(viewer);
  const settings = settingsEntries(viewer);
  const areas = areaEntries(viewer);
  const tickets = useTicketCounts(areas.some((entry) => entry.id === 'tickets'));

  const linkItem = ({ screen, label }: LinkEntry): MenuItem => {
    const { address } = screens[screen];
    return { id: screen, label, href: address, onSelect: () => navigate(address) };
  };

  return (
    <div className={styles.sidebar} style={{ width: layout.navWidthPx }}>
      <nav aria-label={shellTexts.navigation} className={styles.areas}>
        <p className={styles.workspace} data-tip={viewer.subdomain.name} dir="auto">
          {viewer.subdomain.name}
        </p>
        {areas.map((entry) => (
          <Area
            key={entry.id}
            entry={entry}
            isSelected={selected === entry.id}
            isExact={screens[entry.id].address === path}
            badge={
              entry.id === 'tickets' && tickets !== null
                ? openTicketCount(tickets.open_ticket_counts, tickets.stream_ids)
                : 0
            }
          />
        ))}
        {more.length === 0 ? null : (
          <Menu
            label={shellTexts.more}
            placement="right-start"
            items={more.map(linkItem)}
            trigger={(props) => (
              <MenuTile
                {...props}
                accent="more"
                label={shellTexts.more}
                icons={[IconDots, IconDotsCircleHorizontal]}
              />
            )}
          />
        )}
        {add.length === 0 ? null : (
          <Menu
            label={shellTexts.add}
            placement="right-start"
            items={add.map(({ modal, label, keys, open }) => ({ id: modal, label, keys, onSelect: open }))}
            trigger={(props) => (
              <MenuTile
                {...props}
                accent="add"
                label={shellTexts.add}
                icons={[IconPlus, IconCirclePlusFilled]}
                onHover={() => {
                  for (const entry of add) preloadModal(entry.modal);
                }}
              />
            )}
          />
        )}
      </nav>
      <div role="region" aria-label={shellTexts.utilities} className={styles.tools}>
        <Tool label={shellTexts.search} onClick={onOpenPalette}>
          <IconSearch size={20} stroke={1.6} aria-hidden="true" />
        </Tool>
        <Tool
          label={hasNews ? shellTexts.newAnnouncements : shellTexts.announcements}
          onClick={onOpenAnnouncements}
        >
          <IconSpeakerphone size={20} stroke={1.6} aria-hidden="true" />
          {hasNews ? <span className={styles.news} data-testid="announcement-badge" /> : null}
        </Tool>
        <Bell onOpen={onOpenNotifications} />
        <HelpMenu />
        {settings.length === 0 ? null : (
          <Menu
            label={shellTexts.settings}
            placement="right-start"
            items={[
              ...settings.map(linkItem),
              { kind: 'separator', id: 'before-all' },
              linkItem({ screen: 'settings', label: shellTexts.allSettings }),
            ]}
            trigger={(props) => (
              <MenuTool
                {...props}
                label={shellTexts.settings}
                icons={[IconSettings, IconSettingsFilled]}
                isSelected={selected === 'settings'}
              />
            )}
          />
        )}
        <AvatarMenu isSelected={selected === 'you'} onOpenShortcuts={onOpenShortcuts} />
      </div>
    </div>
  );
}

function Area({
  entry,
  isSelected,
  isExact,
  badge,
}: {
  entry: AreaEntry;
  isSelected: boolean;
  isExact: boolean;
  badge: number;
}) {
  const { address } = screens[entry.id];
  const shared = {
    className: styles.item,
    'data-accent': entry.id,
    'data-selected': isSelected || undefined,
    'aria-current': isSelected ? (isExact ? ('page' as const) : ('true' as const)) : undefined,
  };
  const content = <Tile icons={entry.icons} isSelected={isSelected} label={entry.label} badge={badge} />;
  return entry.isApart === true ? (
    <a href={address} {...shared}>
      {content}
    </a>
  ) : (
    <Link href={address} {...shared}>
      {content}
    </Link>
  );
}

/**
 * Icon tile and label of an item. The badge is for the tickets: open tickets of
 * the user's own streams (nav.ts, openTicketCount); 0 draws none.
 */
export function Tile({
  icons: [Rest, Selected],
  isSelected,
  label,
  badge = 0,
}: {
  icons: readonly [Icon, Icon];
  isSelected: boolean;
  label: string;
  badge?: number;
}) {
  return (
    <>
      <span className={styles.tile}>
        {isSelected ? (
          <Selected size={19} aria-hidden="true" />
        ) : (
          <Rest size={19} stroke={1.6} aria-hidden="true" />
        )}
        {badge > 0 ? (
          <span className={styles.badge}>
            {badge > 99 ? '99+' : badge}
            <span className={a11y.hidden}> {shellTexts.openTickets(badge)}</span>
          </span>
        ) : null}
      </span>
      <span className={styles.label}>{label}</span>
    </>
  );
}

function MenuTile({
  accent,
  label,
  icons,
  onHover,
  ...trigger
}: TriggerProps & { accent: string; label: string; icons: [Icon, Icon]; onHover?: () => void }) {
  const isOpen = trigger['aria-expanded'];
  return (
    <button
      type="button"
      {...trigger}
      className={styles.item}
      data-accent={accent}
      data-selected={isOpen || undefined}
      onPointerEnter={onHover}
      onFocus={onHover}
    >
      <Tile icons={icons} isSelected={isOpen} label={label} />
    </button>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.tool} aria-label={label} data-tip={label} onClick={onClick}>
      {children}
    </button>
  );
}

function MenuTool({
  label,
  icons: [Rest, Selected],
  isSelected,
  ...trigger
}: TriggerProps & { label: string; icons: [Icon, Icon]; isSelected: boolean }) {
  const isOn = isSelected || trigger['aria-expanded'];
  return (
    <button
      type="button"
      {...trigger}
      className={styles.tool}
      aria-label={label}
      data-tip={trigger['aria-expanded'] ? undefined : label}
      data-selected={isSelected || undefined}
    >
      {isOn ? <Selected size={20} aria-hidden="true" /> : <Rest size={20} stroke={1.6} aria-hidden="true" />}
    </button>
  );
}

/** The bell with the number of what waits unseen (NAV-020). */
function Bell({ onOpen }: { onOpen: () => void }) {
  const unseen = useUnseenCount();
  return (
    <Tool
      label={unseen === 0 ? shellTexts.notifications : shellTexts.unseenNotifications(unseen)}
      onClick={onOpen}
    >
      <IconBell size={20} stroke={1.6} aria-hidden="true" />
      {unseen === 0 ? null : (
        <span className={styles.badge} data-place="tool" data-testid="notification-badge" aria-hidden="true">
          {unseen > 99 ? '99+' : unseen}
        </span>
      )}
    </Tool>
  );
}

/** The manual, and where support staff get help. */
function HelpMenu() {
  return (
    <Menu
      label={shellTexts.help}
      placement="right-start"
      items={useHelpItems()}
      trigger={(props) => (
        <MenuTool
          {...props}
          label={shellTexts.help}
          icons={[IconHelpCircle, IconHelpCircleFilled]}
          isSelected={false}
        />
      )}
    />
  );
}
