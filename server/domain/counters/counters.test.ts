import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildAdmin,
  buildCategory,
  buildComment,
  buildFeedbackRecord,
  buildForum,
  buildImportanceResponse,
  buildLabel,
  buildNote,
  buildStatus,
  buildSuggestion,
  buildSupporter,
  buildTenant,
  buildUser,
  insertRow,
  systemViewer,
  testScope,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { ProductError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { Counters, type Support } from './counters.ts';
import { CounterMismatch } from './mismatch.ts';
import { recountSuggestions } from './recount.ts';
import { accountRevenueTask, recountTenant } from '../ideas/recount.ts';

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let scope: Scope;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database);
  scope = await testScope(database, viewerOf(tenant, await buildAdmin(database, tenant)));
});

async function row<T>(text: string, ...values: unknown[]): Promise<T> {
  return (await database.pool.query(text, values)).rows[0] as T;
}

const ideaRow = (id: string) => row<Record<string, unknown>>('select * from suggestions where id = $1', id);

/** A vote as a command gives it. @returns whether it was a new one */
async function vote(
  suggestion_id: string,
  user_id: string,
  further: Partial<Support> = {},
): Promise<boolean> {
  return scope.write(async (tx) => {
    const now = scope.now();
    const support: Support = {
      suggestion_id,
      user_id,
      votes: 1,
      importance_response_id: null,
      created_at: now,
      ...further,
    };
    const inserted = await tx
      .insertInto('supporters')
      .values({ subdomain_id: tenant.id, ...support })
      .onConflict((conflict) => conflict.columns(['subdomain_id', 'suggestion_id', 'user_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!inserted) return false;
    const counters = new Counters(tx, tenant.id, now);
    counters.supportAdded(support);
    await counters.write();
    return true;
  });
}

async function unvote(suggestion_id: string, user_id: string): Promise<void> {
  await scope.write(async (tx) => {
    const removed = await tx
      .deleteFrom('supporters')
      .where('subdomain_id', '=', tenant.id)
      .where('suggestion_id', '=', suggestion_id)
      .where('user_id', '=', user_id)
      .returningAll()
      .executeTakeFirst();
    if (!removed) return;
    const counters = new Counters(tx, tenant.id, scope.now());
    counters.supportRemoved(removed);
    await counters.write();
  });
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function drift(): Promise<CounterMismatch['entries']> {
  return (await recountTenant(await testScope(database, systemViewer(tenant)))).entries;
}

describe('support', () => {
  test('[DEC-060, DEC-061, DEC-063, DEC-065] a vote counts the person, the account once, the answer and the satisfaction', async () => {
    const account = await buildAccount(database, tenant, { revenue_cents: '150000', mrr_cents: '120000' });
    const high = await buildImportanceResponse(database, tenant, 3);
    const ada = await buildUser(database, tenant, { account_id: account.id, satisfaction_score: 9 });
    const ben = await buildUser(database, tenant, { account_id: account.id, satisfaction_score: 6 });
    const cyd = await buildUser(database, tenant);
    const idea = await buildSuggestion(database, tenant);
    await recountTenant(scope);
    await vote(idea.id, ada.id, { importance_response_id: high.id, votes: 3 });
    await vote(idea.id, ben.id);
    await vote(idea.id, cyd.id, { created_at: null });
    expect(await ideaRow(idea.id)).toMatchObject({
      votes_count: 5,
      supporters_count: 3,
      account_supporters_count: 2,
      supporting_accounts_count: 1,
      supporter_revenue_cents: '150000',
      supporter_mrr_cents: '120000',
      importance_high_count: 1,
      satisfaction_promoter_count: 1,
      satisfaction_neutral_count: 0,
      satisfaction_detractor_count: 1,
    });
    expect(await row('select supported_suggestions_count from users where id = $1', ada.id)).toEqual({
      supported_suggestions_count: 1,
    });
    expect(
      await row('select supported_ideas_count from external_accounts where id = $1', account.id),
    ).toEqual({ supported_ideas_count: 1 });
    expect(
      await row('select sum(votes_count)::int as n from suggestion_weeks where suggestion_id = $1', idea.id),
    ).toEqual({ n: 4 });
    await unvote(idea.id, ada.id);
    expect(await ideaRow(idea.id)).toMatchObject({
      votes_count: 2,
      supporting_accounts_count: 1,
      supporter_revenue_cents: '150000',
      importance_high_count: 0,
    });
    await unvote(idea.id, ben.id);
    expect(await ideaRow(idea.id)).toMatchObject({
      votes_count: 1,
      supporting_accounts_count: 0,
      supporter_revenue_cents: '0',
      last_supported_at: null,
      satisfaction_detractor_count: 0,
    });
    expect(
      (await database.pool.query('select * from suggestion_accounts where suggestion_id = $1', [idea.id]))
        .rows,
    ).toEqual([]);
    expect(await drift()).toEqual([]);
  });

  test('[DEC-061] a changed revenue reaches every idea of the account, and a vote taken back meanwhile does not spoil it', async () => {
    const account = await buildAccount(database, tenant, { revenue_cents: '100', mrr_cents: '100' });
    const other = await buildAccount(database, tenant, { revenue_cents: '7', mrr_cents: '7' });
    const [ada, ben] = [
      await buildUser(database, tenant, { account_id: account.id }),
      await buildUser(database, tenant, { account_id: other.id }),
    ];
    const ideas = [await buildSuggestion(database, tenant), await buildSuggestion(database, tenant)];
    for (const idea of ideas) {
      await vote(idea.id, ada.id);
      await vote(idea.id, ben.id);
    }
    await database.pool.query(
      'update external_accounts set revenue_cents = 500, mrr_cents = 400 where id = $1',
      [account.id],
    );
    await unvote(ideas[1]!.id, ada.id);
    await accountRevenueTask.run(
      { account_id: account.id, subdomain_id: tenant.id },
      { scope, signal: new AbortController().signal },
    );
    expect(await ideaRow(ideas[0]!.id)).toMatchObject({
      supporter_revenue_cents: '507',
      supporter_mrr_cents: '407',
    });
    expect(await ideaRow(ideas[1]!.id)).toMatchObject({
      supporter_revenue_cents: '7',
      supporter_mrr_cents: '7',
    });
  });

  test('eight writers voting on three ideas at once leave exact counters', async () => {
    const accounts = [
      await buildAccount(database, tenant, { revenue_cents: '10', mrr_cents: '10' }),
      await buildAccount(database, tenant, { revenue_cents: '20', mrr_cents: '20' }),
    ];
    const forum = await buildForum(database, tenant);
    const ideas = [
      await buildSuggestion(database, tenant, { forum_id: forum.id }),
      await buildSuggestion(database, tenant, { forum_id: forum.id }),
      await buildSuggestion(database, tenant, { forum_id: forum.id }),
    ];
    const users = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        buildUser(database, tenant, { account_id: [accounts[0]!.id, accounts[1]!.id, null][n % 3] ?? null }),
      ),
    );
    await recountTenant(scope);
    const work = users.flatMap((user) => ideas.map((idea) => [idea.id, user.id] as const));
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let i = writer; i < work.length; i += 8) {
          await vote(...work[i]!);
          if (i % 3 === 0) await unvote(...work[i]!);
        }
      }),
    );
    expect(await drift()).toEqual([]);
    expect(
      await row('select sum(supporters_count)::int as n from suggestions where forum_id = $1', forum.id),
    ).toEqual({ n: 80 });
    expect(await row('select count(*)::int as n from supporters where subdomain_id = $1', tenant.id)).toEqual(
      { n: 80 },
    );
  });

  test('a hundred parallel votes of one person are one', async () => {
    const idea = await buildSuggestion(database, tenant);
    const user = await buildUser(database, tenant);
    const answers = await Promise.all(Array.from({ length: 100 }, () => vote(idea.id, user.id)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await ideaRow(idea.id)).toMatchObject({ votes_count: 1, supporters_count: 1 });
  });
});

describe('people and accounts that change', () => {
  const customers = async () => {
    const accounts = [
      await buildAccount(database, tenant, { revenue_cents: '100', mrr_cents: '10' }),
      await buildAccount(database, tenant, { revenue_cents: '2000', mrr_cents: '200' }),
      await buildAccount(database, tenant),
    ];
    const answers = [
      await buildImportanceResponse(database, tenant, 1),
      await buildImportanceResponse(database, tenant, 3),
    ];
    const forum = await buildForum(database, tenant);
    const ideas = [];
    for (let n = 0; n < 5; n += 1)
      ideas.push((await buildSuggestion(database, tenant, { forum_id: forum.id })).id);
    const people = [];
    for (let n = 0; n < 6; n += 1)
      people.push(
        (
          await buildUser(database, tenant, {
            account_id: [accounts[0]!.id, accounts[1]!.id, null][n % 3] ?? null,
            satisfaction_score: [null, 3, 7, 10][n % 4] ?? null,
          })
        ).id,
      );
    await recountTenant(scope);
    return { accounts: accounts.map(({ id }) => id), answers: answers.map(({ id }) => id), ideas, people };
  };
  type Customers = Awaited<ReturnType<typeof customers>>;

  /** Changes people as a command does that may also give and take votes in the same transaction. */
  const change = (
    people: readonly string[],
    values: { account_id?: string | null; satisfaction_score?: number | null },
    work: (tx: Tx, counters: Counters) => Promise<unknown> = () => Promise.resolve(),
    ideas: readonly string[] = [],
  ) =>
    scope.write(async (tx) => {
      const counters = new Counters(tx, tenant.id, scope.now());
      await counters.watchCustomers({ people, ideas });
      if (people.length > 0)
        await tx
          .updateTable('users')
          .set(values)
          .where('subdomain_id', '=', tenant.id)
          .where('id', 'in', [...people])
          .execute();
      await work(tx, counters);
      await counters.write();
    });
  const raise = (accounts: readonly string[], cents: number) =>
    scope.write(async (tx) => {
      const counters = new Counters(tx, tenant.id, scope.now());
      const answer = await counters.watchCustomers({ accounts });
      await tx
        .updateTable('external_accounts')
        .set({ revenue_cents: String(cents), mrr_cents: String(cents + 1) })
        .where('subdomain_id', '=', tenant.id)
        .where('id', 'in', [...accounts])
        .execute();
      await counters.write();
      return answer;
    });
  const addVote = async (
    tx: Tx,
    counters: Counters,
    suggestion_id: string,
    user_id: string,
    further: Partial<Support> = {},
  ): Promise<void> => {
    const support: Support = {
      suggestion_id,
      user_id,
      votes: 1,
      importance_response_id: null,
      created_at: scope.now(),
      ...further,
    };
    const row = await tx
      .insertInto('supporters')
      .values({ subdomain_id: tenant.id, ...support })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (row) counters.supportAdded(support);
  };
  const takeVote = async (
    tx: Tx,
    counters: Counters,
    suggestion_id: string,
    user_id: string,
  ): Promise<void> => {
    const row = await tx
      .deleteFrom('supporters')
      .where('subdomain_id', '=', tenant.id)
      .where('suggestion_id', '=', suggestion_id)
      .where('user_id', '=', user_id)
      .returningAll()
      .executeTakeFirst();
    if (row) counters.supportRemoved(row);
  };

  test('[DEC-060, DEC-061, DEC-065] a person who changes account and rating takes them along to every idea that they support', async () => {
    const { accounts, ideas, people } = await customers();
    const [ada, cyd] = [people[0]!, people[3]!];
    await vote(ideas[0]!, ada);
    await vote(ideas[0]!, cyd);
    await vote(ideas[1]!, ada);
    await buildFeedbackRecord(database, tenant, { suggestion_id: ideas[0]!, user_id: ada });
    await buildFeedbackRecord(database, tenant, { user_id: ada });
    await recountTenant(scope);
    await change([ada], { account_id: accounts[1]!, satisfaction_score: 9 });
    expect(await ideaRow(ideas[0]!)).toMatchObject({
      supporting_accounts_count: 2,
      account_supporters_count: 2,
      supporter_revenue_cents: '2100',
      supporter_mrr_cents: '210',
      satisfaction_promoter_count: 2,
    });
    expect(await ideaRow(ideas[1]!)).toMatchObject({
      supporting_accounts_count: 1,
      supporter_revenue_cents: '2000',
      satisfaction_promoter_count: 1,
    });
    expect(
      await row(
        'select supported_ideas_count, requests_count, users_count from external_accounts where id = $1',
        accounts[1]!,
      ),
    ).toEqual({ supported_ideas_count: 2, requests_count: 2, users_count: 3 });
    expect(await drift()).toEqual([]);
    await change([ada, cyd], { account_id: null, satisfaction_score: null });
    expect(await ideaRow(ideas[0]!)).toMatchObject({
      supporters_count: 2,
      supporting_accounts_count: 0,
      account_supporters_count: 0,
      supporter_revenue_cents: '0',
      satisfaction_promoter_count: 0,
    });
    expect(await drift()).toEqual([]);
  });

  test('[DEC-061] a changed revenue is behind every idea of the account at once; one with too many ideas is left to the job', async () => {
    const { accounts, ideas, people } = await customers();
    for (const idea of ideas) await vote(idea, people[0]!);
    await vote(ideas[0]!, people[1]!);
    expect(await raise(accounts, 5)).toEqual({ later: [] });
    expect(await ideaRow(ideas[0]!)).toMatchObject({
      supporter_revenue_cents: '10',
      supporter_mrr_cents: '12',
    });
    expect(await ideaRow(ideas[1]!)).toMatchObject({
      supporter_revenue_cents: '5',
      supporter_mrr_cents: '6',
    });
    expect(await drift()).toEqual([]);
    await database.pool.query(
      `with made as (insert into suggestions (subdomain_id, forum_id, title) select subdomain_id, forum_id, n::text from suggestions, generate_series(1, 1000) n where id = $1 returning subdomain_id, id)
       insert into supporters (subdomain_id, suggestion_id, user_id) select subdomain_id, id, $2 from made`,
      [ideas[0]!, people[0]!],
    );
    await recountTenant(scope);
    expect(await raise(accounts, 7)).toEqual({ later: [accounts[0]!] });
    await accountRevenueTask.run(
      { account_id: accounts[0]!, subdomain_id: tenant.id },
      { scope, signal: new AbortController().signal },
    );
    expect(await drift()).toEqual([]);
  });

  /** One thing that happens to customers, chosen by `next`, an endless source of numbers from 0 to 1. */
  const happen = async (
    { accounts, answers, ideas, people }: Customers,
    next: () => number,
  ): Promise<void> => {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    const [idea, other, person] = [pick(ideas), pick(ideas), pick(people)];
    const account_id = pick([...accounts, null]);
    const satisfaction_score = pick([null, 0, 6, 7, 8, 9, 10]);
    switch (Math.floor(next() * 10)) {
      case 0:
      case 1:
        await change(
          [],
          {},
          (tx, counters) =>
            addVote(tx, counters, idea, person, {
              importance_response_id: pick([...answers, null]),
              votes: pick([1, 2]),
            }),
          [idea],
        );
        return;
      case 2:
        await change([], {}, (tx, counters) => takeVote(tx, counters, idea, person), [idea]);
        return;
      case 3:
        await change([person], { account_id });
        return;
      case 4:
        await change([person, pick(people)], { account_id, satisfaction_score });
        return;
      case 5:
        // in one command: another account, a vote given, taken, and taken and given again
        await change(
          [person],
          { account_id, satisfaction_score },
          async (tx, counters) => {
            await takeVote(tx, counters, idea, person);
            await addVote(tx, counters, idea, person);
            await (next() < 0.5 ? takeVote : addVote)(tx, counters, idea, person);
          },
          [idea],
        );
        return;
      case 6:
        await raise([pick(accounts), pick(accounts)], Math.floor(next() * 1000));
        return;
      case 7:
        // another answer on importance: the row as it was goes, the row as it is comes
        await scope.write(async (tx) => {
          const counters = new Counters(tx, tenant.id, scope.now());
          await counters.watch([idea]);
          const of = () =>
            tx
              .selectFrom('supporters')
              .selectAll()
              .where('subdomain_id', '=', tenant.id)
              .where('suggestion_id', '=', idea)
              .where('user_id', '=', person)
              .executeTakeFirst();
          const before = await of();
          if (!before) return;
          await tx
            .updateTable('supporters')
            .set({ importance_response_id: pick([...answers, null]) })
            .where('subdomain_id', '=', tenant.id)
            .where('suggestion_id', '=', idea)
            .where('user_id', '=', person)
            .execute();
          counters.supportRemoved(before);
          counters.supportAdded((await of())!);
          await counters.write();
        });
        return;
      case 8:
        await scope.write(async (tx) => {
          const counters = new Counters(tx, tenant.id, scope.now());
          await counters.watch([idea]);
          const state = pick(['deleted', 'published', 'closed', 'spam', 'pending']);
          // as a block marks ideas as spam and takes votes of them, and gives both back
          if (next() < 0.3) await (next() < 0.5 ? takeVote : addVote)(tx, counters, idea, person);
          if (next() < 0.2) await takeVote(tx, counters, idea, pick(people));
          await tx
            .updateTable('suggestions')
            .set({ state, assigned_owner_id: pick([person, pick(people), null]) })
            .where('subdomain_id', '=', tenant.id)
            .where('id', '=', idea)
            .execute();
          await counters.write();
        });
        return;
      default:
        await change(
          next() < 0.5 ? [person] : [],
          { account_id },
          async (tx, counters) => {
            const row = { suggestion_id: pick([other, null]), user_id: person, created_at: scope.now() };
            await tx
              .insertInto('feedback_records')
              .values({ subdomain_id: tenant.id, body: 'Said', ...row })
              .execute();
            counters.feedbackAdded(row);
          },
          [other],
        );
    }
  };

  test('random histories leave what a recount finds', async () => {
    const given = await customers();
    const found: unknown[] = [];
    for (let seed = 1; seed <= 8; seed += 1) {
      const next = randomOf(seed);
      for (let step = 0; step < 60; step += 1) {
        await happen(given, next);
        if (step % 15 === 14) found.push(...(await drift()).map((entry) => ({ seed, step, ...entry })));
      }
    }
    expect(found).toEqual([]);
  });

  test('so do histories that happen at the same time, and nobody waits for another in a circle', async () => {
    const given = await customers();
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        const next = randomOf(100 + writer);
        for (let step = 0; step < 25; step += 1) {
          await happen(given, next).catch((error: unknown) => {
            // refused, with nothing written, rather than waiting in a circle
            if (!(error instanceof ProductError) || error.details.reason !== 'busy') throw error;
          });
        }
      }),
    );
    expect(await drift()).toEqual([]);
  });
});

describe('where ideas count', () => {
  test('[DEC-092, DEC-071] a deleted idea leaves its forum, category, label, status, days, people and accounts, and comes back to them', async () => {
    const forum = await buildForum(database, tenant);
    const category = await buildCategory(database, tenant, { forum_id: forum.id });
    const [label, status] = [await buildLabel(database, tenant), await buildStatus(database, tenant)];
    const account = await buildAccount(database, tenant);
    const user = await buildUser(database, tenant, { account_id: account.id });
    const idea = await buildSuggestion(database, tenant, {
      forum_id: forum.id,
      category_id: category.id,
      status_id: status.id,
    });
    await insertRow(database, 'suggestion_labels', {
      subdomain_id: tenant.id,
      suggestion_id: idea.id,
      label_id: label.id,
    });
    await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: user.id });
    await buildFeedbackRecord(database, tenant, { suggestion_id: idea.id, user_id: user.id });
    await recountTenant(scope);
    const counts = () =>
      row(
        `select f.suggestions_count as forum, f.open_suggestions_count as forum_open, f.categories_count as categories, c.open_suggestions_count as category, l.suggestions_count as label, st.suggestions_count as status,
           u.supported_suggestions_count as person, a.supported_ideas_count as account, a.requests_count as requests, a.users_count as users,
           (select sum(ideas_count + votes_count + feedback_records_count)::int from forum_days d where d.forum_id = f.id) as days
         from forums f, categories c, labels l, statuses st, users u, external_accounts a where f.id = $1 and c.id = $2 and l.id = $3 and st.id = $4 and u.id = $5 and a.id = $6`,
        forum.id,
        category.id,
        label.id,
        status.id,
        user.id,
        account.id,
      );
    const there = {
      forum: 1,
      forum_open: 1,
      categories: 1,
      category: 1,
      label: 1,
      status: 1,
      person: 1,
      account: 1,
      requests: 1,
      users: 1,
      days: 3,
    };
    expect(await counts()).toEqual(there);
    const setState = (state: string) =>
      scope.write(async (tx) => {
        const counters = new Counters(tx, tenant.id, scope.now());
        await counters.watch([idea.id]);
        await tx
          .updateTable('suggestions')
          .set({ state })
          .where('subdomain_id', '=', tenant.id)
          .where('id', '=', idea.id)
          .execute();
        await counters.write();
      });
    await setState('deleted');
    expect(await counts()).toEqual({
      ...there,
      forum: 0,
      forum_open: 0,
      category: 0,
      label: 0,
      status: 0,
      person: 0,
      account: 0,
      requests: 0,
      days: 0,
    });
    expect(await drift()).toEqual([]);
    await setState('closed');
    expect(await counts()).toEqual({ ...there, forum_open: 0, category: 0, status: 0 });
    // as spam it leaves what people and accounts support too; what they said about it is still theirs
    const spam = {
      ...there,
      forum: 0,
      forum_open: 0,
      category: 0,
      label: 0,
      status: 0,
      person: 0,
      account: 0,
      days: 0,
    };
    await setState('spam');
    expect(await counts()).toEqual(spam);
    expect(await drift()).toEqual([]);
    await setState('deleted');
    expect(await counts()).toEqual({ ...spam, requests: 0 });
    await setState('spam');
    expect(await counts()).toEqual(spam);
    expect(await drift()).toEqual([]);
    await setState('approved');
    expect(await counts()).toEqual(there);
    expect(await drift()).toEqual([]);
  });

  test("an idea's labels are counted as they come and go, and a new idea's with it", async () => {
    const labels = [await buildLabel(database, tenant), await buildLabel(database, tenant)];
    const [idea, fresh] = [await buildSuggestion(database, tenant), await buildSuggestion(database, tenant)];
    const link = (suggestion_id: string, label_id: string) =>
      insertRow(database, 'suggestion_labels', { subdomain_id: tenant.id, suggestion_id, label_id });
    for (const label of labels) await link(fresh.id, label.id);
    const change = (ids: readonly string[], created: readonly string[], work: (tx: Tx) => Promise<unknown>) =>
      scope.write(async (tx) => {
        const counters = new Counters(tx, tenant.id, scope.now());
        await counters.watch(ids);
        created.forEach((id) => counters.ideaCreated(id));
        await work(tx);
        await counters.write();
      });
    const counted = async () => [
      await row('select labels_count as n from suggestions where id = $1', idea.id),
      await row('select labels_count as n from suggestions where id = $1', fresh.id),
    ];
    await change([idea.id], [fresh.id], (tx) =>
      tx
        .insertInto('suggestion_labels')
        .values({ subdomain_id: tenant.id, suggestion_id: idea.id, label_id: labels[0]!.id })
        .execute(),
    );
    expect(await counted()).toEqual([{ n: 1 }, { n: 2 }]);
    await change([idea.id, fresh.id], [], (tx) =>
      tx
        .deleteFrom('suggestion_labels')
        .where('subdomain_id', '=', tenant.id)
        .where('label_id', '=', labels[0]!.id)
        .execute(),
    );
    expect(await counted()).toEqual([{ n: 0 }, { n: 1 }]);
  });

  test('an idea takes its days along to another forum, with a vote of the same command counted once', async () => {
    const [from, to] = [await buildForum(database, tenant), await buildForum(database, tenant)];
    const idea = await buildSuggestion(database, tenant, { forum_id: from.id });
    const users = [await buildUser(database, tenant), await buildUser(database, tenant)];
    await buildSupporter(database, tenant, {
      suggestion_id: idea.id,
      user_id: users[0]!.id,
      created_at: '2026-03-01T12:00:00Z',
    });
    await recountTenant(scope);
    await scope.write(async (tx) => {
      const now = scope.now();
      const counters = new Counters(tx, tenant.id, now);
      await counters.watch([idea.id]);
      await tx
        .updateTable('suggestions')
        .set({ forum_id: to.id })
        .where('subdomain_id', '=', tenant.id)
        .where('id', '=', idea.id)
        .execute();
      const support: Support = {
        suggestion_id: idea.id,
        user_id: users[1]!.id,
        votes: 1,
        importance_response_id: null,
        created_at: now,
      };
      await tx
        .insertInto('supporters')
        .values({ subdomain_id: tenant.id, ...support })
        .execute();
      counters.supportAdded(support);
      await counters.write();
    });
    const votes = (id: string) =>
      row('select coalesce(sum(votes_count), 0)::int as n from forum_days where forum_id = $1', id);
    expect([await votes(from.id), await votes(to.id)]).toEqual([{ n: 0 }, { n: 2 }]);
    expect(await drift()).toEqual([]);
  });
});

describe('recount', () => {
  test('the slots of a day that has passed become one row, which is no drift', async () => {
    const forum = await buildForum(database, tenant);
    const idea = await buildSuggestion(database, tenant, { forum_id: forum.id });
    const user = await buildUser(database, tenant);
    await buildSupporter(database, tenant, {
      suggestion_id: idea.id,
      user_id: user.id,
      created_at: '2026-03-01T12:00:00Z',
    });
    await recountTenant(scope);
    const days = () =>
      database.pool
        .query(
          'select day, slot, votes_count from forum_days where forum_id = $1 and votes_count <> 0 order by day, slot',
          [forum.id],
        )
        .then(({ rows }) => rows as unknown[]);
    expect(await days()).toEqual([{ day: '2026-03-01', slot: 0, votes_count: 1 }]);
    await database.pool.query(
      'update forum_days set slot = 7, votes_count = 3 where forum_id = $1 and votes_count <> 0',
      [forum.id],
    );
    await insertRow(database, 'forum_days', {
      subdomain_id: tenant.id,
      forum_id: forum.id,
      day: '2026-03-01',
      category_id: '0',
      slot: 2,
      votes_count: -2,
    });
    expect(await drift()).toEqual([]);
    expect(await days()).toEqual([{ day: '2026-03-01', slot: 0, votes_count: 1 }]);
  });

  test('the migration that takes spam out of what is supported finds what a recount finds', async () => {
    const account = await buildAccount(database, tenant);
    const user = await buildUser(database, tenant, { account_id: account.id });
    for (const state of ['spam', 'approved'])
      await buildSupporter(database, tenant, {
        suggestion_id: (await buildSuggestion(database, tenant, { state })).id,
        user_id: user.id,
      });
    await recountTenant(scope);
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      // as they were counted before
      await client.query('update users set supported_suggestions_count = 2 where id = $1', [user.id]);
      await client.query('update external_accounts set supported_ideas_count = 2 where id = $1', [
        account.id,
      ]);
      await client.query(
        readFileSync(join(import.meta.dirname, '../../db/migrations/0035_spam_supports_nothing.sql'), 'utf8'),
      );
      const { rows } = await client.query(
        'select u.supported_suggestions_count as person, a.supported_ideas_count as account from users u join external_accounts a on a.id = u.account_id where u.id = $1',
        [user.id],
      );
      expect(rows).toEqual([{ person: 1, account: 1 }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('finds and reports every kind of wrong number, and a second one finds nothing', async () => {
    const account = await buildAccount(database, tenant, { revenue_cents: '500' });
    const user = await buildUser(database, tenant, { account_id: account.id });
    const idea = await buildSuggestion(database, tenant, { votes_count: 99 });
    await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: user.id });
    await buildComment(database, tenant, { suggestion_id: idea.id, is_admin_comment: true });
    await buildComment(database, tenant, { suggestion_id: idea.id, state: 'spam' });
    await buildNote(database, tenant, { suggestion_id: idea.id });
    await insertRow(database, 'internal_flags', {
      subdomain_id: tenant.id,
      suggestion_id: idea.id,
      reason: 'look',
    });
    await insertRow(database, 'suggestion_weeks', {
      subdomain_id: tenant.id,
      suggestion_id: idea.id,
      week: '2020-01-06',
      votes_count: 3,
    });
    const found = await drift();
    expect(found.find((entry) => entry.table === 'suggestions' && entry.counter === 'votes_count')).toEqual({
      table: 'suggestions',
      counter: 'votes_count',
      rows: 1,
      examples: [{ id: idea.id, before: 99, after: 1 }],
    });
    expect(new Set(found.map((entry) => entry.table))).toEqual(
      new Set([
        'suggestions',
        'suggestion_accounts',
        'suggestion_weeks',
        'users',
        'external_accounts',
        'forums',
        'forum_days',
      ]),
    );
    expect(await ideaRow(idea.id)).toMatchObject({
      votes_count: 1,
      comments_count: 1,
      notes_count: 1,
      internal_flags_count: 1,
      has_response: true,
      supporter_revenue_cents: '500',
    });
    expect(await drift()).toEqual([]);
    expect(
      await row(
        "select details -> 'drift' is not null as noted from audit_entries where subdomain_id = $1 and action = 'recount'",
        tenant.id,
      ),
    ).toEqual({ noted: true });
  });

  test('touches the ideas named, and no other tenant [PERM-050]', async () => {
    const [mine, spared] = [
      await buildSuggestion(database, tenant, { votes_count: 5 }),
      await buildSuggestion(database, tenant, { votes_count: 5 }),
    ];
    const other = await buildTenant(database);
    const foreign = await buildSuggestion(database, other, { votes_count: 5 });
    await scope.write((tx) => recountSuggestions(tx, tenant.id, [mine.id, foreign.id]));
    expect([
      (await ideaRow(mine.id))['votes_count'],
      (await ideaRow(spared.id))['votes_count'],
      (await ideaRow(foreign.id))['votes_count'],
    ]).toEqual([0, 5, 5]);
    await scope.write((tx) => recountSuggestions(tx, tenant.id, 'all'));
    expect([(await ideaRow(spared.id))['votes_count'], (await ideaRow(foreign.id))['votes_count']]).toEqual([
      0, 5,
    ]);
  });
});
