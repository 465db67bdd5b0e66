import { ideaAddress } from '../../host/addresses.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { IdeaFigures } from './IdeaCard.tsx';
import { useIdeaSearch } from './ideas.ts';
import type { IdeaSummary } from './ideas.ts';
import { pickerMessages } from '../messages.ts';
import styles from './ideas.module.css';

const texts = pickerMessages.similar;
const SHOWN = 3;

/**
 * Ideas that are like the title that is being typed, so that the same one is not made twice. Draws
 * nothing while there are none.
 *
 * @param exceptId the idea that is edited or split
 * @param onLink offers to take one of them instead
 */
export function SimilarIdeas({
  title,
  exceptId = null,
  onLink,
}: {
  title: string;
  exceptId?: string | null;
  onLink?: (idea: IdeaSummary) => void;
}) {
  const search = useIdeaSearch('', title, { only: 'duplicates' });
  const ideas =
    search.kind === 'likely' ? search.ideas.filter((idea) => idea.id !== exceptId).slice(0, SHOWN) : [];
  return (
    <div aria-live="polite">
      {ideas.length === 0 ? null : (
        <section className={styles.similar} aria-label={texts.title}>
          <h4 className={styles.similarHead}>{texts.title}</h4>
          <p className={styles.similarNote}>{onLink === undefined ? texts.note : texts.noteLink}</p>
          <ul>
            {ideas.map((idea) => (
              <li key={idea.id} className={styles.similarItem}>
                <span className={styles.matchText}>
                  <a className={styles.matchTitle} href={ideaAddress(idea.id)} target="_blank" rel="noopener">
                    {idea.title}
                  </a>
                  <IdeaFigures idea={idea} />
                </span>
                {onLink === undefined ? null : (
                  <Button aria-label={pickerMessages.idea.linkNamed(idea.title)} onClick={() => onLink(idea)}>
                    {pickerMessages.idea.link}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
