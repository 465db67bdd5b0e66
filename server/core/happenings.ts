import type { WebhookKind } from '../../contract/webhooks.ts';
import type { Tx } from '../sql/kysely.ts';

/**
 * What happened in a transaction: ids by kind. Of activity these are ids of feed entries, else of the person or
 * account.
 */
export type Happenings = ReadonlyMap<WebhookKind, ReadonlySet<string>>;

const happenedIn = new WeakMap<Tx, Map<WebhookKind, Set<string>>>();

/**
 * Notes what happens in the open transaction, for those outside who want to hear of it (webhooks). It sends no
 * statement; what was noted is handed on once, as the last work of the transaction (`ScopeDependencies.settle`).
 */
export function noteHappening(tx: Tx, kind: WebhookKind, ids: Iterable<string>): void {
  let byKind = happenedIn.get(tx);
  if (!byKind) happenedIn.set(tx, (byKind = new Map()));
  let known = byKind.get(kind);
  if (!known) byKind.set(kind, (known = new Set()));
  for (const id of ids) known.add(id);
}

/** What `noteHappening` was told of a transaction; null: nothing. */
export function happeningsOf(tx: Tx): Happenings | null {
  return happenedIn.get(tx) ?? null;
}
