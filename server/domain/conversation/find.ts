import type { Selectable } from 'kysely';
import { notFound } from '../../core/errors.ts';
import type { Tx } from '../../core/scope.ts';
import type { CommentsTable, FeedbackRecordsTable } from '../../db/tables.ts';

/**
 * A comment that was not deleted, locked until the commit. Locked before its idea, as everywhere.
 * @throws BAD_USER_INPUT; foreign and unknown ids answer alike
 */
export async function lockComment(tx: Tx, subdomainId: string, id: string, field: string): Promise<Selectable<CommentsTable>> {
  const row = await tx.selectFrom('comments').selectAll().where('subdomain_id', '=', subdomainId).where('id', '=', id).where('state', '<>', 'deleted').forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound(field, 'comment');
  return row;
}

/**
 * A feedback record that was not deleted, locked until the commit. Locked before its idea, as everywhere.
 * @throws BAD_USER_INPUT; foreign and unknown ids answer alike
 */
export async function lockFeedbackRecord(tx: Tx, subdomainId: string, id: string, field: string): Promise<Selectable<FeedbackRecordsTable>> {
  const row = await tx.selectFrom('feedback_records').selectAll().where('subdomain_id', '=', subdomainId).where('id', '=', id).where('state', '=', 'active').forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound(field, 'feedback record');
  return row;
}
