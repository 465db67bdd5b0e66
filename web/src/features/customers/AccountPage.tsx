import { IconDots, IconFlag, IconLink, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isId } from '../../../../contract/ids.ts';
import { canContribute, canWrite } from '../../../../contract/permissions.ts';
import type { AccountPageQuery } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { accountAddress, accountsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { Neighbours } from '../../shared/record/Neighbours.tsx';
import { useListNeighbours } from '../../shared/record/listNeighbours.ts';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { RelativeTime } from '../../ui/elements/Figures.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { PageFrame, PageHead } from '../../ui/page/SheetPage.tsx';
import { useCopy } from '../../ui/toasts/useCopy.ts';
import { AccountAside } from './AccountAside.tsx';
import { AccountDialog } from './later.tsx';
import { AccountFeedback } from './AccountFeedback.tsx';
import { AccountNotes } from './notes/AccountNotes.tsx';
import { AccountIdeas } from './AccountIdeas.tsx';
import { accountTexts as texts } from './accountMessages.ts';
import { RevenueHistory, RevenueSteps } from './AccountRevenue.tsx';
import { customersPageMessages } from './customersPageMessages.ts';
import { deleteAccountDocument, restoreAccountDocument, useAccountRecord } from './customerQueries.ts';
import type { Account } from './customerQueries.ts';
import styles from '../../shared/record/record.module.css';
import own from './customers.module.css';

/** One account (DEC-170): what it pays, what its people want, and what they got. */
export function AccountPage({ account_id: id }: { account_id: string }) {
  const query = useAccountRecord(id);
  const now = query.data?.external_account ?? null;
  // one that somebody deletes stays readable until the page is left
  const last = useRef<Shown | null>(null);
  if (now !== null && query.data !== undefined) last.current = { ...query.data, account: now };
  const shown = last.current?.account.id === id ? last.current : null;
  const name = shown?.account.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} – ${customersPageMessages.accounts}`;
  }, [name]);
  if (shown !== null)
    return <OpenAccount key={id} shown={shown} isGone={query.data !== undefined && now === null} />;
  return (
    <PageFrame flows>
      <PageHead path={<Path />} />
      {query.isPending ? (
        <DelayedSkeleton>
          <div className={styles.waiting}>
            <SkeletonLines count={10} />
          </div>
        </DelayedSkeleton>
      ) : query.isError && isId(id) ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <EmptyState
          isPage
          title={texts.missing}
          reason={texts.missingReason}
          action={<Link href={accountsAddress()}>{texts.toAccounts}</Link>}
        />
      )}
    </PageFrame>
  );
}

function Path({ name }: { name?: string }) {
  return (
    <nav aria-label={texts.path} className={styles.path}>
      <Link href={accountsAddress()}>{customersPageMessages.accounts}</Link>
      <span aria-hidden="true">/</span>
      {name === undefined ? null : <span className={styles.here}>{name}</span>}
    </nav>
  );
}

/** What the page holds of an account. */
type Shown = Pick<AccountPageQuery, 'report_account_ideas' | 'users' | 'all_custom_fields'> & {
  account: Account;
};

function OpenAccount({ shown, isGone }: { shown: Shown; isGone: boolean }) {
  const {
    account,
    report_account_ideas: statuses,
    users: people,
    all_custom_fields: { records: fields },
  } = shown;
  const { id, name } = account;
  const { permissions } = useViewer();
  const copy = useCopy();
  const [edits, setEdits] = useState(false);
  const mayWrite = canWrite(permissions, 'feedback') && !isGone;
  const mayAdd = canContribute(permissions, 'feedback');
  const place = useListNeighbours('accounts', id);
  const go = (next: string | null) => (next === null ? null : () => navigate(accountAddress(next)));
  const addFeedback = (): void => void openModal('feedback', {});
  useShortcut('e', () => setEdits(true), { label: texts.edit, group: texts.group, enabled: mayWrite });

  const remove = useCommand(deleteAccountDocument, {
    done: () => texts.deleted(name),
    undo: () => ({
      send: () => request(restoreAccountDocument, { id }),
      done: texts.undone,
      failed: texts.failed,
    }),
    failed: texts.failed,
    onDone: () => navigate(accountsAddress()),
  });
  const copyLink = (): void => copy(window.location.origin + accountAddress(id), texts.linkCopied);

  return (
    <PageFrame flows>
      <PageHead path={<Path name={name} />}>
        {place === null ? null : (
          <Neighbours
            place={texts.place(place.position, place.total)}
            before={texts.before}
            next={texts.next}
            group={texts.group}
            onBefore={go(place.previousId)}
            onNext={go(place.nextId)}
          />
        )}
        <IconButton label={texts.copyLink} onClick={copyLink}>
          <IconLink size={16} stroke={1.6} aria-hidden="true" />
        </IconButton>
        {mayWrite ? (
          <>
            <Menu
              label={texts.actions}
              trigger={(props) => (
                <IconButton {...props} label={texts.actions}>
                  <IconDots size={16} stroke={1.75} aria-hidden="true" />
                </IconButton>
              )}
              items={[
                {
                  id: 'delete',
                  label: texts.delete,
                  icon: <IconTrash size={16} stroke={1.75} aria-hidden="true" />,
                  danger: true,
                  onSelect: () => void remove.run({ id }),
                },
              ]}
            />
            <Button keys="e" onClick={() => setEdits(true)}>
              {texts.edit}
            </Button>
          </>
        ) : null}
        {mayAdd ? (
          <Button variant="primary" onClick={addFeedback}>
            {texts.addFeedback}
          </Button>
        ) : null}
      </PageHead>
      <div className={styles.columns}>
        <article className={styles.document} aria-label={name}>
          {isGone ? (
            <p role="status" className={styles.bar}>
              {texts.gone}
            </p>
          ) : null}
          <header className={own.who}>
            <span className={own.initial} aria-hidden="true">
              {[...name][0]?.toUpperCase() ?? ''}
            </span>
            <div>
              <h1 dir="auto">
                {name}
                {account.has_internal_flag ? (
                  <IconFlag
                    size={17}
                    stroke={1.75}
                    className={own.flag}
                    role="img"
                    aria-label={texts.flagged}
                    data-tip={texts.flagged}
                  />
                ) : null}
              </h1>
              <p className={styles.quiet}>
                {[
                  account.plan,
                  account.external_created_at === null ? null : texts.since(account.external_created_at),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
                {account.last_active_at === null ? null : (
                  <>
                    {account.plan === null && account.external_created_at === null ? null : ' · '}
                    {texts.lastActiveThen} <RelativeTime value={account.last_active_at} isSentence />
                  </>
                )}
              </p>
            </div>
          </header>
          <RevenueSteps account={account} onEnter={mayWrite ? () => setEdits(true) : null} />
          <AccountIdeas account={account} statuses={statuses} />
          <AccountNotes account={id} mayWrite={mayWrite} />
          <AccountFeedback account={account} />
          <RevenueHistory account={account} />
        </article>
        <AccountAside {...{ account, fields, statuses, people, mayWrite }} />
      </div>
      <AccountDialog opened={edits} onClose={() => setEdits(false)} account={account} />
    </PageFrame>
  );
}
