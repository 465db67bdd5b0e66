import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataFolderProblem, nearestExistingPath, ensureDataFolder } from './data_folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-data-folder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a folder is made with its parents, for its owner alone to list', () => {
  const wanted = join(folder, 'a/b/data');
  expect(nearestExistingPath(wanted)).toBe(folder);
  expect(dataFolderProblem(wanted)).toBeNull();
  ensureDataFolder(wanted);
  expect(statSync(wanted).mode & 0o066).toBe(0);
  ensureDataFolder(wanted);
});

test('a file where the folder should be, or above it, is told', () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  expect(() => ensureDataFolder(file)).toThrow(
    `The data folder ${file} is a file; set DATA_DIR to a folder.`,
  );
  expect(() => ensureDataFolder(join(file, 'data'))).toThrow(`cannot be made: ${file} is a file`);
});

test('a folder that this user cannot write is told; root can', () => {
  const locked = join(folder, 'locked');
  mkdirSync(locked);
  chmodSync(locked, 0o500);
  const isRoot = process.geteuid?.() === 0;
  expect(dataFolderProblem(locked)).toEqual(
    isRoot ? null : expect.stringContaining('cannot be written by this user; start as its owner'),
  );
});
