import { sql } from 'kysely';
import { parseDate } from '../../../contract/dates.ts';
import { badInput } from '../../core/errors.ts';
import type { Input } from '../../core/inputs.ts';
import { textInput } from '../../inputs/kinds.ts';
import type { Tx } from '../../sql/kysely.ts';

/**
 * Revenue of accounts with time. An entry stands from its time until the next one of its account; what was before the
 * first entry is not known. The newest entry is what the account's own row holds.
 */

/** Where an amount came from: a file, the API, or a person who typed it. */
export const REVENUE_SOURCES = ['import', 'api', 'manual'] as const;

export type RevenueSource = (typeof REVENUE_SOURCES)[number];

/** The time that revenue is read as of: that of the account's first vote for an idea, or one that was chosen. */
export type RevenueAsOf = 'first_vote' | Date;

const WORD = textInput(
  'Also reads revenue as of another time, beside that of now: first_vote, the first vote of each account for the idea, or a date. Changes neither the rows nor their order.',
  40,
);

/** Filter of lists that sets no condition: fields of the same name read it. */
export const inRevenueAsOf: Input<RevenueAsOf> = {
  ...WORD,
  sample: 'first_vote',
  read: (raw, path) => {
    const word = WORD.read(raw, path);
    const date = word === 'first_vote' ? word : parseDate(word, new Date(), 'end');
    if (date === null) throw badInput(path, 'Give first_vote, or a date such as 2026-03-31 or 6_months_ago.');
    return date;
  },
};

/**
 * SQL of one number about the revenue behind an idea at another time, over its accounts, each once: `k.cents` is what
 * an account counted for then (null: not known), `k.now` what it counts for now. null without `asOf`.
 *
 * @param idea SQL of the idea's id
 * @param what an aggregate over these rows
 */
export function ideaRevenueAsOfSql(
  idea: string,
  asOf: RevenueAsOf | undefined,
  value: (one: unknown) => string,
  what: string,
): string {
  if (asOf === undefined) return 'null';
  const date =
    asOf === 'first_vote'
      ? '(select min(fv.created_at) from users fu join supporters fv on fv.subdomain_id = $1 and fv.suggestion_id = ra.suggestion_id and fv.user_id = fu.id where fu.subdomain_id = $1 and fu.account_id = ra.account_id)'
      : value(asOf);
  return `select ${what} from (
    select ro.revenue_cents as now, ${revenueAtSql('ra.account_id', date)} as cents
    from suggestion_accounts ra join external_accounts ro on ro.subdomain_id = $1 and ro.id = ra.account_id
    where ra.subdomain_id = $1 and ra.suggestion_id = ${idea}) k`;
}

/** What an account counts for from a time on, in cents. */
export interface RevenueEntry {
  account_id: string;
  since: Date;
  mrr_cents: number;
  revenue_cents: number;
  source: RevenueSource;
  /** who entered it; null: the system */
  user_id: string | null;
}

/**
 * SQL of what an account paid at a time, in cents: the one way in which lists and reports read it. null when it is not
 * known, as before the first entry.
 *
 * @param account SQL of the account's id
 * @param date SQL of the time; where it is null the answer is null
 */
export const revenueAtSql = (account: string, date: string, column = 'revenue_cents'): string =>
  `(select ar.${column} from account_revenues ar where ar.subdomain_id = $1 and ar.account_id = ${account} and ar.since <= ${date} order by ar.since desc limit 1)`;

/**
 * What an account counted for at a time.
 * @returns cents; null when nothing is known of that time
 */
export async function accountRevenueAt(
  db: Tx,
  subdomainId: string,
  accountId: string,
  date: Date,
): Promise<{ revenue_cents: number; mrr_cents: number } | null> {
  const { rows } = await sql<{ revenue_cents: string; mrr_cents: string }>`
select ar.revenue_cents, ar.mrr_cents from account_revenues ar
where ar.subdomain_id = ${subdomainId} and ar.account_id = ${accountId} and ar.since <= ${date}::timestamptz order by ar.since desc limit 1`.execute(
    db,
  );
  const [row] = rows;
  return row ? { revenue_cents: Number(row.revenue_cents), mrr_cents: Number(row.mrr_cents) } : null;
}

/** Writes entries; one of the same time takes the place of the one before. */
export async function recordRevenues(
  tx: Tx,
  subdomainId: string,
  now: Date,
  entries: readonly RevenueEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
insert into account_revenues as ar (subdomain_id, account_id, since, mrr_cents, revenue_cents, source, user_id, created_at)
select ${subdomainId}::bigint, x.account_id, x.since, x.mrr_cents, x.revenue_cents, x.source, x.user_id, ${now}::timestamptz
from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as x (account_id bigint, since timestamptz, mrr_cents bigint, revenue_cents bigint, source text, user_id bigint)
on conflict (subdomain_id, account_id, since) do update
set mrr_cents = excluded.mrr_cents, revenue_cents = excluded.revenue_cents, source = excluded.source, user_id = excluded.user_id, created_at = excluded.created_at`.execute(
    tx,
  );
}
