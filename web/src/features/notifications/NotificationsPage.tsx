import { useState } from 'react';
import { NOTIFICATION_EVENT_NAMES } from '../../../../contract/notification_texts.ts';
import { RAISED_EVENTS } from '../../../../contract/notifications.ts';
import { messageOf } from '../../api/errors.ts';
import { useFeature } from '../../api/viewer.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField } from '../../host/search.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { SheetPage } from '../../ui/SheetPage.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
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
  const toasts = useToasts();
  const [{ event, show }, setState] = usePageState(pageState);
  const list = useNotifications({ event: event === 'all' ? null : event, unseen: show === 'unseen' });
  const [isMarking, setIsMarking] = useState(false);
  const hasOneToOne = useFeature('one_to_one_public_emails');
  const unseenCount = useUnseenCount();
  // the number counts what is not loaded too
  const hasUnseen = unseenCount > 0 || list.rows.some((row) => !row.seen);
  const isFiltered = event !== 'all' || show !== 'all';

  const mark = (): void => {
    setIsMarking(true);
    markAllSeen(event === 'all' ? null : event)
      .catch((error: unknown) => toasts.error(texts.failed(messageOf(error))))
      .finally(() => setIsMarking(false));
  };

  return (
    <SheetPage
      title={texts.title}
      total={list.total}
      refreshing={list.query.isFetching && !list.query.isPending}
      controls={
        <>
          <SelectField
            label={texts.filter}
            hideLabel
            size="bar"
            value={event}
            onChange={(next) => setState({ event: next })}
            options={[
              { value: 'all', label: texts.allEvents },
              ...RAISED_EVENTS.map((each) => ({ value: each, label: NOTIFICATION_EVENT_NAMES[each] })),
            ]}
          />
          <SegmentedControl
            label={texts.show}
            value={show}
            onChange={(next) => setState({ show: next })}
            segments={[
              { value: 'all', label: texts.showEverything },
              { value: 'unseen', label: texts.showUnseen },
            ]}
          />
          <Button onClick={mark} loading={isMarking} disabled={!hasUnseen}>
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
