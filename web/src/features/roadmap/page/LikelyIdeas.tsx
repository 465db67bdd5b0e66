import { IconSparkles } from '@tabler/icons-react';
import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { useIdeaSearch } from '../../../shared/ideas/ideas.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { featureTexts as texts } from '../featureMessages.ts';
import styles from '../../../shared/record/record.module.css';

/** Ideas that look as if they belonged to a feature: so many are named. */
const LIKELY = 3;

/** Ideas that are like the feature's own text and are not linked. */
export function LikelyIdeas({
  about,
  known,
  onLink,
}: {
  about: string;
  known: ReadonlySet<string>;
  onLink: (ids: readonly string[]) => void;
}) {
  const found = useIdeaSearch('', about, { only: 'duplicates' }).ideas.filter(({ id }) => !known.has(id));
  const likely = found.slice(0, LIKELY);
  if (likely.length === 0) return null;
  return (
    <div className={styles.likely}>
      <IconSparkles size={16} stroke={1.6} aria-hidden="true" />
      <p>
        <strong>{texts.likely(likely.length)}</strong>
      </p>
      <ul>
        {likely.map((idea) => (
          <li key={idea.id}>
            <Link href={ideaAddress(idea.id)} className={styles.ideaTitle} dir="auto">
              {idea.title}
            </Link>
            <span className={styles.quiet}>{texts.votes(idea.votes_count)}</span>
            <Button size="bar" onClick={() => onLink([idea.id])} aria-label={`${texts.link}: ${idea.title}`}>
              {texts.link}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
