import { hasFeature } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { accountAddress, ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { cx } from '../../ui/cx.ts';
import { customersMessages as texts } from './customersMessages.ts';
import styles from './customers.module.css';

/** Where accounts lead: to their page; in a workspace that shows no accounts (DEC-057) to the ideas that their people support. */
export function useAccountHref(): (id: string) => string {
  const { authorized_features } = useViewer();
  return hasFeature(authorized_features, 'account_insights')
    ? accountAddress
    : (id) => ideasAddress({ external_account: [id] });
}

/** An account, as a link to its page. */
export function AccountLink({
  account,
  isPlain = false,
}: {
  account: { id: string; name: string };
  /** Without the line below it, as in a table or behind a bar. */
  isPlain?: boolean;
}) {
  const href = useAccountHref()(account.id);
  return (
    <Link
      href={href}
      className={cx(styles.account, isPlain && styles.plainAccount)}
      data-tip={texts.about(account.name)}
    >
      {account.name}
    </Link>
  );
}
