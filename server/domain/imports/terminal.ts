import { UNDOABLE_IMPORT_STATES } from '../../../contract/imports.ts';
import type { Scope } from '../../core/scope.ts';
import type { ImportReport } from '../exchange/import_report.ts';
import type { RefusedRow } from '../exchange/import_records.ts';
import { undoableUntil } from '../undo/undo.ts';
import { sinceItsBegin, storedReport } from './jobs.ts';
import { tellOfIdeas, tellOfImport } from './records.ts';
import { importUndoTask } from './undo.ts';

/** How often an import on the command line says that it lives; one that says nothing for an hour is taken for dead. */
const BEAT_MS = 5_000;

/** An import on the command line, as the console lists it. */
export interface TerminalImport {
  id: string;
  /** is told how many records are dealt with */
  at: (done: number) => void;
  /** @param report null: it failed; what came in stays and can be undone */
  end: (report: ImportReport | null, refused: readonly RefusedRow[]) => Promise<void>;
}

/** Writes an import on the command line down, so that it can be undone as a whole like those of the console. */
export async function beginTerminalImport(
  scope: Scope,
  about: { preset: string; file_names: readonly string[]; settings: object; total: number },
): Promise<TerminalImport> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const beganMs = performance.now();
  const { id } = await scope.write(async (tx) => {
    const row = await tx
      .insertInto('imports')
      .values({
        subdomain_id,
        state: 'running',
        preset: about.preset,
        file_names: [...about.file_names],
        settings: JSON.stringify(about.settings),
        progress_total: String(about.total),
        started_at: now,
        undo_until: undoableUntil(now),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tellOfImport(tx, subdomain_id, row.id);
    return row;
  });
  const change = (set: object): Promise<unknown> =>
    scope.write((tx) =>
      tx
        .updateTable('imports')
        .set({ ...set, updated_at: scope.now() })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute(),
    );
  let done = 0;
  let beating: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const beat = async (before: Promise<unknown>): Promise<void> => {
      await before;
      await change({ progress_done: String(done) }).catch(() => undefined);
    };
    beating = beat(beating);
  }, BEAT_MS);
  timer.unref();
  return {
    id,
    at: (count) => {
      done = count;
    },
    end: async (report, refused) => {
      clearInterval(timer);
      await beating;
      await change({
        state: report === null ? 'failed' : report.stopped ? 'stopped' : 'done',
        finished_at: scope.now(),
        ...(report === null
          ? { problem: 'It ended early on the command line. What came in stays.' }
          : {
              report: storedReport(await sinceItsBegin(scope, id, report), [...refused], beganMs),
              progress_done: String(done),
            }),
      });
      await scope.write(async (tx) => {
        await tellOfImport(tx, subdomain_id, id);
        await tellOfIdeas(tx, subdomain_id);
      });
    },
  };
}

/** Imports that can be undone, the newest first. */
export async function undoableImports(
  scope: Scope,
): Promise<
  { id: string; file_names: string[]; state: string; started_at: Date | null; undo_until: Date | null }[]
> {
  return scope.db
    .selectFrom('imports')
    .select(['id', 'file_names', 'state', 'started_at', 'undo_until'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('state', 'in', [...UNDOABLE_IMPORT_STATES, 'undoing'])
    .where('undo_until', '>', scope.now())
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/**
 * Undoes an import from the command line, in this process. One whose undo broke off is gone on with.
 * @returns what it did; null: there is no such import, or it can no longer be undone
 */
export async function undoFromTerminal(
  scope: Scope,
  import_id: string,
  signal: AbortSignal,
): Promise<Record<string, number> | null> {
  const { subdomain_id } = scope.viewer;
  const taken = await scope.write((tx) =>
    tx
      .updateTable('imports')
      .set({ state: 'undoing', attempts: 0, progress_done: '0', updated_at: scope.now() })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', import_id)
      .where('state', 'in', [...UNDOABLE_IMPORT_STATES, 'undoing'])
      .where('undo_until', '>', scope.now())
      .returning('id')
      .executeTakeFirst(),
  );
  if (!taken) return null;
  await importUndoTask.run({ subdomain_id, import_id }, { scope, signal });
  const { undo_report } = await scope.db
    .selectFrom('imports')
    .select('undo_report')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', import_id)
    .executeTakeFirstOrThrow();
  return undo_report as unknown as Record<string, number>;
}
