import { Button } from '../../../ui/elements/Button.tsx';
import { reviewMessages as texts } from '../review/reviewMessages.ts';
import { useModeration } from '../review/useModeration.ts';
import styles from './details.module.css';

/** The decisions about an idea that is held, on its own page. */
export function ModerateIdea({ idea }: { idea: { id: string; state: string } }) {
  const { isRunning, run } = useModeration();
  const isSpam = idea.state === 'spam';
  return (
    <span className={styles.bannerButtons}>
      <Button
        loading={isRunning}
        onClick={() => void run({ kind: 'ideas', decision: 'approve', ids: [idea.id] })}
      >
        {isSpam ? texts.notSpam : texts.approve}
      </Button>
      {isSpam ? null : (
        <Button
          disabled={isRunning}
          onClick={() => void run({ kind: 'ideas', decision: 'spam', ids: [idea.id] })}
        >
          {texts.spam}
        </Button>
      )}
    </span>
  );
}
