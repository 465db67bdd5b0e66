import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../api/runtime.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { usePageState } from '../../host/pageState.ts';
import { choiceField } from '../../host/search.ts';
import { AccountLink } from '../../shared/customers/AccountLink.tsx';
import { PersonCard } from '../../shared/customers/PersonCard.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { RelativeTime, Score } from '../../ui/elements/Figures.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { satisfactionTexts as texts } from './satisfactionMessages.ts';
import {
  createRatingDocument,
  deleteRatingDocument,
  RATING_KINDS,
  useRatings,
} from './satisfactionQueries.ts';
import type { Rating, Report } from './satisfactionQueries.ts';
import styles from './satisfaction.module.css';

const STEP = 20;
const MOST = 100;
const pageState = { show: choiceField(RATING_KINDS, 'all') };

/** Each rating of the period, the newest first. */
export function RatingsList({ report, mayWrite }: { report: Report; mayWrite: boolean }) {
  const [{ show }, setState] = usePageState(pageState);
  const [count, setCount] = useState(STEP);
  const query = useRatings({ start: report.period_start, end: report.period_end }, show, count);
  const counts = {
    all: report.ratings_count,
    words: report.with_words_count,
    detractors: report.detractor_ratings_count,
  };
  const ratings = query.data?.records ?? [];
  const total = query.data?.total_records ?? 0;
  return (
    <section className={styles.card} aria-labelledby="satisfaction-ratings">
      <div className={styles.cardHead}>
        <h2 id="satisfaction-ratings">{texts.ratings}</h2>
        <SegmentedControl
          label={texts.show}
          value={show}
          onChange={(value) => {
            setState({ show: value });
            setCount(STEP);
          }}
          segments={RATING_KINDS.map((value) => ({
            value,
            label: (
              <>
                {texts.kinds[value]}{' '}
                <span className={styles.segmentCount}>{formatNumber(counts[value])}</span>
              </>
            ),
          }))}
        />
      </div>
      {query.isError && query.data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : query.data === undefined ? (
        <DelayedSkeleton>
          <SkeletonLines count={6} />
        </DelayedSkeleton>
      ) : ratings.length === 0 ? (
        <p className={styles.nothing}>{texts.noneOfKind}</p>
      ) : (
        <ul className={styles.ratings}>
          {ratings.map((rating) => (
            <RatingRow key={rating.id} rating={rating} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {total > count && count < MOST ? (
        <Button variant="text" onClick={() => setCount(MOST)}>
          {texts.more(Math.min(total, MOST) - count)}
        </Button>
      ) : null}
    </section>
  );
}

function RatingRow({ rating, mayWrite }: { rating: Rating; mayWrite: boolean }) {
  const { id, score, previous_score: before, body, created_at, user } = rating;
  const name = user === null || user.name === '' ? texts.someone : user.name;
  const remove = useCommand(deleteRatingDocument, {
    done: texts.removed,
    failed: texts.notRemoved,
    undo: () =>
      user === null
        ? null
        : {
            send: () => request(createRatingDocument, { user: user.id, score, body, created_at }),
            done: texts.restored,
            failed: texts.notRestored,
          },
  });
  const account = user?.crm_account ?? null;
  const change = before === null || before === score ? null : texts.from(score - before, before);
  return (
    <li className={styles.rating}>
      <span aria-label={texts.scoreOf(score)} role="img">
        <Score value={score} />
      </span>
      <div className={styles.who}>
        {user === null ? name : <PersonCard id={user.id} name={name} />}
        {account === null ? null : (
          <span className={styles.quiet}>
            <AccountLink account={account} isPlain />
          </span>
        )}
      </div>
      <p className={styles.words} dir="auto" data-none={body === null || undefined}>
        {body ?? texts.noWords}
      </p>
      <span className={styles.delta}>
        {before === null ? (
          texts.first
        ) : change === null ? (
          texts.same
        ) : (
          <>
            <span className={styles.by} data-way={score > before ? 'up' : 'down'}>
              {change.by}
            </span>{' '}
            {change.from}
          </>
        )}
      </span>
      <span className={styles.when}>
        <RelativeTime value={created_at} />
      </span>
      {mayWrite ? (
        <IconButton
          label={texts.remove(name)}
          size="small"
          variant="plain"
          disabled={remove.isRunning}
          onClick={() => void remove.run({ id })}
        >
          <IconTrash size={14} stroke={1.75} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  );
}
