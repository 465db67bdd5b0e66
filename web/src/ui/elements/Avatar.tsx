import { useState } from 'react';
import { layout } from '../../../../contract/limits.ts';
import { satisfactionBand } from '../../../../contract/satisfaction.ts';
import { cx } from '../cx.ts';
import { uiMessages } from '../messages.ts';
import styles from './Avatar.module.css';

export type AvatarProps = {
  /** Null or '' when the person gave none; the picture then has no initials. */
  name: string | null;
  /** Address of the picture; null, or one that fails to load, gives the default image (TABLE-009, TABLE-010). */
  src?: string | null;
  /** 44 px unless said otherwise (CONST-043). */
  sizePx?: number;
  /**
   * Latest rating from 0 to 10; gives the class promoter, neutral or detractor and a ring in its
   * colour (STATE-063..066). Null or left out: no class.
   */
  satisfactionScore?: number | null;
  /** The name stands beside the avatar anyway: screen readers then skip the picture. */
  decorative?: boolean;
};

/** First letters of the first two words of a name: 'Femke de Vries' gives 'FD'. Quotes, brackets and the like before a word are passed over. */
export function initials(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/^\p{P}+|^[<>|~^`]+/gu, ''))
    .filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!)
    .join('')
    .toUpperCase();
}

/** A person's picture, round; the default image is a quiet disc with the initials, or a silhouette. */
export function Avatar({
  name,
  src = null,
  sizePx = layout.avatarPx,
  satisfactionScore = null,
  decorative = false,
}: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const band = satisfactionBand(satisfactionScore);
  const showsPicture = src !== null && src !== '' && failedSrc !== src;
  const letters = initials(name ?? '');
  const words = [name ?? '', band === null ? '' : uiMessages.satisfaction[band]].filter(
    (word) => word !== '',
  );
  const label = words.join(', ');
  return (
    <span
      className={cx(styles.avatar, band)}
      style={{ width: sizePx, height: sizePx, fontSize: Math.max(9, Math.round(sizePx * 0.38)) }}
      role={decorative || label === '' ? undefined : 'img'}
      aria-label={decorative || label === '' ? undefined : label}
      aria-hidden={decorative || undefined}
      data-image={showsPicture ? 'own' : 'default'}
    >
      {showsPicture ? (
        <img
          src={src}
          alt=""
          width={sizePx}
          height={sizePx}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className={styles.picture}
          onError={() => setFailedSrc(src)}
        />
      ) : letters === '' ? (
        <svg viewBox="0 0 24 24" width="62%" height="62%" aria-hidden="true">
          <circle cx="12" cy="8.5" r="4" fill="currentColor" />
          <path d="M4 21c0-4.4 3.6-7 8-7s8 2.6 8 7z" fill="currentColor" />
        </svg>
      ) : (
        <span aria-hidden="true">{letters}</span>
      )}
    </span>
  );
}
