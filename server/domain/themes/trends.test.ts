import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TREND_MEASURES } from '../../../contract/trends.ts';
import {
  buildAccount,
  buildComment,
  buildFeedbackRecord,
  buildImportanceResponse,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, workspaceIn, type TestWorkspace } from '../../testing/workspace.ts';
import { trendPeriods } from './trend_periods.ts';

let database: TestDatabase;
let w: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const own = () => ({ subdomain_id: w.tenant.id });
let colors = 0;

/** A report that has run. */
async function report(name = 'All'): Promise<string> {
  const set = await insertRow(database, 'theme_sets', { ...own(), name, status: 'complete' } as never);
  const run = await insertRow(database, 'theme_runs', {
    ...own(),
    theme_set_id: set.id,
    suggestions_count: 1,
    duration_ms: 1,
    finished_at: new Date(),
  } as never);
  await w.rows(
    'update theme_sets set run_id = $2 where subdomain_id = $1 and id = $3',
    w.tenant.id,
    run.id,
    set.id,
  );
  return set.id;
}
const theme = async (set: string, name: string, values: object = {}): Promise<string> =>
  (
    await insertRow(database, 'themes', {
      ...own(),
      theme_set_id: set,
      name,
      position: (colors += 1),
      hex_color: '#2B9281',
      ...values,
    } as never)
  ).id;
/** An idea in a theme. */
async function idea(set: string, themeId: string, values: object = {}): Promise<string> {
  const { id } = await buildSuggestion(database, w.tenant, { created_at: ago(400), ...values });
  await insertRow(database, 'theme_placements', {
    ...own(),
    theme_set_id: set,
    suggestion_id: id,
    theme_id: themeId,
  } as never);
  return id;
}
const vote = async (
  suggestion_id: string,
  days: number,
  values: object = {},
  voter?: string,
): Promise<void> => {
  await buildSupporter(database, w.tenant, {
    suggestion_id,
    user_id: voter ?? (await buildUser(database, w.tenant)).id,
    created_at: ago(days),
    ...values,
  });
};

type Run = { data: (number | null)[]; trend_slope: number; trend_y_intercept: number };
type Line = { id: string; display_name: string; hex_color: string } & Record<string, Run>;
const RUN = '{ data trend_slope trend_y_intercept }';
const LINE = `id hex_color display_name importance_count urgency_count ${TREND_MEASURES.map((measure) => `${measure} ${RUN}`).join(' ')}`;
const analysis = async (set: string, more = ', grouping: 10, periods: 4') =>
  (
    await w.api.data<{
      a: {
        dates: string[];
        period_end: string;
        is_running: boolean;
        per_period: Line[];
        rolling_average: Line[];
        running_total: Line[];
      };
    }>(
      `{ a: report_theme_set_analysis(id: "${set}"${more}) { dates period_end is_running per_period { ${LINE} points { votes comments new_ideas activity importance urgency accounts revenue } } rolling_average { ${LINE} } running_total { ${LINE} } } }`,
    )
  ).a;
const dataOf = (line: Line): Record<string, (number | null)[]> =>
  Object.fromEntries(TREND_MEASURES.map((measure) => [measure, line[measure]!.data]));

describe('[SCOPE-017] [CALL-Q-050] [ENT-041] [ENT-042] [ENT-043] [ENT-044] [DEC-072] a theme over time', () => {
  test('has what happened to its ideas in each period, and the line through it', async () => {
    const set = await report();
    const maps = await theme(set, 'Maps');
    const one = await idea(set, maps);
    const young = await idea(set, maps, { created_at: ago(5) });
    const high = await buildImportanceResponse(database, w.tenant, 3);
    const low = await buildImportanceResponse(database, w.tenant, 1);
    await vote(one, 35);
    await vote(one, 25, { importance_response_id: high.id });
    await vote(one, 24, { importance_response_id: low.id });
    await vote(young, 2);
    await vote(one, 60);
    await buildComment(database, w.tenant, { suggestion_id: one, created_at: ago(15) });
    await buildComment(database, w.tenant, { suggestion_id: one, created_at: ago(15), state: 'spam' });
    await buildFeedbackRecord(database, w.tenant, { suggestion_id: one, created_at: ago(25), severity: 3 });
    await buildFeedbackRecord(database, w.tenant, { suggestion_id: one, created_at: ago(3), severity: 1 });

    const { dates, period_end, is_running, per_period, rolling_average, running_total } = await analysis(set);
    expect(dates).toHaveLength(4);
    expect(dates[3]).toBe(ago(9).toISOString().slice(0, 10));
    expect(period_end).toBe(ago(-1).toISOString().slice(0, 10));
    expect(is_running).toBe(false);
    expect(per_period).toMatchObject([
      { id: maps, display_name: 'Maps', hex_color: '#2B9281', importance_count: 2, urgency_count: 4 },
    ]);
    expect(dataOf(per_period[0]!)).toEqual({
      votes: [1, 2, 0, 1],
      comments: [0, 0, 1, 0],
      new_ideas: [0, 0, 0, 1],
      activity: [1, 3, 1, 3],
      accounts: [0, 0, 0, 0],
      revenue: [0, 0, 0, 0],
      importance: [null, 2, null, null],
      urgency: [null, 2 / 3, null, 0],
    });
    expect(per_period[0]!.votes!.trend_slope).toBeCloseTo(-0.2);
    expect(per_period[0]!.votes!.trend_y_intercept).toBeCloseTo(1.3);
    expect(per_period[0]!['points']).toMatchObject([{ votes: 1 }, { votes: 2, activity: 3 }, {}, {}]);
    expect(dataOf(rolling_average[0]!)).toMatchObject({ votes: [1, 1.5, 1, 1], importance: [null, 2, 2, 2] });
    expect(dataOf(running_total[0]!)).toMatchObject({
      votes: [1, 3, 3, 4],
      importance: [null, null, null, null],
      urgency: [null, null, null, null],
    });
  });

  test('counts each account once in a period, with what it paid then', async () => {
    const set = await report();
    const maps = await theme(set, 'Maps');
    const [one, other] = [await idea(set, maps), await idea(set, maps)];
    const account = await buildAccount(database, w.tenant, { revenue_cents: '90000' });
    for (const [days, cents] of [
      [100, '10000'],
      [22, '30000'],
    ] as const)
      await insertRow(database, 'account_revenues', {
        ...own(),
        account_id: account.id,
        since: ago(days),
        mrr_cents: cents,
        revenue_cents: cents,
        source: 'api',
      } as never);
    const unknown = await buildAccount(database, w.tenant, { revenue_cents: '5000' });
    const person = async (account_id: string) => (await buildUser(database, w.tenant, { account_id })).id;
    const [ana, bo, cy] = [await person(account.id), await person(account.id), await person(unknown.id)];
    await vote(one, 35, {}, ana);
    await vote(other, 34, {}, bo);
    await vote(other, 15, {}, ana);
    await vote(one, 14, {}, cy);
    const { per_period, running_total } = await analysis(set);
    expect(dataOf(per_period[0]!)).toMatchObject({
      votes: [2, 0, 2, 0],
      accounts: [1, 0, 2, 0],
      revenue: [100, 0, 350, 0],
    });
    expect(dataOf(running_total[0]!)).toMatchObject({
      accounts: [1, 1, 2, 2],
      revenue: [null, null, null, null],
    });
  });

  test('a group has what its themes have; ideas that are gone count nowhere; themes can be chosen', async () => {
    const set = await report();
    const group = await theme(set, 'Field work', { is_group: true });
    const [maps, photos] = [
      await theme(set, 'Maps', { parent_id: group }),
      await theme(set, 'Photos', { parent_id: group }),
    ];
    await vote(await idea(set, maps), 5);
    await vote(await idea(set, photos), 5);
    await vote(await idea(set, photos, { state: 'deleted' }), 5);
    const { per_period } = await analysis(set);
    expect(per_period.map(({ display_name, votes }) => [display_name, votes!.data])).toEqual([
      ['Field work', [0, 0, 0, 2]],
      ['Maps', [0, 0, 0, 1]],
      ['Photos', [0, 0, 0, 1]],
    ]);
    const chosen = await analysis(set, `, grouping: 10, periods: 4, theme: ["${photos}"]`);
    expect(chosen.per_period.map(({ id }) => id)).toEqual([photos]);
  });

  test('without account_insights there is no revenue; another workspace has none of it', async () => {
    const set = await report();
    await vote(await idea(set, await theme(set, 'Maps')), 5);
    const other = await openWorkspace(database);
    expect(
      await refusal(other.api, `{ report_theme_set_analysis(id: "${set}", grouping: 7) { dates } }`),
    ).toMatchObject({ reason: 'not_found', field: 'id' });
    w = await workspaceIn(database, {
      tenant: { ...w.tenant, features: ['theme_detection'] },
      admin: w.admin,
    });
    expect(dataOf((await analysis(set)).per_period[0]!)['revenue']).toEqual([null, null, null, null]);
  });
});

test('[VALID-085] [CALL-Q-113] [DEC-075] id and a whole number of days are needed, within bounds', async () => {
  const set = await report();
  const refused = (args: string) => refusal(w.api, `{ report_theme_set_analysis(${args}) { dates } }`);
  await expect(w.api.data(`{ report_theme_set_analysis(grouping: 7) { dates } }`)).rejects.toThrow('id');
  await expect(w.api.data(`{ report_theme_set_analysis(id: "${set}") { dates } }`)).rejects.toThrow(
    'grouping',
  );
  await expect(
    w.api.data(`{ report_theme_set_analysis(id: "${set}", grouping: "weekly") { dates } }`),
  ).rejects.toThrow('weekly');
  expect(await refused(`id: "${set}", grouping: 0`)).toMatchObject({ field: 'grouping' });
  expect(await refused(`id: "${set}", grouping: 367`)).toMatchObject({ field: 'grouping' });
  expect(await refused(`id: "${set}", grouping: 1, periods: 121`)).toMatchObject({ field: 'periods' });
  expect((await analysis(set, ', grouping: 1, periods: 120')).dates).toHaveLength(120);
});

test('[CALL-Q-051] the themes of the newest report that moved most, steepest first; without a report none', async () => {
  const read = async () =>
    (
      await w.api.data<{ t: { theme_set_name: string; dates: string[]; lines: Line[] } | null }>(
        `{ t: report_themes_trend_analysis(grouping: 10, unit: "day", periods: 3) { theme_set_name dates is_running lines { ${LINE} points { votes } } } }`,
      )
    ).t;
  expect(await read()).toBeNull();
  await report('Old');
  await w.rows(
    "update theme_runs set finished_at = now() - interval '1 day' where subdomain_id = $1",
    w.tenant.id,
  );
  const set = await report('New');
  const group = await theme(set, 'Group', { is_group: true });
  const [rises, falls, rests] = [
    await theme(set, 'Rises', { parent_id: group }),
    await theme(set, 'Falls', { parent_id: group }),
    await theme(set, 'Rests'),
  ];
  for (const days of [5, 6]) await vote(await idea(set, rises), days);
  for (const days of [25, 26, 27]) await vote(await idea(set, falls), days);
  for (const days of [5, 15, 25]) await vote(await idea(set, rests), days);
  const found = await read();
  expect(found).toMatchObject({ theme_set_name: 'New', is_running: false });
  expect(found!.lines.map(({ display_name, votes }) => [display_name, votes!.trend_slope])).toEqual([
    ['Falls', -1.5],
    ['Rises', 1],
  ]);
});

test('periods are days up to today, whole weeks or whole months', () => {
  const now = new Date('2026-03-18T15:00:00Z');
  expect(trendPeriods(30, 'day', 2, now)).toEqual({
    dates: ['2026-01-18', '2026-02-17'],
    end: '2026-03-19',
    is_running: false,
  });
  expect(trendPeriods(1, 'week', 2, now)).toEqual({
    dates: ['2026-03-09', '2026-03-16'],
    end: '2026-03-23',
    is_running: true,
  });
  expect(trendPeriods(1, 'month', 3, now)).toEqual({
    dates: ['2026-01-01', '2026-02-01', '2026-03-01'],
    end: '2026-04-01',
    is_running: true,
  });
  expect(trendPeriods(3, 'month', 2, now).dates).toEqual(['2025-10-01', '2026-01-01']);
});
