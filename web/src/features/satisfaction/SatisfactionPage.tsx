import { IconPlus, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField } from '../../host/search.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { SelectField } from '../../ui/fields/fields.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { PageFrame, PageHead } from '../../ui/page/SheetPage.tsx';
import { formatDate } from '../../ui/text/format.ts';
import { Overview } from './Overview.tsx';
import { OverTime } from './OverTime.tsx';
import { AskDialog } from '../../shared/ratings/AskDialog.tsx';
import { RatingDialog } from './RatingDialog.tsx';
import { RatingsList } from './RatingsList.tsx';
import { satisfactionTexts as texts } from './satisfactionMessages.ts';
import { useReport } from './satisfactionQueries.ts';
import { UnhappyIdeas } from './UnhappyIdeas.tsx';
import styles from './satisfaction.module.css';

type Period = keyof typeof texts.periods;
const PERIODS = Object.keys(texts.periods) as Period[];
const dayOf = (day: string): string => formatDate(`${day}T00:00:00`);
const pageState = { period: choiceField(PERIODS, PERIODS[0]!) };

/** How content people are: the score of a period, its months, what unhappy people want, and each rating (ROUTE-027). */
export function SatisfactionPage() {
  const mayWrite = canWrite(useViewer().permissions, 'feedback');
  const [{ period }, setState] = usePageState(pageState);
  const [adds, setAdds] = useState(false);
  const [asks, setAsks] = useState(false);
  const query = useReport(period);
  const report = query.data;
  const actions = mayWrite ? (
    <>
      <Button icon={<IconPlus size={14} stroke={2} aria-hidden="true" />} onClick={() => setAdds(true)}>
        {texts.add}
      </Button>
      <Button
        variant="primary"
        icon={<IconSend size={14} stroke={2} aria-hidden="true" />}
        onClick={() => setAsks(true)}
      >
        {texts.ask}
      </Button>
    </>
  ) : null;
  const isEmpty = report?.has_ratings === false;
  return (
    <PageFrame flows>
      <PageHead title={texts.title}>
        {isEmpty ? null : (
          <span className={styles.period}>
            <SelectField
              label={texts.period}
              hideLabel
              size="bar"
              value={period}
              options={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
              onChange={(value) => setState({ period: value })}
            />
          </span>
        )}
        {isEmpty ? null : actions}
      </PageHead>
      <div className={styles.content} data-stale={query.isPlaceholderData || undefined}>
        {query.isPending ? (
          <DelayedSkeleton>
            <div className={styles.waiting}>
              <Skeleton height={120} radius={8} />
              <Skeleton height={240} radius={8} />
              <Skeleton height={180} radius={8} />
            </div>
          </DelayedSkeleton>
        ) : report === undefined ? (
          <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : isEmpty ? (
          <EmptyState isPage title={texts.empty} reason={texts.emptyReason} action={actions} />
        ) : (
          <>
            <p className={styles.of}>{texts.of(dayOf(report.period_start), dayOf(report.period_end))}</p>
            <Overview report={report} />
            <div className={styles.pair}>
              <OverTime months={report.months} />
              <UnhappyIdeas report={report} />
            </div>
            <RatingsList report={report} mayWrite={mayWrite} />
          </>
        )}
      </div>
      {mayWrite ? (
        <>
          <RatingDialog opened={adds} onClose={() => setAdds(false)} />
          <AskDialog opened={asks} onClose={() => setAsks(false)} />
        </>
      ) : null}
    </PageFrame>
  );
}
