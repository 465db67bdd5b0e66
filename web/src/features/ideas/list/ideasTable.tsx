/** What the ideas table reads and shows. */
import { IDEA_FIELDS, type ListedIdeaField } from '../../../../../contract/idea_fields.ts';
import type { IdeasTableQuery } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { CELL_BUTTON, QuietCell, TitleCell } from '../../../ui/table/DataTable.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { VoteSpark } from '../../../shared/ideas/VoteSpark.tsx';
import { formatCentsShort, formatCompact, formatDate, formatNumber } from '../../../ui/text/format.ts';
import { StatusPill, Tags } from '../../../ui/elements/Pills.tsx';
import type { TableColumn } from '../../../ui/table/tableLayout.ts';
import type { ReactNode } from 'react';
import { Hits } from '../search/Hits.tsx';
import { editMessages } from '../edit/editMessages.ts';
import type { EditKind } from '../edit/edits.ts';
import { ideasMessages as texts } from './messages.ts';
import list from '../../../lists/list.module.css';
import styles from './ideas.module.css';

export const ideasTableDocument = graphql(`
  query IdeasTable($query: SuggestionListInput, $page: Int, $per_page: Int, $bulk_per_page: Int) {
    suggestions(query: $query, page: $page, per_page: $per_page, bulk_per_page: $bulk_per_page) {
      total_records
      total_is_capped
      search_extensions {
        word
        near
      }
      current_page
      records {
        id
        title
        excerpt
        state
        is_dated
        votes_count
        external_account_supporters_count
        comments_count
        requests_count
        supporting_accounts_count
        supporter_revenue
        weekly_votes
        votes_this_week
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

/** Letters of labels that fit their column as it is, and where it has grown; more would cut each of them short. */
const lettersOfLabels = { narrow: 16, wide: 32 };

/** How many of some labels can be read in a line. */
function readable(names: readonly string[], letters: number): number {
  let left = letters;
  const fitting = names.findIndex((name) => (left -= name.length) < 0);
  return Math.max(1, fitting < 0 ? names.length : fitting);
}

/** As many labels as can be read, the others counted. */
function LabelTags({ names }: { names: readonly string[] }) {
  const narrow = readable(names, lettersOfLabels.narrow);
  const wide = readable(names, lettersOfLabels.wide);
  if (narrow === wide) return <Tags names={names} maximum={narrow} />;
  return (
    <>
      <span className={styles.narrowLabels}>
        <Tags names={names} maximum={narrow} />
      </span>
      <span className={styles.wideLabels}>
        <Tags names={names} maximum={wide} />
      </span>
    </>
  );
}

/** Opens the picker of a cell at its button. */
export type OnEdit = (kind: EditKind, id: string, button: HTMLElement) => void;

/** A value that its cell changes: a button, unless nobody may. */
function Edited({
  kind,
  idea,
  value,
  onEdit,
  children,
}: {
  kind: EditKind;
  idea: IdeaRow;
  /** In words, for who hears it. */
  value: string;
  onEdit: OnEdit | null;
  children: ReactNode;
}) {
  if (onEdit === null || idea.state === 'merged') return children;
  return (
    <button
      type="button"
      // the row is the stop of Tab; the arrow keys lead to its buttons
      tabIndex={-1}
      {...{ [CELL_BUTTON]: kind }}
      className={styles.edited}
      aria-label={editMessages.change(editMessages.what[kind], value)}
      aria-haspopup="dialog"
      onClick={(event) => onEdit(kind, idea.id, event.currentTarget)}
    >
      {children}
    </button>
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

/** Id and head of the column that shows a field. */
function listed(field: ListedIdeaField): Pick<TableColumn<IdeaRow>, 'id' | 'header'> {
  const { column, label } = IDEA_FIELDS[field];
  return { id: column, header: label };
}

/**
 * The columns of the table, in their order. Revenue is there only for who may see it.
 *
 * @param edits what opens the picker of a cell, for each that may be changed; null: it is shown only
 */
export function ideaColumns(
  seesRevenue: boolean,
  edits: { status: OnEdit | null; others: OnEdit | null } = { status: null, others: null },
): TableColumn<IdeaRow>[] {
  const { group } = texts;
  const columns: (TableColumn<IdeaRow> | null)[] = [
    {
      ...listed('title'),
      sticky: true,
      canHide: false,
      widthPx: 420,
      minWidthPx: 200,
      grow: { order: 1, toPx: 720 },
      sortKey: 'title',
      cell: (idea) => (
        <TitleCell
          title={
            <Link href={ideaAddress(idea.id)} className={list.titleLink} tabIndex={-1}>
              <Hits text={idea.title} />
            </Link>
          }
          excerpt={idea.excerpt === null || idea.excerpt === '' ? null : <Hits text={idea.excerpt} />}
        />
      ),
    },
    {
      ...listed('status'),
      group: group.details,
      widthPx: 144,
      cell: (idea) => (
        <Edited kind="status" idea={idea} value={idea.status?.name ?? texts.noStatus} onEdit={edits.status}>
          <StatusPill name={idea.status?.name ?? texts.noStatus} color={idea.status?.hex_color ?? null} />
        </Edited>
      ),
    },
    {
      ...listed('votes_count'),
      group: group.activity,
      widthPx: 84,
      align: 'end',
      sortKey: 'votes_count',
      sortsDescendingFirst: true,
      cell: ({ votes_count, external_account_supporters_count: theirs }) =>
        theirs === null ? (
          count(votes_count)
        ) : (
          // of a list that is narrowed to one account
          <span data-tip={texts.ofAccount(theirs)}>
            <b>{formatNumber(theirs)}</b> / {formatCompact(votes_count)}
          </span>
        ),
    },
    seesRevenue
      ? {
          ...listed('supporter_revenue'),
          tip: texts.revenueTip,
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
      ...listed('weekly_votes'),
      group: group.activity,
      widthPx: 112,
      cell: (idea) => <VoteSpark weekly={idea.weekly_votes} thisWeek={idea.votes_this_week} />,
    },
    {
      ...listed('supporting_accounts_count'),
      group: group.revenue,
      widthPx: 100,
      align: 'end',
      sortKey: 'supporting_accounts_count',
      sortsDescendingFirst: true,
      cell: (idea) => count(idea.supporting_accounts_count),
    },
    {
      ...listed('labels'),
      group: group.details,
      widthPx: 160,
      grow: { order: 2, toPx: 320 },
      cell: (idea) => {
        const names = idea.labels.map((label) => label.name);
        return (
          <span className={styles.labels}>
            <Edited
              kind="labels"
              idea={idea}
              value={names.join(', ') || editMessages.none}
              onEdit={edits.others}
            >
              <LabelTags names={names} />
            </Edited>
          </span>
        );
      },
    },
    {
      ...listed('assigned_owner'),
      group: group.details,
      widthPx: 184,
      cell: (idea) => (
        <Edited
          kind="owner"
          idea={idea}
          value={idea.assigned_owner?.name ?? texts.unassignedOwner}
          onEdit={edits.others}
        >
          {idea.assigned_owner === null ? (
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
          )}
        </Edited>
      ),
    },
    {
      ...listed('forum'),
      group: group.details,
      widthPx: 120,
      hidden: true,
      cell: (idea) => idea.forum?.name,
    },
    {
      ...listed('comments_count'),
      group: group.activity,
      widthPx: 104,
      align: 'end',
      hidden: true,
      sortKey: 'comments_count',
      sortsDescendingFirst: true,
      cell: (idea) => count(idea.comments_count),
    },
    {
      ...listed('requests_count'),
      group: group.activity,
      widthPx: 96,
      align: 'end',
      hidden: true,
      cell: (idea) => count(idea.requests_count),
    },
    {
      ...listed('internal_status'),
      group: group.details,
      widthPx: 140,
      hidden: true,
      cell: (idea) => (
        <Edited
          kind="internal_status"
          idea={idea}
          value={idea.internal_status?.name ?? texts.noStatus}
          onEdit={edits.others}
        >
          {idea.internal_status === null ? (
            <StatusPill name={texts.noStatus} color={null} />
          ) : (
            <StatusPill name={idea.internal_status.name} color={idea.internal_status.hex_color} />
          )}
        </Edited>
      ),
    },
    {
      ...listed('category'),
      group: group.details,
      widthPx: 130,
      hidden: true,
      cell: (idea) => idea.category?.name,
    },
    {
      ...listed('created_by'),
      group: group.details,
      widthPx: 140,
      hidden: true,
      cell: (idea) => idea.created_by?.name,
    },
    {
      ...listed('last_activity_at'),
      group: group.activity,
      widthPx: 116,
      hidden: true,
      sortKey: 'last_activity_at',
      sortsDescendingFirst: true,
      cell: (idea) => <RelativeTime value={idea.last_activity_at} />,
    },
    {
      ...listed('created_at'),
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
