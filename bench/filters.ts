import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import { openEmbeddedPostgres } from '../server/adapters/postgres/embedded.ts';
import { catalogue } from '../server/api/catalogue.ts';
import { ListWriter, type Selection } from '../server/core/list.ts';
import type { Viewer } from '../server/core/viewer.ts';
import { migrate } from '../server/db/migrate.ts';
import { createPool } from '../server/db/pool.ts';
import { generateSmallTenants, generateTenant, sizeOf } from './generate.ts';

/** Fields of the ideas table as the console shows it. */
export const TABLE_SELECTION: Selection = {
  id: true, title: true, excerpt: true, state: true, votes_count: true, comments_count: true, supporters_count: true, supporter_revenue: true, supporting_accounts_count: true, created_at: true, weekly_votes: true,
  forum: { id: true, name: true }, category: { id: true, name: true }, status: { id: true, name: true, hex_color: true }, created_by: { id: true, name: true }, labels: { id: true, full_name: true },
  assigned_owner: { id: true, name: true, avatar_url: true }, last_status_update: { id: true, created_at: true },
};

const RUNS = 7;

/** Times page 1 of the ideas list for each sort, each filter value and pairs of filters; prints the slowest. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { ideas: { type: 'string', default: '100000' }, small: { type: 'string', default: '50' }, 'data-dir': { type: 'string' }, slow: { type: 'string', default: '15' } } });
  const kept = values['data-dir'] ?? null;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const database = await openEmbeddedPostgres({ dataDir: folder });
  const url = database.urlOf('bench');
  const admin = createPool(database.urlOf('postgres'), { size: 1 });
  const made = (await admin.query("select 1 from pg_database where datname = 'bench'")).rowCount === 0;
  if (made) await admin.query('create database bench');
  await admin.end();
  const pool = createPool(url, { size: 4 });
  try {
    if (made) {
      await migrate(url);
      console.log(`Generating ${values.ideas} ideas and ${values.small} small tenants`);
      await generateSmallTenants(pool, Number(values.small), console.log);
      await generateTenant(pool, 'large', sizeOf(Number(values.ideas)), console.log);
      await pool.query('vacuum analyze');
    }
    await measure(pool, Number(values.slow));
  } finally {
    await pool.end();
    await database.close();
    if (kept === null) rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(pool: pg.Pool, shown: number): Promise<void> {
  const sid = (await pool.query("select id::text as id from subdomains where key = 'large'")).rows[0].id as string;
  const ids = async (table: string): Promise<string[]> => (await pool.query(`select id::text as id from ${table} where subdomain_id = $1 order by id limit 5`, [sid])).rows.map((row) => row.id as string);
  const [forums, statuses, internal, labels, owners] = await Promise.all(['forums', 'statuses', 'internal_statuses', 'labels', 'users'].map(ids));
  const creator = (await pool.query('select creator_id::text as id from suggestions where subdomain_id = $1 limit 1', [sid])).rows[0].id as string;
  const account = (await pool.query('select account_id::text as id from suggestion_accounts where subdomain_id = $1 group by 1 order by count(*) desc limit 1', [sid])).rows[0].id as string;
  const shares = ['50 %', '1 %', '0.01 %'];
  const facets: Record<string, string[]> = { forum: forums!, status: statuses!, internal_status: internal!, label: labels!, assigned_owner: owners! };
  const filters: { name: string; value: Record<string, unknown> }[] = [{ name: '(none)', value: {} }];
  for (const [facet, values] of Object.entries(facets)) shares.forEach((share, index) => filters.push({ name: `${facet} ${share}`, value: { [facet]: [values[index]!] } }));
  for (const [a, b] of [['forum', 'status'], ['forum', 'label'], ['status', 'label'], ['label', 'assigned_owner']] as const)
    for (const i of [0, 1, 2]) for (const j of [0, 1, 2]) filters.push({ name: `${a} ${shares[i]} + ${b} ${shares[j]}`, value: { [a]: [facets[a]![i]!], [b]: [facets[b]![j]!] } });
  filters.push(
    { name: 'creator', value: { creator: [creator] } },
    { name: 'external_account (largest)', value: { external_account: [account] } },
    { name: 'has_internal_flag', value: { has_internal_flag: true } },
    { name: 'status_none', value: { status_none: true } },
    { name: 'label_none', value: { label_none: true } },
    { name: 'created in the last 30 days', value: { created_after: new Date(Date.now() - 30 * 864e5) } },
    { name: 'no_support_since 30 days', value: { no_support_since: new Date(Date.now() - 30 * 864e5) } },
  );
  const entities = new Map(catalogue.entities.map((entity) => [entity.name, entity]));
  const suggestion = entities.get('suggestion')!;
  const viewer: Viewer = { subdomain_id: sid, user_id: null, display_name: '', email_address: null, license_type: 'owner', permissions: ALL_PERMISSIONS, authorized_features: ['account_insights'], core_admin: true };
  const sorts = Object.entries(suggestion.list!.sorts).filter(([name, sort]) => sort.indexed && name !== 'search_order').map(([name]) => `-${name}`);
  const rows: { filter: string; sort: string; medianMs: number }[] = [];
  for (const filter of filters) {
    for (const sort of sorts) {
      const times: number[] = [];
      for (let i = 0; i < RUNS; i += 1) {
        const { text, values } = new ListWriter(entities, viewer).page(suggestion, { selection: TABLE_SELECTION, filters: filter.value, sort, page: 1, perPage: 20 });
        const started = performance.now();
        await pool.query({ text, values });
        times.push(performance.now() - started);
      }
      times.sort((a, b) => a - b);
      rows.push({ filter: filter.name, sort, medianMs: times[Math.floor(RUNS / 2)]! });
    }
  }
  const reference: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    const started = performance.now();
    await pool.query('select 1');
    reference.push(performance.now() - started);
  }
  rows.sort((a, b) => b.medianMs - a.medianMs);
  const at = (share: number): string => rows[Math.floor(rows.length * (1 - share))]!.medianMs.toFixed(1);
  console.log(`\n${rows.length} combinations of ${filters.length} filters and ${sorts.length} sorts, page 1, ${RUNS} runs each, median per combination, one connection`);
  console.log(`  slowest ${rows[0]!.medianMs.toFixed(1)} ms, p95 ${at(0.95)} ms, p50 ${at(0.5)} ms; an empty statement ${reference.sort((a, b) => a - b)[100]!.toFixed(3)} ms`);
  for (const row of rows.slice(0, shown)) console.log(`  ${row.medianMs.toFixed(1).padStart(8)} ms  ${row.filter}, ${row.sort}`);
}
