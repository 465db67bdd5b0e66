import type { AuditAction } from '../../../contract/audit.ts';
import { sql, type Selectable } from 'kysely';
import {
  firstSummary,
  IMPACT_SECTIONS,
  impactLimits,
  withLiveFigures,
} from '../../../contract/impact_reports.ts';
import { graphqlLimits, textLimits } from '../../../contract/limits.ts';
import { IMPACT_REPORT_STATES } from '../../../contract/states.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { ImpactReportsTable } from '../../db/tables.ts';
import {
  enumInput,
  idInput,
  idListInput,
  nullable,
  required,
  singleLine,
  textInput,
} from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { rowsOf } from '../../sql/kysely.ts';
import type { Statement } from '../../sql/writer.ts';
import { user } from '../account/user.ts';
import { recordUndo, takeUndoOf } from '../undo/undo.ts';
import { inContents, withGiven, type Contents } from './contents.ts';
import { numbersOf, takeFigures, type StoredFigures } from './figures.ts';
import { impactReport } from './impact_report.ts';
import { canWriteImpact, seesMoney } from './rights.ts';
import { ideasOf, readSource, refuseNumber, type Source } from './source.ts';

export type ImpactRow = Selectable<ImpactReportsTable>;

const inTitle = singleLine('Title.', textLimits.nameCharacters);
const inDescription = nullable(
  textInput('What it is for; null: nothing is said.', textLimits.reasonCharacters),
);

/**
 * A report, held until the commit.
 * @throws BAD_USER_INPUT; foreign, unknown and deleted ones answer alike
 */
export async function lockReport(
  { tx, subdomain_id }: Pick<CommandContext, 'tx' | 'subdomain_id'>,
  id: string,
  field = 'id',
): Promise<ImpactRow> {
  const row = await tx
    .selectFrom('impact_reports')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'impact report');
  return row;
}

const contentsOf = (row: ImpactRow): Contents => ({
  sections: row.sections as Contents['sections'],
  texts: row.texts as Contents['texts'],
  quotes: row.quotes as Contents['quotes'],
  top_ideas: row.top_ideas,
});

/** Columns of contents; their live figures say what the numbers are. */
function columnsOf(contents: Contents, figures: StoredFigures, context: CommandContext) {
  const numbers = numbersOf(figures, seesMoney.allows(context.viewer));
  const texts = Object.fromEntries(
    Object.entries(contents.texts).map(([key, html]) => [key, withLiveFigures(html, numbers)]),
  );
  return {
    sections: contents.sections,
    texts: JSON.stringify(texts),
    quotes: JSON.stringify(contents.quotes),
    top_ideas: contents.top_ideas,
  };
}

/** Columns of figures that were just taken. */
const figureColumns = (figures: StoredFigures, now: Date) => ({
  figures: JSON.stringify(figures),
  figures_at: now,
  people_now: figures.people,
  accounts_now: figures.accounts,
  revenue_cents_now: String(Math.round(figures.revenue_cents)),
  counted_at: now,
});

const reading =
  ({ tx }: CommandContext) =>
  <Row extends object>(statement: Statement): Promise<Row[]> =>
    rowsOf<Row>(tx, statement);

const toSource = (row: ImpactRow): Source => ({
  source: row.source as Source['source'],
  theme_id: row.theme_id,
  saved_view_id: row.saved_view_id,
  suggestion_ids: row.suggestion_ids,
});

/** Raises a report: the figures are taken now, and a first summary says what they are. */
export const impactReportCreate = defineCommand({
  name: 'impact_report_create',
  description:
    'Raises an impact report about a theme, a list or chosen ideas. Its figures are taken now and stay until they are refreshed.',
  requires: canWriteImpact,
  input: {
    title: inTitle,
    description: inDescription,
    contents: inContents,
    theme: idInput('Theme or group of themes.'),
    suggestion_list: idInput('Saved view or list of ideas.'),
    suggestion_ids: idListInput('Chosen ideas.', impactLimits.chosenIdeas),
  },
  returns: { entity: 'impact_report' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { name, field, ...source } = await readSource(context, input);
    const ids = await ideasOf(viewer, source, reading(context));
    refuseNumber(ids, field, source.source);
    const figures = await takeFigures(reading(context), subdomain_id, ids, now);
    refuseNumber(figures.ideas === 0 ? [] : ids, field, source.source);
    const first: Contents = {
      sections: [...IMPACT_SECTIONS],
      texts: { summary: firstSummary(numbersOf(figures, seesMoney.allows(viewer))) },
      quotes: [],
      top_ideas: null,
    };
    const contents = await withGiven(
      context,
      input.contents ?? [],
      first,
      figures.top_ideas.map((idea) => idea.id),
    );
    await refuseTooMany(context);
    const title =
      input.title ||
      (name ?? (ids.length === 1 ? 'One idea' : `${ids.length.toLocaleString('en')} chosen ideas`));
    const { id } = await tx
      .insertInto('impact_reports')
      .values({
        subdomain_id,
        title,
        description: input.description || null,
        source: source.source,
        source_name: name,
        theme_id: source.theme_id,
        saved_view_id: source.saved_view_id,
        suggestion_ids: source.suggestion_ids === null ? null : [...source.suggestion_ids],
        ...columnsOf(contents, figures, context),
        ...figureColumns(figures, now),
        creator_id: viewer.user_id,
        editor_id: viewer.user_id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.audit('impact_report_create', id, { title });
    markChanged(tx, 'impact_report', [id]);
    return id;
  },
});

/** One at a time in a workspace, so that their number holds. */
async function refuseTooMany({ tx, subdomain_id }: CommandContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`impact reports ${subdomain_id}`}, 0))`.execute(
    tx,
  );
  const { count } = await tx
    .selectFrom('impact_reports')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= impactLimits.reports)
    throw badInput(
      'title',
      `A workspace keeps at most ${impactLimits.reports.toLocaleString('en')} impact reports. Delete one that no one reads.`,
      { reason: 'too_many' },
    );
}

/** Keeps a report as it is among its older versions; the oldest ones make room. */
async function keepVersion({ tx, subdomain_id }: CommandContext, row: ImpactRow): Promise<void> {
  await sql`
insert into impact_report_versions (subdomain_id, impact_report_id, version, title, description, sections, texts, quotes, top_ideas, figures, figures_at, editor_id, created_at)
select ${subdomain_id}, r.id, r.version, r.title, r.description, r.sections, r.texts, r.quotes, r.top_ideas, r.figures, r.figures_at, r.editor_id, r.updated_at
from impact_reports r where r.subdomain_id = ${subdomain_id} and r.id = ${row.id}`.execute(tx);
  await tx
    .deleteFrom('impact_report_versions')
    .where('subdomain_id', '=', subdomain_id)
    .where('impact_report_id', '=', row.id)
    .where('version', '<=', row.version - impactLimits.versions)
    .execute();
}

/** What is shown of a report that somebody else has changed meanwhile. */
const currentOf = ({ tx, viewer }: CommandContext, id: string): Promise<unknown> =>
  readRecord(tx, viewer, impactReport, [user], id, {
    id: true,
    title: true,
    description: true,
    contents: true,
    state: true,
    version: true,
    updated_at: true,
    updated_by: { id: true, name: true },
  });

/** Changes what a report says; what it said before stays readable. */
export const impactReportUpdate = defineCommand({
  name: 'impact_report_update',
  description:
    'Changes an impact report. A changed title, description or section makes a new version; the one before stays readable.',
  requires: canWriteImpact,
  input: {
    id: required(idInput('The report.')),
    title: inTitle,
    description: inDescription,
    contents: inContents,
    state: enumInput('draft, published or archived.', IMPACT_REPORT_STATES),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'impact_report' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await lockReport(context, input.id);
    await assertNotModified(input.if_updated_at, row, 'impact report', () => currentOf(context, row.id));
    if (input.title === '') throw badInput('title', 'The title is required.', { reason: 'required' });
    const figures = row.figures as StoredFigures;
    const contents = await withGiven(
      context,
      input.contents ?? [],
      contentsOf(row),
      figures.top_ideas.map((idea) => idea.id),
    );
    const words = {
      title: input.title ?? row.title,
      description: input.description === undefined ? row.description : input.description || null,
      ...columnsOf(contents, figures, context),
    };
    const isNew =
      JSON.stringify([words.title, words.description, contents]) !==
      JSON.stringify([row.title, row.description, contentsOf(row)]);
    const state = input.state ?? row.state;
    if (!isNew && state === row.state) return row.id;
    if (isNew) await keepVersion(context, row);
    await tx
      .updateTable('impact_reports')
      .set({
        ...(isNew ? { ...words, version: row.version + 1, editor_id: viewer.user_id } : {}),
        state,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    await context.audit('impact_report_update', row.id, { title: words.title, state });
    markChanged(tx, 'impact_report', [row.id]);
    return row.id;
  },
});

/** Takes the figures of today. */
export const impactReportRefresh = defineCommand({
  name: 'impact_report_refresh',
  description:
    'Takes the figures of an impact report as they are now, from the theme, list or ideas that it is about. The version with those before stays readable.',
  requires: canWriteImpact,
  input: { id: required(idInput('The report.')) },
  returns: { entity: 'impact_report' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await lockReport(context, id);
    const ids = await ideasOf(viewer, toSource(row), reading(context));
    if (ids.length === 0)
      throw badInput(
        'id',
        'None of its ideas is there any more, or they are not shared with you. The figures stay as they are.',
        { reason: 'empty' },
      );
    refuseNumber(ids, 'id', row.source as Source['source']);
    const figures = await takeFigures(reading(context), subdomain_id, ids, now);
    const before = contentsOf(row);
    const offered = new Set(figures.top_ideas.map((idea) => idea.id));
    const top = before.top_ideas?.filter((idea) => offered.has(idea)) ?? [];
    await keepVersion(context, row);
    await tx
      .updateTable('impact_reports')
      .set({
        ...columnsOf({ ...before, top_ideas: top.length === 0 ? null : top }, figures, context),
        ...figureColumns(figures, now),
        version: row.version + 1,
        editor_id: viewer.user_id,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('impact_report_refresh', id, { title: row.title });
    markChanged(tx, 'impact_report', [id]);
    return id;
  },
});

/** Hides reports until they are restored or forgotten; their links show nothing meanwhile. */
async function remove(
  context: CommandContext,
  command: AuditAction,
  rows: readonly ImpactRow[],
): Promise<void> {
  const { tx, subdomain_id, now } = context;
  const ids = rows.map((row) => row.id);
  await recordUndo(
    context,
    command,
    ids.map((id) => ({ table: 'impact_reports' as const, id, before: {}, after: {} })),
  );
  await tx
    .updateTable('impact_reports')
    .set({ deleted_at: now, updated_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', ids)
    .execute();
  for (const row of rows) await context.audit(command, row.id, { title: row.title });
  markChanged(tx, 'impact_report', ids);
}

export const impactReportDelete = defineCommand({
  name: 'impact_report_delete',
  description:
    'Deletes an impact report; its link shows nothing any more. Can be undone for 30 days with impact_report_restore.',
  requires: canWriteImpact,
  input: { id: required(idInput('The report.')) },
  returns: { type: 'DeletedRecord!' },
  run: async ({ id }, context) => {
    await remove(context, 'impact_report_delete', [await lockReport(context, id)]);
    return { id };
  },
});

export const impactReportBulkDelete = defineCommand({
  name: 'impact_report_bulk_delete',
  description:
    'Deletes several impact reports, all or none. Each can be undone for 30 days with impact_report_restore.',
  requires: canWriteImpact,
  input: { ids: required(idListInput('The reports.', graphqlLimits.idsPerArgument)) },
  returns: { type: '[DeletedRecord!]!' },
  run: async ({ ids }, context) => {
    const rows: ImpactRow[] = [];
    for (const id of [...new Set(ids)].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)))
      rows.push(await lockReport(context, id, 'ids'));
    await remove(context, 'impact_report_bulk_delete', rows);
    return ids.map((id) => ({ id }));
  },
});

export const impactReportRestore = defineCommand({
  name: 'impact_report_restore',
  description:
    'Brings back an impact report that was deleted in the last 30 days, as it was, with its link when that has not ended.',
  requires: canWriteImpact,
  input: { id: required(idInput('The report.')) },
  returns: { entity: 'impact_report' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    await takeUndoOf(
      context,
      ['impact_report_delete', 'impact_report_bulk_delete'],
      'impact_reports',
      id,
      'impact report',
    );
    const row = await tx
      .selectFrom('impact_reports')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('id', 'impact report');
    await refuseTooMany(context);
    await tx
      .updateTable('impact_reports')
      .set({ deleted_at: null, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('impact_report_restore', id, { title: row.title });
    markChanged(tx, 'impact_report', [id]);
    return id;
  },
});
