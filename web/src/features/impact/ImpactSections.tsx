import { IconX } from '@tabler/icons-react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { IMPACT_HEADINGS, impactLimits } from '../../../../contract/impact_reports.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { useAccountHref } from '../../shared/customers/AccountLink.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { CheckboxField } from '../../ui/fields/fields.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { impactTexts } from './impactMessages.ts';
import type { ImpactQuote, ImpactReport } from './impactQueries.ts';
import styles from './impact.module.css';

const texts = impactTexts.section;
type Figures = ImpactReport['figures'];

/** The accounts with the most revenue behind a report, and what the others come to. */
export function AccountsSection({ figures }: { figures: Figures }) {
  const { top_accounts: accounts, revenue } = figures;
  const seesMoney = revenue !== null;
  const sizeOf = (account: Figures['top_accounts'][number]): number =>
    seesMoney ? (account.revenue ?? 0) : account.people;
  const most = Math.max(1, ...accounts.map((account) => sizeOf(account)));
  const others = figures.accounts - accounts.length;
  const hrefOf = useAccountHref();
  return (
    <section id="impact-accounts" className={styles.section} aria-label={IMPACT_HEADINGS.accounts}>
      <div className={styles.sectionHead}>
        <h2>{IMPACT_HEADINGS.accounts}</h2>
      </div>
      {accounts.length === 0 ? (
        <p className={styles.quiet}>{texts.noAccounts}</p>
      ) : (
        <ul className={styles.accounts} data-money={seesMoney || undefined}>
          {accounts.map((account) => (
            <li key={account.id}>
              {account.name === null ? (
                <span className={styles.quiet}>{texts.goneAccount}</span>
              ) : (
                <Link href={hrefOf(account.id)} className={styles.cut}>
                  {account.name}
                </Link>
              )}
              <span className={styles.track} aria-hidden="true">
                <span style={{ width: `${(100 * sizeOf(account)) / most}%` }} />
              </span>
              {seesMoney ? <strong>{shortCurrency(account.revenue)}</strong> : null}
              <span className={styles.quiet}>{texts.people(account.people)}</span>
            </li>
          ))}
          {others > 0 ? (
            <li className={styles.quiet}>
              <span>{texts.more(others)}</span>
              <span />
              {seesMoney ? (
                <span>
                  {shortCurrency(
                    revenue - accounts.reduce((sum, account) => sum + (account.revenue ?? 0), 0),
                  )}
                </span>
              ) : null}
              <span />
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

/** Who said a quote: name, account. */
export function speakerOf({ user_name, account_name }: ImpactQuote): string {
  return [user_name, account_name].filter((part) => part !== null).join(', ') || texts.aCustomer;
}

/** The quotes of a report. @param onRemove left out: they are only read */
export function QuotesSection({
  quotes,
  onRemove,
}: {
  quotes: readonly ImpactQuote[];
  onRemove?: (id: string) => void;
}) {
  return (
    <section id="impact-quotes" className={styles.section} aria-label={IMPACT_HEADINGS.quotes}>
      <div className={styles.sectionHead}>
        <h2>{IMPACT_HEADINGS.quotes}</h2>
      </div>
      {quotes.length === 0 ? (
        <p className={styles.quiet}>{texts.noQuotes}</p>
      ) : (
        <ul className={styles.quotes}>
          {quotes.map((quote) => (
            <li key={quote.id}>
              <blockquote>“{quote.text}”</blockquote>
              <span className={styles.quoteFoot}>
                <span className={styles.cut}>{speakerOf(quote)}</span>
                {quote.revenue === null ? null : (
                  <span className={styles.quiet}>{texts.revenueOf(shortCurrency(quote.revenue))}</span>
                )}
              </span>
              {onRemove === undefined ? null : (
                <IconButton
                  label={texts.removeQuote(quote.text)}
                  variant="plain"
                  size="small"
                  className={styles.remove}
                  onClick={() => onRemove(quote.id)}
                >
                  <IconX size={14} stroke={1.75} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * The ideas that a report shows, of those that its figures have.
 * @param onChoose told the ids of those that it shall show; left out: they are only read
 */
export function TopIdeasSection({
  shown,
  figures,
  onChoose,
}: {
  shown: Figures['top_ideas'];
  figures: Figures;
  onChoose?: (ids: readonly string[]) => void;
}) {
  const seesMoney = figures.revenue !== null;
  const ids = shown.map(({ id }) => id);
  return (
    <section id="impact-top_ideas" className={styles.section} aria-label={IMPACT_HEADINGS.top_ideas}>
      <div className={styles.sectionHead}>
        <h2>{IMPACT_HEADINGS.top_ideas}</h2>
        {onChoose === undefined || figures.top_ideas.length < 2 ? null : (
          <Popover
            label={texts.chooseLabel}
            widthPx={400}
            trigger={(props) => (
              <Button {...props} variant="text" className={styles.choose}>
                {texts.chooseIdeas}
              </Button>
            )}
          >
            <ul className={styles.choices}>
              {figures.top_ideas.map(({ id, title }) => (
                <li key={id}>
                  <CheckboxField
                    label={title ?? texts.goneIdea}
                    checked={ids.includes(id)}
                    onChange={(isChosen) =>
                      onChoose(
                        // in the order of the figures; the last one stays, as none would mean the first ones
                        figures.top_ideas.flatMap((idea) =>
                          (idea.id === id ? isChosen || ids.length === 1 : ids.includes(idea.id))
                            ? [idea.id]
                            : [],
                        ),
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          </Popover>
        )}
      </div>
      <table className={styles.ideas}>
        <thead>
          <tr>
            <th scope="col">{texts.idea}</th>
            <th scope="col">{texts.votes}</th>
            <th scope="col">{texts.accounts}</th>
            {seesMoney ? <th scope="col">{texts.revenue}</th> : null}
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, impactLimits.topIdeas).map(({ id, title, votes, accounts, revenue }) => (
            <tr key={id}>
              <td>
                {title === null ? (
                  <span className={styles.quiet}>{texts.goneIdea}</span>
                ) : (
                  <Link href={ideaAddress(id)}>{title}</Link>
                )}
              </td>
              <td>{formatNumber(votes)}</td>
              <td>{formatNumber(accounts)}</td>
              {seesMoney ? <td>{shortCurrency(revenue)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
