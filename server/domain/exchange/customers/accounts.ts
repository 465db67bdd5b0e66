import { sql } from 'kysely';
import type { Scope } from '../../../core/scope.ts';
import { noteHappening } from '../../../core/happenings.ts';
import type { Tx } from '../../../sql/kysely.ts';
import { peopleByLostKeys } from '../../account/people/lost_keys.ts';
import { Counters } from '../../counters/counters.ts';
import { recordRevenues } from '../../counters/revenue.ts';
import { withCustomFields } from '../../ideas/custom_field_values.ts';
import { accountRevenueTask } from '../../ideas/recount.ts';
import type { UndoChange } from '../../undo/undo.ts';
import { restorePeople } from './people.ts';
import { companyKey, joined, type ImportCompany, type ImportPerson } from '../import_records.ts';
import { keysOf, personKey, type ImportReport } from '../import_report.ts';

/**
 * Accounts that come with the people of a file. Found by their id in the sales system, else by their name; what the
 * file says of amounts and plan is taken, and people who have no account yet get it. Nobody is taken from another one.
 */

/** Rows that one statement asks about. */
const BATCH = 1_000;

/** What is stored of an account, and what it becomes. */
interface Account {
  /** null: it is to be made */
  id: string | null;
  external_id: string | null;
  name: string;
  plan: string | null;
  mrr_cents: number | null;
  ltv_cents: number | null;
  revenue_cents: number;
  has_own_revenue: boolean;
  /** as `withCustomFields` writes them */
  custom_fields: string;
}

interface Planned {
  account: Account;
  before: Account | null;
}

/** What an import does about accounts: worked out by reading alone, so that a rehearsal says the same. */
export interface CustomerPlan {
  accounts: Planned[];
  /** people by their keys, with the account that they get */
  joins: {
    person: ImportPerson;
    account: Account;
    /** account that they leave; null: none */ from: string | null;
  }[];
  /** people who stay with another account */
  others: number;
}

const lower = (text: string): string => text.toLowerCase();
/** What is known of a file of people and accounts besides its people. */
export interface CustomerOptions {
  companies?: readonly ImportCompany[];
  accounts?: ReadonlyMap<string, string>;
  isOfCustomers?: boolean;
}

/**
 * Reads what is there of the companies and people that a file names.
 *
 * @param options.companies further ones, that no person of the file belongs to
 * @param options.accounts accounts of people by their keys, where they were read already
 * @param options.isOfCustomers the file is one of people and accounts: it renames accounts, and people move to those that it names
 */
export async function planCustomers(
  db: Tx,
  sid: string,
  people: readonly ImportPerson[],
  options: CustomerOptions = {},
): Promise<CustomerPlan> {
  const { companies: further = [], isOfCustomers = false } = options;
  const named = people.filter((person) => person.company);
  const companies = new Map<string, ImportCompany>();
  for (const company of [...further, ...named.map((person) => person.company!)])
    companies.set(companyKey(company), joined(companies.get(companyKey(company)), company));
  const stored = await storedAccounts(db, sid, [...companies.values()]);
  const planned = new Map<string, Planned>();
  const byAccount = new Map<string, Planned>();
  for (const [key, company] of companies) {
    const found =
      (company.external_id === null ? undefined : stored.byExternalId.get(company.external_id)) ??
      (company.name === null ? undefined : nameless(stored.byName.get(lower(company.name)), company)) ??
      null;
    // two companies of the file that lead to one account are one
    const twin = found === null ? undefined : byAccount.get(found.id!);
    const before = twin?.before ?? found;
    const base = twin?.account ?? before;
    const mrr_cents = company.mrr_cents ?? base?.mrr_cents ?? null;
    const account: Account = {
      id: before?.id ?? null,
      external_id: base?.external_id ?? company.external_id,
      name: (isOfCustomers ? company.name : null) ?? base?.name ?? company.name ?? company.external_id!,
      plan: company.plan ?? base?.plan ?? null,
      mrr_cents,
      ltv_cents: company.ltv_cents ?? base?.ltv_cents ?? null,
      has_own_revenue: base?.has_own_revenue ?? false,
      revenue_cents: base?.has_own_revenue ? base.revenue_cents : (mrr_cents ?? 0),
      custom_fields: withCustomFields(JSON.parse(base?.custom_fields ?? '{}'), company.traits ?? {}),
    };
    if (twin) Object.assign(twin.account, account);
    const own = twin ?? { account, before };
    planned.set(key, own);
    if (before !== null) byAccount.set(before.id!, own);
  }
  const joins: CustomerPlan['joins'] = [];
  let others = 0;
  const present = options.accounts ?? (await accountsOfPeople(db, sid, named));
  const seen = new Set<string>();
  for (const person of named) {
    const key = personKey(person);
    if (seen.has(key)) continue;
    seen.add(key);
    const { account } = planned.get(companyKey(person.company!))!;
    const now = present.get(key) ?? null;
    if (now === null || (isOfCustomers && now !== account.id)) joins.push({ person, account, from: now });
    else if (now !== account.id) others += 1;
  }
  return { accounts: [...new Set(planned.values())], joins, others };
}

/** An account found by its name may be that of a company with an id when it has none of its own. */
const nameless = (found: Account | undefined, company: ImportCompany): Account | undefined =>
  found !== undefined && (company.external_id === null || found.external_id === null) ? found : undefined;

async function storedAccounts(
  db: Tx,
  sid: string,
  companies: readonly ImportCompany[],
): Promise<{ byExternalId: Map<string, Account>; byName: Map<string, Account> }> {
  const byExternalId = new Map<string, Account>();
  const byName = new Map<string, Account>();
  for (let start = 0; start < companies.length; start += BATCH) {
    const batch = companies.slice(start, start + BATCH);
    const { rows } = await sql<Account & { mrr: string; ltv: string; revenue: string }>`
select a.id::text as id, a.external_id, a.name, a.plan, a.mrr_cents::text as mrr, a.ltv_cents::text as ltv, a.revenue_cents::text as revenue, a.has_own_revenue, a.custom_fields from external_accounts a
where a.subdomain_id = ${sid} and a.deleted_at is null and (a.external_id = any(${batch.flatMap(({ external_id }) => external_id ?? [])}::text[])
  or lower(a.name) = any(${batch.flatMap(({ name }) => (name === null ? [] : [lower(name)]))}::text[])) order by a.id desc`.execute(
      db,
    );
    // of several of one name the oldest
    for (const { mrr, ltv, revenue, ...row } of rows) {
      const account = {
        ...row,
        mrr_cents: Number(mrr),
        ltv_cents: Number(ltv),
        revenue_cents: Number(revenue),
        custom_fields: withCustomFields(row.custom_fields, {}),
      };
      if (row.external_id !== null) byExternalId.set(row.external_id, account);
      byName.set(lower(row.name), account);
    }
  }
  return { byExternalId, byName };
}

/** Key of a person -> account that they belong to; those who have none or are not here are left out. */
async function accountsOfPeople(
  db: Tx,
  sid: string,
  people: readonly ImportPerson[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let start = 0; start < people.length; start += BATCH) {
    const batch = people.slice(start, start + BATCH);
    const { rows } = await sql<{ key: string; account_id: string }>`
select 'guid ' || u.guid as key, u.account_id::text as account_id from users u
where u.subdomain_id = ${sid} and u.account_id is not null and u.guid = any(${batch.flatMap((person) => (person.email_address === null ? [person.guid!] : []))}::text[])
union all
select 'mail ' || lower(u.email_address), u.account_id::text from users u
where u.subdomain_id = ${sid} and u.account_id is not null and lower(u.email_address) = any(${batch.flatMap((person) => (person.email_address === null ? [] : [lower(person.email_address)]))}::text[])`.execute(
      db,
    );
    for (const { key, account_id } of rows) found.set(key, account_id);
    const lost = await peopleByLostKeys(db, sid, keysOf(batch));
    if (lost.size === 0) continue;
    const merged = await db
      .selectFrom('users')
      .select(['id', 'account_id'])
      .where('subdomain_id', '=', sid)
      .where('id', 'in', [...new Set(lost.values())])
      .execute();
    const accounts = new Map(merged.map(({ id, account_id }) => [id, account_id]));
    for (const [key, id] of lost) {
      const account_id = accounts.get(id) ?? null;
      if (account_id !== null) found.set(key, account_id);
    }
  }
  return found;
}

const isChanged = ({ account, before }: Planned): boolean =>
  before !== null &&
  (['external_id', 'name', 'plan', 'mrr_cents', 'ltv_cents', 'revenue_cents', 'custom_fields'] as const).some(
    (name) => account[name] !== before[name],
  );

/** Tells of a plan in the report. */
export function reportCustomers(plan: CustomerPlan, report: ImportReport): void {
  report.accounts.created += plan.accounts.filter(({ before }) => before === null).length;
  report.accounts.updated += plan.accounts.filter(isChanged).length;
  report.accounts.unchanged += plan.accounts.filter((one) => one.before !== null && !isChanged(one)).length;
  report.people_with_account += plan.joins.length;
  if (plan.others > 0)
    report.notes.push(
      `${plan.others.toLocaleString('en')} ${plan.others === 1 ? 'person belongs' : 'people belong'} to another company here and ${plan.others === 1 ? 'stays' : 'stay'} with it.`,
    );
}

/** How a loader writes: its transactions, the ids of people by their keys, what is remembered for undo. */
export interface CustomerWriter {
  scope: Scope;
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  personId: (person: ImportPerson) => string;
  remember: (tx: Tx, changes: readonly UndoChange[]) => Promise<void>;
  /** accounts or people of one transaction */
  size: number;
  isStopped: () => boolean;
  /** is told how many accounts and people of all are written */
  onWritten?: (done: number, all: number) => void;
}

/** Writes what a plan says, in batches that are each whole. */
export async function writeCustomers(plan: CustomerPlan, writer: CustomerWriter): Promise<void> {
  const changed = plan.accounts.filter((one) => one.before === null || isChanged(one));
  const all = changed.length + plan.joins.length;
  const done = (count: number): void => writer.onWritten?.(count, all);
  for (let start = 0; start < changed.length && !writer.isStopped(); start += writer.size) {
    await writeAccounts(changed.slice(start, start + writer.size), writer);
    done(start);
  }
  for (let start = 0; start < plan.joins.length && !writer.isStopped(); start += writer.size) {
    await writeJoins(plan.joins.slice(start, start + writer.size), writer);
    done(changed.length + start);
  }
}

function writeAccounts(batch: readonly Planned[], { scope, write, remember }: CustomerWriter): Promise<void> {
  const sid = scope.viewer.subdomain_id;
  return write(async (tx) => {
    const now = scope.now();
    const counters = new Counters(tx, sid, now);
    const there = batch.filter(({ before }) => before !== null);
    const { later } = await counters.watchCustomers({ accounts: there.map(({ account }) => account.id!) });
    const fresh = batch.filter(({ before }) => before === null);
    if (fresh.length > 0) {
      const { rows } = await sql<{ id: string; place: number }>`
with given as (
  select x.*, nextval('external_accounts_id_seq') as id from jsonb_to_recordset(${JSON.stringify(fresh.map(({ account }, place) => ({ ...account, mrr_cents: account.mrr_cents ?? 0, ltv_cents: account.ltv_cents ?? 0, place })))}::jsonb)
    as x (place int, external_id text, name text, plan text, mrr_cents bigint, ltv_cents bigint, revenue_cents bigint, custom_fields text)
), made as (
  insert into external_accounts (subdomain_id, id, external_id, name, plan, mrr_cents, ltv_cents, revenue_cents, custom_fields, created_at, updated_at)
  select ${sid}::bigint, g.id, g.external_id, g.name, g.plan, g.mrr_cents, g.ltv_cents, g.revenue_cents, g.custom_fields::jsonb, ${now}::timestamptz, ${now}::timestamptz from given g
  returning id
)
select g.id::text as id, g.place from given g join made m on m.id = g.id`.execute(tx);
      for (const { id, place } of rows) fresh[place]!.account.id = id;
      noteHappening(
        tx,
        'account_created',
        rows.map(({ id }) => id),
      );
    }
    if (there.length > 0)
      await sql`
update external_accounts a set external_id = x.external_id, name = x.name, plan = x.plan, mrr_cents = x.mrr_cents, ltv_cents = x.ltv_cents, revenue_cents = x.revenue_cents, custom_fields = x.custom_fields::jsonb, updated_at = greatest(${now}::timestamptz, a.updated_at + interval '1 millisecond')
from jsonb_to_recordset(${JSON.stringify(there.map(({ account }) => account))}::jsonb) as x (id bigint, external_id text, name text, plan text, mrr_cents bigint, ltv_cents bigint, revenue_cents bigint, custom_fields text)
where a.subdomain_id = ${sid} and a.id = x.id`.execute(tx);
    noteHappening(
      tx,
      'account_updated',
      there.map(({ account }) => account.id!),
    );
    await recordRevenues(
      tx,
      sid,
      now,
      batch
        .filter(
          ({ account, before }) => account.mrr_cents !== null && account.mrr_cents !== before?.mrr_cents,
        )
        .map(({ account }) => ({
          account_id: account.id!,
          since: now,
          mrr_cents: account.mrr_cents!,
          revenue_cents: account.revenue_cents,
          source: 'import',
          user_id: scope.viewer.user_id,
        })),
    );
    await remember(
      tx,
      batch.map(({ account, before }): UndoChange => {
        const of = ({
          external_id,
          name,
          plan,
          mrr_cents,
          ltv_cents,
          revenue_cents,
          custom_fields,
        }: Account) => ({
          external_id,
          name,
          plan,
          mrr_cents,
          ltv_cents,
          revenue_cents,
          custom_fields,
        });
        return before === null
          ? { table: 'external_accounts', id: account.id!, before: {} }
          : { table: 'external_accounts', id: account.id!, before: of(before), after: of(account) };
      }),
    );
    for (const account_id of later)
      await scope.services.tasks.enqueue(tx, accountRevenueTask.name, { subdomain_id: sid, account_id });
    await counters.write();
  });
}

function writeJoins(
  batch: CustomerPlan['joins'],
  { scope, write, personId, remember }: CustomerWriter,
): Promise<void> {
  const sid = scope.viewer.subdomain_id;
  return write(async (tx) => {
    const now = scope.now();
    const pairs = batch.map(({ person, account, from }) => ({
      user_id: personId(person),
      account_id: account.id!,
      from_id: from,
    }));
    const held = pairs.flatMap(({ account_id, from_id }) =>
      from_id === null ? [account_id] : [account_id, from_id],
    );
    const counters = new Counters(tx, sid, now);
    await counters.watchCustomers({ people: pairs.map(({ user_id }) => user_id) });
    await sql`
select a.id from external_accounts a where a.subdomain_id = ${sid} and a.id = any(${held}::bigint[]) order by a.id for no key update`.execute(
      tx,
    );
    const { rows } = await sql<{ id: string; account_id: string; from_id: string | null }>`
update users u set account_id = x.account_id, updated_at = greatest(${now}::timestamptz, u.updated_at + interval '1 millisecond')
from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x (user_id bigint, account_id bigint, from_id bigint)
join external_accounts a on a.subdomain_id = ${sid} and a.id = x.account_id and a.deleted_at is null
where u.subdomain_id = ${sid} and u.id = x.user_id and u.account_id is not distinct from x.from_id
returning u.id::text as id, u.account_id::text as account_id, x.from_id::text as from_id`.execute(tx);
    noteHappening(
      tx,
      'user_updated',
      rows.map(({ id }) => id),
    );
    await remember(
      tx,
      rows.map(({ id, account_id, from_id }): UndoChange => ({
        table: 'users',
        id,
        before: { account_id: from_id },
        after: { account_id },
      })),
    );
    await counters.write();
  });
}

/**
 * Takes back what an import changed of accounts and people: amounts, plan and membership that are still the ones that
 * it gave. Accounts that it made stay, as its people do.
 */
export async function restoreCustomers(scope: Scope, tx: Tx, changes: readonly UndoChange[]): Promise<void> {
  const sid = scope.viewer.subdomain_id;
  const now = scope.now();
  const accounts = changes.filter(({ table, after }) => table === 'external_accounts' && after !== undefined);
  const told = changes.filter(({ table, after }) => table === 'users' && after !== undefined);
  const people = told.filter(({ after }) => 'account_id' in after!);
  if (accounts.length + told.length === 0) return;
  const counters = new Counters(tx, sid, now);
  const { later } = await counters.watchCustomers({
    accounts: accounts.map(({ id }) => id),
    people: people.map(({ id }) => id),
  });
  if (people.length > 0)
    await sql`
update users u set account_id = a.id, updated_at = greatest(${now}::timestamptz, u.updated_at + interval '1 millisecond')
from jsonb_to_recordset(${JSON.stringify(people.map(({ id, before, after }) => ({ id, was: (before as { account_id: string | null }).account_id, given: (after as { account_id: string }).account_id })))}::jsonb) as x (id bigint, was bigint, given bigint)
left join external_accounts a on a.subdomain_id = ${sid} and a.id = x.was and a.deleted_at is null
where u.subdomain_id = ${sid} and u.id = x.id and u.account_id = x.given`.execute(tx);
  await restorePeople(
    scope,
    tx,
    told.filter(({ after }) => !('account_id' in after!)),
  );
  noteHappening(
    tx,
    'user_updated',
    told.map(({ id }) => id),
  );
  noteHappening(
    tx,
    'account_updated',
    accounts.map(({ id }) => id),
  );
  for (const { id, before, after } of accounts) {
    // imports of an earlier version did not write down name, lifetime value and custom fields, which they left alone
    const [was, gave] = [before, after] as {
      name?: string;
      ltv_cents?: number;
      custom_fields?: string;
      mrr_cents: number;
      revenue_cents: number;
      plan: string | null;
    }[];
    const { rows } = await sql<{ mrr_cents: string; revenue_cents: string }>`
update external_accounts a set name = coalesce(${was!.name ?? null}, a.name), ltv_cents = coalesce(${was!.ltv_cents ?? null}::bigint, a.ltv_cents), plan = ${was!.plan}, mrr_cents = ${was!.mrr_cents}, revenue_cents = ${was!.revenue_cents},
  custom_fields = case when a.custom_fields = ${gave!.custom_fields ?? null}::jsonb then ${was!.custom_fields ?? null}::jsonb else a.custom_fields end, updated_at = greatest(${now}::timestamptz, a.updated_at + interval '1 millisecond')
where a.subdomain_id = ${sid} and a.id = ${id} and a.plan is not distinct from ${gave!.plan} and a.mrr_cents = ${gave!.mrr_cents} and a.revenue_cents = ${gave!.revenue_cents}
  and a.name = coalesce(${gave!.name ?? null}, a.name) and a.ltv_cents = coalesce(${gave!.ltv_cents ?? null}::bigint, a.ltv_cents)
returning a.mrr_cents, a.revenue_cents`.execute(tx);
    if (rows.length === 0 || was!.mrr_cents === gave!.mrr_cents) continue;
    // what the import said was never so: its entry goes, and the one before stands again
    await sql`
delete from account_revenues ar where ar.subdomain_id = ${sid} and ar.account_id = ${id} and ar.source = 'import'
and ar.since = (select max(n.since) from account_revenues n where n.subdomain_id = ${sid} and n.account_id = ${id}) and ar.mrr_cents = ${gave!.mrr_cents}`.execute(
      tx,
    );
  }
  for (const account_id of later)
    await scope.services.tasks.enqueue(tx, accountRevenueTask.name, { subdomain_id: sid, account_id });
  await counters.write();
}
