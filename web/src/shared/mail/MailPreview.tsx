import { IconCheck, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MailPreviewQueryVariables } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { MailFrame } from './MailFrame.tsx';
import { mailPreviewDocument, mailTestDocument } from './mailPreviewCalls.ts';
import { mailPreviewMessages as texts } from './mailPreviewMessages.ts';
import styles from './mail.module.css';

/** What the mail would say, as the calls about it take it. */
export type MailDraft = MailPreviewQueryVariables;

/** How long it is said that a test went out. */
const SAID_MS = 10_000;

/**
 * The mail as people would get it: the server's own rendering, written for the viewer. The frame is sandboxed: no script
 * of it runs, and nothing in it can be followed or focused.
 */
export function MailPreview({ draft }: { draft: MailDraft }) {
  const preview = useQuery({
    queryKey: ['mail-preview', draft],
    queryFn: async ({ signal }) => (await request(mailPreviewDocument, draft, { signal })).mail_preview,
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const mail = preview.data;
  if (preview.isError)
    return (
      <ErrorState what={texts.what} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />
    );
  if (mail === undefined)
    return (
      <DelayedSkeleton>
        <Skeleton height={320} radius={8} />
      </DelayedSkeleton>
    );
  return (
    <div className={styles.preview} aria-busy={preview.isPlaceholderData || undefined}>
      <dl className={styles.previewHead}>
        <dt>{texts.from}</dt>
        <dd>{mail.from}</dd>
        <dt>{texts.replyTo}</dt>
        <dd>{mail.reply_to ?? texts.thisIdea}</dd>
        <dt>{texts.subject}</dt>
        <dd dir="auto">{mail.subject}</dd>
      </dl>
      <MailFrame html={mail.html} title={texts.frame} />
    </div>
  );
}

/** Sends the mail to the viewer alone, as a test; says for a while where it went. */
export function SendTest({ draft, disabled }: { draft: MailDraft; disabled: boolean }) {
  const [sent, setSent] = useState<{ to: string; delivery: string } | null>(null);
  useEffect(() => {
    if (sent === null) return undefined;
    const timer = setTimeout(() => setSent(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  const send = useCommand(async () => (await request(mailTestDocument, draft)).mail_test_send, {
    failed: (message) => ({ message, title: texts.testFailed }),
    onDone: (answer) => setSent(answer),
  });
  return (
    <span className={styles.test} role="status">
      {sent === null ? (
        <Button
          variant="text"
          icon={<IconSend size={14} stroke={1.75} aria-hidden="true" />}
          loading={send.isRunning}
          disabled={disabled}
          onClick={() => void send.run(undefined)}
        >
          {texts.sendTest}
        </Button>
      ) : (
        <span className={styles.testSent} data-tip={sent.to}>
          <IconCheck size={14} stroke={2} aria-hidden="true" />
          {sent.delivery === 'outbox' ? texts.inOutbox : texts.sentTo(sent.to)}
        </span>
      )}
    </span>
  );
}
