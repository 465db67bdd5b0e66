import { useState } from 'react';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { PageFrame } from '../../ui/page/SheetPage.tsx';
import { BoardColumns } from './BoardColumns.tsx';
import { CreateFeatureDialog, FeaturePeek } from './later.tsx';
import { RoadmapHead } from './RoadmapHead.tsx';
import { useFeatures, useFeatureTotals, useRoadmapPlaces } from './roadmapQueries.ts';
import { roadmapTexts as texts } from './roadmapMessages.ts';
import { useRoadmapState } from './roadmapState.ts';
import styles from './roadmap.module.css';

/** The board of features: a column for each status (ROUTE-004). */
export function RoadmapBoardPage() {
  const page = useRoadmapState();
  const { filters, isNarrowed, clear } = page;
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'features');
  const places = useRoadmapPlaces();
  const query = useFeatures(filters);
  const totals = useFeatureTotals(filters, 'status').data;
  const [peeked, setPeeked] = useState<string | null>(null);
  const [creates, setCreates] = useState<string | null>(null);
  const isEmpty = query.data !== undefined && query.data.records.length === 0;
  return (
    <PageFrame>
      <RoadmapHead page={page} shown="board" totals={totals} />
      {query.isError || places.isError ? (
        <ErrorState
          what={texts.what}
          onRetry={() => void Promise.all([query.refetch(), places.refetch()])}
          retrying={query.isFetching}
        />
      ) : query.data === undefined || places.data === undefined ? (
        <DelayedSkeleton>
          <div className={styles.waiting}>
            <SkeletonLines count={12} />
          </div>
        </DelayedSkeleton>
      ) : isEmpty && !isNarrowed && page.state.roadmap === '' ? (
        <EmptyState
          isPage
          title={texts.empty}
          reason={mayWrite ? texts.emptyReason : texts.emptyRead}
          action={
            mayWrite ? (
              <Button variant="primary" onClick={() => setCreates('')}>
                {texts.create}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <>
          {isEmpty && isNarrowed ? (
            <p className={styles.note}>
              {texts.nothingFound} <Button onClick={clear}>{texts.clear}</Button>
            </p>
          ) : null}
          <BoardColumns
            records={query.data.records}
            statuses={places.data.statuses}
            fields={places.data.fields}
            totals={totals ?? null}
            filters={filters}
            mayWrite={mayWrite}
            hasKeys={peeked === null}
            onPeek={setPeeked}
            onCreate={setCreates}
          />
        </>
      )}
      <FeaturePeek id={peeked} onClose={() => setPeeked(null)} />
      <CreateFeatureDialog
        key={creates}
        opened={creates !== null}
        onClose={() => setCreates(null)}
        roadmap={page.state.roadmap || null}
        status={creates === '' ? null : creates}
      />
    </PageFrame>
  );
}
