import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { impactLimits } from '../../../contract/impact_reports.ts';
import { NO_PERMISSIONS } from '../../../contract/permissions.ts';
import {
  buildAccount,
  buildAdmin,
  buildForum,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
  systemViewer,
  testScope,
  testServices,
  viewerOf,
  type TestServices,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { impactSweep } from './sweep.ts';

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

const DAY_MS = 86_400_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const idea = async (title: string, values: object = {}): Promise<string> =>
  (await buildSuggestion(database, w.tenant, { title, forum_id: forum, ...values })).id;
const account = async (name: string, dollars: number): Promise<string> =>
  (await buildAccount(database, w.tenant, { name, revenue_cents: String(dollars * 100) })).id;
const person = async (account_id: string | null = null, name = 'Someone'): Promise<string> =>
  (await buildUser(database, w.tenant, { account_id, name })).id;
const vote = (suggestion_id: string, user_id: string, days = 1): Promise<unknown> =>
  buildSupporter(database, w.tenant, { suggestion_id, user_id, created_at: ago(days) });
const say = async (suggestion_id: string, user_id: string, body: string, values: object = {}) =>
  (
    await insertRow(database, 'feedback_records', {
      subdomain_id: w.tenant.id,
      suggestion_id,
      user_id,
      body,
      ...values,
    })
  ).id;

interface Report {
  id: string;
  version: number;
  title: string;
  state: string;
  contents: { key: string; value: string }[];
  source: string;
  source_name: string | null;
  source_gone: boolean;
  figures: {
    people: number;
    revenue: number;
    top_accounts: { name: string | null }[];
    top_ideas: { id: string; title: string | null }[];
  };
  figures_at: string;
  quotes: { id: string; text: string; user_name: string; account_name: string }[];
  updated_at: string;
  link: { path: string; opened_count: number; ends_on: string | null; shows_names: boolean } | null;
}
const REPORT = `id version title description state contents { key value } source source_name source_gone theme { id } view { id } figures_at
  figures { ideas people people_new accounts all_accounts revenue all_revenue sentiment sentiment_count months { month votes }
    top_accounts { id name plan revenue people } top_ideas { id title votes accounts revenue } }
  figures_now { people accounts revenue } quotes { id text user_name account_name revenue } updated_at is_public readers_count
  link { path shows_names shows_revenue shows_quotes shows_ideas ends_on has_ended opened_count }`;
const create = async (args: string): Promise<Report> =>
  (await w.api.data<{ r: Report }>(`mutation { r: impact_report_create(${args}) { ${REPORT} } }`)).r;
const read = async (id: string): Promise<Report> =>
  (await w.api.data<{ impact_report: Report }>(`{ impact_report(id: "${id}") { ${REPORT} } }`)).impact_report;
const update = async (id: string, args: string): Promise<Report> =>
  (
    await w.api.data<{ r: Report }>(
      `mutation { r: impact_report_update(id: "${id}", ${args}) { ${REPORT} } }`,
    )
  ).r;
const refresh = async (id: string): Promise<Report> =>
  (await w.api.data<{ r: Report }>(`mutation { r: impact_report_refresh(id: "${id}") { ${REPORT} } }`)).r;
const valueOf = (report: Report, key: string): string =>
  report.contents.find((entry) => entry.key === key)!.value;
const contents = (entries: Record<string, string>): string =>
  `contents: [${Object.entries(entries)
    .map(([key, value]) => `{ key: "${key}", value: ${JSON.stringify(value)} }`)
    .join(', ')}]`;

/** A theme with these ideas, in a report of its own. */
async function theme(name: string, ideas: readonly string[], parent_id: string | null = null) {
  const { id: subdomain_id } = w.tenant;
  const set = await insertRow(database, 'theme_sets', { subdomain_id, name: 'All', status: 'complete' });
  const one = await insertRow(database, 'themes', {
    subdomain_id,
    theme_set_id: set.id,
    name,
    hex_color: '#4C8FC9',
    position: 1,
    parent_id,
  });
  for (const suggestion_id of ideas)
    await insertRow(database, 'theme_placements', {
      subdomain_id,
      theme_set_id: set.id,
      theme_id: one.id,
      suggestion_id,
    });
  return { id: one.id, set: set.id };
}

describe('raising a report', () => {
  test('[SCOPE-018] [ENT-046] [CALL-M-018] [CALL-Q-018] [ENT-090] counts each person and each account once, and says so in a first summary', async () => {
    const [large, small] = [await account('Large', 3_000), await account('Small', 500)];
    await account('Silent', 6_500);
    const [first, second] = [
      await idea('Offline', { total_sentiment_score: -0.5 }),
      await idea('Signal', { total_sentiment_score: 0.25 }),
    ];
    const [ann, ben, cat, dan] = [
      await person(large),
      await person(large),
      await person(small),
      await person(),
    ];
    // Ann votes for both, and long ago for one of them
    await vote(first, ann, 400);
    await vote(second, ann, 3);
    await vote(first, ben, 3);
    await vote(first, cat, 200);
    await vote(second, dan, 89);
    await w.drift();
    const report = await create(`suggestion_ids: ["${first}", "${second}"]`);
    expect(report).toMatchObject({
      title: '2 chosen ideas',
      version: 1,
      state: 'draft',
      source: 'ideas',
      source_name: null,
      source_gone: false,
      theme: null,
      view: null,
      is_public: false,
      link: null,
      figures: {
        ideas: 2,
        people: 4,
        people_new: 2,
        accounts: 2,
        all_accounts: 3,
        revenue: 3_500,
        all_revenue: 10_000,
        sentiment: -0.13,
        sentiment_count: 2,
        top_accounts: [
          { id: large, name: 'Large', revenue: 3_000, people: 2 },
          { id: small, name: 'Small', revenue: 500, people: 1 },
        ],
        top_ideas: [
          { id: first, title: 'Offline', votes: 3, accounts: 2, revenue: 3_500 },
          { id: second, title: 'Signal', votes: 2, accounts: 1, revenue: 3_000 },
        ],
      },
      figures_now: { people: 4, accounts: 2, revenue: 3_500 },
    });
    const months = (report.figures as unknown as { months: { month: string; votes: number }[] }).months;
    expect(months).toHaveLength(12);
    expect(months.at(-1)!.month).toBe(new Date().toISOString().slice(0, 7));
    // the vote of 400 days ago is older than the twelve months
    expect(months.reduce((sum, { votes }) => sum + votes, 0)).toBe(4);
    expect(valueOf(report, 'summary').replace(/<[^>]+>/g, '')).toBe(
      '4 people at 2 of our 3 accounts ask for this. They bring $3.5K of revenue, 35% of all.',
    );
    expect(report.contents.map(({ key }) => key)).toEqual([
      'summary',
      'figures',
      'problem',
      'accounts',
      'quotes',
      'top_ideas',
      'recommendation',
      'next_steps',
    ]);
    expect(await read(report.id)).toEqual(report);
  });

  test('[ENT-040] [ENT-047] from a theme with those below it, and from a list; each names its report', async () => {
    const [one, two, gone] = [await idea('One'), await idea('Two'), await idea('Gone', { state: 'merged' })];
    const below = await theme('Signal', [one, gone]);
    const { id: group } = await insertRow(database, 'themes', {
      subdomain_id: w.tenant.id,
      theme_set_id: below.set,
      name: 'Basements',
      hex_color: '#4C8FC9',
      position: 1,
      is_group: true,
    });
    await database.pool.query('update themes set parent_id = $2 where id = $1', [below.id, group]);
    const ofTheme = await create(`theme: "${group}", title: "Down there"`);
    expect(ofTheme).toMatchObject({
      title: 'Down there',
      source: 'theme',
      source_name: 'Basements',
      theme: { id: group },
      figures: { ideas: 1 },
    });
    expect(await w.api.data(`{ theme(id: "${group}") { impact_report { id title } } }`)).toEqual({
      theme: { impact_report: { id: ofTheme.id, title: 'Down there' } },
    });

    const {
      v: { id: list },
    } = await w.api.data<{ v: { id: string } }>(
      `mutation { v: saved_view_create(name: "Winter", kind: "suggestion_list", suggestion_ids: ["${one}", "${two}"]) { id } }`,
    );
    expect(await create(`suggestion_list: "${list}"`)).toMatchObject({
      title: 'Winter',
      source: 'list',
      source_name: 'Winter',
      view: { id: list },
      figures: { ideas: 2 },
    });
  });

  test('is refused over nothing, over what is gone, over two things at once, over too many', async () => {
    const [one, gone] = [await idea('One'), await idea('Gone', { state: 'deleted' })];
    const { id } = await theme('Empty', [gone]);
    const refused = (args: string) => refusal(w.api, `mutation { impact_report_create(${args}) { id } }`);
    expect(await refused('title: "Nothing"')).toMatchObject({ field: 'suggestion_ids', reason: 'required' });
    expect(await refused(`suggestion_ids: ["${gone}"]`)).toMatchObject({
      field: 'suggestion_ids',
      reason: 'empty',
    });
    expect(await refused(`suggestion_ids: ["${one}", "987654"]`)).toMatchObject({
      field: 'suggestion_ids',
      reason: 'not_found',
    });
    expect(await refused(`theme: "${id}"`)).toMatchObject({ field: 'theme', reason: 'empty' });
    expect(await refused(`theme: "${id}", suggestion_ids: ["${one}"]`)).toMatchObject({
      reason: 'invalid',
    });
    const many = Array.from({ length: impactLimits.chosenIdeas + 1 }, () => `"${one}"`).join(', ');
    expect(await refused(`suggestion_ids: [${many}]`)).toMatchObject({ field: 'suggestion_ids' });
    expect((await refused(`suggestion_list: "987654"`))!['field']).toBe('suggestion_list');
  });

  test('[PERM-023] [PERM-047] takes the right to write ideas, and the feature', async () => {
    const one = await idea('One');
    const document = `mutation { impact_report_create(suggestion_ids: ["${one}"]) { id } }`;
    const admin = await buildAdmin(database, w.tenant);
    const blind = await w.as(NO_PERMISSIONS);
    expect(await refusal(blind, document)).toMatchObject({ code: 'FORBIDDEN' });
    const { id } = await create(`suggestion_ids: ["${one}"]`);
    expect(await refusal(blind, `{ impact_report(id: "${id}") { title } }`)).toMatchObject({
      code: 'FORBIDDEN',
    });
    const without = await testApi(database, { ...viewerOf(w.tenant, admin), authorized_features: [] });
    expect(await refusal(without, document)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(without, '{ impact_reports { total_records } }')).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('what is written', () => {
  let one: string;
  let report: Report;
  beforeEach(async () => {
    one = await idea('One');
    const acme = await account('Acme', 900);
    const ann = await person(acme, 'Ann');
    await vote(one, ann);
    await w.drift();
    report = await create(`suggestion_ids: ["${one}"]`);
  });

  test('[CALL-M-019] each saved change makes a version, older ones stay readable; sections are put in another order', async () => {
    const changed = await update(
      report.id,
      `title: "Why", ${contents({ next_steps: '<p>Ship <b>it</b><script>alert(1)</script></p>', summary: '' })}`,
    );
    expect(changed).toMatchObject({ version: 2, title: 'Why' });
    expect(changed.contents.slice(0, 3)).toEqual([
      { key: 'next_steps', value: '<p>Ship <b>it</b></p>' },
      { key: 'summary', value: '' },
      { key: 'figures', value: '' },
    ]);
    // nothing new, no version
    expect((await update(report.id, 'title: "Why"')).version).toBe(2);
    expect((await update(report.id, 'state: "published"')).version).toBe(2);
    const { impact_report_versions: older } = await w.api.data<{
      impact_report_versions: { records: { id: string; version: number; title: string }[] };
    }>(
      `{ impact_report_versions(impact_report: ["${report.id}"]) { records { id version title contents { key value } figures { people } updated_by { name } } } }`,
    );
    expect(older.records).toMatchObject([
      { version: 1, title: 'One idea', contents: report.contents, figures: { people: 1 } },
    ]);
  });

  test('a save over a newer version is refused with what stands there now', async () => {
    await update(report.id, 'title: "Theirs"');
    const refused = await refusal(
      w.api,
      `mutation { impact_report_update(id: "${report.id}", title: "Mine", if_updated_at: "${report.updated_at}") { id } }`,
    );
    expect(refused).toMatchObject({ reason: 'changed', current: { title: 'Theirs', version: 2 } });
    expect((await read(report.id)).title).toBe('Theirs');
  });

  test('quotes are feedback that is there, in the words of the customer; deleted feedback leaves them', async () => {
    const ben = await person(await account('Beta', 100), 'Ben');
    const long = `<p>${'No bars, no job. '.repeat(40)}</p>`;
    const quote = await say(one, ben, long, { body_mime_type: 'text/html' });
    const changed = await update(report.id, contents({ quotes: JSON.stringify([quote]) }));
    expect(valueOf(changed, 'quotes')).toBe(JSON.stringify([quote]));
    expect(changed.quotes).toMatchObject([
      { id: quote, user_name: 'Ben', account_name: 'Beta', revenue: 100 },
    ]);
    expect(changed.quotes[0]!.text).toMatch(/^No bars, no job\. .* (No|bars,|no|job\.)…$/);
    expect(changed.quotes[0]!.text.length).toBeLessThanOrEqual(impactLimits.quoteCharacters + 1);
    await database.pool.query("update feedback_records set state = 'deleted' where id = $1", [quote]);
    expect((await read(report.id)).quotes).toEqual([]);
    expect(
      await refusal(
        w.api,
        `mutation { impact_report_update(id: "${report.id}", ${contents({ quotes: '["987654"]' })}) { id } }`,
      ),
    ).toMatchObject({ field: 'contents.0.value', reason: 'not_found' });
  });

  test('unknown sections, sections twice, ideas that are not of the figures and lists that are none are refused', async () => {
    const refused = (text: string) =>
      refusal(w.api, `mutation { impact_report_update(id: "${report.id}", ${text}) { id } }`);
    expect(await refused(contents({ revenge: 'x' }))).toMatchObject({ field: 'contents.0.key' });
    expect(
      await refused('contents: [{ key: "summary", value: "a" }, { key: "summary", value: "b" }]'),
    ).toMatchObject({ field: 'contents.1.key', reason: 'taken' });
    for (const value of ['{', '{}', '"5"', `[["${one}"]]`])
      expect(await refused(contents({ top_ideas: value })), value).toMatchObject({
        field: expect.stringContaining('contents.0.value') as unknown,
      });
    const other = await idea('Other');
    expect(await refused(contents({ top_ideas: JSON.stringify([other]) }))).toMatchObject({
      field: 'contents.0.value',
    });
    expect(
      await refusal(
        w.api,
        'mutation ($id: ID!, $contents: [ImpactContentInput!]) { impact_report_update(id: $id, contents: $contents) { id } }',
        { id: report.id, contents: [{ key: 'problem', value: 'x'.repeat(1_000_001) }] },
      ),
    ).toMatchObject({ field: 'contents.0.value' });
    expect((await read(report.id)).version).toBe(1);
  });

  test('Refresh takes the figures of today into texts too, and keeps those before as a version', async () => {
    const ben = await person(await account('Beta', 100), 'Ben');
    await vote(one, ben);
    await w.drift();
    expect((await read(report.id)).figures.people).toBe(1);
    const after = await refresh(report.id);
    expect(after).toMatchObject({ version: 2, figures: { people: 2, revenue: 1_000 } });
    expect(after.figures_at > report.figures_at).toBe(true);
    expect(valueOf(after, 'summary')).toContain('<span class="es-figure es-figure-people">2</span> people');
    await database.pool.query("update suggestions set state = 'deleted' where id = $1", [one]);
    expect(
      await refusal(w.api, `mutation { impact_report_refresh(id: "${report.id}") { id } }`),
    ).toMatchObject({
      reason: 'empty',
    });
    // the title of an idea that is gone is not shown any more, its numbers are
    expect(await read(report.id)).toMatchObject({
      version: 2,
      figures: { people: 2, top_ideas: [{ id: one, title: null }] },
    });
  });

  test('a report of a deleted theme report keeps its figures and says that it is gone', async () => {
    const { id, set } = await theme('Signal', [one]);
    const ofTheme = await create(`theme: "${id}"`);
    await w.api.data(`mutation { theme_set_delete(id: "${set}") { id } }`);
    expect(await read(ofTheme.id)).toMatchObject({
      source_gone: true,
      source_name: 'Signal',
      theme: null,
      figures: { people: 1 },
    });
  });

  test('[CALL-M-020] [CALL-M-022] [VALID-079] deletes take all or none, and can be undone', async () => {
    const other = await create(`suggestion_ids: ["${one}"], title: "Other"`);
    expect(await refusal(w.api, 'mutation { impact_report_bulk_delete(ids: []) { id } }')).toMatchObject({
      field: 'ids',
    });
    expect(
      await refusal(w.api, `mutation { impact_report_bulk_delete(ids: ["${report.id}", "987654"]) { id } }`),
    ).toMatchObject({ field: 'ids', reason: 'not_found' });
    await w.api.data(`mutation { impact_report_bulk_delete(ids: ["${report.id}", "${other.id}"]) { id } }`);
    await expect(read(report.id)).resolves.toBeNull();
    await w.api.data(`mutation { impact_report_restore(id: "${report.id}") { id } }`);
    await w.api.data(`mutation { impact_report_restore(id: "${other.id}") { id } }`);
    expect(await read(report.id)).toMatchObject({ title: 'One idea', version: 1 });
    await w.api.data(`mutation { impact_report_delete(id: "${other.id}") { id } }`);
    expect(await refusal(w.api, `mutation { impact_report_delete(id: "${other.id}") { id } }`)).toMatchObject(
      { field: 'id', reason: 'not_found' },
    );
  });

  test('what moved since is counted by a job; reports that can no longer be brought back are removed', async () => {
    const scope = await testScope(database, systemViewer(w.tenant), { services });
    const run = () =>
      impactSweep.run({ subdomain_id: w.tenant.id }, { scope, signal: new AbortController().signal });
    const ben = await person(await account('Beta', 100), 'Ben');
    await vote(one, ben);
    await w.drift();
    await run();
    expect(await read(report.id)).toMatchObject({ figures_now: { people: 1 } });
    await database.pool.query(
      "update impact_reports set counted_at = now() - interval '61 minutes' where id = $1",
      [report.id],
    );
    await run();
    expect(await read(report.id)).toMatchObject({
      figures: { people: 1 },
      figures_now: { people: 2, accounts: 2, revenue: 1_000 },
    });
    await update(report.id, 'title: "Second"');
    await w.api.data(`mutation { impact_report_delete(id: "${report.id}") { id } }`);
    await database.pool.query(
      "update impact_reports set deleted_at = now() - interval '31 days' where id = $1",
      [report.id],
    );
    await run();
    const { rows } = await database.pool.query(
      'select 1 from impact_report_versions where impact_report_id = $1',
      [report.id],
    );
    expect(rows).toEqual([]);
  });

  test('[ENT-049] [ENT-050] a list of ideas is made of a report, and names it', async () => {
    const { id, set } = await theme('Signal', [one]);
    const made = (args: string) =>
      w.api.data<{ v: { id: string } }>(
        `mutation { v: saved_view_create(name: "Made ${args.length}", kind: "suggestion_list", sub_kind: "manual", ${args}) { id suggestions_count impact_report { id } theme_set { id name } } }`,
      );
    expect((await made(`impact_report_id: "${report.id}"`)).v).toMatchObject({
      suggestions_count: 1,
      impact_report: { id: report.id },
      theme_set: null,
    });
    expect((await made(`theme_set_id: "${set}"`)).v).toMatchObject({
      suggestions_count: 1,
      theme_set: { id: set, name: 'All' },
    });
    const ofTheme = await create(`theme: "${id}"`);
    expect((await made(`links: { impact_report: "${ofTheme.id}" }`)).v).toMatchObject({
      suggestions_count: 1,
    });
    expect(
      await refusal(
        w.api,
        'mutation { saved_view_create(name: "Of nothing", kind: "suggestion_list", impact_report_id: "987654") { id } }',
      ),
    ).toMatchObject({ field: 'impact_report_id', reason: 'not_found' });
  });
});

test('quotes are offered one of each account, the severe first, then by revenue', async () => {
  const one = await idea('One');
  const [large, small] = [await account('Large', 3_000), await account('Small', 500)];
  const [ann, ben, cat, dan] = [
    await person(large, 'Ann'),
    await person(large, 'Ben'),
    await person(small, 'Cat'),
    await person(null, 'Dan'),
  ];
  await vote(one, ann);
  await w.drift();
  await say(one, ann, 'The older one of the same account.', { created_at: ago(3) });
  const newest = await say(one, ben, 'The newest one of the same account.');
  const severe = await say(one, cat, 'We lose customers over this.', { severity: 3 });
  const alone = await say(one, dan, 'Nobody pays for what I say.');
  await say(one, dan, 'Short.', { severity: 3 });
  await say(one, dan, 'This one was taken back again.', { severity: 3, state: 'deleted' });
  const { id } = await create(`suggestion_ids: ["${one}"]`);
  const { impact_report_quotes: offered } = await w.api.data<{
    impact_report_quotes: { found: number; quotes: { id: string }[] };
  }>(`{ impact_report_quotes(id: "${id}") { found quotes { id text user_name account_name revenue } } }`);
  expect(offered.found).toBe(3);
  expect(offered.quotes.map((quote) => quote.id)).toEqual([severe, newest, alone]);
});

describe('sharing', () => {
  let report: Report;
  beforeEach(async () => {
    report = await create(`suggestion_ids: ["${await idea('One')}"]`);
  });
  const share = async (args: string): Promise<Report> =>
    (
      await w.api.data<{ r: Report }>(
        `mutation { r: impact_report_share(id: "${report.id}", ${args}) { ${REPORT} } }`,
      )
    ).r;

  test('[SCOPE-019] [ENT-048] [CALL-M-021] [NOTIF-013] tells those who are new, with the message; the set of people is replaced', async () => {
    const [bo, cy] = [
      await buildAdmin(database, w.tenant, { name: 'Bo' }),
      await buildAdmin(database, w.tenant, { name: 'Cy' }),
    ];
    const told = async (admin: typeof bo): Promise<unknown[]> => {
      const api = await testApi(database, viewerOf(w.tenant, admin));
      return (
        await api.data<{ notifications: { records: unknown[] } }>(
          '{ notifications { records { event impact_report { id title message } } } }',
        )
      ).notifications.records;
    };
    expect(await share(`user_ids: ["${bo.id}"], message: "Before Thursday."`)).toMatchObject({
      state: 'published',
      readers_count: 1,
      version: 1,
      updated_at: report.updated_at,
    });
    const line = {
      event: 'impact_report_shared',
      impact_report: { id: report.id, title: 'One idea', message: 'Before Thursday.' },
    };
    expect(await told(bo)).toEqual([line]);
    expect(services.enqueued).toMatchObject([{ task: 'notification_mail', payload: { user_id: bo.id } }]);
    await share(`user_ids: ["${bo.id}", "${cy.id}"], message: "And you."`);
    expect(await told(bo)).toEqual([line]);
    expect(await told(cy)).toHaveLength(1);
    // who opened it is seen
    const asBo = await testApi(database, viewerOf(w.tenant, bo));
    await asBo.data(`mutation { impact_report_read(id: "${report.id}") { id } }`);
    expect(await asBo.data('{ impact_reports(shared_with_me: true) { total_records } }')).toEqual({
      impact_reports: { total_records: 1 },
    });
    expect(
      await w.api.data(`{ impact_report(id: "${report.id}") { readers { user { name } message read_at } } }`),
    ).toEqual({
      impact_report: {
        readers: [
          { user: { name: 'Bo' }, message: 'Before Thursday.', read_at: expect.any(String) as unknown },
          { user: { name: 'Cy' }, message: 'And you.', read_at: null },
        ],
      },
    });
    expect(await share(`user_ids: ["${cy.id}"]`)).toMatchObject({ readers_count: 1 });
  });

  test('is refused with people who are unknown, blocked, or cannot see ideas', async () => {
    const user = await buildUser(database, w.tenant);
    const blocked = await buildAdmin(database, w.tenant, { allowed_state: 'blocked' });
    for (const id of [user.id, blocked.id])
      expect(
        await refusal(
          w.api,
          `mutation { impact_report_share(id: "${report.id}", user_ids: ["${id}"]) { id } }`,
        ),
      ).toMatchObject({ field: 'user_ids', reason: 'no_console' });
    expect(
      await refusal(
        w.api,
        `mutation { impact_report_share(id: "${report.id}", user_ids: ["987654"]) { id } }`,
      ),
    ).toMatchObject({ field: 'user_ids', reason: 'not_found' });
    expect((await read(report.id)).state).toBe('draft');
  });

  test('[SCOPE-020] a link is made, changed and revoked; sharing again makes another one', async () => {
    const first = (await share('is_public: true')).link!;
    expect(first).toEqual({
      path: expect.stringMatching(/^\/reports\/[\w-]{32}$/) as unknown,
      shows_names: false,
      shows_revenue: true,
      shows_quotes: true,
      shows_ideas: true,
      ends_on: null,
      has_ended: false,
      opened_count: 0,
    });
    const day = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
    const changed = (await share(`link: { shows_names: true, ends_on: "${day}" }`)).link!;
    expect(changed).toEqual({ ...first, shows_names: true, ends_on: day });
    expect((await share('link: { ends_on: null }')).link).toEqual({ ...first, shows_names: true });
    expect(
      await refusal(
        w.api,
        `mutation { impact_report_share(id: "${report.id}", link: { ends_on: "2020-01-01" }) { id } }`,
      ),
    ).toMatchObject({ field: 'link.ends_on' });
    expect(await share('is_public: false')).toMatchObject({ link: null, is_public: false });
    expect(
      await refusal(
        w.api,
        `mutation { impact_report_share(id: "${report.id}", link: { shows_names: true }) { id } }`,
      ),
    ).toMatchObject({ field: 'link', reason: 'required' });
    expect((await share('is_public: true')).link!.path).not.toBe(first.path);
  });
});
