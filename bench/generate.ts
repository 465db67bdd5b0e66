import type pg from 'pg';

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
  return { ideas, votesPerIdea: 5, commentsPerIdea: 2, users: Math.max(50, Math.round(ideas * 0.3)), accounts: Math.max(10, Math.round(ideas * 0.02)) };
}

/**
 * Makes a tenant with skewed distributions by SQL alone: value 1 of a facet holds 50 % of the ideas,
 * value 2 holds 1 %, value 3 holds 0.01 %, the others share the rest. Deterministic: no random().
 * @returns id of the tenant
 */
export async function generateTenant(pool: pg.Pool, key: string, size: TenantSize, say: (line: string) => void = () => {}): Promise<string> {
  const one = async <T>(text: string, values: unknown[] = []): Promise<T> => (await pool.query(text, values)).rows[0] as T;
  const { id } = await one<{ id: string }>(
    `insert into subdomains (key, name, features) values ($1, $1, '{feedback_system,account_insights,account_traits,idea_attachments,public_statuses}') returning id::text as id`,
    [key],
  );
  const step = async (label: string, text: string): Promise<void> => {
    const started = performance.now();
    await pool.query(text.replaceAll(':sid', id));
    // without statistics foreign keys are checked by whatever index begins with the tenant
    if (size.ideas > 1000) await pool.query('analyze');
    say(`  ${label}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  };
  // a hash that looks random and is the same everywhere: 0 <= h < 1
  const h = (seed: number, n = 'n'): string => `((hashint8extended(${n}, ${seed}) & 1073741823)::float8 / 1073741824)`;
  // 50 %, 1 %, 0.01 % and the rest spread over 4..count
  const skewed = (seed: number, count: number): string =>
    `(case when ${h(seed)} < 0.5 then 1 when ${h(seed)} < 0.51 then 2 when ${h(seed)} < 0.5101 then 3 else 4 + floor(${h(seed + 1)} * ${count - 3})::int end)`;
  const pick = (table: string, place: string): string => `(${table})[${place}]`;

  await step('accounts', `insert into external_accounts (subdomain_id, external_id, name, plan, mrr_cents, revenue_cents)
    select :sid, 'x' || n, 'Account ' || n, (array['Free','Team','Business','Enterprise'])[1 + n % 4], v, v
    from (select n, (${h(11)} * ${h(12)} * 5000000)::bigint as v from generate_series(1, ${size.accounts}) n) g`);
  await step('users', `insert into users (subdomain_id, account_id, name, email_address)
    select :sid, a.ids[1 + floor(${h(21)} * ${size.accounts})::int], 'Person ' || n, 'person' || n || '@${key}.example'
    from generate_series(1, ${size.users}) n, (select array_agg(id) as ids from external_accounts where subdomain_id = :sid) a`);
  await pool.query(`insert into users (subdomain_id, name, email_address, license_type, permission_state, permissions) values (${id}, 'Owner', 'owner@${key}.example', 'owner', 'active', '{"feedback_admin_ui":true,"features":"rw","tickets":"rw","knowledgebase":"rw","settings":"rw"}')`);
  await step('facets', `insert into forums (subdomain_id, name, position) select :sid, 'Forum ' || n, n from generate_series(1, 12) n`);
  await step('categories', `insert into categories (subdomain_id, forum_id, name, position) select :sid, f.id, 'Category ' || n, n from forums f, generate_series(1, 10) n where f.subdomain_id = :sid`);
  await step('statuses', `insert into statuses (subdomain_id, name, position) select :sid, 'Status ' || n, n from generate_series(1, 8) n`);
  await step('internal statuses', `insert into internal_statuses (subdomain_id, name, position) select :sid, 'Stage ' || n, n from generate_series(1, 6) n`);
  await step('labels', `insert into labels (subdomain_id, name, full_name) select :sid, 'Label ' || n, 'Label ' || n from generate_series(1, 60) n`);
  await step('ideas', `insert into suggestions (subdomain_id, title, forum_id, status_id, internal_status_id, creator_id, assigned_owner_id, created_at, updated_at, last_activity_at, internal_flags_count)
    select :sid, 'Idea ' || n || ' ' || ${pick("array['export','search','mobile','report','invoice','login','calendar','mail','import','label']", `1 + floor(${h(31)} * 10)::int`)} || ' ' || ${pick("array['faster','missing','broken','better','shared','private','weekly','bulk','offline','simple']", `1 + floor(${h(32)} * 10)::int`)},
      ${pick('f.ids', skewed(41, 12))}, case when ${h(43)} < 0.3 then null else ${pick('s.ids', skewed(44, 8))} end, case when ${h(46)} < 0.6 then null else ${pick('i.ids', skewed(47, 6))} end,
      ${pick('u.ids', `1 + floor(${h(49)} * least(${size.users}, 20000))::int`)}, case when ${h(51)} < 0.7 then null else ${pick('u.ids', skewed(52, 20))} end,
      t.created, t.created, t.created + (${h(54)} * 90) * interval '1 day', case when ${h(55)} < 0.01 then 1 else 0 end
    from generate_series(1, ${size.ideas}) n
    cross join lateral (select now() - (${h(56)} * 1000) * interval '1 day' as created) t,
      (select array_agg(id order by id) as ids from forums where subdomain_id = :sid) f,
      (select array_agg(id order by id) as ids from statuses where subdomain_id = :sid) s,
      (select array_agg(id order by id) as ids from internal_statuses where subdomain_id = :sid) i,
      (select array_agg(id order by id) as ids from (select id from users where subdomain_id = :sid order by id limit 20000) x) u`);
  await step('categories of ideas', `update suggestions s set category_id = c.id from categories c where s.subdomain_id = :sid and c.subdomain_id = :sid and c.forum_id = s.forum_id and c.position = 1 + s.id % 10 and s.id % 3 > 0`);
  await step('contents', `insert into suggestion_contents (subdomain_id, suggestion_id, body, search)
    select :sid, s.id, b.body, setweight(to_tsvector('english', s.title), 'A') || setweight(to_tsvector('english', b.body), 'B')
    from suggestions s cross join lateral (select 'We would like ' || s.title || ' because our team loses time every week when it has to be done by hand.' as body) b where s.subdomain_id = :sid`);
  await step('labels of ideas', `insert into suggestion_labels (subdomain_id, suggestion_id, label_id)
    select :sid, n, ${pick('l.ids', skewed(61, 60))} from (select id as n from suggestions where subdomain_id = :sid) g, (select array_agg(id order by id) as ids from labels where subdomain_id = :sid) l on conflict do nothing`);
  await step('supporters', `insert into supporters (subdomain_id, suggestion_id, user_id, created_at)
    select :sid, i.ids[least(${size.ideas}, 1 + floor(power(${h(71)}, 2) * ${size.ideas})::int)], u.ids[1 + floor(${h(72)} * ${size.users})::int], now() - (${h(73)} * 700) * interval '1 day'
    from generate_series(1, ${size.ideas * size.votesPerIdea}::bigint) n,
      (select array_agg(id) as ids from suggestions where subdomain_id = :sid) i, (select array_agg(id) as ids from users where subdomain_id = :sid) u on conflict do nothing`);
  await step('comments', `insert into comments (subdomain_id, suggestion_id, creator_id, body, created_at)
    select :sid, i.ids[1 + floor(${h(81)} * ${size.ideas})::int], u.ids[1 + floor(${h(82)} * ${size.users})::int], 'The same here, comment ' || n, now() - (${h(83)} * 700) * interval '1 day'
    from generate_series(1, ${size.ideas * size.commentsPerIdea}::bigint) n,
      (select array_agg(id) as ids from suggestions where subdomain_id = :sid) i, (select array_agg(id) as ids from users where subdomain_id = :sid) u`);
  await step('accounts of ideas', `insert into suggestion_accounts (subdomain_id, suggestion_id, account_id, supporters_count)
    select :sid, v.suggestion_id, u.account_id, count(*) from supporters v join users u on u.subdomain_id = :sid and u.id = v.user_id where v.subdomain_id = :sid and u.account_id is not null group by 2, 3`);
  await step('weeks', `insert into suggestion_weeks (subdomain_id, suggestion_id, week, votes_count)
    select :sid, suggestion_id, date_trunc('week', created_at at time zone 'UTC')::date, count(*) from supporters where subdomain_id = :sid and created_at > now() - interval '100 days' group by 2, 3`);
  await step('counters', `update suggestions s set votes_count = coalesce(v.n, 0), supporters_count = coalesce(v.n, 0), comments_count = coalesce(c.n, 0), supporting_accounts_count = coalesce(a.n, 0),
      supporter_revenue_cents = coalesce(a.revenue, 0), supporter_mrr_cents = coalesce(a.revenue, 0), last_supported_at = v.at
    from suggestions s2
      left join (select suggestion_id, count(*) as n, max(created_at) as at from supporters where subdomain_id = :sid group by 1) v on v.suggestion_id = s2.id
      left join (select suggestion_id, count(*) as n from comments where subdomain_id = :sid group by 1) c on c.suggestion_id = s2.id
      left join (select sa.suggestion_id, count(*) as n, sum(x.revenue_cents) as revenue from suggestion_accounts sa join external_accounts x on x.subdomain_id = :sid and x.id = sa.account_id where sa.subdomain_id = :sid group by 1) a on a.suggestion_id = s2.id
    where s.subdomain_id = :sid and s2.subdomain_id = :sid and s2.id = s.id`);
  return id;
}

/** Small tenants beside the large one, as a shared installation has them. */
export async function generateSmallTenants(pool: pg.Pool, count: number, say: (line: string) => void = () => {}): Promise<void> {
  const started = performance.now();
  for (let i = 0; i < count; i += 1) await generateTenant(pool, `small-${i}`, { ...sizeOf(100), users: 40, accounts: 5 });
  say(`  ${count} small tenants: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
