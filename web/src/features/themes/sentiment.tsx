import { SENTIMENT_LEAST_TEXTS, sentimentText } from '../../../../contract/sentiment.ts';
import styles from './themes.module.css';

/** Beyond this a mean is drawn in colour. */
const TELLING = 0.25;

/**
 * The mean sentiment of texts, from -1 to 1: a bar to the left or right of the middle, and the number.
 *
 * @param average null: none has a score
 * @param count texts with a score; of fewer than five it is not shown
 */
export function Sentiment({ average, count }: { average: number | null; count: number }) {
  if (average === null || count < SENTIMENT_LEAST_TEXTS) return <span className={styles.quiet}>–</span>;
  const mood = average <= -TELLING ? 'bad' : average >= TELLING ? 'good' : undefined;
  const share = Math.min(1, Math.abs(average));
  return (
    <span className={styles.sentiment} data-mood={mood}>
      <span className={styles.sentimentBar} aria-hidden="true">
        <span style={{ width: `${share * 50}%`, ...(average < 0 ? { right: '50%' } : { left: '50%' }) }} />
      </span>
      {sentimentText(average)}
    </span>
  );
}
