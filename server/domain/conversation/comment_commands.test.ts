import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAdmin,
  buildAttachment,
  buildComment,
  buildStatus,
  buildSuggestion,
  buildTenant,
  buildUser,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { recountTenant } from '../ideas/recount.ts';

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let admin: Awaited<ReturnType<typeof buildUser>>;
let idea: Awaited<ReturnType<typeof buildSuggestion>>;
let api: TestApi;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database);
  admin = await buildAdmin(database, tenant);
  idea = await buildSuggestion(database, tenant);
  api = await testApi(database, viewerOf(tenant, admin));
  await recountTenant(api.scope);
});

async function rows<T = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await database.pool.query(text, values)).rows as T[];
}
const numbers = async (id: string) =>
  (await rows('select comments_count, has_response from suggestions where id = $1', id))[0];
const drift = async () => (await recountTenant(api.scope)).entries;

interface Comment {
  id: string;
  updated_at: string;
  [field: string]: unknown;
}
const FIELDS =
  'id body body_mime_type state channel is_admin_comment updated_at created_by { id } suggestion { id comments_count }';
const CREATE = `mutation ($body: String!, $links: CommentCreateLinks!, $body_mime_type: String, $attachment_tokens: [String!], $subscribe: Boolean) {
  comment_create(body: $body, links: $links, body_mime_type: $body_mime_type, attachment_tokens: $attachment_tokens, subscribe: $subscribe) { ${FIELDS} }
}`;
const UPDATE = `mutation ($id: ID!, $body: String!, $links: CommentLinks, $attachment_tokens: [String!], $subscribe: Boolean, $if_updated_at: String) {
  comment_update(id: $id, body: $body, links: $links, attachment_tokens: $attachment_tokens, subscribe: $subscribe, if_updated_at: $if_updated_at) { ${FIELDS} }
}`;
const create = async (variables: Record<string, unknown> = {}): Promise<Comment> =>
  (
    await api.data<{ comment_create: Comment }>(CREATE, {
      body: 'Soon',
      links: { suggestion: idea.id },
      ...variables,
    })
  ).comment_create;
const update = async (variables: Record<string, unknown>): Promise<Comment> =>
  (await api.data<{ comment_update: Comment }>(UPDATE, { body: 'Soon', ...variables })).comment_update;
const call = (name: string, id: string, fields = 'id') =>
  api.data(`mutation ($id: ID!) { ${name}(id: $id) { ${fields} } }`, { id });
const refusal = async (document: string, variables: Record<string, unknown>) => {
  const { errors } = await api.run(document, variables);
  return { message: errors![0]!.message, ...errors![0]!.extensions };
};

describe('comment_create', () => {
  test("[DEC-120] writes the team's public comment and counts as a response", async () => {
    const file = await buildAttachment(database, tenant, { uploader_id: admin.id });
    const answer = await api.run(CREATE, {
      body: '<p>Soon <img src=x onerror=alert(1)></p>',
      body_mime_type: 'text/html',
      links: { suggestion: idea.id },
      attachment_tokens: [file.token],
      subscribe: true,
    });
    const comment = (answer.data as { comment_create: Comment }).comment_create;
    expect(comment).toMatchObject({
      body: '<p>Soon </p>',
      body_mime_type: 'text/html',
      state: 'approved',
      channel: 'admin',
      is_admin_comment: true,
      created_by: { id: admin.id },
      suggestion: { id: idea.id, comments_count: 1 },
    });
    expect(answer.extensions!.changes).toMatchObject({ comment: 'create', suggestion: 'update' });
    expect(
      await rows('select kind, comment_id from activity_entries where suggestion_id = $1', idea.id),
    ).toEqual([{ kind: 'comment_created', comment_id: comment.id }]);
    expect(await numbers(idea.id)).toEqual({ comments_count: 1, has_response: true });
    expect(await rows('select comment_id as id from attachments where id = $1', file.id)).toEqual([
      { id: comment.id },
    ]);
    expect(await drift()).toEqual([]);
  });

  test('[DEC-132] staff may comment and add voters on a status that takes neither from end users', async () => {
    const closed = await buildStatus(database, tenant, { is_open: false, allow_comments: false });
    await database.pool.query("update suggestions set status_id = $2, state = 'closed' where id = $1", [
      idea.id,
      closed.id,
    ]);
    await create();
    await api.data(
      'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user, channel: "admin", subscribe: true) { id } }',
      { id: idea.id, user: admin.id },
    );
    expect(await rows('select votes_count, comments_count from suggestions where id = $1', idea.id)).toEqual([
      { votes_count: 1, comments_count: 1 },
    ]);
  });

  test('[VALID-045, VALID-047] body and idea are required; an idea that was merged takes nothing more', async () => {
    expect(await refusal(CREATE, { body: '', links: { suggestion: idea.id } })).toMatchObject({
      field: 'body',
      reason: 'required',
    });
    expect(await refusal('mutation { comment_create(body: "x", links: {}) { id } }', {})).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await database.pool.query("update suggestions set state = 'merged' where id = $1", [idea.id]);
    expect(await refusal(CREATE, { body: 'x', links: { suggestion: idea.id } })).toMatchObject({
      field: 'links.suggestion',
      reason: 'merged',
    });
  });

  test('the same request twice at once with one Idempotency-Key makes one comment', async () => {
    await Promise.all(
      [1, 2, 3].map(() => api.run(CREATE, { body: 'Once', links: { suggestion: idea.id } }, { key: 'k' })),
    );
    expect(await numbers(idea.id)).toMatchObject({ comments_count: 1 });
  });
});

describe('comment_update', () => {
  test('[CALL-M-003, ENT-017, VALID-069, DEC-100] moves to another idea, recounts both, changes author and subscribes them', async () => {
    const other = await buildSuggestion(database, tenant);
    const customer = await buildUser(database, tenant);
    await recountTenant(api.scope);
    const comment = await create();
    expect(await refusal(UPDATE, { id: comment.id, body: '  ' })).toMatchObject({
      field: 'body',
      reason: 'required',
    });
    expect(
      await refusal(
        'mutation ($id: ID!, $user: ID!) { comment_update(id: $id, links: { user: $user }) { id } }',
        { id: comment.id, user: customer.id },
      ),
    ).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await rows('select body, creator_id from comments where id = $1', comment.id)).toEqual([
      { body: 'Soon', creator_id: admin.id },
    ]);
    expect(
      await update({
        id: comment.id,
        body: 'Later',
        links: { suggestion: other.id, user: customer.id },
        subscribe: true,
      }),
    ).toMatchObject({
      body: 'Later',
      is_admin_comment: false,
      created_by: { id: customer.id },
      suggestion: { id: other.id, comments_count: 1 },
    });
    expect([await numbers(idea.id), await numbers(other.id)]).toEqual([
      { comments_count: 0, has_response: false },
      { comments_count: 1, has_response: false },
    ]);
    expect(
      await rows('select suggestion_id from activity_entries where comment_id = $1', comment.id),
    ).toEqual([{ suggestion_id: other.id }]);
    expect(
      await rows('select suggestion_id, subscribed from subscriptions where user_id = $1', customer.id),
    ).toEqual([{ suggestion_id: other.id, subscribed: true }]);
    expect(await drift()).toEqual([]);
  });

  test('a comment that is held back moves without being counted', async () => {
    const other = await buildSuggestion(database, tenant);
    const held = await buildComment(database, tenant, { suggestion_id: idea.id, state: 'pending' });
    await recountTenant(api.scope);
    await update({ id: held.id, links: { suggestion: other.id } });
    expect(await numbers(other.id)).toMatchObject({ comments_count: 0 });
    expect(await drift()).toEqual([]);
  });

  test('the second of two editors is told and shown the comment as it stands', async () => {
    const comment = await create();
    await update({ id: comment.id, body: 'First', if_updated_at: comment.updated_at });
    expect(
      await refusal(UPDATE, { id: comment.id, body: 'Second', if_updated_at: comment.updated_at }),
    ).toMatchObject({ reason: 'changed', current: { id: comment.id, body: 'First' } });
  });
});

describe('comment_delete, comment_spam and comment_restore', () => {
  test('[CALL-M-005, STATE-050] spam is marked, counts no more, and can be taken back', async () => {
    const comment = await create();
    expect(await call('comment_spam', comment.id, 'id state')).toEqual({
      comment_spam: { id: comment.id, state: 'spam' },
    });
    await call('comment_spam', comment.id);
    expect(await numbers(idea.id)).toEqual({ comments_count: 0, has_response: false });
    expect(await drift()).toEqual([]);
    expect(await call('comment_restore', comment.id, 'id state')).toEqual({
      comment_restore: { id: comment.id, state: 'approved' },
    });
    expect(await numbers(idea.id)).toEqual({ comments_count: 1, has_response: true });
    expect(await drift()).toEqual([]);
  });

  test('[CALL-M-004, STATE-051] a deleted comment is gone, and comes back as it was', async () => {
    const comment = await create();
    await call('comment_spam', comment.id);
    expect(await call('comment_delete', comment.id)).toEqual({ comment_delete: { id: comment.id } });
    expect(
      (
        await api.data<{ comment: unknown }>('query ($id: ID!) { comment(id: $id) { id } }', {
          id: comment.id,
        })
      ).comment,
    ).toBeNull();
    expect(await refusal(UPDATE, { id: comment.id, body: 'x' })).toMatchObject({
      field: 'id',
      reason: 'not_found',
    });
    expect(await call('comment_restore', comment.id, 'id state')).toEqual({
      comment_restore: { id: comment.id, state: 'spam' },
    });
    expect(await call('comment_restore', comment.id, 'id state')).toEqual({
      comment_restore: { id: comment.id, state: 'approved' },
    });
    expect(
      await refusal('mutation ($id: ID!) { comment_restore(id: $id) { id } }', { id: comment.id }),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
    expect(await drift()).toEqual([]);
  });
});
