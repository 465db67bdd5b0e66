import { QrCode } from './QrCode.tsx';
import { secondFactorTexts as texts } from './texts.ts';
import styles from './secondFactor.module.css';

/** What an app that shows codes is set up with: a picture to scan, and the same as a key to type. */
export function SetUpCodes({ secret, url }: { secret: string; url: string }) {
  return (
    <div className={styles.setUp}>
      <p>{texts.scan}</p>
      <QrCode text={url} label={texts.picture} />
      <p className={styles.key}>
        {texts.key}
        <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  );
}
