import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { linkLater } from '../../../ui/text/linked.ts';
import { RichText } from '../../../ui/text/RichText.tsx';
import { detailsMessages } from './messages.ts';
import styles from './details.module.css';

/** A stored text by its kind: cleaned HTML, or plain text with its line breaks. Empty text draws nothing. */
export function StoredText({ body, mimeType }: { body: string | null; mimeType: string }) {
  if (body === null || body.trim() === '') return null;
  return mimeType === 'text/html' ? <RichText html={body} /> : <PlainText text={body.trim()} />;
}

/** Plain text; what it holds of addresses becomes links. */
function PlainText({ text }: { text: string }) {
  const element = useRef<HTMLParagraphElement>(null);
  // its content is no matter of React's: links take the place of words
  useLayoutEffect(() => {
    const paragraph = element.current;
    if (paragraph === null) return undefined;
    paragraph.textContent = text;
    return linkLater(paragraph);
  }, [text]);
  return <p ref={element} className={styles.plain} />;
}

/** Higher than this a quote is cut and can be opened. */
const foldedHeightPx = 264;

/** How words stand: `open` without a box; what only the team reads is tinted, what the team says in public outlined. */
export type QuoteTone = 'open' | 'internal' | 'reply';

/** What somebody said. A long text is folded until it is asked for. */
export function Quote({
  children,
  tone,
  foldedPx = foldedHeightPx,
}: {
  children: ReactNode;
  tone: QuoteTone;
  /** Height of a folded one; a text that is little longer is not folded. */
  foldedPx?: number;
}) {
  const element = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    const measure = (): void => setIsLong(box.scrollHeight > foldedPx + 44);
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(box);
    return () => resized.disconnect();
  }, [foldedPx]);
  const isFolded = isLong && !isOpen;
  return (
    <div className={styles.quote} data-tone={tone}>
      <div
        className={styles.fold}
        data-folded={isFolded || undefined}
        style={isFolded ? { maxHeight: foldedPx } : undefined}
      >
        <div ref={element}>{children}</div>
      </div>
      {isLong ? (
        <button
          type="button"
          className={styles.foldButton}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? detailsMessages.feed.showLess : detailsMessages.feed.showMore}
        </button>
      ) : null}
    </div>
  );
}
