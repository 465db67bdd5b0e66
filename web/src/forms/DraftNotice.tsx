import { Button } from '../ui/elements/Button.tsx';
import { formMessages } from './formMessages.ts';
import type { DraftState, SavedDraft } from './savedDraft.ts';
import styles from './draftNotice.module.css';

/**
 * What stands in the way of a text that saves itself: someone else saved meanwhile, it was refused, or it began with
 * what was not saved before.
 * @param what the record, such as 'article'
 */
export function DraftNotice<Text extends object>({
  draft,
  state: { saving, problem, isRestored },
  what,
}: {
  draft: SavedDraft<Text>;
  state: DraftState<Text>;
  what: string;
}) {
  const texts = formMessages.selfSaving;
  if (saving === 'theirs')
    return (
      <div role="alert" className={styles.notice}>
        <p>
          <strong>{texts.theirs(what)}</strong> {texts.theirsReason}
        </p>
        <Button onClick={() => void draft.keepMine()}>{texts.keepMine}</Button>
        <Button onClick={() => void draft.takeTheirs()}>{texts.takeTheirs}</Button>
      </div>
    );
  if (saving === 'failed' && problem !== null)
    return (
      <div role="alert" className={styles.notice}>
        <p>{problem}</p>
        <Button onClick={() => void draft.save()}>{texts.tryAgain}</Button>
      </div>
    );
  return isRestored && draft.isDirty ? (
    <div role="status" className={styles.notice}>
      <p>{texts.restored}</p>
    </div>
  ) : null;
}
