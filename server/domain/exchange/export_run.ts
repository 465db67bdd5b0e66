import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Updateable } from 'kysely';
import { areaOfActivity, type ExportFormat } from '../../../contract/activity.ts';
import { exportLimits } from '../../../contract/limits.ts';
import { canRead, canUseConsole, type PermissionsMap } from '../../../contract/permissions.ts';
import { displayName } from '../../../contract/user_name.ts';
import { recordAudit } from '../../core/activity.ts';
import { noticeMail } from '../../text/mail_page.ts';
import { publishLive } from '../../live/live.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { defineTask, ProcessEnds } from '../../core/task.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { ExportsTable } from '../../db/tables.ts';
import { hashSecret, newSecret } from '../account/secrets.ts';
import { permissionsOf } from '../account/viewer.ts';
import type { Cell } from '../../../contract/cells.ts';
import { LISTED, type ExportParams } from './export_request.ts';
import { openSource } from './export_sources.ts';
import { CONTENT_TYPES, ExportTooLarge, writeExport } from './export_writers.ts';

/** How often the progress is written down, and whether somebody called the export off is looked at. */
const PROGRESS_MS = 1_000;
/** Times that an export is begun: what breaks off three times is not begun a fourth. A run that ends with its process does not count. */
const MOST_ATTEMPTS = 3;
const DAY_MS = 86_400_000;

/** The export was called off, or another run took it over: nothing of this run counts. */
class NotOurs extends Error {}

/** Why an export cannot be made, for the person who asked. */
class ExportRefused extends Error {}

interface ExportRow {
  id: string;
  user_id: string;
  format: string;
  params: unknown;
  state: string;
  attempts: number;
  storage_key: string | null;
}

/**
 * Makes the file of an export. All rows come from one snapshot of the database, and the file service keeps a
 * file as a whole or not at all. A run that breaks off leaves nothing: the next one begins again with a
 * snapshot of its own, so the file never mixes two moments and its number of rows is exact. The run that
 * ends the export asks for the mail in the same transaction, so there is one mail.
 */
export const exportTask = defineTask<{ export_id: string }>({
  name: 'export',
  description: 'Write an export file',
  retries: MOST_ATTEMPTS - 1,
  batch: 1,
  run: async ({ export_id }, { scope, signal }) => {
    const row = await begin(scope, export_id);
    if (!row) return;
    const storage_key = row.storage_key!;
    const { files } = scope.services;
    try {
      const viewer = await viewerOf(scope, row);
      const { rows, bytes } = await write(scope, viewer, row, storage_key, signal);
      await finish(scope, row, rows, bytes);
    } catch (error) {
      await files.remove(storage_key).catch(() => undefined);
      if (error instanceof NotOurs) return;
      const sentence = sentenceOf(error);
      const isFinal = error instanceof ExportRefused || error instanceof ExportTooLarge;
      if (!isFinal && signal.reason instanceof ProcessEnds) {
        await leave(scope, row, givenBack(row));
        throw error;
      }
      if (isFinal || row.attempts >= MOST_ATTEMPTS)
        await leave(scope, row, { ...failed(scope, sentence), storage_key: null });
      // what another try cannot cure is told to the person alone
      if (!isFinal) throw error;
    }
  },
});

/** Takes an export over from whoever held it. @returns null when it is gone, called off or done */
async function begin(scope: Scope, export_id: string): Promise<ExportRow | null> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  const before = await scope.db
    .selectFrom('exports')
    .select(['state', 'storage_key'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', export_id)
    .executeTakeFirst();
  if (!before) return null;
  const row = await scope.write(async (tx) => {
    const taken = await tx
      .updateTable('exports')
      .set((set) => ({
        state: 'running',
        // one that is tried again from the page of dead jobs has its tries back
        attempts: set
          .case()
          .when('state', '=', 'failed')
          .then(1)
          .else(set('attempts', '+', 1))
          .end(),
        storage_key: `${subdomain_id}/export-${randomUUID()}`,
        rows_expected: null,
        rows_written: '0',
        problem: null,
        finished_at: null,
        updated_at: now,
      }))
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', export_id)
      .where('state', 'in', ['pending', 'running', 'failed'])
      .returning(['id', 'user_id', 'format', 'params', 'state', 'attempts', 'storage_key'])
      .executeTakeFirst();
    if (taken) await tell(tx, subdomain_id, taken);
    return taken ?? null;
  });
  // a run that died may have kept a whole file and not said so
  if (row && before.storage_key !== null)
    await scope.services.files.remove(before.storage_key).catch(() => undefined);
  return row;
}

/** Writes the rows into the file service and counts them. @throws NotOurs as soon as the export is called off */
async function write(
  scope: Scope,
  viewer: Viewer,
  row: ExportRow,
  storage_key: string,
  signal: AbortSignal,
): Promise<{ rows: number; bytes: number }> {
  const params = row.params as ExportParams;
  const format = row.format as ExportFormat;
  return scope.snapshot(async (snapshot) => {
    const source = await openSource(scope, snapshot, viewer, params);
    await progress(scope, row, 0, source.count);
    let rows = 0;
    let bytes = 0;
    let toldAt = performance.now();
    const counted = async function* (): AsyncGenerator<Cell[][]> {
      for await (const batch of source.batches()) {
        signal.throwIfAborted();
        yield batch;
        rows += batch.length;
        if (performance.now() - toldAt < PROGRESS_MS) continue;
        await progress(scope, row, rows, source.count);
        toldAt = performance.now();
      }
      // the last look before the file is kept
      await progress(scope, row, rows, source.count);
    };
    const measured = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of writeExport(format, { header: source.header, batches: counted() })) {
        bytes += piece.length;
        yield piece;
      }
    };
    await scope.services.files.put(
      storage_key,
      Readable.from(measured(), { objectMode: false, highWaterMark: 256 * 1024 }),
      { contentType: CONTENT_TYPES[format] },
    );
    return { rows, bytes };
  });
}

/**
 * Changes an export as the run that holds it.
 *
 * @param row as the run knows it
 * @returns false when it is not that run's any more, which changes nothing: it was called off, or another run has begun it
 */
async function changeHeld(
  tx: Tx,
  scope: Scope,
  row: ExportRow,
  changes: Updateable<ExportsTable>,
): Promise<boolean> {
  const changed = await tx
    .updateTable('exports')
    .set({ ...changes, updated_at: scope.now() })
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('attempts', '=', row.attempts)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

async function progress(scope: Scope, row: ExportRow, rows: number, expected: number): Promise<void> {
  if (
    !(await scope.write((tx) =>
      changeHeld(tx, scope, row, { rows_written: String(rows), rows_expected: String(expected) }),
    ))
  )
    throw new NotOurs();
}

async function finish(scope: Scope, row: ExportRow, rows: number, bytes: number): Promise<void> {
  const { subdomain_id } = scope.viewer;
  const now = scope.now();
  await scope.write(async (tx) => {
    const isOurs = await changeHeld(tx, scope, row, {
      state: 'complete',
      rows_written: String(rows),
      rows_expected: String(rows),
      size_in_bytes: String(bytes),
      expires_at: new Date(now.getTime() + exportLimits.linkDays * DAY_MS),
      finished_at: now,
    });
    if (!isOurs) throw new NotOurs();
    await scope.services.tasks.enqueue(
      tx,
      exportMailTask.name,
      { subdomain_id, export_id: row.id },
      { key: `export ${subdomain_id} ${row.id}` },
    );
    await tell(tx, subdomain_id, row);
  });
}

/** Changes an export as `changeHeld` does, and tells of it; one that is another's by now is left alone. */
async function leave(scope: Scope, row: ExportRow, changes: Updateable<ExportsTable>): Promise<void> {
  await scope.write(async (tx) => {
    if (await changeHeld(tx, scope, row, changes)) await tell(tx, scope.viewer.subdomain_id, row);
  });
}

/** @param problem a sentence for the person who asked */
function failed(scope: Scope, problem: string): Updateable<ExportsTable> {
  return { state: 'failed', problem, finished_at: scope.now() };
}

/** The run ends with its process: the export waits again, and has lost no try. */
function givenBack(row: ExportRow): Updateable<ExportsTable> {
  return {
    state: 'pending',
    attempts: row.attempts - 1,
    storage_key: null,
    rows_expected: null,
    rows_written: '0',
  };
}

/** The consoles of the person who asked hear of it. */
function tell(tx: Tx, subdomain_id: string, row: { id: string; user_id: string }): Promise<void> {
  return publishLive(tx, {
    event: 'changed',
    entity: 'export',
    ids: [row.id],
    subdomain_id,
    user_ids: [row.user_id],
  });
}

/** Sentences for failures that people can do something about. */
function sentenceOf(error: unknown): string {
  if (error instanceof ExportRefused || error instanceof ExportTooLarge) return error.message;
  const { code } = error as { code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return 'The server disk is full. Ask your administrator to free up space, then export again.';
  return 'The file could not be written. Export again; your administrator can find the reason in the server log.';
}

/**
 * The person who asked, with the rights that they have now.
 * @throws ExportRefused when they may no longer read what they asked for
 */
async function viewerOf(scope: Scope, row: ExportRow): Promise<Viewer> {
  const { subdomain_id } = scope.viewer;
  const person = await scope.db
    .selectFrom('users')
    .select(['id', 'name', 'email_address', 'license_type', 'permissions', 'allowed_state'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', row.user_id)
    .executeTakeFirst();
  const workspace = await scope.db
    .selectFrom('subdomains')
    .select(['features', 'core_access'])
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  const viewer: Viewer = {
    subdomain_id,
    user_id: row.user_id,
    display_name: person ? displayName(person) : '',
    email_address: person?.email_address ?? null,
    license_type: person?.license_type ?? 'none',
    permissions: permissionsOf(
      person?.license_type ?? 'none',
      (person?.permissions ?? null) as Partial<PermissionsMap> | null,
    ),
    authorized_features: workspace.features,
    core_admin:
      person !== undefined &&
      person.allowed_state === 'allowed' &&
      canUseConsole({ license_type: person.license_type, core_access: workspace.core_access }),
  };
  if (!mayHold(viewer, row.params as ExportParams))
    throw new ExportRefused('You may no longer read what this export holds.');
  return viewer;
}

/** Whether a viewer may read everything that an export with this request holds. */
export function mayHold(viewer: Viewer, params: ExportParams): boolean {
  if (!viewer.core_admin || !canRead(viewer.permissions, 'feedback')) return false;
  if (params.collection === 'suggestions') return true;
  if (params.collection !== 'suggestion_activity_entries')
    return LISTED[params.collection].requires.allows(viewer);
  return [
    ...params.kinds.map(areaOfActivity),
    ...(params.includes.includes('tickets') ? (['tickets'] as const) : []),
  ].every((area) => canRead(viewer.permissions, area));
}

// The mail ---------------------------------------------------------------------------------------------------

/** Mails the link to the person who asked. A worker that dies after the mail sends it again: the newer link is the one that works. */
export const exportMailTask = defineTask<{ export_id: string }>({
  name: 'export_mail',
  description: 'Email the link to an export',
  run: async ({ export_id }, { scope }) => {
    const { subdomain_id } = scope.viewer;
    const row = await scope.db
      .selectFrom('exports')
      .innerJoin('users', (join) =>
        join.onRef('users.id', '=', 'exports.user_id').on('users.subdomain_id', '=', subdomain_id),
      )
      .select([
        'exports.state',
        'exports.mailed_at',
        'exports.file_name',
        'exports.rows_written',
        'exports.size_in_bytes',
        'users.name',
        'users.email_address',
        'users.allowed_state',
      ])
      .where('exports.subdomain_id', '=', subdomain_id)
      .where('exports.id', '=', export_id)
      .executeTakeFirst();
    if (
      !row ||
      row.state !== 'complete' ||
      row.mailed_at !== null ||
      row.email_address === null ||
      row.allowed_state !== 'allowed'
    )
      return;
    const workspace = await scope.db
      .selectFrom('subdomains')
      .select(['key', 'name'])
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    const token = newSecret();
    await scope.write((tx) =>
      tx
        .updateTable('exports')
        .set({ token_hash: hashSecret(token) })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', export_id)
        .execute(),
    );
    const address = `${scope.services.publicUrl(workspace.key)}/admin/exports/${token}`;
    const rows = Number(row.rows_written);
    const lines = [
      `Hello ${displayName(row)},`,
      `The export that you asked for in ${workspace.name} is ready: ${row.file_name}, ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}, ${sizeText(Number(row.size_in_bytes))}.`,
      address,
      `The link works for ${exportLimits.linkDays} days, for admins of ${workspace.name} who are signed in. Then the file is removed.`,
    ];
    await scope.services.mail.send({
      to: { name: row.name, email_address: row.email_address },
      subject: `Your export from ${workspace.name} is ready`,
      ...noticeMail({
        workspace: workspace.name,
        heading: 'Your export is ready',
        lines,
        link: { label: `Download ${row.file_name ?? 'the file'}`, url: address },
      }),
      message_id: `export-${subdomain_id}-${export_id}`,
    });
    await scope.write((tx) =>
      tx
        .updateTable('exports')
        .set({ mailed_at: scope.now() })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', export_id)
        .execute(),
    );
  },
});

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('en')} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

// Fetching and removing -------------------------------------------------------------------------------------

/** A file that may be fetched. */
export interface ExportFile {
  id: string;
  storage_key: string;
  file_name: string;
  content_type: string;
  size_in_bytes: string;
}

/**
 * The file of an export for whoever may fetch it: by the token of its mail any admin who may read what it
 * holds, by its id its owner. It is written down who fetched it.
 *
 * @returns null when there is none, it has lapsed, or it is not the viewer's to fetch: all answer alike
 */
export async function openExportFile(
  scope: Scope,
  by: { token: string } | { id: string },
): Promise<ExportFile | null> {
  const { subdomain_id, user_id } = scope.viewer;
  let query = scope.db
    .selectFrom('exports')
    .select(['id', 'user_id', 'params', 'storage_key', 'file_name', 'format', 'size_in_bytes'])
    .where('subdomain_id', '=', subdomain_id)
    .where('state', '=', 'complete')
    .where('expires_at', '>', scope.now());
  query =
    'token' in by
      ? query.where('token_hash', '=', hashSecret(by.token))
      : query.where('id', '=', by.id).where('user_id', '=', user_id);
  const row = await query.executeTakeFirst();
  if (!row || row.storage_key === null || !mayHold(scope.viewer, row.params as ExportParams)) return null;
  await scope.write((tx) =>
    recordAudit(tx, scope.viewer, 'export_downloaded', row.id, {
      file_name: row.file_name,
      by: 'token' in by ? 'link' : 'console',
    }),
  );
  return {
    id: row.id,
    storage_key: row.storage_key,
    file_name: row.file_name ?? `export.${row.format}`,
    content_type: CONTENT_TYPES[row.format as ExportFormat],
    size_in_bytes: row.size_in_bytes ?? '0',
  };
}

const SWEEP_BATCH = 200;
/** A run writes its progress each second: one that said nothing for this long has died with its last try. */
const SILENT_MS = 3_600_000;
/** One that nobody began for this long will not be begun: its job was removed. */
const WAITING_MS = 2 * DAY_MS;

/** Removes the files of exports that have lapsed or ended without one, and ends those whose last run has died. */
export const exportSweep = defineTask({
  name: 'export_sweep',
  description: 'Remove export files after 7 days and end stuck exports',
  batch: 1,
  run: async (_payload, { scope, signal }) => {
    const { subdomain_id } = scope.viewer;
    const now = scope.now();
    const dead = await scope.db
      .selectFrom('exports')
      .select(['id', 'user_id', 'format', 'params', 'state', 'attempts', 'storage_key'])
      .where('subdomain_id', '=', subdomain_id)
      .where((where) =>
        where.or([
          where.and([
            where('state', '=', 'running'),
            where('updated_at', '<', new Date(now.getTime() - SILENT_MS)),
          ]),
          where.and([
            where('state', '=', 'pending'),
            where('updated_at', '<', new Date(now.getTime() - WAITING_MS)),
          ]),
        ]),
      )
      .execute();
    for (const row of dead)
      await leave(scope, row, failed(scope, 'The work was broken off several times. Please export again.'));
    while (!signal.aborted) {
      const rows = await scope.db
        .selectFrom('exports')
        .select(['id', 'user_id', 'state', 'storage_key'])
        .where('subdomain_id', '=', subdomain_id)
        .where('storage_key', 'is not', null)
        .where((where) =>
          where.or([
            where.and([where('state', '=', 'complete'), where('expires_at', '<=', now)]),
            where('state', 'in', ['failed', 'cancelled']),
          ]),
        )
        .limit(SWEEP_BATCH)
        .execute();
      for (const row of rows) {
        await scope.services.files.remove(row.storage_key!).catch(() => undefined);
        await scope.write(async (tx) => {
          await tx
            .updateTable('exports')
            .set({
              storage_key: null,
              token_hash: null,
              updated_at: now,
              ...(row.state === 'complete' ? { state: 'expired' } : {}),
            })
            .where('subdomain_id', '=', subdomain_id)
            .where('id', '=', row.id)
            .execute();
          await tell(tx, subdomain_id, row);
        });
      }
      if (rows.length < SWEEP_BATCH) return;
    }
  },
});
