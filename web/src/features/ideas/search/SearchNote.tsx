import { Button } from '../../../ui/elements/Button.tsx';
import { searchMessages as texts } from './searchMessages.ts';
import styles from './search.module.css';

/** Says which words no idea holds, and what is shown in their place. */
export function SearchNote({
  extensions,
  onOnlyTyped,
}: {
  extensions: readonly { word: string; near: readonly string[] }[];
  /** Searches each word as it was typed. */
  onOnlyTyped: () => void;
}) {
  return (
    <div className={styles.note} role="status">
      {extensions.map(({ word, near }) => (
        <span key={word}>
          {texts.extended(word)} <b>{texts.near(near)}</b>.
        </span>
      ))}
      <Button variant="text" onClick={onOnlyTyped}>
        {texts.onlyTyped(extensions.map(({ word }) => word).join(' '))}
      </Button>
    </div>
  );
}
