import { useQuery } from '@tanstack/react-query';
import { hasFeature } from '../../../../../contract/permissions.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import type { IdeasState } from '../list/filters.ts';
import { searchMessages as texts } from './searchMessages.ts';
import styles from './search.module.css';

const offersDocument = graphql(`
  query SearchOffers(
    $q: String!
    $number: ID!
    $isNumber: Boolean!
    $source_ids: [String!]!
    $isId: Boolean!
    $withAccounts: Boolean!
  ) {
    users(q: $q, per_page: 2) {
      records {
        id
        name
        supported_suggestions_count
      }
    }
    external_accounts(q: $q, per_page: 2) @include(if: $withAccounts) {
      records {
        id
        name
      }
    }
    suggestion(id: $number) @include(if: $isNumber) {
      id
      title
    }
    at_source: suggestions(source_id: $source_ids, per_page: 3) @include(if: $isId) {
      records {
        id
        title
      }
    }
    said: suggestions(said: $q, per_page: 1) {
      total_records
      total_is_capped
    }
  }
`);

/** Shorter texts say too little. */
const SHORTEST = 2;

/** A number, with or without a sign before it. */
const NUMBER = /^#?([1-9]\d{0,17})$/;
/** One word with a digit in it, as ids are. */
const ID = /^\S*\d\S*$/;

/**
 * What else a search may mean, above what it found in titles and descriptions: the idea of that number, here or at the
 * source of an import, people and accounts as filters, and ideas whose comments or feedback hold the words. Nothing
 * where there is nothing.
 *
 * @param onFilter narrows the list in place of the search
 */
export function SearchOffers({ q, onFilter }: { q: string; onFilter: (patch: Partial<IdeasState>) => void }) {
  const { authorized_features } = useViewer();
  const text = q.replace(/^[:\s]+/, '').trim();
  const number = NUMBER.exec(text)?.[1] ?? null;
  const variables = {
    q: text,
    number: number ?? '0',
    isNumber: number !== null,
    source_ids: [text.replace(/^#/, '')],
    isId: ID.test(text),
    withAccounts: hasFeature(authorized_features, 'account_insights'),
  };
  const { data } = useQuery({
    queryKey: ['search-offers', variables],
    queryFn: ({ signal }) => request(offersDocument, variables, { signal }),
    enabled: text.length >= SHORTEST || number !== null,
  });
  if (data === undefined) return null;
  const people = data.users.records.filter(
    ({ name, supported_suggestions_count: count }) => name !== '' && count > 0,
  );
  const accounts = data.external_accounts?.records ?? [];
  const numbered = data.suggestion ?? null;
  const atSource = (data.at_source?.records ?? []).filter(({ id }) => id !== numbered?.id);
  const { total_records: said, total_is_capped: isCapped } = data.said;
  if (people.length + accounts.length + atSource.length + said === 0 && numbered === null) return null;
  return (
    <div className={styles.note} role="group" aria-label={texts.offers}>
      {numbered === null ? null : (
        <Link href={ideaAddress(numbered.id)} className={styles.offer}>
          {texts.numbered(numbered.id, numbered.title)}
        </Link>
      )}
      {atSource.map(({ id, title }) => (
        <Link key={id} href={ideaAddress(id)} className={styles.offer}>
          {texts.ofSource(text, title)}
        </Link>
      ))}
      {people.map(({ id, name }) => (
        <Button key={id} variant="text" onClick={() => onFilter({ supporter: [id] })}>
          {texts.voter(name)}
        </Button>
      ))}
      {accounts.map(({ id, name }) => (
        <Button key={id} variant="text" onClick={() => onFilter({ external_account: [id] })}>
          {texts.account(name)}
        </Button>
      ))}
      {said === 0 ? null : (
        <Button variant="text" onClick={() => onFilter({ said: text })}>
          {texts.said(`${formatNumber(said)}${isCapped ? '+' : ''}`, said, text)}
        </Button>
      )}
    </div>
  );
}
