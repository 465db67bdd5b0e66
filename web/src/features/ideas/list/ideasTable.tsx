/** What the ideas table reads and shows. */
import type { IdeasTableQuery } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { QuietCell, TitleCell } from '../../../ui/DataTable.tsx';
import { RelativeTime, Sparkline } from '../../../ui/Figures.tsx';
import { formatCentsShort, formatCompact, formatDate, formatNumber } from '../../../ui/format.ts';
import { StatusPill, Tags } from '../../../ui/Pills.tsx';
import type { TableColumn } from '../../../ui/tableLayout.ts';
import type { ReactNode } from 'react';
import { ideasMessages as texts } from './messages.ts';
import styles from './ideas.module.css';

export const ideasTableDocument = graphql(`
  query IdeasTable(
    $q: String
    $page: Int
    $per_page: Int
    $bulk_per_page: Int
    $sort: String
    $id: [ID!]
    $forum: [ID!]
    $category: [ID!]
    $category_none: Boolean
    $label: [ID!]
    $label_none: Boolean
    $status: [ID!]
    $status_none: Boolean
    $internal_status: [ID!]
    $internal_status_none: Boolean
    $assigned_owner: [ID!]
    $assigned_owner_none: Boolean
    $creator: [ID!]
    $supporter: [ID!]
    $external_account: [ID!]
    $state: [String!]
    $created_after: String
    $no_support_since: String
    $has_response: Boolean
    $has_internal_flag: Boolean
  ) {
    suggestions(
      q: $q
      page: $page
      per_page: $per_page
      bulk_per_page: $bulk_per_page
      sort: $sort
      id: $id
      forum: $forum
      category: $category
      category_none: $category_none
      label: $label
      label_none: $label_none
      status: $status
      status_none: $status_none
      internal_status: $internal_status
      internal_status_none: $internal_status_none
      assigned_owner: $assigned_owner
      assigned_owner_none: $assigned_owner_none
      creator: $creator
      supporter: $supporter
      external_account: $external_account
      state: $state
      created_after: $created_after
      no_support_since: $no_support_since
      has_response: $has_response
      has_internal_flag: $has_internal_flag
    ) {
      total_records
      total_is_capped
      current_page
      records {
        id
        title
        excerpt
        state
        is_dated
        votes_count
        comments_count
        requests_count
        supporting_accounts_count
        supporter_revenue
        weekly_votes
        last_activity_at
        created_at
        status {
          id
          name
          hex_color
        }
        internal_status {
          id
          name
          hex_color
        }
        forum {
          id
          name
        }
        category {
          id
          name
        }
        labels {
          id
          name
          full_name
        }
        assigned_owner {
          id
          name
          avatar_url
          satisfaction_score
        }
        created_by {
          id
          name
        }
      }
    }
  }
`);

/** Which of some ideas still exist. */
export const existingIdeasDocument = graphql(`
  query ExistingIdeas($id: [ID!]) {
    suggestions(id: $id, bulk_per_page: 500) {
      records {
        id
      }
    }
  }
`);

export type IdeaRow = IdeasTableQuery['suggestions']['records'][number];

/** Letters of labels that fit their column; more would cut each of them short. */
const lettersOfLabels = 16;

/** As many labels as can be read, the others counted. */
function LabelTags({ names }: { names: readonly string[] }) {
  const [first = '', second] = names;
  return (
    <Tags
      names={names}
      maximum={second !== undefined && first.length + second.length <= lettersOfLabels ? 2 : 1}
    />
  );
}

/** A number is never cut: one that does not fit its column is shortened, and stands whole in its tooltip. */
function count(value: number): ReactNode {
  return value < 1_000_000 ? (
    formatNumber(value)
  ) : (
    <span data-tip={formatNumber(value)}>{formatCompact(value)}</span>
  );
}

/** The columns of the table, in their order. Revenue is there only for who may see it. */
export function ideaColumns(seesRevenue: boolean): TableColumn<IdeaRow>[] {
  const { column, group } = texts;
  const columns: (TableColumn<IdeaRow> | null)[] = [
    {
      id: 'title',
      header: column.idea,
      sticky: true,
      canHide: false,
      widthPx: 420,
      minWidthPx: 200,
      sortKey: 'title',
      cell: (idea) => (
        <TitleCell
          title={
            <Link href={ideaAddress(idea.id)} className={styles.titleLink} tabIndex={-1}>
              {idea.title}
            </Link>
          }
          excerpt={idea.excerpt}
        />
      ),
    },
    {
      id: 'status',
      header: column.status,
      group: group.details,
      widthPx: 136,
      cell: (idea) => (
        <StatusPill name={idea.status?.name ?? texts.noStatus} color={idea.status?.hex_color ?? null} />
      ),
    },
    {
      id: 'votes',
      header: column.votes,
      group: group.activity,
      widthPx: 84,
      align: 'end',
      sortKey: 'votes_count',
      sortsDescendingFirst: true,
      cell: (idea) => count(idea.votes_count),
    },
    seesRevenue
      ? {
          id: 'revenue',
          header: column.revenue,
          group: group.revenue,
          widthPx: 104,
          align: 'end',
          sortKey: 'supporter_revenue',
          sortsDescendingFirst: true,
          cell: (idea) =>
            formatCentsShort(idea.supporter_revenue === null ? null : idea.supporter_revenue * 100),
        }
      : null,
    {
      id: 'weeks',
      header: column.weeks,
      group: group.activity,
      widthPx: 112,
      cell: (idea) => <Sparkline values={idea.weekly_votes} />,
    },
    {
      id: 'forum',
      header: column.forum,
      group: group.details,
      widthPx: 120,
      cell: (idea) => idea.forum?.name,
    },
    {
      id: 'labels',
      header: column.labels,
      group: group.details,
      widthPx: 150,
      cell: (idea) => <LabelTags names={idea.labels.map((label) => label.name)} />,
    },
    {
      id: 'owner',
      header: column.owner,
      group: group.details,
      widthPx: 150,
      cell: (idea) =>
        idea.assigned_owner === null ? (
          <QuietCell>{texts.unassignedOwner}</QuietCell>
        ) : (
          <span className={styles.person}>
            <Avatar
              name={idea.assigned_owner.name}
              src={idea.assigned_owner.avatar_url}
              satisfactionScore={idea.assigned_owner.satisfaction_score}
              sizePx={24}
              decorative
            />
            <span className={styles.personName}>{idea.assigned_owner.name}</span>
          </span>
        ),
    },
    {
      id: 'accounts',
      header: column.accounts,
      group: group.revenue,
      widthPx: 96,
      align: 'end',
      hidden: true,
      sortKey: 'supporting_accounts_count',
      sortsDescendingFirst: true,
      cell: (idea) => count(idea.supporting_accounts_count),
    },
    {
      id: 'comments',
      header: column.comments,
      group: group.activity,
      widthPx: 104,
      align: 'end',
      hidden: true,
      sortKey: 'comments_count',
      sortsDescendingFirst: true,
      cell: (idea) => count(idea.comments_count),
    },
    {
      id: 'feedback',
      header: column.feedback,
      group: group.activity,
      widthPx: 96,
      align: 'end',
      hidden: true,
      cell: (idea) => count(idea.requests_count),
    },
    {
      id: 'internal_status',
      header: column.internal_status,
      group: group.details,
      widthPx: 140,
      hidden: true,
      cell: (idea) =>
        idea.internal_status === null ? null : (
          <StatusPill name={idea.internal_status.name} color={idea.internal_status.hex_color} />
        ),
    },
    {
      id: 'category',
      header: column.category,
      group: group.details,
      widthPx: 130,
      hidden: true,
      cell: (idea) => idea.category?.name,
    },
    {
      id: 'creator',
      header: column.creator,
      group: group.details,
      widthPx: 140,
      hidden: true,
      cell: (idea) => idea.created_by?.name,
    },
    {
      id: 'last_activity',
      header: column.last_activity,
      group: group.activity,
      widthPx: 116,
      hidden: true,
      sortKey: 'last_activity_at',
      sortsDescendingFirst: true,
      cell: (idea) => <RelativeTime value={idea.last_activity_at} />,
    },
    {
      id: 'created',
      header: column.created,
      group: group.details,
      widthPx: 120,
      hidden: true,
      sortKey: 'created_at',
      sortsDescendingFirst: true,
      cell: (idea) => (idea.is_dated ? formatDate(idea.created_at) : <QuietCell>{texts.undated}</QuietCell>),
    },
  ];
  return columns.filter((entry) => entry !== null);
}
