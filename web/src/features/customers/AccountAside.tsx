import { shortCurrency } from '../../../../contract/currency.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { ideasAddress, userAddress, usersAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { CustomFieldProperties } from '../../shared/properties/CustomFieldProperties.tsx';
import { Muted, Property } from '../../shared/properties/Property.tsx';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { KeyFigure, KeyFigureRow, LastActive, Nps, Score } from '../../ui/elements/Figures.tsx';
import { formatDate, formatNumber } from '../../ui/text/format.ts';
import { accountTexts as texts } from './accountMessages.ts';
import { updateAccountDocument } from './customerQueries.ts';
import type { Account, AccountPeople, AccountStatus, RecordFields } from './customerQueries.ts';
import styles from '../../shared/record/record.module.css';
import own from './customers.module.css';

/** The figures and facts of an account, what became of its ideas, and its people. */
export function AccountAside({
  account,
  fields,
  statuses,
  people,
  mayWrite,
}: {
  account: Account;
  fields: RecordFields;
  statuses: readonly AccountStatus[];
  people: AccountPeople;
  mayWrite: boolean;
}) {
  const { id } = account;
  const save = useCommand(updateAccountDocument, { failed: texts.failed });
  const empty = <Muted>{texts.empty}</Muted>;
  return (
    <aside className={styles.aside} aria-label={texts.label}>
      <KeyFigureRow>
        <KeyFigure size="small" label={texts.mrr} value={shortCurrency(account.mrr)} />
        <KeyFigure size="small" label={texts.lifetime} value={shortCurrency(account.ltv)} />
        <KeyFigure
          size="small"
          label={texts.nps}
          value={account.nps === null ? '–' : <Nps value={account.nps} />}
          tip={texts.npsTip}
        />
      </KeyFigureRow>
      <dl className={styles.properties}>
        <Property name={texts.plan}>{account.plan ?? empty}</Property>
        <Property name={texts.counted}>
          {account.has_own_revenue === true ? shortCurrency(account.revenue) : texts.followsMrr}
        </Property>
        <Property name={texts.externalId}>{account.external_id ?? empty}</Property>
        <Property name={texts.customerSince}>
          {account.external_created_at === null ? empty : formatDate(account.external_created_at)}
        </Property>
        <Property name={texts.lastActive}>
          <LastActive at={account.last_active_at} />
        </Property>
        <Property name={texts.known}>{formatDate(account.created_at)}</Property>
      </dl>
      <CustomFieldProperties
        label={texts.fields}
        record={`account:${id}`}
        fields={fields}
        values={account.custom_field_values}
        className={styles.properties}
        onSave={mayWrite ? (custom_field_map) => void save.run({ id, custom_field_map }) : null}
      />
      <Statuses account={account} rows={statuses} />
      <People account={account} people={people.records} />
    </aside>
  );
}

/** The ideas of an account by their public status, as one bar. */
function Statuses({ account, rows }: { account: Account; rows: readonly AccountStatus[] }) {
  const counted = rows.map((row) => ({ ...row, count: row.open_count + row.closed_count }));
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="account-statuses">
      <h2 id="account-statuses">{texts.statuses}</h2>
      <span className={own.stack} aria-hidden="true">
        {counted.map(({ status_id, hex_color, count }) => (
          <span
            key={status_id ?? 'none'}
            style={{ flexGrow: count, background: hex_color ?? 'var(--line2)' }}
          />
        ))}
      </span>
      <ul className={own.legend}>
        {counted.map(({ status_id, status_name, hex_color, count }) => (
          <li key={status_id ?? 'none'}>
            <Link
              href={ideasAddress({
                external_account: [account.id],
                status: [status_id ?? 'none'],
                state: ['open', 'pending', 'closed'],
              })}
              data-tip={texts.statusTip(status_name ?? texts.noStatus, count)}
            >
              <i style={{ background: hex_color ?? 'var(--line2)' }} aria-hidden="true" />
              <strong>{formatNumber(count)}</strong> {status_name ?? texts.noStatus}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function People({ account, people }: { account: Account; people: AccountPeople['records'] }) {
  return (
    <section className={styles.part} aria-labelledby="account-people">
      <h2 id="account-people">
        {texts.people} <span className={styles.count}>{formatNumber(account.users_count)}</span>
      </h2>
      {people.length === 0 ? (
        <p className={styles.quiet}>{texts.noPeople}</p>
      ) : (
        <ul>
          {people.map((person) => (
            <li key={person.id} className={own.person}>
              <Avatar
                name={person.name}
                src={person.avatar_url}
                satisfactionScore={person.satisfaction_score}
                sizePx={32}
                decorative
              />
              <span className={own.personName}>
                <Link
                  href={userAddress(person.id)}
                  data-blocked={person.allowed_state === 'blocked' || undefined}
                >
                  {person.name === '' ? texts.someone : person.name}
                </Link>
                <span className={styles.quiet}>{person.job_title}</span>
              </span>
              <span className={styles.quiet}>{texts.ideas(person.supported_suggestions_count)}</span>
              <span className={own.score}>
                {person.satisfaction_score === null ? (
                  <span className={styles.quiet}>–</span>
                ) : (
                  <Score value={person.satisfaction_score} />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {account.users_count > people.length && people.length > 0 ? (
        <Link href={usersAddress({ external_account: [account.id] })}>
          {texts.allPeople(account.users_count)}
        </Link>
      ) : null}
    </section>
  );
}
