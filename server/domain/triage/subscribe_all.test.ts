import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildSuggestion, buildSupporter, buildUser } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let w: TestWorkspace;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

const subscribers = (): Promise<{ name: string; subscribed: boolean }[]> =>
  w.rows(
    'select u.name, b.subscribed from subscriptions b join users u on u.id = b.user_id where b.subdomain_id = $1 order by u.name',
    w.tenant.id,
  );

test('[PANEL-067] voters who were never asked are subscribed at once, and unsubscribed again but for those who changed it', async () => {
  const idea = await buildSuggestion(database, w.tenant, { title: 'Dark mode' });
  const voter = async (name: string, email_address: string | null): Promise<string> => {
    const user = await buildUser(database, w.tenant, { name, email_address });
    await buildSupporter(database, w.tenant, { suggestion_id: idea.id, user_id: user.id });
    return user.id;
  };
  await voter('Ana', 'ana@acme.example');
  const li = await voter('Li', 'li@acme.example');
  await voter('Mo', null);
  const no = await voter('No', 'no@acme.example');
  const set = (user: string, subscribe: boolean): Promise<unknown> =>
    w.api.data(
      `mutation { suggestion_admin_subscribe(id: "${idea.id}", user: "${user}", subscribe: ${subscribe}) { id } }`,
    );
  await set(no, false);
  const all = (): Promise<{ suggestion_subscribe_all: { changed_count: number; undo_id: string | null } }> =>
    w.api.data(`mutation { suggestion_subscribe_all(id: "${idea.id}") { changed_count undo_id } }`);
  const { suggestion_subscribe_all: done } = await all();
  expect(done.changed_count).toBe(2);
  expect(await subscribers()).toEqual([
    { name: 'Ana', subscribed: true },
    { name: 'Li', subscribed: true },
    { name: 'No', subscribed: false },
  ]);
  expect((await all()).suggestion_subscribe_all).toEqual({ changed_count: 0, undo_id: null });
  expect(await w.api.data('{ undo_entries { command title undo_with } }')).toEqual({
    undo_entries: [{ command: 'suggestion_subscribe_all', title: 'Dark mode', undo_with: 'bulk_undo' }],
  });
  await set(li, false);
  expect(
    await w.api.data(`mutation { bulk_undo(id: "${done.undo_id}") { changed_count skipped_count } }`),
  ).toEqual({
    bulk_undo: { changed_count: 1, skipped_count: 1 },
  });
  expect(await subscribers()).toEqual([
    { name: 'Li', subscribed: false },
    { name: 'No', subscribed: false },
  ]);
});
