import { shortCurrency } from '../../../../contract/currency.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { satisfactionTexts as texts } from './satisfactionMessages.ts';
import type { Report } from './satisfactionQueries.ts';
import styles from './satisfaction.module.css';

/** The open ideas that most of the detractors support, and what their accounts pay. */
export function UnhappyIdeas({
  report: { unhappy_ideas: ideas, unhappy_revenue: revenue, detractors_count: count },
}: {
  report: Report;
}) {
  const most = Math.max(1, ...ideas.map(({ people_count }) => people_count));
  return (
    <section className={styles.card} aria-labelledby="satisfaction-unhappy">
      <h2 id="satisfaction-unhappy">{texts.unhappy}</h2>
      {count === 0 ? (
        <p className={styles.quiet}>{texts.noUnhappy}</p>
      ) : (
        <>
          <p className={styles.quiet}>{texts.unhappyNote(count)}</p>
          {ideas.length === 0 ? (
            <p className={styles.nothing}>{texts.noUnhappyIdeas}</p>
          ) : (
            <ul className={styles.wants}>
              {ideas.map(({ id, title, people_count: people }) => (
                <li key={id}>
                  <Link href={ideaAddress(id)} className={styles.want}>
                    {title}
                  </Link>
                  <span className={styles.wantBar} aria-hidden="true">
                    <span style={{ width: `${String((people / most) * 100)}%` }} />
                  </span>
                  <span className={styles.wantCount} data-tip={texts.peopleWant(people)}>
                    {formatNumber(people)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {revenue === null ? null : <p className={styles.quiet}>{texts.revenue(shortCurrency(revenue))}</p>}
        </>
      )}
    </section>
  );
}
