/** Ideas for the pickers: search, likely duplicates, preview, quick create. */
import { useQuery } from '@tanstack/react-query';
import { paging, textLimits, timing } from '../../../../contract/limits.ts';
import { searchText } from '../../../../contract/permissions.ts';
import { firstCharacters, oneLine } from '../../../../contract/text_cut.ts';
import { graphql } from '../../api/graphql.ts';
import type { IdeaPreviewQuery, IdeaSummaryFragment } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { useDebounced } from '../pickers/useDebounced.ts';

/** An idea as a picker holds and shows it. */
export type IdeaSummary = IdeaSummaryFragment;

/** Closed: the field alone. Link and create: the two tabs of the dialog over it (STATE-028). */
export type IdeaPickerMode = 'closed' | 'link' | 'create';

/** What pickers read of an idea. */
export const ideaSummaryFragment = graphql(`
  fragment IdeaSummary on Suggestion {
    id
    title
    excerpt
    votes_count
    supporter_revenue
    status {
      id
      name
      hex_color
    }
    forum {
      id
      name
    }
  }
`);

const searchIdeasDocument = graphql(`
  query SearchIdeas($q: String, $sort: String, $perPage: Int) {
    suggestions(q: $q, sort: $sort, perPage: $perPage) {
      records {
        ...IdeaSummary
      }
    }
  }
`);

const ideaPreviewDocument = graphql(`
  query IdeaPreview($id: ID!) {
    suggestion(id: $id) {
      ...IdeaSummary
      body
      body_mime_type
      state
      created_at
      comments_count
      requests_count
      supporting_accounts_count
      category {
        id
        name
      }
      labels {
        id
        full_name
      }
      created_by {
        id
        name
        email_address
        avatar_url
        satisfaction_score
      }
    }
  }
`);

/** An idea with what its preview shows besides. */
export type IdeaPreview = NonNullable<IdeaPreviewQuery['suggestion']>;

/** One idea for a card or preview; `id` null asks for nothing. */
export function useIdeaPreview(id: string | null) {
  return useQuery({
    queryKey: ['idea-preview', id],
    queryFn: ({ signal }) => request(ideaPreviewDocument, { id: id ?? '' }, { signal }),
    enabled: id !== null,
    meta: id === null ? {} : { record: { entity: 'suggestion', id } },
  });
}

/** What the list of a search shows: hits of what was typed, likely duplicates of a text, or what was active last. */
export type IdeaSearchKind = 'typed' | 'likely' | 'recent';

/** How far a search has come. `ideas` stay those of the search before until new ones are there. */
export type IdeaSearch = {
  kind: IdeaSearchKind;
  /** The text that `ideas` answer to, as it was typed. */
  query: string;
  ideas: readonly IdeaSummary[];
  status: 'ready' | 'loading' | 'error';
  /** The server may hold more than the 20 that were asked for. */
  mayHaveMore: boolean;
  retry: () => void;
};

/** Fewer letters than this say too little to look for duplicates. */
const DUPLICATE_MIN_CHARACTERS = 8;

/**
 * Searches ideas while one types: 300 ms after the last key, 20 by relevance (CONST-007, CONST-032).
 * As long as nothing is typed the likeliest duplicates of `about` come, such as the text of a feedback.
 *
 * @param typed what stands in the search field; '' asks for `about`
 * @param about text that the idea is looked for; too short or '' gives what was active last
 * @param enabled false asks for nothing
 * @param only 'duplicates': nothing is asked for without a text that says enough
 */
export function useIdeaSearch(
  typed: string,
  about: string,
  { enabled = true, only }: { enabled?: boolean; only?: 'duplicates' } = {},
): IdeaSearch {
  const { authorized_features } = useViewer();
  const text = searchText(oneLine(typed), authorized_features);
  const duplicates = duplicateText(about);
  const wanted = text !== '' ? text : duplicates;
  const kind: IdeaSearchKind = text !== '' ? 'typed' : duplicates !== '' ? 'likely' : 'recent';
  const settled = useDebounced(wanted, timing.ideaSearchDebounceMs);
  const q = firstCharacters(settled, textLimits.searchCharacters);
  const sort = q === '' ? '-last_activity_at' : text !== '' ? paging.ideaSearchSort : paging.ideaLikenessSort;
  const isAsking = enabled && (only !== 'duplicates' || q !== '');
  const result = useQuery({
    queryKey: ['idea-search', q, sort],
    queryFn: ({ signal }) =>
      request(
        searchIdeasDocument,
        { q: q === '' ? null : q, sort, perPage: paging.ideaSearchPageSize },
        { signal },
      ),
    enabled: isAsking,
    placeholderData: (before) => before,
  });
  const ideas = isAsking && result.data !== undefined ? result.data.suggestions.records : [];
  // also while nothing was asked for yet, since the text still changes
  const isWanted = enabled && (only !== 'duplicates' || wanted !== '');
  const isBehind =
    (isWanted && wanted !== settled) || (isAsking && (result.isPlaceholderData || result.isPending));
  return {
    kind,
    query: typed,
    ideas,
    status: isBehind ? 'loading' : result.isError ? 'error' : 'ready',
    mayHaveMore: ideas.length >= paging.ideaSearchPageSize,
    retry: () => void result.refetch(),
  };
}

/**
 * The text to look for duplicates with. A leading colon would ask for a literal search, which finds
 * nothing for a whole sentence. Empty when the text says too little.
 */
function duplicateText(about: string): string {
  const text = oneLine(about).replace(/^[:\s]+/, '');
  return text.length < DUPLICATE_MIN_CHARACTERS ? '' : firstCharacters(text, textLimits.searchCharacters);
}
