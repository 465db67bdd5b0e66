import { shortCurrency } from '../../../../contract/currency.ts';
import { featureAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { KeyFigure, KeyFigureRow } from '../../ui/elements/Figures.tsx';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { SlideOut } from '../../ui/overlay/SlideOut.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { RichText } from '../../ui/text/RichText.tsx';
import { useRef } from 'react';
import { featureTexts as texts } from './featureMessages.ts';
import { LinkedIdeas } from './LinkedIdeas.tsx';
import { useFeatureRecord } from './roadmapQueries.ts';
import { roadmapTexts } from './roadmapMessages.ts';
import { useSeesRevenue } from './roadmapState.ts';
import { WhoWaits } from './WhoWaits.tsx';
import styles from '../../shared/record/record.module.css';

/** A quick look at a feature beside the board. @param id null: it is closed */
export function FeaturePeek({ id, onClose }: { id: string | null; onClose: () => void }) {
  // what was shown last stays while the panel goes
  const last = useRef(id);
  if (id !== null) last.current = id;
  return (
    <SlideOut opened={id !== null} onClose={onClose} title={texts.peek} widthPx={560}>
      {last.current === null ? null : <Peeked key={last.current} id={last.current} />}
    </SlideOut>
  );
}

function Peeked({ id }: { id: string }) {
  const query = useFeatureRecord(id);
  const seesRevenue = useSeesRevenue();
  const feature = query.data?.feature ?? null;
  if (feature === null)
    return query.isPending ? (
      <DelayedSkeleton>
        <SkeletonLines count={8} />
      </DelayedSkeleton>
    ) : query.isError ? (
      <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <EmptyState title={texts.missing} reason={texts.missingReason} />
    );
  return (
    <div className={styles.peek}>
      <div className={styles.peekHead}>
        <h3 className={styles.peekTitle} dir="auto">
          {feature.name}
        </h3>
        <Link href={featureAddress(id)}>{texts.openPage}</Link>
      </div>
      <StatusPill
        name={feature.feature_status?.name ?? roadmapTexts.noStatus}
        color={feature.feature_status?.hex_color ?? null}
      />
      {feature.description === null ? null : <RichText html={feature.description} />}
      <KeyFigureRow>
        <KeyFigure size="small" label={texts.ideasFigure} value={formatNumber(feature.suggestions_count)} />
        <KeyFigure
          size="small"
          label={texts.accountsFigure}
          value={formatNumber(feature.supporting_accounts_count)}
        />
        {seesRevenue ? (
          <KeyFigure
            size="small"
            label={texts.revenueFigure}
            value={shortCurrency(feature.supporter_revenue)}
          />
        ) : (
          <KeyFigure
            size="small"
            label={texts.peopleFigure}
            value={formatNumber(feature.supporting_users_count)}
          />
        )}
      </KeyFigureRow>
      <LinkedIdeas feature={feature} mayLink={false} mode="closed" onMode={() => undefined} />
      <WhoWaits feature={feature} />
    </div>
  );
}
