import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Scope } from '../../core/scope.ts';
import { createTenantCheck } from '../../sql/tenant_check.ts';
import { testServices } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';
import { systemViewer } from '../account/system_viewer.ts';
import { loadRehearsed } from './testing.ts';
import type { ImportReport } from './import_report.ts';
import { checkSource, readSource, type ImportSource } from './import_presets.ts';

// What the source had merged comes in through the import, and is taken apart by the command that people use.

let database: TestDatabase;
let w: TestWorkspace;
let folder: string;
let tenantCheck: ReturnType<typeof createTenantCheck>;

beforeAll(async () => {
  database = await openTestDatabase();
  const tables = await database.pool.query(
    "select table_name from information_schema.columns where column_name = 'subdomain_id' and table_schema = 'public'",
  );
  tenantCheck = createTenantCheck(new Set(tables.rows.map((row) => row.table_name as string)));
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
  folder = mkdtempSync(join(tmpdir(), 'earshot-import-merges-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const IDEAS = 'number,title,description,created_at,user_email,state,tags,original_number\n';
const ROWS = [
  '1,Dark mode,For the night,2026-01-01T00:00:00Z,ann@example.com,,ui,\n',
  '2,Night theme,My eyes,2026-01-02T00:00:00Z,bob@example.com,,"ui,eyes",1\n',
  '3,Black,,2026-01-03T00:00:00Z,cy@example.com,,,2\n',
];
const VOTES =
  'number,user_email,voted_at\n1,ann@example.com,2026-02-05\n2,ann@example.com,2026-02-01\n2,bob@example.com,2026-02-02\n3,bob@example.com,2026-02-03\n3,cy@example.com,\n';
const COMMENTS =
  'id,number,text,user_email,created_at\n1,1,First,ann@example.com,2026-02-01\n2,2,Second,bob@example.com,2026-02-02\n';

function files(ideas = IDEAS + ROWS.join(''), votes = VOTES, comments = COMMENTS): Partial<ImportSource> {
  return {
    file: write('ideas.csv', ideas),
    votes: write('votes.csv', votes),
    comments: write('comments.csv', comments),
  };
}

async function run(given: Partial<ImportSource>, dryRun = false): Promise<ImportReport> {
  const now = () => new Date('2026-05-01T00:00:00Z');
  const scope = new Scope(
    { pool: database.pool, readPool: database.pool, tenantCheck, services: testServices(), now },
    systemViewer(w.tenant),
  );
  const source: ImportSource = {
    preset: 'fider',
    file: null,
    votes: null,
    comments: null,
    summary: null,
    mapping: {},
    dates: null,
    text: 'plain',
    sourceKey: 'fider',
    now: now(),
    ...given,
  };
  await checkSource(source);
  return loadRehearsed(scope, () => readSource(source), {
    forum: 'Product',
    dryRun,
    onRefused: (row) => {
      throw new Error(row.reason);
    },
  });
}

const idOf = async (number: number): Promise<string> =>
  (
    await w.rows<{ id: string }>(
      'select id::text as id from suggestions where subdomain_id = $1 and external_id = $2',
      w.tenant.id,
      `fider:${number}`,
    )
  )[0]!.id;
const unmerge = (...ids: string[]) =>
  w.api.data('mutation ($ids: [ID!]!) { suggestion_unmerge(ids: $ids) { id state } }', { ids });
const merge = (winner: string, ...losers: string[]) =>
  w.api.data(
    'mutation ($winner: ID!, $losers: [ID!]!) { suggestion_merge(winner: $winner, losers: $losers) { id } }',
    { winner, losers },
  );

/** Ideas with what they hold. */
const picture = () =>
  w.rows(
    `select s.external_id as id, s.state, s.supporters_count as n, (select string_agg(l.full_name, ',' order by l.full_name) from suggestion_labels sl join labels l on l.id = sl.label_id where sl.suggestion_id = s.id) as labels,
     (select string_agg(split_part(u.email_address, '@', 1) || ' ' || coalesce(to_char(x.created_at at time zone 'UTC', 'MM-DD'), 'undated'), ', ' order by u.email_address) from supporters x join users u on u.id = x.user_id where x.suggestion_id = s.id) as votes,
     (select string_agg(split_part(c.body, chr(10), 1), ', ' order by c.id) from comments c where c.suggestion_id = s.id and c.state <> 'deleted') as comments
   from suggestions s where s.subdomain_id = $1 order by s.id`,
    w.tenant.id,
  );

const APART = [
  { id: 'fider:1', state: 'approved', n: 1, labels: 'ui', votes: 'ann 02-05', comments: 'First' },
  {
    id: 'fider:2',
    state: 'approved',
    n: 2,
    labels: 'eyes,ui',
    votes: 'ann 02-01, bob 02-02',
    comments: 'Second',
  },
  { id: 'fider:3', state: 'approved', n: 2, labels: null, votes: 'bob 02-03, cy undated', comments: null },
];
const TOGETHER = [
  {
    id: 'fider:1',
    state: 'approved',
    n: 3,
    labels: 'eyes,ui',
    votes: 'ann 02-01, bob 02-02, cy undated',
    comments: 'First, Second, Night theme, Black',
  },
  { id: 'fider:2', state: 'merged', n: 0, labels: 'eyes,ui', votes: null, comments: null },
  { id: 'fider:3', state: 'merged', n: 0, labels: null, votes: null, comments: null },
];

test('[DEC-121] what the source merged comes in as a merge of ours, and is taken apart with votes, comments and labels where they were', async () => {
  const given = files();
  expect(await run(given, true)).toMatchObject({
    ideas: { created: 3 },
    supporters: { created: 5 },
    merged: 2,
  });
  expect(await picture()).toEqual([]);
  expect(await run(given)).toMatchObject({
    ideas: { created: 3 },
    supporters: { created: 5 },
    comments: { created: 2 },
    merged: 2,
    notes: [],
  });
  expect(await picture()).toEqual(TOGETHER);
  expect(await w.drift()).toEqual([]);
  const { suggestion } = await w.api.data<{ suggestion: object }>(
    'query ($id: ID!) { suggestion(id: $id) { state unmergeable redirect_url } }',
    { id: await idOf(2) },
  );
  expect(suggestion).toEqual({
    state: 'merged',
    unmergeable: false,
    redirect_url: `/admin/v3/ideas/${await idOf(1)}`,
  });

  // in any order
  await unmerge(await idOf(2));
  expect((await picture())[0]).toMatchObject({
    n: 3,
    votes: 'ann 02-05, bob 02-03, cy undated',
    comments: 'First, Black',
  });
  await unmerge(await idOf(3));
  expect(await picture()).toEqual(APART);
  expect(await w.drift()).toEqual([]);
});

test('[DEC-121] a second run changes nothing; what the team took apart stays apart', async () => {
  const given = files();
  await run(given);
  expect(await run(given)).toMatchObject({
    ideas: { created: 0, updated: 0 },
    supporters: { created: 0, updated: 0, unchanged: 5 },
    comments: { created: 0, updated: 0, unchanged: 2 },
    merged: 0,
    notes: [],
  });
  expect(await picture()).toEqual(TOGETHER);
  await unmerge(await idOf(2), await idOf(3));
  expect(await run(given)).toMatchObject({
    supporters: { created: 0, updated: 0, unchanged: 5 },
    merged: 0,
    notes: [],
  });
  expect(await picture()).toEqual(APART);
  expect(await w.drift()).toEqual([]);
});

test('[DEC-121] votes and comments that come in later on a merged idea count on the one that stays, and go back with the merge', async () => {
  await run(files());
  // the idea that stays is merged further, by the team
  await run({ file: write('more.csv', `${IDEAS}9,Looks,,2026-01-09T00:00:00Z,ann@example.com,,,\n`) });
  await merge(await idOf(9), await idOf(1));
  const later = files(
    IDEAS + ROWS.join(''),
    `${VOTES}3,dee@example.com,2026-03-01\n1,eve@example.com,2026-03-02\n`,
    `${COMMENTS}3,2,Third,dee@example.com,2026-03-01\n`,
  );
  expect(await run(later)).toMatchObject({
    supporters: { created: 2, updated: 0, unchanged: 5 },
    comments: { created: 1 },
    merged: 0,
  });
  expect((await picture())[3]).toMatchObject({
    id: 'fider:9',
    n: 5,
    votes: 'ann 02-01, bob 02-02, cy undated, dee 03-01, eve 03-02',
    comments: 'First, Second, Night theme, Black, Dark mode, Third',
  });
  expect(await w.drift()).toEqual([]);
  await unmerge(await idOf(1));
  await unmerge(await idOf(2), await idOf(3));
  expect((await picture()).slice(0, 3)).toEqual([
    { ...APART[0], n: 2, votes: 'ann 02-05, eve 03-02' },
    { ...APART[1], comments: 'Second, Third' },
    { ...APART[2], n: 3, votes: 'bob 02-03, cy undated, dee 03-01' },
  ]);
  expect(await w.drift()).toEqual([]);
});

test('ideas that were merged before merges left an entry keep what they hold on the idea that stays', async () => {
  const given = files();
  await run(given);
  await database.pool.query('delete from suggestion_merges where subdomain_id = $1', [w.tenant.id]);
  const later = files(IDEAS + ROWS.join(''), `${VOTES}3,dee@example.com,2026-03-01\n`, COMMENTS);
  expect(await run(later)).toMatchObject({ supporters: { created: 1 }, merged: 0 });
  expect((await picture())[0]).toMatchObject({ n: 4, state: 'approved' });
  expect(await w.drift()).toEqual([]);
});

test('spam, and an idea that waits for approval, keep what the source merged into them apart, and that is said', async () => {
  const report = await run(
    files(
      `${IDEAS}1,Dark mode,,2026-01-01T00:00:00Z,ann@example.com,pending,,\n2,Night theme,,2026-01-02T00:00:00Z,bob@example.com,,,1\n3,Black,,2026-01-03T00:00:00Z,cy@example.com,pending,,1\n4,Buy now,,2026-01-04T00:00:00Z,dan@example.com,spam,,1\n`,
      'number,user_email\n2,ann@example.com\n',
      'number,text\n2,Yes\n',
    ),
  );
  expect(report).toMatchObject({
    merged: 1,
    notes: [
      '2 ideas that the source merged cannot be merged here (spam, or the one that stays waits for approval); they come in as ideas of their own.',
    ],
  });
  expect((await picture()).map((row) => (row as { state: string }).state)).toEqual([
    'pending',
    'approved',
    'merged',
    'spam',
  ]);
  expect(await w.drift()).toEqual([]);
});
