import { setTimeout } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { badRequest } from '../../core/errors.ts';
import type { Tx } from '../../sql/kysely.ts';

/**
 * Order of locks, the same for everyone, so that no two commands wait for each other in a circle: entries of undo,
 * records (comments, feedback), ideas by id, then supporters and labels of them, people by id, accounts by id,
 * categories, forums, statuses, labels, features, days. A number is exact because whoever changes rows behind it holds the row
 * that carries it, from its change until the commit.
 */

export const byId = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : a === b ? 0 : 1);

/** Adds `by` under a key, making the entry. */
export function add<N extends string>(into: Partial<Record<N, number>>, name: N, by: number): void {
  into[name] = (into[name] ?? 0) + by;
}

/** Numbers per id of one table, to be added. */
export class Additions<N extends string> {
  readonly rows = new Map<string, Partial<Record<N, number>>>();
  readonly columns: readonly N[];
  constructor(columns: readonly N[]) {
    this.columns = columns;
  }

  add(id: string, column: N, by: number): void {
    let row = this.rows.get(id);
    if (!row) this.rows.set(id, (row = {}));
    add(row, column, by);
  }
}

/** So often, and so far apart, a late idea is tried that another command holds. */
const LATE_TRIES = 10;

const LATE_WAIT_MS = 20;

/**
 * Locks ideas by id, and then what comes behind them in the order of locks. Ideas that have come to be
 * concerned in between are locked late: never by waiting for one, which could be waiting in a circle.
 *
 * @param find ids of the ideas concerned, as they are now
 * @param behind locks what an idea must hold or name to be concerned; from then on none is added
 * @throws BAD_USER_INPUT reason busy, when another command keeps a late idea: it may wait for what is held here
 */
export async function lockIdeasFirst(
  tx: Tx,
  subdomainId: string,
  find: () => Promise<readonly string[]>,
  behind: () => Promise<unknown>,
): Promise<void> {
  const ids = [...(await find())];
  await sql`select s.id from suggestions s where s.subdomain_id = ${subdomainId} and s.id = any(${ids}::bigint[]) order by s.id for no key update`.execute(
    tx,
  );
  await behind();
  const locked = new Set(ids);
  for (let tries = 0; tries < LATE_TRIES; tries += 1) {
    const late = (await find()).filter((id) => !locked.has(id));
    if (late.length === 0) return;
    if (tries > 0) await setTimeout(LATE_WAIT_MS);
    const { rows } = await sql<{ id: string }>`
select s.id::text as id from suggestions s where s.subdomain_id = ${subdomainId} and s.id = any(${late}::bigint[]) order by s.id for no key update skip locked`.execute(
      tx,
    );
    for (const row of rows) locked.add(row.id);
  }
  throw badRequest('Other changes to the same ideas are under way. Please try again.', { reason: 'busy' });
}

/**
 * That a column is one of some ids. One is compared as one: of an array a prepared statement would be planned again
 * each time, since the database takes it for ten.
 */
export function isOneOf(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return ids.length === 1
    ? sql`${sql.ref(column)} = ${ids[0]}::bigint`
    : sql`${sql.ref(column)} = any(${[...ids]}::bigint[])`;
}

/** Adds numbers to rows of a table, locked in ascending id. Answers the rows with `returning` columns as text or as they are. */
export async function addTo<Answer extends { id: string }>(
  tx: Tx,
  sid: string,
  table: 'users' | 'external_accounts' | 'forums' | 'categories' | 'statuses' | 'labels',
  additions: Additions<string>,
  returning: readonly string[] = [],
): Promise<Answer[]> {
  const ids = [...additions.rows.keys()]
    .filter((id) => returning.length > 0 || Object.values(additions.rows.get(id)!).some((by) => by !== 0))
    .sort(byId);
  if (ids.length === 0) return [];
  if (ids.length > 1) {
    await sql`select t.id from ${sql.table(table)} t where t.subdomain_id = ${sid} and t.id = any(${ids}::bigint[]) order by t.id for no key update`.execute(
      tx,
    );
  }
  const columns = additions.columns.filter((column) => ids.some((id) => additions.rows.get(id)![column]));
  // with nothing to add the row is only locked and read: the number of an idle column plus nothing
  const used = columns.length > 0 ? columns : additions.columns.slice(0, 1);
  const names = sql.join(used.map((column) => sql.ref(column)));
  const by = (id: string, column: string) => additions.rows.get(id)![column] ?? 0;
  const [first] = ids;
  // as in `isOneOf`
  const added =
    ids.length === 1
      ? sql`(select ${first}::bigint as id, ${sql.join(used.map((column) => sql`${by(first!, column)}::int as ${sql.ref(column)}`))}) as d`
      : sql`unnest(${ids}::bigint[], ${sql.join(used.map((column) => sql`${ids.map((id) => by(id, column))}::int[]`))}) as d (id, ${names})`;
  const { rows } = await sql<Answer>`
update ${sql.table(table)} as t set ${sql.join(used.map((column) => sql`${sql.ref(column)} = t.${sql.ref(column)} + d.${sql.ref(column)}`))}
from ${added}
where t.subdomain_id = ${sid} and t.id = d.id
returning t.id${sql.join(
    returning.map((column) => sql`, t.${sql.ref(column)}`),
    sql``,
  )}`.execute(tx);
  return rows;
}

/* What the rows say: the same definitions for a removal, a recount and a report of drift. `s` is the idea. */
