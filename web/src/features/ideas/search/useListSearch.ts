import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RefObject } from 'react';
import type { SuggestionFilter, SuggestionListInput } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import type { HitLength } from '../../../ui/text/marks.ts';
import { formatNumber, formatTotal } from '../../../ui/text/format.ts';
import { useHits } from './Hits.tsx';
import { ideasMessages as texts } from '../list/messages.ts';
import { useSearchKeys } from './useSearchKeys.ts';

const allDocument = graphql(`
  query IdeasBesideSearch($query: SuggestionListInput) {
    suggestions(query: $query, per_page: 1) {
      total_records
      total_is_capped
    }
  }
`);

/** A search that was answered. */
export interface AnsweredSearch {
  /** As it was typed. */
  text: string;
  /** As the server got it. */
  q: string;
  /** The filters beside it. */
  filter: SuggestionFilter;
}

const NO_EXTENSIONS: readonly { word: string; near: readonly string[] }[] = [];

/**
 * What the list needs of its search.
 *
 * @param asked.text as it was typed, asked.q as the server gets it; '': nothing is searched for
 * @param asked.query all that the list asks
 * @param answer the rows' answer; undefined: none yet
 * @param isCurrent it is the answer to what is asked now
 */
export function useListSearch(
  asked: { text: string; q: string; query: SuggestionListInput },
  answer:
    | {
        total_records: number;
        records: readonly unknown[];
        search_extensions: readonly { word: string; near: readonly string[] }[];
      }
    | undefined,
  isCurrent: boolean,
): {
  field: RefObject<HTMLInputElement | null>;
  onResults: (text: string, key: 'enter' | 'down') => void;
  takesFocus: boolean;
  hits: HitLength | null;
  extensions: readonly { word: string; near: readonly string[] }[];
  /** The search that found nothing, while it is shown; null: something was found, or nothing is searched for. */
  nothing: AnsweredSearch | null;
  /** How many ideas are searched, as it is shown; null: not known yet. */
  all: string | null;
  /** How many were found of how many; null while that is not known, and without a search. */
  ofAll: (found: number | string | null) => number | string | null;
} {
  const { text, q, query } = asked;
  const isSearched = q !== '';
  const { q: _q, sort: _sort, ...filter } = query;
  // stays while another text is on its way, as the rows do
  const [answered, setAnswered] = useState<AnsweredSearch | null>(null);
  if (isCurrent && (answered?.q !== q || JSON.stringify(answered.filter) !== JSON.stringify(filter)))
    setAnswered({ text, q, filter: filter as SuggestionFilter });
  const keys = useSearchKeys(q, isCurrent ? text : null);
  const extensions = isSearched ? (answer?.search_extensions ?? NO_EXTENSIONS) : NO_EXTENSIONS;
  const hits = useHits(
    q,
    extensions.flatMap(({ near }) => near),
  );
  const everything = useQuery({
    queryKey: ['ideas-beside-search', filter],
    queryFn: ({ signal }) => request(allDocument, { query: filter }, { signal }),
    enabled: isSearched,
  }).data?.suggestions;
  const all =
    everything === undefined
      ? null
      : everything.total_is_capped
        ? `${formatNumber(everything.total_records - 1)}+`
        : formatNumber(everything.total_records);
  const isNothing = isSearched && answer?.records.length === 0 && answer.total_records === 0;
  return {
    ...keys,
    hits,
    extensions,
    nothing: isNothing && answered !== null && answered.q !== '' ? answered : null,
    all,
    ofAll: (found) =>
      !isSearched || found === null || all === null ? found : texts.of(formatTotal(found), all),
  };
}
