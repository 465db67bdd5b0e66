import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { enumInput } from '../../inputs/kinds.ts';
import { ListWriter } from '../../listing/list_writer.ts';
import { refuseFilters } from '../../listing/filters.ts';
import { Writer } from '../../sql/writer.ts';
import { LIVE_SQL } from '../ideas/suggestion.ts';
import { feature } from './feature.ts';
import { canReadFeatures, seesMoney } from './rights.ts';

const COLUMNS = { status: 'feature_status_id', product_area: 'product_area_id' } as const;
const FILTERS = [
  'q',
  'state',
  'feature_status',
  'no_status',
  'product_area',
  'no_product_area',
  'roadmap',
  'account',
  'user',
  'suggestion',
] as const;
const inputs = Object.fromEntries(FILTERS.map((name) => [name, feature.list!.filters[name]!.input]));

/** Heads of the columns of a board, and of the groups of a list. */
export const reportFeatureTotals = defineQuery({
  name: 'report_feature_totals',
  description:
    'Features of each column or group, and the accounts and revenue that wait for any of them, each account once; filters as of features.',
  requires: canReadFeatures,
  args: {
    group: enumInput('status, or product_area. status when not given.', ['status', 'product_area']),
    ...inputs,
  },
  returns: 'FeatureTotals!',
  reads: [
    'features.position',
    'features.feature_status_id',
    'features.product_area_id',
    'features.roadmap_id',
    'features.state',
    'features.deleted_at',
    'features.search',
    'features.suggestions_count',
    'features.supporting_accounts_count',
    'features.supporting_users_count',
    'features.supporter_revenue_cents',
    'external_accounts+',
    'external_accounts.revenue_cents',
    'external_accounts.deleted_at',
  ],
  shapes: [
    shape(
      'FeatureTotals',
      'Features and what stands behind them.',
      {
        features_count: { type: 'Int!', description: 'Features.' },
        accounts_count: { type: 'Int!', description: 'Accounts that wait for any of them, each once.' },
        revenue: { type: 'Float', description: 'Their revenue in USD; null: not for the viewer.' },
        all_revenue: { type: 'Float', description: 'Revenue of all accounts; null: not for the viewer.' },
        groups: { type: '[FeatureGroup!]!', description: 'Of each group that has features.' },
      },
      [
        shape('FeatureGroup', 'Features of one column or group.', {
          id: { type: 'ID', description: 'Status or product area; null: none.' },
          features_count: { type: 'Int!', description: 'Features.' },
          accounts_count: { type: 'Int!', description: 'Accounts that wait for any of them, each once.' },
          revenue: { type: 'Float', description: 'Their revenue in USD; null: not for the viewer.' },
        }),
      ],
    ),
  ],
  run: async ({ group, ...given }, { scope }) => {
    const { viewer } = scope;
    const filters = given as Record<string, unknown>;
    refuseFilters(feature, filters, viewer);
    const w = new Writer(viewer.subdomain_id);
    const where = new ListWriter(new Map(), viewer, filters, w).conditions(feature, filters, 'f');
    const by = COLUMNS[(group as keyof typeof COLUMNS | undefined) ?? 'status'];
    const rows = await scope.read<{
      is_all: boolean;
      id: string | null;
      features_count: number;
      accounts_count: number;
      revenue: number;
      all_revenue: number;
    }>({
      text: `with f as materialized (
  select f.id, f.${by} as part from features f where ${where}
), behind as materialized (
  select distinct f.part, k.account_id from f
  join feature_suggestions l on l.subdomain_id = $1 and l.feature_id = f.id
  join suggestions s on s.subdomain_id = $1 and s.id = l.suggestion_id and ${LIVE_SQL('s')}
  join suggestion_accounts k on k.subdomain_id = $1 and k.suggestion_id = s.id
), parts as (
  select f.part, count(*)::int as n from f group by f.part
), sums as (
  select b.part, count(*)::int as n, sum(e.revenue_cents) as cents from behind b join external_accounts e on e.subdomain_id = $1 and e.id = b.account_id group by b.part
), whole as (
  select count(*)::int as n, coalesce(sum(e.revenue_cents), 0) as cents from external_accounts e where e.subdomain_id = $1 and e.id in (select b.account_id from behind b)
)
select false as is_all, p.part::text as id, p.n as features_count, coalesce(s.n, 0) as accounts_count, coalesce(s.cents, 0)::float8 / 100 as revenue, 0::float8 as all_revenue
from parts p left join sums s on s.part is not distinct from p.part
union all
select true, null, (select count(*)::int from f), w.n, w.cents::float8 / 100,
  (select coalesce(sum(e.revenue_cents), 0)::float8 / 100 from external_accounts e where e.subdomain_id = $1 and e.deleted_at is null)
from whole w`,
      values: w.values,
    });
    const money = seesMoney.allows(viewer);
    const shown = (row: (typeof rows)[number]) => ({ ...row, revenue: money ? row.revenue : null });
    const all = rows.find((row) => row.is_all)!;
    return {
      ...shown(all),
      all_revenue: money ? all.all_revenue : null,
      groups: rows.filter((row) => !row.is_all).map((row) => shown(row)),
    };
  },
});
