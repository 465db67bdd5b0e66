import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importLimits } from '../../../contract/imports.ts';
import { ProcessEnds, type Task } from '../../core/task.ts';
import {
  buildAccount,
  buildCustomField,
  buildSuggestion,
  buildSupporter,
  buildUser,
  systemViewer,
  testScope,
  testServices,
  type TestServices,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';
import { storeImportFile } from './files.ts';
import { importRehearsalTask, importRunTask, importSweep } from './jobs.ts';
import { importUndoTask } from './undo.ts';

let database: TestDatabase;
let w: TestWorkspace;
let services: TestServices;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  services = testServices();
  w = await openWorkspace(database, { services });
});

const upload = async (name: string, content: string | Buffer, scope = w.api.scope): Promise<string> =>
  (
    await storeImportFile(scope, {
      file_name: name,
      content: Readable.from([Buffer.from(content)]),
      size_in_bytes: null,
    })
  ).id;

const FIELDS = `id state preset forum subscribe problem problem_reason progress_done progress_total can_undo refused_url
  files { id file_name role rows_count is_kept columns { name samples field sureness rows } }
  rehearsal { ideas { created updated unchanged } supporters { created } people_created people_matched people_subscribed statuses { name ideas to is_new } refused refusals { line reason } forums_created labels_created notes }
  report { ideas { created updated unchanged } supporters { created updated } comments { created } refused people_created people_updated people_subscribed accounts { created updated } forums_created }
  undo_report { ideas_removed ideas_restored ideas_kept votes_removed comments_removed names_removed }`;
interface Column {
  name: string;
  samples: string[];
  field: string | null;
  sureness: string | null;
  rows: number | null;
}
interface Import extends Record<string, unknown> {
  id: string;
  state: string;
  files: { id: string; role: string; rows_count: number | null; is_kept: boolean; columns: Column[] }[];
}

const create = async (...files: string[]): Promise<Import> =>
  (
    await w.api.data<{ import_create: Import }>(
      `mutation ($files: [ID!]!) { import_create(file_ids: $files) { ${FIELDS} } }`,
      { files },
    )
  ).import_create;
const read = async (id: string): Promise<Import> =>
  (await w.api.data<{ import: Import }>(`{ import(id: "${id}") { ${FIELDS} } }`)).import;
const act = (name: string, id: string): Promise<unknown> =>
  w.api.data(`mutation { ${name}(id: "${id}") { id } }`);
const update = async (id: string, args: string): Promise<Import> =>
  (
    await w.api.data<{ import_update: Import }>(
      `mutation { import_update(id: "${id}", ${args}) { ${FIELDS} } }`,
    )
  ).import_update;

/** Does the work that waits, as a worker would. */
async function work(signal = new AbortController().signal): Promise<void> {
  const tasks = new Map(
    [importRehearsalTask, importRunTask, importUndoTask].map((task) => [task.name, task as Task]),
  );
  const scope = await testScope(database, systemViewer(w.tenant), { services });
  for (let job = services.enqueued.shift(); job !== undefined; job = services.enqueued.shift())
    await tasks.get(job.task)?.run(job.payload as { subdomain_id: string }, { scope, signal });
}
const rehearsed = async (...files: string[]): Promise<Import> => {
  const { id } = await create(...files);
  await work();
  return read(id);
};
const imported = async (...files: string[]): Promise<Import> => {
  const { id } = await rehearsed(...files);
  await act('import_start', id);
  await work();
  return read(id);
};
const one = async <T>(text: string): Promise<T> => (await w.rows<T>(text, w.tenant.id))[0]!;
const ideasNow = (): Promise<{ title: string; votes: number }[]> =>
  w.rows(
    "select title, supporters_count as votes from suggestions where subdomain_id = $1 and state <> 'deleted' order by title",
    w.tenant.id,
  );

const IDEAS =
  'Suggestion ID;Suggestion Title;Suggestion Text;Forum Name;Labels Name;Creator Email Address;T-Shirt;Internal Ref\n' +
  '1;Dark mode;My eyes hurt;Mobile;design, speed;ana@acme.example;L;PM-1\n' +
  '2;Export;;Mobile;;li@nordic.example;;PM-2\n' +
  '3;;No title;Web;;;M;\n';

describe('a draft', () => {
  test('guesses what a file is and what each column goes to, and says what would come without saving any of it', async () => {
    await buildCustomField(database, w.tenant, { key: 'effort', name: 'T-Shirt' });
    const draft = await rehearsed(await upload('uservoice-ideas.csv', IDEAS));
    expect(draft).toMatchObject({
      state: 'ready',
      preset: 'uservoice',
      problem: null,
      rehearsal: {
        ideas: { created: 2, updated: 0, unchanged: 0 },
        people_created: 2,
        people_matched: 0,
        forums_created: 1,
        labels_created: 2,
        refused: 1,
        refusals: [{ line: 4, reason: 'no title' }],
      },
    });
    expect(draft.files[0]).toMatchObject({ role: 'ideas', rows_count: 3, is_kept: true });
    expect(
      draft.files[0]!.columns.map(({ name, field, sureness, rows }) => [name, field, sureness, rows]),
    ).toEqual([
      ['Suggestion ID', 'external_id', 'sure', 3],
      ['Suggestion Title', 'title', 'sure', 2],
      ['Suggestion Text', 'body', 'sure', 2],
      ['Forum Name', 'forum', 'sure', 3],
      ['Labels Name', 'labels', 'sure', 1],
      ['Creator Email Address', 'author_email', 'sure', 2],
      ['T-Shirt', 'custom_fields.effort', 'guessed', 2],
      ['Internal Ref', null, null, 2],
    ]);
    expect(draft.files[0]!.columns[0]!.samples).toEqual(['1', '2', '3']);
    expect(await ideasNow()).toEqual([]);
    expect(await one('select count(*)::int as n from users where subdomain_id = $1')).toEqual({ n: 1 });
    expect(await w.drift()).toEqual([]);
  });

  test('each change is rehearsed again; a field goes to one column, and the next file with these columns is read the same way', async () => {
    const draft = await rehearsed(await upload('a.csv', 'Key,Headline,Subject\n1,One,Eins\n2,Two,Zwei\n'));
    const [file] = draft.files;
    expect(file!.columns.map(({ field }) => field)).toEqual(['external_id', null, 'title']);
    const changed = await update(
      draft.id,
      `columns: [{ file_id: "${file!.id}", name: "Headline", field: "title" }], forum: "Wishes"`,
    );
    expect(changed).toMatchObject({
      state: 'rehearsing',
      forum: 'Wishes',
      rehearsal: { ideas: { created: 2 } },
    });
    expect(changed.files[0]!.columns.map(({ field, sureness }) => [field, sureness])).toEqual([
      ['external_id', 'sure'],
      ['title', 'chosen'],
      [null, null],
    ]);
    await work();
    expect(await read(draft.id)).toMatchObject({ state: 'ready', rehearsal: { forums_created: 1 } });
    await act('import_start', draft.id);
    await work();
    expect((await ideasNow()).map(({ title }) => title)).toEqual(['One', 'Two']);
    const next = await create(await upload('b.csv', 'Subject,Key,Headline\nDrei,3,Three\n'));
    expect(next.files[0]!.columns.map(({ name, field }) => [name, field])).toEqual([
      ['Subject', null],
      ['Key', 'external_id'],
      ['Headline', 'title'],
    ]);
  });

  test('without a title it asks for one, and cannot be started', async () => {
    const draft = await rehearsed(await upload('a.csv', 'Alpha,Beta\n12,34\n'));
    expect(draft).toMatchObject({ state: 'faulty', problem_reason: 'missing_column', rehearsal: null });
    expect(draft['problem']).toContain('No column of a.csv is the title yet');
    expect(await refusal(w.api, `mutation { import_start(id: "${draft.id}") { id } }`)).toMatchObject({
      reason: 'state',
    });
    await update(draft.id, `columns: [{ file_id: "${draft.files[0]!.id}", name: "Beta", field: "title" }]`);
    await work();
    expect(await read(draft.id)).toMatchObject({ state: 'ready', problem: null });
    expect(
      await refusal(
        w.api,
        `mutation { import_update(id: "${draft.id}", columns: [{ file_id: "${draft.files[0]!.id}", name: "Beta", field: "votes.email" }]) { id } }`,
      ),
    ).toMatchObject({ field: 'columns.0.field' });
  });

  test('a file in another encoding further down is refused as a whole, with the place; nothing was read', async () => {
    const { get } = services.files;
    // in pieces, as from a disk
    services.files.get = async (key) => {
      const whole = Buffer.concat(await Array.fromAsync((await get(key)) as AsyncIterable<Buffer>));
      return Readable.from(
        Array.from({ length: Math.ceil(whole.length / 65_536) }, (_, at) =>
          whole.subarray(at * 65_536, (at + 1) * 65_536),
        ),
      );
    };
    const rows = Array.from({ length: 6_000 }, (_, at) => `${at},Idea ${at} with a longer title\n`).join('');
    const draft = await rehearsed(
      await upload(
        'late.csv',
        Buffer.concat([Buffer.from(`id,title\n${rows}`), Buffer.from('x,\xfc\n', 'latin1')]),
      ),
    );
    expect(draft).toMatchObject({ state: 'faulty', problem_reason: 'encoding', rehearsal: null });
    expect(draft['problem']).toContain('late.csv is not UTF-8 (first wrong character near line 6002)');
  });

  test('several files are ideas, votes and comments; two of a kind are refused', async () => {
    const files = [
      await upload('ideas.csv', 'id,title\n1,One\n'),
      await upload('votes.csv', 'idea_id,user_email\n1,a@acme.example\n9,b@acme.example\n'),
      await upload(
        'comments.csv.gz',
        gzipSync('comment_id,idea_id,text,user_email\n1,1,Please,a@acme.example\n'),
      ),
    ];
    const done = await imported(...files);
    expect(done.files.map(({ role }) => role)).toEqual(['ideas', 'votes', 'comments']);
    expect(done).toMatchObject({
      state: 'done',
      report: { ideas: { created: 1 }, supporters: { created: 1 }, comments: { created: 1 }, refused: 1 },
    });
    expect(await w.drift()).toEqual([]);
    const twice = [await upload('x.csv', 'title\nX\n'), await upload('y.csv', 'title\nY\n')];
    expect(
      await refusal(w.api, 'mutation ($files: [ID!]!) { import_create(file_ids: $files) { id } }', {
        files: twice,
      }),
    ).toMatchObject({ reason: 'same_kind', message: expect.stringContaining('both hold ideas') as string });
  });

  test('is deleted with its files; those of others cannot be used', async () => {
    const file = await upload('a.csv', 'title\nOne\n');
    const { id } = await create(file);
    expect(services.keptFiles.size).toBe(1);
    await act('import_delete', id);
    expect(services.enqueued.filter(({ task }) => task === 'remove_files')).toHaveLength(1);
    expect(await w.api.data(`{ import(id: "${id}") { id } }`)).toEqual({ import: null });
    const other = await testApi(
      database,
      { ...viewerOf(w.tenant, w.admin), user_id: (await buildUser(database, w.tenant)).id },
      { services },
    );
    const theirs = await upload('b.csv', 'title\nOne\n', other.scope);
    expect(await refusal(w.api, `mutation { import_create(file_ids: ["${theirs}"]) { id } }`)).toMatchObject({
      reason: 'not_found',
    });
    const reader = await w.as({ settings: 'none' });
    expect(await refusal(reader, '{ imports { total_records } }')).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('an upload', () => {
  test('is refused by name, when empty, when it is a workbook, and when it unpacks to too much', async () => {
    const refused = async (name: string, content: string | Buffer): Promise<unknown> =>
      upload(name, content).then(
        () => null,
        (error: { message: string; details: object }) => ({ message: error.message, ...error.details }),
      );
    expect(await refused('a.xlsx', 'PK')).toMatchObject({ httpStatus: 415, reason: 'not_csv' });
    expect(await refused('a.csv', 'PK\u0003\u0004rest')).toMatchObject({
      httpStatus: 415,
      reason: 'not_csv',
    });
    expect(await refused('a.csv', '')).toMatchObject({ httpStatus: 422, reason: 'empty' });
    expect(await refused('a.csv', 'title\n')).toMatchObject({ reason: 'empty' });
    expect(await refused('a.csv.gz', 'no gzip')).toMatchObject({
      httpStatus: 422,
      message: 'a.csv.gz is a broken gzip file.',
    });
    expect(await refused('a.csv', Buffer.from('title\n\xfcber\n', 'latin1'))).toMatchObject({
      reason: 'encoding',
    });
    expect(services.keptFiles.size).toBe(0);
    expect(await one('select count(*)::int as n from import_files where subdomain_id = $1')).toEqual({
      n: 0,
    });
  });

  test('counts against what a workspace may hold from its first byte', async () => {
    await w.rows(
      'insert into import_files (subdomain_id, user_id, file_name, size_in_bytes, storage_key) values ($1, $2, $3, $4, $5)',
      w.tenant.id,
      w.admin.id,
      'x.csv',
      importLimits.workspaceBytes - importLimits.fileBytes + 1,
      'x',
    );
    await expect(upload('a.csv', 'title\nOne\n')).rejects.toMatchObject({
      details: { httpStatus: 429, reason: 'too_many' },
    });
  });

  test('that nobody used is swept after a day, a draft after a week', async () => {
    await upload('a.csv', 'title\nOne\n');
    const { id } = await create(await upload('b.csv', 'title\nOne\n'));
    await w.rows("update imports set state = 'ready' where id = $1", id);
    const sweep = async (days: number): Promise<void> =>
      importSweep.run(
        { subdomain_id: w.tenant.id },
        {
          scope: await testScope(database, systemViewer(w.tenant), {
            services,
            now: () => new Date(Date.now() + days * 86_400_000),
          }),
          signal: new AbortController().signal,
        },
      );
    await sweep(0.9);
    expect(services.keptFiles.size).toBe(2);
    await sweep(1.1);
    expect(services.keptFiles.size).toBe(1);
    await sweep(7.1);
    expect(services.keptFiles.size).toBe(0);
    expect(await one('select count(*)::int as n from imports where subdomain_id = $1')).toEqual({ n: 0 });
  });
});

describe('an import', () => {
  test('comes in once, tells who started it in the bell and emails nobody; its file goes', async () => {
    const done = await imported(await upload('a.csv', IDEAS));
    expect(done).toMatchObject({
      state: 'done',
      can_undo: true,
      report: { ideas: { created: 2 }, refused: 1, people_created: 2, forums_created: 1 },
    });
    expect(done.files[0]!.is_kept).toBe(false);
    expect(services.sentMails).toEqual([]);
    expect(
      await w.rows(
        'select event, import_id, user_id from notifications where subdomain_id = $1',
        w.tenant.id,
      ),
    ).toEqual([{ event: 'import_complete', import_id: done.id, user_id: w.admin.id }]);
    const again = await imported(await upload('a.csv', IDEAS));
    expect(again).toMatchObject({ report: { ideas: { created: 0, updated: 0, unchanged: 2 } } });
    expect(await w.drift()).toEqual([]);
  });

  test('goes on after its worker died, and says what came in all runs', async () => {
    const rows = Array.from({ length: 900 }, (_, at) => `${at},Idea ${at}\n`).join('');
    const draft = await rehearsed(await upload('a.csv', `id,title\n${rows}`));
    await act('import_start', draft.id);
    const ending = new AbortController();
    const scope = await testScope(database, systemViewer(w.tenant), { services });
    const job = services.enqueued.find(({ task }) => task === 'import_run')!;
    const put = scope.services.tasks.putOff;
    let batches = 0;
    scope.services.tasks.putOff = async (...args) => {
      batches += 1;
      if (batches === 3) ending.abort(new ProcessEnds());
      return put(...args);
    };
    await expect(importRunTask.run(job.payload as never, { scope, signal: ending.signal })).rejects.toThrow(
      'asked to stop',
    );
    scope.services.tasks.putOff = put;
    const { n } = await one<{ n: number }>(
      'select count(*)::int as n from suggestions where subdomain_id = $1',
    );
    expect(n).toBeGreaterThan(0);
    expect(n).toBeLessThan(900);
    expect((await read(draft.id)).state).toBe('running');
    await work();
    expect(await read(draft.id)).toMatchObject({
      state: 'done',
      report: { ideas: { created: 900, unchanged: 0 } },
    });
    expect(await ideasNow()).toHaveLength(900);
    expect(await w.drift()).toEqual([]);
  });

  test('that was asked to stop keeps what came, and can be started again; one runs at a time', async () => {
    const draft = await rehearsed(await upload('a.csv', 'title\nOne\n'));
    const other = await rehearsed(await upload('b.csv', 'title\nTwo\n'));
    await act('import_start', draft.id);
    expect(await refusal(w.api, `mutation { import_start(id: "${other.id}") { id } }`)).toMatchObject({
      reason: 'at_work',
    });
    await act('import_stop', draft.id);
    await w.rows("update imports set state = 'stopped', finished_at = now() where id = $1", draft.id);
    services.enqueued.length = 0;
    await act('import_start', draft.id);
    await work();
    expect(await read(draft.id)).toMatchObject({ state: 'done', report: { ideas: { created: 1 } } });
  });
});

describe('the undo of an import', () => {
  test('gives accounts and people of before what they had; accounts that it made stay', async () => {
    const acme = await buildAccount(database, w.tenant, {
      name: 'Acme',
      plan: 'Silver',
      mrr_cents: '100',
      revenue_cents: '100',
    });
    const ann = await buildUser(database, w.tenant, { email_address: 'ann@acme.example' });
    const idea = await buildSuggestion(database, w.tenant, { external_id: 'ideas:1' });
    await buildSupporter(database, w.tenant, { suggestion_id: idea.id, user_id: ann.id });
    await w.drift();
    const account = (id: string) =>
      w.rows(
        'select plan, mrr_cents::int as mrr, users_count as people from external_accounts where id = $1',
        id,
      );
    const done = await imported(
      await upload('ideas.csv', 'id,title\n2,Second\n'),
      await upload(
        'votes.csv',
        'idea_id,user_email,company,mrr,company_plan\n2,ann@acme.example,Acme,7,Gold\n2,bo@beta.example,Beta,3,\n',
      ),
    );
    expect(done).toMatchObject({ state: 'done' });
    expect(await account(acme.id)).toEqual([{ plan: 'Gold', mrr: 700, people: 1 }]);
    expect(
      await w.rows('select supporter_revenue_cents::int as cents from suggestions where id = $1', idea.id),
    ).toEqual([{ cents: 700 }]);
    expect(await w.drift()).toEqual([]);
    await act('import_undo', done.id);
    await work();
    expect(await read(done.id)).toMatchObject({ state: 'undone' });
    expect(await account(acme.id)).toEqual([{ plan: 'Silver', mrr: 100, people: 0 }]);
    expect(
      await w.rows('select supporter_revenue_cents::int as cents from suggestions where id = $1', idea.id),
    ).toEqual([{ cents: 0 }]);
    expect(
      await one("select count(*)::int as n from external_accounts where subdomain_id = $1 and name = 'Beta'"),
    ).toEqual({ n: 1 });
    expect(await w.drift()).toEqual([]);
  });

  test('people and accounts of a file get back what they had, unless it was changed since; new ones stay', async () => {
    const field = (object_type: string, key: string, field_type = 'text', value_type = 'string') =>
      buildCustomField(database, w.tenant, { object_type, key, name: key, field_type, value_type });
    await field('user', 'role');
    await field('user', 'since', 'date', 'date');
    await field('account', 'renewal', 'date', 'date');
    const acme = await buildAccount(database, w.tenant, {
      name: 'Acme',
      external_id: 'c-1',
      plan: 'Silver',
      custom_fields: JSON.stringify({ other: 'stays', renewal: '2026-12-31' }),
    });
    const person = (email_address: string) =>
      buildUser(database, w.tenant, {
        email_address,
        name: 'Before',
        job_title: 'Boss',
        account_id: acme.id,
        custom_fields: JSON.stringify({ role: 'Before' }),
      });
    const [ann, bo] = [await person('ann@a.example'), await person('bo@a.example')];
    const file = `email,name,guid,job title,account id,account name,plan,Role,custom_since,account renewal
ann@a.example,After,g-1,Chief,c-2,Beta,Gold,Buyer,2026-01-31,
bo@a.example,After,,Chief,,,,Buyer,,
new@a.example,New,,,c-1,Acme Holding,Gold,Buyer,,2027-06-30
bad@a.example,Bad,,,c-1,,,,soon,
`;
    const done = await imported(await upload('people.csv', file));
    expect(done).toMatchObject({
      state: 'done',
      preset: 'customers',
      files: [{ role: 'people' }],
      report: { refused: 1, people_created: 1, people_updated: 2, accounts: { created: 1, updated: 1 } },
    });
    await w.api.data(
      `mutation { user_update(id: "${bo.id}", name: "Typed", custom_field_map: [{ key: "role", value: "Typed" }]) { id } }`,
    );
    expect(
      (
        await w.api.data<{ import_undo_preview: unknown }>(
          `{ import_undo_preview(id: "${done.id}") { ideas_removed people_kept people_restored accounts_kept accounts_restored } }`,
        )
      ).import_undo_preview,
    ).toEqual({
      ideas_removed: 0,
      people_kept: 1,
      people_restored: 2,
      accounts_kept: 1,
      accounts_restored: 1,
    });
    expect(await w.rows('select custom_fields as own from users where id = $1', ann.id)).toEqual([
      { own: { role: 'Buyer', since: '2026-01-31' } },
    ]);
    expect(await w.rows('select custom_fields as own from external_accounts where id = $1', acme.id)).toEqual(
      [{ own: { other: 'stays', renewal: '2027-06-30' } }],
    );
    await act('import_undo', done.id);
    await work();
    expect(
      await w.rows(
        'select u.name, u.guid, u.job_title as job, u.custom_fields as own, u.account_id::text as account from users u where u.id = any($1) order by u.id',
        [ann.id, bo.id],
      ),
    ).toEqual([
      { name: 'Before', guid: null, job: 'Boss', own: { role: 'Before' }, account: acme.id },
      { name: 'Typed', guid: null, job: 'Boss', own: { role: 'Typed' }, account: acme.id },
    ]);
    expect(
      await one(
        "select name, plan, custom_fields as own from external_accounts where subdomain_id = $1 and external_id = 'c-1'",
      ),
    ).toEqual({
      name: 'Acme',
      plan: 'Silver',
      own: { other: 'stays', renewal: '2026-12-31' },
    });
    expect(await w.drift()).toEqual([]);
  });

  test('people and accounts come by themselves; a file takes another form with its columns guessed anew', async () => {
    const people = await upload('people.csv', 'email,name\nann@a.example,Ann\n');
    const ideas = await upload('ideas.csv', 'title\nOne\n');
    expect(
      await refusal(w.api, `mutation { import_create(file_ids: ["${people}", "${ideas}"]) { id } }`),
    ).toMatchObject({ reason: 'same_kind', field: 'file_ids' });
    const { id } = await rehearsed(people);
    expect(await update(id, 'preset: "ideas"')).toMatchObject({
      preset: 'ideas',
      files: [{ role: 'ideas', columns: [{ field: 'author_email' }, { field: 'title' }] }],
    });
    expect(await update(id, 'preset: "customers"')).toMatchObject({
      files: [{ role: 'people', columns: [{ field: 'people.email' }, { field: 'people.name' }] }],
    });
    const several = await rehearsed(ideas, await upload('votes.csv', 'idea_id,user_email\n1,a@b.example\n'));
    expect(
      await refusal(w.api, `mutation { import_update(id: "${several.id}", preset: "customers") { id } }`),
    ).toMatchObject({ field: 'preset' });
  });

  const preview = async (id: string) =>
    (
      await w.api.data<{ import_undo_preview: Record<string, unknown> }>(
        `{ import_undo_preview(id: "${id}") { ideas_removed votes_removed ideas_restored ideas_kept people_kept kept { title } } }`,
      )
    ).import_undo_preview;

  test('removes what it made, gives back what it replaced, and leaves what someone added to; the same file comes in again', async () => {
    await imported(await upload('first.csv', 'id,title,description,tags\n1,Old title,Old text,red\n'));
    const votes = await upload(
      'votes.csv',
      'idea_id,user_email\n1,a@acme.example\n2,a@acme.example\n2,b@acme.example\n',
    );
    const done = await imported(
      await upload(
        'second.csv',
        'id,title,description,tags,board\n1,New title,New text,"red,blue",\n2,Second,,blue,Extra\n3,Third,,,\n4,Fourth,,,\n',
      ),
      votes,
    );
    expect(done).toMatchObject({
      state: 'done',
      report: { ideas: { created: 3, updated: 1 }, supporters: { created: 3 } },
    });
    const third = await one<{ id: string }>(
      "select id::text as id from suggestions where subdomain_id = $1 and title = 'Third'",
    );
    await buildSupporter(database, w.tenant, {
      suggestion_id: third.id,
      user_id: (await buildUser(database, w.tenant)).id,
    });
    await w.drift();
    expect(await preview(done.id)).toEqual({
      ideas_removed: 2,
      votes_removed: 3,
      ideas_restored: 1,
      ideas_kept: 1,
      people_kept: 2,
      kept: [{ title: 'Third' }],
    });
    await act('import_undo', done.id);
    await work();
    expect(await read(done.id)).toMatchObject({
      state: 'undone',
      can_undo: false,
      undo_report: { ideas_removed: 2, ideas_restored: 1, ideas_kept: 1, votes_removed: 3, names_removed: 2 },
    });
    expect((await ideasNow()).map(({ title }) => title)).toEqual(['Old title', 'Third']);
    expect(
      await one(
        "select c.body, s.supporters_count as votes, s.labels_count as labels from suggestions s join suggestion_contents c on c.suggestion_id = s.id where s.subdomain_id = $1 and s.title = 'Old title'",
      ),
    ).toEqual({ body: 'Old text', votes: 0, labels: 1 });
    expect(
      await one(
        "select count(*)::int as n from forums where subdomain_id = $1 and name = 'Extra' and state <> 'deleted'",
      ),
    ).toEqual({ n: 0 });
    expect(
      await one("select count(*)::int as n from labels where subdomain_id = $1 and full_name = 'blue'"),
    ).toEqual({ n: 0 });
    expect(await w.drift()).toEqual([]);
    expect(await refusal(w.api, `mutation { import_undo(id: "${done.id}") { id } }`)).toMatchObject({
      reason: 'state',
    });
    const again = await imported(
      await upload('second.csv', 'id,title,description,tags,board\n2,Second,,blue,Extra\n4,Fourth,,,\n'),
    );
    expect(again).toMatchObject({ report: { ideas: { created: 2 } } });
    expect(services.sentMails).toEqual([]);
  });

  test('takes the subscriptions of its voters along, and leaves what someone set since', async () => {
    const before = await buildSuggestion(database, w.tenant, {
      title: 'Here before',
      external_id: 'ideas:9',
    });
    const draft = await rehearsed(
      await upload('ideas.csv', 'id,title,status\n1,Dark mode,In progress\n2,Export,\n'),
      await upload(
        'votes.csv',
        'idea_id,user_email\n1,ana@acme.example\n2,ana@acme.example\n9,ana@acme.example\n9,li@acme.example\n',
      ),
    );
    expect(draft).toMatchObject({
      subscribe: true,
      rehearsal: {
        people_subscribed: 2,
        statuses: [{ name: 'In progress', ideas: 1, to: 'In progress', is_new: true }],
      },
    });
    await update(draft.id, 'subscribe: false, statuses: [{ name: "in Progress", to: null }]');
    await work();
    expect(await read(draft.id)).toMatchObject({
      subscribe: false,
      rehearsal: { people_subscribed: 0, statuses: [{ to: null, is_new: false }] },
    });
    await update(draft.id, 'subscribe: true');
    await work();
    await act('import_start', draft.id);
    await work();
    expect(await read(draft.id)).toMatchObject({ state: 'done', report: { people_subscribed: 2 } });
    const li = await one<{ id: string }>(
      "select id::text as id from users where subdomain_id = $1 and email_address = 'li@acme.example'",
    );
    // Li does not want email about the idea that was here, by their own word
    await w.api.data(
      `mutation { suggestion_admin_subscribe(id: "${before.id}", user: "${li.id}", subscribe: false) { id } }`,
    );
    await act('import_undo', draft.id);
    await work();
    expect(await ideasNow()).toEqual([{ title: 'Here before', votes: 0 }]);
    expect(
      await w.rows(
        'select u.email_address as email, b.subscribed from subscriptions b join users u on u.id = b.user_id join suggestions s on s.id = b.suggestion_id where b.subdomain_id = $1 and s.state <> $$deleted$$',
        w.tenant.id,
      ),
    ).toEqual([{ email: 'li@acme.example', subscribed: false }]);
  });

  test('leaves what was changed since: an edited text, an idea that the team worked on', async () => {
    await buildSuggestion(database, w.tenant, { title: 'Before', external_id: 'ideas:1' });
    const done = await imported(await upload('a.csv', 'id,title\n1,Imported\n2,New\n'));
    const idea = async (external: string): Promise<string> =>
      (
        await w.rows<{ id: string }>(
          'select id::text as id from suggestions where subdomain_id = $1 and external_id = $2',
          w.tenant.id,
          external,
        )
      )[0]!.id;
    await w.api.data(
      `mutation { suggestion_update(id: "${await idea('ideas:1')}", title: "Edited") { id } }`,
    );
    await w.api.data(
      `mutation { suggestion_assign(id: "${await idea('ideas:2')}", assigned_owner: "${w.admin.id}") { id } }`,
    );
    await act('import_undo', done.id);
    await work();
    expect(await read(done.id)).toMatchObject({
      undo_report: { ideas_removed: 0, ideas_restored: 0, ideas_kept: 1 },
    });
    expect((await ideasNow()).map(({ title }) => title)).toEqual(['Edited', 'New']);
  });

  test('is refused after 30 days', async () => {
    const done = await imported(await upload('a.csv', 'title\nOne\n'));
    await w.rows("update imports set undo_until = now() - interval '1 minute' where id = $1", done.id);
    expect(await refusal(w.api, `mutation { import_undo(id: "${done.id}") { id } }`)).toMatchObject({
      reason: 'lapsed',
    });
    expect(await read(done.id)).toMatchObject({ can_undo: false });
  });
});
