import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { basename } from 'node:path';
import { once } from 'node:events';
import { openCommandScope } from './command_scope.ts';
import { UsageError, type Command } from './command.ts';
import { counted } from './counted.ts';
import { OperatorError } from '../core/operator_error.ts';
import { ImportFileError } from '../domain/exchange/csv.ts';
import { loadImport, type ImportReport } from '../domain/exchange/import_load.ts';
import { findPolisFiles, IMPORT_PRESETS, MAPPABLE_FIELDS, readSource, type ImportPreset, type ImportSource } from '../domain/exchange/import_presets.ts';
import type { RefusedRow } from '../domain/exchange/import_records.ts';

/** Refused rows shown at the end; all of them go into the report file. */
const SHOWN_REFUSALS = 10;

/** Loads ideas, voters and comments from another system's export. */
export const command: Command = {
  name: 'import',
  summary: 'Load ideas, voters and comments from CSV files.',
  usage: '--preset <name> (--file <csv> [--votes <csv>] [--comments <csv>] [--summary <csv>] | --dir <folder>) --forum <name>',
  options: {
    subdomain: { type: 'string', help: 'Key of the workspace; the default one without it.' },
    preset: { type: 'string', help: `Form of the files: ${IMPORT_PRESETS.join(', ')}.` },
    file: { type: 'string', help: 'Ideas (for polis: the comments). .gz is read directly.' },
    votes: { type: 'string', help: 'Votes, one row each; for polis also the matrix of participants.' },
    comments: { type: 'string', help: 'Comments; for polis the file of ideas.' },
    summary: { type: 'string', help: 'Summary of a Polis conversation, compared with what was found.' },
    dir: { type: 'string', help: 'Folder of a Polis conversation with its usual file names.' },
    forum: { type: 'string', help: 'Forum of ideas that name none; made when it does not exist.' },
    mapping: { type: 'string', help: `JSON file {"field": "column"}; fields: ${MAPPABLE_FIELDS.join(', ')}, custom_fields.<key>.` },
    'dry-run': { type: 'boolean', help: 'Say what would be made and leave everything as it is.' },
    report: { type: 'string', help: 'File for each refused row as one JSON line: file, line, reason.' },
  },
  run: async (args, io) => {
    const source = readArguments(args.text, args.required);
    const forum = args.required('forum').trim();
    if (forum === '') throw new UsageError('--forum must name a forum.');
    const report = args.text('report');
    const lines: WriteStream | null = report === null ? null : createWriteStream(report);
    if (lines) await once(lines, 'open').catch(() => { throw new OperatorError(`${report} cannot be written.`); });
    const dryRun = args.flag('dry-run');
    const shown: RefusedRow[] = [];
    const reasons = new Map<string, number>();
    const opened = await openCommandScope(io, args.text('subdomain'));
    const progress = io.progress(dryRun ? 'Rehearsing' : 'Importing', null);
    try {
      const result = await loadImport(opened.scope, readSource(source), {
        forum,
        dryRun,
        onProgress: (done) => progress.at(done),
        onRefused: (row) => {
          if (shown.length < SHOWN_REFUSALS) shown.push(row);
          const kind = row.reason.replaceAll(/"[^"]*"|\d+/g, '…');
          reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
          lines?.write(`${JSON.stringify({ file: row.file, line: row.line, reason: row.reason })}\n`);
        },
      });
      progress.end();
      print(result, io.out, dryRun, shown, report);
      io.json({ ...result, dry_run: dryRun });
    } catch (error) {
      progress.end();
      if (error instanceof ImportFileError) throw new OperatorError(error.message);
      throw error;
    } finally {
      if (lines) await new Promise((done) => lines.end(done));
      await opened.close();
    }
  },
};

function readArguments(text: (name: string) => string | null, required: (name: string) => string): ImportSource {
  const preset = required('preset') as ImportPreset;
  if (!IMPORT_PRESETS.includes(preset)) throw new UsageError(`--preset must be one of ${IMPORT_PRESETS.join(', ')}.`);
  const folder = text('dir');
  if (folder !== null && preset !== 'polis') throw new UsageError('--dir goes with --preset polis.');
  const found = folder === null ? { comments: null, votes: null, summary: null } : findPolisFiles(folder);
  const comments = text('comments') ?? (preset === 'polis' ? (text('file') ?? found.comments) : null);
  const file = preset === 'polis' ? null : text('file');
  if (preset === 'polis' ? comments === null : file === null) throw new UsageError(preset === 'polis' ? 'Name the ideas with --dir or --comments.' : 'Name the ideas with --file.');
  return {
    preset,
    file,
    comments,
    votes: text('votes') ?? found.votes,
    summary: text('summary') ?? found.summary,
    mapping: readMapping(text('mapping')),
    sourceKey: sourceKeyOf(preset, folder ?? '', required('forum')),
  };
}

/** Two conversations number their comments from 0: the forum they go to keeps them apart. */
function sourceKeyOf(preset: ImportPreset, folder: string, forum: string): string {
  const slug = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '').slice(0, 60);
  if (preset === 'polis') return `polis-${slug(folder === '' ? forum : basename(folder))}`;
  return preset === 'uservoice-votes' ? 'uservoice' : preset;
}

function readMapping(path: string | null): Record<string, string> {
  if (path === null) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`The mapping ${path} cannot be read: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new UsageError('The mapping must be an object {"field": "column"}.');
  for (const [field, column] of Object.entries(parsed)) {
    if (typeof column !== 'string') throw new UsageError(`The mapping of ${field} must be the name of a column.`);
    if (!MAPPABLE_FIELDS.includes(field) && !field.startsWith('custom_fields.')) throw new UsageError(`The mapping names the unknown field ${field}. Known: ${MAPPABLE_FIELDS.join(', ')}, custom_fields.<key>.`);
  }
  return parsed as Record<string, string>;
}

function print(report: ImportReport, out: (line: string) => void, dryRun: boolean, shown: RefusedRow[], reportFile: string | null): void {
  const number = (value: number): string => value.toLocaleString('en');
  out(dryRun ? 'What an import would do (nothing was changed):' : 'What the import did:');
  for (const kind of ['ideas', 'supporters', 'comments'] as const) {
    const { created, updated, unchanged } = report[kind];
    if (created + updated + unchanged > 0) out(`  ${kind.padEnd(11)} ${number(created)} created, ${number(updated)} updated, ${number(unchanged)} unchanged`);
  }
  out(`  people      ${number(report.people.created)} created, ${number(report.people.matched)} known before; ${counted(report.authors, 'author')}, ${counted(report.voters, 'voter')}`);
  const made = ([['forum', 'forums'], ['category', 'categories'], ['status', 'statuses'], ['label', 'labels']] as const).filter(([, many]) => report[`${many}_created`] > 0).map(([one, many]) => counted(report[`${many}_created`], one, many));
  if (made.length > 0) out(`  made on the way: ${made.join(', ')}`);
  for (const note of report.notes) out(`  Note: ${note}`);
  if (report.refused > 0) {
    out(`  Refused ${counted(report.refused, 'row')}${report.refused > shown.length ? `, the first ${shown.length}` : ''}:`);
    for (const row of shown) out(`    ${row.file}${row.line > 0 ? `, line ${row.line}` : ''}: ${row.reason}`);
    if (reportFile === null && report.refused > shown.length) out('    Use --report <file> to get each of them.');
  }
  const sum = (key: 'created' | 'updated' | 'unchanged'): string => number(report.ideas[key] + report.supporters[key] + report.comments[key]);
  out(`${sum('created')} created, ${sum('updated')} updated, ${sum('unchanged')} unchanged, ${number(report.refused)} refused`);
}
