import { IDEA_VIEW_KINDS } from '../../../contract/saved_views.ts';
import type { ViewKind } from '../../../contract/states.ts';
import type { CommandContext } from '../../core/command.ts';
import { ProductError } from '../../core/errors.ts';
import { ListWriter } from '../../listing/list_writer.ts';
import { rowsOf } from '../../sql/kysely.ts';
import { filtersOfParams, type SavedViewParams } from '../ideas/filters/saved_view_filter.ts';
import { suggestion } from '../ideas/suggestion.ts';

/** Beyond it a view holds "10,000 and more": counting on would cost more than the number tells. */
const COUNT_MAX = 10_001;

/**
 * Counts the ideas of a view by filters, and keeps the number; at most 10,001. One of other records, or whose filters
 * can no longer be read, has none.
 */
export async function countView(
  { tx, subdomain_id, viewer, now }: Pick<CommandContext, 'tx' | 'subdomain_id' | 'viewer' | 'now'>,
  id: string,
): Promise<void> {
  const view = await tx
    .selectFrom('saved_views')
    .select(['kind', 'sub_kind', 'params'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!view || view.sub_kind === 'manual') return;
  let count: number | null = null;
  const filters = IDEA_VIEW_KINDS.includes(view.kind as ViewKind)
    ? readable(view.params as SavedViewParams)
    : null;
  if (filters !== null) {
    const total = new ListWriter(new Map(), viewer, filters).total(suggestion, filters, COUNT_MAX);
    count = (await rowsOf<{ total: number }>(tx, total))[0]!.total;
  }
  await tx
    .updateTable('saved_views')
    .set({ suggestions_count: count, counted_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .execute();
}

function readable(params: SavedViewParams): Record<string, unknown> | null {
  try {
    return filtersOfParams(suggestion, params);
  } catch (error) {
    if (error instanceof ProductError) return null;
    throw error;
  }
}
