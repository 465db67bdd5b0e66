/** Feedback: what customers said, across all ideas. */
import { CHANNELS, SEVERITY_NAMES, SEVERITY_LABELS } from '../../../contract/states.ts';
import type { Severity } from '../../../contract/states.ts';
import { hasFeature } from '../../../contract/permissions.ts';
import type { FeedbackListQuery, FeedbackRecordListInput } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { SeverityMark } from '../shared/customers/SeverityMark.tsx';
import { RelativeTime } from '../ui/elements/Figures.tsx';
import { QuietCell, TitleCell } from '../ui/table/DataTable.tsx';
import { feedbackTexts as texts } from './feedbackTexts.ts';

const listDocument = graphql(`
  query FeedbackList($query: FeedbackRecordListInput, $page: Int, $per_page: Int) {
    feedback_records(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        excerpt
        severity
        channel
        created_at
        user {
          id
          name
          email_address
          crm_account {
            id
            name
          }
        }
        suggestion {
          id
          title
        }
      }
    }
  }
`);

/** Feedback, as its list has it. */
export type ListedFeedback = FeedbackListQuery['feedback_records']['records'][number];

const fields = fieldsOf<ListedFeedback, FeedbackRecordListInput>({
  text: {
    label: texts.fields.text,
    widthPx: 380,
    cell: ({ excerpt, user }) => (
      <TitleCell
        title={excerpt}
        excerpt={
          user === null
            ? texts.someone
            : [user.name || user.email_address, user.crm_account?.name].filter(Boolean).join(' · ')
        }
      />
    ),
  },
  idea: {
    label: texts.fields.idea,
    widthPx: 220,
    filter: { kind: 'records', by: 'suggestion', records: 'ideas' },
    cell: ({ suggestion }) =>
      suggestion === null ? <QuietCell>{texts.noIdea}</QuietCell> : suggestion.title,
  },
  linked: {
    label: texts.fields.linked,
    filter: { kind: 'flag', by: 'suggestion_none', yes: texts.notLinked, no: texts.linked },
  },
  person: {
    label: texts.fields.person,
    filter: { kind: 'records', by: 'user', records: 'people' },
  },
  account: {
    label: texts.fields.account,
    needs: (rights) => hasFeature(rights.authorized_features, 'account_insights'),
    filter: { kind: 'records', by: 'external_account', records: 'accounts' },
  },
  severity: {
    label: texts.fields.severity,
    widthPx: 110,
    sortKey: 'severity',
    sortsDescendingFirst: true,
    filter: {
      kind: 'words',
      by: 'severity',
      choices: SEVERITY_NAMES.map((value, index) => ({
        value,
        label: SEVERITY_LABELS[(index + 1) as Severity],
      })),
    },
    cell: ({ severity }) => (severity === null ? null : <SeverityMark severity={severity} />),
  },
  source: {
    label: texts.fields.source,
    widthPx: 110,
    filter: {
      kind: 'words',
      by: 'channel',
      choices: CHANNELS.map((value) => ({ value, label: texts.channels[value] })),
    },
    cell: ({ channel }) => texts.channelOf(channel),
  },
  created: {
    label: texts.fields.created,
    widthPx: 110,
    sortKey: 'created_at',
    sortsDescendingFirst: true,
    filter: {
      kind: 'time',
      by: 'created_after',
      choices: [
        { value: '7_days_ago', label: texts.times.week },
        { value: '30_days_ago', label: texts.times.month },
        { value: '90_days_ago', label: texts.times.quarter },
      ],
    },
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
});

/** What customers said, the newest first. */
export const feedbackList = defineList({
  name: 'feedback',
  what: texts.what,
  document: listDocument,
  read: ({ feedback_records }) => feedback_records,
  fields,
  nameOf: ({ excerpt }) => excerpt.slice(0, 60),
  isSearched: true,
  sort: '-created_at',
});
