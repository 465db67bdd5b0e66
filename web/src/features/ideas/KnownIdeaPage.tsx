import { useEffect } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { hasFeature } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { KeyFigure, KeyFigureRow } from '../../ui/elements/Figures.tsx';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import { DelayedSkeleton, Skeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { detailsMessages } from './details/messages.ts';
import type { KnownIdea } from './known.ts';
import styles from './details/details.module.css';

const texts = detailsMessages.aside;

/** An idea's page with what the list knew of it: title, figures and status stand where they stay, the rest is grey. */
export function KnownIdeaPage({ idea }: { idea: KnownIdea }) {
  const { authorized_features } = useViewer();
  useEffect(() => {
    document.title = detailsMessages.documentTitle(idea.title);
  }, [idea.title]);
  return (
    <div className={styles.columns} data-known="">
      <div className={styles.reading}>
        <div className={styles.column}>
          <h1 className={styles.title}>{idea.title}</h1>
          <DelayedSkeleton label={detailsMessages.loading}>
            <SkeletonLines count={2} />
            <div className={styles.skeletonTabs}>
              <Skeleton width={420} height={32} radius={9} />
            </div>
            <SkeletonLines count={5} />
          </DelayedSkeleton>
        </div>
      </div>
      <div className={styles.aside}>
        <KeyFigureRow>
          <KeyFigure size="small" label={texts.votes} value={formatNumber(idea.votes_count)} />
          <KeyFigure
            size="small"
            label={texts.accounts}
            value={formatNumber(idea.supporting_accounts_count)}
          />
          {hasFeature(authorized_features, 'account_insights') ? (
            <KeyFigure size="small" label={texts.revenue} value={shortCurrency(idea.supporter_revenue)} />
          ) : (
            <KeyFigure size="small" label={texts.feedback} value={formatNumber(idea.requests_count)} />
          )}
        </KeyFigureRow>
        <div className={styles.skeletonRows}>
          <StatusPill
            name={idea.status?.name ?? detailsMessages.aside.noStatus}
            color={idea.status?.hex_color ?? null}
          />
        </div>
      </div>
    </div>
  );
}
