import { parseDate } from '../../contract/dates.ts';
import type { Entity } from '../core/entity.ts';
import { changedMeanwhile } from '../core/errors.ts';
import { timeInput } from '../inputs/kinds.ts';
import { ListWriter, type RecordsRow } from './list_writer.ts';
import type { Selection } from '../core/reads.ts';
import { rowsOf, type Tx } from '../sql/kysely.ts';
import type { Viewer } from '../core/viewer.ts';

/** What every update input takes, so that two people who edit one record do not overwrite each other. */
export const inIfUpdatedAt = timeInput(
  'updated_at of the record as it was read. When the record is newer the call is refused with reason "changed" and the record as it stands.',
  (text) => parseDate(text, new Date()),
);

/**
 * Refuses an update whose caller has not seen the record's latest change. Times leave the API cut
 * to milliseconds, as the driver reads them, so that they can be compared.
 *
 * @param given if_updated_at of the input; undefined: the caller does not ask
 * @param current reads the record as it stands, for the caller to compare
 * @throws BAD_USER_INPUT with reason 'changed'
 */
export async function assertNotModified(
  given: Date | undefined,
  row: { updated_at: Date },
  what: string,
  current: () => Promise<unknown>,
): Promise<void> {
  if (given !== undefined && row.updated_at.getTime() > given.getTime())
    throw changedMeanwhile(what, await current());
}

/** Time of this change: later than the former one even within a millisecond, so that it is seen as a change. */
export function nextUpdatedAt(row: { updated_at: Date }, now: Date): Date {
  return new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1));
}

/**
 * A record as the API shows it, read in the open transaction.
 * @param entity the record's own; `related` holds those that the selection names besides
 */
export async function readRecord(
  tx: Tx,
  viewer: Viewer,
  entity: Entity,
  related: readonly Entity[],
  id: string,
  selection: Selection,
): Promise<unknown> {
  const entities = new Map([entity, ...related].map((one) => [one.name, one]));
  const statement = new ListWriter(entities, viewer).byIds(entity, [id], selection);
  const [row] = await rowsOf<RecordsRow>(tx, statement);
  return (JSON.parse(row!.records) as unknown[])[0] ?? null;
}
