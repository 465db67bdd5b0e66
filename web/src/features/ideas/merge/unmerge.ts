import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import type { ToastStore } from '../../../ui/toasts.ts';
import { unmergeDocument } from './mergeCalls.ts';
import { mergeMessages } from './mergeMessages.ts';

/** Takes ideas out of the one that they were merged into, and tells how it went. Answers whether it did. */
export async function unmergeIdeas(ids: readonly string[], toasts: ToastStore): Promise<boolean> {
  try {
    await request(unmergeDocument, { ids: [...ids] });
    toasts.success(mergeMessages.undone);
    return true;
  } catch (error) {
    toasts.error(mergeMessages.notUndone(messageOf(error)));
    return false;
  }
}
