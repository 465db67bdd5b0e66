import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { consoleEnv } from '../../../host/env.ts';
import { Section, Sections, SheetPage } from '../../../ui/page/SheetPage.tsx';
import { widgetsTexts as texts } from './workspaceMessages.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './workspace.module.css';

/** Where the two entries of the menu Help lead that the operator sets (ROUTE-030, DEC-176). */
export function WidgetsPage() {
  const env = consoleEnv();
  const widgets = [
    { name: texts.chat, note: texts.chatNote, url: env.support_chat_url, variable: 'SUPPORT_CHAT_URL' },
    {
      name: texts.feedback,
      note: texts.feedbackNote,
      url: env.feedback_widget_url,
      variable: 'FEEDBACK_WIDGET_URL',
    },
  ];
  return (
    <SheetPage title={texts.title}>
      <Sections>
        <Section id="widgets" title={texts.list} note={texts.intro}>
          <ul className={rows.box}>
            {widgets.map(({ name, note, url, variable }) => (
              <li key={variable} className={rows.row}>
                {url === null ? (
                  <IconCircleDashed size={18} stroke={1.75} aria-hidden="true" className={styles.icon} />
                ) : (
                  <IconCircleCheck
                    size={18}
                    stroke={1.75}
                    aria-hidden="true"
                    className={styles.icon}
                    data-on="true"
                  />
                )}
                <div className={rows.text}>
                  <p className={rows.name}>{name}</p>
                  <p>{note}</p>
                  <p className={rows.meta}>{url ?? `${texts.off}. ${texts.offNote(variable)}`}</p>
                </div>
                {url === null ? null : (
                  <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
                    {texts.open}
                  </a>
                )}
              </li>
            ))}
          </ul>
          <p className={rows.meta}>{texts.forWhom}</p>
        </Section>
      </Sections>
    </SheetPage>
  );
}
