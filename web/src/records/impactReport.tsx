/** Impact reports: what a list reads of one, and its fields. */
import { IconDots, IconUsers, IconWorld } from '@tabler/icons-react';
import { shortCurrency } from '../../../contract/currency.ts';
import { hasChangedMuch, IMPACT_SOURCES } from '../../../contract/impact_reports.ts';
import { canWrite, hasFeature } from '../../../contract/permissions.ts';
import { IMPACT_REPORT_STATES } from '../../../contract/states.ts';
import type { ImpactReportListInput, ImpactReportsQuery } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { useViewer } from '../api/viewer.ts';
import { impactReportAddress } from '../host/addresses.ts';
import { navigate } from '../host/navigation.ts';
import { fieldsOf } from '../lists/fields.ts';
import { defineList } from '../lists/list.ts';
import { IconButton } from '../ui/elements/Button.tsx';
import { RelativeTime } from '../ui/elements/Figures.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import { CELL_BUTTON, TitleCell } from '../ui/table/DataTable.tsx';
import { formatNumber } from '../ui/text/format.ts';
import { impactMenu, useImpactCommands } from './impactCommands.ts';
import { impactReportTexts as texts } from './impactReportTexts.ts';
import { Owner } from './Owner.tsx';
import styles from './records.module.css';

const impactReportsDocument = graphql(`
  query ImpactReports($query: ImpactReportListInput, $page: Int, $per_page: Int) {
    impact_reports(query: $query, page: $page, per_page: $per_page) {
      total_records
      total_is_capped
      records {
        id
        title
        version
        state
        source
        source_name
        figures {
          ideas
          people
          accounts
          revenue
        }
        figures_at
        figures_now {
          people
          accounts
          revenue
        }
        is_public
        readers_count
        created_by {
          id
          name
          avatar_url
        }
        updated_at
      }
    }
  }
`);

/** An impact report as lists have it. */
export type ListedImpactReport = ImpactReportsQuery['impact_reports']['records'][number];

function Actions({ report }: { report: ListedImpactReport }) {
  const { permissions } = useViewer();
  const commands = useImpactCommands();
  const label = texts.more(report.title);
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <IconButton {...props} {...{ [CELL_BUTTON]: 'action' }} tabIndex={-1} label={label} variant="plain">
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </IconButton>
      )}
      items={[
        {
          id: 'open',
          label: texts.open,
          href: impactReportAddress(report.id),
          onSelect: () => navigate(impactReportAddress(report.id)),
        },
        ...impactMenu(report, commands, canWrite(permissions, 'feedback')),
      ]}
    />
  );
}

function FiguresAsOf({ report }: { report: ListedImpactReport }) {
  const { figures, figures_now: now } = report;
  const moved = texts.movedSince(figures, now);
  return (
    <TitleCell
      title={texts.day(report.figures_at)}
      excerpt={moved === '' ? '' : hasChangedMuch(figures, now) ? texts.changedMuch : moved}
    />
  );
}

function Shared({ report }: { report: ListedImpactReport }) {
  const { readers_count: people, is_public: hasLink } = report;
  if (people === 0 && !hasLink) return <span className={styles.quiet}>{texts.notShared}</span>;
  const Icon = hasLink ? IconWorld : IconUsers;
  return (
    <span className={styles.kind}>
      <Icon size={16} stroke={1.6} aria-hidden="true" className={styles.icon} />
      {texts.sharedWith(people, hasLink)}
    </span>
  );
}

const impactFields = fieldsOf<ListedImpactReport, ImpactReportListInput>({
  title: {
    label: texts.fields.title,
    widthPx: 300,
    sortKey: 'title',
    cell: (report) => (
      <TitleCell
        title={report.title}
        excerpt={[
          texts.source(report.source, report.source_name, report.figures.ideas),
          texts.version(report.version),
          ...(report.state === 'draft' ? [texts.states.draft] : []),
        ].join(' · ')}
      />
    ),
  },
  supporters: {
    label: texts.fields.supporters,
    widthPx: 108,
    align: 'end',
    sortKey: 'supporter_count',
    sortsDescendingFirst: true,
    cell: ({ figures }) => formatNumber(figures.people),
  },
  accounts: {
    label: texts.fields.accounts,
    widthPx: 96,
    align: 'end',
    sortKey: 'account_count',
    sortsDescendingFirst: true,
    cell: ({ figures }) => formatNumber(figures.accounts),
  },
  revenue: {
    label: texts.fields.revenue,
    widthPx: 104,
    align: 'end',
    needs: ({ authorized_features }) => hasFeature(authorized_features, 'account_insights'),
    sortKey: 'revenue_amount',
    sortsDescendingFirst: true,
    cell: ({ figures }) => (figures.revenue === null ? null : shortCurrency(figures.revenue)),
  },
  figures: {
    label: texts.fields.figures,
    widthPx: 150,
    sortKey: 'figures_at',
    sortsDescendingFirst: true,
    cell: (report) => <FiguresAsOf report={report} />,
  },
  owner: {
    label: texts.fields.owner,
    widthPx: 164,
    filter: { kind: 'records', by: 'creator', records: 'owners' },
    cell: ({ created_by: owner }) => <Owner owner={owner} />,
  },
  shared: {
    label: texts.fields.shared,
    widthPx: 128,
    cell: (report) => <Shared report={report} />,
  },
  source: {
    label: texts.fields.source,
    filter: {
      kind: 'words',
      by: 'source',
      choices: IMPACT_SOURCES.map((value) => ({ value, label: texts.sources[value] })),
    },
  },
  state: {
    label: texts.fields.state,
    filter: {
      kind: 'words',
      by: 'state',
      choices: IMPACT_REPORT_STATES.map((value) => ({ value, label: texts.states[value] })),
    },
  },
  mine: { label: texts.fields.owner, filter: { kind: 'flag', by: 'mine' } },
  shared_with_me: { label: texts.fields.shared, filter: { kind: 'flag', by: 'shared_with_me' } },
  updated_at: {
    label: texts.fields.changed,
    widthPx: 112,
    sortKey: 'updated_at',
    sortsDescendingFirst: true,
    cell: ({ updated_at }) => <RelativeTime value={updated_at} />,
  },
  actions: {
    label: texts.fields.actions,
    widthPx: 84,
    isAction: true,
    cell: (report) => <Actions report={report} />,
  },
});

/** Impact reports, those that changed last first (CONST-069). */
export const impactReportsList = defineList({
  name: 'impact_reports',
  what: texts.what,
  document: impactReportsDocument,
  read: ({ impact_reports: reports }) => reports,
  fields: impactFields,
  nameOf: ({ title }) => title,
  address: ({ id }) => impactReportAddress(id),
  isSearched: true,
  sort: '-updated_at',
});
