import { IconChevronRight } from '@tabler/icons-react';
import { useViewer } from '../../api/viewer.ts';
import { Link } from '../../host/Link.tsx';
import rows from '../../ui/page/rows.module.css';
import { Section, Sections, SheetPage } from '../../ui/page/SheetPage.tsx';
import { modalExists } from '../modals.ts';
import { settingsSections } from '../nav.ts';
import { screenExists, screens } from '../screens.ts';
import { shellTexts } from '../texts.ts';
import { sectionOf } from './sections.ts';
import styles from './settings.module.css';

/** Every section of the settings that one may see, with what one does there. */
export function SettingsOverviewPage() {
  const viewer = useViewer();
  return (
    <SheetPage title={shellTexts.settings}>
      <Sections>
        {settingsSections(viewer, { screenExists, modalExists }).map(({ group, label, entries }) => (
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
    </SheetPage>
  );
}
