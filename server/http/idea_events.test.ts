import { expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../contract/permissions.ts';
import { buildNote, buildStatus, buildSuggestion, buildUser } from '../db/builders.ts';
import type { EventStream } from '../testing/event_stream.ts';
import { twoProcesses } from '../testing/two_processes.ts';
import { startTestServer, type TestServer } from './testing.ts';

/*
 * What someone changes of ideas, heard by consoles of another process.
 */

let one: TestServer;
let two: TestServer;
const open = twoProcesses({ commentMs: 50, gatherMs: 20, pauseMs: 100 }, (...servers) => {
  [one, two] = servers;
});

async function listen(...whom: Parameters<typeof open>): Promise<EventStream> {
  const stream = await open(...whom);
  await expect.poll(() => stream.events()).toEqual(['hello']);
  return stream;
}
/** Ids of the ideas that a console has heard of, each event's by themselves. */
const heard = (stream: EventStream): string[][] =>
  stream.heard
    .filter(({ event, data }) => event === 'changed' && data['entity'] === 'suggestion')
    .map(({ data }) => (data['ids'] as string[]).toSorted());
const ideas = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildSuggestion(one.database, one.tenant)));

test('[STATE-021] whatever somebody changes of an idea is heard in the other process: its id alone', async () => {
  const [ana, bo] = [await one.createUser(), await one.createUser()];
  const [idea] = await ideas(1);
  const [status, customer, note] = [
    await buildStatus(one.database, one.tenant),
    await buildUser(one.database, one.tenant),
    await buildNote(one.database, one.tenant, { suggestion_id: idea!.id, creator_id: ana.user.id }),
  ];
  const changes: [document: string, variables?: Record<string, unknown>][] = [
    ['mutation ($id: ID!) { suggestion_update(id: $id, title: "Another title") { id } }'],
    [
      'mutation ($id: ID!, $other: ID) { suggestion_assign(id: $id, assigned_owner: $other) { id } }',
      { other: ana.user.id },
    ],
    [
      'mutation ($id: ID!, $other: ID) { status_update_create(links: { suggestion: $id, status: $other }) { id } }',
      { other: status.id },
    ],
    [
      'mutation ($id: ID!, $other: ID!) { suggestion_admin_subscribe(id: $id, user: $other, subscribe: true) { id } }',
      { other: customer.id },
    ],
    ['mutation ($id: ID!) { comment_create(links: { suggestion: $id }, body: "Hello") { id } }'],
    ['mutation ($id: ID!) { note_create(suggestion: $id, body: "Hello") { id } }'],
    ['mutation ($other: ID!) { note_update(id: $other, body: "Hello again") { id } }', { other: note.id }],
    ['mutation ($id: ID!) { suggestions_bulk_delete(ids: [$id]) { changed_count } }'],
  ];
  const there = await listen(two, bo);
  for (const [at, [document, variables]] of changes.entries()) {
    await ana.data(document, { id: idea!.id, ...variables });
    await expect.poll(() => heard(there).length, { message: document }).toBe(at + 1);
  }
  expect(new Set(heard(there).flat())).toEqual(new Set([idea!.id]));
  expect(there.heard.at(-1)!.data).toEqual({
    channel: `${one.tenant.key}-notifications`,
    entity: 'suggestion',
    ids: [idea!.id],
  });
});

test('[PERM-050] who may not see ideas hears nothing, also when that right is taken while they listen; nor does another workspace', async () => {
  const [ana, blind, demoted] = [
    await one.createUser(),
    await one.createUser({ permissions: { ...ALL_PERMISSIONS, feedback_admin_ui: false } }),
    await one.createUser(),
  ];
  const elsewhere = await one.createTenant();
  const stranger = await one.createUser({ tenant: elsewhere });
  const [seeing, ...others] = [
    await listen(two, ana),
    await listen(two, blind),
    await listen(two, { ...stranger, host: two.hostOf(elsewhere) }),
  ];
  const once = await listen(two, demoted);
  const [first, second] = await ideas(2);
  const rename = (id: string) =>
    ana.data('mutation ($id: ID!) { suggestion_update(id: $id, title: "New") { id } }', { id });
  await rename(first!.id);
  await expect.poll(() => heard(seeing!)).toEqual([[first!.id]]);
  await expect.poll(() => heard(once)).toEqual([[first!.id]]);
  await one.database.pool.query('update users set permissions = $2 where id = $1', [
    demoted.user.id,
    JSON.stringify({ ...ALL_PERMISSIONS, feedback_admin_ui: false }),
  ]);
  await one.database.pool.query('select pg_notify($1, $2)', [
    'earshot_account',
    JSON.stringify({ about: 'user', subdomain_id: one.tenant.id, user_id: demoted.user.id }),
  ]);
  await expect
    .poll(async () => {
      const [seen, before] = [heard(seeing!).length, heard(once).length];
      await rename(second!.id);
      await expect.poll(() => heard(seeing!).length).toBeGreaterThan(seen);
      // what was sent to them before a comment has come before it
      const { comments } = once;
      await expect.poll(() => once.comments).toBeGreaterThan(comments + 1);
      return heard(once).length - before;
    })
    .toBe(0);
  for (const stream of others) expect(heard(stream)).toEqual([]);
  expect(once.isEnded).toBe(false);
});

test('many changes at once are few events, none is lost, and no transaction of theirs announces anything', async () => {
  const [ana, bo] = [await one.createUser(), await one.createUser()];
  const many = await ideas(40);
  const there = await listen(two, bo);
  const before = one.statements.length;
  await Promise.all(
    many.map(({ id }) =>
      ana.data('mutation ($id: ID!) { suggestion_update(id: $id, title: "New") { id } }', { id }),
    ),
  );
  await expect.poll(() => new Set(heard(there).flat()).size).toBe(40);
  expect(heard(there).length).toBeLessThan(20);
  expect(one.statements.slice(before).filter((text) => text.includes('pg_notify'))).toEqual([]);
  const customers = await Promise.all(Array.from({ length: 3 }, () => buildUser(one.database, one.tenant)));
  for (const { id } of customers)
    await ana.data(
      'mutation ($id: ID!, $user: ID!) { suggestion_admin_subscribe(id: $id, user: $user, subscribe: true) { id } }',
      { id: many[0]!.id, user: id },
    );
  await expect.poll(() => heard(there).at(-1)).toEqual([many[0]!.id]);
});

test('what waits when a process ends is told', async () => {
  const three = await startTestServer({ beside: one, live: { gatherMs: 60_000 } });
  const bo = await one.createUser();
  const there = await listen(two, bo);
  const [idea] = await ideas(1);
  const host = new URL(three.url).host;
  const token = (
    await three.ask('/clients/admin-console/token', { host, headers: { cookie: bo.cookie } })
  ).json<{ token: string }>().token;
  const answer = await three.ask('/api/v2/admin/graphql', {
    host,
    method: 'POST',
    json: {
      query: 'mutation ($id: ID!) { suggestion_update(id: $id, title: "New") { id } }',
      variables: { id: idea!.id },
    },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.json()).toMatchObject({ data: { suggestion_update: { id: idea!.id } } });
  expect(heard(there)).toEqual([]);
  await three.close();
  await expect.poll(() => heard(there)).toEqual([[idea!.id]]);
});
