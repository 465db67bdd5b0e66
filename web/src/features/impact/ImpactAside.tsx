import { IconPlus } from '@tabler/icons-react';
import { impactLimits } from '../../../../contract/impact_reports.ts';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { IconButton } from '../../ui/elements/Button.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { idsOf } from './impactDraft.ts';
import type { ImpactContents } from './impactDraft.ts';
import { impactTexts } from './impactMessages.ts';
import type { ImpactOffers, ImpactReport } from './impactQueries.ts';
import type { useImpactOffers } from './impactQueries.ts';
import { speakerOf } from './ImpactSections.tsx';
import { SectionList } from './SectionList.tsx';
import styles from './impact.module.css';

const texts = impactTexts.aside;

/**
 * Beside a report: its sections and their order, what could be quoted, and who has read it.
 * @param onOrder told the sections in another order; left out: nothing is changed here
 */
export function ImpactAside({
  report,
  contents,
  offers,
  onOrder,
  onQuote,
}: {
  report: ImpactReport;
  contents: ImpactContents;
  offers: ReturnType<typeof useImpactOffers>;
  onOrder?: (sections: readonly string[]) => void;
  onQuote?: (id: string) => void;
}) {
  return (
    <aside className={styles.aside} aria-label={texts.label}>
      <section aria-label={texts.sections} className={styles.sections}>
        <h2>{texts.sections}</h2>
        <SectionList report={report} contents={contents} onOrder={onOrder} />
      </section>
      {onQuote === undefined ? null : (
        <section aria-label={texts.quotes}>
          <div className={styles.asideHead}>
            <h2>{texts.quotes}</h2>
            {offers.data === undefined ? null : (
              <span className={styles.quiet}>{texts.found(offers.data.impact_report_quotes.found)}</span>
            )}
          </div>
          {offers.data !== undefined ? (
            <Offers
              offers={offers.data.impact_report_quotes}
              used={idsOf(contents, 'quotes')}
              onQuote={onQuote}
            />
          ) : offers.isError ? (
            <ErrorState
              what={texts.what}
              onRetry={() => void offers.refetch()}
              retrying={offers.isFetching}
            />
          ) : (
            <DelayedSkeleton>
              <SkeletonLines count={4} />
            </DelayedSkeleton>
          )}
        </section>
      )}
      <SeenBy report={report} />
    </aside>
  );
}

function Offers({
  offers: { quotes },
  used,
  onQuote,
}: {
  offers: ImpactOffers;
  used: readonly string[];
  onQuote: (id: string) => void;
}) {
  const left = quotes.filter(({ id }) => !used.includes(id));
  if (left.length === 0)
    return <p className={styles.quiet}>{quotes.length === 0 ? texts.noQuotes : texts.allUsed}</p>;
  const isFull = used.length >= impactLimits.quotes;
  return (
    <>
      <p className={styles.quiet}>{isFull ? texts.tooMany(impactLimits.quotes) : texts.quotesNote}</p>
      <ul className={styles.offers}>
        {left.map((quote) => (
          <li key={quote.id}>
            <span>
              <span className={styles.offer}>“{quote.text}”</span>
              <span className={styles.quiet}>{speakerOf(quote)}</span>
            </span>
            <IconButton
              label={texts.use(quote.text)}
              size="small"
              disabled={isFull}
              onClick={() => onQuote(quote.id)}
            >
              <IconPlus size={15} stroke={2} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  );
}

function SeenBy({ report: { readers, link } }: { report: ImpactReport }) {
  const seen = readers.filter(({ read_at }) => read_at !== null);
  return (
    <section aria-label={texts.seenBy} className={styles.seen}>
      <h2>{texts.seenBy}</h2>
      {readers.length === 0 && link === null ? (
        <p className={styles.quiet}>{texts.notShared}</p>
      ) : (
        <p className={styles.seenBy}>
          {seen
            .slice(0, 5)
            .map(({ id, user }) =>
              user === null ? null : <Avatar key={id} name={user.name} src={user.avatar_url} sizePx={24} />,
            )}
          <span className={styles.quiet}>
            {[
              ...(readers.length === 0 ? [] : [texts.seen(seen.length, readers.length)]),
              ...(link === null ? [] : [texts.opened(link.opened_count)]),
            ].join(', ')}
          </span>
        </p>
      )}
    </section>
  );
}
