import { useFeature } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { usePageState } from '../../host/pageState.ts';
import { listField } from '../../host/search.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import type { Chosen, ListViews } from '../../lists/ListPage.tsx';
import { notificationsList, seenDocument } from '../../records/notification.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { BulkButton } from '../../ui/table/BulkBar.tsx';
import { notificationMessages as texts } from './notificationMessages.ts';
import { markAllSeen } from './notificationQueries.ts';
import { usePolling, useUnseenCount } from './unseenCount.ts';

/** The filter of the list that marking all keeps to. */
const pageState = { event: listField() };

const views: ListViews = {
  label: texts.show,
  items: [
    { id: 'all', label: texts.showEverything, filters: {} },
    { id: 'unseen', label: texts.showUnseen, filters: { seen: 'false' } },
  ],
};

/** All notifications of the viewer. */
export function NotificationsPage() {
  const [{ event }] = usePageState(pageState);
  const mark = useCommand(() => markAllSeen(event), { failed: texts.failed });
  const hasOneToOne = useFeature('one_to_one_public_emails');
  const hasUnseen = useUnseenCount() > 0;
  return (
    <ListPage
      list={notificationsList}
      title={texts.title}
      views={views}
      pollMs={usePolling()}
      controls={
        <Button onClick={() => void mark.run({})} loading={mark.isRunning} disabled={!hasUnseen}>
          {texts.markAll}
        </Button>
      }
      empty={{ reason: texts.empty(hasOneToOne) }}
      bulk={(chosen) => <MarkSeen {...chosen} />}
    />
  );
}

function MarkSeen({ ids, clear }: Chosen) {
  const mark = useCommand(seenDocument, { failed: texts.failed, onDone: clear });
  return <BulkButton onClick={() => void mark.run({ ids: [...ids] })}>{texts.mark}</BulkButton>;
}
