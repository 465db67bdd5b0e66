import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IDEA_IMPORT_FIELDS, type ImportedField } from '../../../contract/idea_fields.ts';
import { Scope } from '../../core/scope.ts';
import { testServices, type TestServices } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { systemViewer } from '../account/system_viewer.ts';
import { recountTenant } from '../ideas/recount.ts';
import type { FileUse } from './import_columns.ts';
import { dateOf } from './import_dates.ts';
import { loadRehearsed } from './testing.ts';
import type { ImportOptions, ImportReport } from './import_report.ts';
import { checkSource, readSource, type ImportSource } from './import_presets.ts';
import type { RefusedRow } from './import_records.ts';

// Files in the shape of other products' exports, with rows of our own.

let database: TestDatabase;
let scope: Scope;
let services: TestServices;
let sid: string;
let folder: string;
let refused: RefusedRow[];
let files: FileUse[];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
let tenants = 0;
beforeEach(async () => {
  tenants += 1;
  folder = mkdtempSync(join(tmpdir(), 'earshot-sources-'));
  refused = [];
  services = testServices();
  sid = (
    await database.pool.query(
      "insert into subdomains (key, name) values ($1, 'Acme') returning id::text as id",
      [`sources-${tenants}`],
    )
  ).rows[0].id as string;
  scope = new Scope(
    {
      pool: database.pool,
      readPool: database.pool,
      tenantCheck: null,
      services,
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

/** As the command does it: the files are looked through, then loaded. */
async function run(
  given: Partial<ImportSource> & Pick<ImportSource, 'preset'>,
  dryRun = false,
  options: Pick<ImportOptions, 'subscribe' | 'statuses'> = {},
): Promise<ImportReport> {
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
    dryRun,
    ...options,
    onRefused: (row) => refused.push(row),
  });
}

const rows = async <T>(text: string): Promise<T[]> => (await database.pool.query(text, [sid])).rows as T[];
const unread = (at = 0): string[] =>
  files[at]!.columns.filter(({ field, rows: count }) => field === null && count > 0).map(
    ({ name, rows: count }) => `${name} ${count}`,
  );
const exact = async (): Promise<void> => expect((await recountTenant(scope)).entries).toEqual([]);

describe('statuses', () => {
  const status = async (name: string, is_open = true): Promise<void> => {
    await database.pool.query(
      'insert into statuses (subdomain_id, name, is_open, position) values ($1, $2, $3, 1)',
      [sid, name, is_open],
    );
  };
  const given = (): Promise<{ title: string; status: string | null }[]> =>
    rows(
      'select s.title, t.name as status from suggestions s left join statuses t on t.subdomain_id = s.subdomain_id and t.id = s.status_id where s.subdomain_id = $1 order by s.id',
    );
  const POSTS =
    'id,title,status\n1,Dark mode,in progress\n2,Export,Complete\n3,Print,open\n4,Fax,closed\n5,Scan,Complete\n6,Sync,Sounding out\n';

  it('[VALID-031] that mean what one here means become that one; open is none, and a new one that sounds closed comes in closed', async () => {
    await status('Started');
    await status('completed', false);
    const report = await run({ preset: 'canny', file: write('posts.csv', POSTS) });
    expect(await given()).toEqual([
      { title: 'Dark mode', status: 'Started' },
      { title: 'Export', status: 'completed' },
      { title: 'Print', status: null },
      { title: 'Fax', status: 'closed' },
      { title: 'Scan', status: 'completed' },
      { title: 'Sync', status: 'Sounding out' },
    ]);
    expect(report.statuses).toEqual([
      { name: 'Complete', ideas: 2, to: 'completed', is_new: false },
      { name: 'in progress', ideas: 1, to: 'Started', is_new: false },
      { name: 'open', ideas: 1, to: null, is_new: false },
      { name: 'closed', ideas: 1, to: 'closed', is_new: true },
      { name: 'Sounding out', ideas: 1, to: 'Sounding out', is_new: true },
    ]);
    expect(report.statuses_created).toBe(2);
    expect(
      await rows(
        "select name, is_open, allow_comments, hex_color from statuses where subdomain_id = $1 and name in ('closed', 'Sounding out') order by name",
      ),
    ).toEqual([
      { name: 'closed', is_open: false, allow_comments: false, hex_color: '#BB392E' },
      { name: 'Sounding out', is_open: true, allow_comments: true, hex_color: '#7E8E8E' },
    ]);
    await exact();
  });

  it('become what was chosen, whatever they mean', async () => {
    await status('Started');
    const report = await run({ preset: 'canny', file: write('posts.csv', POSTS) }, false, {
      statuses: { 'in progress': null, complete: 'Shipped', 'sounding out': 'started', open: 'Open' },
    });
    expect(await given()).toEqual([
      { title: 'Dark mode', status: null },
      { title: 'Export', status: 'Shipped' },
      { title: 'Print', status: 'Open' },
      { title: 'Fax', status: 'closed' },
      { title: 'Scan', status: 'Shipped' },
      { title: 'Sync', status: 'Started' },
    ]);
    expect(report.statuses_created).toBe(3);
  });
});

describe('voters', () => {
  const IDEAS = 'id,title\n1,Dark mode\n2,Export\n';
  const subscribers = (): Promise<{ title: string; name: string; subscribed: boolean }[]> =>
    rows(
      'select s.title, u.name, b.subscribed from subscriptions b join suggestions s on s.id = b.suggestion_id join users u on u.id = b.user_id where b.subdomain_id = $1 order by s.title, u.name',
    );
  const votes = (text: string) => ({
    preset: 'ideas' as const,
    file: write('ideas.csv', IDEAS),
    votes: write('votes.csv', text),
  });
  const VOTES =
    'idea_id,user_email,user_id,user_name,subscribed\n1,ana@acme.example,,Ana,\n2,ana@acme.example,,Ana,yes\n1,li@acme.example,,Li,no\n1,,17,No address,\n2,mo@acme.example,,Mo,perhaps\n';

  it('[VALID-031] with an address get updates about what they voted for, unless the file says no', async () => {
    const report = await run(votes(VOTES));
    expect(report).toMatchObject({ supporters: { created: 5 }, people_subscribed: 1, refused: 0 });
    expect(await subscribers()).toEqual([
      { title: 'Dark mode', name: 'Ana', subscribed: true },
      { title: 'Export', name: 'Ana', subscribed: true },
    ]);
  });

  it('get none when that was switched off; a later run makes it good, and leaves who said no', async () => {
    await run(votes(VOTES), false, { subscribe: false });
    expect(await subscribers()).toEqual([]);
    await database.pool.query(
      `insert into subscriptions (subdomain_id, suggestion_id, user_id, subscribed)
       select $1, s.id, u.id, false from suggestions s, users u where s.subdomain_id = $1 and s.title = 'Export' and u.subdomain_id = $1 and u.name = 'Ana'`,
      [sid],
    );
    const report = await run(votes(VOTES));
    expect(report).toMatchObject({ supporters: { created: 0, unchanged: 5 }, people_subscribed: 1 });
    expect(await subscribers()).toEqual([
      { title: 'Dark mode', name: 'Ana', subscribed: true },
      { title: 'Export', name: 'Ana', subscribed: false },
    ]);
  });

  it('of an idea that the source merged get updates about the one that stays', async () => {
    const given = {
      preset: 'ideas' as const,
      file: write('ideas.csv', 'id,title,parent_id\n1,Dark mode,\n2,Night mode,1\n'),
      votes: write('votes.csv', 'idea_id,user_email,user_name\n2,ana@acme.example,Ana\n'),
    };
    await run(given, false, { subscribe: false });
    expect(await run(given)).toMatchObject({ people_subscribed: 1 });
    expect(await subscribers()).toEqual([{ title: 'Dark mode', name: 'Ana', subscribed: true }]);
    expect(await run(given)).toMatchObject({ people_subscribed: 0 });
  });
});

describe('answers of the team', () => {
  const HEAD =
    'suggestion.id,suggestion.title,suggestion.body,suggestion.status.name,suggestion.portal_url,suggestion.parent.id,suggestion.votes_count,Public Status Update Message,Public Status Update Timestamp,Public Status Update Creator\n';

  it('[VALID-031] without a date are undated and told; a second file says when and who, in the other spelling', async () => {
    const without = write(
      'a.csv',
      'id,title,created_at,Public Status Update Message\n41,Dark mode,2014-12-04,We begin.\n',
    );
    const first = await run({ preset: 'uservoice', file: without });
    expect(first.notes).toEqual(['1 answer of the team has no date in the file and is shown as undated.']);
    const updates = () =>
      rows(
        'select n.is_dated, n.created_at, u.email_address as author, a.created_at as entry, a.user_id = n.user_id as same from status_updates n join activity_entries a on a.status_update_id = n.id left join users u on u.id = n.user_id where n.subdomain_id = $1',
      );
    expect(await updates()).toMatchObject([{ is_dated: false, author: null }]);
    const whole = write(
      'b.csv',
      'id,title,created_at,Public Status Update Message,Public Status Updated Timestamp,Public Status Creator Email Address\n41,Dark mode,2014-12-04,We begin.,2015-08-03 09:00,mara@acme.example\n',
    );
    expect(await run({ preset: 'uservoice', file: whole })).toMatchObject({
      answers: { created: 0, updated: 1, unchanged: 0 },
      notes: [],
    });
    const at = new Date('2015-08-03T09:00:00Z');
    expect(await updates()).toEqual([
      { is_dated: true, created_at: at, author: 'mara@acme.example', entry: at, same: true },
    ]);
    expect(unread()).toEqual([]);
    expect(await run({ preset: 'uservoice', file: without })).toMatchObject({ answers: { unchanged: 1 } });
    expect(await updates()).toMatchObject([{ is_dated: true, created_at: at }]);
    await exact();
  });

  it('[VALID-031] of UserVoice become public status updates with message, date and author, once, and nobody gets mail', async () => {
    await database.pool.query(
      "insert into users (subdomain_id, name, email_address, license_type) values ($1, 'Mara Team', 'mara@acme.example', 'full')",
      [sid],
    );
    const file = write(
      'uv.csv',
      `${HEAD}41,Dark mode,Night shifts,Planned,https://ideas.acme.example/41,,12,"We begin in June.\n\nThank you <all>",2026-03-02 10:00:00,Mara Team\n42,Dark theme,,,ftp://nowhere,41,3,,,\n43,Printing,,,,,,"<p>Not <b>now</b><script>x()</script></p>",2026-03-03 10:00:00,Somebody Else\n`,
    );
    const report = await run({ preset: 'uservoice', file });
    expect(report).toMatchObject({ ideas: { created: 3 }, answers: { created: 2 }, merged: 1, refused: 0 });
    expect(unread()).toEqual([]);
    expect(
      await rows(`select s.title, n.html_body, n.created_at, u.name, u.license_type, t.name as status, n.supporters_notified as mailed, s.has_response, s.last_status_update_at as last
      from status_updates n join suggestions s on s.id = n.suggestion_id join users u on u.id = n.user_id left join statuses t on t.id = n.new_status_id where n.subdomain_id = $1 order by n.created_at`),
    ).toEqual([
      {
        title: 'Dark mode',
        html_body: '<p>We begin in June.</p><p>Thank you &lt;all&gt;</p>',
        created_at: new Date('2026-03-02T10:00:00Z'),
        name: 'Mara Team',
        license_type: 'full',
        status: 'Planned',
        mailed: false,
        has_response: true,
        last: new Date('2026-03-02T10:00:00Z'),
      },
      {
        title: 'Printing',
        html_body: '<p>Not <b>now</b></p>',
        created_at: new Date('2026-03-03T10:00:00Z'),
        name: 'Somebody Else',
        license_type: 'none',
        status: null,
        mailed: false,
        has_response: true,
        last: new Date('2026-03-03T10:00:00Z'),
      },
    ]);
    // one that names no status changes none
    expect(
      await rows(
        'select old_status_id is distinct from new_status_id as changes from status_updates where subdomain_id = $1 order by created_at',
      ),
    ).toEqual([{ changes: true }, { changes: false }]);
    expect(await rows('select id from mailings where subdomain_id = $1')).toEqual([]);
    expect(
      await rows(
        "select kind, count(*)::int as n from activity_entries where subdomain_id = $1 and kind in ('status_updated', 'merge_created') group by kind order by kind",
      ),
    ).toEqual([
      { kind: 'merge_created', n: 2 },
      { kind: 'status_updated', n: 2 },
    ]);
    expect(
      await rows(
        'select s.title, s.state, m.title as into, s.votes_count, c.source_url as url, c.source_votes_count as counted from suggestions s join suggestion_contents c on c.suggestion_id = s.id left join suggestions m on m.id = s.merged_into_id where s.subdomain_id = $1 order by s.id',
      ),
    ).toEqual([
      {
        title: 'Dark mode',
        state: 'approved',
        into: null,
        votes_count: 0,
        url: 'https://ideas.acme.example/41',
        counted: 12,
      },
      { title: 'Dark theme', state: 'merged', into: 'Dark mode', votes_count: 0, url: null, counted: 3 },
      { title: 'Printing', state: 'approved', into: null, votes_count: 0, url: null, counted: null },
    ]);
    expect(report.notes).toEqual([
      'The file counts 15 votes. Votes are people, so each idea shows its count beside the votes that come with a name.',
      '1 address of an idea does not begin with http:// or https:// and is not kept.',
    ]);
    await exact();
    expect(await run({ preset: 'uservoice', file })).toMatchObject({
      ideas: { created: 0, updated: 0 },
      answers: { created: 0, updated: 0, unchanged: 2 },
      merged: 0,
    });
    await exact();
  });

  it('of Fider come in with who and when, and duplicates come in merged, with their votes', async () => {
    const file = write(
      'fider.csv',
      'number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags\n3,Webhooks,Please,2024-05-06T07:08:09Z,Jo,5,0,planned,Ada,2024-06-01T00:00:00Z,Soon,,,\n4,Web hooks,,2024-05-07T07:08:09Z,Bo,1,0,duplicate,Ada,2024-06-02T00:00:00Z,See the other,3,Webhooks,\n',
    );
    const votes = write(
      'votes.csv',
      'number,user_email\n3,a@example.com\n4,a@example.com\n4,b@example.com\n',
    );
    expect(await run({ preset: 'fider', file, votes })).toMatchObject({
      ideas: { created: 2 },
      answers: { created: 2 },
      supporters: { created: 3 },
      merged: 1,
      repeated_votes: 0,
    });
    expect(unread()).toEqual(['comments_count 2', 'original_title 1']);
    expect(
      await rows(
        'select title, state, supporters_count as n from suggestions where subdomain_id = $1 order by id',
      ),
    ).toEqual([
      { title: 'Webhooks', state: 'approved', n: 2 },
      { title: 'Web hooks', state: 'merged', n: 0 },
    ]);
    await exact();
    expect(await run({ preset: 'fider', file, votes })).toMatchObject({
      ideas: { created: 0, updated: 0 },
      supporters: { created: 0, updated: 0, unchanged: 3 },
      merged: 0,
    });
    await exact();
  });

  it('of a file with a row per voter are taken once, wherever they stand, and that is said', async () => {
    const head =
      'Idea ID,Idea Title,Idea Description,Forum Name,User ID,User Name,User Email Address,Linked Idea Creation Date,Public Status Update Message,Public Status Update Timestamp,Public Status Update Creator\n';
    const row = (idea: string, person: string, answer: string): string =>
      `${idea},Idea ${idea},,Portal,${person},${person},${person}@example.com,2026-01-02,${answer}\n`;
    const soon = 'We begin in June,2026-03-02,Mara';
    const file = write(
      'voters.csv',
      `${head}${row('1', 'ann', soon)}${row('1', 'bob', soon)}${row('1', 'cy', soon)}${row('2', 'ann', ',,')}${row('2', 'bob', 'Later,2026-03-03,Mara')}${row('2', 'cy', 'Never,2026-03-04,Mara')}`,
    );
    const report = await run({ preset: 'uservoice-votes', file });
    expect(report).toMatchObject({
      ideas: { created: 2 },
      supporters: { created: 6 },
      answers: { created: 2 },
      refused: 0,
    });
    expect(
      await rows(
        'select s.title, n.html_body as html from status_updates n join suggestions s on s.id = n.suggestion_id where n.subdomain_id = $1 order by s.id',
      ),
    ).toEqual([
      { title: 'Idea 1', html: '<p>We begin in June</p>' },
      { title: 'Idea 2', html: '<p>Later</p>' },
    ]);
    expect(report.notes).toEqual([
      '2 answers of the team stand in 4 rows, one per voter; each is taken once.',
      '1 row holds another answer of the team than an earlier row of the same idea; the first is taken.',
    ]);
    expect(unread()).toEqual([]);
    expect(await run({ preset: 'uservoice-votes', file })).toMatchObject({
      answers: { created: 0, updated: 0, unchanged: 2 },
    });
    await exact();
  });

  it('[VALID-031] refuses an answer with a wrong date and keeps the idea; ideas in a circle come in as they are', async () => {
    const file = write('uv.csv', `${HEAD}1,One,,,,2,,Yes,soon,Ada\n2,Two,,,,1,,,,\n3,Three,,,,99,,,,\n`);
    const report = await run({ preset: 'uservoice', file });
    expect(report).toMatchObject({ ideas: { created: 3 }, answers: { created: 0 }, merged: 0, refused: 1 });
    expect(refused[0]!.reason).toMatch(/^answer: date: "soon" is not a date; taken are 2026-03-31,/);
    expect(report.notes.at(-1)).toBe(
      '3 ideas are merged into ones that the file does not hold, or in a circle; they come in as ideas of their own.',
    );
  });
});

describe('what is not read is said', () => {
  it('asks for the column of the texts instead of loading ideas without any', async () => {
    const text = 'Our night shift cannot read the bright screens without getting a headache';
    const file = write('own.csv', `id,title,Narrative,Team\n1,Dark,${text},Blue\n2,Print,,Red\n`);
    await expect(run({ preset: 'ideas', file })).rejects.toThrow(
      'no column was found for the description, and texts stand in "Narrative" (1 row), which would not be read. Say in a mapping file which column it is, {"body": "Narrative"}, or that there is none, {"body": ""}.',
    );
    expect(await rows('select id from suggestions where subdomain_id = $1')).toEqual([]);
    await run({ preset: 'ideas', file, mapping: { body: 'Narrative' } });
    expect(unread()).toEqual(['Team 2']);
    expect(
      await rows(
        'select c.body from suggestion_contents c where c.subdomain_id = $1 order by c.suggestion_id',
      ),
    ).toEqual([{ body: text }, { body: null }]);
    expect(await run({ preset: 'ideas', file, mapping: { body: '' } })).toMatchObject({
      ideas: { updated: 1 },
    });
    await expect(
      run({ preset: 'ideas', file: write('empty.csv', `id,title,description,Narrative\n1,Dark,,${text}\n`) }),
    ).rejects.toThrow('the column "description" for the description is empty in every row');
  });

  it('tells of numbers of votes that are none', async () => {
    const file = write('counts.csv', 'id,title,votes\n1,A,12\n2,B,1.5k\n3,C,-1\n4,D,\n5,E,0\n6,F,"1,200"\n');
    const { notes } = await run({ preset: 'ideas', file });
    expect(notes).toEqual([
      'The file counts 12 votes. Votes are people, so each idea shows its count beside the votes that come with a name.',
      '3 numbers of votes are no whole numbers from 0 on and are not kept.',
    ]);
  });

  it('reads the description of an idea under the names that products give it', async () => {
    for (const name of [
      'Suggestion Description',
      'Idea Description',
      'Post Details',
      'Post Description',
      'Feature description',
    ]) {
      await run({
        preset: 'ideas',
        sourceKey: name,
        file: write('named.csv', `id,title,${name}\n1,${name},Short\n`),
      });
      expect(unread(), name).toEqual([]);
    }
  });

  it('asks in scripts without spaces between words too, and for the text of comments', async () => {
    const file = write(
      'ja.csv',
      'id,title,内容\n1,暗い画面,夜勤の人は明るい画面が読めないので暗い画面がほしいです。\n',
    );
    await expect(run({ preset: 'ideas', file })).rejects.toThrow(
      'no column was found for the description, and texts stand in "内容" (1 row)',
    );
    const comments = write(
      'comments.csv',
      'id,idea_id,text,Said\n1,1,,We have waited for this for more than two long years\n',
    );
    await expect(run({ preset: 'ideas', file, comments, mapping: { body: '内容' } })).rejects.toThrow(
      'the column "text" for the text of a comment is empty in every row, and texts stand in "Said" (1 row), which would not be read. Say in a mapping file which column it is, {"comments.body": "Said"}, or that there is none, {"comments.body": ""}.',
    );
    expect(
      await run({ preset: 'ideas', file, comments, mapping: { body: '内容', 'comments.body': 'Said' } }),
    ).toMatchObject({ ideas: { created: 1 }, comments: { created: 1 } });
  });

  it('takes a file of 300 columns and names what it holds', async () => {
    const names = Array.from({ length: 298 }, (_, i) => `Extra ${i}`);
    const file = write(
      'wide.csv',
      `id,title,${names.join(',')}\n1,Dark,${names.map((_, i) => (i === 7 ? 'x' : '')).join(',')}\n`,
    );
    expect(await run({ preset: 'ideas', file })).toMatchObject({ ideas: { created: 1 } });
    expect(unread()).toEqual(['Extra 7 1']);
    await expect(
      run({ preset: 'ideas', file: write('none.csv', `${names.join(',')}\n${names.join(',')}\n`) }),
    ).rejects.toThrow('and 258 more');
  });
});

describe('values that are stored as the file has them', () => {
  const stored = Object.entries(IDEA_IMPORT_FIELDS as Readonly<Record<string, ImportedField>>).flatMap(
    ([field, one]) => (one.stored ? [{ field, ...one.stored }] : []),
  );
  const samples = { address: ['https://acme.example/1', 'acme'], count: ['7', '-7'] } as const;
  const read = async (): Promise<unknown[]> => {
    const columns = stored.map(({ table, column }) => `${table}.${column}::text`);
    return rows(
      `select ${columns.join(', ')} from suggestions join suggestion_contents on suggestion_id = id where suggestions.subdomain_id = $1`,
    );
  };

  it('each comes into its column, stays where a later file says nothing, and is counted where it is none', async () => {
    const file = (name: string, cells: readonly string[]): string =>
      write(name, `id,title,${stored.map(({ field }) => field).join(',')}\n1,Dark mode,${cells.join(',')}\n`);
    const mapping = Object.fromEntries(stored.map(({ field }) => [field, field]));
    const load = (path: string) => run({ preset: 'ideas', file: path, mapping });
    const expected = [Object.fromEntries(stored.map(({ column, kind }) => [column, samples[kind][0]]))];

    expect(
      await load(
        file(
          'full.csv',
          stored.map(({ kind }) => samples[kind][0]),
        ),
      ),
    ).toMatchObject({
      ideas: { created: 1 },
    });
    expect(await read()).toEqual(expected);
    expect(
      await load(
        file(
          'empty.csv',
          stored.map(() => ''),
        ),
      ),
    ).toMatchObject({
      ideas: { unchanged: 1 },
      notes: [],
    });
    expect(await read()).toEqual(expected);
    const wrong = await load(
      file(
        'wrong.csv',
        stored.map(({ kind }) => samples[kind][1]),
      ),
    );
    expect(wrong.notes.filter((note) => note.endsWith('and is not kept.'))).toHaveLength(stored.length);
    expect(await read()).toEqual(expected);
    await load(
      file(
        'other.csv',
        stored.map(({ kind }) => samples[kind][0].replace(/.$/, '8')),
      ),
    );
    expect(await read()).toEqual([
      Object.fromEntries(stored.map(({ column, kind }) => [column, samples[kind][0].replace(/.$/, '8')])),
    ]);
  });
});

describe('files of other products', () => {
  it('canny: posts with board, tags, count and address', async () => {
    const file = write(
      'canny.csv',
      'Post ID,Title,Details,Board,Category,Status,Tags,Author Name,Author Email,Votes,Created,URL,Owner\np1,Dark mode,Night shifts,Web,Design,under review,"ui,night",Ann,ann@example.com,7,2026-01-05T08:00:00.000Z,https://acme.canny.example/p/dark,Ben\n',
    );
    expect(await run({ preset: 'canny', file })).toMatchObject({
      ideas: { created: 1 },
      labels_created: 2,
      forums_created: 1,
      statuses_created: 1,
    });
    expect(unread()).toEqual(['Owner 1']);
    expect(
      await rows(
        'select s.title, c.body, c.source_url as url, c.source_votes_count as counted from suggestions s join suggestion_contents c on c.suggestion_id = s.id where s.subdomain_id = $1',
      ),
    ).toEqual([
      { title: 'Dark mode', body: 'Night shifts', url: 'https://acme.canny.example/p/dark', counted: 7 },
    ]);
  });

  it('productboard: features with HTML, which is cleaned', async () => {
    const file = write(
      'pb.csv',
      'Feature ID,Feature name,Feature description,Status,Component,Owner,Created at\nf1,Dark mode,"<p>For <b>night</b><img src=x onerror=y()> shifts</p>",Planned,Reader,Ben,"Jan 5, 2026"\n',
    );
    await run({ preset: 'productboard', file });
    expect(unread()).toEqual(['Owner 1']);
    expect(
      await rows(
        'select c.body, c.body_mime_type as mime, k.name as category, s.created_at from suggestions s join suggestion_contents c on c.suggestion_id = s.id join categories k on k.id = s.category_id where s.subdomain_id = $1',
      ),
    ).toEqual([
      {
        body: '<p>For <b>night</b> shifts</p>',
        mime: 'text/html',
        category: 'Reader',
        created_at: new Date('2026-01-05T00:00:00Z'),
      },
    ]);
  });

  it('jira: columns of one name are gathered, comments stand in cells', async () => {
    const file = write(
      'jira.csv',
      'Summary,Issue key,Issue id,Issue Type,Status,Project name,Reporter,Created,Votes,Labels,Labels,Description,Comment,Comment\nDark mode,APP-7,10007,Story,To Do,App,ann,05/Jan/26 9:05 PM,4,ui,night,Night shifts,"06/Jan/26 8:00 AM;ben;Good; idea",\n',
    );
    expect(await run({ preset: 'jira', file })).toMatchObject({
      ideas: { created: 1 },
      comments: { created: 1 },
      labels_created: 2,
    });
    expect(unread()).toEqual(['Issue id 1', 'Issue Type 1']);
    expect(
      await rows(
        'select s.external_id, s.created_at, m.body, u.name, m.created_at as at from suggestions s join comments m on m.suggestion_id = s.id join users u on u.id = m.creator_id where s.subdomain_id = $1',
      ),
    ).toEqual([
      {
        external_id: 'test:APP-7',
        created_at: new Date('2026-01-05T21:05:00Z'),
        body: 'Good; idea',
        name: 'ben',
        at: new Date('2026-01-06T08:00:00Z'),
      },
    ]);
  });

  it("github: issues as the REST interface answers them, without pull requests; comments of members are the team's", async () => {
    const user = (login: string) => ({ login, id: 1, type: 'User' });
    const issues = [
      {
        id: 900,
        number: 7,
        title: 'Dark mode',
        body: 'Night shifts',
        state: 'open',
        labels: [
          { id: 1, name: 'ui, night' },
          { id: 2, name: 'big' },
        ],
        user: user('ann'),
        created_at: '2026-01-05T08:00:00Z',
        html_url: 'https://git.example/acme/app/issues/7',
        comments: 1,
        reactions: { '+1': 5, '-1': 1, total_count: 6 },
        milestone: { title: 'Reader' },
      },
      {
        id: 901,
        number: 8,
        title: 'Fix it',
        body: null,
        state: 'closed',
        labels: [],
        user: user('ben'),
        created_at: '2026-01-06T08:00:00Z',
        html_url: 'https://git.example/acme/app/pull/8',
        pull_request: { url: 'https://git.example/acme/app/pulls/8' },
      },
      {
        id: 902,
        number: 9,
        title: 'Printing',
        body: null,
        state: 'closed',
        labels: [],
        user: null,
        created_at: '2026-01-07T08:00:00Z',
        html_url: 'https://git.example/acme/app/issues/9',
      },
    ];
    const comments = [
      [
        {
          id: 1,
          body: 'Soon',
          user: user('mara'),
          created_at: '2026-01-08T00:00:00Z',
          issue_url: 'https://git.example/api/issues/7',
          author_association: 'MEMBER',
        },
      ],
      [
        {
          id: 2,
          body: 'Nice',
          user: user('cy'),
          created_at: '2026-01-09T00:00:00Z',
          issue_url: 'https://git.example/api/issues/7',
          author_association: 'NONE',
        },
      ],
    ];
    const report = await run({
      preset: 'github',
      file: write('issues.json', JSON.stringify(issues)),
      comments: write('comments.json', JSON.stringify(comments)),
    });
    expect(report).toMatchObject({
      ideas: { created: 2 },
      comments: { created: 2 },
      labels_created: 2,
      refused: 0,
    });
    expect(report.notes).toContain('1 entry is a pull request and is left out.');
    expect(unread()).toEqual(expect.arrayContaining(['user.type 2', 'reactions.minus_one 1', 'comments 1']));
    expect(
      await rows(
        'select s.title, s.state, s.has_response, c.source_votes_count as counted, c.source_url as url from suggestions s join suggestion_contents c on c.suggestion_id = s.id where s.subdomain_id = $1 order by s.id',
      ),
    ).toEqual([
      {
        title: 'Dark mode',
        state: 'approved',
        has_response: true,
        counted: 5,
        url: 'https://git.example/acme/app/issues/7',
      },
      {
        title: 'Printing',
        state: 'closed',
        has_response: false,
        counted: null,
        url: 'https://git.example/acme/app/issues/9',
      },
    ]);
    expect(
      await rows(
        'select body, is_admin_comment as team from comments where subdomain_id = $1 order by created_at',
      ),
    ).toEqual([
      { body: '<p>Soon</p>', team: true },
      { body: '<p>Nice</p>', team: false },
    ]);
    await expect(
      run({ preset: 'github', file: write('bad.json', '{"message": "Not Found"}') }),
    ).rejects.toThrow('holds an error message and no list: Not Found');
    await expect(run({ preset: 'github', file: write('bad.json', 'number,title') })).rejects.toThrow(
      'is not JSON',
    );
    await expect(run({ preset: 'github', file: write('bad.json', '[1]') })).rejects.toThrow(
      'entry 1 is no object',
    );
  });
});

describe('texts and comments', () => {
  it('[VALID-031] keeps the end of a long title before a description, and the rest of a long text in comments', async () => {
    const title = `${'word '.repeat(40)}end`;
    const long = `${'sentence '.repeat(1_500)}last`;
    const file = write(
      'ideas.csv',
      `id,title,body,author_email\n1,${title},Body,ann@example.com\n2,Long,${long},ann@example.com\n`,
    );
    const report = await run({ preset: 'ideas', file });
    expect(report).toMatchObject({ ideas: { created: 2 }, comments: { created: 1 }, refused: 0 });
    expect(report.notes).toEqual([
      '1 text is longer than a description or comment may be; the rest stands in comments below.',
    ]);
    const [one, two] = await rows<{ body: string; comment: string | null }>(
      'select c.body, m.body as comment from suggestion_contents c left join comments m on m.suggestion_id = c.suggestion_id where c.subdomain_id = $1 order by c.suggestion_id',
    );
    expect(one!.body).toBe(`${title}\n\nBody`);
    expect(`${two!.body} ${two!.comment!}`).toBe(long);
    expect(await run({ preset: 'ideas', file })).toMatchObject({
      ideas: { unchanged: 2 },
      comments: { unchanged: 1 },
    });
  });

  it("[VALID-031] comments of the team come in as the team's, by their address or a column; odd booleans are refused", async () => {
    await database.pool.query(
      "insert into users (subdomain_id, name, email_address, license_type) values ($1, 'Mara', 'Mara@acme.example', 'contributor')",
      [sid],
    );
    const comments = write(
      'comments.csv',
      'id,Where,Said,user_email,Staff\n1,1,By address,mara@acme.example,\n2,1,By column,x@acme.example,Yes\n3,1,Anybody,y@acme.example,0\n4,1,Odd,y@acme.example,perhaps\n',
    );
    const file = write('ideas.csv', 'id,title\n1,One\n');
    expect(
      await run({
        preset: 'ideas',
        file,
        comments,
        mapping: { 'comments.idea': 'Where', 'comments.body': 'Said', 'comments.by_team': 'Staff' },
      }),
    ).toMatchObject({ comments: { created: 3 }, refused: 1 });
    expect(refused[0]!.reason).toBe(
      'by_team: "perhaps" is neither yes nor no; taken are true, false, yes, no, 1, 0',
    );
    expect(
      await rows('select body, is_admin_comment as team from comments where subdomain_id = $1 order by id'),
    ).toEqual([
      { body: 'By address', team: true },
      { body: 'By column', team: true },
      { body: 'Anybody', team: false },
    ]);
    await exact();
  });

  it('ideas that came in wait for the search for duplicates, and it is asked for; a rehearsal asks for nothing', async () => {
    const file = write('ideas.csv', 'id,title\n1,One\n2,Two\n');
    await run({ preset: 'ideas', file }, true);
    expect(services.enqueued).toEqual([]);
    await run({ preset: 'ideas', file });
    expect(services.enqueued.filter(({ task }) => task === 'seek_doubles')).toEqual([
      { task: 'seek_doubles', payload: { subdomain_id: sid } },
    ]);
    expect(await rows('select count(*)::int as n from duplicate_searches where subdomain_id = $1')).toEqual([
      { n: 2 },
    ]);
  });
});

describe('texts in Markdown', () => {
  const file = (): string =>
    write(
      'md.csv',
      `number,title,description,created_at,response\n1,Dark mode,"For **night** shifts\n<script>x()</script>\n\n[why](javascript:x())",2026-01-01,*Soon*\n2,Deep,${'_a'.repeat(3_000)},2026-01-02,\n`,
    );
  const texts = () =>
    rows(
      'select c.body, c.body_mime_type as mime, n.html_body as answer from suggestion_contents c left join status_updates n on n.suggestion_id = c.suggestion_id where c.subdomain_id = $1 order by c.suggestion_id limit 1',
    );

  it('[VALID-010] of Fider become formatted text that is cleaned; those that cannot be read are counted', async () => {
    const report = await run({
      preset: 'fider',
      file: file(),
      comments: write('c.csv', `id,number,text\n1,1,**Yes**\n2,1,${'>'.repeat(100)}\n`),
    });
    expect(await texts()).toEqual([
      {
        body: '<p>For <strong>night</strong> shifts</p>\n<p><a>why</a></p>',
        mime: 'text/html',
        answer: '<p><em>Soon</em></p>',
      },
    ]);
    expect(
      await rows('select body, body_mime_type as mime from comments where subdomain_id = $1 order by id'),
    ).toEqual([
      { body: '<p><strong>Yes</strong></p>', mime: 'text/html' },
      { body: '>'.repeat(100), mime: 'text/plain' },
    ]);
    expect(report.notes).toEqual([
      '1 text in Markdown is too long or too intricate to be read and stays as it was written.',
      '1 comment in Markdown is too long or too intricate to be read and stays as it was written.',
      '1 answer of the team has no date in the file and is shown as undated.',
    ]);
  });

  it('come in by the option for every preset, by a column of the row, and stay as they are where the option says plain', async () => {
    await run({ preset: 'ideas', file: file() });
    expect((await texts())[0]).toMatchObject({ mime: 'text/plain', answer: '<p>*Soon*</p>' });
    await run({ preset: 'ideas', file: file(), text: 'markdown' });
    expect((await texts())[0]).toMatchObject({ mime: 'text/html', answer: '<p><em>Soon</em></p>' });
    await run({ preset: 'ideas', file: file(), text: 'plain' });
    expect((await texts())[0]).toMatchObject({ mime: 'text/plain' });
    await run({
      preset: 'ideas',
      file: write('mime.csv', 'number,title,description,body_mime_type\n1,Dark mode,*Night*,text/markdown\n'),
    });
    expect((await texts())[0]).toMatchObject({ body: '<p><em>Night</em></p>', mime: 'text/html' });
  });
});

describe('dates', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const read = (text: string, order: 'dmy' | 'mdy' | null = null): unknown => {
    const date = dateOf(text, 'date', now, order);
    return date instanceof Date ? date.toISOString().replace(':00.000Z', '') : date;
  };

  it.each([
    '2026-03-31',
    '2026-03-31 00:00',
    '2026/03/31',
    '31.03.2026',
    '31 Mar 2026',
    '31 March 2026',
    '31-Mar-2026',
    '31/Mar/26',
    'Mar 31, 2026',
    'March 31, 2026',
    'Tue, 31 Mar 2026 00:00:00 +0000',
    'Mar 31, 2026 12:00 AM',
    '31/03/2026',
    '03/31/2026',
    '1774915200',
  ])('[VALID-031] %s is the last of March', (text) => {
    expect(read(text)).toBe('2026-03-31T00:00');
  });

  it('[VALID-031] what can be read in two ways needs an order, and what cannot be is refused', () => {
    expect(read('03/04/2026')).toBe(
      'date: "03/04/2026" can be read in two ways; say --dates dmy (day first) or --dates mdy (month first)',
    );
    expect(read('03/04/2026', 'dmy')).toBe('2026-04-03T00:00');
    expect(read('03/04/2026 9:30 PM', 'mdy')).toBe('2026-03-04T21:30');
    expect(read('31/03/2026', 'mdy')).toContain('is not a date; taken are 2026-03-31');
    for (const text of [
      '31 Foo 2026',
      '31.02.2026',
      '6_months_ago',
      'Mar 31, 2026 13:00 PM',
      '00/00/2026',
      '20260301093000',
    ])
      expect(read(text)).toContain('is not a date');
  });
});
