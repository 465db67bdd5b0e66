import { paging } from '../../../../../contract/limits.ts';
import { request } from '../../../api/runtime.ts';
import { ideasTableDocument } from './ideasTable.tsx';

/**
 * Ids of the ideas that the list's filters leave, in its order, at most 1,000 (DEC-104). Asked with the
 * list's own document, so that no filter of the list can be missing here.
 * @param variables what the list asks with; its page counts for nothing here
 */
export async function readAllIdeas(variables: Record<string, unknown>): Promise<string[]> {
  const { per_page: _perPage, ...filters } = variables;
  const ids = new Set<string>();
  for (let page = 1; ids.size < paging.selectAllLimit; page++) {
    const { records } = (
      await request(ideasTableDocument, { ...filters, page, bulk_per_page: paging.maxBulkPageSize })
    ).suggestions;
    for (const { id } of records) ids.add(id);
    if (records.length < paging.maxBulkPageSize) break;
  }
  return [...ids].slice(0, paging.selectAllLimit);
}
