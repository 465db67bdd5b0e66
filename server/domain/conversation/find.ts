import { sql, type RawBuilder, type Selectable } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { CommentsTable, FeedbackRecordsTable } from '../../db/tables.ts';

/** Condition of a row of `table` whose idea was not deleted: what is hidden with its idea is changed by no one (DEC-092). */
export function isOfIdeaThere(table: string, subdomainId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from suggestions di where di.subdomain_id = ${subdomainId} and di.id = ${sql.ref(`${table}.suggestion_id`)} and di.state = 'deleted')`;
}

/**
 * A comment that was not deleted, locked until the commit. Locked before its idea, as everywhere.
 * @throws BAD_USER_INPUT; foreign and unknown ids answer alike
 */
export async function lockComment(
  tx: Tx,
  subdomainId: string,
  id: string,
  field: string,
): Promise<Selectable<CommentsTable>> {
  const row = await tx
    .selectFrom('comments')
    .selectAll()
    .where('subdomain_id', '=', subdomainId)
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .where(isOfIdeaThere('comments', subdomainId))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'comment');
  return row;
}

/**
 * A feedback record that was not deleted, locked until the commit. Locked before its idea, as everywhere.
 * @throws BAD_USER_INPUT; foreign and unknown ids answer alike
 */
export async function lockFeedbackRecord(
  tx: Tx,
  subdomainId: string,
  id: string,
  field: string,
): Promise<Selectable<FeedbackRecordsTable>> {
  const row = await tx
    .selectFrom('feedback_records')
    .selectAll()
    .where('subdomain_id', '=', subdomainId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where(isOfIdeaThere('feedback_records', subdomainId))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'feedback record');
  return row;
}
