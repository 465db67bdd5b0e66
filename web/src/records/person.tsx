/** People: what a list reads of one, and their fields. */
import type { PeopleListQuery, UserListInput } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { PersonCard } from '../shared/customers/PersonCard.tsx';
import { Avatar } from '../ui/elements/Avatar.tsx';
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
