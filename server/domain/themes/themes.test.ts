import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProcessEnds } from '../../core/task.ts';
import {
  buildAccount,
  buildForum,
  buildSuggestion,
  buildSupporter,
  buildUser,
  systemViewer,
  testScope,
  testServices,
  type TestServices,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { randomOf } from '../intelligence/themes/random.ts';
import { themeDetectionTask } from './run.ts';
import { themeSweep } from './sweep.ts';

let database: TestDatabase;
let w: TestWorkspace;
let services: TestServices;
let forum: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  services = testServices();
  w = await openWorkspace(database, { services });
  forum = (await buildForum(database, w.tenant)).id;
});

const SUBJECTS: Record<string, string[]> = {
  invoices: ['invoice', 'payment', 'billing', 'receipt', 'refund'],
  access: ['login', 'password', 'session', 'token', 'signing'],
  maps: ['map', 'route', 'driving', 'parking', 'traffic'],
};

/** Ideas about three subjects, in turn. @returns their ids, in order */
async function ideas(count: number, subjects = Object.keys(SUBJECTS)): Promise<string[]> {
  const random = randomOf(count);
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const words = SUBJECTS[subjects[i % subjects.length]!]!;
    const title = Array.from({ length: 4 }, () => words[Math.floor(random() * words.length)]).join(' or ');
    ids.push((await buildSuggestion(database, w.tenant, { title, forum_id: forum })).id);
  }
  return ids;
}

/** Does the work that waits, as a worker would. */
async function work(signal = new AbortController().signal): Promise<void> {
  const scope = await testScope(database, systemViewer(w.tenant), { services });
  for (let job = services.enqueued.shift(); job !== undefined; job = services.enqueued.shift())
    if (job.task === themeDetectionTask.name)
      await themeDetectionTask.run(job.payload as never, { scope, signal });
}

type Set = {
  id: string;
  status: string;
  problem: string | null;
  progress_step: string | null;
  queue_position: number | null;
  themes_count: number;
  suggestions_count: number;
  last_run: { changes: Record<string, number> | null; can_undo: boolean } | null;
};
const SET = `id name status problem progress_step queue_position themes_count groups_count suggestions_count source
  last_run { suggestions_count can_undo changes { stayed moved added loose kept_names kept_moves lost_moves right_by_itself } }`;
const create = async (args = 'name: "All"'): Promise<string> =>
  (await w.api.data<{ s: { id: string } }>(`mutation { s: theme_set_create(${args}) { id } }`)).s.id;
const read = async (id: string): Promise<Set> =>
  (await w.api.data<{ theme_set: Set }>(`{ theme_set(id: "${id}") { ${SET} } }`)).theme_set;
const act = (name: string, id: string): Promise<unknown> =>
  w.api.data(`mutation { ${name}(id: "${id}") { id } }`);
const rerun = async (id: string): Promise<Set> => {
  await act('theme_set_rerun', id);
  await work();
  return read(id);
};

type Theme = {
  id: string;
  display_name: string;
  generated_name: string;
  idea_count: number;
  uncategorized: boolean;
  change: string | null;
  supporter_count: number;
  account_count: number;
  revenue_amount: number;
  sentiment_average: number | null;
};
const themes = async (set: string, filter = ''): Promise<Theme[]> =>
  (
    await w.api.data<{ themes: { records: Theme[] } }>(
      `{ themes(theme_set: ["${set}"]${filter}) { records { id display_name generated_name idea_count uncategorized change supporter_count account_count revenue_amount comment_count sentiment_average words { word ideas } near { id likeness } } } }`,
    )
  ).themes.records;
const ideasOf = async (theme: string): Promise<string[]> =>
  (
    await w.api.data<{ suggestions: { records: { id: string }[] } }>(
      `{ suggestions(theme: ["${theme}"], sort: "id", per_page: 100) { records { id } } }`,
    )
  ).suggestions.records.map(({ id }) => id);
/** The theme that an idea is in. */
const themeOf = async (set: string, idea: string): Promise<string> =>
  (
    await w.rows<{ theme_id: string }>(
      'select theme_id from theme_placements where subdomain_id = $1 and theme_set_id = $2 and suggestion_id = $3',
      w.tenant.id,
      set,
      idea,
    )
  )[0]!.theme_id;

/** A report of 45 ideas that ran once. */
async function found(): Promise<{ set: string; all: string[]; list: Theme[] }> {
  const all = await ideas(45);
  const set = await create('name: "All", themes_wanted: 3, groups_wanted: 3');
  await work();
  return { set, all, list: await themes(set) };
}

describe('[ENT-039] [DEC-115] a list as source', () => {
  const list = async (args: string): Promise<string> =>
    (
      await w.api.data<{ v: { id: string } }>(
        `mutation { v: saved_view_create(name: "Renewals", kind: "suggestion_list", ${args}) { id } }`,
      )
    ).v.id;
  const sourceOf = async (id: string): Promise<unknown> =>
    (
      await w.api.data<{ theme_set: unknown }>(
        `{ theme_set(id: "${id}") { source suggestions_count status problem view { id name state kind editable } } }`,
      )
    ).theme_set;

  test('is read at each run, as it is then; filters take its place', async () => {
    const all = await ideas(12);
    const chosen = await list(`sub_kind: "manual", suggestion_ids: ${JSON.stringify(all.slice(0, 8))}`);
    const set = await create(`name: "Of a list", suggestion_list: "${chosen}"`);
    await work();
    expect(await sourceOf(set)).toMatchObject({
      source: 'list',
      suggestions_count: 8,
      view: { id: chosen, name: 'Renewals', state: 'active', kind: 'suggestion_list', editable: true },
    });
    await w.api.data(
      `mutation { saved_view_remove_suggestions(id: "${chosen}", ids: ${JSON.stringify(all.slice(0, 2))}) }`,
    );
    await rerun(set);
    expect(await sourceOf(set)).toMatchObject({ suggestions_count: 6 });
    await w.api.data(`mutation { theme_set_update(id: "${set}", suggestion_list: null) { id } }`);
    await rerun(set);
    expect(await sourceOf(set)).toMatchObject({ source: 'filters', suggestions_count: 12, view: null });
  });

  test('a dynamic one is read by its filters; chosen ideas take the place of a list', async () => {
    const all = await ideas(9);
    const other = await buildForum(database, w.tenant);
    await buildSuggestion(database, w.tenant, { forum_id: other.id, title: 'Elsewhere' });
    const dynamic = await list(`params: { filters: { forum: ["${forum}"] } }`);
    const set = await create(`name: "Of a dynamic list", suggestion_list: "${dynamic}"`);
    await work();
    expect(await sourceOf(set)).toMatchObject({ source: 'list', suggestions_count: 9 });
    await w.api.data(
      `mutation { theme_set_update(id: "${set}", suggestion_ids: ${JSON.stringify(all.slice(0, 5))}) { id } }`,
    );
    await rerun(set);
    expect(await sourceOf(set)).toMatchObject({ source: 'ids', suggestions_count: 5, view: null });
  });

  test('that is deleted, empty, of other records, somebody else’s or given beside chosen ideas is refused or said', async () => {
    const [one] = await ideas(6);
    const gone = await list(`sub_kind: "manual", suggestion_ids: ["${one}"]`);
    const set = await create(`name: "Of a list", suggestion_list: "${gone}"`);
    await w.api.data(`mutation { saved_view_delete(id: "${gone}") { id } }`);
    await work();
    expect(await sourceOf(set)).toMatchObject({
      status: 'failed',
      source: 'list',
      view: null,
      problem: 'The list that the report reads was deleted. Choose another one, or filters.',
    });
    const empty = await list('sub_kind: "manual"');
    await w.api.data(`mutation { theme_set_update(id: "${set}", suggestion_list: "${empty}") { id } }`);
    expect((await rerun(set)).problem).toBe('The list holds no ideas.');
    const refused = (args: string) =>
      refusal(w.api, `mutation { theme_set_create(name: "No", ${args}) { id } }`);
    expect(await refused(`suggestion_list: "${empty}", suggestion_ids: ["${one}"]`)).toMatchObject({
      field: 'suggestion_list',
    });
    expect(await refused(`suggestion_list: "${gone}"`)).toMatchObject({ reason: 'not_found' });
    const users = (
      await w.api.data<{ v: { id: string } }>(
        'mutation { v: saved_view_create(name: "People", kind: "user") { id } }',
      )
    ).v.id;
    expect(await refused(`suggestion_list: "${users}"`)).toMatchObject({ field: 'suggestion_list' });
    const foreign = await openWorkspace(database, { services });
    expect(
      await refusal(
        foreign.api,
        `mutation { theme_set_create(name: "No", suggestion_list: "${empty}") { id } }`,
      ),
    ).toMatchObject({ reason: 'not_found' });
  });
});

describe('a run', () => {
  test('[SCOPE-016] [CALL-M-049] [ENT-038] [ENT-040] [CALL-Q-046] [CALL-Q-049] [STATE-062] [NOTIF-014] finds themes of the ideas, with an uncategorized one last', async () => {
    const all = await ideas(45);
    const set = await create('name: "All"');
    expect(await read(set)).toMatchObject({ status: 'pending', queue_position: 1, source: 'filters' });
    await work();
    const done = await read(set);
    expect(done).toMatchObject({
      status: 'complete',
      problem: null,
      suggestions_count: 45,
      last_run: { changes: null, can_undo: false },
    });
    const list = await themes(set);
    expect(list.at(-1)).toMatchObject({ uncategorized: true, display_name: 'Uncategorized' });
    expect(list.filter(({ uncategorized }) => uncategorized)).toHaveLength(1);
    expect(done.themes_count).toBeGreaterThanOrEqual(3);
    const placed = (
      await Promise.all(list.filter((one) => one.idea_count > 0).map(({ id }) => ideasOf(id)))
    ).flat();
    expect(new Set(placed)).toEqual(new Set(all));
    // none of the notifications is for who the product itself tells nothing
    const told = await w.api.data<{ notifications: { records: unknown[] } }>(
      '{ notifications(event: ["theme_detection_complete"]) { records { event theme_set { id name } } } }',
    );
    expect(told.notifications.records).toEqual([
      { event: 'theme_detection_complete', theme_set: { id: set, name: 'All' } },
    ]);
  });

  test('[CALL-Q-069] [CALL-Q-115] [CALL-Q-116] [CALL-Q-117] a theme filters ideas, and filters find themes', async () => {
    const { set, list } = await found();
    const real = list.filter(({ uncategorized }) => !uncategorized);
    expect(real).toHaveLength(3);
    for (const theme of real) expect(await ideasOf(theme.id)).toHaveLength(theme.idea_count);
    expect(await themes(set, ', uncategorized: true')).toHaveLength(1);
    expect(await themes(set, ', parent_none: true')).toHaveLength(4);
    expect(await themes(set, ', parent_none: false')).toHaveLength(0);
    const other = await create('name: "Other"');
    expect(await themes(other)).toEqual([]);
  });

  test('[ROUTE-014] an idea names the themes that it is in, those of the newest report first, and not where it fits nowhere', async () => {
    const [first] = await ideas(60);
    const sets = [await create('name: "Older"'), await create('name: "Newer"')];
    await work();
    const named = async (api = w.api) =>
      (
        await api.data<{ suggestion: { themes: { id: string; theme_set: { name: string } }[] } }>(
          `{ suggestion(id: "${first!}") { themes { id theme_set { name } } } }`,
        )
      ).suggestion.themes;
    expect(await named()).toEqual([
      { id: await themeOf(sets[1]!, first!), theme_set: { name: 'Newer' } },
      { id: await themeOf(sets[0]!, first!), theme_set: { name: 'Older' } },
    ]);
    await act('theme_delete', await themeOf(sets[1]!, first!));
    expect((await named()).map(({ theme_set: { name } }) => name)).toEqual(['Older']);
    await act('theme_set_delete', sets[0]!);
    expect(await named()).toEqual([]);
  });

  test('[CALL-Q-048] each idea says why it is there', async () => {
    const { list } = await found();
    const { theme_placements } = await w.api.data<{
      theme_placements: {
        records: {
          fit: number;
          evidence: { word: string; weight: number }[];
          suggestion: { title: string };
        }[];
      };
    }>(
      `{ theme_placements(theme: ["${list[0]!.id}"], per_page: 50) { records { fit second_fit suggestion { id title } evidence { word weight } theme { id } found_theme { id } } } }`,
    );
    expect(theme_placements.records.length).toBe(list[0]!.idea_count);
    expect(await w.api.data(`{ theme(id: "${list[0]!.id}") { display_name } }`)).toEqual({
      theme: { display_name: list[0]!.display_name },
    });
    for (const { fit, evidence, suggestion } of theme_placements.records) {
      expect(fit).toBeGreaterThan(0.2);
      expect(suggestion.title).toContain(evidence[0]!.word);
    }
  });

  test.each([['no idea matches', 'name: "Old", period_end: "2001-01-01"', 'No idea matches the filters.']])(
    '%s: it fails with the reason',
    async (_, args, problem) => {
      await ideas(3);
      const set = await create(args);
      await work();
      expect(await read(set)).toMatchObject({ status: 'failed', problem });
      expect((await w.rows('select 1 from notifications where subdomain_id = $1', w.tenant.id)).length).toBe(
        0,
      );
    },
  );

  test('chosen ideas that are gone by then are left out', async () => {
    const all = await ideas(12);
    const set = await create(`name: "Chosen", suggestion_ids: ["${all.join('","')}"]`);
    await w.api.data(`mutation { suggestion_delete(id: "${all[0]}") { id } }`);
    await work();
    expect(await read(set)).toMatchObject({ status: 'complete', suggestions_count: 11, source: 'ids' });
  });

  test('ideas that are deleted after it are counted no more', async () => {
    const { set, list } = await found();
    const [first] = await ideasOf(list[0]!.id);
    await w.api.data(`mutation { suggestion_delete(id: "${first}") { id } }`);
    expect((await read(set)).suggestions_count).toBe(44);
    expect((await themes(set))[0]!.idea_count).toBe(list[0]!.idea_count - 1);
  });

  test('ideas that are merged between the run and the reading are counted and listed no more', async () => {
    const { set, list } = await found();
    const [loser, winner] = await ideasOf(list[0]!.id);
    await w.api.data(`mutation { suggestion_merge(winner: "${winner}", losers: ["${loser}"]) { id } }`);
    expect((await read(set)).suggestions_count).toBe(44);
    expect((await themes(set))[0]!.idea_count).toBe(list[0]!.idea_count - 1);
    expect(await ideasOf(list[0]!.id)).not.toContain(loser);
    expect(await rerun(set)).toMatchObject({ status: 'complete', suggestions_count: 44 });
  });

  test('101 reports at once each say their place', async () => {
    await ideas(12);
    const sets: string[] = [];
    for (let n = 1; n <= 101; n += 1) sets.push(await create(`name: "Report ${n}"`));
    expect((await read(sets[100]!)).queue_position).toBe(101);
    await act('theme_set_stop', sets[0]!);
    expect((await read(sets[100]!)).queue_position).toBe(100);
  });

  test('reports of a workspace wait in a row, and one can be stopped', async () => {
    await ideas(12);
    const [a, b, c] = [await create('name: "A"'), await create('name: "B"'), await create('name: "C"')];
    expect(await Promise.all([a, b, c].map(async (id) => (await read(id)).queue_position))).toEqual([
      1, 2, 3,
    ]);
    await act('theme_set_stop', b);
    expect(await read(b)).toMatchObject({ status: 'failed', queue_position: null });
    expect((await read(b)).problem).toMatch(/^Stopped by /);
    expect((await read(c)).queue_position).toBe(2);
    await work();
    expect((await read(b)).status).toBe('failed');
    expect((await read(c)).status).toBe('complete');
  });

  test('[CALL-M-051] one that is deleted or asked for anew meanwhile writes nothing', async () => {
    await ideas(12);
    const [gone, again] = [await create('name: "Gone"'), await create('name: "Again"')];
    await act('theme_set_delete', gone);
    await act('theme_set_rerun', again);
    await work();
    expect(
      await w.rows(
        'select id from theme_runs where subdomain_id = $1 and theme_set_id = $2',
        w.tenant.id,
        gone,
      ),
    ).toEqual([]);
    // the first of its two jobs found another revision
    expect(
      await w.rows(
        'select id from theme_runs where subdomain_id = $1 and theme_set_id = $2',
        w.tenant.id,
        again,
      ),
    ).toHaveLength(1);
    await act('theme_set_restore', gone);
    expect((await read(gone)).status).toBe('failed');
  });

  test('[CALL-M-050] [ENT-039] a change of what it reads while it waits begins it anew, a change of its name does not', async () => {
    await ideas(12);
    const set = await create('name: "A"');
    await w.api.data(`mutation { theme_set_update(id: "${set}", name: "B") { id } }`);
    expect(services.enqueued.filter(({ task }) => task === 'theme_detection')).toHaveLength(1);
    await w.api.data(`mutation { theme_set_update(id: "${set}", period_start: "2020-01-01") { id } }`);
    expect(services.enqueued.filter(({ task }) => task === 'theme_detection')).toHaveLength(2);
    await work();
    expect(await read(set)).toMatchObject({ name: 'B', status: 'complete' });
  });

  test('a worker that ends gives it back; one that dies three times leaves a reason', async () => {
    await ideas(12);
    const set = await create();
    const job = services.enqueued[0]!;
    const ending = new AbortController();
    ending.abort(new ProcessEnds());
    await expect(work(ending.signal)).rejects.toBeInstanceOf(ProcessEnds);
    expect(await read(set)).toMatchObject({ status: 'pending', problem: null });
    // killed: nobody writes anything down
    await w.rows(
      "update theme_sets set status = 'running', attempts = 3 where subdomain_id = $1",
      w.tenant.id,
    );
    services.enqueued.push(job);
    await work();
    expect(await read(set)).toMatchObject({ status: 'failed' });
    expect((await read(set)).problem).toMatch(/broke off/);
    await w.rows(
      "update theme_sets set status = 'running', updated_at = now() - interval '11 minutes' where subdomain_id = $1",
      w.tenant.id,
    );
    const scope = await testScope(database, systemViewer(w.tenant), { services });
    await themeSweep.run({ subdomain_id: w.tenant.id }, { scope, signal: new AbortController().signal });
    expect((await read(set)).status).toBe('failed');
  });
});

describe('corrections', () => {
  test('[CALL-M-055] [ENT-084] [CALL-M-062] a name stays with the next run, and the generated one comes back', async () => {
    const { set, list } = await found();
    const [theme, other] = list;
    const rename = (name: string): string =>
      `mutation { theme_update(id: "${theme!.id}", display_name: "${name}") { display_name is_renamed } }`;
    await w.api.data(rename('Money'));
    expect(
      await refusal(w.api, `mutation { theme_update(id: "${other!.id}", display_name: "money") { id } }`),
    ).toMatchObject({ field: 'display_name', reason: 'taken' });
    await ideas(3);
    const again = await rerun(set);
    expect(again.last_run!.changes).toMatchObject({ added: 3, kept_names: 1 });
    expect((await themes(set)).find(({ id }) => id === theme!.id)).toMatchObject({
      display_name: 'Money',
      change: 'kept',
    });
    const generated = (await themes(set)).find(({ id }) => id === theme!.id)!.generated_name;
    expect(await w.api.data(rename(generated))).toMatchObject({ theme_update: { is_renamed: false } });
  });

  test('a move stays with the next run, is counted right or not, and can be taken back', async () => {
    const { set, list } = await found();
    const [from, to] = list;
    const [idea] = await ideasOf(from!.id);
    const move = (args: string): Promise<unknown> =>
      w.api.data(
        `mutation { theme_ideas_move(theme_set: "${set}", suggestion_ids: ["${idea}"], ${args}) { id } }`,
      );
    await move(`theme: "${to!.id}"`);
    expect(await ideasOf(to!.id)).toContain(idea);
    const again = await rerun(set);
    expect(again.last_run!.changes).toMatchObject({ kept_moves: 1, right_by_itself: 0, stayed: 45 });
    expect(await themeOf(set, idea!)).toBe(to!.id);
    await w.api.data(
      `mutation { theme_ideas_release(theme_set: "${set}", suggestion_ids: ["${idea}"]) { id } }`,
    );
    expect(await themeOf(set, idea!)).toBe(from!.id);
    await move('new_theme: "Mine"');
    const mine = (await themes(set)).find(({ display_name }) => display_name === 'Mine')!;
    expect(mine.idea_count).toBe(1);
    await rerun(set);
    expect(await themeOf(set, idea!)).toBe(mine.id);
  });

  test('[CALL-M-054] [DEC-116] [DEC-054] a deleted theme gives its ideas to the uncategorized one, and does not come back', async () => {
    const { set, list } = await found();
    const rest = list.at(-1)!;
    await act('theme_delete', list[0]!.id);
    expect((await themes(set)).find(({ id }) => id === rest.id)!.idea_count).toBe(
      rest.idea_count + list[0]!.idea_count,
    );
    await rerun(set);
    const now = await themes(set);
    expect(now.map(({ id }) => id)).not.toContain(list[0]!.id);
    expect(now.find(({ id }) => id === rest.id)!.idea_count).toBe(rest.idea_count + list[0]!.idea_count);
    expect(await refusal(w.api, `mutation { theme_delete(id: "${rest.id}") { id } }`)).toMatchObject({
      reason: 'state',
    });
  });

  test('[CALL-M-053] [ENT-085] [STATE-061] a theme whose ideas are gone is gone; undo puts everything back', async () => {
    const { set, list } = await found();
    const [theme] = list;
    await w.api.data(`mutation { theme_update(id: "${theme!.id}", display_name: "Money") { id } }`);
    const before = await Promise.all(list.map(({ id }) => ideasOf(id)));
    const gone = await ideasOf(theme!.id);
    await w.api.data(`mutation { theme_set_update(id: "${set}", themes_wanted: 2) { id } }`);
    for (const id of gone) await w.api.data(`mutation { suggestion_delete(id: "${id}") { id } }`);
    await ideas(15, ['maps']);
    const again = await rerun(set);
    expect(again.last_run).toMatchObject({ can_undo: true });
    expect(await themes(set, ', gone: true')).toMatchObject([{ id: theme!.id, change: 'gone' }]);
    for (const id of gone) await w.api.data(`mutation { suggestion_restore(id: "${id}") { id } }`);
    await act('theme_set_undo_run', set);
    expect((await themes(set)).map(({ display_name }) => display_name)).toEqual(
      list.map(({ id, display_name }) => (id === theme!.id ? 'Money' : display_name)),
    );
    expect(await Promise.all(list.map(({ id }) => ideasOf(id)))).toEqual(before);
    expect((await read(set)).last_run!.can_undo).toBe(false);
    expect(await refusal(w.api, `mutation { theme_set_undo_run(id: "${set}") { id } }`)).toMatchObject({
      reason: 'not_found',
    });
  });

  test('words that do not count are kept, each once in lower case, and name no theme of the next run', async () => {
    const { set, list } = await found();
    const word = list[0]!.display_name.split(/[\s,]+/)[0]!;
    const kept = await w.api.data<{ s: { ignored_words: string[] } }>(
      `mutation { s: theme_set_update(id: "${set}", ignored_words: ["${word}", "${word.toUpperCase()}", "For example"]) { ignored_words } }`,
    );
    expect(kept.s.ignored_words).toEqual([word.toLowerCase(), 'for', 'example']);
    await rerun(set);
    for (const theme of await themes(set))
      expect(`${theme.display_name} ${theme.generated_name}`.toLowerCase()).not.toContain(word.toLowerCase());
    const many = Array.from({ length: 201 }, (_, i) => `"w${i}"`).join();
    expect(
      await refusal(w.api, `mutation { theme_set_update(id: "${set}", ignored_words: [${many}]) { id } }`),
    ).toMatchObject({ field: 'ignored_words' });
    await w.api.data(`mutation { theme_set_update(id: "${set}", ignored_words: null) { id } }`);
    expect(await w.api.data(`{ theme_set(id: "${set}") { ignored_words } }`)).toEqual({
      theme_set: { ignored_words: [] },
    });
  });
});

test('[CALL-Q-054] [ENT-045] [DEC-076] the last 30 days in numbers: reports, runs, and each idea in a theme once', async () => {
  const read = async (): Promise<unknown> =>
    (
      await w.api.data<Record<string, unknown>>('{ report_recent_theme_metrics { created run categorized } }')
    )['report_recent_theme_metrics'];
  expect(await read()).toEqual({ created: 0, run: 0, categorized: 0 });
  const { list } = await found();
  const loose = list.at(-1)!.idea_count;
  await create('name: "Again"');
  expect(await read()).toEqual({ created: 2, run: 1, categorized: 45 - loose });
  await w.rows(
    "update theme_runs set finished_at = now() - interval '31 days' where subdomain_id = $1",
    w.tenant.id,
  );
  expect(await read()).toEqual({ created: 2, run: 0, categorized: 0 });
});

test('numbers of a theme count each person and each account once', async () => {
  const { set, list } = await found();
  const [a, b] = await ideasOf(list[0]!.id);
  const account = await buildAccount(database, w.tenant, { revenue_cents: '50000' });
  const people = await Promise.all(
    [1, 2].map(() => buildUser(database, w.tenant, { account_id: account.id })),
  );
  await buildSupporter(database, w.tenant, { suggestion_id: a!, user_id: people[0]!.id });
  await buildSupporter(database, w.tenant, { suggestion_id: b!, user_id: people[0]!.id });
  await buildSupporter(database, w.tenant, { suggestion_id: b!, user_id: people[1]!.id });
  await w.rows(
    'update suggestions set total_sentiment_score = 0.5 where subdomain_id = $1 and id = $2',
    w.tenant.id,
    a,
  );
  await w.rows(
    "update theme_sets set counted_at = now() - interval '2 hours' where subdomain_id = $1",
    w.tenant.id,
  );
  const scope = await testScope(database, systemViewer(w.tenant), { services });
  await themeSweep.run({ subdomain_id: w.tenant.id }, { scope, signal: new AbortController().signal });
  expect((await themes(set))[0]).toMatchObject({
    supporter_count: 2,
    account_count: 1,
    revenue_amount: 500,
    sentiment_average: 0.5,
  });
});

test('[VALID-083] a report needs a name, ideas that are there, and a period that ends after it begins', async () => {
  for (const [args, field] of [
    ['name: ""', 'name'],
    ['name: "A", suggestion_ids: []', 'suggestion_ids'],
    ['name: "A", suggestion_ids: ["987654321"]', 'suggestion_ids'],
    ['name: "A", period_start: "2026-02-01", period_end: "2026-01-01"', 'period_end'],
  ])
    expect(await refusal(w.api, `mutation { theme_set_create(${args}) { id } }`)).toMatchObject({ field });
  expect(await w.rows('select id from theme_sets where subdomain_id = $1', w.tenant.id)).toEqual([]);
});

test('[PERM-024] a workspace without theme_detection has no reports', async () => {
  const { viewer } = w.api.scope;
  viewer.authorized_features = viewer.authorized_features.filter((feature) => feature !== 'theme_detection');
  expect(await refusal(w.api, '{ theme_sets { records { id } } }')).toMatchObject({ code: 'FORBIDDEN' });
  expect(await refusal(w.api, 'mutation { theme_set_create(name: "A") { id } }')).toMatchObject({
    code: 'FORBIDDEN',
  });
  // the page of an idea asks for them all the same
  const [idea] = await ideas(1);
  expect(await w.api.data(`{ suggestion(id: "${idea!}") { themes { id } } }`)).toEqual({
    suggestion: { themes: [] },
  });
});

test('[CALL-M-052] [CALL-Q-047] deleted reports are gone for everyone, and can be brought back', async () => {
  const [a, b] = [await create('name: "A"'), await create('name: "B"')];
  await w.api.data(`mutation { theme_set_bulk_delete(ids: ["${a}", "${b}", "987654321"]) { id } }`);
  expect(await w.api.data('{ theme_sets { total_records } }')).toMatchObject({
    theme_sets: { total_records: 0 },
  });
  await act('theme_set_restore', a);
  expect(await w.api.data('{ theme_sets { records { id } } }')).toMatchObject({
    theme_sets: { records: [{ id: a }] },
  });
});
