import { extname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  ACTIVITY_KINDS,
  EXPORT_FORMATS,
  EXPORT_INCLUDES,
  type ExportFormat,
} from '../../contract/activity.ts';
import { EXPORT_USER_FIELDS } from '../../contract/exports.ts';
import { IDEA_EXPORT_COLUMNS } from '../../contract/idea_fields.ts';
import { writeWhole } from '../backup/whole_file.ts';
import { recordAudit } from '../core/activity.ts';
import type { Cell } from '../../contract/cells.ts';
import { readExportRequest } from '../domain/exchange/export_request.ts';
import { openSource } from '../domain/exchange/export_sources.ts';
import { writeExport } from '../domain/exchange/export_writers.ts';
import { UsageError, type Args, type Command } from './command.ts';
import { openCommandScope } from './command_scope.ts';

const COLLECTIONS = { activity: 'suggestion_activity_entries', ideas: 'suggestions' } as const;
/** Options that belong to one kind of export, and their names in a request. */
const OWN = {
  activity: {
    idea: 'suggestion',
    kinds: 'kind',
    includes: 'includes',
    users: 'user',
    from: 'period_start',
    to: 'period_end',
  },
  ideas: { columns: 'columns', sort: 'sort' },
} as const;

/** The same files as the exports of the console, written here and with every right. */
export const command: Command = {
  name: 'export',
  summary: "Write a workspace's activity or ideas into a CSV file or workbook.",
  usage: '--what activity|ideas --file <file> [--format csv|xlsx] [--filter <name>=<value>]…',
  options: {
    subdomain: { type: 'string', help: 'Key of the workspace; the default one without it.' },
    what: { type: 'string', help: 'activity: entries of the feeds of ideas; ideas: the list.' },
    file: { type: 'string', help: 'The new file.' },
    format: { type: 'string', help: `${EXPORT_FORMATS.join(' or ')}; by the name of the file without it.` },
    filter: {
      type: 'string',
      multiple: true,
      help: 'A filter of the ideas list, such as status=12 or q=dark; may be given several times.',
    },
    columns: {
      type: 'string',
      help: `Of ideas, separated by commas: ${IDEA_EXPORT_COLUMNS.join(', ')}; all without it.`,
    },
    sort: { type: 'string', help: 'Of ideas: such as -votes_count.' },
    idea: { type: 'string', help: 'Of activity: id of the one idea.' },
    kinds: {
      type: 'string',
      help: `Of activity, separated by commas: ${ACTIVITY_KINDS.join(', ')}; all without it.`,
    },
    includes: {
      type: 'string',
      help: `Of activity, records that come along: ${EXPORT_INCLUDES.join(', ')}; none without it.`,
    },
    'exclude-user-fields': {
      type: 'string',
      help: `Of activity, left out of people: ${EXPORT_USER_FIELDS.join(', ')}.`,
    },
    users: { type: 'string', help: 'Of activity: ids of the people whose entries they are.' },
    from: { type: 'string', help: 'Of activity: first day, such as 2026-01-31.' },
    to: { type: 'string', help: 'Of activity: last day.' },
    spam: { type: 'boolean', help: 'Of activity: entries of ideas that are spam come along.' },
  },
  run: async (args, io) => {
    const path = resolve(args.required('file'));
    const request = readRequest(args, path);
    const format = request['format'] as ExportFormat;
    const opened = await openCommandScope(io, args.text('subdomain'));
    const progress = io.progress('Exporting rows', null);
    try {
      const { scope } = opened;
      const { viewer } = scope;
      const params = readExportRequest(viewer, request);
      let rows = 0;
      await scope.snapshot(async (snapshot) => {
        const source = await openSource(scope, snapshot, viewer, params);
        const batches = async function* (): AsyncGenerator<Cell[][]> {
          for await (const batch of source.batches()) {
            yield batch;
            progress.at((rows += batch.length), source.count);
          }
        };
        await writeWhole(path, (target) =>
          pipeline(
            Readable.from(writeExport(format, { header: source.header, batches: batches() }), {
              objectMode: false,
            }),
            target,
          ),
        );
      });
      progress.end();
      await scope.write((tx) =>
        recordAudit(tx, viewer, 'export_written', null, { ...params, rows, by: 'command line' }),
      );
      io.out(`Wrote ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} to ${path}`);
      io.json({ file: path, format, rows });
    } finally {
      progress.end();
      await opened.close();
    }
  },
};

/** The request as the API would get it. @throws UsageError for what the command line alone can get wrong */
function readRequest(args: Args, path: string): Record<string, unknown> {
  const what = args.required('what');
  if (what !== 'activity' && what !== 'ideas') throw new UsageError('--what must be activity or ideas.');
  const other = what === 'ideas' ? 'activity' : 'ideas';
  const foreign = [
    ...Object.keys(OWN[other]),
    ...(what === 'ideas' ? ['exclude-user-fields', 'spam'] : []),
  ].find((name) => args.text(name) !== null || args.flag(name));
  if (foreign !== undefined) throw new UsageError(`--${foreign} goes with --what ${other}.`);
  const named = args.text('format');
  const format = named ?? extname(path).slice(1).toLowerCase();
  if (!(EXPORT_FORMATS as readonly string[]).includes(format)) {
    throw new UsageError(
      named === null
        ? 'The name of --file must end in .csv or .xlsx, or --format must say which of them it is.'
        : `--format must be ${EXPORT_FORMATS.join(' or ')}.`,
    );
  }
  const request: Record<string, unknown> = { collection: COLLECTIONS[what], format };
  for (const [option, name] of Object.entries(OWN[what])) {
    const value = args.text(option);
    if (value !== null) request[name] = value;
  }
  if (what === 'ideas') request['columns'] ??= IDEA_EXPORT_COLUMNS.join(',');
  else {
    request['kind'] ??= ACTIVITY_KINDS.join(',');
    if (args.flag('spam')) request['spam'] = true;
    const excluded = args.text('exclude-user-fields');
    if (excluded !== null) request['exclude_fields'] = { users: excluded };
  }
  for (const filter of args.all('filter')) {
    const at = filter.indexOf('=');
    if (at < 1) throw new UsageError(`--filter ${filter}: write it as name=value.`);
    const name = filter.slice(0, at);
    if (name in request)
      throw new UsageError(`--filter ${name} is an option of its own, or was given twice.`);
    request[name] = filter.slice(at + 1);
  }
  return request;
}
