import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';
import { CounterMismatch } from './mismatch.ts';
import { DAY_NUMBERS, type DayCounts, type DayNumber, LIVE, VISIBLE, dayOf } from './numbers.ts';

/** Sums of a forum's days: the present one spread over slots, so that busy writers do not wait for one row. */

/** Slots that spread a forum's present day over several rows; days that have passed have one. */
export const SLOTS = 16n;

const DAY_MS = 86_400_000;

/** First of the days that are written to all the time: yesterday, since clocks of several processes differ. */
export function firstBusyDay(now: Date): string {
  return dayOf(new Date(now.getTime() - DAY_MS));
}

/** One row per thing that counts in `forum_days`, with its idea (`s`), day and place; `further` narrows the ideas. */
export function dayRows(sid: string, further: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (
    name: DayNumber,
    time: string,
    count: string,
    from: RawBuilder<unknown>,
    where: RawBuilder<unknown>,
  ) => sql`
select s.id as suggestion_id, s.forum_id, (${sql.raw(time)} at time zone 'UTC')::date as day, coalesce(s.category_id, 0) as category_id, ${sql.raw(DAY_NUMBERS.map((other) => `${other === name ? count : '0'} as ${other}`).join(', '))}
from suggestions s ${from} where s.subdomain_id = ${sid} ${further} ${where}`;
  const join = (table: string) =>
    sql`join ${sql.table(table)} x on x.subdomain_id = ${sid} and x.suggestion_id = s.id`;
  return sql.join(
    [
      of('ideas_count', 's.created_at', '1', sql``, sql`and s.is_dated`),
      of('votes_count', 'x.created_at', 'x.votes', join('supporters'), sql`and x.created_at is not null`),
      of('comments_count', 'x.created_at', '1', join('comments'), VISIBLE),
      of(
        'feedback_records_count',
        'x.created_at',
        '1',
        join('feedback_records'),
        sql`and x.state = 'active'`,
      ),
      of('notes_count', 'x.created_at', '1', join('notes'), sql`and x.deleted_at is null`),
    ],
    sql` union all `,
  );
}

const ofDays = (name: (column: DayNumber) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(DAY_NUMBERS.map(name));

/** Adds what `from` answers (forum_id, day, category_id, numbers) to the first slots of days, in the order of locks. */
const insertDays = (sid: string, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
insert into forum_days as t (subdomain_id, forum_id, day, category_id, slot, ${ofDays((name) => sql.ref(name))})
select ${sid}::bigint, k.forum_id, k.day, k.category_id, 0, ${ofDays((name) => sql`k.${sql.ref(name)}`)} from (${from}) k order by k.forum_id, k.day, k.category_id
on conflict (subdomain_id, forum_id, day, category_id, slot) do update set ${ofDays((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + excluded.${sql.ref(name)}`)}`;

/**
 * Slots of days that have passed become one row, so that a report reads no more rows than there are days and
 * places. In a transaction of its own: rows of days are locked in their order once in each.
 */
export async function compactDays(tx: Tx, subdomainId: string): Promise<void> {
  const sid = subdomainId;
  const passed = sql`d.subdomain_id = ${sid} and d.day < ${firstBusyDay(new Date())}::date and d.slot <> 0`;
  await sql`select from forum_days d where ${passed} order by d.forum_id, d.day, d.category_id, d.slot for update`.execute(
    tx,
  );
  await sql`
with d as (delete from forum_days d where ${passed} returning d.forum_id, d.day, d.category_id, ${ofDays((name) => sql`d.${sql.ref(name)}`)})
${insertDays(sid, sql`select d.forum_id, d.day, d.category_id, ${ofDays((name) => sql`sum(d.${sql.ref(name)})::int as ${sql.ref(name)}`)} from d group by d.forum_id, d.day, d.category_id`)}`.execute(
    tx,
  );
}

/** Days of the rows against the stored ones. What is wrong is set right in the first slot. */
export async function recountDays(tx: Tx, sid: string, drift: CounterMismatch | null): Promise<void> {
  // counted and stored rows in one statement, so that both are of one moment
  const stored = (name: DayNumber) => sql.ref(`stored_${name}`);
  const differences = sql`
select k.forum_id, k.day, k.category_id, ${ofDays((name) => sql`sum(k.${sql.ref(name)})::int as ${sql.ref(name)}, sum(k.${stored(name)})::int as ${stored(name)}`)}
from (
  select x.forum_id, x.day, x.category_id, ${ofDays((name) => sql`x.${sql.ref(name)}`)}, ${ofDays((name) => sql`0 as ${stored(name)}`)} from (${dayRows(sid, sql`and ${LIVE}`)}) x
  union all
  select o.forum_id, o.day, o.category_id, ${ofDays(() => sql`0`)}, ${ofDays((name) => sql`o.${sql.ref(name)}`)} from forum_days o where o.subdomain_id = ${sid}
) k
group by k.forum_id, k.day, k.category_id
having ${sql.join(
    DAY_NUMBERS.map((name) => sql`sum(k.${sql.ref(name)}) <> sum(k.${stored(name)})`),
    sql` or `,
  )}`;
  const added = insertDays(
    sid,
    sql`select w.forum_id, w.day, w.category_id, ${ofDays((name) => sql`w.${sql.ref(name)} - w.${stored(name)} as ${sql.ref(name)}`)} from (${drift ? sql`select * from wrong` : differences}) w`,
  );
  if (!drift) {
    await added.execute(tx);
    return;
  }
  const { rows } = await sql<
    { forum_id: string; day: string; category_id: string } & Record<DayNumber | `stored_${DayNumber}`, number>
  >`
with wrong as materialized (${differences}), added as (${added}) select * from wrong`.execute(tx);
  for (const row of rows) {
    for (const name of DAY_NUMBERS) {
      if (row[name] !== row[`stored_${name}`])
        drift.add('forum_days', name, {
          id: `${row.forum_id} ${row.day} ${row.category_id}`,
          before: row[`stored_${name}`],
          after: row[name],
        });
    }
  }
}

/** Adds counts to days; `rows` in the order of the key, as everyone locks them. */
export async function addDays(
  tx: Tx,
  sid: string,
  rows: readonly { forum_id: string; day: string; category_id: string; slot: number; counts: DayCounts }[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(DAY_NUMBERS.map((name) => sql.ref(name)));
  await sql`
insert into forum_days as t (subdomain_id, forum_id, day, category_id, slot, ${names})
select ${sid}::bigint, d.forum_id, d.day, d.category_id, d.slot, ${sql.join(DAY_NUMBERS.map((name) => sql`d.${sql.ref(name)}`))}
from unnest(${rows.map((row) => row.forum_id)}::bigint[], ${rows.map((row) => row.day)}::date[], ${rows.map((row) => row.category_id)}::bigint[], ${rows.map((row) => row.slot)}::smallint[],
  ${sql.join(DAY_NUMBERS.map((name) => sql`${rows.map((row) => row.counts[name] ?? 0)}::int[]`))}) as d (forum_id, day, category_id, slot, ${names})
on conflict (subdomain_id, forum_id, day, category_id, slot) do update
set ${sql.join(DAY_NUMBERS.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + excluded.${sql.ref(name)}`))}`.execute(
    tx,
  );
}
