import { paging } from '../../../../../contract/limits.ts';
import { request } from '../../../api/runtime.ts';
import type { IdeasVariables } from './filters.ts';
import { ideasTableDocument } from './ideasTable.tsx';

/**
 * Ids of the ideas that the list's filters leave, in its order, at most 1,000 (DEC-104). Asked with the
 * list's own document and object of filters, so that none can be missing here.
 */
export async function readAllIdeas({ query }: Pick<IdeasVariables, 'query'>): Promise<string[]> {
  const ids = new Set<string>();
  for (let page = 1; ids.size < paging.selectAllLimit; page++) {
    const { records } = (
      await request(ideasTableDocument, { query, page, bulk_per_page: paging.maxBulkPageSize })
    ).suggestions;
    for (const { id } of records) ids.add(id);
    if (records.length < paging.maxBulkPageSize) break;
  }
  return [...ids].slice(0, paging.selectAllLimit);
}
