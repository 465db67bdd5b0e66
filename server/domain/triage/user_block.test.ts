import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../core/command.ts';
import {
  buildAccount,
  buildAdmin,
  buildComment,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { pruneUndoTask } from '../undo/undo.ts';
import { userBlock } from './user_block.ts';

let database: TestDatabase;
let w: TestWorkspace;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

const BLOCK =
  'mutation ($id: ID!, $blocked: Boolean!) { user_block(id: $id, blocked: $blocked) { id allowed_state } }';
const block = (id: string, blocked = true) => w.api.data(BLOCK, { id, blocked });

/** A customer with all that they can give, beside another one. */
async function buildBusy() {
  const account = await buildAccount(database, w.tenant, { revenue_cents: '500' });
  const person = await buildUser(database, w.tenant, { account_id: account.id, satisfaction_score: 9 });
  const other = await buildUser(database, w.tenant);
  const [own, foreign, merged] = [
    await buildSuggestion(database, w.tenant, { creator_id: person.id }),
    await buildSuggestion(database, w.tenant, { creator_id: other.id }),
    await buildSuggestion(database, w.tenant, { creator_id: person.id, state: 'merged' }),
  ];
  await buildSupporter(database, w.tenant, { suggestion_id: own.id, user_id: person.id });
  await buildSupporter(database, w.tenant, { suggestion_id: foreign.id, user_id: person.id, votes: 3 });
  await buildSupporter(database, w.tenant, { suggestion_id: foreign.id, user_id: other.id });
  await buildSubscription(database, w.tenant, {
    suggestion_id: foreign.id,
    user_id: person.id,
    subscribed: false,
  });
  const comments = [
    await buildComment(database, w.tenant, {
      suggestion_id: foreign.id,
      creator_id: person.id,
      state: 'published',
    }),
    await buildComment(database, w.tenant, {
      suggestion_id: foreign.id,
      creator_id: person.id,
      state: 'pending',
    }),
    await buildComment(database, w.tenant, {
      suggestion_id: foreign.id,
      creator_id: person.id,
      state: 'deleted',
    }),
    await buildComment(database, w.tenant, { suggestion_id: own.id, creator_id: other.id }),
  ];
  await w.drift();
  return { person, own, foreign, merged, comments };
}

/** What the workspace holds of votes and states, and the numbers of the ideas. */
async function picture() {
  const parts = await Promise.all([
    w.rows(
      'select id::text, state, votes_count, supporters_count, comments_count, supporter_revenue_cents::text as money, satisfaction_promoter_count from suggestions where subdomain_id = $1 order by id',
      w.tenant.id,
    ),
    w.rows('select id::text, state from comments where subdomain_id = $1 order by id', w.tenant.id),
    w.rows(
      'select suggestion_id::text, user_id::text, votes, channel from supporters where subdomain_id = $1 order by 1, 2',
      w.tenant.id,
    ),
    w.rows(
      'select suggestion_id::text, user_id::text, subscribed from subscriptions where subdomain_id = $1 order by 1, 2',
      w.tenant.id,
    ),
  ]);
  return { ideas: parts[0], comments: parts[1], votes: parts[2], subscriptions: parts[3] };
}

describe('user_block', () => {
  test('[DEC-038] takes votes, and marks ideas and comments as spam; unblocking gives all of it back', async () => {
    const { person, own, foreign, merged, comments } = await buildBusy();
    const before = await picture();
    expect(await block(person.id)).toEqual({ user_block: { id: person.id, allowed_state: 'blocked' } });
    const during = await picture();
    expect(
      during.ideas.map((idea) => [
        idea['id'],
        idea['state'],
        idea['votes_count'],
        idea['comments_count'],
        idea['money'],
      ]),
    ).toEqual([
      [own.id, 'spam', 0, 1, '0'],
      [foreign.id, 'approved', 1, 0, '0'],
      [merged.id, 'merged', 0, 0, '0'],
    ]);
    expect(during.comments.map((comment) => comment['state'])).toEqual([
      'spam',
      'spam',
      'deleted',
      'approved',
    ]);
    expect(during.votes.map((vote) => vote['user_id'])).not.toContain(person.id);
    expect(during.subscriptions).toEqual([]);
    expect(comments).toHaveLength(4);
    expect(await w.drift()).toEqual([]);

    await block(person.id);
    expect(await block(person.id, false)).toEqual({
      user_block: { id: person.id, allowed_state: 'allowed' },
    });
    expect(await picture()).toEqual(before);
    expect(await w.drift()).toEqual([]);
    expect(
      (
        await w.rows<{ action: string }>(
          'select action from audit_entries where subject = $1 order by id',
          person.id,
        )
      ).map((entry) => entry.action),
    ).toEqual(['user_blocked', 'user_unblocked']);
  });

  test('what was approved or given again meanwhile stays as it is', async () => {
    const { person, own, foreign, comments } = await buildBusy();
    await block(person.id);
    await w.api.data(
      'mutation ($a: ID!, $b: ID!) { suggestion_approve(id: $a) { id } comment_delete(id: $b) { id } }',
      { a: own.id, b: comments[0]!.id },
    );
    expect(
      await refusal(
        w.api,
        'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user) { id } }',
        { id: foreign.id, user: person.id },
      ),
    ).toMatchObject({ field: 'user', reason: 'blocked' });
    await block(person.id, false);
    expect(await w.rows('select state from suggestions where id = $1', own.id)).toEqual([
      { state: 'approved' },
    ]);
    expect(
      await w.rows(
        'select state from comments where id = any($1) order by id',
        comments.map((comment) => comment.id),
      ),
    ).toEqual(['deleted', 'pending', 'deleted', 'approved'].map((state) => ({ state })));
    expect(await w.drift()).toEqual([]);
  });

  test('two who block at once leave nothing behind that unblocking does not give back', async () => {
    const { person } = await buildBusy();
    const before = await picture();
    const second = await testApi(database, viewerOf(w.tenant, await buildAdmin(database, w.tenant)));
    await Promise.all([w.api, second].map((api) => api.data(BLOCK, { id: person.id, blocked: true })));
    expect(await w.drift()).toEqual([]);
    await block(person.id, false);
    expect(await picture()).toEqual(before);
    expect(await w.drift()).toEqual([]);
  });

  test('after 30 days somebody is let in again without what the block took', async () => {
    const { person } = await buildBusy();
    await block(person.id);
    await w.rows(
      "update undo_entries set created_at = now() - interval '31 days' where subdomain_id = $1",
      w.tenant.id,
    );
    await pruneUndoTask.run(
      { subdomain_id: w.tenant.id } as never,
      { scope: w.api.scope, signal: new AbortController().signal } as never,
    );
    expect(await block(person.id, false)).toEqual({
      user_block: { id: person.id, allowed_state: 'allowed' },
    });
    expect((await picture()).votes.map((vote) => vote['user_id'])).not.toContain(person.id);
    expect(await w.drift()).toEqual([]);
  });

  test('nobody blocks themselves or the owner; the team is blocked by who keeps the settings', async () => {
    const owner = await buildAdmin(database, w.tenant, { license_type: 'owner' });
    const colleague = await buildAdmin(database, w.tenant);
    expect(await refusal(w.api, BLOCK, { id: w.admin.id, blocked: true })).toMatchObject({
      field: 'id',
      reason: 'self',
    });
    expect(await refusal(w.api, BLOCK, { id: owner.id, blocked: true })).toMatchObject({
      field: 'id',
      reason: 'owner',
    });
    expect(
      await refusal(await w.as({ settings: 'none' }), BLOCK, { id: colleague.id, blocked: true }),
    ).toMatchObject({ field: 'id', reason: 'team' });
    const customer = await buildUser(database, w.tenant);
    await (await w.as({ settings: 'none' })).data(BLOCK, { id: customer.id, blocked: true });
    await block(colleague.id);
    expect(
      await w.rows(
        'select id::text from users where subdomain_id = $1 and allowed_state = $2 order by id',
        w.tenant.id,
        'blocked',
      ),
    ).toEqual([{ id: colleague.id }, { id: customer.id }]);
  });

  test('sessions of somebody who is blocked end in the same transaction', async () => {
    const colleague = await buildAdmin(database, w.tenant);
    await w.rows(
      "insert into sessions (subdomain_id, secret_hash, user_id, expires_at) values ($1, decode(md5($2), 'hex'), $2::bigint, now() + interval '1 day')",
      w.tenant.id,
      colleague.id,
    );
    await runCommand(userBlock, w.api.scope, { id: colleague.id, blocked: true });
    expect(await w.rows('select 1 from sessions where user_id = $1', colleague.id)).toEqual([]);
  });
});

test('[DEC-038] a block stands in the list of actions with its person, until they are let in again', async () => {
  const person = await buildUser(database, w.tenant, { name: 'Loud Larry' });
  await block(person.id);
  const entries = async () =>
    (
      await w.api.data<{ undo_entries: unknown[] }>(
        '{ undo_entries { command undo_with record_id person title } }',
      )
    ).undo_entries;
  expect(await entries()).toEqual([
    {
      command: 'user_block',
      undo_with: 'user_block',
      record_id: person.id,
      person: 'Loud Larry',
      title: null,
    },
  ]);
  await block(person.id, false);
  expect(await entries()).toEqual([]);
});
