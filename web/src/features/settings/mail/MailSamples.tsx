import { useState } from 'react';
import { useFeature } from '../../../api/viewer.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { MailPreview, SendTest } from '../../../shared/mail/MailPreview.tsx';
import type { MailDraft } from '../../../shared/mail/MailPreview.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Section } from '../../../ui/page/SheetPage.tsx';
import { mailMessages as texts } from '../mailMessages.ts';
import { useSampleIdea } from '../mailQueries.ts';
import type { MailSettings } from '../mailQueries.ts';
import { RowsSkeleton } from '../RowsSkeleton.tsx';
import rows from '../../../ui/page/rows.module.css';

/** The emails that people get, as samples about an idea that is there. For those who see ideas. */
export function MailSamples({ data }: { data: MailSettings }) {
  const query = useSampleIdea();
  const idea = query.data;
  return (
    <Section id="mail-samples" title={texts.samples} note={idea ? texts.samplesNote(idea.title) : undefined}>
      {query.isError ? (
        <ErrorState
          what={texts.samplesWhat}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : idea === undefined ? (
        <RowsSkeleton />
      ) : (
        <div className={rows.box}>
          {idea === null ? (
            <EmptyState title={texts.noSamples} reason={texts.noSamplesReason} />
          ) : (
            <Kinds ideaId={idea.id} data={data} />
          )}
        </div>
      )}
    </Section>
  );
}

function Kinds({
  ideaId,
  data: { mail_state: state, current_subdomain: subdomain },
}: {
  ideaId: string;
  data: MailSettings;
}) {
  const hasStatuses = useFeature('public_statuses');
  const hasMessages = useFeature('subscriber_messages');
  const [shown, setShown] = useState<MailDraft | null>(null);
  const isOff = state.is_off_by_account || subdomain.prevent_email_notifications;
  const kinds: { kind: string; isOff: boolean }[] = [
    ...(hasStatuses ? [{ kind: 'status_update', isOff }] : []),
    ...(hasMessages ? [{ kind: 'supporter_message', isOff }] : []),
    { kind: 'internal_status_update', isOff: false },
  ];
  return (
    <>
      <ul aria-labelledby="mail-samples">
        {kinds.map(({ kind, isOff: cannot }) => (
          <li key={kind} className={rows.row}>
            <div className={rows.text}>
              <p className={rows.name}>{texts.sampleKinds[kind]}</p>
              <p className={rows.meta}>{cannot ? texts.samplesOff : texts.sampleNotes[kind]}</p>
            </div>
            <Button
              disabled={cannot}
              aria-label={`${texts.showSample}: ${texts.sampleKinds[kind]}`}
              onClick={() => setShown({ kind, suggestion: ideaId, html_body: `<p>${texts.sampleText}</p>` })}
            >
              {texts.showSample}
            </Button>
          </li>
        ))}
      </ul>
      <DialogFor about={shown}>
        {(draft, isOpened) => (
          <Dialog
            opened={isOpened}
            onClose={() => setShown(null)}
            title={texts.sampleKinds[draft.kind] ?? draft.kind}
            size="large"
            footer={<SendTest draft={draft} disabled={false} />}
          >
            <MailPreview draft={draft} />
          </Dialog>
        )}
      </DialogFor>
    </>
  );
}
