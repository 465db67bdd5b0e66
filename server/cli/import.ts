import { createWriteStream, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { once } from 'node:events';
import { oneLine } from '../../contract/text_cut.ts';
import { textLimits } from '../../contract/limits.ts';
import { openCommandScope, type CommandScope } from './command_scope.ts';
import { UsageError, type Command, type Io } from './command.ts';
import { counted } from './counted.ts';
import { OperatorError } from '../process/operator_error.ts';
import { ImportFileError, nameOf } from '../domain/exchange/csv.ts';
import { guessColumns, guessKind, readHead } from '../domain/exchange/import_guess.ts';
import { loadImport } from '../domain/exchange/import_load.ts';
import type { ImportReport } from '../domain/exchange/import_report.ts';
import {
  checkSource,
  findPolisFiles,
  IMPORT_PRESETS,
  MAPPABLE_FIELDS,
  readSource,
  sourceKeyOf,
  type ImportPreset,
  type ImportSource,
} from '../domain/exchange/import_presets.ts';
import type { FileUse } from '../domain/exchange/import_columns.ts';
import { DATE_ORDERS, type DateOrder } from '../domain/exchange/import_dates.ts';
import type { RefusedRow } from '../domain/exchange/import_records.ts';
import { TEXT_KINDS, type TextKind } from '../domain/exchange/import_texts.ts';
import {
  beginTerminalImport,
  undoableImports,
  undoFromTerminal,
  type TerminalImport,
} from '../domain/imports/terminal.ts';
import { undoPreview } from '../domain/imports/undo.ts';

/** Refused rows shown at the end; all of them go into the report file. */
const SHOWN_REFUSALS = 10;
/** A signal this soon after the first one is the same one. */
const ECHO_MS = 1_000;

/** Loads ideas, voters and comments from another system's export. */
export const command: Command = {
  name: 'import',
  summary: 'Load ideas, voters, comments and answers, or people and accounts, from other systems.',
  usage:
    '[--preset <name>] [--guess] (--file <csv> [--votes <csv>] [--comments <csv>] [--summary <csv>] | --dir <folder>) [--forum <name>] [--mapping <json>] [--dates dmy|mdy] [--text plain|html|markdown] [--no-subscribe] [--dry-run] [--report <file>] | --list | --undo <id> [--dry-run]',
  options: {
    subdomain: { type: 'string', help: 'Key of the workspace; the default one without it.' },
    preset: {
      type: 'string',
      help: `Form of the files: ${IMPORT_PRESETS.join(', ')}; without it the columns of --file say which.`,
    },
    guess: { type: 'boolean', help: 'Also read columns that are only guessed, by their names and values.' },
    list: { type: 'boolean', help: 'Name the imports that can be undone.' },
    undo: { type: 'string', help: 'Undo the import with this id; with --dry-run say what would go.' },
    file: {
      type: 'string',
      help: 'Ideas (for polis: the comments; for customers: people and accounts). Any file here may be packed by gzip, as .gz.',
    },
    votes: { type: 'string', help: 'Votes, one row each; for polis also the matrix of participants.' },
    comments: { type: 'string', help: 'Comments; for polis the file of ideas.' },
    summary: { type: 'string', help: 'Summary of a Polis conversation, compared with what was found.' },
    dir: {
      type: 'string',
      help: 'Folder of a Polis conversation with its usual file names, also with .gz behind them.',
    },
    forum: {
      type: 'string',
      help: 'Forum of ideas that name none; made when it does not exist. Needed but for customers.',
    },
    mapping: {
      type: 'string',
      help: `JSON file {"field": "column"}; fields: ${MAPPABLE_FIELDS.join(', ')}, custom_fields.<key>; and {"statuses.<name>": "status here"}.`,
    },
    dates: {
      type: 'string',
      help: 'How dates such as 03/04/2026 are read: dmy (day first) or mdy (month first).',
    },
    text: {
      type: 'string',
      help: 'How descriptions, comments and answers are read: plain, html or markdown; without it as the preset has them.',
    },
    'no-subscribe': {
      type: 'boolean',
      help: 'Subscribe no voter to what they voted for; without it those with an email address are.',
    },
    'dry-run': { type: 'boolean', help: 'Say what would be made and leave everything as it is.' },
    report: { type: 'string', help: 'File for each refused row as one JSON line: file, line, reason.' },
  },
  run: async (args, io) => {
    if (args.flag('list')) return list(io, args.text('subdomain'));
    const undone = args.text('undo');
    if (undone !== null) return undo(io, args.text('subdomain'), undone, args.flag('dry-run'));
    const { source, statuses, guessed } = await guessing(args.text, args.required, args.flag('guess'));
    for (const line of guessed) io.err(line);
    // people and accounts have no forum
    const forum = source.preset === 'customers' ? '' : readForum(args.required('forum'));
    const report = args.text('report');
    const dryRun = args.flag('dry-run');
    const subscribe = !args.flag('no-subscribe');
    const lines = report === null ? null : await openReport(report);
    const stop = stopOnSignal(io);
    const checking = io.progress('Checking the files', null);
    let progress = checking;
    let opened: CommandScope | null = null;
    let recorded: TerminalImport | null = null;
    try {
      const shown: RefusedRow[] = [];
      // a workspace that does not exist is told before minutes of reading
      opened = await openCommandScope(io, args.text('subdomain'), { withJobs: !dryRun });
      const { records: total, files } = await checkSource(source, (done) => {
        checking.at(done);
        if (stop.signal.aborted) throw new OperatorError('Stopped before anything was loaded.');
      });
      checking.end();
      progress = io.progress(dryRun ? 'Rehearsing' : 'Importing', total);
      if (!dryRun)
        recorded = await beginTerminalImport(opened.scope, {
          preset: source.preset,
          file_names: [source.file, source.votes, source.comments, source.summary].flatMap((file) =>
            file === null ? [] : [nameOf(file)],
          ),
          settings: { forum, dates: source.dates, text: source.text, subscribe, statuses },
          total,
        });
      const result = await loadImport(opened.scope, readSource(source), {
        forum,
        dryRun,
        subscribe,
        statuses,
        signal: stop.signal,
        ...(recorded === null ? {} : { import_id: recorded.id }),
        onProgress: (done) => {
          progress.at(done);
          recorded?.at(done);
        },
        onRefused: (row) => {
          if (shown.length < SHOWN_REFUSALS) shown.push(row);
          lines?.write(row);
        },
      });
      progress.end();
      await recorded?.end(result, shown);
      recorded = null;
      await lines?.close();
      print(result, files, io.out, dryRun, shown, report, source.preset === 'customers');
      io.json({ ...result, files, dry_run: dryRun });
      return result.stopped ? 1 : 0;
    } catch (error) {
      if (error instanceof ImportFileError) throw new OperatorError(error.message);
      throw error;
    } finally {
      progress.end();
      stop.done();
      // the reason is told by who failed
      await recorded?.end(null, []).catch(() => undefined);
      await opened?.close();
    }
  },
};

/** What the command line says, with what the columns of the files say where it is silent. */
async function guessing(
  text: (name: string) => string | null,
  required: (name: string) => string,
  takesGuesses: boolean,
): Promise<{ source: ImportSource; statuses: Record<string, string | null>; guessed: string[] }> {
  const guessed: string[] = [];
  const file = text('file');
  const headOf = async (path: string): Promise<Awaited<ReturnType<typeof readHead>>> =>
    readHead(path).catch((error: unknown) => {
      throw error instanceof ImportFileError ? new OperatorError(error.message) : error;
    });
  let preset = text('preset');
  if (preset === null) {
    if (file === null) return { ...readArguments(text, required), guessed };
    preset = guessKind(await headOf(file), file).preset ?? 'ideas';
    guessed.push(`The columns of ${file} are those of the preset ${preset}.`);
  }
  const chosen = preset;
  const withPreset = (name: string): string | null => (name === 'preset' ? chosen : text(name));
  const { source, statuses } = readArguments(withPreset, (name) =>
    name === 'preset' ? chosen : required(name),
  );
  if (takesGuesses && source.preset !== 'polis' && source.preset !== 'github') {
    for (const [role, path] of [
      [source.preset === 'customers' ? 'people' : 'ideas', file],
      ['votes', text('votes')],
      ['comments', text('comments')],
    ] as const) {
      if (path === null) continue;
      for (const column of guessColumns(await headOf(path), source.preset, role, []))
        if (column.sureness === 'guessed' && source.mapping[column.field!] === undefined) {
          source.mapping[column.field!] = column.name;
          guessed.push(`Guessed: ${column.name.replaceAll(/\p{Cc}/gu, '�')} as ${column.field}.`);
        }
    }
  }
  return { source, statuses, guessed };
}

/** Names the imports that can be undone. */
async function list(io: Io, subdomain: string | null): Promise<number> {
  const opened = await openCommandScope(io, subdomain);
  try {
    const imports = await undoableImports(opened.scope);
    if (imports.length === 0) io.out('There is no import that can be undone.');
    for (const { id, file_names, state, started_at, undo_until } of imports)
      io.out(
        `${id}  ${file_names.join(', ').replaceAll(/\p{Cc}/gu, '�')}  ${state}, ${started_at?.toISOString().slice(0, 16).replace('T', ' ')}, undo until ${undo_until?.toISOString().slice(0, 10)}`,
      );
    io.json({ imports });
    return 0;
  } finally {
    await opened.close();
  }
}

/** Undoes an import, or says what that would do. */
async function undo(io: Io, subdomain: string | null, id: string, dryRun: boolean): Promise<number> {
  if (!/^[1-9]\d{0,17}$/.test(id))
    throw new UsageError('--undo must be the id of an import; --list names them.');
  const opened = await openCommandScope(io, subdomain, { withJobs: !dryRun });
  const stop = stopOnSignal(io);
  try {
    const result = dryRun
      ? await undoPreview(opened.scope, id)
      : await undoFromTerminal(opened.scope, id, stop.signal);
    if (result === null)
      throw new OperatorError(`There is no import ${id} that can be undone; --list names those that can.`);
    const count = (name: string): string => Number(result[name] ?? 0).toLocaleString('en');
    io.out(dryRun ? 'What the undo would do (nothing was changed):' : 'What the undo did:');
    io.out(
      `  ideas       ${count('ideas_removed')} removed, ${count('ideas_restored')} restored, ${count('ideas_kept')} kept since someone added to them`,
    );
    io.out(`  votes       ${count('votes_removed')} removed`);
    io.out(`  comments    ${count('comments_removed')} removed`);
    if (dryRun)
      io.out(
        `  people      ${count('people_restored')} get back what they had, ${count('people_kept')} new ones stay; accounts ${count('accounts_restored')} and ${count('accounts_kept')}`,
      );
    io.json({ ...result, dry_run: dryRun });
    return 0;
  } finally {
    stop.done();
    await opened.close();
  }
}

/** The file of refused rows. It is opened before anything else is done, and what fails later is told at the end. */
async function openReport(
  path: string,
): Promise<{ write: (row: RefusedRow) => void; close: () => Promise<void> }> {
  const stream = createWriteStream(path);
  let failure: NodeJS.ErrnoException | null = null;
  stream.on('error', (error) => {
    failure ??= error;
  });
  await once(stream, 'open').catch((error: Error) => {
    throw new OperatorError(`${path} cannot be written (${error.message}).`);
  });
  return {
    write: ({ file, line, reason }) => {
      if (failure === null) stream.write(`${JSON.stringify({ file, line, reason })}\n`);
    },
    close: async () => {
      await new Promise<void>((done) => {
        if (stream.destroyed) done();
        else stream.once('close', done).end();
      });
      if (failure !== null)
        throw new OperatorError(
          `The import is done, but its report ${path} could not be written whole (${(failure as NodeJS.ErrnoException).code}). Run the import again with another --report; nothing is made twice.`,
        );
    },
  };
}

/** The first SIGINT or SIGTERM ends the import behind the batch under way, the second at once. */
function stopOnSignal(io: Io): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  let firstAt: number | null = null;
  const onSignal = (): void => {
    if (firstAt !== null) {
      // Ctrl-C reaches a process from the terminal and again from npm
      if (Date.now() - firstAt > ECHO_MS) process.exit(130);
      return;
    }
    firstAt = Date.now();
    io.err('Stopping behind the rows under way.');
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    done: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

function readForum(given: string): string {
  const forum = oneLine(given);
  if (forum === '') throw new UsageError('--forum must name a forum.');
  if ([...forum].length > textLimits.nameCharacters)
    throw new UsageError(`--forum must have at most ${textLimits.nameCharacters} characters.`);
  return forum;
}

function readArguments(
  text: (name: string) => string | null,
  required: (name: string) => string,
): { source: ImportSource; statuses: Record<string, string | null> } {
  const preset = required('preset') as ImportPreset;
  if (!IMPORT_PRESETS.includes(preset))
    throw new UsageError(`--preset must be one of ${IMPORT_PRESETS.join(', ')}.`);
  const folder = text('dir');
  if (folder !== null && preset !== 'polis') throw new UsageError('--dir goes with --preset polis.');
  const found = folder === null ? { comments: null, votes: null, summary: null } : findFiles(folder);
  const comments = text('comments') ?? (preset === 'polis' ? (text('file') ?? found.comments) : null);
  const file = preset === 'polis' ? null : text('file');
  const votes = text('votes') ?? found.votes;
  if (preset === 'polis' ? comments === null : file === null && votes === null && comments === null)
    throw new UsageError(
      preset !== 'polis'
        ? 'Name the ideas with --file, or --votes and --comments of ideas that are here.'
        : folder === null
          ? 'Name the ideas with --dir or --comments.'
          : `${folder} has no file comments.csv.`,
    );
  const { mapping, statuses, settings } = readMapping(text('mapping'));
  const source: ImportSource = {
    preset,
    file,
    comments,
    votes,
    summary: text('summary') ?? found.summary,
    mapping,
    dates: oneOf(text('dates') ?? settings['dates'] ?? null, '--dates', DATE_ORDERS) as DateOrder | null,
    text: oneOf(text('text') ?? settings['text'] ?? null, '--text', TEXT_KINDS) as TextKind | null,
    now: new Date(),
    // two conversations number their comments from 0: folder or forum keeps them apart
    sourceKey: sourceKeyOf(
      preset,
      folder !== null ? basename(folder) : preset === 'customers' ? '' : required('forum'),
    ),
  };
  return { source, statuses };
}

function oneOf(given: string | null, option: string, known: readonly string[]): string | null {
  if (given !== null && !known.includes(given))
    throw new UsageError(`${option} must be one of ${known.join(', ')}.`);
  return given;
}

function findFiles(folder: string): ReturnType<typeof findPolisFiles> {
  try {
    return findPolisFiles(folder);
  } catch (error) {
    if (error instanceof ImportFileError) throw new OperatorError(error.message);
    throw error;
  }
}

/** Options that a mapping file may hold too, for the next file of the same form. */
const MAPPED_OPTIONS = ['--dates', '--text'] as const;

/** Begins the name of a status of the files in a mapping. */
const STATUS_PREFIX = 'statuses.';

/** Columns of fields, statuses by their names in small letters, and options by their names without signs. */
function readMapping(path: string | null): {
  mapping: Record<string, string>;
  statuses: Record<string, string | null>;
  settings: Record<string, string>;
} {
  if (path === null) return { mapping: {}, statuses: {}, settings: {} };
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`The mapping ${path} cannot be read: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new UsageError('The mapping must be an object {"field": "column"}.');
  const mapping: Record<string, string> = {};
  const statuses: Record<string, string | null> = {};
  const settings: Record<string, string> = {};
  for (const [field, column] of Object.entries(parsed)) {
    if (typeof column !== 'string')
      throw new UsageError(`The mapping of ${field} must be the name of a column, or "" for none.`);
    if (MAPPED_OPTIONS.some((option) => option === field)) {
      settings[field.slice(2)] = column;
      continue;
    }
    if (field.startsWith(STATUS_PREFIX)) {
      statuses[field.slice(STATUS_PREFIX.length).toLowerCase()] = oneLine(column) || null;
      continue;
    }
    if (!MAPPABLE_FIELDS.includes(field) && !field.startsWith('custom_fields.'))
      throw new UsageError(
        `The mapping names the unknown field ${field}. Known: ${MAPPABLE_FIELDS.join(', ')}, custom_fields.<key>, statuses.<name>, and the options ${MAPPED_OPTIONS.join(', ')}.`,
      );
    mapping[field] = column;
  }
  return { mapping, statuses, settings };
}

function print(
  report: ImportReport,
  files: readonly FileUse[],
  out: (line: string) => void,
  dryRun: boolean,
  shown: RefusedRow[],
  reportFile: string | null,
  ofCustomers: boolean,
): void {
  const number = (value: number): string => value.toLocaleString('en');
  // what a file holds shall not steer the terminal
  const named = (name: string): string => name.replaceAll(/\p{Cc}/gu, '�').slice(0, 80);
  out(dryRun ? 'What an import would do (nothing was changed):' : 'What the import did:');
  for (const { file, columns } of files) {
    const rows = (count: number): string => `${number(count)} ${count === 1 ? 'row' : 'rows'} with text`;
    out(`  ${file}`);
    out(
      `    read:     ${columns.flatMap(({ name, field, rows: count }) => (field === null ? [] : [`${named(name)} as ${field} (${rows(count)})`])).join(', ')}`,
    );
    const unread = columns.filter(({ field, rows: count }) => field === null && count > 0);
    out(
      `    not read: ${unread.map(({ name, rows: count }) => `${named(name)} (${rows(count)})`).join(', ') || 'nothing that holds text'}`,
    );
  }
  for (const kind of ['ideas', 'supporters', 'comments', 'answers'] as const) {
    const { created, updated, unchanged } = report[kind];
    if (created + updated + unchanged > 0)
      out(
        `  ${kind.padEnd(11)} ${number(created)} created, ${number(updated)} updated, ${number(unchanged)} unchanged`,
      );
  }
  out(
    `  people      ${number(report.people.created)} created, ${number(report.people.matched)} known before${report.people.updated > 0 ? `, ${number(report.people.updated)} of them updated` : ''}${ofCustomers ? '' : `; ${counted(report.authors, 'author')}, ${counted(report.voters, 'voter')}`}`,
  );
  if (report.people_subscribed > 0)
    out(
      `  subscribed  ${counted(report.people_subscribed, 'voter')} to updates by email about what they voted for`,
    );
  for (const { name, ideas, to, is_new } of report.statuses)
    if (is_new || to?.toLowerCase() !== name.toLowerCase())
      out(
        `  status      ${named(name)} (${counted(ideas, 'idea')}) ${to === null ? 'is none' : is_new ? `is new${to === name ? '' : `, as ${named(to)}`}` : `is ${named(to)}`}`,
      );
  const { accounts } = report;
  if (accounts.created + accounts.updated + accounts.unchanged > 0)
    out(
      `  accounts    ${number(accounts.created)} created, ${number(accounts.updated)} updated, ${number(accounts.unchanged)} unchanged; ${number(report.people_with_account)} people joined theirs`,
    );
  const made = (
    [
      ['forum', 'forums'],
      ['category', 'categories'],
      ['status', 'statuses'],
      ['label', 'labels'],
    ] as const
  )
    .filter(([, many]) => report[`${many}_created`] > 0)
    .map(([one, many]) => counted(report[`${many}_created`], one, many));
  if (report.merged > 0) out(`  merged as at the source: ${counted(report.merged, 'idea')}`);
  if (made.length > 0) out(`  made on the way: ${made.join(', ')}`);
  for (const note of report.notes) out(`  Note: ${note}`);
  if (report.refused > 0) {
    out(
      `  Refused ${counted(report.refused, 'row')}${report.refused > shown.length ? `, the first ${shown.length}` : ''}:`,
    );
    // what a file holds shall not steer the terminal
    for (const row of shown)
      out(
        `    ${row.file}${row.line > 0 ? `, line ${row.line}` : ''}: ${row.reason.replaceAll(/\p{Cc}/gu, '�')}`,
      );
    if (reportFile === null && report.refused > shown.length)
      out('    Use --report <file> to get each of them.');
  }
  if (report.stopped)
    out(
      dryRun
        ? '  Stopped before the end.'
        : '  Stopped before the end. What stands above is kept; the same command again goes on with the rest.',
    );
  const { created, matched, updated } = report.people;
  const people = { created, updated, unchanged: matched - updated };
  const sum = (key: 'created' | 'updated' | 'unchanged'): string =>
    number(
      report.ideas[key] +
        report.supporters[key] +
        report.comments[key] +
        report.answers[key] +
        (ofCustomers ? report.accounts[key] + people[key] : 0),
    );
  out(
    `${sum('created')} created, ${sum('updated')} updated, ${sum('unchanged')} unchanged, ${number(report.refused)} refused`,
  );
}
