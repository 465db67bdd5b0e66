import { satisfactionBand, satisfactionBands } from '../../../../contract/satisfaction.ts';
import { formatDate } from '../../ui/text/format.ts';
import { useUserRatings } from './customerQueries.ts';
import { userTexts as texts } from './userMessages.ts';
import styles from '../../shared/record/record.module.css';
import own from './customers.module.css';

/** So many of the latest ratings are drawn. */
const SHOWN = 8;
const [WIDTH, HEIGHT, SIDE] = [268, 92, 14];
/** Room above for the number of a 10. */
const yOf = (score: number): number => 18 + ((10 - score) / 10) * (HEIGHT - 26);
/** Where a band begins: half way between its last score and the next one. */
const [UPPER, LOWER] = [
  yOf(satisfactionBands.promoterFrom - 0.5),
  yOf(satisfactionBands.detractorUpTo + 0.5),
];

/** How content a person was over time, with the bands that scores fall in; nothing before they were rated. */
export function UserRatings({ id }: { id: string }) {
  const { data } = useUserRatings(id, SHOWN);
  if (data === undefined || data.latest.length === 0) return null;
  const { latest, total } = data;
  const xOf = (index: number): number =>
    latest.length === 1 ? WIDTH / 2 : SIDE + (index / (latest.length - 1)) * (WIDTH - 2 * SIDE);
  const points = latest.map(({ id: key, score, created_at }, index) => ({
    key,
    score,
    day: formatDate(created_at),
    x: xOf(index),
    y: yOf(score),
  }));
  return (
    <section className={styles.part} aria-labelledby="user-ratings">
      <div className={own.ratingsHead}>
        <h2 id="user-ratings">{texts.satisfaction}</h2>
        <span className={styles.quiet}>{texts.ratings(total)}</span>
      </div>
      <svg
        className={own.ratings}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={points.map(({ score, day }) => texts.ratingAt(score, day)).join(', ')}
      >
        <rect data-band="promoter" x="0" y="0" width={WIDTH} height={UPPER} />
        <rect data-band="neutral" x="0" y={UPPER} width={WIDTH} height={LOWER - UPPER} />
        <rect data-band="detractor" x="0" y={LOWER} width={WIDTH} height={HEIGHT - LOWER} />
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ key, score, day, x, y }) => (
          <g key={key}>
            <title>{texts.ratingAt(score, day)}</title>
            <circle cx={x} cy={y} r="3.5" data-band={satisfactionBand(score)} />
            <text x={x} y={y - 7}>
              {score}
            </text>
          </g>
        ))}
      </svg>
      <p className={own.ratingDays}>
        <span>{points[0]!.day}</span>
        {points.length === 1 ? null : <span>{points.at(-1)!.day}</span>}
      </p>
    </section>
  );
}
