import { sql } from 'kysely';
import { themeLimits } from '../../../contract/themes.ts';
import { defineTask } from '../../core/task.ts';
import { tellOfThemeSet } from './live.ts';
import { countThemes } from './numbers.ts';

/** A run that said nothing for this long has died with its last try. */
const SILENT_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Numbers of themes are counted anew after this. */
const STALE_MS = 3_600_000;
/** Reports that one job counts, the stalest first; the others have the next one. */
const COUNTED_AT_ONCE = 50;

/** Ends runs whose worker died for good, counts the numbers of themes anew, removes what can no longer be brought back. */
export const themeSweep = defineTask({
  name: 'theme_sweep',
  description: 'End stuck theme reports, count their numbers again and remove deleted ones',
  batch: 1,
  due: `select t.subdomain_id from theme_sets t where t.status = 'running' and t.updated_at < now() - interval '10 minutes' or t.run_id is not null and t.counted_at < now() - interval '1 hour'
    or t.state = 'deleted' and t.updated_at < now() - interval '${themeLimits.undoDays} days'`,
  run: async (_payload, { scope, signal }) => {
    const { subdomain_id: sid } = scope.viewer;
    const now = scope.now();
    const ago = (ms: number): Date => new Date(now.getTime() - ms);
    await scope.write(async (tx) => {
      const dead = await tx
        .updateTable('theme_sets')
        .set({
          status: 'failed',
          problem: 'The run broke off several times. Please run it again.',
          progress_step: null,
          updated_at: now,
        })
        .where('subdomain_id', '=', sid)
        .where('status', '=', 'running')
        .where('updated_at', '<', ago(SILENT_MS))
        .returning('id')
        .execute();
      for (const { id } of dead) await tellOfThemeSet(tx, sid, id);
    });
    const stale = await scope.db
      .selectFrom('theme_sets')
      .select('id')
      .where('subdomain_id', '=', sid)
      .where('state', '<>', 'deleted')
      .where('run_id', 'is not', null)
      .where('counted_at', '<', ago(STALE_MS))
      .orderBy('counted_at')
      .limit(COUNTED_AT_ONCE)
      .execute();
    for (const { id } of stale) {
      signal.throwIfAborted();
      await scope.write(async (tx) => {
        const isThere = await tx
          .selectFrom('theme_sets')
          .select('id')
          .where('subdomain_id', '=', sid)
          .where('id', '=', id)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (isThere && (await countThemes(tx, sid, id, now)) > 0) await tellOfThemeSet(tx, sid, id);
      });
    }
    const gone = await scope.db
      .selectFrom('theme_sets')
      .select('id')
      .where('subdomain_id', '=', sid)
      .where('state', '=', 'deleted')
      .where('updated_at', '<', ago(themeLimits.undoDays * DAY_MS))
      .execute();
    for (const { id } of gone) {
      signal.throwIfAborted();
      await scope.write(async (tx) => {
        await sql`delete from theme_placements where subdomain_id = ${sid} and theme_set_id = ${id}`.execute(
          tx,
        );
        await sql`delete from theme_runs where subdomain_id = ${sid} and theme_set_id = ${id}`.execute(tx);
        await sql`delete from themes where subdomain_id = ${sid} and theme_set_id = ${id}`.execute(tx);
        await sql`delete from notifications where subdomain_id = ${sid} and theme_set_id = ${id}`.execute(tx);
        await sql`delete from theme_sets where subdomain_id = ${sid} and id = ${id} and state = 'deleted'`.execute(
          tx,
        );
      });
    }
  },
});
