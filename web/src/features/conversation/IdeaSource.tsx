import { useState } from 'react';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { RelativeTime } from '../../ui/elements/Figures.tsx';
import { useToasts } from '../../ui/toasts/Toasts.tsx';
import { nameOf } from '../../shared/pickers/people.ts';
import type { PickedUser } from '../../shared/pickers/people.ts';
import { plainText } from '../../shared/plainText.ts';
import type { AttachedFile, Attachments } from '../../forms/useAttachments.ts';
import { panelMessages } from './panelMessages.ts';
import styles from '../../forms/panels.module.css';

const texts = panelMessages.idea;

/** A text is cut after so many lines, or about as much of it as fills them. */
const SHORT_LINES = 6;
const LONG_CHARACTERS = 280;

/** What a new idea is made from. */
export type IdeaSourceRecord = {
  kind: 'idea' | 'comment';
  /** Title of the idea; for a comment that of the idea it stands under. */
  title: string;
  body: string;
  body_mime_type: string;
  author: PickedUser | null;
  created_at: string;
  files: readonly AttachedFile[];
  /** The comment is an idea already. */
  isConverted: boolean;
};

/** Shows what the new idea is made from while it is written, and offers to take over its text and its files. */
export function IdeaSource({
  source,
  isTextUsed,
  onUseText,
  attachments,
}: {
  source: IdeaSourceRecord;
  /** The description holds something already. */
  isTextUsed: boolean;
  onUseText: () => void;
  attachments: Attachments;
}) {
  const toasts = useToasts();
  const [isWhole, setIsWhole] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const text = plainText(source.body, source.body_mime_type);
  const isLong = text.length > LONG_CHARACTERS || text.split('\n').length > SHORT_LINES;
  const author = source.author === null ? '' : nameOf(source.author);

  /** Copies are uploaded again: a file belongs to one record. */
  const copyFiles = async () => {
    setIsCopied(true);
    try {
      const copies = await Promise.all(
        source.files.map(async (file) => {
          const response = await fetch(file.url, { credentials: 'same-origin' });
          if (!response.ok) throw new Error(`${file.file_name}: ${response.status}`);
          return new File([await response.blob()], file.file_name, { type: file.content_type });
        }),
      );
      attachments.add(copies);
    } catch (error) {
      console.error(error);
      setIsCopied(false);
      toasts.error(texts.copyFailed);
    }
  };

  return (
    <section className={styles.quote} aria-label={source.kind === 'idea' ? texts.splitFrom : texts.comment}>
      <p className={styles.quoteHead}>
        {source.kind === 'idea' ? texts.splitFrom : texts.comment}
        {author === '' ? null : (
          <>
            <Avatar
              name={author}
              src={source.author?.avatar_url ?? null}
              satisfactionScore={source.author?.satisfaction_score ?? null}
              sizePx={18}
              decorative
            />
            {author}
          </>
        )}
        <RelativeTime value={source.created_at} />
      </p>
      {source.kind === 'idea' ? <p className={styles.quoteTitle}>{source.title}</p> : null}
      {text === '' ? null : (
        <p className={styles.quoteText} data-whole={isWhole || undefined}>
          {text}
        </p>
      )}
      {source.isConverted ? <p className={styles.remark}>{texts.alreadyConverted}</p> : null}
      <div className={styles.actions}>
        {isLong ? (
          <Button variant="text" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? texts.showLess : texts.showAll}
          </Button>
        ) : null}
        {text === '' || isTextUsed ? null : (
          <Button variant="text" onClick={onUseText}>
            {texts.useText}
          </Button>
        )}
        {source.files.length === 0 || isCopied || !attachments.isAllowed ? null : (
          <Button variant="text" onClick={() => void copyFiles()}>
            {texts.copyFiles(source.files.length)}
          </Button>
        )}
      </div>
    </section>
  );
}
