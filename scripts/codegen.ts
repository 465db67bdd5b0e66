import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const GENERATED = join(ROOT, 'web/src/api/generated/graphql.ts');
const STAMP = join(ROOT, 'node_modules/.earshot-codegen');

/** Hash of what the types come from: the schema, the documents in the console's sources, the generator. */
function hashDocuments(): string {
  const hash = createHash('sha256');
  const files = globSync(
    ['contract/schema.graphql', 'web/codegen.ts', 'package-lock.json', 'web/src/**/*.{ts,tsx}'],
    { cwd: ROOT, exclude: (name) => name.endsWith('api/generated') },
  );
  for (const file of files.toSorted()) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (!file.startsWith('web/src/') || text.includes('graphql(')) hash.update(`${file}\0${text}\0`);
  }
  return hash.digest('hex');
}

/**
 * Makes the types of the console's GraphQL documents when the schema or a document changed since the last time. Types
 * alone: the built console needs none of them, so they are not part of the history.
 *
 * @returns the exit status of the generator, 0 when there was nothing to do
 */
export function generateDocumentTypes(): number {
  const hash = hashDocuments();
  if (existsSync(GENERATED) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return 0;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [realpathSync(join(ROOT, 'node_modules/.bin/graphql-codegen')), '--config', 'web/codegen.ts'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) {
    console.error(`The types of the GraphQL documents could not be made.\n${stdout}${stderr}`);
    return 1;
  }
  writeFileSync(STAMP, hash);
  return 0;
}

if (import.meta.main) process.exitCode = generateDocumentTypes();
