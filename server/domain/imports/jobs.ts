import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { importLimits, IMPORT_FIELD_NAMES, type ConsolePreset } from '../../../contract/imports.ts';
import { defineTask, ProcessEnds } from '../../core/task.ts';
import type { Scope } from '../../core/scope.ts';
import { ImportFileError } from '../exchange/csv.ts';
import { CSV_BEGIN, csvLine } from '../../../contract/cells.ts';
import type { FileUse } from '../exchange/import_columns.ts';
import { loadImport } from '../exchange/import_load.ts';
import { checkSource, readSource } from '../exchange/import_presets.ts';
import type { ImportRecord, RefusedRow } from '../exchange/import_records.ts';
import { GENTLE_PACE, type ImportReport } from '../exchange/import_report.ts';
import { notify } from '../notifications/notify.ts';
import { filesOf, sourceOf, type DraftFile, type ImportSettings } from './draft.ts';
import { removeDraft, tellOfIdeas, tellOfImport } from './records.ts';

/** How often progress is written down, and whether somebody stopped the work or changed how it reads is looked at. */
const BEAT_MS = 700;
/** So long rows are made into records in one turn; then others have theirs. */
const TURN_MS = 8;
/** Work that breaks off three times is not begun a fourth. A run that ends with its process does not count. */
const MOST_ATTEMPTS = 3;
const HOUR_MS = 3_600_000;

/** The work is another run's by now, or has another state: nothing of this run counts. */
class NotOurs extends Error {}

interface HeldImport {
  id: string;
  user_id: string | null;
  preset: ConsolePreset;
  settings: ImportSettings;
  state: string;
  revision: number;
  attempts: number;
  refused_file_key: string | null;
  started_at: Date | null;
}

/** Begins a run of the work of a state. @returns null when the import is in another one */
async function take(scope: Scope, import_id: string, state: string): Promise<HeldImport | null> {
  const row = await scope.write((tx) =>
    tx
      .updateTable('imports')
      .set((set) => ({ attempts: set('attempts', '+', 1), updated_at: scope.now() }))
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('id', '=', import_id)
      .where('state', '=', state)
      .returning([
        'id',
        'user_id',
        'preset',
        'settings',
        'state',
        'revision',
        'attempts',
        'refused_file_key',
        'started_at',
      ])
      .executeTakeFirst(),
  );
  return row === undefined
    ? null
    : { ...row, preset: row.preset as ConsolePreset, settings: row.settings as unknown as ImportSettings };
}

/**
 * Writes progress down while work is done, and hears whether it still counts: `signal` ends when the process does, when
 * a person stopped the import, or when another run or another state took its place.
 */
class Heartbeat {
  readonly signal: AbortSignal;
  isStopped = false;
  private readonly lost = new AbortController();
  private readonly scope: Scope;
  private readonly held: HeldImport;
  private done = 0;
  private total: number | null = null;
  private readonly timer: NodeJS.Timeout;
  private beating: Promise<void> = Promise.resolve();

  constructor(scope: Scope, held: HeldImport, signal: AbortSignal) {
    this.scope = scope;
    this.held = held;
    this.signal = AbortSignal.any([signal, this.lost.signal]);
    this.timer = setInterval(() => {
      this.beating = this.beating.then(() => this.beat());
    }, BEAT_MS);
  }

  at(done: number, total: number | null = this.total): void {
    this.done = done;
    this.total = total;
  }

  /** @throws NotOurs when the work is no longer this run's; why the process ends */
  check(): void {
    if (this.signal.aborted && !this.isStopped) throw this.signal.reason;
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
  }

  private async beat(): Promise<void> {
    try {
      const row = await this.scope.write((tx) =>
        tx
          .updateTable('imports')
          .set({
            progress_done: String(this.done),
            progress_total: this.total === null ? null : String(this.total),
            updated_at: this.scope.now(),
          })
          .where('subdomain_id', '=', this.scope.viewer.subdomain_id)
          .where('id', '=', this.held.id)
          .where('state', '=', this.held.state)
          .where('revision', '=', this.held.revision)
          .where('attempts', '=', this.held.attempts)
          .returning('stop_asked_at')
          .executeTakeFirst(),
      );
      if (row === undefined) this.lost.abort(new NotOurs());
      else if (row.stop_asked_at !== null && this.held.state === 'running') {
        this.isStopped = true;
        this.lost.abort(new NotOurs());
      }
    } catch {
      // a database that is away is told by the work itself
    }
  }
}

/** Lets others have their turn between records. */
async function* inTurns(records: AsyncIterable<ImportRecord>, beat: Heartbeat): AsyncGenerator<ImportRecord> {
  let since = performance.now();
  for await (const record of records) {
    yield record;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
    if (!beat.isStopped) beat.check();
  }
}

/** A reason for a card: what the field is called, without the list of all forms that are taken, which the file has. */
function inShort(reason: string): string {
  return reason
    .replace(/; taken are .*$/, '')
    .replace(/^([a-z_.]+): /, (whole, field: string) =>
      IMPORT_FIELD_NAMES[field] === undefined ? whole : `${IMPORT_FIELD_NAMES[field]}: `,
    );
}

/** The rows that were refused, as far as they are kept. */
class Refusals {
  private readonly lines: string[] = [];
  private count = 0;
  readonly first: { file: string; line: number; reason: string }[] = [];

  add({ file, line, reason }: RefusedRow): void {
    // on the screen nobody has options of the command line
    const said = reason.replace(/; say --dates .*$/, '; choose which of the two comes first');
    this.count += 1;
    if (this.first.length < importLimits.shownRefusals)
      this.first.push({ file, line, reason: inShort(said) });
    if (this.lines.length < importLimits.keptRefusals) this.lines.push(csvLine([file, line, said]));
  }

  /** Keeps them as a file. @returns its key; null when there are none */
  async keep(scope: Scope): Promise<string | null> {
    if (this.count === 0) return null;
    const key = `${scope.viewer.subdomain_id}/import-refused-${randomUUID()}`;
    const more =
      this.count > this.lines.length ? csvLine(['', '', `and ${this.count - this.lines.length} more`]) : '';
    await scope.services.files.put(
      key,
      Buffer.from(`${CSV_BEGIN}${csvLine(['file', 'line', 'reason'])}${this.lines.join('')}${more}`),
      { contentType: 'text/csv' },
    );
    return key;
  }
}

/** A report as it is stored, in the form that the API answers. */
export function storedReport(
  report: ImportReport,
  refusals: readonly { file: string; line: number; reason: string }[],
  beganMs: number,
): string {
  const {
    people,
    authors: _authors,
    voters: _voters,
    repeated_votes: _repeated,
    stopped: _stopped,
    ...rest
  } = report;
  return JSON.stringify({
    ...rest,
    people_created: people.created,
    people_matched: people.matched,
    people_updated: people.updated,
    statuses: rest.statuses.slice(0, importLimits.shownStatuses),
    refusals: refusals
      .slice(0, importLimits.shownRefusals)
      .map(({ file, line, reason }) => ({ file, line, reason })),
    took_ms: Math.round(performance.now() - beganMs),
  });
}

/** What was chosen for an import, as the importer takes it. */
const optionsOf = ({ forum, subscribe = false, statuses = {} }: ImportSettings) => ({
  forum,
  subscribe,
  statuses,
});

/** Reads the files of an import and says what it would do; nothing is saved, and no row of others is held. */
export const importRehearsalTask = defineTask<{ import_id: string }>({
  name: 'import_rehearsal',
  description: 'Check the files of an import',
  retries: MOST_ATTEMPTS - 1,
  batch: 1,
  minutes: 60,
  run: async ({ import_id }, { scope, signal }) => {
    const held = await take(scope, import_id, 'rehearsing');
    if (!held) return;
    const { subdomain_id } = scope.viewer;
    const beganMs = performance.now();
    const beat = new Heartbeat(scope, held, signal);
    try {
      const files = await filesOf(scope.db, subdomain_id, import_id);
      const source = sourceOf(scope, held.preset, held.settings, files);
      const { records, files: uses } = await checkSource(source, (done) => {
        beat.check();
        beat.at(done);
        if (done > importLimits.records)
          throw new ImportFileError(
            `These files hold more than ${importLimits.records.toLocaleString('en')} rows. Divide them, or import them on the command line.`,
            'too_large',
          );
      });
      beat.at(0, records);
      const refusals = new Refusals();
      const report = await loadImport(scope, inTurns(readSource(source), beat), {
        ...optionsOf(held.settings),
        dryRun: true,
        signal: beat.signal,
        onProgress: (done) => beat.at(done),
        onRefused: (row) => refusals.add(row),
      });
      beat.check();
      await beat.end();
      const refused_file_key = await refusals.keep(scope);
      await scope.write(async (tx) => {
        const ours = await tx
          .updateTable('imports')
          .set({
            state: 'ready',
            rehearsal: storedReport(report, refusals.first, beganMs),
            problem: null,
            problem_reason: null,
            refused_file_key,
            progress_total: String(records),
            updated_at: scope.now(),
          })
          .where('subdomain_id', '=', subdomain_id)
          .where('id', '=', import_id)
          .where('state', '=', 'rehearsing')
          .where('revision', '=', held.revision)
          .returning('id')
          .executeTakeFirst();
        if (!ours) throw new NotOurs();
        await countRows(scope, tx, files, uses);
        await tellOfImport(tx, subdomain_id, import_id);
      });
      await forget(scope, held.refused_file_key);
    } catch (error) {
      await beat.end();
      if (error instanceof NotOurs) return;
      if (error instanceof ImportFileError) {
        await leave(scope, held, {
          state: 'faulty',
          rehearsal: null,
          problem: error.message,
          problem_reason: error.fault,
        });
        return;
      }
      if (signal.reason instanceof ProcessEnds) {
        await leave(scope, held, { attempts: held.attempts - 1 });
        throw error;
      }
      if (held.attempts >= MOST_ATTEMPTS)
        await leave(scope, held, { state: 'faulty', problem: sentenceOf(error), problem_reason: null });
      throw error;
    }
  },
});

/** Writes down how many rows each file has, and in how many of them each column holds text. */
async function countRows(
  scope: Scope,
  tx: Parameters<Parameters<Scope['write']>[0]>[0],
  files: readonly DraftFile[],
  uses: readonly FileUse[],
): Promise<void> {
  for (const file of files) {
    const use = uses.find((one) => one.file === file.file_name);
    if (use === undefined) continue;
    const rows = new Map<string, number>();
    for (const column of use.columns)
      rows.set(column.name.trim(), Math.max(rows.get(column.name.trim()) ?? 0, column.rows));
    const read = (file.head.read ?? []).map((column) => ({ ...column, rows: rows.get(column.name) ?? null }));
    await tx
      .updateTable('import_files')
      .set({ head: JSON.stringify({ ...file.head, read }), rows_count: String(use.rows) })
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('id', '=', file.id)
      .execute();
  }
}

type Change = Partial<{
  state: string;
  rehearsal: null;
  problem: string;
  problem_reason: string | null;
  attempts: number;
  finished_at: Date;
}>;

/** Changes an import as the run that holds it, and tells of it; one that is another's by now is left alone. */
async function leave(scope: Scope, held: HeldImport, change: Change): Promise<void> {
  const { subdomain_id } = scope.viewer;
  await scope.write(async (tx) => {
    const ours = await tx
      .updateTable('imports')
      .set({ ...change, updated_at: scope.now() })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', held.id)
      .where('state', '=', held.state)
      .where('revision', '=', held.revision)
      .where('attempts', '=', held.attempts)
      .returning('id')
      .executeTakeFirst();
    if (ours) await tellOfImport(tx, subdomain_id, held.id);
  });
}

/** Sentences for failures that people can do something about. */
function sentenceOf(error: unknown): string {
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return 'There is no room left on the disk of the server. Ask your administrator to make room, then start again.';
  return 'The work broke off several times. What came in stays. Start it again; your administrator finds the reason in the log of the server.';
}

async function forget(scope: Scope, key: string | null): Promise<void> {
  if (key !== null) await scope.services.files.remove(key).catch(() => undefined);
}

/**
 * Brings the records of an import in, in batches that are each a transaction. A run that breaks off is begun again from
 * the top: what is there is found by the ids of the source, so nothing is made twice.
 */
export const importRunTask = defineTask<{ import_id: string }>({
  name: 'import_run',
  description: 'Import ideas, votes and comments',
  retries: MOST_ATTEMPTS - 1,
  batch: 1,
  minutes: 6 * 60,
  run: async ({ import_id }, { scope, signal }) => {
    const held = await take(scope, import_id, 'running');
    if (!held) return;
    const { subdomain_id } = scope.viewer;
    const beganMs = performance.now();
    const beat = new Heartbeat(scope, held, signal);
    try {
      const files = await filesOf(scope.db, subdomain_id, import_id);
      const source = sourceOf(scope, held.preset, held.settings, files);
      const total = await scope.db
        .selectFrom('imports')
        .select('progress_total')
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', import_id)
        .executeTakeFirstOrThrow();
      beat.at(0, total.progress_total === null ? null : Number(total.progress_total));
      const refusals = new Refusals();
      const report = await loadImport(scope, inTurns(readSource(source), beat), {
        ...optionsOf(held.settings),
        dryRun: false,
        import_id,
        pace: GENTLE_PACE,
        signal: beat.signal,
        onProgress: (done) => beat.at(done),
        onRefused: (row) => refusals.add(row),
      });
      beat.check();
      await beat.end();
      const whole = await sinceItsBegin(scope, import_id, report);
      const refused_file_key = await refusals.keep(scope);
      await finish(scope, held, files, {
        state: beat.isStopped ? 'stopped' : 'done',
        report: storedReport(whole, refusals.first, beganMs),
        refused_file_key,
      });
    } catch (error) {
      await beat.end();
      if (error instanceof NotOurs) return;
      if (error instanceof ImportFileError) {
        await leave(scope, held, {
          state: 'failed',
          problem: error.message,
          problem_reason: error.fault,
          finished_at: scope.now(),
        });
        return;
      }
      if (signal.reason instanceof ProcessEnds) {
        await leave(scope, held, { attempts: held.attempts - 1 });
        throw error;
      }
      if (held.attempts >= MOST_ATTEMPTS)
        await leave(scope, held, {
          state: 'failed',
          problem: sentenceOf(error),
          problem_reason: null,
          finished_at: scope.now(),
        });
      throw error;
    }
  },
});

/** What an import made in all of its runs: a later one finds what an earlier one made, and would say that nothing came. */
export async function sinceItsBegin(
  scope: Scope,
  import_id: string,
  report: ImportReport,
): Promise<ImportReport> {
  const { subdomain_id: sid } = scope.viewer;
  const { rows } = await sql<Record<'ideas' | 'supporters' | 'comments' | 'answers' | 'subscribed', number>>`
select (select count(*)::int from suggestions s where s.subdomain_id = ${sid} and s.import_id = ${import_id}) as ideas,
  (select count(*)::int from supporters v where v.subdomain_id = ${sid} and v.import_id = ${import_id}) as supporters,
  (select count(distinct b.user_id)::int from subscriptions b where b.subdomain_id = ${sid} and b.import_id = ${import_id}) as subscribed,
  (select count(*)::int from comments c where c.subdomain_id = ${sid} and c.import_id = ${import_id} and c.external_id is not null) as comments,
  (select count(*)::int from status_updates n where n.subdomain_id = ${sid} and n.import_id = ${import_id}) as answers`.execute(
    scope.db,
  );
  const { rows: changed } = await sql<{ kind: string; n: number }>`
select case when e.value -> 'after' is not null and e.value ->> 'table' = 'users' then 'changed people' else e.value ->> 'table' end as kind, count(distinct e.value ->> 'id')::int as n
from undo_entries u cross join lateral jsonb_array_elements(u.changes) e
where u.subdomain_id = ${sid} and u.import_id = ${import_id}
  and e.value ->> 'table' in ('suggestions', 'users', 'forums', 'categories', 'statuses', 'labels')
  and (e.value ->> 'table' <> 'users' or e.value -> 'after' is null or (e.value -> 'after') - 'account_id' <> '{}') group by 1`.execute(
    scope.db,
  );
  const of = (kind: string): number => changed.find((row) => row.kind === kind)?.n ?? 0;
  const whole: ImportReport = {
    ...report,
    people: {
      created: of('users'),
      matched: Math.max(0, report.people.matched - Math.max(0, of('users') - report.people.created)),
      updated: Math.max(report.people.updated, of('changed people')),
    },
    people_subscribed: Math.max(report.people_subscribed, rows[0]!.subscribed),
    forums_created: of('forums'),
    categories_created: of('categories'),
    statuses_created: of('statuses'),
    labels_created: of('labels'),
  };
  for (const kind of ['ideas', 'supporters', 'comments', 'answers'] as const) {
    const { created, updated, unchanged } = report[kind];
    const earlier = Math.max(0, rows[0]![kind] - created);
    whole[kind] = { created: created + earlier, updated, unchanged: Math.max(0, unchanged - earlier) };
  }
  const before = Math.max(0, of('suggestions') - whole.ideas.updated);
  whole.ideas = {
    ...whole.ideas,
    updated: whole.ideas.updated + before,
    unchanged: Math.max(0, whole.ideas.unchanged - before),
  };
  return whole;
}

/** Ends an import: what it did is told, who started it hears of it in the console, and files that nothing needs any more go. */
async function finish(
  scope: Scope,
  held: HeldImport,
  files: readonly DraftFile[],
  result: { state: 'done' | 'stopped'; report: string; refused_file_key: string | null },
): Promise<void> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  await scope.write(async (tx) => {
    const ours = await tx
      .updateTable('imports')
      .set((set) => ({
        ...result,
        finished_at: now,
        updated_at: now,
        ...(result.state === 'done'
          ? { progress_done: set.fn.coalesce('progress_total', 'progress_done') }
          : {}),
      }))
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', held.id)
      .where('state', '=', 'running')
      .where('attempts', '=', held.attempts)
      .returning('id')
      .executeTakeFirst();
    if (!ours) throw new NotOurs();
    if (result.state === 'done')
      await tx
        .updateTable('import_files')
        .set({ storage_key: null })
        .where('subdomain_id', '=', subdomain_id)
        .where('import_id', '=', held.id)
        .execute();
    if (held.user_id !== null && result.state === 'done')
      await notify(
        { tx, subdomain_id, viewer: scope.viewer, now, services: scope.services },
        { event: 'import_complete', user_ids: [held.user_id], import_id: held.id },
      );
    await tellOfImport(tx, subdomain_id, held.id);
    await tellOfIdeas(tx, subdomain_id);
  });
  await forget(scope, held.refused_file_key);
  if (result.state === 'done') for (const file of files) await forget(scope, file.storage_key);
}

/** Work that said nothing for this long has died with its last try. */
const SILENT_MS = HOUR_MS;

/** Hourly: removes what nobody came back to, and ends imports whose work has died. */
export const importSweep = defineTask({
  name: 'import_sweep',
  description: 'Remove files of imports that no one started and end stuck imports',
  batch: 1,
  due: `select f.subdomain_id from import_files f where f.storage_key is not null
    union select i.subdomain_id from imports i where i.state in ('rehearsing', 'running', 'undoing') or i.refused_file_key is not null`,
  run: async (_payload, { scope }) => {
    const { subdomain_id: sid } = scope.viewer;
    const now = scope.now();
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    await scope.write(async (tx) => {
      const dead = await tx
        .updateTable('imports')
        .set((set) => ({
          state: set
            .case()
            .when('state', '=', 'rehearsing')
            .then('faulty')
            .when('state', '=', 'undoing')
            .then('done')
            .else('failed')
            .end(),
          problem: 'The work broke off several times. What came in stays. Please try again.',
          problem_reason: null,
          updated_at: now,
        }))
        .where('subdomain_id', '=', sid)
        .where('state', 'in', ['rehearsing', 'running', 'undoing'])
        .where('updated_at', '<', ago(SILENT_MS))
        .returning('id')
        .execute();
      for (const { id } of dead) await tellOfImport(tx, sid, id);
    });
    const lapsed = await scope.db
      .selectFrom('imports')
      .select('id')
      .where('subdomain_id', '=', sid)
      .where('state', 'in', ['ready', 'faulty'])
      .where('started_at', 'is', null)
      .where('updated_at', '<', ago(importLimits.draftDays * 24 * HOUR_MS))
      .execute();
    for (const { id } of lapsed) {
      const keys = await scope.write((tx) => removeDraft({ tx, subdomain_id: sid }, id));
      for (const key of keys) await forget(scope, key);
    }
    const { rows: loose } = await sql<{ id: string; import_id: string | null; storage_key: string }>`
select f.id::text as id, f.import_id::text as import_id, f.storage_key from import_files f
left join imports i on i.subdomain_id = ${sid} and i.id = f.import_id
where f.subdomain_id = ${sid} and f.storage_key is not null and (
  (f.import_id is null and f.created_at < ${ago(importLimits.unclaimedHours * HOUR_MS)}::timestamptz)
  or i.state in ('done', 'undone') or (i.state in ('stopped', 'failed') and i.updated_at < ${ago(importLimits.draftDays * 24 * HOUR_MS)}::timestamptz))
limit 500`.execute(scope.db);
    for (const file of loose) {
      await forget(scope, file.storage_key);
      await scope.write(async (tx) => {
        if (file.import_id === null)
          await tx
            .deleteFrom('import_files')
            .where('subdomain_id', '=', sid)
            .where('id', '=', file.id)
            .where('import_id', 'is', null)
            .execute();
        else
          await tx
            .updateTable('import_files')
            .set({ storage_key: null })
            .where('subdomain_id', '=', sid)
            .where('id', '=', file.id)
            .execute();
      });
    }
    const old = await scope.db
      .selectFrom('imports')
      .select(['id', 'refused_file_key'])
      .where('subdomain_id', '=', sid)
      .where('refused_file_key', 'is not', null)
      .where('undo_until', '<', now)
      .limit(500)
      .execute();
    for (const { id, refused_file_key } of old) {
      await forget(scope, refused_file_key);
      await scope.write((tx) =>
        tx
          .updateTable('imports')
          .set({ refused_file_key: null })
          .where('subdomain_id', '=', sid)
          .where('id', '=', id)
          .execute(),
      );
    }
  },
});
