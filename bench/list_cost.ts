import type pg from 'pg';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { catalogue } from '../server/api/catalogue.ts';
import type { Entity } from '../server/core/entity.ts';
import type { Selection } from '../server/core/reads.ts';
import type { Viewer } from '../server/core/viewer.ts';
import { ListWriter } from '../server/listing/list_writer.ts';
import { MANY_ROWS } from '../server/listing/page_plan.ts';
import { TOTAL_CAP, UNINDEXED_SORT_ROWS } from '../server/listing/reader.ts';
import { backendCpu, costOf } from './backend_cpu.ts';
import { median, percentile } from './load.ts';

/** A filter, or several, of a list with their values. */
export interface WantedFilter {
  name: string;
  value: Record<string, unknown>;
}

const RUNS = 7;

/** A call that takes longer than this is made once: its cost is no matter of chance. */
const ONCE_MS = 500;

/** Reads the value of a filter of a list, as the API takes it. */
export function filterInput(entity: string, name: string): (raw: unknown) => unknown {
  const { input } = catalogue.entities.find((one) => one.name === entity)!.list!.filters[name]!;
  return (raw) => input.read(raw, name);
}

/** Who sees all of a workspace. */
export function benchViewer(subdomainId: string): Viewer {
  return {
    subdomain_id: subdomainId,
    user_id: null,
    display_name: '',
    email_address: null,
    license_type: 'owner',
    permissions: ALL_PERMISSIONS,
    authorized_features: ['account_insights'],
    core_admin: true,
  };
}

/**
 * Times page 1 of a list under each sort that it has in a workspace of that size with each filter, and the
 * total of each filter; prints percentiles and the slowest.
 *
 * @param asked.shown how many of the slowest are printed
 */
export async function measureList(
  pool: pg.Pool,
  {
    sid,
    entity: entityName,
    selection,
    filters,
    shown,
  }: { sid: string; entity: string; selection: Selection; filters: WantedFilter[]; shown: number },
): Promise<void> {
  const client = await pool.connect();
  const cpu = await backendCpu(client);
  const entities = new Map<string, Entity>(catalogue.entities.map((entity) => [entity.name, entity]));
  const entity = entities.get(entityName)!;
  const viewer = benchViewer(sid);
  const { rows: counted } = await client.query<{ n: number }>(
    `select count(*)::int as n from ${entity.table} where subdomain_id = $1`,
    [sid],
  );
  const [{ n: rowsThere }] = counted as [{ n: number }];
  const sorts = Object.entries(entity.list!.sorts)
    .filter(
      ([name, sort]) =>
        (sort.indexed || rowsThere <= UNINDEXED_SORT_ROWS) &&
        name !== 'search_order' &&
        name !== 'waiting_users_count',
    )
    .map(([name]) => `-${name}`);
  const isLarge = rowsThere > MANY_ROWS;
  const rows: { filter: string; sort: string; medianMs: number; clockMs: number; timesMs: number[] }[] = [];
  const totals: { filter: string; medianMs: number }[] = [];
  for (const [index, filter] of filters.entries()) {
    const totalMs: number[] = [];
    for (let i = 0; i < RUNS; i += 1) {
      // as the server reads it: from kept numbers where they tell it, else counted to the cap
      const write = (): ListWriter => new ListWriter(entities, viewer, filter.value);
      const { text, values } =
        write().keptTotal(entity, filter.value) ??
        write().total(
          entity,
          filter.value,
          isLarge && entity.list!.keptTotal !== undefined ? TOTAL_CAP + 1 : null,
        );
      totalMs.push(await costOf(cpu, () => client.query({ text, values })));
      if (totalMs[0]! > ONCE_MS) break;
    }
    totals.push({ filter: filter.name, medianMs: median(totalMs) });
    if (process.stdout.isTTY) process.stdout.write(`\r${index} of ${filters.length} filters `);
    for (const sort of sorts) {
      const timesMs: number[] = [];
      const clockMs: number[] = [];
      for (let i = 0; i < RUNS; i += 1) {
        const { text, values } = new ListWriter(entities, viewer).page(entity, {
          selection,
          filters: filter.value,
          sort,
          page: 1,
          perPage: 20,
          isLarge,
        });
        const started = performance.now();
        timesMs.push(await costOf(cpu, () => client.query({ text, values })));
        clockMs.push(performance.now() - started);
        if (timesMs[0]! > ONCE_MS) break;
      }
      rows.push({ filter: filter.name, sort, medianMs: median(timesMs), clockMs: median(clockMs), timesMs });
    }
  }
  const reference: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    reference.push(await costOf(cpu, () => client.query('select 1')));
  }
  client.release();
  rows.sort((a, b) => b.medianMs - a.medianMs);
  const ascending = rows.map((row) => row.medianMs).reverse();
  const calls = rows.flatMap((row) => row.timesMs).sort((a, b) => a - b);
  console.log(
    `\n${entity.plural}, ${rowsThere.toLocaleString('en')} rows: ${rows.length} combinations of ${filters.length} filters and ${sorts.length} sorts, page 1, ${RUNS} calls each (one above ${ONCE_MS} ms), one connection, not prepared, planning included; ${cpu.unit} of the database`,
  );
  console.log(
    `  median per combination: slowest ${ascending.at(-1)!.toFixed(1)} ms, p95 ${percentile(ascending, 0.95).toFixed(1)} ms (bar 25), p50 ${percentile(ascending, 0.5).toFixed(1)} ms, ${ascending.filter((ms) => ms > 25).length} above 25 ms`,
  );
  console.log(
    `  all calls: p95 ${percentile(calls, 0.95).toFixed(1)} ms, p50 ${percentile(calls, 0.5).toFixed(1)} ms; an empty statement ${median(reference).toFixed(3)} ms`,
  );
  const clock = rows.map((row) => row.clockMs).sort((a, b) => a - b);
  console.log(
    `  by the clock, median per combination: slowest ${clock.at(-1)!.toFixed(1)} ms, p95 ${percentile(clock, 0.95).toFixed(1)} ms, p50 ${percentile(clock, 0.5).toFixed(1)} ms`,
  );
  totals.sort((a, b) => b.medianMs - a.medianMs);
  const ofTotals = totals.map((row) => row.medianMs).reverse();
  console.log(
    `  total_records of the ${totals.length} filters, read or counted again each time: slowest ${ofTotals.at(-1)!.toFixed(1)} ms, p95 ${percentile(ofTotals, 0.95).toFixed(1)} ms (bar 25), p50 ${percentile(ofTotals, 0.5).toFixed(1)} ms`,
  );
  for (const row of totals.slice(0, shown))
    console.log(`  ${row.medianMs.toFixed(1).padStart(8)} ms  total of ${row.filter}`);
  for (const row of rows.slice(0, shown))
    console.log(`  ${row.medianMs.toFixed(1).padStart(8)} ms  ${row.filter}, ${row.sort}`);
}
