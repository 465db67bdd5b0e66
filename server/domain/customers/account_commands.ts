import { sql, type Selectable } from 'kysely';
import { parseDate } from '../../../contract/dates.ts';
import { accountLimits, textLimits } from '../../../contract/limits.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { defineCommand } from '../../core/command.ts';
import { noteHappening } from '../../core/happenings.ts';
import { badInput } from '../../core/errors.ts';
import { defineTask } from '../../core/task.ts';
import { rejectDuplicate } from '../../core/unique.ts';
import { allOf, withFeature, writeRight } from '../../core/viewer.ts';
import type { ExternalAccountsTable } from '../../db/tables.ts';
import {
  enumInput,
  idInput,
  moneyInput,
  nullable,
  required,
  singleLine,
  timeInput,
} from '../../inputs/kinds.ts';
import type { Tx } from '../../sql/kysely.ts';
import { Counters } from '../counters/counters.ts';
import { accountRevenueTask } from '../ideas/recount.ts';
import { inCustomFieldMap, readCustomFields, withCustomFields } from '../ideas/custom_field_values.ts';
import { recordUndo, takeUndoOf, undoableSince } from '../undo/undo.ts';
import { externalAccount } from './external_account.ts';
import { lockAccount } from './find.ts';
import { recordRevenues } from '../counters/revenue.ts';

/** What accounts need, beside reading them: who may change customers, where the workspace shows revenue (DEC-057). */
export const writesAccounts = allOf(writeRight('feedback'), withFeature('account_insights'));

const { amountMaxDollars } = accountLimits;
const aTime = (text: string): Date | null => parseDate(text, new Date());
const inName = singleLine('Name of the company.', textLimits.nameCharacters);
const FIELDS = {
  external_id: nullable(singleLine('Id in the sales system, unique; null: none.', textLimits.nameCharacters)),
  plan: nullable(singleLine('Plan; null: none.', textLimits.nameCharacters)),
  mrr: moneyInput('Monthly recurring revenue.', amountMaxDollars),
  ltv: moneyInput('Lifetime value.', amountMaxDollars),
  revenue: nullable(
    moneyInput('What it counts for behind an idea; null: its monthly revenue.', amountMaxDollars),
  ),
  external_created_at: nullable(timeInput('When it became a customer; null: not known.', aTime)),
  custom_field_map: inCustomFieldMap,
  revenue_since: timeInput('Since when the amounts stand; now when not given.', aTime),
  revenue_source: enumInput('Who says so: a program, or a person who typed it. api when not given.', [
    'api',
    'manual',
  ]),
};

const CURRENT = {
  id: true,
  name: true,
  external_id: true,
  plan: true,
  mrr: true,
  ltv: true,
  revenue: true,
  external_created_at: true,
  custom_field_values: true,
  updated_at: true,
} as const;

const taken = () =>
  badInput('external_id', 'Another account has this external id already.', {
    reason: 'taken',
    httpStatus: 409,
  });

/** @throws BAD_USER_INPUT when a time is still to come */
function assertPast(field: string, date: Date | null | undefined, now: Date): void {
  if (date && date.getTime() > now.getTime()) throw badInput(field, 'This date is still to come.');
}

/** Makes an account by hand or by a program (DEC-120). */
export const externalAccountCreate = defineCommand({
  name: 'external_account_create',
  description: 'Makes an account of a customer.',
  requires: writesAccounts,
  input: { name: required(inName), ...FIELDS },
  returns: { entity: 'external_account' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    assertPast('external_created_at', input.external_created_at, now);
    assertPast('revenue_since', input.revenue_since, now);
    const mrr_cents = input.mrr ?? 0;
    const revenue_cents = input.revenue ?? mrr_cents;
    const own = await readCustomFields(tx, subdomain_id, 'account', input.custom_field_map ?? []);
    const { id } = await rejectDuplicate(
      'external_accounts_external_id',
      taken,
      tx
        .insertInto('external_accounts')
        .values({
          subdomain_id,
          name: input.name,
          external_id: input.external_id || null,
          plan: input.plan || null,
          mrr_cents: String(mrr_cents),
          ltv_cents: String(input.ltv ?? 0),
          revenue_cents: String(revenue_cents),
          has_own_revenue: (input.revenue ?? null) !== null,
          external_created_at: input.external_created_at ?? null,
          custom_fields: withCustomFields({}, own),
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    if (input.mrr !== undefined || (input.revenue ?? null) !== null)
      await recordRevenues(tx, subdomain_id, now, [
        {
          account_id: id,
          since: input.revenue_since ?? now,
          mrr_cents,
          revenue_cents,
          source: input.revenue_source ?? 'api',
          user_id: viewer.user_id,
        },
      ]);
    noteHappening(tx, 'account_created', [id]);
    await context.audit('external_account_create', id, { name: input.name });
    return id;
  },
});

/** What an account holds after an update, in its columns. */
function changesOf(
  row: Selectable<ExternalAccountsTable>,
  input: {
    name?: string;
    external_id?: string | null;
    plan?: string | null;
    mrr?: number;
    ltv?: number;
    revenue?: number | null;
    external_created_at?: Date | null;
  },
) {
  const mrr_cents = input.mrr === undefined ? row.mrr_cents : String(input.mrr);
  const has_own_revenue = input.revenue === undefined ? row.has_own_revenue : input.revenue !== null;
  return {
    name: input.name ?? row.name,
    external_id: input.external_id === undefined ? row.external_id : input.external_id || null,
    plan: input.plan === undefined ? row.plan : input.plan || null,
    mrr_cents,
    ltv_cents: input.ltv === undefined ? row.ltv_cents : String(input.ltv),
    has_own_revenue,
    revenue_cents: !has_own_revenue
      ? mrr_cents
      : (input.revenue ?? null) === null
        ? row.revenue_cents
        : String(input.revenue),
    external_created_at:
      input.external_created_at === undefined ? row.external_created_at : input.external_created_at,
  };
}

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/**
 * Changes an account (DEC-120); what is not given stays. The ideas that it stands behind follow its revenue: those of
 * an account with few ideas at once, of others in a job.
 */
export const externalAccountUpdate = defineCommand({
  name: 'external_account_update',
  description:
    'Changes an account; what is not given stays. Revenue that differs is kept with its time, and the ideas of the account follow it within seconds.',
  requires: writesAccounts,
  input: { id: required(idInput('Account.')), name: inName, ...FIELDS, if_updated_at: inIfUpdatedAt },
  returns: { entity: 'external_account' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    if (input.name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    assertPast('external_created_at', input.external_created_at, now);
    assertPast('revenue_since', input.revenue_since, now);
    const counters = new Counters(tx, subdomain_id, now);
    const hasAmount = input.mrr !== undefined || input.revenue !== undefined;
    const { later } = hasAmount ? await counters.watchCustomers({ accounts: [input.id] }) : { later: [] };
    const row = await lockAccount(tx, subdomain_id, input.id, 'id');
    await assertNotModified(input.if_updated_at, row, 'account', () =>
      readRecord(tx, viewer, externalAccount, [], row.id, CURRENT),
    );
    const own = await readCustomFields(tx, subdomain_id, 'account', input.custom_field_map ?? []);
    const changes = { ...changesOf(row, input), custom_fields: withCustomFields(row.custom_fields, own) };
    const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter((name) =>
      name === 'custom_fields'
        ? changes.custom_fields !== withCustomFields(row.custom_fields, {})
        : !isSame(changes[name], row[name]),
    );
    const isNewAmount = changed.includes('mrr_cents') || changed.includes('revenue_cents');
    const isDated = hasAmount && input.revenue_since !== undefined;
    if (changed.length === 0 && !isDated) return row.id;
    if (isNewAmount || isDated) {
      const since = input.revenue_since ?? now;
      const newest = await newestRevenue(tx, subdomain_id, row.id);
      if (newest !== null && newest.getTime() > since.getTime())
        throw badInput(
          'revenue_since',
          `A newer amount is known, since ${newest.toISOString().slice(0, 10)}. Give that day or a later one.`,
          { reason: 'outdated' },
        );
      await recordRevenues(tx, subdomain_id, now, [
        {
          account_id: row.id,
          since,
          mrr_cents: Number(changes.mrr_cents),
          revenue_cents: Number(changes.revenue_cents),
          source: input.revenue_source ?? 'api',
          user_id: viewer.user_id,
        },
      ]);
    }
    await rejectDuplicate(
      'external_accounts_external_id',
      taken,
      tx
        .updateTable('external_accounts')
        // what stays is not written: screens that show it alone need not ask again
        .set({
          ...Object.fromEntries(changed.map((name) => [name, changes[name]])),
          updated_at: nextUpdatedAt(row, now),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', row.id)
        .execute(),
    );
    noteHappening(tx, 'account_updated', [row.id]);
    await context.audit('external_account_update', row.id, {
      changed: changed.map((name) => name.replace(/_cents$/, '')),
      ...(isNewAmount
        ? {
            old_revenue: Number(row.revenue_cents) / 100,
            revenue: Number(changes.revenue_cents) / 100,
          }
        : {}),
    });
    if (isNewAmount)
      for (const account_id of later) await context.enqueue(accountRevenueTask, { account_id });
    await counters.write();
    return row.id;
  },
});

/** Time of the newest amount of an account; null when none is known. */
async function newestRevenue(tx: Tx, subdomainId: string, accountId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('account_revenues')
    .select('since')
    .where('subdomain_id', '=', subdomainId)
    .where('account_id', '=', accountId)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.since ?? null;
}

/** People of an account, in ascending id. */
async function peopleOf(tx: Tx, subdomainId: string, accountId: string, limit?: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
select u.id::text as id from users u where u.subdomain_id = ${subdomainId} and u.account_id = ${accountId} order by u.id limit ${limit ?? null}`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** Gives people another account, or none; those who have changed it meanwhile stay. */
async function movePeople(
  tx: Tx,
  subdomainId: string,
  now: Date,
  people: readonly string[],
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
update users u set account_id = ${to}::bigint, updated_at = greatest(${now}::timestamptz, u.updated_at + interval '1 millisecond')
where u.subdomain_id = ${subdomainId} and u.id = any(${[...people]}::bigint[]) and u.account_id is not distinct from ${from}::bigint
returning u.id::text as id`.execute(tx);
  noteHappening(
    tx,
    'user_updated',
    rows.map(({ id }) => id),
  );
}

/**
 * Deletes an account (DEC-120): its people stay and belong to none, and it stands behind no idea any more. With many
 * people the ideas follow in a job.
 */
export const externalAccountDelete = defineCommand({
  name: 'external_account_delete',
  description:
    'Deletes an account. Its people stay, without an account; the ideas that they support follow within seconds. Can be undone for 30 days.',
  requires: writesAccounts,
  input: { id: required(idInput('Account.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const counters = new Counters(tx, subdomain_id, now);
    const few = await peopleOf(tx, subdomain_id, id, accountLimits.peopleAtOnce + 1);
    const atOnce = few.length > accountLimits.peopleAtOnce ? [] : few;
    await counters.watchCustomers({ people: atOnce });
    const row = await lockAccount(tx, subdomain_id, id, 'id');
    // from here on nobody is given the account
    const people = await peopleOf(tx, subdomain_id, id);
    await recordUndo(context, 'external_account_delete', [
      { table: 'external_accounts', id, before: { external_id: row.external_id, people } },
    ]);
    // its external id is free for another account
    await tx
      .updateTable('external_accounts')
      .set({ deleted_at: now, external_id: null, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await movePeople(tx, subdomain_id, now, atOnce, { from: id, to: null });
    if (people.length > atOnce.length)
      await context.enqueue(accountPeopleTask, { account_id: id, people: [] });
    noteHappening(tx, 'account_deleted', [id]);
    await context.audit('external_account_delete', id, { name: row.name, people: people.length });
    await counters.write();
    return { id };
  },
});

/** People of one job that get their account back. */
const PEOPLE_PER_JOB = 1_000;

/** Takes the deletion of an account back. */
export const externalAccountRestore = defineCommand({
  name: 'external_account_restore',
  description:
    'Takes the deletion of an account back, within 30 days. Those of its people who have no other account since belong to it again, and the ideas that they support follow within seconds.',
  requires: writesAccounts,
  input: { id: required(idInput('Account.')) },
  returns: { entity: 'external_account' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const [change] = await takeUndoOf(
      context,
      ['external_account_delete'],
      'external_accounts',
      id,
      'account',
    );
    const { external_id, people } = change!.before as { external_id: string | null; people: string[] };
    const counters = new Counters(tx, subdomain_id, now);
    const isMany = people.length > accountLimits.peopleAtOnce;
    await counters.watchCustomers({ people: isMany ? [] : people });
    await rejectDuplicate(
      'external_accounts_external_id',
      () =>
        badInput('id', `Another account has its external id "${external_id}" now. Change that one first.`, {
          reason: 'taken',
          httpStatus: 409,
        }),
      sql`
update external_accounts a set deleted_at = null, external_id = ${external_id}, updated_at = greatest(${now}::timestamptz, a.updated_at + interval '1 millisecond')
where a.subdomain_id = ${subdomain_id} and a.id = ${id}`.execute(tx),
    );
    if (isMany)
      for (let start = 0; start < people.length; start += PEOPLE_PER_JOB)
        await context.enqueue(accountPeopleTask, {
          account_id: id,
          people: people.slice(start, start + PEOPLE_PER_JOB),
        });
    else await movePeople(tx, subdomain_id, now, people, { from: null, to: id });
    noteHappening(tx, 'account_created', [id]);
    await context.audit('external_account_restore', id, { people: people.length });
    await counters.write();
    return id;
  },
});

/**
 * Takes a deleted account from its people, batch by batch, or gives it back to those named, as far as they have none.
 * Ends when the account was restored, or deleted again, meanwhile.
 */
export const accountPeopleTask = defineTask<{ account_id: string; people: string[] }>({
  name: 'account_people',
  description: 'Update people and ideas after an account was deleted or restored',
  run: async ({ account_id, people: named }, { scope, signal }) => {
    const sid = scope.viewer.subdomain_id;
    const isBack = named.length > 0;
    for (let start = 0; ; start += accountLimits.peopleAtOnce) {
      signal.throwIfAborted();
      if (isBack && start >= named.length) return;
      const goesOn = await scope.write(async (tx) => {
        const people = isBack
          ? named.slice(start, start + accountLimits.peopleAtOnce)
          : await peopleOf(tx, sid, account_id, accountLimits.peopleAtOnce);
        if (people.length === 0) return false;
        const now = scope.now();
        const counters = new Counters(tx, sid, now);
        await counters.watchCustomers({ people });
        const account = await tx
          .selectFrom('external_accounts')
          .select('deleted_at')
          .where('subdomain_id', '=', sid)
          .where('id', '=', account_id)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!account || (account.deleted_at === null) !== isBack) return false;
        await movePeople(
          tx,
          sid,
          now,
          people,
          isBack ? { from: null, to: account_id } : { from: account_id, to: null },
        );
        await counters.write();
        return true;
      });
      if (!goesOn) return;
    }
  },
});

/** Nightly, per tenant: accounts that were deleted so long ago that they cannot come back are forgotten. */
export const pruneAccountsTask = defineTask({
  name: 'prune_accounts',
  description: 'Remove accounts, and notes about accounts, deleted more than 30 days ago',
  due: 'select a.subdomain_id from external_accounts a where a.deleted_at is not null union select n.subdomain_id from account_notes n where n.deleted_at is not null',
  run: async (_payload, { scope }) => {
    const sid = scope.viewer.subdomain_id;
    const gone = sql`
select a.id from external_accounts a where a.subdomain_id = ${sid} and a.deleted_at <= ${undoableSince(scope.now())}::timestamptz
and not exists (select 1 from users u where u.subdomain_id = ${sid} and u.account_id = a.id)
and not exists (select 1 from suggestion_accounts k where k.subdomain_id = ${sid} and k.account_id = a.id)`;
    await scope.write(async (tx) => {
      await sql`delete from account_notes n where n.subdomain_id = ${sid} and n.deleted_at <= ${undoableSince(scope.now())}::timestamptz`.execute(
        tx,
      );
      await sql`update external_users x set account_id = null where x.subdomain_id = ${sid} and x.account_id in (${gone})`.execute(
        tx,
      );
      await sql`delete from external_accounts d where d.subdomain_id = ${sid} and d.id in (${gone})`.execute(
        tx,
      );
    });
  },
});
