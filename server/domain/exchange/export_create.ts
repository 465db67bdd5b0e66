import { exportRates, type ExportCollection } from '../../../contract/exports.ts';
import { defineCommand } from '../../core/command.ts';
import { badRequest, notFound } from '../../core/errors.ts';
import { jsonInput, required } from '../../inputs/kinds.ts';
import type { Scope } from '../../core/scope.ts';
import { readRight } from '../../core/viewer.ts';
import { readExportRequest, type ExportParams } from './export_request.ts';
import { exportTask } from './export_run.ts';

const HOUR_MS = 3_600_000;
/** A person's request that is made again within this time while the first is under way is a double click. */
const DOUBLE_CLICK_MS = 10_000;

/** What the starting of an export answers. */
export interface StartedExport {
  id: string;
  state: string;
}

/**
 * Starts an export. It is no operation of the GraphQL schema: POST /api/v2/admin/exports runs it, with the
 * body of the request as `request`. The same request a second time within some seconds answers the first export.
 *
 * @throws what `readExportRequest` throws; BAD_USER_INPUT with httpStatus 429 when too many are asked for
 */
export const exportCreate = defineCommand({
  name: 'export_create',
  description: 'Starts an export: a file that is made in the background and emailed as a link.',
  requires: readRight('feedback'),
  input: { request: required(jsonInput('The request.', (raw) => raw as Readonly<Record<string, unknown>>)) },
  returns: { type: 'Json' },
  run: async ({ request }, { tx, viewer, subdomain_id, now, audit, enqueue }): Promise<StartedExport> => {
    const params = readExportRequest(viewer, request);
    const user_id = viewer.user_id!;
    if (params.collection === 'suggestion_activity_entries' && params.suggestion !== null) {
      const idea = await tx
        .selectFrom('suggestions')
        .select('id')
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', params.suggestion)
        .where('state', '<>', 'deleted')
        .executeTakeFirst();
      if (!idea) throw notFound('suggestion', 'idea');
    }
    // requests of one person come one after another, so that two at once are counted
    await tx
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', user_id)
      .forUpdate()
      .execute();
    const recent = await tx
      .selectFrom('exports')
      .select(['id', 'state', 'params', 'created_at'])
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', user_id)
      .where((where) =>
        where.or([
          where('created_at', '>', new Date(now.getTime() - HOUR_MS)),
          where('state', 'in', ['pending', 'running']),
        ]),
      )
      .orderBy('id', 'desc')
      .execute();
    const under = recent.filter(({ state }) => state === 'pending' || state === 'running');
    const same = under.find(
      (row) =>
        now.getTime() - row.created_at.getTime() < DOUBLE_CLICK_MS &&
        isSame(row.params as ExportParams, params),
    );
    if (same) return { id: same.id, state: same.state };
    if (under.length >= exportRates.atOnce)
      throw badRequest(`${under.length} of your exports are under way. Wait for one of them, or cancel it.`, {
        reason: 'too_many',
        httpStatus: 429,
      });
    const inHour = recent.filter((row) => now.getTime() - row.created_at.getTime() < HOUR_MS);
    if (inHour.length >= exportRates.perHour)
      throw badRequest(`You started ${inHour.length} exports within the last hour. Please try again later.`, {
        reason: 'too_many',
        httpStatus: 429,
      });

    const row = await tx
      .insertInto('exports')
      .values({
        subdomain_id,
        user_id,
        collection: params.collection,
        format: params.format,
        params: JSON.stringify(params),
        file_name: fileNameOf(params, now),
        created_at: now,
        updated_at: now,
      })
      .returning(['id', 'state'])
      .executeTakeFirstOrThrow();
    await audit('export_started', row.id, { ...params });
    await enqueue(exportTask, { export_id: row.id });
    return row;
  },
});

/** Seconds until a person may start an export again; a wait that is long enough, since one may end sooner. */
export async function secondsUntilExport(scope: Scope): Promise<number> {
  const { subdomain_id, user_id } = scope.viewer;
  const since = new Date(scope.now().getTime() - HOUR_MS);
  const rows = await scope.db
    .selectFrom('exports')
    .select('created_at')
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  if (rows.length < exportRates.perHour) return 60;
  return Math.max(
    1,
    Math.ceil(
      (rows[rows.length - exportRates.perHour]!.created_at.getTime() + HOUR_MS - scope.now().getTime()) /
        1000,
    ),
  );
}

function isSame(a: ExportParams, b: ExportParams): boolean {
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([x], [y]) => (x < y ? -1 : 1)))
        : inner,
    );
  return sorted(a) === sorted(b);
}

const FILE_NAMES: Readonly<Record<Exclude<ExportCollection, 'suggestion_activity_entries'>, string>> = {
  suggestions: 'ideas',
  users: 'users',
  external_accounts: 'accounts',
  audit_entries: 'audit-log',
};

/** Such as activity-of-idea-17-2026-03-31.csv. */
function fileNameOf(params: ExportParams, now: Date): string {
  const what =
    params.collection !== 'suggestion_activity_entries'
      ? FILE_NAMES[params.collection]
      : params.suggestion === null
        ? 'activity'
        : `activity-of-idea-${params.suggestion}`;
  return `${what}-${now.toISOString().slice(0, 10)}.${params.format}`;
}
