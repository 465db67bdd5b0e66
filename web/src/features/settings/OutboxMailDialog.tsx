import { MailFrame } from '../../shared/mail/MailFrame.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { mailMessages as texts } from './mailMessages.ts';
import { useOutboxMail } from './mailQueries.ts';
import type { OutboxMail } from './mailQueries.ts';

/** An email that was written to the outbox folder, as people would get it. */
export function OutboxMailDialog({
  mail,
  opened,
  onClose,
}: {
  mail: OutboxMail;
  opened: boolean;
  onClose: () => void;
}) {
  const page = useOutboxMail(mail.id);
  return (
    <Dialog opened={opened} onClose={onClose} title={mail.subject} size="large">
      {page.isError ? (
        <ErrorState what={texts.mailWhat} onRetry={() => void page.refetch()} retrying={page.isFetching} />
      ) : page.isPending ? (
        <DelayedSkeleton>
          <Skeleton height={320} radius={8} />
        </DelayedSkeleton>
      ) : page.data === null ? (
        <EmptyState title={texts.mailGone} />
      ) : (
        <MailFrame html={page.data.html} title={texts.mailFrame} />
      )}
    </Dialog>
  );
}
