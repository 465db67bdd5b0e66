import { useStored } from '../../host/storage.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { useFirstSteps } from './firstStepsCalls.ts';
import { firstStepsMessages as texts } from './firstStepsMessages.ts';
import styles from './firstSteps.module.css';

/**
 * The first steps as a card for a list that has nothing to show yet.
 *
 * @param onCreate writes down the first idea
 */
export function FirstStepsCard({ onCreate }: { onCreate: () => void }) {
  const facts = useFirstSteps().data?.first_steps;
  const [isHidden] = useStored('first_steps_hidden', false);
  return (
    <section className={styles.card} aria-label={texts.label}>
      <h2>{texts.noIdeas}</h2>
      {facts === undefined || isHidden ? null : <FirstSteps facts={facts} />}
      <Button onClick={onCreate}>{texts.createIdea}</Button>
    </section>
  );
}
