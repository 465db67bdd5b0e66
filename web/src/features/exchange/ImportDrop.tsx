import { IconDownload, IconFileUpload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { beginImport } from './importCalls.ts';
import { importMessages as texts } from './importMessages.ts';
import styles from './import.module.css';

/** Takes files by drop or by choice and uploads them; the import of them opens when they are here. */
export function DropField({
  onBegun,
  isSmall = false,
}: {
  onBegun: (id: string) => void;
  /** Only its button, for another file in place of the one that is there. */
  isSmall?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);

  const take = (files: readonly File[]): void => {
    if (files.length === 0 || sending !== null) return;
    const controller = new AbortController();
    under.current = controller;
    setProblem(null);
    setSending({ name: files[0]!.name, share: 0 });
    beginImport(files, (name, share) => setSending({ name, share }), controller.signal).then(
      (id) => {
        if (!controller.signal.aborted) onBegun(id);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setSending(null);
        setProblem(error instanceof Error ? error.message : texts.noAnswer);
      },
    );
  };
  const cancel = (): void => {
    under.current?.abort();
    setSending(null);
  };
  const field = (
    <input
      ref={input}
      type="file"
      multiple
      accept=".csv,.tsv,.txt,.gz,text/csv"
      className={styles.file}
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        take([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
  if (isSmall)
    return (
      <>
        {field}
        <Button loading={sending !== null} onClick={() => input.current?.click()}>
          {texts.replace}
        </Button>
        {problem === null ? null : (
          <p className={styles.fileProblem} role="alert">
            {problem}
          </p>
        )}
      </>
    );
  const over = (event: DragEvent, next: boolean): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(next);
  };
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragEnter={(event) => over(event, true)}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        over(event, false);
        take([...event.dataTransfer.files]);
      }}
    >
      {field}
      <IconFileUpload size={26} stroke={1.5} aria-hidden="true" />
      <h2>{texts.drop}</h2>
      <p>{texts.dropNote}</p>
      {sending === null ? (
        <div className={styles.dropButtons}>
          <Button variant="primary" onClick={() => input.current?.click()}>
            {texts.choose}
          </Button>
          {texts.samples.map(({ label, name, text }) => (
            <a
              key={name}
              className={styles.sample}
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(text)}`}
              download={name}
            >
              <IconDownload size={15} stroke={2} aria-hidden="true" />
              {label}
            </a>
          ))}
        </div>
      ) : (
        <div className={styles.sending}>
          <p aria-live="polite">{texts.uploading(sending.name, sending.share)}</p>
          <Bar label={texts.progressOf(sending.name)} done={Math.round(sending.share * 100)} total={100} />
          <Button onClick={cancel}>{texts.cancelUpload}</Button>
        </div>
      )}
      {problem === null ? (
        <p className={styles.takes}>{texts.takes}</p>
      ) : (
        <div className={styles.dropProblem} role="alert">
          <p>
            <b>{texts.uploadFailed}.</b> {problem}
          </p>
          <IconButton label={texts.dismiss} variant="plain" onClick={() => setProblem(null)}>
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** A bar of progress; `total` null: it is not known yet. */
export function Bar({ label, done, total }: { label: string; done: number; total: number | null }) {
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total);
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total ?? 0}
      aria-valuenow={total === null ? undefined : done}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}
