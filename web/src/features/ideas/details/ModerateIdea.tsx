import { Button } from '../../../ui/Button.tsx';
import { reviewMessages as texts } from '../review/reviewMessages.ts';
import { useModeration } from '../review/useModeration.ts';
import styles from './details.module.css';

/** The decisions about an idea that is held, on its own page. */
export function ModerateIdea({ idea }: { idea: { id: string; state: string } }) {
  const { isWorking, run } = useModeration();
  const isSpam = idea.state === 'spam';
  return (
    <span className={styles.bannerButtons}>
      <Button loading={isWorking} onClick={() => void run('ideas', 'approve', [idea.id])}>
        {isSpam ? texts.notSpam : texts.approve}
      </Button>
      {isSpam ? null : (
        <Button disabled={isWorking} onClick={() => void run('ideas', 'spam', [idea.id])}>
          {texts.spam}
        </Button>
      )}
    </span>
  );
}
