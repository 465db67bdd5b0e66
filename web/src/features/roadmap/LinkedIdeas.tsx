import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { request } from '../../api/runtime.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { LaterIdeaDialog } from '../../shared/ideas/LaterIdeaDialog.tsx';
import type { IdeaPickerMode } from '../../shared/ideas/ideas.ts';
import { VoteSpark } from '../../shared/ideas/VoteSpark.tsx';
import { plainText } from '../../shared/plainText.ts';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import { useAfterPage } from '../../ui/loading/ahead.ts';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable } from '../../ui/loading/loadable.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { featureTexts as texts } from './featureMessages.ts';
import { roadmapTexts } from './roadmapMessages.ts';
import { linkIdeasDocument, useFeatureIdeas } from './roadmapQueries.ts';
import type { Feature } from './roadmapQueries.ts';
import { useSeesRevenue } from './roadmapState.ts';
import styles from '../../shared/record/record.module.css';

const LikelyIdeas = loadable(async () => (await import('./page/LikelyIdeas.tsx')).LikelyIdeas);

const PAGE = 20;

/** Links ideas to a feature and takes them out, with Undo. */
export function useIdeaLinks(id: string) {
  const send = (suggestion_ids: readonly string[], remove_suggestion_ids: readonly string[]) =>
    request(linkIdeasDocument, {
      id,
      suggestion_ids: [...suggestion_ids],
      remove_suggestion_ids: [...remove_suggestion_ids],
    });
  return useCommand(
    ({ add, remove }: { add: readonly string[]; remove: readonly { id: string; title: string }[] }) =>
      send(
        add,
        remove.map((idea) => idea.id),
      ),
    {
      done: (_answer, { add, remove }) =>
        remove.length > 0 ? texts.takenOut(remove[0]!.title) : texts.linkedNow(add.length),
      undo: (_answer, { add, remove }) => ({
        send: () =>
          send(
            remove.map((idea) => idea.id),
            add,
          ),
        done: texts.undone,
        failed: texts.failed,
      }),
    },
  );
}

/**
 * The ideas that a feature is made of, and those that may belong to it.
 * @param mode of the dialog that links or makes one; 'closed' or its tab
 */
export function LinkedIdeas({
  feature,
  mayLink,
  mode,
  onMode,
}: {
  feature: Feature;
  mayLink: boolean;
  mode: IdeaPickerMode;
  onMode: (mode: IdeaPickerMode) => void;
}) {
  const { id } = feature;
  const [page, setPage] = useState(1);
  const query = useFeatureIdeas(id, page);
  const seesRevenue = useSeesRevenue();
  const links = useIdeaLinks(id);
  const seesLikely = useAfterPage(LikelyIdeas);
  const ideas = query.data?.records ?? [];
  const total = query.data?.total_records ?? 0;
  const about = `${feature.name}. ${plainText(feature.description ?? '', 'text/html')}`;
  return (
    <section className={styles.section} aria-labelledby="linked-ideas">
      <div className={styles.sectionHead}>
        <h2 id="linked-ideas">{texts.linked}</h2>
        <span className={styles.count}>{formatNumber(feature.suggestions_count)}</span>
        <span className={styles.push} />
        {feature.suggestions_count === 0 ? null : (
          <span className={styles.quiet}>
            {texts.counted(feature.supporting_users_count, feature.votes_count)}
          </span>
        )}
      </div>
      {query.isError ? (
        <ErrorState what={texts.whatIdeas} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : query.data === undefined ? (
        <DelayedSkeleton>
          <SkeletonLines count={4} />
        </DelayedSkeleton>
      ) : ideas.length === 0 ? (
        <EmptyState
          title={texts.noIdeas}
          reason={texts.noIdeasReason}
          action={mayLink ? <Button onClick={() => onMode('link')}>{texts.addIdea}</Button> : undefined}
        />
      ) : (
        <ul className={styles.rows}>
          {ideas.map((idea) => (
            <li key={idea.id} className={styles.row}>
              <Link
                href={ideaAddress(idea.id)}
                className={styles.ideaTitle}
                dir="auto"
                data-tip={idea.title.length > 60 ? idea.title : undefined}
              >
                {idea.title}
              </Link>
              <span className={styles.ideaStatus}>
                <StatusPill
                  name={idea.status?.name ?? roadmapTexts.noIdeaStatus}
                  color={idea.status?.hex_color ?? null}
                />
              </span>
              <span className={styles.spark}>
                <VoteSpark
                  weekly={idea.weekly_votes}
                  thisWeek={idea.votes_this_week}
                  widthPx={54}
                  heightPx={20}
                />
              </span>
              <span className={styles.figure}>{texts.votes(idea.votes_count)}</span>
              <span className={styles.figure} data-quiet="">
                {texts.accounts(idea.supporting_accounts_count)}
              </span>
              {seesRevenue ? (
                <span className={styles.figure}>{shortCurrency(idea.supporter_revenue)}</span>
              ) : null}
              {mayLink ? (
                <IconButton
                  label={texts.takeOut(idea.title)}
                  variant="plain"
                  size="small"
                  onClick={() => void links.run({ add: [], remove: [{ id: idea.id, title: idea.title }] })}
                >
                  <IconX size={14} stroke={1.75} aria-hidden="true" />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.pages}>
        {total > page * PAGE ? (
          <Button variant="text" onClick={() => setPage(page + 1)}>
            {texts.showMore(total - page * PAGE)}
          </Button>
        ) : null}
        {page > 1 ? (
          <Button variant="text" onClick={() => setPage(1)}>
            {texts.showFewer}
          </Button>
        ) : null}
      </p>
      {mayLink && seesLikely ? (
        <Later
          part={LikelyIdeas}
          props={{
            about,
            known: new Set(ideas.map((idea) => idea.id)),
            onLink: (ids: readonly string[]) => void links.run({ add: ids, remove: [] }),
          }}
          what={texts.whatLikely}
        />
      ) : null}
      {mayLink ? (
        <LaterIdeaDialog
          mode={mode}
          onModeChange={onMode}
          about={about}
          creator={null}
          onLink={(idea) => {
            onMode('closed');
            void links.run({ add: [idea.id], remove: [] });
          }}
        />
      ) : null}
    </section>
  );
}
