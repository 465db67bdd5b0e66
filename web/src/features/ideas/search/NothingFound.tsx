import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SuggestionFilter } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import '../../../host/modals.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { StatusPill } from '../../../ui/elements/Pills.tsx';
import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { Skeleton } from '../../../ui/loading/loading.tsx';
import { ErrorState } from '../../../ui/loading/states.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { formatCentsShort } from '../../../ui/text/format.ts';
import type { HitLength } from '../../../ui/text/marks.ts';
import { Marked } from '../../../ui/text/Marked.tsx';
import { hitsOf } from './hits.ts';
import { searchMessages as texts } from './searchMessages.ts';
import a11y from '../../../ui/a11y.module.css';
import styles from './search.module.css';

const nearestDocument = graphql(`
  query SearchNearest($q: String!, $filter: SuggestionFilter) {
    search_nearest(q: $q, filter: $filter) {
      all_ideas_count
      words {
        word
        near
        q
        ideas_count
      }
      close {
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
      }
    }
  }
`);

export interface NothingFoundProps {
  /** What was typed. */
  text: string;
  /** The same as the server gets it. */
  q: string;
  filter: SuggestionFilter;
  /** The filters in words; '' for none. */
  filterNames: string;
  /** How many ideas were searched, as it is shown; null: not known. */
  searched: string | null;
  /** Searches for another text, with the filters as they are. */
  onSearch: (text: string) => void;
  /** The same text without filters. */
  onSearchAll: () => void;
  onClear: () => void;
  mayCreate: boolean;
  /** The keys of the search field asked for what is found: the first thing on offer gets the focus when it is there. */
  takesFocus: boolean;
}

/**
 * In place of the rows of a search that found nothing: with filters first all ideas, then the words that may have been
 * meant, then ideas close in meaning, and what can be done instead.
 */
export function NothingFound({
  text,
  q,
  filter,
  filterNames,
  searched,
  onSearch,
  onSearchAll,
  onClear,
  mayCreate,
  takesFocus,
}: NothingFoundProps) {
  const isNarrowed = filterNames !== '';
  const nearest = useQuery({
    queryKey: ['search-nearest', q, filter],
    queryFn: ({ signal }) => request(nearestDocument, { q, filter }, { signal }),
  });
  const found = nearest.data?.search_nearest;
  const frame = useRef<HTMLDivElement>(null);
  const isThere = found !== undefined;
  useEffect(() => {
    if (takesFocus && isThere)
      frame.current?.querySelector<HTMLElement>('[data-offer]')?.focus({ preventScroll: true });
  }, [takesFocus, isThere]);
  const create = (): void => void openModal('idea', { mode: 'create', title: text });
  useShortcut('i', create, { enabled: mayCreate });
  const hitLength = hitsOf(q, found?.words.map(({ near }) => near) ?? []);
  const all = found?.all_ideas_count ?? 0;
  return (
    <div ref={frame} className={styles.nothing}>
      <div role="status">
        <h2 className={styles.title}>{isNarrowed ? texts.noneIn(text, filterNames) : texts.none(text)}</h2>
      </div>
      {nearest.isError ? (
        <ErrorState
          what={texts.failed}
          reason={messageOf(nearest.error)}
          onRetry={() => void nearest.refetch()}
        />
      ) : found === undefined ? (
        <div className={styles.waiting} aria-label={texts.looking} role="status">
          <Skeleton width="240px" />
          <Skeleton width="100%" />
        </div>
      ) : (
        <>
          {isNarrowed && all > 0 ? (
            <div className={styles.words}>
              <Button data-offer="" variant="primary" onClick={onSearchAll}>
                {texts.searchAll(all)}
              </Button>
            </div>
          ) : null}
          {found.words.length > 0 ? (
            <>
              <p className={styles.lead}>{isNarrowed ? texts.didYouMeanHere : texts.didYouMean}</p>
              <div className={styles.words}>
                {found.words.map(({ near, q: meant, ideas_count }, index) => (
                  <Button
                    key={near}
                    data-offer=""
                    {...(index === 0 && !(isNarrowed && all > 0) ? { keys: 'enter' } : {})}
                    onClick={() => onSearch(meant)}
                  >
                    {near} <span className={styles.count}>{texts.nearCount(ideas_count)}</span>
                    <span className={a11y.hidden}> {texts.nearUnit(ideas_count)}</span>
                  </Button>
                ))}
              </div>
            </>
          ) : null}
          {found.close.length > 0 ? (
            <section aria-labelledby="close-in-meaning">
              <h3 id="close-in-meaning" className={styles.heading}>
                {isNarrowed ? texts.closeEverywhere : texts.close}
              </h3>
              <ul className={styles.close}>
                {found.close.map((idea) => (
                  <CloseIdea key={idea.id} idea={idea} hitLength={hitLength} />
                ))}
              </ul>
            </section>
          ) : null}
        </>
      )}
      <div className={styles.foot}>
        <Button onClick={onClear} keys="esc">
          {isNarrowed ? texts.clearAll : texts.clear}
        </Button>
        {mayCreate ? (
          <Button variant="text" onClick={create}>
            {texts.create(text)} <Kbd keys="i" />
          </Button>
        ) : null}
        {searched === null ? null : <span className={styles.searched}>{texts.searched(searched)}</span>}
      </div>
    </div>
  );
}

function CloseIdea({
  idea,
  hitLength,
}: {
  idea: {
    id: string;
    title: string;
    excerpt: string | null;
    votes_count: number;
    supporter_revenue: number | null;
    status: { name: string; hex_color: string | null } | null;
  };
  hitLength: HitLength;
}) {
  return (
    <li className={styles.idea}>
      <Link href={ideaAddress(idea.id)} className={styles.ideaText}>
        <span className={styles.ideaTitle}>
          <Marked text={idea.title} hitLength={hitLength} />
        </span>
        {idea.excerpt === null ? null : (
          <span className={styles.excerpt}>
            <Marked text={idea.excerpt} hitLength={hitLength} />
          </span>
        )}
      </Link>
      <span className={styles.status}>
        <StatusPill name={idea.status?.name ?? texts.noStatus} color={idea.status?.hex_color ?? null} />
      </span>
      <span className={styles.votes}>{texts.votes(idea.votes_count)}</span>
      <span className={styles.revenue}>
        {formatCentsShort(idea.supporter_revenue === null ? null : idea.supporter_revenue * 100)}
      </span>
    </li>
  );
}
