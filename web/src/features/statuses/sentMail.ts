/** What is said after mail was asked for, and how it is called back. */
import { toastTiming } from '../../../../contract/limits.ts';
import { messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import type { SentMailingFragment } from '../../api/generated/graphql.ts';
import type { ToastStore } from '../../ui/toasts.ts';
import { callBackDocument } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';

const texts = statusMessages.sent;

/**
 * How long a mailing can be called back, in ms, counted from its answer: the server's own span, so that
 * the clocks need not agree. Null: nothing waits.
 */
export function undoMsOf(
  mailing: Pick<SentMailingFragment, 'state' | 'send_after' | 'created_at'> | null,
): number | null {
  if (mailing === null || mailing.state !== 'waiting') return null;
  const ms = Date.parse(mailing.send_after) - Date.parse(mailing.created_at);
  return ms > 0 ? ms : null;
}

/**
 * Says that something was sent. While its mail waits the toast stays and offers Undo, which calls the mail
 * back.
 *
 * @param calledBack said afterwards
 * @param onCalledBack done afterwards, e.g. the panel opened again with what was written
 */
export function tellSent(
  toasts: ToastStore,
  message: string,
  mailing: SentMailingFragment | null,
  calledBack: string,
  onCalledBack?: () => void,
): void {
  const undoMs = undoMsOf(mailing);
  if (mailing === null || undoMs === null) {
    toasts.success(message);
    return;
  }
  toasts.success(message, {
    autoHideMs: Math.max(undoMs, toastTiming.appAutoHideMs),
    undoMs,
    onUndo: () => void callMailBack(toasts, mailing.id, calledBack, onCalledBack),
  });
}

/** Calls a mailing back and says how it went. */
export async function callMailBack(
  toasts: ToastStore,
  id: string,
  calledBack: string,
  onCalledBack?: () => void,
): Promise<void> {
  try {
    await request(callBackDocument, { id });
    toasts.success(calledBack);
    onCalledBack?.();
  } catch (error) {
    toasts.error(texts.callBackFailed(messageOf(error)));
  }
}
