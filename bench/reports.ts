import { parseArgs } from 'node:util';
import type pg from 'pg';
import { TREND_MEASURES, type TrendMeasure } from '../contract/trends.ts';
import { catalogue } from '../server/api/catalogue.ts';
import type { Entity } from '../server/core/entity.ts';
import type { Selection } from '../server/core/reads.ts';
import { ListWriter } from '../server/listing/list_writer.ts';
import { runCommand } from '../server/core/command.ts';
import type { Services } from '../server/core/services.ts';
import { impactReportCreate } from '../server/domain/impact/impact_commands.ts';
import { detectInThread } from '../server/domain/intelligence/themes/in_thread.ts';
import type { Detection } from '../server/domain/intelligence/themes/detection.ts';
import { writeRun } from '../server/domain/themes/results.ts';
import { countThemes } from '../server/domain/themes/numbers.ts';
import { reportThemeSetAnalysis } from '../server/domain/themes/trends.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { benchScope } from './generate.ts';
import { benchViewer } from './list_cost.ts';
import { median, percentile } from './load.ts';

/** Ideas of the theme that a report is raised about, and of the theme report that has trends. */
const RAISED = 20_000;
const PLACED = 100_000;
const THEMES = 60;
const CALLS = 5;

/** Fields as the pages of a report have them. */
const THEME_ROW: Selection = {
  id: true,
  display_name: true,
  is_renamed: true,
  named_by: { id: true, name: true },
  change: true,
  change_count: true,
  change_theme: { id: true, display_name: true },
  hex_color: true,
  uncategorized: true,
  is_group: true,
  idea_count: true,
  themes_count: true,
  supporter_count: true,
  account_count: true,
  revenue_amount: true,
  comment_count: true,
  sentiment_average: true,
  sentiment_count: true,
  parent_theme: { id: true },
};
const PLACEMENT_ROW: Selection = {
  id: true,
  fit: true,
  second_fit: true,
  evidence: { word: true, weight: true },
  suggestion: { id: true, title: true, votes_count: true },
};
const IDEA_ROW: Selection = { id: true, title: true, votes_count: true, state: true, created_at: true };

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
          `  ${name.padEnd(64)}${median(ms).toFixed(0).padStart(7)} ms, slowest ${Math.max(...ms).toFixed(0)}${bar === '' ? '' : ` (${bar})`}`,
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
      const pageOf = pagesOf(pool, sid);
      await timed('a page of 60 themes with their numbers', '', () =>
        pageOf('theme', { theme_set: [set.id] }, THEME_ROW, 100),
      );
      await timed('the first 50 ideas of the largest theme, and why', '', () =>
        pageOf('theme_placement', { theme: [set.largest] }, PLACEMENT_ROW, 50),
      );
      await timed(`numbers of all themes of ${all} ideas, as a job counts them`, '', () =>
        scope.write((tx) => countThemes(tx, sid, set.id, new Date())),
      );
      await timed('a run of them written over the one before', '', () => writeAgain(pool, sid, set.id));
      await whileItWorks(pool, sid, () => pageOf('suggestion', {}, IDEA_ROW, 20));
    });
  } finally {
    await cluster.close();
  }
}

/** Reads pages of lists as the server does. */
function pagesOf(
  pool: pg.Pool,
  sid: string,
): (
  name: string,
  filters: Record<string, unknown>,
  selection: Selection,
  perPage: number,
) => Promise<unknown> {
  const entities = new Map<string, Entity>(catalogue.entities.map((entity) => [entity.name, entity]));
  return (name, filters, selection, perPage) => {
    const entity = entities.get(name)!;
    const { text, values } = new ListWriter(entities, benchViewer(sid)).page(entity, {
      selection,
      filters,
      sort: entity.list!.defaultSort,
      page: 1,
      perPage,
      isLarge: true,
    });
    return pool.query({ text, values });
  };
}

/** Writes what a run found once more, as a run that places every idea where it is, and takes it back. */
async function writeAgain(pool: pg.Pool, sid: string, theme_set_id: string): Promise<void> {
  const { rows } = await pool.query<{ id: string; theme: number }>(
    'select tp.suggestion_id::text as id, t.position - 1 as theme from theme_placements tp join themes t on t.subdomain_id = $1 and t.id = tp.theme_id where tp.subdomain_id = $1 and tp.theme_set_id = $2',
    [sid, theme_set_id],
  );
  const evidence = [
    { word: 'invoice', weight: 0.6 },
    { word: 'export', weight: 0.4 },
  ];
  const detection: Detection = {
    themes: Array.from({ length: THEMES }, (_, n) => ({
      name: `Theme ${n + 1}`,
      group: null,
      words: [],
      near: [],
    })),
    groups: [],
    placements: rows.map(({ theme }) => ({ theme, fit: 0.5, second: -1, secondFit: 0, evidence })),
  };
  const enough = new Error('taken back');
  await benchScope(pool, sid)
    .write(async (tx) => {
      await writeRun(
        tx,
        {
          subdomain_id: sid,
          theme_set_id,
          user_id: null,
          ids: rows.map(({ id }) => id),
          detection,
          duration_ms: 1,
          now: new Date(),
        },
        null,
      );
      throw enough;
    })
    .catch((error: unknown) => {
      if (error !== enough) throw error;
    });
}

/** The time of a page while themes of 20,000 texts are found in a thread beside it, and when nothing is. */
async function whileItWorks(pool: pg.Pool, sid: string, page: () => Promise<unknown>): Promise<void> {
  const { rows } = await pool.query<{ text: string }>(
    `select s.title || '. ' || coalesce(c.body, '') as text from suggestions s left join suggestion_contents c on c.subdomain_id = $1 and c.suggestion_id = s.id where s.subdomain_id = $1 limit ${RAISED}`,
    [sid],
  );
  const percentiles = async (until: (calls: number) => boolean): Promise<string> => {
    const ms: number[] = [];
    while (until(ms.length)) {
      const started = performance.now();
      await page();
      ms.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    ms.sort((a, b) => a - b);
    return `p50 ${median(ms).toFixed(1)} ms, p95 ${percentile(ms, 0.95).toFixed(1)} ms of ${ms.length}`;
  };
  console.log(`  a page of ideas, nothing beside it: ${await percentiles((calls) => calls < 500)}`);
  let isWorking = true;
  const work = detectInThread(
    { texts: rows.map(({ text }) => text), seed: 1, themes: null, groups: null, ignored: [] },
    { signal: new AbortController().signal, onProgress: () => undefined },
  ).finally(() => (isWorking = false));
  console.log(
    `  the same while themes of ${RAISED.toLocaleString('en')} texts are found: ${await percentiles(() => isWorking)} (bar 1.5 times)`,
  );
  await work;
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
