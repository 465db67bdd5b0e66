import type { AuditAction } from '../../../contract/audit.ts';
import { sql, type Selectable } from 'kysely';
import { tokenise } from '../../../contract/words.ts';
import { parseDate } from '../../../contract/dates.ts';
import { textLimits } from '../../../contract/limits.ts';
import { IDEA_VIEW_KINDS } from '../../../contract/saved_views.ts';
import { ACTIVITY_FILTERS, LIFE_STATES, type ViewKind } from '../../../contract/states.ts';
import { themeLimits } from '../../../contract/themes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, badRequest, notFound } from '../../core/errors.ts';
import type { ThemeSetsTable } from '../../db/tables.ts';
import {
  enumInput,
  enumListInput,
  idInput,
  idListInput,
  intInput,
  jsonInput,
  nullable,
  required,
  singleLine,
  textInput,
  textListInput,
  timeInput,
} from '../../inputs/kinds.ts';
import { refuseFilters } from '../../listing/filters.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { suggestion } from '../ideas/suggestion.ts';
import { readView } from '../views/held_view.ts';
import { tellOfThemeSet } from './live.ts';
import { countThemes } from './numbers.ts';
import { takeBackRun } from './results.ts';
import { canWriteThemes } from './rights.ts';
import { themeDetectionTask } from './run.ts';
import { readAdvanced } from './source.ts';
import { themeSet } from './theme_set.ts';

type Row = Selectable<ThemeSetsTable>;

const inName = singleLine('Name.', textLimits.nameCharacters);

/** What says which ideas a report reads, and how many themes it shall find. */
const sourceInputs = {
  description: nullable(textInput('What it is for.', textLimits.reasonCharacters)),
  activity: nullable(enumListInput('Ideas with such activity in the period.', ACTIVITY_FILTERS)),
  period_start: nullable(
    timeInput('Begin of the period; without activity: of creation.', (text) => parseDate(text, new Date())),
  ),
  period_end: nullable(
    timeInput('End of the period; a day is included.', (text) => parseDate(text, new Date(), 'end')),
  ),
  advanced_filters: nullable(jsonInput('Further conditions, as the list of ideas takes them.', (raw) => raw)),
  suggestion_list: nullable(
    idInput('Saved view or list whose ideas are read at each run, in place of filters; null: none.'),
  ),
  suggestion_ids: nullable(idListInput('Chosen ideas in place of filters.', themeLimits.chosenIdeas)),
  themes_wanted: nullable(
    intInput('How many themes; null: as the texts bear out.', { min: 1, max: themeLimits.themes }),
  ),
  groups_wanted: nullable(
    intInput('How many groups of themes; null: as their likeness has it.', {
      min: 1,
      max: themeLimits.groups,
    }),
  ),
  ignored_words: nullable(
    textListInput(
      'Words that count neither where ideas are grouped nor in names of themes, in any of their forms.',
      themeLimits.ignoredWords,
      themeLimits.ignoredCharacters,
    ),
  ),
};
type Given = {
  description?: string | null;
  activity?: readonly string[] | null;
  period_start?: Date | null;
  period_end?: Date | null;
  advanced_filters?: unknown;
  suggestion_list?: string | null;
  suggestion_ids?: readonly string[] | null;
  themes_wanted?: number | null;
  groups_wanted?: number | null;
  ignored_words?: readonly string[] | null;
};

/** Words in lower case, each once, in the order given. */
const ignoredOf = (words: readonly string[]): string[] => [...new Set(words.flatMap(tokenise))];

/** Columns of what was given; what was not stays. @throws BAD_USER_INPUT for what contradicts itself or names ideas that are not there */
async function sourceColumns(
  context: CommandContext,
  given: Given,
  row: Row | null,
): Promise<Record<string, unknown>> {
  const { tx, subdomain_id, viewer } = context;
  const start = given.period_start === undefined ? (row?.period_start ?? null) : given.period_start;
  const end = given.period_end === undefined ? (row?.period_end ?? null) : given.period_end;
  if (start && end && start > end)
    throw badInput('period_end', 'The period ends before it begins.', { reason: 'invalid' });
  if (given.advanced_filters !== undefined && given.advanced_filters !== null)
    refuseFilters(suggestion, { advanced_filters: readAdvanced(given.advanced_filters) }, viewer);
  const chosen = given.suggestion_ids;
  const list = given.suggestion_list;
  if (list && chosen)
    throw badInput('suggestion_list', 'A report reads a list or chosen ideas, not both.', {
      reason: 'invalid',
    });
  if (list) {
    const view = await readView(context, list, 'suggestion_list');
    if (!IDEA_VIEW_KINDS.includes(view.kind as ViewKind))
      throw badInput('suggestion_list', 'This view is not one of ideas.', { reason: 'invalid' });
  }
  if (chosen) {
    if (chosen.length === 0)
      throw badInput('suggestion_ids', 'Choose at least one idea.', { reason: 'required' });
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from suggestions s where s.subdomain_id = ${subdomain_id} and s.id = any(${[...chosen]}::bigint[]) and s.state <> 'deleted'`.execute(
      tx,
    );
    if (rows[0]!.n < new Set(chosen).size) throw notFound('suggestion_ids', 'idea');
  }
  return {
    ...(given.description === undefined ? {} : { description: given.description }),
    ...(given.activity === undefined ? {} : { activity: [...new Set(given.activity ?? [])] }),
    ...(given.period_start === undefined ? {} : { period_start: given.period_start }),
    ...(given.period_end === undefined ? {} : { period_end: given.period_end }),
    ...(given.advanced_filters === undefined
      ? {}
      : {
          advanced_filters: given.advanced_filters === null ? null : JSON.stringify(given.advanced_filters),
        }),
    ...(chosen === undefined ? {} : { suggestion_ids: chosen === null ? null : [...new Set(chosen)] }),
    ...(list === undefined ? {} : { saved_view_id: list, reads_list: list !== null }),
    // the one takes the place of the other
    ...(list ? { suggestion_ids: null } : chosen ? { saved_view_id: null, reads_list: false } : {}),
    ...(given.themes_wanted === undefined ? {} : { themes_wanted: given.themes_wanted }),
    ...(given.groups_wanted === undefined ? {} : { groups_wanted: given.groups_wanted }),
    ...(given.ignored_words === undefined ? {} : { ignored_words: ignoredOf(given.ignored_words ?? []) }),
  };
}

/** A report, held until the transaction ends. @throws BAD_USER_INPUT when there is none */
export async function holdThemeSet(
  { tx, subdomain_id }: Pick<CommandContext, 'tx' | 'subdomain_id'>,
  id: string,
  field = 'id',
): Promise<Row> {
  const row = await tx
    .selectFrom('theme_sets')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'theme report');
  return row;
}

const isAtWork = ({ status }: Pick<Row, 'status'>): boolean => status === 'pending' || status === 'running';

/** Asks for a run. One that waits or works is thrown away. */
async function askForRun(context: CommandContext, id: string): Promise<void> {
  const { tx, subdomain_id, viewer, now, enqueue } = context;
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from theme_sets q where q.subdomain_id = ${subdomain_id} and q.status in ('pending', 'running') and q.state <> 'deleted' and q.id <> ${id}`.execute(
    tx,
  );
  if (rows[0]!.n >= themeLimits.waiting)
    throw badRequest(
      `${themeLimits.waiting} theme reports wait already. Stop some of them, or wait until they are done.`,
      { reason: 'too_many', httpStatus: 429 },
    );
  const { revision } = await tx
    .updateTable('theme_sets')
    .set((set) => ({
      status: 'pending',
      revision: set('revision', '+', 1),
      attempts: 0,
      problem: null,
      progress_step: null,
      progress_share: 0,
      run_by_id: viewer.user_id,
      queued_at: now,
      started_at: null,
      updated_at: sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`,
    }))
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await enqueue(themeDetectionTask, { theme_set_id: id, revision });
  await tellOfThemeSet(tx, subdomain_id, id);
}

/** Makes a theme report and asks for its first run. */
export const themeSetCreate = defineCommand({
  name: 'theme_set_create',
  description:
    'Makes a theme report of the ideas that filters leave, of a view or list, or of chosen ones, and runs it in the background.',
  requires: canWriteThemes,
  input: { name: required(inName), ...sourceInputs },
  returns: { entity: 'theme_set' },
  run: async ({ name, ...given }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { id } = await tx
      .insertInto('theme_sets')
      .values({
        subdomain_id,
        creator_id: viewer.user_id,
        name,
        created_at: now,
        updated_at: now,
        ...(await sourceColumns(context, given, null)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.audit('theme_set_create', id, { name });
    await askForRun(context, id);
    return id;
  },
});

/** Changes a theme report. A run under way is begun anew when what it reads has changed. */
export const themeSetUpdate = defineCommand({
  name: 'theme_set_update',
  description:
    'Changes a theme report. When what it reads changes while it runs, the run begins again; else run it again.',
  requires: canWriteThemes,
  input: {
    id: required(idInput('Theme report.')),
    name: inName,
    ...sourceInputs,
    state: enumInput('active or archived.', LIFE_STATES),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'theme_set' },
  run: async ({ id, name, state, if_updated_at, ...given }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await holdThemeSet(context, id);
    // the beat of a run is no change that a person has not seen
    if (!isAtWork(row))
      await assertNotModified(if_updated_at, row, 'theme report', () =>
        readRecord(tx, viewer, themeSet, [], id, {
          id: true,
          name: true,
          description: true,
          updated_at: true,
        }),
      );
    if (name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    const columns = await sourceColumns(context, given, row);
    await tx
      .updateTable('theme_sets')
      .set({
        ...columns,
        ...(name === undefined ? {} : { name }),
        ...(state === undefined ? {} : { state }),
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('theme_set_update', id, { name: name ?? row.name });
    const { description: _description, ...source } = columns;
    if (isAtWork(row) && Object.keys(source).length > 0) await askForRun(context, id);
    else await tellOfThemeSet(tx, subdomain_id, id);
    return id;
  },
});

/** Runs a theme report again. */
export const themeSetRerun = defineCommand({
  name: 'theme_set_rerun',
  description:
    'Runs a theme report again, in the background. Names and moves of people stay where their theme survives. A run under way begins again.',
  requires: canWriteThemes,
  input: { id: required(idInput('Theme report.')) },
  returns: { entity: 'theme_set' },
  run: async ({ id }, context) => {
    const row = await holdThemeSet(context, id);
    await context.audit('theme_set_rerun', id, { name: row.name });
    await askForRun(context, id);
    return id;
  },
});

/** Stops the run of a theme report. */
export const themeSetStop = defineCommand({
  name: 'theme_set_stop',
  description: 'Stops the run of a theme report that waits or works. Themes of an earlier run stay.',
  requires: canWriteThemes,
  input: { id: required(idInput('Theme report.')) },
  returns: { entity: 'theme_set' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await holdThemeSet(context, id);
    if (!isAtWork(row)) return id;
    await tx
      .updateTable('theme_sets')
      .set({
        status: 'failed',
        revision: row.revision + 1,
        problem: `Stopped by ${viewer.display_name}.`,
        progress_step: null,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('theme_set_stop', id, { name: row.name });
    await tellOfThemeSet(tx, subdomain_id, id);
    return id;
  },
});

/** Takes the newest run of a theme report back. */
export const themeSetUndoRun = defineCommand({
  name: 'theme_set_undo_run',
  description: `Puts the themes of a report back as they were before its newest run, for ${themeLimits.undoDays} days after it. What people changed since goes too.`,
  requires: canWriteThemes,
  input: { id: required(idInput('Theme report.')) },
  returns: { entity: 'theme_set' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await holdThemeSet(context, id);
    if (isAtWork(row))
      throw badInput('id', 'Wait until the run is done, or stop it first.', { reason: 'state' });
    const run =
      row.run_id === null
        ? undefined
        : await tx
            .selectFrom('theme_runs')
            .select(['id', 'previous_id', 'themes_before'])
            .where('subdomain_id', '=', subdomain_id)
            .where('id', '=', row.run_id)
            .where('themes_before', 'is not', null)
            .where('finished_at', '>', new Date(now.getTime() - themeLimits.undoDays * 86_400_000))
            .executeTakeFirst();
    if (!run)
      throw badInput(
        'id',
        `This run can no longer be undone: it is the first, older than ${themeLimits.undoDays} days, or was undone.`,
        { reason: 'not_found', httpStatus: 404 },
      );
    await takeBackRun(tx, {
      subdomain_id,
      theme_set_id: id,
      run_id: run.id,
      before: run.themes_before as { id: string }[],
    });
    await tx
      .updateTable('theme_runs')
      .set({ themes_before: null, undone_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', run.id)
      .execute();
    await tx
      .updateTable('theme_sets')
      .set({
        run_id: run.previous_id,
        status: 'complete',
        problem: null,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await countThemes(tx, subdomain_id, id, now);
    await context.audit('theme_set_undo_run', id, { name: row.name });
    await tellOfThemeSet(tx, subdomain_id, id);
    return id;
  },
});

/** Deletes reports that are there; their runs end. @returns their ids */
async function deleteSets(
  context: CommandContext,
  ids: readonly string[],
  action: AuditAction,
): Promise<string[]> {
  const { tx, subdomain_id, now } = context;
  const gone: string[] = [];
  for (const id of [...new Set(ids)].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))) {
    const row = await tx
      .updateTable('theme_sets')
      .set((set) => ({
        state: 'deleted',
        revision: set('revision', '+', 1),
        status: set
          .case()
          .when('status', 'in', ['pending', 'running'])
          .then('failed')
          .else(set.ref('status'))
          .end(),
        updated_at: now,
      }))
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .where('state', '<>', 'deleted')
      .returning('name')
      .executeTakeFirst();
    if (!row) continue;
    gone.push(id);
    await context.audit(action, id, { name: row.name });
    await tellOfThemeSet(tx, subdomain_id, id);
  }
  return gone;
}

/** Deletes a theme report. */
export const themeSetDelete = defineCommand({
  name: 'theme_set_delete',
  description: `Deletes a theme report; its ideas stay as they are. It can be brought back for ${themeLimits.undoDays} days.`,
  requires: canWriteThemes,
  input: { id: required(idInput('Theme report.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    if ((await deleteSets(context, [id], 'theme_set_delete')).length === 0)
      throw notFound('id', 'theme report');
    return { id };
  },
});

/** Deletes several theme reports. */
export const themeSetBulkDelete = defineCommand({
  name: 'theme_set_bulk_delete',
  description: 'Deletes theme reports; those that are not there are passed over.',
  requires: canWriteThemes,
  input: { ids: required(idListInput('Theme reports.', 100)) },
  returns: { type: '[DeletedRecord!]!' },
  run: async ({ ids }, context) =>
    (await deleteSets(context, ids, 'theme_set_bulk_delete')).map((id) => ({ id })),
});

/** Brings a deleted theme report back. */
export const themeSetRestore = defineCommand({
  name: 'theme_set_restore',
  description: `Brings a theme report back that was deleted in the last ${themeLimits.undoDays} days.`,
  requires: canWriteThemes,
  input: { id: required(idInput('Theme report.')) },
  returns: { entity: 'theme_set' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await tx
      .updateTable('theme_sets')
      .set({ state: 'active', updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .where('state', '=', 'deleted')
      .where('updated_at', '>', new Date(now.getTime() - themeLimits.undoDays * 86_400_000))
      .returning('name')
      .executeTakeFirst();
    if (!row)
      throw badInput('id', 'This theme report can no longer be restored.', {
        reason: 'not_found',
        httpStatus: 404,
      });
    await context.audit('theme_set_restore', id, { name: row.name });
    await tellOfThemeSet(tx, subdomain_id, id);
    return id;
  },
});
