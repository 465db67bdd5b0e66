/** What waits for a moderator or was marked as spam: ideas and comments. */
import type {
  CommentListInput,
  ReviewCommentsQuery,
  ReviewIdeasQuery,
  SuggestionListInput,
} from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { fieldsOf } from '../lists/fields.ts';
import type { RecordField } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { plainText } from '../shared/plainText.ts';
import { RelativeTime } from '../ui/elements/Figures.tsx';
import { QuietCell, TitleCell } from '../ui/table/DataTable.tsx';
import { feedbackTexts } from './feedbackTexts.ts';
import { reviewTexts as texts } from './reviewTexts.ts';

const authorFragment = graphql(`
  fragment ReviewAuthor on User {
    id
    name
    avatar_url
    satisfaction_score
    allowed_state
    crm_account {
      id
      name
      plan
    }
  }
`);
void authorFragment;

const ideasDocument = graphql(`
  query ReviewIdeas($query: SuggestionListInput, $page: Int, $per_page: Int) {
    suggestions(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        title
        body
        body_mime_type
        inappropriate_flags_count
        created_at
        created_by {
          ...ReviewAuthor
        }
        forum {
          id
          name
        }
      }
    }
  }
`);

const commentsDocument = graphql(`
  query ReviewComments($query: CommentListInput, $page: Int, $per_page: Int) {
    comments(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        body
        body_mime_type
        inappropriate_flags_count
        created_at
        created_by {
          ...ReviewAuthor
        }
        suggestion {
          id
          title
        }
      }
    }
  }
`);

type ReviewIdea = ReviewIdeasQuery['suggestions']['records'][number];
type ReviewComment = ReviewCommentsQuery['comments']['records'][number];

/** An idea or a comment that is held. */
export type ReviewItem = {
  id: string;
  /** Title of the idea; null for a comment. */
  title: string | null;
  body: string | null;
  body_mime_type: string;
  reported: number;
  created_at: string;
  author: ReviewIdea['created_by'];
  /** Name of the forum of an idea; null for a comment. */
  forum: string | null;
  /** The idea that opens: itself, or the comment's; null when that is gone. */
  idea: { id: string; title: string } | null;
};

const ofIdea = (record: ReviewIdea): ReviewItem => ({
  ...record,
  reported: record.inappropriate_flags_count,
  author: record.created_by,
  forum: record.forum?.name ?? null,
  idea: record,
});

const ofComment = (record: ReviewComment): ReviewItem => ({
  ...record,
  title: null,
  reported: record.inappropriate_flags_count,
  author: record.created_by,
  forum: null,
  idea: record.suggestion,
});

/** What an item is called: the title of an idea, the beginning of a comment. */
export function reviewItemName({ title, body, body_mime_type }: ReviewItem): string {
  if (title !== null) return title;
  const words = plainText(body, body_mime_type);
  return words.length > 160 ? `${words.slice(0, 160)}…` : words;
}

/** Who wrote it, by name. */
export function reviewAuthorName({ author }: ReviewItem): string {
  return author === null || author.name === '' ? texts.someone : author.name;
}

type Fields<Query> = Record<'text' | 'author' | 'reported' | 'created', RecordField<ReviewItem, Query>>;

/** The fields that ideas and comments have both. */
const common: Fields<Pick<SuggestionListInput & CommentListInput, 'creator'>> = {
  text: {
    label: texts.fields.idea,
    widthPx: 360,
    cell: (item) => (
      <TitleCell
        title={reviewItemName(item)}
        excerpt={[reviewAuthorName(item), item.author?.crm_account?.name].filter(Boolean).join(' · ')}
      />
    ),
  },
  author: { label: texts.fields.author, filter: { kind: 'records', by: 'creator', records: 'people' } },
  reported: {
    label: texts.fields.reported,
    widthPx: 100,
    sortKey: 'inappropriate_flags_count',
    sortsDescendingFirst: true,
    cell: ({ reported }) => (reported === 0 ? null : reported),
  },
  created: {
    label: texts.fields.created,
    widthPx: 110,
    sortKey: 'created_at',
    sortsDescendingFirst: true,
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
};

const { week, month, quarter } = feedbackTexts.times;

/** Ideas, the newest first. */
export const reviewIdeasList = defineList({
  name: 'review_ideas',
  what: texts.ideas,
  document: ideasDocument,
  read: ({ suggestions }) => ({ ...suggestions, records: suggestions.records.map(ofIdea) }),
  fields: fieldsOf<ReviewItem, SuggestionListInput>({
    text: common.text,
    forum: {
      label: texts.fields.forum,
      widthPx: 140,
      filter: { kind: 'records', by: 'forum', records: 'forums' },
      cell: ({ forum }) => forum ?? <QuietCell>{texts.noForum}</QuietCell>,
    },
    author: common.author,
    reported: common.reported,
    created: {
      ...common.created,
      filter: {
        kind: 'time',
        by: 'created_after',
        choices: [
          { value: '7_days_ago', label: week },
          { value: '30_days_ago', label: month },
          { value: '90_days_ago', label: quarter },
        ],
      },
    },
  }),
  nameOf: reviewItemName,
  isSearched: true,
  sort: '-created_at',
  pageSize: 50,
});

/** Comments, the newest first. */
export const reviewCommentsList = defineList({
  name: 'review_comments',
  what: texts.comments,
  document: commentsDocument,
  read: ({ comments }) => ({ ...comments, records: comments.records.map(ofComment) }),
  fields: fieldsOf<ReviewItem, CommentListInput>({
    text: { ...common.text, label: texts.fields.comment },
    on: {
      label: texts.fields.on,
      widthPx: 200,
      filter: { kind: 'records', by: 'suggestion', records: 'ideas' },
      cell: ({ idea }) => idea?.title ?? <QuietCell>{texts.goneIdea}</QuietCell>,
    },
    author: common.author,
    reported: common.reported,
    created: common.created,
  }),
  nameOf: reviewItemName,
  sort: '-created_at',
  pageSize: 50,
});
