import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { recountTenant } from '../../server/domain/ideas/recount.ts';
import { benchScope } from '../generate.ts';
import { startServer } from '../server.ts';
import { conclude, seconds, signIn, withWorkspace, type Member } from './members.ts';

const CLIENTS = 12;
/** Deadlocks are looked for by the database after a second; no one may wait for as long as that costs. */
const BAR_MS = 2_000;

/** Mixed writes to the same few ideas by many at once: none waits for another in a circle, and the counters agree with their rows. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      writes: { type: 'string', default: '2000' },
      ideas: { type: 'string', default: '10' },
      log: { type: 'boolean', default: false },
      kinds: { type: 'string' },
    },
  });
  const [count, few] = [Number(values.writes), Number(values.ideas)];
  await withWorkspace(async ({ url, pool, sid, cluster }) => {
    console.log(
      `${count.toLocaleString('en')} writes of ${CLIENTS} clients to ${few} ideas: votes, labels, categories, forums, statuses, owners, comments, accounts, merges; expected: no deadlock, none slower than ${seconds(BAR_MS)}, every counter as its rows`,
    );
    const server = await startServer(url);
    try {
      const members = await signIn(pool, server.port, 2);
      for (const member of members) await member.refreshToken();
      const idsOf = async (text: string): Promise<string[]> =>
        (await pool.query<{ id: string }>(text, [sid])).rows.map(({ id }) => id);
      const ideas = (
        await idsOf(
          "select id::text as id from suggestions where subdomain_id = $1 and state in ('published', 'approved') order by id",
        )
      ).slice(0, few);
      const forums = (
        await idsOf(
          "select id::text as id from forums where subdomain_id = $1 and state = 'open' order by id",
        )
      ).slice(0, 2);
      const statuses = (
        await idsOf('select id::text as id from statuses where subdomain_id = $1 order by id')
      ).slice(0, 3);
      const labels = (
        await idsOf(
          "select id::text as id from labels where subdomain_id = $1 and state = 'active' order by id",
        )
      ).slice(0, 4);
      const people = (
        await idsOf(
          "select id::text as id from users where subdomain_id = $1 and license_type = 'none' order by id",
        )
      ).slice(0, 30);
      const accounts = (
        await idsOf('select id::text as id from external_accounts where subdomain_id = $1 order by id')
      ).slice(0, 4);
      const owners = (
        await idsOf(
          "select id::text as id from users where subdomain_id = $1 and license_type in ('owner', 'full') order by id",
        )
      ).slice(0, 3);
      for (const [what, list] of Object.entries({
        ideas,
        forums,
        statuses,
        labels,
        people,
        accounts,
        owners,
      }))
        if (list.length < 2) throw new Error(`There are too few ${what} to meet at.`);
      const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
      const some = (list: readonly string[], most: number): string[] =>
        [...list].sort(() => Math.random() - 0.5).slice(0, 1 + Math.floor(Math.random() * most));
      const there = async (table: 'comments' | 'feedback_records', most: number): Promise<string[]> =>
        idsOf(
          `select id::text as id from ${table} where subdomain_id = $1 and suggestion_id = any('{${ideas.join(',')}}'::bigint[]) order by random() limit ${most}`,
        );
      const undoable: string[] = [];
      const WRITES: Record<
        string,
        () => [string, Record<string, unknown>] | Promise<[string, Record<string, unknown>]>
      > = {
        vote: () => [
          'mutation ($idea: ID!, $user: ID!, $on: Boolean!) { suggestion_admin_subscribe(id: $idea, user: $user, subscribe: $on) { id } }',
          { idea: one(ideas), user: one(people), on: Math.random() < 0.5 },
        ],
        labels: () => [
          'mutation ($idea: ID!, $add: [ID!], $remove: [ID!]) { suggestion_labels_update(id: $idea, add: $add, remove: $remove) { id } }',
          { idea: one(ideas), add: [one(labels)], remove: [] },
        ],
        bulk_label: () => {
          const label = one(labels);
          const isOn = Math.random() < 0.5;
          return [
            'mutation ($ids: [ID!], $add: [ID!], $remove: [ID!]) { suggestions_bulk_label(ids: $ids, add: $add, remove: $remove) { undo_id } }',
            { ids: some(ideas, 6), add: isOn ? [label] : [], remove: isOn ? [] : [label] },
          ];
        },
        bulk_status: () => [
          'mutation ($ids: [ID!], $status: ID) { suggestions_bulk_status(ids: $ids, status: $status, notify_supporters: false) { undo_id } }',
          { ids: some(ideas, 6), status: one(statuses) },
        ],
        bulk_forum: () => [
          'mutation ($ids: [ID!], $forum: ID!) { suggestions_bulk_forum(ids: $ids, forum: $forum) { undo_id } }',
          { ids: some(ideas, 6), forum: one(forums) },
        ],
        bulk_assign: () => [
          'mutation ($ids: [ID!], $owner: ID) { suggestions_bulk_assign(ids: $ids, assigned_owner: $owner) { undo_id } }',
          { ids: some(ideas, 6), owner: one(owners) },
        ],
        comment: () => [
          'mutation ($idea: ID!) { comment_create(body: "Me too", links: { suggestion: $idea }) { id } }',
          { idea: one(ideas) },
        ],
        account: () => [
          'mutation ($user: ID!, $account: ID) { user_update(id: $user, crm_account: $account) { id } }',
          { user: one(people), account: one(accounts) },
        ],
        score: () => [
          'mutation ($user: ID!, $score: Int) { user_update(id: $user, satisfaction_score: $score) { id } }',
          { user: one(people), score: Math.floor(Math.random() * 11) },
        ],
        block: () => [
          'mutation ($user: ID!, $on: Boolean!) { user_block(id: $user, blocked: $on) { id } }',
          { user: one(people), on: Math.random() < 0.3 },
        ],
        vote_removed: () => [
          'mutation ($idea: ID!, $user: ID!) { supporter_delete(suggestion: $idea, user: $user) { id } }',
          { idea: one(ideas), user: one(people) },
        ],
        feedback: () => [
          'mutation ($idea: ID!, $user: ID!) { feedback_record_create(body: "They said so", channel: "email", links: { suggestion: $idea, user: $user }) { id } }',
          { idea: one(ideas), user: one(people) },
        ],
        feedback_moved: async () => [
          'mutation ($id: ID!, $idea: ID!, $user: ID!) { feedback_record_update(id: $id, body: "They said more", links: { suggestion: $idea, user: $user }) { id } }',
          { id: (await there('feedback_records', 1))[0] ?? '1', idea: one(ideas), user: one(people) },
        ],
        feedback_deleted: async () => [
          'mutation ($id: ID!) { feedback_record_delete(id: $id) { id } }',
          { id: (await there('feedback_records', 1))[0] ?? '1' },
        ],
        comments_spam: async () => [
          'mutation ($ids: [ID!]!) { comments_bulk_spam(ids: $ids) { undo_id } }',
          { ids: await there('comments', 5) },
        ],
        comments_approved: async () => [
          'mutation ($ids: [ID!]!) { comments_bulk_approve(ids: $ids) { undo_id } }',
          { ids: await there('comments', 5) },
        ],
        comment_moved: async () => [
          'mutation ($id: ID!, $idea: ID!) { comment_update(id: $id, body: "Me as well", links: { suggestion: $idea }) { id } }',
          { id: (await there('comments', 1))[0] ?? '1', idea: one(ideas) },
        ],
        moved: () => [
          'mutation ($id: ID!, $forum: ID!) { suggestion_update(id: $id, forum_id: $forum) { id } }',
          { id: one(ideas), forum: one(forums) },
        ],
        spam: () => [
          'mutation ($ids: [ID!]) { suggestions_bulk_spam(ids: $ids) { undo_id } }',
          { ids: some(ideas, 2) },
        ],
        approve: () => [
          'mutation ($ids: [ID!]) { suggestions_bulk_approve(ids: $ids) { undo_id } }',
          { ids: some(ideas, 6) },
        ],
        deleted: () => [
          'mutation ($ids: [ID!]) { suggestions_bulk_delete(ids: $ids) { undo_id } }',
          { ids: some(ideas, 2) },
        ],
        restored: () => ['mutation ($id: ID!) { suggestion_restore(id: $id) { id } }', { id: one(ideas) }],
        undo: () => ['mutation ($id: ID!) { bulk_undo(id: $id) { undo_id } }', { id: undoable.pop() ?? '1' }],
        status: () => [
          'mutation ($idea: ID!, $status: ID!) { status_update_create(links: { suggestion: $idea, status: $status }, notify_supporters: false) { id } }',
          { idea: one(ideas), status: one(statuses) },
        ],
        merge: () => {
          const [winner, ...losers] = some(ideas, 3);
          return losers.length === 0
            ? WRITES['vote']!()
            : [
                'mutation ($winner: ID!, $losers: [ID!]!) { suggestion_merge(winner: $winner, losers: $losers) { id } }',
                { winner, losers },
              ];
        },
        unmerge: () => [
          'mutation ($ids: [ID!]!) { suggestion_unmerge(ids: $ids) { id } }',
          { ids: some(ideas, 2) },
        ],
      };
      const kinds = values.kinds?.split(',') ?? Object.keys(WRITES);
      const refusals = new Map<string, number>();
      let next = 0;
      let slowest = 0;
      let taken = 0;
      const client = async (member: Member): Promise<void> => {
        while (next < count) {
          const kind = kinds[(next += 1) % kinds.length]!;
          const [query, variables] = await WRITES[kind]!();
          const began = performance.now();
          const { data, errors } = await member.ask<Record<string, { undo_id?: string | null } | null>>(
            query,
            variables,
            randomUUID(),
          );
          slowest = Math.max(slowest, performance.now() - began);
          if (errors)
            refusals.set(
              `${kind}: ${errors[0]!.message}`,
              (refusals.get(`${kind}: ${errors[0]!.message}`) ?? 0) + 1,
            );
          else taken += 1;
          for (const made of Object.values(data ?? {})) if (made?.undo_id) undoable.push(made.undo_id);
        }
      };
      const deadlocks = async (): Promise<number> =>
        (
          await pool.query<{ n: number }>(
            'select deadlocks::int as n from pg_stat_database where datname = current_database()',
          )
        ).rows[0]!.n;
      const began = performance.now();
      await Promise.all(
        Array.from({ length: CLIENTS }, (_client, n) => client(members[n % members.length]!)),
      );
      const took = performance.now() - began;
      for (const [refusal, times] of [...refusals].toSorted((a, b) => b[1] - a[1]).slice(0, 12))
        console.log(`  refused ${times} times: ${refusal}`);
      if (values.log)
        console.log(
          readFileSync(`${cluster.dataDir}/pg.log`, 'utf8')
            .split('\n')
            .filter((_line, n, all) =>
              all.slice(Math.max(0, n - 30), n + 1).some((line) => /deadlock detected/.test(line)),
            )
            .join('\n'),
        );
      const circles = await deadlocks();
      const { entries } = await recountTenant(benchScope(pool, sid));
      conclude(
        `${taken} taken in ${seconds(took)}, ${circles} deadlocks, slowest ${seconds(slowest)}, ${entries.length} wrong counters`,
        circles === 0 && slowest <= BAR_MS && entries.length === 0 && taken > count / 3,
      );
    } finally {
      await server.close();
    }
  });
}
