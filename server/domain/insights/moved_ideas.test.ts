import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildAccount,
  buildAdmin,
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
import { recountSuggestions } from '../counters/recount.ts';

/** A Wednesday: the last finished week is that of May 11. */
const NOW = new Date('2026-05-20T12:00:00Z');
/** Four finished weeks from April 20 on, the four before them from March 23 on. */
const PERIOD = 'period_start: "2026-04-20"';

let database: TestDatabase;
let api: TestApi;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
const ideas: Record<string, string> = {};
let supporters = 0;

/** So many new people vote on a day. */
async function vote(
  idea: string,
  day: string,
  many: number,
  account_id: string | null = null,
): Promise<void> {
  for (let n = 0; n < many; n += 1) {
    const user = await buildUser(database.pool, tenant, { name: `Voter ${(supporters += 1)}`, account_id });
    await buildSupporter(database.pool, tenant, {
      suggestion_id: ideas[idea]!,
      user_id: user.id,
      created_at: new Date(`${day}T10:00:00Z`),
    });
  }
}

beforeAll(async () => {
  database = await openTestDatabase();
  const { pool } = database;
  tenant = await buildTenant(pool);
  const admin = await buildAdmin(pool, tenant);
  const forum = await buildForum(pool, tenant, { name: 'Product' });
  const planned = await buildStatus(pool, tenant, { name: 'Planned', hex_color: '#F0BA00' });
  for (const [title, state] of [
    ['Rises', 'approved'],
    ['Falls', 'approved'],
    ['Steady', 'approved'],
    ['Rich', 'approved'],
    ['Runs', 'approved'],
    ['Merged', 'merged'],
  ] as const) {
    const idea = await buildSuggestion(pool, tenant, {
      title,
      forum_id: forum.id,
      state,
      status_id: title === 'Rises' ? planned.id : null,
      created_at: new Date('2026-01-01T00:00:00Z'),
    });
    ideas[title] = idea.id;
  }
  const small = await buildAccount(pool, tenant, { revenue_cents: '10000' });
  const large = await buildAccount(pool, tenant, { revenue_cents: '900000' });
  const old = await buildAccount(pool, tenant, { revenue_cents: '5000000' });
  const earlier = await buildAccount(pool, tenant, { revenue_cents: '30000' });
  await vote('Rises', '2026-04-20', 3);
  await vote('Rises', '2026-05-17', 3, small.id);
  // the week before the eight does not count, nor does the one that runs
  await vote('Rises', '2026-03-22', 9);
  await vote('Rises', '2026-05-18', 9);
  await vote('Falls', '2026-04-19', 4);
  await vote('Falls', '2026-03-23', 1, earlier.id);
  await vote('Falls', '2026-05-04', 1);
  await vote('Steady', '2026-04-01', 2);
  await vote('Steady', '2026-05-01', 2);
  await vote('Rich', '2026-05-05', 1, large.id);
  // this account was there before: a second vote brings none of its revenue
  await vote('Rich', '2026-02-01', 1, old.id);
  await vote('Rich', '2026-05-06', 1, old.id);
  await vote('Runs', '2026-05-19', 20);
  await vote('Merged', '2026-05-05', 8);
  // votes of another workspace
  const other = await buildTenant(pool);
  const foreign = await buildSuggestion(pool, other, {});
  const stranger = await buildUser(pool, other, {});
  await buildSupporter(pool, other, {
    suggestion_id: foreign.id,
    user_id: stranger.id,
    created_at: new Date('2026-05-05T00:00:00Z'),
  });
  api = await testApi(database, viewerOf(tenant, admin), { now: () => NOW });
  await api.scope.write((tx) => recountSuggestions(tx, tenant.id, 'all'));
});
afterAll(() => database.close());

const moved = async (args: string, fields: string): Promise<Record<string, unknown>> =>
  (
    await api.data<{ report_moved_ideas: Record<string, unknown> }>(
      `{ report_moved_ideas(${args}) { ${fields} } }`,
    )
  ).report_moved_ideas;

describe('the ideas that moved most', () => {
  it('compares the finished weeks of a period with as many before, up and down', async () => {
    expect(
      await moved(
        PERIOD,
        'period_start period_end weeks_count ideas { title forum_name status_name hex_color votes_count votes { count before } }',
      ),
    ).toEqual({
      period_start: '2026-04-20',
      period_end: '2026-05-17',
      weeks_count: 4,
      ideas: [
        {
          title: 'Rises',
          forum_name: 'Product',
          status_name: 'Planned',
          hex_color: '#F0BA00',
          votes_count: 24,
          votes: { count: 6, before: 0 },
        },
        {
          title: 'Falls',
          forum_name: 'Product',
          status_name: null,
          hex_color: null,
          votes_count: 6,
          votes: { count: 1, before: 5 },
        },
        {
          title: 'Rich',
          forum_name: 'Product',
          status_name: null,
          hex_color: null,
          votes_count: 3,
          votes: { count: 2, before: 0 },
        },
      ],
    });
  });

  it('by revenue: what is behind an idea now, against what was when the weeks began', async () => {
    const { ideas: rows } = await moved(
      `${PERIOD}, order: "revenue"`,
      'ideas { title revenue { amount before } }',
    );
    expect(rows).toEqual([
      { title: 'Rich', revenue: { amount: 59_000, before: 50_000 } },
      { title: 'Rises', revenue: { amount: 100, before: 0 } },
    ]);
  });

  it('has at least a week, and a week that is over on the last day asked for', async () => {
    expect(await moved('period_start: "2026-05-19"', 'period_start period_end weeks_count')).toEqual({
      period_start: '2026-05-11',
      period_end: '2026-05-17',
      weeks_count: 1,
    });
    expect(
      await moved('period_start: "2026-05-04", period_end: "2026-05-10"', 'period_start period_end'),
    ).toEqual({ period_start: '2026-05-04', period_end: '2026-05-10' });
  });

  it('refuses a period that is none', async () => {
    const answer = await api.run('{ report_moved_ideas(period_start: "2027-01-01") { weeks_count } }');
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'period_start' });
  });
});

describe('votes by week', () => {
  it('the twelve finished weeks, oldest first, and the running one apart', async () => {
    // weeks are those of the database's clock
    const [{ monday }] = (
      await database.pool.query<{ monday: string }>(
        "select to_char(date_trunc('week', now() at time zone 'UTC'), 'YYYY-MM-DD') as monday",
      )
    ).rows as [{ monday: string }];
    const at = (weeks: number): string =>
      new Date(Date.parse(`${monday}T00:00:00Z`) - weeks * 7 * 864e5).toISOString().slice(0, 10);
    const idea = await buildSuggestion(database.pool, tenant, { title: 'By week' });
    ideas['By week'] = idea.id;
    for (const [weeks, many] of [
      [0, 3],
      [1, 2],
      [12, 1],
      [13, 4],
    ] as const)
      await vote('By week', at(weeks), many);
    await api.scope.write((tx) => recountSuggestions(tx, tenant.id, [idea.id]));
    const { suggestion } = await api.data<{ suggestion: unknown }>(
      `{ suggestion(id: "${idea.id}") { weekly_votes votes_this_week } }`,
    );
    expect(suggestion).toEqual({ weekly_votes: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2], votes_this_week: 3 });
  });
});
