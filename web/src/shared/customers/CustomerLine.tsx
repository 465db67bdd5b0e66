import type { ReactNode } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { graphql } from '../../api/graphql.ts';
import { AccountLink } from './AccountLink.tsx';
import { customersMessages as texts } from './customersMessages.ts';
import { EntryAvatar } from './EntryAvatar.tsx';
import type { EntryKind } from './EntryAvatar.tsx';
import { PersonCard } from './PersonCard.tsx';
import styles from './customers.module.css';

const customerFragment = graphql(`
  fragment Customer on User {
    id
    name
    avatar_url
    satisfaction_score
    allowed_state
    crm_account {
      id
      name
      mrr
    }
  }
`);
void customerFragment;

/** A person as `CustomerLine` needs them: fragment `Customer`. Whoever may not see revenue gets null for `mrr`. */
export type CustomerOf = {
  id: string;
  name: string;
  avatar_url?: string | null;
  satisfaction_score?: number | null;
  crm_account?: { id: string; name: string; mrr?: number | null } | null;
};

/**
 * Whose words these are, in one line of text: name, which opens the card, account, which opens its ideas, and the
 * account's monthly revenue. A person without an account is the name alone.
 *
 * @param person null: unknown
 */
export function CustomerName({ person }: { person: CustomerOf | null }) {
  if (person === null) return <b className={styles.name}>{texts.someone}</b>;
  const account = person.crm_account ?? null;
  const mrr = account?.mrr ?? null;
  const name = person.name === '' ? texts.someone : person.name;
  return (
    <>
      <PersonCard id={person.id} name={name} />
      {account === null ? null : (
        <>
          <Dot />
          <AccountLink account={account} />
        </>
      )}
      {mrr === null || mrr === 0 ? null : (
        <>
          <Dot />
          <span className={styles.mrr} data-tip={texts.mrrTip}>
            {texts.perMonth(shortCurrency(mrr))}
          </span>
        </>
      )}
    </>
  );
}

/** Between the parts of a line; a screen reader hears a pause. */
export function Dot() {
  return <span className={styles.dot}>{' · '}</span>;
}

/**
 * What a customer said, customer first: picture, name, account and its monthly revenue in the first line; what is
 * given as children below it.
 *
 * @param kind what the entry is, at the corner of the picture
 * @param after small words behind the first line, such as when it was said
 * @param end at the right of the first line
 */
export function CustomerLine({
  person,
  kind,
  after,
  end,
  children,
}: {
  person: CustomerOf | null;
  kind?: EntryKind;
  after?: ReactNode;
  end?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.line}>
      <EntryAvatar person={person} {...(kind === undefined ? {} : { kind })} />
      <div className={styles.lineBody}>
        <div className={styles.lineHead}>
          <p className={styles.lineText}>
            <CustomerName person={person} />
            {after === undefined || after === null ? null : (
              <span className={styles.after}>
                <Dot />
                {after}
              </span>
            )}
          </p>
          {end}
        </div>
        {children}
      </div>
    </div>
  );
}
