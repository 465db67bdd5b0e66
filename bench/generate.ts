import type pg from 'pg';
import { Scope } from '../server/core/scope.ts';
import type { Services } from '../server/core/services.ts';
import { systemViewer } from '../server/domain/account/system_viewer.ts';
import { recountTotals } from '../server/domain/counters/recount.ts';
import { fillForms, refreshStatistics } from '../server/domain/ideas/search_statistics.ts';
import { searchVectorSql } from '../server/domain/ideas/search.ts';

/** How much a generated tenant holds. */
export interface TenantSize {
  ideas: number;
  /** supporters per idea on average; they follow a power law */
  votesPerIdea: number;
  commentsPerIdea: number;
  users: number;
  accounts: number;
}

/** Sizes in proportion to a tenant of a million ideas: 5M votes, 2M comments, 300k users, 20k accounts. */
export function sizeOf(ideas: number): TenantSize {
  return {
    ideas,
    votesPerIdea: 5,
    commentsPerIdea: 2,
    users: Math.max(50, Math.round(ideas * 0.3)),
    accounts: Math.max(10, Math.round(ideas * 0.02)),
  };
}

/** A scope of the system in a tenant, without services: for what a benchmark prepares and checks. */
export function benchScope(
  pool: pg.Pool,
  subdomainId: string,
  services: Partial<Services> = {},
  features: readonly string[] = [],
): Scope {
  return new Scope(
    { pool, readPool: pool, tenantCheck: null, services: services as Services, now: () => new Date() },
    systemViewer({ id: subdomainId, features }),
  );
}

/** Tables whose statistics the next step's plan needs. */
const GROWN = [
  'users',
  'external_accounts',
  'supporters',
  'comments',
  'suggestion_accounts',
  'suggestion_labels',
  'suggestions',
];

/**
 * Makes a tenant with skewed distributions by SQL alone: of a facet's values the first stands on 50 % of
 * the ideas, the second on 1 %, the third on 0.01 %, the others share the rest. Deterministic but for the
 * present time: no random(). Foreign keys are not checked while it writes, since it makes what they name.
 * @returns id of the tenant
 */
export async function generateTenant(
  pool: pg.Pool,
  key: string,
  size: TenantSize,
  print: (line: string) => void = () => {},
): Promise<string> {
  const client = await pool.connect();
  let id: string;
  try {
    await client.query("set session_replication_role = 'replica'");
    // a plan gone wrong must not fill the disk
    await client.query("set temp_file_limit = '20GB'");
    id = await fill(client, key, size, print);
    await client.query('reset session_replication_role');
    await client.query('reset temp_file_limit');
  } finally {
    client.release();
  }
  const started = performance.now();
  // what is stored per forum, category, status, label, person, account and day: by the product's own recount
  await benchScope(pool, id).write((tx) => recountTotals(tx, id));
  print(`  totals: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const formed = performance.now();
  while ((await fillForms(benchScope(pool, id), 5_000)) > 0);
  await refreshStatistics(benchScope(pool, id));
  print(`  search: ${((performance.now() - formed) / 1000).toFixed(1)} s`);
  return id;
}

async function fill(
  client: pg.PoolClient,
  key: string,
  size: TenantSize,
  print: (line: string) => void,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into subdomains (key, name, features) values ($1, $1, '{feedback_system,account_insights,account_traits,idea_attachments,public_statuses}') returning id::text as id`,
    [key],
  );
  const { id } = rows[0]!;
  // the ideas' ids are known before the ideas, so that these are written once, with their counters
  const first = (await client.query<{ id: string }>("select nextval('suggestions_id_seq')::text as id"))
    .rows[0]!.id;
  await client.query(`select setval('suggestions_id_seq', ${first} + ${size.ideas})`);
  const step = async (label: string, text: string): Promise<void> => {
    const started = performance.now();
    await client.query(text.replaceAll(':sid', id).replaceAll(':first', first));
    if (size.ideas > 1000)
      for (const table of GROWN)
        if (text.includes(`insert into ${table} `)) await client.query(`analyze ${table}`);
    print(`  ${label}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  };
  // a hash that looks random and is the same everywhere: 0 <= h < 1
  const h = (seed: number, n = 'n'): string =>
    `((hashint8extended(${n}, ${seed}) & 1073741823)::float8 / 1073741824)`;
  // place 1 for 50 %, 2 for 1 %, 3 for 0.01 %; of the rest `none` (of all ideas) have no value, the others places 4..count
  const skewed = (seed: number, count: number, none = 0): string =>
    `(case when ${h(seed)} < 0.5 then 1 when ${h(seed)} < 0.51 then 2 when ${h(seed)} < 0.5101 then 3 when ${h(seed)} < ${0.5101 + none} then null else 4 + floor(${h(seed + 1)} * ${count - 3})::int end)`;
  const pick = (table: string, place: string): string => `(${table})[${place}]`;
  const among = (seed: number, count: string | number): string => `1 + floor(${h(seed)} * ${count})::int`;
  const ideaNumber = `floor(power(${h(71)}, 2) * ${size.ideas})::bigint`;
  // ids of a table as an array that is made once; as a column it would travel with each row
  const ids = (table: string, further = ''): string =>
    `(select array_agg(id order by id) from (select id from ${table} where subdomain_id = :sid ${further}) x)`;

  await step(
    'accounts',
    `insert into external_accounts (subdomain_id, external_id, name, plan, mrr_cents, revenue_cents)
    select :sid, 'x' || n, 'Account ' || n, (array['Free','Team','Business','Enterprise'])[1 + n % 4], v, v
    from (select n, (${h(11)} * ${h(12)} * 5000000)::bigint as v from generate_series(1, ${size.accounts}) n) g`,
  );
  await step(
    'users',
    `insert into users (subdomain_id, account_id, name, email_address)
    select :sid, (${ids('external_accounts')})[${among(21, size.accounts)}], 'Person ' || n, 'person' || n || '@${key}.example'
    from generate_series(1, ${size.users}) n`,
  );
  await client.query(`insert into users (subdomain_id, name, email_address, license_type, permission_state, permissions)
    select ${id}, 'Team ' || n, 'team' || n || '@${key}.example', case when n = 1 then 'owner' else 'contributor' end, 'active', '{"feedback_admin_ui":true,"features":"rw","tickets":"rw","knowledgebase":"rw","settings":"rw"}' from generate_series(1, 20) n`);
  await step(
    'teams',
    `with made as (insert into teams (subdomain_id, name) values (:sid, 'Team') returning id) insert into team_members (subdomain_id, team_id, user_id) select :sid, made.id, u.id from made, users u where u.subdomain_id = :sid and u.license_type <> 'none'`,
  );
  await step(
    'forums',
    `insert into forums (subdomain_id, name, position) select :sid, 'Forum ' || n, n from generate_series(1, 12) n`,
  );
  await step(
    'categories',
    `insert into categories (subdomain_id, forum_id, name, position) select :sid, f.id, 'Category ' || n, n from forums f, generate_series(1, 10) n where f.subdomain_id = :sid order by f.id, n`,
  );
  await step(
    'statuses',
    `insert into statuses (subdomain_id, name, position) select :sid, 'Status ' || n, n from generate_series(1, 8) n`,
  );
  await step(
    'internal statuses',
    `insert into internal_statuses (subdomain_id, name, position) select :sid, 'Stage ' || n, n from generate_series(1, 6) n`,
  );
  await step(
    'labels',
    `insert into labels (subdomain_id, name, full_name) select :sid, 'Label ' || n, 'Label ' || n from generate_series(1, 60) n`,
  );

  await step(
    'supporters',
    `insert into supporters (subdomain_id, suggestion_id, user_id, created_at)
    select :sid, :first + ${ideaNumber}, (${ids('users')})[${among(72, size.users)}], now() - (${h(73)} * 700) * interval '1 day'
    from generate_series(1, ${size.ideas * size.votesPerIdea}::bigint) n on conflict do nothing`,
  );
  await step(
    'comments',
    `insert into comments (subdomain_id, suggestion_id, creator_id, body, is_admin_comment, created_at)
    select :sid, :first + floor(${h(81)} * ${size.ideas})::bigint, (${ids('users')})[${among(82, size.users)}], 'The same here, comment ' || n, ${h(84)} < 0.005, now() - (${h(83)} * 700) * interval '1 day'
    from generate_series(1, ${size.ideas * size.commentsPerIdea}::bigint) n`,
  );
  await step(
    'feedback',
    `insert into feedback_records (subdomain_id, suggestion_id, user_id, body, created_at)
    select :sid, :first + floor(${h(91)} * ${size.ideas})::bigint, (${ids('users')})[${among(92, size.users)}], 'A customer said so, feedback ' || n, now() - (${h(93)} * 700) * interval '1 day'
    from generate_series(1, ${Math.round(size.ideas * 0.05)}::bigint) n`,
  );
  await step(
    'flags and notes',
    `with team as (select u.id from users u where u.subdomain_id = :sid and u.license_type <> 'none' order by u.id limit 1),
      flagged as (insert into internal_flags (subdomain_id, suggestion_id, creator_id, reason) select :sid, :first + floor(${h(95)} * ${size.ideas})::bigint, team.id, 'Urgent' from team, generate_series(1, ${Math.ceil(size.ideas * 0.001)}::bigint) n)
    insert into notes (subdomain_id, suggestion_id, creator_id, body, created_at) select :sid, :first + floor(${h(96)} * ${size.ideas})::bigint, team.id, '<p>Note</p>', now() - (${h(97)} * 700) * interval '1 day' from team, generate_series(1, ${Math.ceil(size.ideas * 0.001)}::bigint) n`,
  );
  await step(
    'status updates',
    `insert into status_updates (subdomain_id, suggestion_id, user_id, new_status_id, html_body, created_at)
    select :sid, :first + floor(${h(98)} * ${size.ideas})::bigint, team.id, (${ids('statuses')})[${among(99, 8)}], '<p>Under way</p>', now() - (${h(100)} * 700) * interval '1 day'
    from generate_series(1, ${Math.ceil(size.ideas * 0.01)}::bigint) n, (select u.id from users u where u.subdomain_id = :sid and u.license_type <> 'none' order by u.id limit 1) team`,
  );
  // one idea in 10,000 has no label; one in ten has two
  await step(
    'labels of ideas',
    `insert into suggestion_labels (subdomain_id, suggestion_id, label_id)
    select :sid, :first + n, (${ids('labels')})[${skewed(61, 60)}] from generate_series(0, ${size.ideas - 1}) n where n % 10000 <> 77
    union all select :sid, :first + n, (${ids('labels')})[4 + n / 10 % 57] from generate_series(0, ${size.ideas - 1}, 10) n on conflict do nothing`,
  );
  await step(
    'accounts of ideas',
    `insert into suggestion_accounts (subdomain_id, suggestion_id, account_id, supporters_count)
    select :sid, v.suggestion_id, u.account_id, count(*) from supporters v join users u on u.subdomain_id = :sid and u.id = v.user_id where v.subdomain_id = :sid and u.account_id is not null group by 2, 3`,
  );
  await step(
    'weeks',
    `insert into suggestion_weeks (subdomain_id, suggestion_id, week, votes_count)
    select :sid, suggestion_id, date_trunc('week', created_at at time zone 'UTC')::date, sum(votes) from supporters where subdomain_id = :sid group by 2, 3`,
  );
  await step(
    'ideas',
    `insert into suggestions (subdomain_id, id, title, forum_id, category_id, status_id, internal_status_id, creator_id, assigned_owner_id, state, channel, created_at, updated_at,
      last_supported_at, last_activity_at, last_status_update_at, votes_count, supporters_count, account_supporters_count, supporting_accounts_count, supporter_revenue_cents, supporter_mrr_cents,
      comments_count, notes_count, requests_count, internal_flags_count, all_internal_flags_count, labels_count, has_response)
    select :sid, :first + g.n, g.title, (${ids('forums')})[g.forum], case when n % 10000 = 78 then null else (${ids('categories')})[(g.forum - 1) * 10 + ${among(48, 10)}] end, (${ids('statuses')})[${skewed(44, 8, 0.2)}], (${ids('internal_statuses')})[${skewed(47, 6, 0.3)}],
      (${ids('users', 'order by id limit 20000')})[${among(49, `least(${size.users}, 20000)`)}], (${ids('users', "and license_type <> 'none'")})[${skewed(52, 20, 0.01)}],
      case when n % 50 = 7 then 'closed' when n % 100 = 9 then 'pending' when n % 10000 = 11 then 'spam' when n % 1000 = 13 then 'merged' when n % 1000 = 15 then 'deleted' else 'approved' end, 'admin',
      g.created, greatest(g.created, now() - power(${h(57)}, 0.25) * interval '1000 days'),
      v.at, greatest(g.created, v.at, cm.at, r.at, su.at, nt.at, fl.at), su.at, coalesce(v.many, 0), coalesce(v.many, 0), coalesce(v.many, 0), coalesce(a.many, 0), coalesce(a.revenue, 0), coalesce(a.revenue, 0),
      coalesce(cm.many, 0), coalesce(nt.many, 0), coalesce(r.many, 0), coalesce(fl.many, 0), coalesce(fl.many, 0), coalesce(lb.many, 0), su.at is not null or coalesce(cm.answered, false)
    from (select n, ${skewed(41, 12)} as forum, now() - (${h(56)} * 1000) * interval '1 day' as created,
        'Idea ' || n || ' ' || ${pick("array['export','search','mobile','report','invoice','login','calendar','mail','import','label']", among(31, 10))} || ' ' || ${pick("array['faster','missing','broken','better','shared','private','weekly','bulk','offline','simple']", among(32, 10))}
        || case when n % 100 = 50 then ' kiosk' else '' end || case when n % 10000 = 51 then ' zeppelin' else '' end as title from generate_series(0, ${size.ideas - 1}) n) g
      left join (select suggestion_id, count(*) as many, max(created_at) as at from supporters where subdomain_id = :sid group by 1) v on v.suggestion_id = :first + n
      left join (select suggestion_id, count(*) as many, max(created_at) as at, bool_or(is_admin_comment) as answered from comments where subdomain_id = :sid group by 1) cm on cm.suggestion_id = :first + n
      left join (select suggestion_id, count(*) as many, max(created_at) as at from feedback_records where subdomain_id = :sid group by 1) r on r.suggestion_id = :first + n
      left join (select suggestion_id, max(created_at) as at from status_updates where subdomain_id = :sid group by 1) su on su.suggestion_id = :first + n
      left join (select suggestion_id, count(*) as many, max(created_at) as at from notes where subdomain_id = :sid group by 1) nt on nt.suggestion_id = :first + n
      left join (select suggestion_id, count(*) as many, max(created_at) as at from internal_flags where subdomain_id = :sid group by 1) fl on fl.suggestion_id = :first + n
      left join (select suggestion_id, count(*) as many from suggestion_labels where subdomain_id = :sid group by 1) lb on lb.suggestion_id = :first + n
      left join (select sa.suggestion_id, count(*) as many, sum(x.revenue_cents) as revenue from suggestion_accounts sa join external_accounts x on x.subdomain_id = :sid and x.id = sa.account_id where sa.subdomain_id = :sid group by 1) a on a.suggestion_id = :first + n`,
  );
  await step(
    'contents',
    `insert into suggestion_contents (subdomain_id, suggestion_id, body, search)
    select :sid, s.id, b.body, ${searchVectorSql('s.title', 'b.body')}
    from suggestions s cross join lateral (select 'We would like ' || s.title || ' because our team loses time every week when it has to be done by hand.' as body) b where s.subdomain_id = :sid`,
  );
  return id;
}

/** Small tenants beside the large one, as a shared installation has them. */
export async function generateSmallTenants(
  pool: pg.Pool,
  count: number,
  print: (line: string) => void = () => {},
): Promise<void> {
  const started = performance.now();
  for (let i = 0; i < count; i += 1)
    await generateTenant(pool, `small-${i}`, { ...sizeOf(100), users: 40, accounts: 5 });
  print(`  ${count} small tenants: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
