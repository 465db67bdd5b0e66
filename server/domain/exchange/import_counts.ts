import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { defineTask } from '../../core/task.ts';
import { recountTotals } from '../counters/recount.ts';

/** An import that has written nothing for so long is taken for dead. */
const SILENCE_MS = 5 * 60_000;

/**
 * Counts what an import leaves to its end: everything that is stored per forum, category, status, label, person
 * and day. An import that ends does so itself; this is for one that was killed, or lost its database.
 */
export const importCountsTask = defineTask({
  name: 'import_counts',
  description: 'Recount after an interrupted import',
  batch: 1,
  run: async (_payload, { scope }) => {
    await scope.write((tx) => recountTotals(tx, scope.viewer.subdomain_id));
  },
});

/**
 * Leaves a job behind in a transaction that writes rows without those counts; to be called last in it. Each
 * further transaction puts the same job off, so that it never comes due under an import that goes on.
 */
export async function scheduleRecount(tx: Tx, scope: Scope): Promise<void> {
  const { subdomain_id } = scope.viewer;
  // the database compares it with its own clock, so it is no matter of the scope's time
  await scope.services.tasks.putOff(
    tx,
    importCountsTask.name,
    { subdomain_id },
    { key: subdomain_id, startAfter: new Date(Date.now() + SILENCE_MS) },
  );
}

/**
 * Counts now and takes the job back; a transaction of its own. The job goes first: another import of the
 * workspace then either has committed its rows, which are counted, or leaves a job again.
 */
export async function recountNow(tx: Tx, scope: Scope): Promise<void> {
  const { subdomain_id } = scope.viewer;
  await scope.services.tasks.takeBack(tx, importCountsTask.name, subdomain_id);
  await recountTotals(tx, subdomain_id);
}
