import { request } from '../../../api/runtime.ts';
import { unmergeDocument } from './mergeCalls.ts';

/** Takes ideas out of the one that they were merged into. Rejects with ApiError. */
export async function unmergeIdeas(ids: readonly string[]): Promise<void> {
  await request(unmergeDocument, { ids: [...ids] });
}
