import { parseArgs } from 'node:util';
import type pg from 'pg';
import { TREND_MEASURES, type TrendMeasure } from '../contract/trends.ts';
import { runCommand } from '../server/core/command.ts';
import type { Services } from '../server/core/services.ts';
import { impactReportCreate } from '../server/domain/impact/impact_commands.ts';
import { countThemes } from '../server/domain/themes/numbers.ts';
import { reportThemeSetAnalysis } from '../server/domain/themes/trends.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { benchScope } from './generate.ts';
import { median } from './load.ts';

/** Ideas of the theme that a report is raised about, and of the theme report that has trends. */
const RAISED = 20_000;
const PLACED = 100_000;
const THEMES = 60;
const CALLS = 5;

/** What impact reports and trends cost in a large workspace: trends of 100,000 ideas, a report raised over 20,000. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { ideas: { type: 'string', default: '150000' }, 'data-dir': { type: 'string' } },
  });
  const cluster = await openCluster(values['data-dir'] ?? null);
  try {
    const url = await cluster.generated(Number(values.ideas), 5);
    await withPool(url, async (pool) => {
      const sid = await largeTenant(pool);
      const set = await placeIdeas(pool, sid);
      // what a job would do is not asked for
      const tasks = { enqueue: () => Promise.resolve() } as unknown as Services['tasks'];
      const scope = benchScope(pool, sid, { tasks }, [
        'account_insights',
        'theme_detection',
        'impact_reports',
      ]);
      const timed = async (name: string, bar: string, call: () => Promise<unknown>): Promise<void> => {
        const ms: number[] = [];
        for (let i = 0; i < CALLS; i += 1) {
          const started = performance.now();
          await call();
          ms.push(performance.now() - started);
        }
        console.log(
          `  ${name.padEnd(64)}${median(ms).toFixed(0).padStart(7)} ms, slowest ${Math.max(...ms).toFixed(0)} (${bar})`,
        );
      };
      console.log(`\nBy the clock, ${CALLS} calls each`);
      await timed('an empty statement', 'reference', () => pool.query('select 1'));
      const trends = (measures: readonly TrendMeasure[], theme?: string[]) => () =>
        reportThemeSetAnalysis.run(
          { id: set.id, grouping: 1, unit: 'month', periods: 12, theme } as never,
          {
            scope,
            selection: { per_period: Object.fromEntries(measures.map((one) => [one, true])) },
          } as never,
        );
      const all = PLACED.toLocaleString('en');
      await timed(`votes of ${all} ideas, 12 months, all themes`, 'bar 1 s', trends(['votes']));
      await timed('their accounts', 'bar 1 s', trends(['accounts']));
      await timed('their revenue', 'bar 1 s', trends(['revenue']));
      await timed('all eight measures', 'bar 1 s', trends(TREND_MEASURES));
      await timed('all eight measures of one theme', 'bar 1 s', trends(TREND_MEASURES, [set.largest]));
      await timed(
        `an impact report raised over a theme of ${RAISED.toLocaleString('en')} ideas`,
        'bar 2 s',
        () => runCommand(impactReportCreate, scope, { theme: set.largest, title: 'Bench' }),
      );
    });
  } finally {
    await cluster.close();
  }
}

/** A theme report with its ideas, the largest theme first; once for a folder of data. */
async function placeIdeas(pool: pg.Pool, sid: string): Promise<{ id: string; largest: string }> {
  const found = async (): Promise<{ id: string; largest: string } | undefined> =>
    (
      await pool.query<{ id: string; largest: string }>(
        "select s.id::text as id, (select t.id::text from themes t where t.subdomain_id = $1 and t.theme_set_id = s.id and t.position = 1) as largest from theme_sets s where s.subdomain_id = $1 and s.name = 'Bench'",
        [sid],
      )
    ).rows[0];
  const known = await found();
  if (known !== undefined) return known;
  const started = performance.now();
  await pool.query("insert into theme_sets (subdomain_id, name, status) values ($1, 'Bench', 'complete')", [
    sid,
  ]);
  await pool.query(
    `insert into themes (subdomain_id, theme_set_id, name, hex_color, position)
     select $1, (select id from theme_sets where subdomain_id = $1 and name = 'Bench'), 'Theme ' || n, '#2B9281', n from generate_series(1, ${THEMES}) n`,
    [sid],
  );
  await pool.query(
    `insert into theme_placements (subdomain_id, theme_set_id, suggestion_id, theme_id, fit)
     select $1, t.theme_set_id, i.id, t.id, 0.5
     from (select s.id, row_number() over (order by s.id desc) as n from suggestions s where s.subdomain_id = $1 and s.state = 'approved' order by s.id desc limit ${PLACED}) i
     join themes t on t.subdomain_id = $1 and t.position = case when i.n <= ${RAISED} then 1 else 2 + i.n % ${THEMES - 1} end`,
    [sid],
  );
  const set = (await found())!;
  await benchScope(pool, sid).write((tx) => countThemes(tx, sid, set.id, new Date()));
  await pool.query('vacuum analyze themes, theme_placements');
  console.log(
    `  ${PLACED.toLocaleString('en')} ideas placed and counted: ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  return set;
}
