import { IconUserPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../../../contract/currency.ts';
import { paging } from '../../../../../contract/limits.ts';
import { canWrite, hasFeature } from '../../../../../contract/permissions.ts';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { nameOf } from '../../../pickers/people.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { RelativeTime } from '../../../ui/Figures.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { DelayedSkeleton, ProgressLine, Skeleton } from '../../../ui/loading.tsx';
import { openModal } from '../../../ui/modals.ts';
import { Pagination } from '../../../ui/Pagination.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useToasts } from '../../../ui/Toasts.tsx';
import { removeVoterDocument, restoreVoterDocument } from './calls.ts';
import { detailsMessages } from './messages.ts';
import { PersonCard } from './person.tsx';
import { useIdeaAccounts, useIdeaVoters } from './queries.ts';
import type { Idea, Voter } from './queries.ts';
import a11y from '../../../ui/a11y.module.css';
import styles from './details.module.css';

const texts = detailsMessages.voters;

/** Page and search of a tab, kept behind the hash. */
export type ListState = { q: string; page: number; per_page: number };

type TabProps = { idea: Idea; state: ListState; onState: (patch: Partial<ListState>) => void };

/** Who votes for the idea, latest first; can be searched, added to and taken from. */
export function Voters({ idea, state, onState }: TabProps) {
  const viewer = useViewer();
  const toasts = useToasts();
  const voters = useIdeaVoters(idea.id, state.q, state.page, state.per_page);
  const list = voters.data?.supporters;
  const mayWrite = canWrite(viewer.permissions, 'feedback') && idea.state !== 'merged';
  const seesRevenue = hasFeature(viewer.authorized_features, 'account_insights');

  const remove = (voter: Voter, name: string): void => {
    const { id: user } = voter;
    request(removeVoterDocument, { suggestion: idea.id, user })
      .then(() =>
        toasts.success(texts.removed(name), {
          onUndo: () => {
            request(restoreVoterDocument, { suggestion: idea.id, user })
              .then(() => toasts.success(texts.back(name)))
              .catch((error: unknown) => toasts.error(texts.backFailed(messageOf(error))));
          },
        }),
      )
      .catch((error: unknown) => toasts.error(texts.removeFailed(messageOf(error))));
  };

  return (
    <div className={styles.listTab}>
      <div className={styles.listBar}>
        <SearchField
          label={texts.search}
          value={state.q}
          keys={null}
          onChange={(q) => onState({ q, page: 1 })}
        />
        <span className={styles.space} />
        {mayWrite ? (
          <Button
            icon={<IconUserPlus size={14} stroke={1.75} aria-hidden="true" />}
            keys="v"
            onClick={() => openModal('addVoter', { suggestion_id: idea.id })}
          >
            {texts.add}
          </Button>
        ) : null}
      </div>
      <ListBody
        query={voters}
        what={texts.what}
        isEmpty={list?.records.length === 0}
        empty={state.q === '' ? texts.empty : texts.emptySearch(state.q)}
      >
        <table className={styles.table} aria-label={texts.label}>
          <thead>
            <tr>
              <th scope="col">{texts.voter}</th>
              <th scope="col">{texts.account}</th>
              <th scope="col" className={styles.sinceColumn}>
                {texts.since}
              </th>
              <th scope="col" className={styles.followsColumn}>
                {texts.subscription}
              </th>
              {mayWrite ? (
                <th scope="col" className={styles.actionColumn}>
                  <span className={a11y.hidden}>{detailsMessages.more}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {list?.records.map((voter) => {
              const { user } = voter;
              const name = user === null ? texts.unnamed : nameOf(user) || texts.unnamed;
              const account = user?.crm_account ?? null;
              return (
                <tr key={voter.id}>
                  <td>
                    <span className={styles.voter}>
                      <Avatar
                        name={user?.name ?? null}
                        src={user?.avatar_url ?? null}
                        sizePx={28}
                        satisfactionScore={user?.satisfaction_score ?? null}
                        decorative
                      />
                      <span className={styles.twoLines}>
                        {user === null ? (
                          <span className={styles.cutStrong}>{name}</span>
                        ) : (
                          <PersonCard id={user.id} name={name} />
                        )}
                        <span className={styles.meta}>
                          {[
                            user?.email_address ?? texts.noEmail,
                            ...(voter.votes > 1 ? [texts.votes(voter.votes)] : []),
                          ].join(' · ')}
                        </span>
                      </span>
                    </span>
                  </td>
                  <td>
                    {account === null ? null : (
                      <span className={styles.twoLines}>
                        <span className={styles.cut}>{account.name}</span>
                        {seesRevenue && account.revenue !== null ? (
                          <span className={styles.meta}>{shortCurrency(account.revenue)}</span>
                        ) : null}
                      </span>
                    )}
                  </td>
                  <td className={styles.quiet}>
                    <RelativeTime
                      value={voter.created_at}
                      whenNull={<span data-tip={detailsMessages.feed.undatedTip}>{texts.undated}</span>}
                    />
                  </td>
                  <td className={voter.subscribed ? undefined : styles.quiet}>
                    {voter.subscribed ? texts.follows : texts.followsNot}
                  </td>
                  {mayWrite ? (
                    <td className={styles.actionColumn}>
                      <IconButton
                        label={texts.remove(name)}
                        variant="plain"
                        size="small"
                        onClick={() => remove(voter, name)}
                      >
                        <IconX size={15} stroke={1.75} aria-hidden="true" />
                      </IconButton>
                    </td>
                  ) : null}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ListBody>
      <Pages
        state={state}
        onState={onState}
        rowCount={list?.records.length}
        total={list?.total_records ?? null}
      />
    </div>
  );
}

/** The accounts whose people vote for the idea, most revenue first. */
export function Accounts({ idea, state, onState }: TabProps) {
  const { authorized_features } = useViewer();
  const accounts = useIdeaAccounts(idea.id, state.page, state.per_page);
  const list = accounts.data?.external_accounts;
  const seesRevenue = hasFeature(authorized_features, 'account_insights');
  const words = detailsMessages.accounts;
  return (
    <div className={styles.listTab}>
      <ListBody query={accounts} what={words.what} isEmpty={list?.records.length === 0} empty={words.empty}>
        <table className={styles.table} aria-label={words.label}>
          <thead>
            <tr>
              <th scope="col">{words.account}</th>
              <th scope="col">{words.plan}</th>
              <th scope="col" data-align="end">
                {words.voters}
              </th>
              {seesRevenue ? (
                <th scope="col" data-align="end">
                  {words.revenue}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {list?.records.map((account) => (
              <tr key={account.id}>
                <td>
                  <span className={styles.cutStrong}>{account.name}</span>
                </td>
                <td className={styles.quiet}>{account.plan}</td>
                <td data-align="end">
                  {account.supporters_count === null
                    ? null
                    : words.votersOf(
                        formatNumber(account.supporters_count),
                        formatNumber(account.users_count),
                      )}
                </td>
                {seesRevenue ? <td data-align="end">{shortCurrency(account.revenue)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </ListBody>
      <Pages
        state={state}
        onState={onState}
        rowCount={list?.records.length}
        total={list?.total_records ?? null}
      />
    </div>
  );
}

/** What stands in place of a list while there is none, and the line above one that is read again. */
function ListBody({
  query,
  what,
  isEmpty,
  empty,
  children,
}: {
  query: {
    isPending: boolean;
    isError: boolean;
    isFetching: boolean;
    data: unknown;
    refetch: () => Promise<unknown>;
  };
  what: string;
  isEmpty: boolean;
  empty: string;
  children: ReactNode;
}) {
  if (query.isPending) {
    return (
      <DelayedSkeleton>
        <div className={styles.listSkeleton}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height={28} radius={8} width={`${88 - ((index * 17) % 30)}%`} />
          ))}
        </div>
      </DelayedSkeleton>
    );
  }
  if (query.isError && query.data === undefined)
    return <ErrorState what={what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  if (isEmpty) return <EmptyState title={empty} />;
  return (
    <div className={styles.tableFrame}>
      <ProgressLine active={query.isFetching} />
      {children}
    </div>
  );
}

/** The bar below a list; left out while everything is on one page. */
function Pages({
  state,
  onState,
  rowCount,
  total,
}: {
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
  rowCount: number | undefined;
  total: number | null;
}) {
  if (state.page === 1 && (total === null || total <= Math.min(state.per_page, paging.defaultPageSize)))
    return null;
  return (
    <Pagination
      page={state.page}
      perPage={state.per_page}
      rowCount={rowCount}
      total={total}
      onPageChange={(page) => onState({ page })}
      onPerPageChange={(per_page) => onState({ per_page, page: 1 })}
    />
  );
}
