/** Issues are kept as the tracker has them: read every ten minutes, and sooner when it tells of a change. */
import { markChanged } from '../../core/changes.ts';
import type { Scope } from '../../core/scope.ts';
import { defineTask } from '../../core/task.ts';
import { TrackerError, type TrackerAccess, type TrackerIssue } from '../../services/tracker.ts';
import { accessOf, findTracker, type TrackerRow } from './access.ts';

const MINUTE_MS = 60_000;
/** An issue is read again after so long. */
export const READ_EVERY_MINUTES = 10;
/** Issues of one call, and calls of one job: the others have the next one, five minutes later. */
const A_CALL = 50;
const CALLS = 20;
/** After a failure nothing is read for so long; each further one doubles it, up to a day. */
const PAUSE_MS = 5 * MINUTE_MS;
const PAUSE_MOST_MS = 24 * 60 * MINUTE_MS;

/**
 * Columns of an issue as the tracker has it.
 * @param before as it was read before; null: never
 */
export function issueValues(
  issue: TrackerIssue,
  before: { status: string | null; status_last_updated_at: Date | null } | null,
  now: Date,
) {
  const isFirst = before === null || before.status === null;
  const since =
    isFirst || before.status === issue.status
      ? (before?.status_last_updated_at ?? issue.stage_since)
      : // when it changed since the last reading only the tracker knows
        now;
  return {
    jira_id: issue.id,
    summary: issue.summary,
    issuetype: issue.issuetype,
    issuetype_icon_url: issue.issuetype_icon_url,
    status: issue.status,
    status_color: issue.status_color,
    stage: issue.stage,
    status_last_updated_at: since,
    is_missing: false,
    read_at: now,
  };
}

/** The stalest issues that are to be read. */
function stalest(scope: Scope) {
  return scope.db
    .selectFrom('tracker_issues')
    .selectAll()
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where((where) =>
      where.or([
        where('read_at', 'is', null),
        where('read_at', '<', new Date(scope.now().getTime() - READ_EVERY_MINUTES * MINUTE_MS)),
      ]),
    )
    .orderBy('read_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(A_CALL)
    .execute();
}

/** Reads some issues and writes what changed. @throws TrackerError */
async function read(
  scope: Scope,
  access: TrackerAccess,
  issues: Awaited<ReturnType<typeof stalest>>,
): Promise<void> {
  const { subdomain_id } = scope.viewer;
  const answered = await scope.services.tracker.issues(
    access,
    issues.map(({ jira_id, jira_key }) => jira_id ?? jira_key),
  );
  const byId = new Map(answered.map((issue) => [issue.id, issue]));
  const byKey = new Map(answered.map((issue) => [issue.key, issue]));
  const now = scope.now();
  await scope.write(async (tx) => {
    const changed: string[] = [];
    for (const row of issues) {
      const found = (row.jira_id === null ? undefined : byId.get(row.jira_id)) ?? byKey.get(row.jira_key);
      const values = found === undefined ? { is_missing: true, read_at: now } : issueValues(found, row, now);
      const isChanged = Object.entries(values).some(
        ([name, value]) => name !== 'read_at' && !isSame(row[name as keyof typeof row], value),
      );
      if (isChanged) changed.push(row.id);
      await tx
        .updateTable('tracker_issues')
        .set({ ...values, ...(isChanged ? { updated_at: now } : {}) })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', row.id)
        .execute();
      // one that moved to another project has a new key
      if (found !== undefined && found.key !== row.jira_key && (await isFree(found.key))) {
        await tx
          .updateTable('tracker_issues')
          .set({ jira_key: found.key, updated_at: now })
          .where('subdomain_id', '=', subdomain_id)
          .where('id', '=', row.id)
          .execute();
        changed.push(row.id);
      }
    }
    if (changed.length === 0) return;
    const ideas = await tx
      .selectFrom('suggestion_tracker_issues')
      .select('suggestion_id')
      .where('subdomain_id', '=', subdomain_id)
      .where('issue_id', 'in', changed)
      .execute();
    markChanged(
      tx,
      'suggestion',
      ideas.map((idea) => idea.suggestion_id),
    );

    async function isFree(jira_key: string): Promise<boolean> {
      const taken = await tx
        .selectFrom('tracker_issues')
        .select('id')
        .where('subdomain_id', '=', subdomain_id)
        .where('jira_key', '=', jira_key)
        .executeTakeFirst();
      return taken === undefined;
    }
  });
}

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;

/** Notes how a call went, for whoever keeps the settings, and when the next one may come. */
export async function noteCall(scope: Scope, row: TrackerRow, error: TrackerError | null): Promise<void> {
  const now = scope.now();
  const failures_count = error === null ? 0 : row.failures_count + 1;
  const pauseMs =
    error === null ? 0 : Math.min(PAUSE_MS * 2 ** Math.min(row.failures_count, 20), PAUSE_MOST_MS);
  if (error === null && row.failures_count === 0 && row.problem === null) return;
  await scope.write((tx) =>
    tx
      .updateTable('tracker_settings')
      .set({
        problem: error?.message ?? null,
        problem_at: error === null ? null : now,
        failures_count,
        next_read_at: new Date(now.getTime() + Math.max(pauseMs, (error?.retryAfterSeconds ?? 0) * 1000)),
      })
      .where('subdomain_id', '=', row.subdomain_id)
      .execute(),
  );
}

/** Reads issues anew: those that the tracker told of, and those that were read some time ago. */
export const trackerRead = defineTask({
  name: 'tracker_read',
  description: 'Read linked issues from the issue tracker',
  // a failure is noted, and the next run comes after a pause
  retries: 0,
  batch: 1,
  due: `select t.subdomain_id from tracker_settings t where t.sealed_token is not null and t.next_read_at <= now()
    and exists (select 1 from tracker_issues i where i.subdomain_id = t.subdomain_id and (i.read_at is null or i.read_at < now() - interval '${READ_EVERY_MINUTES} minutes'))`,
  run: async (_payload, { scope, signal }) => {
    const row = await findTracker(scope.db, scope.viewer.subdomain_id);
    if (!row || row.next_read_at.getTime() > scope.now().getTime()) return;
    try {
      const access = accessOf(row, scope.services.seals);
      if (access === null) return;
      for (let calls = 0; calls < CALLS; calls += 1) {
        signal.throwIfAborted();
        const issues = await stalest(scope);
        if (issues.length === 0) break;
        await read(scope, access, issues);
      }
      await noteCall(scope, row, null);
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      await noteCall(scope, row, error);
    }
  },
});

/**
 * The tracker told that an issue changed. What it says of it is not believed: the issue is read.
 * @param refs keys and ids of issues, as they came
 */
export async function tellOfChange(scope: Scope, refs: readonly string[]): Promise<void> {
  const { subdomain_id } = scope.viewer;
  if (refs.length === 0) return;
  await scope.write(async (tx) => {
    const told = await tx
      .updateTable('tracker_issues')
      .set({ read_at: null })
      .where('subdomain_id', '=', subdomain_id)
      .where((where) => where.or([where('jira_key', 'in', refs), where('jira_id', 'in', refs)]))
      .returning('id')
      .execute();
    if (told.length === 0) return;
    await scope.services.tasks.enqueue(
      tx,
      trackerRead.name,
      { subdomain_id },
      { key: `tracker ${subdomain_id}` },
    );
  });
}
