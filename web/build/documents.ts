import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getOperationAST, parse, stripIgnoredCharacters } from 'graphql';
import { parseSync, Visitor } from 'vite';
import type { Plugin } from 'vite';

const SOURCES = join(import.meta.dirname, '../src');
const GENERATOR = join(import.meta.dirname, '../../scripts/codegen.ts');
const GENERATED = join(SOURCES, 'api/generated/documents.json');

/** An operation of the console, as scripts/codegen.ts has generated it. */
export interface GeneratedDocument {
  /** With its fragments, without blanks that say nothing. */
  text: string;
  /** What its answer depends on, as `web/src/api/reads.ts` reads it; null for a mutation. */
  reads: string | null;
}

/** The console's operations by name. Fails while nothing is generated. */
export function generatedDocuments(): Readonly<Record<string, GeneratedDocument>> {
  return JSON.parse(readFileSync(GENERATED, 'utf8')) as Record<string, GeneratedDocument>;
}

/**
 * Gives each query of the console what its answer depends on: `graphql(text)` becomes `graphql(text, reads)`, as the
 * generator worked it out with the server's own statements (decision 0029). A build leaves out the blanks of the text.
 * In development an operation that was written or changed since then has the generator run again.
 */
export function documents(): Plugin {
  let known: Readonly<Record<string, GeneratedDocument>> = {};
  let isBuild = false;
  /** What is generated for an operation of the sources. */
  const generatedFor = async (name: string, text: string): Promise<GeneratedDocument> => {
    const isCurrent = (): boolean => known[name]?.text.startsWith(text) ?? false;
    if (!isCurrent() && !isBuild) {
      await generateAgain();
      known = generatedDocuments();
    }
    if (!isCurrent()) throw new Error(`The operation ${name} is not what the generator knows of it.`);
    return known[name]!;
  };
  return {
    name: 'earshot-documents',
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    buildStart() {
      known = generatedDocuments();
    },
    transform: {
      filter: { id: { include: `${SOURCES}/**` }, code: 'graphql(`' },
      async handler(code, id) {
        const sources: { start: number; end: number; text: string }[] = [];
        new Visitor({
          CallExpression: ({ callee, arguments: [source, ...others] }) => {
            if (callee.type !== 'Identifier' || callee.name !== 'graphql') return;
            if (source?.type !== 'TemplateLiteral' || others.length > 0) return;
            const { start, end } = source;
            sources.push({ start, end, text: source.quasis[0]!.value.cooked! });
          },
        }).visit(parseSync(id.split('?')[0]!, code).program);
        let changed = code;
        for (const { start, end, text } of sources.toReversed()) {
          const slim = stripIgnoredCharacters(text);
          // a fragment has none
          const name = getOperationAST(parse(text))?.name?.value;
          const reads = name === undefined ? null : (await generatedFor(name, slim)).reads;
          const given = isBuild ? JSON.stringify(slim) : code.slice(start, end);
          const added = reads === null ? '' : `, ${JSON.stringify(reads)}`;
          changed = changed.slice(0, start) + given + added + changed.slice(end);
        }
        return { code: changed, map: null };
      },
    },
  };
}

let generating: Promise<unknown> | null = null;

/** Runs the generator in a process of its own, since the server's declarations may have changed, too; once for all who ask meanwhile. */
async function generateAgain(): Promise<void> {
  generating ??= promisify(execFile)(process.execPath, [GENERATOR]).finally(() => (generating = null));
  await generating;
}
