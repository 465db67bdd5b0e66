/** The idea report: the ideas of a period, and of each what one wants to see. What is not in sight is not asked for. */
import { paging, reportDefaults } from '../../../contract/limits.ts';
import type { IdeaReportQuery, SuggestionListInput } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { ideaAddress } from '../host/addresses.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { plainText } from '../shared/plainText.ts';
import { RelativeTime } from '../ui/elements/Figures.tsx';
import { StatusPill } from '../ui/elements/Pills.tsx';
import { TitleCell } from '../ui/table/DataTable.tsx';
import { formatNumber } from '../ui/text/format.ts';
import { ideaReportTexts as texts } from './ideaReportTexts.ts';

const ideaReportDocument = graphql(`
  query IdeaReport(
    $query: SuggestionListInput
    $page: Int
    $per_page: Int
    $last_activity: Boolean = false
    $status_update: Boolean = false
    $votes: Boolean = false
    $comments: Boolean = false
    $user: Boolean = false
    $notes: Boolean = false
    $feedback: Boolean = false
  ) {
    suggestions(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        title
        created_at
        last_activity_at @include(if: $last_activity)
        last_status_update @include(if: $status_update) {
          id
          body
          new_status {
            id
            name
            hex_color
          }
          created_at
        }
        votes_count @include(if: $votes)
        last_supporter @include(if: $votes) {
          id
          name
        }
        comments_count @include(if: $comments)
        last_comment @include(if: $comments) {
          id
          body
          body_mime_type
        }
        created_by @include(if: $user) {
          id
          name
          email_address
        }
        notes_count @include(if: $notes)
        last_note @include(if: $notes) {
          id
          body
          body_mime_type
        }
        requests_count @include(if: $feedback)
        last_feedback_record @include(if: $feedback) {
          id
          body
          body_mime_type
        }
      }
    }
  }
`);

type Reported = IdeaReportQuery['suggestions']['records'][number];

/** A number, and below it the words that came last. */
function Counted({
  count,
  last,
}: {
  count: number | undefined;
  last: { body: string; body_mime_type: string } | null | undefined;
}) {
  return (
    <TitleCell
      title={formatNumber(count)}
      excerpt={last ? plainText(last.body, last.body_mime_type).replaceAll('\n', ' ') : ''}
    />
  );
}

/** Columns that nothing is asked for until somebody shows them (CONST-009 to CONST-015). */
const flag = { hidden: true } as const;

const ideaReportFields = fieldsOf<Reported, SuggestionListInput>({
  title: {
    label: texts.fields.title,
    widthPx: 320,
    sortKey: 'title',
    cell: ({ title }) => title,
  },
  created: {
    label: texts.fields.created,
    widthPx: 120,
    sortKey: 'created_at',
    sortsDescendingFirst: true,
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
  last_activity: {
    ...flag,
    label: texts.fields.last_activity,
    widthPx: 130,
    sortKey: 'last_activity_at',
    sortsDescendingFirst: true,
    cell: ({ last_activity_at: last }) => (last === undefined ? null : <RelativeTime value={last} />),
  },
  status_update: {
    ...flag,
    label: texts.fields.status_update,
    widthPx: 240,
    cell: ({ last_status_update: update }) =>
      update === null || update === undefined ? null : (
        <TitleCell
          title={
            update.new_status === null ? (
              <RelativeTime value={update.created_at} />
            ) : (
              <StatusPill name={update.new_status.name} color={update.new_status.hex_color} />
            )
          }
          excerpt={update.body ?? ''}
        />
      ),
  },
  votes: {
    ...flag,
    label: texts.fields.votes,
    widthPx: 160,
    sortKey: 'votes_count',
    sortsDescendingFirst: true,
    cell: ({ votes_count, last_supporter: last }) => (
      <TitleCell title={formatNumber(votes_count)} excerpt={last ? texts.lastBy(last.name) : ''} />
    ),
  },
  comments: {
    ...flag,
    label: texts.fields.comments,
    widthPx: 240,
    sortKey: 'comments_count',
    sortsDescendingFirst: true,
    cell: ({ comments_count, last_comment }) => <Counted count={comments_count} last={last_comment} />,
  },
  user: {
    ...flag,
    label: texts.fields.user,
    widthPx: 200,
    cell: ({ created_by: by }) =>
      by === null || by === undefined ? null : <TitleCell title={by.name} excerpt={by.email_address ?? ''} />,
  },
  notes: {
    ...flag,
    label: texts.fields.notes,
    widthPx: 240,
    sortKey: 'notes_count',
    sortsDescendingFirst: true,
    cell: ({ notes_count, last_note }) => <Counted count={notes_count} last={last_note} />,
  },
  feedback: {
    ...flag,
    label: texts.fields.feedback,
    widthPx: 240,
    sortKey: 'requests_count',
    sortsDescendingFirst: true,
    cell: ({ requests_count, last_feedback_record }) => (
      <Counted count={requests_count} last={last_feedback_record} />
    ),
  },
});

/** The ideas of a period, those with the most votes first, 100 on a page (CONST-004). */
export const ideaReportList = defineList({
  name: 'idea_report',
  what: texts.what,
  document: ideaReportDocument,
  read: ({ suggestions }) => suggestions,
  fields: ideaReportFields,
  nameOf: ({ title }) => title,
  address: ({ id }) => ideaAddress(id),
  isSearched: true,
  sort: '-votes_count',
  pageSize: paging.ideaReportPageSize,
  parts: (isShown) =>
    Object.fromEntries(Object.keys(reportDefaults.ideaReportFlags).map((name) => [name, isShown(name)])),
});
