import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Scope } from '../../core/scope.ts';
import { createTenantCheck } from '../../sql/tenant_check.ts';
import { testServices } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { systemViewer } from '../account/system_viewer.ts';
import { recountTenant } from '../ideas/recount.ts';
import { loadRehearsed } from './testing.ts';
import type { ImportOptions, ImportReport } from './import_report.ts';
import { checkSource, readSource, type ImportSource } from './import_presets.ts';
import { DATE_FORMS } from './import_dates.ts';
import type { RefusedRow } from './import_records.ts';

let database: TestDatabase;
let scope: Scope;
let sid: string;
let folder: string;
let refused: RefusedRow[];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
let tenants = 0;
beforeEach(async () => {
  tenants += 1;
  folder = mkdtempSync(join(tmpdir(), 'earshot-import-'));
  refused = [];
  sid = (
    await database.pool.query(
      "insert into subdomains (key, name) values ($1, 'Acme') returning id::text as id",
      [`acme-${tenants}`],
    )
  ).rows[0].id as string;
  const tables = await database.pool.query(
    "select table_name from information_schema.columns where column_name = 'subdomain_id' and table_schema = 'public'",
  );
  const check = createTenantCheck(new Set(tables.rows.map((row) => row.table_name as string)));
  scope = new Scope(
    {
      pool: database.pool,
      readPool: database.pool,
      tenantCheck: check,
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

function sourceOf(source: Partial<ImportSource> & Pick<ImportSource, 'preset'>): ImportSource {
  return {
    file: null,
    votes: null,
    comments: null,
    summary: null,
    mapping: {},
    dates: null,
    text: null,
    sourceKey: 'test',
    now: scope.now(),
    ...source,
  };
}

function run(
  source: Partial<ImportSource> & Pick<ImportSource, 'preset'>,
  options: Partial<ImportOptions> = {},
): Promise<ImportReport> {
  return loadRehearsed(scope, () => readSource(sourceOf(source)), {
    forum: 'Product',
    dryRun: false,
    onRefused: (row) => refused.push(row),
    ...options,
  });
}

async function one<T>(text: string): Promise<T> {
  return (await database.pool.query(text, [sid])).rows[0] as T;
}

const IDEAS =
  'external_id,title,body,forum,category,status,labels,created_at,author_email,author_name,state\n';

describe('import of idea rows', () => {
  it('makes ideas with forum, category, status, labels, author and date, and counts them', async () => {
    const file = write(
      'ideas.csv',
      `${IDEAS}7,"Export, please","As xlsx.\nEvery Monday.",Portal,Reports,Planned,"admin; revenue",2026-03-04T05:06:07Z,Ann@Example.com,Ann Lee,\n`,
    );
    const report = await run({ preset: 'ideas', file });
    expect(report).toMatchObject({
      ideas: { created: 1, updated: 0, unchanged: 0 },
      people: { created: 1 },
      authors: 1,
      forums_created: 1,
      categories_created: 1,
      statuses_created: 1,
      labels_created: 2,
      refused: 0,
    });
    expect(
      await one(`select s.title, c.body, f.name as forum, k.name as category, t.name as status, u.name as author, s.created_at, s.is_dated, f.open_suggestions_count as open
        from suggestions s join suggestion_contents c on c.suggestion_id = s.id join forums f on f.id = s.forum_id join categories k on k.id = s.category_id join statuses t on t.id = s.status_id join users u on u.id = s.creator_id
        where s.subdomain_id = $1`),
    ).toEqual({
      title: 'Export, please',
      body: 'As xlsx.\nEvery Monday.',
      forum: 'Portal',
      category: 'Reports',
      status: 'Planned',
      author: 'Ann Lee',
      created_at: new Date('2026-03-04T05:06:07Z'),
      is_dated: true,
      open: 1,
    });
    expect(await one('select count(*)::int as n from activity_entries where subdomain_id = $1')).toEqual({
      n: 1,
    });
  });

  it('does nothing the second time, and updates what changed in the source', async () => {
    const row = (title: string): string =>
      write('ideas.csv', `${IDEAS}7,${title},Body,,,,admin,,,,\n8,Other,,,,,,,,,\n`);
    await run({ preset: 'ideas', file: row('First') });
    expect((await run({ preset: 'ideas', file: row('First') })).ideas).toEqual({
      created: 0,
      updated: 0,
      unchanged: 2,
    });
    expect((await run({ preset: 'ideas', file: row('Second') })).ideas).toEqual({
      created: 0,
      updated: 1,
      unchanged: 1,
    });
    expect(
      await one('select count(*)::int as n, min(title) as title from suggestions where subdomain_id = $1'),
    ).toEqual({ n: 2, title: 'Other' });
  });

  it('finds ideas without an id again by their title and forum', async () => {
    const file = write('ideas.csv', 'title\nThe same\n');
    await run({ preset: 'ideas', file });
    expect((await run({ preset: 'ideas', file })).ideas).toEqual({ created: 0, updated: 0, unchanged: 1 });
  });

  it('refuses single rows by line and reason and takes the others', async () => {
    const file = write(
      'ideas.csv',
      `${IDEAS}1,,no title,,,,,,,,\n2,Fine,,,,,,,,,\n2,Again,,,,,,,,,\n3,Bad date,,,,,,yesterday,,,\n4,Bad mail,,,,,,,not-a-mail,,\n5,Bad state,,,,,,,,,lost\n6,Bell \u0007,,,,,,,,,\n8,short row\n`,
    );
    expect((await run({ preset: 'ideas', file })).ideas.created).toBe(1);
    expect(refused.map((row) => [row.line, row.reason])).toEqual([
      [2, 'no title'],
      [4, 'the same idea as on line 3'],
      [5, `created_at: "yesterday" is not a date; taken are ${DATE_FORMS}`],
      [6, '"not-a-mail" is not an email address'],
      [7, 'state: "lost" is unknown; taken are approved, open, published, pending, spam, closed'],
      [8, 'control characters in title or body'],
      [9, '2 cells where the header has 11'],
    ]);
  });

  it('cuts a long title at a word and keeps the whole text as description', async () => {
    const text = `${'word '.repeat(40)}end`;
    await run({ preset: 'ideas', file: write('ideas.csv', `title\n${text}\n`) });
    const idea = await one<{ title: string; body: string }>(
      'select s.title, c.body from suggestions s join suggestion_contents c on c.suggestion_id = s.id where s.subdomain_id = $1',
    );
    expect([...idea.title].length).toBeLessThanOrEqual(140);
    expect(text.startsWith(idea.title.replace(/…$/, ''))).toBe(true);
    expect(idea.body).toBe(text);
  });

  it('says which columns there are when the title is missing, and takes a mapping', async () => {
    const file = write('own.csv', 'Wish;Segment\nFaster search;Enterprise\n');
    await expect(run({ preset: 'ideas', file })).rejects.toThrow(
      'has no column for the title. It has: Wish, Segment',
    );
    await expect(run({ preset: 'ideas', file, mapping: { title: 'Nope' } })).rejects.toThrow('which');
    expect((await run({ preset: 'ideas', file, mapping: { title: 'Wish' } })).ideas.created).toBe(1);
  });

  it('[VALID-031] writes custom fields that ideas have as their kind wants them, and refuses others', async () => {
    const file = write(
      'own.csv',
      'id,title,Size,Days\n1,One,large,3\n2,Two,huge,\n3,Three,,three\n4,Four,,\n',
    );
    const mapping = { 'custom_fields.size': 'Size', 'custom_fields.days': 'Days' };
    await expect(run({ preset: 'ideas', file, mapping })).rejects.toThrow(
      'ideas have no custom field with the key size',
    );
    expect(await one('select count(*)::int as n from suggestions where subdomain_id = $1')).toEqual({ n: 0 });
    await database.pool.query(
      "with f as (insert into custom_fields (subdomain_id, object_type, key, name, field_type, value_type) values ($1, 'suggestion', 'size', 'Size', 'enum', 'string'), ($1, 'suggestion', 'days', 'Days', 'number', 'numeric') returning id, key) insert into custom_field_enum_values (subdomain_id, custom_field_id, label, position) select $1, id, 'large', 1 from f where key = 'size'",
      [sid],
    );
    expect(await run({ preset: 'ideas', file, mapping })).toMatchObject({
      ideas: { created: 2 },
      refused: 2,
    });
    expect(refused.map((row) => [row.file, row.line, row.reason])).toEqual([
      ['own.csv', 3, 'Size must be one of: large'],
      ['own.csv', 4, 'Days must be a number'],
    ]);
    expect(
      await one(
        "select c.custom_fields as fields from suggestion_contents c join suggestions s on s.id = c.suggestion_id where c.subdomain_id = $1 and s.title = 'One'",
      ),
    ).toEqual({ fields: { size: 'large', days: 3 } });
  });

  it('leaves every stored number right: labels of ideas without votes, and after a stop in the middle', async () => {
    const rows = Array.from(
      { length: 2_500 },
      (_, i) => `${i},Idea ${i},,Portal,Reports,Planned,"a;b",2026-03-04,,,\n`,
    );
    const file = write('ideas.csv', `${IDEAS}${rows.join('')}`);
    const votes = write('votes.csv', 'idea_id,user_email\n1,a@example.com\n');
    const stop = new AbortController();
    // statistics are gathered on the way, which the check of statements does not let through
    scope = new Scope(
      {
        pool: database.pool,
        readPool: database.pool,
        tenantCheck: null,
        services: testServices(),
        now: () => new Date('2026-05-01T00:00:00Z'),
      },
      scope.viewer,
    );
    const half = await run(
      { preset: 'ideas', file, votes },
      {
        signal: stop.signal,
        onProgress: (done) => {
          if (done >= 1_000) stop.abort();
        },
      },
    );
    expect(half).toMatchObject({ stopped: true, supporters: { created: 0 } });
    // batches under way are ended: the first, and those that were written beside it
    const { created } = half.ideas;
    expect(created % 500).toBe(0);
    expect(created).toBeGreaterThanOrEqual(1_000);
    expect((await recountTenant(scope)).entries).toEqual([]);
    expect(await one('select suggestions_count::int as n from forums where subdomain_id = $1')).toEqual({
      n: created,
    });
    expect(await run({ preset: 'ideas', file, votes })).toMatchObject({
      stopped: false,
      ideas: { created: 2_500 - created, unchanged: created },
      supporters: { created: 1 },
    });
    expect((await recountTenant(scope)).entries).toEqual([]);
  });

  it('[VALID-031] refuses dates that cannot be: in the future, before 1970, without signs between', async () => {
    const days = [
      '2026-05-01',
      '2026-05-03',
      '2999-01-01',
      '1969-12-31',
      '0001-01-01',
      '2026-02-30',
      '20260301093000',
      '1767225600',
      '1767225600000',
      '2026-03-01 10:00:00 +0200',
    ];
    const file = write(
      'ideas.csv',
      `id,title,created_at\n${days.map((day, i) => `${i},Idea ${i},${day}\n`).join('')}`,
    );
    expect((await run({ preset: 'ideas', file })).ideas.created).toBe(4);
    expect(refused.map((row) => row.reason)).toEqual([
      'created_at: "2026-05-03" lies in the future',
      'created_at: "2999-01-01" lies in the future',
      'created_at: "1969-12-31" lies before 1970',
      'created_at: "0001-01-01" lies before 1970',
      `created_at: "2026-02-30" is not a date; taken are ${DATE_FORMS}`,
      `created_at: "20260301093000" is not a date; taken are ${DATE_FORMS}`,
    ]);
  });

  it('[VALID-031] refuses rows whose ids, names or texts no database takes, one by one', async () => {
    const long = 'x'.repeat(256);
    const file = write(
      'ideas.csv',
      `id,title,labels,author_name,author_id\n1\u0000,nul,,,\n${long},long,,,\n3,label,${long},,\n4,author,,Ann,${long}\n5,author,,Ann,a\u0000\n6,Fine,,,\n`,
    );
    const comments = write(
      'comments.csv',
      'id,idea_id,text,user_email\n1,6,Nul \u0000,a@example.com\n2,6,Fine,a@example.com\n2,6,Again,a@example.com\n,6,Same,a@example.com\n,6,Same,b@example.com\n,6,Same,b@example.com\n3,,No idea,\n4,9,Unknown,\n',
    );
    const votes = write(
      'voters.csv',
      'idea_id,user_email\n9,a@example.com\n6,a@example.com\n9,b@example.com\n,c@example.com\n',
    );
    expect(await run({ preset: 'ideas', file, comments, votes })).toMatchObject({
      ideas: { created: 1 },
      comments: { created: 3 },
      supporters: { created: 1 },
    });
    expect(refused.map((row) => `${row.file}:${row.line} ${row.reason}`)).toEqual([
      'ideas.csv:2 control characters in the id of the idea',
      'ideas.csv:3 id of the idea of more than 255 characters',
      'ideas.csv:4 label of more than 255 characters',
      'ideas.csv:5 id of the person of more than 255 characters',
      'ideas.csv:6 control characters in the id of the person',
      'voters.csv:5 no id of the idea',
      'comments.csv:2 control characters in the text',
      'comments.csv:4 the same comment as on line 3',
      'comments.csv:7 the same comment as on line 6',
      'comments.csv:8 no id of the idea',
      'voters.csv:2 a vote on the unknown idea 9',
      'voters.csv:4 a vote on the unknown idea 9',
      'comments.csv:9 a comment on the unknown idea 9',
    ]);
  });

  it('looks through all files before anything is loaded', async () => {
    const file = write(
      'ideas.csv',
      `id,title\n${Array.from({ length: 3_000 }, (_, i) => `${i},Idea\n`).join('')}`,
    );
    writeFileSync(
      join(folder, 'late.csv'),
      Buffer.concat([
        Buffer.from('idea_id,user_email\n1,a@example.com\n'),
        Buffer.from('2,\xfc@example.com\n', 'latin1'),
      ]),
    );
    let told = 0;
    await expect(
      checkSource(sourceOf({ preset: 'ideas', file, votes: join(folder, 'late.csv') }), (records) => {
        told = records;
      }),
    ).rejects.toThrow('late.csv is not UTF-8 (first wrong character near line 3)');
    expect(told).toBeGreaterThan(2_999);
    await expect(
      checkSource(sourceOf({ preset: 'ideas', file, comments: join(folder, 'none.csv') })),
    ).rejects.toThrow('none.csv does not exist');
    expect(await checkSource(sourceOf({ preset: 'ideas', file }))).toMatchObject({ records: 3_000 });
  });

  it('a dry run reports what it would make and leaves everything as it is', async () => {
    const file = write('ideas.csv', `${IDEAS}1,One,,,,,,,a@example.com,,\n2,Two,,,,,,,,,\n`);
    const votes = write('votes.csv', 'idea_id,user_email\n1,b@example.com\n');
    expect(await run({ preset: 'ideas', file, votes }, { dryRun: true })).toMatchObject({
      ideas: { created: 2 },
      supporters: { created: 1 },
      people: { created: 2 },
    });
    expect(
      await one(
        'select (select count(*) from suggestions where subdomain_id = $1)::int as ideas, (select count(*) from users where subdomain_id = $1)::int as users',
      ),
    ).toEqual({ ideas: 0, users: 0 });
  });

  it('takes votes and comments from files beside it and refuses those on unknown ideas', async () => {
    const file = write('ideas.csv', `${IDEAS}1,One,,,,,,,,,\n`);
    const votes = write(
      'votes.csv',
      'idea_id,user_email,created_at\n1,a@example.com,2026-01-02\n1,b@example.com,\n9,a@example.com,\n',
    );
    const comments = write(
      'comments.csv',
      'comment_id,idea_id,user_email,text,created_at\n5,1,a@example.com,Us too,2026-01-03\n6,9,a@example.com,Lost,\n7,1,a@example.com,,\n',
    );
    const report = await run({ preset: 'ideas', file, votes, comments });
    expect(report).toMatchObject({ supporters: { created: 2 }, comments: { created: 1 }, refused: 3 });
    expect(
      await one(
        'select votes_count, supporters_count, comments_count from suggestions where subdomain_id = $1',
      ),
    ).toEqual({ votes_count: 2, supporters_count: 2, comments_count: 1 });
    expect((await run({ preset: 'ideas', file, votes, comments })).comments).toEqual({
      created: 0,
      updated: 0,
      unchanged: 1,
    });
  });
});

describe('signs that nobody sees', () => {
  const [OVERRIDE, ZERO_WIDTH] = ['\u202e', '\u200b'];
  it('are left out of titles and names as the inputs of the API leave them out, so that what looks alike is one', async () => {
    const file = write(
      'ideas.csv',
      `${IDEAS}7,"${OVERRIDE}Export${ZERO_WIDTH}, please",Body,Por${ZERO_WIDTH}tal,${OVERRIDE}Reports,Plan${ZERO_WIDTH}ned,adm${ZERO_WIDTH}in,2026-03-04T05:06:07Z,ann@example.com,Ann${OVERRIDE} Lee,\n8,Second,,Portal,Reports,Planned,admin,2026-03-04T05:06:07Z,,,\n9,${ZERO_WIDTH}${OVERRIDE},,Portal,,,,,,,\n`,
    );
    const report = await run({ preset: 'ideas', file });
    expect(report).toMatchObject({
      ideas: { created: 2 },
      forums_created: 1,
      categories_created: 1,
      statuses_created: 1,
      labels_created: 1,
      refused: 1,
    });
    expect(refused).toMatchObject([{ line: 4, reason: 'no title' }]);
    expect(
      await one(`select s.title, f.name as forum, k.name as category, t.name as status, u.name as author, (select min(l.name) from labels l where l.subdomain_id = $1) as label
      from suggestions s join forums f on f.id = s.forum_id join categories k on k.id = s.category_id join statuses t on t.id = s.status_id join users u on u.id = s.creator_id
      where s.subdomain_id = $1 and s.external_id = 'test:7'`),
    ).toEqual({
      title: 'Export, please',
      forum: 'Portal',
      category: 'Reports',
      status: 'Planned',
      author: 'Ann Lee',
      label: 'admin',
    });
  });

  it('are left out of the titles of a conversation as well, and a voter who is blocked gives no vote', async () => {
    const comments = write(
      'comments.csv',
      `timestamp,comment-id,author-id,agrees,disagrees,moderated,comment-body\n1700000000000,0,1,1,0,1,"${OVERRIDE}More buses${ZERO_WIDTH}"\n`,
    );
    const votes = write(
      'votes.csv',
      'timestamp,comment-id,voter-id,vote\n1700000000000,0,5,1\n1700000000000,0,6,1\n',
    );
    await database.pool.query(
      "insert into users (subdomain_id, name, guid, allowed_state) values ($1, 'Participant 5', 'test:5', 'blocked')",
      [sid],
    );
    await run({ preset: 'polis', comments, votes });
    expect(
      await one('select s.title, s.votes_count::int as votes from suggestions s where s.subdomain_id = $1'),
    ).toEqual({ title: 'More buses', votes: 1 });
  });
});

describe('import from other systems', () => {
  it('reads the dotted export of UserVoice', async () => {
    const file = write(
      'uservoice.csv',
      'suggestion.id,suggestion.title,suggestion.body,suggestion.forum.name,suggestion.category.name,suggestion.status.name,suggestion.labels.name,suggestion.created_timestamp,suggestion.supporters_count\n' +
        '41,Dark mode,Night shifts,Web,Design,Planned,"ui,night",2025-07-21 03:37:03,12\n',
    );
    const report = await run({ preset: 'uservoice', file, sourceKey: 'uservoice' });
    expect(report).toMatchObject({ ideas: { created: 1 }, labels_created: 2, categories_created: 1 });
    expect(report.notes[0]).toContain('The file counts 12 votes');
    expect(await one('select external_id, created_at from suggestions where subdomain_id = $1')).toEqual({
      external_id: 'uservoice:41',
      created_at: new Date('2025-07-21T03:37:03Z'),
    });
  });

  it('reads one row per idea and voter', async () => {
    const file = write(
      'full.csv',
      'Idea ID,Idea Title,Idea Description,Idea Creator Email Address,Idea Creator Name,Forum Name,Labels,Public Status Name,Moderation State,Created Timestamp,User Email Address,User Name,Linked Idea Creation Date\n' +
        '1,Export,Body,ann@example.com,Ann,Web,,,published,2025-01-01 00:00:00,bo@example.com,Bo,2025-02-01 00:00:00\n' +
        '1,Export,Body,ann@example.com,Ann,Web,,,published,2025-01-01 00:00:00,cy@example.com,Cy,2025-03-01 00:00:00\n' +
        '2,Import,,ann@example.com,Ann,Web,,,spam,2025-01-01 00:00:00,,,\n' +
        '1,Export,Body,ann@example.com,Ann,Web,,,published,2025-01-01 00:00:00,dee@example.com,Dee,soon\n',
    );
    expect(await run({ preset: 'uservoice-votes', file })).toMatchObject({
      ideas: { created: 2 },
      supporters: { created: 2 },
      people: { created: 3 },
      refused: 1,
    });
    expect(refused).toMatchObject([
      { file: 'full.csv', line: 5, reason: `vote: "soon" is not a date; taken are ${DATE_FORMS}` },
    ]);
    expect(
      await one(
        "select votes_count, last_supported_at from suggestions where subdomain_id = $1 and title = 'Export'",
      ),
    ).toEqual({ votes_count: 2, last_supported_at: new Date('2025-03-01T00:00:00Z') });
  });

  it('reads the export of Fider', async () => {
    const file = write(
      'fider.csv',
      'number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags\n3,Webhooks,Please,2024-05-06T07:08:09Z,Jo,5,0,open,,,,,,"api, dev"\n4,SSO,,2024-05-06T07:08:09Z,Jo,1,0,planned,,,,,,\n',
    );
    expect(await run({ preset: 'fider', file })).toMatchObject({
      ideas: { created: 2 },
      people: { created: 1 },
      labels_created: 2,
      statuses_created: 1,
    });
  });

  const COMMENTS =
    'timestamp,datetime,comment-id,author-id,agrees,disagrees,moderated,comment-body\n1568101622999,x,0,427,2,0,1,First idea\n1568101623999,x,1,427,5,0,0,Second idea\n1568101624999,x,2,9,0,0,-1,Buy now\n';

  it('reads a Polis conversation with votes in long form; the last vote of a person counts', async () => {
    const comments = write('comments.csv', COMMENTS);
    const votes = write(
      'votes.csv',
      'timestamp,datetime,comment-id,voter-id,vote\n100000000001,x,0,1,1\n100000000002,x,0,2,1\n100000000003,x,0,2,-1\n100000000004,x,1,1,0\n100000000005,x,1,3,-1\n100000000006,x,1,3,1\n100000000007,x,7,3,1\n100000000008,x,1,4,5\n',
    );
    const summary = write('summary.csv', 'topic,Nature\ncomments,2\n');
    const report = await run({ preset: 'polis', comments, votes, summary, sourceKey: 'polis-nature' });
    expect(report).toMatchObject({
      ideas: { created: 3 },
      authors: 2,
      voters: 3,
      supporters: { created: 2 },
      repeated_votes: 2,
      refused: 2,
    });
    expect(refused.map((row) => row.reason)).toEqual(['a vote on the unknown comment 7', 'unknown vote "5"']);
    expect(report.notes).toEqual([
      '2 votes disagree and 1 passes; these are no support.',
      '1 idea states another number of agreeing votes than the votes themselves show. The votes count; the stated number stands beside them.',
      'The summary speaks of 2 ideas; the file holds 3. All of the file were taken.',
      '2 votes repeat an earlier vote of the same person on the same idea; the last one counts.',
    ]);
    const { rows } = await database.pool.query(
      'select title, state, votes_count from suggestions where subdomain_id = $1 order by title',
      [sid],
    );
    expect(rows).toEqual([
      { title: 'Buy now', state: 'spam', votes_count: 0 },
      { title: 'First idea', state: 'approved', votes_count: 1 },
      { title: 'Second idea', state: 'pending', votes_count: 1 },
    ]);
  });

  it('reads a Polis conversation with a matrix of participants; its votes are undated', async () => {
    const comments = write('comments.csv', COMMENTS);
    const votes = write(
      'participants-votes.csv',
      'participant,group-id,n-comments,n-votes,n-agree,n-disagree,0,1\n1,0,0,2,1,1,1,-1\n2,0,0,1,1,0,1,\n',
    );
    expect(await run({ preset: 'polis', comments, votes })).toMatchObject({
      supporters: { created: 2 },
      voters: 2,
      refused: 0,
    });
    expect(
      await one(
        'select count(*)::int as undated from supporters where subdomain_id = $1 and created_at is null',
      ),
    ).toEqual({ undated: 2 });
    expect(await one('select count(*)::int as weeks from suggestion_weeks where subdomain_id = $1')).toEqual({
      weeks: 0,
    });
  });

  it('names a missing file and a missing column', async () => {
    await expect(run({ preset: 'polis', comments: join(folder, 'none.csv') })).rejects.toThrow(
      'does not exist',
    );
    await expect(run({ preset: 'polis', comments: write('c.csv', 'comment-id\n1\n') })).rejects.toThrow(
      'lacks the column comment-body',
    );
  });
});
