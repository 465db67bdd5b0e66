import { IconPencil } from '@tabler/icons-react';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { IMPACT_HEADINGS } from '../../../../contract/impact_reports.ts';
import type { ImpactText } from '../../../../contract/impact_reports.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { RichTextEditor } from '../../ui/editor/RichTextEditor.tsx';
import type { Insertion } from '../../ui/editor/mentions.ts';
import { IconButton } from '../../ui/elements/Button.tsx';
import { RichText } from '../../ui/text/RichText.tsx';
import { impactTexts } from './impactMessages.ts';
import styles from './impact.module.css';

const texts = impactTexts.section;

/**
 * A written section of a report: read, until somebody writes in it.
 * @param insertions figures that / offers
 * @param onWrite told the HTML while it is written; left out: it is only read
 * @param onLeave it was left, and is to be saved
 */
export function TextSection({
  section,
  html,
  isWriting,
  insertions,
  onBegin,
  onWrite,
  onLeave,
}: {
  section: ImpactText;
  html: string;
  isWriting: boolean;
  insertions: readonly Insertion[];
  onBegin: () => void;
  onWrite?: (html: string) => void;
  onLeave: () => void;
}) {
  const edit = useRef<HTMLButtonElement>(null);
  const name = IMPACT_HEADINGS[section];
  const isEmpty = isEmptyHtml(html);
  const mayWrite = onWrite !== undefined;
  const done = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
    // the button is there again with the next picture
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <section id={`impact-${section}`} className={styles.section} aria-label={name}>
      <div className={styles.sectionHead}>
        <h2>{name}</h2>
        {mayWrite && !isWriting ? (
          <IconButton
            ref={edit}
            label={texts.edit(name)}
            variant="plain"
            size="small"
            className={styles.pencil}
            onClick={onBegin}
          >
            <IconPencil size={15} stroke={1.75} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {isWriting && mayWrite ? (
        <div
          className={styles.editor}
          onKeyDown={done}
          onBlur={(event) => {
            // a window that is left for another one is no section that is left
            if (document.hasFocus() && !event.currentTarget.contains(event.relatedTarget)) onLeave();
          }}
        >
          <RichTextEditor
            label={name}
            hideLabel
            value={html}
            onChange={onWrite}
            insertions={insertions}
            placeholder={texts.empty[section]}
            minHeightPx={88}
            headings
            autoFocus
          />
          <p className={styles.hint}>{texts.hint}</p>
        </div>
      ) : isEmpty ? (
        mayWrite ? (
          <button type="button" className={styles.placeholder} tabIndex={-1} onClick={onBegin}>
            {texts.empty[section]}
          </button>
        ) : null
      ) : (
        <div
          className={styles.written}
          data-writable={mayWrite || undefined}
          // the pencil is the way for keys; links in the text stay links
          onClick={(event) => {
            if (mayWrite && (event.target as HTMLElement).closest('a') === null) onBegin();
          }}
        >
          <RichText html={html} />
        </div>
      )}
    </section>
  );
}
