/** People: what a list reads of one, and their fields. */
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../contract/currency.ts';
import { canRead, canSeeRoadmap, hasFeature, LICENSE_TYPES } from '../../../contract/permissions.ts';
import { ALLOWED_STATES, PERMISSION_STATES, USER_ASSOCIATIONS } from '../../../contract/states.ts';
import type { PeopleListQuery, UserListInput, UsersListQuery } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { request } from '../api/runtime.ts';
import { userAddress } from '../host/addresses.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { PersonCard } from '../shared/customers/PersonCard.tsx';
import { Avatar } from '../ui/elements/Avatar.tsx';
import { RelativeTime, Score } from '../ui/elements/Figures.tsx';
import { Tag } from '../ui/elements/Pills.tsx';
import { loadable } from '../ui/loading/loadable.tsx';
import { formatNumber } from '../ui/text/format.ts';
import { personTexts as texts } from './personTexts.ts';
import styles from './records.module.css';

const peopleDocument = graphql(`
  query PeopleList($query: UserListInput, $page: Int, $per_page: Int) {
    users(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        name
        email_address
        avatar_url
        satisfaction_score
        supported_suggestions_count
        crm_account {
          id
          name
        }
      }
    }
  }
`);

/** Those of some people who are shut out already. @param ids at most a page of them */
export async function blockedAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { users } = await request(peopleDocument, {
    query: { id: [...ids], allowed_state: ['blocked'] },
    per_page: ids.length,
  });
  return new Set(users.records.map(({ id }) => id));
}

type Person = PeopleListQuery['users']['records'][number];

const personFields = fieldsOf<Person, UserListInput>({
  name: {
    label: texts.fields.name,
    widthPx: 240,
    sortKey: 'name',
    cell: ({ id, name, avatar_url, satisfaction_score }) => (
      <span className={styles.named}>
        <Avatar name={name} src={avatar_url} satisfactionScore={satisfaction_score} sizePx={28} decorative />
        <PersonCard id={id} name={name === '' ? texts.someone : name} />
      </span>
    ),
  },
  email_address: {
    label: texts.fields.email,
    widthPx: 240,
    sortKey: 'email_address',
    cell: ({ email_address }) => email_address,
  },
  account: {
    label: texts.fields.account,
    widthPx: 180,
    filter: { kind: 'records', by: 'external_account', records: 'accounts' },
    cell: ({ crm_account }) => crm_account?.name ?? null,
  },
  supported_suggestions_count: {
    label: texts.fields.ideas,
    widthPx: 140,
    align: 'end',
    sortKey: 'supported_suggestions_count',
    sortsDescendingFirst: true,
    cell: ({ supported_suggestions_count }) => formatNumber(supported_suggestions_count),
  },
});

/** People who are shut out, by name. */
export const blockedPeopleList = defineList({
  name: 'blocked_people',
  what: texts.blocked,
  document: peopleDocument,
  read: ({ users }) => users,
  fields: personFields,
  nameOf: ({ name }) => name,
  isSearched: true,
  sort: 'name',
});

const usersDocument = graphql(`
  query UsersList($query: UserListInput, $page: Int, $per_page: Int) {
    users(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        name
        email_address
        avatar_url
        satisfaction_score
        supported_suggestions_count
        job_title
        allowed_state
        license_type
        permission_state
        city
        region
        country
        guid
        is_subscribed
        email_confirmed
        comment_notifications
        status_notifications
        last_login
        last_ip
        created_at
        updated_at
        crm_account {
          id
          name
          mrr
        }
      }
    }
  }
`);

type User = UsersListQuery['users']['records'][number];

/** A column of words that few look for. */
const word = (label: string, of: (user: User) => string | null, sortKey: string, widthPx = 130) => ({
  label,
  widthPx,
  hidden: true,
  sortKey,
  cell: of,
});

/** A column of yes and no. */
const flag = (label: string, of: (user: User) => boolean, sortKey: string) => ({
  label,
  hidden: true,
  sortKey,
  cell: (user: User): ReactNode => (of(user) ? texts.yes : texts.no),
});

/** A column of dates, the newest first. */
const date = (label: string, of: (user: User) => string | null, sortKey: string) => ({
  label,
  widthPx: 130,
  sortKey,
  sortsDescendingFirst: true,
  cell: (user: User): ReactNode => {
    const at = of(user);
    return at === null ? <span className={styles.quiet}>{texts.never}</span> : <RelativeTime value={at} />;
  },
});

const userFields = fieldsOf<User, UserListInput>({
  name: {
    label: texts.fields.name,
    widthPx: 240,
    sortKey: 'name',
    cell: ({ name, avatar_url, satisfaction_score, allowed_state }) => (
      <span className={styles.named} data-blocked={allowed_state === 'blocked' || undefined}>
        <Avatar name={name} src={avatar_url} satisfactionScore={satisfaction_score} sizePx={28} decorative />
        <span className={styles.cut} title={name}>
          {name === '' ? texts.someone : name}
        </span>
        {allowed_state === 'blocked' ? <Tag>{texts.states.blocked}</Tag> : null}
      </span>
    ),
  },
  email_address: {
    label: texts.fields.email,
    widthPx: 230,
    sortKey: 'email_address',
    filter: { kind: 'typed', by: 'email_address', one: true },
    cell: ({ email_address }) => email_address,
  },
  job_title: {
    ...word(texts.fields.jobTitle, ({ job_title }) => job_title, 'job_title', 170),
    hidden: false,
  },
  account: {
    label: texts.fields.account,
    widthPx: 190,
    sortKey: 'crm_account',
    filter: { kind: 'records', by: 'external_account', records: 'accounts' },
    cell: ({ crm_account }) => crm_account?.name ?? null,
  },
  mrr: {
    label: texts.fields.mrr,
    widthPx: 90,
    align: 'end',
    needs: ({ authorized_features }) => hasFeature(authorized_features, 'account_insights'),
    cell: ({ crm_account }) => ((crm_account?.mrr ?? null) === null ? null : shortCurrency(crm_account?.mrr)),
  },
  supported_suggestions_count: {
    label: texts.fields.ideas,
    widthPx: 140,
    align: 'end',
    sortKey: 'supported_suggestions_count',
    sortsDescendingFirst: true,
    cell: ({ supported_suggestions_count }) => formatNumber(supported_suggestions_count),
  },
  satisfaction_score: {
    label: texts.fields.score,
    widthPx: 84,
    align: 'end',
    sortKey: 'satisfaction_score',
    sortsDescendingFirst: true,
    cell: ({ satisfaction_score }) =>
      satisfaction_score === null ? null : <Score value={satisfaction_score} />,
  },
  last_login: date(texts.fields.lastLogin, ({ last_login }) => last_login, 'last_login'),
  suggestion: {
    label: texts.fields.idea,
    filter: { kind: 'records', by: 'suggestion', records: 'ideas' },
  },
  feature: {
    label: texts.fields.feature,
    needs: canSeeRoadmap,
    filter: { kind: 'records', by: 'feature', records: 'features' },
  },
  association: {
    label: texts.fields.association,
    filter: {
      kind: 'words',
      by: 'association',
      choices: USER_ASSOCIATIONS.map((value) => ({ value, label: texts.associations[value] })),
    },
  },
  allowed_state: {
    ...word(
      texts.fields.state,
      ({ allowed_state }) => (allowed_state === 'blocked' ? texts.states.blocked : texts.states.allowed),
      'allowed_state',
      100,
    ),
    filter: {
      kind: 'words',
      by: 'allowed_state',
      choices: ALLOWED_STATES.map((value) => ({ value, label: texts.states[value] })),
    },
  },
  license_type: {
    ...word(
      texts.fields.license,
      ({ license_type }) => (texts.licenses as Record<string, string>)[license_type] ?? license_type,
      'license_type',
    ),
    filter: {
      kind: 'words',
      by: 'license_type',
      choices: LICENSE_TYPES.map((value) => ({ value, label: texts.licenses[value] })),
    },
  },
  permission_state: {
    ...word(
      texts.fields.permission,
      ({ permission_state }) =>
        (texts.permissions as Record<string, string>)[permission_state] ?? permission_state,
      'permission_state',
      100,
    ),
    filter: {
      kind: 'words',
      by: 'permission_state',
      choices: PERMISSION_STATES.map((value) => ({ value, label: texts.permissions[value] })),
    },
  },
  subscribed: {
    ...flag(texts.fields.gets, ({ is_subscribed }) => is_subscribed, 'is_subscribed'),
    filter: { kind: 'flag', by: 'subscribed' },
  },
  comment_notifications: flag(
    texts.fields.comments,
    ({ comment_notifications }) => comment_notifications,
    'comment_notifications',
  ),
  status_notifications: flag(
    texts.fields.statuses,
    ({ status_notifications }) => status_notifications,
    'status_notifications',
  ),
  email_confirmed: flag(texts.fields.confirmed, ({ email_confirmed }) => email_confirmed, 'email_confirmed'),
  city: word(texts.fields.city, ({ city }) => city, 'city'),
  region: word(texts.fields.region, ({ region }) => region, 'region'),
  country: word(texts.fields.country, ({ country }) => country, 'country'),
  guid: word(texts.fields.guid, ({ guid }) => guid, 'guid'),
  last_ip: {
    label: texts.fields.lastIp,
    widthPx: 130,
    hidden: true,
    needs: ({ permissions }) => canRead(permissions, 'settings'),
    cell: ({ last_ip }) => last_ip,
  },
  created_at: { ...date(texts.fields.added, ({ created_at }) => created_at, 'created_at'), hidden: true },
  updated_at: { ...date(texts.fields.changed, ({ updated_at }) => updated_at, 'updated_at'), hidden: true },
});

const UserLine = loadable(async () => (await import('./expressionLines.tsx')).UserExpressionLine);

/** Everybody who is known, by name. */
export const usersList = defineList({
  name: 'users',
  what: texts.what,
  document: usersDocument,
  read: ({ users }) => users,
  fields: userFields,
  nameOf: ({ name }) => (name === '' ? texts.someone : name),
  address: ({ id }) => userAddress(id),
  isSearched: true,
  expression: UserLine,
  sort: 'name',
});
