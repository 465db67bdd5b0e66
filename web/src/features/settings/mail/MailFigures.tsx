import { formatNumber } from '../../../ui/text/format.ts';
import { Section } from '../../../ui/page/SheetPage.tsx';
import { mailMessages as texts } from '../mailMessages.ts';
import type { MailSettings } from '../mailQueries.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from '../mail.module.css';

/** What became of the emails of the last 30 days. */
export function MailFigures({ data: { mail_state: state } }: { data: MailSettings }) {
  const { sent_count, failed_count, bounced_count, complained_count, median_seconds } = state.recent;
  const lines: [name: string, figure: string, note: string | null][] = [
    [texts.figuresSent, formatNumber(sent_count), null],
    [texts.figuresFailed, formatNumber(failed_count), null],
    [texts.figuresBounced, formatNumber(bounced_count), bounced_count === 0 ? null : texts.suppressedNow],
    [
      texts.figuresComplained,
      formatNumber(complained_count),
      complained_count === 0 ? null : texts.suppressedNow,
    ],
    ...(median_seconds === null
      ? []
      : ([[texts.figuresWait, texts.seconds(median_seconds), texts.figuresWaitNote]] satisfies typeof lines)),
  ];
  return (
    <Section id="mail-figures" title={texts.figures} note={texts.figuresNote}>
      <dl className={styles.figures}>
        {lines.map(([name, figure, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.figure}>{figure}</dd>
            {note === null ? null : <dd className={rows.meta}>{note}</dd>}
          </div>
        ))}
      </dl>
    </Section>
  );
}
