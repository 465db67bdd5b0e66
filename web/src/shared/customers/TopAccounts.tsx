import { shortCurrency } from '../../../../contract/currency.ts';
import { graphql } from '../../api/graphql.ts';
import { Link } from '../../host/Link.tsx';
import { useAccountHref } from './AccountLink.tsx';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';
import { formatNumber, formatPercent } from '../../ui/text/format.ts';
import { customersMessages as texts } from './customersMessages.ts';
import styles from './customers.module.css';

const topAccountFragment = graphql(`
  fragment TopAccount on ExternalAccount {
    id
    name
    revenue
    users_count
    supporters_count
  }
`);
void topAccountFragment;

/**
 * An account beside one idea, as `TopAccounts` needs it: fragment `TopAccount` of `external_accounts(suggestion: [one id])`.
 * `supporters_count` are its people who support the idea. Whoever may not see revenue gets null for it.
 */
export type TopAccountOf = {
  id: string;
  name: string;
  revenue: number | null;
  users_count: number;
  supporters_count: number | null;
};

/** The largest bar takes this part of its row, so that the numbers never lie on one. */
const LARGEST_BAR_PERCENT = 58;

/** Width of the bar of an amount, in percent of its row. @param largest of the list; 0: no bars */
export function shareBarPercent(amount: number | null, largest: number): number {
  return amount === null || largest <= 0 ? 0 : (Math.max(amount, 0) / largest) * LARGEST_BAR_PERCENT;
}

/** The bar behind a row: how much an amount is of the largest one. Stands within something `position: relative`. */
export function ShareBar({ amount, largest }: { amount: number | null; largest: number }) {
  const percent = shareBarPercent(amount, largest);
  return percent === 0 ? null : (
    <span className={styles.bar} style={{ width: `${percent}%` }} aria-hidden="true" />
  );
}

/**
 * The accounts that count most behind an idea, with how much of its revenue they are; each leads to the ideas of the
 * account.
 *
 * @param revenue of all accounts behind the idea; null: it is not to be seen, then there are no bars
 * @param total of accounts behind the idea
 * @param onShowAll opens the list of all; left out: there is none
 * @param showAllKeys shortcut of it, drawn beside it
 */
export function TopAccounts({
  accounts,
  revenue,
  total,
  onShowAll,
  showAllKeys,
}: {
  accounts: readonly TopAccountOf[];
  revenue: number | null;
  total: number;
  onShowAll?: () => void;
  showAllKeys?: string;
}) {
  const hrefOf = useAccountHref();
  const sum = accounts.reduce((all, account) => all + (account.revenue ?? 0), 0);
  const largest = Math.max(0, ...accounts.map((account) => account.revenue ?? 0));
  return (
    <section className={styles.top} aria-label={texts.topAccounts}>
      <div className={styles.topHead}>
        <h2 className={styles.topTitle}>{texts.topAccounts}</h2>
        {revenue === null || revenue <= 0 || accounts.length === 0 ? null : (
          <span className={styles.meta}>{texts.shareOfAll(formatPercent(Math.min(1, sum / revenue)))}</span>
        )}
      </div>
      {accounts.length === 0 ? (
        <p className={styles.meta}>{texts.noAccounts}</p>
      ) : (
        <ul>
          {accounts.map((account) => {
            const [voting, all] = [
              formatNumber(account.supporters_count),
              formatNumber(Math.max(account.users_count, account.supporters_count ?? 0)),
            ];
            return (
              <li key={account.id}>
                <Link
                  href={hrefOf(account.id)}
                  className={styles.topRow}
                  data-tip={
                    revenue === null || revenue <= 0 || account.revenue === null
                      ? undefined
                      : texts.shareOfIdea(formatPercent(account.revenue / revenue))
                  }
                >
                  {revenue === null ? null : <ShareBar amount={account.revenue} largest={largest} />}
                  <span className={styles.topName}>{account.name}</span>
                  {account.supporters_count === null ? null : (
                    <span className={styles.meta}>{texts.votersOf(voting, all)}</span>
                  )}
                  {revenue === null || account.revenue === null ? null : (
                    <span className={styles.topRevenue}>{shortCurrency(account.revenue)}</span>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {onShowAll !== undefined && total > accounts.length ? (
        <button type="button" className={styles.topAll} onClick={onShowAll}>
          {texts.allAccounts(formatNumber(total))}
          {showAllKeys === undefined ? null : <Kbd keys={showAllKeys} />}
        </button>
      ) : null}
    </section>
  );
}
