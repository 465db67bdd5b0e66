import { IconUserPlus, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../../../contract/currency.ts';
import { paging } from '../../../../../contract/limits.ts';
import { canWrite, hasFeature } from '../../../../../contract/permissions.ts';
import { ApiError } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { nameOf } from '../../../shared/pickers/people.ts';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { formatNumber, formatPercent } from '../../../ui/text/format.ts';
import { DelayedSkeleton, ProgressLine, Skeleton } from '../../../ui/loading/loading.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { removeVoterDocument, restoreVoterDocument, subscribeVoterDocument } from './calls.ts';
import { detailsMessages } from './messages.ts';
import { votersMessages } from './votersMessages.ts';
import { AccountLink } from '../../../shared/customers/AccountLink.tsx';
import { customersMessages } from '../../../shared/customers/customersMessages.ts';
import { ShareBar } from '../../../shared/customers/TopAccounts.tsx';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { useIdeaAccounts, useIdeaVoters } from './queries.ts';
import type { Idea, VoterOrder } from './queries.ts';
import { SubscribeAll } from '../../../shared/ideas/SubscribeAll.tsx';
import { SelectField, Switch } from '../../../ui/fields/fields.tsx';
import { useToasts } from '../../../ui/toasts/Toasts.tsx';
import a11y from '../../../ui/a11y.module.css';
import styles from './details.module.css';

const texts = votersMessages.voters;

/** Page and search of a tab, kept behind the hash. */
export type ListState = { q: string; page: number; per_page: number; order: VoterOrder };

type TabProps = { idea: Idea; state: ListState; onState: (patch: Partial<ListState>) => void };

/** Who votes for the idea, by revenue or latest first; can be searched, added to and taken from. */
export function Voters({ idea, state, onState }: TabProps) {
  const viewer = useViewer();
  const toasts = useToasts();
  const seesRevenue = hasFeature(viewer.authorized_features, 'account_insights');
  const order = seesRevenue ? state.order : 'newest';
  const voters = useIdeaVoters(idea.id, state.q, state.page, state.per_page, order);
  const isTooLarge = voters.error instanceof ApiError && voters.error.reason === 'slow_sort';
  useEffect(() => {
    if (!isTooLarge) return;
    toasts.info(texts.tooLarge);
    onState({ order: 'newest', page: 1 });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said once for the refusal
  }, [isTooLarge]);
  const list = voters.data?.supporters;
  const mayWrite = canWrite(viewer.permissions, 'feedback') && idea.state !== 'merged';

  const remove = useCommand(
    ({ user }: { user: string; name: string }) => request(removeVoterDocument, { suggestion: idea.id, user }),
    {
      done: (_answer, { name }) => texts.removed(name),
      failed: texts.removeFailed,
      undo: (_answer, { user, name }) => ({
        send: () => request(restoreVoterDocument, { suggestion: idea.id, user }),
        done: texts.back(name),
        failed: texts.backFailed,
      }),
    },
  );

  return (
    <div className={styles.listTab}>
      <div className={styles.listBar}>
        <SearchField
          label={texts.search}
          value={state.q}
          keys={null}
          onChange={(q) => onState({ q, page: 1 })}
        />
        {seesRevenue ? (
          <SelectField
            label={texts.order}
            hideLabel
            size="bar"
            value={order}
            onChange={(next) => onState({ order: next, page: 1 })}
            options={[
              { value: 'newest', label: texts.orders.newest },
              { value: 'revenue', label: texts.orders.revenue },
            ]}
          />
        ) : null}
        <span className={styles.space} />
        {mayWrite && list?.records.some(({ subscribed }) => !subscribed) === true ? (
          <SubscribeAll ideaId={idea.id} />
        ) : null}
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
                        <span className={styles.cut}>
                          <AccountLink account={account} isPlain />
                        </span>
                        {seesRevenue && account.mrr !== null && account.mrr > 0 ? (
                          <span className={styles.meta} data-tip={customersMessages.mrrTip}>
                            {customersMessages.perMonth(shortCurrency(account.mrr))}
                          </span>
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
                    {mayWrite ? (
                      <Subscribed ideaId={idea.id} user={voter.id} name={name} value={voter.subscribed} />
                    ) : voter.subscribed ? (
                      texts.follows
                    ) : (
                      texts.followsNot
                    )}
                  </td>
                  {mayWrite ? (
                    <td className={styles.actionColumn}>
                      <IconButton
                        label={texts.remove(name)}
                        variant="plain"
                        size="small"
                        onClick={() => void remove.run({ user: voter.id, name })}
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
        {list?.records.some(({ user }) => (user?.satisfaction_score ?? null) !== null) === true ? (
          <RingLegend />
        ) : null}
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

/** Whether a voter gets email about the idea. */
function Subscribed({
  ideaId,
  user,
  name,
  value,
}: {
  ideaId: string;
  user: string;
  name: string;
  value: boolean;
}) {
  // what was chosen and is not read again yet
  const [chosen, setChosen] = useState<boolean | null>(null);
  const subscribe = useCommand(subscribeVoterDocument, {
    done: (_answer, { subscribe: isOn }) => (isOn ? texts.subscribed(name) : texts.unsubscribed(name)),
    failed: texts.subscribeFailed,
    onFailed: () => setChosen(null),
  });
  useEffect(() => setChosen(null), [value]);
  return (
    <Switch
      aria-label={texts.subscribedOf(name)}
      checked={chosen ?? value}
      onChange={(isOn) => {
        setChosen(isOn);
        void subscribe.run({ id: ideaId, user, subscribe: isOn });
      }}
    />
  );
}

/** What the rings around pictures mean. */
function RingLegend() {
  return (
    <p className={styles.legend}>
      {texts.rings}
      {(['promoter', 'neutral', 'detractor'] as const).map((band) => (
        <span key={band} className={styles.ring} data-band={band}>
          {texts.ring[band]}
        </span>
      ))}
    </p>
  );
}

/** The accounts whose people vote for the idea, most revenue first. */
export function Accounts({ idea, state, onState }: TabProps) {
  const { authorized_features } = useViewer();
  const accounts = useIdeaAccounts(idea.id, state.page, state.per_page);
  const list = accounts.data?.external_accounts;
  const seesRevenue = hasFeature(authorized_features, 'account_insights');
  const words = votersMessages.accounts;
  // the first page begins with the largest
  const [largestSeen, setLargestSeen] = useState(0);
  const largest = Math.max(largestSeen, ...(list?.records ?? []).map(({ revenue }) => revenue ?? 0));
  useEffect(() => setLargestSeen(largest), [largest]);
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
                <th scope="col" data-align="end" data-tip={detailsMessages.aside.revenueTip}>
                  {words.revenue}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {list?.records.map((account) => (
              <tr key={account.id}>
                <td className={styles.barCell}>
                  {seesRevenue ? <ShareBar amount={account.revenue} largest={largest} /> : null}
                  <span className={styles.cutStrong}>
                    <AccountLink account={account} isPlain />
                  </span>
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
                {seesRevenue ? (
                  <td
                    data-align="end"
                    data-tip={
                      (idea.supporter_revenue ?? 0) > 0 && account.revenue !== null
                        ? customersMessages.shareOfIdea(
                            formatPercent(account.revenue / (idea.supporter_revenue ?? 1)),
                          )
                        : undefined
                    }
                  >
                    {shortCurrency(account.revenue)}
                  </td>
                ) : null}
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
