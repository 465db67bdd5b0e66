import { useState } from 'react';
import { Button } from '../../ui/elements/Button.tsx';
import { secondFactorTexts as texts } from './texts.ts';
import styles from './secondFactor.module.css';

/** Codes to recover with, to be kept: they are shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [said, setSaid] = useState<string | null>(null);
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={styles.codes}>
      <p>{texts.recoveryNote(codes.length)}</p>
      <ul aria-label={texts.recovery}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={styles.buttons}>
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => setSaid(texts.copied),
              () => setSaid(texts.copyFailed),
            )
          }
        >
          {texts.copy}
        </Button>
        <a
          className={styles.download}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={texts.file}
        >
          {texts.download}
        </a>
        <span role="status">{said}</span>
      </p>
    </div>
  );
}
