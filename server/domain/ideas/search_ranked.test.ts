import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildForum, buildSuggestion } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';
import { OPEN_SQL } from './suggestion.ts';
import { searchRanked } from './search.ts';

let database: TestDatabase;
let own: TestWorkspace;
beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
});
afterAll(() => database.close());

const LONG = 'Our crews lose time because the berth calendar cannot be opened on the quay';

test('[CALL-Q-091] the words of a long text are found in a small workspace and in a large one, each in its way', async () => {
  const forum = await buildForum(database, own.tenant);
  const titles = [
    'Berth calendar on the quay without reception',
    'Show the calendar of a berth on the phone',
    'Crews lose keys',
    'A quay for guests',
    'Lamps in the storehouse',
  ];
  const ids = new Map<string, string>();
  for (const title of titles)
    ids.set(title, (await buildSuggestion(database, own.tenant, { forum_id: forum.id, title })).id);
  const asked: number[] = [];
  const find = (isLarge: boolean) =>
    searchRanked(own.api.scope, LONG, (_, t) => OPEN_SQL(t), {
      hasMore: (rows) => {
        asked.push(rows);
        return Promise.resolve(isLarge);
      },
    });
  const small = await find(false);
  const large = await find(true);
  expect(small!.ids[0]).toBe(ids.get(titles[0]!));
  expect(small!.ids).toHaveLength(4);
  expect(small!.ids).not.toContain(ids.get('Lamps in the storehouse'));
  expect(large).toEqual(small);
  // how large it is makes a difference for many words only
  expect(asked).toEqual([10_000, 10_000]);
  await searchRanked(own.api.scope, 'berth calendar', (_, t) => OPEN_SQL(t), {
    hasMore: () => Promise.reject(new Error('asked')),
  });
});
