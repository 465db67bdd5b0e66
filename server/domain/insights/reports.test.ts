import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  buildAccount,
  buildAdmin,
  buildCategory,
  buildComment,
  buildFeedbackRecord,
  buildForum,
  buildStatus,
  buildSuggestion,
  buildSupporter,
  buildTenant,
  buildUser,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { recountSuggestions, recountTotals } from '../counters/recount.ts';
import { activityPeriod } from './reports.ts';

const NOW = new Date('2026-05-20T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 864e5);

let database: TestDatabase;
let api: TestApi;
let ids: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  const { pool } = database;
  const other = await buildTenant(pool);
  await buildSuggestion(pool, other, { created_at: daysAgo(1) });
  const tenant = await buildTenant(pool);
  const admin = await buildAdmin(pool, tenant);
  const busy = await buildForum(pool, tenant, { name: 'Busy' });
  const quiet = await buildForum(pool, tenant, { name: 'Quiet' });
  const category = await buildCategory(pool, tenant, { forum_id: busy.id, name: 'Reports' });
  const planned = await buildStatus(pool, tenant, { name: 'Planned', hex_color: '#F0BA00' });
  const started = await buildStatus(pool, tenant, { name: 'Started' });
  const account = await buildAccount(pool, tenant, { revenue_cents: '250000', mrr_cents: '250000' });
  const voter = await buildUser(pool, tenant, { account_id: account.id });
  const first = await buildSuggestion(pool, tenant, {
    forum_id: busy.id,
    category_id: category.id,
    status_id: planned.id,
    created_at: daysAgo(3),
  });
  await buildSuggestion(pool, tenant, { forum_id: busy.id, status_id: planned.id, created_at: daysAgo(40) });
  await buildSuggestion(pool, tenant, { forum_id: busy.id, status_id: started.id, created_at: daysAgo(400) });
  await buildSuggestion(pool, tenant, { forum_id: quiet.id, created_at: daysAgo(400) });
  await buildSuggestion(pool, tenant, {
    forum_id: quiet.id,
    status_id: planned.id,
    state: 'spam',
    created_at: daysAgo(1),
  });
  await buildSupporter(pool, tenant, { suggestion_id: first.id, user_id: voter.id, created_at: daysAgo(2) });
  await buildComment(pool, tenant, { suggestion_id: first.id, creator_id: voter.id, created_at: daysAgo(2) });
  await buildFeedbackRecord(pool, tenant, {
    suggestion_id: first.id,
    user_id: voter.id,
    created_at: daysAgo(1),
  });
  api = await testApi(database, viewerOf(tenant, admin), { now: () => NOW });
  await api.scope.write(async (tx) => {
    await recountSuggestions(tx, tenant.id, 'all');
    await recountTotals(tx, tenant.id);
  });
  ids = { busy: busy.id, quiet: quiet.id, category: category.id, planned: planned.id, started: started.id };
});
afterAll(() => database.close());

describe('reports of the landing view', () => {
  it('[CALL-Q-052] [ENT-070] counts open ideas per status, most first, No Status last', async () => {
    const { report_top_statuses: rows } = await api.data<{ report_top_statuses: unknown[] }>(
      '{ report_top_statuses { status_id status_name hex_color idea_count } }',
    );
    expect(rows).toEqual([
      { status_id: ids['planned'], status_name: 'Planned', hex_color: '#F0BA00', idea_count: 2 },
      { status_id: ids['started'], status_name: 'Started', hex_color: '#7E8E8E', idea_count: 1 },
      { status_id: null, status_name: 'No Status', hex_color: '#7E8E8E', idea_count: 1 },
    ]);
  });

  const FIELDS =
    'period_start period_end total_ideas total_votes total_comments total_feedback_records total_notes total_feedback forums { forum_id forum_name category_id category_name total_ideas total_feedback }';

  it('[CALL-Q-053] [ENT-071] [CONST-016] [CONST-017] [CONST-018] sums the last 30 days per forum; by default unsplit, active forums only, not rounded', async () => {
    const { per_forum_activity: report } = await api.data<{ per_forum_activity: unknown }>(
      `{ per_forum_activity { ${FIELDS} } }`,
    );
    expect(report).toEqual({
      period_start: '2026-04-21',
      period_end: '2026-05-20',
      total_ideas: 1,
      total_votes: 1,
      total_comments: 1,
      total_feedback_records: 1,
      total_notes: 0,
      total_feedback: 3,
      forums: [
        {
          forum_id: ids['busy'],
          forum_name: 'Busy',
          category_id: null,
          category_name: null,
          total_ideas: 1,
          total_feedback: 3,
        },
      ],
    });
  });

  it('[CALL-Q-053] splits by category, keeps quiet forums and rounds to whole weeks when asked', async () => {
    const { per_forum_activity: split } = await api.data<{ per_forum_activity: { forums: unknown[] } }>(
      '{ per_forum_activity(categories: true) { forums { forum_id category_name } } }',
    );
    expect(split.forums).toEqual([{ forum_id: ids['busy'], category_name: 'Reports' }]);
    // a day whose votes were all taken back leaves a row of zeros
    await database.pool.query(
      "insert into forum_days (subdomain_id, forum_id, day, category_id, slot) select subdomain_id, id, '2026-05-19', 0, 3 from forums where id = any($1::bigint[])",
      [[ids['busy'], ids['quiet']]],
    );
    const idle = await api.data<{ per_forum_activity: { forums: unknown[] } }>(
      '{ per_forum_activity(categories: true, active_only: false) { forums { forum_name category_name total_votes } } }',
    );
    expect(idle.per_forum_activity.forums).toEqual([
      { forum_name: 'Busy', category_name: 'Reports', total_votes: 1 },
      { forum_name: 'Quiet', category_name: null, total_votes: 0 },
    ]);
    expect(
      (
        await api.data<{ per_forum_activity: { forums: unknown[] } }>(
          '{ per_forum_activity(categories: true) { forums { forum_id category_name } } }',
        )
      ).per_forum_activity,
    ).toEqual(split);
    const { per_forum_activity: all } = await api.data<{
      per_forum_activity: { period_start: string; forums: { forum_name: string }[] };
    }>(
      '{ per_forum_activity(active_only: false, round_period: true) { period_start forums { forum_name } } }',
    );
    expect(all.forums.map((forum) => forum.forum_name)).toEqual(['Busy', 'Quiet']);
    expect(all.period_start).toBe('2026-04-20');
    expect(activityPeriod({ round_period: true }, new Date('2026-05-18T12:00:00Z')).start).toBe('2026-04-13');
  });

  it('sums the activity of a period that is asked for, both of its days included', async () => {
    const asked = async (period: string): Promise<unknown> =>
      (
        await api.data<{ per_forum_activity: unknown }>(
          `{ per_forum_activity(${period}) { period_start period_end total_ideas total_votes } }`,
        )
      ).per_forum_activity;
    expect(await asked('period_start: "2026-04-10", period_end: "2026-05-17"')).toEqual({
      period_start: '2026-04-10',
      period_end: '2026-05-17',
      total_ideas: 2,
      total_votes: 0,
    });
    expect(await asked('period_start: "2026-05-18"')).toMatchObject({
      period_start: '2026-05-18',
      period_end: '2026-05-20',
      total_votes: 1,
    });
    expect(await asked('period_start: "2026-05-20", round_period: true')).toMatchObject({
      period_start: '2026-05-18',
    });
    const answer = await api.run('{ per_forum_activity(period_start: "2024-05-01") { total_ideas } }');
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'period_start' });
  });

  it('compares a period with the one before it', async () => {
    const { report_key_figures: figures } = await api.data<{ report_key_figures: unknown }>(
      '{ report_key_figures(period_start: "2026-04-20") { ideas { count before } votes { count before } feedback_records { count before } open_ideas_count accounts_count accounts_revenue } }',
    );
    expect(figures).toEqual({
      ideas: { count: 1, before: 1 },
      votes: { count: 1, before: 0 },
      feedback_records: { count: 1, before: 0 },
      open_ideas_count: 4,
      accounts_count: 1,
      accounts_revenue: 2500,
    });
  });

  it('refuses a period that ends before it begins', async () => {
    const answer = await api.run(
      '{ report_key_figures(period_start: "2026-05-02", period_end: "2026-05-01") { open_ideas_count } }',
    );
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'period_start' });
  });
});

it('ideas by the month in which they were made, as filters leave them; none where it takes too long', async () => {
  const months = async (args = '') =>
    (
      await api.data<{ report_ideas_by_month: { month: string; count: number }[] | null }>(
        `{ report_ideas_by_month${args} { month count } }`,
      )
    ).report_ideas_by_month;
  const all = (await months())!;
  expect(all).toHaveLength(24);
  expect([all[0]!.month, all.at(-1)!.month]).toEqual(['2024-06-01', '2026-05-01']);
  const some = (list: { month: string; count: number }[] | null) => list!.filter(({ count }) => count > 0);
  // spam is none of them
  expect(some(all)).toEqual([
    { month: '2025-04-01', count: 2 },
    { month: '2026-04-01', count: 1 },
    { month: '2026-05-01', count: 1 },
  ]);
  expect(some(await months('(activity: ["comments"])'))).toEqual([{ month: '2026-05-01', count: 1 }]);
  expect(
    some(
      await months(
        `(advanced_filters: {status: {operator: "include", values: ["${ids['planned']!}"]}}, period_start: "2026-04-15")`,
      ),
    ),
  ).toEqual([{ month: '2026-05-01', count: 1 }]);
  const spy = vi.spyOn(api.scope, 'readWithin').mockResolvedValue(null);
  try {
    expect(await months()).toBeNull();
  } finally {
    spy.mockRestore();
  }
});
