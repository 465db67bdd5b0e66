import { useQuery } from '@tanstack/react-query';
import { IconArrowsLeftRight, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { mergeLimits } from '../../../../../contract/limits.ts';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { openIdeaAction } from '../../../shared/openIdea.ts';
import '../../../host/modals.ts';
import { IdeaCard, IdeaFigures } from '../../../shared/ideas/IdeaCard.tsx';
import { useIdeaSearch } from '../../../shared/ideas/ideas.ts';
import type { IdeaSummary } from '../../../shared/ideas/ideas.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { formatList } from '../../../ui/text/format.ts';
import { DelayedSpinner } from '../../../ui/loading/loading.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import type { ModalControl, ModalProps } from '../../../ui/overlay/modals.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { ErrorState } from '../../../ui/loading/states.tsx';
import {
  dismissCandidateDocument,
  ideasToMergeDocument,
  mergeCandidatesDocument,
  mergeDocument,
  mergePreviewDocument,
} from './mergeCalls.ts';
import type { IdeaToMerge } from './mergeCalls.ts';
import { mergeMessages as texts } from './mergeMessages.ts';
import { unmergeIdeas } from './unmerge.ts';
import styles from './merge.module.css';

/** Suggestions that the dialog shows. */
const suggestionsShown = 5;

/**
 * Merges ideas (DEC-121): chosen ones from the list, or one with what is suggested for it or searched. Both
 * stand side by side with what the merge will do; which of them stays can be changed. An error keeps the dialog.
 *
 * @param suggestion_ids one idea that another is to be chosen for, or those that are to be merged
 * @param onMerged told when it is done, with the ideas that are merged away
 */
export function MergeIdeasDialog({
  opened,
  close,
  suggestion_ids,
  onMerged,
}: ModalProps['mergeIdeas'] & ModalControl) {
  const [ids, setIds] = useState<readonly string[]>(suggestion_ids);
  /** Null until somebody says so: the one that most support. */
  const [chosenWinner, setWinner] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ['ideas-to-merge', ids],
    queryFn: ({ signal }) =>
      request(ideasToMergeDocument, { ids: [...ids], perPage: mergeLimits.ideasAtOnce + 1 }, { signal }),
    placeholderData: (before) => before,
  });
  const known = new Map((query.data?.suggestions.records ?? []).map((idea) => [idea.id, idea]));
  const ideas = ids.flatMap((id) => known.get(id) ?? []);
  const winner =
    ideas.find((idea) => idea.id === chosenWinner) ??
    ideas.reduce<IdeaToMerge | null>(
      (best, idea) => (best === null || idea.supporters_count > best.supporters_count ? idea : best),
      null,
    );
  const losers = ideas.filter((idea) => idea.id !== winner?.id);
  const isPicking = isAdding || ids.length < 2;
  const isGone = query.isSuccess && !query.isPlaceholderData && ideas.length < ids.length;

  const content = useRef<HTMLDivElement>(null);
  const add = (idea: IdeaSummary): void => {
    // the button goes with the list that it stood in
    content.current?.focus({ preventScroll: true });
    setIds([...ids, idea.id]);
    setIsAdding(false);
    setError(null);
  };
  const merge = useCommand(
    (variables: { winner: string; losers: string[] }) => request(mergeDocument, variables),
    {
      done: (answer, { winner: kept, losers: merged }) => ({
        message: texts.merged(merged.length),
        note: texts.supportersNow(answer.suggestion_merge?.supporters_count ?? 0),
        // on its own page nothing leads there
        ...openIdeaAction(kept),
      }),
      undo: (_answer, { losers: merged }) => ({
        send: () => unmergeIdeas(merged),
        done: texts.undone,
        failed: texts.notUndone,
      }),
      failed: null,
      onFailed: (failure) => setError(texts.failed(messageOf(failure))),
      onDone: (_answer, { losers: merged }) => {
        onMerged?.(merged);
        close();
      },
    },
  );
  const submit = (): void => {
    if (winner === null || losers.length === 0 || isPicking) return;
    setError(null);
    void merge.run({ winner: winner.id, losers: losers.map((idea) => idea.id) });
  };

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={texts.title}
      size="large"
      dirty={ids.length > suggestion_ids.length}
      onSubmit={submit}
      footer={
        <>
          <Button
            size="form"
            variant="primary"
            keys="mod+enter"
            loading={merge.isRunning}
            disabled={isPicking || isGone || losers.length === 0}
            disabledReason={texts.chooseFirst}
            onClick={submit}
          >
            {merge.isRunning ? texts.working : texts.action}
          </Button>
          <Button size="form" onClick={isAdding ? () => setIsAdding(false) : close}>
            {uiMessages.cancel}
          </Button>
        </>
      }
    >
      <div aria-live="assertive" className={styles.live}>
        {error === null && !isGone ? null : <p className={styles.error}>{error ?? texts.gone}</p>}
      </div>
      <div ref={content} tabIndex={-1} className={styles.content}>
        {query.isError && query.data === undefined ? (
          <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : winner === null || (!isPicking && losers.length === 0 && !isGone) ? (
          <DelayedSpinner />
        ) : isPicking ? (
          <Picking idea={winner} taken={ids} onChoose={add} />
        ) : (
          <>
            <div className={styles.sides}>
              <section className={styles.side} aria-label={texts.stays}>
                <h3 className={styles.sideHead}>{texts.stays}</h3>
                <IdeaCard idea={winner} />
                {winner.excerpt === null ? null : <p className={styles.excerpt}>{winner.excerpt}</p>}
              </section>
              {losers.length === 1 ? (
                <span className={styles.swap}>
                  <IconButton label={texts.swap} onClick={() => setWinner(losers[0]?.id ?? null)}>
                    <IconArrowsLeftRight size={16} stroke={1.75} aria-hidden="true" />
                  </IconButton>
                </span>
              ) : null}
              <section
                className={styles.side}
                aria-label={losers.length === 1 ? texts.merges : texts.mergesMany(losers.length)}
              >
                <h3 className={styles.sideHead}>
                  {losers.length === 1 ? texts.merges : texts.mergesMany(losers.length)}
                </h3>
                {losers.map((idea) => (
                  <div key={idea.id} className={styles.loser}>
                    <IdeaCard
                      idea={idea}
                      actions={
                        losers.length === 1 ? undefined : (
                          <>
                            <Button
                              variant="text"
                              aria-label={texts.keep(idea.title)}
                              onClick={() => setWinner(idea.id)}
                            >
                              {texts.keepShort}
                            </Button>
                            <IconButton
                              label={texts.remove(idea.title)}
                              variant="plain"
                              onClick={() => setIds(ids.filter((id) => id !== idea.id))}
                            >
                              <IconX size={14} stroke={1.75} aria-hidden="true" />
                            </IconButton>
                          </>
                        )
                      }
                    />
                    {losers.length > 1 || idea.excerpt === null ? null : (
                      <p className={styles.excerpt}>{idea.excerpt}</p>
                    )}
                  </div>
                ))}
                {ids.length > mergeLimits.ideasAtOnce ? null : (
                  <span>
                    <Button variant="text" onClick={() => setIsAdding(true)}>
                      {texts.addAnother}
                    </Button>
                  </span>
                )}
              </section>
            </div>
            {losers.length === 0 ? null : (
              <Preview winner={winner.id} losers={losers.map((idea) => idea.id)} />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What the merge will do, counted by the server. */
function Preview({ winner, losers }: { winner: string; losers: readonly string[] }) {
  const query = useQuery({
    queryKey: ['merge-preview', winner, losers],
    queryFn: ({ signal }) => request(mergePreviewDocument, { winner, losers: [...losers] }, { signal }),
    placeholderData: (before) => before,
  });
  const preview = query.data?.merge_preview;
  return (
    <section className={styles.preview} aria-label={texts.whatMoves} aria-busy={query.isFetching}>
      <h3 className={styles.sideHead}>{texts.whatMoves}</h3>
      {preview === undefined ? (
        <p className={styles.quiet}>{query.isError ? texts.notCounted : texts.counting}</p>
      ) : (
        <ul className={styles.facts}>
          <li>
            <b>
              {texts.supporters(
                preview.supporters_before,
                preview.supporters_moving,
                preview.supporters_common,
                preview.supporters_after,
              )}
              .
            </b>{' '}
            {texts.supportersNote}
          </li>
          <li>
            {texts.moving(preview.comments_count, preview.feedback_records_count)} {texts.text(losers.length)}
          </li>
          {preview.labels_added.length === 0 ? null : (
            <li>{texts.labelsAdded(formatList(preview.labels_added, 10))}</li>
          )}
          {preview.labels_left.length === 0 ? null : (
            <li>{texts.labelsLeft(formatList(preview.labels_left, 10))}</li>
          )}
          {preview.stays_count === 0 ? null : <li>{texts.staying(preview.stays_count)}</li>}
          <li className={styles.quiet}>{texts.undoable}</li>
        </ul>
      )}
    </section>
  );
}

/** Chooses the idea to merge with: suggestions with their reasons, and a search that begins with similar ones. */
function Picking({
  idea,
  taken,
  onChoose,
}: {
  idea: IdeaToMerge;
  taken: readonly string[];
  onChoose: (idea: IdeaSummary) => void;
}) {
  const [typed, setTyped] = useState('');
  const candidates = useQuery({
    queryKey: ['merge-candidates', idea.id],
    queryFn: ({ signal }) =>
      request(
        mergeCandidatesDocument,
        { ids: [idea.id], perPage: suggestionsShown + taken.length },
        { signal },
      ),
  });
  const search = useIdeaSearch(typed, idea.title);
  const suggested = (candidates.data?.merge_candidates.records ?? [])
    .flatMap(({ id, reason, suggestion, other_suggestion }) => {
      const other = suggestion?.id === idea.id ? other_suggestion : suggestion;
      return other === null || taken.includes(other.id) ? [] : [{ id, reason, other }];
    })
    .slice(0, suggestionsShown);
  const shown = new Set(typed === '' ? suggested.map(({ other }) => other.id) : []);
  const results = search.ideas.filter((found) => !taken.includes(found.id) && !shown.has(found.id));

  const dismiss = useCommand(dismissCandidateDocument, {
    done: texts.dismissed,
    undo: (_answer, pair) => ({
      send: () => request(dismissCandidateDocument, { ...pair, dismissed: false }),
      done: null,
    }),
  });

  return (
    <div className={styles.picking}>
      <IdeaCard idea={idea} />
      <SearchField
        label={texts.searchLabel}
        placeholder={texts.search}
        value={typed}
        onChange={setTyped}
        widthPx="100%"
        keys={null}
      />
      {typed !== '' || suggested.length === 0 ? null : (
        <section aria-label={texts.suggested}>
          <h3 className={styles.sideHead}>{texts.suggested}</h3>
          <ul className={styles.list}>
            {suggested.map(({ id, reason, other }) => (
              <li key={id} className={styles.row}>
                <span className={styles.rowText}>
                  <span className={styles.rowTitle}>{other.title}</span>
                  <span className={styles.reason}>{reason}</span>
                  <IdeaFigures idea={other} />
                </span>
                <Button
                  variant="text"
                  aria-label={texts.notSameNamed(other.title)}
                  onClick={() =>
                    void dismiss.run({ suggestion: idea.id, other_suggestion: other.id, dismissed: true })
                  }
                >
                  {texts.notSame}
                </Button>
                <Button aria-label={texts.chooseSuggested(other.title)} onClick={() => onChoose(other)}>
                  {texts.choose}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={texts.results[search.kind]} aria-busy={search.status === 'loading'}>
        <h3 className={styles.sideHead}>{texts.results[search.kind]}</h3>
        {search.status === 'error' ? (
          <ErrorState what={texts.what} onRetry={search.retry} retrying={false} />
        ) : results.length === 0 ? (
          <p className={styles.quiet}>
            {search.status === 'loading' ? (
              <DelayedSpinner />
            ) : search.kind === 'likely' ? (
              texts.nothingLike
            ) : (
              texts.nothing
            )}
          </p>
        ) : (
          <ul className={styles.list}>
            {results.map((found) => (
              <li key={found.id} className={styles.row}>
                <span className={styles.rowText}>
                  <span className={styles.rowTitle}>{found.title}</span>
                  <IdeaFigures idea={found} />
                </span>
                <Button aria-label={texts.chooseSuggested(found.title)} onClick={() => onChoose(found)}>
                  {texts.choose}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
