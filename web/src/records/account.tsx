/** Accounts: what a list reads of one, and their fields. */
import { IconFlag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../contract/currency.ts';
import { canSeeRoadmap, hasFeature } from '../../../contract/permissions.ts';
import type { Rights } from '../../../contract/permissions.ts';
import type { AccountListQuery, ExternalAccountListInput } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { accountAddress } from '../host/addresses.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { LastActive, Nps, RelativeTime } from '../ui/elements/Figures.tsx';
import { loadable } from '../ui/loading/loadable.tsx';
import { formatNumber } from '../ui/text/format.ts';
import { accountTexts as texts } from './accountTexts.ts';
import styles from './records.module.css';

const accountsDocument = graphql(`
  query AccountList($query: ExternalAccountListInput, $page: Int, $per_page: Int) {
    external_accounts(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        name
        plan
        mrr
        revenue
        ltv
        nps
        users_count
        supported_ideas_count
        requests_count
        has_internal_flag
        won_at
        lost_at
        last_active_at
        external_created_at
        external_id
        created_at
        updated_at
      }
    }
  }
`);

type Account = AccountListQuery['external_accounts']['records'][number];

/** Whoever sees revenue (DEC-057). */
const seesMoney = (rights: Rights): boolean => hasFeature(rights.authorized_features, 'account_insights');

/** A column of dates, the newest first. */
const date = (label: string, of: (account: Account) => string | null, sortKey?: string) => ({
  label,
  widthPx: 120,
  hidden: true,
  ...(sortKey === undefined ? {} : { sortKey, sortsDescendingFirst: true }),
  cell: (account: Account): ReactNode => {
    const at = of(account);
    return at === null ? null : <RelativeTime value={at} />;
  },
});

/** A column of numbers, the largest first. */
const number = (label: string, sortKey: string, of: (account: Account) => number) => ({
  label,
  widthPx: 88,
  align: 'end' as const,
  sortKey,
  sortsDescendingFirst: true,
  cell: (account: Account): ReactNode => formatNumber(of(account)),
});

/** A column of money, for those who may see it. */
const money = (label: string, sortKey: string, of: (account: Account) => number | null) => ({
  label,
  widthPx: 104,
  align: 'end' as const,
  sortKey,
  sortsDescendingFirst: true,
  needs: seesMoney,
  cell: (account: Account): ReactNode => {
    const amount = of(account);
    return amount === null ? null : shortCurrency(amount);
  },
});

const accountFields = fieldsOf<Account, ExternalAccountListInput>({
  name: {
    label: texts.fields.name,
    widthPx: 280,
    sortKey: 'name',
    cell: ({ name, has_internal_flag }) => (
      <span className={styles.named}>
        <span className={styles.initial} aria-hidden="true">
          {[...name][0]?.toUpperCase() ?? ''}
        </span>
        <span className={styles.cut} title={name}>
          {name}
        </span>
        {has_internal_flag ? (
          <IconFlag
            size={15}
            stroke={1.75}
            className={styles.flag}
            role="img"
            aria-label={texts.flagged}
            data-tip={texts.flagged}
          />
        ) : null}
      </span>
    ),
  },
  plan: {
    label: texts.fields.plan,
    widthPx: 120,
    sortKey: 'plan',
    filter: { kind: 'typed', by: 'plan' },
    cell: ({ plan }) => plan,
  },
  mrr: money(texts.fields.mrr, 'mrr', ({ mrr }) => mrr),
  revenue: {
    ...money(texts.fields.revenue, 'revenue', ({ revenue }) => revenue),
    hidden: true,
    widthPx: 132,
  },
  ltv: money(texts.fields.ltv, 'ltv', ({ ltv }) => ltv),
  nps: {
    label: texts.fields.nps,
    widthPx: 76,
    align: 'end',
    sortKey: 'nps',
    sortsDescendingFirst: true,
    cell: ({ nps }) => (nps === null ? null : <Nps value={nps} />),
  },
  users_count: number(texts.fields.people, 'users_count', ({ users_count }) => users_count),
  supported_ideas_count: number(
    texts.fields.ideas,
    'supported_ideas_count',
    ({ supported_ideas_count }) => supported_ideas_count,
  ),
  requests_count: {
    ...number(texts.fields.feedback, 'requests_count', ({ requests_count }) => requests_count),
    widthPx: 104,
  },
  last_active_at: {
    label: texts.fields.lastActive,
    widthPx: 130,
    sortKey: 'last_active_at',
    sortsDescendingFirst: true,
    cell: ({ last_active_at }) => <LastActive at={last_active_at} />,
  },
  suggestion: {
    label: texts.fields.idea,
    filter: { kind: 'records', by: 'suggestion', records: 'ideas' },
  },
  feature: {
    label: texts.fields.feature,
    needs: canSeeRoadmap,
    filter: { kind: 'records', by: 'feature', records: 'features' },
  },
  has_internal_flag: {
    label: texts.fields.flag,
    filter: { kind: 'flag', by: 'has_internal_flag', yes: texts.flagYes, no: texts.flagNo },
  },
  lost_at: {
    ...date(texts.fields.lost, ({ lost_at }) => lost_at),
    needs: seesMoney,
    filter: { kind: 'flag', by: 'lost', yes: texts.lost, no: texts.notLost },
  },
  won_at: { ...date(texts.fields.won, ({ won_at }) => won_at), needs: seesMoney },
  external_created_at: {
    ...date(texts.fields.since, ({ external_created_at }) => external_created_at, 'external_created_at'),
    widthPx: 150,
  },
  external_id: {
    label: texts.fields.externalId,
    widthPx: 160,
    hidden: true,
    sortKey: 'external_id',
    filter: { kind: 'typed', by: 'external_id' },
    cell: ({ external_id }) => external_id,
  },
  created_at: date(texts.fields.added, ({ created_at }) => created_at, 'created_at'),
  updated_at: date(texts.fields.changed, ({ updated_at }) => updated_at, 'updated_at'),
});

const AccountLine = loadable(async () => (await import('./expressionLines.tsx')).AccountExpressionLine);

/** The accounts of the workspace, those that pay most first. */
export const accountsList = defineList({
  name: 'accounts',
  what: texts.what,
  document: accountsDocument,
  read: ({ external_accounts }) => external_accounts,
  fields: accountFields,
  nameOf: ({ name }) => name,
  address: ({ id }) => accountAddress(id),
  isSearched: true,
  expression: AccountLine,
  sort: '-revenue',
});
