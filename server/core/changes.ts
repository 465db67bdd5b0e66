import type { WorkspaceKind } from '../../contract/live.ts';
import type { Tx } from '../sql/kysely.ts';

/** Ids of changed records, by kind. */
export type ChangedRecords = ReadonlyMap<WorkspaceKind, ReadonlySet<string>>;

const changedIn = new WeakMap<Tx, Map<WorkspaceKind, Set<string>>>();

/**
 * Notes that the open transaction changes records which open consoles may be showing. Once it is committed they
 * are told, together with what others change at that time (`ChangeBroadcaster`). Unlike `publishLive` it sends no
 * statement, so it costs busy commands, such as votes, nothing.
 */
export function markChanged(tx: Tx, entity: WorkspaceKind, ids: Iterable<string>): void {
  let byEntity = changedIn.get(tx);
  if (!byEntity) changedIn.set(tx, (byEntity = new Map()));
  let known = byEntity.get(entity);
  if (!known) byEntity.set(entity, (known = new Set()));
  for (const id of ids) known.add(id);
}

/** What `markChanged` was told of a transaction; null: nothing. */
export function changesOf(tx: Tx): ChangedRecords | null {
  return changedIn.get(tx) ?? null;
}
