import { IconPencil } from '@tabler/icons-react';
import { Fragment, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { ActivityKind } from '../../../../../contract/activity.ts';
import { useViewer } from '../../../api/viewer.ts';
import { CustomerName, Dot } from '../../../shared/customers/CustomerLine.tsx';
import { EntryAvatar } from '../../../shared/customers/EntryAvatar.tsx';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { personMessages } from '../../../shared/customers/personMessages.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { useFlash } from '../../../ui/elements/useFlash.ts';
import type { FlashProps } from '../../../ui/elements/useFlash.ts';
import { DelayedSkeleton, ProgressLine, Skeleton } from '../../../ui/loading/loading.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { detailsMessages } from '../details/messages.ts';
import { useIdeaActivity, useIdeaCustomFields } from '../details/queries.ts';
import type { FeedEntry, Idea } from '../details/queries.ts';
import { Quote } from '../details/text.tsx';
import { lineOf, nameOf } from './lines.tsx';
import { MissingNote, NoteThread } from './notes.tsx';
import { useLinkedNote } from './noteCalls.ts';
import styles from '../details/details.module.css';

const texts = detailsMessages.feed;

/** The parts of the feed. */
export type FeedTab = 'all' | 'feedback' | 'comments' | 'notes';

/** Kinds of entry in each part; null: all. */
export const kindsOf: Record<FeedTab, readonly ActivityKind[] | null> = {
  all: null,
  feedback: ['feedback_record_created'],
  comments: ['comment_created'],
  notes: ['note_created'],
};

/**
 * What happened to an idea and what was said about it, newest first.
 *
 * @param noteId note that the address leads to; pages are read until its thread is there. '': none
 * @param onMissingNoteDismissed the reader has taken note that it is gone
 */
export function Feed({
  idea,
  tab,
  isEditable,
  noteId = '',
  onMissingNoteDismissed,
}: {
  idea: Idea;
  tab: FeedTab;
  isEditable: boolean;
  noteId?: string;
  onMissingNoteDismissed?: () => void;
}) {
  const activity = useIdeaActivity(idea.id, kindsOf[tab]);
  const linked = useLinkedNote(noteId);
  const linkedThread = linked.data?.note?.parent?.id ?? linked.data?.note?.id ?? null;
  const fields = useIdeaCustomFields().data?.all_custom_fields.records;
  const fieldName = (key: string): string => fields?.find((field) => field.key === key)?.name ?? key;
  const loaded = activity.data?.pages.flatMap((page) => page.activity_entries.records);
  const isMissingThread =
    linkedThread !== null && loaded !== undefined && !loaded.some((entry) => entry.note?.id === linkedThread);
  const [list, flashOf] = useNewEntries(loaded);
  const { fetchNextPage, hasNextPage, isFetching } = activity;
  useEffect(() => {
    if (isMissingThread && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissingThread, hasNextPage, isFetching, fetchNextPage]);
  if (activity.isPending) return <FeedSkeleton />;
  if (activity.isError && activity.data === undefined) {
    return (
      <ErrorState what={texts.what} onRetry={() => void activity.refetch()} retrying={activity.isFetching} />
    );
  }
  const entries = withoutRepeats(loaded ?? []);
  const isLinkGone =
    noteId !== '' && ((linked.isSuccess && linkedThread === null) || (isMissingThread && !hasNextPage));
  if (entries.length === 0 && !isLinkGone) return <EmptyState title={texts.empty[tab]} />;
  return (
    <div className={styles.feedFrame}>
      <ProgressLine active={activity.isFetching && !activity.isFetchingNextPage} />
      {isLinkGone ? <MissingNote onDismiss={() => onMissingNoteDismissed?.()} /> : null}
      <ol ref={list} className={styles.feed} aria-label={texts.label[tab]}>
        {entries.map((entry) => (
          <FeedLine
            key={entry.id}
            entry={entry}
            idea={idea}
            fieldName={fieldName}
            isEditable={isEditable}
            flash={flashOf(entry.id, styles.entry)}
            linkedNote={linkedThread === entry.note?.id ? noteId : null}
          />
        ))}
      </ol>
      {activity.isFetchNextPageError ? (
        <ErrorState what={texts.what} onRetry={() => void activity.fetchNextPage()} />
      ) : null}
      {activity.hasNextPage && !activity.isFetchNextPageError ? (
        <Button
          className={styles.loadMore}
          loading={activity.isFetchingNextPage}
          onClick={() => void activity.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : null}
    </div>
  );
}

/**
 * Marks the entries that come in while the feed is shown, and brings one's own into view: what was just done is seen.
 *
 * @param loaded newest first; undefined while there are none
 */
function useNewEntries(loaded: readonly FeedEntry[] | undefined) {
  const viewer = useViewer();
  const list = useRef<HTMLOListElement>(null);
  const seen = useRef<ReadonlySet<string> | null>(null);
  const [flash, flashOf] = useFlash();
  useEffect(() => {
    if (loaded === undefined) return;
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...loaded.map(({ id }) => id)]);
    if (before === null) return;
    // further pages come below what is known
    const firstKnown = loaded.findIndex(({ id }) => before.has(id));
    const added = loaded.slice(0, firstKnown === -1 ? loaded.length : firstKnown);
    if (added.length === 0) return;
    flash(added.map(({ id }) => id));
    const own = added.find(({ user }) => user?.id === viewer.id);
    if (own === undefined) return;
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    list.current?.querySelector(`[data-entry="${own.id}"]`)?.scrollIntoView({ block: 'nearest', behavior });
  }, [loaded, flash, viewer.id]);
  return [list, flashOf] as const;
}

/** A page that was read before something new happened shares a line with the next one. */
function withoutRepeats(entries: readonly FeedEntry[]): FeedEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function FeedSkeleton() {
  return (
    <DelayedSkeleton>
      <div className={styles.feed}>
        {[64, 0, 88, 0].map((heightPx, index) => (
          <div key={index} className={styles.entry}>
            <Skeleton width={28} height={28} radius={14} />
            <div className={styles.entryBody}>
              <div className={styles.skeletonLine}>
                <Skeleton width={index % 2 === 0 ? '46%' : '62%'} />
              </div>
              {heightPx === 0 ? null : <Skeleton height={heightPx} radius={10} />}
            </div>
          </div>
        ))}
      </div>
    </DelayedSkeleton>
  );
}

function FeedLine({
  entry,
  idea,
  fieldName,
  isEditable,
  flash,
  linkedNote,
}: {
  entry: FeedEntry;
  idea: Idea;
  fieldName: (key: string) => string;
  isEditable: boolean;
  flash: FlashProps;
  linkedNote: string | null;
}) {
  const line = lineOf(entry, idea, fieldName, isEditable);
  const { person, foot } = line;
  const tags =
    person?.allowed_state === 'blocked' ? [personMessages.blocked, ...(line.tags ?? [])] : (line.tags ?? []);
  const time = <When at={entry.created_at} isUndated={line.isUndated === true} />;
  return (
    <li {...flash} data-kind={entry.kind} data-entry={entry.id}>
      <EntryAvatar person={person} kind={line.kind} />
      <div className={styles.entryBody}>
        <div className={styles.entryHead}>
          <p className={styles.entryText}>
            {line.isCustomer === true ? (
              <CustomerName person={person} />
            ) : person === null ? (
              <b className={styles.strong}>{nameOf(null)}</b>
            ) : (
              <PersonCard id={person.id} name={nameOf(person)} />
            )}
            {line.text === undefined ? null : (
              <>
                {line.isCustomer === true ? <Dot /> : ' '}
                {line.text}
              </>
            )}
            {foot !== undefined && line.text === undefined ? null : (
              <span className={styles.entryTime}>
                {' · '}
                {time}
              </span>
            )}
            {tags.map((tag) => (
              <Fragment key={tag}>
                {' '}
                <Tag>{tag}</Tag>
              </Fragment>
            ))}
          </p>
          {line.edit === undefined || !isEditable ? null : (
            <span className={styles.entryEdit}>
              <IconButton label={line.edit.label} variant="plain" size="small" onClick={line.edit.onClick}>
                <IconPencil size={15} stroke={1.75} aria-hidden="true" />
              </IconButton>
            </span>
          )}
          {line.end}
        </div>
        {entry.kind === 'note_created' && entry.note !== null ? (
          <NoteThread note={entry.note} ideaId={idea.id} linkedId={linkedNote} isEditable={isEditable} />
        ) : null}
        {line.content === undefined || line.content === null ? null : (
          <Quote tone={line.tone ?? 'open'}>{line.content}</Quote>
        )}
        {foot === undefined ? null : (
          <p className={styles.entryFoot}>
            {foot.capturedBy === null ? null : (
              <>
                {texts.capturedBy} <PersonCard id={foot.capturedBy.id} name={nameOf(foot.capturedBy)} />
              </>
            )}
            {line.text === undefined ? (
              <>
                {foot.capturedBy === null ? null : ', '}
                {time}
              </>
            ) : null}
            {foot.source === null ? null : (
              <>
                {' · '}
                {foot.source}
              </>
            )}
          </p>
        )}
        {line.mail ?? null}
      </div>
    </li>
  );
}

/** When something happened. */
function When({ at, isUndated }: { at: string; isUndated: boolean }): ReactNode {
  return isUndated ? (
    <span data-tip={texts.undatedTip}>{texts.undated}</span>
  ) : (
    <RelativeTime value={at} isSentence />
  );
}
