import { IDEA_VIEW_KINDS } from '../../../contract/saved_views.ts';
import type { ViewKind } from '../../../contract/states.ts';
import type { CommandContext } from '../../core/command.ts';
import { ProductError } from '../../core/errors.ts';
import { ListWriter } from '../../listing/list_writer.ts';
import { rowsOf, type Tx } from '../../sql/kysely.ts';
import type { Statement } from '../../sql/writer.ts';
import { searchedWords, withSearchedWords } from '../../listing/reader.ts';
import { filtersOfParams, type SavedViewParams } from '../ideas/filters/saved_view_filter.ts';
import { suggestion } from '../ideas/suggestion.ts';

/** Beyond it a view holds "10,000 and more": counting on would cost more than the number tells. */
const COUNT_MAX = 10_001;

/** Filters with what their words stand for, as the list of ideas reads them. */
export async function withNearWords(
  tx: Tx,
  subdomainId: string,
  filters: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const read = <Row extends object>(statement: Statement): Promise<Row[]> => rowsOf<Row>(tx, statement);
  return withSearchedWords(
    filters,
    await searchedWords(suggestion, read, subdomainId, { filters, sort: null }),
  );
}

/**
 * How many ideas params leave, at most 10,001; null: a view of other records, or with filters that can no longer be
 * read.
 */
export async function countOf(
  { tx, subdomain_id, viewer }: Pick<CommandContext, 'tx' | 'subdomain_id' | 'viewer'>,
  kind: string,
  params: SavedViewParams,
): Promise<number | null> {
  const own = IDEA_VIEW_KINDS.includes(kind as ViewKind) ? readable(params) : null;
  if (own === null) return null;
  const filters = await withNearWords(tx, subdomain_id, own);
  const total = new ListWriter(new Map(), viewer, filters).total(suggestion, filters, COUNT_MAX);
  return (await rowsOf<{ total: number }>(tx, total))[0]!.total;
}

/** Counts the ideas of a view by filters, and keeps the number (`countOf`). */
export async function countView(
  context: Pick<CommandContext, 'tx' | 'subdomain_id' | 'viewer' | 'now'>,
  id: string,
): Promise<void> {
  const { tx, subdomain_id, now } = context;
  const view = await tx
    .selectFrom('saved_views')
    .select(['kind', 'sub_kind', 'params'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!view || view.sub_kind === 'manual') return;
  const count = await countOf(context, view.kind, view.params as SavedViewParams);
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
