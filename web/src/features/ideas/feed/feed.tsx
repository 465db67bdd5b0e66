import { IconPencil } from '@tabler/icons-react';
import { Fragment, useEffect } from 'react';
import type { ReactNode } from 'react';
import type { ActivityKind } from '../../../../../contract/activity.ts';
import { isActivityKind } from '../../../../../contract/activity.ts';
import { SEVERITY_LABELS } from '../../../../../contract/states.ts';
import type { Severity } from '../../../../../contract/states.ts';
import { isWebAddress } from '../../../../../contract/url.ts';
import type { ShownFileFragment } from '../../../api/generated/graphql.ts';
import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { RelativeTime } from '../../../ui/Figures.tsx';
import { Later } from '../../../ui/Later.tsx';
import { DelayedSkeleton, ProgressLine, Skeleton } from '../../../ui/loading.tsx';
import { openModal } from '../../../ui/modals.ts';
import { StatusPill, Tag } from '../../../ui/Pills.tsx';
import { RichText } from '../../../ui/RichText.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Files } from './files.tsx';
import { MailNews } from '../details/later.ts';
import { MissingNote, NoteThread } from './notes.tsx';
import { PersonCard } from '../details/person.tsx';
import { detailsMessages } from '../details/messages.ts';
import { useIdeaActivity, useIdeaCustomFields } from '../details/queries.ts';
import type { AnsweredKind, FeedEntry, Idea, MailCarrier } from '../details/queries.ts';
import { Quote, StoredText } from '../details/text.tsx';
import { useLinkedNote } from './noteCalls.ts';
import { personMessages } from '../details/personMessages.ts';
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
 * @param onNoteSeen the reader has taken note that it is gone
 */
export function Feed({
  idea,
  tab,
  isEditable,
  noteId = '',
  onNoteSeen,
}: {
  idea: Idea;
  tab: FeedTab;
  isEditable: boolean;
  noteId?: string;
  onNoteSeen?: () => void;
}) {
  const activity = useIdeaActivity(idea.id, kindsOf[tab]);
  const linked = useLinkedNote(noteId);
  const linkedThread = linked.data?.note?.parent?.id ?? linked.data?.note?.id ?? null;
  const fields = useIdeaCustomFields().data?.all_custom_fields.records;
  const fieldName = (key: string): string => fields?.find((field) => field.key === key)?.name ?? key;
  const loaded = activity.data?.pages.flatMap((page) => page.activity_entries.records);
  const isMissingThread =
    linkedThread !== null && loaded !== undefined && !loaded.some((entry) => entry.note?.id === linkedThread);
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
      {isLinkGone ? <MissingNote onDismiss={() => onNoteSeen?.()} /> : null}
      <ol className={styles.feed} aria-label={texts.label[tab]}>
        {entries.map((entry) => (
          <FeedLine
            key={entry.id}
            entry={entry}
            idea={idea}
            fieldName={fieldName}
            isEditable={isEditable}
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
            <Skeleton width={26} height={26} radius={13} />
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

type Person = {
  id: string;
  name: string;
  avatar_url?: string | null;
  satisfaction_score?: number | null;
  allowed_state?: string;
};

/** What a line shows; made for each kind by `describe`. */
type Line = {
  actor: Person | null;
  text: ReactNode;
  quote?: ReactNode;
  tone?: 'internal';
  /** Small words after the time. */
  tags?: readonly string[];
  edit?: { label: string; onClick: () => void };
  /** How the mail that belongs to it stands. */
  mail?: ReactNode;
  isUndated?: boolean;
};

type FieldName = (key: string) => string;

function FeedLine({
  entry,
  idea,
  fieldName,
  isEditable,
  linkedNote,
}: {
  entry: FeedEntry;
  idea: Idea;
  fieldName: FieldName;
  isEditable: boolean;
  linkedNote: string | null;
}) {
  const line = describe(entry, idea, fieldName, isEditable);
  const name = nameOf(line.actor);
  return (
    <li className={styles.entry} data-kind={entry.kind}>
      <Avatar
        name={line.actor?.name ?? null}
        src={line.actor?.avatar_url ?? null}
        satisfactionScore={line.actor?.satisfaction_score ?? null}
        sizePx={26}
        decorative
      />
      <div className={styles.entryBody}>
        <div className={styles.entryHead}>
          <p className={styles.entryText}>
            {line.actor === null ? (
              <b className={styles.strong}>{name}</b>
            ) : (
              <PersonCard id={line.actor.id} name={name} />
            )}{' '}
            {line.text}
            <span className={styles.entryTime}>
              {' · '}
              {line.isUndated === true ? (
                <span data-tip={texts.undatedTip}>{texts.undated}</span>
              ) : (
                <RelativeTime value={entry.created_at} />
              )}
            </span>
            {(line.actor?.allowed_state === 'blocked'
              ? [personMessages.blocked, ...(line.tags ?? [])]
              : line.tags
            )?.map((tag) => (
              <Fragment key={tag}>
                {' '}
                <Tag>{tag}</Tag>
              </Fragment>
            ))}
          </p>
          {line.edit === undefined || !isEditable ? null : (
            <IconButton label={line.edit.label} variant="plain" size="small" onClick={line.edit.onClick}>
              <IconPencil size={15} stroke={1.75} aria-hidden="true" />
            </IconButton>
          )}
        </div>
        {entry.kind === 'note_created' && entry.note !== null ? (
          <NoteThread note={entry.note} ideaId={idea.id} linkedId={linkedNote} isEditable={isEditable} />
        ) : null}
        {line.quote === undefined || line.quote === null ? null : (
          <Quote {...(line.tone === undefined ? {} : { tone: line.tone })}>{line.quote}</Quote>
        )}
        {line.mail ?? null}
      </div>
    </li>
  );
}

/** Who did what, for each kind of entry. What an entry tells of may be gone; then less is said. */
function describe(entry: FeedEntry, idea: Idea, fieldName: FieldName, isEditable: boolean): Line {
  const { kind, user: actor } = entry;
  if (!isActivityKind(kind)) return { actor, text: texts.other };
  switch (kind) {
    case 'suggestion_created':
      return {
        actor: idea.captured_by === null ? (actor ?? idea.created_by) : idea.captured_by,
        text:
          idea.captured_by !== null &&
          idea.created_by !== null &&
          idea.captured_by.id !== idea.created_by.id ? (
            <>
              {texts.createdFor} <b className={styles.strong}>{idea.created_by.name}</b>
            </>
          ) : entry.related_suggestion === null ? (
            texts.created
          ) : (
            withIdea(texts.createdFrom, entry.related_suggestion)
          ),
        isUndated: !idea.is_dated,
      };
    case 'comment_created':
      return commentLine(entry);
    case 'feedback_record_created':
      return feedbackLine(entry);
    case 'note_created':
      return {
        actor: entry.note?.created_by ?? actor,
        text: texts.noted,
      };
    case 'status_updated': {
      const update = entry.status_update;
      return {
        actor,
        text: statusText(update),
        quote: message(update?.html_body ?? null, update?.attachments ?? []),
        tags:
          update?.mailing === null && update.supporters_notified && update.mail_sent_count > 0
            ? [texts.mailed(update.mail_sent_count)]
            : [],
        ...statusNews('public', entry, update, idea, isEditable),
      };
    }
    case 'internal_status_updated': {
      const update = entry.internal_status_update;
      return {
        actor,
        text: (
          <>
            {texts.changedInternalStatus} {statusPill(update?.new_internal_status ?? null)}
          </>
        ),
        tone: 'internal',
        quote: message(update?.html_text ?? null, update?.attachments ?? []),
        ...statusNews('internal', entry, update, idea, isEditable),
      };
    }
    case 'internal_flag_created':
      return {
        actor,
        text: entry.internal_flag?.user
          ? `${texts.flagged} ${texts.flaggedFor(entry.internal_flag.user.name)}`
          : texts.flagged,
        tone: 'internal',
        quote:
          entry.internal_flag === null ? null : (
            <StoredText body={entry.internal_flag.reason} mimeType="text/plain" />
          ),
      };
    case 'internal_flag_cleared':
      return {
        actor,
        text: texts.clearedFlag,
        tone: 'internal',
        quote: entry.internal_flag?.cleared_message ? (
          <StoredText body={entry.internal_flag.cleared_message} mimeType="text/plain" />
        ) : null,
      };
    case 'merge_created':
      return {
        actor,
        text: withIdea(
          isRole(entry, 'loser') ? texts.mergedAway : texts.mergedInto,
          entry.related_suggestion,
        ),
      };
    case 'merge_reversed':
      return {
        actor,
        text: withIdea(
          isRole(entry, 'loser') ? texts.unmergedAway : texts.unmerged,
          entry.related_suggestion,
        ),
      };
    case 'suggestion_split':
      return {
        actor,
        text: withIdea(
          entry.related_suggestion !== null && entry.related_suggestion.id === idea.split_from?.id
            ? texts.splitFrom
            : texts.splitOff,
          entry.related_suggestion,
        ),
      };
    case 'suggestion_updated':
      return { actor, text: editText(entry.details, fieldName) };
    case 'supporter_message_created': {
      const sent = entry.supporter_message;
      return {
        actor,
        text: texts.sentMessage,
        quote:
          sent === null ? null : (
            <>
              <p className={styles.quoteTitle}>{sent.email_subject}</p>
              {message(sent.body, sent.attachments)}
            </>
          ),
        mail: sent === null ? null : mailOf('supporter_message', sent, isEditable),
      };
    }
    case 'outreach_created':
      return { actor, text: texts.contacted };
    case 'ticket_created':
      return { actor, text: texts.linkedTicket };
    default:
      return kind satisfies never;
  }
}

/** What a public status update did. One that names no status and left none behind is an answer, as imports bring them. */
function statusText(update: FeedEntry['status_update']): ReactNode {
  if (update === null) return texts.postedStatus;
  if (!update.changes_status && update.new_status === null) return texts.answered;
  return (
    <>
      {update.changes_status ? texts.changedStatus : texts.keptStatus} {statusPill(update.new_status)}
    </>
  );
}

/** Which side of a merge this idea was on. */
function isRole({ details }: FeedEntry, role: 'winner' | 'loser'): boolean {
  return (
    typeof details === 'object' && details !== null && (details as Record<string, unknown>)['role'] === role
  );
}

/** How the mail about a record stands and what came back of it; null where there was no mail and nobody answered. */
function mailOf(kind: AnsweredKind, carrier: MailCarrier, isEditable: boolean): ReactNode {
  const { thumbs_up_count: up = 0, thumbs_down_count: down = 0, reply_count: replies, mailing } = carrier;
  return mailing === null && up + down + replies === 0 ? null : (
    <Later part={MailNews} props={{ kind, carrier, isEditable }} what={detailsMessages.mail.what} />
  );
}

/** What status updates of both kinds have besides their words: how their mail stands, and the panel that edits them. */
function statusNews(
  kind: 'public' | 'internal',
  { user }: FeedEntry,
  update: FeedEntry['status_update'] | FeedEntry['internal_status_update'],
  idea: Idea,
  isEditable: boolean,
): Pick<Line, 'mail' | 'edit'> {
  if (update === null) return {};
  return {
    mail: mailOf(kind === 'public' ? 'status_update' : 'internal_status_update', update, isEditable),
    edit: {
      label: texts.editStatus(nameOf(user)),
      onClick: () => openModal('statuses', { suggestion_id: idea.id, kind, status_update_id: update.id }),
    },
  };
}

function commentLine({ comment, user }: FeedEntry): Line {
  if (comment === null) return { actor: user, text: texts.commented };
  const actor = comment.created_by ?? user;
  const into = comment.converted_to_suggestion;
  return {
    actor,
    text: comment.is_admin_comment ? texts.answered : texts.commented,
    tags: [
      ...(comment.is_admin_comment ? [texts.staff] : []),
      ...(comment.state === 'pending' ? [texts.needsReview] : []),
    ],
    quote: (
      <>
        <StoredText body={comment.body} mimeType={comment.body_mime_type} />
        <Files files={comment.attachments} />
        {into === null ? null : (
          <p className={styles.quoteMeta}>
            {texts.turnedInto} <IdeaLink idea={into} />
          </p>
        )}
      </>
    ),
    edit: {
      label: texts.editComment(nameOf(actor)),
      onClick: () => openModal('editComment', { comment_id: comment.id }),
    },
  };
}

function feedbackLine({ feedback_record: record, user }: FeedEntry): Line {
  if (record === null) return { actor: user, text: texts.gaveFeedback };
  const from = record.user;
  const actor = record.captured_by ?? user ?? from;
  const account = from?.crm_account?.name ?? null;
  const forAccount =
    account === null ? null : (
      <>
        {' '}
        {texts.forAccount} <span className={styles.strong}>{account}</span>
      </>
    );
  const severity = record.severity === null ? undefined : SEVERITY_LABELS[record.severity as Severity];
  return {
    actor,
    text:
      from === null || from.id === actor?.id ? (
        <>
          {texts.gaveFeedback}
          {forAccount}
        </>
      ) : (
        <>
          {texts.addedFeedbackOf} <b className={styles.strong}>{from.name}</b>
          {forAccount}
        </>
      ),
    tags: severity === undefined ? [] : [texts.severity(severity)],
    quote: (
      <>
        <StoredText body={record.body} mimeType={record.body_mime_type} />
        <Files files={record.attachments} />
        {record.source_url === null ? null : <Source url={record.source_url} title={record.source_title} />}
      </>
    ),
    edit: {
      label: texts.editFeedback(nameOf(from ?? actor)),
      onClick: () => openModal('feedback', { feedback_record_id: record.id }),
    },
  };
}

/** Where a feedback was said. An address of another kind than http is shown as text. */
function Source({ url, title }: { url: string; title: string | null }) {
  const shown =
    title !== null && title !== '' ? title : url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  return (
    <p className={styles.quoteMeta}>
      {texts.source}{' '}
      {isWebAddress(url) ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.sourceLink}>
          {shown}
        </a>
      ) : (
        shown
      )}
    </p>
  );
}

function message(html: string | null, files: readonly ShownFileFragment[]): ReactNode {
  if ((html === null || html === '') && files.length === 0) return null;
  return (
    <>
      <RichText html={html} />
      <Files files={files} />
    </>
  );
}

function statusPill(status: { name: string; hex_color: string } | null): ReactNode {
  return <StatusPill name={status?.name ?? texts.noStatus} color={status?.hex_color ?? null} />;
}

function withIdea(text: string, idea: { id: string; title: string } | null): ReactNode {
  return (
    <>
      {text} {idea === null ? texts.goneIdea : <IdeaLink idea={idea} />}
    </>
  );
}

/** Leads to another idea. */
export function IdeaLink({ idea }: { idea: { id: string; title: string } }) {
  return (
    <Link href={ideaAddress(idea.id)} className={styles.ideaLink}>
      {idea.title}
    </Link>
  );
}

/** What an edit changed, as the entry's small facts say: pairs of old_x and new_x (DEC-091). */
export function editText(details: unknown, fieldName: FieldName): string {
  const facts = typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {};
  const changed = (name: string): boolean => `new_${name}` in facts;
  const parts: string[] = [];
  if (typeof facts.new_title === 'string') parts.push(texts.renamed(facts.new_title));
  if (changed('body')) parts.push(texts.changedBody);
  if (changed('forum_id')) parts.push(texts.moved);
  else if (changed('category_id'))
    parts.push(facts.new_category_id === null ? texts.removedCategory : texts.changedCategory);
  if (changed('creator_id')) parts.push(texts.changedAuthor);
  if (typeof facts.new_custom_fields === 'object' && facts.new_custom_fields !== null)
    parts.push(texts.changedFields(Object.keys(facts.new_custom_fields).map(fieldName)));
  if (typeof facts.attachments_added === 'number') parts.push(texts.addedFiles(facts.attachments_added));
  if (parts.length === 0) return texts.edited;
  return parts.length === 1
    ? (parts[0] ?? '')
    : `${parts.slice(0, -1).join(', ')} ${texts.and} ${parts.at(-1) ?? ''}`;
}

function nameOf(person: Person | null | undefined): string {
  return person === null || person === undefined || person.name === '' ? texts.somebody : person.name;
}
