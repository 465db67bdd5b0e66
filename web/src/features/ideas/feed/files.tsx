import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import type { ShownFileFragment } from '../../../api/generated/graphql.ts';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable, useOnceOpen } from '../../../ui/loading/loadable.tsx';
import { formatBytes } from '../../../ui/text/format.ts';
import { detailsMessages } from '../details/messages.ts';
import a11y from '../../../ui/a11y.module.css';
import styles from '../details/details.module.css';

const Viewer = loadable(async () => (await import('../../../ui/text/AttachmentViewer.tsx')).AttachmentViewer);

/** Files that hang on an idea or on what was said about it; a click opens the viewer. None draws nothing. */
export function Files({ files }: { files: readonly ShownFileFragment[] }) {
  const [viewed, setViewed] = useState<number | null>(null);
  const wasViewed = useOnceOpen(viewed !== null);
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.files} aria-label={detailsMessages.files}>
        {files.map((file, index) => (
          <li key={file.id}>
            <button
              type="button"
              className={styles.file}
              onPointerEnter={() => void Viewer.ahead()}
              onClick={() => setViewed(index)}
            >
              <span className={a11y.hidden}>{detailsMessages.openFile} </span>
              <span className={styles.filePicture}>
                {file.thumb_url === null ? (
                  <IconFile size={18} stroke={1.5} aria-hidden="true" />
                ) : (
                  <img
                    src={file.thumb_url}
                    alt=""
                    width={36}
                    height={36}
                    loading="lazy"
                    className={styles.thumb}
                  />
                )}
              </span>
              <span className={styles.fileText}>
                <span className={styles.cut}>{file.file_name}</span>
                <span className={styles.meta}>{formatBytes(file.size_in_bytes)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {wasViewed ? (
        <Later
          part={Viewer}
          props={{
            attachments: files,
            index: viewed,
            onIndexChange: setViewed,
            onClose: () => setViewed(null),
          }}
          what={detailsMessages.file}
        />
      ) : null}
    </>
  );
}
