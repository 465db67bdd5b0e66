import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { command } from './import.ts';
import { runProgram } from './program.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'earshot-cli-import-'));
  await database.pool.query("insert into subdomains (key, name) values ('demo', 'Acme')");
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function run(...argv: string[]) {
  let out = '';
  let err = '';
  const code = await runProgram(
    ['import', ...argv],
    { import: async () => ({ command }) },
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      environment: { DATABASE_URL: database.url, DATA_DIR: folder },
    },
  );
  return { code, out, err };
}

async function ideas(): Promise<number> {
  return (await database.pool.query<{ n: number }>('select count(*)::int as n from suggestions')).rows[0]!.n;
}

test('the last line sums up, refused rows stand in the report, and numbers of signals are taken away again', async () => {
  const listening = process.listenerCount('SIGINT');
  const file = write('ideas.csv', 'id,title\n1,One\n2,\n3,Three\n');
  const report = join(folder, 'refused.jsonl');
  const { code, out } = await run(
    '--preset',
    'ideas',
    '--file',
    file,
    '--forum',
    'Product',
    '--report',
    report,
  );
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n').at(-1)).toBe('2 created, 0 updated, 0 unchanged, 1 refused');
  expect(readFileSync(report, 'utf8')).toBe('{"file":"ideas.csv","line":3,"reason":"no title"}\n');
  expect(process.listenerCount('SIGINT')).toBe(listening);
});

test('a file with a wrong character behind thousands of rows is refused before one of them is loaded', async () => {
  const before = await ideas();
  const rows = Array.from({ length: 2_000 }, (_, i) => `late${i},Idea ${i}\n`).join('');
  const file = write(
    'late.csv',
    Buffer.concat([Buffer.from(`id,title\n${rows}`), Buffer.from('x,Gr\xFC\xDFe\n', 'latin1')]),
  );
  const { code, err } = await run('--preset', 'ideas', '--file', file, '--forum', 'Product');
  expect([code, err]).toEqual([
    1,
    `${file} is not UTF-8 (first wrong character near line 2002). Save it as UTF-8 and try again.\n`,
  ]);
  expect(await ideas()).toBe(before);
});

test.each([
  ['rehearsal', ['--dry-run']],
  ['real run', []],
])('a file whose texts were not found is a question, in a %s', async (_case, more) => {
  const before = await ideas();
  const file = write(
    'narrative.csv',
    'id,title,Narrative\nn1,Dark mode,Our night shift cannot read the bright screens without getting a headache\n',
  );
  const { code, out, err } = await run('--preset', 'ideas', '--file', file, '--forum', 'Product', ...more);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(
    'no column was found for the description, and texts stand in "Narrative" (1 row), which would not be read. Say in a mapping file which column it is, {"body": "Narrative"}, or that there is none, {"body": ""}.',
  );
  expect(await ideas()).toBe(before);
});

test('a mapping file names columns, and options for all files of its form', async () => {
  const file = write('wish.csv', 'Ref,Wish,Text,Day\nw1,Dark,*Night*,03/04/2026\n');
  const mapping = write(
    'mapping.json',
    JSON.stringify({
      external_id: 'Ref',
      title: 'Wish',
      body: 'Text',
      created_at: 'Day',
      '--text': 'markdown',
      '--dates': 'dmy',
    }),
  );
  expect(
    await run('--preset', 'ideas', '--file', file, '--forum', 'Product', '--mapping', mapping),
  ).toMatchObject({ code: 0 });
  expect(
    (
      await database.pool.query(
        "select c.body, s.created_at from suggestions s join suggestion_contents c on c.suggestion_id = s.id where s.external_id = 'ideas:w1'",
      )
    ).rows,
  ).toEqual([{ body: '<p><em>Night</em></p>', created_at: new Date('2026-04-03T00:00:00Z') }]);
  // what the command line says counts
  expect(
    await run(
      '--preset',
      'ideas',
      '--file',
      file,
      '--forum',
      'Product',
      '--mapping',
      mapping,
      '--text',
      'plain',
    ),
  ).toMatchObject({ code: 0 });
  expect(
    (
      await database.pool.query(
        "select c.body from suggestions s join suggestion_contents c on c.suggestion_id = s.id where s.external_id = 'ideas:w1'",
      )
    ).rows,
  ).toEqual([{ body: '*Night*' }]);
  const wrong = await run(
    '--preset',
    'ideas',
    '--file',
    file,
    '--forum',
    'Product',
    '--mapping',
    write('wrong.json', '{"--text": "rtf"}'),
  );
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringContaining('--text must be one of plain, html, markdown.'),
  ]);
});

test.each([
  [
    'a folder that is not there',
    ['--preset', 'polis', '--dir', '/nowhere', '--forum', 'F'],
    1,
    '/nowhere cannot be read as a folder.',
  ],
  [
    'a folder without the file',
    ['--preset', 'polis', '--dir', tmpdir(), '--forum', 'F'],
    2,
    'has no file comments.csv.',
  ],
  [
    'a forum with too long a name',
    ['--preset', 'ideas', '--file', 'x.csv', '--forum', 'x'.repeat(256)],
    2,
    '--forum must have at most 255 characters.',
  ],
  [
    'a report that cannot be written',
    ['--preset', 'ideas', '--file', 'x.csv', '--forum', 'F', '--report', '/nowhere/r.jsonl'],
    1,
    '/nowhere/r.jsonl cannot be written',
  ],
])('says what is wrong: %s', async (_case, argv, code, sentence) => {
  const answer = await run(...argv);
  expect(answer.code).toBe(code);
  expect(answer.err).toContain(sentence);
  expect(answer.err).not.toContain('fault of the program');
});

test.runIf(existsSync('/dev/full'))(
  'a report that finds no room is told once the rows are loaded',
  async () => {
    const before = await ideas();
    const file = write('full.csv', 'id,title\nf1,One\nf2,\n');
    const { code, err } = await run(
      '--preset',
      'ideas',
      '--file',
      file,
      '--forum',
      'Product',
      '--report',
      '/dev/full',
    );
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('The import is done, but its report /dev/full could not be written whole'),
    ]);
    expect(await ideas()).toBe(before + 1);
  },
);
