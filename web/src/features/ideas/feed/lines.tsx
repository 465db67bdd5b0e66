import type { ReactNode } from 'react';
import { isActivityKind } from '../../../../../contract/activity.ts';
import { IDEA_EDITS } from '../../../../../contract/idea_fields.ts';
import type { ShownFileFragment } from '../../../api/generated/graphql.ts';
import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import type { CustomerOf } from '../../../shared/customers/CustomerLine.tsx';
import type { EntryKind } from '../../../shared/customers/EntryAvatar.tsx';
import { SeverityMark } from '../../../shared/customers/SeverityMark.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { StatusPill } from '../../../ui/elements/Pills.tsx';
import { RichText } from '../../../ui/text/RichText.tsx';
import { MailNews } from '../details/later.ts';
import { detailsMessages } from '../details/messages.ts';
import type { AnsweredKind, FeedEntry, Idea, MailCarrier } from '../details/queries.ts';
import { StoredText } from '../details/text.tsx';
import type { QuoteTone } from '../details/text.tsx';
import { Files } from './files.tsx';
import { Source } from './Source.tsx';
import styles from '../details/details.module.css';

const texts = detailsMessages.feed;

/** Somebody that an entry names. */
export type Person = CustomerOf & { allowed_state?: string };

/** What an entry shows; made for each kind by `lineOf`. */
export type Line = {
  kind: EntryKind;
  /** Whose picture and name come first: of words of a customer the customer, else whoever of the team did it. */
  person: Person | null;
  /** Words of a customer: account and revenue stand behind the name. */
  isCustomer?: boolean;
  /** What they did, behind the name. */
  text?: ReactNode;
  content?: ReactNode;
  tone?: QuoteTone;
  /** Small words behind the first line. */
  tags?: readonly string[];
  /** At the right of the first line. */
  end?: ReactNode;
  /** The third line has the time, and this: who wrote it down (null: themselves), and where it was said. */
  foot?: { capturedBy: Person | null; source: ReactNode };
  edit?: { label: string; onClick: () => void };
  /** How the mail that belongs to it stands. */
  mail?: ReactNode;
  isUndated?: boolean;
};

type FieldName = (key: string) => string;

/** Who did what, for each kind of entry. What an entry tells of may be gone; then less is said. */
export function lineOf(entry: FeedEntry, idea: Idea, fieldName: FieldName, isEditable: boolean): Line {
  const { kind, user: person } = entry;
  if (!isActivityKind(kind)) return { kind: 'edit', person, text: texts.other };
  switch (kind) {
    case 'suggestion_created': {
      const isCaptured = idea.captured_by !== null && idea.captured_by.id !== idea.created_by?.id;
      return {
        kind: 'idea',
        person: idea.created_by ?? person,
        isCustomer: true,
        text:
          entry.related_suggestion === null || isCaptured
            ? texts.created
            : withIdea(texts.createdFrom, entry.related_suggestion),
        ...(isCaptured ? { foot: { capturedBy: idea.captured_by, source: null } } : {}),
        isUndated: !idea.is_dated,
      };
    }
    case 'comment_created':
      return commentLine(entry);
    case 'feedback_record_created':
      return feedbackLine(entry);
    case 'note_created':
      return { kind: 'note', person: entry.note?.created_by ?? person, text: texts.noted };
    case 'status_updated': {
      const update = entry.status_update;
      return {
        kind: 'status',
        person,
        text: statusText(update),
        content: message(update?.html_body ?? null, update?.attachments ?? []),
        tags:
          update?.mailing === null && update.supporters_notified && update.mail_sent_count > 0
            ? [texts.emailed(update.mail_sent_count)]
            : [],
        isUndated: update?.is_dated === false,
        ...statusNews('public', entry, update, idea, isEditable),
      };
    }
    case 'internal_status_updated': {
      const update = entry.internal_status_update;
      return {
        kind: 'internalStatus',
        person,
        text: (
          <>
            {texts.changedInternalStatus} {statusPill(update?.new_internal_status ?? null)}
          </>
        ),
        tone: 'internal',
        content: message(update?.html_text ?? null, update?.attachments ?? []),
        ...statusNews('internal', entry, update, idea, isEditable),
      };
    }
    case 'internal_flag_created':
      return {
        kind: 'flag',
        person,
        text: entry.internal_flag?.user
          ? `${texts.flagged} ${texts.flaggedFor(entry.internal_flag.user.name)}`
          : texts.flagged,
        tone: 'internal',
        content:
          entry.internal_flag === null ? null : (
            <StoredText body={entry.internal_flag.reason} mimeType="text/plain" />
          ),
      };
    case 'internal_flag_cleared':
      return {
        kind: 'flag',
        person,
        text: texts.clearedFlag,
        tone: 'internal',
        content: entry.internal_flag?.cleared_message ? (
          <StoredText body={entry.internal_flag.cleared_message} mimeType="text/plain" />
        ) : null,
      };
    case 'merge_created':
      return {
        kind: 'merge',
        person,
        text: withIdea(
          isRole(entry, 'loser') ? texts.mergedAway : texts.mergedInto,
          entry.related_suggestion,
        ),
      };
    case 'merge_reversed':
      return {
        kind: 'merge',
        person,
        text: withIdea(
          isRole(entry, 'loser') ? texts.unmergedAway : texts.unmerged,
          entry.related_suggestion,
        ),
      };
    case 'suggestion_split':
      return {
        kind: 'split',
        person,
        text: withIdea(
          entry.related_suggestion !== null && entry.related_suggestion.id === idea.split_from?.id
            ? texts.splitFrom
            : texts.splitOff,
          entry.related_suggestion,
        ),
      };
    case 'suggestion_updated':
      return { kind: 'edit', person, text: editText(entry.details, fieldName) };
    case 'supporter_message_created': {
      const sent = entry.supporter_message;
      return {
        kind: 'message',
        person,
        text: texts.sentMessage,
        content:
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
      return { kind: 'message', person, text: texts.contacted };
    case 'ticket_created':
      return { kind: 'ticket', person, text: texts.linkedTicket };
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
function mailOf(
  kind: AnsweredKind,
  carrier: MailCarrier,
  isEditable: boolean,
  onEdit?: () => void,
): ReactNode {
  const { thumbs_up_count: up = 0, thumbs_down_count: down = 0, reply_count: replies, mailing } = carrier;
  return mailing === null && up + down + replies === 0 ? null : (
    <Later
      part={MailNews}
      props={{ kind, carrier, isEditable, ...(onEdit === undefined ? {} : { onEdit }) }}
      what={detailsMessages.mail.what}
    />
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
  const edit = (): void =>
    void openModal('statuses', { suggestion_id: idea.id, kind, status_update_id: update.id });
  return {
    mail: mailOf(kind === 'public' ? 'status_update' : 'internal_status_update', update, isEditable, edit),
    edit: { label: texts.editStatus(nameOf(user)), onClick: edit },
  };
}

function commentLine({ comment, user }: FeedEntry): Line {
  if (comment === null) return { kind: 'comment', person: user, text: texts.commented };
  const person = comment.created_by ?? user;
  const into = comment.converted_to_suggestion;
  const isTeam = comment.is_admin_comment;
  return {
    kind: isTeam ? 'reply' : 'comment',
    person,
    isCustomer: !isTeam,
    text: isTeam ? texts.answered : texts.commented,
    tone: isTeam ? 'reply' : 'open',
    tags: comment.state === 'pending' ? [texts.needsReview] : [],
    content: (
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
      label: texts.editComment(nameOf(person)),
      onClick: () => openModal('editComment', { comment_id: comment.id }),
    },
  };
}

function feedbackLine({ feedback_record: record, user }: FeedEntry): Line {
  if (record === null) return { kind: 'feedback', person: user, text: texts.gaveFeedback };
  const from = record.user;
  const writer = record.captured_by ?? user;
  return {
    kind: 'feedback',
    person: from,
    isCustomer: true,
    content: (
      <>
        <StoredText body={record.body} mimeType={record.body_mime_type} />
        <Files files={record.attachments} />
      </>
    ),
    end: <SeverityMark severity={record.severity} />,
    foot: {
      capturedBy: writer?.id === from?.id ? null : writer,
      source:
        record.source_url === null ? null : <Source url={record.source_url} title={record.source_title} />,
    },
    edit: {
      label: texts.editFeedback(nameOf(from ?? writer)),
      onClick: () => openModal('feedback', { feedback_record_id: record.id }),
    },
  };
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
  const parts = Object.entries(IDEA_EDITS)
    // a category goes with its forum
    .filter(([name]) => `new_${name}` in facts && !(name === 'category_id' && 'new_forum_id' in facts))
    .map(([name, sentence]) => sentence(facts[`new_${name}`]));
  if (typeof facts.new_custom_fields === 'object' && facts.new_custom_fields !== null)
    parts.push(texts.changedFields(Object.keys(facts.new_custom_fields).map(fieldName)));
  if (typeof facts.attachments_added === 'number') parts.push(texts.addedFiles(facts.attachments_added));
  if (parts.length === 0) return texts.edited;
  return parts.length === 1
    ? (parts[0] ?? '')
    : `${parts.slice(0, -1).join(', ')} ${texts.and} ${parts.at(-1) ?? ''}`;
}

/** What somebody is called; who has no name is someone. */
export function nameOf(person: Pick<Person, 'name'> | null | undefined): string {
  return person === null || person === undefined || person.name === '' ? texts.someone : person.name;
}
