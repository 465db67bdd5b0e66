import { useMemo, useState } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { accountLimits } from '../../../../contract/limits.ts';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable } from '../../ui/loading/loadable.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { formatDate, formatMonth, formatNumber } from '../../ui/text/format.ts';
import { accountTexts as texts } from './accountMessages.ts';
import type { Account, AccountRevenue } from './customerQueries.ts';
import { revenueSteps } from './revenueSteps.ts';
import type { RevenueEntry } from './revenueSteps.ts';
import styles from '../../shared/record/record.module.css';
import own from './customers.module.css';

const Chart = loadable(async () => (await import('../../ui/charts/Chart.tsx')).Chart);
/** So many entries are shown at first. */
const ENTRIES = 5;
const CHART_PX = 230;

const changeName = (change: string): string => texts.changes[change] ?? change;
const month = (date: Date) => ({ short: formatMonth(date, true), name: formatMonth(date, false) });
const change = ({ change: kind, revenue, since }: RevenueEntry) => ({
  short: changeName(kind),
  text: texts.changeText(changeName(kind), shortCurrency(revenue), since),
});

/** What an account counts for, as steps with a mark where it changed. @param onEnter null: the viewer may not */
export function RevenueSteps({ account, onEnter }: { account: Account; onEnter: (() => void) | null }) {
  const [all, setAll] = useState(false);
  const entries = account.revenues;
  const { periods, values, changes } = useMemo(
    () => revenueSteps(entries, new Date(), all, { month, change }),
    [entries, all],
  );
  const isLost = account.lost_at !== null;
  return (
    <section className={own.card} aria-labelledby="revenue-steps">
      <div className={own.cardHead}>
        <div>
          <h2 id="revenue-steps">{texts.revenue}</h2>
          <p className={styles.quiet}>
            {isLost
              ? texts.lost(account.lost_at!)
              : account.won_at !== null
                ? texts.won(account.won_at)
                : texts.revenueNote}
          </p>
        </div>
        {entries.length === 0 ? null : (
          <SegmentedControl
            label={texts.reach}
            value={all ? 'all' : 'months'}
            segments={[
              { value: 'months', label: texts.months },
              { value: 'all', label: texts.all },
            ]}
            onChange={(next) => setAll(next === 'all')}
          />
        )}
      </div>
      {entries.length === 0 ? (
        <p className={own.nothing}>
          {(account.revenue ?? 0) > 0 ? texts.onlyNow : texts.noRevenue}{' '}
          {onEnter === null ? null : (
            <Button variant="text" onClick={onEnter}>
              {texts.enter}
            </Button>
          )}
        </p>
      ) : (
        <div className={own.chart}>
          <Later
            part={Chart}
            what={texts.revenue}
            props={{
              label: texts.revenue,
              heightPx: CHART_PX,
              format: shortCurrency,
              periods,
              series: [
                {
                  id: 'revenue',
                  name: shortCurrency(account.revenue),
                  color: 'var(--brand-ink)',
                  kind: 'step',
                  values,
                  changes,
                  note: '',
                },
              ],
            }}
          />
        </div>
      )}
    </section>
  );
}

/** The entries that the steps are made of. */
export function RevenueHistory({ account }: { account: Account }) {
  const [showsAll, setShowsAll] = useState(false);
  const entries = account.revenues;
  if (entries.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="revenue-history">
      <div className={styles.sectionHead}>
        <h2 id="revenue-history">{texts.history}</h2>
        <span className={styles.count}>{formatNumber(entries.length)}</span>
      </div>
      <ul className={styles.rows}>
        {(showsAll ? entries : entries.slice(0, ENTRIES)).map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <p className={styles.pages}>
        {entries.length > ENTRIES ? (
          <Button variant="text" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? texts.showFewer : texts.showAll(entries.length)}
          </Button>
        ) : null}
        {showsAll && entries.length >= accountLimits.revenuesShown ? texts.historyShown : null}
      </p>
    </section>
  );
}

function Entry({ entry }: { entry: AccountRevenue }) {
  return (
    <li className={styles.row}>
      <span className={own.since}>{formatDate(entry.since)}</span>
      <span className={styles.ideaTitle}>{changeName(entry.change)}</span>
      <span className={styles.figure} data-quiet="">
        {entry.user === null
          ? (texts.sources[entry.source] ?? entry.source)
          : `${texts.sources[entry.source] ?? entry.source}, ${texts.byWhom(entry.user.name)}`}
      </span>
      <span className={styles.figure}>{shortCurrency(entry.revenue)}</span>
    </li>
  );
}
