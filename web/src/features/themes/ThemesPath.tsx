import { themeReportsAddress, themesAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { themeTexts as texts } from './themeMessages.ts';
import styles from './themes.module.css';

/** Where a page of the explorer belongs. @param set its report, on the page of a theme */
export function ThemesPath({ set }: { set?: { id: string; name: string } | null }) {
  return (
    <nav aria-label={texts.path} className={styles.path}>
      <Link href={themeReportsAddress}>{texts.explorer}</Link>
      <span aria-hidden="true">/</span>
      {set === undefined || set === null ? null : (
        <>
          <Link href={themesAddress(set.id)} className={styles.pathSet}>
            {set.name}
          </Link>
          <span aria-hidden="true">/</span>
        </>
      )}
    </nav>
  );
}
