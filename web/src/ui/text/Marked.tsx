import { piecesOf } from './marks.ts';
import type { HitLength } from './marks.ts';
import styles from './Marked.module.css';

/** A text with the hits of a search marked. @param hitLength null: nothing is searched */
export function Marked({ text, hitLength }: { text: string; hitLength: HitLength | null }) {
  if (hitLength === null) return text;
  return piecesOf(text, hitLength).map(({ text: piece, isHit }, index) =>
    isHit ? (
      <mark key={index} className={styles.hit}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
