import { readFileSync, writeFileSync } from 'node:fs';
import { catalogue } from '../server/api/catalogue.ts';
import { printSchema } from '../server/api/schema.ts';

/** Prints the API as reviewers and the console's code generator read it; `--check` fails when the file is stale. */
const file = new URL('../contract/schema.graphql', import.meta.url);
const text = printSchema(catalogue);
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error('contract/schema.graphql is stale: run "npm run schema".');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
  console.log('contract/schema.graphql written');
}
