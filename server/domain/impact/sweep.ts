import { impactLimits } from '../../../contract/impact_reports.ts';
import { markChanged } from '../../core/changes.ts';
import { defineTask } from '../../core/task.ts';
import { takeHeadFigures } from './figures.ts';
import { ideasOf, type Source } from './source.ts';

const DAY_MS = 86_400_000;
/** What moved since the figures is counted anew after this. */
const STALE_MS = 3_600_000;
/** Reports that one job counts, the stalest first; the others have the next one. */
const COUNTED_AT_ONCE = 20;

/** Counts what moved since the figures of reports were taken, and removes those that can no longer be brought back. */
export const impactSweep = defineTask({
  name: 'impact_sweep',
  description: 'Count what moved since impact reports were raised, and remove deleted ones',
  batch: 1,
  due: `select r.subdomain_id from impact_reports r where r.deleted_at is null and r.state <> 'archived' and r.counted_at < now() - interval '1 hour'
    or r.deleted_at < now() - interval '${impactLimits.undoDays} days'`,
  run: async (_payload, { scope, signal }) => {
    const { subdomain_id } = scope.viewer;
    const now = scope.now();
    await scope.write((tx) =>
      tx
        .deleteFrom('impact_reports')
        .where('subdomain_id', '=', subdomain_id)
        .where('deleted_at', '<', new Date(now.getTime() - impactLimits.undoDays * DAY_MS))
        .execute(),
    );
    const stale = await scope.read<
      Source & { id: string; people: number; accounts: number; revenue_cents: number }
    >({
      text: `select r.id::text as id, r.source, r.theme_id::text as theme_id, r.saved_view_id::text as saved_view_id, r.suggestion_ids::text[] as suggestion_ids,
  r.people_now as people, r.accounts_now as accounts, r.revenue_cents_now::float8 as revenue_cents
from impact_reports r where r.subdomain_id = $1 and r.deleted_at is null and r.state <> 'archived' and r.counted_at < $2
order by r.counted_at limit ${COUNTED_AT_ONCE}`,
      values: [subdomain_id, new Date(now.getTime() - STALE_MS)],
    });
    for (const { id, people, accounts, revenue_cents, ...source } of stale) {
      signal.throwIfAborted();
      const read = scope.read.bind(scope);
      const ids = await ideasOf(scope.viewer, source, read);
      // what it was about is gone: what was counted last stays
      const head =
        ids.length === 0 || ids.length > impactLimits.ideas
          ? { people, accounts, revenue_cents }
          : await takeHeadFigures(read, subdomain_id, ids);
      await scope.write(async (tx) => {
        await tx
          .updateTable('impact_reports')
          .set({
            people_now: head.people,
            accounts_now: head.accounts,
            revenue_cents_now: String(Math.round(head.revenue_cents)),
            counted_at: now,
          })
          .where('subdomain_id', '=', subdomain_id)
          .where('id', '=', id)
          .execute();
        if (head.people !== people || head.accounts !== accounts || head.revenue_cents !== revenue_cents)
          markChanged(tx, 'impact_report', [id]);
      });
    }
  },
});
