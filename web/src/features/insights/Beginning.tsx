import { useEffect, useState } from 'react';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { useStored } from '../../host/storage.ts';
import { FirstSteps } from '../../shared/firstSteps/FirstSteps.tsx';
import { doneCount, isStepDone, stepNames } from '../../shared/firstSteps/firstStepsCalls.ts';
import type { FirstStepsFacts } from '../../shared/firstSteps/firstStepsCalls.ts';
import { firstStepsMessages as texts } from '../../shared/firstSteps/firstStepsMessages.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import styles from './insights.module.css';

/**
 * Whether the first steps are to be shown to who is signed in: while one is undone, and the rest of this visit after
 * the last was done; nothing to those who write nothing, and who hid them.
 */
function useShowsSteps(facts: FirstStepsFacts): boolean {
  const { permissions } = useViewer();
  const [isHidden, setHidden] = useStored('first_steps_hidden', false);
  const isUndone = doneCount(facts) < stepNames.length;
  const [wasUndone, setWasUndone] = useState(isUndone);
  useEffect(() => {
    if (isUndone) setWasUndone(true);
    // nothing is left that Help could bring back
    else if (isHidden) setHidden(null);
  }, [isUndone, isHidden, setHidden]);
  return canWrite(permissions, 'feedback') && !isHidden && (isUndone || wasUndone);
}

/** Insights of a workspace without ideas: the first steps and nothing else. */
export function EmptyWorkspace({ facts }: { facts: FirstStepsFacts }) {
  const { display_name, permissions } = useViewer();
  const [, setHidden] = useStored('first_steps_hidden', false);
  const shows = useShowsSteps(facts);
  const [firstName = display_name] = display_name.trim().split(/\s+/u);
  if (!shows) {
    return (
      <EmptyState
        title={texts.noIdeas}
        reason={texts.later}
        action={
          canWrite(permissions, 'feedback') && doneCount(facts) < stepNames.length ? (
            <Button onClick={() => setHidden(null)}>{texts.show}</Button>
          ) : undefined
        }
      />
    );
  }
  return (
    <section className={styles.welcome} aria-label={texts.label}>
      <h2>{texts.welcome(firstName)}</h2>
      <p>{texts.intro(facts.workspace_name)}</p>
      <FirstSteps facts={facts} />
    </section>
  );
}

/** Above the cards of a workspace that has just begun: the steps that are left. */
export function StepsLeft({ facts }: { facts: FirstStepsFacts }) {
  const shows = useShowsSteps(facts);
  if (!shows) return null;
  return (
    <section className={styles.left} aria-label={texts.label}>
      <h2>{texts.further}</h2>
      <FirstSteps facts={facts} only={stepNames.filter((step) => !isStepDone(facts, step))} />
    </section>
  );
}
