import { IconChevronLeft, IconChevronRight, IconDownload, IconFile, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from './format.ts';
import { Spinner, useDelayed } from '../loading/loading.tsx';
import { timing } from '../../../../contract/limits.ts';
import { uiMessages } from '../messages.ts';
import { Overlay } from '../overlay/Overlay.tsx';
import { useShortcut } from '../keyboard/useShortcut.ts';
import styles from './AttachmentViewer.module.css';

export type ViewedAttachment = {
  id: string;
  file_name: string;
  /** Address to show and to download. */
  url: string;
  /** MIME type; only images have a preview. */
  content_type: string;
  size_in_bytes?: number | null;
};

/**
 * The fullscreen viewer: previous and next, download, close; Escape and the arrow keys
 * (DIALOG-008..013). At the ends the arrows are disabled.
 */
export function AttachmentViewer({
  attachments,
  index,
  onIndexChange,
  onClose,
}: {
  attachments: readonly ViewedAttachment[];
  /** Which one is shown; null: the viewer is closed. */
  index: number | null;
  onIndexChange: (index: number) => void;
  onClose: () => void;
}) {
  const [lastIndex, setLastIndex] = useState(index ?? 0);
  if (index !== null && index !== lastIndex) setLastIndex(index);
  const attachment = attachments[index ?? lastIndex];
  return (
    <Overlay
      opened={index !== null && attachment !== undefined}
      onClose={onClose}
      place="full"
      panelClassName={styles.viewer}
      label={attachment === undefined ? '' : uiMessages.viewer.label(attachment.file_name)}
      focus="panel"
      scrim={false}
    >
      {attachment === undefined ? null : (
        <Content
          attachment={attachment}
          position={(index ?? lastIndex) + 1}
          total={attachments.length}
          onStep={(by) => {
            const next = (index ?? lastIndex) + by;
            if (next >= 0 && next < attachments.length) onIndexChange(next);
          }}
          onClose={onClose}
        />
      )}
    </Overlay>
  );
}

function Content({
  attachment,
  position,
  total,
  onStep,
  onClose,
}: {
  attachment: ViewedAttachment;
  position: number;
  total: number;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}) {
  const text = uiMessages.viewer;
  useShortcut('left', () => onStep(-1));
  useShortcut('right', () => onStep(1));
  return (
    <>
      <header className={styles.head}>
        <p className={styles.name}>
          <span className={styles.fileName}>{attachment.file_name}</span>
          <span className={styles.meta} aria-live="polite">
            {[formatBytes(attachment.size_in_bytes), total > 1 ? text.position(position, total) : '']
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </p>
        <a
          className={styles.button}
          href={attachment.url}
          download={attachment.file_name}
          aria-label={text.download}
          data-tip={text.download}
        >
          <IconDownload size={20} stroke={1.75} aria-hidden="true" />
        </a>
        <button
          type="button"
          className={styles.button}
          aria-label={uiMessages.close}
          data-tip={uiMessages.close}
          onClick={onClose}
        >
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </header>
      <div
        className={styles.stage}
        onClick={(event) => {
          if (event.target === event.currentTarget) onClose();
        }}
      >
        <Preview key={attachment.id} attachment={attachment} />
        {total > 1 ? (
          <>
            <button
              type="button"
              className={styles.previous}
              aria-label={text.previous}
              disabled={position === 1}
              onClick={() => onStep(-1)}
            >
              <IconChevronLeft size={24} stroke={1.75} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={styles.next}
              aria-label={text.next}
              disabled={position === total}
              onClick={() => onStep(1)}
            >
              <IconChevronRight size={24} stroke={1.75} aria-hidden="true" />
            </button>
          </>
        ) : null}
      </div>
    </>
  );
}

function Preview({ attachment }: { attachment: ViewedAttachment }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const isImage = /^image\/(png|jpe?g|gif|webp)$/i.test(attachment.content_type);
  const isSlow = useDelayed(isImage && state === 'loading', timing.spinnerDelayMs);
  if (!isImage || state === 'failed') {
    return (
      <div className={styles.none}>
        <IconFile size={48} stroke={1.25} aria-hidden="true" />
        <p>{state === 'failed' ? uiMessages.viewer.failed : uiMessages.viewer.noPreview}</p>
        <a className={styles.download} href={attachment.url} download={attachment.file_name}>
          {uiMessages.viewer.download}
        </a>
      </div>
    );
  }
  return (
    <>
      {isSlow ? <Spinner size={28} className={styles.spinner} /> : null}
      <img
        src={attachment.url}
        alt={attachment.file_name}
        className={styles.image}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
    </>
  );
}
