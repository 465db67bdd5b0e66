import { sql } from 'kysely';
import { POSITION_STEP } from '../../../contract/features.ts';
import type { CommandContext } from '../../core/command.ts';

/*
 * Places of cards in a column. A position is a number with room on both sides, so that a move writes the moved card
 * alone. Where the room is used up, after some fifty moves into the same gap, the column is spread again.
 */

type Where = Pick<CommandContext, 'tx' | 'subdomain_id'>;

const cardsOf = ({ subdomain_id }: Where, column: string | null) =>
  sql`from features f where f.subdomain_id = ${subdomain_id} and ${column === null ? sql`f.feature_status_id is null` : sql`f.feature_status_id = ${column}::bigint`}`;

/**
 * Where a card goes.
 * @param column status; null: the column of those without one
 * @param place position of the card that stands at the wanted place, which makes room; null: at the end
 * @param self the card that moves within its column; null: it comes from elsewhere
 */
export async function placeIn(
  where: Where,
  column: string | null,
  place: number | null,
  self: { id: string; position: number } | null,
): Promise<number> {
  const others = sql`${cardsOf(where, column)} and f.id <> ${self?.id ?? '0'} and f.deleted_at is null`;
  const there =
    place === null
      ? undefined
      : (
          await sql<{ id: string }>`
select f.id::text as id ${others} and f.position >= ${place} order by f.position, f.id limit 1`.execute(
            where.tx,
          )
        ).rows[0];
  if (there === undefined) return (await lastIn(where, column)) + POSITION_STEP;
  // one that moves down takes the place of the card that moves up
  const isDown = self !== null && self.position < place!;
  const between = async (): Promise<number | null> => {
    const { rows } = await sql<{ position: number; before: number | null; after: number | null }>`
select t.position, (select max(f.position) ${others} and f.position < t.position) as before, (select min(f.position) ${others} and f.position > t.position) as after
from features t where t.subdomain_id = ${where.subdomain_id} and t.id = ${there.id}`.execute(where.tx);
    const { position, before, after } = rows[0]!;
    const [low, high] = isDown
      ? [position, after ?? position + 2 * POSITION_STEP]
      : [before ?? position - 2 * POSITION_STEP, position];
    const middle = (low + high) / 2;
    return middle > low && middle < high ? middle : null;
  };
  const found = await between();
  if (found !== null) return found;
  await spread(where, column);
  return (await between())!;
}

async function lastIn(where: Where, column: string | null): Promise<number> {
  const { rows } = await sql<{
    last: number | null;
  }>`select max(f.position) as last ${cardsOf(where, column)}`.execute(where.tx);
  return rows[0]!.last ?? 0;
}

/** Gives the cards of a column even distances again. */
async function spread(where: Where, column: string | null): Promise<void> {
  await sql`select f.id ${cardsOf(where, column)} order by f.id for no key update`.execute(where.tx);
  await sql`
update features t set position = d.position
from (select f.id, row_number() over (order by f.position, f.id) * ${POSITION_STEP}::float8 as position ${cardsOf(where, column)}) d
where t.subdomain_id = ${where.subdomain_id} and t.id = d.id`.execute(where.tx);
}
