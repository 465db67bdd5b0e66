import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Scope } from '../../core/scope.ts';
import { testServices } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { systemViewer } from '../account/system_viewer.ts';
import type { FileUse } from './import_columns.ts';
import { loadRehearsed } from './testing.ts';
import type { ImportReport } from './import_report.ts';
import { checkSource, readSource, type ImportSource } from './import_presets.ts';

// Whole files of other products with every column that their documentation names, and rows of our own. Each column
// that holds text is either read or named as not read: both lists are stated, so that none goes missing unseen.

let database: TestDatabase;
let scope: Scope;
let sid: string;
let folder: string;
let files: FileUse[];
let refused: string[];
let tenants = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  tenants += 1;
  folder = mkdtempSync(join(tmpdir(), 'earshot-products-'));
  refused = [];
  sid = (
    await database.pool.query(
      "insert into subdomains (key, name) values ($1, 'Acme') returning id::text as id",
      [`products-${tenants}`],
    )
  ).rows[0].id as string;
  scope = new Scope(
    {
      pool: database.pool,
      readPool: database.pool,
      tenantCheck: null,
      services: testServices(),
      now: () => new Date('2026-05-01T00:00:00Z'),
    },
    systemViewer({ id: sid, features: [] }),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(given: Partial<ImportSource> & Pick<ImportSource, 'preset'>): Promise<ImportReport> {
  const source: ImportSource = {
    file: null,
    votes: null,
    comments: null,
    summary: null,
    mapping: {},
    dates: null,
    text: null,
    sourceKey: 'test',
    now: scope.now(),
    ...given,
  };
  ({ files } = await checkSource(source));
  return loadRehearsed(scope, () => readSource(source), {
    forum: 'Product',
    dryRun: false,
    onRefused: (row) => refused.push(`${row.file}:${row.line} ${row.reason}`),
  });
}

/** A file of columns and cells; a cell is quoted where it has to be. */
function csv(rows: readonly Record<string, string | readonly string[]>[]): string {
  const first = rows[0]!;
  const columns = Object.entries(first).flatMap(([name, cell]) =>
    typeof cell === 'string' ? [name] : cell.map(() => name),
  );
  const quoted = (cell: string): string => (/[",\n;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return `${[columns, ...rows.map((row) => Object.values(row).flat())].map((cells) => cells.map(quoted).join(',')).join('\n')}\n`;
}

const used = (at = 0): Record<string, string> =>
  Object.fromEntries(
    files[at]!.columns.flatMap(({ name, field, rows }) =>
      field === null || rows === 0 ? [] : [[name, field]],
    ),
  );
const unread = (at = 0): string[] =>
  files[at]!.columns.filter(({ field, rows }) => field === null && rows > 0).map(({ name }) => name);
const ideas = async (): Promise<Record<string, unknown>[]> =>
  (
    await database.pool.query(
      `select s.title, c.body, f.name as forum, k.name as category, t.name as status, s.state, u.name as author, s.created_at, c.source_url as url, c.source_votes_count as counted,
       (select array_agg(l.full_name order by l.full_name) from suggestion_labels x join labels l on l.id = x.label_id where x.suggestion_id = s.id) as labels
     from suggestions s join suggestion_contents c on c.suggestion_id = s.id join forums f on f.id = s.forum_id left join categories k on k.id = s.category_id
       left join statuses t on t.id = s.status_id left join users u on u.id = s.creator_id where s.subdomain_id = $1 order by s.id`,
      [sid],
    )
  ).rows as Record<string, unknown>[];

test('Canny: posts with every field of its post object, spelled as a spreadsheet has them', async () => {
  const post = {
    'Post ID': '5f0c',
    Title: 'Dark mode',
    Details: 'For the night shift.',
    Board: 'Web app',
    Category: 'Design',
    Status: 'under review',
    Tags: 'ui, night',
    'Author Name': 'Ann Lee',
    'Author Email': 'ann@example.com',
    'Author User ID': 'u-7',
    By: 'Mara',
    Score: '7',
    'Comment Count': '2',
    Created: '2026-01-05T08:00:00.000Z',
    'Status Changed At': '2026-02-01T08:00:00.000Z',
    ETA: 'July 2026',
    Owner: 'Ben',
    'Image URLs': 'https://img.example/a.png',
    'Jira Issues': 'APP-7',
    MRR: '1200',
    Segment: 'Enterprise',
    URL: 'https://acme.canny.example/p/dark',
  };
  expect(await run({ preset: 'canny', file: write('canny.csv', csv([post])) })).toMatchObject({
    ideas: { created: 1 },
    refused: 0,
  });
  expect(used()).toEqual({
    'Post ID': 'external_id',
    Title: 'title',
    Details: 'body',
    Board: 'forum',
    Category: 'category',
    Status: 'status',
    Tags: 'labels',
    'Author Name': 'author_name',
    'Author Email': 'author_email',
    Score: 'supporters',
    Created: 'created_at',
    URL: 'url',
    'Author User ID': 'author_id',
  });
  expect(unread()).toEqual([
    'By',
    'Comment Count',
    'Status Changed At',
    'ETA',
    'Owner',
    'Image URLs',
    'Jira Issues',
    'MRR',
    'Segment',
  ]);
  expect(await ideas()).toEqual([
    {
      title: 'Dark mode',
      body: 'For the night shift.',
      forum: 'Web app',
      category: 'Design',
      status: 'under review',
      state: 'approved',
      author: 'Ann Lee',
      created_at: new Date('2026-01-05T08:00:00Z'),
      url: 'https://acme.canny.example/p/dark',
      counted: 7,
      labels: ['night', 'ui'],
    },
  ]);
});

test('Canny: the voters and comments of its other lists go with the posts', async () => {
  const file = write('posts.csv', csv([{ 'Post ID': '5f0c', Title: 'Dark mode', Details: 'Night' }]));
  const votes = write(
    'votes.csv',
    csv([
      {
        'Vote ID': 'v1',
        'Post ID': '5f0c',
        'Voter Name': 'Ann Lee',
        'Voter Email': 'ann@example.com',
        'Voter ID': 'u-7',
        Company: 'Acme',
        Created: '2026-01-06T08:00:00.000Z',
      },
    ]),
  );
  const comments = write(
    'comments.csv',
    csv([
      {
        'Comment ID': 'c1',
        'Post ID': '5f0c',
        Value: 'Us too',
        'Author Name': 'Bo',
        'Author Email': 'bo@example.com',
        'Is Admin': 'false',
        Private: 'false',
        'Like Count': '3',
        Created: '2026-01-07T08:00:00.000Z',
      },
    ]),
  );
  expect(await run({ preset: 'canny', file, votes, comments })).toMatchObject({
    supporters: { created: 1 },
    comments: { created: 1 },
    refused: 0,
  });
  expect(unread(1)).toEqual(['Vote ID']);
  expect(unread(2)).toEqual(['Private', 'Like Count']);
});

test('Productboard: features with the fields of a board, and notes', async () => {
  const feature = {
    'Feature ID': 'f-1',
    Type: 'feature',
    'Feature name': 'Dark mode',
    'Feature description': '<p>For <b>night</b> shifts</p>',
    Status: 'Planned',
    Owner: 'ben@acme.example',
    Product: 'Web app',
    Component: 'Reader',
    'Parent feature': 'Reading',
    Release: 'Q3',
    Objective: 'Comfort',
    Timeframe: '2026-07-01 - 2026-09-30',
    Tags: 'ui,night',
    'User impact score': '12',
    'Customer Importance Score': '40',
    Effort: '5',
    Health: 'On track',
    'Health update': 'We are on our way with the first of two parts',
    'Created at': 'Jan 5, 2026',
    'Last updated': '2026-02-01',
    Link: 'https://acme.productboard.example/f/1',
  };
  expect(await run({ preset: 'productboard', file: write('features.csv', csv([feature])) })).toMatchObject({
    ideas: { created: 1 },
    refused: 0,
  });
  expect(used()).toEqual({
    'Feature ID': 'external_id',
    'Feature name': 'title',
    'Feature description': 'body',
    Status: 'status',
    Product: 'forum',
    Component: 'category',
    Tags: 'labels',
    'Created at': 'created_at',
    Link: 'url',
  });
  expect(unread()).toEqual([
    'Type',
    'Owner',
    'Parent feature',
    'Release',
    'Objective',
    'Timeframe',
    'User impact score',
    'Customer Importance Score',
    'Effort',
    'Health',
    'Health update',
    'Last updated',
  ]);
  expect((await ideas())[0]).toMatchObject({
    title: 'Dark mode',
    body: '<p>For <b>night</b> shifts</p>',
    forum: 'Web app',
    category: 'Reader',
    status: 'Planned',
    labels: ['night', 'ui'],
  });

  const note = {
    'Note ID': 'n-1',
    'Note title': 'Call with Acme',
    'Note text': '<p>They read at night</p>',
    'User name': 'Ann Lee',
    'User email': 'ann@example.com',
    'Company name': 'Acme',
    'Company domain': 'acme.example',
    Owner: 'ben@acme.example',
    Source: 'email',
    'Source URL': 'https://mail.example/1',
    Tags: 'call',
    State: 'processed',
    Created: '2026-01-06 09:30',
  };
  expect(
    await run({ preset: 'productboard', sourceKey: 'notes', file: write('notes.csv', csv([note])) }),
  ).toMatchObject({ ideas: { created: 1 }, refused: 0 });
  expect(used()).toEqual({
    'Note ID': 'external_id',
    'Note title': 'title',
    'Note text': 'body',
    'User name': 'author_name',
    'User email': 'author_email',
    'Source URL': 'url',
    Tags: 'labels',
    Created: 'created_at',
  });
  expect(unread()).toEqual(['Company name', 'Company domain', 'Owner', 'Source', 'State']);
  expect((await ideas())[1]).toMatchObject({
    title: 'Call with Acme',
    author: 'Ann Lee',
    url: 'https://mail.example/1',
  });
});

test('Jira: all fields, with ids of people, repeated columns and fields of the customer', async () => {
  const issue = {
    Summary: 'Dark mode',
    'Issue key': 'APP-7',
    'Issue id': '10007',
    'Issue Type': 'Story',
    Status: 'To Do',
    'Project key': 'APP',
    'Project name': 'App',
    'Project type': 'software',
    'Project lead': 'ben',
    'Project lead id': '5b10',
    'Project description': 'The app of Acme',
    Priority: 'Medium',
    Resolution: '',
    Assignee: 'ben',
    'Assignee Id': '5b10',
    Reporter: 'Ann Lee',
    'Reporter Id': '5b11',
    Creator: 'Ann Lee',
    'Creator Id': '5b11',
    Created: '05/Jan/26 9:05 PM',
    Updated: '06/Jan/26 8:00 AM',
    'Last Viewed': '07/Jan/26 8:00 AM',
    Resolved: '',
    'Fix versions': ['2.1', ''],
    Components: ['Reader', 'Editor'],
    'Due date': '',
    Votes: '4',
    Labels: ['ui', 'night'],
    Description: 'For the *night* shift',
    Environment: 'A bright screen in a dark room, all night long, every night',
    Watchers: ['Ann Lee', 'ben'],
    'Watchers Id': ['5b11', '5b10'],
    'Work Ratio': '',
    'Outward issue link (Duplicate)': 'APP-3',
    Attachment: '05/Jan/26 9:06 PM;Ann Lee;screen.png;https://acme.jira.example/1',
    'Custom field (Story Points)': '5',
    'Custom field (Customer)': 'Acme',
    Sprint: 'S1',
    Parent: '10001',
    'Parent summary': 'Comfort',
    'Status Category': 'To Do',
    Comment: ['06/Jan/26 8:00 AM;5b10;Good; idea', '06/Jan/26 9:00 AM;Ann Lee;Thank you'],
  };
  expect(await run({ preset: 'jira', file: write('jira.csv', csv([issue])) })).toMatchObject({
    ideas: { created: 1 },
    comments: { created: 2 },
    refused: 0,
  });
  expect(used()).toEqual({
    Summary: 'title',
    'Issue key': 'external_id',
    Status: 'status',
    'Project name': 'forum',
    Reporter: 'author_name',
    'Reporter Id': 'author_id',
    Created: 'created_at',
    Components: 'category',
    Votes: 'supporters',
    Labels: 'labels',
    Description: 'body',
    Comment: 'comments',
  });
  // a comment names its author, or the id of the account
  expect(
    (
      await database.pool.query(
        'select u.name, u.guid, m.body from comments m join users u on u.id = m.creator_id where m.subdomain_id = $1 order by m.created_at',
        [sid],
      )
    ).rows,
  ).toEqual([
    { name: 'ben', guid: 'test:5b10', body: 'Good; idea' },
    { name: 'Ann Lee', guid: 'test:5b11', body: 'Thank you' },
  ]);
  // of several components the first is the category
  expect(unread()).toEqual([
    'Issue id',
    'Issue Type',
    'Project key',
    'Project type',
    'Project lead',
    'Project lead id',
    'Project description',
    'Priority',
    'Assignee',
    'Assignee Id',
    'Creator',
    'Creator Id',
    'Updated',
    'Last Viewed',
    'Fix versions',
    'Components',
    'Environment',
    'Watchers',
    'Watchers Id',
    'Outward issue link (Duplicate)',
    'Attachment',
    'Custom field (Story Points)',
    'Custom field (Customer)',
    'Sprint',
    'Parent',
    'Parent summary',
    'Status Category',
  ]);
  expect(await ideas()).toEqual([
    {
      title: 'Dark mode',
      body: 'For the *night* shift',
      forum: 'App',
      category: 'Reader',
      status: 'To Do',
      state: 'approved',
      author: 'Ann Lee',
      created_at: new Date('2026-01-05T21:05:00Z'),
      url: null,
      counted: 4,
      labels: ['night', 'ui'],
    },
  ]);
});

test('Jira: the older form with Component/s and Fix Version/s, and dates of a spreadsheet', async () => {
  const issue = {
    Summary: 'Dark mode',
    'Issue key': 'APP-7',
    'Issue id': '10007',
    'Project name': 'App',
    'Component/s': 'Reader',
    'Fix Version/s': '2.1',
    Reporter: 'ann',
    Created: '1/25/2026 16:14',
    Description: 'Night',
  };
  expect(await run({ preset: 'jira', file: write('jira.csv', `\uFEFF${csv([issue])}`) })).toMatchObject({
    ideas: { created: 1 },
    refused: 0,
  });
  expect((await ideas())[0]).toMatchObject({
    category: 'Reader',
    created_at: new Date('2026-01-25T16:14:00Z'),
  });
  expect(unread()).toEqual(['Issue id', 'Fix Version/s']);
});

test('GitHub: issues with every field of the interface, addresses of the interface among them', async () => {
  const api = 'https://api.git.example';
  const person = (login: string) => ({
    login,
    id: 11,
    node_id: 'U_1',
    avatar_url: `${api}/a`,
    gravatar_id: '',
    url: `${api}/users/${login}`,
    html_url: `https://git.example/${login}`,
    type: 'User',
    user_view_type: 'public',
    site_admin: false,
  });
  const reactions = {
    url: `${api}/r`,
    total_count: 6,
    '+1': 5,
    '-1': 1,
    laugh: 0,
    hooray: 0,
    confused: 0,
    heart: 0,
    rocket: 0,
    eyes: 0,
  };
  const issue = {
    url: `${api}/issues/7`,
    repository_url: api,
    labels_url: `${api}/l`,
    comments_url: `${api}/c`,
    events_url: `${api}/e`,
    html_url: 'https://git.example/acme/app/issues/7',
    id: 900,
    node_id: 'I_1',
    number: 7,
    title: 'Dark mode',
    user: person('ann'),
    labels: [
      {
        id: 1,
        node_id: 'L',
        url: `${api}/labels/ui`,
        name: 'ui, night',
        color: 'fff',
        default: false,
        description: 'How it looks',
      },
    ],
    state: 'closed',
    locked: false,
    assignee: person('ben'),
    assignees: [person('ben')],
    milestone: {
      url: `${api}/m`,
      html_url: 'https://git.example/m',
      id: 3,
      number: 1,
      title: 'Reader',
      description: 'All that one needs to read at night',
      creator: person('ben'),
      open_issues: 1,
      closed_issues: 0,
      state: 'open',
      created_at: '2026-01-01T00:00:00Z',
      due_on: null,
    },
    comments: 1,
    created_at: '2026-01-05T08:00:00Z',
    updated_at: '2026-01-08T08:00:00Z',
    closed_at: '2026-01-09T08:00:00Z',
    author_association: 'NONE',
    type: null,
    active_lock_reason: null,
    sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
    body: 'For the **night** shift',
    closed_by: person('ben'),
    reactions,
    timeline_url: `${api}/t`,
    performed_via_github_app: null,
    state_reason: 'completed',
  };
  const comment = {
    url: `${api}/issues/comments/1`,
    html_url: 'https://git.example/acme/app/issues/7#c1',
    issue_url: `${api}/issues/7`,
    id: 1,
    node_id: 'C',
    user: person('ben'),
    created_at: '2026-01-08T00:00:00Z',
    updated_at: '2026-01-08T00:00:00Z',
    author_association: 'OWNER',
    body: 'Done',
    reactions,
    performed_via_github_app: null,
  };
  expect(
    await run({
      preset: 'github',
      file: write('issues.json', JSON.stringify([[issue]])),
      comments: write('comments.json', JSON.stringify([[comment]])),
    }),
  ).toMatchObject({ ideas: { created: 1 }, comments: { created: 1 }, refused: 0 });
  expect(used()).toEqual({
    html_url: 'url',
    number: 'external_id',
    title: 'title',
    'user.login': 'author_name',
    labels: 'labels',
    state: 'state',
    'milestone.title': 'category',
    created_at: 'created_at',
    body: 'body',
    'reactions.plus_one': 'supporters',
  });
  expect(used(1)).toEqual({
    issue_url: 'idea',
    id: 'id',
    'user.login': 'name',
    created_at: 'created_at',
    author_association: 'by_team',
    body: 'body',
  });
  expect(unread()).toEqual(
    expect.arrayContaining([
      'closed_at',
      'state_reason',
      'assignees',
      'milestone.description',
      'closed_by.login',
      'comments',
    ]),
  );
  expect(await ideas()).toEqual([
    {
      title: 'Dark mode',
      body: '<p>For the <strong>night</strong> shift</p>',
      forum: 'Product',
      category: 'Reader',
      status: null,
      state: 'closed',
      author: 'ann',
      created_at: new Date('2026-01-05T08:00:00Z'),
      url: 'https://git.example/acme/app/issues/7',
      counted: 5,
      labels: ['ui, night'],
    },
  ]);
});
