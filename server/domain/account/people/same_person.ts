/** Domains whose addresses say nothing of where someone works. */
const FREE_MAIL = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'yahoo.com',
  'icloud.com',
  'me.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  'mail.com',
  'mail.ru',
  'qq.com',
  '163.com',
];

/** How many people of one account or domain are looked at. */
const COLLEAGUES = 2_000;

/** As the index `users_name` has it. */
const shown = (t: string): string =>
  `lower(coalesce(nullif(${t}.name, ''), split_part(${t}.email_address, '@', 1), ''))`;
/** As the index `users_by_domain` has it. */
const domain = (t: string): string => `lower(nullif(split_part(${t}.email_address, '@', 2), ''))`;
/** Whether two people have addresses of one company. */
const atOneDomain = (one: string, other: string): string =>
  `${domain(one)} = ${domain(other)} and ${domain(other)} not in (${FREE_MAIL.map((name) => `'${name}'`).join(', ')})`;
const first = (t: string): string => `replace(split_part(lower(${t}.name), ' ', 1), '.', '')`;
const last = (t: string): string => `regexp_replace(lower(${t}.name), '^.*\\s', '')`;
const local = (t: string): string =>
  `regexp_replace(lower(split_part(${t}.email_address, '@', 1)), '[._-]', '', 'g')`;
const isNamed = (t: string): string => `coalesce(${t}.name, '') like '% %'`;
/** Whether a nameless person's address is made of a name: denise.whitaker, dwhitaker. */
const addressOf = (nameless: string, named: string): string =>
  `(${isNamed(named)} and coalesce(${nameless}.name, '') = '' and ${local(nameless)} in (left(${first(named)}, 1) || ${last(named)}, ${first(named)} || ${last(named)}))`;

/** Whether two people of one company bear nearly one name: Denise Whitaker, D. Whitaker, dwhitaker@. */
const isNear = (a: string, b: string): string =>
  `(${isNamed(a)} and ${isNamed(b)} and ${last(a)} = ${last(b)} and (starts_with(${first(a)}, ${first(b)}) or starts_with(${first(b)}, ${first(a)})) or ${addressOf(a, b)} or ${addressOf(b, a)})`;

/**
 * Condition: probably the same person as one of others, all of them customers. The same name anywhere, or nearly the
 * same in one account or at one domain of a company; pairs of whom someone said that they are two are left out.
 *
 * @param t table of people
 * @param ids SQL of the ids of the others
 */
export function probablySql(t: string, ids: string): string {
  const isCustomer = (one: string): string =>
    `${one}.license_type = 'none' and ${one}.permission_state = 'none' and ${one}.merged_into_id is null`;
  const isOne = `not exists (select 1 from distinct_users d where d.subdomain_id = $1 and d.user_id = least(p.id, m.id) and d.other_user_id = greatest(p.id, m.id))`;
  const those = `m.subdomain_id = $1 and m.id = any(${ids}::bigint[]) and ${isCustomer('m')} and p.id <> m.id and ${isOne}`;
  const colleagues = (which: string): string =>
    `select p.id from users m cross join lateral (select c.id, c.name, c.email_address from users c where c.subdomain_id = $1 and ${which} limit ${COLLEAGUES}) p where ${those} and ${isNear('p', 'm')}`;
  return `(${isCustomer(t)} and ${t}.id in (
  select p.id from users m join users p on p.subdomain_id = $1 and ${shown('p')} = ${shown('m')} where ${those} and ${isNamed('m')}
  union ${colleagues('c.account_id = m.account_id')}
  union ${colleagues(atOneDomain('c', 'm'))}))`;
}

/**
 * Condition: an account that others have whose addresses are of the same company's domain as those of some people.
 *
 * @param t table of accounts
 * @param ids SQL of the ids of these people
 */
export function accountOfDomainSql(t: string, ids: string): string {
  return `(${t}.id in (select p.account_id from users m cross join lateral (select c.account_id from users c where c.subdomain_id = $1 and c.account_id is not null and ${atOneDomain('c', 'm')} limit ${COLLEAGUES}) p where m.subdomain_id = $1 and m.id = any(${ids}::bigint[])))`;
}
