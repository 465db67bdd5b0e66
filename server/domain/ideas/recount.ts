import { recordAudit } from '../../core/activity.ts';
import type { Scope } from '../../core/scope.ts';
import { defineTask } from '../../core/task.ts';
import { reindexTexts } from './content.ts';
import { compactDays } from '../counters/days.ts';
import { countFeatures, nextFeatures } from '../counters/features.ts';
import { CounterMismatch } from '../counters/mismatch.ts';
import { nextIdeas, recountRevenue, recountSuggestions, recountTotals } from '../counters/recount.ts';
import { recountReplies } from '../counters/reply_counts.ts';

const BATCH = 500;

/** Ends work between two batches when its process is asked to stop. */
function stopIfAsked(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new Error('The recount was ended before it was done; the next one begins again.');
}

/**
 * Recomputes every stored counter of the scope's tenant, in short transactions, beside running
 * work. What was wrong is set right, answered, and noted in the audit log. Texts whose search words an older
 * version has lost are indexed again on the way.
 *
 * @param onProgress is told how many ideas are done, and how many there are
 */
export async function recountTenant(
  scope: Scope,
  options: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void } = {},
): Promise<CounterMismatch> {
  const sid = scope.viewer.subdomain_id;
  const drift = new CounterMismatch();
  const { total } = await scope.db
    .selectFrom('suggestions')
    .select((select) => select.fn.countAll<string>().as('total'))
    .where('subdomain_id', '=', sid)
    .executeTakeFirstOrThrow();
  let done = 0;
  for (let after: string | null = '0'; after !== null;) {
    stopIfAsked(options.signal);
    const batch = await nextIdeas(scope.db, sid, after, BATCH);
    await scope.write(async (tx) => {
      await recountSuggestions(tx, sid, batch, drift);
      await reindexTexts(tx, sid, batch);
    });
    done += batch.length;
    options.onProgress?.(done, Number(total));
    after = batch.length === BATCH ? batch.at(-1)! : null;
  }
  stopIfAsked(options.signal);
  // each in a transaction of its own, so that locks are taken in the order of counters.ts and not held for long
  await scope.write((tx) => recountReplies(tx, sid, drift));
  await scope.write((tx) => compactDays(tx, sid));
  for (let ids = await nextFeatures(scope.db, sid, '0'); ids.length > 0;) {
    stopIfAsked(options.signal);
    const batch = ids;
    await scope.write((tx) => countFeatures(tx, sid, batch, drift));
    ids = await nextFeatures(scope.db, sid, ids.at(-1)!);
  }
  await scope.write(async (tx) => {
    await recountTotals(tx, sid, drift);
    if (drift.entries.length > 0)
      await recordAudit(tx, scope.viewer, 'recount', null, { drift: drift.entries });
  });
  return drift;
}

/** Nightly, per tenant: stored counters against the rows. */
export const recountTask = defineTask({
  name: 'recount',
  description: 'Recount ideas, votes and comments',
  batch: 1,
  run: async (_payload, { scope, signal }) => {
    await recountTenant(scope, { signal });
  },
});

/**
 * An account's revenue changed: the ideas that it stands behind follow, in batches. To be asked for
 * in the transaction that changes revenue_cents or mrr_cents.
 */
export const accountRevenueTask = defineTask<{ account_id: string }>({
  name: 'account_revenue',
  description: 'Update revenue of ideas after an account changed',
  run: async ({ account_id }, { scope, signal }) => {
    const sid = scope.viewer.subdomain_id;
    for (let after: string | null = '0'; after !== null;) {
      stopIfAsked(signal);
      const rows = await scope.db
        .selectFrom('suggestion_accounts')
        .select('suggestion_id')
        .where('subdomain_id', '=', sid)
        .where('account_id', '=', account_id)
        .where('suggestion_id', '>', after)
        .orderBy('suggestion_id')
        .limit(BATCH)
        .execute();
      const ids = rows.map((row) => row.suggestion_id);
      if (ids.length > 0) await scope.write((tx) => recountRevenue(tx, sid, ids));
      after = ids.length === BATCH ? ids.at(-1)! : null;
    }
  },
});
