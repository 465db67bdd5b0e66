import { parseArgs } from 'node:util';
import type pg from 'pg';
import { catalogue } from '../server/api/catalogue.ts';
import { createExecutor } from '../server/api/execute.ts';
import { createSchema } from '../server/api/schema.ts';
import { runCommand } from '../server/core/command.ts';
import { Scope } from '../server/core/scope.ts';
import type { Services } from '../server/core/services.ts';
import { recountTenant } from '../server/domain/ideas/recount.ts';
import { featureUpdate } from '../server/domain/planning/feature_commands.ts';
import { Reader } from '../server/listing/reader.ts';
import { TotalCache } from '../server/listing/total_cache.ts';
import { backendCpu, costOf } from './backend_cpu.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { benchScope } from './generate.ts';
import { benchViewer } from './list_cost.ts';
import { median } from './load.ts';

const FEATURES = 2000;
const IDEAS_OF_EACH = 8;
const CALLS = 15;

/** What the screens ask for, as `features/roadmap/roadmapQueries.ts` has it. */
const CARD =
  'id name state position feature_status { id } product_area { id name } roadmap { id name } has_internal_flag suggestions_count open_suggestions_count supporting_users_count supporting_accounts_count supporter_revenue custom_field_values { key value } updated_at';
const PLACES = `{ all_feature_statuses(sort: "position") { records { id name hex_color is_default features_count updated_at } }
  all_product_areas(sort: "position") { records { id name features_count updated_at } }
  all_roadmap_settings(sort: "position") { records { id name share_public share_with_contributors share_with_email_domains } }
  all_custom_fields(object_type: ["feature"], sort: "id") { records { id key name combined_type } } }`;
const page = (number: number): string =>
  `{ features(sort: "position", page: ${number}, bulk_per_page: 500) { records { ${CARD} } } }`;
const totals = (group: string): string =>
  `{ report_feature_totals(group: "${group}") { features_count revenue all_revenue groups { id features_count accounts_count revenue } } }`;

/** What the screens of the roadmap cost with 2,000 features: statements and processor time of the database. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { ideas: { type: 'string', default: '20000' }, 'data-dir': { type: 'string' } },
  });
  const cluster = await openCluster(values['data-dir'] ?? null);
  try {
    const url = await cluster.generated(Number(values.ideas), 5);
    await withPool(
      url,
      async (pool) => {
        const sid = await largeTenant(pool);
        await makeFeatures(pool, sid);
        await measure(pool, sid);
      },
      1,
    );
  } finally {
    await cluster.close();
  }
}

/** Features with their ideas; once for a folder of data. */
async function makeFeatures(pool: pg.Pool, sid: string): Promise<void> {
  const { rowCount } = await pool.query('select 1 from features where subdomain_id = $1 limit 1', [sid]);
  if (rowCount === 1) return;
  const started = performance.now();
  const step = (text: string): Promise<unknown> => pool.query(text, [sid]);
  await step(`insert into feature_statuses (subdomain_id, name, position, is_default)
    select $1, 'Status ' || n, n, n = 1 from generate_series(1, 6) n`);
  await step(`insert into product_areas (subdomain_id, name, position)
    select $1, 'Area ' || n, n from generate_series(1, 12) n`);
  await step(`insert into features (subdomain_id, name, position, feature_status_id, product_area_id, search)
    select $1, 'Feature ' || n, n, s.id, a.id, to_tsvector('simple', 'feature ' || n)
    from generate_series(1, ${FEATURES}) n
    join feature_statuses s on s.subdomain_id = $1 and s.position = 1 + n % 6
    join product_areas a on a.subdomain_id = $1 and a.position = 1 + n % 12`);
  await step(`insert into feature_suggestions (subdomain_id, feature_id, suggestion_id)
    select $1, f.id, i.id
    from (select id, row_number() over (order by id) as n from features where subdomain_id = $1) f
    join (select id, row_number() over (order by id) as n from suggestions where subdomain_id = $1 and state = 'approved') i
      on i.n between f.n * ${IDEAS_OF_EACH} and f.n * ${IDEAS_OF_EACH} + ${IDEAS_OF_EACH - 1}`);
  await recountTenant(benchScope(pool, sid));
  await pool.query('vacuum analyze');
  console.log(
    `  ${FEATURES.toLocaleString('en')} features: ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

async function measure(pool: pg.Pool, sid: string): Promise<void> {
  const client = await pool.connect();
  const cpu = await backendCpu(client);
  client.release();
  const { schema, entities } = createSchema(catalogue);
  const executor = createExecutor(schema, { checkLeaves: false, logFault: (cause) => console.error(cause) });
  let statements = 0;
  const scope = new Scope(
    {
      pool,
      readPool: pool,
      tenantCheck: null,
      services: {} as Services,
      now: () => new Date(),
      onStatement: () => (statements += 1),
    },
    {
      ...benchViewer(sid),
      authorized_features: ['account_insights', 'features_feature', 'features_roadmap', 'public_roadmap'],
    },
  );
  // one for all, as a server has it: sizes of tables are known from the calls before
  const totalCache = new TotalCache();
  const ask = async (query: string): Promise<void> => {
    const answer = await executor.run(
      executor.prepare(query, true),
      { query, variables: {}, operationName: null },
      { scope, reader: new Reader(scope, entities, totalCache), replay: null, commands: [] },
    );
    const [error] = answer.errors ?? [];
    if (error) throw new Error(`${error.message}\n${query}`);
  };
  const { rows } = await pool.query<{ id: string; status: string; position: number }>(
    'select id::text as id, feature_status_id::text as status, position from features where subdomain_id = $1 order by position',
    [sid],
  );
  const show = async (name: string, call: () => Promise<unknown>): Promise<void> => {
    const ms: number[] = [];
    let seen = 0;
    for (let i = 0; i < CALLS + 3; i += 1) {
      statements = 0;
      const cost = await costOf(cpu, call);
      seen = statements;
      if (i >= 3) ms.push(cost);
    }
    console.log(
      `  ${name.padEnd(44)}${median(ms).toFixed(2).padStart(9)}   ${String(seen).padStart(3)} statements`,
    );
  };
  console.log(
    `\n${rows.length.toLocaleString('en')} features, ${cpu.unit} of the database, medians of ${CALLS}`,
  );
  await show('an empty statement', () => pool.query('select 1'));
  await show('statuses, areas, roadmaps, fields', () => ask(PLACES));
  await show('board: the first 500 cards', () => ask(page(1)));
  await show('board: the last 500 cards', () => ask(page(4)));
  await show('heads of columns', () => ask(totals('status')));
  await show('heads of groups by area', () => ask(totals('product_area')));
  let turn = 0;
  await show('a card is moved between two others', async () => {
    const at = rows[(turn = (turn + 37) % (rows.length - 7))]!;
    await runCommand(featureUpdate, scope, { id: at.id, position: rows[turn + 6]!.position });
  });
}
