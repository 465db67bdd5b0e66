import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ClipboardEvent, DragEvent, ReactNode } from 'react';
import { AttachmentViewer } from '../../ui/text/AttachmentViewer.tsx';
import type { ViewedAttachment } from '../../ui/text/AttachmentViewer.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { formatBytes, formatPercent } from '../../ui/text/format.ts';
import { Spinner } from '../../ui/loading/loading.tsx';
import { cx } from '../../ui/cx.ts';
import { uiMessages } from '../../ui/messages.ts';
import { UploadErrorBox } from '../../ui/loading/states.tsx';
import { pickerMessages } from '../messages.ts';
import type { AttachedFile, AttachmentItem, Attachments } from '../../forms/useAttachments.ts';
import styles from './AttachmentBox.module.css';

const texts = pickerMessages.attachments;

/** Up to this size an image is its own small picture. */
const DIRECT_PICTURE_BYTES = 2 * 1024 * 1024;

/**
 * The files of a form: the list, the error box, and the button that adds. While an upload runs the button
 * is disabled (PANEL-072) and the file turns a spinner and cannot be opened (STATE-043). Draws nothing
 * without the access 'idea_attachments'. Dropping and pasting belong to the `AttachmentDropZone` around it.
 *
 * @param beside in one line with the button; drawn without the access, too
 * @param hint how files come otherwise; left out: by dropping and pasting, which an icon alone does not say
 */
export function AttachmentBox({
  attachments,
  disabled = false,
  isCompact = false,
  beside = null,
  hint,
}: {
  attachments: Attachments;
  disabled?: boolean;
  /** The button is an icon alone, for a row of icons. */
  isCompact?: boolean;
  beside?: ReactNode;
  hint?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const [viewed, setViewed] = useState<number | null>(null);
  if (!attachments.isAllowed) return beside === null ? null : <div className={styles.adder}>{beside}</div>;
  const { items, removed, isUploading } = attachments;
  const shown = attachments.files.map(viewedOf);
  return (
    <div className={styles.box} role="group" aria-label={texts.field}>
      <UploadErrorBox errors={attachments.failures} onClear={attachments.clearFailures} />
      {items.length === 0 ? null : (
        <ul className={styles.list}>
          {items.map((item) => (
            <FileRow
              key={item.key}
              item={item}
              disabled={disabled}
              onOpen={() => setViewed(item.isUploading ? null : attachments.files.indexOf(item.file))}
              onRemove={() => {
                attachments.remove(item.key);
                // its own button is gone with it
                requestAnimationFrame(() => adder.current?.focus({ preventScroll: true }));
              }}
            />
          ))}
        </ul>
      )}
      {removed.length === 0 ? null : (
        <p className={styles.removed} role="status">
          {texts.removedOnSave(removed.length)}
          <Button variant="text" onClick={attachments.restoreRemoved}>
            {uiMessages.undo}
          </Button>
        </p>
      )}
      <div className={styles.adder}>
        {isCompact ? (
          <IconButton
            ref={adder}
            label={texts.add}
            variant="plain"
            aria-disabled={disabled || isUploading || undefined}
            data-tip={isUploading ? texts.waiting : `${texts.add}. ${texts.limit}`}
            tip={false}
            onClick={() => (disabled || isUploading ? undefined : input.current?.click())}
          >
            <IconPaperclip size={16} stroke={1.75} aria-hidden="true" />
          </IconButton>
        ) : (
          <Button
            ref={adder}
            icon={<IconPaperclip size={14} stroke={1.75} aria-hidden="true" />}
            disabled={disabled || isUploading}
            disabledReason={isUploading ? texts.waiting : null}
            data-tip={texts.limit}
            onClick={() => input.current?.click()}
          >
            {texts.add}
          </Button>
        )}
        {beside}
        {isCompact && hint === undefined ? null : (
          <span className={styles.hint} data-end={isCompact || undefined}>
            {hint ?? texts.hint}
          </span>
        )}
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={texts.add}
          onChange={(event) => {
            attachments.add([...(event.target.files ?? [])]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      <AttachmentViewer
        attachments={shown}
        index={viewed}
        onIndexChange={setViewed}
        onClose={() => setViewed(null)}
      />
    </div>
  );
}

function FileRow({
  item,
  disabled,
  onOpen,
  onRemove,
}: {
  item: AttachmentItem;
  disabled: boolean;
  onOpen: () => void;
  onRemove: () => void;
}) {
  if (item.isUploading) {
    return (
      <li className={styles.file} data-uploading aria-busy="true">
        <span className={styles.open}>
          <span className={styles.picture}>
            <Spinner size={18} />
          </span>
          <FileText name={item.file_name} note={texts.uploading(formatPercent(item.progress))} />
        </span>
        <IconButton label={texts.cancel(item.file_name)} size="small" variant="plain" onClick={onRemove}>
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </IconButton>
        <progress
          className={styles.progress}
          value={item.progress}
          max={1}
          aria-label={texts.uploadingNamed(item.file_name)}
        />
      </li>
    );
  }
  const { file } = item;
  const picture = pictureOf(file);
  return (
    <li className={styles.file}>
      <button type="button" className={styles.open} aria-label={texts.open(file.file_name)} onClick={onOpen}>
        <span className={styles.picture}>
          {picture === null ? (
            <IconFile size={18} stroke={1.5} aria-hidden="true" />
          ) : (
            <img src={picture} alt="" width={36} height={36} loading="lazy" className={styles.thumb} />
          )}
        </span>
        <FileText name={file.file_name} note={formatBytes(file.size_in_bytes)} />
      </button>
      {disabled ? null : (
        <IconButton label={texts.remove(file.file_name)} size="small" variant="plain" onClick={onRemove}>
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** Address of a small picture of the file; of an image that has none yet, and is not large, the image itself. Null for other files. */
function pictureOf(file: AttachedFile): string | null {
  const isSmallImage =
    /^image\/(png|jpeg|gif|webp)$/.test(file.content_type) && file.size_in_bytes <= DIRECT_PICTURE_BYTES;
  return file.thumb_url ?? (isSmallImage ? file.url : null);
}

/** A file's name with its ending always in sight, and a second line. */
function FileText({ name, note }: { name: string; note: string }) {
  const dot = name.lastIndexOf('.');
  const endFrom = dot > 0 && name.length - dot <= 8 ? Math.max(0, dot - 3) : Math.max(0, name.length - 6);
  return (
    <span className={styles.text}>
      <span className={styles.name} title={name}>
        <span className={styles.nameStart}>{name.slice(0, endFrom)}</span>
        <span className={styles.nameEnd}>{name.slice(endFrom)}</span>
      </span>
      <span className={styles.note}>{note}</span>
    </span>
  );
}

/** A stored file as the fullscreen viewer takes it. */
export function viewedOf(file: AttachedFile): ViewedAttachment {
  return {
    id: file.id,
    file_name: file.file_name,
    url: file.url,
    content_type: file.content_type,
    size_in_bytes: file.size_in_bytes,
  };
}

/** Takes files that are dropped on or pasted into what it holds: a text field together with its attachments. */
export function AttachmentDropZone({
  attachments,
  className,
  children,
}: {
  attachments: Attachments;
  className?: string | undefined;
  children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  const isOwn = (event: { target: EventTarget }): boolean =>
    // What happens in a dialog opened from here comes up through React, too.
    attachments.isAllowed && event.target instanceof Node && zone.current?.contains(event.target) === true;
  const holdsFiles = (event: DragEvent): boolean =>
    isOwn(event) && event.dataTransfer.types.includes('Files');
  return (
    <div
      ref={zone}
      className={cx(styles.zone, className)}
      onDragOver={(event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setIsOver(true);
      }}
      onDragLeave={(event: DragEvent) => {
        if (!(event.relatedTarget instanceof Node && zone.current?.contains(event.relatedTarget)))
          setIsOver(false);
      }}
      onDrop={(event: DragEvent) => {
        setIsOver(false);
        if (!holdsFiles(event)) return;
        event.preventDefault();
        attachments.add([...event.dataTransfer.files]);
      }}
      onPaste={(event: ClipboardEvent) => {
        if (!isOwn(event) || event.clipboardData.files.length === 0) return;
        // A table copied from a spreadsheet comes as text and as a picture: the text is meant.
        if (event.clipboardData.types.includes('text/plain')) return;
        event.preventDefault();
        attachments.add([...event.clipboardData.files]);
      }}
    >
      {children}
      {isOver ? (
        <div className={styles.over} aria-hidden="true">
          {texts.drop}
        </div>
      ) : null}
    </div>
  );
}
