import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedDocument } from '../web/build/documents.ts';

const ROOT = join(import.meta.dirname, '..');
const GENERATED = join(ROOT, 'web/src/api/generated/graphql.ts');
const DOCUMENTS = join(ROOT, 'web/src/api/generated/documents.json');
const STAMP = join(ROOT, 'node_modules/.earshot-codegen');

/** Hash of what the generated files come from: the schema, the documents in the console's sources, the server's declarations, the generator. */
function hashDocuments(): string {
  const hash = createHash('sha256');
  const files = globSync(
    [
      'contract/schema.graphql',
      'web/codegen.ts',
      'scripts/codegen.ts',
      'package-lock.json',
      'contract/**/*.ts',
      'server/{api,core,db,domain,inputs,listing,sql}/**/*.ts',
      'web/src/**/*.{ts,tsx}',
    ],
    { cwd: ROOT, exclude: (name) => name.endsWith('api/generated') || name.endsWith('.test.ts') },
  );
  for (const file of files.toSorted()) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (!file.startsWith('web/src/') || text.includes('graphql(')) hash.update(`${file}\0${text}\0`);
  }
  return hash.digest('hex');
}

/** Tables and columns in the notation of `web/src/api/reads.ts`, without columns that never change in a row (its id, its workspace). */
function readsOf(footprint: readonly string[]): string {
  const byTable = Map.groupBy(
    footprint.filter((mark) => !/\.(id|subdomain_id)$/.test(mark)),
    (mark) => /^\w+/.exec(mark)![0],
  );
  return [...byTable]
    .map(([table, marks]) =>
      [table, ...marks.map((mark) => mark.slice(table.length).replace('.', ''))].join(' '),
    )
    .join(', ');
}

/** Writes all operations of the console, by name. */
async function writeDocuments(): Promise<void> {
  // not needed where nothing changed
  const { getOperationAST, OperationTypeNode, parse, stripIgnoredCharacters } = await import('graphql');
  const { catalogue } = await import('../server/api/catalogue.ts');
  const { Footprints } = await import('../server/api/footprints.ts');
  const { createSchema } = await import('../server/api/schema.ts');
  const { schema } = createSchema(catalogue);
  const footprints = new Footprints(catalogue);
  const generated = (await import('../web/src/api/generated/graphql.ts')) as Record<string, unknown>;
  const documents: Record<string, GeneratedDocument> = {};
  for (const [key, value] of Object.entries(generated)) {
    // the others are fragments and types
    if (!key.endsWith('Document')) continue;
    const document = parse(String(value));
    const isQuery = getOperationAST(document)?.operation === OperationTypeNode.QUERY;
    documents[key.slice(0, -'Document'.length)] = {
      text: stripIgnoredCharacters(String(value)),
      reads: isQuery ? readsOf(footprints.ofDocument(schema, document)) : null,
    };
  }
  writeFileSync(DOCUMENTS, `${JSON.stringify(documents, null, 1)}\n`);
}

/**
 * Makes what is generated from the console's GraphQL documents, when the schema, a declaration or a document changed
 * since the last time: their types, and the documents with what their answers depend on. None of it is part of the
 * history.
 *
 * @returns the exit status of the generator, 0 when there was nothing to do
 */
export async function generateDocumentTypes(): Promise<number> {
  const hash = hashDocuments();
  if (
    existsSync(GENERATED) &&
    existsSync(DOCUMENTS) &&
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === hash
  )
    return 0;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [realpathSync(join(ROOT, 'node_modules/.bin/graphql-codegen')), '--config', 'web/codegen.ts'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) {
    console.error(`The types of the GraphQL documents could not be made.\n${stdout}${stderr}`);
    return 1;
  }
  await writeDocuments();
  writeFileSync(STAMP, hash);
  return 0;
}

if (import.meta.main) process.exitCode = await generateDocumentTypes();
