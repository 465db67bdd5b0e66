import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeWhole } from '../backup/whole_file.ts';
import { OperatorError } from '../process/operator_error.ts';
import { migrate } from '../db/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import type { Command } from './command.ts';
import { explainFullDisk } from './full_disk.ts';
import { runProgram } from './program.ts';

const EMBEDDED = { DATA_DIR: '/srv/earshot' };
const OWN = { ...EMBEDDED, DATABASE_URL: 'postgresql://db/earshot' };
const DATA_IS_FULL =
  'The disk that holds the data folder /srv/earshot is full. Free some space on it, or move /srv/earshot to a larger disk and set DATA_DIR to it, and run the command again.';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase({ migrated: false });
  folder = mkdtempSync(join(tmpdir(), 'earshot-full-'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function failing(error: unknown, environment: Record<string, string> = EMBEDDED, argv = ['x']) {
  const texts = { out: '', err: '' };
  const command: Command = {
    name: 'x',
    summary: 'Does x.',
    usage: '',
    run: () => Promise.reject(error as Error),
  };
  const code = await runProgram(
    argv,
    { x: () => Promise.resolve({ command }) },
    {
      stdout: { write: (text) => (texts.out += text) },
      stderr: { write: (text) => (texts.err += text) },
      environment,
    },
  );
  return { code, ...texts };
}

/** What a write to a disk without room throws on this system. */
function realNoSpace(): unknown {
  try {
    writeFileSync('/dev/full', 'x');
  } catch (error) {
    return error;
  }
  throw new Error('/dev/full took a byte');
}

test('a file that finds no room is one sentence and code 1, without a stack', async () => {
  const error = realNoSpace();
  expect(error).toMatchObject({ code: 'ENOSPC' });
  expect(await failing(error)).toEqual({
    code: 1,
    out: '',
    err: 'The disk that holds the data folder /srv/earshot is full. Free some space on it, or move /srv/earshot to a larger disk and set DATA_DIR to it, and run the command again.\n',
  });
});

test('a file elsewhere is named', async () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    path: '/mnt/files/a',
  });
  expect((await failing(error)).err).toBe(
    'The disk that holds /mnt/files/a is full; free some space on it and run the command again.\n',
  );
});

test('a file that is written whole names itself when its disk is full, since the system names none', async () => {
  const path = join(folder, 'elsewhere.tar.gz');
  const error = await writeWhole(path, () => Promise.reject(realNoSpace() as Error)).catch(
    (thrown: unknown) => thrown,
  );
  expect((await failing(error, OWN)).err).toBe(
    `The disk that holds ${path} is full, and nothing of it was kept. Free some space on it, or name a file on another disk, and run the command again.\n`,
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('elsewhere'))).toEqual([]);
});

test('--json tells it as its error', async () => {
  expect(JSON.parse((await failing(realNoSpace(), EMBEDDED, ['x', '--json'])).out)).toEqual({
    error: DATA_IS_FULL,
  });
});

test('a migration that PostgreSQL refuses for want of room says whose disk is full', async () => {
  writeFileSync(
    join(folder, '9999_full.sql'),
    `do $$ begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;`,
  );
  const error = await migrate(database.url, { dir: folder }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OperatorError);
  expect((await failing(error)).err).toBe(`${DATA_IS_FULL}\n`);
  expect((await failing(error, OWN)).err).toBe(
    'The disk of the database is full (could not extend file "base/1/2": No space left on device); free some space on the machine of DATABASE_URL and run the command again.\n',
  );
});

test('initdb and PostgreSQL itself say it in their own words', () => {
  for (const message of [
    'PostgreSQL could not create its database in /srv/earshot: initdb: error: could not write file "/srv/earshot/pg.new-1/PG_VERSION": No space left on device',
    'PostgreSQL did not start in /srv/earshot/pg: could not write lock file "postmaster.pid": No space left on device.',
    'ENOSPC: no space left on device, mkdir',
    'EDQUOT: disk quota exceeded, write',
  ]) {
    expect(explainFullDisk(new OperatorError(message), EMBEDDED)?.message).toBe(DATA_IS_FULL);
  }
});

test('the cause is found behind other failures', () => {
  const deep = new Error('a', {
    cause: new AggregateError([new Error('b'), Object.assign(new Error('c'), { code: '53100' })]),
  });
  expect(explainFullDisk(deep, EMBEDDED)?.message).toBe(DATA_IS_FULL);
});

test('a database that ends where there is room is another failure, and so is everything else', () => {
  for (const error of [
    new Error('Connection terminated unexpectedly'),
    new OperatorError('Port 3000 is taken.'),
    new TypeError('oops'),
    'text',
    undefined,
  ]) {
    expect(explainFullDisk(error, { DATA_DIR: folder })).toBeNull();
  }
});
