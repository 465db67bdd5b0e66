import { parseArgs } from 'node:util';
import type pg from 'pg';
import { runCommand } from '../server/core/command.ts';
import type { Services } from '../server/core/services.ts';
import type { Selection } from '../server/core/reads.ts';
import { externalAccountUpdate } from '../server/domain/customers/account_commands.ts';
import { accountRevenueTask, recountTenant } from '../server/domain/ideas/recount.ts';
import { reportSatisfaction } from '../server/domain/insights/satisfaction.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { benchScope } from './generate.ts';
import { filterInput, measureList, type WantedFilter } from './list_cost.ts';
import { median } from './load.ts';

/** Fields of the lists as the console shows them, with all columns that can be chosen. */
const USER_SELECTION: Selection = {
  id: true,
  display_name: true,
  email_address: true,
  avatar_url: true,
  job_title: true,
  city: true,
  region: true,
  country: true,
  license_type: true,
  allowed_state: true,
  permission_state: true,
  is_subscribed: true,
  satisfaction_score: true,
  supported_suggestions_count: true,
  last_login: true,
  created_at: true,
  crm_account: { id: true, name: true, mrr: true },
};
const ACCOUNT_SELECTION: Selection = {
  id: true,
  name: true,
  external_id: true,
  plan: true,
  mrr: true,
  ltv: true,
  revenue: true,
  nps: true,
  users_count: true,
  requests_count: true,
  supported_ideas_count: true,
  has_internal_flag: true,
  won_at: true,
  lost_at: true,
  last_active_at: true,
  external_created_at: true,
};

const IDEAS_OF_ONE = 5000;
const DAY_MS = 864e5;

/**
 * What lists, expressions, a change of revenue and the report of satisfaction cost in a workspace with that many
 * people and accounts.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ideas: { type: 'string', default: '20000' },
      users: { type: 'string', default: '300000' },
      accounts: { type: 'string', default: '20000' },
      'data-dir': { type: 'string' },
      slow: { type: 'string', default: '15' },
      only: { type: 'string', default: 'users,accounts,revenue,satisfaction' },
    },
  });
  const cluster = await openCluster(values['data-dir'] ?? null);
  try {
    const url = await cluster.generated(Number(values.ideas), 5, {
      ideas: Number(values.ideas),
      votesPerIdea: 25,
      commentsPerIdea: 2,
      users: Number(values.users),
      accounts: Number(values.accounts),
    });
    await withPool(url, async (pool) => {
      const sid = await largeTenant(pool);
      await giveTraits(pool, sid);
      const parts = values.only.split(',');
      const lists = [
        ['users', 'user', USER_SELECTION, userFilters],
        ['accounts', 'external_account', ACCOUNT_SELECTION, accountFilters],
      ] as const;
      for (const [part, entity, selection, filtersOf] of lists) {
        if (!parts.includes(part)) continue;
        const filters = await filtersOf(pool, sid);
        const isExpression = ({ value }: WantedFilter): boolean => 'expression' in value;
        const shown = Number(values.slow);
        for (const some of [filters.filter((one) => !isExpression(one)), filters.filter(isExpression)])
          await measureList(pool, { sid, entity, selection, filters: some, shown });
      }
      if (parts.includes('satisfaction')) await measureSatisfaction(pool, sid);
      if (parts.includes('revenue')) await measureRevenue(pool, sid);
    });
  } finally {
    await cluster.close();
  }
}

/** What the generator leaves out of people and accounts; once for a folder of data. */
async function giveTraits(pool: pg.Pool, sid: string): Promise<void> {
  const { rowCount } = await pool.query('select 1 from ratings where subdomain_id = $1 limit 1', [sid]);
  if (rowCount === 1) return;
  const started = performance.now();
  const h = (seed: number): string => `((hashint8extended(${seed}, id) & 1073741823)::float8 / 1073741824)`;
  const step = async (text: string): Promise<void> => {
    await pool.query(text, [sid]);
  };
  await step(`update users set job_title = 'Job ' || floor(${h(1)} * 40), city = 'City ' || floor(${h(2)} * 200),
    region = 'Region ' || floor(${h(3)} * 60), country = 'Country ' || floor(power(${h(4)}, 3) * 60), guid = 'g' || id,
    created_at = now() - (${h(5)} * 1000) * interval '1 day', updated_at = now() - (${h(5)} * ${h(6)} * 1000) * interval '1 day',
    last_login = case when ${h(7)} < 0.6 then now() - (${h(5)} * ${h(8)} * 1000) * interval '1 day' end,
    allowed_state = case when ${h(9)} < 0.005 then 'blocked' else 'allowed' end, subscribed = ${h(10)} > 0.03
    where subdomain_id = $1 and license_type = 'none'`);
  await step(`insert into ratings (subdomain_id, user_id, score, created_at)
    select $1, id, floor(${h(11)} * 11)::int, now() - (${h(12)} * 500) * interval '1 day' from users where subdomain_id = $1 and ${h(13)} < 0.4`);
  await step(`insert into ratings (subdomain_id, user_id, score, created_at)
    select $1, id, floor(${h(14)} * 11)::int, now() - (${h(15)} * 500) * interval '1 day' from users where subdomain_id = $1 and ${h(13)} < 0.2`);
  await step(`update users u set satisfaction_score = r.score from (select distinct on (user_id) user_id, score from ratings where subdomain_id = $1 order by user_id, created_at desc, id desc) r
    where u.subdomain_id = $1 and u.id = r.user_id`);
  await step(`update external_accounts set ltv_cents = mrr_cents * floor(${h(16)} * 60)::bigint, external_created_at = now() - (${h(17)} * 2000) * interval '1 day',
    last_active_at = now() - (${h(18)} * 300) * interval '1 day', revenue_cents = case when ${h(19)} < 0.02 then 0 else revenue_cents end, mrr_cents = case when ${h(19)} < 0.02 then 0 else mrr_cents end
    where subdomain_id = $1`);
  await step(`insert into account_revenues (subdomain_id, account_id, since, mrr_cents, revenue_cents, source)
    select $1, id, now() - n * interval '150 days' - ${h(20)} * interval '50 days', greatest(mrr_cents, 100) * (4 - n) / 4, greatest(revenue_cents, 100) * (4 - n) / 4, 'import'
    from external_accounts, generate_series(1, 3) n where subdomain_id = $1`);
  // one person of one account who votes for 5,000 ideas
  await step(`insert into supporters (subdomain_id, suggestion_id, user_id, created_at)
    select $1, s.id, (select u.id from users u where u.subdomain_id = $1 and u.account_id is not null order by u.id limit 1), now() - interval '10 days'
    from suggestions s where s.subdomain_id = $1 and s.state = 'approved' order by s.id limit ${IDEAS_OF_ONE} on conflict do nothing`);
  await recountTenant(benchScope(pool, sid));
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  console.log(`  traits, ratings and revenue: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

const idsOf = async (pool: pg.Pool, sid: string, text: string): Promise<string[]> =>
  (await pool.query<{ id: string }>(text, [sid])).rows.map((row) => row.id);

const one = (name: string, value: Record<string, unknown>): WantedFilter => ({ name, value });

/** Makes filters of a list, from values as the API takes them. */
const filterOf =
  (entity: string) =>
  (label: string, filters: Record<string, unknown>): WantedFilter =>
    one(
      label,
      Object.fromEntries(
        Object.entries(filters).map(([name, raw]) => [name, filterInput(entity, name)(raw)]),
      ),
    );

const days = (count: number): string => new Date(Date.now() - count * DAY_MS).toISOString();

/** The idea with most votes, and someone who has an account. */
async function recordsOf(pool: pg.Pool, sid: string) {
  const [most] = await idsOf(
    pool,
    sid,
    'select id::text from suggestions where subdomain_id = $1 order by votes_count desc limit 1',
  );
  const [someone] = await idsOf(
    pool,
    sid,
    'select id::text from users where subdomain_id = $1 and account_id is not null order by id offset 100 limit 1',
  );
  return { most, someone };
}

/** An expression as the API takes it, of comparisons that all hold or of which one does. */
function expressionsOf(
  entity: string,
  expressions: Record<string, [operator: 'and' | 'or', ...comparisons: [string, string, unknown][]]>,
): WantedFilter[] {
  const read = filterInput(entity, 'expression');
  return Object.entries(expressions).map(([name, [operator, ...comparisons]]) =>
    one(`expression ${name}`, {
      expression: read(
        JSON.stringify({
          operator,
          expressions: comparisons.map(([column, sign, val]) => ({
            column,
            operator: sign,
            operand: { val },
          })),
        }),
      ),
    }),
  );
}

async function userFilters(pool: pg.Pool, sid: string): Promise<WantedFilter[]> {
  const of = filterOf('user');
  const [largest] = await idsOf(
    pool,
    sid,
    'select id::text from external_accounts where subdomain_id = $1 order by users_count desc limit 1',
  );
  const { most, someone } = await recordsOf(pool, sid);
  const dates = ['updated_after', 'updated_before'];
  return [
    one('(none)', {}),
    of('q, three letters of everyone', { q: 'person' }),
    of('q, a number', { q: '1234' }),
    of('q, one letter', { q: 'p' }),
    of('q, found nowhere', { q: 'zeppelin' }),
    of('email_address', { email_address: 'person777@large.example' }),
    of('allowed_state blocked, 0.5 %', { allowed_state: ['blocked'] }),
    of('allowed_state allowed', { allowed_state: ['allowed'] }),
    of('permission_state active', { permission_state: ['active'] }),
    of('permission_state none', { permission_state: ['none'] }),
    of('license_type full or owner', { license_type: ['full', 'owner'] }),
    of('license_type none', { license_type: ['none'] }),
    of('sees_ideas', { sees_ideas: true }),
    of('subscribed', { subscribed: true }),
    of('subscribed false, 3 %', { subscribed: false }),
    of('external_account', { external_account: [largest] }),
    of('suggestion (most votes)', { suggestion: [most] }),
    of('suggestion, contributed', { suggestion: [most], association: ['contributed'] }),
    ...['supported', 'contributed', 'engaged'].map((kind) =>
      of(`association ${kind}`, { association: [kind] }),
    ),
    of('probably', { probably: [someone] }),
    ...dates.flatMap((name) =>
      [10, 500].map((count) => of(`${name} ${count} days`, { [name]: days(count) })),
    ),
    ...expressionsOf('user', {
      'country, 25 %': ['and', ['country', 'eq', 'Country 0']],
      'country, 0.6 %': ['and', ['country', 'eq', 'Country 58']],
      'country not': ['and', ['country', 'neq', 'Country 0']],
      'name contains': ['and', ['name', 'contains', '777']],
      'score low and many ideas': [
        'and',
        ['satisfaction_score', 'lte', 6],
        ['supported_suggestions_count', 'gte', 10],
      ],
      'score low or plan': ['or', ['satisfaction_score', 'lte', 1], ['account_plan', 'eq', 'Enterprise']],
      'account revenue high': ['and', ['account_mrr', 'gte', 40_000]],
      'account revenue higher than any': ['and', ['account_mrr', 'gte', 1_000_000]],
      'domain of nobody': ['and', ['email_domain', 'eq', 'nobody.example']],
      'last sign-in': ['and', ['last_login', 'gt', days(30)]],
    }),
  ];
}

async function accountFilters(pool: pg.Pool, sid: string): Promise<WantedFilter[]> {
  const of = filterOf('external_account');
  const { most, someone } = await recordsOf(pool, sid);
  return [
    one('(none)', {}),
    of('q, a word of all', { q: 'account' }),
    of('q, a number', { q: '1234' }),
    of('q, two letters', { q: 'ac' }),
    of('q, found nowhere', { q: 'zeppelin' }),
    of('suggestion (most votes)', { suggestion: [most] }),
    of('of_domain', { of_domain: [someone] }),
    of('external_id', { external_id: ['x777'] }),
    of('plan, 25 %', { plan: ['enterprise'] }),
    of('plan of nobody', { plan: ['Gold'] }),
    ...[true, false].flatMap((value) => [
      of(`has_internal_flag ${value}`, { has_internal_flag: value }),
      of(`lost ${value}`, { lost: value }),
    ]),
    of('revenue_as_of a date', { revenue_as_of: '2026-06-30' }),
    of('updated_after', { updated_after: days(10) }),
    ...expressionsOf('external_account', {
      'mrr high': ['and', ['mrr', 'gte', 40_000]],
      'nps low and many people': ['and', ['nps', 'lt', 0], ['users_count', 'gte', 15]],
      'name contains': ['and', ['name', 'contains', '77']],
      'plan or revenue': ['or', ['plan', 'eq', 'Enterprise'], ['revenue', 'eq', 0]],
    }),
  ];
}

/** The report of satisfaction by the clock, over a month and over all. */
async function measureSatisfaction(pool: pg.Pool, sid: string): Promise<void> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from ratings where subdomain_id = $1',
    [sid],
  );
  console.log(`\nThe report of satisfaction, ${rows[0]!.n.toLocaleString('en')} ratings, by the clock`);
  const scope = benchScope(pool, sid, {}, ['account_insights']);
  for (const [name, start] of [
    ['30 days', undefined],
    ['a year', new Date(Date.now() - 365 * DAY_MS)],
  ] as const) {
    const ms: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const started = performance.now();
      await reportSatisfaction.run({ period_start: start, period_end: undefined }, { scope } as never);
      ms.push(performance.now() - started);
    }
    console.log(`  ${name.padEnd(10)}${median(ms).toFixed(0).padStart(6)} ms`);
  }
}

/** A change of revenue: how long its answer takes, how long until each idea is right, and whether each is. */
async function measureRevenue(pool: pg.Pool, sid: string): Promise<void> {
  const { rows } = await pool.query<{ id: string; ideas: number }>(
    'select account_id::text as id, count(*)::int as ideas from suggestion_accounts where subdomain_id = $1 group by 1 order by 2 desc limit 1',
    [sid],
  );
  const [{ id, ideas }] = rows as [{ id: string; ideas: number }];
  // the job that the ideas follow in is run here, and not asked for
  const tasks = { enqueue: () => Promise.resolve() } as unknown as Services['tasks'];
  const scope = benchScope(pool, sid, { tasks }, ['account_insights']);
  const answers: number[] = [];
  const followed: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    await runCommand(externalAccountUpdate, scope, { id, mrr: 1000 + round * 500 + (Date.now() % 400) });
    answers.push(performance.now() - started);
    await accountRevenueTask.run({ account_id: id, subdomain_id: sid }, { scope } as never);
    followed.push(performance.now() - started);
  }
  const drift = await recountTenant(scope);
  console.log(
    `\nRevenue of an account with ${ideas.toLocaleString('en')} ideas: answered after ${median(answers).toFixed(0)} ms (bar 200), each idea right after ${(median(followed) / 1000).toFixed(2)} s (bar 10); ${drift.entries.length === 0 ? 'every counter exact' : `WRONG: ${JSON.stringify(drift.entries).slice(0, 500)}`}`,
  );
  if (drift.entries.length > 0) process.exitCode = 1;
}
