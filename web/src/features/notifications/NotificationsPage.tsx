import { NOTIFICATIONS, RAISED_EVENTS } from '../../../../contract/notifications.ts';
import { useFeature } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField } from '../../host/search.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { SelectField } from '../../ui/fields/fields.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { SheetPage } from '../../ui/page/SheetPage.tsx';
import { EmptyState } from '../../ui/loading/states.tsx';
import { NotificationList } from './NotificationList.tsx';
import { notificationMessages as texts } from './notificationMessages.ts';
import { markAllSeen, useNotifications } from './notificationQueries.ts';
import styles from './notifications.module.css';
import { useUnseenCount } from './unseenCount.ts';

const pageState = {
  event: choiceField(['all', ...RAISED_EVENTS], 'all'),
  show: choiceField(['all', 'unseen'], 'all'),
};

/** All notifications of the viewer, by event, seen or not. */
export function NotificationsPage() {
  const [{ event, show }, setState] = usePageState(pageState);
  const list = useNotifications({ event: event === 'all' ? null : event, unseen: show === 'unseen' });
  const mark = useCommand(() => markAllSeen(event === 'all' ? null : event), { failed: texts.failed });
  const hasOneToOne = useFeature('one_to_one_public_emails');
  const unseenCount = useUnseenCount();
  // the number counts what is not loaded too
  const hasUnseen = unseenCount > 0 || list.rows.some((row) => !row.seen);
  const isFiltered = event !== 'all' || show !== 'all';

  return (
    <SheetPage
      title={texts.title}
      total={list.total}
      refreshing={list.query.isFetching && !list.query.isPending}
      controls={
        <>
          <div className={styles.filter}>
            <SelectField
              label={texts.filter}
              hideLabel
              size="bar"
              value={event}
              onChange={(next) => setState({ event: next })}
              options={[
                { value: 'all', label: texts.allEvents },
                ...RAISED_EVENTS.map((each) => ({ value: each, label: NOTIFICATIONS[each].name })),
              ]}
            />
          </div>
          <SegmentedControl
            label={texts.show}
            value={show}
            onChange={(next) => setState({ show: next })}
            segments={[
              { value: 'all', label: texts.showEverything },
              { value: 'unseen', label: texts.showUnseen },
            ]}
          />
          <Button onClick={() => void mark.run({})} loading={mark.isRunning} disabled={!hasUnseen}>
            {texts.markAll}
          </Button>
        </>
      }
    >
      <div className={styles.column}>
        <NotificationList
          list={list}
          empty={
            isFiltered ? (
              <EmptyState
                title={show === 'unseen' && event === 'all' ? texts.emptyUnseen : texts.emptyFilter}
                action={
                  <Button onClick={() => setState({ event: 'all', show: 'all' })}>{texts.showAll}</Button>
                }
              />
            ) : (
              <EmptyState title={texts.emptyTitle} reason={texts.empty(hasOneToOne)} />
            )
          }
        />
      </div>
    </SheetPage>
  );
}
