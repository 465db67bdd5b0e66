import type { Selectable } from 'kysely';
import { badInput, notFound } from '../../core/errors.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { CategoriesTable, ForumsTable, LabelsTable, SuggestionsTable } from '../../db/tables.ts';

/* Rows of the tenant by id. Unknown, foreign and deleted ones answer alike: BAD_USER_INPUT naming the input (DEC-004). */

/**
 * An idea, whatever its state but deleted.
 * @param field input that names it
 * @param options lock: nobody else changes it until the commit; joins: something is about to be added to it, which a merged idea refuses
 * @throws BAD_USER_INPUT
 */
export async function findSuggestion(
  tx: Tx,
  subdomainId: string,
  id: string,
  field: string,
  options: { lock?: boolean; joins?: boolean } = {},
): Promise<Selectable<SuggestionsTable>> {
  const query = tx
    .selectFrom('suggestions')
    .selectAll()
    .where('subdomain_id', '=', subdomainId)
    .where('id', '=', id)
    .where('state', '<>', 'deleted');
  const row = await (options.lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw notFound(field, 'idea');
  if (options.joins && row.state === 'merged')
    throw badInput(field, 'This idea was merged into another one.', { reason: 'merged' });
  return row;
}

/** A forum that was not deleted. @throws BAD_USER_INPUT */
export async function findForum(
  tx: Tx,
  subdomainId: string,
  id: string,
  field: string,
): Promise<Selectable<ForumsTable>> {
  const row = await tx
    .selectFrom('forums')
    .selectAll()
    .where('subdomain_id', '=', subdomainId)
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .executeTakeFirst();
  if (!row) throw notFound(field, 'forum');
  return row;
}

/** A closed forum keeps its ideas and takes no others (DEC-032). @throws BAD_USER_INPUT */
export function refuseClosed(forum: { state: string; name: string }, field: string): void {
  if (forum.state !== 'open')
    throw badInput(
      field,
      `The forum "${forum.name}" is closed: it takes no new ideas. Choose another forum, or open it.`,
      { reason: 'closed' },
    );
}

/** A category of that forum, which nobody deletes until the commit. @throws BAD_USER_INPUT when there is none, or when it belongs to another forum */
export async function findCategory(
  tx: Tx,
  subdomainId: string,
  id: string,
  forumId: string,
  field: string,
): Promise<Selectable<CategoriesTable>> {
  const row = await tx
    .selectFrom('categories')
    .selectAll()
    .where('subdomain_id', '=', subdomainId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw notFound(field, 'category');
  if (row.forum_id !== forumId) throw badInput(field, 'This category belongs to another forum.');
  return row;
}

/**
 * Labels that may be put on ideas: there, and not archived; with the forums they are limited to (none: all).
 * @throws BAD_USER_INPUT
 */
export async function findLabels(
  tx: Tx,
  subdomainId: string,
  ids: readonly string[],
  field: string,
): Promise<(Selectable<LabelsTable> & { forum_ids: string[] })[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('labels')
    .selectAll()
    .where('subdomain_id', '=', subdomainId)
    .where('id', 'in', [...ids])
    .execute();
  if (rows.length < ids.length) throw notFound(field, 'label');
  const archived = rows.find((row) => row.state !== 'active');
  if (archived) throw badInput(field, `The label "${archived.full_name}" is archived.`);
  const limits = await tx
    .selectFrom('label_forums')
    .select(['label_id', 'forum_id'])
    .where('subdomain_id', '=', subdomainId)
    .where('label_id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({
    ...row,
    forum_ids: limits.filter((limit) => limit.label_id === row.id).map((limit) => limit.forum_id),
  }));
}
