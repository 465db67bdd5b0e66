import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { Selection } from '../server/core/reads.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { filterInput, measureList, type WantedFilter } from './list_cost.ts';

/** Fields of the ideas table as the console shows it. */
export const TABLE_SELECTION: Selection = {
  id: true,
  title: true,
  excerpt: true,
  state: true,
  is_dated: true,
  votes_count: true,
  comments_count: true,
  requests_count: true,
  supporters_count: true,
  supporter_revenue: true,
  supporting_accounts_count: true,
  weekly_votes: true,
  last_activity_at: true,
  created_at: true,
  forum: { id: true, name: true },
  category: { id: true, name: true },
  status: { id: true, name: true, hex_color: true },
  internal_status: { id: true, name: true, hex_color: true },
  created_by: { id: true, name: true },
  labels: { id: true, name: true, full_name: true },
  assigned_owner: { id: true, name: true, avatar_url: true },
  last_status_update: { id: true, created_at: true },
};

/** What is asked: which values, flags and pairs. */
interface Plan {
  /** names of the first three values of a facet, by how many of the ideas have them */
  shares: string[];
  facets: string[];
  flags: string[];
  pairs: [string, string][];
}

const DAY_MS = 864e5;

/** Times page 1 of the ideas list for each sort with each filter alone and the pairs of filters.json; prints the slowest. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ideas: { type: 'string', default: '100000' },
      small: { type: 'string', default: '50' },
      'data-dir': { type: 'string' },
      slow: { type: 'string', default: '15' },
      only: { type: 'string' },
      'no-pairs': { type: 'boolean', default: false },
    },
  });
  const cluster = await openCluster(values['data-dir'] ?? null);
  try {
    const url = await cluster.generated(Number(values.ideas), Number(values.small));
    await withPool(
      url,
      (pool) =>
        measure(pool, {
          shown: Number(values.slow),
          only: values.only ?? null,
          withPairs: !values['no-pairs'],
        }),
      1,
    );
  } finally {
    await cluster.close();
  }
}

/** Each filter of a list alone at the shares that it can have, and the pairs. */
async function filtersOf(pool: pg.Pool, sid: string, withPairs: boolean): Promise<WantedFilter[]> {
  const plan = JSON.parse(readFileSync(join(import.meta.dirname, 'filters.json'), 'utf8')) as Plan;
  const ids = async (text: string): Promise<string[]> =>
    (await pool.query<{ id: string }>(text, [sid])).rows.map((row) => row.id);
  const tables: Record<string, string> = {
    forum: 'forums',
    status: 'statuses',
    internal_status: 'internal_statuses',
    label: 'labels',
  };
  const values = new Map<string, unknown[]>();
  for (const facet of plan.facets) {
    values.set(
      facet,
      facet === 'assigned_owner'
        ? await ids(
            "select id::text as id from users where subdomain_id = $1 and license_type <> 'none' order by id limit 3",
          )
        : await ids(
            `select id::text as id from ${tables[facet]} where subdomain_id = $1 order by id limit 3`,
          ),
    );
  }
  // the time that leaves that share of the ideas
  const times = async (column: string, shares: number[]): Promise<Date[]> =>
    (
      await pool.query<{ t: Date[] }>(
        `select percentile_disc($2::float8[]) within group (order by ${column}) as t from suggestions where subdomain_id = $1`,
        [sid, shares],
      )
    ).rows[0]!.t;
  for (const [name, column, shares] of [
    ['created_after', 'created_at', [0.5, 0.99, 0.9999]],
    ['created_before', 'created_at', [0.5, 0.01, 0.0001]],
    ['updated_after', 'updated_at', [0.5, 0.99, 0.9999]],
    ['updated_before', 'updated_at', [0.5, 0.01, 0.0001]],
    ['engagement_since', 'last_activity_at', [0.5, 0.99, 0.9999]],
    ['no_support_since', "coalesce(last_supported_at, '-infinity')", [0.5, 0.2, 0.2]],
  ] as const) {
    const found = await times(name === 'no_support_since' ? 'last_supported_at' : column, [...shares]);
    values.set(
      name,
      name === 'no_support_since'
        ? [found[0], new Date(Date.now() - 690 * DAY_MS), new Date(Date.now() - 720 * DAY_MS)]
        : found,
    );
  }
  const single = (name: string, label: string, value: unknown): WantedFilter => ({
    name: `${name} ${label}`,
    value: { [name]: plan.facets.includes(name) ? [value] : value },
  });
  const alone = (name: string): WantedFilter[] =>
    values.get(name)!.map((value, index) => single(name, plan.shares[index]!, value));
  const days = (count: number): Date => new Date(Date.now() - count * DAY_MS);
  const filters: WantedFilter[] = [
    { name: '(none)', value: {} },
    ...[...values.keys()].flatMap(alone),
    ...plan.flags.flatMap((flag) =>
      [true, false].map((value): WantedFilter => ({ name: `${flag} ${value}`, value: { [flag]: value } })),
    ),
    {
      name: 'category',
      value: {
        category: await ids(
          'select id::text as id from categories where subdomain_id = $1 order by id limit 1',
        ),
      },
    },
    { name: 'uncategorized_in_forum', value: { uncategorized_in_forum: [values.get('forum')![0]] } },
    {
      name: 'creator',
      value: {
        creator: await ids('select creator_id::text as id from suggestions where subdomain_id = $1 limit 1'),
      },
    },
    {
      name: 'supporter',
      value: {
        supporter: await ids(
          'select user_id::text as id from supporters where subdomain_id = $1 group by user_id order by count(*) desc limit 1',
        ),
      },
    },
    {
      name: 'external_account (largest)',
      value: {
        external_account: await ids(
          'select account_id::text as id from suggestion_accounts where subdomain_id = $1 group by account_id order by count(*) desc limit 1',
        ),
      },
    },
    {
      name: 'flagged_by_team',
      value: { flagged_by_team: await ids('select id::text as id from teams where subdomain_id = $1') },
    },
    { name: 'flagged_by_team (none of it)', value: { flagged_by_team: ['0'] } },
    {
      name: 'flagged_by_team_none',
      value: { flagged_by_team_none: await ids('select id::text as id from teams where subdomain_id = $1') },
    },
    ...['votes', 'comments', 'feedback_records', 'notes', 'scores'].flatMap((kind): WantedFilter[] => [
      { name: `activity ${kind}`, value: { activity: [kind] } },
      { name: `activity ${kind}, last 7 days`, value: { activity: [kind], period_start: days(7) } },
    ]),
    {
      name: 'activity votes or comments, last 7 days',
      value: { activity: ['votes', 'comments'], period_start: days(7) },
    },
    {
      name: 'activity votes or notes, last hour',
      value: { activity: ['votes', 'notes'], period_start: days(1 / 24) },
    },
    { name: 'state open', value: { state: ['open'] } },
    { name: 'state closed, 2 %', value: { state: ['closed'] } },
    { name: 'state pending, 1 %', value: { state: ['pending'] } },
    { name: 'state spam, 0.01 %', value: { state: ['spam'] } },
    { name: 'state open or closed', value: { state: ['open', 'closed'] } },
    { name: 'q, a word of all ideas', value: { q: 'week' } },
    { name: 'q, a word of 10 %', value: { q: 'calendar' } },
    { name: 'q, a word of 1 %', value: { q: 'kiosk' } },
    { name: 'q, a word of 0.01 %', value: { q: 'zeppelin' } },
  ];
  filters.push(...(await advancedOf(pool, sid)));
  if (!withPairs) return filters;
  for (const [a, b] of plan.pairs) {
    for (const one of alone(a))
      for (const other of alone(b))
        filters.push({ name: `${one.name} + ${other.name}`, value: { ...one.value, ...other.value } });
  }
  return filters;
}

/** Each key of the advanced filters alone, where it can be at 50 %, 1 % and 0.01 % of the ideas. */
async function advancedOf(pool: pg.Pool, sid: string): Promise<WantedFilter[]> {
  const read = filterInput('suggestion', 'advanced_filters');
  const advanced = (name: string, filter: unknown): WantedFilter => ({
    name: `advanced ${name}`,
    value: { advanced_filters: read(filter) },
  });
  const wanted: WantedFilter[] = [];
  const single = async (key: string, text: string): Promise<void> => {
    const { rows } = await pool.query<{ value: string; n: number }>(
      `with n as (${text}) (select * from n order by n desc limit 1) union all (select * from n order by n limit 1)`,
      [sid],
    );
    for (const { value, n } of rows)
      for (const operator of ['include', 'exclude'])
        wanted.push(advanced(`${key} ${operator}, ${n} ideas`, { [key]: { operator, values: [value] } }));
  };
  for (const [key, column] of [
    ['status', 'status_id'],
    ['internal_status', 'internal_status_id'],
    ['category', 'category_id'],
    ['creator', 'creator_id'],
  ])
    await single(
      key!,
      `select ${column}::text as value, count(*)::int as n from suggestions where subdomain_id = $1 and ${column} is not null group by 1`,
    );
  await single(
    'label',
    'select label_id::text as value, count(*)::int as n from suggestion_labels where subdomain_id = $1 group by 1',
  );
  await single(
    'external_accounts',
    'select account_id::text as value, count(*)::int as n from suggestion_accounts where subdomain_id = $1 group by 1',
  );
  await single(
    'external_account_plan',
    `select a.plan as value, count(distinct s.suggestion_id)::int as n from suggestion_accounts s join external_accounts a on a.subdomain_id = $1 and a.id = s.account_id where s.subdomain_id = $1 and a.plan is not null group by 1`,
  );
  await single(
    'state',
    'select state as value, count(*)::int as n from suggestions where subdomain_id = $1 group by 1',
  );
  const shares = [0.5, 0.01, 0.0001];
  const sum =
    'votes_count + comments_count + requests_count + notes_count + importance_low_count + importance_medium_count + importance_high_count';
  for (const [key, column, unit] of [
    ['external_account_revenue', 'supporter_revenue_cents', 100],
    ['activity_num_votes', 'votes_count', 1],
    ['activity_num_comments', 'comments_count', 1],
    ['activity_num_scores', 'importance_low_count + importance_medium_count + importance_high_count', 1],
    ['activity_num_accounts', 'supporting_accounts_count', 1],
    ['activity_num_notes', 'notes_count', 1],
    ['activity_num_feedback_records', 'requests_count', 1],
    ['total_activity', sum, 1],
  ] as const)
    for (const [operator, share] of shares.flatMap((one) => [
      ['gte', 1 - one] as const,
      ['lt', one] as const,
    ])) {
      const { rows } = await pool.query<{ value: number }>(
        `select (percentile_disc($2::float8) within group (order by ${column}))::float8 / ${unit} as value from suggestions where subdomain_id = $1`,
        [sid, share],
      );
      wanted.push(
        advanced(`${key} ${operator} ${rows[0]!.value}`, { [key]: { operator, value: rows[0]!.value } }),
      );
    }
  for (const key of ['has_response', 'has_internal_flag'])
    for (const value of [true, false]) wanted.push(advanced(`${key} ${value}`, { [key]: value }));
  for (const [key, column] of [
    ['idea_created_date', 'created_at'],
    ['public_status_last_update_date', 'last_status_update_at'],
    ['internal_status_last_update_date', 'last_internal_status_update_at'],
    ['last_support_date', 'last_supported_at'],
  ])
    for (const [edge, share] of shares.flatMap((one) => [
      ['after', 1 - one] as const,
      ['before', one] as const,
    ])) {
      const { rows } = await pool.query<{ value: Date | null }>(
        `select percentile_disc($2::float8) within group (order by ${column}) as value from suggestions where subdomain_id = $1`,
        [sid, share],
      );
      const value = rows[0]!.value?.toISOString();
      if (value !== undefined)
        wanted.push(advanced(`${key} ${edge} share ${share}`, { [key!]: { [edge]: value } }));
    }
  for (const [name, value] of [
    ['negative', 'negative'],
    ['positive', 'positive'],
  ] as const)
    wanted.push(
      advanced(`total_sentiment_score ${name}`, {
        total_sentiment_score: { operator: 'include', values: [value] },
      }),
    );
  await giveCustomFields(pool, sid);
  for (const [share, value] of [
    ['50 %', 2],
    ['1 %', 100],
    ['0.01 %', 10_000],
  ] as const) {
    wanted.push(
      advanced(`custom_bool ${share}`, {
        custom_bool: { key: `bench_flag_${value}`, operator: 'is', value: true },
      }),
      advanced(`custom_comparison eq ${share}`, {
        custom_comparison: { key: `bench_number_${value}`, operator: 'eq', value: 0 },
      }),
      advanced(`custom_comparison lt ${share}`, {
        custom_comparison: { key: `bench_number_${value}`, operator: 'lt', value: 1 },
      }),
      advanced(`custom_date before ${share}`, {
        custom_date: { key: `bench_day_${value}`, operator: 'before', value: '2026-01-01' },
      }),
      advanced(`custom_include ${share}`, {
        custom_include: { key: `bench_text_${value}`, operator: 'include', values: ['yes'] },
      }),
      advanced(`custom_include_string exclude ${share}`, {
        custom_include_string: { key: `bench_text_${value}`, operator: 'exclude', values: ['no'] },
      }),
    );
  }
  wanted.push(
    advanced('status or label', {
      operator: 'or',
      expressions: wanted
        .filter(({ name }) => /^advanced (status|label) include/.test(name))
        .map(
          ({ value }) =>
            (value['advanced_filters'] as { parts: { key: string; value: { ids: string[] } }[] }).parts[0]!,
        )
        .map(({ key, value }) => ({ [key]: { operator: 'include', values: value.ids } })),
    }),
  );
  return wanted;
}

/** Values of custom fields of each kind at each share, in every idea; once for a folder of data. */
async function giveCustomFields(pool: pg.Pool, sid: string): Promise<void> {
  const shares = [2, 100, 10_000];
  const { rowCount } = await pool.query(
    "select 1 from custom_fields where subdomain_id = $1 and key = 'bench_flag_2'",
    [sid],
  );
  if (rowCount === 1) return;
  for (const share of shares)
    await pool.query(
      `insert into custom_fields (subdomain_id, object_type, key, name, field_type, value_type)
       values ($1, 'suggestion', 'bench_flag_' || $2, 'Flag', 'boolean', 'boolean'), ($1, 'suggestion', 'bench_number_' || $2, 'Number', 'number', 'numeric'),
              ($1, 'suggestion', 'bench_day_' || $2, 'Day', 'date', 'date'), ($1, 'suggestion', 'bench_text_' || $2, 'Text', 'enum', 'string')`,
      [sid, String(share)],
    );
  const values = shares.flatMap((share) => [
    `'bench_flag_${share}', suggestion_id % ${share} = 0`,
    `'bench_number_${share}', suggestion_id % ${share}`,
    `'bench_day_${share}', case when suggestion_id % ${share} = 0 then '2025-06-30' else '2026-06-30' end`,
    `'bench_text_${share}', case when suggestion_id % ${share} = 0 then 'yes' else 'no' end`,
  ]);
  await pool.query(
    `update suggestion_contents set custom_fields = jsonb_build_object(${values.join(', ')}) where subdomain_id = $1`,
    [sid],
  );
  await pool.query('vacuum analyze suggestion_contents');
}

async function measure(
  pool: pg.Pool,
  { shown, only, withPairs }: { shown: number; only: string | null; withPairs: boolean },
): Promise<void> {
  const sid = await largeTenant(pool);
  await measureList(pool, {
    sid,
    entity: 'suggestion',
    selection: TABLE_SELECTION,
    filters: (await filtersOf(pool, sid, withPairs)).filter(
      ({ name }) => only === null || name.includes(only),
    ),
    shown,
  });
}
