import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  CONSOLE_PRESETS,
  CUSTOM_FIELD_PREFIX,
  DRAFT_IMPORT_STATES,
  importLimits,
  IMPORT_FAULTS,
  IMPORT_STATES,
  UNDOABLE_IMPORT_STATES,
  type ConsolePreset,
} from '../../../contract/imports.ts';
import { textLimits } from '../../../contract/limits.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { defineEntity } from '../../core/entity.ts';
import { badInput, badRequest, notFound } from '../../core/errors.ts';
import {
  belongsTo,
  boolean,
  id,
  int,
  intOrNull,
  text,
  textOrNull,
  timeOrNull,
  time,
  value,
} from '../../core/fields.ts';
import { shape } from '../../core/shape.ts';
import { rejectDuplicate } from '../../core/unique.ts';
import { writeRight } from '../../core/viewer.ts';
import {
  booleanInput,
  enumInput,
  enumListInput,
  idInput,
  idListInput,
  nullable,
  objectListInput,
  required,
  singleLine,
} from '../../inputs/kinds.ts';
import { columnIds, filter } from '../../listing/filters.ts';
import type { Tx } from '../../sql/kysely.ts';
import { removeFilesTask } from '../attachments/claims.ts';
import { DATE_ORDERS } from '../exchange/import_dates.ts';
import { fieldsOf, type ImportRole } from '../exchange/import_presets.ts';
import { TEXT_KINDS } from '../exchange/import_texts.ts';
import { undoableUntil } from '../undo/undo.ts';
import {
  checkFileCount,
  faultOf,
  filesOf,
  kindsOf,
  knownFields,
  notAlone,
  readAs,
  roleUnder,
  type DraftFile,
  type ImportSettings,
  type StoredHead,
} from './draft.ts';
import { importRehearsalTask, importRunTask } from './jobs.ts';
import { removeDraft, tellOfImport } from './records.ts';
import { importUndoTask } from './undo.ts';

const count = { type: 'Int!', description: 'How many.' };
const importCount = shape('ImportCount', 'What was made of records of one kind.', {
  created: { type: 'Int!', description: 'Made.' },
  updated: { type: 'Int!', description: 'Here already, and changed.' },
  unchanged: { type: 'Int!', description: 'Here already, with the same content.' },
});
const importReport = shape(
  'ImportReport',
  'What an import did, or would do.',
  {
    ideas: { type: 'ImportCount!', description: 'Ideas.' },
    supporters: { type: 'ImportCount!', description: 'Votes.' },
    comments: { type: 'ImportCount!', description: 'Comments.' },
    answers: { type: 'ImportCount!', description: 'Answers of the team, as public status updates.' },
    merged: { ...count, description: 'Ideas that the source had merged into others.' },
    people_created: { ...count, description: 'People that are new here.' },
    people_matched: { ...count, description: 'People that were known.' },
    people_updated: {
      type: 'Int',
      description: 'Those of them that a file of people changed; null of an import of an earlier version.',
    },
    accounts: {
      type: 'ImportCount',
      description: 'Accounts that came with people; null of an import of an earlier version.',
    },
    people_with_account: { type: 'Int', description: 'People who got their account by it.' },
    people_subscribed: {
      type: 'Int',
      description:
        'Voters who get email about what they voted for from now on; null of an import of an earlier version.',
    },
    statuses: {
      type: '[ImportStatus!]',
      description: `Statuses of the files and what they become, those of most ideas first, at most ${importLimits.shownStatuses}; null of an import of an earlier version.`,
    },
    forums_created: { ...count, description: 'New forums.' },
    categories_created: { ...count, description: 'New categories.' },
    statuses_created: { ...count, description: 'New statuses.' },
    labels_created: { ...count, description: 'New labels.' },
    refused: { ...count, description: 'Rows that were not taken.' },
    refusals: {
      type: '[ImportRefusal!]!',
      description: `The first ${importLimits.shownRefusals} of them.`,
    },
    notes: { type: '[String!]!', description: 'Facts that a person should read.' },
    took_ms: { type: 'Int!', description: 'How long it took, in milliseconds.' },
  },
  [
    importCount,
    shape('ImportStatus', 'A status of the files.', {
      name: { type: 'String!', description: 'As the files write it.' },
      ideas: { ...count, description: 'Ideas of the files that have it.' },
      to: { type: 'String', description: 'Name of the status that they get; null: none.' },
      is_new: { type: 'Boolean!', description: 'It is not here yet and would be made.' },
    }),
    shape('ImportRefusal', 'A row that was not taken.', {
      file: { type: 'String!', description: 'Name of the file.' },
      line: { type: 'Int!', description: 'Line of the file, from 1.' },
      reason: { type: 'String!', description: 'Why.' },
    }),
  ],
);
const importFile = shape(
  'ImportFile',
  'A file of an import.',
  {
    id: { type: 'ID!', description: 'Id.' },
    file_name: { type: 'String!', description: 'Its name.' },
    size_in_bytes: { type: 'Float!', description: 'Its size as it was sent.' },
    role: { type: 'String!', description: 'ideas, votes, comments, summary or people.' },
    delimiter: { type: 'String', description: 'Sign between its cells.' },
    rows_count: { type: 'Int', description: 'Its rows, as a rehearsal counted them; null before.' },
    is_kept: { type: 'Boolean!', description: 'It is still here; it is removed after the import.' },
    columns: { type: '[ImportColumn!]!', description: 'Its columns.' },
  },
  [
    shape('ImportColumn', 'A column of a file.', {
      name: { type: 'String!', description: 'As the file names it.' },
      samples: { type: '[String!]!', description: 'Its first values.' },
      field: { type: 'String', description: 'What it is read as; null: it is left out.' },
      sureness: {
        type: 'String',
        description: 'sure: by its name; guessed; chosen: by a person; null: it is left out.',
      },
      rows: { type: 'Int', description: 'Rows in which it holds text; null: not counted yet.' },
    }),
  ],
);
const undoReport = shape('ImportUndoReport', 'What the undo of an import did.', {
  ideas_removed: { ...count, description: 'Ideas that went.' },
  ideas_restored: { ...count, description: 'Ideas that got back what the import had replaced.' },
  ideas_kept: { ...count, description: 'Ideas that stayed, since someone had added to them.' },
  votes_removed: { ...count, description: 'Votes that went, those of removed ideas among them.' },
  comments_removed: { ...count, description: 'Comments and answers that went from ideas that stay.' },
  names_removed: { ...count, description: 'Forums, categories, statuses and labels that went.' },
});

/** Imports of the workspace, whoever began them. */
export const importEntity = defineEntity({
  name: 'import',
  plural: 'imports',
  table: 'imports',
  description:
    'Files whose ideas, votes and comments come into the workspace: how they are read, how far it is, what came.',
  requires: writeRight('settings'),
  fields: {
    id: id('Id.'),
    state: text(`One of ${IMPORT_STATES.join(', ')}.`),
    preset: text('Form of the files.'),
    file_names: value('[String!]', 'Names of its files.', (c) => `to_json(${c.t}.file_names)`),
    forum: text('Forum of ideas that name none.', { sql: (c) => `${c.t}.settings ->> 'forum'` }),
    dates: textOrNull(
      'dmy or mdy: how dates such as 03/04/2026 are read; null: those that can be read in two ways are refused.',
      {
        sql: (c) => `${c.t}.settings ->> 'dates'`,
      },
    ),
    text: textOrNull(
      'plain, html or markdown: how descriptions and comments are read; null: as the form of the files has them.',
      {
        sql: (c) => `${c.t}.settings ->> 'text'`,
      },
    ),
    subscribe: boolean('Voters with an email address subscribe to what they voted for.', {
      sql: (c) => `coalesce((${c.t}.settings ->> 'subscribe')::boolean, false)`,
    }),
    files: value(
      '[ImportFile!]',
      'Its files.',
      (
        c,
      ) => `coalesce((select json_agg(json_build_object('id', f.id::text, 'file_name', f.file_name, 'size_in_bytes', f.size_in_bytes, 'role', coalesce(f.role, 'ideas'),
        'delimiter', f.head ->> 'delimiter', 'rows_count', f.rows_count, 'is_kept', f.storage_key is not null, 'columns', coalesce(f.head -> 'read', '[]'::jsonb)) order by f.id)
        from import_files f where f.subdomain_id = $1 and f.import_id = ${c.t}.id), '[]'::json)`,
    ),
    problem: textOrNull('Why it cannot begin, or why it ended early, as a sentence; null: nothing is wrong.'),
    problem_reason: textOrNull(
      `The kind of problem: one of ${IMPORT_FAULTS.join(', ')}; null: another, or none.`,
    ),
    progress_done: int('Records that are dealt with.', { sql: (c) => `${c.t}.progress_done::int` }),
    progress_total: intOrNull('Records that there are; null until they are counted.', {
      sql: (c) => `${c.t}.progress_total::int`,
    }),
    is_stopping: boolean('It was asked to stop and ends behind the rows under way.', {
      sql: (c) => `${c.t}.state = 'running' and ${c.t}.stop_asked_at is not null`,
    }),
    rehearsal: value('ImportReport', 'What it would do; null before.', (c) => `${c.t}.rehearsal`, {
      nullable: true,
    }),
    report: value('ImportReport', 'What it did; null before.', (c) => `${c.t}.report`, { nullable: true }),
    refused_url: value(
      'String',
      'Where the refused rows are fetched as CSV; null: none was refused, or the file was removed.',
      (c) =>
        `case when ${c.t}.refused_file_key is not null then '/api/v2/admin/imports/' || ${c.t}.id || '/refused' end`,
      { nullable: true },
    ),
    user: belongsTo('user', 'user_id', 'Who began it; null: the command line.'),
    started_at: timeOrNull('When it was started; null: not yet.'),
    finished_at: timeOrNull('When it ended.'),
    undo_until: timeOrNull('Until when it can be undone; null: it was not started.'),
    can_undo: boolean('It can be undone now.', {
      sql: (c) =>
        `${c.t}.state in ('done', 'stopped', 'failed') and coalesce(${c.t}.undo_until > now(), false)`,
    }),
    undone_at: timeOrNull('When it was undone.'),
    undone_by: belongsTo('user', 'undone_by_id', 'Who undid it; null: no one yet, or the command line.'),
    undo_report: value(
      'ImportUndoReport',
      'What its undo did so far; null before.',
      (c) => `${c.t}.undo_report`,
      {
        nullable: true,
      },
    ),
    created_at: time('When it was begun.'),
    updated_at: time('Last change.'),
  },
  shapes: [importReport, importFile, undoReport],
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      state: filter(
        enumListInput('Only in these states.', IMPORT_STATES),
        (states, c) => `(${c.t}.state = any(${c.w.value(states)}))`,
      ),
    },
    sorts: { created_at: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-created_at',
  },
});

interface ImportRow {
  id: string;
  state: string;
  preset: string;
  settings: unknown;
  undo_until: Date | null;
  started_at: Date | null;
}

/** The row of an import, held until the transaction ends. @throws BAD_USER_INPUT when there is none, or its state is another */
async function hold(
  { tx, subdomain_id }: CommandContext,
  import_id: string,
  states: readonly string[],
  otherwise: string,
): Promise<ImportRow> {
  const row = await tx
    .selectFrom('imports')
    .select(['id', 'state', 'preset', 'settings', 'undo_until', 'started_at'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', import_id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('id', 'import');
  if (!states.includes(row.state)) throw badInput('id', otherwise, { reason: 'state' });
  return row;
}

/** Begins an import of files that were uploaded: what they hold and what each column is are guessed, and it is rehearsed. */
export const importCreate = defineCommand({
  name: 'import_create',
  description:
    'Begins an import of uploaded files. Nothing is saved: what the files hold is guessed, and a rehearsal says what would be imported.',
  requires: writeRight('settings'),
  input: { file_ids: required(idListInput('Files, as their upload answered them.', importLimits.files)) },
  returns: { entity: 'import' },
  run: async ({ file_ids }, context) => {
    const { tx, subdomain_id, viewer, now, audit } = context;
    checkFileCount(file_ids.length);
    const files = (
      await tx
        .selectFrom('import_files')
        .select(['id', 'file_name', 'storage_key', 'head', 'header_hash'])
        .where('subdomain_id', '=', subdomain_id)
        .where('id', 'in', file_ids)
        .where('user_id', '=', viewer.user_id)
        .where('import_id', 'is', null)
        .where('received_at', 'is not', null)
        .orderBy('id')
        .forUpdate()
        .execute()
    ).map((file) => ({ ...file, head: file.head as unknown as StoredHead }));
    if (files.length < new Set(file_ids).size) throw notFound('file_ids', 'file');
    const { drafts } = await tx
      .selectFrom('imports')
      .select((select) => select.fn.countAll<string>().as('drafts'))
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', viewer.user_id)
      .where('state', 'in', [...DRAFT_IMPORT_STATES])
      .executeTakeFirstOrThrow();
    if (Number(drafts) >= importLimits.draftsPerPerson)
      throw badRequest(
        `You have ${importLimits.draftsPerPerson} imports that are not started. Start or cancel one of them first.`,
        { reason: 'too_many', httpStatus: 429 },
      );
    const { preset, roles } = kindsOf(files);
    const settings: ImportSettings = {
      forum: await usualForum(tx, subdomain_id),
      dates: null,
      text: null,
      subscribe: true,
    };
    const { id: import_id } = await tx
      .insertInto('imports')
      .values({
        subdomain_id,
        user_id: viewer.user_id,
        preset,
        file_names: files.map((file) => file.file_name),
        settings: JSON.stringify(settings),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const drafted: DraftFile[] = [];
    for (const file of files) {
      const role = roles.get(file.id)!;
      const read = await readAs(tx, subdomain_id, { ...file, role }, preset);
      drafted.push({ ...file, role, head: { ...file.head, read } });
    }
    await saveFiles(context, import_id, drafted);
    await audit('import_create', import_id, { file_names: files.map((file) => file.file_name) });
    await rehearseAgain(context, import_id, preset, drafted);
    return import_id;
  },
});

/** The forum that an import fills unless its rows say otherwise: the workspace's default one, else the first. */
async function usualForum(tx: Tx, sid: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
select f.name from forums f where f.subdomain_id = ${sid} and f.state <> 'deleted'
order by f.id = (select s.default_forum_id from subdomains s where s.id = ${sid}) desc nulls last, f.position, f.id limit 1`.execute(
    tx,
  );
  return rows[0]?.name ?? 'Ideas';
}

async function saveFiles(
  { tx, subdomain_id }: CommandContext,
  import_id: string,
  files: readonly DraftFile[],
): Promise<void> {
  for (const file of files)
    await tx
      .updateTable('import_files')
      .set({ import_id, role: file.role, head: JSON.stringify(file.head) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', file.id)
      .execute();
}

/** Asks for a rehearsal of how the files are read now, or says what is missing. What an earlier one found stays until then. */
async function rehearseAgain(
  { tx, subdomain_id, now, enqueue }: CommandContext,
  import_id: string,
  preset: ConsolePreset,
  files: readonly DraftFile[],
): Promise<void> {
  const fault = faultOf(preset, files);
  await tx
    .updateTable('imports')
    .set((set) => ({
      state: fault === null ? 'rehearsing' : 'faulty',
      revision: set('revision', '+', 1),
      problem: fault?.problem ?? null,
      problem_reason: fault?.reason ?? null,
      ...(fault === null ? {} : { rehearsal: null }),
      progress_done: '0',
      attempts: 0,
      updated_at: now,
    }))
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', import_id)
    .execute();
  if (fault === null)
    await enqueue(importRehearsalTask, { import_id }, { key: `${subdomain_id} ${import_id}` });
  await tellOfImport(tx, subdomain_id, import_id);
}

/** Changes how the files are read, and rehearses again. */
export const importUpdate = defineCommand({
  name: 'import_update',
  description: 'Changes how the files of an import are read, before it is started. It is rehearsed again.',
  requires: writeRight('settings'),
  input: {
    id: required(idInput('The import.')),
    preset: enumInput('Form of the files; their columns are guessed again.', CONSOLE_PRESETS),
    forum: singleLine('Forum of ideas that name none.', textLimits.nameCharacters),
    dates: nullable(
      enumInput('How dates such as 03/04/2026 are read: dmy or mdy; null: they are refused.', DATE_ORDERS),
    ),
    text: nullable(
      enumInput(
        'How descriptions and comments are read; null: as the form of the files has them.',
        TEXT_KINDS,
      ),
    ),
    subscribe: booleanInput('Voters with an email address subscribe to what they voted for.'),
    statuses: objectListInput(
      'ImportStatusInput',
      'Statuses that become something else than before.',
      {
        name: required(singleLine('As the files write it.', textLimits.nameCharacters)),
        to: nullable(
          singleLine(
            'Name of the status that its ideas get, made where it is not here; null: none.',
            textLimits.nameCharacters,
          ),
        ),
      },
      importLimits.shownStatuses,
    ),
    columns: objectListInput(
      'ImportColumnInput',
      'Columns that are read as something else than before.',
      {
        file_id: required(idInput('Its file.')),
        name: required(singleLine('Its name.', textLimits.richTextCharacters)),
        field: nullable(singleLine('What it is read as; null: it is left out.', textLimits.nameCharacters)),
      },
      500,
    ),
  },
  returns: { entity: 'import' },
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await hold(context, input.id, DRAFT_IMPORT_STATES, 'This import was started already.');
    const preset = (input.preset ?? row.preset) as ConsolePreset;
    if (input.forum === '') throw badInput('forum', 'Enter the name of a forum.', { reason: 'required' });
    const before = row.settings as ImportSettings;
    const settings: ImportSettings = {
      forum: input.forum ?? before.forum,
      dates: input.dates === undefined ? before.dates : input.dates,
      text: input.text === undefined ? before.text : input.text,
      subscribe: input.subscribe ?? before.subscribe ?? false,
      // what was chosen last is kept
      statuses: Object.fromEntries(
        Object.entries({ ...before.statuses, ...chosenStatuses(input.statuses ?? []) }).slice(
          -importLimits.shownStatuses * 5,
        ),
      ),
    };
    await tx
      .updateTable('imports')
      .set({ preset, settings: JSON.stringify(settings), updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', input.id)
      .execute();
    const files = await filesOf(tx, subdomain_id, input.id);
    if (preset !== row.preset) {
      if (preset === 'customers' && files.length > 1) throw notAlone('preset');
      for (const file of files) {
        file.role = roleUnder(preset, file.role);
        file.head.read = await readAs(tx, subdomain_id, { ...file, header_hash: null }, preset);
      }
    }
    const custom: Partial<Record<ImportRole, ReadonlySet<string>>> = {};
    for (const [index, { file_id, name, field = null }] of (input.columns ?? []).entries()) {
      const file = files.find((one) => one.id === file_id);
      const column = file?.head.read?.find((one) => one.name === name);
      if (!file || !column) throw notFound(`columns.${index}.name`, 'column');
      custom[file.role] ??= new Set(
        (await knownFields(tx, subdomain_id, file.role)).map(({ key }) => `${CUSTOM_FIELD_PREFIX}${key}`),
      );
      setField(file, column.name, field, preset, custom[file.role]!, index);
    }
    await saveFiles(context, input.id, files);
    await context.audit('import_update', input.id, { preset, ...settings });
    await rehearseAgain(context, input.id, preset, files);
    return input.id;
  },
});

function chosenStatuses(
  given: readonly { name: string; to?: string | null }[],
): Record<string, string | null> {
  return Object.fromEntries(
    given.map(({ name, to = null }, index) => {
      if (to === '') throw badInput(`statuses.${index}.to`, 'Choose a status.', { reason: 'required' });
      return [name.toLowerCase(), to];
    }),
  );
}

/** A field goes to one column of a file: another one that had it is left out from then on. */
function setField(
  file: DraftFile,
  name: string,
  field: string | null,
  preset: ConsolePreset,
  custom: ReadonlySet<string>,
  index: number,
): void {
  if (preset === 'polis')
    throw badInput(`columns.${index}.field`, 'The columns of a Polis conversation are fixed.');
  if (
    field !== null &&
    !Object.hasOwn(fieldsOf(preset, file.role as ImportRole), field) &&
    !((file.role === 'ideas' || file.role === 'people') && custom.has(field))
  )
    throw badInput(`columns.${index}.field`, `Files of ${file.role} have no field “${field.slice(0, 60)}”.`);
  for (const column of file.head.read ?? []) {
    if (column.name === name) Object.assign(column, { field, sureness: field === null ? null : 'chosen' });
    else if (field !== null && column.field === field) Object.assign(column, { field: null, sureness: null });
  }
}

/** Starts an import, or goes on with one that stopped or failed: what came in already is found and not made twice. */
export const importStart = defineCommand({
  name: 'import_start',
  description:
    'Starts an import that was rehearsed, or goes on with one that stopped. It runs in the background. No one is emailed about what comes in.',
  requires: writeRight('settings'),
  input: { id: required(idInput('The import.')) },
  returns: { entity: 'import' },
  run: async ({ id: import_id }, context) => {
    const { tx, subdomain_id, now, audit, enqueue } = context;
    const row = await hold(
      context,
      import_id,
      ['ready', 'stopped', 'failed'],
      'This import cannot be started: it is not rehearsed yet, or runs already, or is done.',
    );
    const files = await filesOf(tx, subdomain_id, import_id);
    if (files.length === 0 || files.some((file) => file.storage_key === null))
      throw badInput('id', 'The files of this import were removed. Upload them again.', {
        reason: 'files_gone',
      });
    await oneAtATime(context);
    await rejectDuplicate(
      'imports_at_work',
      busy,
      tx
        .updateTable('imports')
        .set({
          state: 'running',
          problem: null,
          problem_reason: null,
          progress_done: '0',
          attempts: 0,
          stop_asked_at: null,
          finished_at: null,
          started_at: row.started_at ?? now,
          undo_until: row.undo_until ?? undoableUntil(now),
          updated_at: now,
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', import_id)
        .execute(),
    );
    await audit('import_start', import_id, { file_names: files.map((file) => file.file_name) });
    await enqueue(importRunTask, { import_id }, { key: `${subdomain_id} ${import_id} ${randomUUID()}` });
    await tellOfImport(tx, subdomain_id, import_id);
    return import_id;
  },
});

const busy = () =>
  badRequest(
    'Another import is running in this workspace, or being undone. Start this one when it has ended.',
    {
      reason: 'at_work',
    },
  );

async function oneAtATime({ tx, subdomain_id }: CommandContext): Promise<void> {
  const other = await tx
    .selectFrom('imports')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where((where) =>
      where.or([
        where('state', '=', 'undoing'),
        where.and([where('state', '=', 'running'), where('user_id', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();
  if (other) throw busy();
}

/** Stops an import behind the rows under way; what came stays. */
export const importStop = defineCommand({
  name: 'import_stop',
  description: 'Stops a running import behind the rows under way. What came in stays.',
  requires: writeRight('settings'),
  input: { id: required(idInput('The import.')) },
  returns: { entity: 'import' },
  run: async ({ id: import_id }, context) => {
    const { tx, subdomain_id, now, audit } = context;
    await hold(context, import_id, ['running'], 'This import is not running.');
    await tx
      .updateTable('imports')
      .set({ stop_asked_at: now, updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', import_id)
      .execute();
    await audit('import_stop', import_id);
    await tellOfImport(tx, subdomain_id, import_id);
    return import_id;
  },
});

/** Calls an import off that was not started; its files go. */
export const importDelete = defineCommand({
  name: 'import_delete',
  description: 'Calls off an import that was not started, and removes its files.',
  requires: writeRight('settings'),
  input: { id: required(idInput('The import.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id: import_id }, context) => {
    const { audit } = context;
    await hold(context, import_id, DRAFT_IMPORT_STATES, 'This import was started; undo it instead.');
    const keys = await removeDraft(context, import_id);
    await audit('import_delete', import_id);
    if (keys.length > 0) await context.enqueue(removeFilesTask, { keys });
    return { id: import_id };
  },
});

/** Undoes a whole import, in the background. */
export const importUndo = defineCommand({
  name: 'import_undo',
  description: `Undoes a whole import within ${importLimits.undoDays} days, in the background: ideas that it made go, ideas that it changed get back what they held. What someone added to since stays. No one is emailed.`,
  requires: writeRight('settings'),
  input: { id: required(idInput('The import.')) },
  returns: { entity: 'import' },
  run: async ({ id: import_id }, context) => {
    const { tx, subdomain_id, viewer, now, audit, enqueue } = context;
    const row = await hold(
      context,
      import_id,
      UNDOABLE_IMPORT_STATES,
      'This import cannot be undone: it runs, was undone, or was not started.',
    );
    if (row.undo_until === null || row.undo_until <= now)
      throw badInput(
        'id',
        `This import can no longer be undone: it is older than ${importLimits.undoDays} days.`,
        {
          reason: 'lapsed',
        },
      );
    await oneAtATime(context);
    await rejectDuplicate(
      'imports_at_work',
      busy,
      tx
        .updateTable('imports')
        .set({
          state: 'undoing',
          problem: null,
          problem_reason: null,
          undone_by_id: viewer.user_id,
          attempts: 0,
          progress_done: '0',
          progress_total: null,
          updated_at: now,
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', import_id)
        .execute(),
    );
    await audit('import_undo', import_id);
    await enqueue(importUndoTask, { import_id }, { key: `${subdomain_id} ${import_id} ${randomUUID()}` });
    await tellOfImport(tx, subdomain_id, import_id);
    return import_id;
  },
});
