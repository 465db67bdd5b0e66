import { IconChevronRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useViewer } from '../../api/viewer.ts';
import { Link } from '../../host/Link.tsx';
import rows from '../../ui/page/rows.module.css';
import { Section, Sections, SheetPage } from '../../ui/page/SheetPage.tsx';
import { useNarrow } from '../../ui/useNarrow.ts';
import { settingsSections } from '../nav.ts';
import { screens } from '../screens.ts';
import { shellTexts } from '../texts.ts';
import { foundSections, sectionOf } from './sections.ts';
import { SettingsSearch } from './SettingsSearch.tsx';
import { settingsTexts } from './settingsTexts.ts';
import styles from './settings.module.css';

/** Every section of the settings that one may see, with what one does there. */
export function SettingsOverviewPage() {
  const viewer = useViewer();
  const isNarrow = useNarrow();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  // in a wide window the navigation beside has the search
  const search = isNarrow ? typed : '';
  const groups = settingsSections(viewer);
  const found = foundSections(groups, search);
  return (
    <SheetPage title={shellTexts.settings}>
      <div ref={list}>
        <Sections>
          {isNarrow ? (
            <SettingsSearch groups={groups} value={typed} onChange={setTyped} within={list} />
          ) : null}
          {found.length > 0 ? null : <p className={styles.nothing}>{settingsTexts.nothing(search)}</p>}
          {found.map(({ group, label, entries }) => (
            <Section key={group} id={`all-settings-${group}`} title={label}>
              <ul className={rows.box}>
                {entries.map((entry) => {
                  const { icon: Icon, note } = sectionOf(entry.screen);
                  return (
                    <li key={entry.screen} className={styles.overviewRow}>
                      <Link href={screens[entry.screen].address} className={styles.overviewLink}>
                        <Icon size={18} stroke={1.6} aria-hidden="true" />
                        <span className={rows.text}>
                          <span className={rows.name}>{entry.label}</span>
                          <span className={styles.overviewNote}>{note}</span>
                        </span>
                        <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </Section>
          ))}
        </Sections>
      </div>
    </SheetPage>
  );
}
