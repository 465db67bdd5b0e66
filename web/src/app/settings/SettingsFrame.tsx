import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useViewer } from '../../api/viewer.ts';
import { settingsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { modalExists } from '../modals.ts';
import { settingsSections } from '../nav.ts';
import { screenExists, screens } from '../screens.ts';
import type { ScreenKey } from '../screens.ts';
import { shellTexts } from '../texts.ts';
import { sectionOf } from './sections.ts';
import styles from './settings.module.css';

/**
 * What each section of the settings stands in: the sections by group at the left, 208 px wide. In a window of less than
 * 860 px a way back to the list of sections instead.
 */
export function SettingsFrame({ screen, children }: { screen: ScreenKey; children: ReactNode }) {
  const viewer = useViewer();
  const groups = settingsSections(viewer, { screenExists, modalExists });
  return (
    <div className={styles.frame}>
      <nav aria-label={shellTexts.settings} className={styles.nav}>
        {/* as high as the head of the page beside it, into which toasts may reach from there */}
        <p className={styles.title}>{shellTexts.settings}</p>
        {groups.map(({ group, label, entries }) => (
          <div key={group} role="group" aria-labelledby={`settings-${group}`}>
            <h2 id={`settings-${group}`} className={styles.group}>
              {label}
            </h2>
            <ul>
              {entries.map((entry) => {
                const { icon: Icon } = sectionOf(entry.screen);
                return (
                  <li key={entry.screen}>
                    <Link
                      href={screens[entry.screen].address}
                      className={styles.entry}
                      aria-current={screen === entry.screen ? 'page' : undefined}
                    >
                      <Icon size={16} stroke={1.6} aria-hidden="true" />
                      {entry.label}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </nav>
      {screen === 'settings' ? null : (
        <Link href={settingsAddress} className={styles.back}>
          <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
          {shellTexts.settings}
        </Link>
      )}
      <div className={styles.section}>{children}</div>
    </div>
  );
}
