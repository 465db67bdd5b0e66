import { useEffect, useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { onIdeasChanged } from '../../../api/liveEvents.ts';
import { request } from '../../../api/runtime.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { useLatest } from '../../../ui/useLatest.ts';
import type { IdeasVariables } from './filters.ts';
import { newIdeasMessages as texts } from './newIdeasMessages.ts';
import search from '../search/search.module.css';

const totalDocument = graphql(`
  query IdeasTotal($query: SuggestionListInput) {
    suggestions(query: $query, per_page: 1) {
      total_records
      total_is_capped
    }
  }
`);

/** Changes that come together are asked about once. */
const PAUSE_MS = 2_000;

/**
 * How many ideas more than are counted above the list match it by now, since others added or changed some; a quiet line
 * with a way to see them, so that no row moves by itself. Nothing while there are none.
 *
 * @param variables of the list
 * @param total of the list as it is shown; null: it is not known exactly
 */
export function NewIdeas({
  variables,
  total,
  onShow,
}: {
  variables: IdeasVariables;
  total: number | null;
  onShow: () => void;
}) {
  const [count, setCount] = useState(0);
  const latest = useLatest({ variables, total });
  // what is shown was just asked for
  useEffect(() => setCount(0), [variables, total]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const look = async (): Promise<void> => {
      timer = null;
      const { variables: asked, total: shown } = latest.current;
      if (shown === null) return;
      // the next change asks again
      const answer = await request(totalDocument, { query: asked.query ?? null }).catch(() => null);
      if (answer === null || latest.current.total !== shown || answer.suggestions.total_is_capped) return;
      setCount(Math.max(0, answer.suggestions.total_records - shown));
    };
    const stop = onIdeasChanged(() => {
      timer ??= setTimeout(() => void look(), PAUSE_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [latest]);
  if (count === 0) return null;
  return (
    <div className={search.note} role="status">
      {texts.count(formatNumber(count), count)}
      <Button variant="text" onClick={onShow}>
        {texts.show}
      </Button>
    </div>
  );
}
