import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { canWrite } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import { ideasAddress } from '../../../host/addresses.ts';
import { ListPage } from '../../../lists/ListPage.tsx';
import type { ListViews } from '../../../lists/ListPage.tsx';
import { useReadRow } from '../../../lists/useReadRow.ts';
import { feedbackList } from '../../../records/feedback.tsx';
import type { ListedFeedback } from '../../../records/feedback.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { createValue } from '../../../ui/table/value.ts';
import type { Value } from '../../../ui/table/value.ts';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { FeedbackReader } from './FeedbackReader.tsx';
import { inboxMessages as texts } from './inboxMessages.ts';

const views: ListViews = {
  label: texts.views,
  items: [
    { id: 'ideas', label: texts.ideas, filters: {}, address: ideasAddress() },
    { id: 'all', label: texts.all, filters: {} },
    { id: 'unlinked', label: texts.unlinked, filters: { suggestion_none: 'true' } },
  ],
};

/**
 * What customers said across all ideas, the newest first (DEC-002): read one after the other with J and K, linked to an
 * idea or made into one, edited, deleted. What came in without an idea waits under "Not linked".
 */
export function FeedbackPage() {
  const mayWrite = canWrite(useViewer().permissions, 'feedback');
  const isWide = useMediaQuery('(min-width: 1200px)');
  const [current] = useState(() => createValue<string | null>(null));
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <>
      <ListPage
        list={feedbackList}
        title={texts.title}
        views={views}
        controls={
          mayWrite ? (
            <Button
              variant="primary"
              keys="c"
              icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
              onClick={() => openModal('feedback', {})}
            >
              {texts.add}
            </Button>
          ) : null
        }
        empty={{ reason: texts.empty }}
        reading={{
          current,
          label: texts.reader,
          pane: isWide ? (rows) => <Pane rows={rows} current={current} mayWrite={mayWrite} /> : null,
          onOpen: ({ id }) => setOpenId(id),
        }}
      />
      <Dialog opened={!isWide && openId !== null} onClose={() => setOpenId(null)} title={texts.title}>
        <FeedbackReader id={openId} mayWrite={mayWrite} hasKeys={false} onLeft={() => setOpenId(null)} />
      </Dialog>
    </>
  );
}

/** The feedback of the row that the keys move from. */
function Pane({
  rows,
  current,
  mayWrite,
}: {
  rows: readonly ListedFeedback[] | undefined;
  current: Value<string | null>;
  mayWrite: boolean;
}) {
  const row = useReadRow(rows, current);
  return <FeedbackReader id={row?.id ?? null} mayWrite={mayWrite} hasKeys />;
}
