import { IconChevronLeft } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useViewer } from '../../api/viewer.ts';
import { settingsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { useNarrow } from '../../ui/useNarrow.ts';
import { settingsSections } from '../nav.ts';
import { screens } from '../screens.ts';
import type { ScreenKey } from '../screens.ts';
import { shellTexts } from '../texts.ts';
import { foundSections, sectionOf } from './sections.ts';
import { SettingsSearch } from './SettingsSearch.tsx';
import { settingsTexts } from './settingsTexts.ts';
import styles from './settings.module.css';

/**
 * What each section of the settings stands in: at the left the sections by group, 208 px wide, below a search of their
 * own. In a window of less than 860 px a way back to the list of sections instead, which then has the search.
 */
export function SettingsFrame({ screen, children }: { screen: ScreenKey; children: ReactNode }) {
  const viewer = useViewer();
  const isNarrow = useNarrow();
  const nav = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const groups = settingsSections(viewer);
  const found = foundSections(groups, search);
  return (
    <div className={styles.frame}>
      <nav aria-label={shellTexts.settings} className={styles.nav}>
        {/* as high as the head of the page beside it, into which toasts may reach from there */}
        <div className={styles.find}>
          {isNarrow ? null : (
            <SettingsSearch groups={groups} value={search} onChange={setSearch} within={nav} />
          )}
        </div>
        <div ref={nav} className={styles.groups}>
          {found.length > 0 ? null : <p className={styles.nothing}>{settingsTexts.nothing(search)}</p>}
          {found.map(({ group, label, entries }) => (
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
        </div>
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
