import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildAdmin,
  buildForum,
  buildLabel,
  buildSuggestion,
  buildSupporter,
  buildTenant,
  buildUser,
  insertRow,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { recountTenant } from '../ideas/recount.ts';

let database: TestDatabase;
let tenant: Awaited<ReturnType<typeof buildTenant>>;
let admin: Awaited<ReturnType<typeof buildUser>>;
let forum: Awaited<ReturnType<typeof buildForum>>;
let api: TestApi;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenant = await buildTenant(database);
  admin = await buildAdmin(database, tenant);
  forum = await buildForum(database, tenant);
  api = await testApi(database, viewerOf(tenant, admin));
});

async function rows<T = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await database.pool.query(text, values)).rows as T[];
}
const drift = async () => (await recountTenant(api.scope)).entries;
const ideas = (count: number, values = {}) =>
  Promise.all(
    Array.from({ length: count }, () => buildSuggestion(database, tenant, { forum_id: forum.id, ...values })),
  );
const refusal = async (document: string, variables: Record<string, unknown> = {}) => {
  const { errors } = await api.run(document, variables);
  return { message: errors![0]!.message, ...errors![0]!.extensions };
};
const labelsOf = async (id: string) =>
  (
    await rows<{ label_id: string }>(
      'select label_id from suggestion_labels where suggestion_id = $1 order by label_id',
      id,
    )
  ).map((row) => row.label_id);
const openIdeas = async () =>
  (await api.data<{ suggestions: { total_records: number } }>('{ suggestions { total_records } }'))
    .suggestions.total_records;

interface Bulk {
  changed_count: number;
  skipped_count: number;
  undo_id: string | null;
}
const SELECTION = '$ids: [ID!], $select_all: Boolean, $filter: SuggestionFilter, $exclude_ids: [ID!]';
const SELECTED = 'ids: $ids, select_all: $select_all, filter: $filter, exclude_ids: $exclude_ids';
const bulk = async (name: string, variables: Record<string, unknown>): Promise<Bulk> => {
  const [further, given] =
    name === 'suggestions_bulk_assign'
      ? [', $owner: ID', ', assigned_owner: $owner']
      : name === 'suggestions_bulk_label'
        ? [', $add: [ID!], $remove: [ID!]', ', add: $add, remove: $remove']
        : ['', ''];
  const data = await api.data<Record<string, Bulk>>(
    `mutation (${SELECTION}${further}) { ${name}(${SELECTED}${given}) { changed_count skipped_count undo_id } }`,
    variables,
  );
  return data[name]!;
};
const undo = async (id: string | null): Promise<Bulk> =>
  (
    await api.data<{ bulk_undo: Bulk }>(
      'mutation ($id: ID!) { bulk_undo(id: $id) { changed_count skipped_count undo_id } }',
      { id },
    )
  ).bulk_undo;

describe('one idea', () => {
  const ASSIGN =
    'mutation ($id: ID!, $owner: ID, $if_updated_at: String) { suggestion_assign(id: $id, assigned_owner: $owner, if_updated_at: $if_updated_at) { updated_at assigned_owner { id } } }';

  test('[DEC-120] goes to a member of the team, or to nobody; not to an end user', async () => {
    const [idea] = await ideas(1);
    const [member, customer] = [await buildAdmin(database, tenant), await buildUser(database, tenant)];
    expect(await api.data(ASSIGN, { id: idea!.id, owner: member.id })).toMatchObject({
      suggestion_assign: { assigned_owner: { id: member.id } },
    });
    expect(await refusal(ASSIGN, { id: idea!.id, owner: customer.id })).toMatchObject({
      code: 'BAD_USER_INPUT',
      field: 'assigned_owner',
    });
    await recountTenant(api.scope);
    expect(await api.data(ASSIGN, { id: idea!.id, owner: null })).toMatchObject({
      suggestion_assign: { assigned_owner: null },
    });
    expect(await drift()).toEqual([]);
    expect(
      await refusal('mutation ($id: ID!) { suggestion_assign(id: $id) { id } }', { id: idea!.id }),
    ).toMatchObject({ field: 'assigned_owner', reason: 'required' });
    expect(
      await refusal(ASSIGN, { id: idea!.id, owner: member.id, if_updated_at: '2020-01-01T00:00:00.000Z' }),
    ).toMatchObject({ reason: 'changed', current: { id: idea!.id } });
  });

  test('[DEC-120, DEC-103] gets and loses labels; a label of other forums and an archived one are refused', async () => {
    const UPDATE =
      'mutation ($id: ID!, $add: [ID!], $remove: [ID!]) { suggestion_labels_update(id: $id, add: $add, remove: $remove) { labels { id } } }';
    const [idea] = await ideas(1);
    const [one, two, limited, archived] = [
      await buildLabel(database, tenant),
      await buildLabel(database, tenant),
      await buildLabel(database, tenant),
      await buildLabel(database, tenant, { state: 'archived' }),
    ];
    await insertRow(database, 'label_forums', {
      subdomain_id: tenant.id,
      label_id: limited.id,
      forum_id: (await buildForum(database, tenant)).id,
    });
    await recountTenant(api.scope);
    await api.data(UPDATE, { id: idea!.id, add: [one.id, two.id] });
    await api.data(UPDATE, { id: idea!.id, add: [one.id], remove: [two.id] });
    expect(await labelsOf(idea!.id)).toEqual([one.id]);
    expect(
      await rows(
        'select open_suggestions_count as n from labels where id = any(array[$1, $2]::bigint[]) order by array_position(array[$1, $2]::bigint[], id)',
        one.id,
        two.id,
      ),
    ).toEqual([{ n: 1 }, { n: 0 }]);
    for (const label of [limited, archived])
      expect(await refusal(UPDATE, { id: idea!.id, add: [label.id] })).toMatchObject({ field: 'add' });
    expect(await refusal(UPDATE, { id: idea!.id, add: [one.id], remove: [one.id] })).toMatchObject({
      field: 'remove',
    });
    expect(await refusal(UPDATE, { id: idea!.id })).toMatchObject({ field: 'add', reason: 'required' });
    expect(await drift()).toEqual([]);
  });
});

describe('many ideas', () => {
  test('are given to an owner and taken back, where nobody changed it since', async () => {
    const [member, next] = [await buildAdmin(database, tenant), await buildAdmin(database, tenant)];
    const [one, two, three] = await ideas(3);
    await database.pool.query('update suggestions set assigned_owner_id = $2 where id = $1', [
      three!.id,
      member.id,
    ]);
    await recountTenant(api.scope);
    const gone = await buildSuggestion(database, tenant, { state: 'deleted' });
    const answer = await bulk('suggestions_bulk_assign', {
      ids: [one!.id, two!.id, three!.id, gone.id, '999999999'],
      owner: member.id,
    });
    expect(answer).toMatchObject({ changed_count: 2, skipped_count: 3 });
    expect(
      await rows('select assigned_open_suggestions_count as n from users where id = $1', member.id),
    ).toEqual([{ n: 3 }]);
    expect(await drift()).toEqual([]);
    await database.pool.query('update suggestions set assigned_owner_id = $2 where id = $1', [
      two!.id,
      next.id,
    ]);
    expect(await undo(answer.undo_id)).toEqual({ changed_count: 1, skipped_count: 1, undo_id: null });
    expect(
      await rows(
        'select assigned_owner_id as o from suggestions where id = any(array[$1, $2, $3]::bigint[]) order by array_position(array[$1, $2, $3]::bigint[], id)',
        one!.id,
        two!.id,
        three!.id,
      ),
    ).toEqual([{ o: null }, { o: next.id }, { o: member.id }]);
    expect(
      await refusal('mutation ($id: ID!) { bulk_undo(id: $id) { changed_count } }', { id: answer.undo_id }),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
  });

  test('[DEC-104] all that a filter leaves but for some are labelled; the limit to forums holds; undo takes exactly that back', async () => {
    const other = await buildForum(database, tenant);
    const [one, two, three] = await ideas(3);
    const [elsewhere] = await ideas(1, { forum_id: other.id });
    const [label, limited, old] = [
      await buildLabel(database, tenant),
      await buildLabel(database, tenant),
      await buildLabel(database, tenant),
    ];
    await insertRow(database, 'label_forums', {
      subdomain_id: tenant.id,
      label_id: limited.id,
      forum_id: other.id,
    });
    for (const id of [one!.id, two!.id])
      await insertRow(database, 'suggestion_labels', {
        subdomain_id: tenant.id,
        suggestion_id: id,
        label_id: old.id,
      });
    await insertRow(database, 'suggestion_labels', {
      subdomain_id: tenant.id,
      suggestion_id: one!.id,
      label_id: label.id,
    });
    await recountTenant(api.scope);
    const answer = await bulk('suggestions_bulk_label', {
      select_all: true,
      filter: { forum: [forum.id, other.id] },
      exclude_ids: [three!.id],
      add: [label.id, limited.id],
      remove: [old.id],
    });
    expect(answer).toMatchObject({ changed_count: 3, skipped_count: 0 });
    expect([
      await labelsOf(one!.id),
      await labelsOf(two!.id),
      await labelsOf(three!.id),
      await labelsOf(elsewhere!.id),
    ]).toEqual([[label.id], [label.id], [], [label.id, limited.id]]);
    expect(await drift()).toEqual([]);
    await undo(answer.undo_id);
    expect([await labelsOf(one!.id), await labelsOf(two!.id), await labelsOf(elsewhere!.id)]).toEqual([
      [label.id, old.id].sort(),
      [old.id],
      [],
    ]);
    expect(await drift()).toEqual([]);
  });

  test('are deleted with their counts, and come back together or one by one', async () => {
    const customer = await buildUser(database, tenant, {
      account_id: (await buildAccount(database, tenant)).id,
    });
    const chosen = await ideas(4);
    for (const idea of chosen)
      await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: customer.id });
    await recountTenant(api.scope);
    const answer = await bulk('suggestions_bulk_delete', { ids: chosen.map((idea) => idea.id) });
    expect(answer).toMatchObject({ changed_count: 4, skipped_count: 0 });
    expect(await openIdeas()).toBe(0);
    expect(
      await rows('select supported_suggestions_count as n from users where id = $1', customer.id),
    ).toEqual([{ n: 0 }]);
    expect(await drift()).toEqual([]);
    await api.data('mutation ($id: ID!) { suggestion_restore(id: $id) { id } }', { id: chosen[0]!.id });
    expect(await openIdeas()).toBe(1);
    expect(await undo(answer.undo_id)).toMatchObject({ changed_count: 3, skipped_count: 1 });
    expect(
      await rows('select supported_suggestions_count as n from users where id = $1', customer.id),
    ).toEqual([{ n: 4 }]);
    expect(await drift()).toEqual([]);
    expect(
      await rows(
        "select 1 from audit_entries where subdomain_id = $1 and action = 'suggestions_bulk_delete'",
        tenant.id,
      ),
    ).toHaveLength(1);
  });

  test('[DEC-104] select all takes at most a thousand', async () => {
    await database.pool.query(
      `insert into suggestions (subdomain_id, title, forum_id, votes_count) select $1, 'Idea ' || n, $2, n from generate_series(1, 1010) n`,
      [tenant.id, forum.id],
    );
    await recountTenant(api.scope);
    expect(await bulk('suggestions_bulk_delete', { select_all: true })).toMatchObject({
      changed_count: 1000,
      skipped_count: 0,
    });
    expect(await openIdeas()).toBe(10);
    expect(await drift()).toEqual([]);
  });

  test('nothing chosen, too much named, and a bad filter are refused with their field', async () => {
    const DELETE = `mutation (${SELECTION}) { suggestions_bulk_delete(${SELECTED}) { changed_count } }`;
    expect(await refusal(DELETE)).toMatchObject({ field: 'ids', reason: 'required' });
    expect(
      await refusal(DELETE, { ids: Array.from({ length: 1001 }, (_, n) => String(n + 1)) }),
    ).toMatchObject({ field: 'ids' });
    expect(await refusal(DELETE, { ids: ['x'] })).toMatchObject({ field: 'ids' });
    expect(await refusal(DELETE, { select_all: true, filter: { forum: ['x'] } })).toMatchObject({
      field: 'filter.forum',
    });
    expect(await refusal(DELETE, { select_all: true, filter: { created_after: 'soon' } })).toMatchObject({
      field: 'filter.created_after',
    });
  });

  test('ideas of another workspace are passed over like unknown ones [PERM-050]', async () => {
    const other = await buildTenant(database);
    const foreign = await buildSuggestion(database, other);
    expect(await bulk('suggestions_bulk_delete', { ids: [foreign.id] })).toEqual({
      changed_count: 0,
      skipped_count: 1,
      undo_id: null,
    });
    expect(await rows('select state from suggestions where id = $1', foreign.id)).toEqual([
      { state: 'approved' },
    ]);
    await database.pool.query(
      "insert into undo_entries (subdomain_id, user_id, command, changes) values ($1, $2, 'suggestions_bulk_delete', $3)",
      [
        other.id,
        (await buildAdmin(database, other)).id,
        JSON.stringify([{ table: 'suggestions', id: foreign.id, before: { state: 'approved' } }]),
      ],
    );
    const [{ id }] = (await rows('select id from undo_entries where subdomain_id = $1', other.id)) as [
      { id: string },
    ];
    expect(
      await refusal('mutation ($id: ID!) { bulk_undo(id: $id) { changed_count } }', { id }),
    ).toMatchObject({ field: 'id', reason: 'not_found' });
  });
});
