import { isWebAddress } from '../../../../../contract/url.ts';
import styles from '../details/details.module.css';

/** Where a feedback was said. An address of another kind than http is shown as text. */
export function Source({ url, title }: { url: string; title: string | null }) {
  const shown =
    title !== null && title !== '' ? title : url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  return isWebAddress(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.sourceLink}>
      {shown}
    </a>
  ) : (
    <>{shown}</>
  );
}
