import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_FEATURES } from '../../../contract/permissions.ts';
import {
  buildAccount,
  buildForum,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let w: TestWorkspace;
const now = new Date('2026-11-20T09:00:00Z');
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database, { now: () => now });
});

const person = async (values: object = {}): Promise<string> =>
  (await buildUser(database, w.tenant, values)).id;
const CREATE =
  'mutation ($user: ID!, $score: Int!, $body: String, $created_at: String) { rating_create(user: $user, score: $score, body: $body, created_at: $created_at) { id score previous_score body channel created_at recorded_by { id } } }';
const rate = async (user: string, score: number, values: object = {}) =>
  (
    await w.api.data<{ rating_create: Record<string, unknown> & { id: string } }>(CREATE, {
      user,
      score,
      ...values,
    })
  ).rating_create;
const scoreOf = async (user: string) =>
  (
    await w.api.data<{ user: { satisfaction_score: number | null } }>(
      `{ user(id: "${user}") { satisfaction_score } }`,
    )
  ).user.satisfaction_score;
const REPORT =
  'query ($period_start: String, $period_end: String) { report_satisfaction(period_start: $period_start, period_end: $period_end) { period_start period_end score margin previous_score previous_margin ratings_count with_words_count detractor_ratings_count people_count promoters_count neutrals_count detractors_count distribution months { month score margin people_count } unhappy_ideas { title people_count } unhappy_revenue has_ratings } }';
const report = async (variables: object = {}, api = w.api) =>
  (await api.data<{ report_satisfaction: Record<string, unknown> }>(REPORT, { ...variables }))
    .report_satisfaction;

describe('ratings', () => {
  test('the latest one counts, whenever it was written down, and each knows the one before it', async () => {
    const ann = await person();
    expect(await rate(ann, 9, { created_at: '2026-11-18' })).toMatchObject({
      score: 9,
      previous_score: null,
      body: null,
      channel: 'admin',
      recorded_by: { id: w.admin.id },
    });
    expect(await rate(ann, 4, { body: ' Too slow ' })).toMatchObject({
      previous_score: 9,
      body: 'Too slow',
      created_at: now.toISOString(),
    });
    expect(await rate(ann, 10, { created_at: '2026-01-05' })).toMatchObject({ previous_score: null });
    expect(await scoreOf(ann)).toBe(4);
    const { ratings } = await w.api.data<{ ratings: { records: unknown[] } }>(
      '{ ratings { records { score previous_score } } }',
    );
    expect(ratings.records).toEqual([
      { score: 4, previous_score: 9 },
      { score: 9, previous_score: 10 },
      { score: 10, previous_score: null },
    ]);
  });

  test('numbers of ideas follow it, and follow its deletion', async () => {
    const forum_id = (await buildForum(database, w.tenant)).id;
    const idea = (await buildSuggestion(database, w.tenant, { forum_id })).id;
    const ann = await person();
    await buildSupporter(database, w.tenant, { suggestion_id: idea, user_id: ann });
    await w.drift();
    const counts = async () =>
      (
        await w.api.data<{ suggestion: unknown }>(
          `{ suggestion(id: "${idea}") { satisfaction_promoter_count satisfaction_detractor_count } }`,
        )
      ).suggestion;
    const numbers = (satisfaction_promoter_count: number, satisfaction_detractor_count: number) => ({
      satisfaction_promoter_count,
      satisfaction_detractor_count,
    });
    const first = await rate(ann, 9, { created_at: '2026-11-01' });
    expect(await counts()).toEqual(numbers(1, 0));
    const second = await rate(ann, 2);
    expect(await counts()).toEqual(numbers(0, 1));
    const remove = (id: string) =>
      w.api.data('mutation ($id: ID!) { rating_delete(id: $id) { id } }', { id });
    await remove(second.id);
    expect(await scoreOf(ann)).toBe(9);
    expect(await counts()).toEqual(numbers(1, 0));
    await remove(first.id);
    expect(await scoreOf(ann)).toBeNull();
    expect(await counts()).toEqual(numbers(0, 0));
    expect(await w.drift()).toEqual([]);
    expect(
      await refusal(w.api, 'mutation ($id: ID!) { rating_delete(id: $id) { id } }', { id: first.id }),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
  });

  test('one that was sent twice, or corrected within a minute, is one', async () => {
    const ann = await person();
    const first = await rate(ann, 9);
    const again = await rate(ann, 8, { body: 'I meant 8' });
    expect(again).toMatchObject({ id: first.id, score: 8, body: 'I meant 8' });
    expect(await w.rows('select 1 from ratings where subdomain_id = $1', w.tenant.id)).toHaveLength(1);
  });

  test('what is no rating is refused', async () => {
    const ann = await person();
    for (const score of [11, -1])
      expect(await refusal(w.api, CREATE, { user: ann, score })).toMatchObject({ field: 'score' });
    expect(await refusal(w.api, CREATE, { user: '987654321', score: 5 })).toMatchObject({ field: 'user' });
    expect(await refusal(w.api, CREATE, { user: ann, score: 5, created_at: '2026-12-01' })).toMatchObject({
      field: 'created_at',
    });
    expect(await refusal(w.api, CREATE, { user: ann, score: 5, body: 'x'.repeat(2001) })).toMatchObject({
      field: 'body',
    });
    const blocked = await person({ allowed_state: 'blocked' });
    expect(await refusal(w.api, CREATE, { user: blocked, score: 5 })).toMatchObject({
      field: 'user',
      reason: 'blocked',
    });
    const foreign = await openWorkspace(database);
    const theirs = (await buildUser(database, foreign.tenant)).id;
    expect(await refusal(w.api, CREATE, { user: theirs, score: 5 })).toMatchObject({ field: 'user' });
  });

  test('a score that is set on a person stands among their ratings', async () => {
    const ann = await person();
    await w.api.data('mutation ($id: ID!) { user_update(id: $id, satisfaction_score: 3) { id } }', {
      id: ann,
    });
    expect(
      await w.rows(
        'select score, user_id::text as user_id from ratings where subdomain_id = $1',
        w.tenant.id,
      ),
    ).toEqual([{ score: 3, user_id: ann }]);
  });

  test('[PERM-019] without the feature satisfaction there are none', async () => {
    const tenant = { ...w.tenant, features: DEFAULT_FEATURES.filter((one) => one !== 'satisfaction') };
    const without = await testApi(database, viewerOf(tenant, w.admin));
    expect(await refusal(without, '{ ratings { total_records } }')).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(without, REPORT)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(without, CREATE, { user: await person(), score: 5 })).toMatchObject({
      code: 'FORBIDDEN',
    });
    const reader = await w.as({ feedback_admin_ui: false });
    expect(await refusal(reader, REPORT)).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('the report', () => {
  const rated = (user_id: string, score: number, day: string, body: string | null = null) =>
    insertRow(database, 'ratings', {
      subdomain_id: w.tenant.id,
      user_id,
      score,
      body,
      created_at: new Date(`${day}T12:00:00Z`),
    });

  test('[DEC-065] [DEC-066] the latest rating of each person within the period, beside the time before and by month', async () => {
    const people: string[] = [];
    for (let n = 0; n < 10; n += 1) people.push(await person());
    // 6 promoters, 2 neutral, 2 detractors
    for (const [n, score] of [9, 10, 9, 9, 10, 9, 7, 8, 6, 0].entries())
      await rated(people[n]!, score, '2026-11-10', n < 3 ? 'Words' : null);
    // an earlier rating of the same period does not count, one behind its end neither
    await rated(people[0]!, 1, '2026-11-01');
    await rated(people[1]!, 0, '2026-11-21');
    // the time before: all promoters
    for (const one of people) await rated(one, 10, '2026-10-05');
    const found = await report();
    expect(found).toMatchObject({
      period_start: '2026-10-22',
      period_end: '2026-11-20',
      score: 40,
      margin: 50,
      previous_score: 100,
      previous_margin: 0,
      ratings_count: 11,
      with_words_count: 3,
      detractor_ratings_count: 3,
      people_count: 10,
      promoters_count: 6,
      neutrals_count: 2,
      detractors_count: 2,
      distribution: [1, 0, 0, 0, 0, 0, 1, 1, 1, 4, 2],
      has_ratings: true,
    });
    const months = found['months'] as { month: string; score: number | null; people_count: number }[];
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ month: '2025-12', score: null, margin: null, people_count: 0 });
    expect(months[10]).toMatchObject({ month: '2026-10', score: 100, people_count: 10 });
    expect(months[11]).toMatchObject({ month: '2026-11', people_count: 10 });
    expect(await report({ period_start: '2026-09-30', period_end: '2026-10-10' })).toMatchObject({
      score: 100,
    });
  });

  test('fewer than ten people have no score; a workspace without ratings says so', async () => {
    expect(await report()).toMatchObject({
      score: null,
      people_count: 0,
      has_ratings: false,
      unhappy_ideas: [],
    });
    await rated(await person(), 9, '2026-01-01');
    expect(await report()).toMatchObject({ score: null, people_count: 0, has_ratings: true });
    await rated(await person(), 9, '2026-11-11');
    expect(await report()).toMatchObject({ score: null, people_count: 1, promoters_count: 1 });
  });

  test('what detractors want, open ideas alone, and what their accounts pay, each once', async () => {
    const account = (await buildAccount(database, w.tenant, { revenue_cents: '120000' })).id;
    const other = (await buildAccount(database, w.tenant, { revenue_cents: '50000' })).id;
    const forum_id = (await buildForum(database, w.tenant)).id;
    const idea = async (title: string, values: object = {}) =>
      (await buildSuggestion(database, w.tenant, { title, forum_id, ...values })).id;
    const [payroll, faster, closed] = [
      await idea('Payroll'),
      await idea('Faster'),
      await idea('Closed', { state: 'closed' }),
    ];
    const unhappy = [
      await person({ account_id: account }),
      await person({ account_id: account }),
      await person(),
    ];
    const happy = await person({ account_id: other });
    for (const [n, one] of unhappy.entries()) {
      await rated(one, n, '2026-11-11');
      await buildSupporter(database, w.tenant, { suggestion_id: closed, user_id: one });
      await buildSupporter(database, w.tenant, { suggestion_id: payroll, user_id: one });
    }
    await rated(happy, 10, '2026-11-11');
    await buildSupporter(database, w.tenant, { suggestion_id: faster, user_id: happy });
    await buildSupporter(database, w.tenant, { suggestion_id: faster, user_id: unhappy[0]! });
    expect(await report()).toMatchObject({
      unhappy_ideas: [
        { title: 'Payroll', people_count: 3 },
        { title: 'Faster', people_count: 1 },
      ],
      unhappy_revenue: 1200,
    });
    const tenant = { ...w.tenant, features: DEFAULT_FEATURES.filter((one) => one !== 'account_insights') };
    const without = await testApi(database, viewerOf(tenant, w.admin), { now: () => now });
    expect(await report({}, without)).toMatchObject({ unhappy_revenue: null });
  });
});
