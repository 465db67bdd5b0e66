import { ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { cx } from '../../ui/cx.ts';
import { customersMessages as texts } from './customersMessages.ts';
import styles from './customers.module.css';

/** An account, as a link to the list of the ideas that its people support. */
export function AccountLink({
  account,
  isPlain = false,
}: {
  account: { id: string; name: string };
  /** Without the line below it, as in a table or behind a bar. */
  isPlain?: boolean;
}) {
  return (
    <Link
      href={ideasAddress({ external_account: [account.id] })}
      className={cx(styles.account, isPlain && styles.plainAccount)}
      data-tip={texts.ideasOf(account.name)}
    >
      {account.name}
    </Link>
  );
}
